//! Free flight.
//!
//! References: parabolas; the precession of a symmetric top in closed form. Invariants that need no reference:
//! energy and angular momentum of a body with three different moments of inertia.

#![allow(clippy::unwrap_used)] // A test may stop at the first broken expectation.

use glam::{DMat3, DQuat, DVec3, dvec3};
use std::f64::consts::TAU;
use std::sync::Arc;
use tangency_detect::Prepared;
use tangency_geometry::surface::Brep;
use tangency_respond::Inertia;
use tangency_world::{BodyState, History, RunEnding, RunOptions, World, WorldBody};

fn flown(inertia: Inertia, state: BodyState, gravity: DVec3, until: f64) -> History {
    let prepared = Arc::new(Prepared::new(Brep::sphere(0.1).unwrap().into()));
    let world = World { bodies: vec![WorldBody::free("top", prepared, inertia, state)], gravity };
    let history = world.run(&RunOptions { until, ..RunOptions::default() }).unwrap();
    assert_eq!((&history.ending, history.until), (&RunEnding::Finished, until));
    history
}

#[test]
fn a_thrown_body_follows_its_parabola() {
    let (velocity, gravity) = (dvec3(3.0, -1.0, 5.0), dvec3(0.0, 0.0, -9.81));
    let state = BodyState::at(dvec3(0.0, 0.0, 2.0)).moving(velocity).turning(dvec3(1.0, 2.0, -3.0));
    let history = flown(Inertia::sphere(1.0, 0.1).unwrap(), state, gravity, 1.3);
    for time in [0.0, 0.05, 0.33, 1.0, 1.3] {
        let exact = state.position + time * velocity + 0.5 * time * time * gravity;
        let found = history.motions[0].at(time).point(0, DVec3::ZERO);
        assert!(found.distance(exact) < 1e-13, "{time}: {found} {exact}");
        // A ball rotates about a fixed axis.
        let turned = DQuat::from_scaled_axis(time * state.angular_velocity) * DVec3::X;
        assert!((history.motions[0].at(time).point(0, DVec3::X) - found).distance(turned) < 1e-11);
    }
    let first = history.energy[0].total();
    assert!(history.energy.iter().all(|energy| (energy.total() - first).abs() < 1e-12 * first.abs()));
}

/// Rotation about the middle axis is unstable: the body flips over repeatedly.
#[test]
fn a_tumbling_body_keeps_energy_and_angular_momentum() {
    let moments = dvec3(1.0, 2.0, 2.9);
    let inertia = Inertia::new(5.0, dvec3(0.1, -0.2, 0.05), DMat3::from_diagonal(moments)).unwrap();
    let spin = dvec3(0.01, 6.0, 0.02);
    let history = flown(inertia, BodyState::default().turning(spin), DVec3::ZERO, 8.0);
    let last = history.states[0];
    let momentum = |state: &BodyState| {
        let rotation = DMat3::from_quat(state.orientation);
        rotation * (DMat3::from_diagonal(moments) * (rotation.transpose() * state.angular_velocity))
    };
    let (before, after) = (moments * spin, momentum(&last));
    assert!(after.distance(before) < 1e-11 * before.length(), "{after} {before}");
    let (first, end) = (history.energy[0].total(), history.energy.last().unwrap().total());
    assert!((end - first).abs() < 1e-11 * first, "{first} {end}");
    // The body did flip: at some instant its middle axis pointed in the opposite direction.
    let along = |time: f64| {
        let placement = history.motions[0].at(time);
        (placement.point(0, DVec3::Y) - placement.point(0, DVec3::ZERO)).y
    };
    assert!((0..80).any(|i| along(0.1 * f64::from(i)) < -0.9));
    // The centre of mass moves on a line.
    let centre = history.motions[0].at(8.0).point(0, inertia.centre());
    let start = inertia.centre() + 8.0 * spin.cross(inertia.centre());
    assert!(centre.distance(start) < 1e-9, "{centre} {start}");
}

/// With moments A, A, C the axis of symmetry precesses about the angular momentum L at the rate |L|/A.
#[test]
fn a_symmetric_top_precesses() {
    let (a, c) = (1.0, 1.7);
    let inertia = Inertia::new(1.0, DVec3::ZERO, DMat3::from_diagonal(dvec3(a, a, c))).unwrap();
    let spin = dvec3(2.0, 0.0, 5.0);
    let momentum = dvec3(a * spin.x, 0.0, c * spin.z);
    let rate = momentum.length() / a;
    let history = flown(inertia, BodyState::default().turning(spin), DVec3::ZERO, TAU / rate * 3.25);
    for share in [0.25, 0.5, 1.0, 2.0, 3.25] {
        let time = TAU / rate * share;
        let exact = DQuat::from_axis_angle(momentum.normalize(), rate * time) * DVec3::Z;
        let found = history.motions[0].at(time).point(0, DVec3::Z);
        assert!(found.distance(exact) < 1e-11, "{share}: {found} {exact}");
    }
}
