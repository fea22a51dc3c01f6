//! Sum, difference, product, quotient, square, root, and what follows from them at once.
//!
//! **Question.** Which numbers can `x ∘ y` be, for `x` in one interval and `y` in another?
//!
//! **Idea.** The extremes lie at ends of the operands. Both ends of the result are computed at once on the pair
//! (−lower, upper), see [`crate::pair`], without deciding on signs by branches: random signs would mispredict half of them.
//!
//! **Guarantee.** Every result holds all values. An end is at most one ulp wider than the tightest. Sums and differences are
//! the tightest. Products with zero, with a power of two given as a number, squares and roots of short numbers are exact.
//!
//! **Cost.** 1 to 3 ns; see the `intervals` suite of the benchmarks.
//!
//! **Source.** IEEE 1788-2015, sections 9.1 and 10.5; product without branches after Lambov, *Interval arithmetic using
//! SSE-2* (2008), here with two multiplications instead of four; extended division: Hansen and Walster, *Global
//! optimization using interval analysis* (2004), chapter 4.

use crate::Interval;
use crate::pair::Pair;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};

impl Neg for Interval {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self { negated_lower: self.upper, upper: self.negated_lower }
    }
}

impl Add for Interval {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        Self::from_pair(self.pair().add_up(other.pair()))
    }
}

impl Sub for Interval {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self::from_pair(self.pair().add_up(other.pair().swap()))
    }
}

impl Mul for Interval {
    type Output = Self;
    /// With `a = (−a₁, a₂)` and `b = (−b₁, b₂)` the candidates for the negated lower and the upper end are
    ///
    /// ```text
    ///   a · b₂          = (−a₁b₂,  a₂b₂)      and, swapped and negated, (−a₂b₂, a₁b₂)
    ///   a · (−b₁)       = ( a₁b₁, −a₂b₁)      swapped, and negated: (−a₂b₁, a₁b₁), (−a₁b₁, a₂b₁)
    /// ```
    #[inline]
    fn mul(self, other: Self) -> Self {
        let (a, b) = (self.pair(), other.pair());
        let (with_upper, with_lower) = (a.mul(b.second()), a.mul(b.first()));
        let ends = extremes(with_upper, with_lower);
        // NaN: zero times infinity, or an empty operand. Zero: exact or an underflow?
        if with_upper.unordered(with_lower).or(ends.equal(Pair::both(0.0))).any() {
            return product_with_zero(self, other);
        }
        Self::from_pair(ends.up())
    }
}

/// The largest candidates in both places, see the product.
#[inline]
fn extremes(with_upper: Pair, with_lower: Pair) -> Pair {
    with_upper.max(with_upper.swap().neg()).max(with_lower.swap().max(with_lower.neg()))
}

/// Products of numbers not smaller than this do not underflow.
const NO_UNDERFLOW: f64 = 1e-150;

/// The product where an end is zero, or an operand is empty.
#[inline(never)]
fn product_with_zero(a: Interval, b: Interval) -> Interval {
    if a.is_empty() || b.is_empty() {
        return Interval::EMPTY;
    }
    // Without infinities, and with nothing so small that a product underflows, a zero is a product with zero, and exact.
    let ordinary = |x: Pair| {
        let (size, zero) = (x.abs(), Pair::both(0.0));
        let large = Pair::both(NO_UNDERFLOW).not_above(size).and(size.less(Pair::both(f64::INFINITY)));
        large.or(x.equal(zero))
    };
    if ordinary(a.pair()).and(ordinary(b.pair())).all() {
        let ends = extremes(a.pair().mul(b.pair().second()), a.pair().mul(b.pair().first()));
        let step = ends.less(Pair::both(f64::INFINITY)).without(ends.equal(Pair::both(0.0)));
        return Interval::from_pair(ends.up_where(step));
    }
    // Rounded upward; zero times anything, infinity too, is exactly zero: infinity is no member, only its finite neighbours.
    // A negative product that underflows is bounded by zero.
    let product = |x: f64, y: f64| {
        let product = x * y;
        if x == 0.0 || y == 0.0 || (product == 0.0 && (x < 0.0) != (y < 0.0)) { 0.0 } else { product.next_up() }
    };
    let (a1, a2, b1, b2) = (-a.negated_lower, a.upper, -b.negated_lower, b.upper);
    let upper = product(a1, b1).max(product(a1, b2)).max(product(a2, b1).max(product(a2, b2)));
    let negated_lower = product(-a1, b1).max(product(-a1, b2)).max(product(-a2, b1).max(product(-a2, b2)));
    Interval { negated_lower, upper }
}

