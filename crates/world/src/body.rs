//! The bodies of a world.

use crate::BodyForces;
use crate::checkpoint::RestartError;
use crate::tolerance::MOST_TURNS;
use glam::{DQuat, DVec3};
use std::sync::Arc;
use tangency_detect::{DetectError, Prepared};
use tangency_geometry::{Motion, MotionError, Pose, PoseError, Shape};
use tangency_respond::{Inertia, Material, MaterialError};

/// Whether forces move a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mobility {
    /// The body follows its given motion, whatever touches it. Without a motion it rests.
    Fixed,
    /// Forces move the body.
    Free(Inertia),
    /// A program moves the body while the world runs ([`Run::steer`](crate::Run::steer)). It rests until then.
    Steered {
        /// The greatest speed of any of its points, m/s.
        speed: f64,
    },
}

/// Position and velocity of a body: of the origin of its frame, in the world's axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyState {
    /// Position of the origin of its frame, m.
    pub position: DVec3,
    /// Orientation.
    pub orientation: DQuat,
    /// Velocity of the origin of its frame, m/s.
    pub velocity: DVec3,
    /// Angular velocity, rad/s.
    pub angular_velocity: DVec3,
}

impl Default for BodyState {
    fn default() -> Self {
        Self::at(DVec3::ZERO)
    }
}

impl BodyState {
    /// At rest at this position, with the identity orientation.
    #[must_use]
    pub fn at(position: DVec3) -> Self {
        Self { position, orientation: DQuat::IDENTITY, velocity: DVec3::ZERO, angular_velocity: DVec3::ZERO }
    }

    /// This state with another velocity.
    #[must_use]
    pub fn moving(self, velocity: DVec3) -> Self {
        Self { velocity, ..self }
    }

    /// This state with another angular velocity.
    #[must_use]
    pub fn turning(self, angular_velocity: DVec3) -> Self {
        Self { angular_velocity, ..self }
    }

    /// The pose.
    pub fn pose(&self) -> Result<Pose, PoseError> {
        Pose::new(self.orientation, self.position)
    }
}

/// A body of the world.
#[derive(Clone, Debug)]
pub struct WorldBody {
    /// Its name.
    pub name: String,
    /// Its prepared shape.
    pub prepared: Arc<Prepared>,
    /// Whether forces move it.
    pub matter: Mobility,
    /// Its state at the start. For a fixed body only the pose counts, and only if it has no motion.
    pub state: BodyState,
    /// The motion of a fixed body, on the world's clock; `None` for a free body.
    pub motion: Option<Motion>,
    /// Restitution and friction of its surface.
    pub material: Material,
    /// Forces on a free body besides gravity and contacts.
    pub forces: BodyForces,
}

impl WorldBody {
    /// A body moved by forces.
    #[must_use]
    pub fn free(name: &str, prepared: Arc<Prepared>, inertia: Inertia, state: BodyState) -> Self {
        let (name, matter) = (name.to_string(), Mobility::Free(inertia));
        let (material, forces) = Default::default();
        Self { name, prepared, matter, state, motion: None, material, forces }
    }

    /// A body that rests.
    #[must_use]
    pub fn fixed(name: &str, prepared: Arc<Prepared>, state: BodyState) -> Self {
        let name = name.to_string();
        let (material, forces) = Default::default();
        Self { name, prepared, matter: Mobility::Fixed, state, motion: None, material, forces }
    }

    /// A body that follows its motion, whatever touches it.
    #[must_use]
    pub fn driven(name: &str, prepared: Arc<Prepared>, motion: Motion) -> Self {
        Self { motion: Some(motion), ..Self::fixed(name, prepared, BodyState::default()) }
    }

    /// A body that a program moves while the world runs, none of its points faster than this speed, m/s
    /// ([`Run::steer`](crate::Run::steer)).
    #[must_use]
    pub fn steered(name: &str, prepared: Arc<Prepared>, state: BodyState, speed: f64) -> Self {
        Self { matter: Mobility::Steered { speed }, ..Self::fixed(name, prepared, state) }
    }

    /// This body with another material.
    #[must_use]
    pub fn of(self, material: Material) -> Self {
        Self { material, ..self }
    }

    /// This body under forces besides gravity and contacts.
    #[must_use]
    pub fn under(self, forces: BodyForces) -> Self {
        Self { forces, ..self }
    }
}

