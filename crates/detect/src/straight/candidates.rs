//! Pairs of features whose boxes meet, with the time in which they do.
//!
//! **Question.** Which vertices and triangles, and which edges, may touch during the step, and when?
//!
//! **Idea.** The trees of both meshes, fitted to the swept boxes of the triangles, give pairs of triangles; each vertex and
//! edge is tested through the one triangle that owns it. The box of a feature, taken linearly from its box at the start to its
//! box at the end, holds it at every instant (the smallest of linear functions is concave, the largest convex). Where two
//! such boxes overlap is a window of time, from six linear inequalities.
//!
//! **Guarantee.** A pair that comes within `separation` is listed, and its window holds every instant at which it does.

use super::pair::Corners;
use super::path::Path;
use crate::Model;
use tangency_bound::{Aabb, Fitted, Volume};
use tangency_geometry::Mesh;
use tangency_interval::Interval;

/// A mesh and the paths of its vertices during one step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Side<'step> {
    pub(crate) model: &'step Model,
    pub(crate) paths: &'step [Path],
}

impl<'step> Side<'step> {
    pub(crate) fn mesh(&self) -> &'step Mesh {
        self.model.shape().mesh()
    }

    fn swept_box(&self, triangle: usize) -> Aabb {
        let [a, b, c] = self.mesh().triangles()[triangle].map(|corner| self.paths[corner as usize].swept_box());
        a.merged(&b).merged(&c)
    }

    /// The boxes of a feature at the start and at the end of the step.
    fn boxes(&self, corners: &Corners) -> [Aabb; 2] {
        let merged = |at: fn(&Path) -> Aabb| {
            let boxes = corners.vertices().iter().map(|&index| at(&self.paths[index as usize]));
            boxes.reduce(|a, b| a.merged(&b)).expect("a feature has corners")
        };
        [merged(Path::start_box), merged(Path::end_box)]
    }
}

/// Two features that may meet within a window of the step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    pub(crate) window: [f64; 2],
    pub(crate) a: Corners,
    pub(crate) b: Corners,
}

/// All candidates of a step, earliest window first; edges against triangles only if their boxes overlap at the start.
#[derive(Debug, Default)]
pub(crate) struct Candidates {
    /// Vertex and triangle, edge and edge.
    pub(crate) meeting: Vec<Candidate>,
    /// Edge and triangle, which may overlap at the start without their parts meeting.
    pub(crate) piercing: Vec<Candidate>,
}

/// Lists the candidates of two meshes, or of one mesh with itself if `b` is `None`.
pub(crate) fn candidates(a: Side<'_>, b: Option<Side<'_>>, separation: f64) -> Candidates {
    let mut found = Candidates::default();
    let fitted_a = a.model.tree().fit(|triangle| a.swept_box(triangle).inflated(separation));
    match b {
        Some(b) => {
            let fitted_b = b.model.tree().fit(|triangle| b.swept_box(triangle));
            Fitted::pairs(&fitted_a, &fitted_b, &mut |i, j| {
                let mut list = Lister { a, b, same: false, separation, found: &mut found };
                list.triangles(i, j);
            });
        }
        None => fitted_a.pairs_within(&mut |i, j| {
            let mut list = Lister { a, b: a, same: true, separation, found: &mut found };
            list.triangles(i, j);
        }),
    }
    let order =
        |x: &Candidate, y: &Candidate| x.window[0].total_cmp(&y.window[0]).then_with(|| (x.a, x.b).cmp(&(y.a, y.b)));
    found.meeting.sort_unstable_by(order);
    found.piercing.sort_unstable_by(order);
    found
}

/// Lists the features of pairs of triangles.
struct Lister<'step, 'found> {
    a: Side<'step>,
    b: Side<'step>,
    same: bool,
    separation: f64,
    found: &'found mut Candidates,
}

