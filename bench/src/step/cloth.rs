//! Generated sheets of cloth of any resolution.

use super::Scene;
use glam::{DVec3, dvec3};
use std::f64::consts::{PI, TAU};
use tangency::geometry::{Mesh, MeshError};

/// The length of the sheet in metres. Its width is half of that.
const LENGTH: f64 = 2.0;

/// The distance of the two layers of the folded sheet, in metres.
const GAP: f64 = 0.04;

/// A rippled sheet of about this many triangles that sinks and sways by half the side of a cell, so that the step is
/// equally hard at every resolution. If folded, its upper half descends onto the lower one instead, and touches it
/// where the ripples are highest, about half-way through the step.
pub(super) fn sheet(triangles: u32, fold: bool) -> Result<Scene, MeshError> {
    let wide = (f64::from(triangles) / 4.0).sqrt().round() as u32;
    let long = 2 * wide;
    let cell = LENGTH / f64::from(long);
    let frame = |time: f64| -> Vec<DVec3> {
        let place = |i: u32, j: u32| {
            let (s, y) = (cell * f64::from(i), cell * f64::from(j));
            if fold { folded(s, y, time) } else { rippled(s, y, time * cell) }
        };
        (0..=long).flat_map(|i| (0..=wide).map(move |j| place(i, j))).collect()
    };
    let corner = |i: u32, j: u32| i * (wide + 1) + j;
    let quad = |i, j| [corner(i, j), corner(i + 1, j), corner(i + 1, j + 1), corner(i, j + 1)];
    let triangles = (0..long)
        .flat_map(|i| (0..wide).map(move |j| quad(i, j)))
        .flat_map(|[a, b, c, d]| [[a, b, c], [a, c, d]])
        .collect::<Vec<_>>();
    let frames = [frame(0.0), frame(1.0)];
    let name = if fold { "folded sheet" } else { "rippled sheet" };
    Ok(Scene { name: name.into(), mesh: Mesh::new(frames[0].clone(), triangles)?, frames })
}

/// Ripples along the length, modulated by a slower wave across; `moved` is the phase of that wave.
fn rippled(s: f64, y: f64, moved: f64) -> DVec3 {
    let height = 0.05 * (5.0 * TAU * s / LENGTH).sin() + 0.02 * (3.0 * TAU * y).sin();
    dvec3(s, y + 0.3 * moved * (TAU * s / LENGTH).sin(), height - 0.5 * moved)
}

/// Flat, a half turn, flat again on top. The upper layer has ripples and descends, in proportion to the distance from
/// the bend.
fn folded(s: f64, y: f64, time: f64) -> DVec3 {
    let radius = 0.5 * GAP;
    let flat = 0.5 * (LENGTH - PI * radius);
    let (x, z, beyond) = if s <= flat {
        (s, 0.0, 0.0)
    } else if s <= LENGTH - flat {
        let angle = (s - flat) / radius;
        (flat + radius * angle.sin(), radius * (1.0 - angle.cos()), 0.0)
    } else {
        (LENGTH - s, GAP, s - (LENGTH - flat))
    };
    let share = (beyond / flat).min(1.0);
    let ripple = 0.2 * GAP * share * (4.0 * TAU * share).sin() * (TAU * y).cos();
    // A small distortion, so that the cells of the layers are not aligned.
    let pull = 0.02 * (3.0 * y + 5.0 * s).sin();
    dvec3(x + pull, y + 0.1 * s - 0.7 * pull, z + ripple - 1.5 * GAP * share * time)
}
