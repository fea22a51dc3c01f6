//! Culling by curvature on two public frame pairs of deforming meshes.
//!
//! References: the exact decision of every culled pair of features (`detect::exact`), and the number of
//! touching pairs in the truth of the set.

use std::collections::BTreeSet;
use std::path::Path;
use tangency::bound::reference::{CandidateSearch, CulledCandidateSearch, RefitTree};
use tangency::bound::{MeshStep, Regions};
use tangency::detect::exact::{EdgeEdge, VertexFace};
use tangency::formats::mesh;
use tangency_conformance::data;

/// The number of listed pairs that touch, from the truth of the set.
fn truth(folder: &Path, frame: u32) -> usize {
    let touches = |kind: &str| -> usize {
        let text = std::fs::read_to_string(folder.join(format!("mma_bool/{frame}{kind}_mma_bool.json"))).unwrap();
        let all: Vec<bool> = serde_json::from_str(&text).unwrap();
        all.into_iter().filter(|touches| *touches).count()
    };
    touches("ee") + touches("vf")
}

fn check(scene: &str, frame: u32) {
    let folder = data("scalable-ccd").join(scene);
    let read = |frame: u32| mesh::read(folder.join(format!("frames/{frame}.ply"))).unwrap().mesh;
    let (first, second) = (read(frame), read(frame + 1));
    let frames = [first.vertices(), second.vertices()];
    let places = |corners: [u32; 4]| frames.map(|frame| corners.map(|corner| frame[corner as usize]));
    let vertex_face = |[vertex, face]: [u32; 2]| {
        let [a, b, c] = first.triangles()[face as usize];
        let [start, end] = places([vertex, a, b, c]);
        VertexFace::new(start, end).unwrap().touches()
    };
    let edge_edge = |pair: [u32; 2]| {
        let [[a, b], [c, d]] = pair.map(|edge| first.edges()[edge as usize]);
        let [start, end] = places([a, b, c, d]);
        EdgeEdge::new(start, end).unwrap().touches()
    };
    let all = CandidateSearch::<RefitTree>::default().within(&MeshStep::new(&first, frames, 0.0).unwrap());
    let (found, counts) = CulledCandidateSearch::thorough().within(&Regions::new(&first), frames).unwrap();
    let mut touching = 0;
    let mut compare = |all: Vec<[u32; 2]>, found: Vec<[u32; 2]>, touches: &dyn Fn([u32; 2]) -> bool| {
        let (all, listed): (BTreeSet<_>, BTreeSet<_>) = (all.into_iter().collect(), found.iter().copied().collect());
        assert_eq!(listed.len(), found.len(), "{scene}: listed once");
        assert!(listed.is_subset(&all), "{scene}: nothing is made up");
        assert!(!all.difference(&listed).any(|&pair| touches(pair)), "{scene}: a contact was lost");
        touching += listed.iter().filter(|&&pair| touches(pair)).count();
        all.len() - listed.len()
    };
    let culled =
        compare(all.vertex_face, found.vertex_face, &vertex_face) + compare(all.edge_edge, found.edge_edge, &edge_edge);
    println!("{scene}: {touching} pairs touch, {culled} were left out, {counts:?}");
    assert_eq!(touching, truth(&folder, frame), "{scene}");
    assert!(culled > 10_000);
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
