//! Bodies by a few numbers or a few formulas: each a handful of expressions.

mod generated;
mod round;
mod straight;

pub use generated::{Section, Sweep};

use super::SurfaceError;
use tangency_interval::Interval;
use tangency_interval::expr::Expr;

/// The parameters.
fn parameters() -> [Expr; 2] {
    ["u", "v"].map(Expr::variable)
}

/// From 0 to a full turn, and to the next number after it: no gap is left.
const TURN: [f64; 2] = [0.0, std::f64::consts::TAU.next_up()];

/// A quarter turn to either side of 0, and to the next numbers after that.
const HALF_TURN: [f64; 2] = [-std::f64::consts::FRAC_PI_2.next_up(), std::f64::consts::FRAC_PI_2.next_up()];

fn positive(what: &'static str, value: f64) -> Result<f64, SurfaceError> {
    if value > 0.0 && value.is_finite() {
        Ok(value)
    } else {
        Err(SurfaceError::Number { what, expected: "a positive number", value })
    }
}

/// What does not deform is the same at any time.
const ALWAYS: Interval = Interval::ZERO;
