//! Straight-line motion without rotation.

use super::{Enclosure, Kinematics, Kinks, MotionError, Placement, PoseEnclosure, Rates, RigidKinematics};
use crate::tolerance::ROUNDING_UNITS;
use crate::{Pose, enclose};
use glam::DVec3;
use tangency_interval::Interval;

/// `point(t) = start.apply(local) + t · velocity`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Linear {
    start: Pose,
    velocity: DVec3,
}

impl Linear {
    /// Starts at `start` at time 0, with constant velocity in metres per second.
    pub fn new(start: Pose, velocity: DVec3) -> Result<Self, MotionError> {
        Ok(Self { start, velocity: MotionError::finite("velocity", velocity)? })
    }

    /// The pose at time 0.
    #[must_use]
    pub fn start(&self) -> Pose {
        self.start
    }

    /// The velocity.
    #[must_use]
    pub fn velocity(&self) -> DVec3 {
        self.velocity
    }
}

impl Kinematics for Linear {
    fn at(&self, time: f64) -> Placement {
        Placement::Pose(Pose::computed(self.start.rotation(), self.start.translation() + time * self.velocity))
    }

    fn during(&self, span: Interval) -> Enclosure {
        let velocity = enclose(self.velocity);
        let translation = enclose(self.start.translation()) + velocity * span;
        Enclosure::Pose(PoseEnclosure { rotation: self.start.rotation_matrix(), translation, velocity })
    }

    fn travel(&self, span: Interval, _reach: f64) -> f64 {
        (enclose(self.velocity).length() * Interval::from(span.width())).upper()
    }

    fn rounding(&self, time: f64, _index: usize, local: DVec3) -> f64 {
        let path_length = time.abs() * self.velocity.length();
        ROUNDING_UNITS * f64::EPSILON * (local.length() + self.start.translation().length() + path_length)
    }

    fn straight_between(&self, span: Interval) -> Option<Vec<f64>> {
        Some(vec![span.lower(), span.upper()])
    }
}

impl RigidKinematics for Linear {
    fn rates(&self, _span: Interval) -> Rates {
        Rates { speed: enclose(self.velocity).length().upper(), ..Rates::default() }
    }

    fn kinks(&self) -> Kinks<'_> {
        Kinks::Borrowed(&[])
    }
}
