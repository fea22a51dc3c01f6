//! Straight-line motion without rotation.

use super::{Enclosure, MotionError, Placement};
use crate::Pose;
use glam::DVec3;
use tangency_interval::{Interval, Matrix, Vector, Vector3};

/// `point(t) = start.apply(local) + t · velocity`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Linear {
    start: Pose,
    velocity: DVec3,
}

impl Linear {
    /// From `start` at time 0, with constant velocity.
    pub fn new(start: Pose, velocity: DVec3) -> Result<Self, MotionError> {
        if velocity.is_finite() {
            Ok(Self { start, velocity })
        } else {
            Err(MotionError::NotFinite { what: "velocity", value: velocity })
        }
    }

    pub(crate) fn at(&self, time: f64) -> Placement {
        let moved = Pose::new(self.start.rotation(), self.start.translation() + time * self.velocity);
        Placement::Pose(moved.unwrap_or(self.start))
    }

    pub(crate) fn during(&self, span: Interval) -> Enclosure {
        enclose(&self.start, self.velocity, span)
    }
}

/// Encloses `start` moved by `velocity` times every instant of `span`.
pub(super) fn enclose(start: &Pose, velocity: DVec3, span: Interval) -> Enclosure {
    let translation = Vector3::point(start.translation().to_array()) + Vector3::point(velocity.to_array()) * span;
    Enclosure::Pose { rotation: rotation_matrix(start), translation }
}

/// The rotation matrix of the quaternion divided by its length.
fn rotation_matrix(pose: &Pose) -> Matrix<3, 3> {
    let [x, y, z, w] = pose.rotation().to_array().map(Interval::from);
    let two = Interval::from(2.0) / (x.sqr() + y.sqr() + z.sqr() + w.sqr());
    let one = Interval::ONE;
    Matrix([
        Vector([one - two * (y.sqr() + z.sqr()), two * (x * y - z * w), two * (x * z + y * w)]),
        Vector([two * (x * y + z * w), one - two * (x.sqr() + z.sqr()), two * (y * z - x * w)]),
        Vector([two * (x * z - y * w), two * (y * z + x * w), one - two * (x.sqr() + y.sqr())]),
    ])
}
