//! First contact of triangle meshes whose vertices move along straight lines.
//!
//! **Question.** Two meshes, or one mesh with itself; every vertex moves at constant speed between certain instants. When do
//! they first come within `separation`, and where?
//!
//! **Idea.** Two surfaces that do not overlap first touch where a vertex meets a triangle or two edges meet. The step from
//! one instant to the next is searched for candidates ([`candidates`]), and each candidate for its first meeting
//! ([`search`]), earliest first. At the start it is also asked whether an edge already pierces a triangle, and whether one
//! solid is inside the other.
//!
//! **Guarantee.** `Clear` and the lower end of a touch are proofs. A touch is early by at most `tolerance` in distance; if
//! its contact is marked proved, it certainly exists within the bracket, which is never wider than 10⁻⁹ of the step.
//!
//! **Cost.** O(n log n) once for the tree, O(n) a step, and microseconds a candidate.
//!
//! **Source.** Teschner et al. 2006: elementary tests of continuous detection (vertex and face, edge and edge). The paper
//! solves a cubic for coplanarity; see `pair.rs` for what is done instead.

mod candidates;
mod closest;
mod describe;
mod inside;
mod pair;
mod path;
mod search;

use crate::tolerance::RESOLUTION;
use crate::{Answer, DetectError, Effort, Evidence, FirstContact, Moving, Query, Verdict};
use candidates::{Candidates, Side, candidates};
use describe::{describe, distinct};
use inside::inside;
use pair::Pair;
use search::{Budget, Meeting, Search, Terms, first_meeting};
use tangency_geometry::{Contact, Shape};
use tangency_interval::Interval;

/// First contact of `a` with `b`, or of `a` with itself; `knots` are the instants between which both move straight.
pub(crate) fn first_contact(
    a: &Moving,
    b: Option<&Moving>,
    knots: &[f64],
    query: &Query,
) -> Result<Answer, DetectError> {
    let mut effort = Effort::default();
    let mut outcome = Outcome::Apart;
    for (index, ends) in knots.windows(2).enumerate() {
        let (paths_a, reach_a) = path::paths(a, ends[0], ends[1])?;
        let (paths_b, reach_b) = match b {
            Some(b) => path::paths(b, ends[0], ends[1])?,
            None => (Vec::new(), 0.0),
        };
        let reach = reach_a.max(reach_b);
        if query.tolerance < RESOLUTION * reach {
            return Err(DetectError::TooFine { tolerance: query.tolerance, resolution: RESOLUTION * reach });
        }
        let side_a = Side { model: a.model(), paths: &paths_a };
        let side_b = b.map(|b| Side { model: b.model(), paths: &paths_b });
        let mut step = Step { a: side_a, b: side_b, ends: [ends[0], ends[1]], reach, query, effort: &mut effort };
        outcome = step.run(index == 0);
        if !matches!(outcome, Outcome::Apart) {
            break;
        }
    }
    let verdict = match outcome {
        Outcome::Apart => Verdict::Clear { until: query.span.upper() },
        Outcome::Touch(first) => Verdict::Touch(first),
        Outcome::Unfinished { from } => Verdict::Open { from },
    };
    Ok(Answer { verdict, evidence: Evidence::Proved, effort })
}

/// How one step ended.
enum Outcome {
    Apart,
    Touch(FirstContact),
    Unfinished { from: f64 },
}

/// One stretch of time during which all vertices move straight.
struct Step<'step> {
    a: Side<'step>,
    b: Option<Side<'step>>,
    ends: [f64; 2],
    reach: f64,
    query: &'step Query,
    effort: &'step mut Effort,
}

impl<'step> Step<'step> {
    /// The second mesh, which may be the first once more.
    fn other(&self) -> Side<'step> {
        self.b.unwrap_or(self.a)
    }

    fn run(&mut self, first: bool) -> Outcome {
        let found = candidates(self.a, self.b, self.query.separation);
        if first {
            let overlaps = self.initial_overlaps(&found);
            if !overlaps.is_empty() {
                return self.touch(overlaps);
            }
        }
        let outcome = self.search(&found);
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

    fn pair(&self, a: pair::Corners, b: pair::Corners) -> Pair<'step> {
        Pair { paths_a: self.a.paths, paths_b: self.other().paths, a, b }
    }

    /// Edges that pierce triangles at the start of the span.
    fn initial_overlaps(&mut self, found: &Candidates) -> Vec<Contact> {
        let mut contacts = Vec::new();
        for candidate in &found.piercing {
            self.effort.pairs += 1;
            self.effort.iterations += 1;
            let pair = self.pair(candidate.a, candidate.b);
            let (_, way) = pair.closest(0.0);
            if !pair.apart(way, [0.0, 0.0], self.query.separation) {
                let proved = pair.pierced(0.0);
                contacts.push(self.describe(&pair, &Meeting { s: [0.0, 0.0], proved, direction: None }));
            }
        }
        contacts
    }

    /// The earliest meetings among the candidates.
    fn search(&mut self, found: &Candidates) -> Outcome {
        let terms = Terms { separation: self.query.separation, tolerance: self.query.tolerance };
        let mut budget = Budget { spent: self.effort.iterations, limit: self.query.budget };
        let (mut contacts, mut latest, mut unfinished) = (Vec::new(), 1.0_f64, None::<f64>);
        self.expect(found.meeting.len());
        for candidate in &found.meeting {
            let [enter, leave] = candidate.window;
            self.finish(1);
            if enter > latest || unfinished.is_some_and(|from| enter >= from) {
                continue;
            }
            self.effort.pairs += 1;
            let pair = self.pair(candidate.a, candidate.b);
            match first_meeting(&pair, [enter, leave.min(latest)], terms, &mut budget) {
                Search::Apart => {}
                Search::Meet(meeting) => {
                    latest = latest.min(meeting.s[1]);
                    contacts.push((meeting.s, self.describe(&pair, &meeting)));
                }
                Search::Unfinished { from } => unfinished = Some(unfinished.map_or(from, |until| until.min(from))),
            }
        }
        self.effort.iterations = budget.spent;
        contacts.retain(|&([from, _], _)| from <= latest && unfinished.is_none_or(|until| from <= until));
        match (contacts.is_empty(), unfinished) {
            (false, _) => self.touch(contacts.into_iter().map(|(_, contact)| contact).collect()),
            (true, Some(from)) => Outcome::Unfinished { from: self.time(from).lower() },
            (true, None) => Outcome::Apart,
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
                    return Some(Some(describe::contained(inner, vertex, outer, swapped, self.time(0.0))));
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

    fn expect(&self, work: usize) {
        if let Some(progress) = &self.query.progress {
            progress.expect(work as u64);
        }
    }

    fn finish(&self, work: u64) {
        if let Some(progress) = &self.query.progress {
            progress.finish(work);
        }
    }
}
