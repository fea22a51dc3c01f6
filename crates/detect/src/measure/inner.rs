//! How far a point is inside a solid.
//!
//! **Question.** Which ball around a point is within a body at rest?
//!
//! **Idea.** A small ball at the point is measured in place of the point. A convex body: the depth of the ball. A solid
//! of curved faces: the distance of the ball from the faces as a surface, if the solid contains the ball.
//!
//! **Guarantee.** The ball of the radius that is returned is within the body: no translation that is shorter parts the
//! body from the point. Zero if nothing is known.
//!
//! **Cost.** Microseconds for convex bodies, a few first contacts at one instant for curved faces.

use super::convex::convex_gap;
use super::instant::{PairMemory, continuous};
use crate::{DetectError, Effort, Moving, Prepared, Query, Verdict, first_contact};
use glam::DVec3;
use tangency_geometry::{Convex, Motion, Pose, Shape};
use tangency_interval::Interval;

/// Metres. The radius of a ball around a point that is proved to be within a body at rest, and the work done. `small`:
/// metres, the radius of a smaller ball; if that is not within the body, nothing is known.
pub(super) fn inner_radius(
    point: DVec3,
    small: f64,
    body: &Moving,
    query: &Query,
) -> Result<(f64, Effort), DetectError> {
    let none = (0.0, Effort::default());
    let surface = match body.prepared() {
        Prepared::Convex(_) | Prepared::HalfSpace(_) => None,
        Prepared::Faces(_) => match body.shape() {
            Shape::Parametric(brep) if brep.is_solid() => Some(Shape::Parametric(brep.as_surface())),
            Shape::Parametric(_)
            | Shape::Polyhedron(_)
            | Shape::Mesh(_)
            | Shape::Implicit(_)
            | Shape::Convex(_)
            | Shape::Rounded(_)
            | Shape::HalfSpace(_)
            | Shape::HeightMap(_)
            | Shape::Compound(_) => return Ok(none),
        },
        Prepared::Facets(_)
        | Prepared::Implicit(_)
        | Prepared::Rounded(_)
        | Prepared::HeightMap(_)
        | Prepared::Compound(_) => return Ok(none),
    };
    let (Ok(ball), Ok(pose)) = (Convex::sphere(small), Pose::translated(point)) else { return Ok(none) };
    let probe = Moving::new(Shape::Convex(ball), Motion::Still(pose))?;
    let Some(surface) = surface else {
        let gap = convex_gap([&probe, body], 0.0, true);
        return Ok(gap.map_or(none, |gap| ((gap.depth().lower() - small).next_down().max(0.0), Effort::default())));
    };
    let instant = Query { span: Interval::ZERO, separation: 0.0, ..query.clone() };
    let surface = Moving::new(surface, body.motion().clone())?;
    let found = continuous([&probe, &surface], 0.0, &instant, &mut PairMemory::default())?;
    if !(found.distance.lower() > 0.0) {
        return Ok((0.0, found.effort));
    }
    // A ball that is clear of the faces and touches the solid is inside.
    let answer = first_contact(&probe, body, &instant)?;
    let inside =
        matches!(&answer.verdict, Verdict::Touch(first) if first.contacts.iter().any(|contact| contact.proved));
    Ok((if inside { (found.distance.lower() + small).next_down() } else { 0.0 }, found.effort.plus(answer.effort)))
}
