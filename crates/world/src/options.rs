//! What is asked of a run.

use crate::WorldError;
use crate::tolerance::{DEFAULT_STEP, DEFAULT_TOLERANCE};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tangency_detect::Query;

/// What is asked of a run. Fill in what matters and take the rest from the default.
#[derive(Clone, Debug)]
pub struct Options {
    /// When it starts, on the clock of driven bodies, s.
    pub start: f64,
    /// When it ends, s.
    pub until: f64,
    /// The longest step of the solver, s.
    pub step: f64,
    /// The precision of the solver, relative.
    pub tolerance: f64,
    /// Tolerance, spacing, simultaneity and budget (for one step) of the detection; its other fields are not used.
    pub query: Query,
    /// Where to report how far it came.
    pub progress: Option<Arc<Reached>>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            start: 0.0,
            until: 1.0,
            step: DEFAULT_STEP,
            tolerance: DEFAULT_TOLERANCE,
            query: Query::default(),
            progress: None,
        }
    }
}

impl Options {
    /// Refuses numbers that mean nothing.
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
        if !(self.tolerance >= 1e-14 && self.tolerance <= 1e-2) {
            return error("the tolerance of the solver", self.tolerance, "from 1e-14 to 0.01");
        }
        if !positive(self.query.tolerance) {
            return error("the tolerance of the query", self.query.tolerance, "positive and finite");
        }
        Ok(())
    }
}

/// How far a run came, readable from another thread.
#[derive(Debug, Default)]
pub struct Reached(AtomicU64);

impl Reached {
    /// The instant that was reached, s; 0 before the run.
    #[must_use]
    pub fn read(&self) -> f64 {
        f64::from_bits(self.0.load(Ordering::Relaxed))
    }

    pub(crate) fn report(&self, time: f64) {
        self.0.store(time.to_bits(), Ordering::Relaxed);
    }
}
