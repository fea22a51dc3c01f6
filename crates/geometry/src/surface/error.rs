//! Errors in the construction of surfaces.

/// The expressions and the rectangle do not define a surface, or the numbers do not define a body.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SurfaceError {
    /// A coordinate is not an expression of u, v and t.
    #[error("coordinate {coordinate} of the surface: {message}")]
    Expression {
        /// Name of the coordinate.
        coordinate: &'static str,
        /// The error in the expression.
        message: String,
    },
    /// The range of a parameter is empty or not finite.
    #[error("the range of {parameter} is [{from}, {to}]: it must go from a finite number to a larger one")]
    Range {
        /// Name of the parameter.
        parameter: &'static str,
        /// Lower end of the range.
        from: f64,
        /// Upper end of the range.
        to: f64,
    },
    /// A coordinate is undefined on the whole rectangle.
    #[error("coordinate {coordinate} of the surface has no value anywhere in its range")]
    NoValue {
        /// Name of the coordinate.
        coordinate: &'static str,
    },
    /// The surface has no normal anywhere: it is a curve or a point.
    #[error("the surface has no normal anywhere: it is a curve or a point, not a surface")]
    NoNormal,
    /// One of several faces has no normal anywhere.
    #[error("face {face} of {count}, from 0, has no normal anywhere: it is a curve or a point, not a surface")]
    NoNormalOnFace {
        /// Index of the face, from 0.
        face: usize,
        /// The number of faces.
        count: usize,
    },
    /// A length or count of a constructor is out of range.
    #[error("{what} is {value}: it must be {expected}")]
    Number {
        /// Name of the number.
        what: &'static str,
        /// The allowed values.
        expected: &'static str,
        /// The given value.
        value: f64,
    },
    /// A motion by formulas needs faces that are given by formulas.
    #[error("a face that is not given by formulas cannot be moved by formulas")]
    NotByFormula,
    /// The curves of a loop do not form a closed loop.
    #[error("loop {index} of a trimmed face is not closed: every curve must start where the one before it ends")]
    OpenLoop {
        /// Index of the loop, from 0.
        index: usize,
    },
    /// The sides of two trimmed faces along an edge are apart.
    #[error("the sides of the faces along edge {edge} are {gap} m apart: they must agree within {tolerance} m")]
    Apart {
        /// Index of the edge.
        edge: usize,
        /// Metres. The distance.
        gap: f64,
        /// Metres. The largest distance allowed.
        tolerance: f64,
    },
    /// More than two sides lie along one edge.
    #[error("edge {edge} bounds {count} sides of faces: it must bound one or two")]
    SharedEdge {
        /// Index of the edge.
        edge: usize,
        /// The number of sides.
        count: usize,
    },
    /// There are no faces.
    #[error("a body needs at least one face")]
    NoFaces,
}
