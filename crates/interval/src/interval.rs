//! The closed interval: what it holds, and its relations to numbers and other intervals as a set.

use crate::pair::Pair;
use std::fmt;

/// A closed interval of reals, possibly empty or unbounded.
///
/// ```
/// use tangency_interval::Interval;
///
/// let third = Interval::ONE / 3.0;
/// assert!(third.lower() < third.upper());
/// assert!((third * 3.0).contains(1.0));
/// # Ok::<(), tangency_interval::InvalidInterval>(())
/// ```
#[derive(Clone, Copy)]
pub struct Interval {
    /// The lower end with its sign changed: outward is then upward for both ends. NaN if empty.
    pub(crate) negated_lower: f64,
    /// NaN if empty.
    pub(crate) upper: f64,
}

/// The two numbers do not bound an interval.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error(
    "[{lower}, {upper}] is not an interval: the lower end must be a number not above the upper end, and neither end may be infinite towards the inside"
)]
pub struct InvalidInterval {
    /// The lower end that was given.
    pub lower: f64,
    /// The upper end that was given.
    pub upper: f64,
}

impl Interval {
    /// The empty set.
    pub const EMPTY: Self = Self { negated_lower: f64::NAN, upper: f64::NAN };
    /// All reals.
    pub const ENTIRE: Self = Self::raw(f64::NEG_INFINITY, f64::INFINITY);
    /// The number zero.
    pub const ZERO: Self = Self { negated_lower: 0.0, upper: 0.0 };
    /// The number one.
    pub const ONE: Self = Self::raw(1.0, 1.0);
    /// The smallest interval that holds π: the number nearest to π lies below it.
    pub const PI: Self = Self::raw(std::f64::consts::PI, std::f64::consts::PI.next_up());
    /// The smallest interval that holds 2π.
    pub const TAU: Self = Self::raw(std::f64::consts::TAU, std::f64::consts::TAU.next_up());
    /// The smallest interval that holds π/2.
    pub const HALF_PI: Self = Self::raw(std::f64::consts::FRAC_PI_2, std::f64::consts::FRAC_PI_2.next_up());
    /// The smallest interval that holds e: the number nearest to e lies below it.
    pub const E: Self = Self::raw(std::f64::consts::E, std::f64::consts::E.next_up());

    /// The interval with these ends, which are known to bound one.
    #[inline]
    pub(crate) const fn raw(lower: f64, upper: f64) -> Self {
        Self { negated_lower: -lower, upper }
    }

    #[inline]
    pub(crate) fn pair(self) -> Pair {
        Pair::new(self.negated_lower, self.upper)
    }

    #[inline]
    pub(crate) fn from_pair(pair: Pair) -> Self {
        let (negated_lower, upper) = pair.parts();
        Self { negated_lower, upper }
    }

    /// The interval from `lower` to `upper`.
    ///
    /// # Errors
    /// If `lower` is above `upper`, one of them is NaN, `lower` is `+∞` or `upper` is `−∞`.
    #[inline]
    pub fn new(lower: f64, upper: f64) -> Result<Self, InvalidInterval> {
        if lower <= upper && lower < f64::INFINITY && upper > f64::NEG_INFINITY {
            Ok(Self::raw(lower, upper))
        } else {
            Err(InvalidInterval { lower, upper })
        }
    }

    /// The smallest interval that holds both numbers, in either order; `ENTIRE` if one is NaN: an unknown number may be
    /// anywhere. An infinite number stands for every number beyond `f64::MAX`.
    #[must_use]
    #[inline]
    pub fn between(a: f64, b: f64) -> Self {
        if a.is_nan() || b.is_nan() {
            return Self::ENTIRE;
        }
        Self::raw(a.min(b).min(f64::MAX), a.max(b).max(-f64::MAX))
    }

    /// The lower end (`+∞` if empty).
    #[must_use]
    #[inline]
    pub fn lower(self) -> f64 {
        // Subtracting, unlike changing the sign, gives +0 for a zero.
        if self.negated_lower.is_nan() { f64::INFINITY } else { 0.0 - self.negated_lower }
    }

    /// The upper end (`−∞` if empty).
    #[must_use]
    #[inline]
    pub fn upper(self) -> f64 {
        if self.upper.is_nan() { f64::NEG_INFINITY } else { self.upper }
    }

    /// Whether no number is in it.
    #[must_use]
    #[inline]
    pub fn is_empty(self) -> bool {
        self.upper.is_nan()
    }

    /// Whether every number is in it.
    #[must_use]
    #[inline]
    pub fn is_entire(self) -> bool {
        self.negated_lower == f64::INFINITY && self.upper == f64::INFINITY
    }

    /// Whether exactly one number is in it.
    #[must_use]
    #[inline]
    pub fn is_singleton(self) -> bool {
        -self.negated_lower == self.upper
    }

    /// Whether it has two finite ends: not empty, not unbounded (a *common* interval of IEEE 1788).
    #[must_use]
    #[inline]
    pub fn is_bounded(self) -> bool {
        self.negated_lower < f64::INFINITY && self.upper < f64::INFINITY
    }

