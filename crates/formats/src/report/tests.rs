//! The result file: round trips, the example of its documentation, refusals.
//!
//! References: the page `docs/result-file.md`, and the report itself, which must round-trip bit for bit.

use super::*;
use crate::SceneSpan;
use crate::laws::survive;
use glam::DVec3;
use tangency_geometry::{Contact, Feature, FirstContact};
use tangency_interval::Interval;
use tangency_interval::laws::Random;

const PAGE: &str = include_str!("../../../../docs/result-file.md");

/// A needle whose tip starts at z = 0.5 and falls at 4 m/s reaches the plate at z = 0 after 1/8 s.
fn needle() -> Report {
    let time = [0.124_999_999_99, 0.125];
    let contact = ContactReport {
        a: "needle".into(),
        b: "plate".into(),
        point: [0.0, 0.0, 0.0],
        normal: [0.0, 0.0, -1.0],
        gap: 0.0,
        time,
        feature_a: Feature::Vertex(12),
        feature_b: Feature::Face { index: 3, weights: [0.25, 0.25, 0.5] },
        proved: true,
        initial: false,
    };
    let verdict = Verdict::Touch(FirstContact {
        time: Interval::new(time[0], time[1]).unwrap(),
        contacts: vec![contact],
        complete: true,
    });
    Report {
        stats: Stats { seconds: 0.0021, preparation_seconds: Some(0.0004), pairs: 96, iterations: 410 },
        warnings: vec!["body \"plate\": 1 triangle has no area, the first is triangle 1".into()],
        ..Report::new("needle", verdict, Evidence::Proved)
    }
}

#[test]
fn a_contact_is_told_in_the_time_of_the_scene_and_never_late() {
    let contact = Contact {
        time: Interval::between(0.2, 0.25),
        point: DVec3::ZERO,
        normal: DVec3::NEG_Z,
        gap: 0.0,
        feature_a: Feature::Vertex(12),
        feature_b: Feature::Face { index: 3, weights: [0.25, 0.25, 0.5] },
        proved: true,
        initial: false,
    };
    let report =
        ContactReport::new(["needle", "plate"], &contact, SceneSpan { start: 0.1, end: 1.1 }.clock(contact.time));
    assert_eq!(report, ContactReport { time: report.time, ..needle().contacts()[0].clone() });
    // 0.1 + 0.2 lies strictly between two doubles, 0.30000000000000004 being the upper one.
    let [lower, upper] = report.time;
    assert!((0.3 - 1e-16..0.1 + 0.2).contains(&lower), "{lower}");
    assert!((0.35..0.35 + 1e-15).contains(&upper), "{upper}");
}

/// The first contact of a report that has one.
fn first(report: &mut Report) -> &mut FirstContact<ContactReport> {
    let Verdict::Touch(first) = &mut report.verdict else { panic!("nothing touches") };
    first
}

fn clear() -> Report {
    Report { verdict: Verdict::Clear { until: 1.0 }, regions: Vec::new(), ..needle() }
}

fn close() -> ClearanceReport {
    let nearest = NearestReport {
        a: "hand".into(),
        b: "post".into(),
        within: 0.012,
        time: 0.25,
        point: [0.5, 0.0, 1.0],
        points: Some([[0.494, 0.0, 1.0], [0.506, 0.0, 1.0]]),
        during: Some([0.24, 0.26]),
    };
    let not_measured = vec!["the distance of a body to itself (self_contact): flag".into()];
    ClearanceReport {
        at_least: Some(0.0119),
        nearest: Some(nearest),
        evidence: Evidence::Proved,
        note: None,
        not_measured,
    }
}

/// Files from before the clearance existed, and files with one.
#[test]
fn a_clearance_comes_back_and_may_be_missing() {
    let near = Report { clearance: Some(close()), ..clear() };
    let text = near.to_json().unwrap();
    assert_eq!(Report::from_json(&text).unwrap(), near);
    let json: serde_json::Value = serde_json::from_str(&text).unwrap();
    for name in
        json["clearance"].as_object().unwrap().keys().chain(json["clearance"]["nearest"].as_object().unwrap().keys())
    {
        let row = PAGE.lines().any(|line| line.starts_with('|') && line.contains(&format!("`{name}`")));
        assert!(row, "docs/result-file.md has no row for `{name}`");
    }
    let text = clear().to_json().unwrap();
    let before: String =
        text.lines().filter(|line| !line.contains("clearance")).map(|line| format!("{line}\n")).collect();
    assert!(!before.contains("clearance"), "{before}");
    assert_eq!(Report::from_json(&before).unwrap(), clear());
    let cases = [
        (Report { clearance: Some(close()), ..needle() }, "the verdict is touch but there is a `clearance`"),
        (
            Report { clearance: Some(ClearanceReport { at_least: Some(0.02), ..close() }), ..clear() },
            "`clearance.nearest.within` is 0.012, below `clearance.at_least` 0.02",
        ),
        (
            Report { clearance: Some(ClearanceReport { at_least: Some(f64::NAN), ..close() }), ..clear() },
            "`clearance.at_least` is NaN, which is not a finite number",
        ),
        (
            Report { clearance: Some(ClearanceReport { at_least: Some(0.0), ..close() }), ..clear() },
            "`clearance.at_least` is 0: a bound that is not known is null",
        ),
        (
            Report { clearance: Some(ClearanceReport { at_least: None, ..close() }), ..clear() },
            "`clearance` has neither `at_least` nor a `note` that says why",
        ),
    ];
    for (report, message) in cases {
        assert_eq!(report.to_json().unwrap_err().to_string(), message);
    }
}

