//! The solver against closed forms, exact rational arithmetic, planted zeros and fine grids.
//!
//! Needs no reference: what is reported as unique is so for every kind of Newton step; `lower` never lies above a feasible point; a budget
//! cut at any place leaves what is certain true.

// A test stops at the first broken expectation.
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
use tangency_interval::solve::{Formula, Newton};

/// All kinds of Newton step that can prove something.
const PROVING: [Newton; 4] = [Newton::Preconditioned, Newton::MatrixIteration, Newton::Inverse, Newton::KrawczykMoore];

fn span(lower: f64, upper: f64) -> Interval {
    Interval::new(lower, upper).unwrap()
}

fn parse(text: &str) -> Expr {
    Expr::parse(text).unwrap()
}

/// A problem from text: variables with their ranges, equations; the last variable is made least.
fn formula(variables: &[(&str, f64, f64)], equations: &[&str]) -> Formula {
    conditional(variables, equations, &[])
}

/// The same with expressions that must not be negative.
fn conditional(variables: &[(&str, f64, f64)], equations: &[&str], inequalities: &[&str]) -> Formula {
    let variables: Vec<(&str, Interval)> = variables.iter().map(|&(name, a, b)| (name, span(a, b))).collect();
    let builder = equations.iter().fold(Formula::new(&variables), |builder, text| builder.equation(parse(text)));
    inequalities.iter().fold(builder, |builder, text| builder.not_negative(parse(text))).build().unwrap()
}
