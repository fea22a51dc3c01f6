//! `tangency measure`.

use crate::arguments::MeasureArguments;
use crate::check::load;
use crate::output::Outputs;
use crate::{Failure, bar, print};
use std::process::ExitCode;
use tangency::formats::measurement::OverlapName;
use tangency::formats::viewer;
use tangency::{MeasureOptions, MeasureTime, measure};

/// Number of pairs whose distance over time the page shows by default. More lines do not fit a plot.
const CURVES_OF_A_PAGE: u32 = 8;

pub(crate) fn run(arguments: &MeasureArguments) -> Result<ExitCode, Failure> {
    let scene = load(&arguments.scene)?;
    let mut outputs = Outputs::tried(&[("result", &arguments.json), ("page", &arguments.html)])?;
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
            tolerance: arguments.tolerance,
            budget: arguments.budget,
            progress,
            ..MeasureOptions::default()
        };
        measure(&scene, &options)
    })
    .map_err(|error| format!("scene {:?}: {error}", scene.name))?;
    outputs.say(&print::measurement(&scene, &found))?;
    outputs.write(arguments.json.as_deref(), "result", || found.to_json());
    outputs.write(arguments.html.as_deref(), "page", || viewer::measurement_page(&scene, &found));
    outputs.finish()?;
    Ok(ExitCode::from(match found.verdict {
        OverlapName::Apart => 0,
        OverlapName::Overlap => 1,
        OverlapName::Open => 3,
    }))
}
