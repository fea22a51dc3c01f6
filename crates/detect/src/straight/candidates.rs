//! Candidate pairs of features of two triangles, with the window in which they may meet.
//!
//! **Question.** Two triangles may be close during a step. Which of their vertices, edges and faces must be tested?
//!
//! **Idea.** Each vertex and edge of a mesh is owned by one of its triangles and tested only through that triangle,
//! so no pair of features is tested twice. Features of one mesh that share a vertex always touch there and are
//! skipped; other features cover the rest of them. (Two edges that share a vertex and meet elsewhere lie on one
//! line. Then the end of one edge is on a triangle of the other.)
//!
//! **Guarantee.** If two surfaces come within `separation`, so does some listed pair of features, within its window.

use crate::Facets;
use crate::features::{FeaturePair, MeshFeature, StraightPaths};
use tangency_bound::{BoundingVolume, MovingBox};
use tangency_geometry::Mesh;

/// A mesh and the moving boxes of its vertices during one step.
#[derive(Clone, Debug)]
pub(crate) struct SweptMesh<'step> {
    pub(crate) model: &'step Facets,
    pub(crate) paths: &'step StraightPaths,
    boxes: Vec<MovingBox>,
}

impl<'step> SweptMesh<'step> {
    pub(crate) fn new(model: &'step Facets, paths: &'step StraightPaths) -> Self {
        Self { model, paths, boxes: paths.iter().map(|path| path.moving_box()).collect() }
    }

    pub(crate) fn mesh(&self) -> &'step Mesh {
        self.model.mesh()
    }

    /// The moving bounding box of a triangle.
    pub(crate) fn triangle_box(&self, triangle: usize) -> MovingBox {
        self.moving_box(&self.mesh().triangles()[triangle])
    }

    fn moving_box(&self, vertices: &[u32]) -> MovingBox {
        let boxes = vertices.iter().map(|&vertex| self.boxes[vertex as usize]);
        boxes.reduce(|a, b| a.merged(&b)).expect("a feature has corners")
    }

    fn edges(&self, triangle: usize) -> impl Iterator<Item = MeshFeature> + Clone + use<'step> {
        let mesh = self.mesh();
        self.model.owned(triangle).edges.into_iter().flatten().map(move |edge| MeshFeature::edge(mesh, edge))
    }

    fn vertices(&self, triangle: usize) -> impl Iterator<Item = MeshFeature> + Clone + use<'step> {
        self.model.owned(triangle).vertices.into_iter().flatten().map(MeshFeature::vertex)
    }
}

/// Two features that may meet within a window of the step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CandidatePair {
    pub(crate) window: [f64; 2],
    pub(crate) features: [MeshFeature; 2],
}

/// Lists the candidate pairs of features of two triangles.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FeatureCandidates<'step> {
    pub(crate) a: &'step SweptMesh<'step>,
    pub(crate) b: &'step SweptMesh<'step>,
    /// Whether `a` and `b` are the same mesh.
    pub(crate) same: bool,
    pub(crate) separation: f64,
}

impl FeatureCandidates<'_> {
    /// Vertices against faces and edges against edges of triangle `i` of `a` and triangle `j` of `b`.
    pub(crate) fn meeting(&self, i: usize, j: usize) -> impl Iterator<Item = CandidatePair> {
        let (face_a, face_b) = self.faces(i, j);
        let onto_b = self.a.vertices(i).map(move |vertex| [vertex, face_b]);
        let onto_a = self.b.vertices(j).map(move |vertex| [face_a, vertex]);
        let edges_b = self.b.edges(j);
        let edges = self.a.edges(i).flat_map(move |edge_a| edges_b.clone().map(move |edge_b| [edge_a, edge_b]));
        onto_b.chain(onto_a).chain(edges).filter_map(|features| self.candidate(features))
    }

    /// Edges against faces, for overlap at the start. An edge may pierce a face although no vertex is on a face and
    /// no two edges meet.
    pub(crate) fn piercing(&self, i: usize, j: usize) -> impl Iterator<Item = CandidatePair> {
        let (face_a, face_b) = self.faces(i, j);
        let through_b = self.a.edges(i).map(move |edge| [edge, face_b]);
        let through_a = self.b.edges(j).map(move |edge| [face_a, edge]);
        let candidates = through_b.chain(through_a).filter_map(|features| self.candidate(features));
        candidates.filter(|candidate| candidate.window[0] == 0.0)
    }

    /// The features with the paths of their vertices.
    pub(crate) fn pair(&self, features: [MeshFeature; 2]) -> FeaturePair {
        FeaturePair::new(features, |vertex| self.a.paths.of(vertex), |vertex| self.b.paths.of(vertex))
    }

    fn faces(&self, i: usize, j: usize) -> (MeshFeature, MeshFeature) {
        (MeshFeature::triangle(self.a.mesh(), i as u32), MeshFeature::triangle(self.b.mesh(), j as u32))
    }

    fn candidate(&self, features: [MeshFeature; 2]) -> Option<CandidatePair> {
        let [a, b] = &features;
        if self.same && a.shares_vertex_with(b) {
            return None;
        }
        let (box_a, box_b) = (self.a.moving_box(a.vertices()), self.b.moving_box(b.vertices()));
        box_a.window(&box_b, self.separation).map(|window| CandidatePair { window, features })
    }
}
