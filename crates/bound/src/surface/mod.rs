//! The features of meshes that may touch during a step, by pairs of faces.
//!
//! **Question.** Which vertices may touch which faces, and which edges which edges, as for
//! [`CandidateSearch`](crate::reference::CandidateSearch)? And which faces may intersect at the start?
//!
//! **Idea.** Every vertex and every edge is owned by one of its faces. If two features touch, the boxes of
//! their owners meet. One tree over the faces replaces three trees over vertices, edges and faces. The few
//! features of two faces are compared at once, and pairs that the caller proves apart are never stored. Faces
//! whose boxes meet are first tested along the four diagonals of space, all four in one comparison. Most of the
//! remaining pairs are neighbours with one common corner. They touch only there if the opposite edge is away
//! from the other face.
//!
//! **Guarantee.** Every pair of features that come within the radii of the steps is listed once, unless the
//! caller rules it out. For one mesh with itself, pairs that share a vertex are excluded. A vertex without a
//! face is not part of the surface. The list is the same for any number of threads.
//!
//! **Cost.** O(n) to fit, O(n log n + pairs of faces) to search; about a third of the time of three trees.
//!
//! **Source.** Teschner et al. 2006, deformable surfaces, section 3.1. Assigning each feature to one face is
//! the usual remedy against repeated tests.

mod boxes;
mod swept;

use crate::MeshStep;
use crate::halving;
use crate::packed::lanes;
use boxes::{FacePair, SharedCorners};
use glam::DVec3;
use rayon::prelude::*;
use std::sync::{Arc, OnceLock};
use swept::SweptSurface;
use tangency_geometry::Mesh;

/// The features that a face owns. Every vertex and every edge is owned by exactly one face.
#[derive(Clone, Copy, Debug, Default)]
pub struct OwnedFeatures {
    /// The corners that the face owns.
    pub vertices: [Option<u32>; 3],
    /// The edges that the face owns. Edge `i` goes from corner `i` to the next.
    pub edges: [Option<u32>; 3],
}

/// A mesh prepared for searches: the owner of every vertex and edge, and a spatial order of the faces.
#[derive(Clone, Debug)]
pub struct SurfaceIndex {
    owned: Vec<OwnedFeatures>,
    order: OnceLock<Arc<[u32]>>,
}

impl SurfaceIndex {
    /// Prepares a mesh. The first face of every vertex and edge becomes its owner.
    #[must_use]
    pub fn new(mesh: &Mesh) -> Self {
        Self { owned: owners(mesh), order: OnceLock::new() }
    }

    /// The features that a face owns.
    #[must_use]
    pub fn owned(&self, face: usize) -> OwnedFeatures {
        self.owned[face]
    }

    /// The faces in spatial order. The first step determines it; later steps reuse it.
    fn order(&self, centres: impl Iterator<Item = DVec3>) -> &Arc<[u32]> {
        self.order.get_or_init(|| halving::order(centres).into())
    }
}

/// The features that every face owns. The owner of a vertex or edge is the first face that has it.
pub(crate) fn owners(mesh: &Mesh) -> Vec<OwnedFeatures> {
    let mut vertex_taken = vec![false; mesh.vertices().len()];
    let mut edge_taken = vec![false; mesh.edges().len()];
    let take = |taken: &mut Vec<bool>, index: u32| {
        let first = !std::mem::replace(&mut taken[index as usize], true);
        first.then_some(index)
    };
    let of_face = |&[a, b, c]: &[u32; 3]| OwnedFeatures {
        vertices: [a, b, c].map(|vertex| take(&mut vertex_taken, vertex)),
        edges: [[a, b], [b, c], [c, a]]
            .map(|ends| mesh.edge_between(ends[0], ends[1]).and_then(|edge| take(&mut edge_taken, edge))),
    };
    mesh.triangles().iter().map(of_face).collect()
}

/// A pair of features that may touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FeatureCandidate {
    /// A vertex of the first mesh and a face of the second. For one mesh with itself, all such pairs.
    VertexFace(u32, u32),
    /// A face of the first mesh and a vertex of the second.
    FaceVertex(u32, u32),
    /// An edge of each mesh. For one mesh with itself, smaller index first.
    EdgeEdge(u32, u32),
    /// Two faces, of which one has an edge that may pierce the other at the start; the edge shares no corner
    /// with that face. For one mesh with itself, smaller index first.
    FaceFace(u32, u32),
}

