//! Pieces of a flight under forces that change with the velocity or the orientation.
//!
//! **Question.** The air slows a body down, or an engine turns with it. Where is its centre of mass during the next
//! piece of its flight, as a function that the detection can enclose?
//!
//! **Idea.** Picard iteration at Chebyshev nodes, as in [`crate::step`], but for the centre alone: forces act there, so
//! the rotation is that of a free body and known beforehand. The velocities at the nodes give the accelerations, their
//! integral better velocities. The integral of the velocities is the path. The piece is halved until the last
//! coefficients are below the precision of the solver.
//!
//! **Guarantee.** The polynomial *is* the path: the history, the envelopes and the detection take the same one, up to
//! rounding. Terms of degree three and more of its series bound how far it strays from a parabola, so that the course
//! holds it ([`Course::of_series`]). How well the path solves the equations of motion is computed, not proved: the last
//! coefficients estimate the error, which is below the precision of the solver times the size of the body.
//!
//! **Cost.** Some microseconds for a piece. A piece lasts about as long as the air takes to change the velocity, or as
//! the body takes to turn by some radians.
//!
//! **Source.** Dworkin 1994, sections 3.4 and E.2: a polynomial and an error term. The iteration as in C. W. Clenshaw,
//! H. J. Norton, *The solution of nonlinear ordinary differential equations in Chebyshev series*, 1963.

use crate::WorldError;
use crate::checkpoint::stored;
use crate::flight::Flight;
use crate::forces::ForceField;
use crate::instant::{BodyPhase, PreparedBodies};
use crate::sparse::Course;
use crate::spectral::{NODES, NodeValues, coefficients, integrated, node, series, value};
use crate::tolerance::{
    CONVERGED_FRACTION, COURSE_ROUNDING, FORCED_STRAY, FORCED_TIMES, LEAST_CHANGE, LONGEST_TUMBLE, MOST_HALVINGS,
    MOST_ITERATIONS, RESOLVED_ROUNDING, STALLED,
};
use glam::{DQuat, DVec3};
use tangency_geometry::MotionError;

/// The centre of a body during a piece of its flight: polynomials for each axis, as Chebyshev coefficients.
#[derive(Clone, Debug)]
pub(crate) struct ForcedPath {
    since: f64,
    length: f64,
    start: DVec3,
    shifts: [NodeValues; 3],
    velocities: [NodeValues; 3],
    /// The first derivative of the shifts. It differs from the velocities by the error of the solver.
    rates: [NodeValues; 3],
    /// The acceleration of the path differs from this one by at most `sway`, m/s².
    pub(crate) acceleration: DVec3,
    pub(crate) sway: f64,
}

stored!(ForcedPath { since, length, start, shifts, velocities, rates, acceleration, sway });

/// Coefficients of the derivative with respect to time, for a piece of this length.
fn derivative(all: &NodeValues, length: f64) -> NodeValues {
    let mut rates = [0.0; NODES];
    for k in (1..NODES).rev() {
        let after = rates.get(k + 1).copied().unwrap_or(0.0);
        rates[k - 1] = after + 2.0 * k as f64 * all[k];
    }
    rates[0] *= 0.5;
    rates.map(|rate| rate * 2.0 / length)
}

fn axes(nodes: &[[f64; 3]; NODES]) -> [NodeValues; 3] {
    std::array::from_fn(|axis| coefficients(&std::array::from_fn(|j| nodes[j][axis])))
}

/// The sum of the magnitudes of the coefficients from this degree on.
fn tail(all: &[NodeValues; 3], degree: usize) -> f64 {
    let sum = |axis: usize| all[axis][degree..].iter().map(|coefficient| coefficient.abs()).sum();
    DVec3::new(sum(0), sum(1), sum(2)).length()
}

/// Whether the last coefficients of a component do not exceed `most`.
fn is_resolved(all: &NodeValues, most: f64) -> bool {
    let largest = all.iter().fold(0.0_f64, |largest, coefficient| largest.max(coefficient.abs()));
    all[NODES - 3..].iter().all(|coefficient| coefficient.abs() <= most.max(RESOLVED_ROUNDING * largest))
}

