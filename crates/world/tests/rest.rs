//! Bodies that come to rest: boxes of flat faces that slide, tip, hop, stop and sleep.
//!
//! Reference: Coulomb's law in closed form. The static test of the positions is the geometry of boxes, not the detection.

#![allow(clippy::unwrap_used)] // A test may stop at the first broken expectation.

mod scene;

use glam::{DQuat, DVec3, dvec3};
use scene::prepared;
use tangency_geometry::{HalfSpace, primitive};
use tangency_interval::laws::Random;
use tangency_respond::{Inertia, Material};
use tangency_world::{BodyState, History, RunEnding, RunOptions, World, WorldBody, WorldEventKind};

const GRAVITY: f64 = 9.81;

/// A box of flat faces at a place.
fn cuboid(name: &str, size: DVec3, state: BodyState) -> WorldBody {
    let inertia = Inertia::cuboid(1.0, size).unwrap();
    WorldBody::free(name, prepared(primitive::cuboid(size).unwrap()), inertia, state)
}

fn material(restitution: f64, friction: f64) -> Material {
    Material::new(restitution, friction).unwrap()
}

/// The half-space below a plane through the origin.
fn ground(normal: DVec3) -> WorldBody {
    let shape = prepared(HalfSpace::facing(normal, 0.0).unwrap());
    WorldBody::fixed("ground", shape, BodyState::default())
}

/// A slab of flat faces below z = 0.
fn slab() -> WorldBody {
    let shape = prepared(primitive::cuboid(dvec3(4.0, 4.0, 0.2)).unwrap());
    WorldBody::fixed("slab", shape, BodyState::at(dvec3(0.0, 0.0, -0.1)))
}

fn run(bodies: Vec<WorldBody>, until: f64) -> History {
    let world = World { bodies, gravity: dvec3(0.0, 0.0, -GRAVITY) };
    world.run(&RunOptions { until, ..RunOptions::default() }).unwrap()
}

/// The instant at which a body stopped for good; `None` if it moves at the end.
fn stopped(history: &History, body: usize) -> Option<f64> {
    let end = history.until;
    let place = |time: f64| history.motions[body].at(time).point(0, dvec3(0.3, 0.2, 0.1));
    let rests = |time: f64| place(time) == place(end);
    if history.states[body].velocity != DVec3::ZERO {
        return None;
    }
    let (mut lower, mut upper) = (0.0, end);
    for _ in 0..40 {
        let middle = 0.5 * (lower + upper);
        if rests(middle) { upper = middle } else { lower = middle }
    }
    Some(upper)
}

#[test]
fn a_dropped_box_comes_to_rest_and_stays() {
    let size = dvec3(0.3, 0.2, 0.1);
    for floor in [ground(DVec3::Z), slab()] {
        let state = BodyState {
            orientation: DQuat::from_scaled_axis(dvec3(0.2, 0.1, 0.4)),
            ..BodyState::at(dvec3(0.0, 0.0, 0.3))
        };
        let falling = cuboid("box", size, state).of(material(0.3, 0.5));
        let history = run(vec![falling, floor.of(material(1.0, 0.5))], 3.0);
        assert_eq!(history.ending, RunEnding::Finished);
        assert!(stopped(&history, 0).is_some_and(|time| time < 2.0), "{:?}", history.states[0]);
        assert!(history.events.iter().any(|event| event.kind == WorldEventKind::Rests));
        assert!((history.states[0].position.z - 0.05).abs() < 1e-4, "{:?}", history.states[0]);
    }
}

#[test]
fn stacks_of_boxes_stand_still() {
    let size = dvec3(0.2, 0.2, 0.1);
    for count in [2, 10] {
        let at = |level: usize| BodyState::at(dvec3(0.0, 0.0, 0.05 + 0.001 + 0.101 * level as f64));
        let mut bodies: Vec<WorldBody> =
            (0..count).map(|level| cuboid(&format!("box {level}"), size, at(level)).of(material(0.2, 0.5))).collect();
        bodies.push(slab().of(material(1.0, 0.5)));
        let history = run(bodies, 5.0);
        assert_eq!(history.ending, RunEnding::Finished, "{count}");
        for level in 0..count {
            let time = stopped(&history, level);
            assert!(time.is_some_and(|time| time < 3.0), "{count} {level} {time:?} {:?}", history.states[level]);
            let position = history.states[level].position;
            assert!(position.truncate().length() < 1e-4 && position.z < 0.05 + 0.1 * level as f64 + 1e-4, "{position}");
        }
    }
}

