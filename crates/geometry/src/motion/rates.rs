//! Upper bounds on the speed and the acceleration of a rigid body.
//!
//! *Question.* How far is a point at most from the straight line between its positions at two instants?
//! *Idea.* A point at `r` from the body's origin has the acceleration `c̈ + ω̇×r + ω×(ω×r)`; four numbers bound
//! it for all points. If the acceleration is at most `A` during a time `h`, every coordinate along any
//! direction is within `A·h²/8` of its chord: the error of linear interpolation.
//! *Guarantee.* All bounds are rounded up.
//! *Cost.* Four numbers per interval, and a few operations to use them.

use tangency_interval::Interval;

/// Upper bounds on the motion of a rigid body during a time interval.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rates {
    /// Speed of the body's origin, in metres per second.
    pub speed: f64,
    /// Angular speed, in radians per second.
    pub spin: f64,
    /// Acceleration of the body's origin, in metres per second squared.
    pub acceleration: f64,
    /// Angular acceleration, in radians per second squared.
    pub spin_change: f64,
}

impl Rates {
    /// Upper bound on the speed of any point at most `reach` from the body's origin.
    #[must_use]
    pub fn speed_within(&self, reach: f64) -> f64 {
        (Interval::from(self.spin) * reach + self.speed).upper()
    }

    /// Upper bound on the acceleration of any point at most `reach` from the body's origin.
    #[must_use]
    pub fn acceleration_within(&self, reach: f64) -> f64 {
        let turning = Interval::from(self.spin).sqr() + self.spin_change;
        (turning * reach + self.acceleration).upper()
    }

    /// Upper bound on the distance from a point to the chord between its positions at two instants `length`
    /// seconds apart, at any instant between them. Holds for all points at most `reach` from the body's origin.
    #[must_use]
    pub fn bulge(&self, length: f64, reach: f64) -> f64 {
        (Interval::from(length).sqr() * self.acceleration_within(reach) * 0.125).upper()
    }
}
