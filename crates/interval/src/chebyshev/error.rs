//! Errors of series: invalid coefficients, domains, times and samples.

use crate::expr::NameError;
use crate::tolerance::HIGHEST_DEGREE;

/// A Chebyshev series could not be constructed or evaluated.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ChebyshevError {
    /// The domain is not an interval of positive, finite length.
    #[error("a series cannot be defined on [{start}, {end}]: the start must be a finite number before the end")]
    Domain {
        /// The requested start.
        start: f64,
        /// The requested end.
        end: f64,
    },
    /// No coefficient was given.
    #[error("a series needs at least one coefficient; zero is the series with the coefficient 0")]
    NoCoefficients,
    /// A coefficient is not finite.
    #[error("coefficient {index} is {value}: coefficients must be finite numbers")]
    CoefficientNotFinite {
        /// The index of the coefficient.
        index: usize,
        /// Its value.
        value: f64,
    },
    /// The degree exceeds the limit.
    #[error("degree {degree} is too high: at most {HIGHEST_DEGREE} is possible; use several shorter series instead")]
    DegreeTooHigh {
        /// The requested degree.
        degree: usize,
    },
    /// The time is outside the domain; series are not extrapolated.
    #[error(
        "time [{lower}, {upper}] is not within the domain [{start}, {end}] of the series, which is not extrapolated"
    )]
    OutsideDomain {
        /// The earliest requested time.
        lower: f64,
        /// The latest requested time.
        upper: f64,
        /// The start of the domain.
        start: f64,
        /// The end of the domain.
        end: f64,
    },
    /// A sample, or the function at an interpolation node, is not finite.
    #[error("the value at time {time} is {value}: a series can be fitted to finite numbers only")]
    ValueNotFinite {
        /// The time of the value.
        time: f64,
        /// The value.
        value: f64,
    },
    /// There are too few samples for the degree.
    #[error(
        "{samples} samples do not determine a series of degree {degree}: give at least {} or lower the degree",
        degree + 1
    )]
    TooFewSamples {
        /// The number of samples.
        samples: usize,
        /// The requested degree.
        degree: usize,
    },
    /// The fit would need too much memory.
    #[error("{samples} samples are too many for a series of degree {degree}: thin them out, or lower the degree")]
    TooManySamples {
        /// The number of samples.
        samples: usize,
        /// The requested degree.
        degree: usize,
    },
    /// The samples do not determine the coefficients.
    #[error(
        "the samples do not determine a series of degree {degree}: too many share the same times, or \
         leave a part of the domain empty; lower the degree"
    )]
    DependentSamples {
        /// The requested degree.
        degree: usize,
    },
    /// The expression could not be proved to have a value throughout the domain.
    #[error("the expression is not proved to be defined on [{lower}, {upper}]: no bound on the error exists there")]
    Undefined {
        /// The start of the subinterval in question.
        lower: f64,
        /// Its end.
        upper: f64,
    },
    /// The expression has variables other than time.
    #[error(transparent)]
    Name(#[from] NameError),
}
