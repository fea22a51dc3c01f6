//! Every response that a scene can choose, and how well impacts are solved.
//!
//! References: closed forms of the laws of impact, each named at its test. Invariants: momentum, energy.

#![allow(clippy::unwrap_used)] // A test may stop at the first broken expectation.

mod scene;

use glam::{DVec3, dvec3};
use scene::*;
use tangency_detect::Query;
use tangency_geometry::primitive;
use tangency_geometry::surface::Brep;
use tangency_respond::{ImpactResponse, Inertia, Material};
use tangency_world::{BodyState, History, RunEnding, RunOptions, World, WorldBody, WorldError};

const G: f64 = 9.81;

fn by(response: ImpactResponse, world: &World, until: f64) -> History {
    let query = Query { tolerance: 1e-9, ..Query::default() };
    let history = world.run(&RunOptions { until, query, response, ..RunOptions::default() }).unwrap();
    assert_eq!(history.ending, RunEnding::Finished, "{response}");
    history
}

/// A ball of this mass at this height.
fn weighing(mass: f64, height: f64) -> WorldBody {
    let inertia = Inertia::sphere(mass, RADIUS).unwrap();
    WorldBody::free("ball", prepared(Brep::sphere(RADIUS).unwrap()), inertia, BodyState::at(dvec3(0.0, 0.0, height)))
}

/// A ball of 1 kg falls on one of 3 kg that lies on the floor; nothing has friction or loses energy. In rounds, the first
/// impact gives the lower ball half of the speed, the floor returns it, and both rise with half of the speed. All at once,
/// the lower ball stays and the upper one rises with all of it.
#[test]
fn a_shock_travels_by_the_law_of_the_response() {
    let smooth = Material::new(1.0, 0.0).unwrap();
    let fall = 0.2;
    let bodies =
        vec![weighing(1.0, 3.0 * RADIUS + fall).of(smooth), weighing(3.0, RADIUS).of(smooth), floor().of(smooth)];
    let world = World { bodies, gravity: dvec3(0.0, 0.0, -G) };
    let (speed, moment) = ((2.0 * G * fall).sqrt(), (2.0 * fall / G).sqrt());
    let after = 0.01;
    for response in ImpactResponse::ALL {
        let history = by(response, &world, moment + after);
        let [upper, lower] = [0, 1].map(|body| history.states[body].velocity.z);
        let expected = match response {
            ImpactResponse::Rounds => [0.5 * speed - G * after, 0.5 * speed - G * after],
            ImpactResponse::Simultaneous
            | ImpactResponse::Sequential
            | ImpactResponse::LeastConstraint
            | ImpactResponse::Complementarity => [speed - G * after, 0.0],
        };
        assert!(
            (upper - expected[0]).abs() < 1e-4 && (lower - expected[1]).abs() < 1e-4,
            "{response}: {upper} {lower}"
        );
        let energy: Vec<f64> = history.energy.iter().map(|one| one.total()).collect();
        let change = energy.iter().map(|total| (total - energy[0]).abs()).fold(0.0, f64::max);
        assert!(change < 1e-6, "{response}: {change} J");
        assert!(history.quality.problems > 0, "{response}: {:?}", history.quality);
        assert_eq!((history.quality.substituted, history.quality.unconverged), (0, 0), "{response}");
        assert!(history.quality.worst_residual.unwrap() < 1e-10, "{response}: {:?}", history.quality);
    }
}

