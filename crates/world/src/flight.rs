//! The flight of a single body between two events.
//!
//! **Question.** Nothing touches a body. Where is it at any instant until its next event?
//!
//! **Idea.** The centre of mass follows a parabola, or a polynomial if the air or an engine acts that turns with the
//! body ([`crate::forced`]), and the angular momentum is constant. A body that turns about a
//! principal axis keeps its angular velocity. Any other one tumbles, in pieces that are computed when somebody asks
//! for them ([`crate::tumble`]). A body that nobody meets costs nothing.
//!
//! **Guarantee.** Computed in floating point, to rounding. The same function of time is the path of the history, of the
//! envelopes and of the detection; the series that the detection gets differ from it by rounding.
//!
//! **Cost.** Two dozen operations for an instant, about a microsecond for a piece of a tumbling rotation.
//!
//! **Source.** Dworkin 1994, sections 3.2 and 3.4.

use crate::forced::ForcedPath;
use crate::instant::{BodyDynamics, BodyPhase};
use crate::sparse::Course;
use crate::spectral::{NODES, NodeValues, node, series};
use crate::tolerance::{LONGEST_TUMBLE, NO_SPIN, STEADY_SPIN};
use crate::tumble::{FreeInertia, Tumble};
use glam::{DMat3, DQuat, DVec3};
use tangency_geometry::{Ballistic, ChebyshevMotion, Linear, Motion, MotionError, Pose, PoseError, Rigid};

/// How a body turns while it flies.
#[derive(Clone, Debug)]
enum Spin {
    /// With a constant angular velocity.
    Steady(DVec3),
    /// About changing axes: the pieces so far, in the order of time.
    Tumbling { inverse: DMat3, pieces: Vec<Tumble> },
}

/// The path of a single body until its next event.
#[derive(Clone, Debug)]
pub(crate) struct Flight {
    pub(crate) since: f64,
    pub(crate) phase: BodyPhase,
    pub(crate) acceleration: DVec3,
    /// The centre of mass in the frame of the body.
    local_centre: DVec3,
    spin: Spin,
    /// Radians per second. A bound on the angular speed.
    pub(crate) fastest_turn: f64,
    /// Radians per second squared. A bound on the angular acceleration.
    pub(crate) turn_change: f64,
    /// The path of the centre, if it is no parabola.
    pub(crate) forced: Option<Box<ForcedPath>>,
    /// Seconds. The instant at which the forces on the body change, or the piece of its path ends.
    pub(crate) ends: f64,
}

impl Flight {
    /// A flight that begins at this instant; `None` for a driven body.
    pub(crate) fn new(since: f64, phase: BodyPhase, acceleration: DVec3, kind: &BodyDynamics) -> Option<Self> {
        let BodyDynamics::Free { inertia, inverse } = kind else { return None };
        let rotation = DMat3::from_quat(phase.orientation);
        let angular = rotation * (*inverse * (rotation.transpose() * phase.momentum));
        // Rounding of an impact through the centre leaves a spin that nobody could ever see.
        let angular = if angular.length() < NO_SPIN { DVec3::ZERO } else { angular };
        let wobble = phase.momentum.cross(angular).length();
        let steady = wobble <= STEADY_SPIN * phase.momentum.length() * angular.length();
        let spin =
            if steady { Spin::Steady(angular) } else { Spin::Tumbling { inverse: *inverse, pieces: Vec::new() } };
        // The largest column sum bounds the largest eigenvalue.
        let columns = [inverse.x_axis, inverse.y_axis, inverse.z_axis].map(|column| column.abs().element_sum());
        let softest = columns.into_iter().fold(0.0, f64::max);
        let fastest_turn = if steady { angular.length() } else { softest * phase.momentum.length() };
        // In the world's axes the angular velocity changes by I⁻¹·(L × ω).
        let turn_change = if steady { 0.0 } else { softest * phase.momentum.length() * fastest_turn };
        let (local_centre, forced, ends) = (inertia.centre(), None, f64::INFINITY);
        Some(Self { since, phase, acceleration, local_centre, spin, fastest_turn, turn_change, forced, ends })
    }

    /// The centre of mass at an instant.
    pub(crate) fn centre_at(&self, time: f64) -> DVec3 {
        if let Some(path) = &self.forced {
            return path.centre_at(time);
        }
        let passed = time - self.since;
        self.phase.centre + (self.phase.velocity + self.acceleration * (0.5 * passed)) * passed
    }

    /// The velocity of the centre of mass at an instant.
    pub(crate) fn velocity_at(&self, time: f64) -> DVec3 {
        match &self.forced {
            Some(path) => path.velocity_at(time),
            None => self.phase.velocity + self.acceleration * (time - self.since),
        }
    }

