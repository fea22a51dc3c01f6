//! A pair of bodies that is asked again and again.

use super::answer::{ClosestApproach, PairDepth, PairDistance};
use super::approach::approach_with;
use super::depth::depth_with;
use super::instant::{PairMemory, distance_with};
use super::overlap::{PairOverlap, overlap_with};
use crate::{DetectError, Moving, Query};
use tangency_geometry::Motion;

/// Two bodies, and what the last answer about them leaves for the next. If little moved in between, the next answer
/// costs less. It does not depend on the earlier ones, up to the width of its enclosures.
///
/// ```
/// use glam::DVec3;
/// use tangency_detect::{MeasuredPair, Moving, Query};
/// use tangency_geometry::{Linear, Motion, Pose, Shape, primitive};
///
/// let ring = Shape::Polyhedron(primitive::torus(1.0, 0.3, 60, 24)?);
/// let a = Moving::new(ring.clone(), Motion::Still(Pose::IDENTITY))?;
/// let fall = Linear::new(Pose::translated(DVec3::new(0.5, 0.0, 2.0))?, DVec3::new(0.0, 0.0, -0.5))?;
/// let b = Moving::new(ring, Motion::Linear(fall))?;
///
/// let mut pair = MeasuredPair::new(a, b);
/// let first = pair.distance(0.0, &Query::default())?;
/// let second = pair.distance(0.01, &Query::default())?;
/// assert!(second.distance.upper() < first.distance.lower());
/// assert!(second.effort.iterations <= first.effort.iterations);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct MeasuredPair {
    bodies: [Moving; 2],
    memory: PairMemory,
}

impl MeasuredPair {
    /// Pairs two bodies.
    #[must_use]
    pub fn new(a: Moving, b: Moving) -> Self {
        Self { bodies: [a, b], memory: PairMemory::default() }
    }

    /// The bodies.
    #[must_use]
    pub fn bodies(&self) -> [&Moving; 2] {
        self.bodies.each_ref()
    }

    /// Gives the bodies other motions, and keeps what earlier answers left.
    pub fn set_motions(&mut self, a: Motion, b: Motion) -> Result<(), DetectError> {
        self.bodies = [self.bodies[0].moved_by(a)?, self.bodies[1].moved_by(b)?];
        Ok(())
    }

    /// [`crate::distance`] of the bodies.
    pub fn distance(&mut self, at: f64, query: &Query) -> Result<PairDistance, DetectError> {
        distance_with(self.bodies.each_ref(), at, query, &mut self.memory)
    }

    /// [`crate::overlap`] of the bodies.
    pub fn overlap(&mut self, at: f64, query: &Query) -> Result<PairOverlap, DetectError> {
        overlap_with(self.bodies.each_ref(), at, query, &mut self.memory)
    }

    /// [`crate::depth`] of the bodies.
    pub fn depth(&mut self, at: f64, query: &Query) -> Result<PairDepth, DetectError> {
        depth_with(self.bodies.each_ref(), at, query, &mut self.memory)
    }

    /// [`crate::closest_approach`] of the bodies.
    pub fn closest_approach(&mut self, query: &Query) -> Result<ClosestApproach, DetectError> {
        approach_with(self.bodies.each_ref(), query, &mut self.memory)
    }
}
