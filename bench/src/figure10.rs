//! The `figure10` suite: the table of Snyder et al. 1993, figure 10, on our bumpy pair (the scene `bumpy`).
//!
//! The first row is our usual search. The others are the methods that the paper compares, with all unknowns at once
//! (`tangency_detect::snyder1993`). The peer is the published figures, for other bodies, which are not published, and
//! on a workstation of that year (HP 9000/750). The fastest of several runs counts; long ones run once.

use crate::table::Row;
use std::time::Instant;
use tangency::detect::{Answer, DetectError, Moving, Query, Verdict, first_contact, snyder1993};
use tangency::scenes;

/// A method is run again while its total time is below this, in seconds.
const ENOUGH: f64 = 1.0;
/// Most iterations. The last row of the paper takes nearly four million.
const BUDGET: u64 = 100_000_000;

/// Runs the suite.
pub(crate) fn run() -> Vec<Row> {
    let scene = scenes::find("bumpy").expect("a built-in scene").make();
    let moving = |index: usize| {
        let body = &scene.bodies[index];
        Moving::new(body.shape.clone(), body.motion.clone()).expect("the scenes are sound")
    };
    let (a, b) = (moving(0), moving(1));
    let query = Query { budget: Some(BUDGET), ..Query::default() };
    let mut rows = vec![row("ours", &|| first_contact(&a, &b, &query), None)];
    rows.extend(scenes::bumpy::FIGURE_10.iter().map(|paper| {
        let ask = || snyder1993::first_contact(&a, &b, &query, &paper.method);
        row(paper.name, &ask, Some((paper.iterations, paper.seconds)))
    }));
    rows
}

/// Measures one method.
fn row(name: &str, ask: &dyn Fn() -> Result<Answer, DetectError>, paper: Option<(u64, f64)>) -> Row {
    let (mut fastest, mut total, mut said) = (f64::INFINITY, 0.0, String::new());
    while total < ENOUGH {
        let clock = Instant::now();
        let answer = ask().expect("the scene is sound");
        let seconds = clock.elapsed().as_secs_f64();
        (fastest, total) = (fastest.min(seconds), total + seconds);
        let width = match &answer.verdict {
            Verdict::Touch(first) => first.time.width(),
            Verdict::Clear { .. } | Verdict::Open { .. } => f64::INFINITY,
        };
        said = format!("{name}: {} iterations, time to {width:.0e} s", answer.effort.iterations);
    }
    let peer_name =
        paper.map_or_else(|| "Snyder 1993".into(), |(iterations, _)| format!("Snyder 1993, {iterations} iterations"));
    Row { name: said, ours: 1e9 * fastest, peer_name, peer: paper.map(|(_, seconds)| 1e9 * seconds) }
}
