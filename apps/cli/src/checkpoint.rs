//! Checkpoints of simulations. The file is defined, but no simulation gives or takes a state yet: both options are
//! refused, and stay out of the help. A file that could not be resumed anyway is told first.

use crate::Failure;
use crate::arguments::SimulateArguments;
use tangency::Scene;
use tangency::formats::checkpoint::{Checkpoint, CheckpointOptions};

/// The engine that writes and continues checkpoints.
const ENGINE: &str = concat!("tangency ", env!("CARGO_PKG_VERSION"));

/// Fails if a checkpoint is asked for.
pub(crate) fn refuse(arguments: &SimulateArguments, scene: &Scene) -> Result<(), Failure> {
    if let Some(path) = &arguments.resume {
        let refused = |error: String| format!("cannot resume from {}: {error}", path.display());
        let bytes = std::fs::read(path).map_err(|error| refused(error.to_string()))?;
        let checkpoint = Checkpoint::from_bytes(&bytes).map_err(|error| refused(error.to_string()))?;
        let options = CheckpointOptions { tolerance: arguments.tolerance, budget: arguments.budget };
        checkpoint.check(ENGINE, scene, options).map_err(|error| refused(error.to_string()))?;
        return Err(refused("going on from a checkpoint is not supported yet: simulate from the start".into()));
    }
    match &arguments.checkpoint {
        Some(_) => Err("--checkpoint is not supported yet: simulate in one run, with --until for a part of it".into()),
        None => Ok(()),
    }
}
