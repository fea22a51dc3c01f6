//! A body that touches along an edge.

use super::{BuiltIn, USUAL, moving, still};
use glam::{DQuat, DVec3, dvec3};
use std::f64::consts::FRAC_PI_2;
use tangency_formats::SceneBody;
use tangency_geometry::{Shape, primitive};

pub(super) const SCENE: BuiltIn =
    BuiltIn { name: "edge", summary: "a prism comes down on a block along its whole edge", bodies, query: USUAL };

/// Metres: half the block's extent in x, which ends the contact.
pub const HALF_WIDTH: f64 = 0.25;
/// Metres: the block's top.
pub const TOP: f64 = 0.125;

fn bodies() -> Vec<SceneBody> {
    let prism = primitive::prism(0.25, 0.75, 3).expect("constant sizes");
    let block = primitive::cuboid(dvec3(2.0 * HALF_WIDTH, 0.5, 2.0 * TOP)).expect("constant sizes");
    // One corner of the triangle points along x; turned about y it points down, and the prism lies along x.
    let edge_down = DQuat::from_rotation_y(FRAC_PI_2);
    vec![
        moving("prism", Shape::Polyhedron(prism), edge_down, dvec3(0.0, 0.05, 0.75), dvec3(0.0, 0.0, -0.5)),
        still("block", Shape::Polyhedron(block), DVec3::ZERO),
    ]
}
