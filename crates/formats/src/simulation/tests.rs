//! The result file of a simulation: round trips, the example of its documentation, refusals.
//!
//! References: the page `docs/simulate.md`, and the values themselves, which must round-trip bit for bit.

use super::*;
use crate::laws::survive;
use tangency_geometry::Feature;

const PAGE: &str = include_str!("../../../../docs/simulate.md");

/// A ball of radius 1/4 and mass 2 falls from rest at z = 1.5 m under 10 m/s²: it hits z = 0 after ½ s at 5 m/s, and
/// with restitution 1/2 the impulse is 2·(5 + 2.5) = 15 N s.
pub(super) fn drop() -> Simulation {
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
    let fall = FlightPiece {
        start: 0.0,
        centre: [0.0; 3],
        position: [0.0, 0.0, 1.5],
        velocity: [0.0; 3],
        acceleration: [0.0, 0.0, -10.0],
        orientation: [0.0, 0.0, 0.0, 1.0],
        angular_velocity: [0.0; 3],
    };
    // z = 0.25 + 2.5·t − 5·t² for t from 0 to 0.25.
    let rise = SeriesPiece {
        start: 0.5,
        domain: [0.0, 0.25],
        position: [vec![0.0], vec![0.0], vec![0.445_312_5, 0.156_25, -0.039_062_5]],
        orientation: [vec![0.0], vec![0.0], vec![0.0], vec![1.0]],
    };
    let pieces = vec![PieceReport::Flight(fall), PieceReport::Chebyshev(rise)];
    let motion = MotionReport { body: "ball".into(), pieces };
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
        forces: vec![ForceReport {
            a: "ball".into(),
            b: "rail".into(),
            span: [0.6, 0.75],
            times: vec![0.6, 0.75],
            points: vec![[0.0, 1.0, 0.0], [0.0, 1.5, 0.0]],
            forces: vec![[0.0, 0.0, 20.0], [0.0, 0.0, 20.0]],
        }],
        energy: EnergyReport {
            times: vec![0.0, 0.5, 0.75],
            kinetic: vec![0.0, 6.25, 0.0],
            potential: vec![30.0, 5.0, 11.25],
        },
        conservation: ConservationReport::default(),
        motions: vec![motion],
        counts: SimulationCounts {
            impacts: Some(1),
            slides: Some(0),
            rolls: Some(1),
            leaves: Some(0),
            sleeps: None,
            predictions: Some(8),
            stale: Some(2),
            diverted: Some(1),
            refined: None,
        },
        crowding: Some(CrowdingReport {
            dense: false,
            time: 0.5,
            place: [0.0, 0.0, 0.25],
            bodies: 1,
            levels: [0, 0],
            stale_share: 0.125,
        }),
        quality: QualityReport {
            problems: Some(1),
            substituted: Some(0),
            unconverged: Some(0),
            worst_residual: Some(1.5e-16),
            worst_gap: Some(0.0),
        },
        stats: SimulationStats { steps: 12, pairs: 3, iterations: 96, ..SimulationStats::default() }
            .timed(0.004, 2, 0.75),
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
    let motion = &json["motions"][0];
    let objects = [
        &json,
        &json["events"][0],
        &json["tracks"][0],
        &json["energy"],
        &json["conservation"],
        motion,
        &motion["pieces"][0],
        &motion["pieces"][1],
        &json["forces"][0],
        &json["counts"],
        &json["quality"],
        &json["stats"],
    ];
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

fn flight(simulation: &mut Simulation) -> &mut FlightPiece {
    let PieceReport::Flight(flight) = &mut simulation.motions[0].pieces[0] else { panic!("a flight") };
    flight
}

fn series(simulation: &mut Simulation) -> &mut SeriesPiece {
    let PieceReport::Chebyshev(series) = &mut simulation.motions[0].pieces[1] else { panic!("a series") };
    series
}

/// The pieces of the example join, and follow the closed form of the fall.
#[test]
fn the_example_falls_and_bounces() {
    let drop = drop();
    let height = |time: f64| drop.motions[0].at(time).1.z;
    for (time, expected) in [(0.0, 1.5), (0.2, 1.3), (0.5, 0.25), (0.6, 0.45), (0.75, 0.5625)] {
        assert!((height(time) - expected).abs() < 1e-15, "{} at {time}", height(time));
    }
}

#[test]
fn counts_of_a_list_and_shares() {
    let counts = SimulationCounts::of_events(&drop().events);
    assert_eq!((counts.impacts, counts.slides, counts.sleeps), (Some(1), Some(0), None));
    assert_eq!((counts.events(), counts.stale_share()), (1, None));
    assert_eq!(drop().counts.stale_share(), Some(0.25));
    assert_eq!(drop().counts.diverted_share(), Some(0.125));
    let none = SimulationCounts { stale: Some(0), predictions: Some(0), ..counts };
    assert_eq!(none.stale_share(), None, "nothing was predicted");
    let stats = SimulationStats::default().timed(0.5, 3, 2.0);
    assert_eq!((stats.events_per_second, stats.simulated_per_second), (6.0, 4.0));
    assert_eq!(SimulationStats::default().timed(0.0, 3, 2.0).events_per_second, 0.0);
}

#[test]
fn what_is_wrong_is_refused_by_name() {
    type Spoil = fn(&mut Simulation);
    let cases: [(Spoil, &str); 15] = [
        (|it| it.span = [1.0, 0.0], "`span` is [1, 0], its lower end is the greater one"),
        (|it| it.events[0].impulse = f64::NAN, "`events[0].impulse` is NaN, which is not a finite number"),
        (|it| it.events[0].time[1] = f64::INFINITY, "`events[0].time` is inf, which is not a finite number"),
        (|it| it.events[0].contacts[0].gap = f64::NAN, "`events[0].contacts.gap` is NaN, which is not a finite number"),
        (|it| it.tracks[0].points[1][2] = f64::NAN, "`tracks[0].points` is NaN, which is not a finite number"),
        (|it| it.tracks[0].times.truncate(1), "`tracks[0].points` has 2 entries for 1 times"),
        (|it| it.energy.kinetic.truncate(2), "`energy.kinetic` has 2 entries for 3 times"),
        (|it| it.motions[0].pieces.clear(), "`motions[0].pieces` is empty"),
        (|it| it.motions[0].pieces.swap(0, 1), "`motions[0].pieces[1]` does not start after the piece before it"),
        (
            |it| flight(it).velocity[1] = f64::NAN,
            "`motions[0].pieces[0].velocity` is NaN, which is not a finite number",
        ),
        (
            |it| series(it).domain = [0.25, 0.25],
            "`motions[0].pieces[1]` is no series: it needs coefficients and a domain with a length",
        ),
        (|it| it.counts.stale = Some(9), "`counts.stale` is 9, more than the 8 `predictions`"),
        (|it| it.counts.diverted = Some(9), "`counts.diverted` is 9, more than the 8 `predictions`"),
        (
            |it| it.crowding.iter_mut().for_each(|crowding| crowding.place[1] = f64::NAN),
            "`crowding.place` is NaN, which is not a finite number",
        ),
        (
            |it| it.conservation.energy = Some(f64::INFINITY),
            "`conservation.energy` is inf, which is not a finite number",
        ),
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
