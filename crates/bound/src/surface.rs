//! The features of meshes that may touch during a step, through pairs of faces.
//!
//! **Question.** As [`CandidateSearch`](crate::CandidateSearch)'s: which vertices may touch which faces, and which edges which edges? And which faces may go
//! through one another at the start?
//!
//! **Idea.** Every vertex and every edge belongs to one face that has it. Where features touch, so do the boxes of the faces that
//! they belong to. One tree over the faces is searched, instead of one each over vertices, edges and faces; the few features
//! of two faces are compared at once, and what the caller proves apart is not even listed.
//!
//! **Guarantee.** Every pair of features that come within the radii of the steps is listed, once, unless the caller says that it
//! cannot touch; of one mesh with itself, except pairs that share a vertex. A vertex that no face has is not part of
//! the surface. The list is the same for any number of threads.
//!
//! **Cost.** O(n) to fit, O(n log n + pairs of faces) to search; about a third of the time of three trees.
//!
//! **Source.** Teschner et al. 2006, deformable surfaces, section 3.1; that features are represented by one of their faces is the usual
//! remedy against testing them again and again.

use crate::broad::{Packed, halving};
use crate::{Aabb, Step};
use glam::DVec3;
use rayon::prelude::*;
use std::sync::{Arc, OnceLock};
use tangency_geometry::Mesh;
use wide::f32x4;

/// What a face stands for, so that each vertex and edge is looked at through exactly one face.
#[derive(Clone, Copy, Debug, Default)]
pub struct Owned {
    /// Of its corners, those that belong to it.
    pub vertices: [Option<u32>; 3],
    /// Of its edges, from each corner to the next, those that belong to it.
    pub edges: [Option<u32>; 3],
}

/// The same without gaps.
#[derive(Clone, Copy, Debug, Default)]
struct Listed {
    vertices: [u32; 3],
    edges: [u32; 3],
    vertex_count: u8,
    edge_count: u8,
}

impl Listed {
    fn new(owned: &Owned) -> Self {
        let mut listed = Self::default();
        for vertex in owned.vertices.into_iter().flatten() {
            listed.vertices[listed.vertex_count as usize] = vertex;
            listed.vertex_count += 1;
        }
        for edge in owned.edges.into_iter().flatten() {
            listed.edges[listed.edge_count as usize] = edge;
            listed.edge_count += 1;
        }
        listed
    }

    fn vertices(&self) -> &[u32] {
        &self.vertices[..self.vertex_count as usize]
    }

    fn edges(&self) -> &[u32] {
        &self.edges[..self.edge_count as usize]
    }
}

/// A mesh prepared for searches: which face every vertex and edge belongs to, and an order of the faces in space.
#[derive(Clone, Debug)]
pub struct Surface {
    owned: Vec<Owned>,
    listed: Vec<Listed>,
    order: OnceLock<Arc<[u32]>>,
}

impl Surface {
    /// Prepares a mesh: every vertex and edge belongs to the first face that has it.
    #[must_use]
    pub fn new(mesh: &Mesh) -> Self {
        let mut vertex_taken = vec![false; mesh.vertices().len()];
        let mut edge_taken = vec![false; mesh.edges().len()];
        let take = |taken: &mut Vec<bool>, index: u32| {
            let first = !std::mem::replace(&mut taken[index as usize], true);
            first.then_some(index)
        };
        let of_face = |&[a, b, c]: &[u32; 3]| Owned {
            vertices: [a, b, c].map(|vertex| take(&mut vertex_taken, vertex)),
            edges: [[a, b], [b, c], [c, a]]
                .map(|ends| mesh.edge_between(ends[0], ends[1]).and_then(|edge| take(&mut edge_taken, edge))),
        };
        let owned: Vec<Owned> = mesh.triangles().iter().map(of_face).collect();
        let listed = owned.iter().map(Listed::new).collect();
        Self { owned, listed, order: OnceLock::new() }
    }

    /// What a face stands for.
    #[must_use]
    pub fn owned(&self, face: usize) -> Owned {
        self.owned[face]
    }

    /// The faces, neighbours in space together: by the places of the first step that asks, kept for all.
    fn order(&self, faces: &[Aabb]) -> &Arc<[u32]> {
        self.order.get_or_init(|| halving::order(faces).into())
    }
}

/// A pair of features that may touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Candidate {
    /// A vertex of the first mesh and a face of the second; of one mesh with itself, all such pairs.
    VertexFace(u32, u32),
    /// A face of the first mesh and a vertex of the second.
    FaceVertex(u32, u32),
    /// An edge of each; of one mesh with itself, smaller index first.
    EdgeEdge(u32, u32),
    /// A face of each, which may go through one another at the start; of one mesh with itself, smaller index first.
    FaceFace(u32, u32),
}

