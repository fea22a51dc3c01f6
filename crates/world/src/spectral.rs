//! Values at Chebyshev nodes, their series and their integrals.
//!
//! **Question.** A function is given at the extrema of the Chebyshev polynomial of degree n over a step. Which
//! polynomial interpolates the values, and what are its integrals from the start to every node?
//!
//! **Idea.** Both are linear in the values: two matrices, computed once. The coefficients are a discrete cosine
//! transform. The integral of Tₖ is Tₖ₊₁/2(k+1) − Tₖ₋₁/2(k−1).
//!
//! **Guarantee.** Computed in floating point. Exact up to rounding for polynomials of degree n (of degree n − 1
//! for integrals, whose last term is omitted).
//!
//! **Cost.** n² a function; n is 16.
//!
//! **Source.** C. W. Clenshaw, A. R. Curtis, *A method for numerical integration on an automatic computer*,
//! 1960.

use crate::tolerance::{DEGREE, SERIES_ROUNDING};
use std::f64::consts::PI;
use std::sync::LazyLock;
use tangency_interval::{Chebyshev, ChebyshevError};

/// Number of nodes of a step.
pub(crate) const NODES: usize = DEGREE + 1;

/// Values at all nodes.
pub(crate) type NodeValues = [f64; NODES];

/// The matrices of both linear maps.
struct SpectralMatrices {
    /// From values to coefficients.
    coefficients: [NodeValues; NODES],
    /// From values to integrals over a step of length 2.
    integrals: [NodeValues; NODES],
}

static MATRICES: LazyLock<Box<SpectralMatrices>> = LazyLock::new(|| {
    let cosine = |index: usize| (PI * (index % (2 * DEGREE)) as f64 / DEGREE as f64).cos();
    // Tₖ at node j. Nodes go from −1 to 1.
    let basis = |k: usize, j: usize| cosine(k * (DEGREE - j));
    let ends = |index: usize| if index == 0 || index == DEGREE { 0.5 } else { 1.0 };
    let coefficient = |k: usize, j: usize| 2.0 / DEGREE as f64 * ends(k) * ends(j) * basis(k, j);
    let coefficients: [NodeValues; NODES] = std::array::from_fn(|k| std::array::from_fn(|j| coefficient(k, j)));
    let integrals = std::array::from_fn(|to| {
        std::array::from_fn(|from| {
            let unit: NodeValues = std::array::from_fn(|k| coefficients[k][from]);
            let integral = antiderivative(&unit);
            let sign = |k: usize| if k.is_multiple_of(2) { 1.0 } else { -1.0 };
            (1..NODES).map(|k| integral[k] * (basis(k, to) - sign(k))).sum()
        })
    });
    Box::new(SpectralMatrices { coefficients, integrals })
});

/// Coefficients of the antiderivative, without the constant and without the term of degree n + 1.
fn antiderivative(coefficients: &NodeValues) -> NodeValues {
    std::array::from_fn(|k| match k {
        0 => 0.0,
        1 => coefficients[0] - 0.5 * coefficients[2],
        k => (coefficients[k - 1] - coefficients.get(k + 1).copied().unwrap_or(0.0)) / (2.0 * k as f64),
    })
}

/// The instant of node `j` in a step of this length that starts at 0.
pub(crate) fn node(j: usize, length: f64) -> f64 {
    match j {
        0 => 0.0,
        DEGREE => length,
        j => 0.5 * length * (1.0 - (PI * j as f64 / DEGREE as f64).cos()),
    }
}

/// The integrals from the start to every node, over a step of this length.
pub(crate) fn integrated<const N: usize>(rates: &[[f64; N]; NODES], length: f64) -> [[f64; N]; NODES] {
    std::array::from_fn(|to| {
        let mut sum = [0.0; N];
        for (weight, rate) in MATRICES.integrals[to].iter().zip(rates) {
            for (total, value) in sum.iter_mut().zip(rate) {
                *total += weight * value;
            }
        }
        sum.map(|value| 0.5 * length * value)
    })
}

/// The coefficients of the polynomial through the values.
pub(crate) fn coefficients(values: &NodeValues) -> NodeValues {
    std::array::from_fn(|k| MATRICES.coefficients[k].iter().zip(values).map(|(weight, value)| weight * value).sum())
}

/// The value of the polynomial at a fraction of the step, from 0 to 1.
pub(crate) fn value(coefficients: &NodeValues, share: f64) -> f64 {
    let x = 2.0 * share - 1.0;
    let (mut next, mut after) = (0.0, 0.0);
    for coefficient in coefficients[1..].iter().rev() {
        (next, after) = (coefficient + 2.0 * x * next - after, next);
    }
    coefficients[0] + x * next - after
}

/// The series through the values over [0, length], without trailing coefficients that are rounding errors
/// relative to `scale`.
pub(crate) fn series(values: &NodeValues, length: f64, scale: f64) -> Result<Chebyshev, ChebyshevError> {
    let all = coefficients(values);
    let last = all.iter().rposition(|coefficient| coefficient.abs() > SERIES_ROUNDING * scale).unwrap_or(0);
    Chebyshev::new(0.0, length, &all[..=last])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integrals_and_values_of_a_wave() {
        let length = 1.5;
        let rates: [[f64; 1]; NODES] = std::array::from_fn(|j| [(2.0 * node(j, length)).cos()]);
        let integrals = integrated(&rates, length);
        for (j, [found]) in integrals.iter().enumerate() {
            assert!((found - 0.5 * (2.0 * node(j, length)).sin()).abs() < 1e-14, "{j}");
        }
        let values = coefficients(&rates.map(|[value]| value));
        for share in [0.0, 0.1, 0.77, 1.0] {
            assert!((value(&values, share) - (2.0 * length * share).cos()).abs() < 1e-13);
        }
        let series = series(&rates.map(|[value]| value), length, 1.0).unwrap();
        assert!((series.value(0.3).unwrap() - 0.6_f64.cos()).abs() < 1e-13);
    }

    /// A parabola has exactly three coefficients.
    #[test]
    fn rounding_is_left_out() {
        let values: NodeValues = std::array::from_fn(|j| 3.0 + 4.0 * node(j, 2.0).powi(2));
        assert_eq!(series(&values, 2.0, 20.0).unwrap().degree(), 2);
    }
}
