//! The first new contact within a step.
//!
//! **Question.** Bodies move as the solver says, and some contacts are followed: which new contact comes first?
//!
//! **Idea.** Pairs that touch nowhere yet are asked together. A pair whose contacts are followed is asked with a ball about the path of
//! each in which nothing is reported (eq. 7); these balls are for that pair alone: what a third body does there counts.
//!
//! **Guarantee.** That of the detection, for these motions, outside of the balls. Within a ball the two surfaces bend away from each other,
//! with the relative curvature that the solver finds positive at every node; a ball is at most a tenth of the smallest radius of curvature
//! at the contact. That no feature smaller than this hides there is assumed, not proved.
//!
//! **Why contacts that end are safe.** Continuing contacts are held at a gap of one skin (`tolerance::SKIN`), and impacts take place at
//! that gap, which is four times what the detection can tell from touching. So whoever departs is simply apart at the start of the next
//! step, and is asked about without any ball: nothing old is reported, and nothing new is hidden.
//!
//! **Why nothing is asked about insides.** Only the first step asks whether one body is inside another. Later none can be: bodies get
//! inside one another only through a contact, and there was none.
//!
//! **Source.** Snyder et al. 1993, section 1.1 (the two modes of collision detection) and eq. 7.

use crate::WorldError;
use crate::instant::Matters;
use tangency_detect::{
    Among, AmongAnswer, AmongError, Answer, FirstContact, Moving, PairContact, Query, Tracked, Verdict, first_contact,
    first_contact_among_pairs,
};
use tangency_interval::Interval;

/// A followed contact as the detection has to know it.
pub(crate) struct Known {
    pub(crate) a: usize,
    pub(crate) b: usize,
    pub(crate) tracked: Tracked,
}

/// The first contact within the span that is not known.
pub(crate) fn first_new_contact(
    matters: &Matters<'_>,
    moving: &[Moving],
    known: &[Known],
    span: Interval,
    query: &Query,
) -> Result<AmongAnswer, AmongError> {
    let query = Query { span, ..query.clone() };
    let among: Vec<Among<'_>> = moving.iter().map(|moving| Among { moving, self_contact: false }).collect();
    let is = |a: usize, b: usize| move |one: &&Known| (one.a.min(one.b), one.a.max(one.b)) == (a, b);
    let asked =
        |a: usize, b: usize| (matters.is_free(a) || matters.is_free(b)) && !known.iter().any(|one| is(a, b)(&one));
    let mut answer = first_contact_among_pairs(&among, &asked, &query)?;
    let mut pairs: Vec<[usize; 2]> = known.iter().map(|one| [one.a.min(one.b), one.a.max(one.b)]).collect();
    pairs.sort_unstable();
    pairs.dedup();
    for [a, b] in pairs {
        let tracked = known.iter().filter(is(a, b)).map(|one| one.tracked.clone()).collect();
        let until = latest(&answer.verdict, span);
        let query = Query { span: Interval::between(span.lower(), until), tracked, ..query.clone() };
        let found = first_contact(&moving[a], &moving[b], &query);
        merge(&mut answer, [a, b], found.map_err(|source| AmongError { pair: Some([a, b]), source })?, span);
    }
    Ok(answer)
}

/// Until when another pair is of interest.
fn latest(verdict: &Verdict, span: Interval) -> f64 {
    match verdict {
        Verdict::Clear { .. } => span.upper(),
        Verdict::Touch(first) => first.time.upper(),
        Verdict::Open { from } => from.max(span.lower()),
    }
}

/// Takes in the answer about one more pair.
fn merge(answer: &mut AmongAnswer, [a, b]: [usize; 2], found: Answer, span: Interval) {
    answer.effort = answer.effort.plus(found.effort);
    answer.evidence = answer.evidence.min(found.evidence);
    match found.verdict {
        Verdict::Clear { .. } => {}
        Verdict::Open { from } => {
            answer.contacts.retain(|pair| pair.contact.time.lower() <= from);
            if answer.contacts.is_empty() {
                answer.verdict = Verdict::Open { from };
            }
        }
        Verdict::Touch(first) => {
            let last = first.time.upper().min(latest(&answer.verdict, span));
            answer.contacts.extend(first.contacts.into_iter().map(|contact| PairContact { a, b, contact }));
            answer.contacts.retain(|pair| pair.contact.time.lower() <= last);
            let lower = answer.contacts.iter().map(|pair| pair.contact.time.lower()).fold(last, f64::min);
            let contacts = answer.contacts.iter().map(|pair| pair.contact).collect();
            answer.verdict = Verdict::Touch(FirstContact { time: Interval::between(lower, last), contacts });
        }
    }
}

/// The error with names.
pub(crate) fn named(matters: &Matters<'_>, error: AmongError) -> WorldError {
    let pair = error.pair.map(|pair| pair.map(|body| matters.bodies[body].name.clone()));
    WorldError::Detect { pair, source: error.source }
}
