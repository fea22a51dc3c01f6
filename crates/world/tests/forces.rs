//! Bodies under thrust and in air.
//!
//! References: the closed forms of the parabola, of linear resistance (an exponential) and of the fall in air (a hyperbolic
//! tangent); Runge and Kutta's method with short steps, to about 1e-10, for the rest. Invariants that need no reference: at
//! random instants no two bodies overlap, by the distance of two bodies at rest.

#![allow(clippy::unwrap_used)] // A test may stop at the first broken expectation.

mod scene;

use glam::{DQuat, DVec3, dvec3};
use scene::*;
use tangency_detect::{Moving, Query, distance};
use tangency_geometry::{HalfSpace, Motion, Placement, Pose, primitive};
use tangency_interval::laws::Random;
use tangency_respond::{Inertia, Material};
use tangency_world::{
    AirResistance, BodyForces, BodyState, History, RunEnding, RunOptions, Thrust, World, WorldBody, WorldError,
    WorldEventKind,
};

const GRAVITY: DVec3 = dvec3(0.0, 0.0, -9.81);

fn pose(motion: &Motion, time: f64) -> Pose {
    let Placement::Pose(pose) = motion.at(time) else { panic!("a rigid motion") };
    pose
}

fn alone(body: WorldBody, gravity: DVec3, until: f64) -> History {
    let history = run(&World { bodies: vec![body], gravity }, until);
    assert_eq!(history.ending, RunEnding::Finished);
    history
}

fn thrusts(thrusts: Vec<Thrust>) -> BodyForces {
    BodyForces { thrusts, ..BodyForces::default() }
}

fn air(linear: f64, quadratic: f64, wind: DVec3) -> BodyForces {
    BodyForces { air: AirResistance { linear, quadratic, wind }, ..BodyForces::default() }
}

fn thrown(velocity: DVec3) -> WorldBody {
    let body = ball(dvec3(1.0, 2.0, 3.0));
    WorldBody { state: body.state.moving(velocity), ..body }
}

/// A rocket in free space: a line, a parabola while the engine runs, a line.
#[test]
fn a_rocket_flies_on_a_parabola() {
    let (velocity, force) = (dvec3(0.5, 0.0, -1.0), dvec3(0.0, 6.0, 8.0));
    let body = thrown(velocity).under(thrusts(vec![Thrust::new(force, [0.5, 1.5])]));
    let history = alone(body, DVec3::ZERO, 3.0);
    let pull = force / MASS;
    for index in 0..=300 {
        let time = 0.01 * f64::from(index);
        let burnt = (time - 0.5).clamp(0.0, 1.0);
        let coasted = (time - 1.5).max(0.0);
        let exact = dvec3(1.0, 2.0, 3.0) + velocity * time + 0.5 * burnt * burnt * pull + coasted * burnt * pull;
        let found = pose(&history.motions[0], time).translation();
        assert!(found.distance(exact) < 1e-13 * 10.0, "{time}: {found}, expected {exact}");
    }
    assert!(history.states[0].velocity.distance(velocity + pull) < 1e-13);
    // One piece for each of line, parabola and line.
    let Motion::Piecewise(pieces) = &history.motions[0] else { panic!("pieces") };
    assert_eq!(pieces.starts(), [0.0, 0.5, 1.5]);
}

