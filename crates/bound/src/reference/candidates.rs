//! The pairs of features of meshes that may touch during a step, by three broad phases.
//!
//! **Question.** Which vertices may touch which faces, and which edges which edges, while every vertex moves
//! straight from its position at the start of a step to its position at the end?
//!
//! **Idea.** The box around both positions of a vertex contains it throughout the step. The merged boxes of its
//! corners contain an edge or a face throughout. A broad phase finds the boxes that meet.
//!
//! **Guarantee.** Every pair of a vertex and a face, or of two edges, that comes within the sum of its radii at
//! any instant of the step is listed once. For one mesh with itself, pairs that share a vertex are excluded,
//! because they always touch.
//!
//! **Cost.** That of the broad phase, over the vertices, edges and faces.
//!
//! **Source.** Teschner et al. 2006, deformable surfaces, section 3.1. The list equals that of `Candidates` in
//! ipc-toolkit.

use super::{BroadPhase, RefitTree};
use crate::{Aabb, BoundingVolume, MeshStep};
use glam::DVec3;

/// The swept boxes of all features of a mesh.
#[derive(Clone, Debug, Default)]
struct SweptFeatures {
    vertices: Vec<Aabb>,
    edges: Vec<Aabb>,
    faces: Vec<Aabb>,
}

impl SweptFeatures {
    /// Recomputes the boxes in the same memory. Edges and faces merge the boxes of their corners, which are
    /// already inflated.
    fn sweep(&mut self, step: &MeshStep<'_>) {
        let sweep = |(&start, &end): (&DVec3, &DVec3)| {
            let swept = Aabb::between(start.min(end), start.max(end));
            if step.radius() == 0.0 { swept } else { swept.inflated(step.radius()) }
        };
        let [start, end] = step.frames();
        self.vertices.clear();
        self.vertices.extend(start.iter().zip(end).map(sweep));
        let of = |corner: u32| &self.vertices[corner as usize];
        self.edges.clear();
        self.edges.extend(step.edges().iter().map(|&[a, b]| of(a).merged(of(b))));
        self.faces.clear();
        self.faces.extend(step.triangles().iter().map(|&[a, b, c]| of(a).merged(of(b)).merged(of(c))));
    }
}

/// Pairs of features that may touch.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Candidates {
    /// Vertices of the first mesh with faces of the second. For one mesh with itself, all such pairs.
    pub vertex_face: Vec<[u32; 2]>,
    /// Faces of the first mesh with vertices of the second. Empty for one mesh with itself.
    pub face_vertex: Vec<[u32; 2]>,
    /// Edges of the first mesh with edges of the second. For one mesh with itself, smaller index first.
    pub edge_edge: Vec<[u32; 2]>,
}

/// Finds candidates step after step, and reuses its memory and the order of its boxes.
///
/// ```
/// use glam::{DVec3, dvec3};
/// use tangency_bound::MeshStep;
/// use tangency_bound::reference::CandidateSearch;
/// use tangency_geometry::Mesh;
///
/// // Two triangles are a metre apart. The upper one falls by two metres.
/// let low = [dvec3(0.0, 0.0, 0.0), dvec3(1.0, 0.0, 0.0), dvec3(0.0, 1.0, 0.0)];
/// let start: Vec<DVec3> = low.into_iter().chain(low.map(|corner| corner + DVec3::Z)).collect();
/// let end: Vec<DVec3> = low.into_iter().chain(low.map(|corner| corner - DVec3::Z)).collect();
/// let mesh = Mesh::new(start.clone(), vec![[0, 1, 2], [3, 4, 5]])?;
/// let mut search: CandidateSearch = CandidateSearch::default();
/// let found = search.within(&MeshStep::new(&mesh, [&start, &end], 0.0)?);
/// assert_eq!((found.vertex_face.len(), found.edge_edge.len()), (6, 9));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct CandidateSearch<B = RefitTree> {
    swept: [SweptFeatures; 2],
    vertex_face: B,
    face_vertex: B,
    edge_edge: B,
}

impl<B: BroadPhase> CandidateSearch<B> {
    /// The candidates of a mesh with itself.
    pub fn within(&mut self, step: &MeshStep<'_>) -> Candidates {
        let swept = &mut self.swept[0];
        swept.sweep(step);
        let (edges, faces) = (step.edges(), step.triangles());
        Candidates {
            vertex_face: self
                .vertex_face
                .pairs_between(&swept.vertices, &swept.faces, |vertex, face| !faces[face as usize].contains(&vertex)),
            face_vertex: Vec::new(),
            edge_edge: self.edge_edge.pairs_within(&swept.edges, |a, b| {
                let ([a, b], [c, d]) = (edges[a as usize], edges[b as usize]);
                a != c && a != d && b != c && b != d
            }),
        }
    }

