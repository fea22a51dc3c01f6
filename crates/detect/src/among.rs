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
use crate::{Answer, DetectError, Effort, Evidence, Merge, Merged, Moving, Prepared, Query, Tracked, Verdict};
use crate::{first_contact, first_self_contact};
use rayon::prelude::*;
use tangency_bound::{Aabb, BoundingVolume, Tree};
use tangency_geometry::{Contact, Motion};

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

/// What is asked about a pair of bodies.
#[derive(Clone, Debug, PartialEq)]
pub enum Asked {
    /// Nothing: they may touch.
    Nothing,
    /// Their first contact.
    First,
    /// Their first contact besides these, which are known.
    Besides(Vec<Tracked>),
}

/// When any two of the bodies first touch, where, and how sure that is.
pub fn first_contact_among(bodies: &[Among<'_>], query: &Query) -> Result<AmongAnswer, AmongError> {
    first_contact_among_pairs(bodies, &|_, _| Asked::First, query)
}

/// [`first_contact_among`] the pairs of bodies, of which `asked` tells what is wanted; of two bodies, the one that comes first in the list
/// comes first.
pub fn first_contact_among_pairs(
    bodies: &[Among<'_>],
    asked: &dyn Fn(usize, usize) -> Asked,
    query: &Query,
) -> Result<AmongAnswer, AmongError> {
    query.validate().map_err(|source| AmongError { pair: None, source })?;
    let mut merge = Merge::new(query);
    let pairs = pairs(bodies, asked, query);
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
        let ask = |pair: &Pair| {
            let ask = |query: &Query| first_contact(bodies[pair.a].moving, bodies[pair.b].moving, query);
            match &pair.besides {
                Some(tracked) => ask(&Query { tracked: tracked.clone(), ..merge.query().clone() }),
                None => ask(merge.query()),
            }
        };
        let answers: Vec<_> = round.par_iter().map(ask).collect();
        for (pair, answer) in round.iter().zip(answers) {
            take(&mut merge, [pair.a, pair.b], answer)?;
        }
        (waiting, size) = (later, (2 * size).min(LARGEST_ROUND));
    }
    // A mesh with itself costs most: it comes last, when an earlier contact may have shortened the span.
    for (index, body) in alone() {
        let answer = first_self_contact(body.moving, merge.query());
        take(&mut merge, [index, index], answer)?;
    }
    Ok(finish(merge))
}

fn take(
    merge: &mut Merge<[usize; 2]>,
    pair: [usize; 2],
    answer: Result<Answer, DetectError>,
) -> Result<(), AmongError> {
    merge.take(pair, answer.map_err(|source| AmongError { pair: Some(pair), source })?);
    Ok(())
}

fn finish(merge: Merge<[usize; 2]>) -> AmongAnswer {
    let Merged { verdict, evidence, effort, tags } = merge.finish();
    let listed = match &verdict {
        Verdict::Touch(first) => first.contacts.as_slice(),
        Verdict::Clear { .. } | Verdict::Open { .. } => &[],
    };
    let contacts = tags.iter().zip(listed).map(|(&[a, b], &contact)| PairContact { a, b, contact }).collect();
    AmongAnswer { verdict, evidence, effort, contacts }
}

/// Two bodies to be asked about.
struct Pair {
    a: usize,
    b: usize,
    besides: Option<Vec<Tracked>>,
}

/// Pairs of bodies that are asked about and whose swept boxes are not apart, in order.
fn pairs(bodies: &[Among<'_>], asked: &dyn Fn(usize, usize) -> Asked, query: &Query) -> Vec<Pair> {
    let boxes: Vec<Aabb> = bodies.iter().map(|body| swept_box(body.moving, query)).collect();
    let tree = Tree::new(&boxes.iter().map(Aabb::centre).collect::<Vec<_>>());
    let mut pairs = Vec::new();
    tree.fit(|body| boxes[body]).pairs_within(&mut |a, b| pairs.push([a, b]));
    pairs.sort_unstable();
    let wanted = |[a, b]: [usize; 2]| match asked(a.min(b), a.max(b)) {
        Asked::Nothing => None,
        Asked::First => Some(Pair { a, b, besides: None }),
        Asked::Besides(tracked) => Some(Pair { a, b, besides: Some(tracked) }),
    };
    pairs.into_iter().filter_map(wanted).collect()
}

/// A box that holds the body during the span and half the separation around it.
pub(crate) fn swept_box(moving: &Moving, query: &Query) -> Aabb {
    let placed = Motion::during(moving.motion(), query.span);
    let all = match moving.prepared() {
        Prepared::Facets(facets) => {
            let vertices = facets.mesh().vertices().iter().enumerate();
            let boxes = vertices.map(|(index, &local)| Aabb::of(placed.point(index, local)));
            boxes.reduce(|a, b| a.merged(&b)).expect("a mesh has vertices")
        }
        Prepared::Faces(_) | Prepared::Implicit(_) => {
            let bounds = moving.prepared().bounds(query.span);
            match placed.moving_pose() {
                // Its ball, wherever its centre goes.
                Some(_) => Aabb::of(bounds.ball(placed.point(0, bounds.middle()))),
                None => Aabb::of(placed.region(bounds.reach())),
            }
        }
    };
    all.inflated(query.separation)
}
