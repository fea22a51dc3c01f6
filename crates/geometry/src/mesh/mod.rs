//! Triangle meshes: validated lists of vertices and triangles, with the edges between them.

mod closed;
mod connectivity;
mod degenerate;
pub mod primitive;

pub use closed::NotClosed;
pub use connectivity::{Components, Connectivity};
pub use degenerate::{Degenerate, Flaw};

use crate::Pose;
use glam::DVec3;
use std::collections::HashMap;
use std::sync::Arc;

/// A validated triangle mesh: every index names a vertex, every coordinate is finite.
///
/// Nothing is repaired or dropped: triangles without area stay, because a contact may lie on them
/// ([`Mesh::degenerate_triangles`] names them), and so do vertices that no triangle uses. A clone shares the lists.
///
/// ```
/// use glam::dvec3;
/// use tangency_geometry::Mesh;
///
/// let corners = vec![dvec3(0.0, 0.0, 0.0), dvec3(1.0, 0.0, 0.0), dvec3(0.0, 1.0, 0.0)];
/// let mesh = Mesh::new(corners.clone(), vec![[0, 1, 2]])?;
/// assert_eq!(mesh.edges(), &[[0, 1], [0, 2], [1, 2]]);
///
/// let fault = Mesh::new(corners, vec![[0, 1, 3]]).unwrap_err();
/// assert_eq!(fault.to_string(), "triangle 0 names vertex 3, but there are only 3 (counted from 0)");
/// # Ok::<(), tangency_geometry::MeshError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Mesh {
    vertices: Arc<[DVec3]>,
    triangles: Arc<[[u32; 3]]>,
    edges: Arc<[[u32; 2]]>,
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
    /// Vertices, edges and triangles are counted with 32 bits.
    #[error("{triangles} triangles are too many for one mesh, which holds at most {}: split it", Mesh::MOST_TRIANGLES)]
    TooLarge {
        /// How many triangles were given.
        triangles: usize,
    },
}

impl Mesh {
    /// The most triangles a mesh can have, so that its edges can be counted with 32 bits.
    pub const MOST_TRIANGLES: usize = (u32::MAX / 3) as usize;

    /// The mesh of these vertices and triangles. Time `O(n log n)`, memory `O(n)`.
    pub fn new(vertices: Vec<DVec3>, triangles: Vec<[u32; 3]>) -> Result<Self, MeshError> {
        if triangles.is_empty() {
            return Err(MeshError::Empty);
        }
        if triangles.len() > Self::MOST_TRIANGLES {
            return Err(MeshError::TooLarge { triangles: triangles.len() });
        }
        if let Some(index) = vertices.iter().position(|vertex| !vertex.is_finite()) {
            return Err(MeshError::NotFinite { index, position: vertices[index] });
        }
        for (triangle, corners) in triangles.iter().enumerate() {
            if let Some(&vertex) = corners.iter().find(|&&corner| corner as usize >= vertices.len()) {
                return Err(MeshError::OutOfRange { triangle, vertex, vertices: vertices.len() });
            }
        }
        Ok(Self::of(vertices, triangles))
    }

