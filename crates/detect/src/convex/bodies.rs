//! First contact of convex bodies given by support functions, which move rigidly.
//!
//! **Question.** Two convex bodies, such as a sphere and a cylinder, each move rigidly. When do they first come within
//! `separation`, and where?
//!
//! **Idea.** Each body is a core and a radius. The bodies come within the separation when the cores come within the
//! separation plus both radii. The cores are advanced like convex polyhedra (`advance`): that needs nothing but their
//! support functions. Bodies that are close at the start are measured there (`gap`).
//!
//! **Guarantee.** `Clear` and the lower end of a touch are proofs, for the exact bodies and motions. A touch is early
//! by at most `tolerance` in distance. A contact that is marked proved exists within the bracket (`touching`).
//!
//! **Cost.** Half a microsecond a step, three to ten steps a query, and one or two microseconds for the contact.
//!
//! **Source.** That of `advance`.

use super::advance::{AdvanceOutcome, advance};
use super::closest::Bodies;
use super::gap::ConvexView;
use super::simplex::Simplex;
use super::touching::{ConvexTouch, MeetingInstant, TouchSide};
use crate::flight::{Flight, stretches};
use crate::limits::{ContactThreshold, StepBudget};
use crate::progress::Steps;
use crate::table::Question;
use crate::tolerance::CONVEX_EXCESS_SHARE;
use crate::touch::{FoundContact, together};
use crate::{Answer, DetectError, Effort, Evidence, Moving, Query, Verdict};
use tangency_geometry::RigidPiece;

/// Two convex bodies and the intervals of time during which each moves smoothly.
struct ConvexBodies<'question> {
    moving: [&'question Moving; 2],
    views: [ConvexView<'question>; 2],
    pieces: [Vec<RigidPiece<'question>>; 2],
    query: &'question Query,
    /// Metres. The amount by which the hulls of polyhedra exceed them.
    excess: f64,
}

/// The first contact of two convex bodies that move rigidly. `None` if one of them is not convex, or if plain floating
/// point cannot decide.
pub(crate) fn first_contact_of_bodies(question: &Question<'_, &Moving>) -> Result<Option<Answer>, DetectError> {
    let [a, b] = question.bodies();
    let [Some(a), Some(b)] = [a.convex(), b.convex()] else { return Ok(None) };
    first_contact_of_views(question, [a, b])
}

/// The same for bodies that are known to be convex: their support functions, and the amount in metres by which these
/// exceed them.
pub(crate) fn first_contact_of_views<'question>(
    question: &Question<'question, &'question Moving>,
    views: [(ConvexView<'question>, f64); 2],
) -> Result<Option<Answer>, DetectError> {
    ConvexBodies::new(question, views).map_or(Ok(None), |bodies| bodies.first_contact())
}

impl<'question> ConvexBodies<'question> {
    fn new(
        question: &Question<'question, &'question Moving>,
        [(a, excess_a), (b, excess_b)]: [(ConvexView<'question>, f64); 2],
    ) -> Option<Self> {
        let (moving, query) = (question.bodies(), question.query);
        let [Some(of_a), Some(of_b)] = moving.map(|body| body.motion().rigid_pieces(query.span)) else { return None };
        let excess = excess_a + excess_b;
        let bodies = Self { moving, views: [a, b], pieces: [of_a, of_b], query, excess };
        (excess <= CONVEX_EXCESS_SHARE * query.tolerance).then_some(bodies)
    }

    /// The distance of the cores that counts as contact.
    fn threshold(&self) -> ContactThreshold {
        let separation = self.query.separation + self.views[0].radius + self.views[1].radius;
        ContactThreshold { separation, tolerance: self.query.tolerance - self.excess }
    }

    fn first_contact(&self) -> Result<Option<Answer>, DetectError> {
        let reach = self.views.map(|view| view.reach);
        let bodies = Bodies::of_views(self.views);
        let mut budget = StepBudget::of(self.query, 0);
        let count = self.pieces[0].len() + self.pieces[1].len();
        // The progress bar is created after some progress. If the start is undecided, another method reports.
        let mut bar: Option<Steps> = None;
        let mut verdict = Verdict::Clear { until: self.query.span.upper() };
        for (index, (pieces, ends)) in stretches(&self.pieces).enumerate() {
            let cores = self.views.map(|view| view.core_reach());
            let flight = Flight::of_cores(pieces, reach, cores, ends).with_frames(self.views.map(|view| view.frame));
            flight.check(self.query.tolerance, self.excess)?;
            let mut reached = |time: f64| {
                if time > self.query.span.lower() {
                    let bar = bar.get_or_insert_with(|| Steps::new(self.query, count));
                    bar.reached(index, flight.share(time));
                }
            };
            let touch = ConvexTouch { sides: self.moving.map(TouchSide::of), views: self.views, flight: &flight };
            let mut simplex = Simplex::default();
            let outcome = advance(bodies, &flight, ends[0], self.threshold(), &mut budget, &mut reached, &mut simplex);
            let found = match outcome {
                AdvanceOutcome::Apart => continue,
                AdvanceOutcome::Unfinished { from } => {
                    verdict = Verdict::Open { from };
                    break;
                }
                AdvanceOutcome::Met { time, direction } => {
                    // The hulls of polyhedra must overlap by more than they exceed the polyhedra.
                    let separation = self.query.separation - self.excess;
                    touch.contacts(MeetingInstant::first(&touch, time, direction, separation, simplex))
                }
                AdvanceOutcome::Undecided { from } => {
                    let threshold = ContactThreshold::of(self.query);
                    let instant = if from > ends[0] {
                        MeetingInstant::later(&touch, from, threshold, self.excess)
                    } else {
                        MeetingInstant::start(&touch, threshold, self.excess, index == 0)
                    };
                    let Some(instant) = instant else { return Ok(None) };
                    touch.contacts(instant)
                }
            };
            let contacts = found.into_iter().map(FoundContact::certain).collect();
            verdict = Verdict::Touch(together(contacts, reach[0].max(reach[1]), self.query));
            break;
        }
        drop(bar.unwrap_or_else(|| Steps::new(self.query, count)));
        let effort = Effort { pairs: 1, iterations: budget.spent };
        Ok(Some(Answer { verdict, evidence: Evidence::Proved, effort }))
    }
}
