//! Enclosures of a body's position during a time interval.

use super::{ExpressionEnclosure, SpinningEnclosure, TurningEnclosure, VertexwiseEnclosure};
use crate::enclose;
use glam::DVec3;
use tangency_interval::{Interval, Matrix, Vector, Vector3};

/// Encloses a body's placement during a time interval.
#[derive(Clone, Debug)]
pub enum Enclosure {
    /// All points translate together; no rotation.
    Pose(PoseEnclosure),
    /// All points move rigidly and turn about an axis of fixed direction.
    Turning(Box<TurningEnclosure>),
    /// All points move rigidly, with enclosed velocity and angular velocity.
    Spinning(Box<SpinningEnclosure>),
    /// Every vertex moves independently.
    Vertexwise(VertexwiseEnclosure),
    /// A formula places every point.
    Expression(ExpressionEnclosure),
    /// Consecutive motions within the interval.
    Sequence(Vec<Enclosure>),
}

impl Enclosure {
    /// Holds every position of vertex `index`, at `local` in the body's frame, during the interval.
    ///
    /// # Panics
    /// If vertices move independently and there is no vertex `index`.
    #[must_use]
    pub fn point(&self, index: usize, local: DVec3) -> Vector3 {
        match self {
            Self::Pose(pose) => pose.point(local),
            Self::Turning(turning) => turning.point(local),
            Self::Spinning(spinning) => spinning.point(local),
            Self::Vertexwise(vertices) => vertices.point(index),
            Self::Expression(expression) => expression.point(enclose(local)),
            Self::Sequence(parts) => hull(parts.iter().map(|part| part.point(index, local))),
        }
    }

    /// The positions of all vertices, if they equal a key frame: at the instant of a frame, or as long as the
    /// vertices rest. Faster than asking for each vertex.
    #[must_use]
    pub fn frame(&self) -> Option<&[DVec3]> {
        match self {
            Self::Vertexwise(vertices) => vertices.frame(),
            Self::Pose(_) | Self::Turning(_) | Self::Spinning(_) | Self::Expression(_) | Self::Sequence(_) => None,
        }
    }

    /// Holds every velocity of vertex `index`, at `local` in the body's frame, during the interval. At a kink
    /// of the path it holds the velocities on both sides. Jumps between the segments of a piecewise motion have
    /// no velocity.
    ///
    /// # Panics
    /// If vertices move independently and there is no vertex `index`.
    #[must_use]
    pub fn velocity(&self, index: usize, local: DVec3) -> Vector3 {
        match self {
            Self::Pose(pose) => pose.velocity,
            Self::Turning(turning) => turning.velocity(local),
            Self::Spinning(spinning) => spinning.velocity(local),
            Self::Vertexwise(vertices) => vertices.velocity(index),
            Self::Expression(expression) => expression.velocity(enclose(local)),
            Self::Sequence(parts) => hull(parts.iter().map(|part| part.velocity(index, local))),
        }
    }

    /// Holds every position, during the interval, of all points at most `reach` from the body's origin. If
    /// vertices move independently, it holds all vertices.
    #[must_use]
    pub fn region(&self, reach: f64) -> Vector3 {
        match self {
            Self::Pose(pose) => ball(pose.translation, reach),
            Self::Turning(turning) => ball(turning.point(DVec3::ZERO), reach),
            Self::Spinning(spinning) => ball(spinning.point(DVec3::ZERO), reach),
            Self::Expression(expression) => expression.point(Vector([Interval::between(-reach, reach); 3])),
            Self::Vertexwise(vertices) => hull((0..vertices.vertex_count()).map(|vertex| vertices.point(vertex))),
            Self::Sequence(parts) => hull(parts.iter().map(|part| part.region(reach))),
        }
    }

    /// For one smooth rigid motion: encloses rotation matrix and translation during the interval, entry by
    /// entry.
    #[must_use]
    pub fn rigid(&self) -> Option<(Matrix<3, 3>, Vector3)> {
        match self {
            Self::Pose(pose) => Some((pose.rotation, pose.translation)),
            Self::Turning(turning) => Some(turning.rigid()),
            Self::Spinning(spinning) => Some(spinning.rigid()),
            Self::Vertexwise(_) | Self::Expression(_) | Self::Sequence(_) => None,
        }
    }

    /// For rigid motions: encloses rotation, translation and their time derivatives during the interval. At a
    /// kink it holds the rates on both sides.
    #[must_use]
    pub fn moving_pose(&self) -> Option<MovingPose> {
        match self {
            Self::Pose(pose) => Some(MovingPose {
                rotation: pose.rotation,
                translation: pose.translation,
                rotation_rate: Matrix::ZERO,
                translation_rate: pose.velocity,
            }),
            Self::Turning(turning) => Some(turning.moving_pose()),
            Self::Spinning(spinning) => Some(spinning.moving_pose()),
            Self::Sequence(parts) => parts.iter().map(Self::moving_pose).reduce(|a, b| Some(a?.hull(&b?)))?,
            Self::Vertexwise(_) | Self::Expression(_) => None,
        }
    }

