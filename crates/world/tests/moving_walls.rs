//! Half-spaces that move: walls, pistons and rising floors.
//!
//! References: closed forms of impacts with a wall that moves steadily, is accelerated, or moves in steps; the recursion
//! of a ball between two closing walls. Invariant that needs no reference: at random instants no body is behind a wall.

#![allow(clippy::unwrap_used)] // A test may stop at the first broken expectation.

mod scene;

use glam::{DQuat, DVec3, dvec3};
use scene::*;
use tangency_geometry::{Ballistic, Convex, HalfSpace, Linear, Motion, Piecewise, Placement, Pose, Rigid, primitive};
use tangency_interval::laws::Random;
use tangency_respond::{Inertia, Material};
use tangency_world::{BodyState, History, RunEnding, RunOptions, World, WorldBody, WorldEventKind};

fn elastic() -> Material {
    Material::new(1.0, 0.0).unwrap()
}

fn pose(at: DVec3) -> Pose {
    Pose::new(DQuat::IDENTITY, at).unwrap()
}

/// A half-space whose surface goes through its origin, with a normal and a motion.
fn wall(name: &str, normal: DVec3, motion: Motion) -> WorldBody {
    WorldBody::driven(name, prepared(HalfSpace::facing(normal, 0.0).unwrap()), motion).of(elastic())
}

fn steady(at: DVec3, velocity: DVec3) -> Motion {
    Motion::Linear(Linear::new(pose(at), velocity).unwrap())
}

/// A ball of a radius of 0.1 m.
fn marble(at: DVec3, velocity: DVec3) -> WorldBody {
    let inertia = Inertia::sphere(1.0, RADIUS).unwrap();
    let state = BodyState::at(at).moving(velocity);
    WorldBody::free("marble", prepared(Convex::sphere(RADIUS).unwrap()), inertia, state).of(elastic())
}

/// A cube of 0.2 m.
fn cube(at: DVec3, velocity: DVec3) -> WorldBody {
    let size = DVec3::splat(2.0 * RADIUS);
    let inertia = Inertia::cuboid(1.0, size).unwrap();
    let state = BodyState::at(at).moving(velocity);
    WorldBody::free("cube", prepared(primitive::cuboid(size).unwrap()), inertia, state).of(elastic())
}

fn go(bodies: Vec<WorldBody>, until: f64) -> History {
    run(&World { bodies, gravity: DVec3::ZERO }, until)
}

fn impacts(history: &History) -> Vec<f64> {
    let hits = history.events.iter().filter(|event| event.kind == WorldEventKind::Impact);
    hits.map(|event| event.time.lower()).collect()
}

/// The time and the speed afterwards of the only impact, and at most a few questions.
fn only_impact(history: &History, time: f64, speed: f64) {
    assert_eq!(history.ending, RunEnding::Finished);
    let [found] = impacts(history)[..] else { panic!("{:?}", history.events) };
    assert!(found <= time && found > time - 1e-6, "{found} s, not {time} s");
    let velocity = history.states[0].velocity;
    assert!((velocity - dvec3(speed, 0.0, 0.0)).length() < 1e-6, "{velocity}");
    assert!(history.counts.questions < 8, "{:?}", history.counts);
}

/// A wall at 1 m/s comes 1.9 m far to a body at rest, which leaves at 2 m/s.
#[test]
fn a_moving_wall_catches_a_body() {
    for body in [marble(2.0 * DVec3::X, DVec3::ZERO), cube(2.0 * DVec3::X, DVec3::ZERO)] {
        let history = go(vec![body, wall("wall", DVec3::X, steady(DVec3::ZERO, DVec3::X))], 3.0);
        only_impact(&history, 1.9, 2.0);
    }
}

/// A wall that starts from rest with 2 m/s²: 0.81 m after 0.9 s, at 1.8 m/s.
#[test]
fn an_accelerated_wall_catches_a_body() {
    let motion = || Motion::Ballistic(Ballistic::new(pose(DVec3::ZERO), DVec3::ZERO, 2.0 * DVec3::X).unwrap());
    for body in [marble(0.91 * DVec3::X, DVec3::ZERO), cube(0.91 * DVec3::X, DVec3::ZERO)] {
        only_impact(&go(vec![body, wall("wall", DVec3::X, motion())], 1.0), 0.9, 3.6);
    }
}