/// A ball that hits a rough floor obliquely, without spin: with friction it leaves at 5/7 of its speed along the floor,
/// rolling; without, at all of it. The impact takes place half of a skin away from either surface, 2e-8 of the radius,
/// and the arm of the friction is longer by as much.
#[test]
fn only_responses_with_friction_take_speed_along_the_floor() {
    let rough = Material::new(0.5, 1.0).unwrap();
    let thrown = weighing(2.0, 2.0 * RADIUS).of(rough);
    let state = thrown.state.moving(dvec3(0.5, 0.0, -2.0));
    let world = World { bodies: vec![WorldBody { state, ..thrown }, floor().of(rough)], gravity: DVec3::ZERO };
    for response in ImpactResponse::ALL {
        let history = by(response, &world, 0.1);
        let [along, spin] = [history.states[0].velocity.x, history.states[0].angular_velocity.y];
        let expected = if response.has_friction() { 5.0 / 7.0 * 0.5 } else { 0.5 };
        assert!((along - expected).abs() < 5e-9, "{response}: {along}");
        let rolls = if response.has_friction() { expected / RADIUS } else { 0.0 };
        assert!((spin - rolls).abs() < 1e-7, "{response}: {spin}");
        assert_eq!(history.quality.problems, 0, "one contact has a closed form");
        assert_eq!(history.quality.worst_residual, None);
    }
}

/// Boxes that fall on each other come to rest with every response, and no energy is made.
#[test]
fn boxes_come_down_with_every_response() {
    let size = dvec3(0.2, 0.2, 0.1);
    let material = Material::new(0.3, 0.5).unwrap();
    let stacked = |level: usize| {
        let state = BodyState::at(dvec3(0.01 * level as f64, 0.0, 0.052 + 0.103 * level as f64));
        let shape = prepared(primitive::cuboid(size).unwrap());
        WorldBody::free(&format!("box {level}"), shape, Inertia::cuboid(1.0, size).unwrap(), state).of(material)
    };
    let slab = prepared(primitive::cuboid(dvec3(4.0, 4.0, 0.2)).unwrap());
    let slab = WorldBody::fixed("slab", slab, BodyState::at(dvec3(0.0, 0.0, -0.1))).of(material);
    let world = World { bodies: vec![stacked(0), stacked(1), slab], gravity: dvec3(0.0, 0.0, -G) };
    for response in ImpactResponse::ALL {
        let history = world.run(&RunOptions { until: 1.0, response, ..RunOptions::default() }).unwrap();
        assert_eq!(history.ending, RunEnding::Finished, "{response}");
        for pair in history.energy.windows(2) {
            assert!(pair[1].total() <= pair[0].total() + 1e-6, "{response}: {pair:?}");
        }
        let quality = history.quality;
        assert!(quality.unconverged <= quality.problems && quality.worst_gap.is_some(), "{response}: {quality:?}");
        assert!(history.states[0].velocity.length() < 0.1, "{response}: {:?}", history.states[0]);
    }
}

/// Masses in a ratio of 1e10 leave no digits of the lighter one's velocity: an error with names, masses and instant.
#[test]
fn masses_that_differ_too_much_are_named() {
    let named = |name: &str, body: WorldBody| WorldBody { name: name.into(), ..body };
    let falling = |heavy: f64| {
        let bodies = vec![named("feather", weighing(1e-3, 0.5)), named("anvil", weighing(heavy, 1.0)), floor()];
        let bodies = bodies.into_iter().map(|body| body.of(Material::new(1.0, 0.0).unwrap())).collect();
        World { bodies, gravity: dvec3(0.0, 0.0, -G) }.run(&RunOptions { until: 1.0, ..RunOptions::default() })
    };
    let error = falling(1e7).unwrap_err();
    let WorldError::MassRatio { a, b, masses, ratio, time } = error else { panic!("{error}") };
    let mut names = [(a, masses[0]), (b, masses[1])];
    names.sort_by(|one, other| one.0.cmp(&other.0));
    assert_eq!([names[0].0.as_str(), names[1].0.as_str()], ["anvil", "feather"]);
    assert!((names[0].1 - 1e7).abs() < 1.0 && (names[1].1 - 1e-3).abs() < 1e-12, "{names:?}");
    assert!((ratio - 1e10).abs() < 10.0 && time > 0.0, "{ratio} {time}");
    let message = falling(1e7).unwrap_err().to_string();
    assert!(
        message.contains("\"anvil\"") && message.contains("\"feather\"") && message.contains("1.0e10"),
        "{message}"
    );
    assert!(falling(1e5).is_ok(), "a ratio of 1e8 is possible");
}
