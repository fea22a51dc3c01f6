//! Pages that play a simulation.
//!
//! References: closed forms. A ball falls under 10 m/s² and bounces with half its speed; another rolls along a
//! line at constant speed, touching the floor below its centre.

use super::scenes::{ball, body, contact, cuboid, linear, scene, still};
use super::{Browser, drawn_state, middle, shown};
use glam::{DQuat, DVec3};
use serde_json::Value;
use std::path::PathBuf;
use tangency::formats::simulation::{
    ConservationReport, EndingKind, EnergyReport, EventReport, EventReportKind, ForceReport, QualityReport, Simulation,
    SimulationCounts, SimulationStats, TrackReport,
};
use tangency::formats::{Scene, viewer};
use tangency::geometry::{Ballistic, Feature, Motion, Piecewise, Pose};

/// Seconds: the ball starts 1.25 m above the floor.
const IMPACT: f64 = 0.5;
const RADIUS: f64 = 0.25;

fn bouncing() -> (Scene, Simulation) {
    let from = |height: f64, speed: f64| {
        let start = Pose::new(DQuat::IDENTITY, DVec3::Z * (RADIUS + height)).unwrap();
        Motion::Ballistic(Ballistic::new(start, DVec3::Z * speed, DVec3::Z * -10.0).unwrap())
    };
    let bounce = Piecewise::new(vec![0.0, IMPACT], vec![from(1.25, 0.0), from(0.0, 2.5)]).unwrap();
    let bodies = vec![
        body("ball", ball(32, 64, |_| RADIUS), Motion::Piecewise(bounce)),
        body("roller", ball(32, 64, |_| RADIUS), linear(DVec3::new(-1.0, 1.0, RADIUS), DVec3::X * 2.0)),
        body("floor", cuboid(DVec3::new(2.0, 2.0, 0.05)).mapped(|v| v - DVec3::Z * 0.05).unwrap(), still()),
    ];
    let touch = contact(["ball", "floor"], [Feature::Vertex(0); 2], DVec3::ZERO, DVec3::NEG_Z, [IMPACT, IMPACT]);
    let event = |kind, a: &str, time: f64, impulse, contacts| EventReport {
        time: [time, time],
        kind,
        a: a.into(),
        b: "floor".into(),
        impulse,
        contacts,
    };
    let times: Vec<f64> = (0..=40).map(|step| 0.2 + 0.02 * f64::from(step)).collect();
    let track = TrackReport {
        a: "roller".into(),
        b: "floor".into(),
        mode: EventReportKind::Rolls,
        span: [0.2, 1.0],
        points: times.iter().map(|time| [2.0 * time - 1.0, 1.0, 0.0]).collect(),
        times,
    };
    let simulation = Simulation {
        scene: "bouncing".into(),
        ending: EndingKind::Finished,
        reason: String::new(),
        span: [0.0, 1.0],
        events: vec![
            event(EventReportKind::Rolls, "roller", 0.2, 0.0, vec![]),
            event(EventReportKind::Impact, "ball", IMPACT, 7.5, vec![touch]),
        ],
        tracks: vec![track],
        forces: vec![ForceReport {
            a: "roller".into(),
            b: "floor".into(),
            span: [0.2, 1.0],
            times: vec![0.2, 1.0],
            points: vec![[-0.6, 1.0, 0.0], [1.0, 1.0, 0.0]],
            forces: vec![[0.0, 0.0, 20.0], [0.0, 0.0, 10.0]],
        }],
        energy: EnergyReport {
            times: vec![0.0, IMPACT, IMPACT, 1.0],
            kinetic: vec![2.0, 14.5, 5.125, 5.125],
            potential: vec![15.0, 2.5, 2.5, 2.5],
        },
        conservation: ConservationReport::default(),
        motions: vec![],
        counts: SimulationCounts { impacts: Some(1), rolls: Some(1), ..SimulationCounts::default() },
        crowding: None,
        quality: QualityReport::default(),
        stats: SimulationStats { steps: 40, pairs: 12, iterations: 3_000, ..SimulationStats::default() }
            .timed(0.02, 2, 1.0),
        warnings: vec!["a warning".into()],
    };
    (scene("bouncing", "A ball bounces, another rolls.", [0.0, 1.0], bodies), simulation)
}

fn written(browser: &Browser) -> PathBuf {
    let (scene, simulation) = bouncing();
    let html = viewer::simulation_page(&scene, &simulation).unwrap();
    if let Some(folder) = std::env::var_os("TANGENCY_PAGES") {
        std::fs::write(PathBuf::from(folder).join("history.html"), &html).unwrap();
    }
    browser.write(&html)
}

