//! Triangle meshes.

use glam::DVec3;

/// A validated triangle mesh.
#[derive(Clone, Debug, PartialEq)]
pub struct Mesh {
    vertices: Vec<DVec3>,
    triangles: Vec<[u32; 3]>,
    edges: Vec<[u32; 2]>,
}

/// The lists do not make a mesh.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum MeshError {
    /// There is no triangle.
    #[error("the mesh has no triangle")]
    Empty,
    /// A coordinate is NaN or infinite.
    #[error("vertex {index} at {position} has a coordinate that is not finite")]
    NotFinite {
        /// Which vertex.
        index: usize,
        /// Its coordinates.
        position: DVec3,
    },
    /// A triangle names a vertex that does not exist.
    #[error("triangle {triangle} names vertex {vertex}, but there are only {vertices} (counted from 0)")]
    OutOfRange {
        /// Which triangle.
        triangle: usize,
        /// The vertex it names.
        vertex: u32,
        /// How many vertices there are.
        vertices: usize,
    },
}

impl Mesh {
    /// The mesh of these vertices and triangles.
    pub fn new(vertices: Vec<DVec3>, triangles: Vec<[u32; 3]>) -> Result<Self, MeshError> {
        if triangles.is_empty() {
            return Err(MeshError::Empty);
        }
        if let Some(index) = vertices.iter().position(|vertex| !vertex.is_finite()) {
            return Err(MeshError::NotFinite { index, position: vertices[index] });
        }
        for (triangle, corners) in triangles.iter().enumerate() {
            if let Some(&vertex) = corners.iter().find(|&&corner| corner as usize >= vertices.len()) {
                return Err(MeshError::OutOfRange { triangle, vertex, vertices: vertices.len() });
            }
        }
        let edges = unique_edges(&triangles);
        Ok(Self { vertices, triangles, edges })
    }

    /// The vertices.
    #[must_use]
    pub fn vertices(&self) -> &[DVec3] {
        &self.vertices
    }

    /// The triangles, as indices of their corners.
    #[must_use]
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }

    /// The edges, each once, smaller vertex first, ordered by larger and then smaller vertex.
    #[must_use]
    pub fn edges(&self) -> &[[u32; 2]] {
        &self.edges
    }
}

fn unique_edges(triangles: &[[u32; 3]]) -> Vec<[u32; 2]> {
    let mut edges: Vec<[u32; 2]> = triangles
        .iter()
        .flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]])
        .filter(|[a, b]| a != b)
        .map(|[a, b]| [a.min(b), a.max(b)])
        .collect();
    edges.sort_unstable_by_key(|&[small, large]| (large, small));
    edges.dedup();
    edges
}
