//! `tangency simulate`.

use crate::arguments::SimulateArguments;
use crate::check::load;
use crate::output::Outputs;
use crate::{Failure, bar, browser, print, timed};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tangency::formats::simulation::EndingKind;
use tangency::formats::viewer;
use tangency::world::RunProgress;
use tangency::{SimulateOptions, simulate};

pub(crate) fn run(arguments: &SimulateArguments) -> Result<ExitCode, Failure> {
    let destinations = [("result", &arguments.json), ("page", &arguments.html), ("animation", &arguments.gltf)];
    browser::refuse_standard_output(arguments.open, arguments.html.as_deref())?;
    let mut outputs = Outputs::tried(&destinations)?;
    let limit = timed::limit(arguments.timeout)?;
    let scene = load(&arguments.scene)?;
    for warning in &scene.warnings {
        eprintln!("warning: {warning}");
    }
    let seconds = arguments.until.unwrap_or(scene.span.end) - scene.span.start;
    let stopped = Arc::new(AtomicBool::new(false));
    let mut simulated = bar::with_clock(seconds, |progress| {
        let progress = progress.or_else(|| limit.map(|_| Arc::default()));
        if let (Some(limit), Some(progress)) = (limit, &progress) {
            stop_after(limit, progress, &stopped);
        }
        let options = SimulateOptions {
            until: arguments.until,
            tolerance: arguments.tolerance,
            budget: arguments.budget,
            progress,
            ..SimulateOptions::default()
        };
        simulate(&scene, &options)
    })
    .map_err(|error| format!("scene {:?}: {error}", scene.name))?;
    if let (EndingKind::Stopped, true, Some(limit)) = (simulated.result.ending, stopped.load(Ordering::Relaxed), limit)
    {
        simulated.result.reason = format!("the {} s of --timeout are over", limit.as_secs_f64());
    }
    let result = &simulated.result;
    for warning in result.warnings.iter().filter(|warning| !scene.warnings.contains(warning)) {
        eprintln!("warning: {warning}");
    }
    outputs.say(&print::simulation(&simulated.scene, result))?;
    outputs.write(arguments.json.as_deref(), "result", || result.to_json());
    outputs.write(arguments.html.as_deref(), "page", || viewer::simulation_page(&simulated.scene, result));
    outputs.write(arguments.gltf.as_deref(), "animation", || viewer::gltf(&simulated.scene, result));
    outputs.finish()?;
    if arguments.open {
        arguments.html.as_deref().map_or(Ok(()), browser::open)?;
    }
    Ok(ExitCode::from(match result.ending {
        EndingKind::Finished => 0,
        EndingKind::Open | EndingKind::Stopped => 3,
    }))
}

/// Asks the run to stop when the time is up. The thread ends with the program.
fn stop_after(limit: Duration, progress: &Arc<RunProgress>, stopped: &Arc<AtomicBool>) {
    let (progress, stopped) = (Arc::clone(progress), Arc::clone(stopped));
    let stop = move || {
        stopped.store(true, Ordering::Relaxed);
        progress.stop();
    };
    if limit.is_zero() {
        return stop();
    }
    std::thread::spawn(move || {
        std::thread::sleep(limit);
        stop();
    });
}
