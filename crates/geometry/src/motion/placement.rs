//! The placement of a body at one instant.

use super::ExpressionPlacement;
use crate::Pose;
use glam::DVec3;

/// A body's placement at one instant.
#[derive(Clone, Debug)]
pub enum Placement {
    /// All points move rigidly.
    Pose(Pose),
    /// Every vertex has its own position.
    Points(Vec<DVec3>),
    /// A formula places every point.
    Expression(ExpressionPlacement),
}

impl Placement {
    /// World coordinates of vertex `index`, at `local` in the body's frame.
    ///
    /// # Panics
    /// If vertices have their own positions and there is no vertex `index`.
    #[must_use]
    pub fn point(&self, index: usize, local: DVec3) -> DVec3 {
        match self {
            Self::Pose(pose) => pose.apply(local),
            Self::Points(points) => points[index],
            Self::Expression(expression) => expression.point(local),
        }
    }
}
