//! Inertia and velocities of a body at one instant, in the world frame.

use crate::Inertia;
use glam::{DMat3, DVec3};

/// The resistance of a body to forces at one instant, in world axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ResponseBody {
    /// The inverse of its mass; 0 for an immovable body or one with prescribed motion.
    pub inverse_mass: f64,
    /// The inverse of its inertia tensor; zero for an immovable body or one with prescribed motion.
    pub inverse_inertia: DMat3,
    /// Its centre of mass.
    pub centre: DVec3,
}

/// A linear and an angular rate of a body: velocities, accelerations, or impulses over mass.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rate {
    /// The rate of the centre of mass.
    pub linear: DVec3,
    /// The angular rate, about the centre of mass.
    pub angular: DVec3,
}

impl ResponseBody {
    /// A body with this inertia, orientation and centre of mass.
    #[must_use]
    pub fn new(inertia: &Inertia, rotation: DMat3, centre: DVec3) -> Self {
        let inverse_inertia = rotation * inertia.tensor().inverse() * rotation.transpose();
        Self { inverse_mass: 1.0 / inertia.mass(), inverse_inertia, centre }
    }

    /// An immovable body, or one with prescribed motion.
    #[must_use]
    pub fn fixed(centre: DVec3) -> Self {
        Self { inverse_mass: 0.0, inverse_inertia: DMat3::ZERO, centre }
    }

    /// Adds the effect of an impulse at a point.
    pub(crate) fn push(&self, rate: &mut Rate, point: DVec3, impulse: DVec3) {
        rate.linear += self.inverse_mass * impulse;
        rate.angular += self.inverse_inertia * (point - self.centre).cross(impulse);
    }

    /// The rate of one point per unit impulse at another: `1/m − [r]× I⁻¹ [s]×`.
    #[must_use]
    pub fn mobility(&self, point: DVec3, pushed: DVec3) -> DMat3 {
        let (r, s) = (across(point - self.centre), across(pushed - self.centre));
        DMat3::from_diagonal(DVec3::splat(self.inverse_mass)) - r * self.inverse_inertia * s
    }

    /// The kinetic energy; zero for an immovable body.
    #[must_use]
    pub fn energy(&self, rate: Rate) -> f64 {
        if self.inverse_mass == 0.0 {
            return 0.0;
        }
        let turning = rate.angular.dot(self.inverse_inertia.inverse() * rate.angular);
        0.5 * (rate.linear.length_squared() / self.inverse_mass + turning)
    }

    /// The rate of a material point of the body.
    #[must_use]
    pub fn rate_at(&self, rate: Rate, point: DVec3) -> DVec3 {
        rate.linear + rate.angular.cross(point - self.centre)
    }
}

/// The matrix of `v ↦ a × v`.
fn across(a: DVec3) -> DMat3 {
    DMat3::from_cols(a.cross(DVec3::X), a.cross(DVec3::Y), a.cross(DVec3::Z))
}
