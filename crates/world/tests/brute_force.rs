//! Small random scenes beside brute force: no meeting is missed.
//!
//! The oracle walks along the motions of the result, pair by pair. It knows how far two bodies are apart at an instant
//! (separating axes and closed forms, without code of the detection), and how fast any of their points can move (from
//! differences of places, doubled). So it may step ahead by the gap divided by the speed, and a little more: an
//! overlap deeper than that little more cannot hide between two steps. Conversely the bodies of a reported impact must be
//! within a skin of each other.

#![allow(clippy::unwrap_used)] // A test may stop at the first broken expectation.

mod overlap_oracle;
mod scene;

use glam::{DQuat, DVec3, dvec3};
use overlap_oracle::{Body, place, separation};
use scene::*;
use std::sync::Arc;
use tangency_detect::{Prepared, Query};
use tangency_geometry::{Convex, ConvexHull, HalfSpace, Polyhedron, primitive};
use tangency_interval::laws::Random;
use tangency_respond::{Inertia, Material};
use tangency_world::{BodyState, History, RunEnding, RunOptions, World, WorldBody, WorldEventKind};

/// Metres. An overlap deeper than this is found for certain.
const DEPTH: f64 = 2e-5;
/// Metres. What may overlap: nothing, but for the rounding of places.
const ROUNDING: f64 = 1e-12;
const G: f64 = 9.81;

/// The bodies of a scene.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Balls,
    Hulls,
    Boxes,
    Mixed,
}

fn vector(random: &mut Random) -> DVec3 {
    DVec3::from_array(std::array::from_fn(|_| random.between(-1.0, 1.0)))
}

/// A random body of a radius of about half a metre.
fn shape(random: &mut Random, kind: Kind, index: usize) -> (Arc<Prepared>, Inertia) {
    match (kind, index % 3) {
        (Kind::Hulls, _) | (Kind::Mixed, 0) => {
            let points: Vec<DVec3> = (0..14).map(|_| 0.5 * vector(random).normalize_or(DVec3::X)).collect();
            let body = Polyhedron::new(ConvexHull::of(&points).unwrap().mesh().clone()).unwrap();
            let inertia = Inertia::of_mass(&body.mass(), 1000.0).unwrap();
            (prepared(body), inertia)
        }
        (Kind::Boxes, _) | (Kind::Mixed, 1) => {
            let size = DVec3::from_array(std::array::from_fn(|_| random.between(0.3, 0.7)));
            (prepared(primitive::cuboid(size).unwrap()), Inertia::cuboid(300.0, size).unwrap())
        }
        (Kind::Balls, _) | (Kind::Mixed, _) => {
            let radius = random.between(0.2, 0.45);
            let mass = 4000.0 * radius.powi(3);
            (prepared(Convex::sphere(radius).unwrap()), Inertia::sphere(mass, radius).unwrap())
        }
    }
}

/// Six bodies that fly towards each other; above a floor that leans, if there is one.
fn world(random: &mut Random, kind: Kind, falls: bool, has_floor: bool) -> World {
    let material = Material::new(random.between(0.8, 1.0), random.between(0.0, 0.4)).unwrap();
    let mut bodies = Vec::new();
    for index in 0..6 {
        let cell = dvec3((index % 2) as f64, (index / 2 % 2) as f64, (index / 4) as f64);
        let from_middle = 1.2 * (cell - 0.5) + 0.05 * vector(random);
        let (prepared, inertia) = shape(random, kind, index);
        let orientation = DQuat::from_scaled_axis(3.0 * vector(random));
        let state = BodyState {
            position: from_middle - orientation * inertia.centre(),
            orientation,
            velocity: -2.0 * from_middle + 1.0 * vector(random),
            angular_velocity: 4.0 * vector(random),
        };
        bodies.push(WorldBody::free(&format!("body {index}"), prepared, inertia, state).of(material));
    }
    if has_floor {
        let up = (DVec3::Z + 0.2 * vector(random)).normalize();
        let ground = prepared(HalfSpace::facing(up, -1.6).unwrap());
        bodies.push(WorldBody::fixed("floor", ground, BodyState::default()).of(material));
    }
    World { bodies, gravity: if falls { dvec3(0.0, 0.0, -G) } else { DVec3::ZERO } }
}

