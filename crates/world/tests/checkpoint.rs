//! Runs that are interrupted between any two events and go on from a checkpoint.
//!
//! The reference is the run that was never interrupted: all of the history must be the same, bit by bit. A stronger form
//! needs no end of the run: the checkpoint of a resumed run must be that of the other one at the same event, byte by byte.

#![allow(clippy::unwrap_used)] // A test may stop at the first broken expectation.

mod scene;

use glam::{DQuat, DVec3, dvec3};
use scene::{ball, floor, prepared};
use std::time::Duration;
use tangency_detect::{Query, StopSignal};
use tangency_geometry::surface::Brep;
use tangency_geometry::{
    Convex, ConvexHull, Fingerprint, HalfSpace, Linear, Motion, Polyhedron, Pose, Rigid, primitive,
};
use tangency_interval::laws::Random;
use tangency_respond::{ImpactResponse, Inertia, Material};
use tangency_world::{
    BodyState, History, RestartError, RunEnding, RunOptions, RunPause, World, WorldBody, WorldError, WorldEventKind,
};

const GRAVITY: DVec3 = DVec3::new(0.0, 0.0, -9.81);

fn vector(random: &mut Random) -> DVec3 {
    DVec3::from_array(std::array::from_fn(|_| random.between(-1.0, 1.0)))
}

fn ground() -> WorldBody {
    let shape = prepared(HalfSpace::facing(DVec3::Z, 0.0).unwrap());
    WorldBody::fixed("ground", shape, BodyState::default()).of(Material::new(1.0, 0.5).unwrap())
}

/// A ball that falls, slides and rolls on a curved floor: followed contacts.
fn rolling() -> (World, f64) {
    let mut thrown = ball(dvec3(0.0, 0.0, 0.1005)).of(Material::new(0.3, 0.3).unwrap());
    thrown.state.velocity = dvec3(0.8, 0.1, 0.0);
    let egg = Brep::ellipsoid(dvec3(0.1, 0.1, 0.14)).unwrap();
    let state = BodyState { velocity: dvec3(0.2, 0.0, 0.0), ..BodyState::at(dvec3(0.0, 1.0, 0.1405)) };
    let egg = WorldBody::free("egg", prepared(egg), Inertia::sphere(1.0, 0.1).unwrap(), state);
    (World { bodies: vec![thrown, floor(), egg], gravity: GRAVITY }, 0.35)
}

/// Boxes that fall asleep and are woken by a late one.
fn sleeping() -> (World, f64) {
    let size = dvec3(0.2, 0.2, 0.1);
    let shape = prepared(primitive::cuboid(size).unwrap());
    let cuboid = |name: &str, height: f64| {
        let inertia = Inertia::cuboid(1.0, size).unwrap();
        WorldBody::free(name, shape.clone(), inertia, BodyState::at(height * DVec3::Z))
            .of(Material::new(0.1, 0.5).unwrap())
    };
    let mut bodies = vec![cuboid("lower", 0.051), cuboid("upper", 0.153), cuboid("late", 0.9)];
    let slab = prepared(primitive::cuboid(dvec3(4.0, 4.0, 0.2)).unwrap());
    let slab = WorldBody::fixed("slab", slab, BodyState::at(dvec3(0.0, 0.0, -0.1)));
    bodies.push(slab.of(Material::new(1.0, 0.5).unwrap()));
    (World { bodies, gravity: GRAVITY }, 1.2)
}

/// Polyhedra, boxes and balls that tumble towards each other.
fn tumbling(seed: u64, per_side: usize) -> (World, f64) {
    let mut random = Random::new(seed);
    let mut bodies = Vec::new();
    for index in 0..per_side.pow(3) {
        let cell = [index % per_side, index / per_side % per_side, index / per_side / per_side];
        let place = 1.3 * (DVec3::from_array(cell.map(|one| one as f64)) - 0.5 * (per_side - 1) as f64);
        let (shape, inertia) = match index % 3 {
            0 => {
                let points: Vec<DVec3> = (0..12).map(|_| 0.5 * vector(&mut random).normalize_or(DVec3::X)).collect();
                let body = Polyhedron::new(ConvexHull::of(&points).unwrap().mesh().clone()).unwrap();
                let inertia = Inertia::of_mass(&body.mass(), 1000.0).unwrap();
                (prepared(body), inertia)
            }
            1 => {
                let size = DVec3::from_array(std::array::from_fn(|_| random.between(0.3, 0.7)));
                (prepared(primitive::cuboid(size).unwrap()), Inertia::cuboid(300.0, size).unwrap())
            }
            _ => (prepared(Convex::sphere(0.3).unwrap()), Inertia::sphere(200.0, 0.3).unwrap()),
        };
        let state = BodyState {
            position: place - inertia.centre(),
            orientation: DQuat::from_scaled_axis(3.0 * vector(&mut random)),
            velocity: -0.8 * place + 0.7 * vector(&mut random),
            angular_velocity: 3.0 * vector(&mut random),
        };
        bodies.push(WorldBody::free(&format!("body {index}"), shape, inertia, state));
    }
    (World { bodies, gravity: DVec3::ZERO }, 2.0)
}

