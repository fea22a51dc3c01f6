//! Every pair of bodies, and contacts that exist at the start.
//!
//! References: closed forms of balls and boxes on straight and parabolic paths.

#![allow(clippy::unwrap_used, reason = "a broken expectation stops the test")]

use tangency::formats::{PairReport, PairVerdict};
use tangency::{CheckOptions, Report, Scene, check};

fn asked(text: &str, options: &CheckOptions) -> Report {
    let scene = Scene::parse(text, "test.toml").unwrap();
    let report = check(&scene, options).unwrap();
    assert_eq!(Report::from_json(&report.to_json().unwrap()).unwrap(), report, "the result file holds all of it");
    report
}

/// Balls of radius 0.5 m. `runner` hits `wall` after 3 s and `late` after 5 s, and passes `side` at 0.5 m after 2 s.
const RUN: &str = r#"
    span = { start = 10, end = 20 }
    [[body]]
    name = "side"
    shape = { sphere = { radius = 0.5 } }
    motion = { still = { position = [2, 1.5, 0] } }
    [[body]]
    name = "late"
    shape = { sphere = { radius = 0.5 } }
    motion = { still = { position = [6, 0, 0] } }
    [[body]]
    name = "runner"
    shape = { sphere = { radius = 0.5 } }
    motion = { linear = { velocity = [1, 0, 0] } }
    [[body]]
    name = "wall"
    shape = { sphere = { radius = 0.5 } }
    motion = { still = { position = [4, 0, 0] } }
"#;

fn row<'report>(report: &'report Report, a: &str, b: &str) -> &'report PairReport {
    report.pairs.as_ref().unwrap().iter().find(|pair| pair.a == a && pair.b == b).unwrap()
}

#[test]
fn every_pair_has_its_first_contact_or_its_clearance() {
    let report = asked(RUN, &CheckOptions { pairs: true, ..CheckOptions::default() });
    let pairs = report.pairs.as_ref().unwrap();
    assert_eq!(pairs.len(), 6);
    let order: Vec<[&str; 2]> = pairs.iter().take(3).map(|pair| [pair.a.as_str(), pair.b.as_str()]).collect();
    assert_eq!(order, [["runner", "wall"], ["late", "runner"], ["side", "runner"]], "touches, then the nearest");
    for (a, b, time, x) in [("runner", "wall", 13.0, 3.5), ("late", "runner", 15.0, 5.5)] {
        let pair = row(&report, a, b);
        let [from, to] = pair.time.unwrap();
        assert!(from <= time && time <= to + 1e-12 && to - from < 1e-5, "{from} {to}");
        assert_eq!((pair.verdict, pair.contact_count, &pair.clearance), (PairVerdict::Touch, 1, &None));
        assert!((pair.contact.as_ref().unwrap().point[0] - x).abs() < 1e-5);
    }
    for (a, b, distance, time) in
        [("side", "runner", 0.5, Some(12.0)), ("late", "wall", 1.0, None), ("side", "wall", 1.5, None)]
    {
        let pair = row(&report, a, b);
        assert_eq!(
            (pair.verdict, pair.evidence.to_string(), pair.clear_until),
            (PairVerdict::Clear, "proved".into(), 20.0)
        );
        let clearance = pair.clearance.as_ref().unwrap();
        let (at_least, nearest) = (clearance.at_least.unwrap(), clearance.nearest.as_ref().unwrap());
        assert!(at_least <= distance && distance <= nearest.within + 1e-12, "{a} {b}: {at_least} {}", nearest.within);
        assert!(nearest.within - at_least < 1e-5, "{a} {b}: {at_least} {}", nearest.within);
        assert!(time.is_none_or(|time: f64| (nearest.time - time).abs() < 0.02), "{}", nearest.time);
    }
    // The verdict is the earliest of all.
    assert_eq!(report.time().unwrap()[0], row(&report, "runner", "wall").clear_until);
    assert_eq!(asked(RUN, &CheckOptions::default()).pairs, None);
}

/// A pair that touches only within a separation counts as touching, like in the verdict.
#[test]
fn the_separation_counts_for_each_pair() {
    let report = asked(RUN, &CheckOptions { pairs: true, separation: Some(0.6), ..CheckOptions::default() });
    assert_eq!(row(&report, "side", "runner").verdict, PairVerdict::Touch);
    assert_eq!(row(&report, "late", "wall").verdict, PairVerdict::Clear);
}

