//! Broad phases with a packed tree: sorted again at every step, or sorted once and refitted.

use super::{BroadPhase, PairFilter, morton, ordered};
use crate::halving;
use crate::packed::{PackedTree, SmallBox};
use crate::{Aabb, BoundingVolume};

/// A linear bounding volume hierarchy, sorted along the Morton curve at every step.
#[derive(Clone, Debug, Default)]
pub struct MortonTree {
    lists: [PackedTree; 2],
}

impl BroadPhase for MortonTree {
    fn pairs_within(&mut self, boxes: &[Aabb], keep: impl PairFilter) -> Vec<[u32; 2]> {
        let list = &mut self.lists[0];
        list.arrange(morton::order(boxes).into());
        list.fit(boxes);
        list.within(boxes, keep)
    }

    fn pairs_between(&mut self, a: &[Aabb], b: &[Aabb], keep: impl PairFilter) -> Vec<[u32; 2]> {
        for (list, boxes) in self.lists.iter_mut().zip([a, b]) {
            list.arrange(morton::order(boxes).into());
            list.fit(boxes);
        }
        self.lists[0].between(&self.lists[1], [a, b], keep)
    }
}

/// A hierarchy that keeps its order and is only refitted. Its order comes from halving space, computed when the
/// number of boxes changes. The search slows down as boxes move away from their neighbours.
/// [`RefitTree::default`] starts again.
#[derive(Clone, Debug, Default)]
pub struct RefitTree {
    lists: [PackedTree; 2],
}

fn refit(list: &mut PackedTree, boxes: &[Aabb]) {
    if list.count() != boxes.len() {
        list.arrange(halving::order(boxes.iter().map(Aabb::centre)).into());
    }
    list.fit(boxes);
}

impl BroadPhase for RefitTree {
    fn pairs_within(&mut self, boxes: &[Aabb], keep: impl PairFilter) -> Vec<[u32; 2]> {
        refit(&mut self.lists[0], boxes);
        self.lists[0].within(boxes, keep)
    }

    fn pairs_between(&mut self, a: &[Aabb], b: &[Aabb], keep: impl PairFilter) -> Vec<[u32; 2]> {
        for (list, boxes) in self.lists.iter_mut().zip([a, b]) {
            refit(list, boxes);
        }
        self.lists[0].between(&self.lists[1], [a, b], keep)
    }
}

impl PackedTree {
    /// Computes all blocks from the boxes. Their number must equal that of the list.
    fn fit(&mut self, boxes: &[Aabb]) {
        self.fit_rounded(|item| SmallBox::rounded(&boxes[item as usize]));
    }

    /// Lists every pair of different boxes of this list that meet.
    fn within(&self, boxes: &[Aabb], keep: impl PairFilter) -> Vec<[u32; 2]> {
        let meet = |a: u32, b: u32| !boxes[a as usize].disjoint(&boxes[b as usize]);
        self.search_within(1, |a, b, sure, found| {
            let [a, b] = ordered(a, b);
            push_if(found, [a, b], keep(a, b) & (sure || meet(a, b)));
        })
    }

    /// Lists every pair of a box of this list and a box of `other` that meet.
    fn between(&self, other: &Self, [boxes, others]: [&[Aabb]; 2], keep: impl PairFilter) -> Vec<[u32; 2]> {
        let meet = |a: u32, b: u32| !boxes[a as usize].disjoint(&others[b as usize]);
        self.search_between(other, 1, |a, b, sure, found| {
            push_if(found, [a, b], keep(a, b) & (sure || meet(a, b)));
        })
    }
}

/// Appends a pair if `counts` is true, without a branch: whether neighbours are kept is hard to predict.
#[inline]
fn push_if(found: &mut Vec<[u32; 2]>, pair: [u32; 2], counts: bool) {
    let count = found.len();
    found.push(pair);
    found.truncate(count + usize::from(counts));
}

#[cfg(test)]
mod tests {
    use super::*;

    crate::broad_phase_laws!(linear, MortonTree::default());
    crate::broad_phase_laws!(refit, RefitTree::default());
}
