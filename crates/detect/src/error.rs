//! Why a question cannot be answered. Never to be read as "no contact".

/// Why a question cannot be answered.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum DetectError {
    /// The span is empty or unbounded.
    #[error("the span from {start} to {end} is not a bounded stretch of time")]
    Span {
        /// First instant.
        start: f64,
        /// Last instant.
        end: f64,
    },
    /// A length of the query is not a usable number.
    #[error("{name} is {value} m: it must be a finite number {least}")]
    Length {
        /// Which length.
        name: &'static str,
        /// The value that was given.
        value: f64,
        /// What is asked of it.
        least: &'static str,
    },
    /// The tolerance is finer than the coordinates.
    #[error(
        "tolerance {tolerance} m is finer than 64-bit coordinates resolve at this size ({resolution:.1e} m): \
         ask for a larger tolerance, or move the scene closer to the origin"
    )]
    TooFine {
        /// The tolerance that was asked for.
        tolerance: f64,
        /// The least that can be kept here.
        resolution: f64,
    },
    /// A motion does not fit its shape.
    #[error("the motion gives places for {moved} vertices, but the shape has {vertices}")]
    VertexCount {
        /// Vertices in the motion.
        moved: usize,
        /// Vertices in the shape.
        vertices: usize,
    },
    /// The motion leaves the range of numbers.
    #[error("a vertex leaves the range of finite numbers during the span: check velocities and coordinates")]
    Unbounded,
    /// A curved surface has no value, or grows without bound, somewhere.
    #[error(
        "a curved surface has no value or no bound somewhere in the ranges of its parameters: check its divisions, roots and \
         logarithms, or ask for smaller ranges"
    )]
    NoBound,
    /// A body that deforms is described for a shorter time than is asked about.
    #[error(
        "a body that deforms is described from {start} s to {end} s, but more is asked about: give it a longer span, or ask about less"
    )]
    BeyondDescription {
        /// From when on it is described.
        start: f64,
        /// Until when it is described.
        end: f64,
    },
    /// No method of the table answers this pair.
    #[error("no method yet gives the first contact of {a} with {b}")]
    Unsupported {
        /// First body.
        a: &'static str,
        /// Second body.
        b: &'static str,
    },
}
