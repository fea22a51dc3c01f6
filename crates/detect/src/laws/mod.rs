//! The laws that every answer about two bodies obeys, as a macro: one line enrols a pair of kinds of shapes on all kinds of motions.
//!
//! Scenes are random, deterministic, and lean towards the degenerate ([`Scene::draw`]). What is true of them is told by the scenes
//! themselves (exchanged, moved, scaled, cut) and by a static oracle in plain numbers that shares no code with the methods
//! ([`oracle`]). A fault names its scene: the cell and the seed draw it again.
//!
//! A cell of the table that is not enrolled fails the test `every_cell_is_enrolled`, which the macro writes as well; a new variant of
//! `Shape` or `Motion` does not compile until it is given a kind ([`ShapeKind::of`], [`MotionKind::of`]).

mod kinds;
pub mod oracle;
mod scene;
pub mod soak;
mod soundness;

pub use kinds::{BodyKind, Cell, MotionKind, NoCell, ShapeKind};
pub use scene::{Body, Frame, Scene};
pub use soundness::never_contradicted;

use crate::{Answer, DetectError, Verdict, first_contact};
use std::fmt;

/// Steps after which a question of the laws ends: enough for nearly every scene, and no scene hangs.
pub const BUDGET: u64 = 20_000;

/// A law that is broken, and where.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    /// Which law.
    pub law: &'static str,
    /// The scene, with what draws it again.
    pub scene: String,
    /// What is wrong.
    pub what: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}\n  {}", self.law, self.what, self.scene)
    }
}

fn fault(law: &'static str, scene: &Scene, what: String) -> Fault {
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
        Err(error) => Err(fault("answered or unsupported", scene, format!("the question fails: {error}"))),
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
    let scene = Scene::draw(cell, seed, &Frame::IDENTITY);
    let Some(answer) = ask(&scene)? else { return Ok(Outcome::Unsupported) };
    never_contradicted(&scene, &answer.verdict, instants)?;
    Ok(outcome(&answer.verdict))
}

/// Draws the scene of a cell and holds all laws against it.
pub fn examine(cell: Cell, seed: u64, instants: usize) -> Result<Outcome, Fault> {
    examine_soundness(cell, seed, instants)
}
