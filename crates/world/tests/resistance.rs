//! Torsional and rolling friction.
//!
//! References: closed forms. A ball of the radius r that rolls on a floor against the rolling friction d slows down with
//! 5/7·g·d/r, because (I + m·r²)·α = −d·m·g. A body that turns on the spot against the torsional friction t slows down with
//! t·m·g/I.

#![allow(clippy::unwrap_used)] // A test may stop at the first broken expectation.

mod scene;

use glam::{DVec3, dvec3};
use scene::*;
use tangency_respond::{ImpactResponse, Material};
use tangency_world::{BodyState, History, RunEnding, RunOptions, World, WorldBody, WorldEventKind};

const G: f64 = 9.81;

fn resisting(torsion: f64, rolling: f64) -> Material {
    Material::new(0.5, 0.6).unwrap().resisting(torsion, rolling).unwrap()
}

/// A ball that touches the floor, with velocity and angular velocity, on the floor with these frictions.
fn on_floor(state: BodyState, material: Material, gravity: DVec3, until: f64) -> History {
    let ball = ball(DVec3::ZERO);
    let state = BodyState { orientation: ball.state.orientation, ..state };
    let bodies = vec![WorldBody { state, ..ball }.of(material), floor().of(Material::new(1.0, 0.6).unwrap())];
    let history = run(&World { bodies, gravity }, until);
    assert_eq!(history.ending, RunEnding::Finished, "{:?}", history.events);
    history
}

fn energy_falls(history: &History) {
    for pair in history.energy.windows(2) {
        assert!(pair[1].total() <= pair[0].total() + 1e-6, "{pair:?}");
    }
}

#[test]
fn rolling_friction_stops_a_ball() {
    let (speed, rolling) = (0.5, 0.004);
    let rolls = BodyState::at(RADIUS * DVec3::Z).moving(speed * DVec3::X).turning(speed / RADIUS * DVec3::Y);
    let history = on_floor(rolls, resisting(0.0, rolling), -G * DVec3::Z, 3.0);
    let slowing = 5.0 / 7.0 * G * rolling / RADIUS;
    let place = |time: f64| history.motions[0].at(time).point(0, DVec3::ZERO);
    for step in 1..10 {
        let time = 0.1 * f64::from(step) * speed / slowing;
        let expected = speed * time - 0.5 * slowing * time * time;
        assert!((place(time).x - expected).abs() < 1e-6, "{time}: {} of {expected}", place(time).x);
    }
    // It stops where it should, and stays.
    assert_eq!(history.states[0].velocity, DVec3::ZERO, "{:?}", history.states[0]);
    assert!((history.states[0].position.x - speed * speed / (2.0 * slowing)).abs() < 1e-5, "{:?}", history.states[0]);
    assert!(history.events.iter().any(|event| event.kind == WorldEventKind::Rests), "{:?}", history.events);
    energy_falls(&history);
}

#[test]
fn torsional_friction_stops_a_ball_that_turns_on_the_spot() {
    let (spin, torsion) = (20.0, 0.006);
    let turning = BodyState::at(RADIUS * DVec3::Z).turning(spin * DVec3::Z);
    let slowing = torsion * G / (0.4 * RADIUS * RADIUS);
    let until = 0.9 * spin / slowing;
    let history = on_floor(turning, resisting(torsion, 0.0), -G * DVec3::Z, until);
    let left = history.states[0].angular_velocity;
    assert!(left.distance((spin - slowing * until) * DVec3::Z) < 1e-6 * spin, "{left}");
    energy_falls(&history);
    let history = on_floor(turning, resisting(torsion, 0.0), -G * DVec3::Z, 1.2 * spin / slowing);
    assert_eq!(history.states[0].angular_velocity, DVec3::ZERO, "{:?}", history.states[0]);
    energy_falls(&history);
}

/// On a slope, a ball stays where tan is less than d/r, and otherwise rolls with 5/7·g·(sin − d/r·cos).
#[test]
fn rolling_friction_holds_a_ball_on_a_gentle_slope() {
    let rolling = 0.01;
    let angle = (rolling / RADIUS).atan();
    for (factor, until) in [(0.99_f64, 0.5), (1.5, 0.5)] {
        let slope = factor * angle;
        let gravity = G * dvec3(slope.sin(), 0.0, -slope.cos());
        let history = on_floor(BodyState::at(RADIUS * DVec3::Z), resisting(0.0, rolling), gravity, until);
        let pull = 5.0 / 7.0 * G * (slope.sin() - rolling / RADIUS * slope.cos());
        let expected = if factor < 1.0 { 0.0 } else { 0.5 * pull * until * until };
        let found = history.states[0].position.x;
        // Until it rests, and as its friction sets in, the ball creeps at about 1e-4 m/s for a step. It keeps a tenth
        // of that for the half of a second.
        assert!((found - expected).abs() < 1e-5, "{factor}: {found} of {expected}");
        let rests = history.states[0].velocity == DVec3::ZERO;
        assert_eq!(rests, factor < 1.0, "{:?}", history.states[0]);
    }
}

/// A ball that falls on the floor with a spin about the normal loses spin to the torque of the impact: the torsional
/// friction times the impulse m·(1 + e)·v, or all.
#[test]
fn torsional_friction_acts_in_impacts() {
    let speed = 2.0;
    for (spin, torsion) in [(50.0, 0.002), (5.0, 0.02)] {
        let falling = BodyState::at(0.3 * DVec3::Z).moving(-speed * DVec3::Z).turning(spin * DVec3::Z);
        let history = on_floor(falling, resisting(torsion, 0.0), DVec3::ZERO, 0.2);
        let lost = torsion * MASS * 1.5 * speed / (0.4 * MASS * RADIUS * RADIUS);
        let left = history.states[0].angular_velocity.z;
        assert!((left - (spin - lost).max(0.0)).abs() < 1e-8 * spin, "{left} after {spin} with {torsion}");
        assert!((history.states[0].velocity.z - 0.5 * speed).abs() < 1e-10, "{:?}", history.states[0]);
    }
}

/// Responses without friction have no torques either.
#[test]
fn responses_without_friction_leave_spin_alone() {
    let state = BodyState::at(0.3 * DVec3::Z).moving(-2.0 * DVec3::Z).turning(5.0 * DVec3::Z);
    let bodies = vec![WorldBody { state, ..ball(DVec3::ZERO) }.of(resisting(0.02, 0.02)), floor()];
    let world = World { bodies, gravity: DVec3::ZERO };
    for response in [ImpactResponse::LeastConstraint, ImpactResponse::Complementarity] {
        let history = world.run(&RunOptions { until: 0.2, response, ..RunOptions::default() }).unwrap();
        assert!((history.states[0].angular_velocity.z - 5.0).abs() < 1e-12, "{response}");
    }
}
