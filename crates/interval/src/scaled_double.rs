//! Positive double-double numbers with an unlimited exponent, for correctly rounded integer powers.
//!
//! **Question.** Which doubles bound an integer power of a double from below and above, as tightly as possible?
//!
//! **Idea.** A number is `(high + low) · 2^exponent` with `high` in `[1, 2)` and `|low|` at most half an ulp of
//! `high`. A 64-bit exponent cannot overflow here, and [error-free products](crate::double_double::two_product)
//! keep about 106 bits.
//!
//! **Guarantee.** A product has a relative error below 2⁻¹⁰³, a reciprocal below 2⁻¹⁰².
//!
//! **Cost.** About 25 operations per product; two products per bit of the exponent of a power.
//!
//! **Source.** Dekker, *A floating-point technique for extending the available precision* (1971). Error bounds: Joldes,
//! Muller, Popescu, *Tight and rigorous error bounds for basic building blocks of double-word arithmetic*, ACM TOMS 44
//! (2017), algorithms 10 (7u²) and 17 (15u²), u = 2⁻⁵³.

use crate::double_double::{fast_two_sum, two_product};

/// A positive number `(high + low) · 2^exponent`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ScaledDouble {
    high: f64,
    low: f64,
    exponent: i64,
    /// Whether no rounding occurred while computing it.
    exact: bool,
}

impl ScaledDouble {
    /// Converts exactly; `value` must be positive and finite.
    pub(crate) fn new(value: f64) -> Self {
        let (value, shift) = if value < f64::MIN_POSITIVE { (value * 2_f64.powi(54), 54) } else { (value, 0) };
        let bits = value.to_bits();
        let exponent = (bits >> 52) as i64 - 1023 - shift;
        let high = f64::from_bits(bits & ((1 << 52) - 1) | 1023 << 52);
        Self { high, low: 0.0, exponent, exact: true }
    }

    pub(crate) fn mul(self, other: Self) -> Self {
        let (product, error) = two_product(self.high, other.high);
        let rest = error + (self.high * other.low + self.low * other.high);
        let exact = self.exact && other.exact && self.low == 0.0 && other.low == 0.0;
        Self::normalized(product, rest, self.exponent + other.exponent, exact)
    }

    pub(crate) fn recip(self) -> Self {
        let first = 1.0 / self.high;
        let (product, error) = two_product(first, self.high);
        let remainder = (1.0 - product) - error - first * self.low;
        // Only the reciprocal of a power of two is exact.
        let exact = self.exact && self.high == 1.0 && self.low == 0.0;
        Self::normalized(first, first * remainder, -self.exponent, exact)
    }

    /// `self` to a positive integer power, by repeated squaring. The relative error grows in proportion to the
    /// power and stays below `power · 2⁻¹⁰¹`.
    pub(crate) fn powi(self, power: u32) -> Self {
        let mut result = self;
        for bit in (0..power.ilog2()).rev() {
            result = result.mul(result);
            if power >> bit & 1 == 1 {
                result = result.mul(self);
            }
        }
        result
    }

    /// A lower and an upper bound of the true value, equal or neighbouring doubles. Valid if the relative error of
    /// `self` is at most `error`, or no rounding occurred.
    pub(crate) fn bounds(self, error: f64) -> (f64, f64) {
        // Doubled, to also cover the rounding of the two sums below.
        let slack = if self.exact { 0.0 } else { 2.0 * error * self.high };
        if self.exponent > 1023 {
            return (f64::MAX, f64::INFINITY);
        }
        if self.exponent < -1022 {
            let value = scaled(self.high, self.exponent);
            return (value.next_down().max(0.0), value.next_up());
        }
        let value = scaled(self.high, self.exponent);
        let lower = if self.low - slack >= 0.0 { value } else { value.next_down() };
        let upper = if self.low + slack <= 0.0 { value } else { value.next_up() };
        (lower, upper)
    }

    fn normalized(high: f64, low: f64, mut exponent: i64, exact: bool) -> Self {
        let (sum, low) = fast_two_sum(high, low);
        let mut scale = 1.0;
        if sum >= 2.0 {
            (scale, exponent) = (0.5, exponent + 1);
        } else if sum < 1.0 {
            (scale, exponent) = (2.0, exponent - 1);
        }
        Self { high: sum * scale, low: low * scale, exponent, exact }
    }
}

/// `value · 2^exponent`, rounded once. Requires `value` in `[1, 2)` and `exponent` at most 1023.
fn scaled(value: f64, exponent: i64) -> f64 {
    let power = |exponent: i64| f64::from_bits(((exponent + 1023) as u64) << 52);
    if exponent >= -1022 {
        value * power(exponent)
    } else if exponent >= -1080 {
        value * power(-1000) * power(exponent + 1000)
    } else {
        0.0
    }
}
