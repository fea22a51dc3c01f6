//! Random motions of spline bodies, and an oracle by dense samples.
//!
//! Reference: Bernstein polynomials in floating point, written independently of the library. At an instant both
//! surfaces are sampled on grids. From the closest samples Newton's method with least steps seeks a point that both
//! surfaces have in common. A point that it finds is common to rounding, so an instant before the reported one that has
//! such a point shows that the report is late. Where it finds none, nothing is shown: the instants and grids must be
//! dense enough.
//!
//! Second reference, for teapots: crossings of fine triangulations that are deeper than the chord errors of both
//! ([`mesh`]). Such a crossing is one of the surfaces, wherever Newton's method may have failed.

// Each test and example uses a part.
#![allow(dead_code)]

pub(crate) mod mesh;
#[path = "../../../tangency/src/scenes/teapot_data.rs"]
mod teapot_data;

use mesh::PotMesh;

use glam::{DMat3, DQuat, DVec3, dvec3};
use std::sync::Arc;
use tangency_detect::{Answer, Moving, Prepared, Query, Verdict, first_contact};
use tangency_geometry::spline::BezierPatch;
use tangency_geometry::surface::Brep;
use tangency_geometry::{Motion, Pose, Rigid, Shape};
use tangency_interval::laws::Random;

/// The control points of a bicubic patch at an instant.
pub(crate) type Net = [DVec3; 16];

/// The rotation and the place of a body at an instant.
type PoseAt = Box<dyn Fn(f64) -> (DQuat, DVec3)>;

/// Metres. Points of both surfaces closer than this are common: rounding of points of size 10 is far below.
const COMMON: f64 = 1e-11;
/// Metres: the tolerance of all questions.
pub(crate) const TOLERANCE: f64 = 1e-6;
/// Instants before the reported one at which triangulations are compared.
const MESH_INSTANTS: usize = 60;
/// Seconds before the reported instant that are not judged: at these speeds the surfaces are that close to a contact
/// that rounding could show one.
const UNJUDGED: f64 = 1e-9;

/// Two moving bodies of bicubic patches, known to the oracle by their nets at every instant.
pub(crate) struct Case {
    pub(crate) bodies: [Moving; 2],
    nets: Box<dyn Fn(f64) -> [Vec<Net>; 2]>,
    /// Of two teapots: the pose of the one that moves; the other one is where its nets are.
    pose: Option<PoseAt>,
    /// Samples along each parameter of a patch.
    grid: usize,
    /// Instants at which samples are compared.
    instants: usize,
}

/// Two bicubic patches whose control points move at constant velocities for a second, distributed as those of TDIB-CCD:
/// control points and velocities are uniform in the cube from −1 to 1. One patch starts behind the origin along a
/// random direction and moves forward, the other one comes to meet it.
pub(crate) fn patch_pair(seed: u64) -> Case {
    let mut random = Random::new(seed);
    let mut point = || {
        let mut coordinate = || random.between(-1.0, 1.0);
        dvec3(coordinate(), coordinate(), coordinate())
    };
    let ahead = point().normalize_or(DVec3::X);
    let ends = [-ahead, ahead].map(|away| {
        let start: Net = std::array::from_fn(|_| point() + away);
        let end: Net = std::array::from_fn(|index| start[index] + point() - away);
        [start, end]
    });
    let bodies = ends.map(|[start, end]| {
        let [start, end] = [start, end].map(|net| BezierPatch::new([3, 3], net.to_vec()).expect("a patch"));
        let patch = start.moving_to(&end, 0.0, 1.0).expect("a moving patch");
        let surface = Brep::of_splines(vec![patch]).expect("a surface").as_surface();
        let body = Arc::new(Prepared::new(Shape::Parametric(surface)));
        Moving::of(body, Motion::Still(Pose::IDENTITY)).expect("a body")
    });
    let nets = move |time: f64| {
        ends.map(|[start, end]| vec![std::array::from_fn(|index: usize| start[index].lerp(end[index], time))])
    };
    Case { bodies, nets: Box::new(nets), pose: None, grid: 20, instants: 40 }
}

/// The nets of the Newell teapot, 0.4 m wide.
pub(crate) fn teapot() -> Vec<Net> {
    let point = |index: u16| 0.1 * DVec3::from_array(teapot_data::VERTICES[usize::from(index)]);
    teapot_data::PATCHES.iter().map(|indices| indices.map(point)).collect()
}

/// The teapot as a body.
pub(crate) fn teapot_body() -> Arc<Prepared> {
    let patches = teapot().iter().map(|net| BezierPatch::new([3, 3], net.to_vec()).expect("a patch")).collect();
    Arc::new(Prepared::new(Shape::Parametric(Brep::of_splines(patches).expect("a teapot").as_surface())))
}