/// Says which pairs of features whose boxes meet are worth listing: those that it cannot prove apart.
pub trait MayTouch: Sync {
    /// Whether the features may touch during the step; faces: whether they may go through one another at its start.
    fn may_touch(&self, candidate: Candidate) -> bool;
}

/// A box in single precision, to be compared in few instructions: `meets` is `false` only if the boxes were disjoint before
/// rounding, because rounding keeps order.
#[derive(Clone, Copy, Debug)]
struct Rounded {
    lower: f32x4,
    upper: f32x4,
}

impl Rounded {
    fn new(one: &Aabb) -> Self {
        let four = |corner: DVec3| f32x4::from([corner.x as f32, corner.y as f32, corner.z as f32, 0.0]);
        Self { lower: four(one.lower()), upper: four(one.upper()) }
    }

    #[inline]
    fn meets(&self, other: &Self) -> bool {
        (self.lower.simd_le(other.upper) & other.lower.simd_le(self.upper)).all()
    }
}

/// The boxes of the features of a mesh during a step.
#[derive(Clone, Debug, Default)]
struct Swept {
    faces: Vec<Aabb>,
    vertices_small: Vec<Rounded>,
    edges_small: Vec<Rounded>,
    faces_small: Vec<Rounded>,
    /// Of the faces, at the start alone.
    start_small: Vec<Rounded>,
    tree: Packed,
}

impl Swept {
    fn fit(&mut self, surface: &Surface, step: &Step<'_>) {
        let ([start, end], radius) = (step.frames(), step.radius());
        let inflated = |swept: Aabb| if radius == 0.0 { swept } else { swept.inflated(radius) };
        let hull = |frame: &[DVec3], corners: &[u32]| {
            let first = frame[corners[0] as usize];
            corners[1..].iter().fold((first, first), |(lower, upper), &corner| {
                let place = frame[corner as usize];
                (lower.min(place), upper.max(place))
            })
        };
        let sweep = |corners: &[u32]| {
            let ((lower, upper), (lower_late, upper_late)) = (hull(start, corners), hull(end, corners));
            inflated(Aabb::between(lower.min(lower_late), upper.max(upper_late)))
        };
        let at_start = |corners: &[u32; 3]| {
            let (lower, upper) = hull(start, corners);
            Rounded::new(&inflated(Aabb::between(lower, upper)))
        };
        refill(&mut self.faces, step.triangles().iter().map(|corners| sweep(corners)));
        refill(&mut self.faces_small, self.faces.iter().map(Rounded::new));
        refill(&mut self.start_small, step.triangles().iter().map(at_start));
        refill(&mut self.edges_small, step.edges().iter().map(|ends| Rounded::new(&sweep(ends))));
        let vertices = 0..start.len() as u32;
        refill(&mut self.vertices_small, vertices.map(|vertex| Rounded::new(&sweep(&[vertex]))));
        self.tree.arrange(surface.order(&self.faces).clone());
        self.tree.fit(&self.faces);
    }
}

fn refill<T>(list: &mut Vec<T>, items: impl Iterator<Item = T>) {
    list.clear();
    list.extend(items);
}

/// Finds candidates step after step, with memory that is used again.
///
/// ```
/// use glam::{DVec3, dvec3};
/// use tangency_bound::{Candidate, Step, Surface, SurfaceSearch, MayTouch};
/// use tangency_geometry::Mesh;
///
/// /// Lists everything but faces.
/// struct Features;
/// impl MayTouch for Features {
///     fn may_touch(&self, candidate: Candidate) -> bool {
///         !matches!(candidate, Candidate::FaceFace(..))
///     }
/// }
///
/// // Two triangles, a metre apart; the upper one falls by two metres.
/// let low = [dvec3(0.0, 0.0, 0.0), dvec3(1.0, 0.0, 0.0), dvec3(0.0, 1.0, 0.0)];
/// let start: Vec<DVec3> = low.into_iter().chain(low.map(|corner| corner + DVec3::Z)).collect();
/// let end: Vec<DVec3> = low.into_iter().chain(low.map(|corner| corner - DVec3::Z)).collect();
/// let mesh = Mesh::new(start.clone(), vec![[0, 1, 2], [3, 4, 5]])?;
/// let step = Step::new(&mesh, [&start, &end], 0.0)?;
/// let found = SurfaceSearch::default().within(&Surface::new(&mesh), &step, &Features);
/// assert_eq!(found.len(), 6 + 9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct SurfaceSearch {
    swept: [Swept; 2],
}

