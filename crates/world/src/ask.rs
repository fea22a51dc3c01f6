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
use tangency_detect::{Among, AmongAnswer, AmongError, Asked, Moving, Query, Tracked, first_contact_among_pairs};
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
    let asked = |a: usize, b: usize| {
        let of_pair = known.iter().filter(|one| [one.a.min(one.b), one.a.max(one.b)] == [a, b]);
        let tracked: Vec<Tracked> = of_pair.map(|one| one.tracked.clone()).collect();
        match (tracked.is_empty(), matters.is_free(a) || matters.is_free(b)) {
            (false, _) => Asked::Besides(tracked),
            (true, true) => Asked::First,
            (true, false) => Asked::Nothing,
        }
    };
    first_contact_among_pairs(&among, &asked, &query)
}

/// The error with names.
pub(crate) fn named(matters: &Matters<'_>, error: AmongError) -> WorldError {
    let pair = error.pair.map(|pair| pair.map(|body| matters.bodies[body].name.clone()));
    WorldError::Detect { pair, source: error.source }
}