    /// Where a body of this reach can be while the flight lasts.
    pub(crate) fn course(&self, reach: f64) -> Result<Course, MotionError> {
        match &self.forced {
            Some(path) => path.course(reach, self.ends),
            None => {
                let motion = [self.phase.velocity, self.acceleration];
                Ok(Course::flying(self.since, self.phase.centre, motion, reach).ending(self.ends))
            }
        }
    }

    /// The orientation at an instant.
    pub(crate) fn orientation_at(&mut self, time: f64) -> DQuat {
        let Self { since, phase, spin, .. } = self;
        match spin {
            Spin::Steady(angular) => {
                (DQuat::from_scaled_axis(*angular * (time - *since)) * phase.orientation).normalize()
            }
            Spin::Tumbling { inverse, pieces } => {
                extend(pieces, *inverse, [*since, time], phase);
                let index = pieces.partition_point(|piece| piece.end() < time).min(pieces.len() - 1);
                pieces[index].orientation_at(time)
            }
        }
    }

    /// The body at an instant.
    pub(crate) fn phase_at(&mut self, time: f64) -> BodyPhase {
        if time == self.since {
            return self.phase;
        }
        BodyPhase {
            centre: self.centre_at(time),
            orientation: self.orientation_at(time),
            velocity: self.velocity_at(time),
            momentum: self.phase.momentum,
        }
    }

    /// The pose of the body's frame at an instant.
    pub(crate) fn pose_at(&mut self, time: f64) -> Result<Pose, PoseError> {
        let orientation = self.orientation_at(time);
        Pose::new(orientation, self.centre_at(time) - orientation * self.local_centre)
    }

    /// The angular velocity in an orientation of the flight, in the world's axes.
    pub(crate) fn angular_velocity_in(&self, orientation: DQuat) -> DVec3 {
        match &self.spin {
            Spin::Steady(angular) => *angular,
            Spin::Tumbling { inverse, .. } => orientation * (*inverse * (orientation.inverse() * self.phase.momentum)),
        }
    }

    /// The motion of the body's frame from one instant to another: pieces with their starts, each on a clock that
    /// begins with it.
    pub(crate) fn motions(&mut self, [from, to]: [f64; 2]) -> Result<Vec<(f64, Motion)>, MotionError> {
        if let Spin::Steady(angular) = self.spin
            && self.forced.is_none()
        {
            let Ok(start) = self.pose_at(self.since) else { return Ok(Vec::new()) };
            let (velocity, still) = (self.phase.velocity, self.acceleration == DVec3::ZERO);
            if angular == DVec3::ZERO {
                let thrown = || Ballistic::new(start, velocity, self.acceleration).map(Motion::Ballistic);
                let straight = || Linear::new(start, velocity).map(Motion::Linear);
                return Ok(vec![(self.since, if still { straight()? } else { thrown()? })]);
            }
            if still && self.local_centre == DVec3::ZERO {
                return Ok(vec![(self.since, Motion::Rigid(Rigid::new(start, velocity, angular)?))]);
            }
        }
        self.spans([from, to]).into_iter().map(|span| Ok((span[0], self.series_motion(span)?))).collect()
    }

    /// The parts of a span in which the rotation has a short series.
    fn spans(&mut self, [from, to]: [f64; 2]) -> Vec<[f64; 2]> {
        let _ = self.orientation_at(to);
        match &self.spin {
            Spin::Steady(angular) => {
                let count = ((to - from) * angular.length() / LONGEST_TUMBLE).ceil().max(1.0);
                let at = |index: f64| if index == count { to } else { from + (to - from) * index / count };
                (0..count as usize).map(|index| [at(index as f64), at(index as f64 + 1.0)]).collect()
            }
            Spin::Tumbling { pieces, .. } => pieces
                .iter()
                .map(|piece| [piece.since.max(from), piece.end().min(to)])
                .filter(|[start, end]| start < end)
                .collect(),
        }
    }

