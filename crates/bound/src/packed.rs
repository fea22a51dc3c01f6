//! A bounding volume hierarchy of blocks of eight boxes.
//!
//! **Question.** Which boxes of a list meet, if neighbours in the list are mostly neighbours in space?
//!
//! **Idea.** Eight consecutive boxes form a block, eight blocks form a block of the next level, and so on up to
//! the root. Positions in the list replace links. A few instructions compare a box with a whole block. The
//! eight boxes of a block descend the tree together, and are compared one by one only at leaf blocks.
//!
//! All coordinates are rounded to single precision in the same way. Rounding is monotonic: it may make numbers
//! equal, but never changes their order. Boxes that are disjoint after rounding were disjoint before. Boxes
//! that overlap strictly after rounding overlapped strictly before. Only boxes with equal rounded ends need the
//! exact comparison.
//!
//! **Guarantee.** Every pair that is not disjoint is visited once. The visitor also sees pairs that meet only
//! after rounding, and receives a flag if the overlap is certain.
//!
//! **Cost.** O(n) to fit, 28 bytes a box; O(n log n + pairs) to search on well-ordered boxes.
//!
//! **Source.** Lauterbach et al. 2009 imply a hierarchy by an order. We use eight children at fixed positions
//! instead of a binary tree split where the codes differ, because fitting and searching then read memory
//! sequentially.

use crate::Aabb;
use crate::tolerance::BLOCKS_PER_TASK;
use rayon::prelude::*;
use std::ops::Range;
use std::sync::Arc;
use wide::f32x8;

/// Children of a block.
pub(crate) const WIDTH: usize = 8;

/// A box in single precision.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SmallBox {
    pub(crate) lower: [f32; 3],
    pub(crate) upper: [f32; 3],
}

impl SmallBox {
    /// Rounds to single precision. Numbers beyond its range become infinite, which keeps their order.
    #[inline]
    pub(crate) fn rounded(one: &Aabb) -> Self {
        Self { lower: one.lower().to_array().map(|x| x as f32), upper: one.upper().to_array().map(|x| x as f32) }
    }
}

/// Eight boxes, coordinate by coordinate. Lanes without a box are NaN, so they meet nothing.
#[derive(Clone, Copy, Debug)]
struct BoxBlock {
    lower: [[f32; WIDTH]; 3],
    upper: [[f32; WIDTH]; 3],
}

impl BoxBlock {
    const EMPTY: Self = Self { lower: [[f32::NAN; WIDTH]; 3], upper: [[f32::NAN; WIDTH]; 3] };

    fn set(&mut self, lane: usize, small: SmallBox) {
        for axis in 0..3 {
            self.lower[axis][lane] = small.lower[axis];
            self.upper[axis][lane] = small.upper[axis];
        }
    }

    #[inline]
    fn get(&self, lane: usize) -> SmallBox {
        let of = |ends: &[[f32; WIDTH]; 3]| [ends[0][lane], ends[1][lane], ends[2][lane]];
        SmallBox { lower: of(&self.lower), upper: of(&self.upper) }
    }

    /// The box around all lanes. The comparisons ignore NaN.
    fn whole(&self) -> SmallBox {
        let least = |lanes: &[f32; WIDTH]| lanes.iter().fold(f32::INFINITY, |m, &x| if x < m { x } else { m });
        let most = |lanes: &[f32; WIDTH]| lanes.iter().fold(f32::NEG_INFINITY, |m, &x| if x > m { x } else { m });
        SmallBox { lower: self.lower.each_ref().map(least), upper: self.upper.each_ref().map(most) }
    }

    /// Sets a bit for every lane that is not disjoint from the box.
    #[inline]
    fn meets(&self, small: &SmallBox) -> u32 {
        let axis = |axis: usize| {
            f32x8::from(self.lower[axis]).simd_le(f32x8::splat(small.upper[axis]))
                & f32x8::splat(small.lower[axis]).simd_le(f32x8::from(self.upper[axis]))
        };
        (axis(0) & axis(1) & axis(2)).to_bitmask()
    }

