//! The shape of a kinetic tree: items split at the median along the longest side of the box of their centres,
//! and the corners of every item below it.

use super::error::KineticError;
use super::queue::SIDES;
use crate::tree::median_halves;
use glam::DVec3;

/// Marks a missing node or item.
const NONE: u32 = u32::MAX;

/// A node. Children come after their parent, the left child directly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct KineticNode {
    parent: u32,
    /// The right child. For a corner, its point.
    right: u32,
    corner: bool,
    /// The item, if the node contains exactly one whole item.
    item: u32,
    /// Number of previous nodes that contain at least one whole item. It numbers these nodes densely.
    rank: u32,
}

impl KineticNode {
    /// The parent; `None` for the root.
    pub(super) fn parent(&self) -> Option<u32> {
        (self.parent != NONE).then_some(self.parent)
    }

    /// The right child; `None` for a corner. The left child is the next node.
    pub(super) fn right(&self) -> Option<u32> {
        (!self.corner).then_some(self.right)
    }

    /// The point of a corner.
    pub(super) fn point(&self) -> Option<u32> {
        self.corner.then_some(self.right)
    }

    /// The item, if the node contains exactly one whole item.
    pub(super) fn item(&self) -> Option<u32> {
        (self.item != NONE).then_some(self.item)
    }

    /// Dense number of the nodes that contain at least one whole item, from 0 to 2·items - 2.
    pub(super) fn rank(&self) -> usize {
        self.rank as usize
    }
}

/// All nodes over items with these corners. `place` returns the position of a point.
pub(super) fn grow(
    items: &[impl AsRef<[u32]>],
    place: impl Fn(u32) -> DVec3,
) -> Result<Vec<KineticNode>, KineticError> {
    let corners: usize = items.iter().map(|item| item.as_ref().len()).sum();
    // Each side of each of the 2·corners - 1 nodes has a 32-bit number.
    if corners > u32::MAX as usize / (2 * SIDES) {
        return Err(KineticError::TooMany { count: corners });
    }
    let centre = |item: &[u32]| item.iter().map(|&point| place(point)).sum::<DVec3>() / item.len() as f64;
    let centres: Vec<DVec3> = items.iter().map(|item| centre(item.as_ref())).collect();
    let mut order: Vec<u32> = (0..items.len() as u32).collect();
    let mut growth = TreeGrowth { ranks: 0, items, centres, nodes: Vec::with_capacity(2 * corners) };
    if !order.is_empty() {
        growth.over_items(&mut order, NONE);
    }
    Ok(growth.nodes)
}

struct TreeGrowth<'items, I> {
    /// Number of nodes with a whole item so far.
    ranks: u32,
    items: &'items [I],
    centres: Vec<DVec3>,
    nodes: Vec<KineticNode>,
}

impl<I: AsRef<[u32]>> TreeGrowth<'_, I> {
    /// Appends the subtree over items. Both halves have equal counts, whatever the coordinates, so the depth is
    /// logarithmic.
    fn over_items(&mut self, order: &mut [u32], parent: u32) {
        let (node, rank) = (self.nodes.len(), self.ranks);
        self.ranks += 1;
        if let [item] = *order {
            self.over_corners(self.items[item as usize].as_ref(), parent);
            (self.nodes[node].item, self.nodes[node].rank) = (item, rank);
            return;
        }
        let (left, right) = median_halves(order, &self.centres);
        self.nodes.push(KineticNode { parent, right: NONE, corner: false, item: NONE, rank });
        self.over_items(left, node as u32);
        self.nodes[node].right = self.nodes.len() as u32;
        self.over_items(right, node as u32);
    }

    /// Appends the subtree over the corners of one item, in their order.
    fn over_corners(&mut self, corners: &[u32], parent: u32) {
        let (node, rank) = (self.nodes.len(), self.ranks);
        if let [point] = *corners {
            self.nodes.push(KineticNode { parent, right: point, corner: true, item: NONE, rank });
            return;
        }
        let (left, right) = corners.split_at(corners.len() / 2);
        self.nodes.push(KineticNode { parent, right: NONE, corner: false, item: NONE, rank });
        self.over_corners(left, node as u32);
        self.nodes[node].right = self.nodes.len() as u32;
        self.over_corners(right, node as u32);
    }
}
