//! Flight plans: the position of a point at every instant, until the plan changes.

use super::error::{KineticError, finite};
use glam::DVec3;
use tangency_interval::{Interval, Vector, Vector3};

/// `position + velocity · (t - since) + acceleration · (t - since)² / 2` for every instant `t`: linear if the
/// acceleration is zero, otherwise ballistic. Metres and seconds.
///
/// ```
/// use glam::DVec3;
/// use tangency_bound::reference::FlightPlan;
///
/// let thrown = FlightPlan::new(2.0, DVec3::ZERO, DVec3::Z, -DVec3::Z)?;
/// assert!(thrown.at(4.0).contains([0.0, 0.0, 0.0]));
/// # Ok::<(), tangency_bound::reference::kinetic::KineticError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FlightPlan {
    since: f64,
    position: DVec3,
    velocity: DVec3,
    acceleration: DVec3,
}

impl FlightPlan {
    /// The plan with this position and velocity at the instant `since`, and constant acceleration.
    pub fn new(since: f64, position: DVec3, velocity: DVec3, acceleration: DVec3) -> Result<Self, KineticError> {
        finite("the instant of a flight plan", since)?;
        for (what, vector) in [("position", position), ("velocity", velocity), ("acceleration", acceleration)] {
            vector.to_array().into_iter().try_for_each(|value| finite(what, value).map(|_| ()))?;
        }
        Ok(Self { since, position, velocity, acceleration })
    }

    /// A straight flight that is at `from` at the first instant and at `to` at the second, up to the rounding
    /// of the velocity.
    pub fn between(instants: [f64; 2], from: DVec3, to: DVec3) -> Result<Self, KineticError> {
        if !(instants[0] < instants[1]) {
            return Err(KineticError::NoTime { from: instants[0], to: instants[1] });
        }
        Self::new(instants[0], from, (to - from) / (instants[1] - instants[0]), DVec3::ZERO)
    }

    /// Encloses the exact position at an instant.
    #[must_use]
    pub fn at(&self, time: f64) -> Vector3 {
        Vector(std::array::from_fn(|axis| self.along(axis).position(time)))
    }

    /// The plan along one axis.
    pub(super) fn along(&self, axis: usize) -> AxisPlan {
        AxisPlan {
            since: self.since,
            position: self.position[axis],
            velocity: self.velocity[axis],
            acceleration: self.acceleration[axis],
        }
    }
}

/// One coordinate of a flight plan.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct AxisPlan {
    pub(super) since: f64,
    pub(super) position: f64,
    pub(super) velocity: f64,
    pub(super) acceleration: f64,
}

impl AxisPlan {
    /// Encloses the position at an instant.
    #[inline]
    pub(super) fn position(&self, time: f64) -> Interval {
        let elapsed = Interval::from(time) - Interval::from(self.since);
        let position = Interval::from(self.position);
        if self.acceleration == 0.0 {
            return position + elapsed * Interval::from(self.velocity);
        }
        // Halve the time, not the acceleration: half of the smallest positive number underflows.
        let half = elapsed * Interval::from(0.5);
        position + elapsed * (Interval::from(self.velocity) + half * Interval::from(self.acceleration))
    }

    /// Encloses the velocity at an instant.
    #[inline]
    pub(super) fn speed(&self, time: f64) -> Interval {
        let velocity = Interval::from(self.velocity);
        if self.acceleration == 0.0 {
            return velocity;
        }
        velocity + (Interval::from(time) - Interval::from(self.since)) * Interval::from(self.acceleration)
    }

    /// The plan with the axis reversed: the smallest coordinate becomes the largest.
    pub(super) fn mirrored(self) -> Self {
        Self { position: -self.position, velocity: -self.velocity, acceleration: -self.acceleration, ..self }
    }
}
