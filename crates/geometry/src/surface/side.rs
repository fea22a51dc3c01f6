//! The four sides of a face's rectangle.

use super::Patch;
use tangency_interval::Interval;

/// Which end of a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The lower one.
    Lower,
    /// The upper one.
    Upper,
}

/// A side of the rectangle of (u, v): one parameter rests at an end of its range, the other runs along the side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// u rests, v runs.
    U(End),
    /// v rests, u runs.
    V(End),
}

impl Side {
    /// All four.
    pub const ALL: [Self; 4] = [Self::U(End::Lower), Self::U(End::Upper), Self::V(End::Lower), Self::V(End::Upper)];

    /// Which parameter rests: 0 for u, 1 for v.
    #[must_use]
    pub fn resting(self) -> usize {
        match self {
            Self::U(_) => 0,
            Self::V(_) => 1,
        }
    }

    /// Where it rests, on this patch.
    #[must_use]
    pub fn place(self, patch: &Patch) -> f64 {
        let (Self::U(end) | Self::V(end)) = self;
        let range = patch.domain()[self.resting()];
        match end {
            End::Lower => range.lower(),
            End::Upper => range.upper(),
        }
    }

    /// The range of the parameter that runs, on this patch.
    #[must_use]
    pub fn range(self, patch: &Patch) -> Interval {
        patch.domain()[1 - self.resting()]
    }

    /// The point (u, v) where the running parameter is `s`.
    #[must_use]
    pub fn parameters(self, patch: &Patch, s: f64) -> [f64; 2] {
        let place = self.place(patch);
        if self.resting() == 0 { [place, s] } else { [s, place] }
    }

    /// The box of (u, v) where the running parameter is in `s`.
    #[must_use]
    pub fn region(self, patch: &Patch, s: Interval) -> [Interval; 2] {
        let place = Interval::from(self.place(patch));
        if self.resting() == 0 { [place, s] } else { [s, place] }
    }
}
