//! A body that keeps the place and the form of an instant.
//!
//! **Question.** How is a body of any kind at one instant, as a body at rest?
//!
//! **Idea.** A rigid body gets its pose. The vertices of a deforming mesh are placed one by one.
//!
//! **Guarantee.** No point is farther than [`FrozenBody::error`] from its exact position at the instant.
//!
//! **Cost.** One pose, or one position for each vertex of a deforming mesh.

use crate::{DetectError, Moving, Prepared};
use glam::DVec3;
use tangency_geometry::{Linear, Mesh, Motion, Placement, Polyhedron, Pose, Shape};
use tangency_interval::Interval;

/// A body at rest, as it was at an instant.
pub(super) struct FrozenBody {
    moving: Moving,
    pose: Pose,
    error: f64,
}

impl FrozenBody {
    /// The body at an instant. `None` if it has the time in its formulas, or deforms and is not a mesh.
    pub(super) fn new(body: &Moving, at: f64) -> Option<Self> {
        let motion = body.motion();
        if let Some(pose) = Self::pose(motion, at) {
            let reach = body.prepared().lasting_bounds()?.reach();
            let error = motion.rounding(at, 0, DVec3::new(reach, 0.0, 0.0));
            let moving = body.moved_by(Motion::Still(pose)).ok()?;
            return error.is_finite().then_some(Self { moving, pose, error });
        }
        let facets = match body.prepared() {
            Prepared::Facets(facets) => facets,
            Prepared::Faces(_)
            | Prepared::Implicit(_)
            | Prepared::Convex(_)
            | Prepared::Rounded(_)
            | Prepared::HalfSpace(_)
            | Prepared::HeightMap(_)
            | Prepared::Compound(_) => return None,
        };
        let (mesh, placement) = (facets.mesh(), motion.at(at));
        let vertices = || mesh.vertices().iter().enumerate();
        let error = vertices().map(|(index, &local)| motion.rounding(at, index, local)).fold(0.0, f64::max);
        let points = vertices().map(|(index, &local)| placement.point(index, local)).collect();
        let mesh = Mesh::new(points, mesh.triangles().to_vec()).ok()?;
        let shape = if facets.is_solid() { Shape::Polyhedron(Polyhedron::new(mesh).ok()?) } else { Shape::Mesh(mesh) };
        let moving = Moving::new(shape, Motion::Still(Pose::IDENTITY)).ok()?;
        error.is_finite().then_some(Self { moving, pose: Pose::IDENTITY, error })
    }

    /// The pose of a rigid motion at an instant.
    pub(super) fn pose(motion: &Motion, at: f64) -> Option<Pose> {
        if !motion.is_rigid(Interval::from(at)) {
            return None;
        }
        match motion.at(at) {
            Placement::Pose(pose) => Some(pose),
            Placement::Points(_) | Placement::Expression(_) => None,
        }
    }

    /// The body at rest.
    pub(super) fn moving(&self) -> &Moving {
        &self.moving
    }

    /// Metres. No point is farther than this from its exact position.
    pub(super) fn error(&self) -> f64 {
        self.error
    }

    /// The body as it comes to its place within one second, from a place that is `offset` away.
    pub(super) fn coming_from(&self, offset: DVec3) -> Option<Moving> {
        let start = Pose::new(self.pose.rotation(), self.pose.translation() + offset).ok()?;
        let motion = Linear::new(start, -offset).ok()?;
        let moved: Result<Moving, DetectError> = self.moving.moved_by(Motion::Linear(motion));
        moved.ok()
    }
}
