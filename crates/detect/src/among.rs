//! First contact among many bodies.
//!
//! **Question.** Of many moving bodies, which touch first?
//!
//! **Idea.** Pairs whose swept boxes are apart are left out. The others are asked in order, in rounds: those of one round on all cores, each
//! up to the earliest contact that earlier rounds found. Rounds grow, so that an early contact soon shortens the question.
//!
//! **Guarantee.** That of the methods: the lower end of the bracket is never late, over all pairs. Verdict, contacts and effort are the same
//! for any number of threads, because the rounds are.

use crate::tolerance::{FIRST_ROUND, LARGEST_ROUND};
use crate::{Answer, DetectError, Effort, Evidence, Moving, Query, Verdict, first_contact, first_self_contact};
use rayon::prelude::*;
use tangency_bound::{Aabb, Tree, Volume};
use tangency_geometry::{Contact, Motion};
use tangency_interval::Interval;

/// A body that takes part, and whether contacts with itself count.
#[derive(Clone, Copy, Debug)]
pub struct Among<'body> {
    /// What moves.
    pub moving: &'body Moving,
    /// Whether it may touch itself.
    pub self_contact: bool,
}

/// A contact and the bodies that it is between, by their place in the list.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairContact {
    /// First body.
    pub a: usize,
    /// Second body; the same as `a` for a contact of a body with itself.
    pub b: usize,
    /// The contact.
    pub contact: Contact,
}

/// The answer about many bodies.
#[derive(Clone, Debug, PartialEq)]
pub struct AmongAnswer {
    /// How it ended, with all contacts of all pairs.
    pub verdict: Verdict,
    /// The weakest evidence of any pair.
    pub evidence: Evidence,
    /// What all pairs cost together.
    pub effort: Effort,
    /// The contacts with their bodies, in the order of the verdict's.
    pub contacts: Vec<PairContact>,
}

/// Why a question about many bodies cannot be answered, and about which of them.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{source}")]
pub struct AmongError {
    /// The two bodies by their place in the list; `None` if the query itself is at fault.
    pub pair: Option<[usize; 2]>,
    /// What is wrong.
    pub source: DetectError,
}

