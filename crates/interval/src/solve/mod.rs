//! Equations, side conditions, and what is least: solved with proof.

mod formula;
pub mod linear;
mod minimize;
mod newton;
mod outcome;
mod precondition;
mod problem;
mod proof;
mod queue;
mod sample;

pub use formula::{Formula, FormulaBuilder, FormulaError};
pub use minimize::{all_solutions, minimize};
pub use outcome::{Ended, Newton, Options, Order, Outcome, Proof, Solution};
pub use problem::{Border, Condition, MOST_EQUATIONS, MOST_VARIABLES, Objective, Problem};
