//! Free rotation of a rigid body as a power series in time.
//!
//! **Question.** No torque acts on a body. How does it turn?
//!
//! **Idea.** In the frame of the body, the angular momentum M and the angular velocity Ω = I⁻¹·M follow Euler's
//! equation M′ = M × Ω, and the orientation follows q′ = ½·q·Ω. Both right sides are products, so the coefficients of
//! their power series follow from the earlier ones. The piece is as long as the last terms stay below rounding.
//!
//! **Guarantee.** Computed in floating point: the first omitted term is below rounding. The angular momentum in the
//! world's axes is a constant and is not part of the series.
//!
//! **Cost.** About a microsecond for a piece, of half a radian or so.
//!
//! **Source.** Dworkin 1994, section 3.2, keeps rotation out of the element. The recurrence is the Taylor method for
//! differential equations, R. Barrio, *Performance of the Taylor series method for ODEs/DAEs*, 2005.

use crate::tolerance::{LONGEST_TUMBLE, TUMBLE_TERM};
use glam::{DMat3, DQuat, DVec3, DVec4};

/// Number of coefficients.
const TERMS: usize = 28;

/// A piece of a free rotation.
#[derive(Clone, Debug)]
pub(crate) struct Tumble {
    /// Seconds. The start of the piece, and its length.
    pub(crate) since: f64,
    pub(crate) length: f64,
    /// Coefficients of the orientation as a function of the part of the piece that has passed.
    terms: [DVec4; TERMS],
}

/// The inertia of a body in its own frame.
#[derive(Clone, Copy)]
pub(crate) struct FreeInertia<'body> {
    pub(crate) inverse: &'body DMat3,
}

impl Tumble {
    /// The rotation from this orientation on, with this angular momentum in the world's axes.
    pub(crate) fn new(since: f64, orientation: DQuat, momentum: DVec3, inertia: FreeInertia<'_>) -> Self {
        let inverse = inertia.inverse;
        let mut momenta = [DVec3::ZERO; TERMS];
        let mut spins = [DVec3::ZERO; TERMS];
        let mut terms = [DVec4::ZERO; TERMS];
        terms[0] = DVec4::from(orientation);
        momenta[0] = orientation.inverse() * momentum;
        spins[0] = *inverse * momenta[0];
        let fastest = (inverse.x_axis.x + inverse.y_axis.y + inverse.z_axis.z) * momentum.length();
        let unit = 1.0 / fastest;
        for order in 0..TERMS - 1 {
            let (mut torque, mut turn) = (DVec3::ZERO, DVec4::ZERO);
            for i in 0..=order {
                torque += momenta[i].cross(spins[order - i]);
                let spin = DQuat::from_vec4(spins[order - i].extend(0.0));
                turn += DVec4::from(DQuat::from_vec4(terms[i]) * spin);
            }
            let share = unit / (order + 1) as f64;
            momenta[order + 1] = share * torque;
            spins[order + 1] = *inverse * momenta[order + 1];
            terms[order + 1] = 0.5 * share * turn;
        }
        // The last two terms are below rounding up to this time, in units.
        let reach = |order: usize| (TUMBLE_TERM / terms[order].length()).powf(1.0 / order as f64);
        let reach = reach(TERMS - 1).min(reach(TERMS - 2)).min(LONGEST_TUMBLE);
        let mut power = 1.0;
        for term in &mut terms {
            *term *= power;
            power *= reach;
        }
        Self { since, length: reach * unit, terms }
    }

    /// The end of the piece, s.
    pub(crate) fn end(&self) -> f64 {
        self.since + self.length
    }

    /// The orientation at an instant of the piece.
    pub(crate) fn orientation_at(&self, time: f64) -> DQuat {
        let share = (time - self.since) / self.length;
        let sum = self.terms.iter().rev().fold(DVec4::ZERO, |sum, term| sum * share + *term);
        DQuat::from_vec4(sum).normalize()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::dvec3;

    /// The energy of the rotation stays, over a thousand pieces, and so does the length of the body's momentum.
    #[test]
    fn a_tumbling_body_keeps_its_energy() {
        let inertia = DMat3::from_diagonal(dvec3(1.0, 2.0, 2.7));
        let inverse = inertia.inverse();
        let momentum = dvec3(0.4, 3.0, 0.1);
        let mut orientation = DQuat::from_scaled_axis(dvec3(0.2, -0.4, 0.3));
        let energy = |orientation: DQuat| {
            let body = orientation.inverse() * momentum;
            0.5 * body.dot(inverse * body)
        };
        let first = energy(orientation);
        let mut time = 0.0;
        for _ in 0..1000 {
            let piece = Tumble::new(time, orientation, momentum, FreeInertia { inverse: &inverse });
            let middle = piece.orientation_at(time + 0.37 * piece.length);
            assert!((energy(middle) / first - 1.0).abs() < 1e-12);
            (time, orientation) = (piece.end(), piece.orientation_at(piece.end()));
        }
        assert!((energy(orientation) / first - 1.0).abs() < 1e-12, "{}", energy(orientation) / first - 1.0);
        assert!(time > 200.0, "a piece is a good part of a radian: {time}");
    }

    /// A symmetric top precesses about its angular momentum at |L|/I₁, and turns about its own axis at (1/I₃ − 1/I₁)·M₃
    /// besides.
    #[test]
    fn a_symmetric_top_precesses() {
        let inverse = DMat3::from_diagonal(dvec3(1.0, 1.0, 0.5));
        let momentum = dvec3(0.3, 0.0, 1.2);
        let mut time = 0.0;
        let mut orientation = DQuat::IDENTITY;
        for _ in 0..20 {
            let piece = Tumble::new(time, orientation, momentum, FreeInertia { inverse: &inverse });
            (time, orientation) = (piece.end(), piece.orientation_at(piece.end()));
        }
        let about = momentum.normalize();
        let own = (0.5 - 1.0) * 1.2 * time;
        let exact = DQuat::from_axis_angle(about, momentum.length() * time) * DQuat::from_rotation_z(own);
        assert!(orientation.dot(exact).abs() > 1.0 - 1e-14, "{orientation} {exact}");
    }
}
