//! The closed interval and its basic operations.

use std::fmt;
use std::ops::{Add, Div, Mul, Neg, Sub};

/// A closed interval of reals, possibly empty or unbounded.
#[derive(Clone, Copy)]
pub struct Interval {
    lower: f64,
    upper: f64,
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
    pub const EMPTY: Self = Self { lower: f64::INFINITY, upper: f64::NEG_INFINITY };
    /// All reals.
    pub const ENTIRE: Self = Self { lower: f64::NEG_INFINITY, upper: f64::INFINITY };
    /// The number zero.
    pub const ZERO: Self = Self { lower: 0.0, upper: 0.0 };
    /// The number one.
    pub const ONE: Self = Self { lower: 1.0, upper: 1.0 };

    /// The interval from `lower` to `upper`.
    pub fn new(lower: f64, upper: f64) -> Result<Self, InvalidInterval> {
        if lower <= upper && lower < f64::INFINITY && upper > f64::NEG_INFINITY {
            Ok(Self { lower, upper })
        } else {
            Err(InvalidInterval { lower, upper })
        }
    }

    /// The smallest interval that holds both numbers, in either order; `ENTIRE` if one is NaN: an unknown number may be
    /// anywhere.
    #[must_use]
    pub fn between(a: f64, b: f64) -> Self {
        if a.is_nan() || b.is_nan() {
            return Self::ENTIRE;
        }
        Self { lower: a.min(b).min(f64::MAX), upper: a.max(b).max(-f64::MAX) }
    }

    /// The lower end (`+∞` if empty).
    #[must_use]
    pub fn lower(self) -> f64 {
        self.lower
    }

    /// The upper end (`−∞` if empty).
    #[must_use]
    pub fn upper(self) -> f64 {
        self.upper
    }

    /// Whether no number is in it.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.lower > self.upper
    }

    /// Whether `value` is in it.
    #[must_use]
    pub fn contains(self, value: f64) -> bool {
        self.lower <= value && value <= self.upper && value.is_finite()
    }

    /// Whether every member is also in `other`.
    #[must_use]
    pub fn subset(self, other: Self) -> bool {
        self.is_empty() || (other.lower <= self.lower && self.upper <= other.upper)
    }

    /// Whether no number is in both.
    #[must_use]
    pub fn disjoint(self, other: Self) -> bool {
        self.is_empty() || other.is_empty() || self.upper < other.lower || other.upper < self.lower
    }

    /// The smallest interval that holds both.
    #[must_use]
    pub fn hull(self, other: Self) -> Self {
        Self { lower: self.lower.min(other.lower), upper: self.upper.max(other.upper) }
    }

    /// What is in both.
    #[must_use]
    pub fn intersection(self, other: Self) -> Self {
        let (lower, upper) = (self.lower.max(other.lower), self.upper.min(other.upper));
        if lower <= upper { Self { lower, upper } } else { Self::EMPTY }
    }

    /// A finite number in the middle (0 for `ENTIRE`, NaN for `EMPTY`).
    #[must_use]
    pub fn mid(self) -> f64 {
        if self.is_empty() {
            return f64::NAN;
        }
        let (lower, upper) = (self.lower.max(-f64::MAX), self.upper.min(f64::MAX));
        if lower == -upper { 0.0 } else { 0.5 * lower + 0.5 * upper }
    }

    /// Upper bound on the distance between the ends (NaN for `EMPTY`).
    #[must_use]
    pub fn width(self) -> f64 {
        if self.is_empty() { f64::NAN } else { (self.upper - self.lower).next_up().max(0.0) }
    }

    /// The largest absolute value of a member (NaN for `EMPTY`).
    #[must_use]
    pub fn magnitude(self) -> f64 {
        if self.is_empty() { f64::NAN } else { self.lower.abs().max(self.upper.abs()) }
    }

    /// The smallest absolute value of a member (NaN for `EMPTY`).
    #[must_use]
    pub fn mignitude(self) -> f64 {
        if self.is_empty() {
            f64::NAN
        } else if self.contains(0.0) {
            0.0
        } else {
            self.lower.abs().min(self.upper.abs())
        }
    }

    /// The square: never negative, unlike `x * x`.
    #[must_use]
    pub fn sqr(self) -> Self {
        if self.is_empty() {
            return self;
        }
        let (small, large) = (self.mignitude(), self.magnitude());
        Self { lower: (small * small).next_down().max(0.0), upper: (large * large).next_up() }
    }

    /// The square root of the members that have one.
    #[must_use]
    pub fn sqrt(self) -> Self {
        if self.is_empty() || self.upper < 0.0 {
            return Self::EMPTY;
        }
        Self { lower: self.lower.max(0.0).sqrt().next_down().max(0.0), upper: self.upper.sqrt().next_up() }
    }

    /// The absolute values.
    #[must_use]
    pub fn abs(self) -> Self {
        if self.is_empty() { self } else { Self { lower: self.mignitude(), upper: self.magnitude() } }
    }
}