/// A thrust in the axes of a body that does not turn keeps its direction; in one that turns steadily it averages out.
#[test]
fn an_engine_turns_with_its_body() {
    let engine = || thrusts(vec![Thrust::new(dvec3(4.0, 0.0, 0.0), [0.0, f64::INFINITY]).in_body()]);
    let still = thrown(DVec3::ZERO).under(engine());
    let towards = still.state.orientation * dvec3(4.0, 0.0, 0.0) / MASS;
    let history = alone(still, DVec3::ZERO, 2.0);
    let found = pose(&history.motions[0], 2.0).translation() - dvec3(1.0, 2.0, 3.0);
    assert!(found.distance(2.0 * towards) < 1e-13);
    // About z at 3 rad/s, from the direction x: x″ = 2·cos 3t, so x = 2·(1 − cos 3t)/9, y = 2·(t/3 − sin(3t)/9).
    let turning = ball(DVec3::ZERO);
    let state = BodyState { orientation: DQuat::IDENTITY, ..turning.state.turning(3.0 * DVec3::Z) };
    let history = alone(WorldBody { state, ..turning }.under(engine()), DVec3::ZERO, 5.0);
    for index in 0..=100 {
        let time = 0.05 * f64::from(index);
        let angle = 3.0 * time;
        let exact = dvec3(2.0 * (1.0 - angle.cos()) / 9.0, 2.0 * (angle - angle.sin()) / 9.0, 0.0);
        let found = pose(&history.motions[0], time).translation();
        assert!(found.distance(exact) < 1e-12, "{time}: {found}, expected {exact}");
    }
}

/// Linear resistance: the velocity through the air decays exponentially towards that of the fall.
#[test]
fn linear_resistance_is_an_exponential() {
    for (rate, wind) in [(0.8, dvec3(3.0, -1.0, 0.5)), (20.0, DVec3::ZERO), (1e-3, dvec3(0.0, 5.0, 0.0))] {
        let velocity = dvec3(8.0, 0.0, 5.0);
        let history = alone(thrown(velocity).under(air(rate * MASS, 0.0, wind)), GRAVITY, 4.0);
        let limit = wind + GRAVITY / rate;
        for index in 0..=80 {
            let time = 0.05 * f64::from(index);
            let faded = -(-rate * time).exp_m1() / rate;
            let exact = dvec3(1.0, 2.0, 3.0) + limit * (time - faded) + velocity * faded;
            let found = pose(&history.motions[0], time).translation();
            // The difference of the two large terms rounds at a weak resistance.
            let rounding = 1e-12 * (1.0 + limit.length());
            assert!(found.distance(exact) < 1e-11 + rounding, "{rate} {time}: {found}, expected {exact}");
        }
        let after = limit + (velocity - limit) * (-rate * 4.0).exp();
        assert!(history.states[0].velocity.distance(after) < 1e-11 * (1.0 + limit.length()));
    }
}

/// A fall from rest with quadratic resistance: v = u·tanh(g·t/u), z = −u²/g·ln cosh(g·t/u), u² = m·g/k.
#[test]
fn a_fall_in_air_reaches_its_terminal_velocity() {
    let factor: f64 = 0.5;
    let terminal = (MASS * 9.81 / factor).sqrt();
    let history = alone(thrown(DVec3::ZERO).under(air(0.0, factor, DVec3::ZERO)), GRAVITY, 5.0);
    for index in 0..=100 {
        let time = 0.05 * f64::from(index);
        let exact = 3.0 - terminal * terminal / 9.81 * (9.81 * time / terminal).cosh().ln();
        let found = pose(&history.motions[0], time).translation();
        assert!((found.z - exact).abs() < 1e-11, "{time}: {}, expected {exact}", found.z);
    }
    let exact = terminal * (9.81 * 5.0 / terminal).tanh();
    assert!((history.states[0].velocity.z + exact).abs() < 1e-11);
    assert!((exact / terminal - 1.0).abs() < 1e-6, "terminal within the run");
}

/// Thrown straight up: resistance is not smooth where the body stops. The way up is u²/g·ln(1/cos(atan(v/u))).
#[test]
fn a_body_thrown_straight_up_turns_in_air() {
    let factor: f64 = 0.5;
    let squared = MASS * 9.81 / factor;
    let history = alone(thrown(6.0 * DVec3::Z).under(air(0.0, factor, DVec3::ZERO)), GRAVITY, 2.0);
    let (terminal, angle) = (squared.sqrt(), (6.0 / squared.sqrt()).atan());
    let (top, height) = (angle * terminal / 9.81, -squared / 9.81 * angle.cos().ln());
    let found = pose(&history.motions[0], top).translation().z;
    assert!((found - 3.0 - height).abs() < 1e-11, "{found}");
    let fallen = squared / 9.81 * (9.81 * (2.0 - top) / terminal).cosh().ln();
    let found = pose(&history.motions[0], 2.0).translation().z;
    assert!((found - (3.0 + height - fallen)).abs() < 1e-11, "{found}");
}

