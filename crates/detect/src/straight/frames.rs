//! First contact in a step between two frames of exact vertices.
//!
//! **Question.** Every vertex moves straight from one exactly known point to another. Which features touch, and when
//! first?
//!
//! **Idea.** Where the surface is smooth, a bound on its curvature proves that it cannot touch itself
//! ([`CurvatureSearch`], if the model is prepared for it). Swept boxes over the whole step cull all pairs but
//! neighbours. A fixed direction separates nearly all of these (`cull`), as soon as their boxes have met and
//! without a list of them. Exact arithmetic decides the rest. At the start of the span edges may already pierce
//! faces; the faces whose boxes meet then are tested for it. If only the first contact is wanted, a probe of a few
//! faces often finds a contact early in the step. The search then covers only the time up to that instant, with
//! smaller boxes.
//!
//! **Guarantee.** Exact: every pair of features that touches is found, and no other, in the same order on any
//! number of threads.
//!
//! **Cost.** O(n) for boxes and trees, some twenty nanoseconds a pair of boxes that meet, a microsecond for each of
//! the few that are left. Swept boxes grow with the travel of a feature. If it travels far beyond its own size,
//! `ordered` is used instead.
//!
//! **Source.** Teschner et al. 2006, deformable surfaces, sections 3.1 and 3.2; the directions are ours.

use super::cull::{VertexLines, edge_face_apart, edges_apart, vertex_face_apart};
use super::planes::FacePlanes;
use super::step::{MetFeatures, StepContacts, StraightStep, WantedContacts};
use crate::exact::{EdgeEdge, Touch, VertexFace};
use crate::features::{MeshFeature, PairMeeting, exactly_pierced, proof_of_distance};
use crate::tolerance::{EARLY, FEWEST_PROBED, LARGEST_PROBED_REACH, LARGEST_SWEEP, PROBED, STEPS_BETWEEN_LOOKS};
use glam::DVec3;
use rayon::prelude::*;
use tangency_bound::{CurvatureSearch, FeatureCandidate, MayTouch, MeshStep, OwnedFeatures, SurfaceSearch, SweptFaces};
use tangency_geometry::Mesh;

/// `StraightPaths` rejects other values.
const FINITE: &str = "frames are finite";

