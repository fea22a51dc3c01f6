//! First contact of convex polyhedra that move rigidly, with or without rotation.
//!
//! **Question.** Two convex solids each move rigidly, by any motion. When do they first come within `separation`,
//! and where?
//!
//! **Idea.** One direction is enough to keep two convex bodies apart for some time, and finding it needs no tree.
//! The closest features are tracked from instant to instant (`closest`). Steps of time are as long as the
//! direction is proved to separate (`advance`). The features that are extreme along the last direction are the
//! ones that touch (`meeting`). Every lead is measured with a support function that omits no vertex (`support`).
//!
//! **Guarantee.** `Clear` and the lower end of a touch are proofs, for the exact motions: the method tracks the
//! convex hull, which contains the solid. The hull exceeds the solid by at most a known bound (`hull`, usually a
//! few roundings). This method is only used if both bounds together are below a quarter of the tolerance. A touch
//! is therefore early by at most `tolerance` in distance, as for all methods. If its contact is marked proved, it
//! certainly exists within the bracket, which is no wider than 10⁻⁹ of the smooth interval of time that contains
//! it. The general method (`rigid`) handles bodies that touch or overlap at the start, and cases that plain
//! floating point cannot decide.
//!
//! **Cost.** O(V log V) once; then some microseconds, hardly more for a thousand vertices than for a hundred.
//!
//! **Source.** Gilbert, Johnson and Keerthi 1988 and conservative advancement (Mirtich 1996); each file states the
//! deviations.

mod advance;
mod apart;
mod bodies;
mod caps;
mod closest;
mod gap;
mod hull;
mod keeping;
mod meeting;
mod newton;
mod region;
mod simplex;
mod support;
mod touching;
mod tree;

pub(crate) use apart::apart_until;
pub(crate) use bodies::{first_contact_of_bodies, first_contact_of_views};
pub(crate) use closest::{Bodies, SupportFunction};
pub use gap::{ConvexPair, PairGap, PreparedConvex};
pub(crate) use gap::{ConvexView, PlacedPair};
pub(crate) use hull::{Hull, has_dent};
pub(crate) use keeping::{ConvexFlight, KeptDistance, KnownClosest};
pub(crate) use simplex::Simplex;
pub(crate) use support::Support;
pub(crate) use tree::first_contact_with_mesh;

use crate::flight::{Flight, stretches};
use crate::limits::{ContactThreshold, StepBudget};
use crate::progress::Steps;
use crate::table::Question;
use crate::tolerance::CONVEX_EXCESS_SHARE;
use crate::touch::{FoundContact, together};
use crate::{Answer, DetectError, Effort, Evidence, Faceted, Query, Verdict};
use advance::{AdvanceOutcome, advance};
use meeting::{ConvexBody, ConvexMeeting};
use tangency_geometry::RigidPiece;

/// Two convex solids and the intervals of time during which each moves smoothly.
struct ConvexPolyhedra<'question> {
    sides: [ConvexBody<'question>; 2],
    pieces: [Vec<RigidPiece<'question>>; 2],
    query: &'question Query,
}

/// The first contact of two convex solids. `None` if they are not convex up to what the tolerance allows, or if
/// the general method must answer. This method stops at the first contact, so it also leaves queries with a
/// simultaneity to the general method.
pub(crate) fn first_contact(question: &Question<'_, Faceted<'_>>) -> Result<Option<Answer>, DetectError> {
    match ConvexPolyhedra::new(question) {
        Some(convex) if question.query.simultaneity.is_none() => convex.first_contact(),
        Some(_) | None => Ok(None),
    }
}

impl<'question> ConvexPolyhedra<'question> {
    fn new(question: &Question<'question, Faceted<'question>>) -> Option<Self> {
        let ([a, b], query) = (question.bodies(), question.query);
        // A dent in one of them saves the hull of the other.
        if !(a.facets().may_be_convex() && b.facets().may_be_convex()) {
            return None;
        }
        let sides =
            [ConvexBody { moving: a, hull: a.facets().hull()? }, ConvexBody { moving: b, hull: b.facets().hull()? }];
        let pieces = [a.motion().rigid_pieces(query.span)?, b.motion().rigid_pieces(query.span)?];
        let convex = Self { sides, pieces, query };
        (convex.excess() <= CONVEX_EXCESS_SHARE * query.tolerance).then_some(convex)
    }

    /// Metres. The amount by which the hulls together exceed the solids.
    fn excess(&self) -> f64 {
        self.sides[0].hull.excess + self.sides[1].hull.excess
    }

    /// The first contact within the span. `None` if the general method must answer.
    fn first_contact(&self) -> Result<Option<Answer>, DetectError> {
        let reach = self.sides.map(|side| side.moving.facets().reach());
        let tolerance = self.query.tolerance - self.excess();
        let threshold = ContactThreshold { separation: self.query.separation, tolerance };
        let bodies = Bodies::of(self.sides.map(|side| side.moving.facets()));
        let mut budget = StepBudget::of(self.query, 0);
        let count = self.pieces[0].len() + self.pieces[1].len();
        // Create the progress bar only after some progress. If the outcome at the start is undecided, the other
        // method reports.
        let mut bar: Option<Steps> = None;
        let mut verdict = Verdict::Clear { until: self.query.span.upper() };
        for (index, (pieces, ends)) in stretches(&self.pieces).enumerate() {
            let flight = Flight::new(pieces, reach, ends);
            flight.check(self.query.tolerance, self.excess())?;
            let mut reached = |time: f64| {
                if time > self.query.span.lower() {
                    let bar = bar.get_or_insert_with(|| Steps::new(self.query, count));
                    bar.reached(index, flight.share(time));
                }
            };
            let mut simplex = Simplex::default();
            verdict = match advance(bodies, &flight, ends[0], threshold, &mut budget, &mut reached, &mut simplex) {
                AdvanceOutcome::Apart => continue,
                AdvanceOutcome::Unfinished { from } => Verdict::Open { from },
                AdvanceOutcome::Undecided { .. } => return Ok(None),
                AdvanceOutcome::Met { time, direction } => {
                    let meeting = ConvexMeeting { sides: self.sides, flight: &flight, time, direction, threshold };
                    let contacts = meeting.contacts().into_iter().map(FoundContact::certain).collect();
                    Verdict::Touch(together(contacts, reach[0].max(reach[1]), self.query))
                }
            };
            break;
        }
        drop(bar.unwrap_or_else(|| Steps::new(self.query, count)));
        let effort = Effort { pairs: 1, iterations: budget.spent };
        Ok(Some(Answer { verdict, evidence: Evidence::Proved, effort }))
    }
}
