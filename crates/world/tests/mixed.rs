//! Bodies of every representation in one world, and worlds with many bodies.
//!
//! References: closed forms for resting heights and rolling speeds. Invariant that needs no reference: sampled
//! distances between bodies are never negative.

#![allow(clippy::unwrap_used)] // A test may stop at the first broken expectation.

mod scene;

use glam::{DQuat, DVec3, dvec3};
use scene::*;
use tangency_geometry::surface::Brep;
use tangency_geometry::{Motion, Pose, Rigid, Solid, primitive};
use tangency_interval::laws::Random;
use tangency_respond::{Inertia, Material};
use tangency_world::{BodyState, RunEnding, World, WorldBody, WorldEvent, WorldEventKind};

const G: f64 = 9.81;
const GRAVITY: DVec3 = DVec3::new(0.0, 0.0, -G);

fn grippy() -> Material {
    Material::new(0.3, 0.6).unwrap()
}

/// A ball rolls down the same slope for every representation of slope and ball: curved faces, triangles,
/// formulas.
#[test]
fn a_slope_may_be_made_of_anything() {
    let slope = 0.2_f64;
    let block = dvec3(4.0, 4.0, 0.2);
    let under = BodyState::at(dvec3(0.0, 0.0, -0.1));
    let round = Solid::parse("x^2 + y^2 + z^2 - 0.01", [DVec3::splat(-0.2), DVec3::splat(0.2)]).unwrap();
    let grounds = [prepared(primitive::cuboid(block).unwrap()), prepared(Solid::cuboid(block).unwrap())];
    let balls = [prepared(Brep::sphere(RADIUS).unwrap()), prepared(round)];
    for (index, (ground, shape)) in
        [(0, 0), (1, 0), (0, 1)].map(|(i, j)| (&grounds[i], &balls[j])).into_iter().enumerate()
    {
        let state = BodyState {
            orientation: DQuat::from_scaled_axis(dvec3(0.3, 0.2, 0.1)),
            ..BodyState::at(dvec3(0.1, 0.2, RADIUS))
        };
        let ball = WorldBody::free("ball", shape.clone(), Inertia::sphere(MASS, RADIUS).unwrap(), state).of(grippy());
        let ground = WorldBody::fixed("ground", ground.clone(), under).of(grippy());
        let gravity = G * dvec3(slope.sin(), 0.0, -slope.cos());
        let history = run(&World { bodies: vec![ball, ground], gravity }, 0.1);
        assert_eq!(history.ending, RunEnding::Finished, "{index}");
        let kinds: Vec<WorldEventKind> = history.events.iter().map(|event| event.kind).collect();
        assert_eq!(kinds, [WorldEventKind::Rolls], "{index}");
        let exact = 0.1 + 0.5 * 5.0 / 7.0 * G * slope.sin() * 0.01;
        assert!((history.states[0].position.x - exact).abs() < 1e-7, "{index}: {} {exact}", history.states[0].position);
    }
}

/// Two implicit solids: a ball falls onto a block and bounces at half its speed.
#[test]
fn implicit_solids_bounce() {
    let height = 0.05;
    let round = Solid::parse("x^2 + y^2 + z^2 - 0.01", [DVec3::splat(-0.2), DVec3::splat(0.2)]).unwrap();
    let block = Solid::cuboid(dvec3(1.0, 1.0, 0.2)).unwrap();
    let material = |restitution| Material::new(restitution, 0.2).unwrap();
    let state = BodyState::at(dvec3(0.03, 0.02, RADIUS + height));
    let ball =
        WorldBody::free("ball", prepared(round), Inertia::sphere(MASS, RADIUS).unwrap(), state).of(material(0.5));
    let ground = WorldBody::fixed("ground", prepared(block), BodyState::at(dvec3(0.0, 0.0, -0.1))).of(material(1.0));
    let world = World { bodies: vec![ball, ground], gravity: GRAVITY };
    let fall = (2.0 * height / G).sqrt();
    let history = world.run(&tangency_world::RunOptions { until: 2.5 * fall, ..Default::default() }).unwrap();
    assert_eq!(history.ending, RunEnding::Finished);
    let times: Vec<f64> = history.events.iter().map(|event| event.time.mid()).collect();
    assert_eq!(times.len(), 2, "{times:?}");
    assert!((times[0] - fall).abs() < 1e-5 && (times[1] - 2.0 * fall).abs() < 2e-5, "{times:?} {fall}");
    assert!(history.events.iter().all(|event| event.contacts[0].normal.distance(-DVec3::Z) < 1e-6));
}