    /// Whether `value` is in it. Infinity and NaN are in no interval.
    #[must_use]
    #[inline]
    pub fn contains(self, value: f64) -> bool {
        -self.negated_lower <= value && value <= self.upper && value.is_finite()
    }

    /// Whether every member is also in `other`.
    #[must_use]
    #[inline]
    pub fn subset(self, other: Self) -> bool {
        self.is_empty() || (self.negated_lower <= other.negated_lower && self.upper <= other.upper)
    }

    /// Whether no number is in both.
    #[must_use]
    #[inline]
    pub fn disjoint(self, other: Self) -> bool {
        // Comparisons with the NaN of an empty one are false.
        !(-self.negated_lower <= other.upper && -other.negated_lower <= self.upper)
    }

    /// The smallest interval that holds both.
    #[must_use]
    #[inline]
    pub fn hull(self, other: Self) -> Self {
        Self { negated_lower: self.negated_lower.max(other.negated_lower), upper: self.upper.max(other.upper) }
    }

    /// What is in both.
    #[must_use]
    #[inline]
    pub fn intersection(self, other: Self) -> Self {
        if self.disjoint(other) {
            return Self::EMPTY;
        }
        Self { negated_lower: self.negated_lower.min(other.negated_lower), upper: self.upper.min(other.upper) }
    }

    /// A finite number in it, next to the middle: 0 for `ENTIRE`, ±`f64::MAX` if one end is infinite (as IEEE 1788 has it),
    /// NaN for `EMPTY`.
    #[must_use]
    #[inline]
    pub fn mid(self) -> f64 {
        let (lower, upper) = (-self.negated_lower, self.upper);
        let sum = lower + upper;
        if sum.is_finite() {
            // Halving a sum below 2⁻¹⁰²¹ may round, and then stays between the ends.
            return 0.0 + 0.5 * sum;
        }
        if self.is_empty() {
            f64::NAN
        } else if self.is_entire() {
            0.0
        } else {
            (0.5 * lower + 0.5 * upper).clamp(-f64::MAX, f64::MAX)
        }
    }

    /// The distance between the ends, rounded upward (NaN for `EMPTY`).
    #[must_use]
    #[inline]
    pub fn width(self) -> f64 {
        self.pair().add_up(self.pair().swap()).parts().1
    }

    /// The smallest number `r` known to satisfy: every member is within `r` of [`mid`](Self::mid) (NaN for `EMPTY`).
    #[must_use]
    #[inline]
    pub fn radius(self) -> f64 {
        let mid = self.mid();
        let (below, above) = self.pair().add_up(Pair::new(mid, -mid)).parts();
        below.max(above)
    }

    /// The largest absolute value of a member (NaN for `EMPTY`).
    #[must_use]
    #[inline]
    pub fn magnitude(self) -> f64 {
        self.negated_lower.abs().max(self.upper.abs())
    }

    /// The smallest absolute value of a member (NaN for `EMPTY`).
    #[must_use]
    #[inline]
    pub fn mignitude(self) -> f64 {
        if self.negated_lower >= 0.0 && self.upper >= 0.0 {
            0.0
        } else {
            self.negated_lower.abs().min(self.upper.abs())
        }
    }

    /// Two halves that meet in one number; together they hold every member. An unbounded interval is cut at 0 if that is
    /// inside, else at a number of four times the size of its finite end, so that repeated halving gets somewhere.
    #[must_use]
    pub fn split(self) -> (Self, Self) {
        let cut = if self.is_bounded() {
            self.mid()
        } else if self.negated_lower > 0.0 && self.upper > 0.0 {
            0.0
        } else if self.upper == f64::INFINITY {
            (4.0 * -self.negated_lower).clamp(1.0, f64::MAX)
        } else {
            (4.0 * self.upper).clamp(-f64::MAX, -1.0)
        };
        if self.is_empty() {
            return (self, self);
        }
        (Self { negated_lower: self.negated_lower, upper: cut }, Self { negated_lower: -cut, upper: self.upper })
    }
}

/// One number; NaN becomes `ENTIRE`, because an unknown number may be anywhere.
impl From<f64> for Interval {
    #[inline]
    fn from(value: f64) -> Self {
        if value.is_finite() { Self::raw(value, value) } else { Self::between(value, value) }
    }
}

impl PartialEq for Interval {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        (self.is_empty() && other.is_empty())
            || (self.negated_lower == other.negated_lower && self.upper == other.upper)
    }
}

impl fmt::Debug for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() { f.write_str("[empty]") } else { write!(f, "[{:?}, {:?}]", self.lower(), self.upper()) }
    }
}

/// `[1.5, 2]`, or `[empty]`. Without a precision the ends are written so that reading them back gives the same numbers. With
/// one (`{:.3}`) they are rounded to nearest: for the eye, not an enclosure.
impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("[empty]");
        }
        f.write_str("[")?;
        fmt::Display::fmt(&self.lower(), f)?;
        f.write_str(", ")?;
        fmt::Display::fmt(&self.upper(), f)?;
        f.write_str("]")
    }
}
