//! Constant velocity and constant angular velocity: the free flight of a ball, and the usual assumption of a
//! time-stepping simulation within one step.

use super::MotionError;
use super::screw::{check_duration, relative_quaternion};
use super::turning::{TurningMotion, unit};
use crate::{Pose, enclose};
use glam::DVec3;
use tangency_interval::{Interval, Vector3};

/// `point(t) = position + t·velocity + exp(t·angular_velocity)·R(orientation)·local`. The body's origin moves
/// along a straight line while the body turns about it. The angular velocity is in world axes.
///
/// ```
/// use glam::{DVec3, dvec3};
/// use tangency_geometry::{Motion, Pose, Rigid};
/// use tangency_interval::Interval;
///
/// // One radian a second about z.
/// let turning = Motion::Rigid(Rigid::new(Pose::IDENTITY, DVec3::ZERO, dvec3(0.0, 0.0, 1.0))?);
/// let during = turning.during(Interval::between(0.0, 0.5)).point(0, DVec3::X);
/// assert!(during[0].contains(0.9) && during[0].lower() > 0.87);
/// # Ok::<(), tangency_geometry::MotionError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rigid {
    velocity: DVec3,
    angular_velocity: DVec3,
    pub(super) turning: TurningMotion,
}

impl Rigid {
    /// Starts at `start` at time 0, with constant velocity (metres per second) and angular velocity (radians
    /// per second).
    pub fn new(start: Pose, velocity: DVec3, angular_velocity: DVec3) -> Result<Self, MotionError> {
        MotionError::finite("velocity", velocity)?;
        MotionError::finite("angular velocity", angular_velocity)?;
        let (axis, rate) = if angular_velocity == DVec3::ZERO {
            (enclose(DVec3::Z), Interval::ZERO)
        } else {
            unit(enclose(angular_velocity))
        };
        let (drift, none) = (enclose(velocity), Vector3::ZERO);
        let turning = TurningMotion::new(start, [axis, drift, none, none], rate);
        Ok(Self { velocity, angular_velocity, turning })
    }

    /// Moves from `start` at time 0 to `end` at time `duration` with constant velocity and constant angular
    /// velocity, by the smallest rotation. It reaches `end` up to the rounding of the two velocities.
    ///
    /// The origin moves along a straight line, where [`Screw::between`](crate::Screw::between) takes it along a
    /// helix. A half-turn has the axis that the screw has.
    ///
    /// ```
    /// use glam::{DQuat, dvec3};
    /// use tangency_geometry::{Motion, Pose, Rigid};
    ///
    /// let end = Pose::new(DQuat::from_rotation_z(1.0), dvec3(2.0, 0.0, 0.0))?;
    /// let motion = Motion::Rigid(Rigid::between(Pose::IDENTITY, end, 4.0)?);
    /// assert!(motion.at(2.0).point(0, dvec3(0.0, 0.0, 0.0)).distance(dvec3(1.0, 0.0, 0.0)) < 1e-15);
    /// # Ok::<(), tangency_geometry::MotionError>(())
    /// ```
    pub fn between(start: Pose, end: Pose, duration: f64) -> Result<Self, MotionError> {
        check_duration(duration)?;
        let velocity = (end.translation() - start.translation()) / duration;
        let [x, y, z, w] = relative_quaternion(start.rotation(), end.rotation()).map(Interval::mid);
        let vector = DVec3::new(x, y, z);
        // Components below the least normal number would lose digits in their squares.
        let largest = vector.abs().max_element();
        let angular_velocity = if largest == 0.0 {
            DVec3::ZERO
        } else {
            let direction = vector / largest;
            let length = direction.length();
            direction / length * (2.0 * (largest * length).atan2(w) / duration)
        };
        Self::new(start, velocity, angular_velocity)
    }

    /// The pose at time 0.
    #[must_use]
    pub fn start(&self) -> Pose {
        self.turning.start
    }

    /// The velocity.
    #[must_use]
    pub fn velocity(&self) -> DVec3 {
        self.velocity
    }

    /// The angular velocity.
    #[must_use]
    pub fn angular_velocity(&self) -> DVec3 {
        self.angular_velocity
    }
}
