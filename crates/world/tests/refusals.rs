//! Invalid worlds return an error with the reason, and runs that cannot continue report how far they came.

#![allow(clippy::unwrap_used)] // A test may stop at the first broken expectation.

mod scene;

use glam::{DQuat, DVec3, dvec3};
use scene::*;
use tangency_detect::Query;
use tangency_geometry::surface::Brep;
use tangency_geometry::{Convex, HalfSpace, Motion, Piecewise, Pose, primitive};
use tangency_interval::{Interval, expr::Expr};
use tangency_respond::{Inertia, Material};
use tangency_world::{BodyState, RunEnding, RunOptions, World, WorldBody, WorldError};

fn refused(bodies: Vec<WorldBody>) -> WorldError {
    World { bodies, gravity: DVec3::ZERO }.run(&RunOptions::default()).unwrap_err()
}

#[test]
fn overlapping_bodies_are_refused() {
    let error = refused(vec![ball(DVec3::ZERO), ball(dvec3(0.05, 0.02, 0.01))]);
    assert!(matches!(error, WorldError::Overlap { .. }), "{error}");
    let inside = WorldBody { prepared: prepared(Brep::sphere(0.02).unwrap()), ..ball(dvec3(0.01, 0.0, 0.0)) };
    let error = refused(vec![ball(DVec3::ZERO), inside]);
    assert!(matches!(error, WorldError::Overlap { .. }), "{error}");
}

/// A cube wholly below the surface of a half-space crosses no surface. It is refused all the same, and named.
#[test]
fn a_body_below_the_surface_of_a_half_space_is_refused() {
    let size = DVec3::splat(0.2);
    let cube = |z: f64| {
        let inertia = Inertia::cuboid(1.0, size).unwrap();
        let state = BodyState::at(dvec3(0.3, -0.2, z));
        WorldBody::free("cube", prepared(primitive::cuboid(size).unwrap()), inertia, state)
    };
    let ground = WorldBody::fixed("ground", prepared(HalfSpace::BELOW), BodyState::default());
    for z in [-0.5, -5.0, -0.11, 0.05] {
        let error = refused(vec![cube(z), ground.clone()]);
        let WorldError::Overlap { a, b, time } = &error else { panic!("at {z}: {error}") };
        let mut names = [a.as_str(), b.as_str()];
        names.sort_unstable();
        assert_eq!((names, *time), (["cube", "ground"], 0.0), "at {z}");
        assert!(error.to_string().contains("overlap at 0 s"), "{error}");
    }
    // What stands on the surface, or above it, is no overlap.
    for z in [0.1, 0.5] {
        World { bodies: vec![cube(z), ground.clone()], gravity: DVec3::ZERO }.run(&RunOptions::default()).unwrap();
    }
}

/// A gate that stands still and then jumps onto a ball that flies past: no approach leads to the contact, so that there
/// is no impact. The run ends at the jump and names both.
#[test]
fn a_gate_that_jumps_onto_a_ball_stops_the_run() {
    let jump = 0.5;
    let at = |x: f64| Motion::Still(Pose::new(DQuat::IDENTITY, dvec3(x, 0.0, 0.0)).unwrap());
    // The ball is at x = 0.5 when the gate jumps from x = 3 to there; or to x = 4, where the ball does not get.
    let run = |to: f64, shape: std::sync::Arc<tangency_detect::Prepared>| {
        let motion = Motion::Piecewise(Piecewise::new(vec![0.0, jump], vec![at(3.0), at(to)]).unwrap());
        let gate = WorldBody::driven("gate", shape, motion);
        let mut thrown = ball(DVec3::ZERO);
        thrown.state.velocity = DVec3::X;
        World { bodies: vec![thrown, gate], gravity: DVec3::ZERO }.run(&RunOptions::default()).unwrap()
    };
    let block = || prepared(primitive::cuboid(dvec3(0.05, 1.0, 1.0)).unwrap());
    // The gate's surface crosses the ball, the ball is wholly inside the gate, or the gate inside the ball.
    let huge = || prepared(primitive::cuboid(DVec3::splat(1.0)).unwrap());
    let tiny = || prepared(Convex::sphere(0.01).unwrap());
    for (index, shape) in [block(), huge(), tiny()].into_iter().enumerate() {
        let history = run(0.5, shape.clone());
        let RunEnding::Stopped(reason) = &history.ending else { panic!("{index}: {:?}", history.ending) };
        assert!(reason.contains("ball") && reason.contains("gate"), "{index}: {reason}");
        assert!((history.until - jump).abs() < 1e-6, "{index}: {}", history.until);
        assert!(history.events.is_empty(), "{index}: {:?}", history.events);
        assert!((history.states[0].position.x - jump).abs() < 1e-6, "{index}: the ball flew on until then");
        let history = run(4.0, shape);
        assert_eq!((history.ending, history.until), (RunEnding::Finished, 1.0), "{index}");
    }
}

