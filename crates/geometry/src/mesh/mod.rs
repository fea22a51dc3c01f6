//! Triangle meshes: validated lists of vertices and triangles, with their edges.

mod closed;
mod connectivity;
mod degenerate;
pub mod primitive;
mod weld;

pub use closed::NotClosed;
pub use connectivity::{Components, Connectivity};
pub use degenerate::{Degenerate, Flaw};
pub use weld::VertexWelder;

use crate::Pose;
use crate::extent::farthest_from;
use crate::tolerance::MOST_MESH_TRIANGLES;
use glam::DVec3;
use std::sync::Arc;

/// A validated triangle mesh: every index refers to a vertex, every coordinate is finite.
///
/// Nothing is repaired or removed. Triangles without area stay, because a contact may lie on them
/// ([`Mesh::degenerate_triangles`] lists them). Unused vertices stay as well. Clones share the lists.
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
    /// The edges whose larger vertex is `v` are those from `edge_starts[v]` to `edge_starts[v + 1]`.
    edge_starts: Arc<[u32]>,
}

/// The lists do not define a mesh.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum MeshError {
    /// There is no triangle.
    #[error("the mesh has no triangle")]
    Empty,
    /// A coordinate is NaN or infinite.
    #[error("vertex {index} at {position} has a coordinate that is not finite")]
    NotFinite {
        /// Index of the vertex.
        index: usize,
        /// Its coordinates.
        position: DVec3,
    },
    /// A triangle refers to a vertex that does not exist.
    #[error("triangle {triangle} names vertex {vertex}, but there are only {vertices} (counted from 0)")]
    OutOfRange {
        /// Index of the triangle.
        triangle: usize,
        /// The invalid vertex index.
        vertex: u32,
        /// Number of vertices.
        vertices: usize,
    },
    /// Vertices, edges and triangles have 32-bit indices.
    #[error("{triangles} triangles are too many for one mesh, which holds at most {}: split it", MOST_MESH_TRIANGLES)]
    TooLarge {
        /// Number of given triangles.
        triangles: usize,
    },
}