    /// Sets a bit for every lane that overlaps the box strictly: the rounded boxes do not merely touch.
    #[inline]
    fn overlaps(&self, small: &SmallBox) -> u32 {
        let axis = |axis: usize| {
            f32x8::from(self.lower[axis]).simd_lt(f32x8::splat(small.upper[axis]))
                & f32x8::splat(small.lower[axis]).simd_lt(f32x8::from(self.upper[axis]))
        };
        (axis(0) & axis(1) & axis(2)).to_bitmask()
    }
}

/// Visits the positions of the bits that are set.
#[inline]
pub(crate) fn lanes(mut mask: u32, mut visit: impl FnMut(usize)) {
    while mask != 0 {
        visit(mask.trailing_zeros() as usize);
        mask &= mask - 1;
    }
}

/// A list of boxes with a tree over it.
#[derive(Clone, Debug, Default)]
pub(crate) struct PackedTree {
    /// Index of the box at each position of the list.
    order: Arc<[u32]>,
    /// Level 0 holds the boxes. The blocks of a level are the lanes of the next level. The last level has one
    /// block and is at least level 1.
    levels: Vec<Vec<BoxBlock>>,
}

impl PackedTree {
    /// Sets the order of the boxes. The blocks keep their memory.
    pub(crate) fn arrange(&mut self, order: Arc<[u32]>) {
        self.order = order;
    }

    /// Number of boxes in the list.
    pub(crate) fn count(&self) -> usize {
        self.order.len()
    }

    /// Computes all blocks from boxes in single precision.
    pub(crate) fn fit_rounded(&mut self, small: impl Fn(u32) -> SmallBox) {
        let mut level = 0;
        self.level(0, self.order.len().div_ceil(WIDTH));
        for (block, items) in self.levels[0].iter_mut().zip(self.order.chunks(WIDTH)) {
            for (lane, &item) in items.iter().enumerate() {
                block.set(lane, small(item));
            }
        }
        // Level 1 always exists, so that the box of every leaf block is available.
        while level == 0 || self.levels[level].len() > 1 {
            self.level(level + 1, self.levels[level].len().div_ceil(WIDTH));
            let (below, above) = self.levels.split_at_mut(level + 1);
            for (block, children) in above[0].iter_mut().zip(below[level].chunks(WIDTH)) {
                for (lane, child) in children.iter().enumerate() {
                    block.set(lane, child.whole());
                }
            }
            level += 1;
        }
        self.levels.truncate(level + 1);
    }

    /// The box around a leaf block.
    #[inline]
    fn whole(&self, block: usize) -> SmallBox {
        self.levels[1][block / WIDTH].get(block % WIDTH)
    }

    /// Allocates the blocks of a level.
    fn level(&mut self, level: usize, blocks: usize) {
        if self.levels.len() <= level {
            self.levels.push(Vec::new());
        }
        self.levels[level].resize(blocks, BoxBlock::EMPTY);
        // Only the last block has lanes without a child.
        if let Some(last) = self.levels[level].last_mut() {
            *last = BoxBlock::EMPTY;
        }
    }

    /// Visits every leaf block, from block `first` on, that may meet the box.
    #[inline]
    fn descend(&self, small: &SmallBox, first: usize, stack: &mut Vec<(usize, usize)>, mut visit: impl FnMut(usize)) {
        stack.push((self.levels.len() - 1, 0));
        while let Some((level, block)) = stack.pop() {
            let below = level - 1;
            lanes(self.levels[level][block].meets(small), |lane| {
                let child = block * WIDTH + lane;
                if below == 0 && child >= first {
                    visit(child);
                } else if below > 0 && (child + 1) << (3 * below) > first {
                    stack.push((below, child));
                }
            });
        }
    }