impl Lister<'_, '_> {
    fn triangles(&mut self, i: usize, j: usize) {
        let (owned_a, owned_b) = (self.a.model.owned(i), self.b.model.owned(j));
        let face_a = Corners::triangle(self.a.mesh(), i as u32);
        let face_b = Corners::triangle(self.b.mesh(), j as u32);
        let edges = |side: &Side<'_>, owned: [Option<u32>; 3]| -> Vec<Corners> {
            owned.into_iter().flatten().map(|edge| Corners::edge(side.mesh(), edge)).collect()
        };
        let (edges_a, edges_b) = (edges(&self.a, owned_a.edges), edges(&self.b, owned_b.edges));
        for vertex in owned_a.vertices.into_iter().flatten() {
            self.meeting(Corners::vertex(vertex), face_b);
        }
        for vertex in owned_b.vertices.into_iter().flatten() {
            self.meeting(face_a, Corners::vertex(vertex));
        }
        for &edge_a in &edges_a {
            for &edge_b in &edges_b {
                self.meeting(edge_a, edge_b);
            }
        }
        edges_a.into_iter().for_each(|edge| self.piercing(edge, face_b));
        edges_b.into_iter().for_each(|edge| self.piercing(face_a, edge));
    }

    /// Features of one mesh that share a vertex touch there always; their other parts are tested through other features.
    fn window(&self, a: &Corners, b: &Corners) -> Option<[f64; 2]> {
        if self.same && a.share(b) {
            return None;
        }
        window(self.a.boxes(a), self.b.boxes(b), self.separation)
    }

    fn meeting(&mut self, a: Corners, b: Corners) {
        if let Some(window) = self.window(&a, &b) {
            self.found.meeting.push(Candidate { window, a, b });
        }
    }

    fn piercing(&mut self, a: Corners, b: Corners) {
        if let Some(window) = self.window(&a, &b)
            && window[0] == 0.0
        {
            self.found.piercing.push(Candidate { window, a, b });
        }
    }
}

/// When two boxes that change linearly over the step may be within `separation`; `None` proves never.
fn window(a: [Aabb; 2], b: [Aabb; 2], separation: f64) -> Option<[f64; 2]> {
    let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
    for axis in 0..3 {
        for (low, high) in [(&a, &b), (&b, &a)] {
            // Positive: the box `low` begins beyond the end of the box `high`.
            let beyond = [0, 1].map(|end| {
                let between = Interval::from(low[end].lower()[axis]) - high[end].upper()[axis] - separation;
                between.lower()
            });
            if beyond[0] > 0.0 && beyond[1] > 0.0 {
                return None;
            }
            let changes = Interval::from(beyond[0]) / (Interval::from(beyond[0]) - beyond[1]);
            if beyond[0] > 0.0 {
                enter = enter.max(changes.lower());
            } else if beyond[1] > 0.0 {
                leave = leave.min(changes.upper());
            }
        }
    }
    (enter <= leave).then_some([enter, leave])
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec3;

    fn cube(x: f64) -> Aabb {
        Aabb::around([DVec3::new(x, 0.0, 0.0), DVec3::new(x + 1.0, 1.0, 1.0)]).expect("two points")
    }

    #[test]
    fn a_passing_box_has_its_window() {
        // From 2 m left of the other to 2 m right of it: a gap of 1 m is closed in a quarter of the step.
        let [enter, leave] = window([cube(-2.0), cube(2.0)], [cube(0.0), cube(0.0)], 0.0).expect("they pass");
        assert!(enter <= 0.25 && 0.25 - enter < 1e-12 && leave >= 0.75 && leave - 0.75 < 1e-12);
    }

    #[test]
    fn a_box_that_stays_away_has_none() {
        assert_eq!(window([cube(2.0), cube(9.0)], [cube(0.0), cube(0.0)], 0.5), None);
        assert!(window([cube(2.0), cube(9.0)], [cube(0.0), cube(0.0)], 1.0).is_some());
    }
}
