//! Implicit solids against independent references.
//!
//! | reference | its own error |
//! |---|---|
//! | derivatives of the formula as formulas, enclosed at single points | none |
//! | the spline by truncated powers, coefficients by a recursive filter | below 1e-11 of the largest sample |
//! | membership by plain comparisons of lengths | rounding: points nearer than 1e-9 to a surface are skipped |
//! | closed forms of volumes and boxes | none |

#![allow(clippy::unwrap_used)] // A test may stop at the first broken expectation.

mod combinations;
mod enclosures;
mod lobster;
mod meshes;
mod volumes;

use tangency_interval::laws::Random;
use tangency_interval::{Interval, Vector, Vector3};

/// A box within ±`size`, from a single point to the whole range.
fn random_box(random: &mut Random, size: f64) -> Vector3 {
    let width = size * [0.0, 1e-9, 1e-5, 1e-2, 0.1, 1.0][random.below(6)];
    Vector::from_fn(|_| random_side(random, size, width))
}

fn random_side(random: &mut Random, size: f64, width: f64) -> Interval {
    let middle = if random.below(6) == 0 { 0.0 } else { random.between(-size, size) };
    let [below, above] = [random.between(0.0, width), random.between(0.0, width)];
    Interval::between(middle - below, middle + above)
}

/// A point of the box, often a corner.
fn member(random: &mut Random, place: Vector3) -> [f64; 3] {
    place.0.map(|side| match random.below(4) {
        0 => side.lower(),
        1 => side.upper(),
        _ => random.between(side.lower(), side.upper()).clamp(side.lower(), side.upper()),
    })
}
