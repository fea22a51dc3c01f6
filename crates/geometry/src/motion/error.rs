//! Errors in the data of a motion.

use crate::PoseError;
use glam::DVec3;

/// The numbers do not define a motion.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum MotionError {
    /// A vector has a coordinate that is NaN or infinite.
    #[error("{what} {value} is not finite")]
    NotFinite {
        /// The name of the vector.
        what: &'static str,
        /// The given value.
        value: DVec3,
    },
    /// A number is NaN, infinite, or out of range.
    #[error("{what} must be {expected}, not {value}")]
    Number {
        /// The name of the number.
        what: &'static str,
        /// The allowed values.
        expected: &'static str,
        /// The given value.
        value: f64,
    },
    /// Key frames or segments do not fit together.
    #[error("{0}")]
    Frames(String),
    /// An expression cannot be read, or names a variable that a motion does not have.
    #[error("coordinate {coordinate} of the motion: {message}")]
    Expression {
        /// `x`, `y` or `z`.
        coordinate: &'static str,
        /// The error in the formula.
        message: String,
    },
    /// A time-dependent quaternion may pass through zero.
    #[error("the quaternion may vanish between {from} and {to}, where it would give no rotation")]
    Quaternion {
        /// Start of the interval, in seconds.
        from: f64,
        /// End of the interval, in seconds.
        to: f64,
    },
    /// A pose is invalid.
    #[error(transparent)]
    Pose(#[from] PoseError),
}

impl MotionError {
    /// Returns the vector if it is finite.
    pub(super) fn finite(what: &'static str, value: DVec3) -> Result<DVec3, Self> {
        if value.is_finite() { Ok(value) } else { Err(Self::NotFinite { what, value }) }
    }

    /// Checks that the times are finite and increase.
    pub(crate) fn increasing(what: &str, times: &[f64]) -> Result<(), Self> {
        if let Some(index) = times.iter().position(|time| !time.is_finite()) {
            return Err(Self::Frames(format!("{what} time {index} is {}, not a finite number", times[index])));
        }
        if let Some(pair) = times.windows(2).find(|pair| !(pair[0] < pair[1])) {
            return Err(Self::Frames(format!("{what} times must increase, but {} follows {}", pair[1], pair[0])));
        }
        // Differences of times must be finite as well.
        match times {
            [first, .., last] if !(last - first).is_finite() => {
                Err(Self::Frames(format!("{what} times from {first} to {last} span more than a double can hold")))
            }
            _ => Ok(()),
        }
    }
}
