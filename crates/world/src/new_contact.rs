//! The first new contact within a step.
//!
//! **Question.** Bodies move as the solver says, and some contacts are followed. Which new contact comes first?
//!
//! **Idea.** Pairs without a followed contact are queried together. For a pair with followed contacts, the
//! query excludes a ball around the path of each of them (eq. 7). The exclusion balls apply to this pair only:
//! contacts of a third body inside them are reported.
//!
//! **Guarantee.** That of the detection, for these motions, outside the exclusion balls. Within a ball the two
//! surfaces bend away from each other: the solver finds their relative curvature positive at every node, and
//! the ball is at most a tenth of the smallest radius of curvature at the contact. It is assumed, not proved,
//! that no smaller feature is inside the ball.
//!
//! **Why contacts that end are safe.** Continuing contacts are held at a gap of one skin (`tolerance::SKIN`),
//! and impacts take place at that gap. The skin is four times the detection's resolution, so separating bodies
//! start the next step apart. They are then queried without an exclusion ball: no old contact is reported, and
//! no new one is hidden.
//!
//! **Why containment is tested only once.** Only the first step tests whether one body is inside another. Later
//! it cannot happen: a body gets inside another only through a contact, and there was none.
//!
//! **Source.** Snyder et al. 1993, section 1.1 (the two modes of collision detection) and eq. 7.

use crate::WorldError;
use crate::instant::PreparedBodies;
use tangency_detect::{
    Asked, Moving, Query, SceneAnswer, SceneMember, SceneQueryError, Tracked, first_contact_among_pairs,
};
use tangency_interval::Interval;

/// A followed contact with its exclusion ball, for the detection.
pub(crate) struct KnownContact {
    pub(crate) a: usize,
    pub(crate) b: usize,
    pub(crate) tracked: Tracked,
}

/// The first contact within the span that is not a known one.
pub(crate) fn first_new_contact(
    bodies: &PreparedBodies<'_>,
    moving: &[Moving],
    known: &[KnownContact],
    span: Interval,
    query: &Query,
) -> Result<SceneAnswer, SceneQueryError> {
    let query = Query { span, ..query.clone() };
    let among: Vec<SceneMember<'_>> = moving.iter().map(|moving| SceneMember { moving, self_contact: false }).collect();
    let asked = |a: usize, b: usize| {
        let of_pair = known.iter().filter(|one| [one.a.min(one.b), one.a.max(one.b)] == [a, b]);
        let tracked: Vec<Tracked> = of_pair.map(|one| one.tracked.clone()).collect();
        match (tracked.is_empty(), bodies.is_free(a) || bodies.is_free(b)) {
            (false, _) => Asked::Besides(tracked),
            (true, true) => Asked::First,
            (true, false) => Asked::Nothing,
        }
    };
    first_contact_among_pairs(&among, &asked, &query)
}

/// Adds the names of the bodies to an error.
pub(crate) fn named(bodies: &PreparedBodies<'_>, error: SceneQueryError) -> WorldError {
    let pair = error.pair.map(|pair| pair.map(|body| bodies.all[body].name.clone()));
    WorldError::Detect { pair, source: error.source }
}