/// A wall that rests for a second, and then moves at 2 m/s; one that only seems to turn; one that leaves the body alone.
#[test]
fn walls_move_in_pieces() {
    let rest = Motion::Still(pose(DVec3::ZERO));
    let steps = |next: Motion| Motion::Piecewise(Piecewise::new(vec![0.0, 1.0], vec![rest.clone(), next]).unwrap());
    let body = || marble(1.1 * DVec3::X, DVec3::ZERO);
    let history = go(vec![body(), wall("wall", DVec3::X, steps(steady(DVec3::ZERO, 2.0 * DVec3::X)))], 2.0);
    only_impact(&history, 1.5, 4.0);
    let turnless = Motion::Rigid(Rigid::new(pose(DVec3::ZERO), 2.0 * DVec3::X, DVec3::ZERO).unwrap());
    only_impact(&go(vec![body(), wall("wall", DVec3::X, steps(turnless))], 2.0), 1.5, 4.0);
    // A wall that moves along itself, or away, is never asked about.
    for velocity in [DVec3::Y, -DVec3::X] {
        let history = go(vec![body(), wall("wall", DVec3::X, steady(DVec3::ZERO, velocity))], 2.0);
        assert_eq!((impacts(&history).len(), history.counts.questions), (0, 0), "{:?}", history.counts);
    }
}

/// A wall that turns has no course, and is met all the same. It turns about the z axis with 0.5 rad/s, so that its normal
/// is (cos ½t, sin ½t), and a ball at (1, 0) m is cos ½t above it.
#[test]
fn a_wall_that_turns_catches_a_body() {
    let turns = Motion::Rigid(Rigid::new(pose(DVec3::ZERO), DVec3::ZERO, 0.5 * DVec3::Z).unwrap());
    let history = go(vec![marble(DVec3::X, DVec3::ZERO), wall("wall", DVec3::X, turns)], 3.0);
    let expected = 2.0 * f64::acos(RADIUS);
    let [found] = impacts(&history)[..] else { panic!("{:?}", history.events) };
    assert!(found <= expected && found > expected - 1e-6, "{found} s, not {expected} s");
}

/// A wall that jumps onto a body ends the run, and says between whom.
#[test]
fn a_wall_that_jumps_onto_a_body_is_refused() {
    let places = vec![Motion::Still(pose(DVec3::ZERO)), Motion::Still(pose(1.1 * DVec3::X))];
    let jumps = Motion::Piecewise(Piecewise::new(vec![0.0, 1.0], places).unwrap());
    let history = go(vec![marble(1.1 * DVec3::X, DVec3::ZERO), wall("wall", DVec3::X, jumps)], 2.0);
    let RunEnding::Stopped(reason) = &history.ending else { panic!("{:?}", history.ending) };
    assert!(reason.contains("marble") && reason.contains("wall"), "{reason}");
    assert!((history.until - 1.0).abs() < 1e-6, "{}", history.until);
}

/// Walls at −1 m and 1 m close in at 0.05 m/s; the ball gains 0.1 m/s at each. The impact k takes place where the ball,
/// at the speed that it has, and the wall meet.
#[test]
fn a_ball_between_closing_walls_gets_faster() {
    let close = 0.05;
    for make in [marble, cube] {
        let bodies = vec![
            make(DVec3::ZERO, DVec3::X),
            wall("left", DVec3::X, steady(-DVec3::X, close * DVec3::X)),
            wall("right", -DVec3::X, steady(DVec3::X, -close * DVec3::X)),
        ];
        let until = 10.0;
        let history = go(bodies, until);
        let (mut time, mut place, mut speed, mut expected) = (0.0, 0.0, 1.0, Vec::new());
        loop {
            // Towards the right wall, seen from the ball; then the picture is mirrored.
            let room = 1.0 - RADIUS - close * time - place;
            let after = room / (speed + close);
            if time + after > until {
                break;
            }
            (time, place) = (time + after, -(place + speed * after));
            speed += 2.0 * close;
            expected.push(time);
        }
        let found = impacts(&history);
        assert_eq!(found.len(), expected.len(), "{found:?} {expected:?}");
        assert!(expected.len() > 8, "{expected:?}");
        for (found, expected) in found.iter().zip(&expected) {
            assert!((found - expected).abs() < 1e-5, "{found} s, not {expected} s");
        }
        assert!((history.states[0].velocity.length() - speed).abs() < 1e-9, "{:?}", history.states[0]);
        assert!(history.counts.questions < 3 * expected.len() as u64, "{:?}", history.counts);
    }
}

