//! `tangency measure`.

use crate::arguments::MeasureArguments;
use crate::output::Outputs;
use crate::timed::{self, WorkEnd};
use crate::watch::{self, RunEnd};
use crate::{Failure, bar, browser, files, print};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;
use tangency::formats::measurement::OverlapName;
use tangency::formats::viewer;
use tangency::{MeasureOptions, MeasureTime, Measurement, Scene, StopSignal, measure};

/// Number of pairs whose distance over time the page shows by default. More lines do not fit a plot.
const CURVES_OF_A_PAGE: u32 = 8;

pub(crate) fn run(arguments: &MeasureArguments) -> Result<ExitCode, Failure> {
    browser::refuse_standard_output(arguments.open, arguments.html.as_deref())?;
    let piped = outputs(arguments)?.piped();
    let limit = timed::limit(arguments.timeout)?;
    watch::run(&arguments.sources.scene, arguments.watch, piped, |first| once(arguments, limit, first))
}

/// Tries the destinations of the results.
fn outputs(arguments: &MeasureArguments) -> Result<Outputs, Failure> {
    Outputs::tried(&[("result", &arguments.json), ("page", &arguments.html)])
}

/// Measures the scene once. The page is opened the first time only: a browser shows it again by itself.
fn once(arguments: &MeasureArguments, limit: Option<Duration>, first: bool) -> Result<RunEnd, Failure> {
    let scene = Arc::new(files::scene(&arguments.sources)?);
    let mut outputs = outputs(arguments)?;
    for warning in &scene.warnings {
        eprintln!("warning: {warning}");
    }
    let default_curves = if arguments.html.is_some() { CURVES_OF_A_PAGE } else { 0 };
    let found = bar::with_pairs(|progress| {
        let options = MeasureOptions {
            when: match (arguments.over, arguments.at) {
                (true, _) => MeasureTime::Over,
                (false, Some(at)) => MeasureTime::At(at),
                (false, None) => MeasureTime::Start,
            },
            nearest: arguments.nearest.map(|count| count as usize),
            within: arguments.within,
            bodies: arguments.body.clone(),
            curves: arguments.curves.unwrap_or(default_curves) as usize,
            intersections: arguments.intersections,
            tolerance: arguments.tolerance,
            budget: arguments.budget,
            progress,
            ..MeasureOptions::default()
        };
        answered(&scene, options, limit)
    })
    .map_err(|error| format!("scene {:?}: {error}", scene.name))?;
    for warning in found.warnings.iter().filter(|warning| !scene.warnings.contains(warning)) {
        eprintln!("warning: {warning}");
    }
    outputs.say(&print::measurement(&scene, &found))?;
    outputs.write(arguments.json.as_deref(), "result", || found.to_json());
    outputs.write(arguments.html.as_deref(), "page", || viewer::measurement_page(&scene, &found));
    outputs.finish()?;
    if arguments.open && first {
        arguments.html.as_deref().map_or(Ok(()), browser::open)?;
    }
    let code = ExitCode::from(match found.verdict {
        OverlapName::Apart => 0,
        OverlapName::Overlap => 1,
        OverlapName::Open => 3,
    });
    Ok(RunEnd { code, words: format!("{}, {}", found.verdict, found.evidence) })
}

/// The measurement. Pairs that are not finished when the work has to end have wide bounds.
fn answered(scene: &Arc<Scene>, options: MeasureOptions, limit: Option<Duration>) -> Result<Measurement, Failure> {
    let said = |error: tangency::MeasureError| error.to_string();
    let no_time = StopSignal::after(Duration::ZERO);
    let rough = MeasureOptions {
        budget: Some(1),
        curves: 0,
        intersections: false,
        progress: None,
        stop: no_time,
        ..options.clone()
    };
    let end = WorkEnd::new(limit);
    let asked = Arc::clone(scene);
    let options = MeasureOptions { stop: end.signal(), ..options };
    let mut measured = end.collect(move |known| known(measure(&asked, &options))).parts;
    let mut found = match measured.pop() {
        Some(found) => found.map_err(said)?,
        // Nothing is known: one step for each pair.
        None => measure(scene, &rough).map_err(said)?,
    };
    if let Some(reason) = end.reason() {
        found.warnings.push(format!("{reason}: the bounds of pairs that were not finished are wide"));
    }
    Ok(found)
}
