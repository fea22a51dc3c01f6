//! What followed contacts do within a step.
//!
//! **Question.** A step is known at its nodes: when does the first of the contacts that it follows change what it does?
//!
//! **Idea.** Each change is where a function of time falls below zero: the normal force (the contact ends), what the cone of friction
//! leaves (it begins to slide), the slip along its own heading (it comes to rest, or turns), how far inside of its piece of surface the
//! place is (it passes on to the next). Their polynomials are looked at in [`crate::crossing`].
//!
//! **Guarantee.** Computed, as the forces are.

use crate::Mode;
use crate::crossing::first_below;
use crate::flight::{Flight, Trace};
use crate::follow::Followed;
use crate::spectral::NODES;
use crate::tolerance::BORDER;

/// What a followed contact does within a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Change {
    /// It would have to pull.
    Ends,
    /// Friction does not hold it any more.
    Slips,
    /// Its slip comes to rest.
    Rests,
    /// It reaches the end of its piece of surface.
    Border,
}

/// The first thing that a followed contact does within a step: when, which, and what.
pub(crate) fn first_change(followed: &[Followed], flight: &Flight) -> Option<(f64, usize, Change)> {
    let mut first: Option<(f64, usize, Change)> = None;
    for (index, (one, traces)) in followed.iter().zip(&flight.traces).enumerate() {
        let values = |of: &dyn Fn(&Trace) -> f64| -> [f64; NODES] { std::array::from_fn(|j| of(&traces[j])) };
        let along = |trace: &Trace| trace.force.dot(trace.touch.normal);
        let grip = |trace: &Trace| {
            let across = trace.force.reject_from_normalized(trace.touch.normal);
            (one.friction * along(trace)).powi(2) - across.length_squared()
        };
        let mut functions: Vec<([f64; NODES], Change)> = vec![
            (values(&along), Change::Ends),
            (values(&|trace| trace.margins[0] + BORDER), Change::Border),
            (values(&|trace| trace.margins[1] + BORDER), Change::Border),
        ];
        match one.mode {
            Mode::Rolls => functions.push((values(&grip), Change::Slips)),
            Mode::Slides if one.friction > 0.0 => {
                functions.push((values(&|trace| trace.touch.slip.dot(one.heading)), Change::Rests));
            }
            Mode::Slides => {}
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
