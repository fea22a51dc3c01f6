//! A round pin goes down a bore, off its axis. There is play, but less than the requested clearance.

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

/// Width, depth and height of the block, metres. Its centre is the origin.
pub const BLOCK: DVec3 = dvec3(2.0, 2.0, 1.0);
/// Radius of the bore through the block, metres.
pub const BORE: f64 = 0.5;
/// Radius of the pin and of its round end, metres.
pub const PIN: f64 = 0.4;
/// Distance between the centres of the pin's ends, metres.
pub const LENGTH: f64 = 1.5;
/// Distance between the axes of bore and pin, metres.
pub const ASIDE: f64 = 0.03;
/// Initial height of the centre of the pin's lower end above the origin, metres.
pub const START: f64 = 1.25;
/// Downward speed, metres per second.
pub const SPEED: f64 = 1.0;
/// The requested clearance, metres. The actual clearance is `BORE − PIN − ASIDE`.
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
