//! The forces of lasting contacts, and of those on which bodies rest.
//!
//! References: Newton's second law and Coulomb's law in closed form.

#![allow(clippy::unwrap_used)] // A test may stop at the first broken expectation.

mod scene;

use glam::{DVec3, dvec3};
use scene::*;
use tangency_geometry::{HalfSpace, primitive};
use tangency_respond::{Inertia, Material};
use tangency_world::{BodyState, History, RunEnding, RunOptions, World, WorldBody, WorldEventKind};

const G: f64 = 9.81;

/// The sum of the contact forces on a body at an instant.
fn on(history: &History, body: usize, time: f64) -> DVec3 {
    let lasting = history.forces.iter().filter(|track| track.from <= time && time <= track.until);
    lasting
        .map(|track| {
            let force = track.at(time).force;
            if track.b == body {
                force
            } else if track.a == body {
                -force
            } else {
                DVec3::ZERO
            }
        })
        .sum()
}

/// A ball that rolls down a slope without slip: friction holds it back by 2/7 of the pull along the slope.
#[test]
fn friction_on_a_rolling_ball_is_two_sevenths_of_the_pull() {
    let slope = 0.3_f64;
    let rough = Material::new(0.5, 0.5).unwrap();
    let bodies = vec![ball(dvec3(-1.0, 0.0, RADIUS)).of(rough), floor().of(rough)];
    let history = run(&World { bodies, gravity: G * dvec3(slope.sin(), 0.0, -slope.cos()) }, 0.3);
    assert_eq!(history.ending, RunEnding::Finished);
    let expected = MASS * G * dvec3(-2.0 / 7.0 * slope.sin(), 0.0, slope.cos());
    for step in 1..30 {
        let time = 0.01 * f64::from(step);
        let force = on(&history, 0, time);
        assert!(force.distance(expected) < 1e-7 * MASS * G, "{time}: {force} of {expected}");
        let under = history.motions[0].at(time).point(0, DVec3::ZERO);
        let point = history.forces.iter().find(|track| track.until >= time).unwrap().at(time).point;
        assert!((point.x - under.x).abs() < 1e-8 && point.z.abs() < 2.0 * SKIN, "{time}: {point}");
    }
}

fn cuboid(name: &str, mass: f64, size: DVec3, place: DVec3) -> WorldBody {
    let shape = prepared(primitive::cuboid(size).unwrap());
    WorldBody::free(name, shape, Inertia::cuboid(mass, size).unwrap(), BodyState::at(place))
}

/// A block that slides on a slope: friction is µ times the normal force, m·g·cos. How the corners share the load is not
/// determined as the slip sets in, so that the block keeps a sideways slip of a few millionths of its speed.
#[test]
fn friction_on_a_sliding_block_is_its_coefficient_times_the_normal_force() {
    let (slope, friction, mass) = (0.6_f64, 0.3, 1.5);
    let material = Material::new(0.0, friction).unwrap();
    let ground = prepared(HalfSpace::facing(DVec3::Z, 0.0).unwrap());
    let bodies = vec![
        cuboid("block", mass, dvec3(0.4, 0.3, 0.1), dvec3(0.0, 0.0, 0.05)).of(material),
        WorldBody::fixed("ground", ground, BodyState::default()).of(material),
    ];
    let world = World { bodies, gravity: G * dvec3(slope.sin(), 0.0, -slope.cos()) };
    let history = world.run(&RunOptions { until: 0.5, ..RunOptions::default() }).unwrap();
    assert_eq!(history.ending, RunEnding::Finished);
    let normal = mass * G * slope.cos();
    for time in [0.1, 0.2, 0.3, 0.4] {
        let force = on(&history, 0, time);
        assert!(force.y.abs() < 2e-6 * normal, "{time}: {force}");
        let [along, up] = [force.x + friction * normal, force.z - normal];
        assert!(along.hypot(up) < 1e-7 * normal, "{time}: {force}");
    }
}

/// A stack at rest: the forces on every box are its weight, and the slab carries all.
#[test]
fn the_forces_on_a_resting_stack_are_its_weight() {
    let size = dvec3(0.2, 0.2, 0.1);
    let material = Material::new(0.2, 0.5).unwrap();
    let masses = [1.0, 2.5, 0.75];
    let at = |level: usize| dvec3(0.0, 0.0, 0.05 + 0.001 + 0.101 * level as f64);
    let mut bodies: Vec<WorldBody> =
        (0..3).map(|level| cuboid(&format!("box {level}"), masses[level], size, at(level)).of(material)).collect();
    let slab = prepared(primitive::cuboid(dvec3(4.0, 4.0, 0.2)).unwrap());
    bodies.push(WorldBody::fixed("slab", slab, BodyState::at(dvec3(0.0, 0.0, -0.1))).of(material));
    let world = World { bodies, gravity: dvec3(0.0, 0.0, -G) };
    let history = world.run(&RunOptions { until: 3.0, ..RunOptions::default() }).unwrap();
    assert_eq!(history.ending, RunEnding::Finished);
    assert!(history.events.iter().any(|event| event.kind == WorldEventKind::Rests));
    let time = 0.5 * (history.events.last().unwrap().time.upper() + history.until);
    for (level, mass) in masses.iter().enumerate() {
        let force = on(&history, level, time);
        assert!(force.distance(mass * G * DVec3::Z) < 1e-9 * mass * G, "{level}: {force}");
    }
    let all: f64 = masses.iter().sum();
    assert!(on(&history, 3, time).distance(-all * G * DVec3::Z) < 1e-9 * all * G, "{}", on(&history, 3, time));
    // Every contact pushes, within its cone.
    for track in history.forces.iter().filter(|track| track.from <= time && time <= track.until) {
        assert!(track.is_constant(), "bodies at rest");
        let force = track.at(time).force;
        // The slab is the last body and the lowest.
        let height = |body: usize| (body + 1) % 4;
        let pushed = if height(track.b) > height(track.a) { force.z } else { -force.z };
        assert!(pushed >= -1e-9 && force.truncate().length() <= 0.5 * force.z.abs() + 1e-9, "{force}");
    }
}
