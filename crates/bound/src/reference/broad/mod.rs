//! Broad phases: find the pairs of boxes that meet.
//!
//! All of them answer the same question and obey the same laws
//! ([`broad_phase_laws!`](crate::broad_phase_laws)): they find every pair of boxes that is not disjoint exactly
//! once, and no other pair. They differ in cost.
//!
//! | phase | cost a step | where it wins |
//! |---|---|---|
//! | [`BruteForce`] | n² | a few boxes; oracle of the others |
//! | [`SweepAndPrune`] | n log n, and the overlaps along one axis | long thin scenes |
//! | [`HashedGrid`] | n, for boxes of similar size | nowhere in our measurements; O(n) memory in any space |
//! | [`MortonTree`] | n, including a sort by Morton codes | boxes that are new at every step |
//! | [`RefitTree`] | n; n log n the first time | boxes that keep their neighbours: deforming meshes, coherent motion |
//!
//! The search runs on the threads of the current `rayon` pool. It is divided into parts that do not depend on
//! the number of threads, and their results are concatenated in order. The list is the same for any number of
//! threads.

mod brute;
mod grid;
mod linear;
mod morton;
mod sweep;

pub use brute::BruteForce;
pub use grid::HashedGrid;
pub use linear::{MortonTree, RefitTree};
pub use sweep::SweepAndPrune;

use crate::Aabb;

/// Finds the pairs of boxes that meet. Its state is reusable memory, and information that speeds up the next
/// search. The state affects only the order of the answers.
///
/// ```
/// use glam::DVec3;
/// use tangency_bound::Aabb;
/// use tangency_bound::reference::{BroadPhase, MortonTree};
///
/// let cube = |x: f64| Aabb::around([DVec3::splat(x), DVec3::splat(x + 1.0)]).expect("two points");
/// let boxes = [cube(0.0), cube(5.0), cube(0.5)];
/// let mut phase = MortonTree::default();
/// assert_eq!(phase.pairs_within(&boxes, |_, _| true), [[0, 2]]);
/// ```
pub trait BroadPhase {
    /// Lists every pair of boxes that are not disjoint and that `keep` accepts, once, smaller index first.
    /// Coordinates may be infinite, but not NaN.
    fn pairs_within(&mut self, boxes: &[Aabb], keep: impl PairFilter) -> Vec<[u32; 2]>;

    /// Lists every pair of a box of `a` and a box of `b` that are not disjoint and that `keep` accepts, once.
    fn pairs_between(&mut self, a: &[Aabb], b: &[Aabb], keep: impl PairFilter) -> Vec<[u32; 2]>;
}

/// Decides by their indices whether a pair is reported at all, for example to exclude groups or neighbours.
pub trait PairFilter: Fn(u32, u32) -> bool + Sync {}

impl<F: Fn(u32, u32) -> bool + Sync> PairFilter for F {}

/// Smaller index first.
fn ordered(a: u32, b: u32) -> [u32; 2] {
    [a.min(b), a.max(b)]
}
