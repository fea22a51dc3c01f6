//! Errors in the construction of splines.

/// The numbers do not define a spline surface.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SplineError {
    /// The degree is out of range.
    #[error("the degree along {parameter} is {degree}: it must be from 1 to {highest}")]
    Degree {
        /// Name of the parameter.
        parameter: &'static str,
        /// The given degree.
        degree: usize,
        /// The highest degree that is supported.
        highest: usize,
    },
    /// The number of control points or weights does not fit the degrees and knots.
    #[error("{given} {what} are given: the degrees and knots ask for {expected}")]
    Count {
        /// What is counted.
        what: &'static str,
        /// The given number.
        given: usize,
        /// The number that fits.
        expected: usize,
    },
    /// A coordinate of a control point is not finite.
    #[error("control point {index} is ({x}, {y}, {z}): its coordinates must be finite numbers below 1e100")]
    ControlPoint {
        /// Index of the control point, row by row, from 0.
        index: usize,
        /// The given coordinate.
        x: f64,
        /// The given coordinate.
        y: f64,
        /// The given coordinate.
        z: f64,
    },
    /// A weight is zero, negative or not finite.
    #[error("weight {index} is {weight}: weights must be positive, and within a factor of 1e6 of each other")]
    Weight {
        /// Index of the weight, row by row, from 0.
        index: usize,
        /// The given weight.
        weight: f64,
    },
    /// Two weights differ too much.
    #[error(
        "weight {small} is {least} and weight {large} is {most}: weights must be within a factor of 1e6 of each other"
    )]
    Weights {
        /// Index of the smallest weight, row by row, from 0.
        small: usize,
        /// The smallest weight.
        least: f64,
        /// Index of the largest weight.
        large: usize,
        /// The largest weight.
        most: f64,
    },
    /// A knot is smaller than the one before it, or not finite.
    #[error("knot {index} along {parameter} is {knot}: knots must be finite numbers that do not decrease")]
    Knot {
        /// Name of the parameter.
        parameter: &'static str,
        /// Index of the knot, from 0.
        index: usize,
        /// The given knot.
        knot: f64,
    },
    /// The knots between which the surface is defined are equal.
    #[error(
        "the range along {parameter} is empty: knots {from} and {to}, between which the surface is defined, are both \
         {knot}"
    )]
    EmptyRange {
        /// Name of the parameter.
        parameter: &'static str,
        /// Index of the knot at which the range begins, from 0.
        from: usize,
        /// Index of the knot at which the range ends.
        to: usize,
        /// The knot.
        knot: f64,
    },
    /// A knot occurs too often, so that the surface is torn.
    #[error("knot {knot} along {parameter} occurs {times} times: at most {most} keep the surface in one piece")]
    Multiplicity {
        /// Name of the parameter.
        parameter: &'static str,
        /// The repeated knot.
        knot: f64,
        /// How often it occurs.
        times: usize,
        /// How often it may occur.
        most: usize,
    },
    /// The two ends of a moving patch do not fit together.
    #[error("a moving patch needs the same degrees and weights at both ends")]
    Ends,
    /// The interval of time is empty or not finite.
    #[error("the patch moves from {from} s to {to} s: this must be a finite interval of time")]
    Span {
        /// The start in seconds.
        from: f64,
        /// The end in seconds.
        to: f64,
    },
}
