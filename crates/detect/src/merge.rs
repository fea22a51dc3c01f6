//! Combines the answers of several queries into one. No other module does this.
//!
//! **Question.** Several queries were made: about the pairs of a scene, the parts of a motion, the links of a
//! robot. What is the first contact of all, and which contacts belong to it?
//!
//! **Idea.** The first contact is not before the least lower end of all answers, and has begun by the least upper
//! end. A contact that begins later than the least upper end, by more than the requested simultaneity, does not
//! belong to it. Once a contact is known, later queries need not look beyond that instant ([`Merge::query`]).
//!
//! **Guarantee.** The lower end of the bracket is never later than that of any answer, whichever contacts are
//! listed. All queries share one budget. If a query stayed open before every contact, the combined verdict is
//! `Open`. If it stayed open later, the set of contacts is marked as incomplete.

use crate::{Answer, Effort, Evidence, FirstContact, Query, Verdict};
use tangency_geometry::Contact;
use tangency_interval::Interval;

/// Answers being combined, each with a tag that identifies its query.
#[derive(Clone, Debug)]
pub struct Merge<Tag> {
    /// The query for the next pair: up to the last instant of interest, with the remaining budget.
    query: Query,
    end: f64,
    /// The least lower end and the least upper end of all contacts.
    first: Option<[f64; 2]>,
    contacts: Vec<(Tag, Contact)>,
    complete: bool,
    unfinished: Option<f64>,
    evidence: Evidence,
    effort: Effort,
}

/// The combined answer to all queries.
#[derive(Clone, Debug, PartialEq)]
pub struct Merged<Tag> {
    /// The combined verdict.
    pub verdict: Verdict,
    /// The weakest evidence of any answer.
    pub evidence: Evidence,
    /// The total effort.
    pub effort: Effort,
    /// The tag of each contact of the verdict, in the same order.
    pub tags: Vec<Tag>,
}

impl<Tag> Merge<Tag> {
    /// No answers yet.
    #[must_use]
    pub fn new(query: &Query) -> Self {
        Self {
            query: query.clone(),
            end: query.span.upper(),
            first: None,
            contacts: Vec::new(),
            complete: true,
            unfinished: None,
            evidence: Evidence::Proved,
            effort: Effort::default(),
        }
    }

    /// The query to use next. Its span ends at the last instant that is simultaneous with the first contact, and
    /// its budget is the remaining one.
    #[must_use]
    pub fn query(&self) -> &Query {
        &self.query
    }

    /// Adds one answer.
    pub fn take(&mut self, tag: Tag, answer: Answer)
    where
        Tag: Clone,
    {
        self.effort = self.effort.plus(answer.effort);
        self.evidence = self.evidence.min(answer.evidence);
        self.query.budget = self.query.budget.map(|budget| budget.saturating_sub(answer.effort.iterations));
        match answer.verdict {
            Verdict::Clear { .. } => {}
            Verdict::Touch(first) => {
                let [lower, upper] = self.first.unwrap_or([f64::INFINITY; 2]);
                let upper = upper.min(first.time.upper());
                self.first = Some([lower.min(first.time.lower()), upper]);
                self.complete &= first.complete;
                self.contacts.extend(first.contacts.into_iter().map(|contact| (tag.clone(), contact)));
                self.query.span = Interval::between(self.query.span.lower(), self.horizon(upper));
            }
            Verdict::Open { from } => {
                self.unfinished = Some(self.unfinished.map_or(from, |until| until.min(from)));
            }
        }
    }

    /// The last instant that is simultaneous with a first contact that has begun by `upper`. Clamped to the span.
    fn horizon(&self, upper: f64) -> f64 {
        self.query.last_simultaneous(upper).min(self.end).max(self.query.span.lower())
    }