/// Two boxes that are turned about the vertical lie side by side on a half-space, and one on both.
/// Cubes that stand on each other from the start, as a user writes them: at 0.1 m, 0.3 m, 0.5 m, up to rounding. Nobody
/// pushes a cube into the next one, and they stay where they are but for the skins between them.
#[test]
fn a_stack_that_touches_at_the_start_stands() {
    let size = DVec3::splat(0.2);
    for count in [2, 3, 6] {
        for floor in [ground(DVec3::Z), slab()] {
            let place = |index: usize| dvec3(0.0, 0.0, (1 + 2 * index) as f64 / 10.0);
            let mut bodies: Vec<WorldBody> = (0..count)
                .map(|index| cuboid(&format!("cube {index}"), size, BodyState::at(place(index))).of(material(0.5, 0.5)))
                .collect();
            bodies.push(floor.of(material(0.5, 0.5)));
            let history = run(bodies, 2.0);
            assert_eq!(history.ending, RunEnding::Finished, "{count}");
            for index in 0..count {
                let moved = history.states[index].position - place(index);
                assert!(moved.length() < 1e-4, "{count}: cube {index} by {moved}");
                assert!(stopped(&history, index).is_some(), "{count}: cube {index}");
            }
            for time in (0..200).map(|step| f64::from(step) / 100.0) {
                let bottom = |index: usize| {
                    let corners = [[-0.1, -0.1], [-0.1, 0.1], [0.1, -0.1], [0.1, 0.1]];
                    let heights =
                        |z: f64| corners.map(|[x, y]| history.motions[index].at(time).point(0, dvec3(x, y, z)).z);
                    [
                        heights(-0.1).into_iter().fold(f64::MAX, f64::min),
                        heights(0.1).into_iter().fold(f64::MIN, f64::max),
                    ]
                };
                let spans: Vec<[f64; 2]> = (0..count).map(bottom).collect();
                assert!(spans[0][0] > -1e-12, "{count} at {time}: {spans:?}");
                assert!(spans.windows(2).all(|pair| pair[1][0] > pair[0][1] - 1e-12), "{count} at {time}: {spans:?}");
            }
        }
    }
}

#[test]
fn turned_boxes_rest_on_a_half_space() {
    let size = dvec3(0.2, 0.2, 0.1);
    let turned =
        |angle: f64, place: DVec3| BodyState { orientation: DQuat::from_rotation_z(angle), ..BodyState::at(place) };
    let bodies = vec![
        cuboid("left", size, turned(0.4, dvec3(-0.16, 0.0, 0.0502))).of(material(0.3, 0.5)),
        cuboid("right", size, turned(-0.7, dvec3(0.16, 0.02, 0.0505))).of(material(0.3, 0.5)),
        cuboid("above", dvec3(0.5, 0.1, 0.1), turned(0.1, dvec3(0.0, 0.0, 0.1515))).of(material(0.3, 0.5)),
        ground(DVec3::Z).of(material(1.0, 0.5)),
    ];
    let history = run(bodies, 1.0);
    assert_eq!(history.ending, RunEnding::Finished);
    for body in 0..3 {
        assert!(stopped(&history, body).is_some(), "{body}: {:?}", history.states[body]);
    }
    assert!((history.states[2].position.z - 0.15).abs() < 1e-4);
}

/// A block sticks below the angle of friction, and slides above it.
#[test]
fn a_block_sticks_or_slides_by_the_angle_of_friction() {
    let friction: f64 = 0.5;
    let size = dvec3(0.3, 0.3, 0.1);
    for (off, sticks) in [(-1e-5, true), (1e-5, false)] {
        let angle = friction.atan() + off;
        let turn = DQuat::from_rotation_y(angle);
        let normal = turn * DVec3::Z;
        let state = BodyState { orientation: turn, ..BodyState::at(normal * (0.05 + 2e-5)) };
        let block = cuboid("block", size, state).of(material(0.0, friction));
        let history = run(vec![block, ground(normal).of(material(0.0, friction))], 0.5);
        assert_eq!(history.ending, RunEnding::Finished);
        assert_eq!(stopped(&history, 0).is_some(), sticks, "{off} {:?}", history.states[0]);
    }
}

/// Without friction nothing stops a box that slides.
#[test]
fn a_box_on_ice_slides_on() {
    let state = BodyState { velocity: dvec3(0.003, 0.0, 0.0), ..BodyState::at(dvec3(0.0, 0.0, 0.0501)) };
    let sliding = cuboid("box", dvec3(0.2, 0.2, 0.1), state).of(material(0.0, 0.0));
    let history = run(vec![sliding, ground(DVec3::Z).of(material(0.0, 0.0))], 1.0);
    assert_eq!(history.ending, RunEnding::Finished);
    assert!((history.states[0].position.x - 0.003).abs() < 1e-9, "{:?}", history.states[0]);
}

