//! The solver against closed forms, exact rational arithmetic, planted zeros and fine grids.
//!
//! Invariants without reference: a solution reported as unique is unique, for every Newton method; `lower` never
//! lies above a feasible point; with any budget the reported bounds are valid.

// Unwrapping is fine in tests.
#![allow(clippy::unwrap_used)]

mod borders;
mod closed;
mod linear;
mod manifold;
mod order;
mod planted;
mod sturm;

use tangency_interval::Interval;
use tangency_interval::expr::Expr;
use tangency_interval::solve::{Formula, NewtonMethod};

/// All Newton methods that can prove existence.
const PROVING: [NewtonMethod; 4] =
    [NewtonMethod::Preconditioned, NewtonMethod::MatrixIteration, NewtonMethod::Inverse, NewtonMethod::KrawczykMoore];

fn span(lower: f64, upper: f64) -> Interval {
    Interval::new(lower, upper).unwrap()
}

fn parse(text: &str) -> Expr {
    Expr::parse(text).unwrap()
}

/// A problem from text: variables with their ranges, and equations. The last variable is the objective.
fn formula(variables: &[(&str, f64, f64)], equations: &[&str]) -> Formula {
    conditional(variables, equations, &[])
}

/// The same with expressions that must not be negative.
fn conditional(variables: &[(&str, f64, f64)], equations: &[&str], inequalities: &[&str]) -> Formula {
    let variables: Vec<(&str, Interval)> = variables.iter().map(|&(name, a, b)| (name, span(a, b))).collect();
    let builder = equations.iter().fold(Formula::new(&variables), |builder, text| builder.equation(parse(text)));
    inequalities.iter().fold(builder, |builder, text| builder.not_negative(parse(text))).build().unwrap()
}