/// One number; NaN becomes `ENTIRE`, because an unknown number may be anywhere.
impl From<f64> for Interval {
    fn from(value: f64) -> Self {
        Self::between(value, value)
    }
}

impl PartialEq for Interval {
    fn eq(&self, other: &Self) -> bool {
        (self.is_empty() && other.is_empty()) || (self.lower == other.lower && self.upper == other.upper)
    }
}

impl fmt::Debug for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() { f.write_str("[empty]") } else { write!(f, "[{:?}, {:?}]", self.lower, self.upper) }
    }
}

impl Neg for Interval {
    type Output = Self;
    fn neg(self) -> Self {
        Self { lower: -self.upper, upper: -self.lower }
    }
}

impl Add for Interval {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        if self.is_empty() || other.is_empty() {
            return Self::EMPTY;
        }
        Self { lower: (self.lower + other.lower).next_down(), upper: (self.upper + other.upper).next_up() }
    }
}

impl Sub for Interval {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Mul for Interval {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        if self.is_empty() || other.is_empty() {
            return Self::EMPTY;
        }
        let product = |a: f64, b: f64| if a == 0.0 || b == 0.0 { 0.0 } else { a * b };
        let ends = [
            product(self.lower, other.lower),
            product(self.lower, other.upper),
            product(self.upper, other.lower),
            product(self.upper, other.upper),
        ];
        let lower = ends.into_iter().fold(f64::INFINITY, f64::min);
        let upper = ends.into_iter().fold(f64::NEG_INFINITY, f64::max);
        Self { lower: lower.next_down(), upper: upper.next_up() }
    }
}

impl Div for Interval {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        if self.is_empty() || other.is_empty() || other == Self::ZERO {
            return Self::EMPTY;
        }
        if other.contains(0.0) {
            return Self::ENTIRE;
        }
        let ends =
            [self.lower / other.lower, self.lower / other.upper, self.upper / other.lower, self.upper / other.upper];
        if ends.iter().any(|end| end.is_nan()) {
            return Self::ENTIRE;
        }
        let lower = ends.into_iter().fold(f64::INFINITY, f64::min);
        let upper = ends.into_iter().fold(f64::NEG_INFINITY, f64::max);
        Self { lower: lower.next_down(), upper: upper.next_up() }
    }
}

macro_rules! with_numbers {
    ($($operator:ident :: $method:ident),*) => {$(
        impl $operator<f64> for Interval {
            type Output = Interval;
            fn $method(self, other: f64) -> Interval { $operator::$method(self, Interval::from(other)) }
        }
        impl $operator<Interval> for f64 {
            type Output = Interval;
            fn $method(self, other: Interval) -> Interval { $operator::$method(Interval::from(self), other) }
        }
    )*};
}
with_numbers!(Add::add, Sub::sub, Mul::mul, Div::div);
