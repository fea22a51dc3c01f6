//! Self-contact of two public frame pairs of deforming meshes.
//!
//! References: the exact truth of the pairs listed with the frames (Belgrod et al., scalable CCD), and, for the
//! earliest time, the minimum over those pairs.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use tangency::detect::{Element, Moving, Query, Touching, Verdict, every_self_contact, first_self_contact};
use tangency::formats::mesh;
use tangency::geometry::{Mesh, Motion, Shape, Vertexwise};
use tangency_conformance::data;

fn json(path: &Path) -> serde_json::Value {
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// Ids count vertices, then edges, then faces.
fn element(mesh: &Mesh, id: u64) -> Element {
    let (vertices, edges) = (mesh.vertices().len() as u64, mesh.edges().len() as u64);
    if id < vertices {
        Element::Vertex(id as u32)
    } else if id < vertices + edges {
        Element::Edge((id - vertices) as u32)
    } else {
        Element::Face((id - vertices - edges) as u32)
    }
}

/// The listed pairs, smaller element first, and whether they touch.
fn truth(mesh: &Mesh, folder: &Path, frame: u32) -> Vec<((Element, Element), bool)> {
    let mut pairs = Vec::new();
    for kind in ["ee", "vf"] {
        let boxes = json(&folder.join(format!("boxes/{frame}{kind}.json")));
        let touches = json(&folder.join(format!("mma_bool/{frame}{kind}_mma_bool.json")));
        for (ids, touch) in boxes.as_array().unwrap().iter().zip(touches.as_array().unwrap()) {
            let [a, b] = [0, 1].map(|end: usize| element(mesh, ids[end].as_u64().unwrap()));
            pairs.push(((a.min(b), a.max(b)), touch.as_bool().unwrap()));
        }
    }
    pairs
}

fn check(scene: &str, frame: u32) {
    let folder = data("scalable-ccd").join(scene);
    let read = |frame: u32| mesh::read(folder.join(format!("frames/{frame}.ply"))).unwrap().mesh;
    let (start, end) = (read(frame), read(frame + 1));
    let motion = Vertexwise::new(vec![0.0, 1.0], vec![start.vertices().to_vec(), end.vertices().to_vec()]).unwrap();
    let truth = truth(&start, &folder, frame);
    let moving = Moving::new(Shape::Mesh(start), Motion::Vertexwise(motion)).unwrap();
    let found: BTreeMap<(Element, Element), Touching> = every_self_contact(&moving, &Query::default())
        .unwrap()
        .into_iter()
        .map(|touching| ((touching.a.min(touching.b), touching.a.max(touching.b)), touching))
        .collect();
    // No listed pair is missed or invented, and there are no others. Edges that pierce triangles from the start
    // (the cloth already does) are contacts of the surfaces, but not in the lists.
    let expected: BTreeSet<_> = truth.iter().filter(|(_, touches)| *touches).map(|(pair, _)| *pair).collect();
    let meeting = |pair: &&(Element, Element)| !matches!(pair, (Element::Edge(_), Element::Face(_)));
    assert_eq!(found.keys().filter(meeting).copied().collect::<BTreeSet<_>>(), expected, "{scene}");
    println!("{scene}: all {} of {} listed pairs that touch, and no others", expected.len(), truth.len());
    let Verdict::Touch(first) = first_self_contact(&moving, &Query::default()).unwrap().verdict else {
        panic!("{scene} touches itself")
    };
    let earliest = found.values().map(|touching| touching.contact.time.lower()).fold(f64::INFINITY, f64::min);
    assert_eq!(first.time.lower(), earliest, "{scene}: the earliest time is the minimum over the pairs");
}

#[test]
#[cfg_attr(not(public_data), ignore = "needs the public data sets beside the project (../shared/data)")]
fn the_cloth_in_the_funnel() {
    check("cloth-funnel", 227);
}

#[test]
#[cfg_attr(not(public_data), ignore = "needs the public data sets beside the project (../shared/data)")]
fn the_twisted_rod() {
    check("rod-twist", 3036);
}
