//! `measure`: distances, depths, closest approaches and curves of pairs.
//!
//! References: closed forms (spheres, boxes), distances at many more instants than a curve has, and the full list for
//! the shorter ones.

#![allow(clippy::unwrap_used, reason = "a broken expectation stops the test")]

use std::collections::BTreeSet;
use std::sync::Arc;
use tangency::detect::{Evidence, Moving, Query, distance};
use tangency::formats::measurement::{MeasureQuestion, MeasuredPairReport, OverlapName};
use tangency::{MeasureError, MeasureOptions, MeasureProgress, MeasureTime, Measurement, Scene, measure, scenes};

fn scene(text: &str) -> Scene {
    Scene::parse(text, "test.toml").unwrap()
}

fn body(name: &str, shape: &str, motion: &str) -> String {
    format!("[[body]]\nname = \"{name}\"\nshape = {shape}\nmotion = {motion}\n")
}

fn ball(name: &str, radius: f64, place: [f64; 3]) -> String {
    body(name, &format!("{{ sphere = {{ radius = {radius} }} }}"), &format!("{{ still = {{ position = {place:?} }} }}"))
}

fn measured(scene: &Scene, when: MeasureTime) -> Measurement {
    measure(scene, &MeasureOptions { when, ..MeasureOptions::default() }).unwrap()
}

fn names(pair: &MeasuredPairReport) -> [&str; 2] {
    [&pair.a, &pair.b]
}

fn contains([lower, upper]: [f64; 2], value: f64) -> bool {
    lower <= value && value <= upper
}

/// Two balls of radius 1/2 m. One passes the other at 4 m/s, their centres 1.25 m apart at the closest, half a second
/// after the start at 3 s.
fn passing() -> Scene {
    let motion = "{ linear = { position = [-2, 0, 0], velocity = [4, 0, 0] } }";
    let left = body("left", "{ sphere = { radius = 0.5 } }", motion);
    scene(&format!("span = {{ start = 3, end = 4 }}\n{left}{}", ball("right", 0.5, [0.0, 1.25, 0.0])))
}

fn passing_distance(time: f64) -> f64 {
    (-2.0 + 4.0 * (time - 3.0)).hypot(1.25) - 1.0
}

#[test]
fn distances_of_passing_balls_are_those_of_the_closed_form() {
    for at in [3.0, 3.1, 3.25, 3.5, 3.9, 4.0] {
        let found = measured(&passing(), MeasureTime::At(at));
        let [pair] = found.pairs.as_slice() else { panic!("one pair") };
        let truth = passing_distance(at);
        // 3.1 and 3.9 are rounded, and so is the closed form.
        let [lower, upper] = pair.distance;
        assert!(lower <= truth + 1e-14 && truth <= upper + 1e-14 && upper - lower < 1e-9, "{at}: {:?}", pair.distance);
        assert_eq!((pair.verdict, pair.evidence, pair.at), (OverlapName::Apart, Evidence::Proved, at));
        assert!(contains(pair.time, at) && pair.penetration.is_none() && pair.curve.is_none());
        let [a, b] = pair.points.map(glam::DVec3::from_array);
        assert!((a.distance(b) - truth).abs() < 1e-9 && ((b - a).normalize().to_array()[0] - pair.normal[0]) < 1e-9);
        assert_eq!((found.question, found.span), (MeasureQuestion::Instant, [at; 2]));
    }
    let start = measured(&passing(), MeasureTime::Start);
    assert_eq!(start.span, [3.0; 2]);
    assert!(contains(start.pairs[0].distance, 2.0_f64.hypot(1.25) - 1.0));
}

#[test]
fn the_closest_approach_of_passing_balls_is_that_of_the_closed_form() {
    let found = measured(&passing(), MeasureTime::Over);
    let pair = &found.pairs[0];
    assert!(contains(pair.distance, 0.25) && pair.distance[1] - pair.distance[0] <= 1e-6, "{:?}", pair.distance);
    assert!(contains(pair.time, 3.5) && pair.time[1] - pair.time[0] < 0.1, "{:?}", pair.time);
    assert!((pair.at - 3.5).abs() < 1e-3 && pair.complete);
    assert_eq!((found.verdict, found.evidence, found.span), (OverlapName::Apart, Evidence::Proved, [3.0, 4.0]));
}

