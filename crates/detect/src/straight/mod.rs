//! First contact of triangle meshes whose vertices move along straight lines.
//!
//! **Question.** Two meshes, or one mesh with itself; every vertex moves at constant speed between certain instants. When do
//! they first come within `separation`, and where?
//!
//! **Idea.** Two surfaces that do not overlap first touch where a vertex meets a triangle or two edges meet. Two ways lead to
//! those pairs. Between exact frames that are close to one another, all features whose boxes over the step meet are
//! decided at once, on all threads (`frames`). Otherwise the trees of both meshes are descended together in the order in
//! which moving boxes first meet, so that the earliest contact comes early and ends the search; each pair of features on
//! the way is searched for its first meeting (`ordered`, `search`). At the start it is also asked whether an edge already
//! pierces a triangle, and whether one solid is inside the other.
//!
//! **Guarantee.** `Clear` and the lower end of a touch are proofs. Where all corners are known exactly at both ends of the
//! step (key frames, bodies that stay unturned) and only touching counts (`separation` 0), the answer is exact
//! ([`crate::exact`]). Otherwise a touch is early by at most `tolerance` in distance; if its contact is marked proved,
//! it certainly exists within the bracket. No bracket is wider than 10⁻⁹ of the step.
//!
//! **Cost.** O(n log n) once for the trees, O(n) a step for the boxes, and tens of nanoseconds (`frames`) or microseconds
//! (`ordered`) a pair of features.
//!
//! **Source.** Teschner et al. 2006: elementary tests of continuous detection (vertex and face, edge and edge). The paper
//! solves a cubic for coplanarity; see `pair.rs` for what is done instead.

pub(crate) mod closest;
mod cull;
mod curved;
mod describe;
mod features;
mod frames;
mod inside;
mod ordered;
mod pair;
mod path;
mod planes;
mod proximity;
mod search;
mod step;

pub use proximity::{Proximity, proximities, self_proximities};

pub(crate) use curved::Curved;
pub(crate) use describe::{contained_at, feature};
pub(crate) use inside::{bounds, crossing, ray};
pub(crate) use pair::{Corners, Pair};
pub(crate) use path::{Path, Paths, knots};
pub(crate) use search::{Budget, Search, Terms, first_meeting};

use crate::progress::Steps;
use crate::{Answer, DetectError, Effort, Evidence, Moving, Query, Touching, Verdict};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use step::{Outcome, Step};

/// The two meshes of a question, or one mesh with itself, and the instants between which all vertices move straight.
pub(crate) struct Question<'question> {
    pub(crate) a: &'question Moving,
    pub(crate) b: Option<&'question Moving>,
    pub(crate) knots: Vec<f64>,
    pub(crate) query: &'question Query,
}

impl Question<'_> {
    /// Does `work` for every step, in order, until it breaks off.
    fn steps(&self, mut work: impl FnMut(usize, &Step<'_>) -> ControlFlow<()>) -> Result<(), DetectError> {
        if self.b.is_none() && self.knots.len() > 2 && self.query.separation == 0.0 {
            self.a.model().prepare_self_contact();
        }
        for (index, ends) in self.knots.windows(2).enumerate() {
            let step = Step::new(self.a, self.b, [ends[0], ends[1]], self.query)?;
            if work(index, &step).is_break() {
                break;
            }
        }
        Ok(())
    }

    /// The first contact.
    pub(crate) fn first_contact(&self) -> Result<Answer, DetectError> {
        let mut effort = Effort::default();
        let mut outcome = Outcome::Apart;
        let count = self.knots.len() - 1;
        let mut bar = Steps::new(self.query, count);
        self.steps(|index, step| {
            outcome = step.first_contact(index == 0, &mut effort, &mut |s| bar.reached(index, s));
            if matches!(outcome, Outcome::Apart) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })?;
        bar.reached(count, 0.0);
        let verdict = match outcome {
            Outcome::Apart => Verdict::Clear { until: self.query.span.upper() },
            Outcome::Touch(first) => Verdict::Touch(first),
            Outcome::Unfinished { from } => Verdict::Open { from },
        };
        Ok(Answer { verdict, evidence: Evidence::Proved, effort })
    }

    /// Every pair of features that touches during the span, each with its first contact.
    pub(crate) fn every_contact(&self) -> Result<Vec<Touching>, DetectError> {
        let mut found = BTreeMap::new();
        let mut effort = Effort::default();
        self.steps(|index, step| {
            for touching in step.every_contact(index == 0, &mut effort) {
                // Of a mesh with itself the order of the two may differ from step to step.
                let swapped = self.b.is_none() && touching.b < touching.a;
                let pair = if swapped { (touching.b, touching.a) } else { (touching.a, touching.b) };
                found.entry(pair).or_insert(touching);
            }
            ControlFlow::Continue(())
        })?;
        let mut touching: Vec<Touching> = found.into_values().collect();
        touching.sort_by(|x, y| x.contact.time.lower().total_cmp(&y.contact.time.lower()));
        Ok(touching)
    }
}
