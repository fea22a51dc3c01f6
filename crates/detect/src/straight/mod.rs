//! First contact of triangle meshes whose vertices move along straight lines.
//!
//! **Question.** Two meshes, or one mesh with itself; every vertex moves at constant speed between certain instants. When do
//! they first come within `separation`, and where?
//!
//! **Idea.** Two surfaces that do not overlap first touch where a vertex meets a triangle or two edges meet. The trees of
//! both meshes are descended together in the order in which moving boxes first meet, so that the earliest contact comes
//! early and ends the search; each pair of features on the way is searched for its first meeting (`search`). At the
//! start it is also asked whether an edge already pierces a triangle, and whether one solid is inside the other.
//!
//! **Guarantee.** `Clear` and the lower end of a touch are proofs. A touch is early by at most `tolerance` in distance; if
//! its contact is marked proved, it certainly exists within the bracket, which is never wider than 10⁻⁹ of the step. A
//! body that jumps between two pieces of its motion is taken to be anywhere between both places at that instant.
//!
//! **Cost.** O(n log n) once for the tree, O(n) a step for the boxes, and microseconds a pair of features; of those, only
//! the ones whose boxes meet before the first contact.
//!
//! **Source.** Teschner et al. 2006: elementary tests of continuous detection (vertex and face, edge and edge). The paper
//! solves a cubic for coplanarity; see `pair.rs` for what is done instead.

pub(crate) mod closest;
mod describe;
mod features;
mod inside;
mod pair;
mod path;
mod search;

pub(crate) use pair::{Corners, Pair};
pub(crate) use path::Path;
pub(crate) use search::{Budget, Search, Terms, first_meeting};

use crate::progress::Steps;
use crate::tolerance::RESOLUTION;
use crate::{Answer, DetectError, Effort, Evidence, FirstContact, Moving, Query, Verdict};
use describe::{describe, distinct};
use features::{Candidate, Features, Side};
use inside::inside;
use search::Meeting;
use tangency_bound::{Fitted, MovingBox};
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
    let steps = knots.len() - 1;
    let mut bar = Steps::new(query, steps);
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
        let step = Step { a: side_a, b: side_b, ends: [ends[0], ends[1]], reach, query };
        outcome = step.run(index == 0, &mut effort, &mut |s| bar.reached(index, s));
        if !matches!(outcome, Outcome::Apart) {
            break;
        }
    }
    bar.reached(steps, 0.0);
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
}

/// What the search over a step has found so far.
struct Found {
    /// Brackets within the step, and the contacts.
    contacts: Vec<([f64; 2], Contact)>,
    /// No contact that begins after it is among the first.
    latest: f64,
    /// What is after it is not known.
    unfinished: Option<f64>,
    budget: Budget,
}

impl Found {
    /// What begins after it need not be looked at.
    fn horizon(&self) -> f64 {
        self.unfinished.map_or(self.latest, |from| from.min(self.latest))
    }
}

impl<'step> Step<'step> {
    /// The second mesh, which may be the first once more.
    fn other(&self) -> Side<'step> {
        self.b.unwrap_or(self.a)
    }

    fn run(&self, first: bool, effort: &mut Effort, reached: &mut dyn FnMut(f64)) -> Outcome {
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
        let separation = self.query.separation;
        let features = Features { a: self.a, b: self.other(), same: self.b.is_none(), separation };
        let budget = Budget { spent: effort.iterations, limit: self.query.budget };
        let mut found = Found { contacts: Vec::new(), latest: 1.0, unfinished: None, budget };
        let order = |a: &MovingBox, b: &MovingBox| a.window(b, separation).map(|[enter, _]| enter);
        let mut visit = |enter: f64, i: usize, j: usize| {
            reached(enter);
            if first && enter <= 0.0 {
                for candidate in features.piercing(i, j) {
                    effort.pairs += 1;
                    self.pierce(&candidate, &mut found);
                }
            }
            for candidate in features.meeting(i, j) {
                effort.pairs += 1;
                self.meet(&candidate, &mut found);
            }
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
        effort.iterations = found.budget.spent;
        let horizon = found.horizon();
        found.contacts.retain(|&([from, _], _)| from <= horizon);
        match (found.contacts.is_empty(), found.unfinished) {
            (false, _) => self.touch(found.contacts.into_iter().map(|(_, contact)| contact).collect()),
            (true, Some(from)) => Outcome::Unfinished { from: self.time(from).lower() },
            (true, None) => Outcome::Apart,
        }
    }

    fn pair(&self, candidate: &Candidate) -> Pair<'step> {
        Pair { paths_a: self.a.paths, paths_b: self.other().paths, a: candidate.a, b: candidate.b }
    }

    /// An edge and a triangle, which must be apart at the start of the span.
    fn pierce(&self, candidate: &Candidate, found: &mut Found) {
        if !found.budget.spend() {
            found.unfinished = Some(0.0);
            return;
        }
        let pair = self.pair(candidate);
        let (_, way) = pair.closest(0.0);
        if !pair.apart(way, [0.0, 0.0], self.query.separation) {
            let meeting = Meeting { s: [0.0, 0.0], proved: pair.pierced(0.0), direction: None };
            found.latest = 0.0;
            found.contacts.push((meeting.s, self.describe(&pair, &meeting)));
        }
    }

    /// A vertex and a triangle, or two edges, up to the earliest contact so far.
    fn meet(&self, candidate: &Candidate, found: &mut Found) {
        let [enter, leave] = candidate.window;
        if enter > found.horizon() {
            return;
        }
        let terms = Terms { separation: self.query.separation, tolerance: self.query.tolerance };
        let pair = self.pair(candidate);
        match first_meeting(&pair, [enter, leave.min(found.latest)], terms, &mut found.budget) {
            Search::Apart => {}
            Search::Meet(meeting) => {
                found.latest = found.latest.min(meeting.s[1]);
                found.contacts.push((meeting.s, self.describe(&pair, &meeting)));
            }
            Search::Unfinished { from } => {
                found.unfinished = Some(found.unfinished.map_or(from, |until| until.min(from)));
            }
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
}
