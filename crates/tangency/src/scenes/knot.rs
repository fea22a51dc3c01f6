//! Meshes of real size.

use super::{BuiltIn, USUAL, moving, still};
use glam::{DQuat, DVec3, EulerRot, dvec3};
use tangency_formats::SceneBody;
use tangency_geometry::{Shape, primitive};

pub(super) const SCENE: BuiltIn = BuiltIn {
    name: "knot",
    summary: "a trefoil knot of 20,000 triangles meets a ball of 20,000",
    bodies,
    query: USUAL,
};

fn bodies() -> Vec<SceneBody> {
    let knot = primitive::torus_knot(0.5, [2, 3], 0.17, [500, 20]).expect("constant sizes");
    let ball = primitive::icosphere(0.4, 5).expect("constant sizes");
    let turn = DQuat::from_euler(EulerRot::XYZ, 0.4, 0.3, 0.0).normalize();
    vec![
        moving("knot", Shape::Polyhedron(knot), turn, dvec3(0.5, -0.7, 1.5), dvec3(-0.4, 0.6, -1.4)),
        still("ball", Shape::Polyhedron(ball), DVec3::ZERO),
    ]
}
