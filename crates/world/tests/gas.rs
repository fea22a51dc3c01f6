//! Many bodies that fly and collide, event by event.
//!
//! Invariants that need no reference: energy and momentum stay; at random instants no two bodies overlap. The overlap is
//! tested by the distance of two bodies at rest, which shares no code with the advancement along paths but the shapes.
//! Brute force is the oracle of small scenes: pairs are sampled densely in time.

#![allow(clippy::unwrap_used)] // A test may stop at the first broken expectation.

mod scene;

use glam::{DQuat, DVec3};
use scene::*;
use std::sync::Arc;
use tangency_detect::{Moving, Prepared, Query, distance};
use tangency_geometry::{Convex, ConvexHull, HalfSpace, Motion, Placement, Polyhedron, Pose, primitive};
use tangency_interval::laws::Random;
use tangency_respond::{Inertia, Material};
use tangency_world::{BodyState, History, RunEnding, RunOptions, World, WorldBody, WorldEventKind};

fn vector(random: &mut Random) -> DVec3 {
    DVec3::from_array(std::array::from_fn(|_| random.between(-1.0, 1.0)))
}

/// A random convex polyhedron, box or ball of a radius of about half a metre.
fn shape(random: &mut Random, kind: usize) -> (Arc<Prepared>, Inertia) {
    match kind % 3 {
        0 => {
            let points: Vec<DVec3> = (0..14).map(|_| 0.5 * vector(random).normalize_or(DVec3::X)).collect();
            let body = Polyhedron::new(ConvexHull::of(&points).unwrap().mesh().clone()).unwrap();
            let inertia = Inertia::of_mass(&body.mass(), 1000.0).unwrap();
            (prepared(body), inertia)
        }
        1 => {
            let size = DVec3::from_array(std::array::from_fn(|_| random.between(0.3, 0.7)));
            (prepared(primitive::cuboid(size).unwrap()), Inertia::cuboid(300.0, size).unwrap())
        }
        _ => (prepared(Convex::sphere(0.3).unwrap()), Inertia::sphere(200.0, 0.3).unwrap()),
    }
}

/// Bodies on a grid, thrown towards the middle of an empty space.
fn cluster(random: &mut Random, per_side: usize, material: Material) -> World {
    let mut bodies = Vec::new();
    for index in 0..per_side.pow(3) {
        let cell = [index % per_side, index / per_side % per_side, index / per_side / per_side];
        let place = 1.3 * (DVec3::from_array(cell.map(|one| one as f64)) - 0.5 * (per_side - 1) as f64);
        let (prepared, inertia) = shape(random, index);
        let state = BodyState {
            position: place - inertia.centre(),
            orientation: DQuat::from_scaled_axis(3.0 * vector(random)),
            velocity: -0.5 * place + 0.7 * vector(random),
            angular_velocity: 3.0 * vector(random),
        };
        bodies.push(WorldBody::free(&format!("body {index}"), prepared, inertia, state).of(material));
    }
    World { bodies, gravity: DVec3::ZERO }
}

fn run_until(world: &World, until: f64) -> History {
    let query = Query { tolerance: 1e-9, ..Query::default() };
    let history = world.run(&RunOptions { until, query, ..RunOptions::default() }).unwrap();
    assert_eq!(history.ending, RunEnding::Finished, "{:?}", history.events.last());
    history
}

fn pose(motion: &Motion, time: f64) -> Pose {
    let Placement::Pose(pose) = motion.at(time) else { panic!("a rigid motion") };
    pose
}

/// The least distance of two bodies at an instant, from below.
fn gap(world: &World, history: &History, [a, b]: [usize; 2], time: f64) -> f64 {
    let place = |body: usize| {
        let still = Motion::Still(pose(&history.motions[body], time));
        Moving::of(world.bodies[body].prepared.clone(), still).unwrap()
    };
    distance(&place(a), &place(b), 0.0, &Query::default()).unwrap().distance.lower()
}

/// Checks at random instants, and at all impacts, that no two bodies overlap; returns the least distance.
fn apart(world: &World, history: &History, random: &mut Random, instants: usize) -> f64 {
    let events = history.events.iter().map(|event| event.time.lower());
    let times: Vec<f64> = (0..instants).map(|_| random.between(0.0, history.until)).chain(events).collect();
    let mut least = f64::INFINITY;
    for time in times {
        for a in 0..world.bodies.len() {
            for b in a + 1..world.bodies.len() {
                let [first, second] = [a, b].map(|body| pose(&history.motions[body], time).translation());
                let near = first.distance(second) < 1.5;
                if near && world.bodies[a].prepared.radius(0.0.into()).is_finite() {
                    least = least.min(gap(world, history, [a, b], time));
                    assert!(least > 0.0, "{a} and {b} overlap at {time}");
                }
            }
        }
    }
    least
}

