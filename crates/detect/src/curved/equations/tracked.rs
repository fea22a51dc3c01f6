//! Contacts that are already known.
//!
//! **Question.** A simulation tracks the contacts of bodies that roll and slide. Which new contact comes next?
//!
//! **Idea.** No contact is reported inside a ball around the path of every known contact (eq. 7).
//!
//! **Guarantee.** A box is excluded only if all of its points are inside the ball at all of its instants.
//!
//! **Source.** Snyder et al. 1993, section 3.2, eq. 7.

use super::frame::RelativeMotion;
use glam::DVec3;
use tangency_geometry::Motion;
use tangency_interval::{Interval, Vector3};

/// A known contact. Nothing is reported within `radius` of it.
///
/// ```
/// use glam::DVec3;
/// use tangency_detect::{Query, Tracked};
/// use tangency_geometry::{Linear, Motion, Pose};
///
/// // A ball rolls along x at one metre a second: its contact with the floor is known.
/// let path = Motion::Linear(Linear::new(Pose::IDENTITY, DVec3::X)?);
/// let query = Query { tracked: vec![Tracked { path, radius: 0.01 }], ..Query::default() };
/// # Ok::<(), tangency_geometry::MotionError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Tracked {
    /// The motion of the contact in the world: it takes the origin to the contact point.
    pub path: Motion,
    /// Metres: λ of eq. 7.
    pub radius: f64,
}

/// The known contacts of a query.
pub(super) struct TrackedContacts<'query>(pub(super) &'query [Tracked]);

impl TrackedContacts<'_> {
    /// `true` proves that all points of the box, given in the frame of `b`, are inside the ball of a known contact
    /// during the whole span.
    pub(super) fn excludes(&self, place: Vector3, time: Interval, frame: &RelativeMotion<'_>) -> bool {
        if self.0.is_empty() {
            return false;
        }
        let [_, piece] = frame.pieces();
        let pose = piece.pose_during(time);
        let place = pose.rotation * place + pose.translation;
        self.0.iter().any(|tracked| {
            let centre = tracked.path.during(time).point(0, DVec3::ZERO);
            (place - centre).length().upper() < tracked.radius
        })
    }
}
