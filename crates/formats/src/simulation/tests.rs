//! The result file of a simulation: round trips, the example of its documentation, refusals.
//!
//! References: the page `docs/simulate.md`, and the values themselves, which must round-trip bit for bit.

use super::*;
use crate::laws::survive;
use tangency_geometry::Feature;

const PAGE: &str = include_str!("../../../../docs/simulate.md");

/// A ball of radius 1/4 and mass 2 falls from rest at z = 1.5 m under 10 m/s²: it hits z = 0 after ½ s at 5 m/s, and
/// with restitution 1/2 the impulse is 2·(5 + 2.5) = 15 N s.
fn drop() -> Simulation {
    let time = [0.499_999_999_9, 0.5];
    let contact = ContactReport {
        a: "ball".into(),
        b: "floor".into(),
        point: [0.0, 0.0, 0.0],
        normal: [0.0, 0.0, -1.0],
        gap: 0.0,
        time,
        feature_a: Feature::Patch { index: 0, parameters: [0.0, -1.25] },
        feature_b: Feature::Patch { index: 0, parameters: [0.0, 0.0] },
        proved: true,
        initial: false,
    };
    let event = EventReport {
        time,
        kind: EventReportKind::Impact,
        a: "ball".into(),
        b: "floor".into(),
        impulse: 15.0,
        contacts: vec![contact],
    };
    let motion = MotionReport {
        body: "ball".into(),
        error: 0.25,
        times: vec![0.0, 0.5, 0.75],
        positions: vec![[0.0, 0.0, 1.5], [0.0, 0.0, 0.25], [0.0, 0.0, 0.5625]],
        orientations: vec![[0.0, 0.0, 0.0, 1.0]; 3],
    };
    Simulation {
        scene: "drop".into(),
        ending: EndingKind::Finished,
        reason: String::new(),
        span: [0.0, 0.75],
        events: vec![event],
        tracks: vec![TrackReport {
            a: "ball".into(),
            b: "rail".into(),
            mode: EventReportKind::Rolls,
            span: [0.6, 0.75],
            times: vec![0.6, 0.75],
            points: vec![[0.0, 1.0, 0.0], [0.0, 1.5, 0.0]],
        }],
        energy: EnergyReport {
            times: vec![0.0, 0.5, 0.75],
            kinetic: vec![0.0, 6.25, 0.0],
            potential: vec![30.0, 5.0, 11.25],
        },
        motions: vec![motion],
        stats: SimulationStats { seconds: 0.004, steps: 12, pairs: 3, iterations: 96 },
        warnings: vec![],
    }
}

#[test]
fn the_example_of_the_page_is_what_the_program_writes() {
    let start = PAGE.find("```json\n").unwrap() + "```json\n".len();
    let example = &PAGE[start..start + PAGE[start..].find("```").unwrap()];
    assert_eq!(example, drop().to_json().unwrap());
    assert_eq!(Simulation::from_json(example).unwrap(), drop());
}

#[test]
fn the_page_names_every_field() {
    let json: serde_json::Value = serde_json::from_str(&drop().to_json().unwrap()).unwrap();
    let objects = [&json, &json["events"][0], &json["tracks"][0], &json["energy"], &json["motions"][0], &json["stats"]];
    for name in objects.iter().flat_map(|object| object.as_object().unwrap().keys()) {
        let row = PAGE.lines().any(|line| line.starts_with('|') && line.contains(&format!("`{name}`")));
        assert!(row, "docs/simulate.md has no row for `{name}`");
    }
}

#[test]
fn energy_is_compared_with_the_start() {
    let energy = drop().energy;
    assert_eq!(energy.totals(), [30.0, 11.25, 11.25]);
    assert_eq!(energy.greatest_change(), -18.75);
    assert_eq!(EnergyReport::default().greatest_change(), 0.0);
}

#[test]
fn what_is_wrong_is_refused_by_name() {
    type Spoil = fn(&mut Simulation);
    let cases: [(Spoil, &str); 8] = [
        (|it| it.span = [1.0, 0.0], "`span` is [1, 0], its lower end is the greater one"),
        (|it| it.events[0].impulse = f64::NAN, "`events[0].impulse` is NaN, which is not a finite number"),
        (|it| it.events[0].time[1] = f64::INFINITY, "`events[0].time` is inf, which is not a finite number"),
        (|it| it.events[0].contacts[0].gap = f64::NAN, "`events[0].contacts.gap` is NaN, which is not a finite number"),
        (|it| it.tracks[0].points[1][2] = f64::NAN, "`tracks[0].points` is NaN, which is not a finite number"),
        (|it| it.tracks[0].times.truncate(1), "`tracks[0].points` has 2 entries for 1 times"),
        (|it| it.energy.kinetic.truncate(2), "`energy.kinetic` has 2 entries for 3 times"),
        (|it| it.motions[0].orientations.truncate(0), "`motions[0].orientations` has 0 entries for 3 times"),
    ];
    for (spoil, message) in cases {
        let mut simulation = drop();
        spoil(&mut simulation);
        assert_eq!(simulation.to_json().unwrap_err().to_string(), message);
    }
    let other = drop().to_json().unwrap().replace("tangency-simulation", "tangency-result");
    let message = "not a result file: `format` is \"tangency-result\", expected \"tangency-simulation\"";
    assert_eq!(Simulation::from_json(&other).unwrap_err().to_string(), message);
}

#[test]
fn broken_results_are_refused_and_nothing_worse() {
    let seed = drop().to_json().unwrap();
    let parser = |bytes: &[u8]| {
        let found = Simulation::from_json(&String::from_utf8_lossy(bytes)).map_err(|error| error.to_string())?;
        assert_eq!(Simulation::from_json(&found.to_json().unwrap()).unwrap(), found);
        Ok(found.events.len())
    };
    survive(parser, &[seed.as_bytes()], 5_000).expect_accepted(0.05..0.5);
}