    /// The mesh of lists that are known to be sound.
    fn of(vertices: Vec<DVec3>, triangles: Vec<[u32; 3]>) -> Self {
        let edges = unique_edges(&triangles).into();
        Self { vertices: vertices.into(), triangles: triangles.into(), edges }
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

    /// The index of the edge between two vertices, in either order. Time `O(log n)`.
    #[must_use]
    pub fn edge_between(&self, a: u32, b: u32) -> Option<u32> {
        let wanted = (a.max(b), a.min(b));
        let found = self.edges.binary_search_by_key(&wanted, |&[small, large]| (large, small));
        found.ok().map(|index| index as u32)
    }

    /// The positions of a triangle's corners.
    ///
    /// # Panics
    /// If there is no such triangle.
    #[must_use]
    pub fn corners(&self, triangle: usize) -> [DVec3; 3] {
        self.triangles[triangle].map(|corner| self.vertices[corner as usize])
    }

    /// The smallest and the largest coordinates of all vertices.
    #[must_use]
    pub fn bounding_box(&self) -> [DVec3; 2] {
        let first = self.vertices[0];
        self.vertices.iter().fold([first, first], |[lower, upper], &vertex| [lower.min(vertex), upper.max(vertex)])
    }

    /// The largest distance of a vertex from the origin, rounded up: the `reach` that travel bounds ask for.
    #[must_use]
    pub fn reach(&self) -> f64 {
        let distance = |vertex: &DVec3| crate::enclose(*vertex).length().upper();
        self.vertices.iter().map(distance).fold(0.0, f64::max)
    }

    /// The same mesh placed by `pose` once and for all; coordinates are rounded. An error if one overflows.
    pub fn transformed(&self, pose: &Pose) -> Result<Self, MeshError> {
        self.mapped(|vertex| pose.apply(vertex))
    }

    /// The same mesh with every vertex sent through `map`. An error if a coordinate comes out NaN or infinite.
    pub fn mapped(&self, map: impl FnMut(DVec3) -> DVec3) -> Result<Self, MeshError> {
        let vertices: Vec<DVec3> = self.vertices.iter().copied().map(map).collect();
        match vertices.iter().position(|vertex| !vertex.is_finite()) {
            Some(index) => Err(MeshError::NotFinite { index, position: vertices[index] }),
            None => {
                Ok(Self { vertices: vertices.into(), triangles: self.triangles.clone(), edges: self.edges.clone() })
            }
        }
    }

    /// The same surface with vertices of equal coordinates made one, as files that repeat the corners of every triangle
    /// (STL) need it. The first of each kind stays, in the old order. Time and memory `O(n)`.
    #[must_use]
    pub fn merged(&self) -> Self {
        let mut vertices = Vec::new();
        let mut seen: HashMap<[u64; 3], u32> = HashMap::with_capacity(self.vertices.len());
        let mut kept = Vec::with_capacity(self.vertices.len());
        for vertex in &*self.vertices {
            // Adding zero makes −0 the same as +0.
            let key = vertex.to_array().map(|coordinate| (coordinate + 0.0).to_bits());
            kept.push(*seen.entry(key).or_insert_with(|| {
                vertices.push(*vertex);
                vertices.len() as u32 - 1
            }));
        }
        let rename = |corners: &[u32; 3]| corners.map(|corner| kept[corner as usize]);
        let triangles: Vec<[u32; 3]> = self.triangles.iter().map(rename).collect();
        Self::of(vertices, triangles)
    }

    /// The same surface seen from the other side: every triangle turned round.
    #[must_use]
    pub fn flipped(&self) -> Self {
        let triangles = self.triangles.iter().map(|&[a, b, c]| [a, c, b]).collect();
        Self { vertices: self.vertices.clone(), triangles, edges: self.edges.clone() }
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

#[cfg(test)]
mod tests {
    use super::*;
    use glam::dvec3;

    fn square() -> Mesh {
        let vertices = vec![dvec3(0.0, 0.0, 0.0), dvec3(1.0, 0.0, 0.0), dvec3(1.0, 1.0, 0.0), dvec3(0.0, 1.0, 0.0)];
        Mesh::new(vertices, vec![[0, 1, 2], [0, 2, 3]]).unwrap()
    }

    #[test]
    fn edges_are_listed_once_by_larger_then_smaller_vertex() {
        assert_eq!(square().edges(), &[[0, 1], [0, 2], [1, 2], [0, 3], [2, 3]]);
        assert_eq!(square().edge_between(2, 0), Some(1));
        assert_eq!(square().edge_between(1, 3), None);
        assert_eq!(square().edge_between(7, 3), None);
    }

    #[test]
    fn faults_are_named() {
        let vertices = square().vertices().to_vec();
        assert_eq!(Mesh::new(vertices.clone(), vec![]), Err(MeshError::Empty));
        let fault = Mesh::new(vertices.clone(), vec![[0, 1, 2], [0, 1, 4]]);
        assert_eq!(fault, Err(MeshError::OutOfRange { triangle: 1, vertex: 4, vertices: 4 }));
        for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            let mut vertices = vertices.clone();
            vertices[3].y = bad;
            let fault = Mesh::new(vertices, vec![[0, 1, 2]]).unwrap_err();
            assert!(matches!(fault, MeshError::NotFinite { index: 3, .. }), "{fault}");
        }
        assert!(matches!(Mesh::new(vec![], vec![[0, 0, 0]]), Err(MeshError::OutOfRange { .. })));
        assert!(matches!(square().mapped(|p| p * f64::MAX * 2.0), Err(MeshError::NotFinite { .. })));
    }

    #[test]
    fn merging_joins_equal_corners_and_nothing_else() {
        let soup = vec![
            dvec3(0.0, 0.0, 0.0),
            dvec3(1.0, 0.0, 0.0),
            dvec3(1.0, 1.0, 0.0),
            dvec3(-0.0, 0.0, -0.0),
            dvec3(1.0, 1.0, 0.0),
            dvec3(0.0, 1.0_f64.next_up(), 0.0),
        ];
        let merged = Mesh::new(soup, vec![[0, 1, 2], [3, 4, 5]]).unwrap().merged();
        assert_eq!(merged.triangles(), &[[0, 1, 2], [0, 2, 3]]);
        assert_eq!(merged.vertices().len(), 4);
        assert_eq!(merged.edges(), square().edges());
        assert_eq!(merged.merged(), merged);
    }

    #[test]
    fn box_and_reach_hold_every_vertex() {
        let mesh = square().mapped(|p| 3.0 * p - dvec3(1.0, 2.0, 0.0)).unwrap();
        assert_eq!(mesh.bounding_box(), [dvec3(-1.0, -2.0, 0.0), dvec3(2.0, 1.0, 0.0)]);
        let exact = 8.0_f64.sqrt();
        assert!(mesh.reach() >= exact && mesh.reach() < exact * (1.0 + 1e-15));
    }
}
