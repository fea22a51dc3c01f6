//! The meeting of two spheres, or of a sphere and a wall.
//!
//! **Question.** Two spheres fly with the same acceleration, or one flies before a plane. When are they first
//! within `slack` of each other?
//!
//! **Idea.** An acceleration that both share cancels (thesis, F.2). The squared distance of the centres is then a
//! quadratic in time (F.1). Its discriminant is enlarged by a bound on its rounding error, so that the computed
//! root is never later than the exact one, and no meeting is lost by rounding. Two spheres that separate never
//! meet: this decides by the sign of one product, and there is no root to solve for.
//!
//! **Guarantee.** A returned time is a lower bound of the exact instant at which the distance has fallen to the
//! sum of the radii, provided that the positions are exact within half of `slack`. `None` is a proof that it never
//! does. Spheres that are already closer meet at once if they approach.
//!
//! Paths that bend differently and radii that grow are for [`super::encounter`]. This is what hard spheres need most.
//!
//! **Cost.** About twenty multiplications. The square root is reached only by pairs that meet.
//!
//! **Source.** Dworkin 1994, sections 3.5 and F.1 to F.3. The thesis subtracts in `-b - sqrt(d)`; the quotient
//! `c / (-b + sqrt(d))` has no cancellation.

use super::encounter::Encounter;
use crate::tolerance::{DISCRIMINANT_ROUNDING, EARLIER};
use glam::DVec3;

/// Two spheres before the root of their quadratic is taken.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Approach {
    /// Half of the rate of the squared distance; negative if they approach.
    closing: f64,
    /// The squared distance less the squared distance at the meeting.
    excess: f64,
    discriminant: f64,
}

impl Approach {
    /// `apart` and `velocity` are the position and velocity of the second sphere relative to the first, `reach` is the
    /// distance of the centres at the meeting.
    #[inline]
    pub(crate) fn new(apart: DVec3, velocity: DVec3, reach: f64) -> Self {
        let closing = apart.dot(velocity);
        let (separation, speed, sum) = (apart.length_squared(), velocity.length_squared(), reach * reach);
        let excess = separation - sum;
        let squared = closing * closing;
        let rounding = DISCRIMINANT_ROUNDING * (squared + speed * (separation + sum));
        Self { closing, excess, discriminant: squared - speed * excess + rounding }
    }

    /// Whether the spheres meet. They do not branch: both tests are cheaper than a wrong guess.
    #[inline]
    pub(crate) fn meets(&self) -> bool {
        (self.closing < 0.0) & (self.discriminant >= 0.0)
    }

    /// Seconds from now until the spheres meet, if they do.
    #[inline]
    pub(crate) fn after(&self) -> f64 {
        if self.excess <= 0.0 { 0.0 } else { EARLIER * (self.excess / (self.discriminant.sqrt() - self.closing)) }
    }
}

/// Seconds from now until two spheres meet: position, velocity and acceleration of the second one relative to the
/// first, and the distance of the centres at the meeting.
pub(crate) fn meeting_after(apart: DVec3, velocity: DVec3, acceleration: DVec3, reach: f64) -> Option<f64> {
    if acceleration != DVec3::ZERO {
        let reach = [reach, 0.0, 0.0];
        return Encounter { apart, velocity, acceleration, reach, overlap: 0.0 }.after(f64::INFINITY);
    }
    let approach = Approach::new(apart, velocity, reach);
    approach.meets().then(|| approach.after())
}

/// Seconds from now until a height falls to zero: `height` above the wall, its rate of change, and the rate's.
///
/// A body on the wall that does not move away meets it at once, if its acceleration does not take it away either.
#[inline]
pub(crate) fn height_vanishes(height: f64, rate: f64, acceleration: f64) -> Option<f64> {
    if height <= 0.0 && (rate < 0.0 || rate == 0.0 && acceleration < 0.0) {
        return Some(0.0);
    }
    if acceleration == 0.0 {
        return (rate < 0.0).then(|| EARLIER * (height / -rate));
    }
    let (squared, product) = (rate * rate, 2.0 * acceleration * height);
    if acceleration < 0.0 && rate > 0.0 {
        // It rises, turns and falls. A body on the wall, or a rounding below it, comes back after its turn at the
        // earliest.
        let root = (squared - product).max(0.0).sqrt();
        return Some(EARLIER * ((rate + root) / -acceleration));
    }
    if rate >= 0.0 && acceleration > 0.0 {
        return None;
    }
    // Falling faster and faster: the only positive root. Slowed down: the smaller of two.
    let discriminant = squared - product + DISCRIMINANT_ROUNDING * (squared + product.abs());
    (discriminant >= 0.0).then(|| EARLIER * (2.0 * height / (discriminant.sqrt() - rate)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::dvec3;

    fn linear_meeting(apart: DVec3, velocity: DVec3, reach: f64) -> Option<f64> {
        meeting_after(apart, velocity, DVec3::ZERO, reach)
    }

    #[test]
    fn spheres_head_on_meet_when_their_radii_have_been_covered() {
        let time = linear_meeting(dvec3(5.0, 0.0, 0.0), dvec3(-2.0, 0.0, 0.0), 1.0).unwrap();
        assert!(time <= 2.0 && time > 2.0 - 1e-7, "{time}");
        assert_eq!(linear_meeting(dvec3(5.0, 0.0, 0.0), dvec3(2.0, 0.0, 0.0), 1.0), None);
        assert_eq!(linear_meeting(dvec3(5.0, 1.1, 0.0), dvec3(-2.0, 0.0, 0.0), 1.0), None);
        assert_eq!(linear_meeting(dvec3(0.5, 0.0, 0.0), dvec3(-2.0, 0.0, 0.0), 1.0), Some(0.0));
    }

    /// Pythagorean triples graze exactly: the distance falls to 5 and not below. No rounding may lose the meeting.
    #[test]
    fn grazing_spheres_meet() {
        for (far, speed) in [(3.0, 1.0), (1e6, 1e-3), (12.0, 7e5), (1.0 / 3.0, 0.1)] {
            let time = linear_meeting(dvec3(far, 5.0, 0.0), dvec3(-speed, 0.0, 0.0), 5.0).expect("they graze");
            assert!(time <= far / speed, "{time} is late");
        }
    }

    /// Closed forms of the parabola: the bound is early, and by little.
    #[test]
    fn heights_under_gravity_vanish_where_the_parabola_says() {
        // 5 m above the floor, 10 m/s² downwards: 1 s.
        let fall = height_vanishes(5.0, 0.0, -10.0).unwrap();
        assert!(fall <= 1.0 && fall > 1.0 - 1e-6, "{fall}");
        // Thrown up at 4 m/s from 1 m above the floor, 10 m/s²: (4 + 6) / 10.
        let thrown = height_vanishes(1.0, 4.0, -10.0).unwrap();
        assert!((thrown - 1.0).abs() < 1e-6 && thrown <= 1.0 + 1e-7, "{thrown}");
        // Slowed down before the wall: stops after 4.5 m of 5 m, and just so at 4.5 m.
        assert_eq!(height_vanishes(5.0, -3.0, 1.0), None);
        assert!(height_vanishes(4.5, -3.0, 1.0).unwrap() <= 3.0);
        assert_eq!(height_vanishes(0.0, 1.0, 0.0), None);
        assert_eq!(height_vanishes(0.0, -1.0, 0.0), Some(0.0));
    }
}
