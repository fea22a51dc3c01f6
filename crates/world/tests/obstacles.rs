//! Many bodies at rest, and the counts of a run.
//!
//! References: the same run in a world without the obstacles that nobody hits, in which each body looks at all others;
//! distances from boxes by closed forms; a collision made by hand in which each kind of void prediction occurs once.

#![allow(clippy::unwrap_used)] // A test may stop at the first broken expectation.

mod scene;

use glam::{DVec3, dvec3};
use scene::*;
use std::collections::BTreeSet;
use std::sync::Arc;
use tangency_geometry::{Convex, HalfSpace, Placement, primitive};
use tangency_interval::laws::Random;
use tangency_respond::{Inertia, Material};
use tangency_world::{BodyState, History, RunEnding, World, WorldBody, WorldEventKind};

/// Metres. Half the edge of an obstacle.
const HALF: f64 = 0.15;

fn elastic() -> Material {
    Material::new(1.0, 0.0).unwrap()
}

fn marble(name: &str, at: DVec3, velocity: DVec3, radius: f64) -> WorldBody {
    let inertia = Inertia::sphere(1.0, radius).unwrap();
    let state = BodyState::at(at).moving(velocity);
    WorldBody::free(name, prepared(Convex::sphere(radius).unwrap()), inertia, state).of(elastic())
}

/// The first body flies in a room of ten metres among boxes at the points of a grid that are moved about a little.
fn maze(kept: impl Fn(usize) -> bool) -> (World, Vec<DVec3>) {
    let mut random = Random::new(5);
    let mut vector = || DVec3::from_array(std::array::from_fn(|_| random.between(-1.0, 1.0)));
    let mut bodies = vec![marble("marble", dvec3(0.55, 0.45, 0.5), dvec3(2.0, 1.3, 0.7), RADIUS)];
    let block = prepared(primitive::cuboid(DVec3::splat(2.0 * HALF)).unwrap());
    let mut places = Vec::new();
    for index in 0..1_000 {
        let cell = dvec3((index % 10) as f64, (index / 10 % 10) as f64, (index / 100) as f64) - 4.5;
        let place = cell + 0.15 * vector();
        // The marble has room at the start.
        let place = if index == 555 { place + 0.3 * DVec3::ONE } else { place };
        places.push(place);
        if kept(index) {
            let name = format!("block {index}");
            bodies.push(WorldBody::fixed(&name, Arc::clone(&block), BodyState::at(place)).of(elastic()));
        }
    }
    for normal in [DVec3::X, -DVec3::X, DVec3::Y, -DVec3::Y, DVec3::Z, -DVec3::Z] {
        let wall = prepared(HalfSpace::facing(normal, -5.5).unwrap());
        bodies.push(WorldBody::fixed("wall", wall, BodyState::default()).of(elastic()));
    }
    (World { bodies, gravity: DVec3::ZERO }, places)
}

fn impacts(history: &History) -> Vec<(f64, DVec3)> {
    let hits = history.events.iter().filter(|event| event.kind == WorldEventKind::Impact);
    hits.map(|event| (event.time.lower(), event.contacts[0].point)).collect()
}

/// A thousand fixed boxes cost a flying ball little, and it hits the same of them, in the same places, as in a world in
/// which there are no others.
#[test]
fn a_thousand_obstacles_cost_little() {
    let (world, places) = maze(|_| true);
    let until = 3.0;
    let history = run(&world, until);
    assert_eq!(history.ending, RunEnding::Finished);
    let hit: BTreeSet<usize> = history
        .events
        .iter()
        .map(|event| event.a.max(event.b))
        .filter(|&body| body <= 1_000)
        .map(|body| body - 1)
        .collect();
    assert!(hit.len() > 3, "{hit:?}");
    // The tree is divided where questions have cost more than a division, so that a few of them look at all boxes.
    let counts = run(&world, 60.0).counts;
    assert!(counts.predictions > 100, "{counts:?}");
    assert!(counts.comparisons < 250 * counts.predictions, "{counts:?}: each prediction looks at a few of 1,000 boxes");

    let (few, _) = maze(|index| hit.contains(&index));
    assert!(few.bodies.len() < 60, "each body looks at all others");
    let alone = run(&few, until);
    let (ours, theirs) = (impacts(&history), impacts(&alone));
    assert_eq!(ours.len(), theirs.len(), "{ours:?}\n{theirs:?}");
    // A flight among convex obstacles spreads differences: those of rounding stay small for some impacts.
    for ((time, point), (other_time, other_point)) in ours.iter().zip(&theirs).take(8) {
        assert!((time - other_time).abs() < 1e-7 && point.distance(*other_point) < 1e-7, "{time} {other_time}");
    }

    let mut least = f64::INFINITY;
    for step in 0..=20_000 {
        let Placement::Pose(place) = history.motions[0].at(until * f64::from(step) / 20_000.0) else {
            panic!("a rigid motion")
        };
        for block in &places {
            let outside = ((place.translation() - *block).abs() - HALF).max(DVec3::ZERO);
            least = least.min(outside.length() - RADIUS);
        }
    }
    assert!(least > -1e-12, "the ball is {least:e} m deep in a box");
}