fn momentum(world: &World, states: &[BodyState]) -> DVec3 {
    let of = |(body, state): (&WorldBody, &BodyState)| {
        let tangency_world::Mobility::Free(inertia) = body.matter else { return DVec3::ZERO };
        let arm = state.orientation * inertia.centre();
        inertia.mass() * (state.velocity + state.angular_velocity.cross(arm))
    };
    world.bodies.iter().zip(states).map(of).sum()
}

/// Elastic bodies keep energy and momentum, and never overlap.
#[test]
fn an_elastic_cluster_keeps_energy_and_momentum_and_never_overlaps() {
    let mut random = Random::new(5);
    let world = cluster(&mut random, 3, Material::new(1.0, 0.0).unwrap());
    let history = run_until(&world, 4.0);
    let impacts = history.events.iter().filter(|event| event.kind == WorldEventKind::Impact).count();
    assert!(impacts > 20, "{impacts} impacts");
    let [first, last] = [history.energy[0], history.energy[history.energy.len() - 1]];
    assert!((last.total() / first.total() - 1.0).abs() < 1e-10, "{first:?} {last:?}");
    let begin: Vec<BodyState> = world.bodies.iter().map(|body| body.state).collect();
    let scale: f64 = 200.0 * 27.0;
    assert!(momentum(&world, &history.states).distance(momentum(&world, &begin)) < 1e-11 * scale);
    let least = apart(&world, &history, &mut random, 40);
    assert!(least < 1e-6, "impacts are close: {least}");
}

/// Small scenes with friction and loss against brute force: what never overlaps at dense samples has missed nothing.
#[test]
fn small_scenes_beside_brute_force() {
    let mut random = Random::new(8);
    let mut impacts = 0;
    for _ in 0..12 {
        let world = cluster(&mut random, 2, Material::new(0.7, 0.3).unwrap());
        let history = run_until(&world, 2.0);
        impacts += history.events.len();
        let energy: Vec<f64> = history.energy.iter().map(tangency_world::Energy::total).collect();
        assert!(energy.windows(2).all(|pair| pair[1] <= pair[0] * (1.0 + 1e-12)), "energy is never made");
        apart(&world, &history, &mut random, 60);
    }
    assert!(impacts > 40, "{impacts} impacts");
}

/// Between walls, bodies stay inside, and elastic ones keep their energy.
#[test]
fn bodies_stay_between_walls() {
    let mut random = Random::new(3);
    let elastic = Material::new(1.0, 0.0).unwrap();
    let mut world = cluster(&mut random, 2, elastic);
    let first = world.bodies.len();
    for axis in DVec3::AXES {
        for sign in [1.0, -1.0] {
            let wall = prepared(HalfSpace::facing(sign * axis, 0.0).unwrap());
            world.bodies.push(WorldBody::fixed("wall", wall, BodyState::at(-1.6 * sign * axis)).of(elastic));
        }
    }
    let history = run_until(&world, 3.0);
    let of_walls = history.events.iter().filter(|event| event.a.max(event.b) >= first).count();
    assert!(of_walls > 10, "{of_walls} impacts with walls");
    let [start, end] = [history.energy[0], history.energy[history.energy.len() - 1]];
    assert!((end.total() / start.total() - 1.0).abs() < 1e-10);
    for _ in 0..50 {
        let time = random.between(0.0, 3.0);
        for body in 0..first {
            let pose = pose(&history.motions[body], time);
            let shape = world.bodies[body].prepared.shape();
            let farthest = |direction: DVec3| match shape.mesh() {
                Some(mesh) => {
                    mesh.vertices().iter().map(|vertex| direction.dot(pose.apply(*vertex))).fold(-9.0, f64::max)
                }
                None => direction.dot(pose.translation()) + 0.3,
            };
            for axis in DVec3::AXES {
                assert!(farthest(axis).max(farthest(-axis)) < 1.6, "body {body} leaves at {time}");
            }
        }
    }
}
