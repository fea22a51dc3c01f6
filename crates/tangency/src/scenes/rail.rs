//! Two meshes that slide past each other without contact.

use super::{BuiltIn, USUAL, moving};
use glam::{DQuat, DVec3, dvec3};
use std::f64::consts::FRAC_PI_2;
use tangency_formats::SceneBody;
use tangency_geometry::{Shape, primitive};

pub(super) const SCENE: BuiltIn = BuiltIn {
    name: "rail",
    summary: "a slider runs along its rail with 20 micrometres to spare: proved clear",
    bodies,
    query: USUAL,
};

/// Metres between the faces of the rail and of the slider.
pub const CLEARANCE: f64 = 20e-6;

fn bodies() -> Vec<SceneBody> {
    let thickness = 0.1;
    let rail = primitive::l_extrusion(0.4, 0.4, thickness, 1.2).expect("constant sizes");
    let slider = primitive::l_extrusion(0.25, 0.25, 0.08, 0.3).expect("constant sizes");
    // Both are drawn in their xy plane; upright, the rail runs along y.
    let upright = DQuat::from_rotation_x(FRAC_PI_2);
    let corner = thickness + CLEARANCE;
    vec![
        moving("slider", Shape::Polyhedron(slider), upright, dvec3(corner, -0.9, corner), dvec3(0.0, 1.8, 0.0)),
        moving("rail", Shape::Polyhedron(rail), upright, DVec3::ZERO, DVec3::ZERO),
    ]
}
