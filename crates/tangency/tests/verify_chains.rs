//! Chains of many links against themselves, neighbours included.
//!
//! Reference: brute force at sampled instants. An edge of one link that passes through a triangle of another proves an
//! overlap, up to rounding. No reported contact may be later than such a sample. The point of a reported contact must
//! lie on both links, by its distance from all their triangles.

#![allow(clippy::unwrap_used)] // A test may stop at the first broken expectation.

use glam::DVec3;
use std::sync::Arc;
use tangency::formats::ContactReport;
use tangency::formats::robot::{Robot, RobotWorld};
use tangency::geometry::{Interpolation, LinkMotion, Trajectory};
use tangency::interval::laws::Random;
use tangency::{Verifier, VerifyOptions, robots};

const SAMPLES: u32 = 40;

/// The triangles of every link at an instant.
fn placed(robot: &Robot, path: &Arc<Trajectory>, time: f64) -> Vec<Vec<[DVec3; 3]>> {
    let of = |part: &tangency::formats::robot::RobotPart| {
        let pose = LinkMotion::in_world(&robot.mechanism, path, part.link).locate(time).pose;
        let mesh = part.solid.shape.mesh().unwrap();
        (0..mesh.triangles().len()).map(|triangle| mesh.corners(triangle).map(|corner| pose.apply(corner))).collect()
    };
    robot.parts.iter().map(of).collect()
}

/// The bounding box of the points.
fn bounds(corners: impl Iterator<Item = DVec3>) -> [DVec3; 2] {
    corners
        .fold([DVec3::INFINITY, DVec3::NEG_INFINITY], |[lower, upper], corner| [lower.min(corner), upper.max(corner)])
}

fn apart([a, b]: [[DVec3; 2]; 2]) -> bool {
    a[0].cmpgt(b[1]).any() || b[0].cmpgt(a[1]).any()
}

/// Whether the edge passes through the triangle: its ends lie on different sides of the plane, and it passes all sides
/// of the triangle in the same sense.
fn pierces([p, q]: [DVec3; 2], [a, b, c]: [DVec3; 3]) -> bool {
    let normal = (b - a).cross(c - a);
    let across = normal.dot(p - a) * normal.dot(q - a) < 0.0;
    let turns = [[a, b], [b, c], [c, a]].map(|[from, to]| (q - p).dot((from - p).cross(to - p)));
    across && (turns.iter().all(|&turn| turn > 0.0) || turns.iter().all(|&turn| turn < 0.0))
}

/// Whether the surfaces of two links cross.
fn cross(a: &[[DVec3; 3]], b: &[[DVec3; 3]]) -> bool {
    let corners = |of: &[[DVec3; 3]]| bounds(of.iter().flatten().copied());
    let whole = corners(b);
    if apart([corners(a), whole]) {
        return false;
    }
    let boxes: Vec<[DVec3; 2]> = b.iter().map(|triangle| bounds(triangle.iter().copied())).collect();
    let edges = |[p, q, r]: [DVec3; 3]| [[p, q], [q, r], [r, p]];
    a.iter().any(|&one| {
        let own = bounds(one.iter().copied());
        !apart([own, whole])
            && b.iter().zip(&boxes).any(|(&other, &around)| {
                !apart([own, around])
                    && (edges(one).iter().any(|&edge| pierces(edge, other))
                        || edges(other).iter().any(|&edge| pierces(edge, one)))
            })
    })
}

/// The distance of a point from a triangle: from its plane if the projection is inside, otherwise from its sides.
fn distance(point: DVec3, [a, b, c]: [DVec3; 3]) -> f64 {
    let normal = (b - a).cross(c - a).normalize();
    let inside = [[a, b], [b, c], [c, a]].iter().all(|&[from, to]| normal.dot((to - from).cross(point - from)) >= 0.0);
    if inside {
        return normal.dot(point - a).abs();
    }
    let side = |[from, to]: [DVec3; 2]| {
        let share = ((point - from).dot(to - from) / (to - from).length_squared()).clamp(0.0, 1.0);
        point.distance(from.lerp(to, share))
    };
    [[a, b], [b, c], [c, a]].map(side).into_iter().fold(f64::INFINITY, f64::min)
}

