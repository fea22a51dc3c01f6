//! Figure 1 of Kim and Rossignac 2003: a block with a hole moves on a screw over the arm of an L, and jams.

use super::{BuiltIn, USUAL, still};
use glam::{DVec3, dvec3};
use std::f64::consts::PI;
use tangency_formats::SceneBody;
use tangency_geometry::{Mesh, Motion, Polyhedron, Pose, Screw, ScrewAxis, Shape, primitive};

pub(super) const SCENE: BuiltIn = BuiltIn {
    name: "hole",
    summary: "a block with a hole moves on a screw over the arm of an L, and jams",
    bodies,
    query: USUAL,
};

/// Metres: half the side of the L's arm, which is square.
pub const HALF_ARM: f64 = 0.1;
/// Metres: half the side of the hole, which is square too: wider than the arm, narrower than its diagonal.
pub const HALF_HOLE: f64 = 0.13;
/// Radians that the block turns about the middle of the arm.
pub const TURN: f64 = PI / 3.0;
/// Metres that it slides along the arm.
const SLIDE: f64 = 1.2;
/// Metres: the length of the arm, the length of the block and half its other sides, and the way to the arm at the
/// start.
const ARM: f64 = 1.0;
const BLOCK: [f64; 2] = [0.4, 0.3];
const AHEAD: f64 = 0.2;

fn bodies() -> Vec<SceneBody> {
    let corner = primitive::l_extrusion(ARM, 0.7, 2.0 * HALF_ARM, 2.0 * HALF_ARM).expect("constant sizes");
    let middle = dvec3(0.0, HALF_ARM, 0.0);
    let start = Pose::translated(middle + dvec3(ARM + AHEAD + 0.5 * BLOCK[0], 0.0, 0.0)).expect("a constant place");
    let axis = ScrewAxis { point: middle, direction: -DVec3::X };
    let motion = Screw::about(axis, start, TURN, SLIDE, 1.0).expect("a constant screw");
    let block = SceneBody::new("block", Shape::Polyhedron(block()), Motion::Screw(motion));
    vec![block, still("L", Shape::Polyhedron(corner), DVec3::ZERO)]
}

/// A block along x with a square hole through it.
fn block() -> Polyhedron {
    let around = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
    let ring = |half: f64, x: f64| around.map(|[y, z]| dvec3(x, half * y, half * z));
    let end = 0.5 * BLOCK[0];
    // Outside from back to front, then inside from front to back: a tube.
    let rings = [ring(BLOCK[1], -end), ring(BLOCK[1], end), ring(HALF_HOLE, end), ring(HALF_HOLE, -end)];
    let mut triangles = Vec::new();
    for (index, next) in [(0, 1), (1, 2), (2, 3), (3, 0)] {
        for step in 0..4_u32 {
            let [from, to] = [step, (step + 1) % 4];
            let [near, far] = [4 * index, 4 * next];
            triangles.extend([[near + from, near + to, far + to], [near + from, far + to, far + from]]);
        }
    }
    let mesh = Mesh::new(rings.concat(), triangles).expect("constant sizes");
    Polyhedron::new(mesh).expect("closed by its making")
}
