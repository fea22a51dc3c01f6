//! Two bumpy bodies that fly and turn meet at one place: figures 10 and 12 of Snyder et al. 1993.

use super::{BuiltIn, USUAL, turning};
use glam::{DQuat, dvec3};
use std::f64::consts::{PI, TAU};
use tangency_formats::Body;
use tangency_geometry::surface::{Brep, Patch};

pub(super) const SCENE: BuiltIn = BuiltIn {
    name: "bumpy",
    summary: "two bumpy bodies by formula, both flying and turning, meet at one place",
    bodies,
    query: USUAL,
};

/// Metres: of the bumps, on bodies of radius 1.
pub const HEIGHT: f64 = 0.2;
/// How many bumps each has around its axis, and how many half waves from pole to pole there are.
pub const BUMPS: [[u32; 2]; 2] = [[3, 2], [5, 3]];

fn bodies() -> Vec<Body> {
    let [left, right] = BUMPS.map(|bumps| bumpy(bumps).into());
    let [from_left, from_right] = [dvec3(-1.6, 0.0, 0.0), dvec3(1.7, 0.3, 0.2)].map(|place| (DQuat::IDENTITY, place));
    vec![
        turning("left", left, from_left, dvec3(1.0, 0.1, 0.0), dvec3(0.2, 0.3, 0.8)),
        turning("right", right, from_right, dvec3(-1.0, 0.0, 0.1), dvec3(0.3, -0.4, 0.9)),
    ]
}

/// The factor sinⁿ(v) makes it smooth at the poles.
fn bumpy([around, along]: [u32; 2]) -> Brep {
    let radius = format!("(1 + {HEIGHT}*sin(v)^{around}*cos({around}*u)*cos({along}*(v - pi/2)))");
    let texts = [format!("{radius}*cos(u)*sin(v)"), format!("{radius}*sin(u)*sin(v)"), format!("{radius}*cos(v)")];
    let patch = Patch::parse(texts.each_ref().map(String::as_str), [0.0, TAU], [0.0, PI]).expect("constant formulas");
    Brep::new(vec![patch]).expect("a closed surface")
}