/// A step of two meshes, or of one with itself, between exact frames.
pub(super) struct FrameStep<'step> {
    step: &'step StraightStep<'step>,
    meshes: [&'step Mesh; 2],
    frames: [[&'step [DVec3]; 2]; 2],
    reach: f64,
}

impl<'step> FrameStep<'step> {
    /// The step, if this method suits it: exact vertices, separation 0, no budget, and no motion far beyond the
    /// size of the triangles.
    pub(super) fn suiting(step: &'step StraightStep<'step>, limited: bool) -> Option<Self> {
        if step.query.separation != 0.0 || limited {
            return None;
        }
        let (meshes, [paths_a, paths_b]) = (step.meshes(), step.paths());
        let frames = [paths_a.exact()?, paths_b.exact()?];
        let short = |side: usize| has_short_sweeps(meshes[side], frames[side]);
        let reach = paths_a.reach.max(paths_b.reach);
        (short(0) && (step.b.is_none() || short(1))).then_some(Self { step, meshes, frames, reach })
    }

    /// Adds all wanted meetings, and perhaps some later ones. `first`: the step is the first of its span.
    pub(super) fn collect(&self, first: bool, found: &mut StepContacts<'_>) {
        if found.budget.is_stopped() {
            found.unfinished = Some(0.0);
            return;
        }
        let candidates = self.candidates(first, found.wanted);
        found.pairs += candidates.len() as u64;
        found.budget.spent += candidates.len() as u64;
        let budget = found.budget;
        let decide = |some: &[FeatureCandidate]| {
            // What is not decided is left out here, and told below.
            let wanted = if budget.is_stopped() { &[] } else { some };
            wanted.iter().flat_map(|&candidate| self.decide(candidate)).collect::<Vec<MetFeatures>>()
        };
        let met: Vec<MetFeatures> = candidates.par_chunks(STEPS_BETWEEN_LOOKS as usize).flat_map_iter(decide).collect();
        if budget.is_stopped() {
            found.unfinished = Some(0.0);
        }
        met.into_iter().for_each(|MetFeatures { features, meeting }| found.add(features, meeting));
    }

    /// The pairs that boxes, directions and planes do not prove apart, over the time in which contacts are wanted.
    fn candidates(&self, first: bool, wanted: WantedContacts) -> Vec<FeatureCandidate> {
        let swept = self.swept(self.frames, 0.0);
        let cull = DirectionCull::new(self, first);
        let mut search = SurfaceSearch::default();
        if let Some(faces) = self.faces_by_curvature() {
            return search.among(&faces, self.step.a.facets().surface(), &swept[0], &cull);
        }
        let fitted = self.fitted(&mut search, &swept);
        let horizon = if wanted == WantedContacts::First { self.horizon(&fitted, &cull) } else { None };
        match horizon {
            None => fitted.candidates(&cull),
            Some(horizon) => self.candidates_until(horizon, &mut search, cull),
        }
    }

    /// An instant early in the step by which a contact has begun, if a probe of a few faces finds one.
    fn horizon(&self, fitted: &SweptFaces<'_>, cull: &DirectionCull<'_>) -> Option<f64> {
        // Differences of very large coordinates might overflow.
        if self.meshes[0].triangles().len() < FEWEST_PROBED || self.reach > LARGEST_PROBED_REACH {
            return None;
        }
        let sample = fitted.sample(PROBED, cull);
        let ends = sample.par_iter().flat_map_iter(|&candidate| self.decide(candidate)).map(|met| met.meeting.s[1]);
        let horizon = ends.reduce(|| 1.0, f64::min) + self.step.slack();
        (horizon <= EARLY).then_some(horizon)
    }

    /// The pairs that may touch between the start and `horizon`.
    fn candidates_until(
        &self,
        horizon: f64,
        search: &mut SurfaceSearch,
        cull: DirectionCull<'_>,
    ) -> Vec<FeatureCandidate> {
        // An interpolated point has four roundings, each of at most half a unit of twice the reach.
        let rounding = 4.0 * f64::EPSILON * self.reach;
        let late = |side: usize| -> Vec<DVec3> {
            let [start, end] = self.frames[side];
            start.iter().zip(end).map(|(&from, &to)| from + (to - from) * horizon).collect()
        };
        let two = self.step.b.is_some();
        let (late_a, late_b) = (late(0), if two { late(1) } else { Vec::new() });
        let [[start_a, _], [start_b, _]] = self.frames;
        let frames = [[start_a, &late_a], if two { [start_b, &late_b] } else { [start_a, &late_a] }];
        let swept = self.swept(frames, rounding);
        // Doubling the reach doubles the margin of the directions, which covers the rounding of the points too.
        let cull = cull.along(frames, 2.0 * self.reach);
        self.fitted(search, &swept).candidates(&cull)
    }

    fn swept<'frames>(&self, frames: [[&'frames [DVec3]; 2]; 2], radius: f64) -> [MeshStep<'frames>; 2]
    where
        'step: 'frames,
    {
        [0, 1].map(|side: usize| MeshStep::new(self.meshes[side], frames[side], radius).expect(FINITE))
    }

    fn fitted<'fit>(&'fit self, search: &'fit mut SurfaceSearch, swept: &'fit [MeshStep<'fit>; 2]) -> SweptFaces<'fit> {
        let [surface, other] = self.step.bodies().map(|body| body.facets().surface());
        if self.step.b.is_some() {
            search.between([surface, other], [&swept[0], &swept[1]])
        } else {
            search.within(surface, &swept[0])
        }
    }

    /// The pairs of faces of one mesh that may touch by the curvature of the surface. `None` if the curvature is not
    /// known or the test does not pay.
    fn faces_by_curvature(&self) -> Option<Vec<[u32; 2]>> {
        if self.step.b.is_some() {
            return None;
        }
        let regions = self.step.a.facets().regions()?;
        CurvatureSearch::default().faces(regions, self.frames[0]).expect(FINITE)
    }

    /// The contacts of a candidate: at most one, except for two faces.
    fn decide(&self, candidate: FeatureCandidate) -> impl Iterator<Item = MetFeatures> {
        let [a, b] = self.meshes;
        let (features, faces) = match candidate {
            FeatureCandidate::VertexFace(vertex, face) => {
                (Some([MeshFeature::vertex(vertex), MeshFeature::triangle(b, face)]), None)
            }
            FeatureCandidate::FaceVertex(face, vertex) => {
                (Some([MeshFeature::triangle(a, face), MeshFeature::vertex(vertex)]), None)
            }
            FeatureCandidate::EdgeEdge(first, second) => {
                (Some([MeshFeature::edge(a, first), MeshFeature::edge(b, second)]), None)
            }
            FeatureCandidate::FaceFace(first, second) => (None, Some(self.piercing_edges([first, second]))),
        };
        features.and_then(|features| self.touch(features)).into_iter().chain(faces.into_iter().flatten())
    }

    /// Whether an edge owned by one of two faces may pierce the other face. Each face then has corners on both
    /// sides of the plane of the other, not counting a shared corner. If the faces share two corners, every edge
    /// contains one of them and is skipped.
    fn may_pierce(&self, planes: [&FacePlanes; 2], faces: [u32; 2]) -> bool {
        let corners = [0, 1].map(|side: usize| self.meshes[side].triangles()[faces[side] as usize]);
        let shared = |corner: u32| corners[1].map(|other| i32::from(corner == other)).iter().sum::<i32>();
        let common = if self.step.b.is_none() { corners[0].map(shared).iter().sum() } else { 0 };
        // A shared corner is on both planes up to rounding and counts 0. There are no branches here: which corners
        // neighbours share is hard to predict.
        let sides = [(0, 1), (1, 0)].map(|(side, other): (usize, usize)| {
            let plane = planes[other].of(faces[other]);
            corners[side].map(|corner| plane.side(self.frames[side][0][corner as usize]))
        });
        let one_sided = sides.map(|sides| sides.iter().sum::<i32>().abs() + common >= 3);
        if (common > 1) | one_sided[0] | one_sided[1] {
            return false;
        }
        // An edge with both ends on one side of the plane of the other face does not pierce it.
        let face = |side: usize| MeshFeature::triangle(self.meshes[side], faces[side]);
        (0..2).any(|side| {
            self.owned(side, faces[side]).edges.into_iter().enumerate().any(|(from, edge)| {
                let crosses = sides[side][from] * sides[side][(from + 1) % 3] <= 0;
                edge.filter(|_| crosses).is_some_and(|edge| {
                    let edge = MeshFeature::edge(self.meshes[side], edge);
                    self.pierces(if side == 0 { [edge, face(1)] } else { [face(0), edge] }).is_some()
                })
            })
        })
    }

    fn owned(&self, side: usize, face: u32) -> OwnedFeatures {
        self.step.bodies()[side].facets().owned(face as usize)
    }

    /// The edges owned by each of two faces that pierce the other face.
    fn piercing_edges(&self, faces: [u32; 2]) -> impl Iterator<Item = MetFeatures> {
        let edges = move |side: usize| {
            let owned = self.owned(side, faces[side]).edges.into_iter().flatten();
            owned.map(move |edge| MeshFeature::edge(self.meshes[side], edge))
        };
        let [face_a, face_b] = [0, 1].map(|side: usize| MeshFeature::triangle(self.meshes[side], faces[side]));
        let through_b = edges(0).map(move |edge| [edge, face_b]);
        let through_a = edges(1).map(move |edge| [face_a, edge]);
        through_b.chain(through_a).filter_map(|features| self.pierces(features))
    }

    /// The contact at the start if an edge pierces a face, or cannot be proved not to. `None` if they share a vertex.
    fn pierces(&self, features: [MeshFeature; 2]) -> Option<MetFeatures> {
        let [a, b] = &features;
        if self.step.b.is_none() && a.shares_vertex_with(b) {
            return None;
        }
        let position = |side: usize, vertex: u32| self.frames[side][0][vertex as usize];
        let (edge, face) = match (a.vertices(), b.vertices()) {
            (&[p, q], &[u, v, w]) => ([p, q].map(|end| position(0, end)), [u, v, w].map(|corner| position(1, corner))),
            (&[u, v, w], &[p, q]) => ([p, q].map(|end| position(1, end)), [u, v, w].map(|corner| position(0, corner))),
            _ => return None,
        };
        if edge_face_apart(edge, face) {
            return None;
        }
        let exact = exactly_pierced(edge, face);
        let meeting = |proved| PairMeeting { s: [0.0, 0.0], proved, direction: None };
        match exact {
            Some(false) => None,
            Some(true) => Some(MetFeatures { features, meeting: meeting(true) }),
            None => {
                let pair = self.step.pair(features);
                let apart = proof_of_distance(&pair, [0.0, 0.0], 0.0).is_some();
                (!apart).then(|| MetFeatures { features, meeting: meeting(pair.certainly_pierced(0.0)) })
            }
        }
    }

    /// The first contact of a vertex and a face or of two edges.
    fn touch(&self, features: [MeshFeature; 2]) -> Option<MetFeatures> {
        let [a, b] = &features;
        let gather = |corners: [(usize, u32); 4]| {
            [0, 1].map(|frame: usize| corners.map(|(side, vertex)| self.frames[side][frame][vertex as usize]))
        };
        let face = |[start, end]: [[DVec3; 4]; 2]| VertexFace::new(start, end).expect(FINITE).first_touch();
        let edges = |[start, end]: [[DVec3; 4]; 2]| EdgeEdge::new(start, end).expect(FINITE).first_touch();
        let touch = match (a.vertices(), b.vertices()) {
            (&[v], &[p, q, r]) => face(gather([(0, v), (1, p), (1, q), (1, r)])),
            (&[p, q, r], &[v]) => face(gather([(1, v), (0, p), (0, q), (0, r)])).map(Touch::swapped),
            (&[p, q], &[r, s]) => edges(gather([(0, p), (0, q), (1, r), (1, s)])),
            _ => None,
        };
        touch.map(|touch| MetFeatures { features, meeting: PairMeeting::exact(&touch) })
    }
}

/// Whether the swept boxes of the triangles are not much larger than the boxes of the triangles.
fn has_short_sweeps(mesh: &Mesh, [start, end]: [&[DVec3]; 2]) -> bool {
    let mut extents = [0.0; 2];
    for triangle in mesh.triangles() {
        let corners = triangle.map(|corner| corner as usize);
        let hull = |frame: &[DVec3]| {
            let [a, b, c] = corners.map(|corner| frame[corner]);
            (a.min(b).min(c), a.max(b).max(c))
        };
        let ((low, high), (low_late, high_late)) = (hull(start), hull(end));
        extents[0] += (high - low).element_sum();
        extents[1] += (high.max(high_late) - low.min(low_late)).element_sum();
    }
    extents[1] <= LARGEST_SWEEP * extents[0]
}

/// Culls pairs that a direction or a plane separates.
struct DirectionCull<'step> {
    step: &'step FrameStep<'step>,
    lines: VertexLines,
    /// Paths of the second mesh, if there are two meshes.
    other_lines: Option<VertexLines>,
    /// Face planes at the start of the span, if piercing edges are wanted.
    planes: Option<FacePlanes>,
    other_planes: Option<FacePlanes>,
}

