//! A standing torus falls on a lying one and touches it at two points at once: figure 5 of Snyder et al. 1993.

use super::{BuiltIn, USUAL, moving, still};
use glam::{DQuat, DVec3, dvec3};
use std::f64::consts::FRAC_PI_2;
use tangency_formats::SceneBody;
use tangency_geometry::surface::Brep;

pub(super) const SCENE: BuiltIn = BuiltIn {
    name: "tori",
    summary: "a standing torus falls on a lying one: two isolated contacts at once",
    bodies,
    query: USUAL,
};

/// Distance from the axis of either torus to the centre line of its tube, metres.
pub const RADIUS: f64 = 1.0;
/// Radius of the tubes, metres.
pub const TUBE: f64 = 0.3;
/// Initial height of the falling torus' centre above the centre of the lying torus, metres.
pub const START: f64 = 1.8;
/// Downward speed, metres per second.
pub const SPEED: f64 = 1.0;
/// Angle about the vertical between the plane of the standing torus and the yz plane, radians.
pub const TURN: f64 = 0.4;

fn bodies() -> Vec<SceneBody> {
    let torus = Brep::torus(RADIUS, TUBE).expect("constant sizes");
    let standing = DQuat::from_rotation_z(TURN) * DQuat::from_rotation_y(FRAC_PI_2);
    vec![
        moving("standing", torus.clone().into(), standing, dvec3(0.0, 0.0, START), dvec3(0.0, 0.0, -SPEED)),
        still("lying", torus.into(), DVec3::ZERO),
    ]
}
