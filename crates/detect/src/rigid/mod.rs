//! First contact of triangle meshes that move rigidly, with or without rotation.
//!
//! **Question.** Two meshes each move rigidly, by any motion. When do they first come within `separation`, and
//! where?
//!
//! **Idea.** As long as the convex hulls of the bodies are proved apart, nothing else is tested
//! (`convex/apart.rs`). After that, fixed directions separate boxes that move with the bodies for intervals of
//! time (`cell`, `boxes`). Both trees are descended in the order of time (`search`). Parts that stay on disjoint
//! helices about a common axis are culled (`helix`). Pairs of triangles are advanced to the instant from which no
//! direction separates them (`triangles`). There the contacts are described and their existence is proved
//! (`meeting`). After some time without contact the hulls are tested again, so that bodies that only pass close by
//! are left early. At the start, a test decides whether one solid is inside the other (`start`). If every contact
//! of the span is wanted, the features of the triangles that met are advanced further, each pair to its own first
//! contact (`every`).
//!
//! **Guarantee.** `Clear` and the lower end of a touch are proofs, for the exact motions. A touch is early by at
//! most `tolerance` in distance. If its contact is marked proved, it certainly exists within the bracket, which is
//! no wider than 10⁻⁹ of the smooth interval of time that contains it.
//!
//! **Cost.** O(n log n) once for the trees. After that the cost depends on the parts that come close, not on the
//! size of the meshes: a fraction of a millisecond for meshes of thousands of triangles.
//!
//! **Source.** Teschner et al. 2006, Redon's chapter, sections 2 to 5; each file states the deviations.

mod boxes;
mod cell;
mod every;
mod helix;
mod meeting;
mod search;
mod start;
mod triangles;

pub(crate) use boxes::{between_boxes, lead};
pub(crate) use start::SolidAtInstant;
pub(crate) use start::holds;
pub(crate) use triangles::PlacedTriangles;

use crate::convex::{Bodies, apart_until};
use crate::flight::{Flight, stretches};
use crate::limits::{ContactThreshold, StepBudget};
use crate::progress::Steps;
use crate::table::Question;
use crate::tolerance::FIRST_LOOK;
use crate::touch::{FoundContact, together};
use crate::{Answer, DetectError, Effort, Evidence, Faceted, Query, Touching, Verdict};
use cell::MotionCells;
use every::EveryContact;
use helix::HelixCulling;
use meeting::TriangleMeeting;
use search::TreeSearch;
use std::collections::BTreeSet;
use tangency_geometry::RigidPiece;

/// Two meshes and the intervals of time during which each moves smoothly.
struct RigidPair<'question> {
    a: Faceted<'question>,
    b: Faceted<'question>,
    pieces: [Vec<RigidPiece<'question>>; 2],
    query: &'question Query,
}

/// The first contact of two rigidly moving meshes.
pub(crate) fn first_contact(question: &Question<'_, Faceted<'_>>) -> Result<Answer, DetectError> {
    RigidPair::new(question)?.first_contact()
}

/// Every pair of features that touches during the span, each with its first contact.
pub(crate) fn every_contact(question: &Question<'_, Faceted<'_>>) -> Result<Vec<Touching>, DetectError> {
    RigidPair::new(question)?.every_contact()
}

/// The outcome of one smooth interval of time.
enum StretchOutcome {
    Apart,
    Touch(Vec<FoundContact>),
    Unfinished { from: f64 },
}

impl<'question> RigidPair<'question> {
    fn new(question: &Question<'question, Faceted<'question>>) -> Result<Self, DetectError> {
        let [a, b] = question.bodies();
        let pieces = [a, b].map(|body| body.motion().rigid_pieces(question.query.span));
        // The dispatch table sends no deforming bodies here.
        let [Some(of_a), Some(of_b)] = pieces else {
            return Err(DetectError::Unsupported { a: "a body that deforms", b: "another" });
        };
        Ok(Self { a, b, pieces: [of_a, of_b], query: question.query })
    }

