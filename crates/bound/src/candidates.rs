//! The pairs of features of meshes that may touch during a step.
//!
//! **Question.** Which vertices may touch which faces, and which edges which edges, while every vertex goes straight from
//! where it is at the start of a step to where it is at the end?
//!
//! **Idea.** The box of where a vertex starts and ends holds it throughout; the box of those of its corners holds an edge or a
//! face throughout. A broad phase finds the boxes that meet.
//!
//! **Guarantee.** Every pair of a vertex and a face, or of two edges, that come within twice the radius of one another at any
//! instant of the step is listed, once; of one mesh with itself, except pairs that share a vertex, which always touch.
//!
//! **Cost.** That of the broad phase, over the vertices, edges and faces.
//!
//! **Source.** Teschner et al. 2006, deformable surfaces, section 3.1; the pairs are those that ipc-toolkit's `Candidates` lists.

use crate::{Aabb, BroadPhase, Refit, Volume};
use glam::DVec3;
use tangency_geometry::Mesh;

/// A mesh during a step: where its vertices start and where they end.
#[derive(Clone, Copy, Debug)]
pub struct Step<'mesh> {
    mesh: &'mesh Mesh,
    start: &'mesh [DVec3],
    end: &'mesh [DVec3],
}

/// The frames do not belong to the mesh.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum StepError {
    /// A frame has too few or too many vertices.
    #[error("the mesh has {vertices} vertices, but the frames have {start} and {end}")]
    Count {
        /// Of the mesh.
        vertices: usize,
        /// Of the first frame.
        start: usize,
        /// Of the second frame.
        end: usize,
    },
    /// A coordinate is NaN or infinite.
    #[error("vertex {index} goes from {start} to {end}, which is not finite")]
    NotFinite {
        /// Which vertex.
        index: usize,
        /// Where it starts.
        start: DVec3,
        /// Where it ends.
        end: DVec3,
    },
}

impl<'mesh> Step<'mesh> {
    /// The mesh with these frames in place of its own vertices.
    pub fn new(mesh: &'mesh Mesh, start: &'mesh [DVec3], end: &'mesh [DVec3]) -> Result<Self, StepError> {
        let vertices = mesh.vertices().len();
        if start.len() != vertices || end.len() != vertices {
            return Err(StepError::Count { vertices, start: start.len(), end: end.len() });
        }
        if let Some(index) = start.iter().zip(end).position(|(start, end)| !start.is_finite() || !end.is_finite()) {
            return Err(StepError::NotFinite { index, start: start[index], end: end[index] });
        }
        Ok(Self { mesh, start, end })
    }
}

/// The swept boxes of all features of a mesh.
#[derive(Clone, Debug, Default)]
struct Swept {
    vertices: Vec<Aabb>,
    edges: Vec<Aabb>,
    faces: Vec<Aabb>,
}

impl Swept {
    /// Computes them in the same memory. Edges and faces take the boxes of their corners, which are inflated already.
    fn sweep(&mut self, step: &Step<'_>, radius: f64) {
        let sweep = |(&start, &end): (&DVec3, &DVec3)| {
            let swept = Aabb::between(start.min(end), start.max(end));
            if radius == 0.0 { swept } else { swept.inflated(radius) }
        };
        self.vertices.clear();
        self.vertices.extend(step.start.iter().zip(step.end).map(sweep));
        let of = |corner: u32| &self.vertices[corner as usize];
        self.edges.clear();
        self.edges.extend(step.mesh.edges().iter().map(|&[a, b]| of(a).merged(of(b))));
        self.faces.clear();
        self.faces.extend(step.mesh.triangles().iter().map(|&[a, b, c]| of(a).merged(of(b)).merged(of(c))));
    }
}

/// Pairs of features that may touch.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Candidates {
    /// Vertices of the first mesh with faces of the second; of one mesh with itself, all such pairs.
    pub vertex_face: Vec<[u32; 2]>,
    /// Faces of the first mesh with vertices of the second; none for one mesh with itself.
    pub face_vertex: Vec<[u32; 2]>,
    /// Edges of the first mesh with edges of the second; of one mesh with itself, smaller index first.
    pub edge_edge: Vec<[u32; 2]>,
}

/// Finds candidates step after step, with memory and orders that are used again.
///
/// ```
/// use glam::{DVec3, dvec3};
/// use tangency_bound::{CandidateSearch, Step};
/// use tangency_geometry::Mesh;
///
/// // Two triangles, a metre apart; the upper one falls by two metres.
/// let low = [dvec3(0.0, 0.0, 0.0), dvec3(1.0, 0.0, 0.0), dvec3(0.0, 1.0, 0.0)];
/// let start: Vec<DVec3> = low.into_iter().chain(low.map(|corner| corner + DVec3::Z)).collect();
/// let end: Vec<DVec3> = low.into_iter().chain(low.map(|corner| corner - DVec3::Z)).collect();
/// let mesh = Mesh::new(start.clone(), vec![[0, 1, 2], [3, 4, 5]])?;
/// let mut search = CandidateSearch::default();
/// let found = search.within(&Step::new(&mesh, &start, &end)?, 0.0);
/// assert_eq!((found.vertex_face.len(), found.edge_edge.len()), (6, 9));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct CandidateSearch<B = Refit> {
    swept: [Swept; 2],
    vertex_face: B,
    face_vertex: B,
    edge_edge: B,
}

impl<B: BroadPhase> CandidateSearch<B> {
    /// The candidates of a mesh with itself. Every box is inflated by the radius.
    pub fn within(&mut self, step: &Step<'_>, radius: f64) -> Candidates {
        let swept = &mut self.swept[0];
        swept.sweep(step, radius);
        let (edges, faces) = (step.mesh.edges(), step.mesh.triangles());
        Candidates {
            vertex_face: self.vertex_face.pairs_between(&swept.vertices, &swept.faces, |vertex, face| {
                !faces[face as usize].contains(&vertex)
            }),
            face_vertex: Vec::new(),
            edge_edge: self.edge_edge.pairs_within(&swept.edges, |a, b| {
                let ([a, b], [c, d]) = (edges[a as usize], edges[b as usize]);
                a != c && a != d && b != c && b != d
            }),
        }
    }

    /// The candidates between two meshes. Every box is inflated by the radius.
    pub fn between(&mut self, a: &Step<'_>, b: &Step<'_>, radius: f64) -> Candidates {
        let [swept_a, swept_b] = &mut self.swept;
        swept_a.sweep(a, radius);
        swept_b.sweep(b, radius);
        Candidates {
            vertex_face: self.vertex_face.pairs_between(&swept_a.vertices, &swept_b.faces, |_, _| true),
            face_vertex: self.face_vertex.pairs_between(&swept_a.faces, &swept_b.vertices, |_, _| true),
            edge_edge: self.edge_edge.pairs_between(&swept_a.edges, &swept_b.edges, |_, _| true),
        }
    }
}