/// How large the errors of a piece may be.
#[derive(Clone, Copy)]
struct ErrorLimits {
    /// Relative to the speed.
    relative: f64,
    /// Metres.
    of_place: f64,
    /// Seconds. An error of the velocity lasts beyond the piece: until the air has damped it.
    lasting: f64,
}

impl ErrorLimits {
    /// Metres a second. The error of the velocity.
    fn of_velocity(&self, length: f64, speed: f64) -> f64 {
        let limit = (self.of_place / self.lasting.max(length)).min(self.relative * speed);
        limit.max(RESOLVED_ROUNDING * speed)
    }
}

impl ForcedPath {
    /// The path of this length; `None` if the iteration does not converge, or a shorter one is needed.
    fn of_length(
        field: &ForceField<'_>,
        (since, phase): (f64, &BodyPhase),
        turns: &[DQuat; NODES],
        length: f64,
        errors: ErrorLimits,
    ) -> Option<Self> {
        let first = phase.velocity.to_array();
        let mut velocities = [first; NODES];
        let (mut converged, mut last, mut most) = (false, f64::INFINITY, 0.0);
        for _ in 0..MOST_ITERATIONS {
            let pulls: [[f64; 3]; NODES] =
                std::array::from_fn(|j| field.acceleration(turns[j], DVec3::from(velocities[j])).to_array());
            let mut change = 0.0_f64;
            for (old, gain) in velocities.iter_mut().zip(integrated(&pulls, length)) {
                for axis in 0..3 {
                    let new = first[axis] + gain[axis];
                    let step = (new - old[axis]).abs();
                    // NaN counts as too large.
                    change = if step <= change { change } else { step };
                    old[axis] = new;
                }
            }
            if !change.is_finite() {
                return None;
            }
            let speed = velocities.iter().fold(0.0_f64, |most, one| most.max(DVec3::from(*one).length()));
            most = errors.of_velocity(length, speed);
            if change <= (CONVERGED_FRACTION * most).max(LEAST_CHANGE * speed)
                || (change <= most && change >= STALLED * last)
            {
                converged = true;
                break;
            }
            last = change;
        }
        let of_velocity = axes(&velocities);
        let shifts = axes(&integrated(&velocities, length));
        let resolved =
            (0..3).all(|axis| is_resolved(&of_velocity[axis], most) && is_resolved(&shifts[axis], errors.of_place));
        if !(converged && resolved) {
            return None;
        }
        let rates = shifts.each_ref().map(|all| derivative(all, length));
        let bends = rates.each_ref().map(|all| derivative(all, length));
        Some(Self {
            since,
            length,
            start: phase.centre,
            shifts,
            velocities: of_velocity,
            rates,
            acceleration: DVec3::from_array(std::array::from_fn(|axis| bends[axis][0])),
            sway: tail(&bends, 1) * (1.0 + COURSE_ROUNDING),
        })
    }

    fn share(&self, time: f64) -> f64 {
        ((time - self.since) / self.length).clamp(0.0, 1.0)
    }

    fn sum(&self, all: &[NodeValues; 3], time: f64) -> DVec3 {
        let share = self.share(time);
        DVec3::from_array(std::array::from_fn(|axis| value(&all[axis], share)))
    }

    pub(crate) fn centre_at(&self, time: f64) -> DVec3 {
        self.start + self.sum(&self.shifts, time)
    }

    /// The velocity that the solver found.
    pub(crate) fn velocity_at(&self, time: f64) -> DVec3 {
        self.sum(&self.velocities, time)
    }

    /// The rate at which the path itself moves on.
    pub(crate) fn rate_at(&self, time: f64) -> DVec3 {
        self.sum(&self.rates, time)
    }

    /// A bound on the change of the rate during the piece beyond that of the constant acceleration, m/s.
    pub(crate) fn sway_speed(&self) -> f64 {
        self.sway * self.length
    }

