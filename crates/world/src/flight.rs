//! One step of the differential equations, as series of time.
//!
//! **Question.** Bodies fly, roll and slide from a known state: where are they during the next moment, as functions that detection can enclose?
//!
//! **Idea.** Picard's iteration at Chebyshev nodes. The state at all nodes gives its rate of change at all nodes; the integral of the
//! polynomial through these is a better state at all nodes; repeat until nothing changes. The polynomials through the states are then the
//! answer. If the iteration does not settle, or the last coefficients are not small, the step is halved. Free flight is Newton's and
//! Euler's equations, in the world's axes with the angular momentum as unknown: it is kept to rounding. At every node the followed contacts
//! are found anew ([`crate::follow`]), and their forces from one linear system ([`tangency_respond::forces`]).
//!
//! **Guarantee.** Computed: the error of a step is estimated by its last coefficients. What is delivered is exact for the detection: the
//! series *are* the motion.
//!
//! **Cost.** About ten rounds of 17 evaluations of the forces.
//!
//! **Source.** C. W. Clenshaw, H. J. Norton, *The solution of nonlinear ordinary differential equations in Chebyshev series*, 1963; X. Bai,
//! J. L. Junkins, *Modified Chebyshev–Picard iteration methods*, 2011. Snyder et al. 1993, section 1.1 and appendix B, ask for motions as
//! Chebyshev series.

use crate::follow::{Followed, Touch};
use crate::instant::{Instant, Kind, Matters, PHASE, Phase};
use crate::spectral::{NODES, Values, coefficients, integrated, node, series, value};
use crate::tolerance::MOST_ROUNDS;
use glam::{DQuat, DVec3};
use tangency_geometry::{ChebyshevMotion, Motion, MotionError};
use tangency_interval::Chebyshev;
use tangency_respond::{Hold, Rate, forces};

/// A followed contact at a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Trace {
    pub(crate) touch: Touch,
    /// On `b`.
    pub(crate) force: DVec3,
    /// How far inside of their pieces of surface the places on both bodies are.
    pub(crate) margins: [f64; 2],
}

/// A step.
pub(crate) struct Flight {
    pub(crate) start: f64,
    pub(crate) length: f64,
    /// Per body: the phases at the nodes.
    phases: Vec<[Phase; NODES]>,
    /// Per contact: what it was at the nodes, and the contact itself there.
    pub(crate) traces: Vec<[Trace; NODES]>,
    followed: Vec<[Followed; NODES]>,
}

/// What the forces are at one instant.
pub(crate) struct Balance {
    pub(crate) instant: Instant,
    pub(crate) traces: Vec<Trace>,
    pub(crate) accelerations: Vec<Rate>,
}

/// Finds the contacts at an instant, and the forces there; `None` if a contact cannot be followed.
pub(crate) fn balance(
    matters: &Matters<'_>,
    time: f64,
    phases: &[Phase],
    followed: &mut [Followed],
) -> Option<Balance> {
    let instant = matters.instant(time, phases);
    let mut accelerations = instant.free.clone();
    let touches: Vec<Touch> = followed.iter_mut().map(|one| one.update(matters, &instant)).collect::<Option<_>>()?;
    let holds: Vec<Hold> = followed.iter().zip(&touches).map(|(one, touch)| one.hold(touch)).collect();
    let found = forces(&instant.movers, &instant.free, &holds);
    let mut traces = Vec::with_capacity(found.len());
    for ((one, touch), force) in followed.iter().zip(touches).zip(found) {
        for (body, force) in [(one.a, -force), (one.b, force)] {
            accelerations[body] = instant.movers[body].pushed(accelerations[body], touch.point, force);
        }
        let margin = |side: usize, body: usize| one.places[side].margin(matters.bodies[body].prepared.shape());
        traces.push(Trace { touch, force, margins: [margin(0, one.a), margin(1, one.b)] });
    }
    accelerations.iter().all(|rate| rate.linear.is_finite() && rate.angular.is_finite()).then_some(())?;
    Some(Balance { instant, traces, accelerations })
}

