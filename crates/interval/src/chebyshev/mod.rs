//! Functions of time as Chebyshev series.
//!
//! A [`Chebyshev`] series is C(t) = Σ cₖ Tₖ(x) over a domain [start, end], with Tₖ(x) = cos(k arccos x). As t runs
//! from start to end, x runs from −1 to 1. **The first coefficient is not halved**: C = c₀ + c₁T₁ + …, as in most
//! of today's software. Snyder's paper uses c₀/2 instead ([`Chebyshev::from_halved`]).
//!
//! ```
//! # use tangency_interval::{Chebyshev, Interval};
//! # fn main() -> Result<(), tangency_interval::ChebyshevError> {
//! // 1 + x + 2(2x² − 1) = 4x² + x − 1, with x from −1 to 1 over five seconds
//! let height = Chebyshev::new(0.0, 5.0, &[1.0, 1.0, 2.0])?;
//! assert_eq!(height.value(5.0)?, 4.0);
//! let range = height.range(Interval::between(2.5, 5.0))?;
//! assert!(range.lower() <= -1.0 && range.upper() >= 4.0 && range.width() < 5.0 + 1e-9);
//! let speed = height.derivative();
//! assert!((speed.value(2.5)? - 0.4).abs() < 1e-15);
//! # Ok(())
//! # }
//! ```

mod error;
mod fit;
mod range;
mod residual;

use crate::Interval;
use crate::tolerance::HIGHEST_DEGREE;

pub use error::ChebyshevError;
pub use fit::{ProvedFit, SampleFit};

/// A Chebyshev series over a domain of time.
///
/// The coefficients are enclosures. The coefficients of a series given by numbers are exactly those numbers. The
/// coefficients of its derivative are known up to rounding. All results computed from them are rigorous. A series
/// is not evaluated outside its domain, because polynomials of high degree do not extrapolate.
#[derive(Clone, Debug)]
pub struct Chebyshev {
    start: f64,
    end: f64,
    coefficients: Vec<Interval>,
    /// The coefficients of the first three derivatives with respect to x, for enclosing the range.
    derivatives: [Vec<Interval>; 3],
}

impl Chebyshev {
    /// The series c₀ + c₁T₁ + c₂T₂ + … over [`start`, `end`].
    pub fn new(start: f64, end: f64, coefficients: &[f64]) -> Result<Self, ChebyshevError> {
        if let Some(index) = coefficients.iter().position(|value| !value.is_finite()) {
            return Err(ChebyshevError::CoefficientNotFinite { index, value: coefficients[index] });
        }
        check_domain(start, end)?;
        if coefficients.is_empty() {
            return Err(ChebyshevError::NoCoefficients);
        }
        check_degree(coefficients.len() - 1)?;
        Ok(Self::enclosed(start, end, coefficients.iter().map(|&value| value.into()).collect()))
    }

    /// The series c₀/2 + c₁T₁ + c₂T₂ + …, the convention of Snyder (1993) and of *Numerical Recipes*.
    pub fn from_halved(start: f64, end: f64, coefficients: &[f64]) -> Result<Self, ChebyshevError> {
        let mut series = Self::new(start, end, coefficients)?;
        let half = series.coefficients[0] * 0.5;
        series.coefficients[0] = half;
        Ok(series)
    }

    /// The series with enclosed coefficients over a valid domain.
    fn enclosed(start: f64, end: f64, coefficients: Vec<Interval>) -> Self {
        let first = derivative_by_x(&coefficients);
        let second = derivative_by_x(&first);
        let third = derivative_by_x(&second);
        Self { start, end, coefficients, derivatives: [first, second, third] }
    }

    /// The start of the domain.
    #[must_use]
    pub fn start(&self) -> f64 {
        self.start
    }

    /// The end of the domain.
    #[must_use]
    pub fn end(&self) -> f64 {
        self.end
    }

    /// An upper bound on the degree as a polynomial in t.
    #[must_use]
    pub fn degree(&self) -> usize {
        self.coefficients.len() - 1
    }

    /// The coefficients; the first is not halved.
    #[must_use]
    pub fn coefficients(&self) -> &[Interval] {
        &self.coefficients
    }

    /// The value in floating point, by Clenshaw's recurrence. Not an enclosure; use the [`range`](Self::range) over
    /// `Interval::from(time)` for one.
    pub fn value(&self, time: f64) -> Result<f64, ChebyshevError> {
        if !(self.start <= time && time <= self.end) {
            return Err(self.outside(time, time));
        }
        let x = ((time - self.start) - (self.end - time)) / (self.end - self.start);
        // bₖ = cₖ + 2x·bₖ₊₁ − bₖ₊₂
        let (mut next, mut after) = (0.0, 0.0);
        for coefficient in self.coefficients[1..].iter().rev() {
            (next, after) = (coefficient.mid() + 2.0 * x * next - after, next);
        }
        Ok(self.coefficients[0].mid() + x * next - after)
    }

    /// The derivative with respect to time.
    #[must_use]
    pub fn derivative(&self) -> Self {
        let scale = Interval::from(2.0) / self.length();
        Self::enclosed(self.start, self.end, self.derivatives[0].iter().map(|&slope| slope * scale).collect())
    }

    /// The integral from the start of the domain.
    #[must_use]
    pub fn antiderivative(&self) -> Self {
        let half = self.length() * 0.5;
        let zero = Interval::ZERO;
        let at = |k: usize| self.coefficients.get(k).copied().unwrap_or(zero);
        // ∫ Tₖ = Tₖ₊₁/2(k+1) − Tₖ₋₁/2(k−1), where T₀ counts twice.
        let mut integral = vec![zero];
        for k in 1..=self.coefficients.len() {
            let before = if k == 1 { at(0) * 2.0 } else { at(k - 1) };
            integral.push((before - at(k + 1)) / (2.0 * k as f64) * half);
        }
        // Tₖ(−1) = (−1)ᵏ: the first coefficient makes the sum vanish at the start.
        let alternating = |sum, (k, &c): (usize, &Interval)| if k % 2 == 0 { sum - c } else { sum + c };
        integral[0] = integral.iter().enumerate().skip(1).fold(zero, alternating);
        Self::enclosed(self.start, self.end, integral)
    }

    fn length(&self) -> Interval {
        Interval::from(self.end) - Interval::from(self.start)
    }

    fn outside(&self, lower: f64, upper: f64) -> ChebyshevError {
        ChebyshevError::OutsideDomain { lower, upper, start: self.start, end: self.end }
    }
}

/// The coefficients of the derivative with respect to x: dₖ₋₁ = dₖ₊₁ + 2k·cₖ, and half of that for d₀.
fn derivative_by_x(coefficients: &[Interval]) -> Vec<Interval> {
    let count = coefficients.len();
    if count < 2 {
        return vec![Interval::ZERO];
    }
    let mut derivative = vec![Interval::ZERO; count + 1];
    for k in (1..count).rev() {
        derivative[k - 1] = derivative[k + 1] + coefficients[k] * (2.0 * k as f64);
    }
    derivative.truncate(count - 1);
    derivative[0] *= 0.5;
    derivative
}

fn check_domain(start: f64, end: f64) -> Result<(), ChebyshevError> {
    let fine = start.is_finite() && end.is_finite() && start < end && (end - start).is_finite();
    if fine { Ok(()) } else { Err(ChebyshevError::Domain { start, end }) }
}

fn check_degree(degree: usize) -> Result<(), ChebyshevError> {
    if degree <= HIGHEST_DEGREE { Ok(()) } else { Err(ChebyshevError::DegreeTooHigh { degree }) }
}
