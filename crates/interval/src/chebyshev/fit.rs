//! Series fitted to a function or to samples.
//!
//! **Question.** Which series of a given degree is close to a function, and how close?
//!
//! **Idea.** Interpolate at the zeros of the next basis function; the result is within a small factor of the best
//! approximation. For scattered samples, solve a least-squares problem in the Chebyshev basis by Householder
//! reflections.
//!
//! **Guarantee.** For an expression, a proved bound on the difference over the whole domain. For plain functions
//! and samples there is none: the largest residual at the samples says nothing about the time between them.
//!
//! **Cost.** n² for interpolation, m·n² for m samples.
//!
//! **Source.** L. N. Trefethen, *Approximation Theory and Approximation Practice* (2013), chapters 2 to 4; G. H.
//! Golub & C. F. Van Loan, *Matrix Computations*, section 5.3.

use super::{Chebyshev, ChebyshevError, check_degree, check_domain};
use crate::expr::{Expr, Tape, TapeWorkspace};
use crate::tolerance::{LARGEST_FIT, RANK};
use std::f64::consts::PI;

/// A series with a proved bound on its distance from an expression.
#[derive(Clone, Debug)]
pub struct ProvedFit {
    /// The series.
    pub series: Chebyshev,
    /// Upper bound of the difference between series and expression over the domain; proved.
    pub error_bound: f64,
}

/// A least-squares fit to samples.
#[derive(Clone, Debug)]
pub struct SampleFit {
    /// The series.
    pub series: Chebyshev,
    /// The largest difference at the samples. *Not* a bound on the error between them.
    pub largest_residual: f64,
}

impl Chebyshev {
    /// Interpolates the function at the zeros of the basis function of degree `degree` + 1, in floating point.
    /// Nothing is known about the difference elsewhere; [`fit_expression`](Self::fit_expression) proves a bound.
    pub fn interpolate(
        start: f64,
        end: f64,
        degree: usize,
        mut function: impl FnMut(f64) -> f64,
    ) -> Result<Self, ChebyshevError> {
        check_domain(start, end)?;
        check_degree(degree)?;
        let count = degree + 1;
        let angle = |j: usize| PI * (j as f64 + 0.5) / count as f64;
        let mut values = Vec::with_capacity(count);
        for j in 0..count {
            let x = angle(j).cos();
            let time = (0.5 * ((1.0 - x) * start + (1.0 + x) * end)).clamp(start, end);
            let value = function(time);
            if !value.is_finite() {
                return Err(ChebyshevError::ValueNotFinite { time, value });
            }
            values.push(value);
        }
        let coefficient = |k: usize| {
            let sum: f64 = values.iter().enumerate().map(|(j, value)| value * (k as f64 * angle(j)).cos()).sum();
            sum * if k == 0 { 1.0 } else { 2.0 } / count as f64
        };
        Self::new(start, end, &(0..count).map(coefficient).collect::<Vec<f64>>())
    }

    /// Interpolates an expression of one variable and proves a bound on the difference.
    ///
    /// ```
    /// # use tangency_interval::{Chebyshev, expr::Expr};
    /// let swing = Expr::parse("exp(-t/4) * cos(3*t)").unwrap();
    /// let fit = Chebyshev::fit_expression(&swing, "t", 0.0, 2.0, 16).unwrap();
    /// assert!(fit.error_bound < 1e-9);
    /// ```
    pub fn fit_expression(
        expression: &Expr,
        variable: &str,
        start: f64,
        end: f64,
        degree: usize,
    ) -> Result<ProvedFit, ChebyshevError> {
        let tape = Tape::new(std::slice::from_ref(expression), &[variable])?;
        let mut work = TapeWorkspace::default();
        let series = Self::interpolate(start, end, degree, |time| tape.values(&[time], &mut work)[0])?;
        let error_bound = series.error_bound(expression, variable)?;
        Ok(ProvedFit { series, error_bound })
    }

    /// The series over [`start`, `end`] with the least sum of squared differences from the samples, each a time and
    /// a value.
    pub fn fit_samples(
        start: f64,
        end: f64,
        degree: usize,
        samples: &[(f64, f64)],
    ) -> Result<SampleFit, ChebyshevError> {
        check_domain(start, end)?;
        check_degree(degree)?;
        let count = degree + 1;
        if samples.len() < count {
            return Err(ChebyshevError::TooFewSamples { samples: samples.len(), degree });
        }
        if samples.len().saturating_mul(count) > LARGEST_FIT {
            return Err(ChebyshevError::TooManySamples { samples: samples.len(), degree });
        }
        let mut rows = Vec::with_capacity(samples.len());
        for &(time, value) in samples {
            if !(start <= time && time <= end) {
                return Err(ChebyshevError::OutsideDomain { lower: time, upper: time, start, end });
            }
            if !value.is_finite() {
                return Err(ChebyshevError::ValueNotFinite { time, value });
            }
            let x = (((time - start) - (end - time)) / (end - start)).clamp(-1.0, 1.0);
            let mut row: Vec<f64> = (0..count).map(|k| (k as f64 * x.acos()).cos()).collect();
            row.push(value);
            rows.push(row);
        }
        let coefficients = least_squares(&mut rows, count).ok_or(ChebyshevError::DependentSamples { degree })?;
        let series = Self::new(start, end, &coefficients)?;
        let mut largest_residual = 0.0_f64;
        for &(time, value) in samples {
            largest_residual = largest_residual.max((series.value(time)? - value).abs());
        }
        Ok(SampleFit { series, largest_residual })
    }
}

/// Solves the overdetermined system; each row holds the coefficients followed by the right-hand side. `None` if the
/// columns are dependent.
fn least_squares(rows: &mut [Vec<f64>], count: usize) -> Option<Vec<f64>> {
    let scale = (rows.len() as f64).sqrt();
    for k in 0..count {
        let norm = rows[k..].iter().map(|row| row[k] * row[k]).sum::<f64>().sqrt();
        if !(norm > RANK * scale) {
            return None;
        }
        // The Householder reflection that maps column k to a multiple of the k-th unit vector.
        let diagonal = if rows[k][k] > 0.0 { -norm } else { norm };
        let mut mirror: Vec<f64> = rows[k..].iter().map(|row| row[k]).collect();
        mirror[0] -= diagonal;
        let length_sq: f64 = mirror.iter().map(|value| value * value).sum();
        for column in k..=count {
            let projection: f64 = mirror.iter().zip(&rows[k..]).map(|(m, row)| m * row[column]).sum();
            let factor = 2.0 * projection / length_sq;
            for (m, row) in mirror.iter().zip(&mut rows[k..]) {
                row[column] -= factor * m;
            }
        }
    }
    let mut solution = vec![0.0; count];
    for k in (0..count).rev() {
        let known: f64 = (k + 1..count).map(|j| rows[k][j] * solution[j]).sum();
        solution[k] = (rows[k][count] - known) / rows[k][k];
    }
    Some(solution)
}