/// A tumbling box with an engine in wind, beside Runge and Kutta's method.
#[test]
fn a_tumbling_rocket_in_wind_beside_small_steps() {
    let size = dvec3(0.2, 0.3, 0.5);
    let inertia = Inertia::cuboid(MASS, size).unwrap();
    let state =
        BodyState { velocity: dvec3(1.0, 0.0, 3.0), ..BodyState::at(DVec3::ZERO) }.turning(dvec3(2.0, 3.0, 1.0));
    let engine = Thrust::new(dvec3(0.0, 5.0, 12.0), [0.0, 0.7]).in_body();
    let forces = BodyForces {
        thrusts: vec![engine],
        air: AirResistance { linear: 0.2, quadratic: 0.15, wind: dvec3(-2.0, 1.0, 0.0) },
    };
    let body = WorldBody::free("box", prepared(primitive::cuboid(size).unwrap()), inertia, state).under(forces.clone());
    let history = alone(body, GRAVITY, 1.5);
    let (mut position, mut velocity) = (state.position, state.velocity);
    let steps = 6000;
    let step = 1.5 / f64::from(steps);
    for index in 0..steps {
        let now = step * f64::from(index);
        // The orientations of the result: the rotation is that of a free body, which other tests verify.
        let pull = |time: f64, velocity: DVec3| {
            let push =
                if now < 0.7 - 1e-9 { pose(&history.motions[0], time).rotation() * engine.force } else { DVec3::ZERO };
            GRAVITY + (push + forces.air.force(velocity)) / MASS
        };
        let first = pull(now, velocity);
        let second = pull(now + 0.5 * step, velocity + 0.5 * step * first);
        let third = pull(now + 0.5 * step, velocity + 0.5 * step * second);
        let fourth = pull(now + step, velocity + step * third);
        position += step * velocity + step * step / 6.0 * (first + second + third);
        velocity += step / 6.0 * (first + 2.0 * second + 2.0 * third + fourth);
    }
    let found = pose(&history.motions[0], 1.5).translation();
    assert!(found.distance(position) < 1e-10, "{found}, expected {position}");
    assert!(history.states[0].velocity.distance(velocity) < 1e-10);
}

/// Two balls of which one has an engine: they meet when the parabola says, and momentum is exchanged.
#[test]
fn a_rocket_hits_a_ball_on_time() {
    let elastic = Material::new(1.0, 0.0).unwrap();
    let rocket = ball(DVec3::ZERO).of(elastic).under(thrusts(vec![Thrust::new(dvec3(4.0, 0.0, 0.0), [0.0, 0.8])]));
    let target = WorldBody { name: "target".into(), ..ball(dvec3(1.2, 0.0, 0.0)).of(elastic) };
    let history = run(&World { bodies: vec![rocket, target], gravity: DVec3::ZERO }, 1.5);
    // 2 m/s² over 0.8 s: 0.64 m and 1.6 m/s. One metre is left to 0.36 m.
    let expected = 0.8 + 0.36 / 1.6;
    let event = &history.events[0];
    assert_eq!(event.kind, WorldEventKind::Impact);
    assert!((event.time.mid() - expected).abs() < 1e-7, "{:?}", event.time);
    assert!(history.states[1].velocity.distance(dvec3(1.6, 0.0, 0.0)) < 1e-9);
}

