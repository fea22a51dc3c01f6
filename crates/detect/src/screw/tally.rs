//! Counts of the pairs that each rejection test discards: the figures of the paper's experiment.

/// The counts of the rejection tests during one query.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Pairs of whole bodies, one per screw.
    pub objects: ObjectTally,
    /// Pairs of a vertex and a triangle, of either body.
    pub vertex_triangle: PairTally,
    /// Pairs of edges.
    pub edge_edge: PairTally,
}

/// Whole bodies: the number of pairs tested, and which test first discarded them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ObjectTally {
    /// All pairs.
    pub asked: u64,
    /// Beyond the ball that encloses the volume swept by the moving ball.
    pub swept_ball: u64,
    /// Outside the cylinder about the axis.
    pub cylinder: u64,
    /// Inside the hollow of that cylinder.
    pub hollow: u64,
    /// Beyond its caps.
    pub caps: u64,
}

/// Features: the number of pairs tested, and which test first discarded them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairTally {
    /// All pairs.
    pub asked: u64,
    /// Above or below the swept volume.
    pub ends: u64,
    /// Inside the cylinder that the moving feature stays outside of.
    pub inside: u64,
    /// Outside the cylinder that the moving feature stays inside of.
    pub outside: u64,
    /// Outside the sector that the moving feature sweeps.
    pub sector: u64,
}

impl ObjectTally {
    /// Pairs that any test discarded.
    #[must_use]
    pub fn rejected(&self) -> u64 {
        self.swept_ball + self.cylinder + self.hollow + self.caps
    }
}

impl PairTally {
    /// Pairs that any test discarded.
    #[must_use]
    pub fn rejected(&self) -> u64 {
        self.ends + self.inside + self.outside + self.sector
    }
}
