//! Bodies that tip over an edge, lie on each other while they slide, and slide edge on edge.
//!
//! References: a pendulum equation that the test integrates itself, and closed forms of mechanics.

#![allow(clippy::unwrap_used)] // A test may stop at the first broken expectation.

mod overlap_oracle;
mod scene;

use glam::{DQuat, DVec3, dvec3};
use overlap_oracle::{Body, place, separation};
use scene::prepared;
use std::f64::consts::FRAC_PI_4;
use tangency_geometry::{Convex, HalfSpace, Mesh, Polyhedron, primitive};
use tangency_interval::laws::Random;
use tangency_respond::{Inertia, Material};
use tangency_world::{BodyState, History, RunEnding, RunOptions, World, WorldBody};

const G: f64 = 9.81;

fn material(friction: f64) -> Material {
    Material::new(0.0, friction).unwrap()
}

fn cuboid(name: &str, size: DVec3, state: BodyState) -> WorldBody {
    let inertia = Inertia::cuboid(1.0, size).unwrap();
    WorldBody::free(name, prepared(primitive::cuboid(size).unwrap()), inertia, state)
}

fn fixed(name: &str, size: DVec3, state: BodyState) -> WorldBody {
    WorldBody::fixed(name, prepared(primitive::cuboid(size).unwrap()), state)
}

fn run(bodies: &[WorldBody], until: f64) -> History {
    let world = World { bodies: bodies.to_vec(), gravity: dvec3(0.0, 0.0, -G) };
    let history = world.run(&RunOptions { until, ..RunOptions::default() }).unwrap();
    assert_eq!(history.ending, RunEnding::Finished, "{:?}", history.events);
    history
}

/// At random instants no two bodies overlap, by separating axes.
fn keeps_apart(bodies: &[WorldBody], history: &History) {
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
}

/// The angle of a pendulum with φ″ = k·sin φ, from rest, by Runge and Kutta's method.
fn pendulum(k: f64, first: f64, time: f64) -> f64 {
    let (mut angle, mut speed, steps) = (first, 0.0, 20_000);
    let h = time / f64::from(steps);
    for _ in 0..steps {
        let rate = |angle: f64, speed: f64| (speed, k * f64::sin(angle));
        let (a, b) = rate(angle, speed);
        let (c, d) = rate(angle + 0.5 * h * a, speed + 0.5 * h * b);
        let (e, f) = rate(angle + 0.5 * h * c, speed + 0.5 * h * d);
        let (g, i) = rate(angle + h * e, speed + h * f);
        angle += h / 6.0 * (a + 2.0 * c + 2.0 * e + g);
        speed += h / 6.0 * (b + 2.0 * d + 2.0 * f + i);
    }
    angle
}

/// A box that stands on an edge falls over it: an inverted pendulum. Its angle is that of the equation until it lands.
#[test]
fn a_box_tips_over_an_edge() {
    let size = dvec3(0.2, 0.3, 0.4);
    let arm = 0.5 * size.x.hypot(size.z);
    // The angle of the centre from the vertical through the edge, when the box stands upright.
    let upright = -(size.x / size.z).atan();
    let (first, until) = (0.05_f64, 0.45);
    let turn = DQuat::from_rotation_y(first - upright);
    let centre = dvec3(arm * first.sin(), 0.0, arm * first.cos() + 4.1e-6);
    let state = BodyState { orientation: turn, ..BodyState::at(centre) };
    let ground = WorldBody::fixed("ground", prepared(HalfSpace::facing(DVec3::Z, 0.0).unwrap()), BodyState::default());
    for floor in [ground, fixed("slab", dvec3(4.0, 4.0, 0.2), BodyState::at(dvec3(0.0, 0.0, -0.1)))] {
        let bodies = [cuboid("box", size, state).of(material(20.0)), floor.of(material(20.0))];
        let history = run(&bodies, until);
        let about_edge = (size.x.powi(2) + size.z.powi(2)) / 12.0 + arm * arm;
        for time in [0.15, 0.3, 0.44] {
            let exact = pendulum(G * arm / about_edge, first, time);
            let at = |local: DVec3| history.motions[0].at(time).point(0, local);
            let along = at(DVec3::Z) - at(DVec3::ZERO);
            let found = along.x.atan2(along.z) + upright;
            assert!((found - exact).abs() < 1e-3 * exact, "{time}: {found} {exact}");
        }
        keeps_apart(&bodies, &history);
    }
}

