//! All motions against the laws. The subjects lean towards degenerate cases: rest, half-turns, angles of 1e-12,
//! many turns, bodies of a micrometre and scenes of ten kilometres.
//!
//! The laws need no reference (enclosures of one instant intersect, nested intervals nest). `truth.rs` has
//! references.

#![allow(clippy::unwrap_used)] // A test may stop at the first broken expectation.

use glam::{DQuat, DVec3, dvec3};
use std::sync::Arc;
use tangency_geometry::laws::{Random, Subject, random_rotation, random_vector};
use tangency_geometry::{
    Ballistic, ChebyshevMotion, Expression, Interpolation, Joint, JointKind, Linear, LinkMotion, Mechanism, Mimic,
    Motion, Piecewise, Pose, Rigid, Screw, ScrewAxis, Trajectory, Vertexwise, motion_laws,
};
use tangency_interval::{Chebyshev, Interval};

/// In metres: from a micrometre to ten kilometres.
fn size(random: &mut Random) -> f64 {
    [1e-6, 1e-3, 1.0, 1.0, 10.0, 1e4][random.below(6)]
}

/// In seconds.
fn duration(random: &mut Random) -> f64 {
    [1e-6, 1e-2, 1.0, 1.0, 60.0][random.below(5)]
}

fn pose(random: &mut Random, size: f64) -> Pose {
    Pose::new(random_rotation(random), random_vector(random, size)).unwrap()
}

fn subject(random: &mut Random, motion: Motion, size: f64, duration: f64) -> Subject {
    let points = vec![DVec3::ZERO, random_vector(random, size), random_vector(random, 1e-3 * size)];
    let start = if random.below(4) == 0 { random.between(-duration, duration) } else { 0.0 };
    Subject { motion, points, span: Interval::between(start, start + duration) }
}

fn still(random: &mut Random) -> Subject {
    let size = size(random);
    let motion = Motion::Still(pose(random, size));
    let duration = duration(random);
    subject(random, motion, size, duration)
}

fn linear(random: &mut Random) -> Subject {
    let (size, duration) = (size(random), duration(random));
    let velocity = if random.below(5) == 0 { DVec3::ZERO } else { random_vector(random, size / duration) };
    let motion = Motion::Linear(Linear::new(pose(random, size), velocity).unwrap());
    subject(random, motion, size, duration)
}

fn ballistic(random: &mut Random) -> Subject {
    let (size, duration) = (size(random), duration(random));
    let mut part = |size: f64| if random.below(5) == 0 { DVec3::ZERO } else { random_vector(random, size) };
    let (velocity, acceleration) = (part(size / duration), part(size / duration / duration));
    let motion = Motion::Ballistic(Ballistic::new(pose(random, size), velocity, acceleration).unwrap());
    subject(random, motion, size, duration)
}

/// Rotation angle: zero, tiny, ordinary, or many turns within the duration.
fn turn(random: &mut Random) -> f64 {
    match random.below(6) {
        0 => 0.0,
        1 => 1e-12,
        2 => std::f64::consts::PI,
        3 => random.between(0.0, 1_000.0),
        _ => random.between(-4.0, 4.0),
    }
}

fn rigid(random: &mut Random) -> Subject {
    let (size, duration) = (size(random), duration(random));
    let velocity = if random.below(4) == 0 { DVec3::ZERO } else { random_vector(random, size / duration) };
    let axis = random_vector(random, 1.0).try_normalize().unwrap_or(DVec3::Z);
    let angular_velocity = axis * (turn(random) / duration);
    let motion = Motion::Rigid(Rigid::new(pose(random, size), velocity, angular_velocity).unwrap());
    subject(random, motion, size, duration)
}

/// Between any two poses, including equal poses, equal orientations, exact half-turns and tiny rotations.
fn screw(random: &mut Random) -> Subject {
    let (size, duration) = (size(random), duration(random));
    let start = pose(random, size);
    let end = match random.below(6) {
        0 => start,
        1 => Pose::new(start.rotation(), random_vector(random, size)).unwrap(),
        2 => Pose::new(start.rotation() * DQuat::from_xyzw(0.0, 1.0, 0.0, 0.0), random_vector(random, size)).unwrap(),
        3 => {
            let tiny = DQuat::from_axis_angle(random_vector(random, 1.0).normalize_or(DVec3::Y), 1e-12);
            Pose::new(start.rotation() * tiny, random_vector(random, size)).unwrap()
        }
        _ => pose(random, size),
    };
    let motion = Motion::Screw(Screw::between(start, end, duration).unwrap());
    subject(random, motion, size, duration)
}

