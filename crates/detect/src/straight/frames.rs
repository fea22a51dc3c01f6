//! A step between two frames of exact places.
//!
//! **Question.** Every vertex goes straight from one known place to another: which features touch, and when first?
//!
//! **Idea.** Boxes over the whole step leave neighbours; a fixed direction keeps nearly all of those apart (`cull`), as soon as
//! the boxes have met and without a list of them; what remains is decided exactly. At the very start edges may already go
//! through faces; these are looked for among the faces whose boxes meet then.
//!
//! **Guarantee.** Exact: every pair of features that touches is found, no other, on any number of threads in the same order.
//!
//! **Cost.** O(n) for boxes and trees, some twenty nanoseconds a pair of boxes that meet, a microsecond for each of the few
//! that are left. Boxes that a feature sweeps grow with its way: where it goes far beyond its own size, `ordered` is
//! asked instead.
//!
//! **Source.** Teschner et al. 2006, deformable surfaces, section 3.1; the directions are ours.

use super::cull::{Lines, edges_apart, vertex_face_apart};
use super::pair::{Corners, exactly_pierced};
use super::planes::Planes;
use super::search::{Meeting, proof_of_distance};
use super::step::{Found, Met, Step};
use crate::exact::{EdgeEdge, Touch, VertexFace};
use crate::tolerance::LONGEST_WAY;
use glam::DVec3;
use rayon::prelude::*;
use tangency_bound::{CandidateSearch, Candidates, MayTouch, Orders, Step as Swept};
use tangency_geometry::Mesh;

/// Paths are refused otherwise.
const FINITE: &str = "frames are finite and belong to their meshes";

