//! First contact of polyhedra on screw motions: the method of Kim and Rossignac, with guaranteed bounds.
//!
//! **Question.** Two bodies move rigidly. When do they first come within `separation`, and where?
//!
//! **Idea.** Relative to the second body, the first moves along a screw, or close to a sequence of screws
//! (`segments`). In the frame of a screw (`course`, `turn`), simple bounds reject whole bodies (`objects`) and
//! pairs of features (`reject`). For the remaining pairs the collision time is a root of a function of one
//! variable (`wave`, `vertex_triangle`, `edge_edge`, `walk`).
//!
//! **Guarantee.** As for the other methods: `Clear` and the lower end of a touch are proofs for the exact motions.
//! The error of the screws is added to the separation and takes at most half of the tolerance.
//!
//! **Cost.** Every pair of features is tested for every screw: 25 ns per pair, 2.2 ms for two touching bodies of
//! 160 triangles. The general method ([`crate::first_contact`]) descends trees, takes 0.4 ms for the same bodies,
//! and needs no screws. For two cubes, testing all pairs is 1.7 times faster (`BENCHMARKS.md`). Prefer this method
//! for bodies of a dozen triangles on an exact screw, as an independently derived cross-check, or for the screws
//! themselves ([`approximate`]).
//!
//! **Source.** B. Kim and J. Rossignac, *Collision Prediction for Polyhedra under Screw Motions*, Solid Modeling
//! 2003. Each file states its deviations.

mod course;
mod edge_edge;
mod meeting;
mod objects;
mod reject;
mod search;
mod segments;
mod tally;
#[cfg(test)]
mod tests;
mod turn;
mod vertex_triangle;
mod walk;
mod wave;

pub use segments::{Segment, approximate};
pub use tally::{ObjectTally, PairTally, Tally};

use crate::limits::{ContactThreshold, StepBudget};
use crate::progress::Steps;
use crate::tolerance::FIRST_MOMENT;
use crate::touch::together;
use crate::{Answer, DetectError, Effort, Evidence, Faceted, FirstContact, Moving, Query, Verdict};
use course::{PlacedModel, ScrewCourse};
use meeting::ScrewMeeting;
use objects::Ball;
use search::{FeatureMeeting, ScrewSearch};
use segments::{faceted, stretches};
use std::f64::consts::PI;
use tangency_geometry::{Motion, Pose, Screw};
use tangency_interval::Interval;
use walk::Reach;

/// When `a` and `b` first touch, by the method of screws. Both must move as a whole.
///
/// ```
/// use glam::{DVec3, dvec3};
/// use std::f64::consts::PI;
/// use tangency_detect::{Moving, Query, Verdict, screw};
/// use tangency_geometry::{Motion, Pose, Screw, ScrewAxis, primitive};
///
/// // A cube at distance 2 from the axis turns into another, half a turn away: their faces meet at y = 0.5.
/// let cube = || primitive::cuboid(DVec3::ONE).map(Into::into);
/// let axis = ScrewAxis { point: DVec3::ZERO, direction: DVec3::Z };
/// let turning = Screw::about(axis, Pose::translated(dvec3(2.0, 0.0, 0.0))?, PI, 0.0, 1.0)?;
/// let a = Moving::new(cube()?, Motion::Screw(turning))?;
/// let b = Moving::new(cube()?, Motion::Still(Pose::translated(dvec3(-2.0, 0.0, 0.0))?))?;
/// let answer = screw::first_contact(&a, &b, &Query::default())?;
/// let Verdict::Touch(first) = answer.verdict else { panic!("the cubes must touch") };
/// assert!(first.time.lower() > 0.5 && first.time.upper() < 1.0 && first.time.width() < 1e-9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn first_contact(a: &Moving, b: &Moving, query: &Query) -> Result<Answer, DetectError> {
    first_contact_tallied(a, b, query, true).map(|(answer, _)| answer)
}

/// As [`first_contact`], with counts of the rejected pairs. `rejection: false` disables the rejection tests, to
/// measure their benefit.
pub fn first_contact_tallied(
    a: &Moving,
    b: &Moving,
    query: &Query,
    rejection: bool,
) -> Result<(Answer, Tally), DetectError> {
    query.validate()?;
    if [a, b].iter().any(|body| body.motion().between_jumps(query.span).is_some()) {
        return Err(DetectError::Unsupported { a: "a body that jumps", b: "another" });
    }
    let (faceted_a, faceted_b) = faceted(a, b)?;
    stretches(faceted_a, faceted_b, query.span)?;
    // A contact or overlap at the start is not a root of any of the functions: ask the general method.
    let start = Query { span: first_moment(query.span), progress: None, ..query.clone() };
    let at_start = crate::first_contact(a, b, &start)?;
    if query.span.width() == 0.0 || !matches!(at_start.verdict, Verdict::Clear { .. }) {
        return Ok((at_start, Tally::default()));
    }
    let budget = StepBudget::of(query, at_start.effort.iterations);
    let mut question = ScrewQuery { a: faceted_a, b: faceted_b, query, rejection, tally: Tally::default(), budget };
    let verdict = question.verdict()?;
    let tally = question.tally;
    let pairs = tally.vertex_triangle.asked + tally.edge_edge.asked;
    let effort = Effort { pairs: at_start.effort.pairs + pairs, iterations: question.budget.spent };
    Ok((Answer { verdict, evidence: Evidence::Proved, effort }, tally))
}

/// The short first part of a span.
fn first_moment(span: Interval) -> Interval {
    Interval::between(span.lower(), (span.lower() + FIRST_MOMENT * span.width()).min(span.upper()))
}