impl<'step> DirectionCull<'step> {
    /// Over the whole step. `first`: also for faces that intersect at its start.
    fn new(step: &'step FrameStep<'step>, first: bool) -> Self {
        let two = step.step.b.is_some();
        let planes = |side: usize| FacePlanes::new(step.meshes[side], step.frames[side][0], step.reach);
        Self {
            step,
            lines: VertexLines::new(step.frames[0], step.reach),
            other_lines: two.then(|| VertexLines::new(step.frames[1], step.reach)),
            planes: first.then(|| planes(0)),
            other_planes: (first && two).then(|| planes(1)),
        }
    }

    /// The same for other frames.
    fn along(self, frames: [[&[DVec3]; 2]; 2], reach: f64) -> Self {
        let other_lines = self.other_lines.is_some().then(|| VertexLines::new(frames[1], reach));
        Self { lines: VertexLines::new(frames[0], reach), other_lines, ..self }
    }

    fn lines(&self) -> [&VertexLines; 2] {
        [&self.lines, self.other_lines.as_ref().unwrap_or(&self.lines)]
    }

    fn planes(&self) -> Option<[&FacePlanes; 2]> {
        let planes = self.planes.as_ref()?;
        Some([planes, self.other_planes.as_ref().unwrap_or(planes)])
    }
}

impl MayTouch for DirectionCull<'_> {
    #[inline]
    fn may_touch(&self, candidate: FeatureCandidate) -> bool {
        let ([lines_a, lines_b], [a, b]) = (self.lines(), self.step.meshes);
        let apart = match candidate {
            FeatureCandidate::VertexFace(vertex, face) => {
                vertex_face_apart(&lines_a.of([vertex]), &lines_b.of(b.triangles()[face as usize]))
            }
            FeatureCandidate::FaceVertex(face, vertex) => {
                vertex_face_apart(&lines_b.of([vertex]), &lines_a.of(a.triangles()[face as usize]))
            }
            FeatureCandidate::EdgeEdge(first, second) => {
                edges_apart(&lines_a.of(a.edges()[first as usize]), &lines_b.of(b.edges()[second as usize]))
            }
            FeatureCandidate::FaceFace(first, second) => {
                !self.planes().is_some_and(|planes| self.step.may_pierce(planes, [first, second]))
            }
        };
        !apart
    }
}
