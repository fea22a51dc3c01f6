//! Broad phases: which of many boxes meet.
//!
//! All answer the same question and obey the same laws ([`broad_phase_laws!`](crate::broad_phase_laws)): every pair of boxes
//! that is not disjoint is found, exactly once, and no other. They differ in what they cost.
//!
//! | phase | cost a step | where it wins |
//! |---|---|---|
//! | [`BruteForce`] | n² | a few boxes; the oracle of the others |
//! | [`SweepAndPrune`] | n log n, and the overlaps along one axis | long thin scenes |
//! | [`HashedGrid`] | n, for boxes of similar size | nowhere in our measurements; memory in proportion to n whatever the space |
//! | [`MortonTree`] | n, a sort by Morton codes included | boxes that are new every step |
//! | [`RefitTree`] | n; n log n the first time | boxes that keep their neighbours: deforming meshes, coherent motion |
//!
//! The search runs on the threads of the current `rayon` pool. It is cut into parts that do not depend on their number, and
//! joined in order, so that the list is the same for any number of threads.

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

/// Finds the pairs of boxes that meet. What it holds is memory that is used again and what helps the next search; answers
/// do not depend on it, except for their order.
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
    /// Every pair of boxes that are not disjoint and that are to be kept, once, smaller index first. Coordinates may be
    /// infinite, but not NaN.
    fn pairs_within(&mut self, boxes: &[Aabb], keep: impl PairFilter) -> Vec<[u32; 2]>;

    /// Every pair of a box of `a` and a box of `b` that are not disjoint and that are to be kept, once.
    fn pairs_between(&mut self, a: &[Aabb], b: &[Aabb], keep: impl PairFilter) -> Vec<[u32; 2]>;
}

/// Says whether a pair counts at all, by its indices: for groups, neighbours, and whatever else is left out.
pub trait PairFilter: Fn(u32, u32) -> bool + Sync {}

impl<F: Fn(u32, u32) -> bool + Sync> PairFilter for F {}

/// Smaller index first.
fn ordered(a: u32, b: u32) -> [u32; 2] {
    [a.min(b), a.max(b)]
}
