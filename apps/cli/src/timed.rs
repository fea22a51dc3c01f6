//! Work that must end after some seconds: what is known by then counts.

use crate::Failure;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// What work has handed over, in order, and whether it came to its end.
pub(crate) struct Timed<T> {
    pub(crate) parts: Vec<T>,
    pub(crate) finished: bool,
}

/// Runs the work for at most this many seconds. It hands over what it knows by calling its argument.
pub(crate) fn within<T: Send + 'static>(
    seconds: f64,
    work: impl FnOnce(&(dyn Fn(T) + Sync)) + Send + 'static,
) -> Result<Timed<T>, Failure> {
    let limit = Duration::try_from_secs_f64(seconds)
        .map_err(|_| format!("--timeout {seconds} must be a number of seconds not below 0"))?;
    if limit.is_zero() {
        return Ok(Timed { parts: Vec::new(), finished: false });
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
            Err(RecvTimeoutError::Timeout) => return Ok(Timed { parts, finished: false }),
            Err(RecvTimeoutError::Disconnected) => {
                if let Err(panic) = worker.join() {
                    std::panic::resume_unwind(panic);
                }
                return Ok(Timed { parts, finished: true });
            }
        }
    }
}

/// Why something is not known.
pub(crate) fn over(seconds: f64) -> String {
    format!("the {seconds} s of --timeout are over")
}
