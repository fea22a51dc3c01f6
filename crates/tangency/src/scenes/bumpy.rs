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

fn bodies() -> Vec<Body> {
    let flights = [
        ("left", [3, 2], DQuat::IDENTITY, dvec3(-1.6, 0.0, 0.0), dvec3(1.0, 0.1, 0.0), dvec3(0.3, 0.9, -0.4)),
        (
            "right",
            [5, 3],
            DQuat::from_scaled_axis(dvec3(0.3, 0.5, 0.1)),
            dvec3(1.6, 0.3, 0.2),
            dvec3(-1.0, 0.0, 0.1),
            dvec3(-0.5, 0.6, 0.8),
        ),
    ];
    flights.map(|(name, bumps, turn, place, velocity, spin)| turning(name, bumpy(bumps).into(), (turn, place), velocity, spin)).into()
}

/// A sphere of radius 1 with so many bumps around its axis, and from pole to pole. The factor sinⁿ(v) makes it smooth at
/// the poles.
fn bumpy([around, along]: [u32; 2]) -> Brep {
    let radius = format!("(1 + 0.2*sin(v)^{around}*cos({around}*u)*cos({along}*(v - pi/2)))");
    let texts = [format!("{radius}*cos(u)*sin(v)"), format!("{radius}*sin(u)*sin(v)"), format!("{radius}*cos(v)")];
    let patch = Patch::parse(texts.each_ref().map(String::as_str), [0.0, TAU], [0.0, PI]).expect("constant formulas");
    Brep::new(vec![patch]).expect("a closed surface")
}