/// When any two of the bodies first touch, where, and how sure that is.
pub fn first_contact_among(bodies: &[Among<'_>], query: &Query) -> Result<AmongAnswer, AmongError> {
    first_contact_among_pairs(bodies, &|_, _| true, query)
}

/// [`first_contact_among`] the pairs of bodies for which `asked` says so; of two bodies, the one that comes first in the list
/// comes first.
pub fn first_contact_among_pairs(
    bodies: &[Among<'_>],
    asked: &dyn Fn(usize, usize) -> bool,
    query: &Query,
) -> Result<AmongAnswer, AmongError> {
    query.validate().map_err(|source| AmongError { pair: None, source })?;
    let mut search = Search::new(query);
    let mut pairs = pairs(bodies, query);
    pairs.retain(|&(a, b)| asked(a.min(b), a.max(b)));
    let alone = || bodies.iter().enumerate().filter(|(_, body)| body.self_contact);
    if let Some(progress) = &query.progress {
        progress.expect(pairs.len() + alone().count());
    }
    let mut waiting = pairs.as_slice();
    let mut size = FIRST_ROUND;
    while !waiting.is_empty() {
        // A budget is for all pairs together: then each is told what the others have left of it.
        let count = if query.budget.is_some() { 1 } else { size.min(waiting.len()) };
        let (round, later) = waiting.split_at(count);
        let ask = |&(a, b): &(usize, usize)| first_contact(bodies[a].moving, bodies[b].moving, &search.query);
        let answers: Vec<_> = round.par_iter().map(ask).collect();
        for (&(a, b), answer) in round.iter().zip(answers) {
            search.take(a, b, answer)?;
        }
        (waiting, size) = (later, (2 * size).min(LARGEST_ROUND));
    }
    // A mesh with itself costs most: it comes last, when an earlier contact may have shortened the span.
    for (index, body) in alone() {
        search.take(index, index, first_self_contact(body.moving, &search.query))?;
    }
    Ok(search.finish(query))
}

/// Pairs of bodies whose swept boxes are not apart, in order. The pairs in which a body has no cheap box come too.
fn pairs(bodies: &[Among<'_>], query: &Query) -> Vec<(usize, usize)> {
    let boxes: Vec<Aabb> = bodies.iter().map(|body| swept_box(body.moving, query)).collect();
    let tree = Tree::new(&boxes.iter().map(Aabb::centre).collect::<Vec<_>>());
    let mut pairs = Vec::new();
    tree.fit(|body| boxes[body]).pairs_within(&mut |a, b| pairs.push((a, b)));
    pairs.sort_unstable();
    pairs
}

/// A box that holds the body during the span and half the separation around it.
pub(crate) fn swept_box(moving: &Moving, query: &Query) -> Aabb {
    let placed = Motion::during(moving.motion(), query.span);
    let model = moving.model();
    let all = if model.is_faceted() {
        let vertices = model.mesh().vertices().iter().enumerate();
        let boxes = vertices.map(|(index, &local)| Aabb::of(placed.point(index, local)));
        boxes.reduce(|a, b| a.merged(&b)).expect("a mesh has vertices")
    } else {
        let bounds = model.bounds(query.span);
        match placed.moving_pose() {
            // Its ball, wherever its centre goes.
            Some(_) => Aabb::of(bounds.ball(placed.point(0, bounds.middle()))),
            None => Aabb::of(placed.region(bounds.reach())),
        }
    };
    all.inflated(query.separation)
}

/// The earliest contact so far and what is still certain.
struct Search {
    /// Asks only up to the earliest contact so far, with what is left of the budget.
    query: Query,
    contacts: Vec<PairContact>,
    unfinished: Option<f64>,
    evidence: Evidence,
    effort: Effort,
}

impl Search {
    fn new(query: &Query) -> Self {
        Self {
            query: query.clone(),
            contacts: Vec::new(),
            unfinished: None,
            evidence: Evidence::Proved,
            effort: Effort::default(),
        }
    }

    fn take(&mut self, a: usize, b: usize, answer: Result<Answer, DetectError>) -> Result<(), AmongError> {
        let answer = answer.map_err(|source| AmongError { pair: Some([a, b]), source })?;
        self.effort = self.effort.plus(answer.effort);
        self.evidence = self.evidence.min(answer.evidence);
        self.query.budget = self.query.budget.map(|budget| budget.saturating_sub(answer.effort.iterations));
        match answer.verdict {
            Verdict::Clear { .. } => {}
            Verdict::Touch(first) => {
                let start = self.query.span.lower();
                self.query.span = Interval::between(start, first.time.upper().min(self.query.span.upper()));
                self.contacts.extend(first.contacts.into_iter().map(|contact| PairContact { a, b, contact }));
            }
            Verdict::Open { from } => {
                self.unfinished = Some(self.unfinished.map_or(from, |until| until.min(from)));
            }
        }
        Ok(())
    }

    fn finish(mut self, query: &Query) -> AmongAnswer {
        let last = self.query.span.upper();
        let until = self.unfinished;
        self.contacts.retain(|pair| {
            let from = pair.contact.time.lower();
            from <= last && until.is_none_or(|until| from <= until)
        });
        let first = self.contacts.iter().map(|pair| pair.contact.time.lower()).fold(f64::INFINITY, f64::min);
        let verdict = match (self.contacts.is_empty(), self.unfinished) {
            (false, _) => Verdict::Touch(crate::FirstContact {
                time: Interval::between(first, last),
                contacts: self.contacts.iter().map(|pair| pair.contact).collect(),
            }),
            (true, Some(from)) => Verdict::Open { from },
            (true, None) => Verdict::Clear { until: query.span.upper() },
        };
        AmongAnswer { verdict, evidence: self.evidence, effort: self.effort, contacts: self.contacts }
    }
}
