//! How the answers about pairs of bodies become one answer.

use crate::{Answer, Effort, Evidence, FirstContact, Query, Verdict};
use tangency_geometry::Contact;
use tangency_interval::Interval;

/// Answers that are being combined, each with a tag that says what it is about.
pub(super) struct Merge<Tag> {
    /// What is left to ask: up to the earliest contact so far, with what is left of the budget.
    query: Query,
    end: f64,
    /// The least lower end of all answers that touch, and the least upper end.
    first: Option<[f64; 2]>,
    contacts: Vec<(Tag, Contact)>,
    unfinished: Option<f64>,
    evidence: Evidence,
    effort: Effort,
}

/// The answer to all questions together.
pub(super) struct Merged<Tag> {
    pub(super) verdict: Verdict,
    pub(super) evidence: Evidence,
    pub(super) effort: Effort,
    /// What each contact of the verdict is about, in the same order.
    pub(super) tags: Vec<Tag>,
}

impl<Tag: Clone> Merge<Tag> {
    pub(super) fn new(query: &Query) -> Self {
        Self {
            query: query.clone(),
            end: query.span.upper(),
            first: None,
            contacts: Vec::new(),
            unfinished: None,
            evidence: Evidence::Proved,
            effort: Effort::default(),
        }
    }

    pub(super) fn query(&self) -> &Query {
        &self.query
    }

    pub(super) fn take(&mut self, tag: Tag, answer: Answer) {
        self.effort = self.effort.plus(answer.effort);
        self.evidence = self.evidence.min(answer.evidence);
        self.query.budget = self.query.budget.map(|budget| budget.saturating_sub(answer.effort.iterations));
        match answer.verdict {
            Verdict::Clear { .. } => {}
            Verdict::Touch(first) => {
                let [lower, upper] = self.first.unwrap_or([f64::INFINITY; 2]);
                let upper = upper.min(first.time.upper());
                self.first = Some([lower.min(first.time.lower()), upper]);
                let whole = self.query.span;
                self.query.span = Interval::between(whole.lower(), upper.min(whole.upper()));
                self.contacts.extend(first.contacts.into_iter().map(|contact| (tag.clone(), contact)));
            }
            Verdict::Open { from } => self.unfinished = Some(self.unfinished.map_or(from, |until| until.min(from))),
        }
    }

    /// The bracket begins with the least lower end of all answers, whichever contacts are listed: a method may list some of many.
    pub(super) fn finish(mut self) -> Merged<Tag> {
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
        self.contacts.sort_by(|(_, one), (_, other)| one.time.lower().total_cmp(&other.time.lower()));
        let together = self.contacts.into_iter().filter(|(_, contact)| contact.time.lower() <= upper);
        let (tags, contacts) = together.unzip();
        let first = FirstContact { time: Interval::between(lower, upper), contacts };
        Merged { verdict: Verdict::Touch(first), evidence, effort, tags }
    }
}
