//! A binary tree over items.
//!
//! **Question.** Which pairs of items may touch?
//!
//! **Idea.** The shape of the tree is built once, by splitting the items at the median along the longest side
//! of the box of their centres. The volumes are refitted bottom-up for every step. Two trees are descended
//! together. A pair of nodes with disjoint volumes is pruned with everything below it.
//!
//! If pairs have an order, such as the time at which they may first meet, the descent follows it and can stop
//! early.
//!
//! **Guarantee.** Every pair of items whose volumes are not disjoint is visited exactly once. The ordered
//! search visits every such pair up to the horizon.
//!
//! **Cost.** O(n log n) to build, O(n) to fit, O(pairs + n) to search on well-spread items.
//!
//! **Source.** Teschner et al. 2006, bounding volume hierarchies: top-down construction by the median;
//! bottom-up refitting.

use crate::BoundingVolume;
use crate::tolerance::{FEWEST_PARALLEL_ITEMS, TASKS_PER_THREAD};
use glam::DVec3;
use std::collections::BinaryHeap;
use std::thread;
use tangency_interval::Earliest;

/// The shape of a tree over `n` items, without volumes. Children come after their parent.
#[derive(Clone, Debug, PartialEq)]
pub struct Tree {
    pub(crate) nodes: Vec<NodeLink>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum NodeLink {
    Leaf {
        item: u32,
    },
    /// The left child is the next node.
    Inner {
        right: u32,
    },
}

impl Tree {
    /// A balanced tree over items with these centres. Item `i` has centre `i`.
    #[must_use]
    pub fn new(centres: &[DVec3]) -> Self {
        let mut items: Vec<u32> = (0..centres.len() as u32).collect();
        let mut nodes = Vec::with_capacity(2 * centres.len());
        if !items.is_empty() {
            grow(&mut nodes, &mut items, centres);
        }
        Self { nodes }
    }

    /// The items in the order of the leaves. The items below any node are consecutive.
    pub fn items(&self) -> impl Iterator<Item = u32> + '_ {
        self.nodes.iter().filter_map(|node| match *node {
            NodeLink::Leaf { item } => Some(item),
            NodeLink::Inner { .. } => None,
        })
    }

    /// The largest number of edges from the root to a leaf.
    #[must_use]
    pub fn depth(&self) -> usize {
        let mut depths = vec![0_usize; self.nodes.len()];
        for (index, node) in self.nodes.iter().enumerate() {
            if let NodeLink::Inner { right } = *node {
                depths[index + 1] = depths[index] + 1;
                depths[right as usize] = depths[index] + 1;
            }
        }
        depths.into_iter().max().unwrap_or(0)
    }

    /// Computes the volume of every node from the volumes of the items.
    pub fn fit<V: BoundingVolume>(&self, volume: impl Fn(usize) -> V) -> FittedTree<'_, V> {
        let mut volumes: Vec<Option<V>> = vec![None; self.nodes.len()];
        for (index, node) in self.nodes.iter().enumerate().rev() {
            volumes[index] = match *node {
                NodeLink::Leaf { item } => Some(volume(item as usize)),
                NodeLink::Inner { right } => match (&volumes[index + 1], &volumes[right as usize]) {
                    (Some(left), Some(right)) => Some(left.merged(right)),
                    _ => unreachable!("children come after their parent"),
                },
            };
        }
        FittedTree { tree: self, volumes: volumes.into_iter().flatten().collect() }
    }
}

/// Splits the items at the median along the longest side of the box of their centres. Equal coordinates are
/// ordered by index, so the halves are the same on every run.
pub(crate) fn median_halves<'items>(
    items: &'items mut [u32],
    centres: &[DVec3],
) -> (&'items mut [u32], &'items mut [u32]) {
    let start = centres[items[0] as usize];
    let (lower, upper) = items.iter().fold((start, start), |(lower, upper), &item| {
        (lower.min(centres[item as usize]), upper.max(centres[item as usize]))
    });
    let axis = (upper - lower).max_position();
    let half = items.len() / 2;
    items.select_nth_unstable_by(half, |&a, &b| {
        centres[a as usize][axis].total_cmp(&centres[b as usize][axis]).then(a.cmp(&b))
    });
    items.split_at_mut(half)
}

/// Appends the subtree over `items`, of which there is at least one, split at the median along the longest side of the
/// box of their centres. Both halves have equal counts, whatever the coordinates, so the depth is logarithmic.
pub(crate) fn grow(nodes: &mut Vec<NodeLink>, items: &mut [u32], centres: &[DVec3]) {
    let first = nodes.len();
    nodes.resize(first + 2 * items.len() - 1, NodeLink::Leaf { item: 0 });
    let shared = parallel_share(items.len());
    fill(&mut nodes[first..], first, items, centres, shared);
}