/// The two bodies, the query, and the counts so far.
struct ScrewQuery<'question> {
    a: Faceted<'question>,
    b: Faceted<'question>,
    query: &'question Query,
    rejection: bool,
    tally: Tally,
    budget: StepBudget<'question>,
}

impl ScrewQuery<'_> {
    fn verdict(&mut self) -> Result<Verdict, DetectError> {
        let mut bar = Steps::new(self.query, 1);
        let (start, length) = (self.query.span.lower(), self.query.span.width());
        let mut reached = |time: f64| bar.reached(0, (time - start) / length);
        if let Some(ended) = self.on_exact_screw(&mut reached)? {
            return Ok(ended);
        }
        let (a, b, query) = (self.a, self.b, self.query);
        let [ball_a, ball_b] = [a, b].map(|moving| Ball::around(moving.facets().mesh()));
        let all = stretches(a, b, query.span)?;
        for stretch in &all {
            let mut start = stretch.span[0];
            while let Some(segment) = stretch.next(start, 0.25 * query.tolerance)? {
                start = segment.span.upper();
                let [from, to] = [segment.span.lower(), segment.span.upper()];
                let moving = PlacedModel { model: a.facets(), pose: segment.screw.start(), ball: ball_a };
                let resting = PlacedModel { model: b.facets(), pose: Pose::IDENTITY, ball: ball_b };
                let course = ScrewCourse::new(&segment.screw, [moving, resting], [0.0, to - from], [from, to])
                    .ok_or(DetectError::Unbounded)?;
                if let Some(ended) = self.along(&course, segment.discrepancy, false)? {
                    return Ok(ended);
                }
                reached(to);
            }
        }
        Ok(Verdict::Clear { until: query.span.upper() })
    }

    /// The verdict if one body rests and the other moves on a screw: nothing is approximated. Otherwise `None`.
    fn on_exact_screw(&mut self, reached: &mut dyn FnMut(f64)) -> Result<Option<Verdict>, DetectError> {
        let (screw, still, swapped) = match (self.a.motion(), self.b.motion()) {
            (Motion::Screw(screw), Motion::Still(still)) => (screw, still, false),
            (Motion::Still(still), Motion::Screw(screw)) => (screw, still, true),
            _ => return Ok(None),
        };
        let (a, b) = if swapped { (self.b, self.a) } else { (self.a, self.b) };
        let moving = PlacedModel { model: a.facets(), pose: screw.start(), ball: Ball::around(a.facets().mesh()) };
        let resting = PlacedModel { model: b.facets(), pose: *still, ball: Ball::around(b.facets().mesh()) };
        for span in half_turns(screw, self.query.span) {
            let Some(course) = ScrewCourse::new(screw, [moving, resting], span, span) else { return Ok(None) };
            if let Some(ended) = self.along(&course, 0.0, swapped)? {
                return Ok(Some(ended));
            }
            reached(span[1]);
        }
        Ok(Some(Verdict::Clear { until: self.query.span.upper() }))
    }

    /// The verdict if the search ends on this screw. `swapped` means that the moving body is `b`.
    fn along(
        &mut self,
        course: &ScrewCourse<'_>,
        discrepancy: f64,
        swapped: bool,
    ) -> Result<Option<Verdict>, DetectError> {
        let Query { tolerance, separation, .. } = *self.query;
        let slack = (course.slack + discrepancy) * (1.0 + 1e-12);
        if !slack.is_finite() {
            return Err(DetectError::Unbounded);
        }
        if tolerance < 2.0 * slack {
            return Err(DetectError::TooFine { tolerance, resolution: 2.0 * slack });
        }
        let reach = Reach { needed: separation + slack, tolerance: tolerance - slack };
        if !self.budget.spend() {
            return Ok(Some(Verdict::Open { from: course.span[0] }));
        }
        let mut search = ScrewSearch {
            course,
            reach,
            rejection: self.rejection,
            tally: &mut self.tally,
            budget: &mut self.budget,
            found: Vec::new(),
            horizon: 1.0,
        };
        if search.run().is_err() {
            return Ok(Some(Verdict::Open { from: course.span[0] }));
        }
        let (found, horizon) = (search.found, search.horizon);
        let together: Vec<FeatureMeeting> = found.into_iter().filter(|met| met.shares[0] <= horizon).collect();
        Ok((!together.is_empty()).then(|| Verdict::Touch(self.touch(&together, course, swapped))))
    }

    /// Describes the contacts found, and groups simultaneous contacts.
    fn touch(&self, found: &[FeatureMeeting], course: &ScrewCourse<'_>, swapped: bool) -> FirstContact {
        let threshold = ContactThreshold::of(self.query);
        let contact = |met: &FeatureMeeting| {
            let features = if swapped { [met.resting, met.moving] } else { [met.moving, met.resting] };
            let time = course.times(met.shares);
            ScrewMeeting { a: self.a, b: self.b, features, time, span: self.query.span, threshold }.contact()
        };
        let size = self.a.facets().reach().max(self.b.facets().reach());
        together(found.iter().map(contact).collect(), size, self.query)
    }
}

/// Splits the span into consecutive parts in which the screw turns by at most half a turn.
fn half_turns(screw: &Screw, span: Interval) -> impl Iterator<Item = [f64; 2]> {
    let (start, end) = (span.lower(), span.upper());
    let turns = screw.enclosure().turn_rate.upper() * (end - start) / PI;
    // Slightly less than half a turn, so that rounding cannot exceed it.
    let count = (turns * (1.0 + 1e-9)).ceil().max(1.0);
    let cut =
        move |index: u64| if index as f64 >= count { end } else { start + (end - start) * (index as f64 / count) };
    (0..count as u64).map(move |index| [cut(index), cut(index + 1)]).filter(|part| part[0] < part[1])
}
