//! Options of a run.

use crate::WorldError;
use crate::tolerance::{COARSEST_TOLERANCE, DEFAULT_STEP, DEFAULT_TOLERANCE, FINEST_TOLERANCE};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use tangency_detect::Query;
use tangency_respond::ImpactResponse;

/// Options of a run.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// Start, s, on the clock of driven bodies.
    pub start: f64,
    /// End, s.
    pub until: f64,
    /// Longest step of the solver, s.
    pub step: f64,
    /// Relative precision of the solver.
    pub tolerance: f64,
    /// Tolerance, spacing, simultaneity, budget (for one step) and stop signal of the detection. Its other fields are
    /// ignored.
    pub query: Query,
    /// What impacts do to velocities.
    pub response: ImpactResponse,
    /// Whether the motions of all bodies are kept for the history. Without them a long run of many bodies needs little
    /// memory; the motions of the history are then those of bodies at rest, at the end of the run.
    pub keep_motions: bool,
    /// Receives the progress of the run.
    pub progress: Option<Arc<RunProgress>>,
}

impl Default for RunOptions {
    fn default() -> Self {
        Self {
            start: 0.0,
            until: 1.0,
            step: DEFAULT_STEP,
            tolerance: DEFAULT_TOLERANCE,
            query: Query::default(),
            response: ImpactResponse::default(),
            keep_motions: true,
            progress: None,
        }
    }
}

impl RunOptions {
    /// Checks all numbers.
    pub(crate) fn validate(&self) -> Result<(), WorldError> {
        let positive = |value: f64| value > 0.0 && value.is_finite();
        let error = |name, value, expected| Err(WorldError::Option { name, value, expected });
        if !self.start.is_finite() {
            return error("the start", self.start, "finite");
        }
        if !(self.until > self.start && self.until.is_finite()) {
            return error("the end", self.until, "finite and after the start");
        }
        if !positive(self.step) {
            return error("the longest step", self.step, "positive and finite");
        }
        if !(self.tolerance >= FINEST_TOLERANCE && self.tolerance <= COARSEST_TOLERANCE) {
            return error("the tolerance of the solver", self.tolerance, "from 1e-14 to 0.01");
        }
        if !positive(self.query.tolerance) {
            return error("the tolerance of the query", self.query.tolerance, "positive and finite");
        }
        Ok(())
    }
}

/// The progress of a run, readable from another thread, which can also ask the run to stop.
#[derive(Debug, Default)]
pub struct RunProgress {
    /// The bits of the instant reached so far.
    reached: AtomicU64,
    stop: AtomicBool,
}

impl RunProgress {
    /// The instant reached so far, s; 0 before the run.
    #[must_use]
    pub fn read(&self) -> f64 {
        f64::from_bits(self.reached.load(Ordering::Relaxed))
    }

    /// Asks the run to stop after the step that it is in. What it has reached by then is its result.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    pub(crate) fn report(&self, time: f64) {
        self.reached.store(time.to_bits(), Ordering::Relaxed);
    }
}
