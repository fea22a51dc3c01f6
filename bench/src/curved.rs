//! The `curved` suite: the scenes of curved bodies, and the growth of their cost with the number of bodies.
//!
//! The peer is the published figures of Snyder et al. 1993, section 9, on a workstation of that year (HP 9000/750), not
//! measured here. The surfaces of the paper are not published; ours are modelled after its pictures. The fastest of
//! several runs of each query counts, without the preparation of the scene.

use crate::table::Row;
use std::time::Instant;
use tangency::formats::{QuerySettings, Scene, SceneSpan};
use tangency::{CheckOptions, Report, check, scenes};

/// Scenes, and the published nanoseconds, if any.
const SCENES: [(&str, Option<f64>); 7] = [
    ("torus-on-cone", None),
    ("tori", None),
    ("bumpy", Some(32.67e9)),
    ("tube-on-cushion", None),
    ("checkerboard", Some(88.81e9)),
    ("cloth-on-torus", None),
    ("fruit", None),
];
/// The numbers of fruit that fall on the lobster.
const RAIN: [usize; 5] = [25, 50, 100, 200, 400];
/// Runs per query. The fastest counts.
const RUNS: usize = 5;

/// Runs the suite.
pub(crate) fn run() -> Vec<Row> {
    let built_in = SCENES.iter().filter_map(|&(name, paper)| {
        let scene = scenes::find(name)?.make();
        Some(row(name.into(), &scene, paper))
    });
    let rain = RAIN.iter().map(|&count| {
        let scene = Scene {
            name: "rain".into(),
            description: String::new(),
            span: SceneSpan { start: 0.0, end: 1.0 },
            query: QuerySettings::default(),
            bodies: scenes::fruit::rain(count),
            dynamics: None,
            warnings: Vec::new(),
        };
        row(format!("{count} fruit on a lobster"), &scene, None)
    });
    built_in.chain(rain).collect()
}

fn row(name: String, scene: &Scene, paper: Option<f64>) -> Row {
    let (mut fastest, mut last) = (f64::INFINITY, None);
    for _ in 0..RUNS {
        let clock = Instant::now();
        let report = check(scene, &CheckOptions::default()).expect("the scenes are sound");
        fastest = fastest.min(clock.elapsed().as_secs_f64());
        last = Some(report);
    }
    let said = |report: Report| {
        format!(
            "{name}: {} contacts, {} pairs, {} iterations",
            report.contacts().len(),
            report.stats.pairs,
            report.stats.iterations
        )
    };
    let name = last.map_or_else(String::new, said);
    Row { name, ours: 1e9 * fastest, peer_name: "Snyder 1993, its own machine and surfaces".into(), peer: paper }
}
