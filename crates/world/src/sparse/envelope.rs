//! Courses of bodies whose motion is no parabola: a parabola and an envelope that holds the rest.
//!
//! **Question.** A body moves on a polynomial, through air, or as a user drives it. Which course holds it?
//!
//! **Idea.** A Chebyshev series up to degree two is a parabola, and no term of higher degree exceeds its coefficient.
//! Drag slows a body down, so that its speed and with it the change of its acceleration are bounded: the parabola with
//! the first acceleration is wrong by a third power of time at most. What a user does is bounded by the limits of the
//! device.
//!
//! **Guarantee.** The centre stays within the envelope for as long as the course holds, rounding included.
//!
//! **Source.** Dworkin 1994, sections 3.4, 3.7 and E.2.

use super::course::Course;
use crate::tolerance::{CENTRE_ROUNDING, ENVELOPE_ROUNDING};
use glam::DVec3;
use tangency_interval::{Chebyshev, Interval};

/// How the air slows a body down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Drag {
    /// The deceleration is this times the speed through the air, 1/s. Slow and small bodies.
    Linear(f64),
    /// The deceleration is this times the square of the speed through the air, 1/m.
    Quadratic(f64),
}

/// Air that moves with the wind and slows bodies down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Air {
    /// The velocity of the wind, m/s.
    pub wind: DVec3,
    /// The resistance of a body, which is not negative.
    pub drag: Drag,
}

impl Air {
    /// The acceleration of a body with this velocity, without gravity, m/s².
    #[must_use]
    pub fn acceleration(&self, velocity: DVec3) -> DVec3 {
        let through = velocity - self.wind;
        match self.drag {
            Drag::Linear(rate) => -rate * through,
            Drag::Quadratic(rate) => -rate * through.length() * through,
        }
    }
}

impl Course {
    /// The course of a centre on a series for each coordinate, all over the same domain, which begins at the instant
    /// `since`. It holds until the end of the domain.
    #[must_use]
    pub fn of_series(series: [&Chebyshev; 3], since: f64, radius: f64) -> Self {
        let length = series[0].end() - series[0].start();
        let coefficient = |axis: usize, k: usize| series[axis].coefficients().get(k).copied().unwrap_or(Interval::ZERO);
        let middles = |k: usize| DVec3::from_array([0, 1, 2].map(|axis| coefficient(axis, k).mid()));
        let [mean, slope, bow] = [middles(0), middles(1), middles(2)];
        // x = 2 τ / length − 1, T₁ = x, T₂ = 2 x² − 1.
        let position = mean - slope + bow;
        let velocity = (2.0 * slope - 8.0 * bow) / length;
        let acceleration = 16.0 * bow / (length * length);
        let rest = |axis: usize| {
            let known = [0, 1, 2].map(|k| coefficient(axis, k).radius()).iter().sum::<f64>();
            let higher = series[axis].coefficients().iter().skip(3).map(|one| one.magnitude()).sum::<f64>();
            let rounding = mean[axis].abs() + 4.0 * slope[axis].abs() + 16.0 * bow[axis].abs();
            known + higher + CENTRE_ROUNDING * rounding
        };
        let strays = DVec3::new(rest(0), rest(1), rest(2)).length() * ENVELOPE_ROUNDING;
        let until = (since + length).next_up();
        Self::flying(since, position, [velocity, acceleration], radius).within([strays, 0.0, 0.0]).ending(until)
    }

    /// This course in air: `self` is the course in a vacuum, with gravity or thrust as its acceleration, and an end.
    /// Its envelope bounds the error of the first position, of the first velocity and of the acceleration. The shorter
    /// the course holds, the narrower is the new envelope. Without an end the envelope is infinite.
    #[must_use]
    pub fn in_air(self, air: &Air) -> Self {
        let (span, [rest, rate, bend]) = (self.until - self.since, self.envelope);
        let through = (self.velocity - air.wind).length();
        let force = self.acceleration.length() + 2.0 * bend;
        // Drag only slows a body down relative to the air: the acceleration can make it faster by so much.
        let fastest = through + rate + force * span;
        let (strongest, steepness) = match air.drag {
            Drag::Linear(factor) => (factor * fastest, factor),
            Drag::Quadratic(factor) => (factor * fastest * fastest, factor * (fastest + through)),
        };
        // The velocity differs from the first one by at most `rate` + (`force` + `strongest`) τ, and drag from the
        // first drag by `steepness` times that. The centre strays by the second integral: by half of the first term
        // times τ², and by a sixth of the second times τ³, which is at most `span` τ².
        let strays = steepness * (0.5 * rate + (force + strongest) * span / 6.0);
        let rounding = CENTRE_ROUNDING * (strongest + force);
        let bend = (bend + strays + rounding) * ENVELOPE_ROUNDING;
        let acceleration = self.acceleration + air.acceleration(self.velocity);
        Self { acceleration, envelope: [rest, rate, bend], ..self }
    }

    /// The course of a body that a user drives: wherever it can get to at no more than this speed, m/s.
    #[must_use]
    pub fn driven_below_speed(since: f64, position: DVec3, speed: f64, radius: f64) -> Self {
        Self::still(since, position, radius).within([0.0, speed, 0.0])
    }

    /// The course of a body that a user drives: wherever it can get to from its velocity with no more than this
    /// acceleration, m/s².
    #[must_use]
    pub fn driven_below_acceleration(since: f64, [position, velocity]: [DVec3; 2], most: f64, radius: f64) -> Self {
        Self::flying(since, position, [velocity, DVec3::ZERO], radius).within([
            0.0,
            0.0,
            0.5 * most * ENVELOPE_ROUNDING,
        ])
    }
}
