//! The construction of the tree for rays.
//!
//! **Question.** Which items share a node, so that rays test few boxes?
//!
//! **Idea.** The surface area heuristic: the cost of a part is its surface times its number of items. The cut with the
//! least cost is sought among bins along each axis. Four parts make a node: the one of the largest surface is cut next.
//!
//! **Guarantee.** Every item is in one leaf and within all boxes above it. No path has more than [`HALVING_DEPTH`] cuts
//! by bins, and halves below them.
//!
//! **Cost.** O(n log n).
//!
//! **Source.** Wald, *On Fast Construction of SAH-based Bounding Volume Hierarchies*, 2007.

use super::tree::{COUNT_BITS, LEAF, WIDTH, WideNode};
use crate::tolerance::{RAY_BINS, RAY_LEAF};
use glam::Vec3;

/// From this depth on, items are halved.
const HALVING_DEPTH: usize = 30;

/// Grows a tree over boxes.
pub(super) struct RayTreeBuilder<'boxes> {
    pub(super) boxes: &'boxes [[Vec3; 2]],
    pub(super) nodes: Vec<WideNode>,
}

/// Consecutive items and their box.
#[derive(Clone, Copy)]
struct ItemRun {
    from: usize,
    to: usize,
    ends: [Vec3; 2],
    depth: usize,
}

fn merged(a: [Vec3; 2], b: [Vec3; 2]) -> [Vec3; 2] {
    [a[0].min(b[0]), a[1].max(b[1])]
}

const NOTHING: [Vec3; 2] = [Vec3::INFINITY, Vec3::NEG_INFINITY];

/// Half the surface of a box.
fn area(ends: [Vec3; 2]) -> f32 {
    let size = (ends[1] - ends[0]).max(Vec3::ZERO);
    size.x * size.y + size.y * size.z + size.z * size.x
}

impl RayTreeBuilder<'_> {
    /// Fills `nodes`, the root first, and sorts the items into the order of the leaves.
    pub(super) fn grow(&mut self, order: &mut [u32]) {
        let run = ItemRun { from: 0, to: order.len(), ends: self.around(order), depth: 0 };
        self.nodes.push(WideNode::EMPTY);
        let mut waiting = vec![(0_usize, run)];
        while let Some((node, run)) = waiting.pop() {
            for (child, part) in self.parts(order, run).into_iter().enumerate() {
                for axis in 0..3 {
                    self.nodes[node].ends[axis][0][child] = part.ends[0][axis];
                    self.nodes[node].ends[axis][1][child] = part.ends[1][axis];
                }
                let count = part.to - part.from;
                self.nodes[node].links[child] = if count <= RAY_LEAF {
                    LEAF | (part.from as u32) << COUNT_BITS | (count as u32 - 1)
                } else {
                    self.nodes.push(WideNode::EMPTY);
                    waiting.push((self.nodes.len() - 1, part));
                    self.nodes.len() as u32 - 1
                };
            }
        }
    }

    fn around(&self, items: &[u32]) -> [Vec3; 2] {
        items.iter().fold(NOTHING, |ends, &item| merged(ends, self.boxes[item as usize]))
    }

    /// Up to four parts of a run: halves the part of the largest surface until there are four, or only leaves.
    fn parts(&self, order: &mut [u32], run: ItemRun) -> Vec<ItemRun> {
        let mut parts = vec![run];
        while parts.len() < WIDTH {
            let divisible = |part: &ItemRun| part.to - part.from > RAY_LEAF;
            let largest = (0..parts.len())
                .filter(|&index| divisible(&parts[index]))
                .max_by(|&a, &b| area(parts[a].ends).total_cmp(&area(parts[b].ends)));
            let Some(largest) = largest else { break };
            let part = parts[largest];
            let items = &mut order[part.from..part.to];
            let cut = part.from + self.divide(items, part.depth);
            let half = |from: usize, to: usize| ItemRun {
                from,
                to,
                ends: self.around(&order[from..to]),
                depth: part.depth + 1,
            };
            parts[largest] = half(part.from, cut);
            parts.push(half(cut, part.to));
        }
        parts
    }

    /// Sorts the items into two nonempty parts and returns the size of the first. Deep in the tree both are halves,
    /// so that no path becomes too long.
    fn divide(&self, items: &mut [u32], depth: usize) -> usize {
        let middle = |item: u32| 0.5 * (self.boxes[item as usize][0] + self.boxes[item as usize][1]);
        let [lower, upper] = items.iter().fold(NOTHING, |ends, &item| merged(ends, [middle(item); 2]));
        let size = upper - lower;
        let mut best: Option<(f32, usize, usize)> = None;
        for axis in 0..3 {
            if !(size[axis] > 0.0) || depth >= HALVING_DEPTH {
                continue;
            }
            let mut bins = [(NOTHING, 0_usize); RAY_BINS];
            for &item in items.iter() {
                let bin = bin_of(middle(item)[axis], lower[axis], size[axis]);
                bins[bin] = (merged(bins[bin].0, self.boxes[item as usize]), bins[bin].1 + 1);
            }
            let mut after = [(NOTHING, 0_usize); RAY_BINS + 1];
            for bin in (0..RAY_BINS).rev() {
                after[bin] = (merged(after[bin + 1].0, bins[bin].0), after[bin + 1].1 + bins[bin].1);
            }
            let mut before = (NOTHING, 0_usize);
            for bin in 1..RAY_BINS {
                before = (merged(before.0, bins[bin - 1].0), before.1 + bins[bin - 1].1);
                if before.1 == 0 || after[bin].1 == 0 {
                    continue;
                }
                let cost = area(before.0) * before.1 as f32 + area(after[bin].0) * after[bin].1 as f32;
                if best.is_none_or(|(least, ..)| cost < least) {
                    best = Some((cost, axis, bin));
                }
            }
        }
        let Some((_, axis, bin)) = best else {
            let axis = size.max_position();
            let half = items.len() / 2;
            items.select_nth_unstable_by(half, |&a, &b| middle(a)[axis].total_cmp(&middle(b)[axis]).then(a.cmp(&b)));
            return half;
        };
        let mut first = 0;
        for index in 0..items.len() {
            if bin_of(middle(items[index])[axis], lower[axis], size[axis]) < bin {
                items.swap(first, index);
                first += 1;
            }
        }
        first
    }
}

fn bin_of(value: f32, lower: f32, size: f32) -> usize {
    // A conversion of NaN to an integer gives 0.
    (((value - lower) / size * RAY_BINS as f32) as usize).min(RAY_BINS - 1)
}
