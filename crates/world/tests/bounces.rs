//! Impacts.
//!
//! Reference: the times of a bouncing ball in closed form. Every bounce is e times as fast as the previous one.

#![allow(clippy::unwrap_used)] // A test may stop at the first broken expectation.

mod scene;

use glam::{DVec3, dvec3};
use scene::*;
use tangency_respond::Material;
use tangency_world::{RunEnding, World, WorldEventKind};

/// The ball falls from height h and bounces at √(2h/g), then after 2·e·v/g, 2·e²·v/g, and so on. Every bounce
/// takes place one skin above the floor, which is skin/v earlier.
#[test]
fn a_ball_bounces_at_the_times_of_the_closed_form() {
    let (height, restitution, g) = (0.5, 0.6, 9.81);
    let bodies = vec![ball(dvec3(0.03, 0.02, RADIUS + height)).of(Material::new(restitution, 0.3).unwrap()), floor()];
    let world = World { bodies, gravity: dvec3(0.0, 0.0, -g) };
    let history = run(&world, 1.6);
    let impacts: Vec<_> = history.events.iter().filter(|event| event.kind == WorldEventKind::Impact).collect();
    let (mut time, mut speed) = ((2.0 * height / g).sqrt(), (2.0 * g * height).sqrt());
    let mut counted = 0;
    for impact in &impacts {
        assert!(
            (impact.time.mid() - time).abs() < 1e-8 + 2.0 * SKIN / speed,
            "bounce {counted}: {:?} {time}",
            impact.time
        );
        assert!(
            (impact.impulse - MASS * (1.0 + restitution) * speed).abs() < 1e-4 * speed + 2e-5,
            "{counted} {}",
            impact.impulse
        );
        speed *= restitution;
        time += 2.0 * speed / g;
        counted += 1;
    }
    assert!(counted >= 12, "{counted} bounces");
    // The ball rests after the total time of all bounces.
    let rests = history.events.iter().find(|event| event.kind != WorldEventKind::Impact).expect("it comes to rest");
    assert!((rests.time.mid() - time).abs() < 1e-3, "{:?} {time}", rests.time);
    assert_eq!(history.ending, RunEnding::Finished);
    assert!(history.states[0].velocity.length() < 1e-9);
    assert!((history.states[0].position.z - RADIUS).abs() < 1e-8);
}

/// Equal balls in a row: the last one takes over all of the speed.
#[test]
fn the_last_ball_of_a_row_flies_off() {
    let hard = Material::new(1.0, 0.0).unwrap();
    let at = |x: f64| ball(dvec3(x, 0.01, 0.02)).of(hard);
    let mut bodies = vec![at(0.0), at(0.5), at(0.9)];
    bodies[0].state.velocity = dvec3(2.0, 0.0, 0.0);
    let history = run(&World { bodies, gravity: DVec3::ZERO }, 1.0);
    assert_eq!(history.events.len(), 2, "{:?}", history.events);
    assert!((history.events[0].time.mid() - 0.5 * (0.5 - 2.0 * RADIUS)).abs() < 1e-8);
    assert!(history.states[2].velocity.distance(dvec3(2.0, 0.0, 0.0)) < 1e-7);
    assert!(history.states[0].velocity.length() < 1e-7 && history.states[1].velocity.length() < 1e-7);
}
