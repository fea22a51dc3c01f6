//! Sweep and prune.
//!
//! **Question.** Which boxes meet?
//!
//! **Idea.** Sort the boxes by their lower ends along the axis with the largest spread. A box can only meet
//! boxes that begin before it ends. The search sorts the order of the previous step again, which takes linear
//! time if little has changed.
//!
//! **Guarantee.** Every pair that is not disjoint is found once. Of two boxes that overlap on the axis, exactly
//! one begins first (ties are resolved by the list or the position in it), and the other lies in its run.
//!
//! **Cost.** O(n log n), and the number of overlaps along the axis, which grows as n^(5/3) for boxes spread
//! over a cube.
//!
//! **Source.** Cohen, Lin, Manocha, Ponamgi 1995, *I-COLLIDE*. We sort along one axis instead of maintaining
//! three lists, because lists of overlaps cost more to maintain than to recompute when everything moves.

use super::{BroadPhase, PairFilter, ordered};
use crate::packed::in_parts;
use crate::tolerance::BOXES_PER_TASK;
use crate::{Aabb, BoundingVolume};
use glam::DVec3;

/// Sorts along one axis, and keeps the order for the next step.
#[derive(Clone, Debug, Default)]
pub struct SweepAndPrune {
    lists: [SortedBoxes; 2],
}

/// Boxes sorted by their lower ends.
#[derive(Clone, Debug, Default)]
struct SortedBoxes {
    order: Vec<u32>,
    boxes: Vec<Aabb>,
}

impl SortedBoxes {
    fn sort(&mut self, boxes: &[Aabb], axis: usize) {
        if self.order.len() != boxes.len() {
            self.order = (0..boxes.len() as u32).collect();
        }
        let begin = |item: u32| boxes[item as usize].lower()[axis];
        self.order.sort_by(|&a, &b| begin(a).total_cmp(&begin(b)).then(a.cmp(&b)));
        self.boxes.clear();
        self.boxes.extend(self.order.iter().map(|&item| boxes[item as usize]));
    }

    /// Visits the items from position `first` on that begin before `one` ends and are not disjoint from it.
    fn run(&self, first: usize, one: &Aabb, axis: usize, mut visit: impl FnMut(u32)) {
        let end = one.upper()[axis];
        for (place, other) in self.boxes.iter().enumerate().skip(first) {
            if other.lower()[axis] > end {
                return;
            }
            if !one.disjoint(other) {
                visit(self.order[place]);
            }
        }
    }
}

/// The axis along which the centres have the largest variance.
fn widest<'a>(boxes: impl Iterator<Item = &'a Aabb>) -> usize {
    let (mut count, mut sum, mut squares) = (0.0, DVec3::ZERO, DVec3::ZERO);
    for centre in boxes.map(Aabb::centre).filter(|centre| centre.is_finite()) {
        count += 1.0;
        sum += centre;
        squares += centre * centre;
    }
    (squares - sum * sum / f64::max(count, 1.0)).max_position()
}

impl BroadPhase for SweepAndPrune {
    fn pairs_within(&mut self, boxes: &[Aabb], keep: impl PairFilter) -> Vec<[u32; 2]> {
        let axis = widest(boxes.iter());
        let line = &mut self.lists[0];
        line.sort(boxes, axis);
        in_parts(boxes.len(), BOXES_PER_TASK, |part, found| {
            for place in part {
                let item = line.order[place];
                line.run(place + 1, &line.boxes[place], axis, |other| {
                    let [a, b] = ordered(item, other);
                    if keep(a, b) {
                        found.push([a, b]);
                    }
                });
            }
        })
    }

    fn pairs_between(&mut self, a: &[Aabb], b: &[Aabb], keep: impl PairFilter) -> Vec<[u32; 2]> {
        let axis = widest(a.iter().chain(b));
        let [line_a, line_b] = &mut self.lists;
        line_a.sort(a, axis);
        line_b.sort(b, axis);
        let begin = |one: &Aabb| one.lower()[axis];
        // First the boxes of `b` that begin with or after a box of `a`, then the boxes of `a` that begin after
        // a box of `b`.
        let mut found = in_parts(a.len(), BOXES_PER_TASK, |part, found| {
            for place in part {
                let one = &line_a.boxes[place];
                let first = line_b.boxes.partition_point(|other| begin(other) < begin(one));
                line_b.run(first, one, axis, |other| found.push([line_a.order[place], other]));
            }
        });
        found.extend(in_parts(b.len(), BOXES_PER_TASK, |part, found: &mut Vec<[u32; 2]>| {
            for place in part {
                let one = &line_b.boxes[place];
                let first = line_a.boxes.partition_point(|other| begin(other) <= begin(one));
                line_a.run(first, one, axis, |other| found.push([other, line_b.order[place]]));
            }
        }));
        found.retain(|&[a, b]| keep(a, b));
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    crate::broad_phase_laws!(sweep, SweepAndPrune::default());

    #[test]
    fn the_widest_axis_is_found() {
        let at = |x, y, z| Aabb::around([DVec3::new(x, y, z)]).expect("a point");
        let boxes = [at(0.0, 0.0, 1.0), at(1.0, 9.0, 1.0), at(2.0, -9.0, f64::INFINITY)];
        assert_eq!(widest(boxes.iter()), 1);
        assert_eq!(widest([].iter()), 0);
    }
}