    /// Where a body of this reach can be during the piece.
    pub(crate) fn course(&self, reach: f64, ends: f64) -> Result<Course, MotionError> {
        let scale = self.shifts.iter().flatten().fold(f64::MIN_POSITIVE, |most, one| most.max(one.abs()));
        let nodes = |axis: usize| -> NodeValues {
            std::array::from_fn(|j| value(&self.shifts[axis], node(j, self.length) / self.length))
        };
        let made = |axis: usize| {
            series(&nodes(axis), self.length, scale).map_err(|error| MotionError::Frames(error.to_string()))
        };
        let [x, y, z] = [made(0)?, made(1)?, made(2)?];
        let course = Course::of_series([&x, &y, &z], self.since, reach);
        let [strays, ..] = course.envelope;
        let position = course.position + self.start;
        let rounding = COURSE_ROUNDING * (self.start.abs().element_sum() + 3.0 * scale);
        Ok(Course { position, ..course }.within([strays + rounding, 0.0, 0.0]).ending(ends))
    }
}

/// What a flight must keep to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FlightLimits {
    /// Relative to the size of the body. The error of a piece.
    pub(crate) precision: f64,
    /// Seconds. The end of the run.
    pub(crate) until: f64,
    /// Metres. The body lies within this distance of its centre of mass.
    pub(crate) reach: f64,
    /// Seconds. Shorter pieces are an error.
    pub(crate) shortest: f64,
}

impl PreparedBodies<'_> {
    /// The flight of a free body from an instant on, until the forces on it change; `None` for a driven body.
    pub(crate) fn flight(
        &self,
        body: usize,
        (time, phase): (f64, BodyPhase),
        limits: FlightLimits,
    ) -> Result<Option<Flight>, WorldError> {
        let FlightLimits { precision, until, reach, shortest } = limits;
        let Some(field) = self.field(body, time) else { return Ok(None) };
        let pull = field.acceleration(phase.orientation, phase.velocity);
        let Some(mut flight) = Flight::new(time, phase, pull, &self.kinds[body]) else { return Ok(None) };
        flight.ends = field.changes_at();
        if field.is_constant(flight.fastest_turn > 0.0) {
            return Ok(Some(flight));
        }
        let turning = if flight.fastest_turn > 0.0 { LONGEST_TUMBLE / flight.fastest_turn } else { f64::INFINITY };
        let left = flight.ends.min(until) - time;
        let relaxation = field.relaxation(phase.velocity);
        let mut length = (FORCED_TIMES * relaxation).min(turning).min(left);
        let errors =
            ErrorLimits { relative: precision, of_place: precision * self.size(body), lasting: relaxation.min(left) };
        for _ in 0..MOST_HALVINGS {
            if !(time + length > time) || (length < left && length < shortest) {
                break;
            }
            let turns: [DQuat; NODES] = std::array::from_fn(|j| flight.orientation_at(time + node(j, length)));
            if let Some(path) = ForcedPath::of_length(&field, (time, &phase), &turns, length, errors)
                && tail(&path.shifts, 3) <= FORCED_STRAY * reach
            {
                if length < left || flight.ends > until {
                    flight.ends = time + length;
                }
                flight.forced = Some(Box::new(path));
                return Ok(Some(flight));
            }
            length *= 0.5;
        }
        Err(WorldError::Stiff { body: self.all[body].name.clone(), time, length })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn derivatives_of_a_series() {
        // t³ over [0, 2].
        let all = coefficients(&std::array::from_fn(|j| node(j, 2.0).powi(3)));
        let rates = derivative(&all, 2.0);
        let bends = derivative(&rates, 2.0);
        for share in [0.0, 0.3, 1.0] {
            let time = 2.0 * share;
            assert!((value(&rates, share) - 3.0 * time * time).abs() < 1e-11);
            assert!((value(&bends, share) - 6.0 * time).abs() < 1e-9);
        }
    }
}
