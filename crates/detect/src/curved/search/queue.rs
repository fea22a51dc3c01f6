//! The entries of the priority queue: pairs of surface pieces, the earliest first.

use crate::curved::equations::MAX_UNKNOWNS;
use tangency_interval::{Earliest, Interval};

/// The system or group that a queued pair belongs to.
#[derive(Clone, Copy)]
pub(super) enum QueuedItem {
    /// A part of the box of the system with this index.
    System(usize),
    /// The triangles below `node` of a mesh's tree, paired with element `other` of the other body.
    Group { node: u32, other: usize },
    /// The pair of parts of spline bodies with this index.
    Nets(u32),
}

/// A queue entry. Its key is the instant from which the pair is undecided. A serial number breaks ties: the oldest
/// pair comes first.
pub(super) type PairEntry = Earliest<u64, QueuedPair>;

/// A part of the box of a system or of a group, and the instant up to which it is proved to contain no contact.
#[derive(Clone, Copy)]
pub(super) struct QueuedPair {
    pub(super) item: QueuedItem,
    /// Ranges of all unknowns except time. For a group: parameter ranges of the other body's element.
    pub(super) cells: [Interval; MAX_UNKNOWNS],
    pub(super) from: f64,
    /// Length of the next time step to try, in seconds.
    pub(super) step: f64,
}
