//! The boxes of a mesh's tree, rigid or deforming.

use super::deforming::DeformingMesh;
use crate::Facets;
use crate::tolerance::{TREE_AXIS_FACTOR, TREE_AXIS_ROOM};
use glam::DVec3;
use tangency_bound::{ObbNode, TreeNode};
use tangency_interval::{Interval, Vector, Vector3};

/// The contents of a node of the tree.
pub(in crate::curved) enum NodeContents {
    Triangle(u32),
    /// Its two children.
    Nodes([u32; 2]),
}

/// The box of a node in the frame of the mesh during a span. The box axes of a rigid mesh have single precision.
pub(in crate::curved) fn node_box(
    facets: &Facets,
    deforming: Option<&DeformingMesh<'_>>,
    node: u32,
    time: Interval,
) -> Vector3 {
    if let Some(deforming) = deforming {
        return deforming.volume(node, time);
    }
    let volume = facets.boxes().volume(node);
    let centre = volume.centre();
    Vector(std::array::from_fn(|axis| {
        let radius = volume.radius_along(DVec3::AXES[axis]) * TREE_AXIS_FACTOR + TREE_AXIS_ROOM * volume.radius();
        Interval::from(centre[axis]) + Interval::between(-radius, radius)
    }))
}

/// The contents of a node of a mesh's tree, and its size in metres.
pub(in crate::curved) fn node_contents(
    facets: &Facets,
    deforming: Option<&DeformingMesh<'_>>,
    node: u32,
) -> (NodeContents, f64) {
    if let Some(deforming) = deforming {
        return match deforming.below(node) {
            (TreeNode::Item(triangle), size) => (NodeContents::Triangle(triangle), size),
            (TreeNode::Children(nodes), size) => (NodeContents::Nodes(nodes), size),
        };
    }
    let tree = facets.boxes();
    let size = 2.0 * tree.volume(node).half().max_element();
    match tree.below(node) {
        ObbNode::Triangle(triangle) => (NodeContents::Triangle(triangle), size),
        ObbNode::Children(first) => (NodeContents::Nodes([first, first + 1]), size),
    }
}
