//! A cloth is dropped on a ball, and drapes over it.

use super::{BuiltIn, USUAL, deforming, still};
use glam::{DVec2, DVec3, dvec2, dvec3};
use std::f64::consts::TAU;
use tangency_formats::SceneBody;
use tangency_geometry::{Shape, primitive};

pub(super) const SCENE: BuiltIn = BuiltIn {
    name: "cloth",
    summary: "a cloth of 4,608 triangles is dropped on a ball, and drapes over it",
    bodies,
    query: USUAL,
};

/// Radius of the ball, metres. A vertex of its mesh is its highest point.
pub const RADIUS: f64 = 0.3;
/// Number of linear pieces of the cloth's motion.
pub const PIECES: usize = 24;
/// The first frame in which the centre of the cloth rests, slightly below the ball's highest point.
pub const LANDED: usize = 10;
/// Depth of the resting centre below the ball's highest point, metres: the cloth touches the ball while it is still
/// falling.
pub const DEPTH: f64 = 1e-4;

/// Metres from the start of the fall to the ball.
const DROP: f64 = 0.55;
/// Seconds that the fall would take; the first frame after it is [`LANDED`].
const FALL: f64 = 0.4;
/// Metres between the draped cloth and the ball, except where they touch.
const LIFT: f64 = 0.006;
/// Metres around the middle within which the cloth falls flat, wider than the triangle that meets the ball.
const FLAT: f64 = 0.04;
/// Offset from the centre of the cloth to the point that lands on the top of the ball, metres: it is inside a triangle.
const ASIDE: DVec2 = dvec2(0.006, 0.011);
/// Angle from the top at which the draped cloth leaves the ball, radians.
const WRAP: f64 = 1.45;

fn bodies() -> Vec<SceneBody> {
    let cloth = primitive::grid(dvec2(1.2, 1.2), [48, 48]).expect("constant sizes");
    let ball = primitive::icosphere(RADIUS, 4).expect("constant sizes");
    vec![deforming("cloth", Shape::Mesh(cloth), PIECES, place), still("ball", Shape::Polyhedron(ball), DVec3::ZERO)]
}

/// The height of the middle of the cloth above the centre of the ball.
#[must_use]
pub fn middle(time: f64) -> f64 {
    if time < FALL { RADIUS + DROP * (1.0 - (time / FALL).powi(2)) } else { RADIUS - DEPTH }
}

/// The position of a vertex of the flat cloth. It is never below the centre until the centre has landed.
fn place(vertex: DVec3, time: f64) -> DVec3 {
    let flat = vertex.truncate() - ASIDE;
    let (from_middle, around) = (flat.length(), flat.y.atan2(flat.x));
    let outside = (from_middle - FLAT).max(0.0);
    let draped = ((time - LANDED as f64 / PIECES as f64) / 0.5).clamp(0.0, 1.0);
    let flutter = 0.14 * outside * outside * (1.0 + (3.0 * around - 9.0 * time).cos()) * (1.0 - draped);
    if time < FALL {
        return flat.extend(middle(time) + flutter);
    }
    // Follow the ball up to the angle of wrapping, then continue straight, in pleats: there is less room around the
    // ball.
    let wrapped = WRAP * draped * draped * (3.0 - 2.0 * draped);
    let lift = (LIFT + DEPTH) * (outside / FLAT).min(1.0) - DEPTH;
    let angle = (from_middle / RADIUS).min(wrapped);
    let free = from_middle - RADIUS * angle;
    let pleat = 0.16 * free * wrapped.sin() * (1.0 + (8.0 * around + TAU / 4.0).cos());
    let out = (RADIUS + lift) * angle.sin() + free * angle.cos() + pleat;
    let up = (RADIUS + lift) * angle.cos() - free * angle.sin();
    dvec3(out * around.cos(), out * around.sin(), up + flutter)
}
