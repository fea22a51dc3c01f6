//! Error-free transforms and double-double arithmetic.
//!
//! **Question.** How large is the rounding error of one floating-point operation, and how can it be carried along?
//!
//! **Idea.** The rounding error of a sum or a product of doubles is itself a double. An *error-free transform* returns
//! the rounded result together with this error. A [`DoubleDouble`] keeps both and has about 106 bits.
//!
//! **Guarantee.** [`two_sum`], [`fast_two_sum`] and [`two_product`] are exact under the conditions stated at each.
//! With u = 2⁻⁵³, a sum or difference of [`DoubleDouble`]s has a relative error below 3u² + 13u³, a product below 7u².
//! These bounds hold as long as nothing overflows or underflows. Nothing is claimed about infinities and NaN.
//!
//! **Cost.** 6 operations for [`two_sum`], 3 for [`fast_two_sum`], 17 for [`two_product`]: no fused multiply-add is
//! assumed, so every machine gives the same bits. 20 operations for a sum of [`DoubleDouble`]s, 24 for a product.
//!
//! **Source.** T. J. Dekker, *A floating-point technique for extending the available precision* (1971): the
//! splitting (after Veltkamp), the product and the fast sum; D. E. Knuth, *TAOCP* 2, section 4.2.2, theorem B: the
//! sum; M. Joldes, J.-M. Muller, V. Popescu, *Tight and rigorous error bounds for basic building blocks of
//! double-word arithmetic*, ACM TOMS 44 (2017), algorithms 6 (sum) and 10 (product), with their error bounds.
//! Algorithm 10 uses a fused multiply-add for the exact product; here it is [`two_product`], which gives the same
//! two numbers.

use std::ops::{Add, Mul, Neg, Sub};

/// `a + b` rounded to nearest, and the rounding error: the sum of both results is exactly `a + b`, unless it overflows.
///
/// ```
/// # use tangency_interval::double_double::two_sum;
/// assert_eq!(two_sum(1e16, 1.0), (1e16, 1.0));
/// ```
#[must_use]
#[inline]
pub fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let from_b = sum - a;
    (sum, (a - (sum - from_b)) + (b - from_b))
}

/// The same as [`two_sum`] in half the operations. Requires that `a` is zero or its exponent is not below that of `b`;
/// |a| ≥ |b| suffices.
#[must_use]
#[inline]
pub fn fast_two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    (sum, b - (sum - a))
}

/// `a · b` rounded to nearest, and the rounding error: the sum of both results is exactly `a · b`.
///
/// Exact unless an intermediate result overflows (a factor above 2⁹⁹⁵) or the error underflows (a product below
/// 2⁻⁹⁶⁹).
///
/// ```
/// # use tangency_interval::double_double::two_product;
/// let (product, error) = two_product(1.0 + f64::EPSILON, 1.0 - f64::EPSILON);
/// assert_eq!((product, error), (1.0, -f64::EPSILON * f64::EPSILON));
/// ```
#[must_use]
#[inline]
pub fn two_product(a: f64, b: f64) -> (f64, f64) {
    // Veltkamp's splitting into a high part of 26 bits and a low part of 26 bits: products of parts are exact.
    let split = |value: f64| {
        let scaled = SPLITTER * value;
        let high = scaled - (scaled - value);
        (high, value - high)
    };
    let product = a * b;
    let ((a_high, a_low), (b_high, b_low)) = (split(a), split(b));
    (product, ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low)
}

/// 2²⁷ + 1: Veltkamp's factor for doubles, which have 53 bits.
const SPLITTER: f64 = 134_217_729.0;

/// An unevaluated sum `high + low` of two doubles, with `|low|` at most half an ulp of `high`: about 106 bits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DoubleDouble {
    high: f64,
    low: f64,
}

impl DoubleDouble {
    /// The sum of two doubles, `|low|` at most half an ulp of `high`. Not checked.
    #[must_use]
    #[inline]
    pub const fn from_parts(high: f64, low: f64) -> Self {
        Self { high, low }
    }

    /// The exact sum of two doubles.
    #[must_use]
    #[inline]
    pub fn exact_sum(a: f64, b: f64) -> Self {
        two_sum(a, b).into()
    }

    /// The number rounded to a double.
    #[must_use]
    #[inline]
    pub fn high(self) -> f64 {
        self.high
    }

    /// The remainder that [`high`](Self::high) leaves.
    #[must_use]
    #[inline]
    pub fn low(self) -> f64 {
        self.low
    }
}

