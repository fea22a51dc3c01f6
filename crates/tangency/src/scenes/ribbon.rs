//! A ribbon that rolls up and twists until its ends meet: a mesh in contact with itself.

use super::{BuiltIn, USUAL, deforming};
use glam::{DVec3, dvec2, dvec3};
use std::f64::consts::{FRAC_PI_4, TAU};
use tangency_formats::SceneBody;
use tangency_geometry::{Shape, primitive};

pub(super) const SCENE: BuiltIn = BuiltIn {
    name: "ribbon",
    summary: "a ribbon rolls up, twisting, until it meets itself end to end",
    bodies,
    query: USUAL,
};

/// Metres along the ribbon.
pub const LENGTH: f64 = 1.0;
/// Number of linear pieces of the motion.
pub const PIECES: usize = 15;
/// How much of a full circle the ribbon covers at the end; beyond 1 its ends have passed each other.
pub const TURNS: f64 = 1.2;

/// Metres across.
const WIDTH: f64 = 0.14;

fn bodies() -> Vec<SceneBody> {
    let ribbon = primitive::grid(dvec2(LENGTH, WIDTH), [160, 7]).expect("constant sizes");
    vec![deforming("ribbon", Shape::Mesh(ribbon), PIECES, place)]
}

/// Where a vertex of the flat ribbon is. The middle line is an arc in the plane y = 0 that closes from both sides;
/// the ribbon is twisted about it, one end to the left and the other to the right. Half a turn about the z axis
/// exchanges the ends, so that the lines at the ends, which are askew, can meet in no other point than one of the
/// axis: their middles, when these come to x = 0.
fn place(vertex: DVec3, time: f64) -> DVec3 {
    let angle = TAU * TURNS * time * (vertex.x / LENGTH);
    let bend = TAU * TURNS * time / LENGTH;
    let middle = if bend == 0.0 {
        dvec3(vertex.x, 0.0, 0.0)
    } else {
        dvec3(angle.sin() / bend, 0.0, (1.0 - angle.cos()) / bend)
    };
    let twist = FRAC_PI_4 * time * (2.0 * vertex.x / LENGTH);
    let normal = dvec3(-angle.sin(), 0.0, angle.cos());
    middle + vertex.y * (twist.cos() * DVec3::Y + twist.sin() * normal)
}