/// A program pushes a wall: nobody expects to meet it before it could be there.
#[test]
fn a_steered_wall_pushes_a_ball() {
    let plane = prepared(HalfSpace::facing(DVec3::X, 0.0).unwrap());
    let hand = WorldBody::steered("hand", plane, BodyState::default(), 1.0);
    let world = World { bodies: vec![marble(2.1 * DVec3::X, DVec3::ZERO), hand.of(elastic())], gravity: DVec3::ZERO };
    let options = RunOptions { until: 4.0, ..RunOptions::default() };
    let mut run = world.begin(&options).unwrap();
    run.advance_until(1.0).unwrap();
    run.steer(1, pose(3.0 * DVec3::X), 4.0).unwrap();
    let history = run.finish().unwrap();
    let [found] = impacts(&history)[..] else { panic!("{:?}", history.events) };
    assert!(found <= 3.0 && found > 3.0 - 1e-4, "{found} s");
    assert!((history.states[0].velocity - 2.0 * DVec3::X).length() < 1e-9);
}

/// Balls and cubes in a room whose walls close in and whose floor is thrown up: nobody is behind a wall.
#[test]
fn nobody_gets_behind_a_moving_wall() {
    let mut random = Random::new(31);
    let mut vector = || DVec3::from_array(std::array::from_fn(|_| random.between(-1.0, 1.0)));
    let mut bodies = Vec::new();
    for index in 0..27 {
        let cell = dvec3((index % 3) as f64, (index / 3 % 3) as f64, (index / 9) as f64) - 1.0;
        let make = if index % 2 == 0 { marble } else { cube };
        bodies.push(make(0.7 * cell, 2.0 * vector()));
    }
    let normals = [DVec3::X, -DVec3::X, DVec3::Y, -DVec3::Y, -DVec3::Z];
    for normal in normals {
        bodies.push(wall("wall", normal, steady(-1.5 * normal, 0.15 * normal)));
    }
    let lifted = Ballistic::new(pose(-1.5 * DVec3::Z), DVec3::Z, -DVec3::Z).unwrap();
    bodies.push(wall("floor", DVec3::Z, Motion::Ballistic(lifted)));
    let history = go(bodies, 2.0);
    assert_eq!(history.ending, RunEnding::Finished);
    let all = [&normals[..], &[DVec3::Z]].concat();
    let mut least = f64::INFINITY;
    for step in 0..=4_000 {
        let time = 2.0 * f64::from(step) / 4_000.0;
        for body in 0..27 {
            let Placement::Pose(place) = history.motions[body].at(time) else { panic!("a rigid motion") };
            for normal in &all {
                let offset = if *normal == DVec3::Z { -1.5 + time - 0.5 * time * time } else { -1.5 + 0.15 * time };
                let along = place.rotation().inverse() * *normal;
                let reach = RADIUS * if body % 2 == 0 { 1.0 } else { along.abs().element_sum() };
                least = least.min(normal.dot(place.translation()) - offset - reach);
            }
        }
    }
    assert!(least > -1e-12 && least < 1e-3, "{least}");
    let with_wall = history.events.iter().filter(|event| event.a.max(event.b) >= 27).count();
    assert!(with_wall > 30, "{with_wall} impacts with walls");
}
