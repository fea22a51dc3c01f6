//! Bodies of several parts, concave meshes and rounded bodies: they fly, collide, and come to rest.
//!
//! References: the overlap oracle by convex parts, which shares no code with the detection; the table of methods for first
//! contacts. Invariants that need no reference: energy and momentum of elastic bodies.

#![allow(clippy::unwrap_used)] // A test may stop at the first broken expectation.

mod overlap_oracle;
mod scene;

use glam::{DMat3, DQuat, DVec3, dvec3};
use overlap_oracle::{Body, place, separation_of_parts};
use scene::prepared;
use std::sync::Arc;
use tangency_detect::{Moving, Prepared, Query, Verdict, first_contact};
use tangency_geometry::surface::Brep;
use tangency_geometry::{
    Compound, CompoundPart, Convex, ConvexHull, HalfSpace, Mesh, Motion, Polyhedron, Pose, Rigid, RoundedMesh, Shape,
    primitive,
};
use tangency_interval::Interval;
use tangency_interval::laws::Random;
use tangency_respond::{Inertia, Material};
use tangency_world::{BodyState, History, Mobility, RunEnding, RunOptions, World, WorldBody, WorldEventKind};

fn vector(random: &mut Random) -> DVec3 {
    DVec3::from_array(std::array::from_fn(|_| random.between(-1.0, 1.0)))
}

fn compound(parts: Vec<(Convex, DVec3)>) -> Shape {
    let part = |(index, (convex, at)): (usize, (Convex, DVec3))| {
        CompoundPart::new(format!("part {index}"), convex.placed(&Pose::translated(at).unwrap()).into())
    };
    Compound::new(parts.into_iter().enumerate().map(part).collect()).unwrap().into()
}

fn block(size: DVec3) -> Convex {
    Convex::cuboid(size).unwrap()
}

/// Two boxes that share a face.
fn hook() -> Shape {
    let (foot, back) = (block(dvec3(0.5, 0.2, 0.1)), block(dvec3(0.1, 0.2, 0.4)));
    compound(vec![(foot, DVec3::ZERO), (back, dvec3(-0.2, 0.0, 0.25))])
}

/// Three bars across each other.
fn jack() -> Shape {
    let bar = |axis: DVec3| (block(DVec3::splat(0.1) + 0.5 * axis), DVec3::ZERO);
    compound(DVec3::AXES.map(bar).to_vec())
}

/// Two balls on a bar.
fn dumbbell() -> Shape {
    let ball = Convex::sphere(0.12).unwrap();
    let [low, high] = [-0.2 * DVec3::Z, 0.2 * DVec3::Z];
    compound(vec![(ball.clone(), low), (ball, high), (block(dvec3(0.06, 0.06, 0.3)), DVec3::ZERO)])
}

/// A prism over a cross with arms of this width and this half length: a concave mesh, and its convex parts.
fn cross() -> (Polyhedron, Vec<Body>) {
    let (inner, outer, half) = (0.06, 0.25, 0.05);
    let corner = |(x, y): (f64, f64)| [dvec3(x, y, -half), dvec3(x, y, half)];
    let quarter = [(outer, -inner), (outer, inner), (inner, inner)];
    let turned = |(x, y): (f64, f64), times: usize| (0..times).fold((x, y), |(x, y), _| (-y, x));
    let outline: Vec<(f64, f64)> = (0..4).flat_map(|times| quarter.map(|point| turned(point, times))).collect();
    let vertices: Vec<DVec3> = outline.iter().flat_map(|point| corner(*point)).collect();
    let (low, high) = (|index: usize| 2 * (index % 12) as u32, |index: usize| 2 * (index % 12) as u32 + 1);
    let mut triangles = Vec::new();
    let mut cap = |a: usize, b: usize, c: usize| {
        triangles.push([high(a), high(b), high(c)]);
        triangles.push([low(c), low(b), low(a)]);
    };
    cap(2, 5, 8);
    cap(2, 8, 11);
    for arm in 0..4 {
        // From the inner corner before the arm to the one after it.
        let first = 3 * arm + 11;
        cap(first % 12, (first + 1) % 12, (first + 2) % 12);
        cap(first % 12, (first + 2) % 12, (first + 3) % 12);
    }
    for side in 0..12 {
        triangles.push([low(side), low(side + 1), high(side + 1)]);
        triangles.push([low(side), high(side + 1), high(side)]);
    }
    let mesh = Polyhedron::new(Mesh::new(vertices, triangles).unwrap()).unwrap();
    let bar = |size: DVec3| Body::of(&Shape::Polyhedron(primitive::cuboid(size).unwrap())).unwrap();
    let [long, thin, high] = [2.0 * outer, 2.0 * inner, 2.0 * half];
    (mesh, vec![bar(dvec3(long, thin, high)), bar(dvec3(thin, long, high))])
}

