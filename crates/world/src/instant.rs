//! All bodies at one instant: positions, velocities, and accelerations without contacts.

use crate::tolerance::DIFFERENCE_STEP;
use crate::{BodyState, Mobility, World, WorldBody, WorldError};
use glam::{DMat3, DQuat, DVec3};
use std::sync::Arc;
use tangency_detect::Moving;
use tangency_geometry::{Motion, MovingPose};
use tangency_interval::Interval;
use tangency_respond::{Inertia, Rate, ResponseBody};

/// The unknowns of a free body: centre of mass, orientation, velocity of the centre, angular momentum.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct BodyPhase {
    pub(crate) centre: DVec3,
    pub(crate) orientation: DQuat,
    pub(crate) velocity: DVec3,
    pub(crate) momentum: DVec3,
}

/// Number of scalars of a phase.
pub(crate) const PHASE_SIZE: usize = 13;

impl BodyPhase {
    pub(crate) fn to_array(self) -> [f64; PHASE_SIZE] {
        let mut all = [0.0; PHASE_SIZE];
        all[0..3].copy_from_slice(&self.centre.to_array());
        all[3..7].copy_from_slice(&self.orientation.to_array());
        all[7..10].copy_from_slice(&self.velocity.to_array());
        all[10..13].copy_from_slice(&self.momentum.to_array());
        all
    }

    pub(crate) fn from_array(all: &[f64; PHASE_SIZE]) -> Self {
        Self {
            centre: DVec3::from_slice(&all[0..3]),
            orientation: DQuat::from_slice(&all[3..7]),
            velocity: DVec3::from_slice(&all[7..10]),
            momentum: DVec3::from_slice(&all[10..13]),
        }
    }

    fn rotation(&self) -> DMat3 {
        DMat3::from_quat(self.orientation.normalize())
    }
}

/// A body as the solver sees it.
pub(crate) enum BodyDynamics {
    Free { inertia: Inertia, inverse: DMat3 },
    Driven(Box<Motion>),
}

/// What is known of the outline of a body. Contacts at edges and vertices are followed where the detailed phase can
/// prove that nothing else touches ([`crate::pressed`], [`crate::alone`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outline {
    /// A half-space at rest.
    Plane,
    /// A convex polyhedron.
    Hull,
    /// Triangles.
    Facets,
    /// A ball.
    Ball,
    /// Within a ball that touches it anywhere.
    Round,
    Other,
}

/// The bodies of a world, prepared for the solver.
#[derive(Clone)]
pub(crate) struct PreparedBodies<'world> {
    pub(crate) all: Vec<&'world WorldBody>,
    pub(crate) kinds: Vec<Arc<BodyDynamics>>,
    /// Whose edges and vertices are followed.
    pub(crate) outlines: Vec<Outline>,
    pub(crate) gravity: DVec3,
    /// Seconds. The thrusts that act are those of this instant.
    pub(crate) as_of: f64,
}

/// All bodies at one instant.
#[derive(Clone, Debug)]
pub(crate) struct WorldInstant {
    pub(crate) movers: Vec<ResponseBody>,
    pub(crate) rates: Vec<Rate>,
    /// Accelerations without contacts.
    pub(crate) free: Vec<Rate>,
    pub(crate) rotations: Vec<DMat3>,
    /// Positions of the origins of the bodies' frames.
    pub(crate) origins: Vec<DVec3>,
}

impl<'world> PreparedBodies<'world> {
    pub(crate) fn new(world: &'world World) -> Result<Self, WorldError> {
        let kind = |body: &WorldBody| -> Result<BodyDynamics, WorldError> {
            Ok(match (&body.matter, &body.motion) {
                (Mobility::Free(inertia), _) => {
                    BodyDynamics::Free { inertia: *inertia, inverse: inertia.tensor().inverse() }
                }
                (Mobility::Fixed, Some(motion)) => BodyDynamics::Driven(Box::new(motion.clone())),
                (Mobility::Fixed, None) | (Mobility::Steered { .. }, _) => {
                    let pose = body.state.pose();
                    let pose = pose.map_err(|source| WorldError::Pose { body: body.name.clone(), source })?;
                    BodyDynamics::Driven(Box::new(Motion::Still(pose)))
                }
            })
        };
        let kinds = world.bodies.iter().map(|body| kind(body).map(Arc::new)).collect::<Result<_, _>>()?;
        let outlines = vec![Outline::Other; world.bodies.len()];
        let all = world.bodies.iter().collect();
        Ok(Self { all, kinds, outlines, gravity: world.gravity, as_of: f64::NEG_INFINITY })
    }

