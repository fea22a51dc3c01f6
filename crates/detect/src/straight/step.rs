//! One stretch of time during which all vertices move straight.

use super::describe::{contained, describe, distinct};
use super::features::{Candidate, Features, Side};
use super::inside::inside;
use super::pair::{Corners, Pair};
use super::search::{Budget, Meeting, Search, Terms, first_meeting, proof_of_distance};
use crate::{Effort, FirstContact, Query, Touching};
use tangency_bound::{Fitted, MovingBox};
use tangency_geometry::{Contact, Shape};
use tangency_interval::Interval;

/// How one step ended.
pub(crate) enum Outcome {
    Apart,
    Touch(FirstContact),
    Unfinished { from: f64 },
}

/// One stretch of time during which all vertices move straight.
pub(crate) struct Step<'step> {
    pub(crate) a: Side<'step>,
    pub(crate) b: Option<Side<'step>>,
    /// First and last instant.
    pub(crate) ends: [f64; 2],
    /// The largest coordinate that a vertex reaches.
    pub(crate) reach: f64,
    pub(crate) query: &'step Query,
}

/// What is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wanted {
    /// The contacts of the first instant.
    First,
    /// Every pair of features that touches.
    Every,
}

/// A pair of features that meets, where in the step, and the contact to report.
struct Met {
    s: [f64; 2],
    pair: (Corners, Corners),
    contact: Contact,
}

/// What the search over a step has found so far.
struct Found {
    wanted: Wanted,
    contacts: Vec<Met>,
    /// No contact that begins after it is wanted.
    latest: f64,
    /// What is after it is not known.
    unfinished: Option<f64>,
    pairs: u64,
    budget: Budget,
}

impl Found {
    fn new(step: &Step<'_>, effort: &Effort, wanted: Wanted) -> Self {
        // To leave out pairs of features for want of work would make the list of all of them wrong.
        let limit = if wanted == Wanted::First { step.query.budget } else { None };
        let budget = Budget { spent: effort.iterations, limit };
        Self { wanted, contacts: Vec::new(), latest: 1.0, unfinished: None, pairs: effort.pairs, budget }
    }

    /// What begins after it need not be looked at.
    fn horizon(&self) -> f64 {
        self.unfinished.map_or(self.latest, |from| from.min(self.latest))
    }

    fn effort(&self) -> Effort {
        Effort { pairs: self.pairs, iterations: self.budget.spent }
    }

    fn add(&mut self, pair: &Pair<'_>, s: [f64; 2], contact: Contact) {
        if self.wanted == Wanted::First {
            self.latest = self.latest.min(s[1]);
        }
        self.contacts.push(Met { s, pair: (pair.a, pair.b), contact });
    }
}