    /// Visits every pair of different boxes of this list that meet after rounding, and returns the concatenated
    /// output of the visits. Considers only every `every`-th leaf block as the first of a pair.
    pub(crate) fn visit_within<T: Copy + Send>(
        &self,
        every: usize,
        visit: impl Fn(u32, u32, &mut Vec<T>) + Sync,
    ) -> Vec<T> {
        self.search_within(every, |a, b, _, found| visit(a, b, found))
    }

    /// Visits every pair of a box of this list and a box of `other` that meet after rounding, and returns the
    /// concatenated output of the visits. Considers only every `every`-th leaf block of this list.
    pub(crate) fn visit_between<T: Copy + Send>(
        &self,
        other: &Self,
        every: usize,
        visit: impl Fn(u32, u32, &mut Vec<T>) + Sync,
    ) -> Vec<T> {
        self.search_between(other, every, |a, b, _, found| visit(a, b, found))
    }

    /// Visits the pairs of different boxes that meet after rounding. The flag says that they certainly meet
    /// before rounding.
    pub(crate) fn search_within<T: Copy + Send>(
        &self,
        every: usize,
        visit: impl Fn(u32, u32, bool, &mut Vec<T>) + Sync,
    ) -> Vec<T> {
        if self.order.is_empty() {
            return Vec::new();
        }
        in_parts(self.levels[0].len(), BLOCKS_PER_TASK, |part, found| {
            let mut stack = Vec::new();
            for place in part.filter(|place| place % every == 0) {
                let whole = self.whole(place);
                self.descend(&whole, place, &mut stack, |other| {
                    self.across((self, place), other, |a, b, sure| visit(a, b, sure, found));
                });
            }
        })
    }

    /// Visits the pairs of a box of this list and a box of `other` that meet after rounding. The flag says that
    /// they certainly meet before rounding.
    pub(crate) fn search_between<T: Copy + Send>(
        &self,
        other: &Self,
        every: usize,
        visit: impl Fn(u32, u32, bool, &mut Vec<T>) + Sync,
    ) -> Vec<T> {
        if self.order.is_empty() || other.order.is_empty() {
            return Vec::new();
        }
        in_parts(self.levels[0].len(), BLOCKS_PER_TASK, |part, found| {
            let mut stack = Vec::new();
            for place in part.filter(|place| place % every == 0) {
                let whole = self.whole(place);
                other.descend(&whole, 0, &mut stack, |block| {
                    other.across((self, place), block, |a, b, sure| visit(a, b, sure, found));
                });
            }
        })
    }

    /// Visits the pairs of a box in a leaf block of `from` and a box in a leaf block of this list that meet
    /// after rounding. The flag says that they certainly meet before rounding. Within one block of one list,
    /// every pair is visited once.
    #[inline]
    fn across(&self, (from, place): (&Self, usize), block: usize, mut visit: impl FnMut(u32, u32, bool)) {
        let (near, far) = (&from.levels[0][place], &self.levels[0][block]);
        let itself = std::ptr::eq(near, far);
        lanes(near.meets(&self.whole(block)), |lane| {
            let one = near.get(lane);
            let later = if itself { !0 << (lane + 1) } else { !0 };
            let meets = far.meets(&one) & later;
            if meets == 0 {
                return;
            }
            let (item, sure) = (from.order[place * WIDTH + lane], far.overlaps(&one));
            lanes(meets, |hit| visit(item, self.order[block * WIDTH + hit], sure >> hit & 1 == 1));
        });
    }
}

/// Searches `0..count` in parts of `size` on all threads, and concatenates the results in the order of the
/// parts. The result does not depend on the number of threads.
pub(crate) fn in_parts<T: Copy + Send>(
    count: usize,
    size: usize,
    search: impl Fn(Range<usize>, &mut Vec<T>) + Sync,
) -> Vec<T> {
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