/// Two teapots for a second: one stands, the other one comes from a random direction, aims at a random place near the
/// first, and turns by up to three radians.
pub(crate) fn teapot_pair(body: &Arc<Prepared>, seed: u64) -> Case {
    let mut random = Random::new(seed);
    let mut vector = |size: f64| {
        let mut coordinate = || random.between(-size, size);
        dvec3(coordinate(), coordinate(), coordinate())
    };
    let from = 0.9 * vector(1.0).normalize_or(DVec3::X);
    let (aim, turn, spin) = (vector(0.3), vector(3.0), vector(1.7));
    let turned = DQuat::from_scaled_axis(turn);
    let start = Pose::new(turned, from).expect("a pose");
    let motion = Motion::Rigid(Rigid::new(start, aim - from, spin).expect("a motion"));
    let still = Moving::of(Arc::clone(body), Motion::Still(Pose::IDENTITY)).expect("a body");
    let moving = Moving::of(Arc::clone(body), motion).expect("a body");
    let pot = teapot();
    let pose = move |time: f64| (DQuat::from_scaled_axis(time * spin) * turned, from + time * (aim - from));
    let nets = move |time: f64| {
        let (rotation, place) = pose(time);
        [pot.iter().map(|net| net.map(|point| rotation * point + place)).collect(), pot.clone()]
    };
    let pose: PoseAt = Box::new(pose);
    Case { bodies: [moving, still], nets: Box::new(nets), pose: Some(pose), grid: 5, instants: 24 }
}

impl Case {
    /// Asks for the first contact.
    pub(crate) fn ask(&self) -> Answer {
        let [a, b] = &self.bodies;
        first_contact(a, b, &Query { tolerance: TOLERANCE, ..Query::default() }).expect("an answer")
    }

    /// What is wrong with an answer.
    pub(crate) fn complaint(&self, answer: &Answer) -> Option<String> {
        let (until, touch) = match &answer.verdict {
            Verdict::Touch(first) => (first.time.lower(), Some(first)),
            Verdict::Clear { until } => (*until, None),
            Verdict::Open { from } => return Some(format!("open from {from}")),
        };
        let even = (0..self.instants).map(|index| until * index as f64 / self.instants as f64);
        let close = (2..9).map(|power| until - 10.0_f64.powi(-power));
        for time in even.chain(close).filter(|&time| (0.0..=until - UNJUDGED).contains(&time)) {
            let [a, b] = (self.nets)(time);
            if let Some(place) = common_point(&a, &b, self.grid) {
                return Some(format!("said {:?}, but both have {place} at {time}", answer.verdict));
            }
        }
        let first = touch?;
        let [a, b] = (self.nets)(first.time.upper());
        for contact in &first.contacts {
            let apart = [&a, &b].map(|nets| distance(nets, contact.point));
            if apart.iter().any(|&apart| apart > 2.0 * TOLERANCE) {
                return Some(format!("the contact {:?} is {apart:?} from the surfaces", contact.point));
            }
        }
        None
    }
}

impl Case {
    /// A crossing of the triangulations, deeper than their errors, at an instant.
    pub(crate) fn crossing(&self, mesh: &PotMesh, time: f64) -> Option<DVec3> {
        self.pose.as_ref().and_then(|pose| mesh.crossing(pose(time)))
    }

    /// A crossing of the triangulations at one of many instants before the reported one: a contact that was missed.
    pub(crate) fn missed(&self, mesh: &PotMesh, answer: &Answer) -> Option<String> {
        let until = match &answer.verdict {
            Verdict::Touch(first) => first.time.lower(),
            Verdict::Clear { until } => *until,
            Verdict::Open { from } => *from,
        };
        let even = (0..MESH_INSTANTS).map(|index| until * index as f64 / MESH_INSTANTS as f64);
        let close = (2..5).map(|power| until - 10.0_f64.powi(-power)).filter(|&time| time >= 0.0);
        even.chain(close).chain([until]).find_map(|time| {
            let place = self.crossing(mesh, time)?;
            Some(format!("said {:?}, but triangles cross at {place} at {time}", answer.verdict))
        })
    }
}

/// The four cubic Bernstein polynomials and their derivatives.
fn basis(s: f64) -> [[f64; 4]; 2] {
    let r = 1.0 - s;
    [
        [r * r * r, 3.0 * s * r * r, 3.0 * s * s * r, s * s * s],
        [-3.0 * r * r, 3.0 * r * r - 6.0 * s * r, 6.0 * s * r - 3.0 * s * s, 3.0 * s * s],
    ]
}