/// A ball on a plane is pushed along: it rolls without slip, at 5/7 of the acceleration of one that slides.
#[test]
fn a_pushed_ball_rolls() {
    let push = Thrust::new(dvec3(1.4, 0.0, 0.0), [0.2, 0.7]);
    let body = ball(dvec3(0.0, 0.0, RADIUS + SKIN)).of(Material::new(0.0, 0.8).unwrap()).under(thrusts(vec![push]));
    let history = run(&World { bodies: vec![body, floor()], gravity: GRAVITY }, 1.0);
    assert_eq!(history.ending, RunEnding::Finished);
    let pull = 1.4 / MASS * 5.0 / 7.0;
    assert!((history.states[0].velocity.x - 0.5 * pull).abs() < 1e-6, "{:?}", history.states[0]);
    let way = 0.5 * pull * 0.25 + 0.5 * pull * 0.3;
    assert!((history.states[0].position.x - way).abs() < 1e-6, "{:?}", history.states[0]);
}

/// A box at rest wakes when its engine starts, and lifts off.
#[test]
fn an_engine_wakes_a_resting_box() {
    let size = DVec3::splat(0.2);
    let inertia = Inertia::cuboid(MASS, size).unwrap();
    let state = BodyState::at(dvec3(0.0, 0.0, 0.1001));
    let engine = Thrust::new(dvec3(0.0, 0.0, 2.0 * 9.81 * MASS), [1.0, 2.0]);
    let body = WorldBody::free("box", prepared(primitive::cuboid(size).unwrap()), inertia, state)
        .of(Material::new(0.2, 0.5).unwrap())
        .under(thrusts(vec![engine]));
    let ground = WorldBody::fixed("ground", prepared(HalfSpace::facing(DVec3::Z, 0.0).unwrap()), BodyState::default());
    let query = Query { tolerance: 1e-6, ..Query::default() };
    let world = World { bodies: vec![body, ground], gravity: GRAVITY };
    let history = world.run(&RunOptions { until: 1.5, query, ..RunOptions::default() }).unwrap();
    assert_eq!(history.ending, RunEnding::Finished);
    assert!(history.events.iter().any(|event| event.kind == WorldEventKind::Rests && event.time.upper() < 1.0));
    let height = history.states[0].position.z;
    assert!((height - 0.1 - 0.5 * 9.81 * 0.25).abs() < 1e-3, "{height}");
}

fn vector(random: &mut Random) -> DVec3 {
    DVec3::from_array(std::array::from_fn(|_| random.between(-1.0, 1.0)))
}

/// Bodies of three kinds on a grid, some with engines, all in wind, between two walls.
fn storm(random: &mut Random) -> World {
    let mut bodies = Vec::new();
    for index in 0..8_usize {
        let place = 1.3 * (DVec3::from_array([index % 2, index / 2 % 2, index / 4].map(|one| one as f64)) - 0.5);
        let size = DVec3::from_array(std::array::from_fn(|_| random.between(0.3, 0.7)));
        let (prepared, inertia) = match (index, index % 2) {
            (_, 0) => (prepared(primitive::cuboid(size).unwrap()), Inertia::cuboid(3.0, size).unwrap()),
            (1, _) => {
                let curved = tangency_geometry::surface::Brep::ellipsoid(0.5 * size).unwrap();
                (prepared(curved), Inertia::ellipsoid(3.0, 0.5 * size).unwrap())
            }
            _ => (prepared(tangency_geometry::Convex::sphere(0.3).unwrap()), Inertia::sphere(2.0, 0.3).unwrap()),
        };
        let state = BodyState {
            position: place,
            orientation: DQuat::from_scaled_axis(3.0 * vector(random)),
            velocity: -place + 0.7 * vector(random),
            angular_velocity: 2.0 * vector(random),
        };
        let burn = [random.between(0.0, 0.5), random.between(0.6, 1.5)];
        let engine = Thrust::new(9.0 * vector(random), burn);
        let engine = if index % 2 == 0 { engine } else { engine.in_body() };
        let air = AirResistance {
            linear: random.between(0.0, 1.0),
            quadratic: random.between(0.0, 1.0),
            wind: dvec3(2.0, 0.0, -1.0),
        };
        let forces = BodyForces { thrusts: if index % 4 == 3 { vec![] } else { vec![engine] }, air };
        let body = WorldBody::free(&format!("body {index}"), prepared, inertia, state).under(forces);
        bodies.push(body.of(Material::new(0.7, 0.3).unwrap()));
    }
    for (side, normal) in [(-1.5, DVec3::Z), (-2.0, -DVec3::X)] {
        let wall = prepared(HalfSpace::facing(normal, side).unwrap());
        bodies.push(WorldBody::fixed("wall", wall, BodyState::default()).of(Material::new(0.9, 0.2).unwrap()));
    }
    World { bodies, gravity: dvec3(0.0, 0.0, -1.0) }
}

