//! How things move: where at an instant, where during a span, and how far at most.

mod linear;
mod vertexwise;

pub use linear::Linear;
pub use vertexwise::Vertexwise;

use crate::Pose;
use glam::DVec3;
use tangency_interval::{Interval, Vector3};

/// Where a body is at every instant. Time is counted from the start of the scene's span.
#[derive(Clone, Debug)]
pub enum Motion {
    /// It stays where it is.
    Still(Pose),
    /// It moves along a straight line without turning.
    Linear(Linear),
    /// Every vertex has its own positions at given times, with straight lines between.
    Vertexwise(Vertexwise),
}

/// The numbers do not make a motion.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum MotionError {
    /// A number is NaN or infinite.
    #[error("{what} {value} is not finite")]
    NotFinite {
        /// What the number is.
        what: &'static str,
        /// The value that was given.
        value: DVec3,
    },
    /// Key frames do not fit together.
    #[error("{0}")]
    Frames(String),
}

/// A body's placement at one instant.
#[derive(Clone, Debug)]
pub enum Placement {
    /// All points move together.
    Pose(Pose),
    /// Every vertex has its own place.
    Points(Vec<DVec3>),
}

impl Placement {
    /// Where vertex `index`, at `local` in the body's frame, is in the world.
    #[must_use]
    pub fn point(&self, index: usize, local: DVec3) -> DVec3 {
        match self {
            Self::Pose(pose) => pose.apply(local),
            Self::Points(points) => points[index],
        }
    }
}

/// A body's placement during a span of time, enclosed.
#[derive(Clone, Debug)]
pub enum Enclosure {
    /// All points move together: `p ↦ rotation · p + translation`.
    Pose {
        /// The rotation matrix.
        rotation: tangency_interval::Matrix<3, 3>,
        /// The translation.
        translation: Vector3,
    },
    /// Every vertex has its own place.
    Points(Vec<Vector3>),
}

impl Enclosure {
    /// Holds every place that vertex `index`, at `local` in the body's frame, takes during the span.
    #[must_use]
    pub fn point(&self, index: usize, local: DVec3) -> Vector3 {
        match self {
            Self::Pose { rotation, translation } => *rotation * Vector3::point(local.to_array()) + *translation,
            Self::Points(points) => points[index],
        }
    }
}

impl Motion {
    /// Where the body is at `time`.
    #[must_use]
    pub fn at(&self, time: f64) -> Placement {
        match self {
            Self::Still(pose) => Placement::Pose(*pose),
            Self::Linear(linear) => linear.at(time),
            Self::Vertexwise(vertexwise) => vertexwise.at(time),
        }
    }

    /// Encloses where the body is at every instant of `span`.
    #[must_use]
    pub fn during(&self, span: Interval) -> Enclosure {
        match self {
            Self::Still(pose) => linear::enclose(pose, DVec3::ZERO, span),
            Self::Linear(linear) => linear.during(span),
            Self::Vertexwise(vertexwise) => vertexwise.during(span),
        }
    }

    /// If every point moves along straight lines at constant speed between certain instants: those instants within
    /// `span`, its two ends included. `None` for motions that curve.
    #[must_use]
    pub fn straight_between(&self, span: Interval) -> Option<Vec<f64>> {
        match self {
            Self::Still(_) | Self::Linear(_) => Some(vec![span.lower(), span.upper()]),
            Self::Vertexwise(vertexwise) => Some(vertexwise.knots(span)),
        }
    }
}
