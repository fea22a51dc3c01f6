//! A peg that turns on its way into a hole without touching it.

use super::{BuiltIn, USUAL, still};
use glam::{DVec3, dvec3};
use std::f64::consts::TAU;
use tangency_formats::SceneBody;
use tangency_geometry::{Mesh, Motion, Polyhedron, Pose, Screw, ScrewAxis, Shape, primitive};

pub(super) const SCENE: BuiltIn = BuiltIn {
    name: "peg",
    summary: "a peg turns into a square hole with a tenth of a millimetre to spare: proved clear",
    bodies,
    query: USUAL,
};

/// Metres: how far the peg's corners keep from the walls when they point at them.
pub const CLEARANCE: f64 = 100e-6;
/// Metres: the circle that the peg's corners turn on.
pub const RADIUS: f64 = 0.05;
/// Metres: how far the peg goes down within the second, of which the last quarter is in the hole.
const DEPTH: f64 = 0.2;

fn bodies() -> Vec<SceneBody> {
    let peg = primitive::prism(RADIUS, 0.2, 12).expect("constant sizes");
    let axis = ScrewAxis { point: DVec3::ZERO, direction: DVec3::NEG_Z };
    let start = Pose::translated(dvec3(0.0, 0.0, 0.3)).expect("a constant place is finite");
    let motion = Screw::about(axis, start, 0.75 * TAU, DEPTH, 1.0).expect("a constant axis");
    let peg = SceneBody::new("peg", Shape::Polyhedron(peg), Motion::Screw(motion));
    // The peg's lower end comes to the middle of the hole.
    let block = square_tube([RADIUS + CLEARANCE, 0.15], [0.0, 0.1]);
    vec![peg, still("block", Shape::Polyhedron(block), DVec3::ZERO)]
}

/// A square tube along z, with these half widths of the hole and of the whole, from one height to the other.
pub(super) fn square_tube([hole, width]: [f64; 2], [low, high]: [f64; 2]) -> Polyhedron {
    let square = |half: f64, z: f64| {
        [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)].map(|(x, y)| dvec3(x * half, y * half, z))
    };
    // Rings of four corners: outer low, outer high, inner high, inner low, and around again.
    let vertices = [square(width, low), square(width, high), square(hole, high), square(hole, low)].concat();
    let corner = |ring: u32, side: u32| 4 * (ring % 4) + side % 4;
    let triangles = (0..4)
        .flat_map(|ring| (0..4).map(move |side| (ring, side)))
        .flat_map(|(ring, side)| {
            let [a, b] = [corner(ring, side), corner(ring, side + 1)];
            let [c, d] = [corner(ring + 1, side + 1), corner(ring + 1, side)];
            [[a, b, c], [a, c, d]]
        })
        .collect();
    let mesh = Mesh::new(vertices, triangles).expect("constant corners");
    Polyhedron::new(mesh).expect("the rings close")
}