/// Dense samples are the oracle: what never overlaps there has missed nothing.
#[test]
fn storms_beside_brute_force() {
    let mut random = Random::new(11);
    let (mut impacts, mut near) = (0, 0);
    for round in 0..3 {
        let world = storm(&mut random);
        let query = Query { tolerance: 1e-7, ..Query::default() };
        let history = world.run(&RunOptions { until: 1.6, query, ..RunOptions::default() }).unwrap();
        assert_eq!(history.ending, RunEnding::Finished, "{round}");
        impacts += history.events.len();
        let events = history.events.iter().map(|event| event.time.lower());
        let times: Vec<f64> = (0..60).map(|_| random.between(0.0, history.until)).chain(events).collect();
        for time in times {
            let place = |body: usize| {
                let still = Motion::Still(pose(&history.motions[body], time));
                Moving::of(world.bodies[body].prepared.clone(), still).unwrap()
            };
            for a in 0..8 {
                for b in a + 1..world.bodies.len() {
                    let apart =
                        pose(&history.motions[a], time).translation() - pose(&history.motions[b], time).translation();
                    if b < 8 && apart.length() > 1.2 {
                        continue;
                    }
                    let gap = distance(&place(a), &place(b), 0.0, &Query::default()).unwrap().distance.upper();
                    near += usize::from(gap < 1e-3);
                    assert!(gap > 0.0, "round {round}: {a} and {b} overlap at {time}");
                }
            }
        }
    }
    assert!(impacts > 30 && near > 30, "{impacts} impacts, {near} close pairs");
}

#[test]
fn impossible_forces_are_refused() {
    let refused = |forces: BodyForces| {
        let world = World { bodies: vec![thrown(DVec3::ZERO).under(forces)], gravity: GRAVITY };
        world.run(&RunOptions::default()).unwrap_err().to_string()
    };
    let message = refused(thrusts(vec![Thrust::new(dvec3(f64::NAN, 0.0, 0.0), [0.0, 1.0])]));
    assert!(message.contains("\"ball\"") && message.contains("thrust"), "{message}");
    let message = refused(thrusts(vec![Thrust::new(DVec3::X, [1.0, 0.5])]));
    assert!(message.contains("0.5") && message.contains("after its start"), "{message}");
    let message = refused(air(-1.0, 0.0, DVec3::ZERO));
    assert!(message.contains("-1") && message.contains("not negative"), "{message}");
    let message = refused(air(1.0, 0.0, dvec3(f64::INFINITY, 0.0, 0.0)));
    assert!(message.contains("wind"), "{message}");
    let fixed = floor().under(air(1.0, 0.0, DVec3::ZERO));
    let error = World { bodies: vec![fixed], gravity: GRAVITY }.run(&RunOptions::default()).unwrap_err();
    assert_eq!(error, WorldError::ForcedFixed { body: "floor".into() });
    // Honey so thick that the body stops within 1e-30 s.
    let message = refused(air(1e30, 0.0, dvec3(1.0, 0.0, 0.0)));
    assert!(message.contains("\"ball\"") && message.contains("too fast"), "{message}");
}
