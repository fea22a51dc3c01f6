//! The closed interval and its relations, as a set, to numbers and other intervals.

use crate::pair::EndpointPair;
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
// Machine code of tapes reads and writes intervals in memory, so their layout is fixed.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Interval {
    /// The lower endpoint, negated: outward rounding is then upward for both endpoints. NaN if empty.
    pub(crate) negated_lower: f64,
    /// NaN if empty.
    pub(crate) upper: f64,
}

/// Error: the two numbers do not bound an interval.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error(
    "[{lower}, {upper}] is not an interval: the lower end must be a number not above the upper end, and neither end \
     may be infinite towards the inside"
)]
pub struct InvalidInterval {
    /// The given lower endpoint.
    pub lower: f64,
    /// The given upper endpoint.
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
    /// The tightest enclosure of π. The float nearest to π lies below it.
    pub const PI: Self = Self::raw(std::f64::consts::PI, std::f64::consts::PI.next_up());
    /// The tightest enclosure of 2π.
    pub const TAU: Self = Self::raw(std::f64::consts::TAU, std::f64::consts::TAU.next_up());
    /// The tightest enclosure of π/2.
    pub const HALF_PI: Self = Self::raw(std::f64::consts::FRAC_PI_2, std::f64::consts::FRAC_PI_2.next_up());
    /// The tightest enclosure of e. The float nearest to e lies below it.
    pub const E: Self = Self::raw(std::f64::consts::E, std::f64::consts::E.next_up());

    /// The interval with these endpoints, unchecked: the caller guarantees that they bound an interval.
    #[inline]
    pub(crate) const fn raw(lower: f64, upper: f64) -> Self {
        Self { negated_lower: -lower, upper }
    }

    #[inline]
    pub(crate) fn pair(self) -> EndpointPair {
        EndpointPair::new(self.negated_lower, self.upper)
    }

    #[inline]
    pub(crate) fn from_pair(pair: EndpointPair) -> Self {
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

    /// The smallest interval that contains both numbers, in either order. `ENTIRE` if one is NaN, because an
    /// unknown number may be anywhere. An infinite argument stands for every number beyond `f64::MAX`.
    #[must_use]
    #[inline]
    pub fn between(a: f64, b: f64) -> Self {
        if a.is_nan() || b.is_nan() {
            return Self::ENTIRE;
        }
        Self::raw(a.min(b).min(f64::MAX), a.max(b).max(-f64::MAX))
    }

    /// The lower endpoint (`+∞` if empty).
    #[must_use]
    #[inline]
    pub fn lower(self) -> f64 {
        // Subtraction, unlike negation, gives +0 for a zero.
        if self.negated_lower.is_nan() { f64::INFINITY } else { 0.0 - self.negated_lower }
    }

    /// The upper endpoint (`−∞` if empty).
    #[must_use]
    #[inline]
    pub fn upper(self) -> f64 {
        if self.upper.is_nan() { f64::NEG_INFINITY } else { self.upper }
    }

    /// Whether it contains no number.
    #[must_use]
    #[inline]
    pub fn is_empty(self) -> bool {
        self.upper.is_nan()
    }

    /// Whether it contains every number.
    #[must_use]
    #[inline]
    pub fn is_entire(self) -> bool {
        self.negated_lower == f64::INFINITY && self.upper == f64::INFINITY
    }

    /// Whether it contains exactly one number.
    #[must_use]
    #[inline]
    pub fn is_singleton(self) -> bool {
        -self.negated_lower == self.upper
    }

    /// Whether both endpoints are finite: not empty, not unbounded (a *common* interval of IEEE 1788).
    #[must_use]
    #[inline]
    pub fn is_bounded(self) -> bool {
        self.negated_lower < f64::INFINITY && self.upper < f64::INFINITY
    }

    /// Whether it contains `value`. No interval contains an infinity or NaN.
    #[must_use]
    #[inline]
    pub fn contains(self, value: f64) -> bool {
        -self.negated_lower <= value && value <= self.upper && value.is_finite()
    }

    /// Whether every member is also a member of `other`.
    #[must_use]
    #[inline]
    pub fn subset(self, other: Self) -> bool {
        self.is_empty() || (self.negated_lower <= other.negated_lower && self.upper <= other.upper)
    }

    /// Whether no number is a member of both.
    #[must_use]
    #[inline]
    pub fn disjoint(self, other: Self) -> bool {
        // Comparisons with the NaN endpoints of an empty interval are false.
        !(-self.negated_lower <= other.upper && -other.negated_lower <= self.upper)
    }

    /// The smallest interval that contains both.
    #[must_use]
    #[inline]
    pub fn hull(self, other: Self) -> Self {
        Self { negated_lower: self.negated_lower.max(other.negated_lower), upper: self.upper.max(other.upper) }
    }

    /// The set of common members.
    #[must_use]
    #[inline]
    pub fn intersection(self, other: Self) -> Self {
        if self.disjoint(other) {
            return Self::EMPTY;
        }
        Self { negated_lower: self.negated_lower.min(other.negated_lower), upper: self.upper.min(other.upper) }
    }

    /// A finite member next to the midpoint: 0 for `ENTIRE`, ±`f64::MAX` if one endpoint is infinite (as IEEE 1788
    /// requires), NaN for `EMPTY`.
    #[must_use]
    #[inline]
    pub fn mid(self) -> f64 {
        let (lower, upper) = (-self.negated_lower, self.upper);
        let sum = lower + upper;
        if sum.is_finite() {
            // Halving a sum below 2⁻¹⁰²¹ may round, but the result stays between the endpoints.
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

    /// The distance between the endpoints, rounded upward (NaN for `EMPTY`).
    #[must_use]
    #[inline]
    pub fn width(self) -> f64 {
        self.pair().add_up(self.pair().swap()).parts().1
    }

    /// An upper bound `r` on the distance of any member from [`mid`](Self::mid): the smallest provable one (NaN for
    /// `EMPTY`).
    #[must_use]
    #[inline]
    pub fn radius(self) -> f64 {
        let mid = self.mid();
        let (below, above) = self.pair().add_up(EndpointPair::new(mid, -mid)).parts();
        below.max(above)
    }

    /// The largest absolute value of any member (NaN for `EMPTY`).
    #[must_use]
    #[inline]
    pub fn magnitude(self) -> f64 {
        self.negated_lower.abs().max(self.upper.abs())
    }

    /// The smallest absolute value of any member (NaN for `EMPTY`).
    #[must_use]
    #[inline]
    pub fn mignitude(self) -> f64 {
        if self.negated_lower >= 0.0 && self.upper >= 0.0 {
            0.0
        } else {
            self.negated_lower.abs().min(self.upper.abs())
        }
    }

    /// Two halves that share one endpoint. Together they contain every member. An unbounded interval is cut at 0 if
    /// 0 is in its interior, otherwise at four times its finite endpoint, so that repeated halving makes progress.
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

/// The interval with one member. NaN becomes `ENTIRE`, because an unknown number may be anywhere.
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

/// `[1.5, 2]`, or `[empty]`. Without a precision the endpoints read back as the same numbers. With a precision
/// (`{:.3}`) they are rounded to nearest, so the text is not an enclosure.
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
