//! Pairs of items whose boxes meet at the instant of the trees.

use super::error::KineticError;
use super::tree::KineticTree;
use crate::{Aabb, BoundingVolume};
use tangency_interval::Vector3;

impl KineticTree {
    /// Visits every pair of an item of `a` and an item of `b` whose boxes are not disjoint. Both trees must be
    /// at the same instant.
    pub fn pairs(a: &Self, b: &Self, visit: &mut dyn FnMut(usize, usize)) -> Result<(), KineticError> {
        if a.now != b.now {
            return Err(KineticError::DifferentInstants { a: a.now, b: b.now });
        }
        if a.nodes.is_empty() || b.nodes.is_empty() {
            return Ok(());
        }
        let (mut boxes_a, mut boxes_b) = (BoxCache::new(a), BoxCache::new(b));
        let mut stack = vec![(0, 0)];
        while let Some((i, j)) = stack.pop() {
            if boxes_a.of(i).disjoint(boxes_b.of(j)) {
                continue;
            }
            match (a.groups(i), b.groups(j)) {
                (NodeContent::Item(item_a), NodeContent::Item(item_b)) => visit(item_a, item_b),
                (below_a, below_b) => push_pairs(&mut stack, (i, &below_a), (j, &below_b)),
            }
        }
        Ok(())
    }

    /// Visits every pair of different items whose boxes are not disjoint, smaller item first.
    pub fn pairs_within(&self, visit: &mut dyn FnMut(usize, usize)) {
        if self.nodes.is_empty() {
            return;
        }
        let mut boxes = BoxCache::new(self);
        let mut stack = vec![(0, 0)];
        while let Some((i, j)) = stack.pop() {
            if i != j && boxes.disjoint(i, j) {
                continue;
            }
            match (self.groups(i), self.groups(j)) {
                (NodeContent::Item(a), NodeContent::Item(b)) if a != b => visit(a.min(b), a.max(b)),
                (NodeContent::Item(_), NodeContent::Item(_)) => {}
                // A node paired with itself stands for all pairs below it.
                (NodeContent::Groups([left, right]), NodeContent::Groups(_)) if i == j => {
                    stack.extend([(left, left), (left, right), (right, right)]);
                }
                (below_i, below_j) => push_pairs(&mut stack, (i, &below_i), (j, &below_j)),
            }
        }
    }

    /// Content of a node, down to whole items.
    fn groups(&self, node: usize) -> NodeContent {
        match (self.item(node), self.children(node)) {
            (Some(item), _) => NodeContent::Item(item),
            (None, Some(children)) => NodeContent::Groups(children),
            (None, None) => unreachable!("every corner is below an item or is one"),
        }
    }
}

enum NodeContent {
    Item(usize),
    Groups([usize; 2]),
}

/// Pushes every pair of the contents of two nodes. An item stays as it is.
fn push_pairs(
    stack: &mut Vec<(usize, usize)>,
    (i, below_i): (usize, &NodeContent),
    (j, below_j): (usize, &NodeContent),
) {
    match (below_i, below_j) {
        (NodeContent::Groups(a), NodeContent::Groups(b)) => {
            stack.extend([(a[0], b[0]), (a[0], b[1]), (a[1], b[0]), (a[1], b[1])])
        }
        (NodeContent::Groups(a), NodeContent::Item(_)) => stack.extend(a.map(|i| (i, j))),
        (NodeContent::Item(_), NodeContent::Groups(b)) => stack.extend(b.map(|j| (i, j))),
        (NodeContent::Item(_), NodeContent::Item(_)) => {}
    }
}

/// The boxes of one instant. Boxes and points are evaluated on first use and cached.
struct BoxCache<'tree> {
    tree: &'tree KineticTree,
    known: Vec<Option<Aabb>>,
    places: Vec<Option<Vector3>>,
}

impl<'tree> BoxCache<'tree> {
    fn new(tree: &'tree KineticTree) -> Self {
        // One entry per rank: twice the number of items minus one.
        let ranks = tree.nodes.iter().rev().find_map(|node| node.item().map(|_| node.rank() + 1)).unwrap_or(0);
        Self { tree, known: vec![None; ranks], places: vec![None; tree.plans.len()] }
    }

    fn disjoint(&mut self, i: usize, j: usize) -> bool {
        let first = *self.of(i);
        first.disjoint(self.of(j))
    }

    fn of(&mut self, node: usize) -> &Aabb {
        let Self { tree, known, places } = self;
        known[tree.nodes[node].rank()].get_or_insert_with(|| {
            tree.volume_by(node, |point, axis| {
                places[point].get_or_insert_with(|| tree.plans[point].at(tree.now)).0[axis]
            })
        })
    }
}
