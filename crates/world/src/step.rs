//! One step of the differential equations, as Chebyshev series in time.
//!
//! **Question.** Bodies fly, roll and slide from a known state. How do they move during the next step, as
//! functions that the detection can enclose?
//!
//! **Idea.** Picard iteration at Chebyshev nodes. The states at all nodes give their rates of change at all
//! nodes. The integral of the polynomial through the rates gives better states. This repeats until the states
//! converge. The polynomials through the states are the result. If the iteration does not converge, or the last
//! coefficients are not small, the caller halves the step. Free flight follows the Newton–Euler equations in
//! the world's axes. The angular momentum is an unknown, so it is conserved up to rounding. At every node the
//! followed contacts are located again ([`crate::follow`]), and one linear system gives their forces
//! ([`tangency_respond::forces`]).
//!
//! **Guarantee.** Computed in floating point: the last coefficients estimate the error of a step. The result is
//! exact for the detection: the series *are* the motion.
//!
//! **Cost.** About ten iterations of 17 force evaluations.
//!
//! **Source.** C. W. Clenshaw, H. J. Norton, *The solution of nonlinear ordinary differential equations in
//! Chebyshev series*, 1963; X. Bai, J. L. Junkins, *Modified Chebyshev–Picard iteration methods*, 2011. Snyder
//! et al. 1993, section 1.1 and appendix B, require motions as Chebyshev series.

use crate::checkpoint::stored;
use crate::follow::{FollowedContact, TouchState};
use crate::instant::{BodyDynamics, BodyPhase, PHASE_SIZE, PreparedBodies, WorldInstant};
use crate::sparse::Course;
use crate::spectral::{NODES, NodeValues, coefficients, integrated, node, series, value};
use crate::tolerance::{
    CONVERGED_FRACTION, COURSE_ROUNDING, DIVERGENCE, FIRST_ITERATIONS, LEAST_CHANGE, MOST_ITERATIONS,
    RESOLVED_ROUNDING, STALLED,
};
use glam::{DQuat, DVec3};
use tangency_geometry::{ChebyshevMotion, Motion, MotionError};
use tangency_interval::Chebyshev;
use tangency_respond::{Rate, SustainedContact, forces};

/// A followed contact at a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ContactTrace {
    pub(crate) touch: TouchState,
    /// The force on `b`, N.
    pub(crate) force: DVec3,
    /// Margins of the contact points on both bodies to the borders of their surface patches.
    pub(crate) margins: [f64; 2],
}

/// A step of the solver.
pub(crate) struct SolverStep {
    pub(crate) start: f64,
    pub(crate) length: f64,
    /// For each body: its phases at the nodes.
    phases: Vec<[BodyPhase; NODES]>,
    /// For each contact: its data at the nodes, and the followed contact there.
    pub(crate) traces: Vec<[ContactTrace; NODES]>,
    followed: Vec<[FollowedContact; NODES]>,
}

stored!(SolverStep { start, length, phases, traces, followed });

/// Contacts and forces at one instant.
pub(crate) struct ForceBalance {
    pub(crate) instant: WorldInstant,
    pub(crate) traces: Vec<ContactTrace>,
    pub(crate) accelerations: Vec<Rate>,
}

/// Locates the contacts at an instant, and computes their forces; `None` if a contact cannot be followed.
pub(crate) fn balance(
    bodies: &PreparedBodies<'_>,
    time: f64,
    phases: &[BodyPhase],
    followed: &mut [FollowedContact],
) -> Option<ForceBalance> {
    let instant = bodies.instant(time, phases);
    let mut accelerations = instant.free.clone();
    let touches: Vec<TouchState> =
        followed.iter_mut().map(|one| one.update(bodies, &instant)).collect::<Option<_>>()?;
    let holds: Vec<SustainedContact> = followed.iter().zip(&touches).map(|(one, touch)| one.hold(touch)).collect();
    let found = forces(&instant.movers, &instant.free, &holds);
    let mut traces = Vec::with_capacity(found.len());
    for (((one, touch), hold), force) in followed.iter().zip(touches).zip(&holds).zip(found) {
        let torque = hold.torque_with(force);
        for (body, sign) in [(one.a, -1.0), (one.b, 1.0)] {
            let mover = &instant.movers[body];
            accelerations[body] = mover.pushed(accelerations[body], touch.point, sign * force);
            accelerations[body].angular += mover.inverse_inertia * (sign * torque);
        }
        traces.push(ContactTrace { touch, force, margins: one.margins(bodies) });
    }
    accelerations.iter().all(|rate| rate.linear.is_finite() && rate.angular.is_finite()).then_some(())?;
    Some(ForceBalance { instant, traces, accelerations })
}