/// A ball that rolls on a turntable without slip moves in a circle, at 2/7 of the table's angular velocity.
#[test]
fn a_ball_circles_on_a_turntable() {
    let rate = 2.0;
    let table = Motion::Rigid(Rigid::new(Pose::IDENTITY, DVec3::ZERO, rate * DVec3::Z).unwrap());
    let table =
        WorldBody::driven("table", prepared(Brep::rectangle(glam::DVec2::splat(4.0)).unwrap()), table).of(grippy());
    let mut ball = ball(dvec3(0.5, 0.0, RADIUS)).of(grippy());
    // The table moves at rate × x below the ball. The ball's centre starts at rest, and its spin matches the
    // table.
    ball.state.angular_velocity = dvec3(rate * 0.5 / RADIUS, 0.0, 0.0);
    let history = run(&World { bodies: vec![ball, table], gravity: GRAVITY }, 0.3);
    assert_eq!(history.ending, RunEnding::Finished);
    // With v = 0 at the start, v̇ = 2/7·Ω × v keeps the ball at rest: the circle has radius zero.
    assert!(history.states[0].velocity.length() < 1e-6, "{:?}", history.states[0]);
    assert!(history.states[0].position.distance(dvec3(0.5, 0.0, RADIUS)) < 1e-6);
    assert_eq!(history.events[0].kind, WorldEventKind::Rolls);
}

/// A box lands on a floor of triangles, stands on its four corners, and falls asleep.
#[test]
fn a_box_rests_on_a_floor_of_triangles() {
    let size = dvec3(0.2, 0.3, 0.1);
    let brick = WorldBody::free(
        "brick",
        prepared(primitive::cuboid(size).unwrap()),
        Inertia::cuboid(1.0, size).unwrap(),
        BodyState::at(dvec3(0.0, 0.0, 0.0501)),
    );
    let ground = WorldBody::fixed(
        "ground",
        prepared(primitive::cuboid(dvec3(2.0, 2.0, 0.2)).unwrap()),
        BodyState::at(dvec3(0.0, 0.0, -0.1)),
    );
    let world = World { bodies: vec![brick.of(grippy()), ground.of(grippy())], gravity: GRAVITY };
    let options = tangency_world::RunOptions { until: 0.3, ..Default::default() };
    let history = world.run(&options).unwrap();
    assert_eq!(history.ending, RunEnding::Finished);
    let (last_event, before) = history.events.split_last().unwrap();
    let lands = |event: &WorldEvent| matches!(event.kind, WorldEventKind::Impact | WorldEventKind::Rolls);
    assert!(before.len() <= 5 && before.iter().all(lands), "{before:?}");
    assert_eq!((last_event.kind, last_event.contacts.len()), (WorldEventKind::Rests, 4));
    let last = history.states[0];
    assert!(last.position.z > 0.05 && last.position.z < 0.05 + 1e-4 && last.velocity == DVec3::ZERO, "{last:?}");
}

/// Balls are thrown into a tray from random positions with random spins. No two are ever closer than their
/// radii.
#[test]
fn nothing_passes_through_anything() {
    let mut random = Random::new(3);
    let sheet = || prepared(Brep::rectangle(glam::DVec2::splat(1.2)).unwrap());
    let mut bodies = vec![WorldBody::fixed("floor", sheet(), BodyState::default()).of(grippy())];
    let half_turn = std::f64::consts::FRAC_PI_2;
    for (axis, side) in [(DVec3::Y, 0.5), (DVec3::Y, -0.5), (DVec3::X, 0.5), (DVec3::X, -0.5)] {
        let place = if axis == DVec3::Y { dvec3(side, 0.0, 0.0) } else { dvec3(0.0, side, 0.0) };
        let state = BodyState { orientation: DQuat::from_axis_angle(axis, half_turn), ..BodyState::at(place) };
        bodies.push(WorldBody::fixed("wall", sheet(), state).of(grippy()));
    }
    for index in 0..3 {
        let mut thrown = ball(dvec3(
            0.25 * f64::from(index % 2) - 0.12,
            0.25 * f64::from(index / 2) - 0.13,
            0.3 + 0.1 * f64::from(index),
        ))
        .of(grippy());
        thrown.state.velocity = DVec3::from_array(std::array::from_fn(|_| random.between(-2.0, 2.0)));
        thrown.state.angular_velocity = DVec3::from_array(std::array::from_fn(|_| random.between(-9.0, 9.0)));
        bodies.push(thrown);
    }
    let world = World { bodies, gravity: GRAVITY };
    let options = tangency_world::RunOptions { until: 0.35, step: 0.05, ..Default::default() };
    let history = world.run(&options).unwrap();
    assert_eq!(history.ending, RunEnding::Finished, "{:?}", history.events.last());
    let impacts = history.events.iter().filter(|event| event.kind == WorldEventKind::Impact).count();
    assert!(impacts >= 4, "{impacts} impacts");
    let in_order = history.events.windows(2).all(|pair| pair[0].time.lower() <= pair[1].time.lower());
    assert!(in_order, "events come in the order of time");
    let mut least = f64::INFINITY;
    for i in 0..=350 {
        let at = |body: usize| history.motions[body].at(0.001 * f64::from(i)).point(0, DVec3::ZERO);
        for a in 5..8 {
            let place = at(a);
            least = least.min(place.z - RADIUS).min(0.5 - RADIUS - place.x.abs().max(place.y.abs()));
            least = (a + 1..8).map(|b| place.distance(at(b)) - 2.0 * RADIUS).fold(least, f64::min);
        }
    }
    assert!(least > 0.0 && least < 1e-3, "closest: {least}");
    let energy: Vec<f64> = history.energy.iter().map(tangency_world::Energy::total).collect();
    assert!(energy.windows(2).all(|pair| pair[1] < pair[0] + 1e-4), "energy is never made");
}