/// Decides which pairs of features with meeting boxes are listed: those that it cannot prove apart.
pub trait MayTouch: Sync {
    /// Whether the features may touch during the step. For faces: whether they may intersect at its start.
    fn may_touch(&self, candidate: FeatureCandidate) -> bool;
}

/// Finds candidates step after step, and reuses its memory.
///
/// ```
/// use glam::{DVec3, dvec3};
/// use tangency_bound::{FeatureCandidate, MayTouch, MeshStep, SurfaceIndex, SurfaceSearch};
/// use tangency_geometry::Mesh;
///
/// /// Lists everything but faces.
/// struct Features;
/// impl MayTouch for Features {
///     fn may_touch(&self, candidate: FeatureCandidate) -> bool {
///         !matches!(candidate, FeatureCandidate::FaceFace(..))
///     }
/// }
///
/// // Two triangles are a metre apart. The upper one falls by two metres.
/// let low = [dvec3(0.0, 0.0, 0.0), dvec3(1.0, 0.0, 0.0), dvec3(0.0, 1.0, 0.0)];
/// let start: Vec<DVec3> = low.into_iter().chain(low.map(|corner| corner + DVec3::Z)).collect();
/// let end: Vec<DVec3> = low.into_iter().chain(low.map(|corner| corner - DVec3::Z)).collect();
/// let mesh = Mesh::new(start.clone(), vec![[0, 1, 2], [3, 4, 5]])?;
/// let step = MeshStep::new(&mesh, [&start, &end], 0.0)?;
/// let found = SurfaceSearch::default().within(&SurfaceIndex::new(&mesh), &step).candidates(&Features);
/// assert_eq!(found.len(), 6 + 9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct SurfaceSearch {
    swept: [SweptSurface; 2],
}

impl SurfaceSearch {
    /// Fits the boxes of a mesh for a search with itself.
    pub fn within<'fit>(&'fit mut self, surface: &'fit SurfaceIndex, step: &'fit MeshStep<'fit>) -> SweptFaces<'fit> {
        self.swept[0].fit_with_tree(surface, step);
        SweptFaces { swept: &self.swept, surfaces: [surface; 2], steps: [step; 2], two: false }
    }

    /// Fits the boxes of two meshes.
    pub fn between<'fit>(
        &'fit mut self,
        surfaces: [&'fit SurfaceIndex; 2],
        steps: [&'fit MeshStep<'fit>; 2],
    ) -> SweptFaces<'fit> {
        for ((swept, surface), step) in self.swept.iter_mut().zip(surfaces).zip(steps) {
            swept.fit_with_tree(surface, step);
        }
        SweptFaces { swept: &self.swept, surfaces, steps, two: true }
    }

    /// The candidates of a mesh with itself, restricted to these pairs of faces. Builds no tree.
    pub fn among(
        &mut self,
        faces: &[[u32; 2]],
        surface: &SurfaceIndex,
        step: &MeshStep<'_>,
        may_touch: &impl MayTouch,
    ) -> Vec<FeatureCandidate> {
        self.swept[0].fit(surface, step);
        let fitted = SweptFaces { swept: &self.swept, surfaces: [surface; 2], steps: [step; 2], two: false };
        let of_pair = |&[a, b]: &[u32; 2]| {
            let mut found = Vec::new();
            fitted.visit_own([a.min(b), a.max(b)], &mut |candidate| {
                if may_touch.may_touch(candidate) {
                    found.push(candidate);
                }
            });
            found
        };
        faces.par_iter().flat_map_iter(of_pair).collect()
    }
}

/// The fitted boxes of one or two meshes during a step, ready to be searched.
#[derive(Clone, Copy, Debug)]
pub struct SweptFaces<'fit> {
    swept: &'fit [SweptSurface; 2],
    surfaces: [&'fit SurfaceIndex; 2],
    steps: [&'fit MeshStep<'fit>; 2],
    two: bool,
}

