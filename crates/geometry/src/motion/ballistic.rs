//! Motion with constant acceleration, without rotation: the flight under gravity between two contacts.
//!
//! *Question.* Where is `start + t·v + t²/2·a` during a time interval?
//! *Idea.* Every coordinate is a parabola. It has its extremes at the ends of the interval or at its vertex.
//! *Guarantee.* The exact range, rounded outward.
//! *Cost.* Two evaluations per coordinate, three if the vertex may lie in the interval.

use super::{Enclosure, Kinematics, Kinks, MotionError, Placement, PoseEnclosure, Rates, RigidKinematics};
use crate::tolerance::ROUNDING_UNITS;
use crate::{Pose, enclose};
use glam::DVec3;
use tangency_interval::{Interval, Vector};

/// `point(t) = start.apply(local) + t · velocity + t²/2 · acceleration`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ballistic {
    start: Pose,
    velocity: DVec3,
    acceleration: DVec3,
}

impl Ballistic {
    /// Starts at `start` with `velocity` (metres per second) at time 0, with constant acceleration (metres per
    /// second squared).
    pub fn new(start: Pose, velocity: DVec3, acceleration: DVec3) -> Result<Self, MotionError> {
        let velocity = MotionError::finite("velocity", velocity)?;
        Ok(Self { start, velocity, acceleration: MotionError::finite("acceleration", acceleration)? })
    }

    /// The pose at time 0.
    #[must_use]
    pub fn start(&self) -> Pose {
        self.start
    }

    /// The velocity at time 0.
    #[must_use]
    pub fn velocity(&self) -> DVec3 {
        self.velocity
    }

    /// The acceleration.
    #[must_use]
    pub fn acceleration(&self) -> DVec3 {
        self.acceleration
    }
}

impl Kinematics for Ballistic {
    fn at(&self, time: f64) -> Placement {
        let displacement = time * (self.velocity + 0.5 * time * self.acceleration);
        Placement::Pose(Pose::computed(self.start.rotation(), self.start.translation() + displacement))
    }

    fn during(&self, span: Interval) -> Enclosure {
        let velocity = enclose(self.velocity) + enclose(self.acceleration) * span;
        let displacements = std::array::from_fn(|axis| parabola(self.velocity[axis], self.acceleration[axis], span));
        let translation = enclose(self.start.translation()) + Vector(displacements);
        Enclosure::Pose(PoseEnclosure { rotation: self.start.rotation_matrix(), translation, velocity })
    }

    /// The speed is a convex function of time. Between two instants its mean is at most the mean of the two
    /// speeds. Splitting at the slowest instant makes the bound exact for a throw straight up and down.
    fn travel(&self, span: Interval, _reach: f64) -> f64 {
        let speed = |time: f64| (enclose(self.velocity) + enclose(self.acceleration) * Interval::from(time)).length();
        let path_length = |from: f64, to: f64| {
            let twice = (speed(from) + speed(to)) * (Interval::from(to) - Interval::from(from));
            twice * Interval::from(0.5)
        };
        let slowest = -self.velocity.dot(self.acceleration) / self.acceleration.length_squared();
        let bound = if span.lower() < slowest && slowest < span.upper() {
            path_length(span.lower(), slowest) + path_length(slowest, span.upper())
        } else {
            path_length(span.lower(), span.upper())
        };
        bound.upper().max(0.0)
    }

    fn rounding(&self, time: f64, _index: usize, local: DVec3) -> f64 {
        let path_length = time.abs() * (self.velocity.length() + time.abs() * self.acceleration.length());
        ROUNDING_UNITS * f64::EPSILON * (local.length() + self.start.translation().length() + path_length)
    }

    fn straight_between(&self, span: Interval) -> Option<Vec<f64>> {
        (self.acceleration == DVec3::ZERO).then(|| vec![span.lower(), span.upper()])
    }
}

impl RigidKinematics for Ballistic {
    fn rates(&self, span: Interval) -> Rates {
        let velocity = enclose(self.velocity) + enclose(self.acceleration) * span;
        let acceleration = enclose(self.acceleration).length().upper();
        Rates { speed: velocity.length().upper(), acceleration, ..Rates::default() }
    }

    fn kinks(&self) -> Kinks<'_> {
        Kinks::Borrowed(&[])
    }
}

/// The range of `t·v + t²/2·a` over the time interval.
fn parabola(velocity: f64, acceleration: f64, span: Interval) -> Interval {
    let (v, half) = (Interval::from(velocity), Interval::from(acceleration) * Interval::from(0.5));
    let anywhere = span * (v + half * span);
    if !(span.lower().is_finite() && span.upper().is_finite()) {
        return anywhere;
    }
    let at = |time: f64| Interval::from(time) * (v + half * Interval::from(time));
    let ends = at(span.lower()).hull(at(span.upper()));
    let slopes = v + Interval::from(acceleration) * span;
    let range = if slopes.lower() >= 0.0 || slopes.upper() <= 0.0 {
        ends
    } else if acceleration == 0.0 {
        anywhere
    } else {
        ends.hull(-v.sqr() / (Interval::from(4.0) * half))
    };
    range.intersection(anywhere)
}
