//! Rounding to whole numbers, and the sign: exact, and rising, so that the ends of the result belong to the ends of the argument.

use crate::Interval;

impl Interval {
    /// The largest whole number not above `x`.
    #[must_use]
    pub fn floor(self) -> Self {
        self.at_ends(libm::floor)
    }

    /// The smallest whole number not below `x`.
    #[must_use]
    pub fn ceil(self) -> Self {
        self.at_ends(libm::ceil)
    }

    /// The whole number next to `x` in the direction of zero.
    #[must_use]
    pub fn trunc(self) -> Self {
        self.at_ends(libm::trunc)
    }

    /// The whole number nearest to `x`; halves go away from zero.
    #[must_use]
    pub fn round(self) -> Self {
        self.at_ends(libm::round)
    }

    /// The whole number nearest to `x`; halves go to the even neighbour.
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
