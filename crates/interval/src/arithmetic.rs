//! Sum, difference, product, quotient, square, square root, and operations derived directly from them.
//!
//! **Question.** Which values can `x ∘ y` take, for `x` in one interval and `y` in another?
//!
//! **Idea.** The extremes lie at endpoints of the operands. Both endpoints of the result are computed at once on
//! the pair (−lower, upper), see [`crate::pair`]. There are no branches on signs: random signs would mispredict
//! half of them.
//!
//! **Guarantee.** Every result contains all values. An endpoint is at most one ulp wider than the tightest. Sums
//! and differences are the tightest. Exact are: products with zero, products with a power of two given as a number,
//! and squares and roots of short numbers (at most 26 significant bits).
//!
//! **Cost.** 1 to 3 ns; see the `intervals` suite of the benchmarks.
//!
//! **Source.** IEEE 1788-2015, sections 9.1 and 10.5. The branch-free product follows Lambov, *Interval arithmetic
//! using SSE-2* (2008), with two multiplications instead of four. Extended division: Hansen and Walster, *Global
//! optimization using interval analysis* (2004), chapter 4.

use crate::Interval;
use crate::pair::EndpointPair;
use crate::tolerance::NO_UNDERFLOW;
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
    /// With `a = (−a₁, a₂)` and `b = (−b₁, b₂)` the candidates for the negated lower and the upper endpoint are
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
        // NaN means zero times infinity or an empty operand. Zero may be exact or an underflow.
        if with_upper.unordered(with_lower).or(ends.equal(EndpointPair::both(0.0))).any() {
            return product_with_zero(self, other);
        }
        Self::from_pair(ends.up())
    }
}

/// The largest candidate for each endpoint; see the product.
#[inline]
fn extremes(with_upper: EndpointPair, with_lower: EndpointPair) -> EndpointPair {
    with_upper.max(with_upper.swap().neg()).max(with_lower.swap().max(with_lower.neg()))
}

/// The product if an endpoint is zero, or an operand is empty.
#[inline(never)]
fn product_with_zero(a: Interval, b: Interval) -> Interval {
    if a.is_empty() || b.is_empty() {
        return Interval::EMPTY;
    }
    // Rotations and derivatives have many entries that are zero.
    let is_zero = |x: Interval| x.negated_lower == 0.0 && x.upper == 0.0;
    if is_zero(a) || is_zero(b) {
        return Interval::ZERO;
    }
    // Without infinities and without factors so small that a product underflows, a zero product has a zero factor
    // and is exact.
    let ordinary = |x: EndpointPair| {
        let (size, zero) = (x.abs(), EndpointPair::both(0.0));
        let large = EndpointPair::both(NO_UNDERFLOW).not_above(size).and(size.less(EndpointPair::both(f64::INFINITY)));
        large.or(x.equal(zero))
    };
    if ordinary(a.pair()).and(ordinary(b.pair())).all() {
        let ends = extremes(a.pair().mul(b.pair().second()), a.pair().mul(b.pair().first()));
        let step = ends.less(EndpointPair::both(f64::INFINITY)).without(ends.equal(EndpointPair::both(0.0)));
        return Interval::from_pair(ends.up_where(step));
    }
    // Rounded upward. Zero times anything, even infinity, is exactly zero: infinity is not a member, only the
    // finite numbers near it are. Zero is an upper bound of a negative product that underflows.
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
    /// All `x / y` with `y` not zero, as one interval; `EMPTY` if the divisor is `ZERO`. If the divisor has zero in
    /// its interior, [`Interval::divide_extended`] gives the two separate parts.
    ///
    /// If the divisor is negative, both operands change sign. A numerator endpoint above zero is then extreme with
    /// the smallest divisor, one below zero with the largest.
    #[inline]
    fn div(self, other: Self) -> Self {
        let (numerator, divisor) = (self.pair(), other.pair());
        let zero = EndpointPair::both(0.0);
        if !divisor.less(zero).any() {
            return quotient_by_zero(self, other);
        }
        let numerator = numerator.swap().select(divisor.second().less(zero), numerator);
        let (smallest, largest) = divisor.smaller_and_larger();
        let quotient = numerator.div(largest.select(numerator.less(zero), smallest));
        // If the numerator endpoint is zero or negative, a zero quotient is already an upper bound.
        let inexact = quotient.less(zero).or(zero.less(numerator));
        Self::from_pair(quotient.up_where(inexact.and(quotient.less(EndpointPair::both(f64::INFINITY)))))
    }
}

/// The quotient if the divisor contains zero, or an operand is empty.
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
    // One endpoint of the divisor is zero, and neither operand has zero in its interior.
    let (reach, positive) = if b1 == 0.0 { (b2, a1 >= 0.0) } else { (b1, a2 <= 0.0) };
    let nearest = if a1 >= 0.0 { a1 } else { a2 };
    if positive {
        Interval::raw((nearest / reach).next_down().max(0.0), f64::INFINITY)
    } else {
        Interval::raw(f64::NEG_INFINITY, (nearest / reach).next_up().min(0.0))
    }
}

