//! The clearance of trajectories against dense sampling.
//!
//! Reference: the distance of all triangles of both parts at 400 instants, by brute force over vertices, edges and
//! faces, written independently of the library. Its error is that of sampling: it exceeds the true clearance by at most
//! the travel of the parts between two samples, and is never below it.

#![allow(clippy::unwrap_used)] // A test may stop at the first broken expectation.

use glam::DVec3;
use std::sync::Arc;
use tangency::formats::robot::{Robot, RobotWorld};
use tangency::geometry::{Interpolation, LinkMotion, Trajectory};
use tangency::interval::laws::Random;
use tangency::{Verifier, VerifyOptions, robots};

/// The distance of two segments: the minimum over the ends of each against the other segment, and the common
/// perpendicular.
fn segments(p: [DVec3; 2], q: [DVec3; 2]) -> f64 {
    let to_segment = |point: DVec3, [from, to]: [DVec3; 2]| {
        let way = to - from;
        let share = if way.length_squared() > 0.0 { (point - from).dot(way) / way.length_squared() } else { 0.0 };
        point.distance(from + share.clamp(0.0, 1.0) * way)
    };
    let mut least = to_segment(p[0], q).min(to_segment(p[1], q)).min(to_segment(q[0], p)).min(to_segment(q[1], p));
    let (u, v, w) = (p[1] - p[0], q[1] - q[0], p[0] - q[0]);
    let determinant = u.dot(u) * v.dot(v) - u.dot(v) * u.dot(v);
    if determinant > 1e-14 {
        let s = (u.dot(v) * v.dot(w) - v.dot(v) * u.dot(w)) / determinant;
        let t = (u.dot(u) * v.dot(w) - u.dot(v) * u.dot(w)) / determinant;
        if (0.0..=1.0).contains(&s) && (0.0..=1.0).contains(&t) {
            least = least.min((p[0] + s * u).distance(q[0] + t * v));
        }
    }
    least
}

/// The distance of a point from the plane of a triangle; infinite if its projection is outside of the triangle.
fn above(point: DVec3, [a, b, c]: [DVec3; 3]) -> f64 {
    let normal = (b - a).cross(c - a);
    let inside = |from: DVec3, to: DVec3| normal.dot((to - from).cross(point - from)) >= 0.0;
    let above = inside(a, b) && inside(b, c) && inside(c, a) && normal.length_squared() > 0.0;
    if above { ((point - a).dot(normal) / normal.length()).abs() } else { f64::INFINITY }
}

fn triangles(one: [DVec3; 3], other: [DVec3; 3]) -> f64 {
    let sides = |t: [DVec3; 3]| [[t[0], t[1]], [t[1], t[2]], [t[2], t[0]]];
    let edges = sides(one).into_iter().flat_map(|p| sides(other).map(move |q| segments(p, q)));
    let faces = one.into_iter().map(|p| above(p, other)).chain(other.into_iter().map(|p| above(p, one)));
    edges.chain(faces).fold(f64::INFINITY, f64::min)
}

/// The least distance of all checked pairs over evenly spaced instants. Bounding spheres cull distant triangles.
fn sampled(robot: &Robot, path: &Arc<Trajectory>) -> (f64, [String; 2]) {
    let mut least = (f64::INFINITY, [String::new(), String::new()]);
    let motions: Vec<LinkMotion> =
        robot.parts.iter().map(|part| LinkMotion::in_world(&robot.mechanism, path, part.link)).collect();
    for step in 0..=400 {
        let time = path.span().lower() + f64::from(step) / 400.0 * path.span().width();
        let placed: Vec<Vec<[DVec3; 3]>> = robot
            .parts
            .iter()
            .zip(&motions)
            .map(|(part, motion)| {
                let (pose, mesh) = (motion.locate(time).pose, part.solid.shape.mesh().unwrap());
                (0..mesh.triangles().len()).map(|index| mesh.corners(index).map(|corner| pose.apply(corner))).collect()
            })
            .collect();
        for [a, b] in robot.link_pairs() {
            let of = |link: usize| (0..robot.parts.len()).filter(move |&part| robot.parts[part].link == link);
            for (i, j) in of(a).flat_map(|i| of(b).map(move |j| (i, j))) {
                let radii = robot.parts[i].solid.radius + robot.parts[j].solid.radius;
                let [(from, of_i), (to, of_j)] = [i, j].map(|part| ball(&placed[part]));
                if from.distance(to) - of_i - of_j - radii >= least.0 {
                    continue;
                }
                for one in &placed[i] {
                    let (centre, size) = ball(&[*one]);
                    for other in &placed[j] {
                        let (to, reach) = ball(&[*other]);
                        if centre.distance(to) - size - reach - radii < least.0 {
                            let distance = triangles(*one, *other) - radii;
                            if distance < least.0 {
                                least = (distance, [i, j].map(|part| robot.parts[part].name.clone()));
                            }
                        }
                    }
                }
            }
        }
    }
    least
}

/// A bounding sphere of triangles.
fn ball(triangles: &[[DVec3; 3]]) -> (DVec3, f64) {
    let corners = || triangles.iter().flatten();
    let centre = corners().sum::<DVec3>() / corners().count() as f64;
    (centre, corners().map(|corner| corner.distance(centre)).fold(0.0, f64::max))
}

/// Random short motions of the built-in arm. The proved bound is not above any sample. The reported distance agrees
/// with the samples, up to one percent and the travel of the parts between samples.
#[test]
fn the_clearance_of_the_arm_is_that_of_dense_sampling() {
    let arm = robots::six_axis_arm();
    let verifier = Verifier::new(arm.clone(), RobotWorld::default());
    let mut random = Random::new(77);
    let (mut clear, mut near) = (0, 0);
    for round in 0..24 {
        let mut pose = || -> Vec<f64> {
            [2.5, 1.2, 1.8, 2.0, 1.6, 2.0].iter().map(|&range| random.between(-range, range)).collect()
        };
        let (from, towards) = (pose(), pose());
        let to: Vec<f64> = from.iter().zip(&towards).map(|(from, to)| from + 0.15 * (to - from)).collect();
        let kind = if round % 2 == 0 { Interpolation::Linear } else { Interpolation::Cubic };
        let path = Arc::new(Trajectory::new(&arm.mechanism, vec![0.0, 1.0], vec![from, to], kind).unwrap());
        let report = verifier.verify_with_clearance(&path, &VerifyOptions::default()).unwrap().report;
        let (least, pair) = sampled(&arm, &path);
        if report.verdict.is_touch() {
            assert!(least < 5e-3, "round {round}: touches, but samples stay {least} apart");
            continue;
        }
        clear += 1;
        let found = report.clearance.unwrap();
        assert!(
            found.at_least.unwrap() <= least,
            "round {round}: {} is proved, {least} is sampled",
            found.at_least.unwrap()
        );
        match found.nearest {
            None => assert!(least > 0.49, "round {round}: {least}"),
            Some(nearest) => {
                near += 1;
                assert!(
                    nearest.within <= 1.0101 * found.at_least.unwrap() + 4e-6,
                    "{} {}",
                    nearest.within,
                    found.at_least.unwrap()
                );
                // Within 1/400 s no point approaches by more than about 3 mm.
                assert!(nearest.within >= least - 4e-3, "round {round}: {} {least} {pair:?}", nearest.within);
            }
        }
    }
    assert!(clear >= 12 && near >= 8, "{clear} are clear, {near} of them near");
}
