//! The priority queue of pairs of surface pieces, by time.

use crate::curved::equations::MAX_UNKNOWNS;
use std::cmp::Ordering;
use tangency_interval::Interval;

/// What waits.
#[derive(Clone, Copy)]
pub(super) enum QueuedItem {
    /// A part of the box of the system with this index.
    System(usize),
    /// The triangles below a node of a mesh's tree, with the element of the other body that has this index.
    Group { node: u32, other: usize },
}

/// A part of the box of a system, or of many, and the instant up to which it certainly holds no contact.
#[derive(Clone, Copy)]
pub(super) struct QueuedPair {
    pub(super) what: QueuedItem,
    /// The parts of all unknowns but the time; of a group, those of the other body's element.
    pub(super) cells: [Interval; MAX_UNKNOWNS],
    pub(super) from: f64,
    /// The step that is tried next, in seconds.
    pub(super) step: f64,
    /// Tells pairs of the same instant apart, so that the order does not depend on the queue.
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

/// The earliest is the greatest, because the queue hands out the greatest.
impl Ord for QueuedPair {
    fn cmp(&self, other: &Self) -> Ordering {
        other.from.total_cmp(&self.from).then(other.number.cmp(&self.number))
    }
}
