//! `--timeout`: a limit on the time of the work.

use crate::Failure;
use std::time::Duration;

/// Longest time that can be asked for, in seconds: thirty years. Clocks overflow far beyond it.
const LONGEST: f64 = 1e9;

/// The limit, if one is given.
pub(crate) fn limit(seconds: Option<f64>) -> Result<Option<Duration>, Failure> {
    let Some(seconds) = seconds else { return Ok(None) };
    let valid = Some(seconds).filter(|seconds| *seconds <= LONGEST);
    match valid.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()) {
        Some(limit) => Ok(Some(limit)),
        None => Err(format!("--timeout {seconds:?} must be a number of seconds from 0 to {LONGEST:e}")),
    }
}
