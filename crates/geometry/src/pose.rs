//! Position and orientation of a rigid body.

use glam::{DQuat, DVec3};

/// A rigid placement: `p ↦ rotation · p + translation`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    rotation: DQuat,
    translation: DVec3,
}

/// The numbers do not make a pose.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum PoseError {
    /// A coordinate is NaN or infinite.
    #[error("position {0} has a coordinate that is not finite")]
    Position(DVec3),
    /// The quaternion is not of length one.
    #[error("orientation {quaternion} has length {length}, not 1: give a unit quaternion x, y, z, w")]
    Orientation {
        /// The quaternion that was given.
        quaternion: DQuat,
        /// Its length.
        length: f64,
    },
}

impl Pose {
    /// The identity.
    pub const IDENTITY: Self = Self { rotation: DQuat::IDENTITY, translation: DVec3::ZERO };

    /// The pose that turns by the unit quaternion and then moves to `translation`.
    pub fn new(rotation: DQuat, translation: DVec3) -> Result<Self, PoseError> {
        if !translation.is_finite() {
            return Err(PoseError::Position(translation));
        }
        let length = rotation.length();
        if !((length - 1.0).abs() <= 1e-6) {
            return Err(PoseError::Orientation { quaternion: rotation, length });
        }
        Ok(Self { rotation, translation })
    }

    /// The rotation.
    #[must_use]
    pub fn rotation(&self) -> DQuat {
        self.rotation
    }

    /// The translation.
    #[must_use]
    pub fn translation(&self) -> DVec3 {
        self.translation
    }

    /// Where the point of the body is in the world.
    #[must_use]
    pub fn apply(&self, point: DVec3) -> DVec3 {
        self.rotation.normalize() * point + self.translation
    }
}
