//! Work that ends early: on Ctrl-C, or after the seconds of `--timeout`. What is known by then counts.

use crate::{Failure, interrupt};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};
use tangency::{Report, StopSignal};

/// Longest time that can be asked for, in seconds: thirty years. Clocks overflow far beyond it.
const LONGEST: f64 = 1e9;
/// Time between two looks at the signal.
const LOOK: Duration = Duration::from_millis(20);
/// Time that stopped work has to come to its end. It looks at the signal between two of its steps; what prepares a body
/// does not look.
const GRACE: Duration = Duration::from_secs(1);

/// The limit, if one is given.
pub(crate) fn limit(seconds: Option<f64>) -> Result<Option<Duration>, Failure> {
    let Some(seconds) = seconds else { return Ok(None) };
    let valid = Some(seconds).filter(|seconds| *seconds <= LONGEST);
    match valid.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()) {
        Some(limit) => Ok(Some(limit)),
        None => Err(format!("--timeout {seconds:?} must be a number of seconds from 0 to {LONGEST:e}")),
    }
}

/// When the work has to end: on Ctrl-C, or after a limit.
pub(crate) struct WorkEnd {
    limit: Option<Duration>,
    stop: StopSignal,
}

impl WorkEnd {
    /// The clock of the limit starts now.
    pub(crate) fn new(limit: Option<Duration>) -> Self {
        Self { limit, stop: interrupt::signal(limit) }
    }

    /// The signal for the work.
    pub(crate) fn signal(&self) -> StopSignal {
        self.stop.clone()
    }

    /// Why the work had to end early. `None` if it did not.
    pub(crate) fn reason(&self) -> Option<String> {
        if interrupt::is_interrupted() {
            return Some("Ctrl-C was pressed".into());
        }
        let limit = self.limit.filter(|_| self.stop.is_stopped())?;
        Some(format!("the {} s of --timeout are over", limit.as_secs_f64()))
    }

    /// Runs the work to its end, or to the end of its grace. It hands over what it knows by calling its argument.
    pub(crate) fn collect<T: Send + 'static>(
        &self,
        work: impl FnOnce(&(dyn Fn(T) + Sync)) + Send + 'static,
    ) -> Collected<T> {
        let mut parts = Vec::new();
        if self.limit.is_some_and(|limit| limit.is_zero()) {
            return Collected { parts, finished: false };
        }
        let (sender, received) = channel();
        // Work that outlasts its grace ends with the program.
        let worker = std::thread::spawn(move || {
            work(&|part| {
                // Nobody listens any more after the grace.
                let _ = sender.send(part);
            });
        });
        let mut stopped: Option<Instant> = None;
        loop {
            match received.recv_timeout(LOOK) {
                Ok(part) => parts.push(part),
                Err(RecvTimeoutError::Timeout) if self.stop.is_stopped() => {
                    if stopped.get_or_insert_with(Instant::now).elapsed() > GRACE {
                        return Collected { parts, finished: false };
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    if let Err(panic) = worker.join() {
                        std::panic::resume_unwind(panic);
                    }
                    return Collected { parts, finished: true };
                }
            }
        }
    }
}

/// What work has handed over, in order, and whether it came to its end.
pub(crate) struct Collected<T> {
    pub(crate) parts: Vec<T>,
    pub(crate) finished: bool,
}

/// The questions beside the verdict.
#[derive(Clone, Copy)]
pub(crate) struct Wanted {
    pub(crate) clearance: bool,
    pub(crate) pairs: bool,
    pub(crate) curve: bool,
}

/// Adds a warning to the report of work that ended early: what is missing, and why.
pub(crate) fn warn_of_missing(report: &mut Report, wanted: Wanted, reason: &str) {
    let missing = [
        (report.verdict.is_open(), "the verdict"),
        (wanted.clearance && report.verdict.is_clear() && report.clearance.is_none(), "how clear it is"),
        (wanted.pairs && report.pairs.is_none(), "the table of pairs"),
        (wanted.curve && report.clearance_curve.is_none(), "the clearance over time"),
    ];
    let missing: Vec<&str> = missing.into_iter().filter(|(lacks, _)| *lacks).map(|(_, what)| what).collect();
    if !missing.is_empty() {
        report.warnings.push(format!("{} is not known: {reason}", missing.join(", ")));
    }
}
