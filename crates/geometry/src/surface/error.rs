//! Why there is no such surface.

/// Three expressions and a rectangle that are no surface, or numbers that are no body.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SurfaceError {
    /// A coordinate is not an expression of u, v and t.
    #[error("coordinate {coordinate} of the surface: {message}")]
    Expression {
        /// Which coordinate.
        coordinate: &'static str,
        /// What is wrong with it.
        message: String,
    },
    /// A parameter has no range.
    #[error("the range of {parameter} is [{from}, {to}]: it must go from a finite number to a larger one")]
    Range {
        /// Which parameter.
        parameter: &'static str,
        /// Its lower end.
        from: f64,
        /// Its upper end.
        to: f64,
    },
    /// The expressions have no value anywhere on the rectangle.
    #[error("coordinate {coordinate} of the surface has no value anywhere in its range")]
    NoValue {
        /// Which coordinate.
        coordinate: &'static str,
    },
    /// The surface is a curve or a point: nowhere has it a normal.
    #[error("the surface has no normal anywhere: it is a curve or a point, not a surface")]
    NoNormal,
    /// A length or count of a constructor is out of range.
    #[error("{what} is {value}: it must be {expected}")]
    Number {
        /// What the number means.
        what: &'static str,
        /// What it must be.
        expected: &'static str,
        /// What it is.
        value: f64,
    },
    /// A motion by formula cannot be put into a face that is not given by formulas.
    #[error("a face that is not given by formulas cannot be moved by formulas")]
    NotByFormula,
    /// There are no faces.
    #[error("a body needs at least one face")]
    NoFaces,
}