/// A hit wakes a stack, and the stack falls asleep again.
#[test]
fn a_hit_wakes_what_rests() {
    let size = dvec3(0.2, 0.2, 0.1);
    let at = |height: f64| BodyState::at(dvec3(0.0, 0.0, height));
    let mut bodies = vec![cuboid("lower", size, at(0.051)), cuboid("upper", size, at(0.153))];
    bodies.push(cuboid("late", size, at(1.5)));
    bodies = bodies.into_iter().map(|body| body.of(material(0.1, 0.5))).collect();
    bodies.push(slab().of(material(1.0, 0.5)));
    let history = run(bodies, 3.0);
    assert_eq!(history.ending, RunEnding::Finished);
    let rests: Vec<f64> = history
        .events
        .iter()
        .filter(|event| event.kind == WorldEventKind::Rests && [event.a, event.b].contains(&0))
        .map(|event| event.time.mid())
        .collect();
    // The late one falls for half a second.
    assert!(rests.iter().any(|time| *time < 0.5) && rests.iter().any(|time| *time > 0.5), "{rests:?}");
    for (body, height) in [0.05, 0.15, 0.25].into_iter().enumerate() {
        assert!((history.states[body].position.z - height).abs() < 1e-4, "{:?}", history.states[body]);
        assert_eq!(history.states[body].velocity, DVec3::ZERO);
    }
}

/// The largest distance by which one of the separating axes of two boxes keeps them apart: negative if they overlap.
fn separation(size: DVec3, [a, b]: [&BodyState; 2]) -> f64 {
    let axes = |state: &BodyState| [DVec3::X, DVec3::Y, DVec3::Z].map(|axis| state.orientation * axis);
    let (of_a, of_b) = (axes(a), axes(b));
    let crossed = of_a.iter().flat_map(|a| of_b.iter().map(|b| a.cross(*b).normalize_or_zero()));
    let reach = |axes: &[DVec3; 3], along: DVec3| (0..3).map(|i| 0.5 * size[i] * axes[i].dot(along).abs()).sum::<f64>();
    let apart = |along: DVec3| (b.position - a.position).dot(along).abs() - reach(&of_a, along) - reach(&of_b, along);
    of_a.into_iter().chain(of_b).chain(crossed).filter(|axis| *axis != DVec3::ZERO).map(apart).fold(-1.0, f64::max)
}

/// Boxes fall on a heap from random orientations. All come to rest, and none overlaps another at any instant.
fn heaps_come_to_rest(seeds: std::ops::Range<u64>, count: usize) {
    let size = dvec3(0.2, 0.15, 0.1);
    for seed in seeds {
        let mut random = Random::new(100 + seed);
        let mut bodies: Vec<WorldBody> = (0..count)
            .map(|index| {
                let mut part = || random.between(-1.0, 1.0);
                let place = dvec3(0.05 * part(), 0.05 * part(), 0.2 + 0.3 * index as f64);
                let turn = DQuat::from_scaled_axis(2.0 * dvec3(part(), part(), part()));
                let state = BodyState { orientation: turn, ..BodyState::at(place) };
                cuboid(&format!("box {index}"), size, state).of(material(0.2, 0.6))
            })
            .collect();
        bodies.push(slab().of(material(1.0, 0.6)));
        let history = run(bodies, 4.0);
        assert_eq!(history.ending, RunEnding::Finished, "seed {seed}");
        for body in 0..count {
            assert!(stopped(&history, body).is_some(), "seed {seed}, body {body}: {:?}", history.states[body]);
        }
        for _ in 0..1000 {
            let time = random.between(0.0, 4.0);
            let state = |body: usize| {
                let at = |local: DVec3| history.motions[body].at(time).point(0, local);
                let position = at(DVec3::ZERO);
                let axes = glam::DMat3::from_cols(at(DVec3::X), at(DVec3::Y), at(DVec3::Z));
                let origin = glam::DMat3::from_cols(position, position, position);
                BodyState { orientation: DQuat::from_mat3(&(axes - origin)), ..BodyState::at(position) }
            };
            let states: Vec<BodyState> = (0..count).map(state).collect();
            for (a, b) in (0..count).flat_map(|a| (0..a).map(move |b| (a, b))) {
                let apart = separation(size, [&states[a], &states[b]]);
                assert!(apart > -1e-9, "seed {seed} at {time}: {a} and {b} overlap by {}", -apart);
            }
        }
    }
}

#[test]
fn small_heaps_come_to_rest() {
    heaps_come_to_rest(0..2, 4);
}

/// `cargo test --release -p tangency-world --test rest -- --ignored`: some minutes.
#[test]
#[ignore = "a soak of some minutes"]
fn many_heaps_come_to_rest() {
    heaps_come_to_rest(0..50, 12);
}
