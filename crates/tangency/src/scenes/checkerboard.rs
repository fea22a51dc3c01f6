//! A wavy body lands on a raised checkerboard in several flat patches: figure 14 of Snyder et al. 1993.

use super::{BuiltIn, USUAL, moving, still};
use glam::{DQuat, DVec3, dvec3};
use tangency_formats::{QuerySettings, SceneBody};
use tangency_geometry::surface::{Brep, Patch};
use tangency_geometry::{Pose, Solid};

pub(super) const SCENE: BuiltIn = BuiltIn {
    name: "checkerboard",
    summary: "a wavy body lands on a raised checkerboard: several flat patches touch at once",
    bodies,
    query: || QuerySettings {
        tolerance: Some(1e-4),
        simultaneity: Some(SIMULTANEITY),
        spacing: Some(SPACING),
        ..USUAL()
    },
};

/// Seconds: contacts within this time are simultaneous.
pub const SIMULTANEITY: f64 = 1e-3;
/// Spacing of the sample contacts on the patches, metres.
pub const SPACING: f64 = 0.04;
/// Initial height of the body's lower side above the squares of the board, metres.
pub const START: f64 = 0.25;
/// Downward speed, metres per second.
pub const SPEED: f64 = 0.5;
/// Half the range of both parameters of the body's faces, metres; about half the width of its outline.
pub const HALF: f64 = 0.25;
/// Wave number of the outline, radians per metre.
pub const WAVES: f64 = 18.0;
/// Relative amplitude of the waves of the outline.
pub const WAVINESS: f64 = 0.12;
/// Wave number of the board, radians per metre. The squares are where the product of two cosines exceeds [`LEVEL`].
pub const SQUARES: f64 = 16.0;
/// See [`SQUARES`].
pub const LEVEL: f64 = 0.4;

fn bodies() -> Vec<SceneBody> {
    vec![
        moving("wavy", wavy().into(), DQuat::IDENTITY, dvec3(0.0, 0.0, START), dvec3(0.0, 0.0, -SPEED)),
        still("board", board().into(), DVec3::ZERO),
    ]
}

/// A flat lower side and a wavy upper side, which meet in a wavy outline.
fn wavy() -> Brep {
    let x = format!("u*(1 + {WAVINESS}*cos({WAVES}*v))");
    let y = format!("v*(1 + {WAVINESS}*cos({WAVES}*u))");
    let height = format!("(1 - (u/{HALF})^2)*(1 - (v/{HALF})^2)*(0.12 + 0.03*cos({WAVES}*u)*cos({WAVES}*v))");
    let sides = ["0", &height].map(|z| Patch::parse([&x, &y, z], [-HALF, HALF], [-HALF, HALF]));
    Brep::new(sides.map(|side| side.expect("constant formulas")).into()).expect("two sides that meet")
}

/// A plate with its top in the plane z = 0, from which all but the squares is cut away, 0.04 deep.
fn board() -> Solid {
    let plate = Solid::cuboid(dvec3(0.8, 0.8, 0.1)).expect("constant sizes");
    let below = Pose::translated(dvec3(0.0, 0.0, -0.05)).expect("a constant place is finite");
    let lower = format!("cos({SQUARES}*x)*cos({SQUARES}*y) - {LEVEL}");
    let cut = Solid::parse(&lower, [dvec3(-0.6, -0.6, -0.04), dvec3(0.6, 0.6, 0.2)]).expect("a constant formula");
    Solid::difference(&plate.placed(&below), &[cut]).expect("constant parts")
}