/// The point at (u, v) and both tangents.
fn jet(net: &Net, [u, v]: [f64; 2]) -> [DVec3; 3] {
    let ([along, along_rate], [across, across_rate]) = (basis(u), basis(v));
    let mut jet = [DVec3::ZERO; 3];
    for (index, point) in net.iter().enumerate() {
        let (row, column) = (index / 4, index % 4);
        jet[0] += along[row] * across[column] * *point;
        jet[1] += along_rate[row] * across[column] * *point;
        jet[2] += along[row] * across_rate[column] * *point;
    }
    jet
}

/// Samples of a patch on a grid.
fn samples(net: &Net, grid: usize) -> Vec<([f64; 2], DVec3)> {
    let at = |index: usize| index as f64 / (grid - 1) as f64;
    let place = |index: usize| [at(index / grid), at(index % grid)];
    (0..grid * grid).map(|index| (place(index), jet(net, place(index))[0])).collect()
}

/// A point that both surfaces have in common, if the search from the closest samples finds one.
pub(crate) fn common_point(a: &[Net], b: &[Net], grid: usize) -> Option<DVec3> {
    let bounds =
        |net: &Net| net.iter().fold((net[0], net[0]), |(low, high), point| (low.min(*point), high.max(*point)));
    for net_a in a {
        let (low, high) = bounds(net_a);
        let mut known = None;
        for net_b in b {
            let (other_low, other_high) = bounds(net_b);
            if low.cmpgt(other_high).any() || other_low.cmpgt(high).any() {
                continue;
            }
            let samples_a = known.get_or_insert_with(|| samples(net_a, grid));
            // The closest sample of the other for every sample; the closest of these pairs are starts.
            let samples_b = samples(net_b, grid);
            let mut starts: Vec<(f64, [f64; 4])> = Vec::new();
            for (at, point) in samples_a.iter() {
                let squared = |other: &([f64; 2], DVec3)| other.1.distance_squared(*point);
                let nearest = samples_b.iter().map(|other| (squared(other), other.0));
                if let Some((apart, other)) = nearest.min_by(|one, two| one.0.total_cmp(&two.0)) {
                    starts.push((apart, [at[0], at[1], other[0], other[1]]));
                }
            }
            starts.sort_by(|one, two| one.0.total_cmp(&two.0));
            if let Some(found) = starts.iter().take(6).find_map(|start| meet(net_a, net_b, start.1)) {
                return Some(found);
            }
        }
    }
    None
}

/// Newton's method for `A(u, v) = B(s, w)`: three equations for four unknowns within the unit square, the shortest
/// step.
fn meet(a: &Net, b: &Net, mut at: [f64; 4]) -> Option<DVec3> {
    for _ in 0..30 {
        let (of_a, of_b) = (jet(a, [at[0], at[1]]), jet(b, [at[2], at[3]]));
        let apart = of_a[0] - of_b[0];
        if apart.length() < COMMON {
            return Some(of_a[0]);
        }
        let columns = [of_a[1], of_a[2], -of_b[1], -of_b[2]];
        let outer = |x: DVec3| DMat3::from_cols(x * x.x, x * x.y, x * x.z);
        let normal = columns.iter().fold(DMat3::from_diagonal(DVec3::splat(1e-14)), |sum, column| sum + outer(*column));
        let pull = normal.inverse() * apart;
        for (place, column) in at.iter_mut().zip(columns) {
            *place = (*place - column.dot(pull)).clamp(0.0, 1.0);
        }
    }
    None
}

/// The distance of a point from a surface: Gauss and Newton from the closest samples of every patch. An upper bound.
fn distance(nets: &[Net], point: DVec3) -> f64 {
    let mut least = f64::INFINITY;
    for net in nets {
        let mut starts = samples(net, 24);
        starts.sort_by(|one, two| one.1.distance_squared(point).total_cmp(&two.1.distance_squared(point)));
        for (mut at, _) in starts.into_iter().take(3) {
            for _ in 0..30 {
                let [place, du, dv] = jet(net, at);
                let offset = place - point;
                least = least.min(offset.length());
                let (uu, uv, vv) = (du.dot(du) + 1e-14, du.dot(dv), dv.dot(dv) + 1e-14);
                let (along, across) = (du.dot(offset), dv.dot(offset));
                let size = uu * vv - uv * uv;
                let step = [(vv * along - uv * across) / size, (uu * across - uv * along) / size];
                at = [(at[0] - step[0]).clamp(0.0, 1.0), (at[1] - step[1]).clamp(0.0, 1.0)];
            }
        }
    }
    least
}