    /// The combined answer.
    #[must_use]
    pub fn finish(self) -> Merged<Tag> {
        let (evidence, effort) = (self.evidence, self.effort);
        let ended = |verdict| Merged { verdict, evidence, effort, tags: Vec::new() };
        let Some([lower, upper]) = self.first else {
            return ended(match self.unfinished {
                Some(from) => Verdict::Open { from },
                None => Verdict::Clear { until: self.end },
            });
        };
        if let Some(from) = self.unfinished.filter(|&from| from < lower) {
            return ended(Verdict::Open { from });
        }
        let horizon = self.horizon(upper);
        let complete = self.complete && self.unfinished.is_none_or(|from| from > horizon);
        let together = self.contacts.into_iter().filter(|(_, contact)| contact.time.lower() <= horizon);
        let (tags, contacts) = together.unzip();
        let first = FirstContact { time: Interval::between(lower, upper), contacts, complete };
        Merged { verdict: Verdict::Touch(first), evidence, effort, tags }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec3;
    use tangency_geometry::Feature;

    fn contact(time: [f64; 2]) -> Contact {
        Contact {
            time: Interval::between(time[0], time[1]),
            point: DVec3::ZERO,
            normal: DVec3::Z,
            gap: 0.0,
            feature_a: Feature::Vertex(0),
            feature_b: Feature::Vertex(0),
            proved: true,
            initial: false,
        }
    }

    fn answer(verdict: Verdict, iterations: u64) -> Answer {
        Answer { verdict, evidence: Evidence::Proved, effort: Effort { pairs: 1, iterations } }
    }

    fn touch(time: [f64; 2], contacts: &[[f64; 2]]) -> Answer {
        let contacts = contacts.iter().copied().map(contact).collect();
        let first = FirstContact { time: Interval::between(time[0], time[1]), contacts, complete: true };
        answer(Verdict::Touch(first), 10)
    }

    /// The bracket starts at the least lower end of the answers, not at the first listed contact: contacts may have
    /// been thinned out.
    #[test]
    fn the_lower_end_is_that_of_the_answers() {
        let mut merge = Merge::new(&Query::default());
        merge.take('a', touch([0.3, 0.5], &[[0.4, 0.5]]));
        merge.take('b', touch([0.35, 0.6], &[[0.45, 0.6], [0.55, 0.6]]));
        let merged = merge.finish();
        let Verdict::Touch(first) = merged.verdict else { panic!("both touch") };
        assert_eq!((first.time.lower(), first.time.upper()), (0.3, 0.5));
        assert_eq!(merged.tags, ['a', 'b'], "what begins after 0.5 does not belong to it");
    }

    /// A simultaneity extends the remaining span and keeps the contacts within it.
    #[test]
    fn simultaneity_keeps_what_comes_soon_after() {
        for (simultaneity, until, kept) in [(None, 0.5_f64, 1), (Some(0.25), 0.75, 2), (Some(9.0), 1.0, 3)] {
            let mut merge = Merge::new(&Query { simultaneity, ..Query::default() });
            merge.take((), touch([0.4, 0.5], &[[0.4, 0.5]]));
            let left = merge.query().span.upper();
            assert!((until..=until.next_up()).contains(&left), "rounded up: {left}");
            merge.take((), touch([0.6, 0.65], &[[0.6, 0.65], [0.9, 0.95]]));
            assert_eq!(merge.finish().tags.len(), kept);
        }
    }

    /// Open before every contact gives `Open`. Open within the first contact gives an incomplete set. Open after it
    /// has no effect.
    #[test]
    fn what_stays_open_is_said() {
        for (from, expected) in [(0.3, None), (0.45, Some(false)), (0.8, Some(true))] {
            let mut merge = Merge::new(&Query::default());
            merge.take((), answer(Verdict::Open { from }, 5));
            merge.take((), touch([0.4, 0.5], &[[0.4, 0.5]]));
            let merged = merge.finish();
            assert_eq!(merged.effort, Effort { pairs: 2, iterations: 15 });
            match (merged.verdict, expected) {
                (Verdict::Open { from: left }, None) => assert_eq!(left, from),
                (Verdict::Touch(first), Some(complete)) => assert_eq!(first.complete, complete),
                (verdict, _) => panic!("{from}: {verdict:?}"),
            }
        }
    }

    /// All queries share one budget.
    #[test]
    fn the_budget_shrinks() {
        let mut merge = Merge::new(&Query { budget: Some(12), ..Query::default() });
        merge.take((), answer(Verdict::Clear { until: 1.0 }, 5));
        assert_eq!(merge.query().budget, Some(7));
        merge.take((), answer(Verdict::Clear { until: 1.0 }, 50));
        assert_eq!(merge.query().budget, Some(0));
        assert_eq!(merge.finish().verdict, Verdict::Clear { until: 1.0 });
    }
}