/// A step of two meshes, or of one with itself, between exact frames.
pub(super) struct Frames<'step> {
    step: &'step Step<'step>,
    meshes: [&'step Mesh; 2],
    frames: [[&'step [DVec3]; 2]; 2],
    reach: f64,
}

impl<'step> Frames<'step> {
    /// The step, if this method suits it: exact places, contact only by touching, no limit of work, no motion far beyond the
    /// size of the triangles.
    pub(super) fn suiting(step: &'step Step<'step>, limit: Option<u64>) -> Option<Self> {
        if step.query.separation != 0.0 || limit.is_some() {
            return None;
        }
        let (meshes, [paths_a, paths_b]) = (step.meshes(), step.paths());
        let frames = [paths_a.exact()?, paths_b.exact()?];
        let short = |side: usize| goes_short_ways(meshes[side], frames[side]);
        let reach = paths_a.reach.max(paths_b.reach);
        (short(0) && (step.b.is_none() || short(1))).then_some(Self { step, meshes, frames, reach })
    }

    /// All meetings that are wanted and perhaps some that come later; `first`: the step is the first of its span.
    pub(super) fn collect(&self, first: bool, found: &mut Found) {
        let [orders_a, orders_b] = self.orders();
        let mut search = CandidateSearch::arranged(orders_a, orders_b);
        if first {
            let piercing = self.piercing(&mut search);
            piercing.into_iter().for_each(|Met { features, meeting }| found.add(features, meeting));
        }
        // Once something is found at the very start, only that instant is of interest.
        let until = if found.latest == 0.0 { 0 } else { 1 };
        let pairs = self.candidates(&mut search, until);
        found.pairs += pairs.len() as u64;
        found.budget.spent += pairs.len() as u64;
        let met: Vec<Met> = pairs.into_par_iter().filter_map(|features| self.touch(features)).collect();
        met.into_iter().for_each(|Met { features, meeting }| found.add(features, meeting));
    }

    /// The two sides of the step, from the first frame to the first (0) or to the second (1).
    fn swept(&self, until: usize) -> [Swept<'step>; 2] {
        [0, 1].map(|side| {
            let [start, end] = [self.frames[side][0], self.frames[side][until]];
            Swept::new(self.meshes[side], [start, end], 0.0).expect(FINITE)
        })
    }

    fn cull(&self, until: usize) -> Cull<'step> {
        let lines = |side: usize| Lines::new([self.frames[side][0], self.frames[side][until]], self.reach);
        let other = self.step.b.map(|_| lines(1));
        Cull { meshes: self.meshes, first: lines(0), other }
    }

    /// The pairs that neither boxes nor directions prove apart.
    fn candidates(&self, search: &mut CandidateSearch, until: usize) -> Vec<[Corners; 2]> {
        let ([a, b], cull, [mesh_a, mesh_b]) = (self.swept(until), self.cull(until), self.meshes);
        let Candidates { vertex_face, face_vertex, edge_edge } =
            if self.step.b.is_some() { search.between_where(&a, &b, &cull) } else { search.within_where(&a, &cull) };
        let onto_b =
            vertex_face.iter().map(|&[vertex, face]| [Corners::vertex(vertex), Corners::triangle(mesh_b, face)]);
        let onto_a =
            face_vertex.iter().map(|&[face, vertex]| [Corners::triangle(mesh_a, face), Corners::vertex(vertex)]);
        let edges = edge_edge.iter().map(|&[a, b]| [Corners::edge(mesh_a, a), Corners::edge(mesh_b, b)]);
        onto_b.chain(onto_a).chain(edges).collect()
    }

    /// Edges that go through faces at the start.
    fn piercing(&self, search: &mut CandidateSearch) -> Vec<Met> {
        let [a, b] = self.swept(0);
        let planes = [0, 1].map(|side| Planes::new(self.meshes[side], self.frames[side][0]));
        let through = |faces: [u32; 2]| {
            let crossing = self.crossing(&planes, faces).unwrap_or_default();
            self.through(faces, crossing)
        };
        let keep = |a: u32, b: u32| {
            let crossing = self.crossing(&planes, [a, b]);
            crossing.is_some_and(|crossing| self.through([a, b], crossing).next().is_some())
        };
        let faces = match self.step.b {
            Some(_) => search.faces_between(&a, &b, keep),
            None => search.faces_within(&a, keep),
        };
        faces.into_iter().flat_map(through).collect()
    }

    /// Which sides of each of two faces cross the plane of the other, or may; none if a face is all on one side. Of faces of one
    /// mesh with two vertices in common, no side is without both.
    fn crossing(&self, planes: &[Planes; 2], faces: [u32; 2]) -> Option<[[bool; 3]; 2]> {
        let corners = [0, 1].map(|side: usize| self.meshes[side].triangles()[faces[side] as usize]);
        let is_shared = |side: usize, corner: u32| self.step.b.is_none() && corners[side].contains(&corner);
        let shared = corners[0].iter().filter(|&&corner| is_shared(1, corner)).count() as u32;
        if shared > 1 {
            return None;
        }
        let mut crossing = [[true; 3]; 2];
        for (side, other) in [(0, 1), (1, 0)] {
            let plane = planes[other].of(faces[other]);
            let signs = corners[side].map(|corner| {
                if is_shared(other, corner) { 0 } else { plane.side(self.frames[side][0][corner as usize]) }
            });
            if signs.iter().sum::<i32>().unsigned_abs() + shared == 3 {
                return None;
            }
            crossing[side] = [0, 1, 2].map(|from: usize| signs[from] * signs[(from + 1) % 3] <= 0);
        }
        Some(crossing)
    }

    /// The edges that each of two faces owns, as far as they go through the other face, among those that cross its plane.
    fn through(&self, faces: [u32; 2], crossing: [[bool; 3]; 2]) -> impl Iterator<Item = Met> {
        let edges = move |side: usize| {
            let owned = self.step.bodies()[side].model().owned(faces[side] as usize).edges;
            let crossing = owned.into_iter().zip(crossing[side]).filter(|(_, crosses)| *crosses);
            crossing.filter_map(move |(edge, _)| Some(Corners::edge(self.meshes[side], edge?)))
        };
        let [face_a, face_b] = [0, 1].map(|side: usize| Corners::triangle(self.meshes[side], faces[side]));
        let through_b = edges(0).map(move |edge| [edge, face_b]);
        let through_a = edges(1).map(move |edge| [face_a, edge]);
        through_b.chain(through_a).filter_map(|features| self.pierces(features))
    }

    /// Whether an edge and a face without a common vertex go through one another.
    fn pierces(&self, features: [Corners; 2]) -> Option<Met> {
        let [a, b] = &features;
        if self.step.b.is_none() && a.share(b) {
            return None;
        }
        let corner = |side: usize, vertex: u32| self.frames[side][0][vertex as usize];
        let exact = match (a.vertices(), b.vertices()) {
            (&[p, q], &[u, v, w]) => {
                exactly_pierced([p, q].map(|end| corner(0, end)), [u, v, w].map(|end| corner(1, end)))
            }
            (&[u, v, w], &[p, q]) => {
                exactly_pierced([p, q].map(|end| corner(1, end)), [u, v, w].map(|end| corner(0, end)))
            }
            _ => Some(false),
        };
        let meeting = |proved| Meeting { s: [0.0, 0.0], proved, direction: None };
        match exact {
            Some(false) => None,
            Some(true) => Some(Met { features, meeting: meeting(true) }),
            None => {
                let pair = self.step.pair(features);
                let apart = proof_of_distance(&pair, [0.0, 0.0], 0.0).is_some();
                (!apart).then(|| Met { features, meeting: meeting(pair.pierced(0.0)) })
            }
        }
    }

    /// The first contact of a vertex and a face or of two edges.
    fn touch(&self, features: [Corners; 2]) -> Option<Met> {
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
        touch.map(|touch| Met { features, meeting: Meeting::exact(&touch) })
    }

    fn orders(&self) -> [&'step Orders; 2] {
        self.step.bodies().map(|body| body.model().orders())
    }
}

/// Whether the boxes that triangles sweep are not much larger than the triangles.
fn goes_short_ways(mesh: &Mesh, [start, end]: [&[DVec3]; 2]) -> bool {
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
    extents[1] <= LONGEST_WAY * extents[0]
}

/// Which pairs no direction keeps apart.
struct Cull<'step> {
    meshes: [&'step Mesh; 2],
    first: Lines,
    /// Of the second mesh, if there are two.
    other: Option<Lines>,
}

impl Cull<'_> {
    /// Of the first side (0) or of the second (1).
    fn lines(&self, side: usize) -> &Lines {
        self.other.as_ref().filter(|_| side == 1).unwrap_or(&self.first)
    }
}

impl MayTouch for Cull<'_> {
    fn vertex_face(&self, vertex: u32, face: u32) -> bool {
        let face = self.lines(1).of(self.meshes[1].triangles()[face as usize]);
        !vertex_face_apart(&self.lines(0).of([vertex]), &face)
    }

    fn face_vertex(&self, face: u32, vertex: u32) -> bool {
        let face = self.lines(0).of(self.meshes[0].triangles()[face as usize]);
        !vertex_face_apart(&self.lines(1).of([vertex]), &face)
    }

    fn edge_edge(&self, a: u32, b: u32) -> bool {
        let [a, b] = [self.meshes[0].edges()[a as usize], self.meshes[1].edges()[b as usize]];
        !edges_apart(&self.lines(0).of(a), &self.lines(1).of(b))
    }
}
