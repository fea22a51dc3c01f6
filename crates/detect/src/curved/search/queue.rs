//! The entries of the priority queue: pairs of surface pieces, the earliest first.

use crate::curved::equations::MAX_UNKNOWNS;
use tangency_interval::{Earliest, Interval};

/// The system or group that a queued pair belongs to.
#[derive(Clone, Copy)]
pub(super) enum QueuedItem {
    /// A part of the box of the system with this index.
    System(usize),
    /// The triangles below a node of a mesh's tree, with the element of the other body that has this index.
    Group { node: u32, other: usize },
}

/// A pair with the instant from which it is undecided. A serial number orders pairs of the same instant, the oldest
/// first.
pub(super) type PairEntry = Earliest<u64, QueuedPair>;

/// A part of the box of a system or of a group, and the instant up to which it is proved to contain no contact.
#[derive(Clone, Copy)]
pub(super) struct QueuedPair {
    pub(super) item: QueuedItem,
    /// The ranges of all unknowns but the time; for a group, those of the other body's element.
    pub(super) cells: [Interval; MAX_UNKNOWNS],
    pub(super) from: f64,
    /// Seconds. The next step to try.
    pub(super) step: f64,
}
