//! Exponentials and logarithms.
//!
//! **Question.** Which numbers can `exp x` and `ln x` be?
//!
//! **Idea.** Both rise: the ends of the result belong to the ends of the argument. Each is computed by a scalar function with
//! a known error bound, then moved outward by two ulp.
//!
//! **Guarantee.** The scalar functions are those of the `libm` crate, ports of FreeBSD's msun: the same bits on every machine,
//! unlike the platform's. Their error is below one ulp (stated in the header of each source file: `e_exp.c`, `e_log.c`,
//! `s_exp2.c` below 0.503 ulp, `e_log2.c`; largest errors found by Innocente and Zimmermann, *Accuracy of mathematical
//! functions in single, double, extended double and quadruple precision* (2024): 0.95, 0.86, 0.51, 0.70). Two ulp outward
//! cover one ulp of error also where the ulp changes at a power of two, with as much again to spare. The end is then less
//! than four ulp from the tightest. The tests measure the errors against arithmetic of high precision.
//!
//! **Source.** IEEE 1788-2015, table 9.1.

use crate::Interval;

/// A lower bound of what a scalar function gave as `value`, erring by less than two ulp.
#[inline]
pub(crate) fn below(value: f64) -> f64 {
    value.next_down().next_down()
}

/// An upper bound, likewise.
#[inline]
pub(crate) fn above(value: f64) -> f64 {
    value.next_up().next_up()
}

/// The image under a rising function, whose values at single arguments are known to be exact for some.
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
        // Whole powers of two that are normal numbers come out exactly.
        let exact = |x: f64| x.is_infinite() || (x == libm::trunc(x) && (-1022.0..=1023.0).contains(&x));
        rising(self, exact, libm::exp2).not_below_zero()
    }

    /// The natural logarithm of the members above zero.
    #[must_use]
    pub fn ln(self) -> Self {
        self.logarithm(|x| x == 1.0, libm::log)
    }

    /// The logarithm to base 2 of the members above zero.
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

    /// Cuts off what outward rounding added below zero.
    #[inline]
    fn not_below_zero(self) -> Self {
        Self { negated_lower: self.negated_lower.min(0.0), upper: self.upper }
    }
}