#[test]
fn a_curve_of_passing_balls_is_bounded_by_the_closed_form() {
    for when in [MeasureTime::Over, MeasureTime::At(3.2)] {
        let found = measure(&passing(), &MeasureOptions { when, curves: 1, ..MeasureOptions::default() }).unwrap();
        let curve = found.pairs[0].curve.as_ref().unwrap();
        assert_eq!((curve.times[0], curve.times.last()), (3.0, Some(&4.0)));
        assert!(curve.times.contains(&found.pairs[0].at) && curve.times.len() > 100);
        assert_eq!(curve.evidence, Evidence::Proved);
        for (&time, &most) in curve.times.iter().zip(&curve.at_most) {
            assert!((most - passing_distance(time)).abs() < 1e-9, "{time}: {most}");
        }
        for (ends, &least) in curve.times.windows(2).zip(&curve.at_least) {
            let inside = (0..=100).map(|step| ends[0] + (ends[1] - ends[0]) * f64::from(step) / 100.0);
            let truth = inside.map(passing_distance).fold(f64::INFINITY, f64::min);
            // The bound is proved, and close enough to be of use.
            assert!(least <= truth + 1e-14, "{ends:?}: {least} > {truth}");
            assert!(least >= 0.95 * truth, "{ends:?}: {least} is far below {truth}");
        }
        found.to_json().unwrap();
    }
}

/// Curves of bodies that turn, jump and touch, against distances at many more instants.
#[test]
fn bounds_of_curves_hold_between_their_instants() {
    let turning = "{ rigid = { position = [0.3, 0, 0.9], velocity = [0.4, 0, -0.3], angular_velocity = [3, 5, 1] } }";
    let jumping = "{ piecewise = [\
        { start = 0, motion = { linear = { position = [1.4, 0, 0], velocity = [0, 0.8, 0] } } }, \
        { start = 0.47, motion = { linear = { position = [0, 0, -0.9], velocity = [0.2, 0, 0.2] } } }] }";
    let text = [
        "span = { end = 1 }\n".to_owned(),
        body("block", "{ box = [0.8, 0.8, 0.8] }", "{ still = { position = [0, 0, 0] } }"),
        body("turning", "{ torus = { radius = 0.3, tube = 0.1 } }", turning),
        body("jumping", "{ sphere = { radius = 0.2 } }", jumping),
    ];
    let scene = scene(&text.concat());
    let options = MeasureOptions { curves: 3, ..MeasureOptions::default() };
    let found = measure(&scene, &options).unwrap();
    let moving: Vec<Moving> =
        scene.bodies.iter().map(|body| Moving::new(body.shape.clone(), body.motion.clone()).unwrap()).collect();
    let place = |name: &str| scene.bodies.iter().position(|body| body.name == name).unwrap();
    let mut near = 0;
    for pair in &found.pairs {
        let curve = pair.curve.as_ref().unwrap();
        let [a, b] = names(pair).map(|name| &moving[place(name)]);
        for (ends, &least) in curve.times.windows(2).zip(&curve.at_least) {
            for step in 0..=8 {
                let time = ends[0] + (ends[1] - ends[0]) * f64::from(step) / 8.0;
                let truth = distance(a, b, time, &Query::default()).unwrap().distance;
                assert!(least <= truth.upper(), "{:?} at {time}: {least} > {truth:?}", names(pair));
                near += usize::from(least > 0.5 * truth.lower() && least > 0.0);
            }
        }
    }
    assert!(near > 1000, "only {near} bounds are near the distance");
}

#[test]
fn overlapping_pairs_come_first_the_deepest_before_the_others() {
    let text = [
        "span = { end = 1 }\n".to_owned(),
        ball("a", 0.5, [0.0, 0.0, 0.0]),
        ball("b", 0.5, [0.9, 0.0, 0.0]),
        ball("c", 0.5, [0.0, 0.75, 0.0]),
        ball("d", 0.5, [0.0, 0.0, 3.0]),
    ];
    let found = measured(&scene(&text.concat()), MeasureTime::Start);
    let order: Vec<[&str; 2]> = found.pairs.iter().map(names).collect();
    assert_eq!(order, [["a", "c"], ["a", "b"], ["b", "c"], ["a", "d"], ["c", "d"], ["b", "d"]]);
    for (pair, depth) in found.pairs.iter().zip([0.25, 0.1]) {
        let deep = pair.penetration.as_ref().unwrap();
        assert_eq!((pair.verdict, pair.distance), (OverlapName::Overlap, [0.0, 0.0]));
        assert!(deep.depth[0] <= depth + 1e-15 && depth - 1e-15 <= deep.depth[1], "{deep:?}");
        assert!(deep.depth[1] - deep.depth[0] < 1e-9);
    }
    assert!(found.pairs[2..].iter().all(|pair| pair.penetration.is_none()));
    assert_eq!((found.verdict, found.evidence), (OverlapName::Overlap, Evidence::Proved));
}

