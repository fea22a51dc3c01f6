//! Several parts touch at one instant, each in its own way: face, edge, point, ring.

use super::{BuiltIn, USUAL, moving, still};
use glam::{DQuat, DVec3, dvec3};
use tangency_formats::SceneBody;
use tangency_geometry::{Convex, Polyhedron, Shape, primitive};

pub(super) const SCENE: BuiltIn = BuiltIn {
    name: "landing",
    summary: "five parts fall from different heights and land at the same instant",
    bodies,
    query: USUAL,
};

/// Seconds until everything lands.
pub const INSTANT: f64 = 0.5;
/// Metres: the height of the table's top.
const TOP: f64 = 0.0625;

fn bodies() -> Vec<SceneBody> {
    let table = primitive::cuboid(dvec3(3.0, 2.0, 2.0 * TOP)).expect("constant sizes");
    let parts = [
        ("cube", primitive::cuboid(DVec3::splat(0.375)), dvec3(-1.0, -0.5, 0.75)),
        ("tetrahedron", primitive::tetrahedron(0.5), dvec3(0.0, -0.5, 0.5)),
        ("top", primitive::needle(0.25, 0.375, 32), dvec3(1.0, -0.5, 1.0)),
        ("ring", primitive::torus(0.25, 0.0625, 48, 16), dvec3(-0.5, 0.4, 1.25)),
    ];
    parts
        .into_iter()
        .map(|(name, part, above)| falling(name, part.expect("constant sizes"), above))
        .chain([ball(dvec3(0.5, 0.4, 0.625)), still("table", Shape::Polyhedron(table), DVec3::ZERO)])
        .collect()
}

/// A part whose lowest point starts `above.z` over the table, as fast as it takes to land at the instant.
fn falling(name: &str, part: Polyhedron, above: DVec3) -> SceneBody {
    let [lowest, _] = part.mesh().bounding_box();
    lowered(name, part.into(), lowest.z, above)
}

/// An exact ball.
fn ball(above: DVec3) -> SceneBody {
    let radius = 0.25;
    lowered("ball", Convex::sphere(radius).expect("a constant size").into(), -radius, above)
}

/// A body with its lowest point at the height `lowest` in its frame.
fn lowered(name: &str, shape: Shape, lowest: f64, above: DVec3) -> SceneBody {
    let start = dvec3(above.x, above.y, TOP + above.z - lowest);
    moving(name, shape, DQuat::IDENTITY, start, dvec3(0.0, 0.0, -above.z / INSTANT))
}
