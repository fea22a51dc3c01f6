//! First contact of triangle meshes whose vertices move along straight lines.
//!
//! **Question.** Every vertex of two meshes moves at constant velocity between certain instants. When do the meshes
//! first come within `separation`, and where? The same question applies to one mesh against itself.
//!
//! **Idea.** Two surfaces that do not overlap first touch where a vertex meets a triangle or two edges meet. Two
//! methods find those pairs. `frames` handles exact frames that are close to one another. It decides all pairs of
//! features with overlapping swept boxes, on all threads. `ordered` handles everything else. It traverses the trees of
//! both meshes together, in the order in which moving boxes first meet. It therefore finds the earliest contact early
//! and can stop there. [`first_meeting`](crate::features::first_meeting) brackets the first contact of each pair of
//! features. At the start, two more tests are needed: whether an edge already pierces a triangle, and whether one solid
//! is inside the other.
//!
//! **Guarantee.** `Clear` and the lower end of a touch are proofs. The answer is exact ([`crate::exact`]) if all
//! vertices are known exactly at both ends of the step (key frames, bodies that keep the world axes) and `separation`
//! is 0. Otherwise a touch may be early: the distance then exceeds `separation` by at most `tolerance`. A contact that
//! is marked proved exists within the bracket. No bracket is wider than 10⁻⁹ of the step.
//!
//! **Cost.** O(n log n) once for the trees, O(n) per step for the boxes, and tens of nanoseconds (`frames`) or
//! microseconds (`ordered`) per pair of features.
//!
//! **Source.** Teschner et al. 2006: elementary tests of continuous collision detection (vertex–face and edge–edge).
//! The paper solves a cubic equation for coplanarity. `features/pair.rs` describes the method used here instead.

mod candidates;
mod cull;
mod frames;
mod ordered;
mod planes;
mod proximity;
mod step;
mod stepped;

pub use proximity::{Proximity, proximities, self_proximities};

pub(crate) use stepped::in_steps;

use crate::progress::Steps;
use crate::table::Question;
use crate::{Answer, DetectError, Effort, Evidence, Faceted, Touching, Verdict};
use std::ops::ControlFlow;
use step::{StepOutcome, StraightStep};

/// A query with the instants between which all vertices move along straight lines.
struct StraightQuestion<'question> {
    question: &'question Question<'question, Faceted<'question>>,
    knots: Vec<f64>,
}

/// The first contact of bodies whose vertices move along straight lines between certain instants.
pub(crate) fn first_contact(question: &Question<'_, Faceted<'_>>) -> Result<Answer, DetectError> {
    StraightQuestion::new(question)?.first_contact()
}

/// The first contact of every pair of features that touches during the span.
pub(crate) fn every_contact(question: &Question<'_, Faceted<'_>>) -> Result<Vec<Touching>, DetectError> {
    StraightQuestion::new(question)?.every_contact()
}

impl<'question> StraightQuestion<'question> {
    fn new(question: &'question Question<'question, Faceted<'question>>) -> Result<Self, DetectError> {
        let [a, b] = question.bodies().map(|body| body.motion().straight_between(question.query.span));
        // The table of methods sends only straight motions here.
        let (Some(of_a), Some(of_b)) = (a, b) else {
            return Err(DetectError::Unsupported { a: "a body that does not move straight", b: "another body" });
        };
        Ok(Self { question, knots: merged(of_a, of_b) })
    }

    /// Calls `work` for every step in order, until it breaks.
    fn steps(&self, mut work: impl FnMut(usize, &StraightStep<'_>) -> ControlFlow<()>) -> Result<(), DetectError> {
        let Question { a, b, query } = *self.question;
        if b.is_none() && self.knots.len() > 2 && query.separation == 0.0 {
            a.facets().prepare_self_contact();
        }
        for (index, ends) in self.knots.windows(2).enumerate() {
            let step = StraightStep::new(a, b, [ends[0], ends[1]], query)?;
            if work(index, &step).is_break() {
                break;
            }
        }
        Ok(())
    }

    fn first_contact(&self) -> Result<Answer, DetectError> {
        let mut effort = Effort::default();
        let mut outcome = StepOutcome::Apart;
        let count = self.knots.len() - 1;
        let query = self.question.query;
        let mut bar = Steps::new(query, count);
        self.steps(|index, step| {
            outcome = step.first_contact(index == 0, &mut effort, &mut |s| bar.reached(index, s));
            if matches!(outcome, StepOutcome::Apart) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })?;
        bar.reached(count, 0.0);
        let verdict = match outcome {
            StepOutcome::Apart => Verdict::Clear { until: query.span.upper() },
            StepOutcome::Touch(first) => Verdict::Touch(first),
            StepOutcome::Unfinished { from } => Verdict::Open { from },
        };
        Ok(Answer { verdict, evidence: Evidence::Proved, effort })
    }

    fn every_contact(&self) -> Result<Vec<Touching>, DetectError> {
        let mut found = Vec::new();
        let mut effort = Effort::default();
        self.steps(|index, step| {
            found.extend(step.every_contact(index == 0, &mut effort));
            ControlFlow::Continue(())
        })?;
        Ok(found)
    }
}

/// The sorted union of both lists.
fn merged(mut a: Vec<f64>, b: Vec<f64>) -> Vec<f64> {
    // Both lists contain the ends of the span. A span of one instant becomes a step of length zero.
    let instant = a.len() == 2 && a[0] == a[1];
    a.extend(b);
    a.sort_by(f64::total_cmp);
    a.dedup();
    if instant {
        a.push(a[0]);
    }
    a
}
