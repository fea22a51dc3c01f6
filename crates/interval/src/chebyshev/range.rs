//! The inclusion function of a series.
//!
//! Question: which values does C take while t is in an interval?
//!
//! Idea: Snyder bounds each basis function over X by its ends and by the extrema inside, and sums. Over an interval of width w
//! the sum is too wide by about w, because each term takes its worst case alone. Four remedies, intersected:
//! 1. Tₖ(X) = cos(k·arccos X): the argument occurs once, so interval cosine gives the ends *and* the extrema, without tables.
//! 2. The mean value form C(m) + C′(X)(X − m), whose excess shrinks with w². C′(X) itself is Snyder's sum for the derivative,
//!    intersected with its expansion about the middle.
//! 3. The expansion of third order, whose quadratic part has a range in closed form: what is too wide shrinks with w³, also
//!    around an extremum.
//! 4. Where C′ keeps its sign, C is monotone and its range is spanned by the values at the two ends: exact but for rounding.
//!
//! Guarantee: contains C(t) for every t of the interval, the rounding of the map from t to x included. [`Chebyshev::basis_range`] is
//! isotonic; [`Chebyshev::range`] lies within it, and is not isotonic in general, because expansions of third order are not.
//!
//! Cost: two (or, where monotone, four) cosines a coefficient; nothing is allocated.
//!
//! Source: J. M. Snyder et al., *Interval Methods for Multi-Point Collisions between Time-Dependent Curved Surfaces* (SIGGRAPH
//! 1993), Appendix B.
//!
//! | paper | here |
//! |---|---|
//! | X = [x₀, x₁] | `x` |
//! | N, cᵢ | `coefficients.len()`, `coefficients` (c₀ whole) |
//! | [bᵢ⁰, bᵢ¹] | `basis` |
//! | □C(X) | `basis_range` |

use super::{Chebyshev, ChebyshevError};
use crate::Interval;

impl Chebyshev {
    /// Encloses the values over the time; as tight as this crate can.
    pub fn range(&self, time: Interval) -> Result<Interval, ChebyshevError> {
        let x = self.to_unit(time)?;
        if time.is_empty() {
            return Ok(Interval::EMPTY);
        }
        let over = self.derivatives_over(x);
        if time.lower() == time.upper() {
            return Ok(over[0]);
        }
        let middle = self.unit_at(time.mid());
        let (at, h) = (self.derivatives_over(middle), x - middle);
        let expanded = at[1] + at[2] * h + over[3] * (h.sqr() * 0.5);
        let slope = over[1].intersection(at[1] + over[2] * h).intersection(expanded);
        let cubic = over[3] * h.powi(3) / 6.0;
        let range = over[0].intersection(at[0] + slope * h).intersection(parabola(at, h) + cubic);
        if slope.lower() < 0.0 && slope.upper() > 0.0 {
            return Ok(range);
        }
        let end = |time: f64| self.sum_over(self.unit_at(time));
        Ok(range.intersection(end(time.lower()).hull(end(time.upper()))))
    }

    /// Encloses the values over the time by Snyder's sum alone: cheaper, wider, and isotonic.
    pub fn basis_range(&self, time: Interval) -> Result<Interval, ChebyshevError> {
        let x = self.to_unit(time)?;
        Ok(if time.is_empty() { Interval::EMPTY } else { self.sum_over(x) })
    }

    /// Snyder's sum over `x`.
    fn sum_over(&self, x: Interval) -> Interval {
        let terms = self.coefficients.iter().zip(basis(x));
        terms.fold(Interval::ZERO, |sum, (&coefficient, range)| sum + coefficient * range)
    }

    /// Snyder's sums for the series and its first three derivatives by x, over `x`.
    fn derivatives_over(&self, x: Interval) -> [Interval; 4] {
        let [first, second, third] = &self.derivatives;
        let mut sums = [Interval::ZERO; 4];
        for (k, (range, &coefficient)) in basis(x).zip(&self.coefficients).enumerate() {
            sums[0] += coefficient * range;
            for (sum, derivative) in sums[1..].iter_mut().zip([first, second, third]) {
                if let Some(&coefficient) = derivative.get(k) {
                    *sum += coefficient * range;
                }
            }
        }
        sums
    }

    /// The time mapped to [−1, 1].
    fn to_unit(&self, time: Interval) -> Result<Interval, ChebyshevError> {
        if !time.subset(Interval::between(self.start, self.end)) {
            return Err(self.outside(time.lower(), time.upper()));
        }
        // The map is increasing: mapping the ends keeps it exact but for rounding.
        Ok(if time.is_empty() { time } else { self.unit_at(time.lower()).hull(self.unit_at(time.upper())) })
    }

    /// x = ((t − start) − (end − t)) / (end − start), enclosed.
    fn unit_at(&self, time: f64) -> Interval {
        let time = Interval::from(time);
        let x = ((time - self.start) - (self.end - time)) / self.length();
        x.intersection(Interval::between(-1.0, 1.0))
    }
}

/// The ranges of T₀, T₁, T₂, … over `x`.
fn basis(x: Interval) -> impl Iterator<Item = Interval> {
    let angle = x.acos();
    (0_u32..).map(move |k| match k {
        0 => Interval::ONE,
        1 => x,
        _ => (angle * f64::from(k)).cos(),
    })
}

/// The range of d₀ + d₁h + d₂h²/2 over `h`.
fn parabola(derivatives: [Interval; 4], h: Interval) -> Interval {
    let [value, slope, half] = [derivatives[0], derivatives[1], derivatives[2] * 0.5];
    let factored = value + (slope + half * h) * h;
    if half.contains(0.0) {
        return factored;
    }
    // With h in one place only: a(h − v)² + d₀ − a·v², where v = −d₁/2a.
    let vertex = -slope / (half * 2.0);
    factored.intersection(half * (h - vertex).sqr() + (value - half * vertex.sqr()))
}