/// The rate of change of a phase.
fn change(kind: &Kind, phase: &Phase, rate: Rate, acceleration: Rate) -> [f64; PHASE] {
    let Kind::Free { inertia, inverse } = kind else { return [0.0; PHASE] };
    let spin = DQuat::from_vec4((0.5 * rate.angular).extend(0.0));
    let turning = spin * phase.orientation;
    // The moment of the forces: I·(acceleration − that of free turning).
    let rotation = glam::DMat3::from_quat(phase.orientation.normalize());
    let free = rotation * (*inverse * (rotation.transpose() * phase.momentum.cross(rate.angular)));
    let moment = rotation * (inertia.tensor() * (rotation.transpose() * (acceleration.angular - free)));
    Phase { centre: phase.velocity, orientation: turning, velocity: acceleration.linear, momentum: moment }.to_array()
}

/// A step that is being iterated.
struct Iterated<'step> {
    matters: &'step Matters<'step>,
    start: f64,
    length: f64,
    /// Per body, at the nodes.
    states: Vec<[[f64; PHASE]; NODES]>,
    rates: Vec<[[f64; PHASE]; NODES]>,
    /// Per node.
    contacts: [Vec<Followed>; NODES],
    traces: Vec<Vec<Trace>>,
}

impl Iterated<'_> {
    /// The rates of change at all nodes; `None` if a contact cannot be followed there.
    fn evaluate(&mut self) -> Option<()> {
        self.traces.clear();
        for j in 0..NODES {
            let at: Vec<Phase> = self.states.iter().map(|nodes| Phase::from_array(&nodes[j])).collect();
            let time = self.start + node(j, self.length);
            let found = balance(self.matters, time, &at, &mut self.contacts[j])?;
            for (body, kind) in self.matters.kinds.iter().enumerate() {
                self.rates[body][j] = change(kind, &at[body], found.instant.rates[body], found.accelerations[body]);
            }
            self.traces.push(found.traces);
        }
        Some(())
    }

    /// The states that the rates lead to, and the largest change, beside its scale.
    fn integrate(&mut self, phases: &[Phase]) -> f64 {
        let mut largest = 0.0_f64;
        for (body, phase) in phases.iter().enumerate().filter(|(body, _)| self.matters.is_free(*body)) {
            let scales = self.matters.scales(body, phase, self.length);
            let integrals = integrated(&self.rates[body], self.length);
            let first = phase.to_array();
            for (state, integral) in self.states[body].iter_mut().zip(&integrals) {
                for index in 0..PHASE {
                    let new = first[index] + integral[index];
                    let change = (new - state[index]).abs() / scales[index];
                    // Not a number counts as too large.
                    largest = if change <= largest { largest } else { change };
                    state[index] = new;
                }
            }
        }
        largest
    }

    /// Iterates until nothing changes; `None` if it does not end.
    fn settle(&mut self, phases: &[Phase], tolerance: f64) -> Option<()> {
        let mut last = f64::INFINITY;
        for round in 0..MOST_ROUNDS {
            self.evaluate()?;
            let largest = self.integrate(phases);
            if !largest.is_finite() || (round > 4 && largest > 4.0 * last) {
                return None;
            }
            if largest <= (1e-2 * tolerance).max(1e-15) || (largest <= tolerance && largest >= 0.5 * last) {
                // Once more, so that forces and contacts belong to the last states.
                return self.evaluate();
            }
            last = largest;
        }
        None
    }

    /// Whether the last coefficients of all states are small.
    fn is_resolved(&self, phases: &[Phase], tolerance: f64) -> bool {
        phases.iter().enumerate().filter(|(body, _)| self.matters.is_free(*body)).all(|(body, phase)| {
            let scales = self.matters.scales(body, phase, self.length);
            (0..PHASE).all(|index| is_resolved(&self.states[body], index, scales[index] * tolerance))
        })
    }
}

