//! A wavy sheet lands on a raised checkerboard in several flat patches: figure 14 of Snyder et al. 1993.

use super::{BuiltIn, USUAL, moving, still};
use glam::{DQuat, DVec3, dvec3};
use tangency_formats::{Body, QuerySettings};
use tangency_geometry::surface::Brep;
use tangency_interval::Interval;
use tangency_interval::expr::Expr;

pub(super) const SCENE: BuiltIn = BuiltIn {
    name: "checkerboard",
    summary: "a wavy sheet lands on a raised checkerboard: several flat patches touch at once",
    bodies,
    query: QuerySettings { simultaneity: Some(SIMULTANEITY), spacing: Some(SPACING), ..USUAL },
};

/// Seconds: contacts within this time are simultaneous.
pub const SIMULTANEITY: f64 = 1e-3;
/// Metres between the contacts that stand for the patches.
pub const SPACING: f64 = 0.04;
/// Metres: the sheet's flat parts above the board's, at the start.
pub const START: f64 = 0.25;
/// Metres a second, straight down.
pub const SPEED: f64 = 0.5;
/// Metres: the board reaches so far from its middle, along x and y.
const BOARD: f64 = 0.5;
/// Metres: and the sheet so far.
pub const SHEET: f64 = 0.42;

/// The board is flat, at height 0, where this is positive and dips where it is negative; of x and y as u and v.
const RAISED: &str = "sin(2*pi*u)*sin(2*pi*v) - 0.5";
/// The sheet is flat, at its lowest, where this is negative and rises where it is positive.
const LIFTED: &str = "sin(7*u + 1) + 0.3*cos(5*v)";

fn bodies() -> Vec<Body> {
    // A third power of what is cut off at zero: smooth enough for second derivatives, and exactly flat beyond.
    let board = format!("-0.05*max(0, -({RAISED}))^3");
    let sheet = format!("0.05*max(0, {LIFTED})^3");
    vec![
        moving("sheet", field(&sheet, SHEET).into(), DQuat::IDENTITY, dvec3(0.0, 0.0, START), dvec3(0.0, 0.0, -SPEED)),
        still("board", field(&board, BOARD).into(), DVec3::ZERO),
    ]
}

fn field(height: &str, half: f64) -> Brep {
    let height = Expr::parse(height).expect("a constant formula");
    Brep::height_field(height, [-half, half], [-half, half], Interval::ZERO).expect("a constant formula")
}