impl<'step> Step<'step> {
    /// The second mesh, which may be the first once more.
    fn other(&self) -> Side<'step> {
        self.b.unwrap_or(self.a)
    }

    /// The first contact within the step; `first`: it is the first step of the span.
    pub(crate) fn first_contact(&self, first: bool, effort: &mut Effort, reached: &mut dyn FnMut(f64)) -> Outcome {
        let outcome = self.search(first, effort, reached);
        let touches_at_start = matches!(&outcome, Outcome::Touch(touch) if touch.contacts.iter().any(|c| c.initial));
        if !first || touches_at_start {
            return outcome;
        }
        match self.containment() {
            Some(Some(contact)) => self.touch(vec![contact]),
            Some(None) => outcome,
            None => Outcome::Unfinished { from: self.ends[0] },
        }
    }

    /// The earliest meetings of the features of both meshes.
    fn search(&self, first: bool, effort: &mut Effort, reached: &mut dyn FnMut(f64)) -> Outcome {
        let mut found = Found::new(self, effort, Wanted::First);
        self.collect(first, &mut found, reached);
        *effort = found.effort();
        let horizon = found.horizon();
        found.contacts.retain(|meeting| meeting.s[0] <= horizon);
        match (found.contacts.is_empty(), found.unfinished) {
            (false, _) => self.touch(found.contacts.into_iter().map(|meeting| meeting.contact).collect()),
            (true, Some(from)) => Outcome::Unfinished { from: self.time(from).lower() },
            (true, None) => Outcome::Apart,
        }
    }

    /// Every pair of features that touches within the step, with its first contact.
    pub(crate) fn every_contact(&self, first: bool, effort: &mut Effort) -> impl Iterator<Item = Touching> {
        let mut found = Found::new(self, effort, Wanted::Every);
        self.collect(first, &mut found, &mut |_| ());
        *effort = found.effort();
        found.contacts.into_iter().map(|Met { pair: (a, b), contact, .. }| Touching {
            a: a.element(),
            b: b.element(),
            contact,
        })
    }

    /// Looks at the pairs of features whose boxes meet, in the order of time.
    fn collect(&self, first: bool, found: &mut Found, reached: &mut dyn FnMut(f64)) {
        let separation = self.query.separation;
        let features = Features { a: self.a, b: self.other(), same: self.b.is_none(), separation };
        let order = |a: &MovingBox, b: &MovingBox| a.window(b, separation).map(|[enter, _]| enter);
        let mut visit = |enter: f64, i: usize, j: usize| {
            reached(enter);
            if first && enter <= 0.0 {
                features.piercing(i, j).for_each(|candidate| self.pierce(&candidate, found));
            }
            features.meeting(i, j).for_each(|candidate| self.meet(&candidate, found));
            found.horizon()
        };
        let fitted_a = self.a.model.tree().fit(|triangle| self.a.triangle_box(triangle));
        match self.b {
            Some(b) => {
                let fitted_b = b.model.tree().fit(|triangle| b.triangle_box(triangle));
                Fitted::pairs_in_order(&fitted_a, &fitted_b, &order, &mut visit);
            }
            None => fitted_a.pairs_within_in_order(&order, &mut visit),
        }
    }

    fn pair(&self, candidate: &Candidate) -> Pair<'step> {
        Pair { paths_a: self.a.paths, paths_b: self.other().paths, a: candidate.a, b: candidate.b }
    }

    /// An edge and a triangle, which must be apart at the start of the span.
    fn pierce(&self, candidate: &Candidate, found: &mut Found) {
        found.pairs += 1;
        if !found.budget.spend() {
            found.unfinished = Some(0.0);
            return;
        }
        let (pair, separation) = (self.pair(candidate), self.query.separation);
        let exact = if separation == 0.0 { pair.exactly_pierced() } else { None };
        if exact.unwrap_or_else(|| proof_of_distance(&pair, [0.0, 0.0], separation).is_none()) {
            let proved = exact.is_some() || pair.pierced(0.0);
            let meeting = Meeting { s: [0.0, 0.0], proved, direction: None };
            found.add(&pair, meeting.s, self.describe(&pair, &meeting));
        }
    }

    /// A vertex and a triangle, or two edges, up to the earliest contact so far.
    fn meet(&self, candidate: &Candidate, found: &mut Found) {
        found.pairs += 1;
        let [enter, leave] = candidate.window;
        if enter > found.horizon() {
            return;
        }
        let pair = self.pair(candidate);
        match self.first_meeting(&pair, [enter, leave.min(found.latest)], &mut found.budget) {
            Search::Apart => {}
            Search::Meet(meeting) => {
                found.add(&pair, meeting.s, self.describe(&pair, &meeting));
            }
            Search::Unfinished { from } => {
                found.unfinished = Some(found.unfinished.map_or(from, |until| until.min(from)));
            }
        }
    }

    /// The first meeting of a pair within `[from, to]`: exact where all corners are known exactly and only touching counts,
    /// otherwise by proofs of distance.
    fn first_meeting(&self, pair: &Pair<'_>, [from, to]: [f64; 2], budget: &mut Budget) -> Search {
        let Query { separation, tolerance, .. } = *self.query;
        let exact = if separation == 0.0 { pair.exact_touch() } else { None };
        let Some(touch) = exact else {
            return first_meeting(pair, [from, to], Terms { separation, tolerance }, budget);
        };
        if !budget.spend() {
            return Search::Unfinished { from };
        }
        match touch {
            Some(touch) if touch.time.lower() <= to => {
                let s = [touch.time.lower(), touch.time.upper()];
                let direction = (s[1] > 0.0).then_some(touch.normal);
                Search::Meet(Meeting { s, proved: true, direction })
            }
            _ => Search::Apart,
        }
    }

    /// Whether one solid is inside the other at the start: `None` if it cannot be decided.
    fn containment(&self) -> Option<Option<Contact>> {
        let Some(b) = self.b else { return Some(None) };
        for (inner, outer, swapped) in [(self.a, b, false), (b, self.a, true)] {
            if !matches!(outer.model.shape(), Shape::Polyhedron(_)) {
                continue;
            }
            for &vertex in inner.model.representatives() {
                if inside(inner, vertex as usize, outer)? {
                    return Some(Some(contained(inner, vertex, outer, swapped, self.time(0.0))));
                }
            }
        }
        Some(None)
    }

    /// Puts simultaneous contacts together.
    fn touch(&self, contacts: Vec<Contact>) -> Outcome {
        let first = contacts.iter().map(|contact| contact.time.lower()).fold(f64::INFINITY, f64::min);
        let last = contacts.iter().map(|contact| contact.time.upper()).fold(f64::INFINITY, f64::min);
        let simultaneous = contacts.into_iter().filter(|contact| contact.time.lower() <= last).collect();
        let contacts = distinct(simultaneous, self.reach);
        Outcome::Touch(FirstContact { time: Interval::between(first, last), contacts })
    }

    fn describe(&self, pair: &Pair<'_>, meeting: &Meeting) -> Contact {
        let time = self.time(meeting.s[0]).hull(self.time(meeting.s[1]));
        describe(self.a, self.other(), pair, meeting, time)
    }

    /// The time at fraction `s` of the step, enclosed.
    fn time(&self, s: f64) -> Interval {
        let [start, end] = self.ends;
        if s == 0.0 || s == 1.0 {
            return if s == 0.0 { start.into() } else { end.into() };
        }
        let time = Interval::from(start) + (Interval::from(end) - start) * s;
        time.intersection(Interval::between(start, end))
    }
}
