//! Broad phases: which of many boxes meet.
//!
//! All answer the same question and obey the same laws ([`broad_phase_laws!`](crate::broad_phase_laws)): every pair of boxes
//! that is not disjoint is found, exactly once, and no other. They differ in what they cost.
//!
//! | phase | cost a step | where it wins |
//! |---|---|---|
//! | [`Brute`] | n² | a few boxes; the oracle of the others |
//! | [`Sweep`] | n log n, and the overlaps along one axis | long thin scenes |
//! | [`Grid`] | n, for boxes of similar size | nowhere in our measurements; memory in proportion to n whatever the space |
//! | [`Linear`] | n, a sort by Morton codes included | boxes that are new every step |
//! | [`Refit`] | n; n log n the first time | boxes that keep their neighbours: deforming meshes, coherent motion |
//!
//! The search runs on the threads of the current `rayon` pool. It is cut into parts that do not depend on their number, and
//! joined in order, so that the list is the same for any number of threads.

mod brute;
mod grid;
pub(crate) mod halving;
mod linear;
mod morton;
mod packed;
mod sweep;

pub use brute::Brute;
pub use grid::Grid;
pub use linear::{Linear, Refit};
pub(crate) use packed::{Packed, Small, lanes};
pub use sweep::Sweep;

use crate::Aabb;
use rayon::prelude::*;
use std::ops::Range;

/// Finds the pairs of boxes that meet. What it holds is memory that is used again and what helps the next search; answers
/// do not depend on it, except for their order.
///
/// ```
/// use glam::DVec3;
/// use tangency_bound::{Aabb, BroadPhase, Linear};
///
/// let cube = |x: f64| Aabb::around([DVec3::splat(x), DVec3::splat(x + 1.0)]).expect("two points");
/// let boxes = [cube(0.0), cube(5.0), cube(0.5)];
/// let mut phase = Linear::default();
/// assert_eq!(phase.pairs_within(&boxes, |_, _| true), [[0, 2]]);
/// ```
pub trait BroadPhase {
    /// Every pair of boxes that are not disjoint and that are to be kept, once, smaller index first. Coordinates may be
    /// infinite, but not NaN.
    fn pairs_within(&mut self, boxes: &[Aabb], keep: impl Keep) -> Vec<[u32; 2]>;

    /// Every pair of a box of `a` and a box of `b` that are not disjoint and that are to be kept, once.
    fn pairs_between(&mut self, a: &[Aabb], b: &[Aabb], keep: impl Keep) -> Vec<[u32; 2]>;
}

/// Says whether a pair counts at all, by its indices: for groups, neighbours, and whatever else is left out.
pub trait Keep: Fn(u32, u32) -> bool + Sync {}

impl<F: Fn(u32, u32) -> bool + Sync> Keep for F {}

/// Smaller index first.
fn ordered(a: u32, b: u32) -> [u32; 2] {
    [a.min(b), a.max(b)]
}

/// Searches `0..count` part by part of `size`, on all threads, and joins what is found in the order of the parts.
fn in_parts<T: Copy + Send>(count: usize, size: usize, search: impl Fn(Range<usize>, &mut Vec<T>) + Sync) -> Vec<T> {
    let part = |index: usize| {
        let mut found = Vec::new();
        search(index * size..count.min((index + 1) * size), &mut found);
        found
    };
    let parts = count.div_ceil(size);
    if parts <= 1 {
        return part(0);
    }
    (0..parts).into_par_iter().map(part).collect::<Vec<Vec<T>>>().concat()
}
