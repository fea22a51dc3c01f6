//! First contact of all pairs of convex kinds, straight and turning, compared with parry's casts.

use super::{COUNT, GapKind, peer_pose, unit, vector};
use crate::table::Row;
use glam::DVec3;
use parry3d_f64::query::{NonlinearRigidMotion, ShapeCastOptions, cast_shapes, cast_shapes_nonlinear};
use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;
use tangency::detect::{Moving, Query, first_contact};
use tangency::geometry::{Motion, Pose, Rigid};
use tangency_interval::laws::Random;

/// Two bodies that start apart and move at each other.
pub(super) struct Meeting {
    pub(super) poses: [Pose; 2],
    pub(super) velocities: [DVec3; 2],
    pub(super) turning: [DVec3; 2],
}

/// Random meetings: the bodies start two to four metres apart and would be at the same place after one second.
pub(super) fn meetings(random: &mut Random, turning: f64) -> Vec<Meeting> {
    let pairs = super::poses(random, [2.2, 4.0]);
    let meeting = |poses: [Pose; 2]| {
        let between = poses[1].translation() - poses[0].translation();
        let aside = 0.3 * unit(random);
        let velocities = [0.5 * (between + aside), -0.5 * (between + aside)];
        let turning = [turning * unit(random), turning * unit(random)];
        Meeting { poses, velocities, turning }
    };
    pairs.into_iter().map(meeting).collect()
}

/// A row for one pair of kinds.
pub(super) fn row(question: &str, [a, b]: [&GapKind; 2], meetings: &[Meeting]) -> Row {
    let query = Query::default();
    let body = |meeting: &Meeting, side: usize| {
        let prepared = Arc::clone(&[a, b][side].prepared);
        let motion = Rigid::new(meeting.poses[side], meeting.velocities[side], meeting.turning[side]);
        Moving::of(prepared, Motion::Rigid(motion.expect("a motion"))).expect("a body")
    };
    let bodies: Vec<[Moving; 2]> = meetings.iter().map(|meeting| [body(meeting, 0), body(meeting, 1)]).collect();
    let ours = measure(|index| drop(black_box(first_contact(&bodies[index][0], &bodies[index][1], &query))));
    let name = format!("{question}: {} and {}", a.name, b.name);
    Row { name, ours, peer_name: "parry3d-f64".into(), peer: peer([a, b], meetings) }
}

/// The least of several rounds, in nanoseconds a question.
fn measure(mut ask: impl FnMut(usize)) -> f64 {
    let mut least = f64::INFINITY;
    for _ in 0..10 {
        let start = Instant::now();
        (0..COUNT).for_each(&mut ask);
        least = least.min(start.elapsed().as_nanos() as f64);
    }
    least / COUNT as f64
}

fn peer([a, b]: [&GapKind; 2], meetings: &[Meeting]) -> Option<f64> {
    let (a, b) = (a.peer.as_ref()?, b.peer.as_ref()?);
    let straight = meetings.iter().all(|meeting| meeting.turning == [DVec3::ZERO; 2]);
    if straight {
        let options = ShapeCastOptions { max_time_of_impact: 1.0, ..ShapeCastOptions::default() };
        return Some(measure(|index| {
            let Meeting { poses, velocities, .. } = &meetings[index];
            let [of_a, of_b] = poses.each_ref().map(peer_pose);
            let [by_a, by_b] = velocities.map(vector);
            let _ = black_box(cast_shapes(&of_a, by_a, &**a, &of_b, by_b, &**b, options));
        }));
    }
    Some(measure(|index| {
        let Meeting { poses, velocities, turning } = &meetings[index];
        let motion = |side: usize| {
            let origin = DVec3::ZERO;
            NonlinearRigidMotion::new(
                peer_pose(&poses[side]),
                vector(origin),
                vector(velocities[side]),
                vector(turning[side]),
            )
        };
        let _ = black_box(cast_shapes_nonlinear(&motion(0), &**a, &motion(1), &**b, 0.0, 1.0, true));
    }))
}