fn dot(state: &Value, index: usize) -> DVec3 {
    let coordinates = state["dots"][index].as_array().unwrap();
    DVec3::from_slice(&coordinates.iter().map(|value| value.as_f64().unwrap()).collect::<Vec<_>>())
}

#[test]
#[cfg_attr(not(browser), ignore = "needs Chromium, on the path or named by CHROMIUM")]
fn impacts_flash_and_lasting_contacts_draw_their_paths() {
    let browser = Browser::open("history");
    let page = written(&browser);
    let before = drawn_state(&browser, &page, "t=0.1");
    assert_eq!(before["ending"], "finished");
    assert_eq!((&before["events"], &before["marks"]), (&2.into(), &2.into()), "{before}");
    assert_eq!(before["dots"], serde_json::json!([]));
    assert_eq!((&before["contactPixels"], &before["trailPixels"]), (&0.into(), &0.into()), "{before}");
    assert!(before["energyLine"].as_u64().unwrap() > 10, "{before}");

    // Before the impact: one dot below the roller, with its path.
    let rolling = drawn_state(&browser, &page, "t=0.48");
    assert_eq!(rolling["phase"], "roller rolls on floor");
    assert_eq!(rolling["dots"].as_array().unwrap().len(), 1);
    assert!(dot(&rolling, 0).distance(DVec3::new(-0.04, 1.0, 0.0)) < 1e-9, "{rolling}");
    assert!(
        rolling["contactPixels"].as_u64().unwrap() > 60 && rolling["trailPixels"].as_u64().unwrap() > 60,
        "{rolling}"
    );

    // At the impact: two dots, the second at the contact of the ball; the ball is exactly on the floor.
    let impact = drawn_state(&browser, &page, "t=0.5");
    assert_eq!(impact["phase"], "ball hits floor");
    assert_eq!(impact["dots"].as_array().unwrap().len(), 2);
    assert!(dot(&impact, 1).length() < 1e-9, "{impact}");
    assert!(middle(&impact, 0).distance(DVec3::Z * RADIUS) < 1e-6, "{impact}");
    assert!(impact["contactPixels"].as_u64().unwrap() > rolling["contactPixels"].as_u64().unwrap(), "{impact}");

    // The flash is over, the ball has bounced: 2.5·½ − 5·¼ = 0 above the floor again.
    let after = drawn_state(&browser, &page, "t=1");
    assert_eq!(after["dots"].as_array().unwrap().len(), 1, "{after}");
    assert!(middle(&after, 0).distance(DVec3::Z * RADIUS) < 1e-6, "{after}");
    let dark = drawn_state(&browser, &page, "t=1&theme=dark");
    assert_ne!(dark["checksum"], after["checksum"]);
}

#[test]
#[cfg_attr(not(browser), ignore = "needs Chromium, on the path or named by CHROMIUM")]
fn the_panel_tells_what_happened() {
    let browser = Browser::open("events");
    let page = written(&browser);
    let document = browser.document(&page, "t=0&nogl");
    let text = shown(&document);
    for words in
        ["1 s simulated", "1 impact, 1 lasting contact", "7.5 N s", "a warning", "0.500 s", "Time to simulate", "17 J"]
    {
        assert!(text.contains(words), "{words} is not on the page");
    }
}

/// The force of a contact is an arrow while it lasts, and a line over time in the panel: 20 N falls to 10 N from 0.2 s to
/// 1 s.
#[test]
#[cfg_attr(not(browser), ignore = "needs Chromium, on the path or named by CHROMIUM")]
fn forces_are_arrows_and_a_line_over_time() {
    let browser = Browser::open("forces");
    let page = written(&browser);
    let before = drawn_state(&browser, &page, "t=0.1");
    assert_eq!((&before["forces"], &before["forcePixels"]), (&serde_json::json!([]), &0.into()), "{before}");
    assert!(before["forceLine"].as_u64().unwrap() > 10, "{before}");
    assert_eq!(before["forceValue"], "0 N");

    let middle = drawn_state(&browser, &page, "t=0.6");
    let acting = middle["forces"].as_array().unwrap();
    assert_eq!(acting.len(), 1);
    let numbers = |value: &Value| {
        DVec3::from_slice(&value.as_array().unwrap().iter().map(|one| one.as_f64().unwrap()).collect::<Vec<_>>())
    };
    assert!(numbers(&acting[0]["force"]).distance(15.0 * DVec3::Z) < 1e-9, "{middle}");
    assert!(numbers(&acting[0]["place"]).distance(DVec3::new(0.2, 1.0, 0.0)) < 1e-9, "{middle}");
    assert!(middle["forcePixels"].as_u64().unwrap() > 60, "{middle}");
    assert_eq!(middle["forceValue"], "15 N");
}
