//! Two bumpy bodies that fly and turn touch at one point: figures 10 and 12 of Snyder et al. 1993.

use super::{BuiltIn, USUAL, turning};
use glam::{DQuat, dvec3};
use std::f64::consts::{PI, TAU};
use tangency_detect::snyder1993::SnyderMethod;
use tangency_formats::SceneBody;
use tangency_geometry::surface::{Brep, Patch};
use tangency_interval::solve::NewtonMethod;

pub(super) const SCENE: BuiltIn = BuiltIn {
    name: "bumpy",
    summary: "two bumpy bodies by formula, both flying and turning, meet at one place",
    bodies,
    query: USUAL,
};

/// Height of the bumps on bodies of radius 1, metres.
pub const HEIGHT: f64 = 0.2;
/// For each body: the number of bumps around its axis, and the number of half waves from pole to pole.
pub const BUMPS: [[u32; 2]; 2] = [[3, 2], [5, 3]];

/// A row of the table in figure 10 of the paper: the name of the method there, the method, and the paper's iterations
/// and seconds, on its own bodies.
#[derive(Clone, Copy, Debug)]
pub struct Figure10Row {
    /// As in the paper, with γ.
    pub name: &'static str,
    /// The same method here.
    pub method: SnyderMethod,
    /// The paper's iterations.
    pub iterations: u64,
    /// The paper's seconds, on an HP 9000/750.
    pub seconds: f64,
}

/// The table of the paper, in its order.
pub const FIGURE_10: [Figure10Row; 9] = [
    row("LEQN", NewtonMethod::MatrixIteration, None, (6_331, 32.67)),
    row("KM", NewtonMethod::KrawczykMoore, None, (10_087, 148.28)),
    row("NIN, 1e-3", NewtonMethod::None, Some(1e-3), (17_395, 8.58)),
    row("NIN, 1e-4", NewtonMethod::None, Some(1e-4), (29_921, 15.46)),
    row("NIN, 1e-5", NewtonMethod::None, Some(1e-5), (40_127, 21.52)),
    row("NIN, 1e-6", NewtonMethod::None, Some(1e-6), (48_187, 23.25)),
    without_tangency(row("NIN,NTAN, 1e-3", NewtonMethod::None, Some(1e-3), (52_307, 14.59))),
    without_tangency(row("NIN,NTAN, 1e-4", NewtonMethod::None, Some(1e-4), (587_711, 169.87))),
    without_tangency(row("NIN,NTAN, 1e-5", NewtonMethod::None, Some(1e-5), (3_822_605, 1_207.46))),
];

const fn row(
    name: &'static str,
    newton: NewtonMethod,
    width: Option<f64>,
    (iterations, seconds): (u64, f64),
) -> Figure10Row {
    Figure10Row { name, method: SnyderMethod { newton, tangency: true, width }, iterations, seconds }
}

const fn without_tangency(row: Figure10Row) -> Figure10Row {
    Figure10Row { method: SnyderMethod { tangency: false, ..row.method }, ..row }
}

fn bodies() -> Vec<SceneBody> {
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