/// A cube of 1 m starts 0.2 m deep in the floor, flies up and comes back. A lamp hangs above.
fn thrown(speed: f64, lamp: f64) -> String {
    format!(
        r#"
        span = {{ start = 1, end = 4 }}
        [[body]]
        name = "floor"
        shape = {{ box = [9, 9, 50] }}
        motion = {{ still = {{ position = [0, 0, -25] }} }}
        [[body]]
        name = "cube"
        shape = {{ box = [1, 1, 1] }}
        motion = {{ ballistic = {{ position = [0, 0, 0.3], velocity = [0, 0, {speed}], acceleration = [0, 0, -8] }} }}
        [[body]]
        name = "lamp"
        shape = {{ box = [1, 1, 1] }}
        motion = {{ still = {{ position = [0, 0, {lamp}] }} }}
        "#
    )
}

/// Two boxes that overlap by 0.1 m are one region, with the contacts of both surfaces. An oblong pin on a plate is
/// one as well: its corners are near each other two by two.
#[test]
fn contacts_of_an_overlap_and_of_a_face_are_one_region() {
    let scene = |size: &str, from: &str, velocity: &str| {
        format!(
            r#"
            span = {{ end = 1 }}
            [[body]]
            name = "plate"
            shape = {{ box = [1, 1, 1] }}
            [[body]]
            name = "pin"
            shape = {{ box = {size} }}
            motion = {{ linear = {{ position = {from}, velocity = {velocity} }} }}
            "#
        )
    };
    let overlap = asked(&scene("[1, 1, 1]", "[0.9, 0.2, 0.3]", "[0, 0, 0]"), &CheckOptions::default());
    assert!(overlap.contacts().len() > 4 && overlap.contacts().iter().all(|contact| contact.initial));
    let [region] = &overlap.regions[..] else { panic!("{} regions", overlap.regions.len()) };
    assert_eq!(region.contacts.len(), overlap.contacts().len());
    let depth = region.depth.unwrap();
    assert!(depth[0] <= 0.1 + 1e-12 && 0.1 <= depth[1] + 1e-12, "{depth:?}");
    let landing = asked(&scene("[0.2, 0.02, 0.6]", "[0, 0, 1]", "[0, 0, -1]"), &CheckOptions::default());
    assert!(landing.contacts().len() >= 4, "{} contacts", landing.contacts().len());
    let [region] = &landing.regions[..] else { panic!("{} regions", landing.regions.len()) };
    assert_eq!((region.normal, region.depth), ([0.0, 0.0, 1.0], None));
}

const PAST_INITIAL: fn() -> CheckOptions =
    || CheckOptions { ignore_initial: true, clearance: true, ..CheckOptions::default() };

/// Without the option, the verdict is the contact at the start. With it, the first other contact: with the lamp, or
/// with the floor when the cube comes back.
#[test]
fn the_question_goes_on_past_contacts_at_the_start() {
    let plain = asked(&thrown(8.0, 3.0), &CheckOptions::default());
    assert_eq!((plain.time(), plain.set_aside.len()), (Some([1.0, 1.0]), 0));
    assert!(plain.contacts().iter().all(|contact| contact.initial));
    assert_eq!(plain.regions.len(), 1, "an overlap is one region");
    let depth = plain.regions[0].depth.unwrap();
    assert!(depth[0] <= 0.2 && 0.2 <= depth[1] + 1e-12 && depth[1] - depth[0] < 1e-9, "{depth:?}");
    // The bottom of the cube is at -0.2 + 8 t - 4 t², so its top reaches 2.5 m when 4 t² - 8 t + 1.7 = 0.
    let hit = 1.0 + 1.0 - (1.0_f64 - 1.7 / 4.0).sqrt();
    // It comes back to 0 when 4 t² - 8 t + 0.2 = 0, and leaves the floor at the other root.
    let [leaves, back] = [-1.0, 1.0].map(|sign| 2.0 + sign * (1.0_f64 - 0.05).sqrt());
    for (lamp, pair, time) in [(3.0, ["cube", "lamp"], hit), (9.0, ["floor", "cube"], back)] {
        let report = asked(&thrown(8.0, lamp), &PAST_INITIAL());
        let [from, to] = report.time().unwrap();
        assert!(from <= time && time <= to + 1e-12 && to - from < 1e-5, "{pair:?}: {from} {to}, not {time}");
        let contact = &report.contacts()[0];
        assert_eq!([contact.a.as_str(), contact.b.as_str()], pair);
        assert!(!contact.initial);
        let [aside] = report.set_aside.as_slice() else { panic!("one pair touches at the start") };
        assert_eq!([aside.a.as_str(), aside.b.as_str()], ["floor", "cube"]);
        assert!(!aside.contacts.is_empty() && aside.contacts.iter().all(|contact| contact.initial));
        let depth = aside.depth.unwrap();
        assert!(depth[0] <= 0.2 && 0.2 <= depth[1] + 1e-12, "{depth:?}");
        // It counts again soon after it has left the floor, and never before.
        let counts = aside.counts_from.unwrap();
        assert!(leaves < counts && counts < leaves + 0.2, "{counts}, it leaves at {leaves}");
    }
}