/// A box that a motion drives hits a box and a ball above the ground.
fn driven() -> (World, f64) {
    let start = Pose::translated(dvec3(-0.6, 0.0, 0.3)).unwrap();
    let motion = Motion::Rigid(Rigid::new(start, dvec3(1.5, 0.0, 0.0), dvec3(0.0, 0.0, 2.0)).unwrap());
    swept(dvec3(0.1, 1.0, 0.58), motion)
}

/// A plate presses a box and a ball on the ground: the run cannot go on.
fn pinched() -> (World, f64) {
    let start = Pose::translated(dvec3(0.0, 0.0, 0.8)).unwrap();
    swept(dvec3(2.0, 2.0, 0.1), Motion::Linear(Linear::new(start, dvec3(0.0, 0.0, -1.5)).unwrap()))
}

fn swept(plate: DVec3, motion: Motion) -> (World, f64) {
    let paddle = prepared(primitive::cuboid(plate).unwrap());
    let size = dvec3(0.2, 0.3, 0.15);
    let state = BodyState { angular_velocity: dvec3(1.0, 2.0, 0.3), ..BodyState::at(dvec3(0.0, 0.1, 0.3)) };
    let thrown = prepared(primitive::cuboid(size).unwrap());
    let marble = prepared(Convex::sphere(0.1).unwrap());
    let bodies = vec![
        WorldBody::driven("paddle", paddle, motion),
        WorldBody::free("box", thrown, Inertia::cuboid(1.0, size).unwrap(), state),
        WorldBody::free("marble", marble, Inertia::sphere(1.0, 0.1).unwrap(), BodyState::at(dvec3(0.3, -0.3, 0.5))),
        ground(),
    ];
    let material = Material::new(0.4, 0.3).unwrap();
    (World { bodies: bodies.into_iter().map(|body| body.of(material)).collect(), gravity: GRAVITY }, 0.8)
}

/// More balls than are compared one by one: the space-time tree.
fn many() -> (World, f64) {
    let mut random = Random::new(5);
    let shape = prepared(Convex::sphere(0.2).unwrap());
    let bodies = (0..125).map(|index| {
        let cell = [index % 5, index / 5 % 5, index / 25].map(|one| f64::from(one) - 2.0);
        let place = DVec3::from_array(cell);
        let state = BodyState { velocity: 2.0 * vector(&mut random) - 0.3 * place, ..BodyState::at(place) };
        WorldBody::free(&format!("ball {index}"), shape.clone(), Inertia::sphere(1.0, 0.2).unwrap(), state)
    });
    (World { bodies: bodies.collect(), gravity: DVec3::ZERO }, 1.5)
}

fn options(until: f64) -> RunOptions {
    RunOptions { until, ..RunOptions::default() }
}

/// All of a history. Numbers are written with as many digits as tell them from all others.
fn text(history: &History) -> String {
    format!("{history:?}")
}

/// Interrupts a world at random events, and compares. Returns the history.
fn interrupt((world, until): (World, f64), seed: u64, times: usize) -> History {
    let options = options(until);
    let whole = world.run(&options).unwrap();
    let expected = text(&whole);
    let mut events = 0_u64;
    let mut counted = world.begin(&options).unwrap();
    while counted.advance_events(1).unwrap() == RunPause::Reached {
        events += 1;
    }
    assert!(events > 20, "too few events: {events}");
    assert_eq!(text(&counted.into_history().unwrap()), expected, "one event at a time");
    let mut random = Random::new(seed);
    let mut stops: Vec<u64> = (0..times).map(|_| random.below(events as usize) as u64).chain([0, events]).collect();
    stops.sort_unstable();
    stops.dedup();
    let mut run = world.begin(&options).unwrap();
    // A chain that is interrupted at all of these events.
    let mut chain = run.checkpoint().unwrap();
    let mut done = 0;
    for stop in stops {
        run.advance_events(stop - done).unwrap();
        let bytes = run.checkpoint().unwrap();
        let mut link = world.resume(&options, &chain).unwrap();
        link.advance_events(stop - done).unwrap();
        chain = link.checkpoint().unwrap();
        assert!(chain == bytes, "checkpoints differ after {stop} events");
        let resumed = world.resume(&options, &bytes).unwrap();
        assert_eq!(resumed.time().to_bits(), run.time().to_bits());
        assert!(resumed.checkpoint().unwrap() == bytes, "a checkpoint changes when it is read, after {stop} events");
        assert!(text(&resumed.finish().unwrap()) == expected, "another history after {stop} events");
        done = stop;
    }
    whole
}