impl Mesh {
    /// The mesh of these vertices and triangles. Time `O(n)` unless some vertex has many edges, memory `O(n)`.
    pub fn new(vertices: Vec<DVec3>, triangles: Vec<[u32; 3]>) -> Result<Self, MeshError> {
        if triangles.is_empty() {
            return Err(MeshError::Empty);
        }
        if triangles.len() > MOST_MESH_TRIANGLES {
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

    /// The mesh of lists that are known to be valid.
    fn of(vertices: Vec<DVec3>, triangles: Vec<[u32; 3]>) -> Self {
        let (edges, starts) = unique_edges(vertices.len(), &triangles);
        Self { vertices: vertices.into(), triangles: triangles.into(), edges: edges.into(), edge_starts: starts.into() }
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

    /// The edges, each once, smaller vertex first, sorted by larger and then smaller vertex.
    #[must_use]
    pub fn edges(&self) -> &[[u32; 2]] {
        &self.edges
    }

    /// The index of the edge between two vertices, in either order. Time `O(log d)` for a vertex with `d` edges.
    #[must_use]
    pub fn edge_between(&self, a: u32, b: u32) -> Option<u32> {
        let (small, large) = (a.min(b), a.max(b) as usize);
        let (&from, &to) = (self.edge_starts.get(large)?, self.edge_starts.get(large + 1)?);
        let at_vertex = self.edges.get(from as usize..to as usize)?;
        let found = at_vertex.binary_search_by_key(&small, |&[small, _]| small);
        found.ok().map(|index| from + index as u32)
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

    /// The largest distance of a vertex from the origin in metres, rounded up: the `reach` of travel bounds.
    #[must_use]
    pub fn reach(&self) -> f64 {
        farthest_from(DVec3::ZERO, &self.vertices)
    }

    /// The same mesh placed by `pose`; coordinates are rounded. Fails if a coordinate overflows.
    pub fn transformed(&self, pose: &Pose) -> Result<Self, MeshError> {
        self.mapped(|vertex| pose.apply(vertex))
    }

    /// The same mesh with `map` applied to every vertex. Fails if a coordinate becomes NaN or infinite.
    pub fn mapped(&self, map: impl FnMut(DVec3) -> DVec3) -> Result<Self, MeshError> {
        let vertices: Vec<DVec3> = self.vertices.iter().copied().map(map).collect();
        match vertices.iter().position(|vertex| !vertex.is_finite()) {
            Some(index) => Err(MeshError::NotFinite { index, position: vertices[index] }),
            None => Ok(Self { vertices: vertices.into(), ..self.clone() }),
        }
    }

    /// Merges vertices with exactly equal coordinates ([`VertexWelder`]). Formats such as STL repeat the corners of
    /// every triangle and need this. The first vertex of each position stays, in the original order. Time and memory
    /// `O(n)`.
    #[must_use]
    pub fn merged(&self) -> Self {
        let mut welder = VertexWelder::with_capacity(self.vertices.len());
        let index: Vec<u32> = self.vertices.iter().map(|&vertex| welder.index_of(vertex)).collect();
        let triangles = self.triangles.iter().map(|corners| corners.map(|corner| index[corner as usize])).collect();
        Self::of(welder.into_vertices(), triangles)
    }

    /// The same surface with every triangle reversed.
    #[must_use]
    pub fn flipped(&self) -> Self {
        let triangles = self.triangles.iter().map(|&[a, b, c]| [a, c, b]).collect();
        Self { triangles, ..self.clone() }
    }
}

/// The edges, each once, smaller vertex first, sorted by larger and then smaller vertex; and for every vertex the index
/// of the first edge of which it is the larger end. A counting sort by the larger vertex leaves short lists to sort.
fn unique_edges(vertices: usize, triangles: &[[u32; 3]]) -> (Vec<[u32; 2]>, Vec<u32>) {
    let sides = || {
        let all = triangles.iter().flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]]);
        all.filter(|[a, b]| a != b).map(|[a, b]| (a.min(b), a.max(b) as usize))
    };
    // First the number of sides of each vertex, then the start of its list, and in the end the end of its list.
    let mut places = vec![0_usize; vertices + 1];
    for (_, large) in sides() {
        places[large + 1] += 1;
    }
    for vertex in 0..vertices {
        places[vertex + 1] += places[vertex];
    }
    let mut smaller = vec![0_u32; places[vertices]];
    for (small, large) in sides() {
        smaller[places[large]] = small;
        places[large] += 1;
    }
    let (mut edges, mut starts) = (Vec::with_capacity(smaller.len() / 2), Vec::with_capacity(vertices + 1));
    let mut from = 0;
    for (large, &to) in places[..vertices].iter().enumerate() {
        starts.push(edges.len() as u32);
        let list = &mut smaller[from..to];
        list.sort_unstable();
        let distinct = list.chunk_by(|one, other| one == other).filter_map(|same| same.first());
        edges.extend(distinct.map(|&small| [small, large as u32]));
        from = to;
    }
    starts.push(edges.len() as u32);
    (edges, starts)
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

    /// The edges of random triangles, some with repeated corners, are those of a sorted list.
    #[test]
    fn edges_are_those_of_a_sorted_list() {
        let mut random = tangency_interval::laws::Random::new(31);
        for vertices in [1, 2, 5, 40, 300] {
            let mut corner = || random.below(vertices) as u32;
            let triangles: Vec<[u32; 3]> = (0..200).map(|_| [corner(), corner(), corner()]).collect();
            let mesh = Mesh::new(vec![DVec3::ZERO; vertices], triangles.clone()).unwrap();
            let sides = triangles.iter().flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]]);
            let mut expected: Vec<(u32, u32)> =
                sides.filter(|[a, b]| a != b).map(|[a, b]| (a.max(b), a.min(b))).collect();
            expected.sort_unstable();
            expected.dedup();
            assert!(mesh.edges().iter().map(|&[small, large]| (large, small)).eq(expected.iter().copied()));
            for a in 0..vertices as u32 {
                for b in 0..vertices as u32 + 2 {
                    let found = expected.binary_search(&(a.max(b), a.min(b))).ok().map(|index| index as u32);
                    assert_eq!(mesh.edge_between(a, b), found, "{a} {b} of {vertices}");
                }
            }
        }
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