fn screw_about(random: &mut Random) -> Subject {
    let (size, duration) = (size(random), duration(random));
    let direction = random_vector(random, 3.0).try_normalize().unwrap_or(DVec3::X) * random.between(0.1, 9.0);
    let axis = ScrewAxis { point: random_vector(random, size), direction };
    let distance = if random.below(3) == 0 { 0.0 } else { random.between(-size, size) };
    let start = pose(random, size);
    let motion = Motion::Screw(Screw::about(axis, start, turn(random), distance, duration).unwrap());
    subject(random, motion, size, duration)
}

fn vertexwise(random: &mut Random) -> Subject {
    let (size, duration) = (size(random), duration(random));
    let frames = if random.below(8) == 0 { 1 } else { 2 + random.below(4) };
    let times = (0..frames).map(|frame| frame as f64 * duration / 4.0 + random.between(0.0, 0.2) * duration).collect();
    let mut frame: Vec<DVec3> = (0..4).map(|_| random_vector(random, size)).collect();
    let frames = (0..frames).map(|_| {
        if random.below(4) != 0 {
            frame.iter_mut().for_each(|vertex| *vertex += random_vector(random, 0.3 * size));
        }
        frame.clone()
    });
    let motion = Motion::Vertexwise(Vertexwise::new(times, frames.collect()).unwrap());
    let points = vec![DVec3::ZERO; 4];
    let start = random.between(-0.3, 0.3) * duration;
    Subject { motion, points, span: Interval::between(start, start + 1.4 * duration) }
}

/// Segments of all kinds. Each starts where the previous one was computed to end, as in a simulation.
fn piecewise(random: &mut Random) -> Subject {
    let (size, duration) = (size(random), duration(random));
    let mut place = pose(random, size);
    let (mut starts, mut segments) = (Vec::new(), Vec::new());
    let curved = random.below(2) == 0;
    for step in 0..4 {
        let velocity = random_vector(random, size / duration);
        let kind = if curved { random.below(3) } else { random.below(2) };
        let motion = match kind {
            0 => Motion::Still(place),
            1 => Motion::Linear(Linear::new(place, velocity).unwrap()),
            _ => Motion::Rigid(Rigid::new(place, velocity, random_vector(random, 6.0 / duration)).unwrap()),
        };
        starts.push(f64::from(step) * 0.3 * duration);
        let tangency_geometry::Placement::Pose(end) =
            motion.at(f64::from(step + 1) * 0.3 * duration - starts[step as usize])
        else {
            unreachable!("all segments are rigid");
        };
        place = end;
        segments.push(motion);
    }
    let motion = Motion::Piecewise(Piecewise::new(starts, segments).unwrap());
    let mut subject = subject(random, motion, size, duration);
    subject.span = Interval::between(-0.1 * duration, 1.1 * duration);
    subject
}

/// Stretching, bending, twisting, swaying, with and without kinks, and at rest.
fn expression(random: &mut Random) -> Subject {
    let (size, duration) = (size(random), duration(random));
    let (rate, share) = (turn(random) / duration, random.between(-0.5, 0.5) / duration);
    let place = random_vector(random, size);
    let texts = match random.below(5) {
        0 => ["x".into(), "y".into(), "z".into()],
        1 => [format!("x * (1 + {share} * t)"), format!("y - {} * t", share * size), "z".into()],
        2 => [
            format!("x * cos({rate} * t) - y * sin({rate} * t) + {}", place.x),
            format!("x * sin({rate} * t) + y * cos({rate} * t) + {}", place.y),
            format!("z + {} * t", size * share),
        ],
        3 => [
            format!("x + {size} * sin({rate} * t + z / {size})"),
            format!("y * exp({share} * t)"),
            format!("sqrt(z^2 + ({} * t)^2)", size * share),
        ],
        _ => [format!("x + {size} * abs({share} * t)"), "y".into(), format!("z - {} * t^2", size * share * share)],
    };
    let motion = Motion::Expression(Expression::parse([&texts[0], &texts[1], &texts[2]]).unwrap());
    subject(random, motion, size, duration)
}