/// The rate of change of a phase.
fn change(kind: &BodyDynamics, phase: &BodyPhase, rate: Rate, acceleration: Rate) -> [f64; PHASE_SIZE] {
    let BodyDynamics::Free { inertia, inverse } = kind else { return [0.0; PHASE_SIZE] };
    let spin = DQuat::from_vec4((0.5 * rate.angular).extend(0.0));
    let turning = spin * phase.orientation;
    // The torque: I·(acceleration − acceleration of free rotation).
    let rotation = glam::DMat3::from_quat(phase.orientation.normalize());
    let free = rotation * (*inverse * (rotation.transpose() * phase.momentum.cross(rate.angular)));
    let moment = rotation * (inertia.tensor() * (rotation.transpose() * (acceleration.angular - free)));
    BodyPhase { centre: phase.velocity, orientation: turning, velocity: acceleration.linear, momentum: moment }
        .to_array()
}

/// The state of the Picard iteration of a step.
struct PicardIteration<'step> {
    bodies: &'step PreparedBodies<'step>,
    start: f64,
    length: f64,
    /// For each body, at the nodes.
    states: Vec<[[f64; PHASE_SIZE]; NODES]>,
    rates: Vec<[[f64; PHASE_SIZE]; NODES]>,
    /// For each node.
    contacts: [Vec<FollowedContact>; NODES],
    traces: Vec<Vec<ContactTrace>>,
}

impl PicardIteration<'_> {
    /// Computes the rates of change at all nodes; `None` if a contact cannot be followed there.
    fn evaluate(&mut self) -> Option<()> {
        self.traces.clear();
        for j in 0..NODES {
            let at: Vec<BodyPhase> = self.states.iter().map(|nodes| BodyPhase::from_array(&nodes[j])).collect();
            let time = self.start + node(j, self.length);
            let found = balance(self.bodies, time, &at, &mut self.contacts[j])?;
            for (body, kind) in self.bodies.kinds.iter().enumerate() {
                self.rates[body][j] = change(kind, &at[body], found.instant.rates[body], found.accelerations[body]);
            }
            self.traces.push(found.traces);
        }
        Some(())
    }

    /// Integrates the rates to new states, and returns the largest change relative to its scale.
    fn integrate(&mut self, phases: &[BodyPhase]) -> f64 {
        let mut largest = 0.0_f64;
        for (body, phase) in phases.iter().enumerate().filter(|(body, _)| self.bodies.is_free(*body)) {
            let scales = self.bodies.scales(body, phase, self.length);
            let integrals = integrated(&self.rates[body], self.length);
            let first = phase.to_array();
            for (state, integral) in self.states[body].iter_mut().zip(&integrals) {
                for index in 0..PHASE_SIZE {
                    let new = first[index] + integral[index];
                    let change = (new - state[index]).abs() / scales[index];
                    // NaN counts as too large.
                    largest = if change <= largest { largest } else { change };
                    state[index] = new;
                }
            }
        }
        largest
    }

    /// Iterates to convergence; `None` if it does not converge.
    fn settle(&mut self, phases: &[BodyPhase], tolerance: f64) -> Option<()> {
        let mut last = f64::INFINITY;
        for round in 0..MOST_ITERATIONS {
            self.evaluate()?;
            let largest = self.integrate(phases);
            if !largest.is_finite() || (round > FIRST_ITERATIONS && largest > DIVERGENCE * last) {
                return None;
            }
            if largest <= (CONVERGED_FRACTION * tolerance).max(LEAST_CHANGE)
                || (largest <= tolerance && largest >= STALLED * last)
            {
                // Evaluate again, so that forces and contacts belong to the final states.
                return self.evaluate();
            }
            last = largest;
        }
        None
    }

    /// Whether the last coefficients of all states are small.
    fn is_resolved(&self, phases: &[BodyPhase], tolerance: f64) -> bool {
        phases.iter().enumerate().filter(|(body, _)| self.bodies.is_free(*body)).all(|(body, phase)| {
            let scales = self.bodies.scales(body, phase, self.length);
            (0..PHASE_SIZE).all(|index| is_resolved(&self.states[body], index, scales[index] * tolerance))
        })
    }
}

