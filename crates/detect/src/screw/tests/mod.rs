//! The parts of the method against independent, slow references.
//!
//! References: interval bisection without waves or extrema (`oracle`); dense sampling, which can only miss
//! contacts, for the rejection tests (`rejection`).

mod oracle;
mod rejection;
mod roots;

use super::turn::Turn;
use glam::{DVec3, dvec3};
use std::f64::consts::PI;
use tangency_interval::laws::Random;

/// A random point, often with integer coordinates, sometimes on the axis.
fn point(random: &mut Random) -> DVec3 {
    let free = DVec3::from_array([0; 3].map(|_| random.between(-2.0, 2.0)));
    match random.below(6) {
        0 => free.round(),
        1 => dvec3(0.0, 0.0, free.z),
        2 => dvec3(free.x, 0.0, 0.0),
        _ => free,
    }
}

/// A random screw: general, without pitch, without rotation, with a tiny rotation, half a turn, or backwards.
fn turn(random: &mut Random) -> Turn {
    let angle = match random.below(7) {
        0 => 0.0,
        1 => 1e-6,
        2 => PI,
        3 => -random.between(0.0, PI),
        _ => random.between(0.0, PI),
    };
    let slide = [0.0, 1.0, -2.0, random.between(-3.0, 3.0)][random.below(4)];
    Turn::new(angle, slide)
}

/// A random triangle: general, in a plane across or through the axis, or without area.
fn triangle(random: &mut Random) -> [DVec3; 3] {
    let [a, b, c] = [0; 3].map(|_| point(random));
    match random.below(8) {
        0 => [a, dvec3(b.x, b.y, a.z), dvec3(c.x, c.y, a.z)],
        1 => [a, 2.0 * a - DVec3::Z * b.z, DVec3::Z * c.z],
        2 => [a, b, 0.5 * (a + b)],
        _ => [a, b, c],
    }
}

/// A random edge: general, along the axis, across it, through it, or without length.
fn edge(random: &mut Random) -> [DVec3; 2] {
    let [a, b] = [point(random), point(random)];
    match random.below(8) {
        0 => [a, dvec3(a.x, a.y, b.z)],
        1 => [a, dvec3(b.x, b.y, a.z)],
        2 => [a, dvec3(-a.x, -a.y, b.z)],
        3 => [a, a],
        _ => [a, b],
    }
}