#[test]
fn followed_contacts_go_on() {
    let whole = interrupt(rolling(), 1, 25);
    assert!(!whole.tracks.is_empty() && whole.steps > 10, "{} steps", whole.steps);
}

#[test]
fn sleeping_bodies_go_on() {
    let whole = interrupt(sleeping(), 2, 25);
    assert!(whole.events.iter().any(|event| event.kind == WorldEventKind::Rests));
    assert_eq!(whole.ending, RunEnding::Finished);
}

#[test]
fn tumbling_bodies_go_on() {
    for seed in 0..4 {
        interrupt(tumbling(seed, 3), seed, 8);
    }
}

#[test]
fn driven_bodies_go_on() {
    let whole = interrupt(driven(), 3, 25);
    assert!(whole.events.iter().any(|event| event.a == 0 || event.b == 0), "the paddle hits something");
    assert_eq!(whole.ending, RunEnding::Finished);
    let pinched = interrupt(pinched(), 3, 10);
    assert!(matches!(pinched.ending, RunEnding::Stopped(_)), "{:?}", pinched.ending);
}

#[test]
fn many_bodies_go_on() {
    interrupt(many(), 4, 12);
}

/// A pause at an instant is one between two events.
#[test]
fn instants_are_reached() {
    let (world, until) = sleeping();
    let options = options(until);
    let mut run = world.begin(&options).unwrap();
    for step in 1..=6 {
        let time = until * f64::from(step) / 6.0;
        let pause = run.advance_until(time).unwrap();
        assert!(run.time() <= time);
        assert!(pause == RunPause::Reached || step == 6, "{pause:?}");
    }
    assert_eq!(text(&run.finish().unwrap()), text(&world.run(&options).unwrap()));
}

/// The stop signal comes at any moment, within questions to the detection as well. What it interrupts is asked again.
#[test]
fn a_signal_at_any_moment_changes_nothing() {
    let (world, until) = rolling();
    let expected = text(&world.run(&options(until)).unwrap());
    let mut random = Random::new(11);
    let mut interrupted = 0;
    let mut kept: Option<Vec<u8>> = None;
    for _ in 0..400 {
        let stop = StopSignal::after(Duration::from_micros(random.below(6_000) as u64 + 500));
        let stopped = RunOptions { query: Query { stop, ..Query::default() }, ..options(until) };
        let mut run = match &kept {
            None => world.begin(&stopped).unwrap(),
            Some(bytes) => world.resume(&stopped, bytes).unwrap(),
        };
        if run.advance_events(u64::MAX).unwrap() == RunPause::Ended {
            break;
        }
        interrupted += 1;
        kept = Some(run.checkpoint().unwrap());
    }
    let options = options(until);
    let bytes = kept.expect("an interruption");
    assert_eq!(text(&world.resume(&options, &bytes).unwrap().finish().unwrap()), expected);
    assert!(interrupted > 3, "{interrupted} interruptions");
}

/// A run that has ended is told from its checkpoint at once.
#[test]
fn an_ended_run_stays_ended() {
    let (world, until) = sleeping();
    let options = options(until);
    let mut run = world.begin(&options).unwrap();
    assert_eq!(run.advance_events(u64::MAX).unwrap(), RunPause::Ended);
    let bytes = run.checkpoint().unwrap();
    let resumed = world.resume(&options, &bytes).unwrap();
    let (history, expected) = (resumed.into_history().unwrap(), run.into_history().unwrap());
    assert_eq!(history.ending, RunEnding::Finished);
    assert_eq!(text(&history), text(&expected));
}

#[test]
fn any_number_of_threads_gives_the_same_bits() {
    for (world, until) in [rolling(), sleeping(), tumbling(9, 3), driven(), many()] {
        let options = options(until);
        let run = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| text(&world.run(&options).unwrap()))
        };
        let expected = run(1);
        assert!([2, 5].into_iter().all(|threads| run(threads) == expected));
    }
}

fn refusal(world: &World, options: &RunOptions, bytes: &[u8]) -> RestartError {
    match world.resume(options, bytes).map(|run| run.time()) {
        Err(WorldError::Restart(error)) => error,
        other => panic!("{other:?}"),
    }
}

