//! Checkpoints of simulations: `--checkpoint`, `--every` and `--resume`.

use crate::Failure;
use crate::arguments::SimulateArguments;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tangency::formats::checkpoint::Checkpoint;

/// Seconds between two checkpoints, unless the user says otherwise.
const USUAL_INTERVAL: f64 = 60.0;
/// Longest interval that can be asked for, in seconds: thirty years.
const LONGEST: f64 = 1e9;

/// The checkpoint to go on from, if one is given.
pub(crate) fn given(arguments: &SimulateArguments) -> Result<Option<Checkpoint>, Failure> {
    let Some(path) = &arguments.resume else { return Ok(None) };
    let refused = |error: String| format!("cannot resume from {}: {error}", path.display());
    let bytes = fs::read(path).map_err(|error| refused(error.to_string()))?;
    Checkpoint::from_bytes(&bytes).map(Some).map_err(|error| refused(error.to_string()))
}

/// The time between two checkpoints.
pub(crate) fn interval(arguments: &SimulateArguments) -> Result<Duration, Failure> {
    let seconds = arguments.every.unwrap_or(USUAL_INTERVAL);
    let valid = Some(seconds).filter(|seconds| *seconds <= LONGEST);
    valid
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| format!("--every {seconds:?} must be a number of seconds from 0 to {LONGEST:e}"))
}

/// The file into which a checkpoint is written before it takes the place of the last one.
fn unfinished(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_os_string();
    name.push(".part");
    name.into()
}

/// Fails if no checkpoint can be written to this file.
pub(crate) fn try_to_write(path: &Path) -> Result<(), Failure> {
    let part = unfinished(path);
    let tried = if path.is_dir() { Err(io::ErrorKind::IsADirectory.into()) } else { File::create(&part).map(drop) };
    let removed = tried.and_then(|()| fs::remove_file(&part));
    removed.map_err(|error| format!("the checkpoint cannot be written to {}: {error}", path.display()))
}

/// Writes a checkpoint. The last one stays until the new one is complete, whatever happens to the program.
pub(crate) fn write(path: &Path, checkpoint: &Checkpoint) -> Result<(), String> {
    let part = unfinished(path);
    let failed = |error: String| format!("the checkpoint cannot be written to {}: {error}", path.display());
    let bytes = checkpoint.to_bytes().map_err(|error| failed(error.to_string()))?;
    let written = File::create(&part).and_then(|mut file| {
        file.write_all(&bytes)?;
        file.sync_all()?;
        fs::rename(&part, path)
    });
    written.map_err(|error| {
        // What is left of the new one is of no use. That it cannot be removed changes nothing.
        let _ = fs::remove_file(&part);
        failed(error.to_string())
    })
}
