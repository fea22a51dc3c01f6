//! The table of pairs: first contact or least clearance of every pair of bodies.
//!
//! **Question.** The verdict tells the first contact of all. What about each pair?
//!
//! **Idea.** Every pair is asked alone, over the whole span, on all cores. The closest approach of a pair that is clear
//! is measured, with the bounded effort of a check.
//!
//! **Guarantee.** That of the methods, for each pair by itself.
//!
//! **Cost.** A first contact and a closest approach for each pair.

use super::clearance::ClearanceSearch;
use super::{CheckError, SceneCheck};
use rayon::prelude::*;
use std::time::Instant;
use tangency_detect::{
    Answer, Effort, PairContact, Query, SceneAnswer, SceneQueryError, Verdict, first_contact, first_self_contact,
};
use tangency_formats::{PairReport, Report};

impl SceneCheck<'_> {
    /// Adds the answer about every pair of bodies: first those that touch, then those that are open, then the nearest.
    /// Pairs that may touch are left out. Bodies that may touch themselves are pairs with themselves.
    pub fn add_pairs(&self, report: &mut Report) -> Result<(), CheckError> {
        let clock = Instant::now();
        let with_itself = self.scene.bodies.iter().enumerate().filter(|(_, body)| body.self_contact);
        let mut pairs = self.pairs();
        pairs.extend(with_itself.map(|(index, _)| [index; 2]));
        let rows = pairs.par_iter().map(|&pair| self.row(pair)).collect::<Result<Vec<_>, _>>()?;
        let effort = rows.iter().fold(Effort::default(), |sum, (_, effort)| sum.plus(*effort));
        let mut rows: Vec<PairReport> = rows.into_iter().map(|(row, _)| row).collect();
        PairReport::sort(&mut rows);
        report.pairs = Some(rows);
        report.stats.pairs += effort.pairs;
        report.stats.iterations += effort.iterations;
        self.add_time(report, clock);
        Ok(())
    }

    /// The answer about one pair, and the work that it took.
    fn row(&self, pair: [usize; 2]) -> Result<(PairReport, Effort), CheckError> {
        let clock = Instant::now();
        let query = Query { progress: None, ..self.query.clone() };
        let answer = self.ask_pair(pair, &query).map_err(|error| CheckError::named(self.scene, error))?;
        let Answer { verdict, evidence, effort } = answer;
        let [a, b] = pair;
        let contacts = verdict.contacts().iter().map(|&contact| PairContact { a, b, contact }).collect();
        let told = self.report(&SceneAnswer { verdict, evidence, effort, contacts }, clock);
        let names = pair.map(|body| self.scene.bodies[body].name.as_str());
        let mut row = PairReport::new(names, &told.verdict, told.evidence);
        let mut work = effort;
        if matches!(told.verdict, Verdict::Clear { .. }) && a != b {
            let search = ClearanceSearch { check: self, pairs: &[pair], query, evidence, effort };
            if let Some((clearance, more)) = search.run() {
                row.clearance = Some(clearance);
                work = work.plus(more);
            }
        }
        Ok((row, work))
    }

    /// The first contact of a pair, or of a body with itself.
    pub(super) fn ask_pair(&self, [a, b]: [usize; 2], query: &Query) -> Result<Answer, SceneQueryError> {
        let [first, second] = [&self.bodies[a], &self.bodies[b]];
        let answer = if a == b { first_self_contact(first, query) } else { first_contact(first, second, query) };
        answer.map_err(|source| SceneQueryError { pair: Some([a, b]), source })
    }
}
