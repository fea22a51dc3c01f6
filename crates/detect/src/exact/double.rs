//! The volume in pairs of doubles: twice the digits, for brackets shorter than plain doubles can tell.
//!
//! **Question.** The filter has found a contact, but its bracket is wider than asked for. Where in it is the root?
//!
//! **Idea.** The forms once more, on sums of two doubles (hi + lo, |lo| ≤ u |hi|), whose differences of coordinates are exact.
//! The filter's guess is mostly far better than its bracket: the signs of the volume half a width to both sides of it settle
//! nearly all; else the bracket is halved.
//!
//! **Guarantee.** A bracket is only shortened at instants where the sign is certain. With u = 2⁻⁵³ and M₁M₂M₃ as in `filter.rs`, a
//! sum has relative error 3u², a product 7u² (to first order; the source's theorems). A coefficient of the volume is a sum of
//! at most 18 products of three factors, each at most M₁M₂M₃, of which a third count (b₁ = h₁/3), each through at most 3
//! products (one of them by a third) and 5 sums: 6 · 36u². An instant adds three nested means of what is at most 6M₁M₂M₃,
//! 10u² each: 6 · 30u². Together 396u² M₁M₂M₃; 1024 is used. Underflow is far below it, as in the filter.
//!
//! **Cost.** Some hundred nanoseconds for the volume, fifty for an instant.
//!
//! **Source.** M. Joldes, J.-M. Muller, V. Popescu, *Tight and Rigorous Error Bounds for Basic Building Blocks of Double-Word
//! Arithmetic* (2017), algorithms 6 and 10; the exact product without fused operations is Dekker's (1971).

use super::forms::{Forms, Mover};
use std::ops::{Add, Mul, Sub};

/// The sum of two doubles, the second at most half a unit in the last place of the first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Double {
    hi: f64,
    lo: f64,
}

/// A third, to 2⁻¹⁰⁷ of itself.
const THIRD: Double = Double { hi: 1.0 / 3.0, lo: 1.0 / 3.0 * (f64::EPSILON / 4.0) };

impl From<f64> for Double {
    fn from(hi: f64) -> Self {
        Self { hi, lo: 0.0 }
    }
}

/// a + b, exactly.
#[inline]
fn sum(a: f64, b: f64) -> Double {
    let hi = a + b;
    let part = hi - a;
    Double { hi, lo: (a - (hi - part)) + (b - part) }
}

/// a + b, exactly, where a is zero or has no smaller exponent.
#[inline]
fn ordered_sum(a: f64, b: f64) -> Double {
    let hi = a + b;
    Double { hi, lo: b - (hi - a) }
}

/// a · b, exactly, unless it over- or underflows.
#[inline]
fn product(a: f64, b: f64) -> Double {
    let halves = |x: f64| {
        let scaled = 134_217_729.0 * x; // 2²⁷ + 1
        let high = scaled - (scaled - x);
        (high, x - high)
    };
    let (hi, (a_high, a_low), (b_high, b_low)) = (a * b, halves(a), halves(b));
    Double { hi, lo: ((a_high * b_high - hi) + a_high * b_low + a_low * b_high) + a_low * b_low }
}

impl Add<&Double> for &Double {
    type Output = Double;
    #[inline]
    fn add(self, other: &Double) -> Double {
        let (highs, lows) = (sum(self.hi, other.hi), sum(self.lo, other.lo));
        let mixed = ordered_sum(highs.hi, highs.lo + lows.hi);
        ordered_sum(mixed.hi, lows.lo + mixed.lo)
    }
}

impl Sub<&Double> for &Double {
    type Output = Double;
    #[inline]
    fn sub(self, other: &Double) -> Double {
        self + &Double { hi: -other.hi, lo: -other.lo }
    }
}

impl Mul<&Double> for &Double {
    type Output = Double;
    #[inline]
    fn mul(self, other: &Double) -> Double {
        let highs = product(self.hi, other.hi);
        ordered_sum(highs.hi, highs.lo + (self.hi * other.lo + self.lo * other.hi))
    }
}

