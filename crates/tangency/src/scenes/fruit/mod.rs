//! Dozens of fruit rain on a lobster of volume data: figures 15 and 16 of Snyder et al. 1993.

mod lobster;

use super::{BuiltIn, USUAL, still, turning};
use glam::{DQuat, DVec3, dvec3};
use std::f64::consts::{PI, TAU};
use tangency_formats::SceneBody;
use tangency_geometry::surface::{Brep, Patch};

pub use lobster::lobster;

pub(super) const SCENE: BuiltIn = BuiltIn {
    name: "fruit",
    summary: "apples, pears, bananas and oranges rain on a lobster of volume data",
    bodies,
    query: USUAL,
};

/// Number of fruit in the built-in scene.
pub const COUNT: usize = 48;
/// Metres: fruit start in the middle of cells of this width.
const CELL: f64 = 0.22;
/// How many cells there are along x and along y; the next layer is above.
const CELLS: [usize; 2] = [11, 5];
/// Height of the centres of the lowest layer, metres.
const LOWEST: f64 = 0.85;

fn bodies() -> Vec<SceneBody> {
    rain(COUNT)
}

/// The lobster, and so many fruit that fall on it.
#[must_use]
pub fn rain(count: usize) -> Vec<SceneBody> {
    let kinds = [("apple", apple()), ("pear", pear()), ("banana", banana()), ("orange", orange())];
    let fruit = (0..count).map(|index| {
        let (kind, shape) = &kinds[index % kinds.len()];
        let name = format!("{kind} {}", index / kinds.len() + 1);
        let turn = DQuat::from_scaled_axis(PI * spread(index, 1));
        let velocity = dvec3(0.0, 0.0, -0.7) + 0.1 * spread(index, 2);
        turning(&name, shape.clone().into(), (turn, start(index)), velocity, 1.5 * spread(index, 3))
    });
    std::iter::once(still("lobster", lobster().into(), DVec3::ZERO)).chain(fruit).collect()
}

/// The cells in an order that scatters them over the layer.
fn start(index: usize) -> DVec3 {
    let [along, across] = CELLS;
    let (layer, cell) = (index / (along * across), index % (along * across));
    // 17 and the number of cells have no common divisor: every cell is taken once.
    let cell = 17 * cell % (along * across);
    let middle = |step: usize, count: usize| CELL * (step as f64 - 0.5 * (count as f64 - 1.0));
    let height = LOWEST + CELL * layer as f64;
    dvec3(middle(cell % along, along), middle(cell / along, across), height)
}

/// Three pseudorandom numbers between -1 and 1: fractional parts of multiples of irrational numbers.
fn spread(index: usize, which: usize) -> DVec3 {
    let step = (index + 1) as f64 * which as f64;
    DVec3::from_array([2.0_f64, 3.0, 5.0].map(|number| 2.0 * (step * number.sqrt()).fract() - 1.0))
}

/// With a dimple at either end.
fn apple() -> Brep {
    let distance = "(1 - 0.25*cos(v)^8 - 0.1*cos(v)^3)";
    revolved(&format!("0.085*{distance}*sin(v)"), &format!("0.085*{distance}*cos(v)"))
}

fn pear() -> Brep {
    revolved("0.075*sin(v)*(0.78 - 0.32*cos(v))", "0.075*1.25*cos(v)")
}

fn orange() -> Brep {
    revolved("0.075*sin(v)", "0.07*cos(v)")
}

/// A spindle bent into an arc.
fn banana() -> Brep {
    let (reach, bend) = ("(0.12 + 0.026*sin(v)*cos(u))", "0.8*cos(v)");
    face([format!("{reach}*cos({bend}) - 0.1"), "0.026*sin(v)*sin(u)".into(), format!("{reach}*sin({bend})")])
}

/// A profile that turns about the z axis; v runs from pole to pole.
fn revolved(distance: &str, height: &str) -> Brep {
    face([format!("{distance}*cos(u)"), format!("{distance}*sin(u)"), height.into()])
}

fn face(texts: [String; 3]) -> Brep {
    let patch = Patch::parse(texts.each_ref().map(String::as_str), [0.0, TAU], [0.0, PI]).expect("constant formulas");
    Brep::new(vec![patch]).expect("a closed surface")
}
