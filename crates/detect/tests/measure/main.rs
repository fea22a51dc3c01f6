//! Distances at instants and closest approaches.
//!
//! References: closed forms (boxes, spheres, tori, bodies that pass by), points sampled on both surfaces, and distances
//! at dense instants. A sampled distance is never below the true one, so it may not be below a lower bound, up to its
//! own rounding of 10⁻¹² m.

#![allow(clippy::expect_used)] // Bodies of the tests are valid.

mod among;
mod approach;
mod distance;
mod laws;
mod overlap;

use glam::{DQuat, DVec3};
use tangency_detect::{Moving, Query};
use tangency_geometry::{Linear, Motion, Placement, Pose, Rigid, Shape};
use tangency_interval::laws::Random;

/// Metres. The rounding of a sampled distance.
pub(crate) const SAMPLED: f64 = 1e-12;

pub(crate) fn vector(random: &mut Random, size: f64) -> DVec3 {
    DVec3::from_array([0; 3].map(|_| random.between(-size, size)))
}

pub(crate) fn still(shape: impl Into<Shape>, turn: DQuat, place: DVec3) -> Moving {
    Moving::new(shape.into(), Motion::Still(Pose::new(turn, place).expect("a pose"))).expect("a body")
}

pub(crate) fn linear(shape: impl Into<Shape>, place: DVec3, velocity: DVec3) -> Moving {
    let motion = Linear::new(Pose::translated(place).expect("a pose"), velocity).expect("finite");
    Moving::new(shape.into(), Motion::Linear(motion)).expect("a body")
}

pub(crate) fn turning(shape: impl Into<Shape>, place: DVec3, velocity: DVec3, spin: DVec3) -> Moving {
    let motion = Rigid::new(Pose::translated(place).expect("a pose"), velocity, spin).expect("finite");
    Moving::new(shape.into(), Motion::Rigid(motion)).expect("a body")
}

/// A query with brackets of a nanometre.
pub(crate) fn fine() -> Query {
    Query { tolerance: 1e-9, ..Query::default() }
}

/// Points on a grid of every triangle of a mesh, at an instant.
pub(crate) fn surface_points(body: &Moving, at: f64, cells: u32) -> Vec<DVec3> {
    let mesh = body.shape().mesh().expect("a mesh");
    let placement: Placement = body.motion().at(at);
    let corner = |vertex: u32| placement.point(vertex as usize, mesh.vertices()[vertex as usize]);
    let mut points = Vec::new();
    for triangle in mesh.triangles() {
        let [a, b, c] = triangle.map(corner);
        for i in 0..=cells {
            for j in 0..=cells - i {
                let (u, v) = (f64::from(i) / f64::from(cells), f64::from(j) / f64::from(cells));
                points.push(a + u * (b - a) + v * (c - a));
            }
        }
    }
    points
}

/// The least distance of sampled points: never below the distance of the surfaces.
pub(crate) fn sampled_distance(a: &Moving, b: &Moving, at: f64, cells: u32) -> f64 {
    let (of_a, of_b) = (surface_points(a, at, cells), surface_points(b, at, cells));
    let nearest = |from: &DVec3| of_b.iter().map(|to| from.distance(*to)).fold(f64::INFINITY, f64::min);
    of_a.iter().map(nearest).fold(f64::INFINITY, f64::min)
}
