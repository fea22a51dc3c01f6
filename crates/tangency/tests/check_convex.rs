//! Exact convex bodies of scene files.
//!
//! References: closed forms. Contact times and normals of spheres, capsules, cylinders and rounded boxes follow from
//! right triangles with sides 3, 4 and 5.

#![allow(clippy::unwrap_used, reason = "a broken expectation stops the test")]

use glam::{DVec3, dvec3};
use tangency::detect::Evidence;
use tangency::{Report, Scene, check};

/// Metres. The tolerance of the queries.
const TOLERANCE: f64 = 1e-9;

/// A body at rest at the origin, and one that starts at `from` and moves along x at 1 m/s.
fn scene(still: &str, moves: &str, from: DVec3) -> Scene {
    let text = format!(
        "span = {{ end = 4 }}\nquery = {{ tolerance = {TOLERANCE:e} }}\n[[body]]\nname = \"moving\"\nshape = {{ {moves} }}\n\
         motion = {{ linear = {{ position = [{}, {}, {}], velocity = [1, 0, 0] }} }}\n\
         [[body]]\nname = \"still\"\nshape = {{ {still} }}\n",
        from.x, from.y, from.z
    );
    Scene::parse(&text, "pair.toml").unwrap_or_else(|error| panic!("{error}"))
}

fn ask(scene: &Scene) -> Report {
    check(scene, &Default::default()).unwrap()
}

#[test]
fn exact_bodies_touch_where_the_closed_form_says() {
    let ball = "sphere = { radius = 0.5 }";
    let cases: [(&str, DVec3, f64, DVec3, &str); 6] = [
        // The centres are 1 m apart: 0.8 m along and 0.6 m across.
        (ball, dvec3(-3.0, 0.6, 0.0), 2.2, dvec3(0.8, -0.6, 0.0), "surface"),
        // The upper end of the segment is at a height of 1 m.
        ("capsule = { radius = 0.5, length = 2 }", dvec3(-3.0, 0.0, 1.6), 2.2, dvec3(0.8, 0.0, -0.6), "top"),
        ("cylinder = { radius = 0.5, height = 2 }", dvec3(-3.0, 0.6, 0.3), 2.2, dvec3(0.8, -0.6, 0.0), "side"),
        // The side line has the normal (4, 3) / 5: 0.5 m before the point (0.15, 0, 0.2) of it.
        ("cone = { radius = 0.3, height = 0.4 }", dvec3(-3.0, 0.0, 0.5), 2.45, dvec3(0.8, 0.0, -0.6), "side"),
        // A box of 2 m with a radius of 0.25 m about it. The ball meets its rounded edge at x = -1, y = 1.
        ("box = [2, 2, 2], rounding = 0.25", dvec3(-3.0, 1.45, 0.0), 1.4, dvec3(0.8, -0.6, 0.0), "face -x"),
        (
            "hull = { points = [[1, 1, 1], [-1, -1, 1], [-1, 1, -1], [1, -1, -1], [-1, -1, -1], [1, 1, -1], [1, -1, 1], \
          [-1, 1, 1]] }",
            dvec3(-3.0, 1.3, 0.0),
            1.6,
            dvec3(0.8, -0.6, 0.0),
            "surface",
        ),
    ];
    for (still, from, time, normal, part) in cases {
        let scene = scene(still, ball, from);
        let report = ask(&scene);
        assert_eq!((report.verdict.name(), report.evidence), ("touch", Evidence::Proved), "{still}");
        let [start, end] = report.time().unwrap();
        // Early by at most the tolerance, at the speed along the normal.
        let early = TOLERANCE / normal.x + 1e-12;
        assert!(start <= time + 1e-12 && end >= time - early && end - start < 1e-9, "{still}: {start} to {end}");
        let [contact] = report.contacts() else { panic!("{still}: {:?}", report.contacts()) };
        assert!(contact.gap <= TOLERANCE, "{still}: {contact:?}");
        // A normal that is off by δ on a round side of radius r loses r·δ²/2 of the distance. That is below the tolerance.
        let round = still.starts_with("cylinder") || still.starts_with("cone");
        let accuracy = if round { (2.0 * TOLERANCE / 0.5).sqrt() } else { 1e-9 };
        let found = DVec3::from(contact.normal);
        assert!(found.distance(normal) < accuracy, "{still}: {found}, not {normal}");
        let point = DVec3::from(contact.point);
        assert!(point.distance(from + time * DVec3::X + 0.5 * normal) < accuracy + 1e-8, "{still}: {point}");
        let name = scene.part_name("still", contact.feature_b);
        assert!(name.as_deref() == Some(part) || still.starts_with("box"), "{still}: {name:?}");
    }
}

/// The polyhedron of a sphere lies inside of it. It is met later by at most the distance of its faces, 1.2 % of the
/// radius for 642 vertices, and its normal is that of a vertex, edge or face.
#[test]
fn facets_make_the_polyhedron() {
    let ball = "sphere = { radius = 0.5, facets = 3 }";
    let report = ask(&scene(ball, ball, dvec3(-3.0, 0.6, 0.0)));
    let [start, end] = report.time().unwrap();
    assert!(end > 2.2 && start < 2.2 + 2.0 * 0.012 * 0.5 / 0.8, "{start} to {end}");
}
