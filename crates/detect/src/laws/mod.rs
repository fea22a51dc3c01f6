//! The laws that every answer about two bodies obeys, as a macro: one line enrols a pair of shape kinds with all
//! kinds of motion.
//!
//! Scenes are random, deterministic, and biased towards degenerate cases ([`PairScene::draw`]). The expected
//! answers come from the scenes themselves (exchanged, moved, scaled, cut) and from a static oracle in plain
//! floating point that shares no code with the methods ([`oracle`]). A fault names its scene: the cell and the seed
//! reproduce it.
//!
//! The macro also generates the test `every_cell_is_enrolled`, which fails if a cell of the table is not enrolled.
//! A new variant of `Shape` or `Motion` does not compile until it is assigned a kind ([`ShapeKind::of`],
//! [`MotionKind::of`]).

mod agreement;
mod contacts;
mod enrol;
mod kinds;
mod law;
pub mod oracle;
mod scene;
pub mod soak;
mod soundness;
mod tolerance;

pub use agreement::{
    clearance_is_monotone, less_with_a_small_budget, same_among_many, same_as_one_piece, same_in_pieces, symmetric,
    unchanged,
};
pub use contacts::{each_once, gaps, normals_separate, not_early, simultaneous};
pub use enrol::{Pending, every_cell, examine_row};
pub use kinds::{BodyKind, MotionKind, ShapeKind, TableCell, UnknownCell};
pub use law::{Case, Law};
pub use scene::{ExaminedBody, Frame, PairScene};
pub use soundness::never_contradicted;

use crate::{Answer, DetectError, Verdict, first_contact};
use std::fmt;
pub use tangency_interval::laws::Random;

/// A broken law, with its scene.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    /// The broken law.
    pub law: Law,
    /// The scene, with the cell and seed that reproduce it.
    pub scene: String,
    /// The fault in words.
    pub what: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}\n  {}", self.law.name(), self.what, self.scene)
    }
}

fn fault(law: Law, scene: &PairScene, what: String) -> Fault {
    Fault { law, scene: scene.to_string(), what }
}

/// The outcome of an examination.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ExaminationOutcome {
    /// The bodies touch.
    Touch,
    /// The bodies do not touch.
    Clear,
    /// The budget was spent.
    Open,
    /// The table has no method for the pair.
    Unsupported,
}

/// Queries the first contact of the pair. `None` if the table has no method for it.
pub fn ask(scene: &PairScene) -> Result<Option<Answer>, Fault> {
    match first_contact(&scene.a.moving, &scene.b.moving, &scene.query) {
        Ok(answer) => Ok(Some(answer)),
        Err(DetectError::Unsupported { .. }) => Ok(None),
        Err(error) => Err(fault(Law::Answered, scene, format!("the question fails: {error}"))),
    }
}

/// The outcome that a verdict counts as.
#[must_use]
pub fn outcome(verdict: &Verdict) -> ExaminationOutcome {
    match verdict {
        Verdict::Touch(_) => ExaminationOutcome::Touch,
        Verdict::Clear { .. } => ExaminationOutcome::Clear,
        Verdict::Open { .. } => ExaminationOutcome::Open,
    }
}

/// Draws the scene of a cell and checks the law of soundness at `instants` evenly spaced instants.
pub fn examine_soundness(cell: TableCell, seed: u64, instants: usize) -> Result<ExaminationOutcome, Fault> {
    examine(cell, seed, instants, &[Law::NeverContradicted])
}

/// Draws the scene of a cell and checks these laws. Static overlaps are tested at `instants` evenly spaced
/// instants.
pub fn examine(cell: TableCell, seed: u64, instants: usize, laws: &[Law]) -> Result<ExaminationOutcome, Fault> {
    let Some(case) = Case::draw(cell, seed, instants)? else { return Ok(ExaminationOutcome::Unsupported) };
    for law in laws {
        law.hold(&case)?;
    }
    Ok(outcome(&case.answer.verdict))
}
