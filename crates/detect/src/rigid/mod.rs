//! First contact of triangle meshes that move rigidly, turning or not.
//!
//! **Question.** Two meshes, each moved as a whole by any motion: when do they first come within `separation`, and where?
//!
//! **Idea.** While the convex hulls of the bodies are apart, nothing else is looked at (`convex/apart.rs`). From there on, boxes
//! that turn with the bodies are kept apart by fixed directions for stretches of time (`cell`, `boxes`); the
//! trees of both meshes are descended in the order of time (`search`); triangles are followed up to the instant at which
//! no direction keeps them apart (`triangles`), and there the contact is described and its existence proved (`meeting`). After a
//! while without contact the hulls are asked again: what only passed close by is then left alone. At
//! the start it is also asked whether one solid is inside the other (`start`).
//!
//! **Guarantee.** `Clear` and the lower end of a touch are proofs, for the exact motions. A touch is early by at most
//! `tolerance` in distance; if its contact is marked proved, it certainly exists within the bracket, which is no wider than
//! 10⁻⁹ of the smooth stretch of time that it lies in.
//!
//! **Cost.** O(n log n) once for the trees; then what is close, not what there is: a fraction of a millisecond for meshes of
//! thousands of triangles.
//!
//! **Source.** Teschner et al. 2006, Redon's chapter, sections 2 to 5; the files say where we differ.

mod boxes;
mod cell;
mod meeting;
mod search;
mod start;
mod triangles;

use crate::convex::{Bodies, apart_until};
use crate::flight::{Flight, stretches};
use crate::progress::Steps;
use crate::straight::{Budget, Terms, distinct};
use crate::tolerance::FIRST_LOOK;
use crate::{Answer, DetectError, Effort, Evidence, FirstContact, Moving, Query, Verdict};
use cell::Cells;
use meeting::Meeting;
use search::Search;
use tangency_geometry::{Contact, RigidPiece};
use tangency_interval::Interval;

/// Two meshes and the stretches of time during which each moves smoothly.
pub(crate) struct Question<'question> {
    pub(crate) a: &'question Moving,
    pub(crate) b: &'question Moving,
    pub(crate) pieces: [Vec<RigidPiece<'question>>; 2],
    pub(crate) query: &'question Query,
}

/// How one stretch of time ended.
enum Outcome {
    Apart,
    Touch(Vec<Contact>),
    Unfinished { from: f64 },
}

impl Question<'_> {
    /// The first contact within the span.
    pub(crate) fn first_contact(&self) -> Result<Answer, DetectError> {
        let mut effort = Effort::default();
        let stretches: Vec<_> = stretches(&self.pieces).collect();
        let mut bar = Steps::new(self.query, stretches.len());
        let reach = [self.a, self.b].map(|moving| moving.model().reach());
        for (index, (pieces, ends)) in stretches.iter().enumerate() {
            let flight = Flight::new(*pieces, reach, *ends);
            flight.check(self.query.tolerance, 0.0)?;
            let length = flight.length();
            let mut reached = |time: f64| {
                let share = if length > 0.0 { (time - ends[0]) / length } else { 0.0 };
                bar.reached(index, share);
            };
            let verdict = match self.stretch(&flight, index == 0, &mut effort, &mut reached) {
                Outcome::Apart => continue,
                Outcome::Touch(contacts) => Verdict::Touch(touch(contacts, reach[0].max(reach[1]))),
                Outcome::Unfinished { from } => Verdict::Open { from },
            };
            return Ok(Answer { verdict, evidence: Evidence::Proved, effort });
        }
        let verdict = Verdict::Clear { until: self.query.span.upper() };
        Ok(Answer { verdict, evidence: Evidence::Proved, effort })
    }

    /// The first contact within one stretch; `first`: it is the first of the span.
    fn stretch(&self, flight: &Flight<'_>, first: bool, effort: &mut Effort, reached: &mut dyn FnMut(f64)) -> Outcome {
        let [a, b] = [self.a.model(), self.b.model()];
        let terms = Terms { separation: self.query.separation, tolerance: self.query.tolerance };
        let [start, end] = flight.ends;
        let hulls = Bodies::of([a, b]);
        let Some(mut from) = apart_until(hulls, flight, start, terms) else { return Outcome::Apart };
        let begins_apart = from > start;
        let mut cells = Cells::new(flight);
        let mut budget = Budget { spent: effort.iterations, limit: self.query.budget };
        let mut contacts: Vec<Contact> = Vec::new();
        let mut search = Search { a, b, cells: &mut cells, terms, pairs: effort.pairs };
        let mut unfinished = None;
        let mut length = FIRST_LOOK * flight.length();
        while contacts.is_empty() && unfinished.is_none() {
            let until = (from + length).min(end);
            unfinished = search.run([from, until], &mut budget, reached, &mut |cells, met| {
                let initial = first && met.time == start && met.direction.is_none();
                let contact = Meeting { a, b, met, initial, terms }.contact(cells);
                contacts.push(contact);
                contact.time.upper()
            });
            if until >= end {
                break;
            }
            let Some(next) = apart_until(hulls, flight, until, terms) else { break };
            from = next;
            length *= 4.0;
        }
        *effort = Effort { pairs: search.pairs, iterations: budget.spent };
        if first && !begins_apart && !contacts.iter().any(|contact| contact.initial) {
            match start::containment(a, b, &cells) {
                Some(Some(contact)) => return Outcome::Touch(vec![contact]),
                Some(None) => {}
                None => return Outcome::Unfinished { from: start },
            }
        }
        match (contacts.is_empty(), unfinished) {
            (false, _) => Outcome::Touch(contacts),
            (true, Some(from)) => Outcome::Unfinished { from },
            (true, None) => Outcome::Apart,
        }
    }
}

/// Puts simultaneous contacts together.
fn touch(contacts: Vec<Contact>, size: f64) -> FirstContact {
    let first = contacts.iter().map(|contact| contact.time.lower()).fold(f64::INFINITY, f64::min);
    let last = contacts.iter().map(|contact| contact.time.upper()).fold(f64::INFINITY, f64::min);
    let simultaneous = contacts.into_iter().filter(|contact| contact.time.lower() <= last).collect();
    FirstContact { time: Interval::between(first, last), contacts: distinct(simultaneous, size) }
}
