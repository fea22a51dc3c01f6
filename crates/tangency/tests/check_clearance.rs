//! How clear a clear scene is, when and where.
//!
//! References: closed forms of spheres and boxes, and distances at instants by brute force over vertices. A lower bound
//! must not exceed the true distance, and an upper bound must not be below it.

#![allow(clippy::unwrap_used, reason = "a broken expectation stops the test")]

use glam::DVec3;
use tangency::formats::{ClearanceReport, NearestReport};
use tangency::{CheckOptions, Report, Scene, check, scenes};

fn clear(scene: &Scene, options: &CheckOptions) -> Report {
    let report = check(scene, &CheckOptions { clearance: true, ..options.clone() }).unwrap();
    assert_eq!(report.verdict.to_string(), "clear");
    let again = Report::from_json(&report.to_json().unwrap()).unwrap();
    assert_eq!(again, report, "the result file holds all of it");
    report
}

fn parsed(text: &str) -> Scene {
    Scene::parse(text, "test.toml").unwrap()
}

/// The bound and the nearest pair of a scene with both.
fn found(report: &Report) -> (f64, &NearestReport, &ClearanceReport) {
    let clearance = report.clearance.as_ref().unwrap();
    (clearance.at_least.unwrap(), clearance.nearest.as_ref().unwrap(), clearance)
}

/// A ball of radius 0.5 m flies past `count` posts in a row, ten metres apart. The gap to post `i` is
/// 1 + |i - closest|/10.
fn past_posts(count: usize, closest: usize) -> Scene {
    let length = 10.0 * count as f64;
    let mut text = format!(
        r#"
        span = {{ start = 0, end = {length} }}
        [[body]]
        name = "ball"
        shape = {{ sphere = {{ radius = 0.5 }} }}
        motion = {{ linear = {{ position = [-5, 0, 0], velocity = [1, 0, 0] }} }}
        "#
    );
    for post in 0..count {
        let (x, y) = (10.0 * post as f64, 2.0 + 0.1 * post.abs_diff(closest) as f64);
        text += &format!(
            r#"
            [[body]]
            name = "post {post}"
            shape = {{ sphere = {{ radius = 0.5 }} }}
            motion = {{ still = {{ position = [{x}, {y}, 0] }} }}
            "#
        );
    }
    parsed(&text)
}

/// The nearest pair among few and many bodies, wherever along the way it is: between the sampled instants, too.
#[test]
fn the_nearest_of_many_pairs_is_named_with_its_instant_and_points() {
    for (count, closest) in [(1, 0), (2, 1), (12, 0), (12, 5), (12, 11)] {
        let report = clear(&past_posts(count, closest), &CheckOptions::default());
        let (at_least, nearest, clearance) = found(&report);
        assert!(at_least <= 1.0 && nearest.within >= 1.0, "{count} {closest}: {at_least} {}", nearest.within);
        assert!(nearest.within - at_least < 1e-5, "{count} {closest}: {at_least} {}", nearest.within);
        assert_eq!((nearest.a.as_str(), nearest.b.clone()), ("ball", format!("post {closest}")));
        let time = 10.0 * closest as f64 + 5.0;
        assert!((nearest.time - time).abs() < 1e-2, "{}", nearest.time);
        let during = nearest.during.unwrap();
        assert!(during[0] <= time && time <= during[1], "{during:?}");
        let [a, b] = nearest.points.unwrap().map(DVec3::from_array);
        assert!((a.distance(b) - 1.0).abs() < 1e-4 && (a.y - 0.5).abs() < 1e-3 && (b.y - 1.5).abs() < 1e-3, "{a} {b}");
        assert_eq!((clearance.note.clone(), clearance.evidence.to_string()), (None, "proved".into()));
    }
}

