//! How fast a rigid body moves and how much its motion bends, at most.
//!
//! *Question.* How far is a point at most from the straight line between its places at two instants?
//! *Idea.* A point at `r` from the body's origin has the acceleration `c̈ + ω̇×r + ω×(ω×r)`; four numbers bound it for all
//! points. With the acceleration at most `A` during a time `h`, every coordinate along any direction is within `A·h²/8` of
//! its chord: the error of linear interpolation.
//! *Guarantee.* All bounds are rounded up.
//! *Cost.* Four numbers a span, a handful of operations to use them.

use tangency_interval::Interval;

/// Upper bounds on how a rigid body moves during a span.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rates {
    /// Metres a second: the speed of the body's origin.
    pub speed: f64,
    /// Radians a second: the angular speed.
    pub spin: f64,
    /// Metres a second squared: the acceleration of the body's origin.
    pub acceleration: f64,
    /// Radians a second squared: how fast the angular velocity changes.
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

    /// Upper bound on the distance of any point at most `reach` from the body's origin from the straight line between its
    /// places at two instants that are `length` seconds apart, at any instant between.
    #[must_use]
    pub fn bulge(&self, length: f64, reach: f64) -> f64 {
        (Interval::from(length).sqr() * self.acceleration_within(reach) * 0.125).upper()
    }
}
