//! Exponentials and logarithms.
//!
//! **Question.** Which values can `exp x` and `ln x` take?
//!
//! **Idea.** Both are increasing, so the endpoints of the result are the values at the endpoints of the argument.
//! Each is computed by a scalar function with a known error bound, then moved outward by two ulp.
//!
//! **Guarantee.** The scalar functions come from the `libm` crate, a port of FreeBSD's msun. They give the same
//! bits on every machine, unlike the platform's functions. Their headers state the error: `exp` and `log` below 1
//! ulp by error analysis, `exp2` below 0.503 ulp for normal results. The header of `log2` states none; the tests
//! measure 0.73 ulp. Two ulp outward cover an error of up to two ulp (of the smaller spacing, where it changes at a
//! power of two), twice the claimed error. An endpoint is then at most four ulp from the tightest. The test
//! `errors` of `tests/precise` measures every scalar function against arithmetic of 320 bits and fails at 1 ulp.
//!
//! **Source.** IEEE 1788-2015, table 9.1.

use crate::Interval;

/// A lower bound of the true value, given a scalar function's result with an error below two ulp.
#[inline]
pub(crate) fn below(value: f64) -> f64 {
    value.next_down().next_down()
}

/// An upper bound of the true value; see [`below`].
#[inline]
pub(crate) fn above(value: f64) -> f64 {
    value.next_up().next_up()
}

/// The image under an increasing function. `exact` tells for which arguments the scalar function returns an exact
/// value.
#[inline]
pub(crate) fn rising(x: Interval, exact: impl Fn(f64) -> bool, function: impl Fn(f64) -> f64) -> Interval {
    let (lower, upper) = (x.lower(), x.upper);
    let (low, high) = (function(lower), function(upper));
    Interval::raw(if exact(lower) { low } else { below(low) }, if exact(upper) { high } else { above(high) })
}

impl Interval {
    /// e to the power `x`.
    #[must_use]
    pub fn exp(self) -> Self {
        if self.is_empty() {
            return self;
        }
        rising(self, |x| x == 0.0 || x.is_infinite(), libm::exp).not_below_zero()
    }

    /// 2 to the power `x`.
    #[must_use]
    pub fn exp2(self) -> Self {
        if self.is_empty() {
            return self;
        }
        // Integer powers of two that are normal numbers are exact.
        let exact = |x: f64| x.is_infinite() || (x == libm::trunc(x) && (-1022.0..=1023.0).contains(&x));
        rising(self, exact, libm::exp2).not_below_zero()
    }

    /// The natural logarithm of the positive members.
    #[must_use]
    pub fn ln(self) -> Self {
        self.logarithm(|x| x == 1.0, libm::log)
    }

    /// The base-2 logarithm of the positive members.
    #[must_use]
    pub fn log2(self) -> Self {
        let power_of_two = |x: f64| x >= f64::MIN_POSITIVE && x.to_bits() & ((1 << 52) - 1) == 0;
        self.logarithm(power_of_two, libm::log2)
    }

    fn logarithm(self, exact: impl Fn(f64) -> bool, function: impl Fn(f64) -> f64) -> Self {
        if !(self.upper > 0.0) {
            return Self::EMPTY;
        }
        let positive = Self { negated_lower: self.negated_lower.min(0.0), upper: self.upper };
        rising(positive, |x| x == 0.0 || x == f64::INFINITY || exact(x), function)
    }

    /// Removes the part below zero that outward rounding added.
    #[inline]
    fn not_below_zero(self) -> Self {
        Self { negated_lower: self.negated_lower.min(0.0), upper: self.upper }
    }
}
