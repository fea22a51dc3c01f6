//! Changes of followed contacts within a step.
//!
//! **Question.** A step is known at its nodes. When does the first followed contact change?
//!
//! **Idea.** Each change is a zero crossing of a function of time: the normal force (the contact ends), the
//! distance to the friction cone (it begins to slide), the slip along its own heading (it comes to rest, or
//! turns), or the margin to the border of its surface patch (it passes to the next patch). [`crate::crossing`]
//! finds the zeros of their polynomials.
//!
//! **Guarantee.** Computed in floating point, like the forces.

use crate::ContactMode;
use crate::crossing::first_below;
use crate::follow::FollowedContact;
use crate::spectral::NODES;
use crate::step::{ContactTrace, SolverStep};
use crate::tolerance::BORDER_OVERLAP;

/// A change of a followed contact within a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum ContactChange {
    /// The contact would have to pull.
    Ends,
    /// Friction no longer prevents slip.
    Slips,
    /// The slip comes to rest.
    Rests,
    /// The contact reaches the border of its surface patch.
    Border,
}

/// The first change of a followed contact within a step: the fraction of the step, the index of the contact,
/// and the change.
pub(crate) fn first_change(followed: &[FollowedContact], step: &SolverStep) -> Option<(f64, usize, ContactChange)> {
    let mut first: Option<(f64, usize, ContactChange)> = None;
    for (index, (one, traces)) in followed.iter().zip(&step.traces).enumerate() {
        let values = |of: &dyn Fn(&ContactTrace) -> f64| -> [f64; NODES] { std::array::from_fn(|j| of(&traces[j])) };
        let along = |trace: &ContactTrace| trace.force.dot(trace.touch.normal);
        let grip = |trace: &ContactTrace| {
            let across = trace.force.reject_from_normalized(trace.touch.normal);
            (one.friction * along(trace)).powi(2) - across.length_squared()
        };
        let mut functions: Vec<([f64; NODES], ContactChange)> = vec![
            (values(&along), ContactChange::Ends),
            (values(&|trace| trace.margins[0] + BORDER_OVERLAP), ContactChange::Border),
            (values(&|trace| trace.margins[1] + BORDER_OVERLAP), ContactChange::Border),
        ];
        match one.mode {
            ContactMode::Rolls => functions.push((values(&grip), ContactChange::Slips)),
            ContactMode::Slides if one.friction > 0.0 => {
                functions.push((values(&|trace| trace.touch.slip.dot(one.heading)), ContactChange::Rests));
            }
            ContactMode::Slides => {}
        }
        for (values, change) in functions {
            if let Some(share) = first_below(&values)
                && first.is_none_or(|(earliest, ..)| share < earliest)
            {
                first = Some((share, index, change));
            }
        }
    }
    first
}
