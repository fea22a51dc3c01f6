//! The laws, by name.

use super::{ExaminedBody, Fault, Frame, PairScene, TableCell, agreement, ask, contacts, fault, soundness};
use crate::listed::listed;
use crate::{Answer, Verdict};
use tangency_geometry::Shape;
use tangency_interval::laws::Random;

listed! {
    /// A law.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Law {
        /// The query is answered, or unsupported. No other error occurs.
        Answered,
        /// No static overlap occurs before the lower end of the answer.
        NeverContradicted,
        /// With a small budget the answer is the same or weaker, never different.
        SmallBudget,
        /// The verdict is `Open` only if the budget is spent.
        OpenForAReason,
        /// If the budget ended the search, a `Touch` is marked as incomplete.
        Complete,
        /// The lower end of a `Touch` is early by no more than the tolerance.
        NotEarly,
        /// The contacts of a `Touch` are simultaneous, with unit normals and finite points.
        Simultaneous,
        /// A gap is at most separation plus tolerance, and negative if and only if the point is inside a body.
        Gaps,
        /// Each contact is listed once.
        EachOnce,
        /// The normal separates the bodies in a neighbourhood of the contact.
        NormalsSeparate,
        /// The answer is the same with the bodies exchanged.
        Symmetric,
        /// The answer is the same in another frame and at another scale.
        Unchanged,
        /// The answer is the same among many bodies.
        AmongMany,
        /// The answer is the same if the span is split.
        InPieces,
        /// The answer is the same if a motion is wrapped as the only piece of a piecewise motion.
        OnePiece,
        /// A larger separation never makes the first contact later.
        Monotone,
    }
}

impl Law {
    /// The law in words.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Answered => "answered or unsupported",
            Self::NeverContradicted => "never contradicted by a static overlap",
            Self::SmallBudget => "the same with a small budget, or less",
            Self::OpenForAReason => "open only if the budget is spent",
            Self::Complete => "a set of contacts that may be incomplete says so",
            Self::NotEarly => "early by no more than the tolerance",
            Self::Simultaneous => "contacts are simultaneous",
            Self::Gaps => "gaps are distances",
            Self::EachOnce => "each contact once",
            Self::NormalsSeparate => "normals separate",
            Self::Symmetric => "symmetric in a and b",
            Self::Unchanged => "unchanged by a common motion or scale",
            Self::AmongMany => "the same among many bodies",
            Self::InPieces => "the same in pieces of the span",
            Self::OnePiece => "the same as the only piece of a piecewise motion",
            Self::Monotone => "a clearance is monotone",
        }
    }

    /// Checks the law on a case.
    pub fn hold(self, case: &Case) -> Result<(), Fault> {
        let Case { scene, answer, instants, .. } = case;
        let verdict = &answer.verdict;
        match self {
            // A case exists only if its query was answered.
            Self::Answered => Ok(()),
            Self::NeverContradicted => soundness::never_contradicted(scene, verdict, *instants),
            Self::SmallBudget => agreement::less_with_a_small_budget(scene, verdict, &mut Random::new(case.seed)),
            Self::OpenForAReason => open_for_a_reason(scene, answer),
            Self::Complete => complete(scene, answer),
            Self::NotEarly => contacts::not_early(scene, verdict),
            Self::Simultaneous => contacts::simultaneous(scene, verdict),
            Self::Gaps => contacts::gaps(scene, verdict),
            Self::EachOnce => contacts::each_once(scene, verdict),
            Self::NormalsSeparate => contacts::normals_separate(scene, verdict).map(|_| ()),
            Self::Symmetric => agreement::symmetric(scene, verdict),
            Self::Unchanged => case.unchanged(),
            Self::AmongMany => agreement::same_among_many(scene, verdict),
            Self::InPieces => agreement::same_in_pieces(scene, verdict, &mut Random::new(case.seed)),
            Self::OnePiece => agreement::same_as_one_piece(scene, verdict),
            Self::Monotone => agreement::clearance_is_monotone(scene, verdict),
        }
    }
}

/// A scene with its answer.
#[derive(Clone, Debug)]
pub struct Case {
    /// The scene.
    pub scene: PairScene,
    /// The answer to the scene's query.
    pub answer: Answer,
    /// The number of evenly spaced instants at which static overlaps are tested.
    pub instants: usize,
    /// The cell that the scene was drawn from, if any.
    pub cell: Option<TableCell>,
    /// The seed of the scene.
    pub seed: u64,
}

impl Case {
    /// Queries a scene. `None` if the table has no method for it.
    pub fn of(scene: PairScene, instants: usize) -> Result<Option<Self>, Fault> {
        let answer = ask(&scene)?;
        Ok(answer.map(|answer| Self { scene, answer, instants, cell: None, seed: 1 }))
    }

    /// Draws the scene of a cell and queries it. `None` if the table has no method for it.
    pub fn draw(cell: TableCell, seed: u64, instants: usize) -> Result<Option<Self>, Fault> {
        let case = Self::of(PairScene::draw(cell, seed, &Frame::IDENTITY), instants)?;
        Ok(case.map(|case| Self { cell: Some(cell), seed, ..case }))
    }

    /// Checks that the answer is the same when the scene is drawn in other frames. Skips scenes that were not
    /// drawn, because they cannot be moved.
    fn unchanged(&self) -> Result<(), Fault> {
        let Some(cell) = self.cell else { return Ok(()) };
        for frame in agreement::frames(&mut Random::new(self.seed)) {
            let mut moved = PairScene::draw(cell, self.seed, &frame);
            moved.name = format!("{}, in the frame {frame:?}", self.scene.name);
            agreement::unchanged(&self.scene, &self.answer.verdict, &moved)?;
        }
        Ok(())
    }
}

/// `Open` requires that the budget was spent, or that an implicit solid has the time in its formula: the birth of a
/// component may be unprovable.
fn open_for_a_reason(scene: &PairScene, answer: &Answer) -> Result<(), Fault> {
    let timed = |body: &ExaminedBody| match body.moving.shape() {
        Shape::Implicit(solid) => solid.deforms(),
        Shape::Polyhedron(_)
        | Shape::Mesh(_)
        | Shape::Parametric(_)
        | Shape::Convex(_)
        | Shape::Rounded(_)
        | Shape::HalfSpace(_)
        | Shape::HeightMap(_)
        | Shape::Compound(_) => false,
    };
    let spent = scene.query.budget.is_some_and(|budget| 2 * answer.effort.iterations >= budget);
    match answer.verdict {
        Verdict::Open { .. } if !spent && !timed(&scene.a) && !timed(&scene.b) => {
            let what =
                format!("{:?} after {:?} of a budget of {:?}", answer.verdict, answer.effort, scene.query.budget);
            Err(fault(Law::OpenForAReason, scene, what))
        }
        Verdict::Open { .. } | Verdict::Touch(_) | Verdict::Clear { .. } => Ok(()),
    }
}

/// A `Touch` that spent the whole budget must not claim that all contacts are known.
fn complete(scene: &PairScene, answer: &Answer) -> Result<(), Fault> {
    let spent = scene.query.budget.is_some_and(|budget| answer.effort.iterations >= budget);
    match &answer.verdict {
        Verdict::Touch(first) if first.complete && spent => {
            let what = format!(
                "{:?} of a budget of {:?}, but all contacts are said to be known",
                answer.effort, scene.query.budget
            );
            Err(fault(Law::Complete, scene, what))
        }
        Verdict::Touch(_) | Verdict::Open { .. } | Verdict::Clear { .. } => Ok(()),
    }
}