/// The play of the built-in scenes. A distance that stays the same for a while is bounded tightly with bounded effort.
#[test]
fn the_play_of_the_built_in_scenes_is_found() {
    for (name, play, share) in [("rail", 2e-5, 0.9), ("peg", 1e-4, 0.95), ("arm", 0.005, 0.98)] {
        let report = clear(&scenes::make(name).unwrap(), &CheckOptions::default());
        let (at_least, nearest, clearance) = found(&report);
        // The coordinates of the scenes are rounded.
        let rounding = 1e-12;
        assert!(at_least <= play + rounding && nearest.within >= play - rounding, "{name}: {at_least} {nearest:?}");
        assert!(at_least >= share * play && nearest.within <= 1.01 * play + 1e-9, "{name}: {at_least} {nearest:?}");
        assert_eq!(clearance.evidence.to_string(), "proved", "{name}");
        let [a, b] = nearest.points.unwrap().map(DVec3::from_array);
        assert!((a.distance(b) - nearest.within).abs() < 2e-6, "{name}: {a} {b}");
    }
}

/// A bar that a formula bends below a post. Its top is at y = 0.05 + x²·sin(t), its ends are at x = ±1.
#[test]
fn a_bending_mesh_has_a_bound() {
    let scene = parsed(
        r#"
        span = { start = 0, end = 1 }
        [[body]]
        name = "wing"
        shape = { box = [2, 0.1, 0.1] }
        motion = { expression = ["x", "y + x * x * sin(t)", "z"] }
        [[body]]
        name = "post"
        shape = { box = [3, 0.1, 0.1] }
        motion = { still = { position = [0, 1.05, 0] } }
        "#,
    );
    let report = clear(&scene, &CheckOptions::default());
    let (at_least, nearest, _) = found(&report);
    let truth = 1.0 - 0.05 - 1.0_f64.sin();
    assert!(at_least <= truth && truth <= nearest.within + 1e-12, "{at_least} {truth} {}", nearest.within);
    assert!(at_least > 0.9 * truth, "{at_least} {truth}");
    assert!((nearest.time - 1.0).abs() < 0.05, "{}", nearest.time);
}

const TWO_BALLS: &str = r#"
    span = { start = 0, end = 4 }
    [[body]]
    name = "ball"
    shape = { sphere = { radius = 0.5 } }
    motion = { rigid = { position = [-2, 0, 0], velocity = [1, 0, 0], angular_velocity = [0, 0, 1] } }
    [[body]]
    name = "post"
    shape = { sphere = { radius = 0.5 } }
    motion = { still = { position = [0, 1.25, 0] } }
"#;

/// A bound that is not known is absent, and never zero. The separation that was asked for is a bound.
#[test]
fn what_is_not_known_is_not_zero() {
    let scene = parsed(TWO_BALLS);
    for separation in [0.0, 0.1] {
        for budget in [1, 2, 3, 5, 8, 20, 50, 200, 1000, 5000] {
            let options = CheckOptions {
                budget: Some(budget),
                separation: Some(separation),
                clearance: true,
                ..CheckOptions::default()
            };
            let report = check(&scene, &options).unwrap();
            let Some(clearance) = &report.clearance else {
                assert!(report.verdict.is_open(), "{budget}");
                continue;
            };
            match clearance.at_least {
                Some(bound) => assert!(bound > 0.0 && bound >= separation && bound <= 0.25, "{budget}: {bound}"),
                None => assert!(separation == 0.0 && clearance.note.is_some(), "{budget}"),
            }
            if let Some(nearest) = &clearance.nearest {
                assert!(nearest.within >= 0.25 - 1e-12, "{budget}: {}", nearest.within);
            }
        }
    }
}

#[test]
fn pairs_that_may_touch_and_bodies_with_themselves_are_named_and_not_measured() {
    let scene = parsed(&format!("{TWO_BALLS}\n[query]\nmay_touch = [[\"ball\", \"post\"]]\n"));
    let clearance = clear(&scene, &CheckOptions::default()).clearance.unwrap();
    assert_eq!((clearance.at_least, clearance.nearest.clone()), (None, None));
    assert!(clearance.note.is_some());
    assert_eq!(clearance.not_measured, ["pairs that may touch (query.may_touch): ball and post"]);
    // Without the request, nothing is measured.
    assert_eq!(check(&parsed(TWO_BALLS), &CheckOptions::default()).unwrap().clearance, None);
}
