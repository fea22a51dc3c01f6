//! The part of a relative acceleration that velocities cause.
//!
//! **Question.** Two bodies touch and move. Which relative acceleration at the contact do they have without any
//! acceleration of their own?
//!
//! **Idea.** The points in contact have centripetal accelerations. The normal turns while the points move on each
//! other: the second derivative of the gap contains twice the product of the relative velocity and the rate of the
//! normal.
//!
//! **Guarantee.** Computed, not proved: an identity, up to rounding.
//!
//! **Source.** Redon in Teschner et al. 2006, equation 27.

use crate::{Rate, ResponseBody, ResponseContact};
use glam::DVec3;

/// The bias of a contact in a problem of accelerations: centripetal accelerations of both points, and along the normal
/// twice the relative velocity times the rate of the normal (equation 27).
///
/// `normal_rate` is the time derivative of the unit normal. A normal that is attached to a face of `a` has the rate
/// ω(a) × n. On curved surfaces it contains their curvature.
///
/// ```
/// use glam::DVec3;
/// use tangency_respond::{Rate, ResponseBody, ResponseContact, turning_bias};
///
/// // A point slides outwards on a plate that turns about y: the plate comes after it with 2·ω·v (Coriolis).
/// let bodies = [ResponseBody::fixed(DVec3::ZERO), ResponseBody::fixed(2.0 * DVec3::X)];
/// let (turn, speed) = (-3.0 * DVec3::Y, 5.0 * DVec3::X);
/// // The point takes part in the turning of the plate: 2·3 m/s upwards.
/// let plate = Rate { linear: DVec3::ZERO, angular: turn };
/// let velocities = [plate, Rate { linear: speed + 6.0 * DVec3::Z, angular: DVec3::ZERO }];
/// let contact = ResponseContact::new(0, 1, 2.0 * DVec3::X, DVec3::Z);
/// let bias = turning_bias(&bodies, &velocities, &contact, turn.cross(DVec3::Z));
/// assert!((bias.dot(DVec3::Z) + 2.0 * 3.0 * 5.0).abs() < 1e-12);
/// ```
#[must_use]
pub fn turning_bias(
    bodies: &[ResponseBody],
    velocities: &[Rate],
    contact: &ResponseContact,
    normal_rate: DVec3,
) -> DVec3 {
    let centripetal = |body: usize| {
        let turn = velocities[body].angular;
        turn.cross(turn.cross(contact.point - bodies[body].centre))
    };
    let velocity = |body: usize| bodies[body].rate_at(velocities[body], contact.point);
    let slip = velocity(contact.b) - velocity(contact.a);
    centripetal(contact.b) - centripetal(contact.a) + 2.0 * slip.dot(normal_rate) * contact.normal
}
