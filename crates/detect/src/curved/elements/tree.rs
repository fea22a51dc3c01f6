//! The tree of a mesh, rigid or deforming: the boxes of its nodes and the elements of its triangles.

use super::deforming::DeformingMesh;
use super::element::{ElementShape, SharedElement, SurfaceElement};
use crate::Facets;
use crate::tolerance::{TREE_AXIS_FACTOR, TREE_AXIS_ROOM};
use glam::DVec3;
use tangency_bound::{ObbNode, TreeNode};
use tangency_geometry::Mesh;
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

/// The elements of a triangle: itself, and with `with_borders` the edges and vertices that it owns.
pub(in crate::curved) fn triangle_elements<'mesh>(
    facets: &'mesh Facets,
    deforming: Option<&'mesh DeformingMesh<'mesh>>,
    index: u32,
    with_borders: bool,
) -> Vec<SharedElement<'mesh>> {
    if let Some(deforming) = deforming {
        return deforming.parts(index, with_borders).into_iter().map(SurfaceElement::shared).collect();
    }
    let mesh = facets.mesh();
    let mut elements = vec![SurfaceElement::shared(triangle(mesh, index))];
    if with_borders {
        let owned = facets.owned(index as usize);
        // Inside a flat face the triangles have all contacts. An edge there would act as if it were sharp.
        let edges = owned.edges.into_iter().flatten().filter(|&edge| !facets.is_inside_flat_face(edge));
        elements.extend(edges.map(|edge| SurfaceElement::shared(segment(mesh, edge))));
        let vertices = owned.vertices.into_iter().flatten();
        let vertices = vertices.filter(|&vertex| !facets.is_vertex_inside_flat_face(vertex));
        elements.extend(vertices.map(|vertex| SurfaceElement::shared(corner(mesh, vertex))));
    }
    elements
}

/// A triangle of a mesh.
fn triangle<'shape>(mesh: &Mesh, index: u32) -> ElementShape<'shape> {
    ElementShape::Triangle(index, mesh.triangles()[index as usize].map(|corner| mesh.vertices()[corner as usize]))
}

/// An edge of a mesh.
fn segment<'shape>(mesh: &Mesh, index: u32) -> ElementShape<'shape> {
    ElementShape::Segment(index, mesh.edges()[index as usize].map(|corner| mesh.vertices()[corner as usize]))
}

/// A vertex of a mesh.
fn corner<'shape>(mesh: &Mesh, index: u32) -> ElementShape<'shape> {
    ElementShape::Corner(index, mesh.vertices()[index as usize])
}