    /// Some of the bodies, in this order.
    pub(crate) fn only(&self, bodies: &[usize]) -> Self {
        Self {
            all: bodies.iter().map(|&body| self.all[body]).collect(),
            kinds: bodies.iter().map(|&body| Arc::clone(&self.kinds[body])).collect(),
            outlines: bodies.iter().map(|&body| self.outlines[body]).collect(),
            gravity: self.gravity,
            as_of: self.as_of,
        }
    }

    /// Whether contacts of two bodies at edges and vertices are followed.
    pub(crate) fn follows_sharp(&self, pair: [usize; 2]) -> bool {
        use Outline::{Ball, Facets, Hull, Plane, Round};
        matches!(
            pair.map(|body| self.outlines[body]),
            [Plane, Hull | Facets] | [Hull | Facets, Plane] | [Hull, Hull | Ball | Round] | [Ball | Round, Hull]
        )
    }

    pub(crate) fn is_free(&self, body: usize) -> bool {
        matches!(*self.kinds[body], BodyDynamics::Free { .. })
    }

    /// These bodies while the thrusts of an instant act.
    pub(crate) fn at_instant(self, time: f64) -> Self {
        Self { as_of: time, ..self }
    }

    /// A characteristic length of a body: its radius of gyration, m. Infinite for a driven body, because every
    /// followed contact has a free body.
    pub(crate) fn size(&self, body: usize) -> f64 {
        match &*self.kinds[body] {
            BodyDynamics::Free { inertia, .. } => {
                let tensor = inertia.tensor();
                ((tensor.x_axis.x + tensor.y_axis.y + tensor.z_axis.z) / (2.0 * inertia.mass())).sqrt()
            }
            BodyDynamics::Driven(_) => f64::INFINITY,
        }
    }

    /// The phases at the start. Those of driven bodies are meaningless.
    pub(crate) fn phases(&self) -> Vec<BodyPhase> {
        let phase = |(body, kind): (&&WorldBody, &Arc<BodyDynamics>)| {
            let BodyState { position, orientation, velocity, angular_velocity } = body.state;
            let orientation = orientation.normalize();
            let BodyDynamics::Free { inertia, .. } = &**kind else {
                return BodyPhase { centre: position, orientation, velocity: DVec3::ZERO, momentum: DVec3::ZERO };
            };
            let rotation = DMat3::from_quat(orientation);
            let arm = rotation * inertia.centre();
            BodyPhase {
                centre: position + arm,
                orientation,
                velocity: velocity + angular_velocity.cross(arm),
                momentum: rotation * (inertia.tensor() * (rotation.transpose() * angular_velocity)),
            }
        };
        self.all.iter().zip(&self.kinds).map(phase).collect()
    }

    /// All bodies at an instant of the world's clock.
    pub(crate) fn instant(&self, time: f64, phases: &[BodyPhase]) -> WorldInstant {
        let count = phases.len();
        let mut all = WorldInstant {
            movers: Vec::with_capacity(count),
            rates: Vec::with_capacity(count),
            free: Vec::with_capacity(count),
            rotations: Vec::with_capacity(count),
            origins: Vec::with_capacity(count),
        };
        for (body, (kind, phase)) in self.kinds.iter().zip(phases).enumerate() {
            match &**kind {
                BodyDynamics::Free { inertia, inverse } => {
                    let field = self.field(body, self.as_of);
                    let pull =
                        field.map_or(self.gravity, |field| field.acceleration(phase.orientation, phase.velocity));
                    all.add_free(inertia, inverse, phase, pull);
                }
                BodyDynamics::Driven(motion) => all.add_driven(motion, time),
            }
        }
        all
    }

    /// The phases with other velocities.
    pub(crate) fn with_rates(&self, phases: &[BodyPhase], rates: &[Rate]) -> Vec<BodyPhase> {
        let with = |((kind, phase), rate): ((&Arc<BodyDynamics>, &BodyPhase), &Rate)| match &**kind {
            BodyDynamics::Free { inertia, .. } => {
                let rotation = phase.rotation();
                let momentum = rotation * (inertia.tensor() * (rotation.transpose() * rate.angular));
                BodyPhase { velocity: rate.linear, momentum, ..*phase }
            }
            BodyDynamics::Driven(_) => *phase,
        };
        self.kinds.iter().zip(phases).zip(rates).map(with).collect()
    }