impl Interval {
    /// All `x` such that `x` times some member of `divisor` is a member of `self`. Two intervals, in order, if the
    /// divisor has zero in its interior and `self` does not contain zero; otherwise the second is empty.
    /// (`mulRevToPair` of IEEE 1788.)
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

    /// `self · factor + term`, rounded once instead of twice.
    #[must_use]
    pub fn mul_add(self, factor: Self, term: Self) -> Self {
        if self.is_empty() || factor.is_empty() || term.is_empty() {
            return Self::EMPTY;
        }
        if self == Self::ZERO || factor == Self::ZERO {
            return term;
        }
        // Rounded upward. If a factor is zero, the result is the term, even if the other factor is infinite.
        let up = |x: f64, y: f64, z: f64| if x == 0.0 || y == 0.0 { z } else { libm::fma(x, y, z) }.next_up();
        let (b1, b2) = (-factor.negated_lower, factor.upper);
        let largest = |a1: f64, a2: f64, z: f64| {
            let candidates = [up(a1, b1, z), up(a1, b2, z), up(a2, b1, z), up(a2, b2, z)];
            if z == f64::INFINITY { z } else { candidates.into_iter().fold(f64::NEG_INFINITY, f64::max) }
        };
        let negated_lower = largest(self.negated_lower, -self.upper, term.negated_lower);
        Self { negated_lower, upper: largest(-self.negated_lower, self.upper, term.upper) }
    }

    /// The square. Never negative, unlike `x * x`.
    #[must_use]
    #[inline]
    pub fn sqr(self) -> Self {
        let (smallest, largest) = self.pair().smaller_and_larger();
        let (smallest, largest) = (smallest.parts().0, largest.parts().0);
        let smallest = if self.negated_lower >= 0.0 && self.upper >= 0.0 { 0.0 } else { smallest };
        let ends = EndpointPair::new(smallest, largest);
        let squares = ends.mul(ends);
        let (lower, upper) = squares.parts();
        let (zero, infinity) = (EndpointPair::both(0.0), EndpointPair::both(f64::INFINITY));
        // The square of a short number is exact, unless it underflows or overflows.
        let exact =
            ends.short().and(squares.less(infinity)).without(squares.less(EndpointPair::both(f64::MIN_POSITIVE)));
        // Zero is a lower bound of every square, and an upper bound of the square of zero.
        let exact = exact.or(EndpointPair::new(lower, largest).equal(zero));
        let outward = EndpointPair::new(0.0 - lower, upper);
        Self::from_pair(outward.up_where(outward.less(infinity).without(exact)))
    }

    /// The square roots of the non-negative members.
    #[must_use]
    #[inline]
    pub fn sqrt(self) -> Self {
        if !(self.upper >= 0.0) {
            return Self::EMPTY;
        }
        let ends = EndpointPair::new((-self.negated_lower).max(0.0), self.upper);
        let roots = ends.sqrt();
        let (lower, upper) = roots.parts();
        let (lower_square, upper_square) = roots.mul(roots).parts();
        // The square of a short root is exact, so comparing it with the argument tells whether the root needs no
        // step outward.
        let outward =
            EndpointPair::new(-ends.parts().0, self.upper).not_above(EndpointPair::new(-lower_square, upper_square));
        let all = ends.equal(ends);
        Self::from_pair(EndpointPair::new(-lower, upper).up_where(all.without(roots.short().and(outward))))
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

/// Whether a number is ± a normal power of two, so that scaling by it loses no bits.
#[inline]
fn is_power_of_two(number: f64) -> bool {
    number.is_normal() && number.to_bits() & ((1 << 52) - 1) == 0
}

impl Mul<f64> for Interval {
    type Output = Self;
    /// Exact if the factor is a power of two.
    #[inline]
    fn mul(self, factor: f64) -> Self {
        if !(factor.abs() > 0.0 && factor.is_finite()) {
            return self * Self::from(factor);
        }
        let (zero, infinity) = (EndpointPair::both(0.0), EndpointPair::both(f64::INFINITY));
        let ends = if factor < 0.0 { self.pair().swap() } else { self.pair() };
        let products = ends.mul(EndpointPair::both(factor.abs()));
        // If the endpoint is zero or negative, a zero product is already an upper bound.
        let mut exact = products.equal(zero).without(zero.less(ends));
        if is_power_of_two(factor) {
            let size = products.abs();
            exact = exact.or(size.less(infinity).without(size.less(EndpointPair::both(f64::MIN_POSITIVE))));
        }
        Self::from_pair(products.up_where(products.less(infinity).without(exact)))
    }
}

impl Div<f64> for Interval {
    type Output = Self;
    /// Exact if the divisor is a power of two.
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
