//! The four sides of a face's rectangular domain.

use super::Patch;
use tangency_interval::Interval;

/// An end of a parameter range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DomainEnd {
    /// The lower end.
    Lower,
    /// The upper end.
    Upper,
}

/// A side of the rectangle of (u, v): one parameter is fixed at an end of its range, the other runs along the
/// side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DomainSide {
    /// u is fixed, v runs.
    U(DomainEnd),
    /// v is fixed, u runs.
    V(DomainEnd),
}

impl DomainSide {
    /// All four sides.
    pub const ALL: [Self; 4] =
        [Self::U(DomainEnd::Lower), Self::U(DomainEnd::Upper), Self::V(DomainEnd::Lower), Self::V(DomainEnd::Upper)];

    /// Index of the fixed parameter: 0 for u, 1 for v.
    #[must_use]
    pub fn fixed_parameter(self) -> usize {
        match self {
            Self::U(_) => 0,
            Self::V(_) => 1,
        }
    }

    /// The value of the fixed parameter on this patch.
    #[must_use]
    pub fn fixed_value(self, patch: &Patch) -> f64 {
        let (Self::U(end) | Self::V(end)) = self;
        let range = patch.domain()[self.fixed_parameter()];
        match end {
            DomainEnd::Lower => range.lower(),
            DomainEnd::Upper => range.upper(),
        }
    }

    /// The range of the running parameter on this patch.
    #[must_use]
    pub fn range(self, patch: &Patch) -> Interval {
        patch.domain()[1 - self.fixed_parameter()]
    }

    /// The parameters (u, v) where the running parameter is `s`.
    #[must_use]
    pub fn parameters(self, patch: &Patch, s: f64) -> [f64; 2] {
        let place = self.fixed_value(patch);
        if self.fixed_parameter() == 0 { [place, s] } else { [s, place] }
    }

    /// The box of (u, v) where the running parameter is in `s`.
    #[must_use]
    pub fn region(self, patch: &Patch, s: Interval) -> [Interval; 2] {
        let place = Interval::from(self.fixed_value(patch));
        if self.fixed_parameter() == 0 { [place, s] } else { [s, place] }
    }
}
