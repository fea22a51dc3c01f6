//! Small slices of the public sets, in every clone: what the README claims of the sets is tested everywhere.
//!
//! References: the truth of the queries, computed in exact arithmetic by the authors of the set (Wang et al.
//! 2021); the expected results of the interval vectors; for the frames, an exact decision of every pair of
//! features. Sources and licences are in `data/README.md`. The whole sets run in `tests/public/`, where they
//! are.

#![allow(clippy::unwrap_used, reason = "a broken expectation stops the test")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::OnceLock;
use tangency::bound::reference::{CandidateSearch, CulledCandidateSearch, RefitTree};
use tangency::bound::{MeshStep, Regions};
use tangency::detect::{Element, Moving, Query, Touching, Verdict, every_self_contact, first_self_contact};
use tangency::geometry::{Motion, Shape, Vertexwise};
use tangency_conformance::queries::{exact_method_touches, mesh_method_touches, slice};
use tangency_conformance::{frames, vectors};

#[test]
fn no_query_is_missed_or_invented() {
    let queries = slice();
    for (index, query) in queries.iter().enumerate() {
        assert_eq!(exact_method_touches(query), query.touches, "query {index}, exact primitive");
        assert_eq!(mesh_method_touches(query), query.touches, "query {index}, method for meshes");
    }
    for edges in [true, false] {
        let touching = |touches: bool| queries.iter().filter(|q| q.edges == edges && q.touches == touches).count();
        let (touch, clear) = (touching(true), touching(false));
        println!("edges {edges}: {touch} touch, {clear} do not");
        assert!(touch >= 50 && clear >= 60, "too few to test anything: {touch} touch, {clear} do not");
    }
}

#[test]
fn interval_vectors() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/intervals.txt");
    let vectors = vectors::parse(&std::fs::read_to_string(file).unwrap());
    assert!(vectors.len() >= 300, "only {} vectors", vectors.len());
    vectors::check(&vectors);
}

/// The pairs of the frames that touch, once for all tests.
fn truth() -> &'static BTreeSet<(Element, Element)> {
    static TRUTH: OnceLock<BTreeSet<(Element, Element)>> = OnceLock::new();
    TRUTH.get_or_init(|| {
        let (mesh, end) = frames::read();
        let truth = frames::brute_force(&mesh, &end);
        let vertices = truth.iter().filter(|(a, _)| matches!(a, Element::Vertex(_))).count();
        println!("{vertices} vertex-face pairs and {} edge-edge pairs touch", truth.len() - vertices);
        assert!(vertices >= 5 && truth.len() - vertices >= 20, "too few to test anything");
        truth
    })
}

#[test]
fn every_contact_of_the_cloth_is_found() {
    let (mesh, end) = frames::read();
    let motion = Vertexwise::new(vec![0.0, 1.0], vec![mesh.vertices().to_vec(), end]).unwrap();
    let moving = Moving::new(Shape::Mesh(mesh), Motion::Vertexwise(motion)).unwrap();
    let found: BTreeMap<(Element, Element), Touching> = every_self_contact(&moving, &Query::default())
        .unwrap()
        .into_iter()
        .map(|touching| ((touching.a.min(touching.b), touching.a.max(touching.b)), touching))
        .collect();
    // Edges that pierce triangles at the start are contacts of the surfaces, but no vertex-face or edge-edge
    // contact.
    let feature = |pair: &&(Element, Element)| !matches!(pair, (Element::Edge(_), Element::Face(_)));
    assert_eq!(&found.keys().filter(feature).copied().collect::<BTreeSet<_>>(), truth());
    let Verdict::Touch(first) = first_self_contact(&moving, &Query::default()).unwrap().verdict else {
        panic!("the cloth touches itself")
    };
    let earliest = found.values().map(|touching| touching.contact.time.lower()).fold(f64::INFINITY, f64::min);
    assert_eq!(first.time.lower(), earliest, "the earliest time is the minimum over the pairs");
}

#[test]
fn no_contact_of_the_cloth_is_culled() {
    let (mesh, end) = frames::read();
    let frames = [mesh.vertices(), &end];
    let all = CandidateSearch::<RefitTree>::default().within(&MeshStep::new(&mesh, frames, 0.0).unwrap());
    let (flat, counts) = CulledCandidateSearch::thorough().within(&Regions::new(&mesh), frames).unwrap();
    for (name, candidates) in [("boxes", all), ("curvature", flat)] {
        let vertex_face = candidates.vertex_face.iter().map(|&[v, f]| (Element::Vertex(v), Element::Face(f)));
        let edge_edge = candidates.edge_edge.iter().map(|&[a, b]| (Element::Edge(a.min(b)), Element::Edge(a.max(b))));
        let candidates: BTreeSet<_> = vertex_face.chain(edge_edge).collect();
        let lost: Vec<_> = truth().difference(&candidates).collect();
        assert!(lost.is_empty(), "culling by {name} lost {lost:?}; {counts:?}");
        println!("{} candidates after culling by {name}", candidates.len());
    }
}
