//! Bodies that a program steers while the world runs.
//!
//! References: closed forms of elastic impacts; the same motion given in advance, as a script, for which the world looks
//! ahead as far as it likes. Invariants without a reference: a run that was kept and continued has the same bits.
#![allow(clippy::unwrap_used)] // A test may stop at the first broken expectation.

use glam::{DQuat, DVec2, DVec3, dvec3};
use std::sync::Arc;
use tangency_detect::Prepared;
use tangency_geometry::surface::Brep;
use tangency_geometry::{Linear, Motion, Piecewise, Pose};
use tangency_respond::{Inertia, Material};
use tangency_world::{
    BodyState, History, Run, RunEnding, RunOptions, World, WorldBody, WorldError, WorldEvent, WorldEventKind,
};

const RADIUS: f64 = 0.1;

fn sphere() -> Arc<Prepared> {
    Arc::new(Prepared::new(Brep::sphere(RADIUS).unwrap().into()))
}

fn ball(name: &str, state: BodyState) -> WorldBody {
    WorldBody::free(name, sphere(), Inertia::sphere(1.0, RADIUS).unwrap(), state).of(elastic())
}

fn elastic() -> Material {
    Material::new(1.0, 0.0).unwrap()
}

fn hand(at: DVec3, speed: f64) -> WorldBody {
    WorldBody::steered("hand", sphere(), BodyState::at(at), speed).of(elastic())
}

fn pose(at: DVec3) -> Pose {
    Pose::new(DQuat::IDENTITY, at).unwrap()
}

fn until(until: f64) -> RunOptions {
    RunOptions { until, ..RunOptions::default() }
}

fn impacts(history: &History) -> Vec<&WorldEvent> {
    history.events.iter().filter(|event| event.kind == WorldEventKind::Impact).collect()
}

/// The hand moves at 1 m/s, so that the ball leaves at 2 m/s. Before the command, nothing is expected of it.
#[test]
fn a_ball_is_pushed() {
    let world = World {
        bodies: vec![ball("ball", BodyState::default()), hand(dvec3(-1.0, 0.0, 0.0), 1.0)],
        gravity: DVec3::ZERO,
    };
    let options = until(3.0);
    let mut run = world.begin(&options).unwrap();
    run.advance_until(0.5).unwrap();
    assert_eq!(run.time(), 0.5);
    run.steer(1, pose(DVec3::ZERO), 1.5).unwrap();
    run.advance_until(1.0).unwrap();
    let states = run.states();
    assert!((states[1].position - dvec3(-0.5, 0.0, 0.0)).length() < 1e-12, "{:?}", states[1]);
    assert!((states[1].velocity - DVec3::X).length() < 1e-12);
    let history = run.finish().unwrap();
    let [hit] = impacts(&history)[..] else { panic!("{:?}", history.events) };
    // 0.8 m at 1 m/s.
    assert!(hit.time.lower() <= 1.3 && (hit.time.mid() - 1.3).abs() < 1e-5, "{:?}", hit.time);
    assert!((history.states[0].velocity - dvec3(2.0, 0.0, 0.0)).length() < 1e-9, "{:?}", history.states[0]);
    // The motion in the history is the one that was steered.
    for (time, x) in [(0.2, -1.0), (0.75, -0.75), (1.25, -0.25), (2.0, 0.0)] {
        assert!((history.motions[1].at(time).point(0, DVec3::ZERO).x - x).abs() < 1e-12, "{time}");
    }
}

/// A hand that turns away in time does not hit; one that turns towards a ball that nobody expected it to meet does.
#[test]
fn commands_change_what_is_expected() {
    let bodies = vec![
        ball("front", BodyState::default()),
        ball("side", BodyState::at(dvec3(-0.5, 1.0, 0.0))),
        hand(dvec3(-1.0, 0.0, 0.0), 4.0),
    ];
    let world = World { bodies, gravity: DVec3::ZERO };
    let options = until(2.0);
    let mut run = world.begin(&options).unwrap();
    run.steer(2, pose(DVec3::ZERO), 1.0).unwrap();
    // It would hit at 0.8 s.
    run.advance_until(0.5).unwrap();
    run.steer(2, pose(dvec3(-0.5, 2.0, 0.0)), 1.0).unwrap();
    let history = run.finish().unwrap();
    let [hit] = impacts(&history)[..] else { panic!("{:?}", history.events) };
    // 0.8 m at 4 m/s, from 0.5 s on.
    assert_eq!([hit.a.min(hit.b), hit.a.max(hit.b)], [1, 2]);
    assert!((hit.time.mid() - 0.7).abs() < 1e-5, "{:?}", hit.time);
}