/// Any series for the translation. The quaternion series stays near a unit quaternion or is constant.
fn chebyshev(random: &mut Random) -> Subject {
    let (size, duration) = (size(random), duration(random));
    let start = if random.below(2) == 0 { 0.0 } else { -0.5 * duration };
    let degree = random.below(7);
    let mut series = |first: f64, size: f64, degree: usize| {
        let later = (1..=degree).map(|k| random.between(-size, size) / (k * k) as f64);
        let coefficients: Vec<f64> = std::iter::once(first).chain(later).collect();
        Chebyshev::new(start, start + duration, &coefficients).unwrap()
    };
    let quaternion = [0.5, -0.5, 0.5, -0.5].map(|first| series(first, 0.2, degree));
    let constant = [0.0, 0.6, 0.0, -0.8].map(|first| series(first, 0.0, 0));
    let translation = [0.0, 1.0, -1.0].map(|first| series(first * size, size, degree));
    let rotation = if random.below(4) == 0 { constant } else { quaternion };
    let motion = Motion::Chebyshev(ChebyshevMotion::new(rotation, translation).unwrap());
    subject(random, motion, size, duration)
}

/// A chain, or a fork, of joints of every kind.
fn mechanism(random: &mut Random, size: f64) -> Mechanism {
    let count = [0, 1, 2, 3, 4, 5, 5, 4][random.below(8)];
    let mut joints: Vec<Joint> = Vec::new();
    for child in 1..=count {
        let axis = random_vector(random, 2.0);
        let axis = if axis == DVec3::ZERO { DVec3::Y } else { axis };
        let kind = match random.below(9) {
            0 => JointKind::Fixed,
            1 | 2 => JointKind::Prismatic { axis },
            3 => JointKind::Floating,
            4 => JointKind::Continuous { axis },
            5 => JointKind::Planar,
            _ => JointKind::Revolute { axis },
        };
        let parent = if random.below(4) == 0 { random.below(child) } else { child - 1 };
        let origin = pose(random, size);
        let one_value = |kind: JointKind| !matches!(kind, JointKind::Fixed | JointKind::Planar | JointKind::Floating);
        let followed = joints.iter().position(|other| one_value(other.kind) && other.mimic.is_none());
        let mimic = match followed {
            Some(joint) if one_value(kind) && random.below(4) == 0 => {
                Some(Mimic { joint, multiplier: random.between(-2.0, 2.0), offset: 0.1 })
            }
            _ => None,
        };
        joints.push(Joint { name: format!("joint{child}"), kind, parent, child, origin, limits: None, mimic });
    }
    Mechanism::new((0..=count).map(|link| format!("link{link}")).collect(), joints).unwrap()
}

/// Rows that may rest, with valid values for every joint.
fn trajectory(random: &mut Random, of: &Mechanism, size: f64, duration: f64) -> Trajectory {
    let rows = if random.below(8) == 0 { 1 } else { 2 + random.below(3) };
    let resting = random.below(8) == 0;
    let mut row = vec![0.0; of.coordinates().len()];
    let rows: Vec<Vec<f64>> = (0..rows)
        .map(|index| {
            for (joint, data) in of.joints().iter().enumerate() {
                let (Some(first), None) = (of.coordinate(joint), data.mimic) else { continue };
                // A floating joint needs an orientation even if it rests.
                if resting && !(index == 0 && data.kind == JointKind::Floating) {
                    continue;
                }
                match data.kind {
                    JointKind::Floating => {
                        row[first..first + 3].copy_from_slice(&random_vector(random, size).to_array());
                        row[first + 3..first + 7].copy_from_slice(&random_rotation(random).to_array());
                    }
                    JointKind::Prismatic { .. } => row[first] = random.between(-size, size),
                    JointKind::Planar => {
                        row[first] = random.between(-size, size);
                        row[first + 1] = random.between(-size, size);
                        row[first + 2] = turn(random);
                    }
                    JointKind::Revolute { .. } | JointKind::Continuous { .. } => row[first] = turn(random),
                    JointKind::Fixed => {}
                }
            }
            row.clone()
        })
        .collect();
    let times = (0..rows.len()).map(|row| (row as f64 * 0.4 + random.between(0.0, 0.2)) * duration).collect();
    let interpolation = [Interpolation::Linear, Interpolation::Cubic][random.below(2)];
    Trajectory::new(of, times, rows, interpolation).unwrap()
}

