//! Bodies that slide and tip on their edges and vertices: contacts there are followed, as on smooth surfaces.
//!
//! References: closed forms of mechanics, and equations of motion that the test integrates itself.

#![allow(clippy::unwrap_used)] // A test may stop at the first broken expectation.

mod overlap_oracle;
mod scene;

use glam::{DQuat, DVec3, dvec3};
use overlap_oracle::{Body, place, separation};
use scene::prepared;
use tangency_geometry::{HalfSpace, primitive};
use tangency_interval::laws::Random;
use tangency_respond::{Inertia, Material};
use tangency_world::{BodyState, History, RunEnding, RunOptions, World, WorldBody, WorldEventKind};

const G: f64 = 9.81;

fn material(friction: f64) -> Material {
    Material::new(0.0, friction).unwrap()
}

fn cuboid(name: &str, size: DVec3, state: BodyState) -> WorldBody {
    let inertia = Inertia::cuboid(1.0, size).unwrap();
    WorldBody::free(name, prepared(primitive::cuboid(size).unwrap()), inertia, state)
}

/// The half-space below a plane through the origin.
fn ground(normal: DVec3) -> WorldBody {
    WorldBody::fixed("ground", prepared(HalfSpace::facing(normal, 0.0).unwrap()), BodyState::default())
}

/// A slab whose upper face is in the plane through the origin.
fn slab(turn: DQuat) -> WorldBody {
    let shape = prepared(primitive::cuboid(dvec3(8.0, 8.0, 0.2)).unwrap());
    let state = BodyState { orientation: turn, ..BodyState::at(turn * dvec3(0.0, 0.0, -0.1)) };
    WorldBody::fixed("slab", shape, state)
}

fn run(bodies: &[WorldBody], until: f64) -> History {
    let world = World { bodies: bodies.to_vec(), gravity: dvec3(0.0, 0.0, -G) };
    let history = world.run(&RunOptions { until, ..RunOptions::default() }).unwrap();
    assert_eq!(history.ending, RunEnding::Finished, "{:?}", history.events);
    history
}

/// At random instants no two bodies overlap, by separating axes. Energy never grows.
fn is_sound(bodies: &[WorldBody], history: &History) {
    let shapes: Vec<Body> = bodies.iter().map(|body| Body::of(body.prepared.shape()).unwrap()).collect();
    let mut random = Random::new(7);
    for _ in 0..500 {
        let time = random.between(0.0, history.until);
        for (a, b) in (0..shapes.len()).flat_map(|a| (0..a).map(move |b| (a, b))) {
            let places = [a, b].map(|body| place(&history.motions[body], time).unwrap());
            let apart = separation([&shapes[a], &shapes[b]], places, f64::INFINITY);
            assert!(apart > -1e-12, "{a} and {b} at {time}: {apart}");
        }
    }
    let totals: Vec<f64> = history.energy.iter().map(|energy| energy.total()).collect();
    let scale = totals.iter().fold(1.0_f64, |most, total| most.max(total.abs()));
    for pair in totals.windows(2) {
        assert!(pair[1] <= pair[0] + 2e-4 * scale, "{pair:?}");
    }
}

/// A box slides down a slope with g·(sin − µ·cos), on a half-space and on a slab, and nothing happens on the way.
#[test]
fn a_box_slides_down_a_slope() {
    let (angle, friction) = (0.6_f64, 0.3);
    let turn = DQuat::from_rotation_y(angle);
    let exact = G * (angle.sin() - friction * angle.cos());
    for spin in [0.0, 0.4] {
        for floor in [ground(turn * DVec3::Z), slab(turn)] {
            let orientation = turn * DQuat::from_rotation_z(spin);
            let state = BodyState { orientation, ..BodyState::at(turn * dvec3(-1.0, 0.0, 0.05 + 2e-5)) };
            let bodies =
                [cuboid("box", dvec3(0.3, 0.2, 0.1), state).of(material(friction)), floor.of(material(friction))];
            let history = run(&bodies, 0.8);
            let at = |time: f64| history.motions[0].at(time).point(0, DVec3::ZERO);
            // From the second difference of three places.
            let (start, h) = (0.1, 0.3);
            let found = (at(start + 2.0 * h) - 2.0 * at(start + h) + at(start)) / (h * h);
            assert!((found.length() / exact - 1.0).abs() < 1e-6, "{} {exact}", found.length());
            assert!(found.normalize().distance(turn * DVec3::X) < 1e-6);
            let late = history.events.iter().filter(|event| event.time.mid() > 0.01).count();
            assert!(late == 0 && history.events.len() < 12 && history.steps < 40, "{late} {}", history.steps);
            is_sound(&bodies, &history);
        }
    }
}

/// A box thrown along a floor stops after v²/(2·µ·g), and rests.
#[test]
fn a_thrown_box_stops() {
    let (speed, friction) = (2.0, 0.4);
    for floor in [ground(DVec3::Z), slab(DQuat::IDENTITY)] {
        let state = BodyState { velocity: speed * dvec3(0.8, 0.6, 0.0), ..BodyState::at(dvec3(0.0, 0.0, 0.05 + 1e-5)) };
        let bodies = [cuboid("box", dvec3(0.3, 0.2, 0.1), state).of(material(friction)), floor.of(material(friction))];
        let history = run(&bodies, 1.0);
        let exact = speed * speed / (2.0 * friction * G);
        let gone = history.states[0].position.truncate().length();
        assert!((gone / exact - 1.0).abs() < 1e-4, "{gone} {exact}");
        assert_eq!(history.states[0].velocity, DVec3::ZERO);
        assert!(history.events.iter().any(|event| event.kind == WorldEventKind::Rests));
        is_sound(&bodies, &history);
    }
}
