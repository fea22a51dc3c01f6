//! Contacts that are already known.
//!
//! **Question.** Which new contact comes next, besides those that a simulation follows as its bodies roll and slide?
//!
//! **Idea.** Around the path of every known contact there is a ball in which nothing is reported (eq. 7).
//!
//! **Guarantee.** A box is left out only if all of its places are within the ball at all of its instants.
//!
//! **Source.** Snyder et al. 1993, section 3.2, eq. 7.

use super::frame::Frame;
use glam::DVec3;
use tangency_geometry::Motion;
use tangency_interval::{Interval, Vector3};

/// A contact that is already known: within `radius` of it nothing is reported.
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
    /// How the contact moves in the world: its place is where this motion takes the origin.
    pub path: Motion,
    /// Metres: λ of eq. 7.
    pub radius: f64,
}

/// The known contacts of a question.
pub(super) struct Tracking<'query>(pub(super) &'query [Tracked]);

impl Tracking<'_> {
    /// Whether all places of the box, in the frame of `b`, are within the ball of a known contact during the whole span.
    pub(super) fn excludes(&self, place: Vector3, time: Interval, frame: &Frame<'_>) -> bool {
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