    /// The motion during a span as series, on a clock that begins with it.
    fn series_motion(&mut self, [from, to]: [f64; 2]) -> Result<Motion, MotionError> {
        let length = to - from;
        let turns: [DQuat; NODES] = std::array::from_fn(|j| self.orientation_at(from + node(j, length)));
        let origins: [DVec3; NODES] =
            std::array::from_fn(|j| self.centre_at(from + node(j, length)) - turns[j] * self.local_centre);
        // Neighbouring quaternions have the same sign.
        let signs: [f64; NODES] = std::array::from_fn(|j| if turns[0].dot(turns[j]) < 0.0 { -1.0 } else { 1.0 });
        let made = |values: NodeValues, scale: f64| {
            series(&values, length, scale).map_err(|error| MotionError::Frames(error.to_string()))
        };
        let rotation = |axis: usize| made(std::array::from_fn(|j| signs[j] * turns[j].to_array()[axis]), 1.0);
        let scale = origins.iter().fold(f64::MIN_POSITIVE, |most, point| most.max(point.abs().max_element()));
        let place = |axis: usize| made(std::array::from_fn(|j| origins[j][axis]), scale);
        let rotation = [rotation(0)?, rotation(1)?, rotation(2)?, rotation(3)?];
        Ok(Motion::Chebyshev(ChebyshevMotion::new(rotation, [place(0)?, place(1)?, place(2)?])?))
    }
}

/// Adds pieces until the last one reaches an instant, or time no longer advances.
fn extend(pieces: &mut Vec<Tumble>, inverse: DMat3, [since, time]: [f64; 2], phase: &BodyPhase) {
    loop {
        let (start, orientation) = match pieces.last() {
            None => (since, phase.orientation),
            Some(last) if last.end() < time && last.end() > last.since => (last.end(), last.orientation_at(last.end())),
            Some(_) => return,
        };
        pieces.push(Tumble::new(start, orientation, phase.momentum, FreeInertia { inverse: &inverse }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::dvec3;
    use tangency_respond::Inertia;

    /// Every form of the motion is where the flight is: still, straight, thrown, turning and tumbling.
    #[test]
    fn motions_are_the_flight() {
        let boxed = Inertia::cuboid(2.0, dvec3(0.3, 0.5, 0.9)).unwrap();
        let off = Inertia::new(2.0, dvec3(0.1, -0.2, 0.05), boxed.tensor()).unwrap();
        for (inertia, turn, pull) in [
            (boxed, DVec3::ZERO, DVec3::ZERO),
            (boxed, DVec3::ZERO, dvec3(0.0, 0.0, -9.81)),
            (boxed, dvec3(0.0, 3.0, 0.0), DVec3::ZERO),
            (boxed, dvec3(1.0, 3.0, -2.0), dvec3(0.0, 0.0, -9.81)),
            (off, dvec3(0.0, 3.0, 0.0), DVec3::ZERO),
            (off, dvec3(1.0, 3.0, -2.0), dvec3(0.0, 0.0, -9.81)),
        ] {
            let kind = BodyDynamics::Free { inertia, inverse: inertia.tensor().inverse() };
            let orientation = DQuat::from_scaled_axis(dvec3(0.2, 0.5, -0.1));
            let momentum = orientation * (inertia.tensor() * turn);
            let phase =
                BodyPhase { centre: dvec3(1.0, 2.0, 3.0), orientation, velocity: dvec3(0.5, 0.1, 4.0), momentum };
            let mut flight = Flight::new(7.0, phase, pull, &kind).unwrap();
            assert_eq!(flight.turn_change == 0.0, turn.x == 0.0);
            let pieces = flight.motions([7.0, 12.0]).unwrap();
            for index in 0..=50 {
                let time = 7.0 + 0.1 * f64::from(index);
                let piece = pieces.iter().rev().find(|piece| piece.0 <= time).unwrap();
                let pose = flight.pose_at(time).unwrap();
                for local in [DVec3::ZERO, dvec3(0.3, -0.2, 0.7)] {
                    let off = piece.1.at(time - piece.0).point(0, local).distance(pose.apply(local));
                    assert!(off < 1e-11, "{turn} {pull} {time}: {off}");
                }
            }
            // The angular velocity is the rate at which a point turns about the centre of mass.
            let (time, h) = (9.3, 1e-5);
            let arm = |flight: &mut Flight, time: f64| flight.orientation_at(time) * dvec3(0.4, 0.1, -0.3);
            let [before, after] = [time - h, time + h].map(|time| arm(&mut flight, time));
            let turned = flight.orientation_at(time);
            let angular = flight.angular_velocity_in(turned);
            let expected = angular.cross(arm(&mut flight, time));
            assert!(((after - before) / (2.0 * h)).distance(expected) < 1e-7);
            assert!(angular.length() <= flight.fastest_turn * (1.0 + 1e-12));
            let turned = flight.orientation_at(time + h);
            let change = flight.angular_velocity_in(turned).distance(angular) / h;
            assert!(change <= flight.turn_change * (1.0 + 1e-3), "{change} {}", flight.turn_change);
        }
    }
}
