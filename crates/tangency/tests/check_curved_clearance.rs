//! The clearance and the distance of curved bodies beside flat and convex ones.
//!
//! References: closed forms. No upper end is above the distance of its own points, and points lie on the bodies.

#![allow(clippy::unwrap_used, reason = "a broken expectation stops the test")]

use tangency::formats::measurement::MeasuredPairReport;
use tangency::glam::DVec3;
use tangency::scenes::ring::{BASE, HEIGHT, RADIUS, START, TUBE};
use tangency::{CheckOptions, MeasureOptions, Scene, check, measure, scenes};

fn apart(points: &[[f64; 3]; 2]) -> f64 {
    DVec3::from(points[0]).distance(DVec3::from(points[1]))
}

/// A scene with the STEP bolt of the scene `bolt`, which keeps its place.
fn above(other: &str) -> Scene {
    let path = std::env::temp_dir().join(format!("tangency_bolt_{}.step", std::process::id()));
    std::fs::write(&path, scenes::bolt::step_text()).unwrap();
    let text = format!(
        r#"
        [span]
        end = 1
        [[body]]
        name = "bolt"
        shape = {{ step = {path:?}, part = "bolt" }}
        motion = {{ linear = {{ position = [0, 0, 0.1], velocity = [0.01, 0, 0.01] }} }}
        {other}
        "#
    );
    Scene::parse(&text, "test.toml").unwrap()
}

fn only(scene: &Scene) -> MeasuredPairReport {
    let found = measure(scene, &MeasureOptions::default()).unwrap();
    assert_eq!(found.pairs.len(), 1);
    found.pairs[0].clone()
}

#[test]
fn a_bolt_above_a_half_space_is_as_far_as_its_points() {
    let scene = above("[[body]]\nname = \"floor\"\nshape = { half_space = {} }\nmotion = { still = {} }");
    let pair = only(&scene);
    assert!(pair.complete, "{pair:?}");
    assert!((apart(&pair.points) - pair.distance[1]).abs() < 1e-9, "{pair:?}");
    let report = check(&scene, &CheckOptions { clearance: true, ..CheckOptions::default() }).unwrap();
    let clearance = report.clearance.unwrap();
    let nearest = clearance.nearest.unwrap();
    assert!(nearest.within <= apart(&nearest.points.unwrap()) + 1e-6, "{nearest:?}");
    // It rises from its distance at the start on.
    assert!(nearest.within <= pair.distance[1] + 1e-6 && clearance.at_least.unwrap() <= pair.distance[1]);
}

#[test]
fn a_torus_above_a_cone_has_points_on_both() {
    let scene = scenes::find("torus-on-cone").unwrap().make();
    let pair = only(&scene);
    let [on_torus, on_cone] = pair.points.map(DVec3::from);
    let off = (on_torus.x.hypot(on_torus.y) - RADIUS).hypot(on_torus.z - START) - TUBE;
    assert!(off.abs() < 1e-9, "{pair:?}");
    let height = HEIGHT * (1.0 - on_cone.x.hypot(on_cone.y) / BASE);
    assert!((height - on_cone.z).abs() < 1e-9, "{pair:?}");
    // The side of the cone, as a line in the plane through the axis.
    let expected = (HEIGHT * RADIUS + BASE * START - BASE * HEIGHT) / HEIGHT.hypot(BASE) - TUBE;
    let [lower, upper] = pair.distance;
    assert!(lower <= expected + 1e-12 && expected <= upper + 1e-12, "{pair:?} {expected}");
    assert!(upper <= expected + 1e-6 && apart(&pair.points) <= upper + 1e-6, "{pair:?} {expected}");
}
