//! Where a body is during a span of time, enclosed.

use super::{ExpressionEnclosure, SpinningEnclosure, TurningEnclosure, VertexwiseEnclosure};
use crate::enclose;
use glam::DVec3;
use tangency_interval::{Interval, Matrix, Vector, Vector3};

/// A body's placement during a span of time, enclosed.
#[derive(Clone, Debug)]
pub enum Enclosure {
    /// All points move together without turning.
    Pose(PoseEnclosure),
    /// All points move together and turn about an axis of fixed direction.
    Turning(Box<TurningEnclosure>),
    /// All points move together and turn, within known rates.
    Spinning(Box<SpinningEnclosure>),
    /// Every vertex has its own place.
    Vertexwise(VertexwiseEnclosure),
    /// Every point is placed by formula.
    Expression(ExpressionEnclosure),
    /// One after another, all within the span.
    Sequence(Vec<Enclosure>),
}

impl Enclosure {
    /// Holds every place that vertex `index`, at `local` in the body's frame, takes during the span.
    ///
    /// # Panics
    /// If every vertex has its own place and there is no vertex `index`.
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

    /// Where all vertices are, if that is a given frame: during one instant of a motion by frames, at one of them, or as long as
    /// the vertices rest. Quicker than to ask for them one by one.
    #[must_use]
    pub fn frame(&self) -> Option<&[DVec3]> {
        match self {
            Self::Vertexwise(vertices) => vertices.frame(),
            Self::Pose(_) | Self::Turning(_) | Self::Spinning(_) | Self::Expression(_) | Self::Sequence(_) => None,
        }
    }

    /// Holds every velocity that vertex `index`, at `local` in the body's frame, has during the span; where the path has
    /// a corner, those on both sides of it. Jumps between the segments of a piecewise motion have no velocity.
    ///
    /// # Panics
    /// If every vertex has its own place and there is no vertex `index`.
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

    /// Holds every place, during the span, of all points at most `reach` from the body's origin (of all vertices, if each
    /// has its own place).
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

    /// If all points move together along one smooth motion: rotation and translation during the span, entry by entry.
    #[must_use]
    pub fn rigid(&self) -> Option<(Matrix<3, 3>, Vector3)> {
        match self {
            Self::Pose(pose) => Some((pose.rotation, pose.translation)),
            Self::Turning(turning) => Some(turning.rigid()),
            Self::Spinning(spinning) => Some(spinning.rigid()),
            Self::Vertexwise(_) | Self::Expression(_) | Self::Sequence(_) => None,
        }
    }

    /// If all points move together: rotation, translation and how they change during the span; where the motion has a corner,
    /// the rates on both sides of it.
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

    /// Upper bound on the distance of a point's place here from its place there, for all points at most `reach` from the
    /// body's origin.
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

/// The box around all balls of this radius with their centres in the box.
fn ball(centres: Vector3, radius: f64) -> Vector3 {
    Vector(centres.0.map(|centre| centre + Interval::between(-radius, radius)))
}

/// The smallest box around all of them.
pub(super) fn hull(boxes: impl Iterator<Item = Vector3>) -> Vector3 {
    boxes.fold(Vector([Interval::EMPTY; 3]), Vector3::hull)
}

/// A rigid placement `p ↦ rotation · p + translation` during a span, and how it changes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MovingPose {
    /// All rotation matrices during the span, entry by entry.
    pub rotation: Matrix<3, 3>,
    /// All translations.
    pub translation: Vector3,
    /// The derivative of the rotation matrix by time, entry by entry.
    pub rotation_rate: Matrix<3, 3>,
    /// The velocity of the body's origin.
    pub translation_rate: Vector3,
}

impl MovingPose {
    /// Holds the places of all points of the box.
    #[must_use]
    pub fn point(&self, local: Vector3) -> Vector3 {
        self.rotation * local + self.translation
    }

    /// Holds the velocities of all points of the box, which are at rest in the body.
    #[must_use]
    pub fn velocity(&self, local: Vector3) -> Vector3 {
        self.rotation_rate * local + self.translation_rate
    }

    /// The smallest that holds both.
    fn hull(&self, other: &Self) -> Self {
        Self {
            rotation: self.rotation.hull(other.rotation),
            translation: self.translation.hull(other.translation),
            rotation_rate: self.rotation_rate.hull(other.rotation_rate),
            translation_rate: self.translation_rate.hull(other.translation_rate),
        }
    }

    /// From the columns of the rotation and their rates.
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

/// A rigid placement that may move but does not turn: `p ↦ rotation · p + translation`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PoseEnclosure {
    /// The rotation matrix, one and the same during the whole span.
    pub rotation: Matrix<3, 3>,
    /// All translations during the span.
    pub translation: Vector3,
    /// All velocities during the span.
    pub velocity: Vector3,
}

impl PoseEnclosure {
    /// A placement at rest.
    pub(crate) fn still(rotation: Matrix<3, 3>, translation: Vector3) -> Self {
        Self { rotation, translation, velocity: Vector3::ZERO }
    }

    /// Holds every place that the point `local` takes during the span.
    #[must_use]
    pub fn point(&self, local: DVec3) -> Vector3 {
        self.rotation * enclose(local) + self.translation
    }
}