/// A box on a box on a slope: both slide together, as the lower friction says.
#[test]
fn two_boxes_slide_as_one() {
    let (angle, friction) = (0.5_f64, 0.2);
    let turn = DQuat::from_rotation_y(angle);
    let at = |height: f64| BodyState { orientation: turn, ..BodyState::at(turn * dvec3(-1.0, 0.0, height)) };
    let bodies = [
        cuboid("lower", dvec3(0.4, 0.3, 0.1), at(0.05 + 1e-5)).of(material(0.9)),
        cuboid("upper", dvec3(0.2, 0.15, 0.1), at(0.15 + 2e-5)).of(material(0.9)),
        fixed("slab", dvec3(8.0, 8.0, 0.2), at(-0.1)).of(material(friction * friction / 0.9)),
    ];
    let history = run(&bodies, 0.6);
    let combined = material(0.9).with(material(friction * friction / 0.9)).friction;
    let exact = G * (angle.sin() - combined * angle.cos());
    let place = |body: usize, time: f64| history.motions[body].at(time).point(0, DVec3::ZERO);
    for body in 0..2 {
        let (start, h) = (0.1, 0.2);
        let second = place(body, start + 2.0 * h) - 2.0 * place(body, start + h) + place(body, start);
        assert!((second.length() / (h * h) / exact - 1.0).abs() < 1e-6, "{body}: {second} {exact}");
    }
    let between = |time: f64| place(1, time) - place(0, time);
    assert!(between(0.6).distance(between(0.1)) < 1e-9);
    keeps_apart(&bodies, &history);
}

/// A rod slides with one of its edges on two edges across it.
#[test]
fn a_rod_slides_edge_on_edge() {
    let (slope, friction) = (0.4_f64, 0.15);
    let turn = DQuat::from_rotation_y(slope);
    let on_edge = |axis: DVec3| turn * DQuat::from_axis_angle(axis, FRAC_PI_4);
    let (thick, half) = (0.06, 0.06 * 0.5_f64.sqrt());
    let rail = |x: f64| {
        let state = BodyState { orientation: on_edge(DVec3::Y), ..BodyState::at(turn * dvec3(x, 0.0, -half)) };
        fixed("rail", dvec3(thick, 0.5, thick), state).of(material(friction))
    };
    let state = BodyState { orientation: on_edge(DVec3::X), ..BodyState::at(turn * dvec3(-0.1, 0.0, half + 4.1e-6)) };
    let rod = cuboid("rod", dvec3(1.5, thick, thick), state).of(material(friction));
    let bodies = [rod, rail(-0.3), rail(0.3)];
    let history = run(&bodies, 0.25);
    let exact = G * (slope.sin() - friction * slope.cos());
    let place = |time: f64| history.motions[0].at(time).point(0, DVec3::ZERO);
    let (start, h) = (0.05, 0.1);
    let second = place(start + 2.0 * h) - 2.0 * place(start + h) + place(start);
    assert!((second.length() / (h * h) / exact - 1.0).abs() < 1e-5, "{second} {exact} {:?}", history.events);
    keeps_apart(&bodies, &history);
}

/// A tetrahedron is balanced on the top of a fixed ball, a little off, and falls over the vertex: it never slips, so it
/// keeps its energy, its vertex stays where it is until an edge takes over, and it does not overlap the ball.
#[test]
fn a_tetrahedron_tips_over_its_vertex_on_a_ball() {
    let radius = 0.5;
    let corner = |angle: f64| dvec3(0.1 * angle.cos(), 0.1 * angle.sin(), 0.06);
    let third = std::f64::consts::TAU / 3.0;
    let vertices = vec![dvec3(0.0, 0.0, -0.12), corner(0.0), corner(third), corner(2.0 * third)];
    let mesh = Mesh::new(vertices, vec![[0, 2, 1], [0, 3, 2], [0, 1, 3], [1, 2, 3]]).unwrap();
    let shape: tangency_geometry::Shape = Polyhedron::new(mesh).unwrap().into();
    let inertia = Inertia::measured(&shape, 100.0).unwrap().inertia;
    let lean = DQuat::from_rotation_y(0.02);
    let tip = dvec3(0.0, 0.0, radius + 4.1e-6);
    let state = BodyState { orientation: lean, ..BodyState::at(tip - lean * dvec3(0.0, 0.0, -0.12)) };
    let top = WorldBody::free("top", prepared(shape), inertia, state).of(material(50.0));
    let ball = WorldBody::fixed("ball", prepared(Convex::sphere(radius).unwrap()), BodyState::default());
    let bodies = [top, ball.of(material(50.0))];
    let history = run(&bodies, 0.3);
    for index in 1..=30 {
        let time = 0.01 * f64::from(index);
        let found = history.motions[0].at(time).point(0, dvec3(0.0, 0.0, -0.12));
        assert!(found.distance(tip) < 1e-5, "{time}: {found}");
    }
    assert!(history.events.len() < 6, "{:?}", history.events);
    let turned = history.motions[0].at(0.3).point(0, DVec3::Z) - history.motions[0].at(0.3).point(0, DVec3::ZERO);
    assert!(turned.x > 0.1, "it falls over: {turned}");
    // The bodies are first moved a skin apart.
    let placed = history.energy.iter().rposition(|energy| energy.time < 0.01).unwrap();
    let energies: Vec<f64> = history.energy[placed..].iter().map(|energy| energy.total()).collect();
    assert!(energies.iter().all(|energy| (energy - energies[0]).abs() < 1e-8), "{energies:?}");
    keeps_apart(&bodies, &history);
}
