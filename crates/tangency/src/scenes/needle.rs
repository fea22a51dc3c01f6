//! What sampling misses: a needle that passes a thin plate within one step.

use super::{BuiltIn, USUAL, moving, still};
use glam::{DQuat, DVec3, dvec3};
use tangency_formats::SceneBody;
use tangency_geometry::{Shape, primitive};

pub(super) const SCENE: BuiltIn = BuiltIn {
    name: "needle",
    summary: "a needle passes a thin plate within one step: what sampling misses",
    bodies,
    query: USUAL,
};

/// Initial height of the tip above the centre of the plate, metres.
pub const HEIGHT: f64 = 0.4;
/// Metres: the plate's extent in z.
pub const THICKNESS: f64 = 0.002;
/// Downward speed, metres per second: at the end of the span even the needle's thick end is below the plate.
pub const SPEED: f64 = 1.25;

fn bodies() -> Vec<SceneBody> {
    let needle = primitive::needle(0.012, 0.3, 24).expect("constant sizes");
    let plate = primitive::plate(0.6, THICKNESS).expect("constant sizes");
    let (start, velocity) = (dvec3(0.05, 0.03, HEIGHT), dvec3(0.0, 0.0, -SPEED));
    vec![
        moving("needle", Shape::Polyhedron(needle), DQuat::IDENTITY, start, velocity),
        still("plate", Shape::Polyhedron(plate), DVec3::ZERO),
    ]
}
