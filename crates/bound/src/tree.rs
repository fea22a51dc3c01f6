//! A binary tree over items.
//!
//! **Question.** Which pairs of items may touch?
//!
//! **Idea.** The shape of the tree is made once, by halving the items along the longest side of their centres. The
//! volumes are fitted bottom-up for every step of time; two trees are descended together, and a pair of nodes whose
//! volumes are disjoint is left with all that is below.
//!
//! **Guarantee.** Every pair of items whose volumes are not disjoint is visited, exactly once.
//!
//! **Cost.** O(n log n) to make, O(n) to fit, O(pairs + n) to search on well-spread items.
//!
//! **Source.** Teschner et al. 2006, bounding volume hierarchies: top-down by the median; bottom-up refitting.

use crate::Volume;
use glam::DVec3;

/// The shape of a tree over `n` items, without volumes. Children come after their parent.
#[derive(Clone, Debug, PartialEq)]
pub struct Tree {
    nodes: Vec<Node>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Node {
    Leaf {
        item: u32,
    },
    /// The left child follows at once.
    Inner {
        right: u32,
    },
}

impl Tree {
    /// A balanced tree over items with these centres, in their order.
    #[must_use]
    pub fn new(centres: &[DVec3]) -> Self {
        let mut items: Vec<u32> = (0..centres.len() as u32).collect();
        let mut nodes = Vec::with_capacity(2 * centres.len());
        if !items.is_empty() {
            grow(&mut nodes, &mut items, centres);
        }
        Self { nodes }
    }

    /// Computes every node's volume from those of the items.
    pub fn fit<V: Volume>(&self, volume: impl Fn(usize) -> V) -> Fitted<'_, V> {
        let mut volumes: Vec<Option<V>> = vec![None; self.nodes.len()];
        for (index, node) in self.nodes.iter().enumerate().rev() {
            volumes[index] = match *node {
                Node::Leaf { item } => Some(volume(item as usize)),
                Node::Inner { right } => match (&volumes[index + 1], &volumes[right as usize]) {
                    (Some(left), Some(right)) => Some(left.merged(right)),
                    _ => unreachable!("children come after their parent"),
                },
            };
        }
        Fitted { tree: self, volumes: volumes.into_iter().flatten().collect() }
    }
}

/// Appends the subtree over `items`, halved along the longest side of the box of their centres. The depth is the
/// logarithm of the count, because the halves are equal whatever the coordinates.
fn grow(nodes: &mut Vec<Node>, items: &mut [u32], centres: &[DVec3]) {
    if let [item] = *items {
        nodes.push(Node::Leaf { item });
        return;
    }
    let start = centres[items[0] as usize];
    let (lower, upper) = items.iter().fold((start, start), |(lower, upper), &item| {
        (lower.min(centres[item as usize]), upper.max(centres[item as usize]))
    });
    let axis = (upper - lower).max_position();
    let half = items.len() / 2;
    items.select_nth_unstable_by(half, |&a, &b| {
        centres[a as usize][axis].total_cmp(&centres[b as usize][axis]).then(a.cmp(&b))
    });
    let node = nodes.len();
    nodes.push(Node::Inner { right: 0 });
    let (left, right) = items.split_at_mut(half);
    grow(nodes, left, centres);
    nodes[node] = Node::Inner { right: nodes.len() as u32 };
    grow(nodes, right, centres);
}

/// A tree with the volume of every node.
#[derive(Clone, Debug)]
pub struct Fitted<'tree, V> {
    tree: &'tree Tree,
    volumes: Vec<V>,
}

impl<V: Volume> Fitted<'_, V> {
    /// The volume of everything; `None` for an empty tree.
    #[must_use]
    pub fn root(&self) -> Option<&V> {
        self.volumes.first()
    }

    /// Visits every pair of an item of `a` and an item of `b` whose volumes are not disjoint.
    pub fn pairs(a: &Self, b: &Self, visit: &mut dyn FnMut(usize, usize)) {
        let mut stack = Vec::new();
        if !a.volumes.is_empty() && !b.volumes.is_empty() {
            stack.push((0, 0));
        }
        while let Some((i, j)) = stack.pop() {
            if a.volumes[i].disjoint(&b.volumes[j]) {
                continue;
            }
            match (a.tree.nodes[i], b.tree.nodes[j]) {
                (Node::Leaf { item: item_a }, Node::Leaf { item: item_b }) => visit(item_a as usize, item_b as usize),
                (Node::Inner { right }, Node::Leaf { .. }) => stack.extend([(i + 1, j), (right as usize, j)]),
                (Node::Leaf { .. }, Node::Inner { right }) => stack.extend([(i, j + 1), (i, right as usize)]),
                (Node::Inner { right: right_a }, Node::Inner { right: right_b }) => {
                    let (right_a, right_b) = (right_a as usize, right_b as usize);
                    stack.extend([(i + 1, j + 1), (i + 1, right_b), (right_a, j + 1), (right_a, right_b)]);
                }
            }
        }
    }

    /// Visits every pair of different items whose volumes are not disjoint, smaller item first.
    pub fn pairs_within(&self, visit: &mut dyn FnMut(usize, usize)) {
        let mut stack = Vec::new();
        if !self.volumes.is_empty() {
            stack.push((0, 0));
        }
        while let Some((i, j)) = stack.pop() {
            if i != j && self.volumes[i].disjoint(&self.volumes[j]) {
                continue;
            }
            match (self.tree.nodes[i], self.tree.nodes[j]) {
                (Node::Leaf { .. }, Node::Leaf { .. }) if i == j => {}
                (Node::Leaf { item: a }, Node::Leaf { item: b }) => visit(a.min(b) as usize, a.max(b) as usize),
                (Node::Inner { right }, _) if i == j => {
                    let right = right as usize;
                    stack.extend([(i + 1, i + 1), (i + 1, right), (right, right)]);
                }
                (Node::Inner { right }, Node::Leaf { .. }) => stack.extend([(i + 1, j), (right as usize, j)]),
                (Node::Leaf { .. }, Node::Inner { right }) => stack.extend([(i, j + 1), (i, right as usize)]),
                (Node::Inner { right: right_i }, Node::Inner { right: right_j }) => {
                    let (right_i, right_j) = (right_i as usize, right_j as usize);
                    stack.extend([(i + 1, j + 1), (i + 1, right_j), (right_i, j + 1), (right_i, right_j)]);
                }
            }
        }
    }
}
