//! The memory that evaluations work in.

use super::Tape;
use crate::Interval;
use crate::pair::Pair;
use std::fmt;

/// Scratch memory for evaluations, reused from one to the next. It grows to what the tapes need and keeps nothing that
/// matters: any workspace serves any tape.
#[derive(Clone, Debug, Default)]
pub struct Workspace {
    pub(super) values: Slots<f64>,
    pub(super) ranges: Slots<Pair, Interval>,
    pub(super) gradients: Slots<Pair, Interval>,
    pub(super) hessians: Slots<Pair, Interval>,
    pub(super) value_lanes: Slots<[f64; LANES]>,
    pub(super) range_lanes: Slots<[Pair; LANES]>,
}

/// How many points or boxes an instruction handles before the next one runs. Sixteen intervals are four cache lines: enough to
/// spread the dispatch and fill the pipelines, few enough that the slots of a large tape stay in the first-level cache.
pub(super) const LANES: usize = 16;

/// The slots of one kind of evaluation, and where its results are gathered.
///
/// Intervals are kept here as the pairs that arithmetic works on, so that they are stored and loaded whole: a load that waits for
/// two stores of one half each costs more than the operation itself.
#[derive(Clone)]
pub(super) struct Slots<T, R = T> {
    owner: Option<u64>,
    pub(super) slots: Vec<T>,
    pub(super) results: Vec<R>,
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
    /// Makes the slots ready for the tape. Constants are written only when the tape is another than last time.
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