impl SweptFaces<'_> {
    /// The candidates between two meshes, or of one mesh with itself.
    #[must_use]
    pub fn candidates(&self, may_touch: &impl MayTouch) -> Vec<FeatureCandidate> {
        self.sample(1, may_touch)
    }

    /// A sample of the candidates: those of every `every`-th group of neighbouring faces of the first mesh.
    #[must_use]
    pub fn sample(&self, every: usize, may_touch: &impl MayTouch) -> Vec<FeatureCandidate> {
        let [swept, other] = self.swept;
        if self.two {
            swept.tree.visit_between(&other.tree, every, |a, b, found| {
                self.visit_both([a, b], &mut |candidate| {
                    if may_touch.may_touch(candidate) {
                        found.push(candidate);
                    }
                });
            })
        } else {
            swept.tree.visit_within(every, |a, b, found| {
                self.visit_own([a, b], &mut |candidate| {
                    if may_touch.may_touch(candidate) {
                        found.push(candidate);
                    }
                });
            })
        }
    }

    /// Visits the candidate features of two faces of one mesh.
    #[inline]
    fn visit_own(&self, [a, b]: [u32; 2], visit: &mut impl FnMut(FeatureCandidate)) {
        let ([swept, _], [surface, _], [step, _]) = (self.swept, self.surfaces, self.steps);
        let triangles = step.triangles();
        let owned = [&surface.owned[a as usize], &surface.owned[b as usize]];
        let boxes = [&swept.boxes[a as usize], &swept.boxes[b as usize]];
        if boxes[0].apart(boxes[1]) {
            return;
        }
        let pair = FacePair::new(boxes, SharedCorners::new(triangles[a as usize], triangles[b as usize]));
        if pair.touch_at_a_corner_only() {
            return;
        }
        lanes(pair.vertices(0), |lane| visit(FeatureCandidate::VertexFace(owned[0].vertices[lane].unwrap_or(a), b)));
        lanes(pair.vertices(1), |lane| visit(FeatureCandidate::VertexFace(owned[1].vertices[lane].unwrap_or(b), a)));
        pair.edges(owned, |edge, other| visit(FeatureCandidate::EdgeEdge(edge.min(other), edge.max(other))));
        // Faces with two common corners cannot pierce each other with an edge.
        if pair.same.count() < 2 && pair.meet_at_start() {
            visit(FeatureCandidate::FaceFace(a.min(b), a.max(b)));
        }
    }

    /// Visits the candidate features of one face of each mesh.
    #[inline]
    fn visit_both(&self, [a, b]: [u32; 2], visit: &mut impl FnMut(FeatureCandidate)) {
        let owned = [&self.surfaces[0].owned[a as usize], &self.surfaces[1].owned[b as usize]];
        let boxes = [&self.swept[0].boxes[a as usize], &self.swept[1].boxes[b as usize]];
        if boxes[0].apart(boxes[1]) {
            return;
        }
        let pair = FacePair::new(boxes, SharedCorners::default());
        lanes(pair.vertices(0), |lane| visit(FeatureCandidate::VertexFace(owned[0].vertices[lane].unwrap_or(a), b)));
        lanes(pair.vertices(1), |lane| visit(FeatureCandidate::FaceVertex(a, owned[1].vertices[lane].unwrap_or(b))));
        pair.edges(owned, |edge, other| visit(FeatureCandidate::EdgeEdge(edge, other)));
        if pair.meet_at_start() {
            visit(FeatureCandidate::FaceFace(a, b));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reference::{BruteForce, CandidateSearch, Candidates};
    use crate::samples::crumpled;
    use crate::{Aabb, BoundingVolume};
    use tangency_interval::laws::Random;

    struct All;

    impl MayTouch for All {
        fn may_touch(&self, _: FeatureCandidate) -> bool {
            true
        }
    }

    fn sorted(mut found: Vec<FeatureCandidate>) -> Vec<FeatureCandidate> {
        found.sort_unstable();
        found
    }

    /// The candidates that three trees find, without vertices that belong to no face.
    fn expected(found: Candidates, [a, b]: [&Mesh; 2]) -> Vec<FeatureCandidate> {
        let used = |mesh: &Mesh, vertex: u32| mesh.triangles().iter().any(|corners| corners.contains(&vertex));
        let vertex_face = found.vertex_face.into_iter().filter(|&[vertex, _]| used(a, vertex));
        let face_vertex = found.face_vertex.into_iter().filter(|&[_, vertex]| used(b, vertex));
        let mut all: Vec<FeatureCandidate> = vertex_face.map(|[a, b]| FeatureCandidate::VertexFace(a, b)).collect();
        all.extend(face_vertex.map(|[a, b]| FeatureCandidate::FaceVertex(a, b)));
        all.extend(found.edge_edge.into_iter().map(|[a, b]| FeatureCandidate::EdgeEdge(a, b)));
        sorted(all)
    }

    /// The vertices of both features of a candidate.
    fn corners([a, b]: [&Mesh; 2], candidate: FeatureCandidate) -> [Vec<u32>; 2] {
        let face = |mesh: &Mesh, index: u32| mesh.triangles()[index as usize].to_vec();
        let edge = |mesh: &Mesh, index: u32| mesh.edges()[index as usize].to_vec();
        match candidate {
            FeatureCandidate::VertexFace(vertex, index) => [vec![vertex], face(b, index)],
            FeatureCandidate::FaceVertex(index, vertex) => [face(a, index), vec![vertex]],
            FeatureCandidate::EdgeEdge(first, second) => [edge(a, first), edge(b, second)],
            FeatureCandidate::FaceFace(first, second) => [face(a, first), face(b, second)],
        }
    }

    /// Whether a diagonal of space separates the features, each inflated by the radius. Coordinates are
    /// integers.
    fn apart(frames: [&[Vec<DVec3>; 2]; 2], corners: &[Vec<u32>; 2], radius: f64) -> bool {
        let along = |side: usize, direction: DVec3| -> Vec<f64> {
            let places =
                frames[side].iter().flat_map(|frame| corners[side].iter().map(|&corner| frame[corner as usize]));
            places.map(|place| place.dot(direction)).collect()
        };
        let least = |values: &[f64]| values.iter().copied().fold(f64::INFINITY, f64::min);
        let most = |values: &[f64]| values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let directions = [
            DVec3::new(1.0, 1.0, 1.0),
            DVec3::new(1.0, 1.0, -1.0),
            DVec3::new(1.0, -1.0, 1.0),
            DVec3::new(1.0, -1.0, -1.0),
        ];
        directions.into_iter().any(|direction| {
            let (a, b) = (along(0, direction), along(1, direction));
            least(&a).max(least(&b)) - most(&a).min(most(&b)) > 2.0 * 3.0_f64.sqrt() * radius
        })
    }

    /// Checks that every listed candidate is a true one, and that a diagonal separates every missing one.
    /// Returns the number of missing ones.
    fn check(
        found: &[FeatureCandidate],
        truth: &[FeatureCandidate],
        sides: [&(Mesh, [Vec<DVec3>; 2]); 2],
        radius: f64,
    ) -> usize {
        let listed: std::collections::BTreeSet<FeatureCandidate> = found.iter().copied().collect();
        assert_eq!(listed.len(), found.len(), "listed once");
        let truth: std::collections::BTreeSet<FeatureCandidate> = truth.iter().copied().collect();
        assert!(listed.is_subset(&truth), "nothing is made up");
        let missing = truth.difference(&listed).inspect(|&&candidate| {
            let corners = corners([&sides[0].0, &sides[1].0], candidate);
            assert!(apart([&sides[0].1, &sides[1].1], &corners, radius), "{candidate:?} is left out");
        });
        missing.count()
    }

    /// Whether an edge of one face may pierce the other at the start: it shares no corner with the other face,
    /// and its swept box meets that face's box.
    fn may_pierce((mesh, frames): &(Mesh, [Vec<DVec3>; 2]), faces: [usize; 2], radius: f64) -> bool {
        let corners = faces.map(|face| mesh.triangles()[face]);
        let swept = |ends: &[u32]| {
            let places = frames.iter().flat_map(|frame| ends.iter().map(|&end| frame[end as usize]));
            Aabb::around(places).unwrap().inflated(radius)
        };
        (0..2).any(|side| {
            let [own, other] = [corners[side], corners[1 - side]];
            let edges = (0..3).map(|from| [own[from], own[(from + 1) % 3]]);
            edges
                .filter(|ends| ends.iter().all(|end| !other.contains(end)))
                .any(|ends| !swept(&ends).disjoint(&swept(&other)))
        })
    }

    /// Like `check`, for pairs of faces at the start. Returns how many pairs a diagonal separates, and how many
    /// neighbours are omitted because they touch only at a corner.
    fn check_faces(found: &[FeatureCandidate], side: &(Mesh, [Vec<DVec3>; 2]), radius: f64) -> [usize; 2] {
        let (mesh, [start, _]) = side;
        let boxes = mesh.triangles().iter().filter_map(|corners| {
            let hull = Aabb::around(corners.map(|corner| start[corner as usize]))?;
            Some(if radius == 0.0 { hull } else { hull.inflated(radius) })
        });
        let boxes: Vec<Aabb> = boxes.collect();
        let pairs = (0..boxes.len()).flat_map(|i| (0..i).map(move |j| (j, i)));
        let pairs = pairs.filter(|&(i, j)| !boxes[i].disjoint(&boxes[j]));
        let candidate = |(i, j): (usize, usize)| FeatureCandidate::FaceFace(i as u32, j as u32);
        let (truth, others): (Vec<_>, Vec<_>) = pairs.partition(|&(i, j)| may_pierce(side, [i, j], radius));
        let (truth, others): (Vec<_>, Vec<_>) =
            (truth.into_iter().map(candidate).collect(), others.into_iter().map(candidate).collect());
        let (needless, expected): (Vec<_>, Vec<_>) = found.iter().copied().partition(|face| others.contains(face));
        let left_out = check(&expected, &truth, [side, side], radius);
        [left_out, others.len() - needless.len()]
    }

    /// A rippled sheet of `side` by `side` squares that sinks and flattens.
    fn sheet(side: u32) -> (Mesh, [Vec<DVec3>; 2]) {
        let count = side + 1;
        let frame = |height: f64| -> Vec<DVec3> {
            let place = |index: u32| {
                let (x, y) = (f64::from(index % count), f64::from(index / count));
                DVec3::new(4.0 * x, 4.0 * y, (height * (0.7 * x + 0.2 * y).sin()).round() + height)
            };
            (0..count * count).map(place).collect()
        };
        let square = |index: u32| {
            let corner = index % side + count * (index / side);
            [[corner, corner + 1, corner + count + 1], [corner, corner + count + 1, corner + count]]
        };
        let frames = [frame(4.0), frame(2.0)];
        (Mesh::new(frames[0].clone(), (0..side * side).flat_map(square).collect()).unwrap(), frames)
    }

    #[test]
    fn neighbours_in_a_sheet_that_touch_at_a_corner_only_are_left_out() {
        let side = sheet(16);
        let step = MeshStep::new(&side.0, [&side.1[0], &side.1[1]], 0.0).unwrap();
        let found = SurfaceSearch::default().within(&SurfaceIndex::new(&side.0), &step).candidates(&All);
        let (faces, features): (Vec<_>, Vec<_>) =
            found.into_iter().partition(|candidate| matches!(candidate, FeatureCandidate::FaceFace(..)));
        let truth = expected(CandidateSearch::<BruteForce>::default().within(&step), [&side.0, &side.0]);
        assert!(truth.len() > 200);
        check(&features, &truth, [&side, &side], 0.0);
        let [_, neighbours] = check_faces(&faces, &side, 0.0);
        // There are about six pairs of neighbours a triangle. The search omits more than half of them.
        assert!(neighbours > 3 * 512, "{neighbours} pairs are left out");
    }

    #[test]
    fn one_tree_finds_what_three_find_except_what_a_diagonal_keeps_apart() {
        let mut random = Random::new(31);
        let mut left_out = 0;
        for radius in [0.0, 0.25] {
            let (a, b) = (crumpled(&mut random, 60, 120), crumpled(&mut random, 50, 100));
            let [step_a, step_b] =
                [&a, &b].map(|(mesh, [start, end])| MeshStep::new(mesh, [start, end], radius).unwrap());
            let (surface_a, surface_b) = (SurfaceIndex::new(&a.0), SurfaceIndex::new(&b.0));
            let (faces, features): (Vec<_>, Vec<_>) = SurfaceSearch::default()
                .within(&surface_a, &step_a)
                .candidates(&All)
                .into_iter()
                .partition(|candidate| matches!(candidate, FeatureCandidate::FaceFace(..)));
            let truth = expected(CandidateSearch::<BruteForce>::default().within(&step_a), [&a.0, &a.0]);
            assert!(truth.len() > 5_000);
            left_out += check(&features, &truth, [&a, &a], radius);
            let between: Vec<FeatureCandidate> = SurfaceSearch::default()
                .between([&surface_a, &surface_b], [&step_a, &step_b])
                .candidates(&All)
                .into_iter()
                .filter(|candidate| !matches!(candidate, FeatureCandidate::FaceFace(..)))
                .collect();
            let truth = expected(CandidateSearch::<BruteForce>::default().between(&step_a, &step_b), [&a.0, &b.0]);
            left_out += check(&between, &truth, [&a, &b], radius);
            let [missing, _] = check_faces(&faces, &a, radius);
            left_out += missing;
        }
        assert!(left_out > 50, "diagonals leave out {left_out}");
    }
}