/// Zigzag commands among balls, and the same motion as a script.
#[test]
fn steering_agrees_with_a_script() {
    let mut seed = 20_001_u64;
    let mut random = move || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 11) as f64 / (1_u64 << 53) as f64 * 2.0 - 1.0
    };
    let mut hits = 0;
    for _ in 0..6 {
        let mut bodies = Vec::new();
        for i in 0..12 {
            // A grid, so that none overlap.
            let place = dvec3(f64::from(i % 3) - 1.0, f64::from(i / 3 % 2), f64::from(i / 6)) * 0.6;
            let velocity = 0.2 * dvec3(random(), random(), random());
            bodies.push(ball(&format!("ball {i}"), BodyState::at(place).moving(velocity)));
        }
        let start = dvec3(-2.0, 0.0, 0.0);
        let targets: Vec<DVec3> = (0..10).map(|_| dvec3(random(), random(), random())).collect();
        let mut ways = vec![start];
        ways.extend(&targets);
        let arrivals: Vec<f64> = (0..=10).map(|i| 0.3 * f64::from(i)).collect();
        let options = until(3.0);

        let mut scripted = bodies.clone();
        let legs =
            ways.windows(2).map(|pair| Motion::Linear(Linear::new(pose(pair[0]), (pair[1] - pair[0]) / 0.3).unwrap()));
        let motion = Piecewise::new(arrivals[..10].to_vec(), legs.collect()).unwrap();
        scripted.push(WorldBody::driven("hand", sphere(), Motion::Piecewise(motion)).of(elastic()));
        let scripted = World { bodies: scripted, gravity: DVec3::ZERO }.run(&options).unwrap();

        bodies.push(hand(start, 20.0));
        let world = World { bodies, gravity: DVec3::ZERO };
        let mut run = world.begin(&options).unwrap();
        for (target, window) in targets.iter().zip(arrivals.windows(2)) {
            run.advance_until(window[0]).unwrap();
            run.steer(12, pose(*target), window[1]).unwrap();
        }
        let steered = run.finish().unwrap();
        assert_eq!(steered.ending, RunEnding::Finished);
        let told = |history: &History| -> Vec<([usize; 2], f64)> {
            impacts(history)
                .iter()
                .map(|event| ([event.a.min(event.b), event.a.max(event.b)], event.time.mid()))
                .collect()
        };
        let (ours, theirs) = (told(&steered), told(&scripted));
        // Collisions amplify differences: the first ones are compared.
        for ((pair, time), (other_pair, other_time)) in ours.iter().zip(&theirs).take(3) {
            assert_eq!(pair, other_pair, "{ours:?}\n{theirs:?}");
            assert!((time - other_time).abs() < 1e-4, "{time} {other_time}");
        }
        assert_eq!(ours.len().min(3), theirs.len().min(3));
        hits += ours.iter().filter(|(pair, _)| pair[1] == 12).count();
    }
    assert!(hits >= 12, "the hands hit {hits} times only");
}

