//! First contact of bodies that consist of others: compounds, half-spaces, height maps.
//!
//! **Question.** A body is a union of parts, a surface of very many cells, or not bounded. When does it first come
//! within `separation` of another body?
//!
//! **Idea.** The table is asked about pieces: bodies whose union is the whole body, as far as the other body can come
//! during the span. A compound has its parts (`compound`). A height map has the cells below the swept box of the other
//! body (`terrain`). A half-space has a prism that is so large that the other body cannot tell the difference
//! (`plane`).
//!
//! **Guarantee.** That of the methods for the pieces. A piece is left out only if enclosures prove that the other body
//! does not come within the separation of it.
//!
//! **Cost.** That of the pieces near the other body. Building a mesh of cells takes some microseconds a hundred cells.
//!
//! **Source.** Ours. The pyramid that finds the cells: `geometry/src/height_map`.

mod compound;
mod patch;
mod plane;
mod terrain;

pub(crate) use compound::part_pairs;
pub(crate) use patch::CellPatch;
pub(crate) use plane::{TwoPlanes, planes_alone, prism_for};
pub(crate) use terrain::{chunks, seen_from_map};

use crate::table::Question;
use crate::{Answer, DetectError, FirstContact, HeightMapShape, Merge, Merged, Moving, Prepared, Query, Verdict};
use tangency_geometry::Feature;

/// Answers a question about two bodies by the method that the table names for them.
pub(crate) type AskPair<'table> = dyn Fn(&Moving, &Moving, &Query) -> Result<Answer, DetectError> + 'table;

/// How a pair is taken apart.
pub(crate) enum Divided<'pair> {
    /// At least one body is a compound.
    Compound,
    /// Both are half-spaces.
    TwoPlanes,
    /// The body on this side is a half-space.
    Plane(usize),
    /// The body on this side is a height map.
    Terrain(usize, &'pair HeightMapShape),
    /// Neither body has pieces.
    Whole,
}

impl<'pair> Divided<'pair> {
    /// Compounds first, then half-spaces, then height maps.
    pub(crate) fn of(bodies: [&'pair Moving; 2]) -> Self {
        let plane = |side: usize| matches!(bodies[side].prepared(), Prepared::HalfSpace(_));
        let terrain = |side: usize| match bodies[side].prepared() {
            Prepared::HeightMap(map) => Some(Self::Terrain(side, map)),
            Prepared::Facets(_)
            | Prepared::Faces(_)
            | Prepared::Implicit(_)
            | Prepared::Convex(_)
            | Prepared::Rounded(_)
            | Prepared::HalfSpace(_)
            | Prepared::Compound(_) => None,
        };
        if bodies.iter().any(|body| body.parts().is_some()) {
            Self::Compound
        } else if plane(0) && plane(1) {
            Self::TwoPlanes
        } else if let Some(side) = [0, 1].into_iter().find(|&side| plane(side)) {
            Self::Plane(side)
        } else {
            [0, 1].into_iter().find_map(terrain).unwrap_or(Self::Whole)
        }
    }
}

/// Answers a question about at least one body that has pieces, by `ask` about the pieces.
pub(crate) fn first_contact(question: &Question<'_, &Moving>, ask: &AskPair<'_>) -> Result<Answer, DetectError> {
    let (bodies, query) = (question.bodies(), question.query);
    match Divided::of(bodies) {
        Divided::Compound => compound::first_contact(bodies, query, ask),
        Divided::TwoPlanes => plane::first_contact_of_planes(bodies, query, ask),
        Divided::Plane(side) => plane::first_contact(bodies, side, query, ask),
        Divided::Terrain(side, map) => terrain::first_contact(bodies, (side, map.map()), query, ask),
        Divided::Whole => Err(question.unsupported()),
    }
}

/// The answer with the features of each body replaced.
fn renamed(answer: Answer, rename: [&dyn Fn(Feature) -> Feature; 2]) -> Answer {
    match answer.verdict {
        Verdict::Touch(mut first) => {
            for contact in &mut first.contacts {
                contact.feature_a = rename[0](contact.feature_a);
                contact.feature_b = rename[1](contact.feature_b);
            }
            Answer { verdict: Verdict::Touch(first), ..answer }
        }
        Verdict::Clear { .. } | Verdict::Open { .. } => answer,
    }
}

/// The combined answer about pieces. A set of contacts is not called complete if the budget ran out.
fn merged(merge: Merge<()>, query: &Query) -> Answer {
    let Merged { verdict, evidence, effort, .. } = merge.finish();
    let spent = query.budget.is_some_and(|budget| effort.iterations >= budget) || query.stop.is_stopped();
    let verdict = match verdict {
        Verdict::Touch(first) => Verdict::Touch(FirstContact { complete: first.complete && !spent, ..first }),
        Verdict::Clear { .. } | Verdict::Open { .. } => verdict,
    };
    Answer { verdict, evidence, effort }
}

/// The bodies with the one on this side replaced.
pub(crate) fn with_side<'pair>(bodies: [&'pair Moving; 2], side: usize, piece: &'pair Moving) -> [&'pair Moving; 2] {
    if side == 0 { [piece, bodies[1]] } else { [bodies[0], piece] }
}