impl From<(f64, f64)> for DoubleDouble {
    #[inline]
    fn from((high, low): (f64, f64)) -> Self {
        Self { high, low }
    }
}

impl From<f64> for DoubleDouble {
    #[inline]
    fn from(high: f64) -> Self {
        Self { high, low: 0.0 }
    }
}

impl Neg for DoubleDouble {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self { high: -self.high, low: -self.low }
    }
}

impl Add for DoubleDouble {
    type Output = Self;
    /// Algorithm 6 of Joldes, Muller and Popescu.
    #[inline]
    fn add(self, other: Self) -> Self {
        let (high, high_error) = two_sum(self.high, other.high);
        let (low, low_error) = two_sum(self.low, other.low);
        let (sum, error) = fast_two_sum(high, high_error + low);
        fast_two_sum(sum, low_error + error).into()
    }
}

impl Sub for DoubleDouble {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Mul for DoubleDouble {
    type Output = Self;
    /// Algorithm 10 of Joldes, Muller and Popescu, with the exact product of [`two_product`].
    #[inline]
    fn mul(self, other: Self) -> Self {
        let (product, error) = two_product(self.high, other.high);
        fast_two_sum(product, error + (self.high * other.low + self.low * other.high)).into()
    }
}

/// Operators on references, for code that is generic over numbers that are expensive to copy.
macro_rules! by_reference {
    ($($operator:ident :: $method:ident);*) => {$(
        impl $operator<&DoubleDouble> for &DoubleDouble {
            type Output = DoubleDouble;
            #[inline]
            fn $method(self, other: &DoubleDouble) -> DoubleDouble { $operator::$method(*self, *other) }
        }
    )*};
}
by_reference!(Add::add; Sub::sub; Mul::mul);

#[cfg(test)]
mod tests {
    use super::*;
    use num_rational::BigRational;
    use num_traits::Signed;
    use tangency_interval::laws::Random;

    fn rational(number: f64) -> BigRational {
        BigRational::from_float(number).expect("a finite number")
    }

    fn value(number: DoubleDouble) -> BigRational {
        rational(number.high) + rational(number.low)
    }

    /// Reference: exact rational arithmetic, which has no error of its own.
    #[test]
    fn transforms_are_exact() {
        let mut random = Random::new(53);
        let (mut inexact, mut cancelled) = (0, 0);
        for _ in 0..5_000 {
            let a = random.between(-1.0, 1.0) * 2_f64.powi(random.below(200) as i32 - 100);
            let b = match random.below(3) {
                0 => -a * random.between(0.5, 2.0),
                _ => random.between(-1.0, 1.0) * 2_f64.powi(random.below(200) as i32 - 100),
            };
            let (sum, error) = two_sum(a, b);
            assert_eq!(rational(sum) + rational(error), rational(a) + rational(b), "{a} + {b}");
            let (large, small) = if a.abs() >= b.abs() { (a, b) } else { (b, a) };
            assert_eq!(fast_two_sum(large, small), (sum, error), "{a} + {b}");
            let (product, rest) = two_product(a, b);
            assert_eq!(rational(product) + rational(rest), rational(a) * rational(b), "{a} * {b}");
            inexact += usize::from(error != 0.0 && rest != 0.0);
            cancelled += usize::from(sum.abs() < 0.5 * a.abs());
        }
        assert!(inexact > 2_000 && cancelled > 500, "{inexact} were rounded, {cancelled} cancelled");
    }

    /// The theorems of the source, with u = 2⁻⁵³: 3u² + 13u³ < 4u² for sums and differences, 7u² for products.
    #[test]
    fn errors_are_within_the_theorems() {
        let mut random = Random::new(106);
        let unit_sq = rational(2_f64.powi(-106));
        let bounded = |found: DoubleDouble, exact: BigRational, units: f64| {
            assert!((value(found) - &exact).abs() <= exact.abs() * &unit_sq * rational(units), "{found:?}");
        };
        for _ in 0..5_000 {
            let mut number = || {
                let high = random.between(-4.0, 4.0);
                DoubleDouble::from(fast_two_sum(high, random.between(-0.5, 0.5) * high * f64::EPSILON))
            };
            let (a, b) = (number(), number());
            bounded(a + b, value(a) + value(b), 4.0);
            bounded(a - b, value(a) - value(b), 4.0);
            bounded(a * b, value(a) * value(b), 7.0);
            let by_reference = (Add::add(&a, &b), Sub::sub(&a, &b), Mul::mul(&a, &b));
            assert_eq!(by_reference, (a + b, a - b, a * b));
        }
    }
}
