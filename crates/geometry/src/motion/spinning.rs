//! A body that moves and turns within known rates: what a motion by series and the link of a mechanism have in common.
//!
//! *Question.* Rotation, translation, angular velocity and velocity of the origin are enclosed over a span, the placement
//! also at its two ends. Where can a point be?
//! *Idea.* Its velocity is `v + ω×(R·p)`; the two ends and the slopes between bound the rest ([`super::ends`]), once for the
//! point as seen from the origin and once for its place.
//! *Guarantee.* Holds the place at every instant; excess of second order in the span if the rates are known to first order.
//! *Cost.* About 80 interval operations a point.

use super::MovingPose;
use super::ends::between_ends;
use crate::enclose;
use glam::DVec3;
use tangency_interval::{Interval, Matrix, Vector, Vector3};

/// A rigid placement during a span, with all that is known of its rates.
#[derive(Clone, Copy, Debug)]
pub struct SpinningEnclosure {
    pub(crate) rotation: Matrix<3, 3>,
    pub(crate) translation: Vector3,
    /// Rotation and translation at the two ends.
    pub(crate) ends: [(Matrix<3, 3>, Vector3); 2],
    /// From one end to the other, in seconds.
    pub(crate) length: Interval,
    /// Angular velocity while it moves.
    pub(crate) spin: Vector3,
    /// Velocity of the origin while it moves.
    pub(crate) velocity: Vector3,
    /// Whether it is also at rest for part of the span.
    pub(crate) rests: bool,
}

impl SpinningEnclosure {
    /// The point as seen from the origin: never farther away than it is in the body, and between its two ends.
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

    /// Rotation, translation and how they change, column by column.
    pub(super) fn moving_pose(&self) -> MovingPose {
        let rested = |rate: Vector3| if self.rests { rate.hull(Vector3::ZERO) } else { rate };
        let columns = [DVec3::X, DVec3::Y, DVec3::Z].map(|local| {
            let column = self.turned(enclose(local));
            (column, rested(self.spin.cross(column)))
        });
        MovingPose::of_columns(columns, self.point(DVec3::ZERO), rested(self.velocity))
    }

    /// The rotation matrix and the translation during the span.
    pub(super) fn rigid(&self) -> (Matrix<3, 3>, Vector3) {
        (self.rotation, self.translation)
    }
}
