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

/// Metres: of the cone's base.
pub const BASE: f64 = 1.0;
/// Metres: of the cone, above its base.
pub const HEIGHT: f64 = 1.5;
/// Metres: from the torus' axis to the middle of its tube.
pub const RADIUS: f64 = 0.55;
/// Metres: of the torus' tube.
pub const TUBE: f64 = 0.15;
/// Metres: the torus' middle above the cone's base, at the start.
pub const START: f64 = 1.75;
/// Metres a second, straight down.
pub const SPEED: f64 = 1.0;
/// Metres between the contacts that stand for the circle.
pub const SPACING: f64 = 0.06;

fn bodies() -> Vec<SceneBody> {
    let torus = Brep::torus(RADIUS, TUBE).expect("constant sizes");
    let cone = Brep::cone(BASE, HEIGHT).expect("constant sizes");
    vec![
        moving("torus", torus.into(), DQuat::IDENTITY, dvec3(0.0, 0.0, START), dvec3(0.0, 0.0, -SPEED)),
        still("cone", cone.into(), DVec3::ZERO),
    ]
}
