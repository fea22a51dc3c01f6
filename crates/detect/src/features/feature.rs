//! A vertex, edge or triangle of a mesh.

use crate::Element;
use crate::tolerance::ON_BORDER;
use tangency_geometry::{Feature, Mesh};

/// A vertex, an edge or a triangle of a mesh, with its one to three corners.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct MeshFeature {
    pub(super) count: u8,
    /// Index among the vertices, edges or triangles.
    pub(crate) index: u32,
    vertices: [u32; 3],
}

impl MeshFeature {
    pub(crate) fn vertex(index: u32) -> Self {
        Self { count: 1, index, vertices: [index, 0, 0] }
    }

    pub(crate) fn edge(mesh: &Mesh, index: u32) -> Self {
        let [a, b] = mesh.edges()[index as usize];
        Self { count: 2, index, vertices: [a, b, 0] }
    }

    pub(crate) fn triangle(mesh: &Mesh, index: u32) -> Self {
        Self { count: 3, index, vertices: mesh.triangles()[index as usize] }
    }

    /// The feature of the first `count` points (one to three) of a list that is not a mesh.
    pub(crate) fn first(count: usize) -> Self {
        Self { count: count.min(3) as u8, index: 0, vertices: [0, 1, 2] }
    }

    /// The vertices at its corners.
    pub(crate) fn vertices(&self) -> &[u32] {
        &self.vertices[..self.count as usize]
    }

    /// The element of the mesh that this feature is.
    pub(crate) fn element(&self) -> Element {
        match self.count {
            1 => Element::Vertex(self.index),
            2 => Element::Edge(self.index),
            _ => Element::Face(self.index),
        }
    }

    /// Whether two features of the same mesh have a vertex in common.
    pub(crate) fn shares_vertex_with(&self, other: &Self) -> bool {
        self.vertices().iter().any(|index| other.vertices().contains(index))
    }

    /// The lowest-dimensional feature that contains the witness point with these weights: a corner or side rather
    /// than the whole triangle.
    pub(crate) fn named(&self, mesh: &Mesh, weights: [f64; 3]) -> Feature {
        let positive: Vec<(u32, f64)> =
            self.vertices().iter().copied().zip(weights).filter(|&(_, weight)| weight > ON_BORDER).collect();
        match *positive {
            [(vertex, _)] => Feature::Vertex(vertex),
            [(from, _), (to, along)] => match mesh.edge_between(from, to) {
                Some(index) => Feature::Edge { index, parameter: if from < to { along } else { 1.0 - along } },
                // Both ends are the same vertex: a degenerate triangle that lists it twice.
                None => Feature::Vertex(from),
            },
            _ => Feature::Face { index: self.index, weights },
        }
    }
}
