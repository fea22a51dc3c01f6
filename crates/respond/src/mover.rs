//! A body as a response sees it.

use crate::Inertia;
use glam::{DMat3, DVec3};

/// How a body resists being moved, at one instant, in the world's axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mover {
    /// One over its mass; 0 for one that nothing moves.
    pub inverse_mass: f64,
    /// The inverse of its inertia tensor; zero for one that nothing moves.
    pub inverse_inertia: DMat3,
    /// Its centre of mass.
    pub centre: DVec3,
}

/// Velocities, impulses over mass, or accelerations: of the centre of mass, and of turning.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rate {
    /// Of the centre.
    pub linear: DVec3,
    /// Of turning, about the centre.
    pub angular: DVec3,
}

impl Mover {
    /// A body of this inertia, turned so, with its centre of mass there.
    #[must_use]
    pub fn new(inertia: &Inertia, rotation: DMat3, centre: DVec3) -> Self {
        let inverse_inertia = rotation * inertia.tensor().inverse() * rotation.transpose();
        Self { inverse_mass: 1.0 / inertia.mass(), inverse_inertia, centre }
    }

    /// One that nothing moves.
    #[must_use]
    pub fn fixed(centre: DVec3) -> Self {
        Self { inverse_mass: 0.0, inverse_inertia: DMat3::ZERO, centre }
    }

    /// What an impulse at a point changes.
    pub(crate) fn push(&self, rate: &mut Rate, point: DVec3, impulse: DVec3) {
        rate.linear += self.inverse_mass * impulse;
        rate.angular += self.inverse_inertia * (point - self.centre).cross(impulse);
    }

    /// How the rate of one point answers to an impulse at another: `1/m − [r]× I⁻¹ [s]×`.
    pub(crate) fn answer(&self, point: DVec3, pushed: DVec3) -> DMat3 {
        let (r, s) = (across(point - self.centre), across(pushed - self.centre));
        DMat3::from_diagonal(DVec3::splat(self.inverse_mass)) - r * self.inverse_inertia * s
    }

    /// The kinetic energy; nothing for one that nothing moves.
    #[must_use]
    pub fn energy(&self, rate: Rate) -> f64 {
        if self.inverse_mass == 0.0 {
            return 0.0;
        }
        let turning = rate.angular.dot(self.inverse_inertia.inverse() * rate.angular);
        0.5 * (rate.linear.length_squared() / self.inverse_mass + turning)
    }

    /// The rate of a point that belongs to the body.
    #[must_use]
    pub fn rate_at(&self, rate: Rate, point: DVec3) -> DVec3 {
        rate.linear + rate.angular.cross(point - self.centre)
    }
}

/// The matrix of `v ↦ a × v`.
fn across(a: DVec3) -> DMat3 {
    DMat3::from_cols(a.cross(DVec3::X), a.cross(DVec3::Y), a.cross(DVec3::Z))
}
