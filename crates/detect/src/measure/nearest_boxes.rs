//! The pairs of many boxes in the order of their gaps.
//!
//! **Question.** Which two of many boxes are closest, which are next, and so on?
//!
//! **Idea.** A tree over the boxes. A priority queue holds pairs of nodes with the gaps of their boxes. The pair with
//! the least gap is replaced by the pairs of its children. A pair of leaves is the next answer.
//!
//! **Guarantee.** Every pair of boxes that has not come yet is below a pair of nodes in the queue, whose gap is a lower
//! bound. So if the gap of a pair exceeds a limit, those of all later pairs do.
//!
//! **Cost.** O(n log n) for the tree, and about log n steps for each of the first pairs.
//!
//! **Source.** Hjaltason and Samet, *Incremental distance join algorithms for spatial databases* (1998).

use super::questions::box_distances;
use glam::DVec3;
use std::collections::BinaryHeap;
use tangency_bound::{Aabb, FittedTree, Tree, TreeNode};
use tangency_interval::Earliest;

/// A tree over boxes.
pub(super) struct BoxTree {
    boxes: Vec<Aabb>,
    tree: Tree,
}

impl BoxTree {
    pub(super) fn new(boxes: Vec<Aabb>) -> Self {
        let centre = |of: &Aabb| if of.centre().is_finite() { of.centre() } else { DVec3::ZERO };
        let centres: Vec<DVec3> = boxes.iter().map(centre).collect();
        Self { tree: Tree::new(&centres), boxes }
    }

    /// All pairs of boxes with their gaps, the least gap first.
    pub(super) fn pairs(&self) -> NearestBoxPairs<'_> {
        let tree = self.tree.fit(|item| self.boxes[item]);
        let mut pairs = NearestBoxPairs { tree, waiting: BinaryHeap::new() };
        if self.boxes.len() > 1 {
            pairs.push([0, 0]);
        }
        pairs
    }
}

/// Produces pairs of boxes in the order of their gaps.
pub(super) struct NearestBoxPairs<'tree> {
    tree: FittedTree<'tree, Aabb>,
    /// Pairs of nodes by their gaps. Two items come as their nodes.
    waiting: BinaryHeap<Earliest<[u32; 2], ()>>,
}

impl NearestBoxPairs<'_> {
    fn push(&mut self, place: [u32; 2]) {
        let [gap, _] = box_distances(&place.map(|node| *self.tree.volume(node)));
        // A gap that is not a number bounds nothing.
        let time = if gap > 0.0 { gap } else { 0.0 };
        self.waiting.push(Earliest { time, place, item: () });
    }

    fn push_both(&mut self, places: [[u32; 2]; 2]) {
        for place in places {
            self.push(place);
        }
    }

    /// The next pair, if its gap is at most `limit`. The indices are in order.
    pub(super) fn next_within(&mut self, limit: f64) -> Option<[usize; 2]> {
        while self.waiting.peek().is_some_and(|next| !(next.time > limit)) {
            let [a, b] = self.waiting.pop()?.place;
            match (self.tree.below(a), self.tree.below(b)) {
                // A box with itself.
                (TreeNode::Item(_), TreeNode::Item(_)) if a == b => {}
                (TreeNode::Item(one), TreeNode::Item(other)) => {
                    return Some([one.min(other) as usize, one.max(other) as usize]);
                }
                (TreeNode::Children([left, right]), TreeNode::Children(_)) if a == b => {
                    for place in [[left, left], [left, right], [right, right]] {
                        self.push(place);
                    }
                }
                (TreeNode::Children(children), TreeNode::Item(_)) => self.push_both(children.map(|child| [child, b])),
                (TreeNode::Item(_), TreeNode::Children(children)) => self.push_both(children.map(|child| [a, child])),
                (TreeNode::Children(of_a), TreeNode::Children(of_b)) => {
                    self.push_both(if self.size(a) >= self.size(b) {
                        of_a.map(|child| [child, b])
                    } else {
                        of_b.map(|child| [a, child])
                    })
                }
            }
        }
        None
    }

    fn size(&self, node: u32) -> f64 {
        let volume = self.tree.volume(node);
        (volume.upper() - volume.lower()).max_element()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tangency_interval::laws::Random;

    /// All pairs come once, in the order of their gaps, whatever the sizes of the boxes; some boxes are the same, and
    /// one has no bounds.
    #[test]
    fn pairs_come_in_the_order_of_their_gaps() {
        let mut random = Random::new(5);
        for count in [0, 1, 2, 3, 40] {
            let mut boxes: Vec<Aabb> = (0..count)
                .map(|_| {
                    let mut vector = |size: f64| DVec3::from_array([0; 3].map(|_| random.between(-size, size)));
                    let (centre, half) = (vector(3.0), vector(0.4).abs());
                    Aabb::around([centre - half, centre + half]).expect("two points")
                })
                .collect();
            if count == 40 {
                boxes[7] = boxes[3];
                boxes[9] = Aabb::around([DVec3::NEG_INFINITY, DVec3::INFINITY]).expect("two points");
            }
            let mut expected = Vec::new();
            for b in 0..boxes.len() {
                expected.extend((0..b).map(|a| (box_distances(&[boxes[a], boxes[b]])[0], [a, b])));
            }
            let gap = |[a, b]: [usize; 2]| box_distances(&[boxes[a], boxes[b]])[0];
            let tree = BoxTree::new(boxes.clone());
            let mut pairs = tree.pairs();
            let mut found = Vec::new();
            while let Some(pair) = pairs.next_within(f64::INFINITY) {
                found.push((gap(pair), pair));
            }
            assert!(found.is_sorted_by(|x, y| x.0 <= y.0), "{found:?}");
            let limit = 0.7;
            let mut near = tree.pairs();
            let within = std::iter::from_fn(|| near.next_within(limit)).count();
            assert_eq!(within, expected.iter().filter(|(gap, _)| *gap <= limit).count());
            expected.sort_by(|x, y| x.0.total_cmp(&y.0).then(x.1.cmp(&y.1)));
            found.sort_by(|x, y| x.0.total_cmp(&y.0).then(x.1.cmp(&y.1)));
            assert_eq!(found, expected);
        }
    }
}