/// A torus of triangles, and its convex parts: one between each two meridians.
fn ring() -> (Polyhedron, Vec<Body>) {
    let around = 9;
    let mesh = primitive::torus(0.2, 0.07, around, 6).unwrap();
    let number = |vertex: &DVec3| {
        let turns = vertex.y.atan2(vertex.x) / std::f64::consts::TAU;
        ((turns + 1.0) * around as f64).round() as usize % around
    };
    let part = |index: usize| {
        let of_part = |vertex: &&DVec3| [index, (index + 1) % around].contains(&number(vertex));
        let points: Vec<DVec3> = mesh.mesh().vertices().iter().filter(of_part).copied().collect();
        let hull = Polyhedron::new(ConvexHull::of(&points).unwrap().mesh().clone()).unwrap();
        Body::of(&Shape::Polyhedron(hull)).unwrap()
    };
    let parts = (0..around).map(part).collect();
    (mesh, parts)
}

/// A shape with its parts for the oracle.
struct Kind {
    prepared: Arc<Prepared>,
    inertia: Inertia,
    parts: Vec<Body>,
}

impl Kind {
    fn of(shape: Shape, parts: Vec<Body>) -> Self {
        let inertia = Inertia::measured(&shape, 500.0).unwrap().inertia;
        Self { prepared: prepared(shape), inertia, parts }
    }

    fn compound(shape: Shape) -> Self {
        let parts = Body::parts_of(&shape).unwrap();
        Self::of(shape, parts)
    }

    fn mesh((mesh, parts): (Polyhedron, Vec<Body>)) -> Self {
        Self::of(mesh.into(), parts)
    }
}

/// Bodies on a grid, thrown towards the middle of an empty space.
fn cluster(random: &mut Random, kinds: &[Kind], per_side: usize) -> World {
    let mut bodies = Vec::new();
    for index in 0..per_side.pow(3) {
        let cell = [index % per_side, index / per_side % per_side, index / per_side / per_side];
        let at = 0.9 * (DVec3::from_array(cell.map(|one| one as f64)) - 0.5 * (per_side - 1) as f64);
        let Kind { prepared, inertia, .. } = &kinds[index % kinds.len()];
        let state = BodyState {
            position: at,
            orientation: DQuat::from_scaled_axis(3.0 * vector(random)),
            velocity: -0.7 * at + 0.5 * vector(random),
            angular_velocity: 3.0 * vector(random),
        };
        let body = WorldBody::free(&format!("body {index}"), Arc::clone(prepared), *inertia, state);
        bodies.push(body.of(Material::new(1.0, 0.0).unwrap()));
    }
    World { bodies, gravity: DVec3::ZERO }
}

fn run_until(world: &World, until: f64) -> History {
    let query = Query { tolerance: 1e-9, ..Query::default() };
    let history = world.run(&RunOptions { until, query, ..RunOptions::default() }).unwrap();
    assert_eq!(history.ending, RunEnding::Finished, "{:?}", history.events.last());
    history
}

