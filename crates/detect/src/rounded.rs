//! First contact of convex bodies with any body, by their cores.
//!
//! **Question.** A convex body meets a body for which no method knows support functions: a concave mesh, a deforming
//! mesh, a curved or an implicit one. When do they first come within `separation`?
//!
//! **Idea.** A convex body consists of all points within a radius of its core. It comes within the separation of
//! another body when its core comes within the separation plus the radius. The core is a shape that other methods know:
//! a point, a segment, a polyhedron, curved faces. So the table is asked again, about the cores.
//!
//! **Guarantee.** That of the method for the cores. Where the coordinates of a core are rounded, the separation is
//! larger by the bound of the rounding error, and contacts are within the tolerance, not proved.

use crate::curved::ConvexAnswer;
use crate::moving::MovingCore;
use crate::table::Question;
use crate::tolerance::DEFAULT_SPACING;
use crate::{Answer, DetectError, Moving, Prepared, Query, Verdict, curved};
use glam::DVec3;
use tangency_geometry::Contact;

/// Answers a question about at least one convex body, by `ask` about the cores.
pub(crate) fn first_contact(
    question: &Question<'_, &Moving>,
    ask: impl Fn(&Question<'_, &Moving>) -> Result<Answer, DetectError>,
) -> Result<Answer, DetectError> {
    if let ConvexAnswer::Whole(answer) = curved::convex_answer(question)? {
        return Ok(answer);
    }
    let [a, b] = question.bodies();
    // The stepped method for vertices on curves is slow for large separations, and the equations of contact are simpler
    // than those of a separation. Curved faces need none.
    let whole = question.is_bent() || (question.query.separation == 0.0 && [a, b].into_iter().any(is_curved));
    let [Some(core_a), Some(core_b)] = MovingCore::of_pair([a, b], whole) else { return Err(question.unsupported()) };
    let terms = [core_a.radius, core_b.radius, core_a.rounding, core_b.rounding];
    let separation = terms.into_iter().fold(question.query.separation, rounded_up);
    // Contacts are spaced by the size of the bodies, not by that of their cores: a point has none.
    let [radius_a, radius_b] = [a, b].map(|body| body.prepared().bounds(question.query.span).radius());
    let spacing = question.query.spacing.unwrap_or(DEFAULT_SPACING * radius_a.min(radius_b));
    let query = Query { separation, spacing: Some(spacing), ..question.query.clone() };
    let answer = ask(&Question { a: &core_a.body, b: Some(&core_b.body), query: &query })?;
    // Where coordinates are rounded, a contact of the wider cores may be none of the bodies.
    let exact = core_a.rounding + core_b.rounding == 0.0;
    Ok(grown(answer, [a, b], [core_a.radius, core_b.radius], exact))
}

/// The sum of two lengths, rounded up if it is not exact.
fn rounded_up(sum: f64, term: f64) -> f64 {
    let whole = sum + term;
    if whole - sum == term && whole - term == sum { whole } else { whole.next_up() }
}

/// Whether the body is one of curved faces or an implicit solid.
fn is_curved(body: &Moving) -> bool {
    match body.prepared() {
        Prepared::Faces(_) | Prepared::Implicit(_) => true,
        Prepared::Facets(_)
        | Prepared::Convex(_)
        | Prepared::Rounded(_)
        | Prepared::HalfSpace(_)
        | Prepared::HeightMap(_)
        | Prepared::Compound(_) => false,
    }
}

/// Moves the contacts of the cores to the bodies, and names them after the parts of convex bodies. `exact`: whether the
/// cores are those of the bodies, so that contacts are proved.
fn grown(answer: Answer, bodies: [&Moving; 2], radii: [f64; 2], exact: bool) -> Answer {
    match answer.verdict {
        Verdict::Touch(mut first) => {
            for contact in &mut first.contacts {
                let moved = grown_contact(contact, bodies, radii);
                *contact = Contact { proved: moved.proved && exact, ..moved };
            }
            Answer { verdict: Verdict::Touch(first), ..answer }
        }
        Verdict::Clear { .. } | Verdict::Open { .. } => answer,
    }
}

fn grown_contact(contact: &Contact, bodies: [&Moving; 2], [a, b]: [f64; 2]) -> Contact {
    let moved = Contact { point: contact.point + 0.5 * (a - b) * contact.normal, gap: contact.gap - a - b, ..*contact };
    let half = 0.5 * moved.gap * moved.normal;
    let part = |body: &Moving, offset: DVec3| match body.prepared() {
        Prepared::Convex(convex) => {
            let place = curved::local_point(body, &moved, offset)?;
            Some(convex.prepared().shape().feature_at(place))
        }
        Prepared::Facets(_)
        | Prepared::Faces(_)
        | Prepared::Implicit(_)
        | Prepared::Rounded(_)
        | Prepared::HalfSpace(_)
        | Prepared::HeightMap(_)
        | Prepared::Compound(_) => None,
    };
    let [part_a, part_b] = [part(bodies[0], -half), part(bodies[1], half)];
    Contact { feature_a: part_a.unwrap_or(moved.feature_a), feature_b: part_b.unwrap_or(moved.feature_b), ..moved }
}