/// Bodies and gravity.
#[derive(Clone, Debug, Default)]
pub struct World {
    /// The bodies. Events refer to them by their index in this list.
    pub bodies: Vec<WorldBody>,
    /// The gravitational acceleration of all free bodies, m/s².
    pub gravity: DVec3,
}

/// Reason why a world cannot be run.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum WorldError {
    /// The pose of a body is invalid.
    #[error("body \"{body}\": {source}")]
    Pose {
        /// Name of the body.
        body: String,
        /// The cause.
        source: PoseError,
    },
    /// A body's velocity is not finite.
    #[error("body \"{body}\": velocity {velocity} or angular velocity {angular_velocity} is not finite")]
    Velocity {
        /// Name of the body.
        body: String,
        /// Its velocity.
        velocity: DVec3,
        /// Its angular velocity.
        angular_velocity: DVec3,
    },
    /// A body turns too often to be simulated over the whole time.
    #[error(
        "body \"{body}\": with an angular velocity of {angular_velocity} rad/s it turns {turns:.1e} times until the \
         end, more than the {MOST_TURNS:e} that can be simulated: shorten the time or slow it down"
    )]
    Turns {
        /// Name of the body.
        body: String,
        /// Its angular velocity.
        angular_velocity: DVec3,
        /// The number of turns.
        turns: f64,
    },
    /// The material of a body is invalid.
    #[error("body \"{body}\": {source}")]
    Material {
        /// Name of the body.
        body: String,
        /// The cause.
        source: MaterialError,
    },
    /// A body deforms.
    #[error("body \"{body}\" deforms: this solver moves rigid bodies")]
    Deforms {
        /// Name of the body.
        body: String,
    },
    /// A free body has a given motion.
    #[error("body \"{body}\" is free and has a motion: remove one of them")]
    FreeMotion {
        /// Name of the body.
        body: String,
    },
    /// The speed of a steered body is no positive finite number.
    #[error("body \"{body}\": it is steered with a speed of {speed} m/s: the speed must be positive and finite")]
    SteeredSpeed {
        /// Name of the body.
        body: String,
        /// The speed, m/s.
        speed: f64,
    },
    /// A steered body has a given motion.
    #[error("body \"{body}\" is steered and has a motion: remove one of them")]
    SteeredMotion {
        /// Name of the body.
        body: String,
    },
    /// A command for a body that is not steered.
    #[error("body \"{body}\" is not steered: make it with `WorldBody::steered`")]
    NotSteered {
        /// Name of the body.
        body: String,
    },
    /// A command for a run that has ended.
    #[error("body \"{body}\" cannot be steered: the run has ended at {time} s")]
    SteeredAfterEnd {
        /// Name of the body.
        body: String,
        /// The end, s.
        time: f64,
    },
    /// A steered body would have to arrive before it starts.
    #[error("body \"{body}\" should arrive at {arrives} s, but it is {now} s: it must be a finite instant after that")]
    SteeredLate {
        /// Name of the body.
        body: String,
        /// The instant of arrival, s.
        arrives: f64,
        /// The present instant, s.
        now: f64,
    },
    /// A steered body would have to be faster than it may be.
    #[error(
        "body \"{body}\": to arrive at {arrives} s, a point of it would need {speed} m/s, and it may have {limit} m/s: \
         it can arrive from {earliest} s on"
    )]
    SteeredFast {
        /// Name of the body.
        body: String,
        /// The speed that is needed, m/s.
        speed: f64,
        /// The speed that it may have, m/s.
        limit: f64,
        /// The instant of arrival, s.
        arrives: f64,
        /// When it can arrive, s.
        earliest: f64,
    },
    /// A body that forces do not move has some.
    #[error("body \"{body}\" is not free and has a thrust or air resistance: remove it, or let the body be free")]
    ForcedFixed {
        /// Name of the body.
        body: String,
    },
    /// A force on a body is invalid.
    #[error("body \"{body}\": {what} is {value}: it must be {expected}")]
    Force {
        /// Name of the body.
        body: String,
        /// Which number.
        what: &'static str,
        /// Its value.
        value: f64,
        /// The valid values.
        expected: &'static str,
    },
    /// The air changes the velocity of a body faster than the solver can follow.
    #[error(
        "body \"{body}\": at {time} s the forces change within {length} s, too fast to be followed: make its air \
         resistance smaller, or the body heavier"
    )]
    Stiff {
        /// Name of the body.
        body: String,
        /// The instant, s.
        time: f64,
        /// The shortest piece that was tried, s.
        length: f64,
    },
    /// An option has an invalid value.
    #[error("{name} is {value}: it must be {expected}")]
    Option {
        /// Name of the option.
        name: &'static str,
        /// Its value.
        value: f64,
        /// The valid values.
        expected: &'static str,
    },
    /// The bodies overlap at the start.
    #[error("\"{a}\" and \"{b}\" overlap at {time} s: bodies may touch at the start, but not overlap")]
    Overlap {
        /// First body.
        a: String,
        /// Second body.
        b: String,
        /// The instant, s.
        time: f64,
    },
    /// Bodies that touch differ too much in mass.
    #[error(
        "\"{a}\" of {} kg and \"{b}\" of {} kg touch at {time} s: with masses in a ratio of {ratio:.1e}, no digits of \
         the lighter body's velocity are left: let the heavy body be immovable, or make the light one heavier",
        masses[0], masses[1]
    )]
    MassRatio {
        /// First body.
        a: String,
        /// Second body.
        b: String,
        /// Their masses, kg.
        masses: [f64; 2],
        /// The greater mass over the smaller one.
        ratio: f64,
        /// The instant, s.
        time: f64,
    },
    /// The response to an impact cannot be computed.
    #[error("{bodies} touch at {time} s: {what}")]
    Response {
        /// The names of the bodies, in quotation marks.
        bodies: String,
        /// The instant, s.
        time: f64,
        /// What is wrong, with the value.
        what: String,
    },
    /// The detection failed.
    #[error("{}: {source}", asked(pair.as_ref()))]
    Detect {
        /// The bodies.
        pair: Option<[String; 2]>,
        /// The cause.
        source: DetectError,
    },
    /// A run cannot go on from a checkpoint, or a checkpoint cannot be taken.
    #[error(transparent)]
    Restart(#[from] RestartError),
    /// The result of the solver is not a valid motion.
    #[error("the result of the solver is not a motion: {0}")]
    Motion(#[from] MotionError),
}

/// The subject of a detection error: a pair of bodies, or the query.
fn asked(pair: Option<&[String; 2]>) -> String {
    match pair {
        Some([a, b]) => format!("\"{a}\" with \"{b}\""),
        None => "the query".to_string(),
    }
}

impl World {
    /// Checks gravity and all bodies.
    pub(crate) fn validate(&self) -> Result<(), WorldError> {
        if !self.gravity.is_finite() {
            return Err(WorldError::Option { name: "gravity", value: self.gravity.length(), expected: "finite" });
        }
        self.bodies.iter().try_for_each(WorldBody::validate)
    }
}

impl WorldBody {
    fn validate(&self) -> Result<(), WorldError> {
        let body = || self.name.clone();
        self.state.pose().map_err(|source| WorldError::Pose { body: body(), source })?;
        let BodyState { velocity, angular_velocity, .. } = self.state;
        if !(velocity.is_finite() && angular_velocity.is_finite()) {
            return Err(WorldError::Velocity { body: body(), velocity, angular_velocity });
        }
        self.material.validate().map_err(|source| WorldError::Material { body: body(), source })?;
        if matches!(self.matter, Mobility::Free(_)) && self.motion.is_some() {
            return Err(WorldError::FreeMotion { body: body() });
        }
        if let Mobility::Steered { speed } = self.matter {
            if !(speed > 0.0 && speed.is_finite()) {
                return Err(WorldError::SteeredSpeed { body: body(), speed });
            }
            if self.motion.is_some() {
                return Err(WorldError::SteeredMotion { body: body() });
            }
        }
        if !self.forces.is_none() && !matches!(self.matter, Mobility::Free(_)) {
            return Err(WorldError::ForcedFixed { body: body() });
        }
        self.forces.validate(self)?;
        let rigid =
            self.motion.as_ref().is_none_or(|motion| motion.rigid_pieces(tangency_interval::Interval::ZERO).is_some());
        if !rigid || self.deforms() {
            return Err(WorldError::Deforms { body: body() });
        }
        Ok(())
    }

    fn deforms(&self) -> bool {
        deforms(self.prepared.shape())
    }
}

fn deforms(shape: &Shape) -> bool {
    match shape {
        Shape::Parametric(brep) => brep.deforms(),
        Shape::Implicit(solid) => solid.deforms(),
        Shape::Compound(compound) => compound.parts().iter().any(|part| deforms(part.shape())),
        Shape::Polyhedron(_)
        | Shape::Mesh(_)
        | Shape::Convex(_)
        | Shape::Rounded(_)
        | Shape::HalfSpace(_)
        | Shape::HeightMap(_) => false,
    }
}