/// The full list of 60 balls at random places, moving, with some pairs that may touch.
fn many() -> Scene {
    let mut seed = 7_u64;
    let mut random = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 40) as f64 / (1_u64 << 24) as f64
    };
    let mut text = "span = { end = 1 }\nquery = { may_touch = [[\"0\", \"1\"], [\"5\", \"20\"]] }\n".to_owned();
    for name in 0..60 {
        let [place, speed] = [(); 2].map(|()| [(); 3].map(|()| 10.0 * random()));
        let motion = format!("{{ linear = {{ position = {place:?}, velocity = {speed:?} }} }}");
        text += &body(&name.to_string(), "{ sphere = { radius = 0.2 } }", &motion);
    }
    scene(&text)
}

#[test]
fn shorter_lists_are_the_beginning_of_the_full_one() {
    let scene = many();
    for when in [MeasureTime::At(0.5), MeasureTime::Over] {
        let full = measured(&scene, when);
        assert_eq!((full.pairs.len(), full.farther), (60 * 59 / 2 - 2, 0));
        assert!(full.pairs.iter().all(|pair| names(pair) != ["0", "1"] && names(pair) != ["5", "20"]));
        assert_eq!(full.not_measured, ["pairs that may touch (query.may_touch): 0 and 1, 5 and 20"]);
        let nearest = measure(&scene, &MeasureOptions { when, nearest: Some(7), ..Default::default() }).unwrap();
        assert_eq!(nearest.pairs.len(), 7);
        let limit = full.pairs[40].distance[1];
        let within = measure(&scene, &MeasureOptions { when, within: Some(limit), ..Default::default() }).unwrap();
        assert_eq!(within.farther, full.pairs.len() - within.pairs.len());
        for shorter in [&nearest, &within] {
            let same = shorter.pairs.iter().zip(&full.pairs).all(|(one, other)| names(one) == names(other));
            assert!(same, "{when:?}: another order");
        }
        assert!(within.pairs.len() > 40);
        let both =
            MeasureOptions { when, nearest: Some(7), within: Some(full.pairs[2].distance[1]), ..Default::default() };
        assert_eq!(measure(&scene, &both).unwrap().pairs.len(), 3);
    }
}

#[test]
fn bodies_can_be_chosen() {
    let scene = many();
    let chosen = |bodies: &[&str]| {
        let bodies = bodies.iter().map(|name| (*name).to_owned()).collect();
        measure(&scene, &MeasureOptions { bodies, ..Default::default() })
    };
    let alone = chosen(&["5"]).unwrap();
    assert_eq!((alone.pairs.len(), alone.not_measured.len()), (58, 1));
    assert!(alone.pairs.iter().all(|pair| names(pair).contains(&"5")));
    let three = chosen(&["9", "5", "7", "9"]).unwrap();
    let mut pairs: Vec<[&str; 2]> = three.pairs.iter().map(names).collect();
    pairs.sort_unstable();
    assert_eq!(pairs, [["5", "7"], ["5", "9"], ["7", "9"]]);
    assert!(three.not_measured.is_empty());
    let error = chosen(&["5", "sixty"]).unwrap_err();
    assert!(matches!(&error, MeasureError::UnknownBody { name, .. } if name == "sixty"));
    let words = error.to_string();
    assert!(words.contains("there is no body \"sixty\"") && words.ends_with("\"11\" and 48 more"), "{words}");
}