/// The least distance of all bodies at random instants and at the events, by the oracle.
fn least_gap(kinds: &[&[Body]], history: &History, random: &mut Random, instants: usize) -> f64 {
    let events = history.events.iter().map(|event| event.time.lower());
    let times: Vec<f64> = (0..instants).map(|_| random.between(0.0, history.until)).chain(events).collect();
    let mut least = f64::INFINITY;
    for time in times {
        let places: Vec<_> = history.motions.iter().map(|motion| place(motion, time).unwrap()).collect();
        for a in 0..kinds.len() {
            for b in a + 1..kinds.len() {
                let bounded = [a, b].iter().all(|&body| kinds[body].iter().all(|part| part.reach().is_finite()));
                if bounded && places[a].1.distance(places[b].1) > 1.1 {
                    continue;
                }
                least = least.min(separation_of_parts([kinds[a], kinds[b]], [places[a], places[b]], 1e-3));
                assert!(least > 0.0, "{a} and {b} overlap by {} at {time}", -least);
            }
        }
    }
    least
}

fn momentum(world: &World, states: &[BodyState]) -> DVec3 {
    let of = |(body, state): (&WorldBody, &BodyState)| {
        let Mobility::Free(inertia) = body.matter else { return DVec3::ZERO };
        let arm = state.orientation * inertia.centre();
        inertia.mass() * (state.velocity + state.angular_velocity.cross(arm))
    };
    world.bodies.iter().zip(states).map(of).sum()
}

/// Elastic bodies collide: energy and momentum are kept, and no two overlap.
fn keeps_energy_and_momentum(kinds: &[Kind], seed: u64, per_side: usize, until: f64) {
    let mut random = Random::new(seed);
    let world = cluster(&mut random, kinds, per_side);
    let history = run_until(&world, until);
    let impacts = history.events.iter().filter(|event| event.kind == WorldEventKind::Impact).count();
    assert!(impacts >= per_side.pow(3) / 2, "{impacts} impacts");
    let [first, last] = [history.energy[0], history.energy[history.energy.len() - 1]];
    assert!((last.total() / first.total() - 1.0).abs() < 1e-10, "{first:?} {last:?}");
    let begin: Vec<BodyState> = world.bodies.iter().map(|body| body.state).collect();
    let mass = |body: &WorldBody| if let Mobility::Free(inertia) = body.matter { inertia.mass() } else { 0.0 };
    let scale: f64 = world.bodies.iter().map(mass).sum();
    assert!(momentum(&world, &history.states).distance(momentum(&world, &begin)) < 1e-11 * scale);
    let parts: Vec<&[Body]> = (0..world.bodies.len()).map(|body| &kinds[body % kinds.len()].parts[..]).collect();
    let least = least_gap(&parts, &history, &mut random, 40);
    assert!(least < 1e-6, "impacts are close: {least}");
}

#[test]
fn compounds_keep_energy_and_momentum_and_never_overlap() {
    let kinds = [hook(), jack(), dumbbell()].map(Kind::compound);
    keeps_energy_and_momentum(&kinds, 5, 3, 3.0);
}

#[test]
fn concave_meshes_keep_energy_and_momentum_and_never_overlap() {
    let kinds = [Kind::mesh(cross()), Kind::mesh(ring())];
    keeps_energy_and_momentum(&kinds, 6, 2, 2.0);
}

/// The instant at which a body stopped for good; `None` if it moves at the end.
fn stopped(history: &History, body: usize) -> Option<f64> {
    let at = |time: f64| history.motions[body].at(time).point(0, dvec3(0.3, 0.2, 0.1));
    let rests = |time: f64| at(time) == at(history.until);
    if history.states[body].velocity != DVec3::ZERO {
        return None;
    }
    let (mut lower, mut upper) = (0.0, history.until);
    for _ in 0..40 {
        let middle = 0.5 * (lower + upper);
        if rests(middle) { upper = middle } else { lower = middle }
    }
    Some(upper)
}

