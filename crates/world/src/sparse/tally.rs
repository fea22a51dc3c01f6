//! What a simulation has counted.

/// Events and tests of a simulation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Collisions of two spheres.
    pub collisions: u64,
    /// Collisions with walls.
    pub wall_hits: u64,
    /// All events taken from the queue, crossings of cells and stale ones included.
    pub events: u64,
    /// Events whose partner had been diverted in the meantime.
    pub stale: u64,
    /// Meetings that were predicted too early and predicted again.
    pub refined: u64,
    /// Crossings into a neighbouring cell; of dense spheres, new lists of neighbours.
    pub crossings: u64,
    /// Pairs of paths compared.
    pub tests: u64,
    /// Number of spheres in the fullest cell.
    pub fullest_cell: u32,
}

impl Tally {
    /// The share of stale events among the predicted meetings. A high one tells a dense region.
    #[must_use]
    pub fn stale_share(&self) -> f64 {
        let meetings = self.stale + self.collisions + self.wall_hits;
        if meetings == 0 { 0.0 } else { self.stale as f64 / meetings as f64 }
    }
}
