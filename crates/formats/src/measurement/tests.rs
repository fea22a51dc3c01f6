//! The result file of a measurement: round trips, the example of its documentation, refusals.
//!
//! References: the page `docs/measure.md`, and the values themselves, which must round-trip bit for bit.

use super::*;
use crate::laws::survive;

const PAGE: &str = include_str!("../../../../docs/measure.md");

/// A ball of radius 1/2 m moves along x at 2 m/s from -2.75 m, through another at the origin. At 1 s its centre is
/// 3/4 m away, so that they overlap by 1/4 m.
fn through() -> Measurement {
    let pair = MeasuredPairReport {
        a: "ball".into(),
        b: "post".into(),
        verdict: OverlapName::Overlap,
        evidence: Evidence::Proved,
        distance: [0.0, 0.0],
        time: [1.0, 1.0],
        at: 1.0,
        points: [[-0.25, 0.0, 0.0], [-0.5, 0.0, 0.0]],
        normal: [1.0, 0.0, 0.0],
        feature_a: Feature::Part(0),
        feature_b: Feature::Part(0),
        penetration: Some(DepthReport {
            depth: [0.249_999_999_9, 0.25],
            direction: [1.0, 0.0, 0.0],
            points: [[-0.25, 0.0, 0.0], [-0.5, 0.0, 0.0]],
            regions: vec![],
        }),
        complete: true,
        curve: Some(DistanceCurve {
            times: vec![0.0, 1.0, 2.0],
            at_most: vec![1.75, 0.0, 0.25],
            at_least: vec![0.0, 0.0],
            evidence: Evidence::Proved,
            closest: vec![
                [-2.25, 0.0, 0.0, -0.5, 0.0, 0.0],
                [-0.25, 0.0, 0.0, -0.5, 0.0, 0.0],
                [0.75, 0.0, 0.0, 0.5, 0.0, 0.0],
            ],
        }),
        intersection: Some(IntersectionReport {
            curves: vec![IntersectionCurveReport {
                points: vec![[-0.375, 0.25, 0.0], [-0.375, 0.0, 0.25], [-0.375, -0.25, 0.0], [-0.375, 0.25, 0.0]],
                closed: true,
                error: Some(0.125),
            }],
            open: vec![],
            open_count: 0,
            complete: true,
        }),
    };
    Measurement {
        scene: "through".into(),
        question: MeasureQuestion::Instant,
        span: [1.0, 1.0],
        verdict: OverlapName::Overlap,
        evidence: Evidence::Proved,
        pairs: vec![pair],
        farther: 2,
        not_measured: vec!["pairs that may touch (query.may_touch): post and floor".into()],
        stats: Stats { seconds: 0.0004, preparation_seconds: Some(0.0001), pairs: 3, iterations: 42 },
        warnings: vec![],
    }
}

#[test]
fn the_example_of_the_page_is_what_the_program_writes() {
    let start = PAGE.find("```json\n").unwrap() + "```json\n".len();
    let example = &PAGE[start..start + PAGE[start..].find("```").unwrap()];
    assert_eq!(example, through().to_json().unwrap());
    assert_eq!(Measurement::from_json(example).unwrap(), through());
}

#[test]
fn the_page_names_every_field() {
    let json: serde_json::Value = serde_json::from_str(&through().to_json().unwrap()).unwrap();
    let pair = &json["pairs"][0];
    for name in
        [&json, pair, &pair["penetration"], &pair["curve"], &pair["intersection"], &pair["intersection"]["curves"][0]]
            .iter()
            .flat_map(|object| object.as_object().unwrap().keys())
    {
        let row = PAGE.lines().any(|line| line.starts_with('|') && line.contains(&format!("`{name}`")));
        assert!(row, "docs/measure.md has no row for `{name}`");
    }
}

#[test]
fn a_pair_that_overlaps_decides_and_then_one_that_is_open() {
    use Evidence::{Computed, Proved};
    use OverlapName::{Apart, Open, Overlap};
    let of = |pairs: &[(OverlapName, Evidence)]| {
        let pair = |&(verdict, evidence)| MeasuredPairReport { verdict, evidence, ..through().pairs.remove(0) };
        Measurement::verdict_of(&pairs.iter().map(pair).collect::<Vec<_>>())
    };
    assert_eq!(of(&[]), (Apart, Proved));
    assert_eq!(of(&[(Apart, Proved), (Apart, Computed)]), (Apart, Computed));
    assert_eq!(of(&[(Apart, Proved), (Open, Proved), (Apart, Computed)]), (Open, Computed));
    assert_eq!(of(&[(Open, Computed), (Overlap, Computed), (Overlap, Proved)]), (Overlap, Proved));
    assert_eq!(of(&[(Overlap, Computed), (Apart, Proved)]), (Overlap, Computed));
}

#[test]
fn what_is_wrong_is_refused_by_name() {
    type Spoil = fn(&mut Measurement);
    fn curve(it: &mut Measurement) -> &mut DistanceCurve {
        it.pairs[0].curve.as_mut().unwrap()
    }
    let cases: [(Spoil, &str); 11] = [
        (|it| it.span = [1.0, 0.0], "`span` is [1, 0], its lower end is the greater one"),
        (
            |it| it.verdict = OverlapName::Apart,
            "the verdict is apart, proved, but that of the pairs is overlap, proved",
        ),
        (|it| it.pairs[0].at = f64::NAN, "`pairs[0].at` is NaN, which is not a finite number"),
        (|it| it.pairs[0].distance = [-1.0, 0.0], "`pairs[0].distance` is -1, a negative length"),
        (|it| it.pairs[0].distance = [0.5, 0.75], "`pairs[0]` has the verdict overlap at the distance [0.5, 0.75]"),
        (|it| it.pairs[0].points[1][2] = f64::NAN, "`pairs[0].points` is NaN, which is not a finite number"),
        (
            |it| it.pairs[0].penetration.as_mut().unwrap().depth[1] = f64::INFINITY,
            "`pairs[0].penetration.depth` is inf, which is not a finite number",
        ),
        (|it| curve(it).times[2] = 0.5, "`pairs[0].curve.times` does not increase"),
        (|it| curve(it).at_most.truncate(1), "`pairs[0].curve.at_most` has 1 entries for 3 times"),
        (
            |it| curve(it).at_least.truncate(1),
            "`pairs[0].curve.at_least` has 1 entries for 2 stretches between its times",
        ),
        (|it| curve(it).at_least[1] = 0.125, "`pairs[0].curve.at_least` is 0.125 where `pairs[0].curve.at_most` is 0"),
    ];
    for (spoil, message) in cases {
        let mut measurement = through();
        spoil(&mut measurement);
        assert_eq!(measurement.to_json().unwrap_err().to_string(), message);
    }
    let other = through().to_json().unwrap().replace("tangency-measurement", "tangency-result");
    let message = "not a result file: `format` is \"tangency-result\", expected \"tangency-measurement\"";
    assert_eq!(Measurement::from_json(&other).unwrap_err().to_string(), message);
}

#[test]
fn broken_results_are_refused_and_nothing_worse() {
    let seed = through().to_json().unwrap();
    let parser = |bytes: &[u8]| {
        let found = Measurement::from_json(&String::from_utf8_lossy(bytes)).map_err(|error| error.to_string())?;
        assert_eq!(Measurement::from_json(&found.to_json().unwrap()).unwrap(), found);
        Ok(found.pairs.len())
    };
    survive(parser, &[seed.as_bytes()], 5_000).expect_accepted(0.05..0.5);
}