/// A pair that never parts is not judged, and a warning says so.
#[test]
fn a_pair_that_does_not_part_is_not_judged() {
    let report = asked(&thrown(0.5, 9.0), &PAST_INITIAL());
    assert!(report.verdict.is_clear());
    assert_eq!(report.set_aside[0].counts_from, None);
    assert!(report.warnings.iter().any(|warning| warning.contains("not judged") && warning.contains("floor and cube")));
    let clearance = report.clearance.unwrap();
    assert_eq!(clearance.not_measured, ["pairs that touch at the start"]);
    // The lamp's bottom is at 8.5 m, the cube's top at 0.8 m and at most 0.5²/16 higher.
    let (at_least, top) = (clearance.at_least.unwrap(), 0.8 + 0.5 * 0.5 / 16.0);
    assert!(at_least <= 8.5 - top && at_least > 0.98 * (8.5 - top), "{at_least}");
}

/// A folded strip touches itself at the start, opens, and closes again.
#[test]
fn a_body_that_touches_itself_is_set_aside_until_it_opens() {
    let frame =
        |tip: f64| format!("[[0, 0, 0], [0, 1, 0], [2, 0, 0], [2, 1, 0], [0.5, 0, 1], [0.5, 1, 1], [0.5, 0.4, {tip}]]");
    let scene = format!(
        r#"
        span = {{ start = 0, end = 4 }}
        [[body]]
        name = "strip"
        self_contact = true
        shape = {{ vertices = {}, triangles = [[0, 2, 1], [1, 2, 3], [2, 4, 3], [3, 4, 5], [4, 6, 5]] }}
        motion = {{ vertexwise = {{ frames = [{}, {}, {}], times = [0, 2, 4] }} }}
        "#,
        frame(0.0),
        frame(0.0),
        frame(0.5),
        frame(-0.5)
    );
    let plain = asked(&scene, &CheckOptions::default());
    assert!(plain.contacts()[0].initial && plain.time().unwrap()[0] == 0.0);
    let report = asked(&scene, &PAST_INITIAL());
    // The tip is at 0.5 after 2 s and falls at 0.5 m/s.
    let [from, to] = report.time().unwrap();
    assert!(from <= 3.0 && 3.0 <= to + 1e-12 && to - from < 1e-5, "{from} {to}");
    let aside = &report.set_aside[0];
    assert_eq!([aside.a.as_str(), aside.b.as_str()], ["strip", "strip"]);
    assert!(aside.counts_from.is_some_and(|counts| counts > 0.0 && counts < 0.1), "{:?}", aside.counts_from);
}

/// The sign of a gap means one thing: no contact that is proved to exist from the start has a positive gap, but for a
/// separation that was asked for.
#[test]
fn a_gap_is_positive_only_where_bodies_are_apart() {
    let shapes =
        ["{ box = [1, 0.8, 0.6] }", "{ sphere = { radius = 0.5 } }", "{ cylinder = { radius = 0.3, height = 1 } }"];
    let mut deep = 0;
    for (first, second) in shapes.iter().flat_map(|first| shapes.map(|second| (first, second))) {
        for (offset, separation) in [(0.3, 0.0), (0.45, 0.01), (1.5, 0.9)] {
            let text = format!(
                r#"
                span = {{ start = 0, end = 1 }}
                [[body]]
                name = "a"
                shape = {first}
                [[body]]
                name = "b"
                shape = {second}
                motion = {{ rigid = {{ position = [{offset}, 0.1, 0.05], angular_velocity = [0, 0.3, 0.1] }} }}
                "#
            );
            let report = asked(&text, &CheckOptions { separation: Some(separation), ..CheckOptions::default() });
            assert!(!report.contacts().is_empty());
            for contact in report.contacts() {
                assert!(contact.gap <= separation + 1e-6, "{contact:?}");
                assert!(separation > 0.0 || !contact.initial || contact.gap <= 1e-12, "{contact:?}");
            }
            if offset < 0.5 {
                let depth = report.regions[0].depth.unwrap();
                assert!(depth[1] > 0.0 && depth[0] <= depth[1], "{depth:?}");
                deep += 1;
            } else {
                assert!(report.regions.iter().all(|region| region.depth.is_none()), "they are apart");
            }
        }
    }
    assert_eq!(deep, 18);
}
