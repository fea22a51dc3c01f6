//! The entries of the priority queue: pairs of surface pieces, the earliest first.

use crate::curved::equations::MAX_UNKNOWNS;
use std::cmp::Ordering;
use tangency_interval::Interval;

/// The system or group that a queued pair belongs to.
#[derive(Clone, Copy)]
pub(super) enum QueuedItem {
    /// A part of the box of the system with this index.
    System(usize),
    /// The triangles below a node of a mesh's tree, with the element of the other body that has this index.
    Group { node: u32, other: usize },
}

/// A part of the box of a system or of a group, and the instant up to which it is proved to contain no contact.
#[derive(Clone, Copy)]
pub(super) struct QueuedPair {
    pub(super) item: QueuedItem,
    /// The ranges of all unknowns but the time; for a group, those of the other body's element.
    pub(super) cells: [Interval; MAX_UNKNOWNS],
    pub(super) from: f64,
    /// Seconds. The next step to try.
    pub(super) step: f64,
    /// Orders pairs of the same instant, so that the order does not depend on the heap.
    pub(super) number: u64,
}

impl PartialEq for QueuedPair {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for QueuedPair {}

impl PartialOrd for QueuedPair {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The earliest pair is the greatest, because a `BinaryHeap` returns the greatest.
impl Ord for QueuedPair {
    fn cmp(&self, other: &Self) -> Ordering {
        other.from.total_cmp(&self.from).then(other.number.cmp(&self.number))
    }
}
