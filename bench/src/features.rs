//! The `features` suite: closest features of two convex polyhedra that turn by 1°, 5° or 25° from question to question, for
//! 24 to 10,000 faces, compared with parry's and coal's GJK started from the last direction (Dworkin 1994, section 7.3).
//!
//! All are asked about the same poses, one after the other. Ours also proves a lower bound. The largest difference from
//! parry's distance is printed.

use crate::coal::{CoalPair, CoalQuestions};
use crate::table::Row;
use glam::{DQuat, DVec3};
use parry3d_f64::math::{Pose as PeerPose, Rotation, Vector};
use parry3d_f64::query::details::closest_points_support_map_support_map_with_params;
use parry3d_f64::query::gjk::{GJKResult, VoronoiSimplex};
use parry3d_f64::shape::ConvexPolyhedron;
use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;
use tangency::detect::{ClosestFeatures, Zones};
use tangency::geometry::{Convex, ConvexHull, Pose};
use tangency_interval::laws::Random;

/// Poses of a round: few enough for the cache.
const COUNT: usize = 1_000;

/// The numbers of vertices of the polyhedra. Of points on a sphere all are vertices, and there are twice as many faces.
const VERTICES: [usize; 7] = [14, 52, 152, 502, 1_000, 2_502, 5_002];

/// Two polyhedra and the poses in which they are asked about.
struct Turning {
    bodies: [Vec<DVec3>; 2],
    poses: Vec<[Pose; 2]>,
    name: String,
}

/// Runs the suite.
pub(crate) fn run() -> Vec<Row> {
    let mut rows = Vec::new();
    for count in VERTICES {
        for degrees in [1.0, 5.0, 25.0] {
            let turning = Turning::new(count, degrees);
            let (ours, distances) = turning.ours();
            let (parry, peers) = turning.parry();
            let off = distances.iter().zip(&peers).map(|(one, other)| (one - other).abs()).fold(0.0, f64::max);
            eprintln!("{}: distances differ from parry's by at most {off:.1e}", turning.name);
            let row =
                |peer_name: &str, peer| Row { name: turning.name.clone(), ours, peer_name: peer_name.into(), peer };
            rows.push(row("parry3d-f64", Some(parry)));
            match turning.coal() {
                Ok(coal) => rows.push(row("coal", Some(coal))),
                Err(error) => eprintln!("coal is left out: {error}"),
            }
        }
    }
    rows
}

/// The least of several rounds, in nanoseconds a question.
fn measure(mut ask: impl FnMut(usize)) -> f64 {
    let mut least = f64::INFINITY;
    for _ in 0..30 {
        let start = Instant::now();
        (0..COUNT).for_each(&mut ask);
        least = least.min(start.elapsed().as_nanos() as f64);
    }
    least / COUNT as f64
}

fn unit(random: &mut Random) -> DVec3 {
    loop {
        let vector = DVec3::from_array([0; 3].map(|_| random.between(-1.0, 1.0)));
        if (0.1..1.0).contains(&vector.length()) {
            return vector.normalize();
        }
    }
}

fn vector(place: DVec3) -> Vector {
    Vector::new(place.x, place.y, place.z)
}

fn peer_pose(pose: &Pose) -> PeerPose {
    let turn = pose.rotation();
    PeerPose::from_parts(vector(pose.translation()), Rotation::from_xyzw(turn.x, turn.y, turn.z, turn.w).normalize())
}

impl Turning {
    /// Two round polyhedra 2.2 radii apart, both turned about random axes by the angle from one pose to the next.
    fn new(count: usize, degrees: f64) -> Self {
        let mut random = Random::new(count as u64);
        let mut points = || (0..count).map(|_| unit(&mut random)).collect();
        let bodies = [points(), points()];
        let angle = degrees.to_radians();
        let [mut a, mut b] = [DQuat::IDENTITY; 2];
        let mut next = || {
            a = (DQuat::from_axis_angle(unit(&mut random), angle) * a).normalize();
            b = (DQuat::from_axis_angle(unit(&mut random), angle) * b).normalize();
            [(a, DVec3::ZERO), (b, 2.2 * DVec3::X)].map(|(turn, place)| Pose::new(turn, place).expect("a pose"))
        };
        let poses = (0..COUNT).map(|_| next()).collect();
        Self { bodies, poses, name: format!("{} faces, {degrees}°", 2 * count - 4) }
    }

    fn ours(&self) -> (f64, Vec<f64>) {
        let [a, b] = self
            .bodies
            .each_ref()
            .map(|points| Arc::new(Zones::new(&ConvexHull::of(points).expect("a hull")).expect("a hull with volume")));
        let mut pair = ClosestFeatures::new(a, b);
        let distances = self.poses.iter().map(|poses| pair.track(poses.each_ref()).distance).collect();
        let time = measure(|index| {
            black_box(pair.track(self.poses[index].each_ref()));
        });
        (time, distances)
    }

    fn parry(&self) -> (f64, Vec<f64>) {
        let [a, b] = self.bodies.each_ref().map(|points| {
            let points: Vec<Vector> = points.iter().map(|&point| vector(point)).collect();
            ConvexPolyhedron::from_convex_hull(&points).expect("a hull")
        });
        let between: Vec<PeerPose> = self.poses.iter().map(|[a, b]| peer_pose(a).inverse() * peer_pose(b)).collect();
        let mut simplex = VoronoiSimplex::new();
        let mut last: Option<Vector> = None;
        let mut ask = |index: usize| {
            let pose = &between[index];
            let found = closest_points_support_map_support_map_with_params(pose, &a, &b, f64::MAX, &mut simplex, last);
            match found {
                GJKResult::ClosestPoints(on_a, on_b, direction) => {
                    last = Some(direction);
                    (on_b - on_a).length()
                }
                GJKResult::Intersection | GJKResult::Proximity(_) | GJKResult::NoIntersection(_) => f64::NAN,
            }
        };
        let distances = (0..COUNT).map(&mut ask).collect();
        let time = measure(|index| {
            black_box(ask(index));
        });
        (time, distances)
    }

    /// coal with the guess of the last question.
    fn coal(&self) -> Result<f64, String> {
        let bodies: Vec<Convex> =
            self.bodies.iter().map(|points| Convex::hull(points.clone()).expect("a hull")).collect();
        let pairs: Vec<CoalPair> =
            self.poses.iter().map(|&poses| CoalPair { bodies: [0, 1], poses, rates: None }).collect();
        let times = CoalQuestions::new("features", &bodies, &pairs)?.times("track", COUNT)?;
        times.first().copied().ok_or_else(|| "coal printed nothing".into())
    }
}
