//! What is known during the search for a closest approach.

use super::answer::{ClosestApproach, ClosestPair, PairDistance};
use crate::tolerance::APPROACH_SHARES;
use crate::{DetectError, Effort, Evidence, FirstContact, Progress, Query};
use std::sync::Arc;
use tangency_interval::{Interval, StopSignal};

/// The least distance found so far, and what is proved about the span.
pub(super) struct ApproachRecord {
    pub(super) tolerance: f64,
    /// The least distance measured, and its instant.
    pub(super) best: Option<(f64, PairDistance)>,
    /// Metres. The bodies come at least this close.
    pub(super) upper: f64,
    /// Stretches of time in which the distance may be least, with the lower bound that is proved there.
    windows: Vec<(Interval, f64)>,
    /// The first contact, if the bodies touch.
    pub(super) touch: Option<FirstContact>,
    pub(super) evidence: Evidence,
    pub(super) effort: Effort,
    pub(super) budget: Option<u64>,
    stop: StopSignal,
    progress: Option<Arc<Progress>>,
}

impl ApproachRecord {
    pub(super) fn new(query: &Query) -> Self {
        Self {
            tolerance: query.tolerance,
            best: None,
            upper: f64::INFINITY,
            windows: Vec::new(),
            touch: None,
            evidence: Evidence::Proved,
            effort: Effort::default(),
            budget: query.budget,
            stop: query.stop.clone(),
            progress: query.progress.clone(),
        }
    }

    /// Whether the search has to end: its budget is spent, or it is stopped.
    pub(super) fn is_spent(&self) -> bool {
        self.budget == Some(0) || self.stop.is_stopped()
    }

    /// Counts a step of the search. Call it only if the budget is not spent.
    pub(super) fn count_step(&mut self) {
        self.budget = self.budget.map(|budget| budget.saturating_sub(1));
        self.effort.iterations += 1;
        self.progress.iter().for_each(|progress| progress.examine());
    }

    /// Records a measured distance. `true` if it is smaller than all before by more than a part of the tolerance.
    pub(super) fn take(&mut self, time: f64, found: PairDistance) -> bool {
        let upper = found.distance.upper();
        let better = upper < self.upper - APPROACH_SHARES[1] * self.tolerance;
        if upper < self.upper || self.best.is_none() {
            (self.upper, self.best) = (self.upper.min(upper), Some((time, found)));
        }
        better
    }

    /// Records that the distance is at least `lower` during a stretch of time.
    pub(super) fn prove(&mut self, time: Interval, lower: f64) {
        self.windows.push((time, lower.max(0.0)));
    }

    /// Forgets the stretches of time in which nothing is proved, and returns a stretch that holds them all.
    pub(super) fn unresolved(&mut self) -> Option<Interval> {
        let open = self.windows.extract_if(.., |(_, lower)| *lower <= 0.0).map(|(time, _)| time);
        open.reduce(Interval::hull).filter(|_| self.upper > 0.0)
    }

    pub(super) fn finish(self, query: &Query) -> Result<ClosestApproach, DetectError> {
        let Self { best, upper, windows, touch, evidence, effort, tolerance, .. } = self;
        if let Some(FirstContact { time, contacts, complete }) = touch {
            let contact = contacts.iter().find(|contact| contact.proved).or(contacts.first());
            if let Some(contact) = contact {
                let upper = if contact.proved { 0.0 } else { tolerance };
                return Ok(ClosestApproach {
                    distance: Interval::between(0.0, upper),
                    time,
                    at: contact.time.upper(),
                    closest: ClosestPair::of(contact),
                    evidence,
                    complete,
                    effort,
                });
            }
        }
        let span = query.span;
        let Some((at, found)) = best else { return Err(DetectError::Span { start: span.lower(), end: span.upper() }) };
        // A stretch whose lower bound is above the least distance does not contain it.
        let near = windows.iter().filter(|(_, lower)| *lower <= upper);
        let lower = near.clone().map(|&(_, lower)| lower).fold(upper, f64::min);
        let time = near.map(|&(time, _)| time).reduce(Interval::hull).unwrap_or(Interval::from(at));
        let distance = Interval::between(lower, upper);
        let complete = distance.width() <= tolerance;
        // The upper end is as certain as the measured distance that it comes from.
        let evidence = evidence.min(found.evidence);
        Ok(ClosestApproach { distance, time, at, closest: found.closest, evidence, complete, effort })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec3;
    use tangency_geometry::Feature;

    /// A distance that is only computed makes the upper end of the closest approach computed.
    #[test]
    fn the_approach_is_no_more_certain_than_its_distance() {
        for evidence in [Evidence::Proved, Evidence::Computed] {
            let query = Query { span: Interval::between(0.0, 1.0), ..Query::default() };
            let mut record = ApproachRecord::new(&query);
            let closest =
                ClosestPair { points: [DVec3::ZERO, DVec3::X], normal: DVec3::X, features: [Feature::Part(0); 2] };
            let distance = Interval::between(0.5, 1.0);
            record.take(0.25, PairDistance { distance, closest, evidence, effort: Effort::default() });
            record.prove(query.span, 0.5);
            let found = record.finish(&query).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!((found.distance, found.evidence), (distance, evidence));
        }
    }
}
