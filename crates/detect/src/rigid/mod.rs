//! First contact of triangle meshes that move rigidly, turning or not.
//!
//! **Question.** Two meshes, each moved as a whole by any motion: when do they first come within `separation`, and where?
//!
//! **Idea.** Boxes that turn with the bodies are kept apart by fixed directions for stretches of time (`cell`, `boxes`); the
//! trees of both meshes are descended in the order of time (`search`), without what stays on its own helices about a common axis
//! (`helix`); triangles are followed up to the instant at which
//! no direction keeps them apart (`triangles`), and there the contacts are described and their existence proved (`meeting`). At
//! the start it is also asked whether one solid is inside the other (`start`). Where every contact of the span is wanted,
//! the features of the triangles that met are followed on, each pair to its own first contact (`every`).
//!
//! **Guarantee.** `Clear` and the lower end of a touch are proofs, for the exact motions. A touch is early by at most
//! `tolerance` in distance; if its contact is marked proved, it certainly exists within the bracket, which is no wider than
//! 10⁻⁹ of the smooth stretch of time that it lies in.
//!
//! **Cost.** O(n log n) once for the trees; then what is close, not what there is: a fraction of a millisecond for meshes of
//! thousands of triangles.
//!
//! **Source.** Teschner et al. 2006, Redon's chapter, sections 2 to 5; the files say where we differ.

mod boxes;
mod cell;
mod every;
mod helix;
mod meeting;
mod search;
mod start;
mod triangles;

use crate::progress::Steps;
use crate::straight::{Budget, Terms};
use crate::touch::{Found, together};
use crate::{Answer, DetectError, Effort, Evidence, Moving, Query, Touching, Verdict};
use cell::Cells;
use every::Every;
use helix::Never;
use meeting::Meeting;
use search::Search;
use std::collections::{BTreeMap, BTreeSet};
use tangency_geometry::RigidPiece;

/// Two meshes and the stretches of time during which each moves smoothly.
pub(crate) struct Question<'question> {
    pub(crate) a: &'question Moving,
    pub(crate) b: &'question Moving,
    pub(crate) pieces: [Vec<RigidPiece<'question>>; 2],
    pub(crate) query: &'question Query,
}

/// How one stretch of time ended.
enum Outcome {
    Apart,
    Touch(Vec<Found>),
    Unfinished { from: f64 },
}

impl Question<'_> {
    /// The first contact within the span.
    pub(crate) fn first_contact(&self) -> Result<Answer, DetectError> {
        let mut effort = Effort::default();
        let stretches = self.stretches();
        let mut bar = Steps::new(self.query, stretches.len());
        for (index, (pieces, ends)) in stretches.iter().enumerate() {
            let mut cells = self.cells(*pieces, *ends)?;
            let length = cells.length();
            let mut reached = |time: f64| {
                let share = if length > 0.0 { (time - ends[0]) / length } else { 0.0 };
                bar.reached(index, share);
            };
            let verdict = match self.stretch(&mut cells, index == 0, &mut effort, &mut reached) {
                Outcome::Apart => continue,
                Outcome::Touch(contacts) => Verdict::Touch(together(contacts, cells.size(), self.query.tolerance)),
                Outcome::Unfinished { from } => Verdict::Open { from },
            };
            return Ok(Answer { verdict, evidence: Evidence::Proved, effort });
        }
        let verdict = Verdict::Clear { until: self.query.span.upper() };
        Ok(Answer { verdict, evidence: Evidence::Proved, effort })
    }

    /// Every pair of features that touches during the span, each with its first contact.
    pub(crate) fn every_contact(&self) -> Result<Vec<Touching>, DetectError> {
        let mut found = BTreeMap::new();
        let stretches = self.stretches();
        let mut bar = Steps::new(self.query, stretches.len());
        for (index, (pieces, ends)) in stretches.iter().enumerate() {
            let mut cells = self.cells(*pieces, *ends)?;
            let length = cells.length();
            let mut reached =
                |time: f64| bar.reached(index, if length > 0.0 { (time - ends[0]) / length } else { 0.0 });
            let every = Every { bodies: [self.a, self.b], terms: self.terms(), first: index == 0 };
            for touching in every.contacts(&mut cells, &mut reached) {
                found.entry((touching.a, touching.b)).or_insert(touching);
            }
        }
        let mut touching: Vec<Touching> = found.into_values().collect();
        touching.sort_by(|x, y| x.contact.time.lower().total_cmp(&y.contact.time.lower()));
        Ok(touching)
    }

    fn terms(&self) -> Terms {
        Terms { separation: self.query.separation, tolerance: self.query.tolerance }
    }

    /// One stretch, if its numbers are fine enough for the tolerance.
    fn cells<'all>(&self, pieces: [RigidPiece<'all>; 2], ends: [f64; 2]) -> Result<Cells<'all>, DetectError> {
        let reach = [self.a, self.b].map(|moving| moving.model().reach());
        let cells = Cells::new(pieces, reach, ends);
        if !cells.rounding.is_finite() || !cells.bend.is_finite() {
            return Err(DetectError::Unbounded);
        }
        if self.query.tolerance < 4.0 * cells.rounding {
            return Err(DetectError::TooFine { tolerance: self.query.tolerance, resolution: 4.0 * cells.rounding });
        }
        Ok(cells)
    }

    /// The pieces of both motions, cut so that both are smooth in each.
    fn stretches(&self) -> Vec<([RigidPiece<'_>; 2], [f64; 2])> {
        let mut stretches = Vec::new();
        let [of_a, of_b] = &self.pieces;
        for a in of_a {
            for b in of_b {
                let common = a.span().intersection(b.span());
                if !common.is_empty() {
                    stretches.push(([*a, *b], [common.lower(), common.upper()]));
                }
            }
        }
        stretches
    }

    /// The first contact within one stretch; `first`: it is the first of the span.
    fn stretch(
        &self,
        cells: &mut Cells<'_>,
        first: bool,
        effort: &mut Effort,
        reached: &mut dyn FnMut(f64),
    ) -> Outcome {
        let (a, b) = (self.a.model(), self.b.model());
        let terms = self.terms();
        let mut budget = Budget { spent: effort.iterations, limit: self.query.budget };
        let (mut contacts, mut seen) = (Vec::<Found>::new(), BTreeSet::new());
        let start = cells.start;
        let never = Never::new([self.a, self.b], self.query.span, terms.separation);
        let mut search = Search { a, b, cells, terms, never, pairs: effort.pairs };
        let unfinished = search.run(&mut budget, reached, &mut |cells, met| {
            let initial = first && met.time == start && met.direction.is_none();
            let found = Meeting { a, b, met, initial, terms }.contacts(cells, &mut seen);
            let last = found.iter().map(|found| found.contact.time.upper()).fold(f64::INFINITY, f64::min);
            contacts.extend(found);
            last
        });
        *effort = Effort { pairs: search.pairs, iterations: budget.spent };
        if first && !contacts.iter().any(|found| found.contact.initial) {
            match start::containment(a, b, cells) {
                Some(Some(contact)) => return Outcome::Touch(vec![Found::certain(contact)]),
                Some(None) => {}
                None => return Outcome::Unfinished { from: start },
            }
        }
        match (contacts.is_empty(), unfinished) {
            (false, _) => Outcome::Touch(contacts),
            (true, Some(from)) => Outcome::Unfinished { from },
            (true, None) => Outcome::Apart,
        }
    }
}
