//! How many pairs each rejection test discarded: the figures of the paper's experiment.

/// What the rejection tests did during one question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Pairs of whole bodies, one for every screw.
    pub objects: ObjectTally,
    /// Pairs of a vertex and a triangle, of either body.
    pub vertex_triangle: PairTally,
    /// Pairs of edges.
    pub edge_edge: PairTally,
}

/// Whole bodies: how many pairs were asked about, and which test was the first to discard them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ObjectTally {
    /// All pairs.
    pub asked: u64,
    /// Beyond the ball that holds what the moving ball sweeps.
    pub swept_ball: u64,
    /// Outside the cylinder about the axis.
    pub cylinder: u64,
    /// Inside the hollow of that cylinder.
    pub hollow: u64,
    /// Beyond its caps.
    pub caps: u64,
}

/// Features: how many pairs were asked about, and which test was the first to discard them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairTally {
    /// All pairs.
    pub asked: u64,
    /// Above or below all that is swept.
    pub ends: u64,
    /// Inside the cylinder that the moving feature stays out of.
    pub inside: u64,
    /// Outside the cylinder that it stays in.
    pub outside: u64,
    /// Out of the angle that it sweeps.
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