#[test]
fn the_example_of_the_page_is_what_the_program_writes() {
    let start = PAGE.find("```json\n").unwrap() + "```json\n".len();
    let example = &PAGE[start..start + PAGE[start..].find("```").unwrap()];
    assert_eq!(Report::from_json(example).unwrap(), needle());
    assert_eq!(example, needle().to_json().unwrap());
}

#[test]
fn the_page_names_every_field() {
    let json: serde_json::Value = serde_json::from_str(&needle().to_json().unwrap()).unwrap();
    let objects = [&json, &json["contacts"][0], &json["stats"]];
    let names = objects.iter().flat_map(|object| object.as_object().unwrap().keys());
    for name in names {
        let row = PAGE.lines().any(|line| line.starts_with('|') && line.contains(&format!("`{name}`")));
        assert!(row, "docs/result-file.md has no row for `{name}`");
    }
}

#[test]
fn every_finite_number_comes_back_bit_for_bit() {
    let mut random = Random::new(7);
    let mut subnormal = 0;
    for case in 0..20_000_u32 {
        // Every exponent is equally likely; extreme values are added.
        let number = match case {
            0 => -0.0,
            1 => f64::MIN_POSITIVE,
            2 => f64::from_bits(1),
            3 => f64::MAX,
            4 => 0.1 + 0.2,
            _ => Some(f64::from_bits(random.bits())).filter(|number| number.is_finite()).unwrap_or(0.0),
        };
        subnormal += usize::from(number.is_subnormal());
        let mut report = needle();
        let contact = &mut first(&mut report).contacts[0];
        contact.gap = number;
        contact.point = [number, -number, 1.0];
        contact.feature_a = Feature::Edge { index: case, parameter: number };
        let back = Report::from_json(&report.to_json().unwrap()).unwrap();
        assert_eq!(back.contacts()[0].gap.to_bits(), number.to_bits());
        assert_eq!(back, report);
    }
    assert!(subnormal > 0);
}

#[test]
fn strings_of_any_kind_come_back() {
    let mut report = needle();
    report.scene = "\u{0}\"\\\n\u{2028}</script>日本𝄞".into();
    first(&mut report).contacts[0].a = String::new();
    assert_eq!(Report::from_json(&report.to_json().unwrap()).unwrap(), report);
}

#[test]
fn what_is_not_finite_is_refused_by_name() {
    type Spoil = fn(&mut Report);
    let cases: [(Spoil, &str); 6] = [
        (
            |report| report.verdict = Verdict::Open { from: f64::NEG_INFINITY },
            "`clear_until` is -inf, which is not a finite number",
        ),
        (
            |report| first(report).time = Interval::new(0.0, f64::INFINITY).unwrap(),
            "`time` is inf, which is not a finite number",
        ),
        (
            |report| first(report).contacts[0].normal[1] = f64::NAN,
            "`contacts[0].normal` is NaN, which is not a finite number",
        ),
        (|report| first(report).contacts[0].gap = f64::NAN, "`contacts[0].gap` is NaN, which is not a finite number"),
        (
            |report| first(report).contacts[0].feature_b = Feature::Edge { index: 0, parameter: f64::NAN },
            "`contacts[0].feature_b.at` is NaN, which is not a finite number",
        ),
        (|report| report.stats.seconds = f64::NAN, "`stats.seconds` is NaN, which is not a finite number"),
    ];
    for (spoil, message) in cases {
        let mut report = needle();
        spoil(&mut report);
        assert_eq!(report.to_json().unwrap_err().to_string(), message);
    }
}

