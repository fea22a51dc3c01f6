//! Constructors of bodies from a few numbers or formulas.

mod feature;
mod generated;
mod round;
mod straight;

pub use generated::{Section, SweepPath};

use super::SurfaceError;
use tangency_interval::Interval;
use tangency_interval::expr::Expr;

/// The parameters.
fn parameters() -> [Expr; 2] {
    ["u", "v"].map(Expr::variable)
}

/// From 0 to a full turn, rounded up to the next number so that no gap is left.
const TURN: [f64; 2] = [0.0, std::f64::consts::TAU.next_up()];

/// A quarter turn to either side of 0, rounded outwards to the next numbers.
const HALF_TURN: [f64; 2] = [-std::f64::consts::FRAC_PI_2.next_up(), std::f64::consts::FRAC_PI_2.next_up()];

fn positive(what: &'static str, value: f64) -> Result<f64, SurfaceError> {
    if value > 0.0 && value.is_finite() {
        Ok(value)
    } else {
        Err(SurfaceError::Number { what, expected: "a positive number", value })
    }
}

/// The time interval of bodies that do not deform; any instant would do.
const ALWAYS: Interval = Interval::ZERO;
