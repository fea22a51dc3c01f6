//! The laws that every answer about two bodies obeys, as a macro: one line enrols a pair of kinds of shapes on all kinds of motions.
//!
//! Scenes are random, deterministic, and lean towards the degenerate ([`Scene::draw`]). What is true of them is told by the scenes
//! themselves (exchanged, moved, scaled, cut) and by a static oracle in plain numbers that shares no code with the methods
//! ([`oracle`]). A fault names its scene: the cell and the seed draw it again.
//!
//! A cell of the table that is not enrolled fails the test `every_cell_is_enrolled`, which the macro writes as well; a new variant of
//! `Shape` or `Motion` does not compile until it is given a kind ([`ShapeKind::of`], [`MotionKind::of`]).

mod agreement;
mod contacts;
mod enrol;
mod kinds;
mod law;
pub mod oracle;
mod scene;
pub mod soak;
mod soundness;

pub use agreement::{
    clearance_is_monotone, less_with_a_small_budget, same_among_many, same_as_one_piece, same_in_pieces, symmetric,
    unchanged,
};
pub use contacts::{each_once, gaps, normals_separate, not_early, simultaneous};
pub use enrol::{Pending, every_cell, examine_row};
pub use kinds::{BodyKind, Cell, MotionKind, NoCell, ShapeKind};
pub use law::{Case, Law};
pub use scene::{Body, Frame, Scene};
pub use soundness::never_contradicted;

use crate::{Answer, DetectError, Verdict, first_contact};
use std::fmt;
pub use tangency_interval::laws::Random;

/// Steps after which a question of the laws ends: enough for nearly every scene, and no scene hangs.
pub const BUDGET: u64 = 20_000;

/// A law that is broken, and where.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    /// Which law.
    pub law: Law,
    /// The scene, with what draws it again.
    pub scene: String,
    /// What is wrong.
    pub what: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}\n  {}", self.law.name(), self.what, self.scene)
    }
}

fn fault(law: Law, scene: &Scene, what: String) -> Fault {
    Fault { law, scene: scene.to_string(), what }
}

/// How an examination ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// They touch.
    Touch,
    /// They do not.
    Clear,
    /// The budget did not suffice.
    Open,
    /// There is no method.
    Unsupported,
}

/// Asks about the pair.
pub fn ask(scene: &Scene) -> Result<Option<Answer>, Fault> {
    match first_contact(&scene.a.moving, &scene.b.moving, &scene.query) {
        Ok(answer) => Ok(Some(answer)),
        Err(DetectError::Unsupported { .. }) => Ok(None),
        Err(error) => Err(fault(Law::Answered, scene, format!("the question fails: {error}"))),
    }
}

/// How a verdict counts.
#[must_use]
pub fn outcome(verdict: &Verdict) -> Outcome {
    match verdict {
        Verdict::Touch(_) => Outcome::Touch,
        Verdict::Clear { .. } => Outcome::Clear,
        Verdict::Open { .. } => Outcome::Open,
    }
}

/// Draws the scene of a cell and holds the law of soundness against it, at `instants` instants.
pub fn examine_soundness(cell: Cell, seed: u64, instants: usize) -> Result<Outcome, Fault> {
    examine(cell, seed, instants, &[Law::NeverContradicted])
}

/// Draws the scene of a cell and holds these laws against it, static overlaps at `instants` instants.
pub fn examine(cell: Cell, seed: u64, instants: usize, laws: &[Law]) -> Result<Outcome, Fault> {
    let Some(case) = Case::draw(cell, seed, instants)? else { return Ok(Outcome::Unsupported) };
    for law in laws {
        law.hold(&case)?;
    }
    Ok(outcome(&case.answer.verdict))
}