#[test]
fn contradictions_are_refused() {
    let [touch, clear] = [needle(), clear()].map(|report| report.to_json().unwrap());
    let time = "\n  \"time\": [0.12499999999, 0.125],";
    let contacts = |text: &str| {
        let start = text.find("  \"contacts\"").unwrap();
        text[start..text.find("  \"complete\"").unwrap()].to_owned()
    };
    let cases = [
        (touch.replace(time, "\n  \"time\": null,"), "the verdict is touch but there is no `time`"),
        (clear.replace("\"time\": null", "\"time\": [0, 1]"), "the verdict is clear but there is a `time`"),
        (clear.replace(&contacts(&clear), &contacts(&touch)), "the verdict is clear but there are contacts"),
        (clear.replace("\"complete\": true", "\"complete\": false"), "the verdict is clear but `complete` is false"),
        (touch.replace(time, "\n  \"time\": [2, 1],"), "`time` is [2, 1], its lower end is the greater one"),
        (
            touch.replace("\"clear_until\": 0.12499999999", "\"clear_until\": 0.2"),
            "`clear_until` is 0.2, after the earliest `time` 0.12499999999",
        ),
        (
            touch.replace("\"clear_until\": 0.12499999999", "\"clear_until\": 0.1"),
            "`clear_until` is 0.1, before the earliest `time` 0.12499999999",
        ),
    ];
    for (text, message) in cases {
        assert_eq!(Report::from_json(&text).unwrap_err().to_string(), message);
    }
}

/// Every kind of feature, against the table of the page: one example in JSON per row.
#[test]
fn features_are_written_as_the_page_says() {
    let features = [
        Feature::Vertex(12),
        Feature::Edge { index: 7, parameter: 0.25 },
        Feature::Face { index: 3, weights: [0.25, 0.25, 0.5] },
        Feature::Patch { index: 0, parameters: [2.5, -1.5] },
        Feature::Part(2),
    ];
    for feature in features {
        let json = serde_json::to_value(FeatureFile::from(feature)).unwrap();
        let row = |line: &&str| line.starts_with(&format!("| `\"{}\"` |", json["kind"].as_str().unwrap()));
        let row = PAGE.lines().find(row).unwrap();
        let example = &row[row.find("`{").unwrap() + 1..row.rfind("}`").unwrap() + 1];
        assert_eq!(serde_json::from_str::<serde_json::Value>(example).unwrap(), json);
        assert_eq!(Feature::from(serde_json::from_str::<FeatureFile>(example).unwrap()), feature);
    }
    for wrong in [
        r#"{"kind": "corner", "index": 1}"#,
        r#"{"kind": "edge", "index": 1}"#,
        r#"{"kind": "face", "index": 1, "at": [1, 0]}"#,
        r#"{"kind": "vertex", "index": -1}"#,
        r#""vertex 12""#,
    ] {
        assert!(serde_json::from_str::<FeatureFile>(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn other_texts_are_refused_with_the_reason() {
    let good = needle().to_json().unwrap();
    let cases = [
        (String::new(), "not a result file: EOF while parsing a value at line 1 column 0"),
        (
            good.replace("tangency-result", "gltf"),
            "not a result file: `format` is \"gltf\", expected \"tangency-result\"",
        ),
        (
            good.replace("\"version\": 2", "\"version\": 1"),
            "the result file has version 1, this program reads version 2",
        ),
        (
            good.replace("\"touch\"", "\"hit\""),
            "unknown variant `hit`, expected one of `clear`, `touch`, `open` at line 5",
        ),
        (good.replace("\"gap\": 0.0", "\"gap\": null"), "invalid type: null, expected f64 at line 15"),
        (good.replace("      \"gap\": 0.0,\n", ""), "missing field `gap`"),
        (good.replace("\"pairs\": 96", "\"pairs\": -1"), "invalid value: integer `-1`, expected u64 at line 54"),
        (good.replace("\"pairs\": 96", &format!("\"deep\": {}", "[".repeat(100_000))), "expected value at line 54"),
    ];
    for (text, message) in cases {
        let error = Report::from_json(&text).unwrap_err().to_string();
        assert!(error.contains(message), "{error}\nexpected: {message}");
    }
}

#[test]
fn fields_of_later_versions_are_passed_over() {
    let text = clear().to_json().unwrap().replace("\"pairs\": 96", "\"memory\": [1, {}], \"pairs\": 96");
    assert_eq!(Report::from_json(&text).unwrap(), clear());
}

#[test]
fn broken_results_are_refused_and_nothing_worse() {
    let seeds = [needle(), clear()].map(|report| report.to_json().unwrap());
    let parser = |bytes: &[u8]| {
        let report = Report::from_json(&String::from_utf8_lossy(bytes)).map_err(|error| error.to_string())?;
        // The report can be written again.
        assert_eq!(Report::from_json(&report.to_json().unwrap()).unwrap(), report);
        Ok(report.contacts().len())
    };
    survive(parser, &[seeds[0].as_bytes(), seeds[1].as_bytes()], 20_000).expect_accepted(0.05..0.5);
}