/// "a" expects to meet "b" after 2 s. "e" hits "d" after 0.5 s, and "d" hits "a" after 1 s: the prediction of "a" is given
/// up before its time, and that of "b" is void when its time comes.
#[test]
fn void_predictions_of_both_kinds_are_counted_apart() {
    let still = DVec3::ZERO;
    let bodies = vec![
        marble("a", DVec3::ZERO, DVec3::X, 0.1),
        marble("b", dvec3(2.2, 0.0, 0.0), still, 0.1),
        marble("d", dvec3(1.0, 1.2, 0.0), still, 0.1),
        marble("e", dvec3(1.0, 2.4, 0.0), -2.0 * DVec3::Y, 0.1),
    ];
    let history = run(&World { bodies, gravity: DVec3::ZERO }, 3.0);
    let times: Vec<f64> = impacts(&history).iter().map(|(time, _)| *time).collect();
    let [first, second] = times[..] else { panic!("{times:?}") };
    assert!((first - 0.5).abs() < 1e-6 && (second - 1.0).abs() < 1e-6, "{times:?}");
    assert_eq!((history.counts.stale, history.counts.diverted), (1, 1), "{:?}", history.counts);
    assert!(history.crowded.is_none(), "a few bodies are not looked at as a crowd");
}

/// Balls on a grid with some room between them, that fly about. Those of the crowd are as many and much closer.
fn swarm(is_crowded: bool) -> World {
    let mut random = Random::new(9);
    let mut vector = || DVec3::from_array(std::array::from_fn(|_| random.between(-1.0, 1.0)));
    let mut bodies = Vec::new();
    for index in 0..216 {
        let cell = dvec3((index % 6) as f64, (index / 6 % 6) as f64, (index / 36) as f64) - 2.5;
        bodies.push(marble(&format!("far {index}"), 3.0 * cell, 0.3 * vector(), 0.02));
        if is_crowded {
            let near = dvec3(0.4, 0.3, -0.2) + 0.05 * cell;
            bodies.push(marble(&format!("near {index}"), near, 0.05 * vector(), 0.02));
        }
    }
    for normal in [DVec3::X, -DVec3::X, DVec3::Y, -DVec3::Y, DVec3::Z, -DVec3::Z] {
        let wall = prepared(HalfSpace::facing(normal, -9.0).unwrap());
        bodies.push(WorldBody::fixed("wall", wall, BodyState::default()).of(elastic()));
    }
    World { bodies, gravity: DVec3::ZERO }
}

/// A dense region is recognised, and where it is; evenly spread bodies have none.
#[test]
fn a_dense_region_is_reported() {
    let history = run(&swarm(true), 0.5);
    let crowded = history.crowded.unwrap();
    assert!(crowded.crowding.is_dense(), "{crowded:?}");
    assert!(crowded.crowding.densest.distance(dvec3(0.4, 0.3, -0.2)) < 1.0, "{crowded:?}");
    assert!((0.0..=0.5).contains(&crowded.time));
    let even = run(&swarm(false), 0.5).crowded.unwrap();
    assert!(!even.crowding.is_dense(), "{even:?}");
    assert_eq!(even.crowding.bodies, 216);
}
