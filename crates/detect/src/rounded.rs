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
//! larger by the bound of the rounding error.

use crate::table::Question;
use crate::{Answer, DetectError, Moving, Query, Verdict};
use tangency_geometry::Contact;

/// Answers a question about at least one convex body, by `ask` about the cores.
pub(crate) fn first_contact(
    question: &Question<'_, &Moving>,
    ask: impl Fn(&Question<'_, &Moving>) -> Result<Answer, DetectError>,
) -> Result<Answer, DetectError> {
    let [a, b] = question.bodies();
    // The stepped method for vertices on curves is slow for large separations. Curved faces need none.
    let whole = question.is_bent();
    let [Some(core_a), Some(core_b)] = [a.core(whole), b.core(whole)] else { return Err(question.unsupported()) };
    // Every sum is rounded up.
    let terms = [core_a.radius, core_b.radius, core_a.rounding, core_b.rounding];
    let wider = |sum: f64, term: f64| if term > 0.0 { (sum + term).next_up() } else { sum };
    let separation = terms.into_iter().fold(question.query.separation, wider);
    let query = Query { separation, ..question.query.clone() };
    let answer = ask(&Question { a: &core_a.body, b: Some(&core_b.body), query: &query })?;
    Ok(grown(answer, [core_a.radius, core_b.radius]))
}

/// Moves the contacts of the cores to the bodies.
fn grown(answer: Answer, radii: [f64; 2]) -> Answer {
    match answer.verdict {
        Verdict::Touch(mut first) => {
            first.contacts.iter_mut().for_each(|contact| *contact = grown_contact(contact, radii));
            Answer { verdict: Verdict::Touch(first), ..answer }
        }
        Verdict::Clear { .. } | Verdict::Open { .. } => answer,
    }
}

fn grown_contact(contact: &Contact, [a, b]: [f64; 2]) -> Contact {
    Contact { point: contact.point + 0.5 * (a - b) * contact.normal, gap: contact.gap - a - b, ..*contact }
}
