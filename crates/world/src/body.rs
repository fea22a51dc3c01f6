//! What a world consists of.

use glam::{DQuat, DVec3};
use std::sync::Arc;
use tangency_detect::{DetectError, Prepared};
use tangency_geometry::{Motion, MotionError, Pose, PoseError};
use tangency_respond::{Inertia, Material, MaterialError};

/// Whether forces move a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Matter {
    /// It keeps its motion, whatever touches it; still if it has none.
    Fixed,
    /// It moves as forces have it.
    Free(Inertia),
}

/// Where a body is and how it moves: of the origin of its frame, in the world's axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct State {
    /// Where the origin of its frame is, metres.
    pub position: DVec3,
    /// How it is turned.
    pub orientation: DQuat,
    /// How fast the origin of its frame moves, m/s.
    pub velocity: DVec3,
    /// How fast it turns, rad/s.
    pub angular_velocity: DVec3,
}

impl Default for State {
    fn default() -> Self {
        Self::at(DVec3::ZERO)
    }
}

impl State {
    /// At rest, not turned.
    #[must_use]
    pub fn at(position: DVec3) -> Self {
        Self { position, orientation: DQuat::IDENTITY, velocity: DVec3::ZERO, angular_velocity: DVec3::ZERO }
    }

    /// The same with this velocity.
    #[must_use]
    pub fn moving(self, velocity: DVec3) -> Self {
        Self { velocity, ..self }
    }

    /// The same with this angular velocity.
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
pub struct Body {
    /// What it is called.
    pub name: String,
    /// Its shape, prepared.
    pub prepared: Arc<Prepared>,
    /// Whether forces move it.
    pub matter: Matter,
    /// Where it is at the start. Of a fixed body the pose alone counts, if it has no motion.
    pub state: State,
    /// How a fixed body moves, on the world's clock; a free one has none.
    pub motion: Option<Motion>,
    /// What its surface does when it touches.
    pub material: Material,
}

impl Body {
    /// A body that forces move.
    #[must_use]
    pub fn free(name: &str, prepared: Arc<Prepared>, inertia: Inertia, state: State) -> Self {
        let (name, matter) = (name.to_string(), Matter::Free(inertia));
        Self { name, prepared, matter, state, motion: None, material: Material::default() }
    }

    /// A body that stays where it is.
    #[must_use]
    pub fn fixed(name: &str, prepared: Arc<Prepared>, state: State) -> Self {
        let name = name.to_string();
        Self { name, prepared, matter: Matter::Fixed, state, motion: None, material: Material::default() }
    }

    /// A body that keeps its motion, whatever touches it.
    #[must_use]
    pub fn driven(name: &str, prepared: Arc<Prepared>, motion: Motion) -> Self {
        Self { motion: Some(motion), ..Self::fixed(name, prepared, State::default()) }
    }

    /// The same body of another material.
    #[must_use]
    pub fn of(self, material: Material) -> Self {
        Self { material, ..self }
    }
}

/// Bodies and what pulls them.
#[derive(Clone, Debug, Default)]
pub struct World {
    /// The bodies; events name them by their place in this list.
    pub bodies: Vec<Body>,
    /// The acceleration of all that is free, m/s².
    pub gravity: DVec3,
}

/// Why a world cannot be run.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum WorldError {
    /// A body's pose is none.
    #[error("body \"{body}\": {source}")]
    Pose {
        /// Its name.
        body: String,
        /// What is wrong.
        source: PoseError,
    },
    /// A body's velocity is not finite.
    #[error("body \"{body}\": velocity {velocity} or angular velocity {angular_velocity} is not finite")]
    Velocity {
        /// Its name.
        body: String,
        /// Its velocity.
        velocity: DVec3,
        /// Its angular velocity.
        angular_velocity: DVec3,
    },
    /// A body's material is none.
    #[error("body \"{body}\": {source}")]
    Material {
        /// Its name.
        body: String,
        /// What is wrong.
        source: MaterialError,
    },
    /// A body changes its form.
    #[error("body \"{body}\" deforms: this solver moves rigid bodies")]
    Deforms {
        /// Its name.
        body: String,
    },
    /// A free body has a motion of its own.
    #[error("body \"{body}\" is free and has a motion: leave out the one or the other")]
    FreeMotion {
        /// Its name.
        body: String,
    },
    /// A number of the options is none that can be used.
    #[error("{name} is {value}: it must be {expected}")]
    Option {
        /// Which.
        name: &'static str,
        /// Its value.
        value: f64,
        /// What is asked of it.
        expected: &'static str,
    },
    /// The bodies overlap at the start.
    #[error("\"{a}\" and \"{b}\" overlap at {time} s: bodies may touch at the start, but not overlap")]
    Overlap {
        /// First body.
        a: String,
        /// Second body.
        b: String,
        /// When.
        time: f64,
    },
    /// The detection has no answer.
    #[error("{}: {source}", match pair { Some([a, b]) => format!("\"{a}\" with \"{b}\""), None => "the query".to_string() })]
    Detect {
        /// The bodies.
        pair: Option<[String; 2]>,
        /// What is wrong.
        source: DetectError,
    },
    /// A motion cannot be made of what the solver delivers.
    #[error("the solver delivered no motion: {0}")]
    Motion(#[from] MotionError),
}

impl World {
    /// Refuses what means nothing.
    pub(crate) fn validate(&self) -> Result<(), WorldError> {
        if !self.gravity.is_finite() {
            return Err(WorldError::Option { name: "gravity", value: self.gravity.length(), expected: "finite" });
        }
        self.bodies.iter().try_for_each(Body::validate)
    }
}

impl Body {
    fn validate(&self) -> Result<(), WorldError> {
        let body = || self.name.clone();
        self.state.pose().map_err(|source| WorldError::Pose { body: body(), source })?;
        let State { velocity, angular_velocity, .. } = self.state;
        if !(velocity.is_finite() && angular_velocity.is_finite()) {
            return Err(WorldError::Velocity { body: body(), velocity, angular_velocity });
        }
        self.material.validate().map_err(|source| WorldError::Material { body: body(), source })?;
        if matches!(self.matter, Matter::Free(_)) && self.motion.is_some() {
            return Err(WorldError::FreeMotion { body: body() });
        }
        let rigid =
            self.motion.as_ref().is_none_or(|motion| motion.rigid_pieces(tangency_interval::Interval::ZERO).is_some());
        if !rigid || self.deforms() {
            return Err(WorldError::Deforms { body: body() });
        }
        Ok(())
    }

    fn deforms(&self) -> bool {
        use tangency_geometry::Shape;
        match self.prepared.shape() {
            Shape::Parametric(brep) => brep.deforms(),
            Shape::Implicit(solid) => solid.deforms(),
            Shape::Polyhedron(_) | Shape::Mesh(_) => false,
        }
    }
}
