//! Checks of the lengths that define a primitive, and their errors.

/// A length that does not define a primitive.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum LengthError {
    /// A length is zero, negative, NaN or infinite.
    #[error("{what} must be a positive length, not {value}")]
    NotPositive {
        /// Name of the length.
        what: &'static str,
        /// The given value.
        value: f64,
    },
    /// A length must be less than another length.
    #[error("{what} {value} must be less than {limit_name} {limit}")]
    NotBelow {
        /// Name of the length.
        what: &'static str,
        /// Its value.
        value: f64,
        /// Name of the limit.
        limit_name: &'static str,
        /// The limit.
        limit: f64,
    },
}

/// The value, if it is a positive finite length.
pub(crate) fn positive(what: &'static str, value: f64) -> Result<f64, LengthError> {
    if value > 0.0 && value.is_finite() { Ok(value) } else { Err(LengthError::NotPositive { what, value }) }
}

/// Requires that a length is less than another length.
pub(crate) fn below(what: &'static str, value: f64, limit_name: &'static str, limit: f64) -> Result<(), LengthError> {
    if value < limit { Ok(()) } else { Err(LengthError::NotBelow { what, value, limit_name, limit }) }
}
