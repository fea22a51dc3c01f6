//! `tangency simulate`.

use crate::arguments::SimulateArguments;
use crate::check::{load, write_file};
use crate::{Failure, bar, print};
use std::process::ExitCode;
use tangency::formats::simulation::EndingKind;
use tangency::formats::viewer;
use tangency::{SimulateOptions, simulate};

pub(crate) fn run(arguments: &SimulateArguments) -> Result<ExitCode, Failure> {
    let scene = load(&arguments.scene)?;
    for warning in &scene.warnings {
        eprintln!("warning: {warning}");
    }
    let seconds = arguments.until.unwrap_or(scene.span.end) - scene.span.start;
    let simulated = bar::with_clock(seconds, |progress| {
        let options = SimulateOptions {
            until: arguments.until,
            tolerance: arguments.tolerance,
            budget: arguments.budget,
            progress,
        };
        simulate(&scene, &options)
    })
    .map_err(|error| format!("scene {:?}: {error}", scene.name))?;
    let result = &simulated.result;
    for warning in result.warnings.iter().filter(|warning| !scene.warnings.contains(warning)) {
        eprintln!("warning: {warning}");
    }
    print::write_out(&print::simulation(&simulated.scene, result))?;
    if let Some(file) = &arguments.json {
        write_file(file, "result", result.to_json())?;
    }
    if let Some(file) = &arguments.html {
        write_file(file, "page", viewer::simulation_page(&simulated.scene, result))?;
    }
    if let Some(file) = &arguments.gltf {
        write_file(file, "animation", viewer::gltf(&simulated.scene, result))?;
    }
    Ok(ExitCode::from(match result.ending {
        EndingKind::Finished => 0,
        EndingKind::Open | EndingKind::Stopped => 3,
    }))
}
