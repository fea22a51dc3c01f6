//! The scratch memory of evaluations.

use super::Tape;
use crate::Interval;
use crate::pair::EndpointPair;
use crate::tolerance::LANES;
use std::fmt;

/// Scratch memory for evaluations, reused between them. It grows to the size that the tapes need. Any workspace
/// serves any tape.
#[derive(Clone, Debug, Default)]
pub struct TapeWorkspace {
    pub(super) values: Slots<f64>,
    pub(super) ranges: Slots<EndpointPair, Interval>,
    pub(super) gradients: Slots<EndpointPair, Interval>,
    pub(super) hessians: Slots<EndpointPair, Interval>,
    /// Values of machine code that do not fit into registers.
    pub(super) spills: Spills,
    pub(super) value_lanes: Slots<[f64; LANES]>,
    pub(super) range_lanes: Slots<[EndpointPair; LANES]>,
}

/// The slots of one kind of evaluation, and its results.
///
/// Intervals are stored as pairs, as the arithmetic uses them, so that they are stored and loaded as a unit. A load
/// that waits for two stores of one half each would cost more than the operation itself.
#[derive(Clone)]
pub(super) struct Slots<T, R = T> {
    owner: Option<u64>,
    pub(super) slots: Vec<T>,
    pub(super) results: Vec<R>,
}

/// The spill memory of machine code.
#[derive(Clone, Default)]
pub(super) struct Spills(pub(super) Vec<EndpointPair>);

impl fmt::Debug for Spills {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} spills", self.0.len())
    }
}

impl<T, R> Default for Slots<T, R> {
    fn default() -> Self {
        Self { owner: None, slots: Vec::new(), results: Vec::new() }
    }
}

impl<T, R> fmt::Debug for Slots<T, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} slots", self.slots.len())
    }
}

impl<T: Copy, R> Slots<T, R> {
    /// Prepares the slots for the tape. Constants are written only if the tape differs from the last one.
    #[inline]
    pub(super) fn prepare(&mut self, tape: &Tape, size: usize, empty: T, load: impl FnOnce(&mut [T])) {
        if self.owner != Some(tape.identity) {
            self.slots.clear();
            self.slots.resize(size, empty);
            load(&mut self.slots);
            self.owner = Some(tape.identity);
        }
    }
}
