//! What can be wrong with a series, a time, or samples.

use crate::expr::NameError;
use crate::tolerance::HIGHEST_DEGREE;

/// A Chebyshev series could not be made or evaluated.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ChebyshevError {
    /// The domain is not an interval of positive, finite length.
    #[error("a series cannot live on [{start}, {end}]: the start must be a finite number before the end")]
    Domain {
        /// Where it should start.
        start: f64,
        /// Where it should end.
        end: f64,
    },
    /// No coefficient was given.
    #[error("a series needs at least one coefficient; zero is the series with the coefficient 0")]
    NoCoefficients,
    /// A coefficient is not a number.
    #[error("coefficient {index} is {value}: coefficients must be finite numbers")]
    CoefficientNotFinite {
        /// Which one.
        index: usize,
        /// What it is.
        value: f64,
    },
    /// The degree is higher than any that is useful.
    #[error("degree {degree} is too high: at most {HIGHEST_DEGREE} is possible; use several shorter series instead")]
    DegreeTooHigh {
        /// The degree asked for.
        degree: usize,
    },
    /// The time is not in the domain; series are not extrapolated.
    #[error(
        "time [{lower}, {upper}] is not within the domain [{start}, {end}] of the series, which is not extrapolated"
    )]
    OutsideDomain {
        /// The earliest time asked for.
        lower: f64,
        /// The latest time asked for.
        upper: f64,
        /// Where the domain starts.
        start: f64,
        /// Where it ends.
        end: f64,
    },
    /// A sample, or the function at a node, is not a number.
    #[error("the value at time {time} is {value}: a series can be fitted to finite numbers only")]
    ValueNotFinite {
        /// When.
        time: f64,
        /// What it is.
        value: f64,
    },
    /// Too few samples for the degree.
    #[error("{samples} samples do not determine a series of degree {degree}: give at least {} or lower the degree", degree + 1)]
    TooFewSamples {
        /// How many there are.
        samples: usize,
        /// The degree asked for.
        degree: usize,
    },
    /// Too many samples for the memory that a fit may take.
    #[error("{samples} samples are too many for a series of degree {degree}: thin them out, or lower the degree")]
    TooManySamples {
        /// How many there are.
        samples: usize,
        /// The degree asked for.
        degree: usize,
    },
    /// The samples leave coefficients undetermined.
    #[error(
        "the samples do not determine a series of degree {degree}: too many share the same times, or leave a part of the domain \
         empty; lower the degree"
    )]
    DependentSamples {
        /// The degree asked for.
        degree: usize,
    },
    /// The expression could not be proved to have a value throughout the domain.
    #[error("the expression is not proved to be defined on [{lower}, {upper}]: no bound on the error exists there")]
    Undefined {
        /// Where the piece starts.
        lower: f64,
        /// Where it ends.
        upper: f64,
    },
    /// The expression has other variables than time.
    #[error(transparent)]
    Name(#[from] NameError),
}
