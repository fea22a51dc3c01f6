//! Searches the pairs of a robot and its obstacles in the order of time.
//!
//! **Question.** Which of many pairs comes within the separation first?
//!
//! **Idea.** A priority queue orders the pairs by the instant until which each is proved apart. The search takes
//! the earliest pair and refines it: by bounding balls and boxes, stretch by stretch (`apart`); where they
//! overlap, by convex hulls ([`apart_until`]); where those meet, by the method for the two bodies
//! ([`first_contact`]).
//!
//! **Guarantee.** When the earliest instant passes that of a contact, no pair still in the queue can touch before
//! it.
//!
//! **Cost.** Pairs that stay far apart cost a few operations. Pairs that come close only after the first contact
//! are not refined.

use super::Links;
use super::apart::RowStretch;
use super::view::TrajectoryView;
use crate::{Answer, DetectError, Merge, Merged, Moving, PairContact, Query, SceneAnswer, SceneQueryError, Verdict};
use crate::{apart_until, first_contact};
use std::collections::BinaryHeap;
use std::sync::Arc;
use tangency_geometry::Trajectory;
use tangency_interval::{Earliest, Interval};

/// All pairs and the query.
pub(super) struct LinkSearch<'a> {
    pub(super) view: TrajectoryView<'a>,
    /// The rest of the query. Its separation is between the bodies. The query for the shapes of a pair adds their
    /// radii.
    pub(super) query: Query,
    /// Budget of a single query about a pair with a curved body. `None` allows the whole budget of the query.
    pub(super) curved_steps: Option<u64>,
}

/// The next test of a pair.
#[derive(Clone, Copy, Debug)]
enum PairTest {
    /// Test bounding balls and boxes during this stretch.
    Balls(RowStretch),
    /// Test convex hulls: balls and boxes did not suffice during `since`.
    Hulls { since: Interval },
    /// Run the method for the two bodies.
    Bodies { since: Interval },
}

/// A pair that is proved apart before an instant, and its next test.
type QueuedLinkPair = Earliest<usize, PairTest>;

/// The answer of a method for a pair.
pub(super) struct PairAnswer {
    /// The index of the pair.
    pub(super) index: usize,
    /// The pair is proved apart before this instant.
    pub(super) apart_before: f64,
    pub(super) answer: Answer,
}

impl<'a> LinkSearch<'a> {
    pub(super) fn new(links: &'a Links, trajectory: &'a Arc<Trajectory>, query: Query) -> Self {
        Self { view: TrajectoryView::new(links, trajectory), query, curved_steps: None }
    }

    /// Searches all pairs until the first contact is known.
    pub(super) fn first_contact(mut self, query: &Query) -> Result<SceneAnswer, SceneQueryError> {
        let mut merge = Merge::new(query);
        self.run(&mut |search, PairAnswer { index, apart_before, mut answer }| {
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
    /// or lower the separation of the remaining queries.
    pub(super) fn run(
        &mut self,
        take: &mut dyn FnMut(&mut Self, PairAnswer) -> Result<(), SceneQueryError>,
    ) -> Result<(), SceneQueryError> {
        let start = self.query.span.lower();
        let mut queue = BinaryHeap::new();
        // A trajectory of a single instant has no stretches.
        let lasts = start < self.query.span.upper();
        // The stretch of the first row may begin before the span: a proof for more is a proof.
        let rows = self.view.trajectory.times();
        let row = rows.partition_point(|&row| row <= start).saturating_sub(1).min(rows.len().saturating_sub(2));
        for pair in 0..self.view.links.pairs.len() {
            let look = if lasts {
                PairTest::Balls(RowStretch::of_row(u32::try_from(row).unwrap_or(0)))
            } else {
                PairTest::Bodies { since: start.into() }
            };
            let later = self.test(&QueuedLinkPair { time: start, place: pair, item: look }, take)?;
            // Most pairs are far apart all the time, and are never queued.
            queue.extend(later.filter(|later| later.time < self.query.span.upper()));
        }
        while let Some(waiting) = queue.pop() {
            if waiting.time >= self.query.span.upper() {
                break;
            }
            if self.query.stop.is_stopped() {
                // No pair that waits touches before the earliest of their instants.
                let verdict = Verdict::Open { from: waiting.time };
                let answer = Answer { verdict, ..Answer::unknown(&self.query) };
                return take(self, PairAnswer { index: waiting.place, apart_before: waiting.time, answer });
            }
            queue.extend(self.test(&waiting, take)?);
        }
        Ok(())
    }

    /// Runs the next test of a pair. Returns the pair with its later instant, or `None` if it is decided.
    fn test(
        &mut self,
        waiting: &QueuedLinkPair,
        take: &mut dyn FnMut(&mut Self, PairAnswer) -> Result<(), SceneQueryError>,
    ) -> Result<Option<QueuedLinkPair>, SceneQueryError> {
        let (first, last) = (self.query.span.lower(), self.query.span.upper());
        match waiting.item {
            PairTest::Balls(stretch) => Ok(self.test_balls(waiting, stretch)),
            PairTest::Hulls { since } => {
                let time = self.ask(waiting.place, [since.lower().max(first), last], apart_until)?;
                Ok(Some(QueuedLinkPair { time, item: PairTest::Bodies { since }, ..*waiting }))
            }
            PairTest::Bodies { since } => {
                // The time resolution is a fraction of the span. A short span just before a contact would be
                // resolved too finely.
                let from = since.lower().max(first);
                let answer = self.ask(waiting.place, [from, last.max(since.upper())], first_contact)?;
                take(self, PairAnswer { index: waiting.place, apart_before: waiting.time, answer })?;
                Ok(None)
            }
        }
    }

    /// Advances by one stretch. If balls and boxes fail at the finest level, continues with convex hulls.
    fn test_balls(&mut self, waiting: &QueuedLinkPair, mut stretch: RowStretch) -> Option<QueuedLinkPair> {
        let separation = self.separation(waiting.place);
        loop {
            let span = stretch.span(self.view.trajectory.times())?;
            if self.view.apart(waiting.place, (stretch, span), separation) {
                return Some(QueuedLinkPair { time: span.upper(), item: PairTest::Balls(stretch.next()), ..*waiting });
            }
            match stretch.first_half() {
                Some(half) => stretch = half,
                None => return Some(QueuedLinkPair { item: PairTest::Hulls { since: span }, ..*waiting }),
            }
        }
    }

    /// The separation of the shapes of a pair at which the bodies, including their radii, count as touching.
    /// Rounded up.
    fn separation(&self, index: usize) -> f64 {
        (self.view.links.radii(index) + Interval::from(self.query.separation)).upper()
    }

    /// Runs one of the methods for a pair, from `from` to `until`.
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
            // Use at most a quarter of the remaining budget: one failed query must not use up all of it.
            query.budget = Some(query.budget.map_or(steps, |left| steps.min(left / 4)));
        }
        method(&a, &b, &query).map_err(|source| SceneQueryError { pair: Some(self.view.links.bodies(index)), source })
    }
}