impl SurfaceSearch {
    /// The candidates of a mesh with itself.
    pub fn within(&mut self, surface: &Surface, step: &Step<'_>, may_touch: &impl MayTouch) -> Vec<Candidate> {
        self.swept[0].fit(surface, step);
        let Swept { tree, faces, .. } = &self.swept[0];
        tree.visit_within(faces, |a, b, found| {
            self.visit(surface, step, [a, b], &mut |candidate| {
                if may_touch.may_touch(candidate) {
                    found.push(candidate);
                }
            })
        })
    }

    /// The candidates of a mesh with itself, of these pairs of faces alone.
    pub fn among(
        &mut self,
        faces: &[[u32; 2]],
        surface: &Surface,
        step: &Step<'_>,
        may_touch: &impl MayTouch,
    ) -> Vec<Candidate> {
        self.swept[0].fit(surface, step);
        let of_pair = |&[a, b]: &[u32; 2]| {
            let mut found = Vec::new();
            self.visit(surface, step, [a.min(b), a.max(b)], &mut |candidate| {
                if may_touch.may_touch(candidate) {
                    found.push(candidate);
                }
            });
            found
        };
        faces.par_iter().flat_map_iter(of_pair).collect()
    }

    /// Visits the features of two faces of a mesh.
    #[inline]
    fn visit(&self, surface: &Surface, step: &Step<'_>, [a, b]: [u32; 2], visit: &mut impl FnMut(Candidate)) {
        let (edges, triangles) = (step.edges(), step.triangles());
        let (corners_a, corners_b) = (&triangles[a as usize], &triangles[b as usize]);
        let listed = [&surface.listed[a as usize], &surface.listed[b as usize]];
        let pair = Faces { swept: [&self.swept[0]; 2], listed, faces: [a, b] };
        pair.vertices(0, |vertex| {
            if !corners_b.contains(&vertex) {
                visit(Candidate::VertexFace(vertex, b));
            }
        });
        pair.vertices(1, |vertex| {
            if !corners_a.contains(&vertex) {
                visit(Candidate::VertexFace(vertex, a));
            }
        });
        pair.edges(|edge, other| {
            let ([a, b], [c, d]) = (edges[edge as usize], edges[other as usize]);
            if a != c && a != d && b != c && b != d {
                visit(Candidate::EdgeEdge(edge.min(other), edge.max(other)));
            }
        });
        if pair.meet_at_start() {
            visit(Candidate::FaceFace(a.min(b), a.max(b)));
        }
    }

