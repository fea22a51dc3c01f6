//! Bodies that forces do not move: floors, walls, terrain, paddles.
//!
//! They may be large or endless, so that no ball about their centre would discard anything. A half-space at rest is a
//! plane, every other body at rest a box. A body that is moved is a box for a short time, after which one looks again.

use crate::Mobility;
use crate::form::BodyForm;
use crate::instant::{BodyDynamics, PreparedBodies};
use crate::sparse::{Course, Wall};
use crate::tolerance::{DRIVEN_LOOKAHEAD, STEERED_LOOKAHEAD, STEERED_SPEED_ROUNDING};
use glam::DVec3;
use tangency_geometry::{Motion, Shape};
use tangency_interval::{Interval, Vector3};

/// A driven body, as bodies that fly see it.
pub(crate) struct Backdrop {
    /// Its number in the world.
    pub(crate) body: usize,
    pub(crate) extent: Extent,
    /// A box about the body in its own frame.
    local: Vector3,
}

/// Where a driven body is.
pub(crate) enum Extent {
    /// Behind a plane, always.
    Plane(Wall),
    /// In a box, always.
    Box([DVec3; 2]),
    /// In a box for a short time.
    Moves,
    /// Where a program steers it: in a box that grows with this speed, m/s.
    Steered(f64),
    /// Somewhere.
    Anywhere,
}

impl Backdrop {
    /// All bodies that forces do not move.
    pub(crate) fn of_all(bodies: &PreparedBodies<'_>, forms: &[BodyForm]) -> Vec<Self> {
        let mut all = Vec::new();
        for (body, form) in forms.iter().enumerate() {
            let BodyDynamics::Driven(motion) = &*bodies.kinds[body] else { continue };
            let local = bodies.all[body].prepared.bounding_box(Interval::ZERO);
            let bounded = form.reach.is_finite();
            let steered = match bodies.all[body].matter {
                Mobility::Steered { speed } if bounded => Some(Extent::Steered(speed)),
                Mobility::Steered { .. } => Some(Extent::Anywhere),
                Mobility::Fixed | Mobility::Free(_) => None,
            };
            let extent = match (&**motion, bodies.all[body].prepared.shape()) {
                (Motion::Still(pose), Shape::HalfSpace(half_space)) => {
                    let normal = pose.turn(half_space.outward());
                    let on_plane = pose.apply(-half_space.height(DVec3::ZERO) * half_space.outward());
                    Extent::Plane(Wall::still(normal, normal.dot(on_plane)))
                }
                (Motion::Still(_), _) if bounded => {
                    corners(motion, local, Interval::ZERO).map_or(Extent::Anywhere, Extent::Box)
                }
                _ if bounded => Extent::Moves,
                _ => Extent::Anywhere,
            };
            all.push(Self { body, extent: steered.unwrap_or(extent), local });
        }
        all
    }

    /// A lower bound of the first instant of a span at which a course can meet the body, and the instant until which
    /// one has looked. The present instant comes before the span.
    pub(crate) fn meeting(
        &self,
        bodies: &PreparedBodies<'_>,
        course: &Course,
        [now, from, until]: [f64; 3],
        margin: f64,
    ) -> (Option<f64>, f64) {
        match &self.extent {
            Extent::Plane(wall) => (course.meeting_plane(wall, from, until, margin), until),
            Extent::Box(corners) => (course.meeting_box(*corners, from, until, margin), until),
            Extent::Moves => {
                let looked = until.min(from + DRIVEN_LOOKAHEAD);
                let BodyDynamics::Driven(motion) = &*bodies.kinds[self.body] else { return (None, until) };
                match corners(motion, self.local, Interval::between(from, looked)) {
                    Some(corners) => (course.meeting_box(corners, from, looked, margin), looked),
                    None => ((from < until.min(course.until)).then_some(from), until),
                }
            }
            Extent::Steered(speed) => {
                let anywhere = ((from < until.min(course.until)).then_some(from), until);
                let BodyDynamics::Driven(motion) = &*bodies.kinds[self.body] else { return (None, until) };
                let Some([lower, upper]) = corners(motion, self.local, now.into()) else { return anywhere };
                let looked = until.min(from + STEERED_LOOKAHEAD * lower.distance(upper) / speed);
                let moved = speed * (looked - now) * (1.0 + 2.0 * STEERED_SPEED_ROUNDING);
                (course.meeting_box([lower - moved, upper + moved], from, looked, margin), looked)
            }
            Extent::Anywhere => ((from < until.min(course.until)).then_some(from), until),
        }
    }
}

/// The corners of a box about a moving body during a span; `None` if it is unbounded.
fn corners(motion: &Motion, local: Vector3, span: Interval) -> Option<[DVec3; 2]> {
    let (rotation, translation) = motion.during(span).rigid()?;
    let placed = rotation * local + translation;
    let lower = DVec3::from_array(std::array::from_fn(|axis| placed[axis].lower()));
    let upper = DVec3::from_array(std::array::from_fn(|axis| placed[axis].upper()));
    (lower.is_finite() && upper.is_finite()).then_some([lower, upper])
}
