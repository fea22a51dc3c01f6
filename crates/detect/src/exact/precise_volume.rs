//! The volume polynomial in double-double arithmetic, for brackets shorter than plain doubles can resolve.
//!
//! **Question.** The filter has found a contact, but its bracket is wider than requested. Where in it is the root?
//!
//! **Idea.** Evaluate the forms again with [`DoubleDouble`]s, for which differences of coordinates are exact. The
//! midpoint of the filter's bracket is usually a far better approximation of the root than the bracket is wide.
//! The signs of the volume at three eighths of a width to both sides of it are enough for nearly all queries. The
//! other brackets are bisected.
//!
//! **Guarantee.** A bracket is only shortened at instants at which the sign is certain. Let u = 2⁻⁵³, and M₁M₂M₃ as
//! in `filter.rs`. A sum has relative error 3u², a product 7u² (to first order; theorems of the source). A
//! coefficient of the volume is a sum of at most 18 products of three factors. Each product is at most M₁M₂M₃, and
//! a third of them count (b₁ = h₁/3). Each goes through at most 3 products (one of them by a third) and 5 sums:
//! 6 · 36u². Evaluation at an instant adds three nested means of values of at most 6M₁M₂M₃, 10u² each: 6 · 30u².
//! The total is 396u² M₁M₂M₃; the code uses 1024. Underflow is far below this bound, as in the filter.
//!
//! **Cost.** Some hundred nanoseconds for the volume, fifty for an instant.
//!
//! **Source.** M. Joldes, J.-M. Muller, V. Popescu, *Tight and Rigorous Error Bounds for Basic Building Blocks of
//! Double-Word Arithmetic* (2017), algorithms 6 and 10, as implemented in [`tangency_interval::double_double`].

use super::forms::{Forms, MovingVector};
use tangency_interval::double_double::DoubleDouble;

/// One third, with a relative error of 2⁻¹⁰⁷.
const THIRD: DoubleDouble = DoubleDouble::from_parts(1.0 / 3.0, 1.0 / 3.0 * (f64::EPSILON / 4.0));

/// The volume in the Bernstein basis, with a bound on its error.
pub(crate) struct PreciseVolume {
    coefficients: [DoubleDouble; 4],
    error: f64,
}

impl PreciseVolume {
    /// The volume of these forms; `product` is M₁M₂M₃.
    pub(crate) fn new<const N: usize>(forms: &Forms<DoubleDouble, N>, product: f64) -> Self {
        let [first, second, third, fourth] = forms.volume();
        let unit = f64::EPSILON / 2.0;
        Self { coefficients: [first, second * THIRD, third * THIRD, fourth], error: 1024.0 * unit * unit * product }
    }

    /// The sign at an instant; 0 if it is not certain.
    fn sign_at(&self, time: f64) -> f64 {
        let (late, early) = (DoubleDouble::from(time), DoubleDouble::exact_sum(1.0, -time));
        let mean = |a: DoubleDouble, b: DoubleDouble| early * a + late * b;
        let [a, b, c, d] = self.coefficients;
        let [ab, bc, cd] = [mean(a, b), mean(b, c), mean(c, d)];
        let value = mean(mean(ab, bc), mean(bc, cd)).high();
        if value.abs() > self.error { value.signum() } else { 0.0 }
    }

    /// Shortens a bracket that contains exactly one root. `before` is the sign of the volume before the root. The
    /// result is at most `width` wide, or as narrow as the certain signs allow.
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

/// Converts the coordinates to double-doubles, exactly.
pub(crate) fn to_double_double(points: &[MovingVector<f64>; 4]) -> [MovingVector<DoubleDouble>; 4] {
    points.map(|point| point.map(|ends| ends.map(DoubleDouble::from)))
}
