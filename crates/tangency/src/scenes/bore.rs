//! A round pin goes down a bore, off its axis: the play is there, but less than is asked for.

use super::{BuiltIn, USUAL, moving, still};
use glam::{DQuat, DVec3, dvec3};
use tangency_formats::{QuerySettings, SceneBody};
use tangency_geometry::Solid;
use tangency_geometry::surface::Brep;

pub(super) const SCENE: BuiltIn = BuiltIn {
    name: "pin-in-bore",
    summary: "a pin goes down a bore, and comes closer to its rim than the clearance that is asked for",
    bodies,
    query: || QuerySettings { separation: Some(CLEARANCE), ..USUAL() },
};

/// Metres: the block's width, depth and height. Its middle is the origin.
pub const BLOCK: DVec3 = dvec3(2.0, 2.0, 1.0);
/// Metres: of the bore through the block.
pub const BORE: f64 = 0.5;
/// Metres: of the pin and of its round end.
pub const PIN: f64 = 0.4;
/// Metres: between the middles of the pin's ends.
pub const LENGTH: f64 = 1.5;
/// Metres: from the bore's axis to the pin's.
pub const ASIDE: f64 = 0.03;
/// Metres: the middle of the pin's lower end above the origin, at the start.
pub const START: f64 = 1.25;
/// Metres a second, straight down.
pub const SPEED: f64 = 1.0;
/// Metres: what is asked for; the pin keeps `BORE − PIN − ASIDE`.
pub const CLEARANCE: f64 = 0.08;

fn bodies() -> Vec<SceneBody> {
    let pin = Brep::capsule(PIN, LENGTH).expect("constant sizes");
    let block = Solid::cuboid(BLOCK).expect("constant sizes");
    let bore = Solid::cylinder(BORE, 2.0 * BLOCK.z).expect("constant sizes");
    let block = Solid::difference(&block, &[bore]).expect("the bore does not take all of the block");
    let above = dvec3(ASIDE, 0.0, START + 0.5 * LENGTH);
    vec![
        moving("pin", pin.into(), DQuat::IDENTITY, above, dvec3(0.0, 0.0, -SPEED)),
        still("block", block.into(), DVec3::ZERO),
    ]
}
