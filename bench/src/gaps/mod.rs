//! The `gaps` suite: distance, overlap, depth and first contact of all pairs of convex kinds, compared with parry and
//! coal.
//!
//! Ours encloses every answer. parry has no ellipsoids; their rows have no peer. coal is its C++ library, asked about
//! the same poses by a program of its own after ours and parry; it has no continuous collision, so its first contact is
//! conservative advancement.

mod casts;
mod peers;

use crate::table::Row;
use glam::{DQuat, DVec3, dvec3};
use parry3d_f64::math::{Pose as PeerPose, Rotation, Vector};
use parry3d_f64::query::{contact, distance, intersection_test};
use parry3d_f64::shape::{Ball, Capsule, Cone, ConvexPolyhedron, Cuboid, Cylinder, SharedShape};
use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;
use tangency::detect::{ConvexPair, Prepared, PreparedConvex};
use tangency::geometry::{Convex, Pose};
use tangency_interval::laws::Random;

/// Poses per round: few enough for the cache.
const COUNT: usize = 256;

/// A kind of body, about one metre large.
struct GapKind {
    name: &'static str,
    ours: Arc<PreparedConvex>,
    prepared: Arc<Prepared>,
    peer: Option<SharedShape>,
}

/// Runs the suite.
pub(crate) fn run() -> Vec<Row> {
    let mut random = Random::new(7);
    let kinds = kinds(&mut random);
    let (apart, overlapping) = (poses(&mut random, [2.2, 4.0]), poses(&mut random, [0.05, 0.6]));
    let (straight, turning) = (casts::meetings(&mut random, 0.0), casts::meetings(&mut random, 2.0));
    let (mut rows, mut times) = (Vec::new(), peers::OurTimes::default());
    for (index, a) in kinds.iter().enumerate() {
        for b in &kinds[index..] {
            let mut pair = ConvexPair::of(Arc::clone(&a.ours), Arc::clone(&b.ours));
            let mut ours = |poses: &[[Pose; 2]], depth: bool| {
                measure(|| {
                    for [of_a, of_b] in poses {
                        pair.forget();
                        let poses = [of_a, of_b];
                        black_box(if depth { pair.gap(poses) } else { pair.distance(poses) });
                    }
                })
            };
            let cold = ours(&apart, false);
            let (overlap, depth) = (ours(&overlapping, false), ours(&overlapping, true));
            let peers = [a.peer.as_ref(), b.peer.as_ref()];
            rows.push(row("distance", [a, b], cold, peer(peers, &apart, Question::Distance)));
            rows.push(row("distance, warm", [a, b], warm(&mut pair, &apart[0]), None));
            rows.push(row("overlap", [a, b], overlap, peer(peers, &overlapping, Question::Overlap)));
            rows.push(row("depth", [a, b], depth, peer(peers, &overlapping, Question::Depth)));
            rows.push(casts::row("straight cast", [a, b], &straight));
            rows.push(casts::row("turning contact", [a, b], &turning));
            times.distance.push(cold);
            times.overlap.push(overlap);
            times.depth.push(depth);
            times.turning.extend(rows.last().map(|row| row.ours));
        }
    }
    rows.extend(peers::rows(&kinds, &times, [&apart, &overlapping], &turning));
    rows
}

fn row(question: &str, [a, b]: [&GapKind; 2], ours: f64, peer: Option<f64>) -> Row {
    Row { name: format!("{question}: {} and {}", a.name, b.name), ours, peer_name: "parry3d-f64".into(), peer }
}

/// The least of many short rounds, in nanoseconds a pose.
fn measure(mut round: impl FnMut()) -> f64 {
    let mut least = f64::INFINITY;
    for _ in 0..60 {
        let start = Instant::now();
        round();
        least = least.min(start.elapsed().as_nanos() as f64);
    }
    least / COUNT as f64
}

/// Nanoseconds a question while `b` turns by a milliradian from one to the next.
fn warm(pair: &mut ConvexPair, [of_a, of_b]: &[Pose; 2]) -> f64 {
    let step = DQuat::from_axis_angle(dvec3(0.6, 0.0, 0.8), 1e-3);
    let mut turned = Vec::with_capacity(COUNT);
    let mut rotation = of_b.rotation();
    for _ in 0..COUNT {
        rotation = (step * rotation).normalize();
        turned.push(Pose::new(rotation, of_b.translation()).expect("a pose"));
    }
    pair.forget();
    measure(|| {
        for pose in &turned {
            black_box(pair.distance([of_a, pose]));
        }
    })
}

