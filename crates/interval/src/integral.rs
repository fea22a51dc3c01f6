//! Rounding to integers, and the sign. These functions are exact and monotone, so the endpoints of the result are
//! the values at the endpoints of the argument.

use crate::Interval;

impl Interval {
    /// The largest integer not above `x`.
    #[must_use]
    pub fn floor(self) -> Self {
        self.at_ends(libm::floor)
    }

    /// The smallest integer not below `x`.
    #[must_use]
    pub fn ceil(self) -> Self {
        self.at_ends(libm::ceil)
    }

    /// The integer nearest to `x` in the direction of zero.
    #[must_use]
    pub fn trunc(self) -> Self {
        self.at_ends(libm::trunc)
    }

    /// The integer nearest to `x`; ties round away from zero.
    #[must_use]
    pub fn round(self) -> Self {
        self.at_ends(libm::round)
    }

    /// The integer nearest to `x`; ties round to even.
    #[must_use]
    pub fn round_ties_even(self) -> Self {
        self.at_ends(libm::rint)
    }

    /// −1, 0 or 1.
    #[must_use]
    pub fn sign(self) -> Self {
        self.at_ends(|x| if x == 0.0 { 0.0 } else { x.signum() })
    }

    fn at_ends(self, function: impl Fn(f64) -> f64) -> Self {
        if self.is_empty() { self } else { Self::raw(function(self.lower()), function(self.upper)) }
    }
}