impl Div for Interval {
    type Output = Self;
    /// All `x / y` with `y` not zero: `EMPTY` if the divisor is `ZERO`, one interval in any case. For the two parts that a
    /// divisor with zero inside gives, see [`Interval::divide_extended`].
    ///
    /// A negative divisor is made positive by changing the sign of both; a numerator end above zero is then extreme with the
    /// smallest divisor, one below zero with the largest.
    #[inline]
    fn div(self, other: Self) -> Self {
        let (numerator, divisor) = (self.pair(), other.pair());
        let zero = Pair::both(0.0);
        if !divisor.less(zero).any() {
            return quotient_by_zero(self, other);
        }
        let numerator = numerator.swap().select(divisor.second().less(zero), numerator);
        let (smallest, largest) = divisor.smaller_and_larger();
        let quotient = numerator.div(largest.select(numerator.less(zero), smallest));
        // A zero quotient of a numerator end that is zero or negative is already an upper bound.
        let inexact = quotient.less(zero).or(zero.less(numerator));
        Self::from_pair(quotient.up_where(inexact.and(quotient.less(Pair::both(f64::INFINITY)))))
    }
}

/// The quotient where the divisor holds zero, or is empty.
#[inline(never)]
fn quotient_by_zero(a: Interval, b: Interval) -> Interval {
    if a.is_empty() || b.is_empty() || b == Interval::ZERO {
        return Interval::EMPTY;
    }
    if a == Interval::ZERO {
        return a;
    }
    let (a1, a2, b1, b2) = (a.lower(), a.upper, b.lower(), b.upper);
    if b1 < 0.0 && b2 > 0.0 || a1 < 0.0 && a2 > 0.0 {
        return Interval::ENTIRE;
    }
    // One end of the divisor is zero, and neither has members on both sides of it.
    let (reach, positive) = if b1 == 0.0 { (b2, a1 >= 0.0) } else { (b1, a2 <= 0.0) };
    let nearest = if a1 >= 0.0 { a1 } else { a2 };
    if positive {
        Interval::raw((nearest / reach).next_down().max(0.0), f64::INFINITY)
    } else {
        Interval::raw(f64::NEG_INFINITY, (nearest / reach).next_up().min(0.0))
    }
}

impl Interval {
    /// All `x` for which some member of `divisor` times `x` is a member of `self`: two intervals, in order, where the
    /// divisor has zero inside and `self` has not; else the second is empty. (`mulRevToPair` of IEEE 1788.)
    ///
    /// ```
    /// use tangency_interval::Interval;
    ///
    /// let [left, right] = Interval::ONE.divide_extended(Interval::new(-2.0, 4.0)?);
    /// assert_eq!((left.lower(), right.upper()), (f64::NEG_INFINITY, f64::INFINITY));
    /// assert!(left.contains(-0.5) && right.contains(0.25) && !left.contains(-0.4));
    /// # Ok::<(), tangency_interval::InvalidInterval>(())
    /// ```
    #[must_use]
    pub fn divide_extended(self, divisor: Self) -> [Self; 2] {
        if self.is_empty() || divisor.is_empty() {
            return [Self::EMPTY; 2];
        }
        if self.contains(0.0) && divisor.contains(0.0) {
            return [Self::ENTIRE, Self::EMPTY];
        }
        if !(divisor.negated_lower > 0.0 && divisor.upper > 0.0) {
            return [self / divisor, Self::EMPTY];
        }
        let by_negative = self / Self { negated_lower: divisor.negated_lower, upper: 0.0 };
        let by_positive = self / Self { negated_lower: 0.0, upper: divisor.upper };
        if self.upper < 0.0 { [by_positive, by_negative] } else { [by_negative, by_positive] }
    }

    /// `1 / x`.
    #[must_use]
    #[inline]
    pub fn recip(self) -> Self {
        Self::ONE / self
    }

    /// `self · factor + term` with one rounding instead of two.
    #[must_use]
    pub fn mul_add(self, factor: Self, term: Self) -> Self {
        if self.is_empty() || factor.is_empty() || term.is_empty() {
            return Self::EMPTY;
        }
        if self == Self::ZERO || factor == Self::ZERO {
            return term;
        }
        // Rounded upward. A zero leaves the term as it is, also beside infinity.
        let up = |x: f64, y: f64, z: f64| if x == 0.0 || y == 0.0 { z } else { libm::fma(x, y, z) }.next_up();
        let (b1, b2) = (-factor.negated_lower, factor.upper);
        let largest = |a1: f64, a2: f64, z: f64| {
            let candidates = [up(a1, b1, z), up(a1, b2, z), up(a2, b1, z), up(a2, b2, z)];
            if z == f64::INFINITY { z } else { candidates.into_iter().fold(f64::NEG_INFINITY, f64::max) }
        };
        let negated_lower = largest(self.negated_lower, -self.upper, term.negated_lower);
        Self { negated_lower, upper: largest(-self.negated_lower, self.upper, term.upper) }
    }

    /// The square: never negative, unlike `x * x`.
    #[must_use]
    #[inline]
    pub fn sqr(self) -> Self {
        let (smallest, largest) = self.pair().smaller_and_larger();
        let (smallest, largest) = (smallest.parts().0, largest.parts().0);
        let smallest = if self.negated_lower >= 0.0 && self.upper >= 0.0 { 0.0 } else { smallest };
        let ends = Pair::new(smallest, largest);
        let squares = ends.mul(ends);
        let (lower, upper) = squares.parts();
        let (zero, infinity) = (Pair::both(0.0), Pair::both(f64::INFINITY));
        // The square of a short number is exact, unless it is so small that bits fall off, or too large.
        let exact = ends.short().and(squares.less(infinity)).without(squares.less(Pair::both(f64::MIN_POSITIVE)));
        // Zero is a lower bound of every square, and an upper bound of the square of zero.
        let exact = exact.or(Pair::new(lower, largest).equal(zero));
        let outward = Pair::new(0.0 - lower, upper);
        Self::from_pair(outward.up_where(outward.less(infinity).without(exact)))
    }

