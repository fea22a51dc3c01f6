//! The built-in scenes give the answers that they were made for.
//!
//! References: closed forms, from the constants that the scenes are made of.

#![allow(clippy::unwrap_used, reason = "a broken expectation stops the test")]

use std::collections::BTreeSet;
use tangency::formats::{EvidenceKind, VerdictKind};
use tangency::interval::Interval;
use tangency::{CheckOptions, Report, check, scenes};

fn ask(name: &str, options: &CheckOptions) -> Report {
    check(&scenes::find(name).unwrap().make(), options).unwrap()
}

/// The touch is proved, its bracket is no wider than 1e-9 of the span and holds some instant of `expected`.
fn touches_at(report: &Report, expected: Interval) {
    assert_eq!((report.verdict, report.evidence), (VerdictKind::Touch, EvidenceKind::Proved));
    let [from, to] = report.time.unwrap();
    assert!(to - from <= 1e-9, "bracket of {} s", to - from);
    assert!(!Interval::new(from, to).unwrap().disjoint(expected), "[{from}, {to}] but {expected:?}");
    assert_eq!(report.clear_until, from);
}

#[test]
fn the_needle_is_caught_although_both_ends_of_the_step_are_free() {
    use scenes::needle::{HEIGHT, SPEED, THICKNESS};
    let report = ask("needle", &CheckOptions::default());
    let time = (Interval::from(HEIGHT) - Interval::from(THICKNESS) / 2.0) / SPEED;
    touches_at(&report, time);
    assert_eq!(report.contacts.len(), 1);
    let contact = &report.contacts[0];
    assert!(contact.proved && !contact.initial && contact.a == "needle" && contact.b == "plate");
    assert!((contact.normal[2] + 1.0).abs() < 1e-12, "from the needle down into the plate: {contact:?}");
    assert!((contact.point[2] - THICKNESS / 2.0).abs() < 1e-9);

    // What sampling sees: nothing at the start, nothing at the end.
    for moment in [0.0, 1.0] {
        let mut frozen = scenes::find("needle").unwrap().make();
        for body in &mut frozen.bodies {
            let tangency::geometry::Placement::Pose(pose) = body.motion.at(moment) else { panic!("rigid") };
            body.motion = tangency::geometry::Motion::Still(pose);
        }
        assert_eq!(check(&frozen, &CheckOptions::default()).unwrap().verdict, VerdictKind::Clear);
    }
}

#[test]
fn the_slider_is_clear_by_exactly_its_clearance() {
    use scenes::rail::CLEARANCE;
    let report = ask("rail", &CheckOptions::default());
    assert_eq!((report.verdict, report.evidence), (VerdictKind::Clear, EvidenceKind::Proved));
    assert_eq!((report.clear_until, report.time), (1.0, None));
    let closer = |separation: f64| {
        let options = CheckOptions { separation: Some(separation), tolerance: Some(1e-9), ..Default::default() };
        ask("rail", &options).verdict
    };
    assert_eq!(closer(0.99 * CLEARANCE), VerdictKind::Clear);
    assert_eq!(closer(1.01 * CLEARANCE), VerdictKind::Touch);
}

#[test]
fn everything_lands_at_once() {
    let report = ask("landing", &CheckOptions::default());
    touches_at(&report, scenes::landing::INSTANT.into());
    let parts: BTreeSet<&str> = report.contacts.iter().map(|contact| &*contact.a).collect();
    assert_eq!(parts, BTreeSet::from(["ball", "cube", "ring", "tetrahedron", "top"]));
    let count = |part: &str| report.contacts.iter().filter(|contact| contact.a == part).count();
    assert!(count("top") == 1 && count("tetrahedron") >= 2 && count("cube") >= 4 && count("ring") >= 40);
    assert!(report.contacts.iter().all(|contact| contact.b == "table" && contact.normal[2] < -0.999));
}

#[test]
fn the_prism_touches_along_the_block() {
    use scenes::edge::{HALF_WIDTH, TOP};
    let report = ask("edge", &CheckOptions::default());
    // Its edge is a quarter metre below its axis, which starts 0.75 m up and comes down at 0.5 m/s.
    let time = (0.75 - 0.25 - TOP) / 0.5;
    touches_at(&report, Interval::new(time - 1e-12, time + 1e-12).unwrap());
    let ends = report.contacts.iter().map(|contact| contact.point[0]);
    let (low, high) = ends.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)));
    assert!((low + HALF_WIDTH).abs() < 1e-8 && (high - HALF_WIDTH).abs() < 1e-8, "from {low} to {high}");
}

#[test]
fn large_and_deforming_meshes_touch_where_sampling_agrees() {
    for name in ["knot", "sheet"] {
        let scene = scenes::find(name).unwrap().make();
        let report = ask(name, &CheckOptions::default());
        assert_eq!((report.verdict, report.evidence), (VerdictKind::Touch, EvidenceKind::Proved), "{name}");
        let [from, to] = report.time.unwrap();
        assert!(from > 0.0 && to < 1.0 && to - from <= 1e-9, "{name}");
        // Just before the bracket the scene is clear, on its own.
        let mut before = scene.clone();
        before.span.end = from;
        assert_eq!(check(&before, &CheckOptions::default()).unwrap().verdict, VerdictKind::Clear, "{name}");
    }
}

#[test]
fn a_span_that_starts_late_reports_scene_time() {
    let mut scene = scenes::find("landing").unwrap().make();
    (scene.span.start, scene.span.end) = (10.1, 11.1);
    let report = check(&scene, &CheckOptions::default()).unwrap();
    touches_at(&report, Interval::from(10.1) + scenes::landing::INSTANT);
}

#[test]
fn scene_names_are_unique_and_found() {
    let names: BTreeSet<&str> = scenes::ALL.iter().map(|scene| scene.name).collect();
    assert_eq!(names.len(), scenes::ALL.len());
    assert!(scenes::find("no such scene").is_none());
}
