//! Dense regions: where sparse dynamics loses its advantage.

use crate::tolerance::{DENSE_CELL, DENSE_LEVELS, DENSE_STALE_SHARE};
use glam::DVec3;

/// How crowded bodies are (thesis, sections 8.2 and 9.4).
///
/// A dense region shows in deep or full cells, and in entries that became stale before anybody asked for them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Crowding {
    /// Number of bodies.
    pub bodies: usize,
    /// Number of cells.
    pub cells: usize,
    /// Entries of bodies in all cells, stale ones included.
    pub entries: usize,
    /// Bodies in the fullest of the present cells that are at least as deep as expected.
    pub fullest_cell: usize,
    /// Levels of cells below the first.
    pub deepest_level: usize,
    /// Levels that evenly spread bodies would have.
    pub expected_levels: usize,
    /// The centre of the deepest cell, or of the fullest one of those that are as deep, m.
    pub densest: DVec3,
    /// The share of stale entries among those that were met.
    pub stale_share: f64,
}

impl Crowding {
    /// Whether there is a region that is much denser than the others, or so dense that predictions rarely come true.
    #[must_use]
    pub fn is_dense(&self) -> bool {
        self.deepest_level > self.expected_levels + DENSE_LEVELS
            || self.fullest_cell > DENSE_CELL
            || self.stale_share > DENSE_STALE_SHARE
    }
}