    fn first_contact(&self) -> Result<Answer, DetectError> {
        let mut effort = Effort::default();
        let stretches: Vec<_> = stretches(&self.pieces).collect();
        let mut bar = Steps::new(self.query, stretches.len());
        for (index, (pieces, ends)) in stretches.iter().enumerate() {
            let flight = self.flight(*pieces, *ends)?;
            let mut reached = |time: f64| bar.reached(index, flight.share(time));
            let verdict = match self.first_in_stretch(&flight, index == 0, &mut effort, &mut reached) {
                StretchOutcome::Apart => continue,
                StretchOutcome::Touch(contacts) => Verdict::Touch(together(contacts, flight.size(), self.query)),
                StretchOutcome::Unfinished { from } => Verdict::Open { from },
            };
            return Ok(Answer { verdict, evidence: Evidence::Proved, effort });
        }
        let verdict = Verdict::Clear { until: self.query.span.upper() };
        Ok(Answer { verdict, evidence: Evidence::Proved, effort })
    }

    fn every_contact(&self) -> Result<Vec<Touching>, DetectError> {
        let mut found = Vec::new();
        let stretches: Vec<_> = stretches(&self.pieces).collect();
        let mut bar = Steps::new(self.query, stretches.len());
        for (index, (pieces, ends)) in stretches.iter().enumerate() {
            let flight = self.flight(*pieces, *ends)?;
            let mut reached = |time: f64| bar.reached(index, flight.share(time));
            let every = EveryContact { bodies: [self.a, self.b], threshold: self.threshold(), first: index == 0 };
            found.extend(every.contacts(&mut MotionCells::new(&flight), &mut reached));
        }
        Ok(found)
    }

    fn threshold(&self) -> ContactThreshold {
        ContactThreshold::of(self.query)
    }

    /// The motions during one interval. An error if rounding is too coarse for the tolerance.
    fn flight<'all>(&self, pieces: [RigidPiece<'all>; 2], ends: [f64; 2]) -> Result<Flight<'all>, DetectError> {
        let reach = [self.a, self.b].map(|moving| moving.facets().reach());
        let flight = Flight::new(pieces, reach, ends);
        flight.check(self.query.tolerance, 0.0)?;
        Ok(flight)
    }

    /// The first contact within one interval. `first`: it is the first of the span.
    fn first_in_stretch(
        &self,
        flight: &Flight<'_>,
        first: bool,
        effort: &mut Effort,
        reached: &mut dyn FnMut(f64),
    ) -> StretchOutcome {
        let [a, b] = [self.a.facets(), self.b.facets()];
        let threshold = self.threshold();
        let [start, end] = flight.ends;
        let hulls = Bodies::of([a, b]);
        let Some(mut from) = apart_until(hulls, flight, start, threshold) else { return StretchOutcome::Apart };
        let begins_apart = from > start;
        let mut cells = MotionCells::new(flight);
        let mut budget = StepBudget::of(self.query, effort.iterations);
        let (mut contacts, mut seen) = (Vec::<FoundContact>::new(), BTreeSet::new());
        let culling = HelixCulling::new([self.a, self.b], self.query.span, threshold.separation);
        let mut search = TreeSearch { a, b, cells: &mut cells, threshold, culling, pairs: effort.pairs };
        let mut unfinished = None;
        let mut length = FIRST_LOOK * flight.length();
        while contacts.is_empty() && unfinished.is_none() {
            let until = (from + length).min(end);
            unfinished = search.run([from, until], &mut budget, reached, &mut |cells, met| {
                let initial = first && met.time == start && met.direction.is_none();
                let found = TriangleMeeting { a, b, met, initial, threshold }.contacts(cells, &mut seen);
                let last = found.iter().map(|found| found.contact.time.upper()).fold(f64::INFINITY, f64::min);
                contacts.extend(found);
                self.query.last_simultaneous(last)
            });
            if until >= end {
                break;
            }
            let Some(next) = apart_until(hulls, flight, until, threshold) else { break };
            from = next;
            length *= 4.0;
        }
        *effort = Effort { pairs: search.pairs, iterations: budget.spent };
        if first && !begins_apart && !contacts.iter().any(|found| found.contact.initial) {
            match start::containment(a, b, &cells) {
                Some(Some(contact)) => return StretchOutcome::Touch(vec![FoundContact::certain(contact)]),
                Some(None) => {}
                None => return StretchOutcome::Unfinished { from: start },
            }
        }
        match (contacts.is_empty(), unfinished) {
            (false, _) => StretchOutcome::Touch(contacts),
            (true, Some(from)) => StretchOutcome::Unfinished { from },
            (true, None) => StretchOutcome::Apart,
        }
    }
}