    /// The phases after small displacements and rotations.
    pub(crate) fn displaced(&self, phases: &[BodyPhase], moves: &[Rate]) -> Vec<BodyPhase> {
        let moved = |((kind, phase), by): ((&Arc<BodyDynamics>, &BodyPhase), &Rate)| match &**kind {
            BodyDynamics::Free { .. } => {
                let turn = DQuat::from_scaled_axis(by.angular);
                let momentum = turn * phase.momentum;
                let orientation = (turn * phase.orientation).normalize();
                BodyPhase { centre: phase.centre + by.linear, orientation, momentum, ..*phase }
            }
            BodyDynamics::Driven(_) => *phase,
        };
        self.kinds.iter().zip(phases).zip(moves).map(moved).collect()
    }

    /// The states of all bodies.
    pub(crate) fn states(&self, time: f64, phases: &[BodyPhase]) -> Vec<BodyState> {
        let instant = self.instant(time, phases);
        (0..phases.len())
            .map(|body| BodyState {
                position: instant.origins[body],
                orientation: DQuat::from_mat3(&instant.rotations[body]).normalize(),
                velocity: instant.movers[body].rate_at(instant.rates[body], instant.origins[body]),
                angular_velocity: instant.rates[body].angular,
            })
            .collect()
    }

    /// A body with a motion, for the detection.
    pub(crate) fn moving(&self, body: usize, motion: Motion) -> Result<Moving, WorldError> {
        let name = || [self.all[body].name.clone(), self.all[body].name.clone()];
        Moving::of(self.all[body].prepared.clone(), motion)
            .map_err(|source| WorldError::Detect { pair: Some(name()), source })
    }
}

impl WorldInstant {
    fn add_free(&mut self, inertia: &Inertia, inverse: &DMat3, phase: &BodyPhase, pull: DVec3) {
        let rotation = phase.rotation();
        let inverse_inertia = rotation * *inverse * rotation.transpose();
        let angular = inverse_inertia * phase.momentum;
        self.movers.push(ResponseBody { inverse_mass: 1.0 / inertia.mass(), inverse_inertia, centre: phase.centre });
        self.rates.push(Rate { linear: phase.velocity, angular });
        // Euler's equations, in the world's axes.
        self.free.push(Rate { linear: pull, angular: inverse_inertia * phase.momentum.cross(angular) });
        self.rotations.push(rotation);
        self.origins.push(phase.centre - rotation * inertia.centre());
    }

    fn add_driven(&mut self, motion: &Motion, time: f64) {
        let (rotation, origin, rate) = driven(motion, time);
        let free = if matches!(motion, Motion::Still(_) | Motion::Linear(_)) {
            Rate::default()
        } else {
            let [(_, _, before), (_, _, after)] =
                [-DIFFERENCE_STEP, DIFFERENCE_STEP].map(|off| driven(motion, time + off));
            let slope = |before: DVec3, after: DVec3| (after - before) / (2.0 * DIFFERENCE_STEP);
            Rate { linear: slope(before.linear, after.linear), angular: slope(before.angular, after.angular) }
        };
        self.movers.push(ResponseBody::fixed(origin));
        self.rates.push(rate);
        self.free.push(free);
        self.rotations.push(rotation);
        self.origins.push(origin);
    }

    /// The velocity of `b` relative to `a` at a point.
    pub(crate) fn slip(&self, a: usize, b: usize, point: DVec3) -> DVec3 {
        self.movers[b].rate_at(self.rates[b], point) - self.movers[a].rate_at(self.rates[a], point)
    }
}

/// Rotation, origin and velocities of a driven body.
fn driven(motion: &Motion, time: f64) -> (DMat3, DVec3, Rate) {
    let matrix = |rows: [[f64; 3]; 3]| DMat3::from_cols_array_2d(&rows).transpose();
    let pose: Option<MovingPose> = motion.during(Interval::from(time)).moving_pose();
    let Some(pose) = pose else { return (DMat3::IDENTITY, DVec3::ZERO, Rate::default()) };
    let rotation = matrix(pose.rotation.mid());
    let turning = matrix(pose.rotation_rate.mid()) * rotation.transpose();
    let angular = 0.5
        * DVec3::new(
            turning.y_axis.z - turning.z_axis.y,
            turning.z_axis.x - turning.x_axis.z,
            turning.x_axis.y - turning.y_axis.x,
        );
    let linear = DVec3::from_array(pose.translation_rate.mid());
    (rotation, DVec3::from_array(pose.translation.mid()), Rate { linear, angular })
}
