//! `tangency simulate`.

use crate::arguments::SimulateArguments;
use crate::check::load;
use crate::output::Outputs;
use crate::timed::{self, WorkEnd};
use crate::{Failure, bar, browser, checkpoint, print};
use std::process::ExitCode;
use tangency::formats::checkpoint::Checkpoint;
use tangency::formats::simulation::EndingKind;
use tangency::formats::viewer;
use tangency::{CheckpointPlan, KeepCheckpoint, SimulateOptions, simulate_with_checkpoints};

pub(crate) fn run(arguments: &SimulateArguments) -> Result<ExitCode, Failure> {
    let destinations = [("result", &arguments.json), ("page", &arguments.html), ("animation", &arguments.gltf)];
    browser::refuse_standard_output(arguments.open, arguments.html.as_deref())?;
    let mut outputs = Outputs::tried(&destinations)?;
    let limit = timed::limit(arguments.timeout)?;
    let scene = load(&arguments.scene)?;
    let from = checkpoint::given(arguments)?;
    let every = checkpoint::interval(arguments)?;
    arguments.checkpoint.as_deref().map_or(Ok(()), checkpoint::try_to_write)?;
    for warning in &scene.warnings {
        eprintln!("warning: {warning}");
    }
    let kept_end = from.as_ref().map(|from| from.header.options.until);
    let seconds = arguments.until.or(kept_end).unwrap_or(scene.span.end) - scene.span.start;
    let path = arguments.checkpoint.as_deref();
    let mut keep = |checkpoint: &Checkpoint| path.map_or(Ok(()), |path| checkpoint::write(path, checkpoint));
    let plan =
        CheckpointPlan { from: from.as_ref(), every: Some(every), keep: path.map(|_| &mut keep as KeepCheckpoint<'_>) };
    let end = WorkEnd::new(limit);
    let mut simulated = bar::with_clock(seconds, |progress| {
        let options = SimulateOptions {
            until: arguments.until,
            tolerance: arguments.tolerance,
            budget: arguments.budget,
            stop: end.signal(),
            progress,
        };
        simulate_with_checkpoints(&scene, &options, plan)
    })
    .map_err(|error| format!("scene {:?}: {error}", scene.name))?;
    if let (EndingKind::Open | EndingKind::Stopped, Some(reason)) = (simulated.result.ending, end.reason()) {
        simulated.result.ending = EndingKind::Stopped;
        simulated.result.reason = reason;
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