impl SolverStep {
    /// The step from these phases; `None` if it must be shorter.
    pub(crate) fn new(
        bodies: &PreparedBodies<'_>,
        [start, length]: [f64; 2],
        phases: &[BodyPhase],
        followed: &[FollowedContact],
        tolerance: f64,
    ) -> Option<Self> {
        let mut step = PicardIteration {
            bodies,
            start,
            length,
            states: phases.iter().map(|phase| [phase.to_array(); NODES]).collect(),
            rates: vec![[[0.0; PHASE_SIZE]; NODES]; phases.len()],
            contacts: std::array::from_fn(|_| followed.to_vec()),
            traces: Vec::new(),
        };
        step.settle(phases, tolerance)?;
        step.is_resolved(phases, tolerance).then(|| {
            let phase = |nodes: &[[f64; PHASE_SIZE]; NODES]| std::array::from_fn(|j| BodyPhase::from_array(&nodes[j]));
            let contacts = 0..followed.len();
            Self {
                start,
                length,
                phases: step.states.iter().map(phase).collect(),
                traces: contacts.clone().map(|one| std::array::from_fn(|j| step.traces[j][one])).collect(),
                followed: contacts.map(|one| std::array::from_fn(|j| step.contacts[j][one].clone())).collect(),
            }
        })
    }

    /// The phases at an instant.
    pub(crate) fn phases_at(&self, time: f64) -> Vec<BodyPhase> {
        let share = ((time - self.start) / self.length).clamp(0.0, 1.0);
        let at = |nodes: &[BodyPhase; NODES]| {
            let arrays = nodes.map(BodyPhase::to_array);
            let all = std::array::from_fn(|index| {
                let values: NodeValues = std::array::from_fn(|j| arrays[j][index]);
                if share == 1.0 { values[NODES - 1] } else { value(&coefficients(&values), share) }
            });
            let phase = BodyPhase::from_array(&all);
            BodyPhase { orientation: phase.orientation.normalize(), ..phase }
        };
        self.phases.iter().map(at).collect()
    }

    /// Numbers of bodies and of contacts.
    pub(crate) fn counts(&self) -> [usize; 3] {
        [self.phases.len(), self.traces.len(), self.followed.len()]
    }

    /// The followed contacts at all nodes, by the numbers of the step.
    pub(crate) fn all_followed(&self) -> impl Iterator<Item = &FollowedContact> {
        self.followed.iter().flatten()
    }

    /// The followed contacts at the node nearest to an instant.
    pub(crate) fn followed_at(&self, time: f64) -> Vec<FollowedContact> {
        let off = |j: &usize| (self.start + node(*j, self.length) - time).abs();
        let nearest = (0..NODES).min_by(|i, j| off(i).total_cmp(&off(j))).unwrap_or(0);
        self.followed.iter().map(|nodes| nodes[nearest].clone()).collect()
    }