    /// The square root of the members that have one.
    #[must_use]
    #[inline]
    pub fn sqrt(self) -> Self {
        if !(self.upper >= 0.0) {
            return Self::EMPTY;
        }
        let ends = Pair::new((-self.negated_lower).max(0.0), self.upper);
        let roots = ends.sqrt();
        let (lower, upper) = roots.parts();
        let (lower_square, upper_square) = roots.mul(roots).parts();
        // The square of a short root is exact, and tells whether the root is already on the outer side.
        let outward = Pair::new(-ends.parts().0, self.upper).not_above(Pair::new(-lower_square, upper_square));
        let all = ends.equal(ends);
        Self::from_pair(Pair::new(-lower, upper).up_where(all.without(roots.short().and(outward))))
    }

    /// The absolute values.
    #[must_use]
    #[inline]
    pub fn abs(self) -> Self {
        Self { negated_lower: -self.mignitude(), upper: self.magnitude() }
    }

    /// The smaller of `x` and `y`.
    #[must_use]
    #[inline]
    pub fn min(self, other: Self) -> Self {
        -((-self).max(-other))
    }

    /// The larger of `x` and `y`.
    #[must_use]
    #[inline]
    pub fn max(self, other: Self) -> Self {
        if self.is_empty() || other.is_empty() {
            return Self::EMPTY;
        }
        Self { negated_lower: self.negated_lower.min(other.negated_lower), upper: self.upper.max(other.upper) }
    }
}

/// Whether a number is a normal power of two or its negative, so that scaling by it loses no bits.
#[inline]
fn is_power_of_two(number: f64) -> bool {
    number.is_normal() && number.to_bits() & ((1 << 52) - 1) == 0
}

impl Mul<f64> for Interval {
    type Output = Self;
    /// Exact where the factor is a power of two.
    #[inline]
    fn mul(self, factor: f64) -> Self {
        if !(factor.abs() > 0.0 && factor.is_finite()) {
            return self * Self::from(factor);
        }
        let (zero, infinity) = (Pair::both(0.0), Pair::both(f64::INFINITY));
        let ends = if factor < 0.0 { self.pair().swap() } else { self.pair() };
        let products = ends.mul(Pair::both(factor.abs()));
        // A zero product of an end that is zero or negative is already an upper bound.
        let mut exact = products.equal(zero).without(zero.less(ends));
        if is_power_of_two(factor) {
            let size = products.abs();
            exact = exact.or(size.less(infinity).without(size.less(Pair::both(f64::MIN_POSITIVE))));
        }
        Self::from_pair(products.up_where(products.less(infinity).without(exact)))
    }
}

impl Div<f64> for Interval {
    type Output = Self;
    /// Exact where the divisor is a power of two.
    #[inline]
    fn div(self, divisor: f64) -> Self {
        let inverse = 1.0 / divisor;
        if is_power_of_two(divisor) && inverse.is_normal() { self * inverse } else { self / Self::from(divisor) }
    }
}

impl Mul<Interval> for f64 {
    type Output = Interval;
    #[inline]
    fn mul(self, other: Interval) -> Interval {
        other * self
    }
}

impl Div<Interval> for f64 {
    type Output = Interval;
    #[inline]
    fn div(self, other: Interval) -> Interval {
        Interval::from(self) / other
    }
}

macro_rules! sums_with_numbers {
    ($($operator:ident :: $method:ident);*) => {$(
        impl $operator<f64> for Interval {
            type Output = Interval;
            #[inline]
            fn $method(self, other: f64) -> Interval { $operator::$method(self, Interval::from(other)) }
        }
        impl $operator<Interval> for f64 {
            type Output = Interval;
            #[inline]
            fn $method(self, other: Interval) -> Interval { $operator::$method(Interval::from(self), other) }
        }
    )*};
}
sums_with_numbers!(Add::add; Sub::sub);

macro_rules! assigning {
    ($($operator:ident :: $method:ident from $plain:ident :: $plain_method:ident);*) => {$(
        impl $operator for Interval {
            #[inline]
            fn $method(&mut self, other: Interval) { *self = $plain::$plain_method(*self, other); }
        }
        impl $operator<f64> for Interval {
            #[inline]
            fn $method(&mut self, other: f64) { *self = $plain::$plain_method(*self, other); }
        }
    )*};
}
assigning!(
    AddAssign::add_assign from Add::add;
    SubAssign::sub_assign from Sub::sub;
    MulAssign::mul_assign from Mul::mul;
    DivAssign::div_assign from Div::div
);

impl Sum for Interval {
    fn sum<I: Iterator<Item = Self>>(items: I) -> Self {
        items.fold(Self::ZERO, Add::add)
    }
}