    /// The candidates between two meshes.
    pub fn between(&mut self, a: &MeshStep<'_>, b: &MeshStep<'_>) -> Candidates {
        let [swept_a, swept_b] = &mut self.swept;
        swept_a.sweep(a);
        swept_b.sweep(b);
        Candidates {
            vertex_face: self.vertex_face.pairs_between(&swept_a.vertices, &swept_b.faces, |_, _| true),
            face_vertex: self.face_vertex.pairs_between(&swept_a.faces, &swept_b.vertices, |_, _| true),
            edge_edge: self.edge_edge.pairs_between(&swept_a.edges, &swept_b.edges, |_, _| true),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{BruteForce, HashedGrid, MortonTree, SweepAndPrune};
    use super::*;
    use crate::samples::crumpled;
    use tangency_geometry::Mesh;
    use tangency_interval::laws::Random;

    fn step<'a>((mesh, [start, end]): &'a (Mesh, [Vec<DVec3>; 2]), radius: f64) -> MeshStep<'a> {
        MeshStep::new(mesh, [start, end], radius).unwrap()
    }

    fn sorted(mut found: Candidates) -> Candidates {
        for list in [&mut found.vertex_face, &mut found.face_vertex, &mut found.edge_edge] {
            list.sort_unstable();
        }
        found
    }

    #[test]
    fn all_phases_give_the_same() {
        let mut random = Random::new(13);
        for radius in [0.0, 0.25] {
            let (a, b) = (crumpled(&mut random, 60, 60), crumpled(&mut random, 50, 50));
            let (a, b) = (step(&a, radius), step(&b, radius));
            let within = sorted(CandidateSearch::<BruteForce>::default().within(&a));
            let between = sorted(CandidateSearch::<BruteForce>::default().between(&a, &b));
            assert!(within.vertex_face.len() > 500 && within.edge_edge.len() > 500 && within.face_vertex.is_empty());
            assert!(between.vertex_face.len().min(between.face_vertex.len()).min(between.edge_edge.len()) > 500);
            assert_eq!(sorted(CandidateSearch::<RefitTree>::default().within(&a)), within);
            assert_eq!(sorted(CandidateSearch::<MortonTree>::default().within(&a)), within);
            assert_eq!(sorted(CandidateSearch::<RefitTree>::default().between(&a, &b)), between);
            assert_eq!(sorted(CandidateSearch::<SweepAndPrune>::default().between(&a, &b)), between);
            assert_eq!(sorted(CandidateSearch::<HashedGrid>::default().between(&a, &b)), between);
        }
    }

    /// Sets the end position of a vertex so that at `time` it is within 0.2 m of `target`.
    fn send(frames: &mut [Vec<DVec3>; 2], vertex: usize, time: f64, target: DVec3) {
        let start = frames[0][vertex];
        frames[1][vertex] = start + (target + DVec3::splat(0.11) - start) / time;
    }

    #[test]
    fn pairs_that_come_close_are_listed() {
        let mut random = Random::new(14);
        let mut planted = [0; 2];
        for _ in 0..400 {
            let (mesh, mut frames) = crumpled(&mut random, 24, 24);
            let (time, s) = (random.between(0.05, 1.0), random.unit());
            let (vertex, face) = (random.below(24) as u32, random.below(24));
            let corners = mesh.triangles()[face];
            let at = |vertex: u32, frames: &[Vec<DVec3>; 2]| {
                let [start, end] = [0, 1].map(|frame| frames[frame][vertex as usize]);
                start.lerp(end, time)
            };
            let [a, b, c] = corners.map(|corner| at(corner, &frames));
            if corners.contains(&vertex) {
                continue;
            }
            send(&mut frames, vertex as usize, time, a.lerp(b, s).lerp(c, random.unit()));
            let found = CandidateSearch::<RefitTree>::default()
                .within(&MeshStep::new(&mesh, [&frames[0], &frames[1]], 0.1).unwrap());
            assert!(found.vertex_face.contains(&[vertex, face as u32]));
            planted[0] += 1;
            // An edge that ends at the vertex comes close to the first edge of the face.
            let (near, other) = (mesh.edge_between(corners[0], corners[1]), random.below(24) as u32);
            let (Some(near), Some(edge)) = (near, mesh.edge_between(vertex, other)) else { continue };
            if corners[..2].contains(&other) {
                continue;
            }
            send(&mut frames, vertex as usize, time, a.lerp(b, s));
            let found = CandidateSearch::<RefitTree>::default()
                .within(&MeshStep::new(&mesh, [&frames[0], &frames[1]], 0.1).unwrap());
            assert!(found.edge_edge.contains(&[near.min(edge), near.max(edge)]));
            planted[1] += 1;
        }
        assert!(planted[0] > 200 && planted[1] > 30, "only {planted:?} close pairs test anything");
    }

    #[test]
    fn pairs_that_share_a_vertex_are_left_out() {
        let frames = crumpled(&mut Random::new(16), 40, 40);
        let step = step(&frames, 0.1);
        let (mesh, found) = (&frames.0, CandidateSearch::<RefitTree>::default().within(&step));
        assert!(found.vertex_face.iter().all(|&[vertex, face]| !mesh.triangles()[face as usize].contains(&vertex)));
        let shared =
            |[a, b]: [u32; 2]| mesh.edges()[a as usize].iter().any(|end| mesh.edges()[b as usize].contains(end));
        assert!(!found.edge_edge.iter().any(|&pair| shared(pair)));
    }
}