#[test]
fn what_cannot_be_measured_is_refused() {
    let refused = |options: MeasureOptions| measure(&passing(), &options).unwrap_err();
    for at in [2.999, 4.001, f64::NAN, f64::INFINITY] {
        let error = refused(MeasureOptions { when: MeasureTime::At(at), ..Default::default() });
        assert!(matches!(error, MeasureError::Instant { start: 3.0, end: 4.0, .. }), "{error}");
    }
    for limit in [-1.0, f64::NAN] {
        let error = refused(MeasureOptions { within: Some(limit), nearest: Some(1), ..Default::default() });
        assert!(matches!(error, MeasureError::Within(_)), "{error}");
    }
    for tolerance in [0.0, -1.0, f64::NAN] {
        let error = refused(MeasureOptions { tolerance: Some(tolerance), ..Default::default() });
        assert!(matches!(error, MeasureError::Scene(_)), "{error}");
    }
    let free = measure(&scenes::make("bounce").unwrap(), &MeasureOptions::default()).unwrap_err();
    assert!(free.to_string().contains("is free"), "{free}");
}

#[test]
fn scenes_without_a_pair_and_of_one_instant() {
    let alone = scene(&format!("span = {{ end = 1 }}\n{}", ball("alone", 1.0, [0.0; 3])));
    for when in [MeasureTime::Start, MeasureTime::Over] {
        let found = measure(&alone, &MeasureOptions { when, curves: 3, ..Default::default() }).unwrap();
        assert_eq!((found.pairs.len(), found.farther, found.verdict), (0, 0, OverlapName::Apart));
        found.to_json().unwrap();
    }
    let two = format!("span = {{ end = 1 }}\n{}{}", ball("a", 1.0, [0.0; 3]), ball("b", 1.0, [3.0, 0.0, 0.0]));
    let mut instant = scene(&two);
    instant.span.start = 1.0;
    let found = measure(&instant, &MeasureOptions { when: MeasureTime::Over, curves: 1, ..Default::default() });
    let pair = &found.unwrap().pairs[0];
    assert!(contains(pair.distance, 1.0) && pair.curve.is_none() && pair.at == 1.0);
}

/// What a progress bar reads grows while the only pair is measured: "0 of 1" does not stand alone.
#[test]
fn the_progress_of_a_single_pair_moves_before_the_pair_is_done() {
    let scene = scenes::make("gears").unwrap();
    let progress = Arc::new(MeasureProgress::default());
    let options = MeasureOptions {
        when: MeasureTime::Over,
        budget: Some(1_000_000),
        progress: Some(Arc::clone(&progress)),
        ..MeasureOptions::default()
    };
    assert_eq!((progress.read(), progress.steps()), ((0, 0), 0));
    let mut seen = BTreeSet::new();
    std::thread::scope(|scope| {
        let work = scope.spawn(|| measure(&scene, &options).unwrap());
        while !work.is_finished() {
            let steps = progress.steps();
            if progress.read() == (0, 1) {
                seen.insert(steps);
            }
            std::thread::yield_now();
        }
        assert_eq!(work.join().unwrap().pairs.len(), 1);
    });
    assert!(seen.len() > 3, "only {} states were seen", seen.len());
    assert!(progress.steps() > 100_000, "{} steps", progress.steps());
    assert_eq!(progress.read(), (1, 1));
}

/// A solid of two parts: a cube and a thin bar beside one of its edges, and a small body inside of the cube that the
/// wall is closer to than the bar, by less than the tolerance. The line to the bar leaves the bar outwards and goes
/// through the wall: it says nothing of the cube.
#[test]
fn a_body_inside_is_not_told_apart_by_a_line_through_a_wall() {
    let solid = include_str!("measure_wedge.toml");
    let (walls, chip) = solid.split_once("shape = { torus = { radius = 0.01, tube = 0.003 }, smooth = true }").unwrap();
    let chips = [
        "{ torus = { radius = 0.01, tube = 0.003 }, smooth = true }",
        "{ sphere = { radius = 0.005 } }",
        "{ capsule = { radius = 0.002, length = 0.01 } }",
        "{ cylinder = { radius = 0.005, height = 0.01 } }",
    ];
    for shape in chips {
        let wedge = scene(&format!("{walls}shape = {shape}{chip}"));
        let found = measured(&wedge, MeasureTime::Start);
        let pair = &found.pairs[0];
        assert_eq!(pair.distance, [0.0; 2], "{shape}: {pair:?}");
        assert_eq!(pair.verdict, OverlapName::Overlap, "{shape}: {pair:?}");
    }
}
