//! Impacts.
//!
//! References: the times of a bouncing ball in closed form, with every bounce e times as fast as the last.

#![allow(clippy::unwrap_used)] // A test may stop at the first broken expectation.

mod scene;

use glam::{DVec3, dvec3};
use scene::*;
use tangency_respond::Material;
use tangency_world::{Ending, EventKind, World};

/// It falls from h, bounces at √(2h/g), then after 2·e·v/g, 2·e²·v/g, …; all of it a skin above the floor, from which the ball would need skin/v to the floor.
#[test]
fn a_ball_bounces_at_the_times_of_the_closed_form() {
    let (height, restitution, g) = (0.5, 0.6, 9.81);
    let bodies = vec![ball(dvec3(0.03, 0.02, RADIUS + height)).of(Material::new(restitution, 0.3).unwrap()), floor()];
    let world = World { bodies, gravity: dvec3(0.0, 0.0, -g) };
    let history = run(&world, 1.6);
    let impacts: Vec<_> = history.events.iter().filter(|event| event.kind == EventKind::Impact).collect();
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
    // Then it rests: after all bounces have taken their time.
    let rests = history.events.iter().find(|event| event.kind != EventKind::Impact).expect("it comes to rest");
    assert!((rests.time.mid() - time).abs() < 1e-3, "{:?} {time}", rests.time);
    assert_eq!(history.ending, Ending::Finished);
    assert!(history.states[0].velocity.length() < 1e-9);
    assert!((history.states[0].position.z - RADIUS).abs() < 1e-8);
}

/// Equal balls in a row: the last one takes all of the speed.
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