/// A small state, every byte of which can be changed in turn.
fn small() -> (World, RunOptions, Vec<u8>) {
    let (mut world, until) = driven();
    world.bodies.truncate(3);
    let options = options(until);
    let mut run = world.begin(&options).unwrap();
    run.advance_events(12).unwrap();
    let bytes = run.checkpoint().unwrap();
    (world, options, bytes)
}

#[test]
fn other_worlds_and_options_are_refused_by_name() {
    let (world, options, bytes) = small();
    let mut heavier = world.clone();
    heavier.bodies[1].matter = tangency_world::Mobility::Free(Inertia::cuboid(2.0, dvec3(0.2, 0.3, 0.15)).unwrap());
    assert_eq!(refusal(&heavier, &options, &bytes), RestartError::OtherWorld { bodies: 3 });
    let mut other = world.clone();
    other.gravity.z = -9.8;
    assert_eq!(refusal(&other, &options, &bytes), RestartError::OtherWorld { bodies: 3 });
    other = world.clone();
    other.bodies.pop();
    assert_eq!(refusal(&other, &options, &bytes), RestartError::OtherWorld { bodies: 2 });
    let longer = RunOptions { until: 2.0, ..options.clone() };
    assert_eq!(
        refusal(&world, &longer, &bytes).to_string(),
        "the run was begun with the end 0.8, not 2: give the same, or run from the start"
    );
    let finer = RunOptions { query: Query { tolerance: 1e-8, ..Query::default() }, ..options.clone() };
    assert!(refusal(&world, &finer, &bytes).to_string().contains("the tolerance of the query"));
    let limited = RunOptions { query: Query { budget: Some(1000), ..Query::default() }, ..options.clone() };
    assert!(refusal(&world, &limited, &bytes).to_string().contains("the budget of the defaults, not 1000"));
    let smooth = RunOptions { response: ImpactResponse::LeastConstraint, ..options.clone() };
    assert!(refusal(&world, &smooth, &bytes).to_string().contains("the response rounds, not least_constraint"));
    assert_eq!(refusal(&world, &options, b"{}"), RestartError::NotAState);
    assert_eq!(refusal(&world, &options, b""), RestartError::NotAState);
    let mut newer = bytes.clone();
    newer[8] = 77;
    assert_eq!(refusal(&world, &options, &signed(newer)), RestartError::Version { found: 77 });
}

/// Bytes with the checksum that belongs to them.
fn signed(mut bytes: Vec<u8>) -> Vec<u8> {
    let content = bytes.len() - 8;
    let sum = Fingerprint::of(&bytes[..content]).to_le_bytes();
    bytes[content..].copy_from_slice(&sum);
    bytes
}

#[test]
fn every_changed_byte_and_every_cut_is_refused() {
    let (world, options, bytes) = small();
    let mut random = Random::new(7);
    for at in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[at] ^= 1 << random.below(8);
        refusal(&world, &options, &changed);
        refusal(&world, &options, &bytes[..at]);
    }
    refusal(&world, &options, &[&bytes[..], b"x"].concat());
}

/// Behind a right checksum, damage is an error or a state, never a panic.
#[test]
fn damage_behind_the_checksum_is_an_error_or_a_state() {
    let mut random = Random::new(8);
    for ((world, until), events) in
        [(rolling(), 60), (sleeping(), 150), (tumbling(1, 3), 100), (driven(), 30), (many(), 300)]
    {
        let options = options(until);
        let mut run = world.begin(&options).unwrap();
        run.advance_events(events).unwrap();
        let bytes = run.checkpoint().unwrap();
        let mut refused = 0;
        for trial in 0..400 {
            let mut changed = bytes.clone();
            match trial % 4 {
                // One bit, one byte, a large number, a cut.
                0 => changed[20 + random.below(bytes.len() - 20)] ^= 1 << random.below(8),
                1 => changed[20 + random.below(bytes.len() - 20)] = random.below(256) as u8,
                2 => {
                    let at = 20 + random.below(bytes.len() - 36);
                    changed[at..at + 8].copy_from_slice(&[[0xff; 8], [0x7f; 8], [0; 8]][random.below(3)]);
                }
                _ => {
                    let from = 20 + random.below(bytes.len() - 40);
                    changed.drain(from..from + 1 + random.below(9));
                }
            }
            match world.resume(&options, &signed(changed)) {
                Ok(_) => {}
                Err(WorldError::Restart(_)) => refused += 1,
                Err(other) => panic!("{other}"),
            }
        }
        assert!((100..400).contains(&refused), "{refused} of 400 are refused");
    }
}