/// A link in the world, or in the frame of another link.
fn articulated(random: &mut Random) -> Subject {
    let (size, duration) = (size(random), duration(random));
    let mechanism = mechanism(random, size);
    let trajectory = Arc::new(trajectory(random, &mechanism, size, duration));
    let links = mechanism.links().len();
    let link = links - 1 - if random.below(4) == 0 { random.below(links) } else { 0 };
    let motion = if random.below(3) != 0 {
        LinkMotion::in_world(&mechanism, &trajectory, link)
    } else {
        LinkMotion::seen_from(&mechanism, &trajectory, link, random.below(links))
    };
    subject(random, Motion::Articulated(motion), size, duration)
}

motion_laws!(articulated_obeys, 1_500, articulated, 40..=75, 20..=60);
motion_laws!(chebyshev_obeys, 400, chebyshev, 60..=90, 10..=30);
motion_laws!(still_obeys, 200, still, 0..=0, 100..=100);
motion_laws!(linear_obeys, 400, linear, 60..=90, 100..=100);
motion_laws!(ballistic_obeys, 400, ballistic, 75..=98, 15..=30);
motion_laws!(rigid_obeys, 1_000, rigid, 80..=98, 12..=22);
motion_laws!(screw_between_poses_obeys, 1_000, screw, 65..=95, 30..=60);
motion_laws!(screw_about_an_axis_obeys, 1_000, screw_about, 75..=98, 12..=22);
motion_laws!(vertexwise_obeys, 300, vertexwise, 45..=90, 100..=100);
motion_laws!(expression_obeys, 400, expression, 55..=90, 20..=60);
motion_laws!(piecewise_obeys, 400, piecewise, 75..=100, 35..=80);

/// The enclosure holds both sides of a jump, the jump counts as travel, and the motion is not straight.
#[test]
fn jumps_are_enclosed() {
    let still = |x: f64| Motion::Still(Pose::translated(dvec3(x, 0.0, 0.0)).unwrap());
    let motion = Motion::Piecewise(Piecewise::new(vec![0.0, 1.0], vec![still(0.0), still(5.0)]).unwrap());
    for span in
        [Interval::from(1.0), Interval::between(0.5, 1.0), Interval::between(1.0, 2.0), Interval::between(0.0, 2.0)]
    {
        let held = motion.during(span).point(0, DVec3::ZERO)[0];
        assert!(held.contains(0.0) && held.contains(5.0), "{span:?}: {held:?}");
        assert!(motion.travel(span, 0.0) >= 5.0 && motion.travel(span, 0.0) < 5.0 + 1e-12);
        assert_eq!(motion.straight_between(span), None);
    }
    assert_eq!(motion.straight_between(Interval::between(0.0, 0.9)), Some(vec![0.0, 0.9]));
    assert_eq!(motion.at(1.0).point(0, DVec3::ZERO).x, 5.0);
}

/// Segments of different kinds: travel includes the jump of every point, for all combinations.
#[test]
fn jumps_between_kinds_count_as_travel() {
    let frames = vec![vec![dvec3(1.0, 0.0, 0.0), dvec3(0.0, 2.0, 0.0)]];
    let kinds = [
        Motion::Still(Pose::translated(dvec3(0.0, 0.0, 3.0)).unwrap()),
        Motion::Rigid(Rigid::new(Pose::IDENTITY, DVec3::ZERO, dvec3(0.0, 1.0, 0.0)).unwrap()),
        Motion::Vertexwise(Vertexwise::new(vec![0.0], frames).unwrap()),
        Motion::Expression(Expression::parse(["x + 5", "2 * y", "z"]).unwrap()),
    ];
    let points = [dvec3(0.5, 0.0, 0.0), dvec3(0.0, 1.0, 0.0)];
    for before in &kinds {
        for after in &kinds {
            let motion = Piecewise::new(vec![0.0, 1.0], vec![before.clone(), after.clone()]).unwrap();
            let motion = Motion::Piecewise(motion);
            let travel = motion.travel(Interval::from(1.0), 1.0);
            for (index, &local) in points.iter().enumerate() {
                let jump = before.at(1.0).point(index, local).distance(after.at(0.0).point(index, local));
                assert!(travel >= jump && travel < 30.0, "jumps by {jump}, travel {travel}: {motion:?}");
                if jump > 0.1 {
                    assert_eq!(motion.straight_between(Interval::between(0.5, 1.5)), None);
                }
            }
        }
    }
}
