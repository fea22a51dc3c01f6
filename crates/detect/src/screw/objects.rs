//! Rejection of whole bodies that cannot meet during a screw.
//!
//! **Question.** Does a ball on a screw stay away from a ball at rest?
//!
//! **Idea.** The volume swept by the moving ball lies in a ball around the midpoint of its path, in a cylinder
//! about the axis, outside a narrower cylinder about the axis, and between two planes across the axis. Each is
//! compared with the resting ball.
//!
//! **Guarantee.** Each function is named for what `true` proves. In each case the balls stay farther apart than
//! `needed`.
//!
//! **Cost.** A few nanoseconds each.
//!
//! **Source.** Kim & Rossignac 2003, *Rejection tests for entire objects*, eqs. 3 and 4, figure 4.

use super::turn::{Turn, radius};
use glam::{DVec3, dvec3};
use tangency_geometry::Mesh;
use tangency_interval::Vector3;

/// A bounding ball of a body, in the frame of the screw.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ball {
    pub(super) centre: DVec3,
    pub(super) radius: f64,
}

impl Ball {
    /// The bounding ball around the midpoint of the bounding box of a mesh.
    pub(super) fn around(mesh: &Mesh) -> Self {
        let [lower, upper] = mesh.bounding_box();
        let centre = 0.5 * (lower + upper);
        let from_centre =
            |vertex: &DVec3| (Vector3::point(vertex.to_array()) - Vector3::point(centre.to_array())).length().upper();
        Self { centre, radius: mesh.vertices().iter().map(from_centre).fold(0.0, f64::max) }
    }
}

/// The moving ball at its start, the resting ball, and the required distance in metres.
#[derive(Clone, Copy, Debug)]
pub(super) struct Balls<'balls> {
    pub(super) moving: Ball,
    pub(super) resting: Ball,
    pub(super) turn: &'balls Turn,
    pub(super) needed: f64,
}

impl Balls<'_> {
    /// Metres. The balls are apart if their centres are farther apart than this.
    fn close(&self) -> f64 {
        self.moving.radius + self.resting.radius + self.needed
    }

    /// The point of the axis halfway along the slide.
    fn middle(&self) -> DVec3 {
        dvec3(0.0, 0.0, self.moving.centre.z + 0.5 * self.turn.slide)
    }

    /// The resting ball is beyond the ball that encloses the volume swept by the moving ball.
    pub(super) fn beyond_swept_ball(&self) -> bool {
        let swept = (0.5 * self.turn.slide).hypot(radius(self.moving.centre));
        self.middle().distance(self.resting.centre) > swept + self.close()
    }

    /// The resting ball is outside the cylinder about the axis that encloses the moving ball (eq. 3).
    pub(super) fn outside_cylinder(&self) -> bool {
        radius(self.resting.centre) > radius(self.moving.centre) + self.close()
    }

    /// The resting ball is inside the cylinder about the axis that the moving ball stays outside of (eq. 4).
    pub(super) fn inside_hollow(&self) -> bool {
        radius(self.resting.centre) < radius(self.moving.centre) - self.close()
    }

    /// The resting ball is beyond a plane across the axis that caps the volume swept by the moving ball.
    pub(super) fn beyond_caps(&self) -> bool {
        (self.resting.centre.z - self.middle().z).abs() > 0.5 * self.turn.slide.abs() + self.close()
    }
}
