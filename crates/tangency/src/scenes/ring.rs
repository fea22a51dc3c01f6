//! A torus comes down over a cone and touches it all around: figure 1 of Snyder et al. 1993.

use super::{BuiltIn, USUAL, moving, still};
use glam::{DQuat, DVec3, dvec3};
use tangency_formats::{QuerySettings, SceneBody};
use tangency_geometry::surface::Brep;

pub(super) const SCENE: BuiltIn = BuiltIn {
    name: "torus-on-cone",
    summary: "a torus comes down over a cone and touches it in a circle",
    bodies,
    query: || QuerySettings { spacing: Some(SPACING), ..USUAL() },
};

/// Radius of the cone's base, metres.
pub const BASE: f64 = 1.0;
/// Height of the cone, metres.
pub const HEIGHT: f64 = 1.5;
/// Distance from the axis of the torus to the centre line of its tube, metres.
pub const RADIUS: f64 = 0.55;
/// Radius of the tube, metres.
pub const TUBE: f64 = 0.15;
/// Initial height of the torus' centre above the cone's base, metres.
pub const START: f64 = 1.75;
/// Downward speed, metres per second.
pub const SPEED: f64 = 1.0;
/// Spacing of the sample contacts on the circle, metres.
pub const SPACING: f64 = 0.06;

fn bodies() -> Vec<SceneBody> {
    let torus = Brep::torus(RADIUS, TUBE).expect("constant sizes");
    let cone = Brep::cone(BASE, HEIGHT).expect("constant sizes");
    vec![
        moving("torus", torus.into(), DQuat::IDENTITY, dvec3(0.0, 0.0, START), dvec3(0.0, 0.0, -SPEED)),
        still("cone", cone.into(), DVec3::ZERO),
    ]
}
