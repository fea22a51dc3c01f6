//! From two triangles that met to the contact that is reported.
//!
//! **Question.** Two triangles cannot be proved apart from an instant on: which of their vertices, edges and faces touch, and
//! is it certain that they do?
//!
//! **Idea.** Within a window of time around the instant, too short for the motion to bend by more than rounding, every corner
//! is enclosed on its chord; then the proofs for straight paths hold: the signed volume of eqs. 21–22 changes its sign while
//! the place of crossing stays inside both features, so that it is zero there in between; or two points are within the
//! separation.
//!
//! **Guarantee.** `proved` means that a contact exists within the bracket, for the exact motion.
//!
//! **Cost.** Microseconds a contact.
//!
//! **Source.** Teschner et al. 2006, Redon's chapter, section 4, eqs. 21–22.

use super::cell::Cells;
use super::search::Met;
use crate::Model;
use crate::straight::closest::weighted;
use crate::straight::{Corners, Pair, Path, Terms, feature, normal};
use crate::tolerance::{EXISTENCE_REACH, SAME_POINT, TIME_RESOLUTION};
use glam::DVec3;
use tangency_geometry::{Contact, Mesh, RigidPiece, Shape};
use tangency_interval::{Interval, Vector, Vector3};

/// The features of two triangles in contact.
pub(super) struct Meeting<'meeting> {
    pub(super) a: &'meeting Model,
    pub(super) b: &'meeting Model,
    pub(super) met: Met,
    /// Whether the bodies were never apart before: the instant is the start of the span.
    pub(super) initial: bool,
    pub(super) terms: Terms,
}

/// The corners of both triangles during a window, in the order of the triangles.
struct Window {
    a: [Path; 3],
    b: [Path; 3],
}

/// A vertex, an edge or a face of one of the triangles: its name, and which of the triangle's corners are its own.
#[derive(Clone, Copy)]
struct Feature {
    corners: Corners,
    paths: [Path; 3],
}

impl Meeting<'_> {
    /// Describes the contact: bracket, place, normal, features.
    pub(super) fn contact(&self, cells: &Cells<'_>) -> Contact {
        let (start, length) = (self.met.time, cells.length());
        let mut reach = if self.initial { 0.0 } else { 16.0 * TIME_RESOLUTION * length };
        let within = |time: f64| time.clamp(cells.start, cells.end);
        let mut first = None;
        loop {
            let window = [within(start - reach), within(start + reach)];
            let corners_a = self.a.mesh().triangles()[self.met.a as usize];
            let corners_b = self.b.mesh().triangles()[self.met.b as usize];
            let pairs = self.pairs(&Window {
                a: paths(&cells.a, self.a.mesh(), corners_a, window),
                b: paths(&cells.b, self.b.mesh(), corners_b, window),
            });
            let order = self.order(&pairs);
            let proved = order.iter().copied().find(|&index| self.exists(&pair_of(&pairs[index])));
            let longest = !(reach > 0.0) || reach * 4.0 > EXISTENCE_REACH * length;
            if let Some(index) = proved {
                return self.describe(&pairs[index], Interval::between(start, window[1]), true);
            }
            let unproved = first
                .get_or_insert_with(|| self.describe(&pairs[order[0]], Interval::between(start, window[1]), false));
            if longest {
                return *unproved;
            }
            reach *= 4.0;
        }
    }

    /// All pairs of a vertex and a triangle or of two edges; at the start also of an edge and a triangle.
    fn pairs(&self, window: &Window) -> Vec<(Feature, Feature)> {
        let [vertices_a, edges_a, face_a] = features(self.a.mesh(), self.met.a, &window.a);
        let [vertices_b, edges_b, face_b] = features(self.b.mesh(), self.met.b, &window.b);
        let all = |of_a: &[Feature], of_b: &[Feature]| -> Vec<(Feature, Feature)> {
            of_a.iter().flat_map(|&a| of_b.iter().map(move |&b| (a, b))).collect()
        };
        let mut pairs = [all(&vertices_a, &face_b), all(&face_a, &vertices_b), all(&edges_a, &edges_b)].concat();
        if self.initial {
            pairs.extend(all(&edges_a, &face_b));
            pairs.extend(all(&face_a, &edges_b));
        }
        pairs
    }

    /// The pairs that may be in contact, closest first: those not measurably farther apart than the closest.
    fn order(&self, pairs: &[(Feature, Feature)]) -> Vec<usize> {
        let distances: Vec<f64> = pairs
            .iter()
            .map(|pair| {
                let pair = pair_of(pair);
                let distance = [0.0, 1.0].map(|s| pair.closest(s).1.length());
                if pair.pierced(0.0) { 0.0 } else { distance[0].min(distance[1]) }
            })
            .collect();
        let least = distances.iter().copied().fold(f64::INFINITY, f64::min);
        let reach = self.a.reach().max(self.b.reach());
        let mut order: Vec<usize> =
            (0..pairs.len()).filter(|&index| distances[index] <= least + SAME_POINT * reach).collect();
        order.sort_by(|&x, &y| distances[x].total_cmp(&distances[y]));
        order
    }

    /// Whether the two features certainly touch within the window.
    fn exists(&self, pair: &Pair) -> bool {
        let close = |s: f64| pair.gap(&pair.closest(s).0, s).upper() <= self.terms.separation;
        if self.initial { pair.pierced(0.0) || close(0.0) } else { pair.cross([0.0, 1.0]) || close(1.0) }
    }

    fn describe(&self, features: &(Feature, Feature), time: Interval, proved: bool) -> Contact {
        let pair = pair_of(features);
        let [early, late] = [0.0, 1.0].map(|s| (s, pair.closest(s)));
        let (s, (witness, way)) = if late.1.1.length() < early.1.1.length() { late } else { early };
        let (corners_a, corners_b) = pair.near(s);
        let solid = [self.a, self.b].iter().any(|model| matches!(model.shape(), Shape::Polyhedron(_)));
        let direction = self.met.direction.filter(|_| !self.initial);
        Contact {
            time,
            point: 0.5 * (weighted(&corners_a, witness.weights_a) + weighted(&corners_b, witness.weights_b)),
            normal: normal(solid, (&corners_a, &corners_b), direction, way) + DVec3::ZERO,
            gap: way.length(),
            feature_a: feature(self.a.mesh(), &features.0.corners, witness.weights_a),
            feature_b: feature(self.b.mesh(), &features.1.corners, witness.weights_b),
            proved,
            initial: self.initial,
        }
    }
}