    /// The candidates between two meshes.
    pub fn between(
        &mut self,
        surfaces: [&Surface; 2],
        steps: [&Step<'_>; 2],
        may_touch: &impl MayTouch,
    ) -> Vec<Candidate> {
        for ((swept, surface), step) in self.swept.iter_mut().zip(surfaces).zip(steps) {
            swept.fit(surface, step);
        }
        let [swept_a, swept_b] = &self.swept;
        swept_a.tree.visit_between(&swept_b.tree, [&swept_a.faces, &swept_b.faces], |a, b, found| {
            let mut list = |candidate| {
                if may_touch.may_touch(candidate) {
                    found.push(candidate);
                }
            };
            let listed = [&surfaces[0].listed[a as usize], &surfaces[1].listed[b as usize]];
            let pair = Faces { swept: [swept_a, swept_b], listed, faces: [a, b] };
            pair.vertices(0, |vertex| list(Candidate::VertexFace(vertex, b)));
            pair.vertices(1, |vertex| list(Candidate::FaceVertex(a, vertex)));
            pair.edges(|edge, other| list(Candidate::EdgeEdge(edge, other)));
            if pair.meet_at_start() {
                list(Candidate::FaceFace(a, b));
            }
        })
    }
}

/// Two faces whose boxes meet.
struct Faces<'swept> {
    swept: [&'swept Swept; 2],
    listed: [&'swept Listed; 2],
    faces: [u32; 2],
}

impl Faces<'_> {
    /// The vertices that a face owns and whose boxes meet that of the other face.
    #[inline]
    fn vertices(&self, side: usize, mut visit: impl FnMut(u32)) {
        let other = &self.swept[1 - side].faces_small[self.faces[1 - side] as usize];
        for &vertex in self.listed[side].vertices() {
            if self.swept[side].vertices_small[vertex as usize].meets(other) {
                visit(vertex);
            }
        }
    }

    /// The edges that the faces own and whose boxes meet.
    #[inline]
    fn edges(&self, mut visit: impl FnMut(u32, u32)) {
        for &edge in self.listed[0].edges() {
            let swept = &self.swept[0].edges_small[edge as usize];
            for &other in self.listed[1].edges() {
                if swept.meets(&self.swept[1].edges_small[other as usize]) {
                    visit(edge, other);
                }
            }
        }
    }

    /// Whether the boxes of the faces meet at the start.
    #[inline]
    fn meet_at_start(&self) -> bool {
        let [a, b] = [0, 1].map(|side: usize| &self.swept[side].start_small[self.faces[side] as usize]);
        a.meets(b)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Brute, CandidateSearch, Volume};
    use tangency_interval::laws::Random;

    struct All;

    impl MayTouch for All {
        fn may_touch(&self, _: Candidate) -> bool {
            true
        }
    }

    /// Some triangles among few vertices, so that many share corners, in two frames.
    fn crumpled(random: &mut Random, count: usize) -> (Mesh, [Vec<DVec3>; 2]) {
        let mut frame = || -> Vec<DVec3> {
            (0..count).map(|_| DVec3::from_array([0; 3].map(|_| (4.0 * random.between(-1.5, 1.5)).round()))).collect()
        };
        let frames = [frame(), frame()];
        let triangles = (0..2 * count).map(|_| [0; 3].map(|_| random.below(count) as u32)).collect();
        (Mesh::new(frames[0].clone(), triangles).unwrap(), frames)
    }

    fn sorted(mut found: Vec<Candidate>) -> Vec<Candidate> {
        found.sort_unstable();
        found
    }

    /// What three trees find, of vertices that faces have.
    fn expected(found: crate::Candidates, [a, b]: [&Mesh; 2]) -> Vec<Candidate> {
        let used = |mesh: &Mesh, vertex: u32| mesh.triangles().iter().any(|corners| corners.contains(&vertex));
        let vertex_face = found.vertex_face.into_iter().filter(|&[vertex, _]| used(a, vertex));
        let face_vertex = found.face_vertex.into_iter().filter(|&[_, vertex]| used(b, vertex));
        let mut all: Vec<Candidate> = vertex_face.map(|[a, b]| Candidate::VertexFace(a, b)).collect();
        all.extend(face_vertex.map(|[a, b]| Candidate::FaceVertex(a, b)));
        all.extend(found.edge_edge.into_iter().map(|[a, b]| Candidate::EdgeEdge(a, b)));
        sorted(all)
    }

    #[test]
    fn one_tree_finds_what_three_find() {
        let mut random = Random::new(31);
        for radius in [0.0, 0.25] {
            let (a, b) = (crumpled(&mut random, 60), crumpled(&mut random, 50));
            let step =
                |(mesh, [start, end]): &'static (Mesh, [Vec<DVec3>; 2])| Step::new(mesh, [start, end], radius).unwrap();
            let (a, b): (&'static _, &'static _) = (Box::leak(Box::new(a)), Box::leak(Box::new(b)));
            let features = |found: Vec<Candidate>| {
                sorted(found.into_iter().filter(|candidate| !matches!(candidate, Candidate::FaceFace(..))).collect())
            };
            let (step_a, step_b, surface_a, surface_b) = (step(a), step(b), Surface::new(&a.0), Surface::new(&b.0));
            let within = SurfaceSearch::default().within(&surface_a, &step_a, &All);
            let truth = expected(CandidateSearch::<Brute>::default().within(&step_a), [&a.0, &a.0]);
            assert!(truth.len() > 5_000);
            // Whole numbers: boxes in single precision meet where those in double precision do.
            assert_eq!(features(within.clone()), truth);
            let between = SurfaceSearch::default().between([&surface_a, &surface_b], [&step_a, &step_b], &All);
            let truth = expected(CandidateSearch::<Brute>::default().between(&step_a, &step_b), [&a.0, &b.0]);
            assert_eq!(features(between), truth);
            let faces: Vec<Aabb> =
                a.0.triangles()
                    .iter()
                    .filter_map(|corners| {
                        let hull = Aabb::around(corners.map(|corner| a.1[0][corner as usize]))?;
                        Some(if radius == 0.0 { hull } else { hull.inflated(radius) })
                    })
                    .collect();
            let meeting = (0..faces.len())
                .flat_map(|i| (0..i).map(move |j| (j, i)))
                .filter(|&(i, j)| !faces[i].disjoint(&faces[j]))
                .count();
            let listed = within.iter().filter(|candidate| matches!(candidate, Candidate::FaceFace(..))).count();
            assert_eq!(listed, meeting);
        }
    }
}