/// The volume in the Bernstein basis, with a bound of its error.
pub(crate) struct Volume {
    coefficients: [Double; 4],
    error: f64,
}

impl Volume {
    /// The volume of these forms; `product` is M₁M₂M₃.
    pub(crate) fn new<const N: usize>(forms: &Forms<Double, N>, product: f64) -> Self {
        let [first, second, third, fourth] = forms.volume();
        let unit = f64::EPSILON / 2.0;
        Self { coefficients: [first, &second * &THIRD, &third * &THIRD, fourth], error: 1024.0 * unit * unit * product }
    }

    /// The sign at an instant, 0 if it is not certain.
    fn sign_at(&self, time: f64) -> f64 {
        let (late, early) = (Double::from(time), sum(1.0, -time));
        let mean = |a: &Double, b: &Double| &(&early * a) + &(&late * b);
        let [a, b, c, d] = &self.coefficients;
        let [ab, bc, cd] = [mean(a, b), mean(b, c), mean(c, d)];
        let value = mean(&mean(&ab, &bc), &mean(&bc, &cd)).hi;
        if value.abs() > self.error { value.signum() } else { 0.0 }
    }

    /// Shortens a bracket of the only root in it, before which the volume has this sign: to `width`, or as far as signs are
    /// certain.
    pub(crate) fn shortened(&self, bracket: [f64; 2], before: f64, width: f64) -> [f64; 2] {
        let [mut low, mut high] = bracket;
        let middle = 0.5 * (low + high);
        for (guess, side) in [(middle - 0.375 * width, before), (middle + 0.375 * width, -before)] {
            if low < guess && guess < high && self.sign_at(guess) == side {
                if side == before { low = guess } else { high = guess }
            }
        }
        while high - low > width {
            let middle = 0.5 * (low + high);
            if middle <= low || middle >= high {
                break;
            }
            match self.sign_at(middle) {
                0.0 => break,
                sign if sign == before => low = middle,
                _ => high = middle,
            }
        }
        [low, high]
    }
}

/// The same points, in pairs.
pub(crate) fn doubled(points: &[Mover<f64>; 4]) -> [Mover<Double>; 4] {
    points.map(|point| point.map(|ends| ends.map(Double::from)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use dashu_int::IBig;
    use dashu_int::ops::UnsignedAbs;

    /// hi + lo as an integer times 2⁻⁴⁰⁰; the numbers of the test are multiples of that.
    fn whole(number: Double) -> IBig {
        let of = |part: f64| {
            let (mantissa, exponent) = super::super::integer::parts(part);
            IBig::from(mantissa) << usize::try_from(exponent + if mantissa == 0 { 0 } else { 400 }).unwrap()
        };
        of(number.hi) + of(number.lo)
    }

    #[test]
    fn sums_and_products_have_the_errors_of_the_theorems() {
        let mut random = tangency_interval::laws::Random::new(11);
        let mut number = || {
            let hi = (random.unit() - 0.5) * 8.0;
            ordered_sum(hi, (random.unit() - 0.5) * hi * f64::EPSILON)
        };
        for _ in 0..20_000 {
            let (a, b) = (number(), number());
            let (x, y) = (whole(a), whole(b));
            let bounded = |got: IBig, exact: IBig, units: u32| {
                // |got − exact| ≤ units · 2⁻¹⁰⁶ |exact|
                let error = IBig::from((&got - &exact).unsigned_abs()) << 106;
                assert!(error <= IBig::from(exact.unsigned_abs()) * IBig::from(units), "{a:?} {b:?}");
            };
            bounded(whole(&a + &b), &x + &y, 4);
            bounded(whole(&a - &b), &x - &y, 4);
            bounded(whole(&a * &b) << 400, &x * &y, 7);
        }
    }
}