    /// Upper bound on the distance between the positions of a point in `self` and in `other`, for all points at
    /// most `reach` from the body's origin.
    pub(super) fn farthest_from(&self, other: &Self, reach: f64) -> f64 {
        if let Self::Sequence(parts) = self {
            return parts.iter().map(|part| part.farthest_from(other, reach)).fold(0.0, f64::max);
        }
        if let Self::Sequence(parts) = other {
            return parts.iter().map(|part| self.farthest_from(part, reach)).fold(0.0, f64::max);
        }
        if let (Some((rotation, translation)), Some((other_rotation, other_translation))) =
            (self.rigid(), other.rigid())
        {
            let turned =
                (0..3).fold(Interval::ZERO, |sum, row| sum + (rotation.0[row] - other_rotation.0[row]).length_sq());
            return ((translation - other_translation).length() + turned.sqrt() * Interval::from(reach)).upper();
        }
        if let (Self::Vertexwise(here), Self::Vertexwise(there)) = (self, other) {
            let distance = |vertex: usize| (here.point(vertex) - there.point(vertex)).length().upper();
            return (0..here.vertex_count()).map(distance).fold(0.0, f64::max);
        }
        (self.region(reach) - other.region(reach)).length().upper()
    }
}

/// The box around all balls of this radius with their centres in the given box.
fn ball(centres: Vector3, radius: f64) -> Vector3 {
    Vector(centres.0.map(|centre| centre + Interval::between(-radius, radius)))
}

/// The smallest box around all boxes.
pub(super) fn hull(boxes: impl Iterator<Item = Vector3>) -> Vector3 {
    boxes.fold(Vector([Interval::EMPTY; 3]), Vector3::hull)
}

/// Encloses a rigid placement `p ↦ rotation · p + translation` during a time interval, and its time derivative.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MovingPose {
    /// All rotation matrices during the interval, entry by entry.
    pub rotation: Matrix<3, 3>,
    /// All translations during the interval.
    pub translation: Vector3,
    /// The time derivative of the rotation matrix, entry by entry, per second.
    pub rotation_rate: Matrix<3, 3>,
    /// The velocity of the body's origin, in metres per second.
    pub translation_rate: Vector3,
}

impl MovingPose {
    /// Holds the positions of all points of the box.
    #[must_use]
    pub fn point(&self, local: Vector3) -> Vector3 {
        self.rotation * local + self.translation
    }

    /// Holds the velocities of all points of the box; the points are fixed in the body.
    #[must_use]
    pub fn velocity(&self, local: Vector3) -> Vector3 {
        self.rotation_rate * local + self.translation_rate
    }

    /// The smallest enclosure that holds both.
    fn hull(&self, other: &Self) -> Self {
        Self {
            rotation: self.rotation.hull(other.rotation),
            translation: self.translation.hull(other.translation),
            rotation_rate: self.rotation_rate.hull(other.rotation_rate),
            translation_rate: self.translation_rate.hull(other.translation_rate),
        }
    }

    /// Builds the enclosure from the columns of the rotation matrix and their time derivatives.
    pub(super) fn of_columns(
        columns: [(Vector3, Vector3); 3],
        translation: Vector3,
        translation_rate: Vector3,
    ) -> Self {
        let unit = Interval::between(-1.0, 1.0);
        let (entries, rates) = (columns.map(|(column, _)| column), columns.map(|(_, rate)| rate));
        let rotation = Matrix(entries.map(|column| Vector(column.0.map(|entry| entry.intersection(unit))))).transpose();
        Self { rotation, translation, rotation_rate: Matrix(rates).transpose(), translation_rate }
    }
}

/// Encloses a rigid placement that may translate but does not turn: `p ↦ rotation · p + translation`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PoseEnclosure {
    /// The rotation matrix, constant during the interval.
    pub rotation: Matrix<3, 3>,
    /// All translations during the interval.
    pub translation: Vector3,
    /// All velocities during the interval.
    pub velocity: Vector3,
}

impl PoseEnclosure {
    /// A placement at rest.
    pub(crate) fn still(rotation: Matrix<3, 3>, translation: Vector3) -> Self {
        Self { rotation, translation, velocity: Vector3::ZERO }
    }

    /// Holds every position of the point `local` during the interval.
    #[must_use]
    pub fn point(&self, local: DVec3) -> Vector3 {
        self.rotation * enclose(local) + self.translation
    }
}