/// A bound on the speed of all points of a body, m/s: twice the largest of the speeds found. Paths change only at events,
/// so that differences just after each event, and at even instants, see every piece.
fn speed(history: &History, body: usize, reach: f64) -> f64 {
    let motion = &history.motions[body];
    let step = 1e-7;
    let even = (0..200).map(|index| history.until * f64::from(index) / 200.0);
    let instants = even.chain(history.events.iter().map(|event| event.time.lower() + step));
    let at = |time: f64| place(motion, time).unwrap();
    let speeds = instants.filter(|time| time + step < history.until).map(|time| {
        let [(turn, here), (next_turn, there)] = [at(time), at(time + step)];
        let angle = (next_turn * turn.inverse()).to_scaled_axis().length();
        (here.distance(there) + angle * reach) / step
    });
    2.0 * speeds.fold(0.0, f64::max)
}

/// Walks along the paths of a pair; the least separation at all steps, and their number.
fn walk(history: &History, bodies: [&Body; 2], pair: [usize; 2], speed: f64) -> (f64, u64) {
    let (mut time, mut least, mut steps) = (0.0, f64::INFINITY, 0);
    while time <= history.until {
        let places = pair.map(|body| place(&history.motions[body], time).unwrap());
        let apart = separation(bodies, places, f64::INFINITY);
        least = least.min(apart);
        time += (apart.max(0.0) + DEPTH) / speed.max(1e-3);
        steps += 1;
        assert!(steps < 20_000_000, "the walk of {pair:?} ends");
    }
    (least, steps)
}

/// What the scenes gave, to know that they test something.
#[derive(Debug, Default)]
struct Tally {
    impacts: usize,
    with_floor: usize,
}

/// Runs a scene and compares it with brute force.
fn compare(random: &mut Random, kind: Kind, falls: bool, has_floor: bool, tally: &mut Tally) {
    let world = world(random, kind, falls, has_floor);
    let query = Query { tolerance: 1e-9, ..Query::default() };
    let history = world.run(&RunOptions { until: 1.2, query, ..RunOptions::default() }).unwrap();
    let name = format!("{kind:?}, gravity {falls}, floor {has_floor}");
    assert_eq!(history.ending, RunEnding::Finished, "{name}");
    let energy: Vec<f64> = history.energy.iter().map(tangency_world::Energy::total).collect();
    let largest = energy.iter().fold(0.0_f64, |most, energy| most.max(energy.abs()));
    assert!(energy.windows(2).all(|pair| pair[1] <= pair[0] + 1e-9 * largest), "{name}: energy is never made");
    let tested: Vec<Body> = world.bodies.iter().map(|body| Body::of(body.prepared.shape()).unwrap()).collect();
    let speeds: Vec<f64> = (0..tested.len())
        .map(|body| if tested[body].reach().is_finite() { speed(&history, body, tested[body].reach()) } else { 0.0 })
        .collect();
    for a in 0..tested.len() {
        for b in a + 1..tested.len() {
            let (least, _) = walk(&history, [&tested[a], &tested[b]], [a, b], speeds[a] + speeds[b]);
            assert!(least > -ROUNDING, "{name}: {a} and {b} overlap by {:e}", -least);
        }
    }
    for event in history.events.iter().filter(|event| event.kind == WorldEventKind::Impact) {
        let time = event.time.lower();
        let gap = |time: f64| {
            let places = [event.a, event.b].map(|body| place(&history.motions[body], time).unwrap());
            separation([&tested[event.a], &tested[event.b]], places, f64::INFINITY)
        };
        assert!(gap(time) < 4.0 * SKIN, "{name}: an impact at a gap of {:e}", gap(time));
        tally.impacts += 1;
        tally.with_floor += usize::from(event.a.max(event.b) == 6);
    }
}

/// Scenes of all kinds, in turn.
fn scenes(seed: u64, count: usize) -> Tally {
    let mut random = Random::new(seed);
    let mut tally = Tally::default();
    for index in 0..count {
        let kind = [Kind::Balls, Kind::Hulls, Kind::Boxes, Kind::Mixed][index % 4];
        compare(&mut random, kind, index / 4 % 2 == 1, index / 8 % 2 == 1, &mut tally);
    }
    tally
}

/// One scene of each of the sixteen sorts.
#[test]
fn no_meeting_is_missed() {
    let tally = scenes(21, 16);
    assert!(tally.impacts > 60 && tally.with_floor > 10, "{tally:?}");
}

/// A hundred scenes: `cargo test --release -p tangency-world --test brute_force -- --ignored --nocapture`.
#[test]
#[ignore = "minutes; the short one runs always"]
fn no_meeting_is_missed_in_a_hundred_scenes() {
    let tally = scenes(22, 100);
    println!("{tally:?}");
    assert!(tally.impacts > 400 && tally.with_floor > 60, "{tally:?}");
}