/// A ball rests on a plate in lasting contact; the plate sinks faster than it can fall, and later rises below it.
#[test]
fn a_plate_is_pulled_away_below_a_ball() {
    let plate = Arc::new(Prepared::new(Brep::rectangle(DVec2::splat(2.0)).unwrap().into()));
    let dull = Material::new(0.0, 0.3).unwrap();
    let bodies = vec![
        ball("ball", BodyState::at(dvec3(0.0, 0.0, RADIUS + 0.01))).of(dull),
        WorldBody::steered("plate", plate, BodyState::default(), 30.0).of(dull),
    ];
    let world = World { bodies, gravity: dvec3(0.0, 0.0, -10.0) };
    let options = until(1.6);
    let mut run = world.begin(&options).unwrap();
    run.advance_until(1.0).unwrap();
    let resting = run.states()[0];
    assert!((resting.position.z - RADIUS).abs() < 1e-4 && resting.velocity.length() < 1e-6, "{resting:?}");
    // A metre down in a tenth of a second; the ball needs longer.
    run.steer(1, pose(dvec3(0.0, 0.0, -1.0)), 1.1).unwrap();
    run.advance_until(1.3).unwrap();
    let fallen = run.states()[0];
    assert!((fallen.position.z - (RADIUS - 5.0 * 0.3 * 0.3)).abs() < 1e-4, "{fallen:?}");
    let history = run.finish().unwrap();
    // One metre of fall.
    let landing = 1.0 + 0.2_f64.sqrt();
    let last = impacts(&history).last().copied().unwrap().clone();
    assert!((last.time.mid() - landing).abs() < 1e-4, "{:?}", last.time);
    assert!((history.states[0].position.z - (RADIUS - 1.0)).abs() < 1e-4, "{:?}", history.states[0]);
}

/// A plate that is lifted below a resting ball takes it along without a bounce, and throws it when it stops.
#[test]
fn a_plate_throws_a_ball() {
    let plate = Arc::new(Prepared::new(Brep::rectangle(DVec2::splat(2.0)).unwrap().into()));
    let dull = Material::new(0.0, 0.3).unwrap();
    let bodies = vec![
        ball("ball", BodyState::at(dvec3(0.0, 0.0, RADIUS + 0.01))).of(dull),
        WorldBody::steered("plate", plate, BodyState::default(), 3.0).of(dull),
    ];
    let world = World { bodies, gravity: dvec3(0.0, 0.0, -10.0) };
    let options = until(2.2);
    let mut run = world.begin(&options).unwrap();
    run.advance_until(1.0).unwrap();
    run.steer(1, pose(dvec3(0.0, 0.0, 1.0)), 1.5).unwrap();
    run.advance_until(1.4).unwrap();
    let lifted = run.states()[0];
    assert!((lifted.position.z - (RADIUS + 0.8)).abs() < 1e-4, "{lifted:?}");
    assert!((lifted.velocity - 2.0 * DVec3::Z).length() < 1e-6, "{lifted:?}");
    // It stops at 1.5 s; the ball flies on at 2 m/s, and is at its highest point 0.2 s later. The solver takes the
    // acceleration of the plate from differences over 1e-5 s, so that the ball may leave by so much too early.
    run.advance_until(1.7).unwrap();
    let highest = run.states()[0];
    assert!((highest.position.z - (RADIUS + 1.2)).abs() < 1e-4, "{highest:?}");
    assert!(highest.velocity.length() < 10.0 * 1.1e-5, "{highest:?}");
    let history = run.finish().unwrap();
    assert!((history.states[0].position.z - (RADIUS + 1.0)).abs() < 1e-4, "{:?}", history.states[0]);
}

fn refused(run: &mut Run<'_>, body: usize, to: DVec3, arrives: f64) -> String {
    run.steer(body, pose(to), arrives).unwrap_err().to_string()
}