    /// The motion of a free body during the step, on a clock that starts at 0.
    pub(crate) fn motion(&self, bodies: &PreparedBodies<'_>, body: usize) -> Result<Motion, MotionError> {
        let BodyDynamics::Free { inertia, .. } = &*bodies.kinds[body] else {
            return Err(MotionError::Frames("a driven body follows its own motion".into()));
        };
        let nodes = &self.phases[body];
        let origin = |phase: &BodyPhase| phase.centre - phase.orientation.normalize() * inertia.centre();
        let origins = nodes.each_ref().map(origin);
        let turns: [[f64; 4]; NODES] = nodes.each_ref().map(|phase| phase.orientation.to_array());
        let rotation = |index: usize| self.series(&turns.map(|turn| turn[index]), 1.0);
        let rotation = [rotation(0)?, rotation(1)?, rotation(2)?, rotation(3)?];
        Ok(Motion::Chebyshev(ChebyshevMotion::new(rotation, self.path(&origins)?)?))
    }

    /// Where a free body can be from one instant of the step to another: a ball about the box of its centres.
    pub(crate) fn course(&self, body: usize, [from, to]: [f64; 2], reach: f64) -> Course {
        let arrays = self.phases[body].map(|phase| phase.centre);
        let [mut lower, mut upper] = [DVec3::INFINITY, DVec3::NEG_INFINITY];
        for axis in 0..3 {
            let values: NodeValues = std::array::from_fn(|j| arrays[j][axis]);
            // A Chebyshev polynomial is at most one.
            let all = coefficients(&values);
            let spread: f64 = all[1..].iter().map(|coefficient| coefficient.abs()).sum();
            (lower[axis], upper[axis]) = (all[0] - spread, all[0] + spread);
        }
        let spread = 0.5 * (upper - lower).length();
        let rounding = COURSE_ROUNDING * (upper.abs().max(lower.abs()).length() + spread);
        Course::still(from, 0.5 * (lower + upper), reach).within([spread + rounding, 0.0, 0.0]).ending(to)
    }

    /// The motion of a contact during the step, on the same clock: the image of the origin is the contact
    /// point.
    pub(crate) fn track(&self, contact: usize) -> Result<Motion, MotionError> {
        let points = self.traces[contact].map(|trace| trace.touch.point);
        let still = |value: f64| self.series(&[value; NODES], 1.0);
        let rotation = [still(0.0)?, still(0.0)?, still(0.0)?, still(1.0)?];
        Ok(Motion::Chebyshev(ChebyshevMotion::new(rotation, self.path(&points)?)?))
    }

    fn path(&self, points: &[DVec3; NODES]) -> Result<[Chebyshev; 3], MotionError> {
        let scale = points.iter().fold(f64::MIN_POSITIVE, |most, point| most.max(point.abs().max_element()));
        let one = |axis: usize| self.series(&points.map(|point| point[axis]), scale);
        Ok([one(0)?, one(1)?, one(2)?])
    }

    fn series(&self, values: &NodeValues, scale: f64) -> Result<Chebyshev, MotionError> {
        series(values, self.length, scale).map_err(|error| MotionError::Frames(error.to_string()))
    }
}

/// Whether the last coefficients of a component do not exceed `most`.
fn is_resolved(nodes: &[[f64; PHASE_SIZE]; NODES], index: usize, most: f64) -> bool {
    let values: NodeValues = std::array::from_fn(|j| nodes[j][index]);
    let largest = values.iter().fold(0.0_f64, |largest, value| largest.max(value.abs()));
    let rounding = RESOLVED_ROUNDING * largest;
    coefficients(&values)[NODES - 3..].iter().all(|coefficient| coefficient.abs() <= most.max(rounding))
}

impl PreparedBodies<'_> {
    /// The scales of the errors of a phase: the body's size for lengths, and a speed that crosses the body
    /// during the step for velocities.
    fn scales(&self, body: usize, phase: &BodyPhase, length: f64) -> [f64; PHASE_SIZE] {
        let size = self.size(body);
        let BodyDynamics::Free { inertia, .. } = &*self.kinds[body] else { return [1.0; PHASE_SIZE] };
        let fast = size / length + phase.velocity.length();
        let turning = inertia.mass() * size * size / length + phase.momentum.length();
        let mut scales = [1.0; PHASE_SIZE];
        scales[0..3].fill(size);
        scales[7..10].fill(fast);
        scales[10..13].fill(turning);
        scales
    }
}