/// Fills `nodes`, of which the first has index `first` in the tree, with the subtree over `items`. Two threads share
/// the work on at least `shared` items.
fn fill(nodes: &mut [NodeLink], first: usize, items: &mut [u32], centres: &[DVec3], shared: usize) {
    if let [item] = *items {
        nodes[0] = NodeLink::Leaf { item };
        return;
    }
    let in_parallel = items.len() >= shared;
    let (left, right) = median_halves(items, centres);
    // A subtree over n items has 2n − 1 nodes.
    let first_right = first + 2 * left.len();
    nodes[0] = NodeLink::Inner { right: first_right as u32 };
    let (nodes_left, nodes_right) = nodes[1..].split_at_mut(2 * left.len() - 1);
    if in_parallel {
        thread::scope(|scope| {
            scope.spawn(|| fill(nodes_right, first_right, right, centres, shared));
            fill(nodes_left, first + 1, left, centres, shared);
        });
    } else {
        fill(nodes_left, first + 1, left, centres, shared);
        fill(nodes_right, first_right, right, centres, shared);
    }
}

/// The fewest items of a part of a tree over `count` items that two threads build. The threads are those of a scope, and
/// not of the pool: a thread of the pool that waits takes other work, which might ask for the tree that it is building.
pub(crate) fn parallel_share(count: usize) -> usize {
    // To ask for the number of threads starts the pool, which takes longer than a tree over so few items.
    if count < FEWEST_PARALLEL_ITEMS {
        return usize::MAX;
    }
    match rayon::current_num_threads() {
        1 => usize::MAX,
        threads => FEWEST_PARALLEL_ITEMS.max(count / (TASKS_PER_THREAD * threads)),
    }
}

/// Content of a tree node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeNode {
    /// One item.
    Item(u32),
    /// The two child nodes.
    Children([u32; 2]),
}

/// A tree with the volume of every node.
#[derive(Clone, Debug)]
pub struct FittedTree<'tree, V> {
    tree: &'tree Tree,
    volumes: Vec<V>,
}

impl<V: BoundingVolume> FittedTree<'_, V> {
    /// Recomputes the volume of every node bottom-up, in the same memory.
    pub fn refit(&mut self, volume: impl Fn(usize) -> V) {
        for (index, node) in self.tree.nodes.iter().enumerate().rev() {
            self.volumes[index] = match *node {
                NodeLink::Leaf { item } => volume(item as usize),
                NodeLink::Inner { right } => self.volumes[index + 1].merged(&self.volumes[right as usize]),
            };
        }
    }

    /// The volume of a node. Node 0 is the root.
    ///
    /// # Panics
    /// If there is no such node.
    #[must_use]
    pub fn volume(&self, node: u32) -> &V {
        &self.volumes[node as usize]
    }

    /// Content of a node, for a descent in the caller's own order.
    ///
    /// # Panics
    /// If there is no such node.
    ///
    /// ```
    /// use glam::DVec3;
    /// use tangency_bound::{Aabb, Tree, TreeNode};
    ///
    /// let points = [DVec3::ZERO, DVec3::X];
    /// let tree = Tree::new(&points);
    /// let fitted = tree.fit(|item| Aabb::around([points[item]]).expect("a point"));
    /// let TreeNode::Children([left, right]) = fitted.below(0) else { panic!("two items") };
    /// assert_eq!((fitted.below(left), fitted.below(right)), (TreeNode::Item(0), TreeNode::Item(1)));
    /// assert_eq!(fitted.volume(right).lower(), DVec3::X);
    /// ```
    #[must_use]
    pub fn below(&self, node: u32) -> TreeNode {
        match self.tree.nodes[node as usize] {
            NodeLink::Leaf { item } => TreeNode::Item(item),
            NodeLink::Inner { right } => TreeNode::Children([node + 1, right]),
        }
    }

    /// The volume of the root; `None` for an empty tree.
    #[must_use]
    pub fn root(&self) -> Option<&V> {
        self.volumes.first()
    }

    /// Visits every pair of an item of `a` and an item of `b` whose volumes are not disjoint.
    pub fn pairs(a: &Self, b: &Self, visit: &mut dyn FnMut(usize, usize)) {
        let mut stack = start(a, b);
        while let Some(pair) = stack.pop() {
            if a.volumes[pair.0].disjoint(&b.volumes[pair.1]) {
                continue;
            }
            match below(a, b, pair) {
                PairContent::Items(item_a, item_b) => visit(item_a, item_b),
                PairContent::Pairs(pairs) => stack.extend(pairs.into_iter().flatten()),
            }
        }
    }

    /// Visits every pair of different items whose volumes are not disjoint, smaller item first.
    pub fn pairs_within(&self, visit: &mut dyn FnMut(usize, usize)) {
        let mut stack = start(self, self);
        while let Some(pair) = stack.pop() {
            if pair.0 != pair.1 && self.volumes[pair.0].disjoint(&self.volumes[pair.1]) {
                continue;
            }
            match below_within(self, pair) {
                PairContent::Items(a, b) => visit(a.min(b), a.max(b)),
                PairContent::Pairs(pairs) => stack.extend(pairs.into_iter().flatten()),
            }
        }
    }

    /// Visits pairs of an item of `a` and an item of `b` by increasing `order`, until it exceeds the horizon
    /// that `visit` returns. `order` returns `None` for pairs to skip. It must never be greater for larger
    /// volumes.
    pub fn pairs_in_order(a: &Self, b: &Self, order: PairOrder<'_, V>, visit: PairVisit<'_>) {
        in_order(start(a, b), |(i, j)| order(&a.volumes[i], &b.volumes[j]), |pair| below(a, b, pair), visit);
    }

    /// Like [`pairs_in_order`](Self::pairs_in_order) for pairs of different items of one tree, smaller item
    /// first.
    pub fn pairs_within_in_order(&self, order: PairOrder<'_, V>, visit: PairVisit<'_>) {
        let key = |(i, j): (usize, usize)| {
            if i == j { Some(f64::NEG_INFINITY) } else { order(&self.volumes[i], &self.volumes[j]) }
        };
        in_order(start(self, self), key, |pair| below_within(self, pair), &mut |order, a, b| {
            visit(order, a.min(b), a.max(b))
        });
    }
}

