//! `--timeout`: work that must end after some seconds. What is known by then counts.

use crate::Failure;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

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

/// What work has handed over, in order, and whether it came to its end.
pub(crate) struct Timed<T> {
    pub(crate) parts: Vec<T>,
    pub(crate) finished: bool,
}

/// Runs the work for at most this long. It hands over what it knows by calling its argument.
pub(crate) fn within<T: Send + 'static>(
    limit: Duration,
    work: impl FnOnce(&(dyn Fn(T) + Sync)) + Send + 'static,
) -> Timed<T> {
    if limit.is_zero() {
        return Timed { parts: Vec::new(), finished: false };
    }
    let (sender, received) = channel();
    let clock = Instant::now();
    // The work cannot be interrupted. If the time is up, it ends with the program.
    let worker = std::thread::spawn(move || {
        // Nobody listens any more if the time is up.
        work(&|part| {
            let _ = sender.send(part);
        });
    });
    let mut parts = Vec::new();
    loop {
        match received.recv_timeout(limit.saturating_sub(clock.elapsed())) {
            Ok(part) => parts.push(part),
            Err(RecvTimeoutError::Timeout) => return Timed { parts, finished: false },
            Err(RecvTimeoutError::Disconnected) => {
                if let Err(panic) = worker.join() {
                    std::panic::resume_unwind(panic);
                }
                return Timed { parts, finished: true };
            }
        }
    }
}

/// Why something is not known.
pub(crate) fn over(limit: Duration) -> String {
    format!("the {} s of --timeout are over", limit.as_secs_f64())
}
