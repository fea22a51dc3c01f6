//! A body of splines at an instant.

use crate::Moving;
use crate::prepared::SplineTrees;
use glam::DVec3;
use tangency_bound::EnclosedPlacement;
use tangency_geometry::surface::{Brep, PatchWork};
use tangency_geometry::{Placement, Pose};
use tangency_interval::Interval;

/// A body of splines at an instant.
pub(in crate::measure) struct PlacedSplines<'body> {
    pub(in crate::measure) brep: &'body Brep,
    pub(in crate::measure) trees: &'body SplineTrees,
    pub(in crate::measure) pose: Pose,
    /// Metres. No point is farther than this from where the pose puts a point of the unit squares.
    pub(in crate::measure) error: f64,
    pub(in crate::measure) exact: EnclosedPlacement,
}

impl<'body> PlacedSplines<'body> {
    /// `None` if the body is no body of whole Bézier patches, or moves otherwise than rigidly.
    pub(in crate::measure) fn new(body: &'body Moving, at: f64) -> Option<Self> {
        Self::of(body, body.prepared().splines()?, at)
    }

    /// The same for a body of any curved faces, trimmed or not.
    pub(in crate::measure) fn of_tiles(body: &'body Moving, at: f64) -> Option<Self> {
        Self::of(body, body.prepared().tiles()?, at)
    }

    fn of(body: &'body Moving, (brep, trees): (&'body Brep, &'body SplineTrees), at: f64) -> Option<Self> {
        let motion = body.motion();
        let Placement::Pose(pose) = motion.at(at) else { return None };
        let exact = EnclosedPlacement::of(&motion.during(Interval::from(at)))?;
        let error = motion.rounding(at, 0, DVec3::new(trees.reach(), 0.0, 0.0)) + trees.overshoot();
        error.is_finite().then_some(Self { brep, trees, pose, error, exact })
    }

    /// A point of a tile in the world, in floating point.
    pub(in crate::measure) fn point(&self, tile: usize, at: [f64; 2], work: &mut PatchWork) -> DVec3 {
        self.pose.apply(self.trees.tiles()[tile].values(at, work))
    }
}
