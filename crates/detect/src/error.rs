//! Reasons why a query cannot be answered. An error never means "no contact".

/// The reason why a query cannot be answered.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum DetectError {
    /// The span is empty or unbounded.
    #[error("the span from {start:?} to {end:?} is not a bounded stretch of time")]
    Span {
        /// First instant.
        start: f64,
        /// Last instant.
        end: f64,
    },
    /// A length of the query is not a usable number.
    #[error("{name} is {value:?} m: it must be a finite number {least}")]
    Length {
        /// Which length.
        name: &'static str,
        /// The value that was given.
        value: f64,
        /// The required range.
        least: &'static str,
    },
    /// The tolerance is finer than the resolution of the coordinates.
    #[error(
        "tolerance {tolerance:?} m is finer than 64-bit coordinates resolve at this size ({resolution:.1e} m): \
         use a larger tolerance, or move the scene closer to the origin"
    )]
    TooFine {
        /// The requested tolerance.
        tolerance: f64,
        /// The smallest tolerance that can be met here.
        resolution: f64,
    },
    /// A motion does not fit its shape.
    #[error("the motion gives positions for {moved} vertices, but the shape has {vertices}")]
    VertexCount {
        /// Vertices in the motion.
        moved: usize,
        /// Vertices in the shape.
        vertices: usize,
    },
    /// The motion overflows.
    #[error("the position of a vertex overflows during the span: check velocities and coordinates")]
    Unbounded,
    /// A curved surface is undefined or unbounded at some parameter value.
    #[error(
        "a curved surface has no value or no bound somewhere in the ranges of its parameters: check its divisions, \
         roots and logarithms, or use smaller ranges"
    )]
    NoBound,
    /// The span of the query exceeds the span for which a deforming body is defined.
    #[error(
        "a deforming body is described from {start} s to {end} s, but the query extends beyond that: describe the body \
         for a longer span, or shorten the span of the query"
    )]
    BeyondDescription {
        /// Seconds. Start of the span for which the body is defined.
        start: f64,
        /// Seconds. End of the span for which the body is defined.
        end: f64,
    },
    /// The question is about curved surfaces only.
    #[error(
        "{question} need bodies of curved faces (splines, formulas, STEP) that keep their shape and move rigidly; \
         {name} is not such a body: ask for its distance or overlap instead"
    )]
    NotSplines {
        /// What was asked for.
        question: &'static str,
        /// The body.
        name: &'static str,
    },
    /// The table has no method for this pair.
    #[error("no method supports the first contact of {a} with {b}")]
    Unsupported {
        /// First body.
        a: &'static str,
        /// Second body.
        b: &'static str,
    },
}