/// Sort key of a pair of volumes, such as the earliest time at which they may meet; `None` to skip the pair.
pub type PairOrder<'f, V> = &'f dyn Fn(&V, &V) -> Option<f64>;

/// Receives the sort key of two items and the items; returns the horizon.
pub type PairVisit<'f> = &'f mut dyn FnMut(f64, usize, usize) -> f64;

/// Content of a pair of nodes: two items, or pairs of child nodes.
enum PairContent {
    Items(usize, usize),
    Pairs([Option<(usize, usize)>; 4]),
}

fn start<V>(a: &FittedTree<'_, V>, b: &FittedTree<'_, V>) -> Vec<(usize, usize)> {
    if a.volumes.is_empty() || b.volumes.is_empty() { Vec::new() } else { vec![(0, 0)] }
}

fn below<V>(a: &FittedTree<'_, V>, b: &FittedTree<'_, V>, (i, j): (usize, usize)) -> PairContent {
    match (a.tree.nodes[i], b.tree.nodes[j]) {
        (NodeLink::Leaf { item: item_a }, NodeLink::Leaf { item: item_b }) => {
            PairContent::Items(item_a as usize, item_b as usize)
        }
        (NodeLink::Inner { right }, NodeLink::Leaf { .. }) => {
            PairContent::Pairs([Some((i + 1, j)), Some((right as usize, j)), None, None])
        }
        (NodeLink::Leaf { .. }, NodeLink::Inner { right }) => {
            PairContent::Pairs([Some((i, j + 1)), Some((i, right as usize)), None, None])
        }
        (NodeLink::Inner { right: right_a }, NodeLink::Inner { right: right_b }) => {
            let (right_a, right_b) = (right_a as usize, right_b as usize);
            PairContent::Pairs([(i + 1, j + 1), (i + 1, right_b), (right_a, j + 1), (right_a, right_b)].map(Some))
        }
    }
}

/// Content of a pair of nodes of one tree. A node paired with itself stands for all pairs below it.
fn below_within<V>(fitted: &FittedTree<'_, V>, (i, j): (usize, usize)) -> PairContent {
    match fitted.tree.nodes[i] {
        NodeLink::Leaf { .. } if i == j => PairContent::Pairs([None; 4]),
        NodeLink::Inner { right } if i == j => {
            let (left, right) = (i + 1, right as usize);
            PairContent::Pairs([Some((left, left)), Some((left, right)), Some((right, right)), None])
        }
        NodeLink::Leaf { .. } | NodeLink::Inner { .. } => below(fitted, fitted, (i, j)),
    }
}

/// An entry of the priority queue: smallest sort key first, then the pair with the smallest node indices.
type WaitingPair = Earliest<(usize, usize), ()>;

fn in_order(
    start: Vec<(usize, usize)>,
    order: impl Fn((usize, usize)) -> Option<f64>,
    below: impl Fn((usize, usize)) -> PairContent,
    visit: PairVisit<'_>,
) {
    let mut queue: BinaryHeap<WaitingPair> = BinaryHeap::new();
    // Pairs whose key does not exceed the current one. They bypass the queue.
    let mut ready: Vec<WaitingPair> = start
        .into_iter()
        .filter_map(|pair| order(pair).map(|time| WaitingPair { time, place: pair, item: () }))
        .collect();
    let mut horizon = f64::INFINITY;
    // The queue is sorted: once its first entry exceeds the horizon, all do. A ready pair may exceed it too,
    // because rounding can make the key of a child smaller than that of its parent.
    while let Some(WaitingPair { time: now, place: pair, .. }) =
        ready.pop().or_else(|| queue.pop().filter(|waiting| waiting.time <= horizon))
    {
        if now > horizon {
            continue;
        }
        match below(pair) {
            PairContent::Items(a, b) => horizon = visit(now, a, b),
            PairContent::Pairs(pairs) => {
                for pair in pairs.into_iter().flatten() {
                    if let Some(time) = order(pair) {
                        let waiting = WaitingPair { time, place: pair, item: () };
                        if time <= now { ready.push(waiting) } else { queue.push(waiting) }
                    }
                }
            }
        }
    }
}
