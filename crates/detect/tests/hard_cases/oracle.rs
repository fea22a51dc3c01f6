//! The gap of two convex bodies is the largest lead of one over the other along any direction, whether they overlap or
//! not. Here it is searched: thousands of directions, and a refinement of the best ones, with support points to 31
//! digits. Every lead is a lower bound on the gap.

use crate::gap_oracle::precise::{PreciseMatrix, PreciseVector, precise};
use crate::gap_oracle::{support, unit};
use glam::{DVec3, dvec3};
use tangency_geometry::{Convex, Pose};
use tangency_interval::laws::Random;

/// Directions of the first search, beside the axes of both bodies and their cross products.
const DIRECTIONS: u32 = 2_000;
/// Directions that are refined.
const BEST: usize = 8;
/// Random changes of a direction at each of the steps, which halve.
const CHANGES: usize = 45;
const HALVINGS: i32 = 52;

/// The lead of the second body over the first along a direction, rounded down.
pub(crate) fn lead(bodies: &[Convex; 2], poses: &[Pose; 2], direction: DVec3) -> f64 {
    let way = PreciseVector::of(direction).unit();
    let farthest = |side: usize, way: PreciseVector| {
        let rotation = PreciseMatrix::rotation(poses[side].rotation());
        let core = rotation.apply(support(bodies[side].core(), rotation.undo(way)));
        core.plus(way.times(precise(bodies[side].radius()))).plus(PreciseVector::of(poses[side].translation()))
    };
    let (of_a, of_b) = (farthest(0, way), farthest(1, way.times(precise(-1.0))));
    way.dot(of_b.minus(of_a)).high().next_down()
}

/// The largest lead found.
pub(crate) fn gap(bodies: &[Convex; 2], poses: &[Pose; 2]) -> f64 {
    assert!(bodies.iter().all(|body| *body.frame() == Pose::IDENTITY), "the oracle knows bodies in their own frame");
    let axes: Vec<DVec3> =
        poses.iter().flat_map(|pose| [DVec3::X, DVec3::Y, DVec3::Z].map(|axis| pose.rotation() * axis)).collect();
    let crossed = axes.iter().flat_map(|a| axes.iter().filter_map(|b| a.cross(*b).try_normalize()));
    let special: Vec<DVec3> = axes.iter().copied().chain(crossed).flat_map(|axis| [axis, -axis]).collect();
    let mut found: Vec<(f64, DVec3)> = (0..DIRECTIONS)
        .map(spread)
        .chain(special)
        .map(|direction| (lead(bodies, poses, direction), direction))
        .collect();
    found.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut random = Random::new(3);
    let mut change = |direction: DVec3, step: f64, projections: usize| {
        let mut changed = direction + step * unit(&mut random);
        // The lead has ridges at directions across the edges of a body and the axis of a cylinder.
        for _ in 0..projections {
            let axis = axes[random.below(axes.len())];
            changed -= changed.dot(axis) * axis;
        }
        changed.try_normalize().unwrap_or(direction)
    };
    let mut most = f64::NEG_INFINITY;
    for &(mut best, mut direction) in found.iter().take(BEST) {
        for halving in 0..HALVINGS {
            for index in 0..CHANGES {
                let changed = change(direction, 0.1 * 2.0_f64.powi(-halving), index % 3);
                let value = lead(bodies, poses, changed);
                if value > best {
                    (best, direction) = (value, changed);
                }
            }
        }
        most = most.max(best);
    }
    most
}

/// Directions on a spiral, evenly spread.
fn spread(index: u32) -> DVec3 {
    let z = 1.0 - (2.0 * f64::from(index) + 1.0) / f64::from(DIRECTIONS);
    let (sine, cosine) = (f64::from(index) * 2.399_963_229_728_653).sin_cos();
    let across = (1.0 - z * z).sqrt();
    dvec3(across * cosine, across * sine, z)
}