/// Checks that the contact lies on both links at its time.
fn is_on_both(robot: &Robot, path: &Arc<Trajectory>, contact: &ContactReport) {
    let links = placed(robot, path, contact.time[0]);
    for name in [&contact.a, &contact.b] {
        let link = robot.parts.iter().position(|part| part.name == *name).unwrap();
        let point = DVec3::from_array(contact.point);
        let off = links[link].iter().map(|&triangle| distance(point, triangle)).fold(f64::INFINITY, f64::min);
        assert!(off < 2e-6, "{off} m from {name}: {contact:?}");
    }
}

/// The numbers of motions that are clear, touch, overlap at the start, and touch with neighbours.
#[derive(Debug, Default)]
struct Counts {
    clear: usize,
    touching: usize,
    initial: usize,
    neighbours: usize,
}

/// Checks random motions of a chain, from joint values up to `widest`, by up to `pace`.
fn never_later_than_a_sample(robot: Robot, seed: u64, [widest, pace]: [f64; 2], motions: usize) -> Counts {
    let verifier = Verifier::new(robot, RobotWorld::default());
    let robot = verifier.robot();
    let mut random = Random::new(seed);
    let mut counts = Counts::default();
    for motion in 0..motions {
        let joints = robot.mechanism.coordinates().len();
        let from: Vec<f64> = (0..joints).map(|_| random.between(-widest, widest)).collect();
        let to = from.iter().map(|value| value + random.between(-pace, pace)).collect();
        let interpolation = [Interpolation::Linear, Interpolation::Cubic][motion % 2];
        let path = Trajectory::new(&robot.mechanism, vec![2.0, 3.0], vec![from, to], interpolation);
        let path = Arc::new(path.unwrap());
        let found = verifier.verify(&path, &VerifyOptions::default()).unwrap().report;
        for time in (0..=SAMPLES).map(|sample| 2.0 + f64::from(sample) / f64::from(SAMPLES)) {
            if found.verdict.is_touch() && found.clear_until() <= time {
                break;
            }
            let links = placed(robot, &path, time);
            for (a, b) in (0..links.len()).flat_map(|a| (0..a).map(move |b| (a, b))) {
                assert!(!cross(&links[a], &links[b]), "motion {motion}: {a} and {b} cross at {time}; told {found:?}");
            }
        }
        let first = found.contacts().first();
        counts.clear += usize::from(found.verdict.is_clear());
        counts.initial += usize::from(first.is_some_and(|contact| contact.initial));
        if let Some(contact) = first.filter(|contact| !contact.initial) {
            is_on_both(robot, &path, contact);
            counts.touching += 1;
            let index = |name: &str| robot.mechanism.link(name).unwrap();
            counts.neighbours += usize::from(index(&contact.a).abs_diff(index(&contact.b)) == 1);
        }
    }
    counts
}

#[test]
fn bumpy_links_do_not_pass_through_each_other() {
    let counts = never_later_than_a_sample(robots::bumpy_chain(10, 10), 7, [2.2, 1.5], 60);
    let Counts { clear, touching, initial, neighbours } = counts;
    assert!(clear > 5 && touching > 10 && initial > 1 && neighbours < touching, "{counts:?}");
}

/// The convex hulls of the rings always overlap.
#[test]
fn rings_that_hold_one_another_do_not_pass_through_each_other() {
    let counts = never_later_than_a_sample(robots::ring_chain(6, 12), 8, [0.9, 0.6], 40);
    let Counts { clear, touching, neighbours, .. } = counts;
    assert!(clear > 5 && touching > 5 && neighbours > 0, "{counts:?}");
}
