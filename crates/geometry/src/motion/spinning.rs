//! A rigid body with enclosed rates: the common part of series motions and links of a mechanism.
//!
//! *Question.* Rotation, translation, angular velocity and velocity of the origin are enclosed over a time
//! interval; the placement is also enclosed at the two ends. Where can a point be?
//! *Idea.* The velocity of a point is `v + ω×(R·p)`. The values at the two ends and the slopes between them
//! bound its position ([`super::ends`]), once relative to the origin and once in the world.
//! *Guarantee.* Holds the position at every instant. The excess is of second order in the length of the
//! interval if the rates are known to first order.
//! *Cost.* About 80 interval operations per point.

use super::MovingPose;
use super::ends::between_ends;
use crate::enclose;
use glam::DVec3;
use tangency_interval::{Interval, Matrix, Vector, Vector3};

/// Encloses a rigid placement during a time interval and its rates.
#[derive(Clone, Copy, Debug)]
pub struct SpinningEnclosure {
    pub(crate) rotation: Matrix<3, 3>,
    pub(crate) translation: Vector3,
    /// Rotation and translation at the two ends.
    pub(crate) ends: [(Matrix<3, 3>, Vector3); 2],
    /// Length of the interval, in seconds.
    pub(crate) length: Interval,
    /// Angular velocity while the body moves.
    pub(crate) spin: Vector3,
    /// Velocity of the origin while the body moves.
    pub(crate) velocity: Vector3,
    /// Whether the body also rests during a part of the interval.
    pub(crate) rests: bool,
}

impl SpinningEnclosure {
    /// The point relative to the origin: its distance from the origin is preserved, and its values at both ends
    /// are known.
    fn turned(&self, local: Vector3) -> Vector3 {
        let distance = local.length().upper();
        let everywhere = Vector([Interval::between(-distance, distance); 3]);
        let turned = (self.rotation * local).intersection(everywhere);
        let [start, end] = self.ends.map(|(rotation, _)| rotation * local);
        turned.intersection(between_ends(start, end, self.spin.cross(turned), self.length))
    }

    pub(super) fn point(&self, local: DVec3) -> Vector3 {
        let local = enclose(local);
        let turned = self.turned(local);
        let [start, end] = self.ends.map(|(rotation, translation)| rotation * local + translation);
        let slopes = self.velocity + self.spin.cross(turned);
        (turned + self.translation).intersection(between_ends(start, end, slopes, self.length))
    }

    pub(super) fn velocity(&self, local: DVec3) -> Vector3 {
        let velocity = self.velocity + self.spin.cross(self.turned(enclose(local)));
        if self.rests { velocity.hull(Vector3::ZERO) } else { velocity }
    }

    /// Rotation, translation and their rates, column by column.
    pub(super) fn moving_pose(&self) -> MovingPose {
        let rested = |rate: Vector3| if self.rests { rate.hull(Vector3::ZERO) } else { rate };
        let columns = [DVec3::X, DVec3::Y, DVec3::Z].map(|local| {
            let column = self.turned(enclose(local));
            (column, rested(self.spin.cross(column)))
        });
        MovingPose::of_columns(columns, self.point(DVec3::ZERO), rested(self.velocity))
    }

    /// The rotation matrix and the translation during the interval.
    pub(super) fn rigid(&self) -> (Matrix<3, 3>, Vector3) {
        (self.rotation, self.translation)
    }
}
