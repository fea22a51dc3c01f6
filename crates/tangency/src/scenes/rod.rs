//! A twisted rod that buckles, throws a loop and touches itself.
//!
//! *Source.* The middle line is the exact form of an endless elastic rod under twist and tension: J. Coyne, *Analysis
//! of the formation and elimination of loops in twisted cable*, IEEE Journal of Oceanic Engineering 15 (1990). In
//! units of √(bending stiffness / tension), with p = sin α and q = cos α, it is x = s − 2p tanh ps and y + iz = 2p
//! sech ps · e^{iqs}: straight for α = 0, where the twist is what the rod can just bear, and a flat loop for α = π/2,
//! without any. The arc length is s for every α. The rotation about its own axis is chosen for appearance.

use super::{BuiltIn, USUAL, deforming};
use glam::{DQuat, DVec3, dvec3};
use std::f64::consts::{FRAC_PI_2, TAU};
use tangency_formats::SceneBody;
use tangency_geometry::{Mesh, Polyhedron, Shape};

pub(super) const SCENE: BuiltIn = BuiltIn {
    name: "rod",
    summary: "a square rod of 2,564 triangles is twisted until it throws a loop and touches itself",
    bodies,
    query: USUAL,
};

/// Metres: the unit of the middle line.
pub const UNIT: f64 = 0.1;
/// Metres: the side of the square section.
pub const SIDE: f64 = 0.03;
/// Units from the middle of the rod to its ends.
pub const HALF_LENGTH: f64 = 6.0;

/// Number of linear pieces of the motion.
const PIECES: usize = 24;
/// Seconds after which the rod, twisted while straight, begins to buckle.
const BUCKLING: f64 = 0.25;
/// Sections along the rod.
const SECTIONS: usize = 320;

fn bodies() -> Vec<SceneBody> {
    // The place of a vertex in the straight rod: along, and its corner of the square.
    let corners = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
    let along = |section: usize| HALF_LENGTH * (2.0 * section as f64 / SECTIONS as f64 - 1.0);
    let vertices = (0..=SECTIONS)
        .flat_map(|section| corners.map(|[y, z]| dvec3(along(section) * UNIT, y * SIDE / 2.0, z * SIDE / 2.0)))
        .collect();
    let side = |section: usize, corner: u32| {
        let [a, b] = [corner, (corner + 1) % 4].map(|corner| 4 * section as u32 + corner);
        [[a, b, b + 4], [a, b + 4, a + 4]]
    };
    let sides = (0..SECTIONS).flat_map(|section| (0..4).flat_map(move |corner| side(section, corner)));
    let end = 4 * SECTIONS as u32;
    let caps = [[0, 2, 1], [0, 3, 2], [end, end + 1, end + 2], [end, end + 2, end + 3]];
    let triangles = sides.map(|[a, b, c]| [a, c, b]).chain(caps.map(|[a, b, c]| [a, c, b])).collect();
    let mesh = Mesh::new(vertices, triangles).expect("constant sizes");
    let rod = Polyhedron::new(mesh).expect("the sides and caps close");
    vec![deforming("rod", Shape::Polyhedron(rod), PIECES, place)]
}

/// The angle α of the loop at `time`.
#[must_use]
pub fn loop_angle(time: f64) -> f64 {
    1.08 * FRAC_PI_2 * ((time - BUCKLING) / (1.0 - BUCKLING)).max(0.0)
}

/// The point of the middle line at arc length `s`, in units.
#[must_use]
pub fn middle_line(s: f64, loop_angle: f64) -> DVec3 {
    let (p, q) = loop_angle.sin_cos();
    let out = 2.0 * p / (p * s).cosh();
    dvec3(s - 2.0 * p * (p * s).tanh(), out * (q * s).cos(), out * (q * s).sin())
}

/// The position of a vertex of the straight rod.
fn place(vertex: DVec3, time: f64) -> DVec3 {
    let (s, angle) = (vertex.x / UNIT, loop_angle(time));
    let turned = TAU * (time / BUCKLING).min(1.0) * s / HALF_LENGTH;
    let across = DQuat::from_rotation_x(turned) * dvec3(0.0, vertex.y, vertex.z);
    UNIT * middle_line(s, angle) + carried(s, angle) * across
}

/// Turns the section of the straight rod to that at arc length `s`: by half a turn about the middle of the two
/// tangents, from one short step to the next, so that it does not turn about the rod itself.
fn carried(s: f64, loop_angle: f64) -> DQuat {
    let tangent = |s: f64| {
        let (p, q) = loop_angle.sin_cos();
        let (sech, tanh) = (1.0 / (p * s).cosh(), (p * s).tanh());
        let (sine, cosine) = (q * s).sin_cos();
        let out = 2.0 * p * sech;
        let [inward, around] = [-out * p * tanh, out * q];
        dvec3(1.0 - out * out / 2.0, inward * cosine - around * sine, inward * sine + around * cosine)
    };
    // At the middle of the rod the tangent is (cos 2α, 0, sin 2α).
    let mut turn = DQuat::from_rotation_y(-2.0 * loop_angle);
    let steps = (s.abs() / 0.05).ceil() as usize;
    for step in 0..steps {
        let [from, to] = [step, step + 1].map(|step| tangent(s * step as f64 / steps as f64).normalize());
        turn = DQuat::from_rotation_arc(from, to) * turn;
    }
    turn.normalize()
}
