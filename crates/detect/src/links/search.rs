//! Searches the pairs of a robot and its obstacles in the order of time.
//!
//! **Question.** Of many pairs, which comes within the separation first?
//!
//! **Idea.** A priority queue orders the pairs by the instant until which each is proved apart. The search takes
//! the earliest pair and refines it: by bounding balls and boxes, stretch by stretch (`apart`); where they overlap,
//! by convex hulls ([`apart_until`]); where those meet, by the method for the two bodies ([`first_contact`]).
//!
//! **Guarantee.** When the earliest instant passes that of a contact, no pair that still waits can come before it.
//!
//! **Cost.** Pairs that stay far apart cost a few operations. Pairs that come close only after the first contact
//! are not refined.

use super::Links;
use super::apart::Stretch;
use super::view::View;
use crate::{Answer, DetectError, Merge, Merged, Moving, PairContact, Query, SceneAnswer, SceneQueryError, Verdict};
use crate::{apart_until, first_contact};
use std::collections::BinaryHeap;
use std::sync::Arc;
use tangency_geometry::Trajectory;
use tangency_interval::{Earliest, Interval};

/// All pairs, and what is asked about them.
pub(super) struct Search<'a> {
    pub(super) view: View<'a>,
    /// What is left to ask. Its separation is between the bodies; the pairs' shapes are asked with their radii added.
    pub(super) query: Query,
    /// Budget of a single question about a pair with a curved body; `None` leaves the whole budget of the query to it.
    pub(super) curved_steps: Option<u64>,
}

/// How closely a pair is looked at next.
#[derive(Clone, Copy, Debug)]
enum Look {
    /// By balls and boxes, during this stretch.
    Balls(Stretch),
    /// By convex hulls: balls and boxes did not suffice during `since`.
    Hulls { since: Interval },
    /// By the method for the two bodies.
    Bodies { since: Interval },
}

/// A pair that is known to be apart before an instant, and how it is looked at next.
type Waiting = Earliest<usize, Look>;

/// What a method said about a pair.
pub(super) struct Told {
    /// The pair by its place.
    pub(super) index: usize,
    /// Before this instant the pair is proved apart.
    pub(super) apart_before: f64,
    pub(super) answer: Answer,
}

impl<'a> Search<'a> {
    pub(super) fn new(links: &'a Links, trajectory: &'a Arc<Trajectory>, query: Query) -> Self {
        Self { view: View::new(links, trajectory), query, curved_steps: None }
    }

    /// Looks at all pairs until the first contact is known.
    pub(super) fn first_contact(mut self, query: &Query) -> Result<SceneAnswer, SceneQueryError> {
        let mut merge = Merge::new(query);
        self.run(&mut |search, Told { index, apart_before, mut answer }| {
            if let Verdict::Touch(first) = &mut answer.verdict {
                for contact in &mut first.contacts {
                    *contact = search.view.in_world(index, contact);
                    contact.initial &= apart_before <= query.span.lower();
                }
            }
            merge.take(search.view.links.bodies(index), answer);
            search.query = merge.query().clone();
            Ok(())
        })?;
        let Merged { mut verdict, evidence, effort, tags } = merge.finish();
        let mut contacts = Vec::new();
        if let Verdict::Touch(first) = &mut verdict {
            let tagged = tags.into_iter().zip(&first.contacts);
            contacts.extend(tagged.map(|([a, b], &contact)| PairContact { a, b, contact }));
            contacts.sort_by(|one, other| one.contact.time.lower().total_cmp(&other.contact.time.lower()));
            first.contacts = contacts.iter().map(|pair| pair.contact).collect();
        }
        Ok(SceneAnswer { verdict, evidence, effort, contacts })
    }

    /// Searches all pairs in the order of time. `take` receives each answer of a method, and may shorten the span
    /// or lower the separation of the remaining questions.
    pub(super) fn run(
        &mut self,
        take: &mut dyn FnMut(&mut Self, Told) -> Result<(), SceneQueryError>,
    ) -> Result<(), SceneQueryError> {
        let start = self.query.span.lower();
        let mut queue = BinaryHeap::new();
        // A trajectory of one instant has no stretches.
        let lasts = start < self.query.span.upper();
        for pair in 0..self.view.links.pairs.len() {
            let look = if lasts { Look::Balls(Stretch::of_row(0)) } else { Look::Bodies { since: start.into() } };
            let later = self.look(&Waiting { time: start, place: pair, item: look }, take)?;
            // Most pairs are far apart all the time, and need not wait.
            queue.extend(later.filter(|later| later.time < self.query.span.upper()));
        }
        while let Some(waiting) = queue.pop() {
            if waiting.time >= self.query.span.upper() {
                break;
            }
            queue.extend(self.look(&waiting, take)?);
        }
        Ok(())
    }

    /// The same pair later, unless all that is wanted is known of it.
    fn look(
        &mut self,
        waiting: &Waiting,
        take: &mut dyn FnMut(&mut Self, Told) -> Result<(), SceneQueryError>,
    ) -> Result<Option<Waiting>, SceneQueryError> {
        let last = self.query.span.upper();
        match waiting.item {
            Look::Balls(stretch) => Ok(self.by_balls(waiting, stretch)),
            Look::Hulls { since } => {
                let time = self.ask(waiting.place, [since.lower(), last], apart_until)?;
                Ok(Some(Waiting { time, item: Look::Bodies { since }, ..*waiting }))
            }
            Look::Bodies { since } => {
                // The time resolution is a part of the span: a short span just before a contact would resolve too
                // finely.
                let answer = self.ask(waiting.place, [since.lower(), last.max(since.upper())], first_contact)?;
                take(self, Told { index: waiting.place, apart_before: waiting.time, answer })?;
                Ok(None)
            }
        }
    }

    /// Goes on by one stretch, or to convex hulls at its beginning if it is as short as stretches are.
    fn by_balls(&mut self, waiting: &Waiting, mut stretch: Stretch) -> Option<Waiting> {
        let separation = self.separation(waiting.place);
        loop {
            let span = stretch.span(self.view.trajectory.times())?;
            if self.view.apart(waiting.place, (stretch, span), separation) {
                return Some(Waiting { time: span.upper(), item: Look::Balls(stretch.next()), ..*waiting });
            }
            match stretch.first_half() {
                Some(half) => stretch = half,
                None => return Some(Waiting { item: Look::Hulls { since: span }, ..*waiting }),
            }
        }
    }

    /// The separation of the shapes of a pair that counts as contact of the bodies, which reach beyond them;
    /// rounded up.
    fn separation(&self, index: usize) -> f64 {
        (self.view.links.radii(index) + Interval::from(self.query.separation)).upper()
    }

    /// Asks one of the methods about a pair, during this time.
    pub(super) fn ask<Known>(
        &mut self,
        index: usize,
        [from, until]: [f64; 2],
        method: fn(&Moving, &Moving, &Query) -> Result<Known, DetectError>,
    ) -> Result<Known, SceneQueryError> {
        let [a, b] = self.view.sides(index)?;
        let separation = self.separation(index);
        let mut query = Query { separation, span: Interval::between(from, until), ..self.query.clone() };
        if let Some(steps) = self.curved_steps
            && self.view.links.is_curved(index)
        {
            // A quarter of the budget that is left: one failed question must not use up the whole budget.
            query.budget = Some(query.budget.map_or(steps, |left| steps.min(left / 4)));
        }
        method(&a, &b, &query).map_err(|source| SceneQueryError { pair: Some(self.view.links.bodies(index)), source })
    }
}