#[test]
fn impossible_commands_are_refused_and_change_nothing() {
    let world = World {
        bodies: vec![ball("ball", BodyState::default()), hand(dvec3(-1.0, 0.0, 0.0), 2.0)],
        gravity: DVec3::ZERO,
    };
    let options = until(1.0);
    let mut run = world.begin(&options).unwrap();
    run.advance_until(0.25).unwrap();
    let told = refused(&mut run, 1, dvec3(-2.0, 0.0, 0.0), 0.5);
    assert!(told.contains("\"hand\"") && told.contains("4 m/s") && told.contains("from 0.75 s on"), "{told}");
    for (body, arrives, expected) in [
        (0, 0.5, "\"ball\" is not steered"),
        (7, 0.5, "number 7"),
        (1, 0.25, "it is 0.25 s"),
        (1, f64::NAN, "NaN"),
        (1, f64::INFINITY, "inf"),
    ] {
        let told = refused(&mut run, body, dvec3(-1.1, 0.0, 0.0), arrives);
        assert!(told.contains(expected), "{told}");
    }
    // At the limit, to the last digit.
    run.steer(1, pose(dvec3(-1.5, 0.0, 0.0)), 0.5).unwrap();
    run.advance_until(f64::INFINITY).unwrap();
    let told = refused(&mut run, 1, DVec3::ZERO, 2.0);
    assert!(told.contains("the run has ended at 1 s"), "{told}");
    assert_eq!(run.finish().unwrap().states[1].position.x, -1.5);
}

/// Rotation counts as well: a point of the rim is as fast as the turn makes it.
#[test]
fn the_speed_is_that_of_the_fastest_point() {
    let bar = Arc::new(Prepared::new(Brep::cuboid(dvec3(2.0, 0.02, 0.02)).unwrap().into()));
    let world = World {
        bodies: vec![
            ball("ball", BodyState::at(5.0 * DVec3::Z)),
            WorldBody::steered("bar", bar, BodyState::default(), 1.0),
        ],
        gravity: DVec3::ZERO,
    };
    let options = until(9.0);
    let mut run = world.begin(&options).unwrap();
    let turned = Pose::new(DQuat::from_rotation_z(1.5), DVec3::ZERO).unwrap();
    // The ends are a metre from the middle: 1.5 m of arc.
    assert!(matches!(run.steer(1, turned, 1.4), Err(WorldError::SteeredFast { .. })));
    run.steer(1, turned, 1.52).unwrap();
}

#[test]
fn bodies_that_cannot_be_steered_are_refused() {
    let options = until(1.0);
    for speed in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let world = World { bodies: vec![hand(DVec3::ZERO, speed)], gravity: DVec3::ZERO };
        let told = world.run(&options).unwrap_err().to_string();
        assert!(told.contains("\"hand\"") && told.contains("positive and finite"), "{told}");
    }
    let motion = Some(Motion::Still(Pose::IDENTITY));
    let world = World { bodies: vec![WorldBody { motion, ..hand(DVec3::ZERO, 1.0) }], gravity: DVec3::ZERO };
    assert_eq!(world.run(&options).unwrap_err(), WorldError::SteeredMotion { body: "hand".into() });
}

/// Kept in the middle of a way, and continued: the same bits.
#[test]
fn a_steered_run_is_continued_to_the_same_bits() {
    let bodies = vec![
        ball("ball", BodyState::default()),
        ball("other", BodyState::at(dvec3(1.0, 0.02, 0.0))),
        hand(dvec3(-1.0, 0.0, 0.0), 3.0),
    ];
    let world = World { bodies, gravity: DVec3::ZERO };
    let options = until(3.0);
    let commands =
        [(0.1, dvec3(-0.3, 0.0, 0.0), 0.5), (0.4, dvec3(0.4, 0.05, 0.0), 1.1), (1.2, dvec3(1.0, 0.2, 0.0), 2.0)];
    let go = |keep: Option<f64>| {
        let mut run = world.begin(&options).unwrap();
        for (at, target, arrives) in commands {
            run.advance_until(at).unwrap();
            run.steer(2, pose(target), arrives).unwrap();
            if let Some(later) = keep {
                run.advance_until(at + later).unwrap();
                let bytes = run.checkpoint().unwrap();
                run = world.resume(&options, &bytes).unwrap();
                assert_eq!(run.checkpoint().unwrap(), bytes);
            }
        }
        run.finish().unwrap()
    };
    let whole = go(None);
    assert!(impacts(&whole).len() >= 2, "{:?}", whole.events);
    for later in [0.0, 0.05, 0.2] {
        let kept = go(Some(later));
        assert_eq!(kept.events, whole.events);
        assert_eq!(kept.states, whole.states);
        assert_eq!(kept.motions, whole.motions);
    }
}
