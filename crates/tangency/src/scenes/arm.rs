//! The six-axis arm at work: under a gate, over a post and into a bin, or too low over the post.

use super::{BuiltIn, USUAL, peg, still};
use crate::robots::six_axis_arm;
use glam::{DMat3, DQuat, DVec3, dvec3};
use std::sync::Arc;
use tangency_formats::SceneBody;
use tangency_geometry::{Interpolation, LinkMotion, Motion, Pose, Shape, Trajectory, primitive};

pub(super) const AT_WORK: BuiltIn = BuiltIn {
    name: "arm",
    summary: "a six-axis arm swings under a gate, over a post, and reaches into a bin: proved clear",
    bodies: at_work,
    query: USUAL,
};

pub(super) const TOO_LOW: BuiltIn = BuiltIn {
    name: "arm-too-low",
    summary: "the same arm does not lift far enough, and its wrist strikes the post",
    bodies: too_low,
    query: USUAL,
};

/// Seconds: when the arm begins to swing over the post, and when it has done so.
pub const SWING: [f64; 2] = [4.0, 5.5];
/// Radians: what the waist stands at then.
pub const WAIST: [f64; 2] = [-0.97, 0.43];
/// Metres: the upright edge of the post that faces the arm.
pub const POST_EDGE: [f64; 2] = [0.72, -0.26];
/// Metres: the sides of the post, which is square, and its height.
const POST: [f64; 2] = [0.1, 0.9];

/// Time, then waist, shoulder, elbow, forearm, wrist and hand in radians. The elbow undoes what the shoulder does, so
/// that the forearm stays level until it reaches down; `lift` is the angle of the shoulder while it swings over the
/// post.
fn rows(lift: f64) -> [[f64; 7]; 6] {
    [
        [0.0, -2.77, 0.0, 0.0, 0.0, 0.0, 0.0],
        [1.5, -2.77, 1.2, -1.2, 0.6, 0.2, 1.0],
        [3.0, WAIST[0], 1.2, -1.2, 0.0, 0.0, 1.0],
        [SWING[0], WAIST[0], lift, -lift, 0.0, 0.0, 0.0],
        [SWING[1], WAIST[1], lift, -lift, 0.0, 0.0, 0.0],
        [6.5, WAIST[1], 0.9, 0.3, 0.0, 0.37, 0.0],
    ]
}

fn at_work() -> Vec<SceneBody> {
    bodies(0.2)
}

fn too_low() -> Vec<SceneBody> {
    bodies(0.6)
}

/// The links from the base on, then what is around them.
fn bodies(lift: f64) -> Vec<SceneBody> {
    let arm = six_axis_arm();
    let times = rows(lift).map(|row| row[0]).to_vec();
    let values = rows(lift).map(|row| row[1..].to_vec()).to_vec();
    let path = Trajectory::new(&arm.mechanism, times, values, Interpolation::Linear).expect("constant rows");
    let path = Arc::new(path);
    let link = |part: tangency_formats::robot::RobotPart| {
        let motion = Motion::Articulated(LinkMotion::in_world(&arm.mechanism, &path, part.link));
        SceneBody::new(part.name, part.solid.shape, motion)
    };
    arm.parts.clone().into_iter().map(link).chain(obstacles()).collect()
}

/// Everything keeps a few millimetres from the floor, as if on feet.
fn obstacles() -> [SceneBody; 5] {
    let cuboid = |name: &str, lower: DVec3, upper: DVec3| {
        let shape = primitive::cuboid(upper - lower).expect("constant sizes");
        still(name, shape.into(), 0.5 * (lower + upper))
    };
    let [x, y] = POST_EDGE;
    let bin = Shape::Polyhedron(peg::square_tube([0.14, 0.18], [0.0, 0.25]));
    [
        cuboid("floor", dvec3(-0.5, -1.4, -0.045), dvec3(1.0, 0.6, -0.005)),
        cuboid("table", dvec3(-0.25, -1.15, 0.0), dvec3(0.25, -0.65, 0.5)),
        gate(),
        cuboid("post", dvec3(x, y, 0.0), dvec3(x + POST[0], y + POST[0], POST[1])),
        still("bin", bin, dvec3(0.592, 0.271, 0.0)),
    ]
}

/// A leg beyond the table and a beam that it carries towards the arm.
fn gate() -> SceneBody {
    let shape = primitive::l_extrusion(0.8, 0.85, 0.06, 0.12).expect("constant sizes");
    // The corner of the L is the top of the leg: one arm goes along y, the other down.
    let turn = DQuat::from_mat3(&DMat3::from_cols(DVec3::Y, -DVec3::Z, -DVec3::X)).normalize();
    let pose = Pose::new(turn, dvec3(0.0, -1.3, 0.85)).expect("a constant pose");
    SceneBody::new("gate", shape, Motion::Still(pose))
}