/// A question to the peer.
#[derive(Clone, Copy)]
enum Question {
    Distance,
    Overlap,
    Depth,
}

fn peer(shapes: [Option<&SharedShape>; 2], poses: &[[Pose; 2]], question: Question) -> Option<f64> {
    let [Some(a), Some(b)] = shapes else { return None };
    let poses: Vec<[PeerPose; 2]> = poses.iter().map(|poses| poses.each_ref().map(peer_pose)).collect();
    Some(measure(|| {
        for [of_a, of_b] in &poses {
            match question {
                Question::Distance => drop(black_box(distance(of_a, &**a, of_b, &**b))),
                Question::Overlap => drop(black_box(intersection_test(of_a, &**a, of_b, &**b))),
                Question::Depth => drop(black_box(contact(of_a, &**a, of_b, &**b, 0.0))),
            }
        }
    }))
}

fn vector(place: DVec3) -> Vector {
    Vector::new(place.x, place.y, place.z)
}

fn peer_pose(pose: &Pose) -> PeerPose {
    let turn = pose.rotation();
    let rotation = Rotation::from_xyzw(turn.x, turn.y, turn.z, turn.w).normalize();
    PeerPose::from_parts(vector(pose.translation()), rotation)
}

fn unit(random: &mut Random) -> DVec3 {
    loop {
        let vector = DVec3::from_array([0; 3].map(|_| random.between(-1.0, 1.0)));
        if (0.1..1.0).contains(&vector.length()) {
            return vector.normalize();
        }
    }
}

/// Random poses of both bodies, their origins that far apart.
fn poses(random: &mut Random, [nearest, farthest]: [f64; 2]) -> Vec<[Pose; 2]> {
    let pose = |place: DVec3, random: &mut Random| {
        Pose::new(DQuat::from_axis_angle(unit(random), random.between(0.0, 6.0)), place).expect("a pose")
    };
    (0..COUNT)
        .map(|_| {
            let (from, distance) = (unit(random), random.between(nearest, farthest));
            let to = from + distance * unit(random);
            [pose(from, random), pose(to, random)]
        })
        .collect()
}

/// The eight kinds. The peer's bodies have the y axis as their axis; turned poses make no difference to its time.
fn kinds(random: &mut Random) -> Vec<GapKind> {
    let mut hull = |count: usize| {
        let points: Vec<DVec3> = (0..count).map(|_| unit(random)).collect();
        let peer: Vec<Vector> = points.iter().map(|&point| vector(point)).collect();
        (Convex::hull(points), ConvexPolyhedron::from_convex_hull(&peer).map(SharedShape::new))
    };
    let (hundred, thousand) = (hull(100), hull(1_000));
    let list = [
        ("sphere", Convex::sphere(0.8), Some(SharedShape::new(Ball::new(0.8)))),
        ("capsule", Convex::capsule(0.4, 1.2), Some(SharedShape::new(Capsule::new_y(0.6, 0.4)))),
        (
            "box",
            Convex::cuboid(dvec3(1.0, 1.2, 1.4)),
            Some(SharedShape::new(Cuboid::new(vector(dvec3(0.5, 0.6, 0.7))))),
        ),
        ("cylinder", Convex::cylinder(0.5, 1.2), Some(SharedShape::new(Cylinder::new(0.6, 0.5)))),
        ("cone", Convex::cone(0.6, 1.2), Some(SharedShape::new(Cone::new(0.6, 0.6)))),
        ("ellipsoid", Convex::ellipsoid(dvec3(0.5, 0.7, 0.9)), None),
        ("hull of 100", hundred.0, hundred.1),
        ("hull of 1,000", thousand.0, thousand.1),
    ];
    let kind = |(name, ours, peer): (&'static str, Result<Convex, _>, _)| {
        let convex = ours.expect("a body");
        let prepared = Arc::new(Prepared::new(convex.clone().into()));
        GapKind { name, ours: Arc::new(PreparedConvex::new(convex)), prepared, peer }
    };
    list.into_iter().map(kind).collect()
}