fn pair_of((a, b): &(Feature, Feature)) -> Pair {
    let count = |feature: &Feature| Corners::first(feature.corners.vertices().len());
    Pair::new([count(a), count(b)], |corner| a.paths[corner as usize], |corner| b.paths[corner as usize])
}

/// The vertices, the edges and the face of a triangle; one that names a vertex twice has fewer edges.
fn features(mesh: &Mesh, triangle: u32, paths: &[Path; 3]) -> [Vec<Feature>; 3] {
    let corners = mesh.triangles()[triangle as usize];
    let vertex = |i: usize| Feature { corners: Corners::vertex(corners[i]), paths: [paths[i]; 3] };
    let edge = |[i, j]: [usize; 2]| {
        let edge = Corners::edge(mesh, mesh.edge_between(corners[i], corners[j])?);
        // An edge lists the smaller vertex first.
        let [i, j] = if edge.vertices()[0] == corners[i] { [i, j] } else { [j, i] };
        Some(Feature { corners: edge, paths: [paths[i], paths[j], paths[j]] })
    };
    let face = Feature { corners: Corners::triangle(mesh, triangle), paths: *paths };
    [(0..3).map(vertex).collect(), [[0, 1], [1, 2], [2, 0]].into_iter().filter_map(edge).collect(), vec![face]]
}

/// The corners on their chords during a window, each with room for what the motion bends.
fn paths(piece: &RigidPiece<'_>, mesh: &Mesh, corners: [u32; 3], [start, end]: [f64; 2]) -> [Path; 3] {
    let placed = [start, end].map(|time| piece.during(Interval::from(time)));
    let rates = piece.rates(Interval::between(start, end));
    let length = (Interval::from(end) - start).upper();
    corners.map(|vertex| {
        let local = mesh.vertices()[vertex as usize];
        let bulge = rates.bulge(length, Vector3::point(local.to_array()).length().upper());
        let room = Interval::between(-bulge, bulge);
        let roomy = |place: Vector3| Vector(place.0.map(|coordinate| coordinate + room));
        let [start, end] = placed.each_ref().map(|place| roomy(place.point(vertex as usize, local)));
        Path::new(start, end)
    })
}
