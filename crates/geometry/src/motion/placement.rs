//! Where a body is at one instant.

use super::ExpressionPlacement;
use crate::Pose;
use glam::DVec3;

/// A body's placement at one instant.
#[derive(Clone, Debug)]
pub enum Placement {
    /// All points move together.
    Pose(Pose),
    /// Every vertex has its own place.
    Points(Vec<DVec3>),
    /// Every point is placed by formula.
    Expression(ExpressionPlacement),
}

impl Placement {
    /// Where vertex `index`, at `local` in the body's frame, is in the world.
    ///
    /// # Panics
    /// If every vertex has its own place and there is no vertex `index`.
    #[must_use]
    pub fn point(&self, index: usize, local: DVec3) -> DVec3 {
        match self {
            Self::Pose(pose) => pose.apply(local),
            Self::Points(points) => points[index],
            Self::Expression(expression) => expression.point(local),
        }
    }
}
