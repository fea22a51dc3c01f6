//! Equations, side conditions, and what is least: solved with proof.

mod minimize;
mod outcome;
mod problem;

pub use minimize::{all_solutions, minimize};
pub use outcome::{Ended, Newton, Options, Order, Outcome, Proof, Solution};
pub use problem::{Border, Condition, MOST_EQUATIONS, MOST_VARIABLES, Objective, Problem};