impl Flight {
    /// The step from these phases; `None` if it has to be shorter.
    pub(crate) fn new(
        matters: &Matters<'_>,
        [start, length]: [f64; 2],
        phases: &[Phase],
        followed: &[Followed],
        tolerance: f64,
    ) -> Option<Self> {
        let mut step = Iterated {
            matters,
            start,
            length,
            states: phases.iter().map(|phase| [phase.to_array(); NODES]).collect(),
            rates: vec![[[0.0; PHASE]; NODES]; phases.len()],
            contacts: std::array::from_fn(|_| followed.to_vec()),
            traces: Vec::new(),
        };
        step.settle(phases, tolerance)?;
        step.is_resolved(phases, tolerance).then(|| {
            let phase = |nodes: &[[f64; PHASE]; NODES]| std::array::from_fn(|j| Phase::from_array(&nodes[j]));
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
    pub(crate) fn phases_at(&self, time: f64) -> Vec<Phase> {
        let share = ((time - self.start) / self.length).clamp(0.0, 1.0);
        let at = |nodes: &[Phase; NODES]| {
            let arrays = nodes.map(Phase::to_array);
            let all = std::array::from_fn(|index| {
                let values: Values = std::array::from_fn(|j| arrays[j][index]);
                if share == 1.0 { values[NODES - 1] } else { value(&coefficients(&values), share) }
            });
            let phase = Phase::from_array(&all);
            Phase { orientation: phase.orientation.normalize(), ..phase }
        };
        self.phases.iter().map(at).collect()
    }

    /// The followed contacts near an instant: those of the nearest node.
    pub(crate) fn followed_at(&self, time: f64) -> Vec<Followed> {
        let off = |j: &usize| (self.start + node(*j, self.length) - time).abs();
        let nearest = (0..NODES).min_by(|i, j| off(i).total_cmp(&off(j))).unwrap_or(0);
        self.followed.iter().map(|nodes| nodes[nearest].clone()).collect()
    }

    /// How a free body moves during the step, on a clock that shows 0 at its start.
    pub(crate) fn motion(&self, matters: &Matters<'_>, body: usize) -> Result<Motion, MotionError> {
        let Kind::Free { inertia, .. } = &matters.kinds[body] else {
            return Err(MotionError::Frames("a driven body keeps its own motion".into()));
        };
        let nodes = &self.phases[body];
        let origin = |phase: &Phase| phase.centre - phase.orientation.normalize() * inertia.centre();
        let origins = nodes.each_ref().map(origin);
        let turns: [[f64; 4]; NODES] = nodes.each_ref().map(|phase| phase.orientation.to_array());
        let rotation = |index: usize| self.series(&turns.map(|turn| turn[index]), 1.0);
        let rotation = [rotation(0)?, rotation(1)?, rotation(2)?, rotation(3)?];
        Ok(Motion::Chebyshev(ChebyshevMotion::new(rotation, self.path(&origins)?)?))
    }

    /// How a contact moves during the step, on the same clock: where the motion takes the origin.
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

    fn series(&self, values: &Values, scale: f64) -> Result<Chebyshev, MotionError> {
        series(values, self.length, scale).map_err(|error| MotionError::Frames(error.to_string()))
    }
}

/// Whether the last coefficients of a component are no larger than this.
fn is_resolved(nodes: &[[f64; PHASE]; NODES], index: usize, most: f64) -> bool {
    let values: Values = std::array::from_fn(|j| nodes[j][index]);
    let largest = values.iter().fold(0.0_f64, |largest, value| largest.max(value.abs()));
    let rounding = 16.0 * f64::EPSILON * largest;
    coefficients(&values)[NODES - 3..].iter().all(|coefficient| coefficient.abs() <= most.max(rounding))
}

impl Matters<'_> {
    /// What an error of each number of a phase is compared with: lengths with the body's size, velocities with what crosses it during the step.
    fn scales(&self, body: usize, phase: &Phase, length: f64) -> [f64; PHASE] {
        let size = self.size(body);
        let Kind::Free { inertia, .. } = &self.kinds[body] else { return [1.0; PHASE] };
        let fast = size / length + phase.velocity.length();
        let turning = inertia.mass() * size * size / length + phase.momentum.length();
        let mut scales = [1.0; PHASE];
        scales[0..3].fill(size);
        scales[7..10].fill(fast);
        scales[10..13].fill(turning);
        scales
    }
}
