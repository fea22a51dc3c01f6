//! Integer and real powers.
//!
//! **Question.** Which values can `x^n` and `x^y` take?
//!
//! **Idea.** A power is monotone in each argument on each side of 0 and 1. The extremes therefore lie at endpoints;
//! a case analysis selects them.
//!
//! **Guarantee.** Integer powers: each endpoint is at most one ulp wider than the tightest, because the power is
//! computed with 106 bits (see [`crate::scaled_double`]). Real powers: at most four ulp. `libm::pow` (FreeBSD's
//! `e_pow.c`) carries the logarithm with 53 + 24 bits; its header says *nearly rounded*. The test `errors` of
//! `tests/precise` measures 0.78 ulp and fails at 1. Every endpoint is moved outward by two ulp.
//!
//! **Source.** IEEE 1788-2015, table 9.1 and section 10.5.

use crate::Interval;
use crate::elementary::{above, below};
use crate::scaled_double::ScaledDouble;

impl Interval {
    /// `x` to an integer power; `x⁰` is 1. A negative power has no value at 0.
    #[must_use]
    pub fn powi(self, power: i32) -> Self {
        if self.is_empty() {
            return self;
        }
        match power {
            0 => return Self::ONE,
            1 => return self,
            2 => return self.sqr(),
            _ => {}
        }
        if power < 0 && self == Self::ZERO {
            return Self::EMPTY;
        }
        if power % 2 == 0 {
            let (smallest, largest) = (self.mignitude(), self.magnitude());
            let (nearest, farthest) = (magnitude_power(smallest, power), magnitude_power(largest, power));
            return if power > 0 { Self::raw(nearest.0, farthest.1) } else { Self::raw(farthest.0, nearest.1) };
        }
        let (lower, upper) = (self.lower(), self.upper);
        if power > 0 {
            return Self::raw(signed_power(lower, power).0, signed_power(upper, power).1);
        }
        // Decreasing on each side of the pole at zero.
        if lower < 0.0 && upper > 0.0 {
            Self::ENTIRE
        } else if lower == 0.0 {
            Self::raw(signed_power(upper, power).0, f64::INFINITY)
        } else if upper == 0.0 {
            Self::raw(f64::NEG_INFINITY, signed_power(lower, power).1)
        } else {
            Self::raw(signed_power(upper, power).0, signed_power(lower, power).1)
        }
    }

    /// `x` to the power `y`. Defined for `x` above 0, and equal to 0 for `x` = 0 and `y` above 0; other members of
    /// `self` have no power.
    #[must_use]
    pub fn pow(self, power: Self) -> Self {
        let base = self.intersection(Self::raw(0.0, f64::INFINITY));
        if base.is_empty() || power.is_empty() {
            return Self::EMPTY;
        }
        let (x1, x2, y1, y2) = (base.lower(), base.upper, power.lower(), power.upper);
        if x2 == 0.0 {
            return if y2 > 0.0 { Self::ZERO } else { Self::EMPTY };
        }
        // In y: decreasing for x below 1, increasing above. In x: increasing for y above 0, decreasing below.
        let (lower, upper) = if y1 >= 0.0 {
            match (x2 < 1.0, x1 > 1.0) {
                (true, _) => (power_below(x1, y2), power_above(x2, y1)),
                (_, true) => (power_below(x1, y1), power_above(x2, y2)),
                _ => (power_below(x1, y2), power_above(x2, y2)),
            }
        } else if y2 <= 0.0 {
            match (x2 < 1.0, x1 > 1.0) {
                (true, _) => (power_below(x2, y2), power_above(x1, y1)),
                (_, true) => (power_below(x2, y1), power_above(x1, y2)),
                _ => (power_below(x2, y1), power_above(x1, y1)),
            }
        } else {
            (power_below(x1, y2).min(power_below(x2, y1)), power_above(x1, y1).max(power_above(x2, y2)))
        };
        Self::raw(lower, upper)
    }
}

/// Lower and upper bounds of an integer power of `value`, which may be infinite.
fn signed_power(value: f64, power: i32) -> (f64, f64) {
    let (lower, upper) = magnitude_power(value.abs(), power);
    if value < 0.0 { (-upper, -lower) } else { (lower, upper) }
}

/// The same for a non-negative number.
fn magnitude_power(value: f64, power: i32) -> (f64, f64) {
    if value == 0.0 || value == f64::INFINITY {
        let limit = if (value == 0.0) == (power > 0) { 0.0 } else { f64::INFINITY };
        return (limit, limit);
    }
    let count = power.unsigned_abs();
    let power_of_value = ScaledDouble::new(value).powi(count);
    let power_of_value = if power < 0 { power_of_value.recip() } else { power_of_value };
    // The extra unit covers the rounding of the reciprocal.
    power_of_value.bounds((f64::from(count) + 1.0) * 2_f64.powi(-101))
}

/// Powers that need no rounding, including limits at 0 and infinity.
fn plain_power(x: f64, y: f64) -> Option<f64> {
    if x == 1.0 || y == 0.0 {
        Some(1.0)
    } else if y == 1.0 {
        Some(x)
    } else if x == 0.0 || x == f64::INFINITY || y.is_infinite() {
        Some(if (x < 1.0) == (y > 0.0) { 0.0 } else { f64::INFINITY })
    } else {
        None
    }
}

fn power_below(x: f64, y: f64) -> f64 {
    plain_power(x, y).unwrap_or_else(|| below(libm::pow(x, y)).max(0.0))
}

fn power_above(x: f64, y: f64) -> f64 {
    plain_power(x, y).unwrap_or_else(|| above(libm::pow(x, y)))
}
