//! The building of a tree of oriented boxes, from the whole mesh down to its triangles.
//!
//! The triangles are copied into a list that carries their corners. Each cut reorders its part of this list, so that
//! all passes over the triangles of a node read memory in sequence. A node over `n` triangles has `2n − 2` nodes below
//! it. Its part of the list of nodes is therefore known before they are built, and both halves can be built at the
//! same time.
//!
//! Threads are those of a scope, and not of the pool ([`parallel_share`]).

use super::fit::{Fitted, fitted};
use super::{LEAF, StoredObb};
use crate::Obb;
use crate::tolerance::SMALLEST_SHARE;
use crate::tree::parallel_share;
use glam::DVec3;
use std::thread;
use tangency_geometry::Mesh;

/// A triangle with the data that the boxes above it need.
#[derive(Clone, Copy, Debug)]
pub(super) struct TreeTriangle {
    pub(super) corners: [DVec3; 3],
    /// The share of the triangle in the area of the mesh. Every triangle counts 1 if that area is zero or overflows.
    pub(super) weight: f64,
    index: u32,
}

impl TreeTriangle {
    /// The sum of the corners: three times the centre.
    #[inline]
    pub(super) fn sum(&self) -> DVec3 {
        self.corners[0] + self.corners[1] + self.corners[2]
    }

    /// A vector along the normal, twice as long as the area.
    #[inline]
    pub(super) fn normal(&self) -> DVec3 {
        let [a, b, c] = self.corners;
        (b - a).cross(c - a)
    }
}

/// The nodes of the tree over all triangles of a mesh. Children come in pairs after their parent, and the nodes below
/// the first child before those below the second.
pub(super) fn nodes(mesh: &Mesh) -> Vec<StoredObb> {
    let mut triangles = listed(mesh);
    let mut nodes = vec![StoredObb { volume: Obb::UNBOUNDED, link: 0 }; 2 * triangles.len() - 1];
    let shared = parallel_share(triangles.len());
    if let Some((root, below)) = nodes.split_first_mut() {
        grow(root, TreePart { below, first: 1, triangles: &mut triangles, shared });
    }
    nodes
}

/// All triangles of the mesh.
fn listed(mesh: &Mesh) -> Vec<TreeTriangle> {
    let triangle = |index: usize| {
        let triangle = TreeTriangle { corners: mesh.corners(index), weight: 1.0, index: index as u32 };
        TreeTriangle { weight: triangle.normal().length(), ..triangle }
    };
    let mut triangles: Vec<TreeTriangle> = (0..mesh.triangles().len()).map(triangle).collect();
    let whole: f64 = triangles.iter().map(|triangle| triangle.weight).sum();
    let usable = whole > 0.0 && whole.is_finite();
    for triangle in &mut triangles {
        triangle.weight = if usable { triangle.weight / whole } else { 1.0 };
    }
    triangles
}

/// The triangles of a node, and the place of the nodes below it.
struct TreePart<'build> {
    below: &'build mut [StoredObb],
    /// Index of the first node of `below` in the tree.
    first: u32,
    triangles: &'build mut [TreeTriangle],
    /// Two threads build a part of at least this many triangles.
    shared: usize,
}

/// Fits the box of a node, and builds everything below it.
fn grow(node: &mut StoredObb, TreePart { below, first, triangles, shared }: TreePart<'_>) {
    let Fitted { volume, mean } = fitted(triangles);
    node.volume = volume;
    if let [triangle] = *triangles {
        node.link = LEAF | triangle.index;
        return;
    }
    node.link = first;
    let in_parallel = triangles.len() >= shared;
    let cut = divide(triangles, &node.volume, mean);
    let (lower, upper) = triangles.split_at_mut(cut);
    let (children, below) = below.split_at_mut(2);
    let (left, right) = children.split_at_mut(1);
    let (below_left, below_right) = below.split_at_mut(2 * lower.len() - 2);
    let first_right = first + 2 + below_left.len() as u32;
    let left_part = TreePart { below: below_left, first: first + 2, triangles: lower, shared };
    let right_part = TreePart { below: below_right, first: first_right, triangles: upper, shared };
    if in_parallel {
        thread::scope(|scope| {
            scope.spawn(|| grow(&mut right[0], right_part));
            grow(&mut left[0], left_part);
        });
    } else {
        grow(&mut left[0], left_part);
        grow(&mut right[0], right_part);
    }
}

/// Moves the triangles on the lower side of the cut to the front, and returns their number: at least one, and not all.
/// `mean` is the mean of the sums of their corners.
fn divide(triangles: &mut [TreeTriangle], volume: &Obb, mean: DVec3) -> usize {
    let longest = volume.half().max_position();
    let axis = volume.axes().col(longest);
    let along = |triangle: &TreeTriangle| axis.dot(triangle.sum());
    let at_mean = partition(triangles, axis.dot(mean), along);
    let smallest = (SMALLEST_SHARE * triangles.len() as f64).ceil() as usize;
    if at_mean >= smallest && triangles.len() - at_mean >= smallest {
        return at_mean;
    }
    let half = triangles.len() / 2;
    triangles.select_nth_unstable_by(half, |a, b| along(a).total_cmp(&along(b)).then(a.index.cmp(&b.index)));
    half
}

/// Moves the triangles below the limit to the front, and returns their number.
fn partition(triangles: &mut [TreeTriangle], limit: f64, along: impl Fn(&TreeTriangle) -> f64) -> usize {
    let (mut low, mut high) = (0, triangles.len());
    loop {
        while low < high && along(&triangles[low]) < limit {
            low += 1;
        }
        while low < high && !(along(&triangles[high - 1]) < limit) {
            high -= 1;
        }
        if low >= high {
            return low;
        }
        triangles.swap(low, high - 1);
        low += 1;
        high -= 1;
    }
}