#[test]
fn numbers_and_bodies_that_mean_nothing_are_refused() {
    let bad = |change: &dyn Fn(&mut WorldBody)| {
        let mut body = ball(DVec3::ZERO);
        change(&mut body);
        refused(vec![body])
    };
    assert!(matches!(bad(&|body| body.state.velocity.x = f64::NAN), WorldError::Velocity { .. }));
    assert!(matches!(
        bad(&|body| body.state.orientation = DQuat::from_xyzw(0.0, 0.0, 0.0, 2.0)),
        WorldError::Pose { .. }
    ));
    let rough = Material { friction: -1.0, ..Material::default() };
    assert!(matches!(bad(&|body| body.material = rough), WorldError::Material { .. }));
    assert!(matches!(bad(&|body| body.motion = Some(Motion::Still(Pose::IDENTITY))), WorldError::FreeMotion { .. }));
    let sea =
        Brep::height_field(Expr::parse("sin(u + t)").unwrap(), [-1.0, 1.0], [-1.0, 1.0], Interval::between(0.0, 1.0));
    let sea = prepared(sea.unwrap());
    assert!(matches!(bad(&|body| body.prepared = sea.clone()), WorldError::Deforms { .. }));
    let world = World { bodies: vec![ball(DVec3::ZERO)], gravity: DVec3::ZERO };
    for options in [
        RunOptions { until: -1.0, ..RunOptions::default() },
        RunOptions { step: 0.0, ..RunOptions::default() },
        RunOptions { tolerance: f64::NAN, ..RunOptions::default() },
        RunOptions { query: Query { tolerance: -1.0, ..Query::default() }, ..RunOptions::default() },
    ] {
        assert!(matches!(world.run(&options), Err(WorldError::Option { .. })));
    }
}

/// With a small budget the detection leaves the question open. The result is certain until then.
#[test]
fn a_spent_budget_leaves_it_open() {
    let bodies = vec![ball(dvec3(0.0, 0.0, 0.3)), floor()];
    let world = World { bodies, gravity: dvec3(0.0, 0.0, -9.81) };
    let query = Query { budget: Some(50), ..Query::default() };
    let history = world.run(&RunOptions { query, step: 0.05, ..RunOptions::default() }).unwrap();
    assert_eq!(history.ending, RunEnding::Open);
    let touches = (2.0 * 0.2_f64 / 9.81).sqrt();
    assert!(history.until < touches && history.events.is_empty(), "{}", history.until);
}

/// A run repeats bit for bit.
#[test]
fn runs_repeat_to_the_last_bit() {
    let mut thrown = ball(dvec3(0.0, 0.0, 0.15));
    thrown.state = BodyState { velocity: dvec3(1.0, 0.3, 0.0), angular_velocity: dvec3(3.0, 1.0, 2.0), ..thrown.state };
    let world = World { bodies: vec![thrown, floor()], gravity: dvec3(0.0, 0.0, -9.81) };
    let options = RunOptions { until: 0.2, ..RunOptions::default() };
    let [first, second] = [world.run(&options).unwrap(), world.run(&options).unwrap()];
    assert!(!first.events.is_empty() && first.events == second.events);
    assert_eq!(first.states, second.states);
    assert_eq!(first.motions, second.motions);
}

#[test]
fn worlds_without_free_bodies_end_at_once() {
    for bodies in [Vec::new(), vec![floor()], vec![floor(), floor()]] {
        let world = World { bodies, gravity: dvec3(0.0, 0.0, -9.81) };
        let history = world.run(&RunOptions::default()).unwrap();
        assert_eq!((history.ending, history.until), (RunEnding::Finished, 1.0));
        assert!(history.events.is_empty() && history.motions.len() == world.bodies.len());
    }
}