/// A half-space, and a slab of triangles.
fn grounds() -> [(WorldBody, Vec<Body>); 2] {
    let half: Shape = HalfSpace::facing(DVec3::Z, 0.0).unwrap().into();
    let slab: Shape = primitive::cuboid(dvec3(4.0, 4.0, 0.2)).unwrap().into();
    [(half, 0.0), (slab, -0.1)].map(|(shape, height)| {
        let parts = Body::parts_of(&shape).unwrap();
        (WorldBody::fixed("ground", prepared(shape), BodyState::at(height * DVec3::Z)), parts)
    })
}

/// Compounds and concave meshes fall on a half-space and on a slab, come to rest, and never overlap them.
fn comes_to_rest(name: &str, kind: Kind) {
    let mut random = Random::new(9);
    let material = Material::new(0.3, 0.6).unwrap();
    for (ground, of_ground) in grounds() {
        let state = BodyState {
            orientation: DQuat::from_scaled_axis(dvec3(0.4, 0.3, 0.2)),
            ..BodyState::at(dvec3(0.0, 0.0, 0.5))
        };
        let falling = WorldBody::free(name, Arc::clone(&kind.prepared), kind.inertia, state).of(material);
        let world = World { bodies: vec![falling, ground.of(material)], gravity: dvec3(0.0, 0.0, -9.81) };
        let history = world.run(&RunOptions { until: 4.0, ..RunOptions::default() }).unwrap();
        assert_eq!(history.ending, RunEnding::Finished, "{name}");
        let time = stopped(&history, 0);
        assert!(time.is_some_and(|time| time < 3.5), "{name} {time:?}: {:?}", history.states[0]);
        assert!(history.events.iter().any(|event| event.kind == WorldEventKind::Rests), "{name}");
        least_gap(&[&kind.parts, &of_ground], &history, &mut random, 500);
        let places: Vec<_> = history.motions.iter().map(|motion| place(motion, 4.0).unwrap()).collect();
        let at_end = separation_of_parts([&kind.parts, &of_ground], [places[0], places[1]], 1.0);
        assert!(at_end < 1e-4, "{name} rests in the air: {at_end}");
    }
}

#[test]
fn compounds_come_to_rest() {
    comes_to_rest("hook", Kind::compound(hook()));
    comes_to_rest("jack", Kind::compound(jack()));
}

#[test]
fn concave_meshes_come_to_rest() {
    comes_to_rest("cross", Kind::mesh(cross()));
    comes_to_rest("ring", Kind::mesh(ring()));
}

/// Rounded boxes, a rounded mesh and a rounded disc on a floor: in closed form they lie as high as their radius and half
/// their thickness.
#[test]
fn rounded_bodies_come_to_rest_at_their_height() {
    let size = dvec3(0.3, 0.2, 0.1);
    let rounded = |convex: Convex| Shape::Convex(convex.rounded(0.02).unwrap());
    let mesh = RoundedMesh::of_solid(primitive::cuboid(size).unwrap(), 0.02).unwrap();
    let shapes = [
        ("box", rounded(block(size))),
        ("mesh", Shape::Rounded(mesh)),
        ("disc", rounded(Convex::cylinder(0.2, 0.1).unwrap())),
    ];
    let material = Material::new(0.2, 0.6).unwrap();
    for (name, shape) in shapes {
        let inertia = Inertia::measured(&shape, 500.0).unwrap().inertia;
        let shape = prepared(shape);
        for (ground, _) in grounds() {
            let state = BodyState {
                orientation: DQuat::from_scaled_axis(dvec3(0.1, 0.05, 0.3)),
                ..BodyState::at(dvec3(0.0, 0.0, 0.2))
            };
            let falling = WorldBody::free(name, Arc::clone(&shape), inertia, state).of(material);
            let world = World { bodies: vec![falling, ground.of(material)], gravity: dvec3(0.0, 0.0, -9.81) };
            let history = world.run(&RunOptions { until: 3.0, ..RunOptions::default() }).unwrap();
            assert_eq!(history.ending, RunEnding::Finished, "{name}");
            assert!(stopped(&history, 0).is_some(), "{name}: {:?}", history.states[0]);
            assert!((history.states[0].position.z - 0.07).abs() < 1e-4, "{name}: {:?}", history.states[0]);
        }
    }
}

