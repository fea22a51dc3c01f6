//! Culling by curvature loses no contact.
//!
//! Reference: the exact decision of every pair of features whose boxes meet (`detect::exact`, itself tested
//! against rationals and the public queries), on random cloths from gently curved to crumpled, and on the public
//! frame pairs.

#![allow(clippy::unwrap_used, reason = "a broken expectation stops the test")]

use std::collections::BTreeSet;
use tangency_bound::curvature::scene::{Cloth, KINDS};
use tangency_bound::reference::{CandidateSearch, CulledCandidateSearch, RefitTree};
use tangency_bound::{MeshStep, Regions};
use tangency_detect::exact::{EdgeEdge, VertexFace};
use tangency_interval::laws::Random;

/// Counts of the pairs, the culled pairs, and the touching pairs.
#[derive(Debug, Default)]
struct CullCounts {
    pairs: usize,
    culled: usize,
    touching: usize,
}

fn touches(cloth: &Cloth, [first, second]: [&[u32]; 2]) -> bool {
    let corners: Vec<u32> = first.iter().chain(second).copied().collect();
    let [start, end] = [0, 1].map(|frame| std::array::from_fn(|i| cloth.frames[frame][corners[i] as usize]));
    if first.len() == 1 {
        VertexFace::new(start, end).unwrap().touches()
    } else {
        EdgeEdge::new(start, end).unwrap().touches()
    }
}

/// No culled pair touches. Every listed pair was a candidate, and is listed once.
fn check(cloth: &Cloth, search: &mut CulledCandidateSearch, counts: &mut CullCounts) {
    let frames = [&cloth.frames[0][..], &cloth.frames[1][..]];
    let all = CandidateSearch::<RefitTree>::default().within(&MeshStep::new(&cloth.mesh, frames, 0.0).unwrap());
    let (found, _) = search.within(&Regions::new(&cloth.mesh), frames).unwrap();
    let (triangles, edges) = (cloth.mesh.triangles(), cloth.mesh.edges());
    let vertex_face = |[vertex, face]: [u32; 2]| touches(cloth, [&[vertex], &triangles[face as usize]]);
    compare(&all.vertex_face, &found.vertex_face, vertex_face, counts);
    let edge_edge = |[a, b]: [u32; 2]| touches(cloth, [&edges[a as usize], &edges[b as usize]]);
    compare(&all.edge_edge, &found.edge_edge, edge_edge, counts);
    assert!(found.face_vertex.is_empty());
}

fn compare(all: &[[u32; 2]], found: &[[u32; 2]], touches: impl Fn([u32; 2]) -> bool, counts: &mut CullCounts) {
    let listed: BTreeSet<[u32; 2]> = found.iter().copied().collect();
    assert_eq!(listed.len(), found.len(), "listed once");
    let everything: BTreeSet<[u32; 2]> = all.iter().copied().collect();
    assert!(listed.is_subset(&everything), "a listed pair is not a candidate");
    counts.pairs += all.len();
    for &pair in all {
        let touching = touches(pair);
        counts.touching += usize::from(touching);
        if !listed.contains(&pair) {
            counts.culled += 1;
            assert!(!touching, "a contact was lost: {pair:?}");
        }
    }
}

#[test]
fn no_contact_of_random_cloths_is_lost() {
    let mut random = Random::new(61);
    let mut search = CulledCandidateSearch::thorough();
    for kind in 0..KINDS {
        let mut counts = CullCounts::default();
        for _ in 0..30 {
            check(&Cloth::random(&mut random, kind).unwrap(), &mut search, &mut counts);
        }
        println!("kind {kind}: {counts:?}");
        // Ripples hardly ever touch.
        assert!(kind == 0 || counts.touching > 2_000, "kind {kind} hardly tests anything: {counts:?}");
        // If every vertex moves independently, nothing is flat. All other kinds have flat parts.
        assert!(kind + 1 == KINDS || 20 * counts.culled > counts.pairs, "kind {kind} hardly culls: {counts:?}");
    }
}

/// The cloths of the benchmark do not touch themselves, and nearly all of their candidates are culled.
#[test]
fn cloths_without_contact_are_culled() {
    let mut search = CulledCandidateSearch::default();
    for cloth in [Cloth::rippled(3_000).unwrap(), Cloth::hanging(12_500).unwrap()] {
        let mut counts = CullCounts::default();
        check(&cloth, &mut search, &mut counts);
        assert_eq!(counts.touching, 0);
        assert!(counts.pairs > 5_000 && 100 * (counts.pairs - counts.culled) < counts.pairs, "{counts:?}");
    }
}
