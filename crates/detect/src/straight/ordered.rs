//! Tests the features of a step in the order of time.
//!
//! **Question.** Which features meet during a step, the earliest first?
//!
//! **Idea.** Traverses the trees of both meshes together in the order in which moving boxes first meet. Each pair of
//! features found is searched for its first meeting. The first meeting ends the search.
//!
//! **Guarantee.** That of the pair searches: everything before the earliest meeting is proved apart. If the budget
//! runs out, the result is the time up to which the search is complete.
//!
//! **Cost.** Microseconds a pair of features, for pairs whose boxes meet before the first contact. It suits large
//! motions and coarse meshes, and runs on one thread.

use super::candidates::{CandidatePair, FeatureCandidates, SweptMesh};
use super::step::{StepContacts, StraightStep};
use crate::Query;
use crate::features::{FeaturePair, FirstMeeting, PairMeeting, first_meeting, proof_of_distance};
use crate::limits::{ContactThreshold, StepBudget};
use tangency_bound::{FittedTree, MovingBox};

/// Tests the pairs of features whose boxes meet, in the order of time.
pub(super) fn collect(
    step: &StraightStep<'_>,
    first: bool,
    found: &mut StepContacts<'_>,
    reached: &mut dyn FnMut(f64),
) {
    let [paths_a, paths_b] = step.paths();
    let a = SweptMesh::new(step.a.facets(), paths_a);
    let b = step.b.map(|b| SweptMesh::new(b.facets(), paths_b));
    let separation = step.query.separation;
    let features = FeatureCandidates { a: &a, b: b.as_ref().unwrap_or(&a), same: b.is_none(), separation };
    let search = TimeOrderedSearch { query: step.query, features };
    let order = |a: &MovingBox, b: &MovingBox| a.window(b, separation).map(|[enter, _]| enter);
    let mut visit = |enter: f64, i: usize, j: usize| {
        reached(enter);
        if first && enter <= 0.0 {
            features.piercing(i, j).for_each(|candidate| search.pierce(&candidate, found));
        }
        features.meeting(i, j).for_each(|candidate| search.meet(&candidate, found));
        found.horizon()
    };
    let fitted_a = a.model.tree().fit(|triangle| a.triangle_box(triangle));
    match &b {
        Some(b) => {
            let fitted_b = b.model.tree().fit(|triangle| b.triangle_box(triangle));
            FittedTree::pairs_in_order(&fitted_a, &fitted_b, &order, &mut visit);
        }
        None => fitted_a.pairs_within_in_order(&order, &mut visit),
    }
}

struct TimeOrderedSearch<'step> {
    query: &'step Query,
    features: FeatureCandidates<'step>,
}

impl TimeOrderedSearch<'_> {
    /// Adds a contact at the start of the span if an edge pierces a triangle, or cannot be proved not to.
    fn pierce(&self, candidate: &CandidatePair, found: &mut StepContacts<'_>) {
        found.pairs += 1;
        if !found.budget.spend() {
            found.unfinished = Some(0.0);
            return;
        }
        let pair = self.features.pair(candidate.features);
        // An edge that does not pierce needs no test here: some vertex and triangle or some two edges are as close,
        // and are tested as pairs of their own.
        let exact = pair.exactly_pierced();
        let proved = exact.unwrap_or_else(|| pair.certainly_pierced(0.0));
        if proved || (exact.is_none() && proof_of_distance(&pair, [0.0, 0.0], 0.0).is_none()) {
            found.add(candidate.features, PairMeeting { s: [0.0, 0.0], proved, direction: None });
        }
    }

    /// Searches a vertex and a triangle, or two edges, up to the earliest contact so far.
    fn meet(&self, candidate: &CandidatePair, found: &mut StepContacts<'_>) {
        found.pairs += 1;
        let [enter, leave] = candidate.window;
        if enter > found.horizon() {
            return;
        }
        let pair = self.features.pair(candidate.features);
        match self.first_meeting(&pair, [enter, leave.min(found.latest)], &mut found.budget) {
            FirstMeeting::Apart => {}
            FirstMeeting::Meet(meeting) => found.add(candidate.features, meeting),
            FirstMeeting::Unfinished { from } => {
                found.unfinished = Some(found.unfinished.map_or(from, |until| until.min(from)));
            }
        }
    }

    /// The first meeting of a pair within `[from, to]`: exact if all vertices are known exactly and only touching
    /// counts, otherwise by proofs of distance.
    fn first_meeting(&self, pair: &FeaturePair, [from, to]: [f64; 2], budget: &mut StepBudget<'_>) -> FirstMeeting {
        let Query { separation, tolerance, .. } = *self.query;
        let exact = if separation == 0.0 { pair.exact_touch() } else { None };
        let Some(touch) = exact else {
            return first_meeting(pair, [from, to], ContactThreshold { separation, tolerance }, budget);
        };
        if !budget.spend() {
            return FirstMeeting::Unfinished { from };
        }
        match touch {
            Some(touch) if touch.time.lower() <= to => FirstMeeting::Meet(PairMeeting::exact(&touch)),
            _ => FirstMeeting::Apart,
        }
    }
}