/// Shapes that the advancement of convex parts answers for.
fn shapes(random: &mut Random) -> Vec<Shape> {
    let points: Vec<DVec3> = (0..12).map(|_| 0.4 * vector(random).normalize_or(DVec3::X)).collect();
    let hull = Polyhedron::new(ConvexHull::of(&points).unwrap().mesh().clone()).unwrap();
    vec![
        Convex::sphere(0.3).unwrap().into(),
        hull.into(),
        Brep::capsule(0.15, 0.4).unwrap().into(),
        Brep::ellipsoid(dvec3(0.4, 0.3, 0.2)).unwrap().into(),
        Convex::cylinder(0.2, 0.5).unwrap().into(),
        Convex::cone(0.3, 0.5).unwrap().into(),
        block(dvec3(0.3, 0.2, 0.5)).rounded(0.1).unwrap().into(),
        jack(),
        dumbbell(),
    ]
}

/// The first impact of two bodies in free flight is the first contact that the table of methods finds for the same paths.
#[test]
fn first_impacts_are_those_of_the_table() {
    let mut random = Random::new(12);
    let (mut touched, mut missed) = (0, 0);
    // All principal moments are equal, so that the bodies turn steadily.
    let inertia = Inertia::new(1.0, DVec3::ZERO, DMat3::from_diagonal(DVec3::splat(0.1))).unwrap();
    let shapes: Vec<Arc<Prepared>> = shapes(&mut random).into_iter().map(prepared).collect();
    for first in 0..shapes.len() {
        for second in first..shapes.len() {
            let aim = 1.2 * vector(&mut random).normalize_or(DVec3::X);
            let states = [0.0, 1.0].map(|side| BodyState {
                position: side * aim,
                orientation: DQuat::from_scaled_axis(3.0 * vector(&mut random)),
                velocity: (0.5 - side) * aim + 0.3 * vector(&mut random),
                angular_velocity: 3.0 * vector(&mut random),
            });
            let pair = [&shapes[first], &shapes[second]];
            let moving = [0, 1].map(|side| {
                let BodyState { velocity, angular_velocity, .. } = states[side];
                let motion = Rigid::new(states[side].pose().unwrap(), velocity, angular_velocity).unwrap();
                Moving::of(Arc::clone(pair[side]), Motion::Rigid(motion)).unwrap()
            });
            let query = Query { span: Interval::between(0.0, 1.0), tolerance: 1e-7, ..Query::default() };
            let told = first_contact(&moving[0], &moving[1], &query).unwrap().verdict;
            let free = |side: usize| WorldBody::free("body", Arc::clone(pair[side]), inertia, states[side]);
            let world = World { bodies: vec![free(0), free(1)], gravity: DVec3::ZERO };
            let query = Query { tolerance: 1e-7, ..Query::default() };
            let history = world.run(&RunOptions { until: 1.0, query, ..RunOptions::default() }).unwrap();
            let found = history.events.first().map(|event| event.time.lower());
            match (told, found) {
                (Verdict::Touch(contact), Some(time)) => {
                    touched += 1;
                    let late = contact.time.upper() - time;
                    assert!((-1e-9..1e-4).contains(&late), "{first} {second}: {time} {:?}", contact.time);
                }
                (Verdict::Clear { .. }, None) => missed += 1,
                (told, found) => panic!("{first} {second}: {found:?} {told:?}"),
            }
        }
    }
    assert!(touched > 20 && missed > 3, "{touched} {missed}");
}
