//! Whether a direction separates two bodies around a contact.
//!
//! **Question.** Two bodies touch at a point. Does a plane perpendicular to the given normal separate them close to
//! the point?
//!
//! **Idea.** Sample points of both bodies in a small ball. The penalty of a direction is the overlap of the two
//! samples along it. The best of many directions shows whether any plane separates the bodies. The penalty of the
//! given direction must not be much larger.
//!
//! **Guarantee.** Plain floating point. Curvature bends the surfaces within the ball by less than the slack, if
//! their radii of curvature are large compared to it.

use super::snapshot::BodySnapshot;
use crate::laws::tolerance::{DIRECTION_REFINEMENTS, NORMAL_SLACK, SEPARABLE, TRIED_DIRECTIONS};
use glam::DVec3;
use tangency_interval::laws::Random;

/// Sampled points of the body within the ball.
fn points(body: &BodySnapshot, centre: DVec3, radius: f64, random: &mut Random) -> Vec<DVec3> {
    let mut any = || DVec3::new(random.between(-1.0, 1.0), random.between(-1.0, 1.0), random.between(-1.0, 1.0));
    let mut found = Vec::new();
    let near = |point: &DVec3| point.distance(centre) <= radius;
    if body.is_field() {
        let samples = (0..600).map(|_| centre + radius * any());
        found.extend(samples.filter(near).filter(|&point| body.value(point) <= 0.0));
        return found;
    }
    if body.error() > 0.0 {
        return found;
    }
    if body.has_inside() {
        let samples = (0..60).map(|_| centre + radius * any());
        found.extend(samples.filter(near).filter(|&point| body.value(point) <= 0.0));
    }
    for [a, b, c] in body.triangles() {
        let nearest = super::facets::nearest_on_triangle(centre, [a, b, c]);
        if !near(&nearest) {
            continue;
        }
        found.push(nearest);
        // Random points around the centre, projected onto the triangle and then projected into the ball.
        let samples = (0..24).map(|_| centre + 2.0 * radius * any());
        let projected = samples.map(|point| super::facets::nearest_on_triangle(point, [a, b, c]));
        found.extend(projected.map(|point| centre + (point - centre) * (radius / point.distance(centre)).min(1.0)));
    }
    found
}

/// The distance by which points of `a` reach past points of `b` along the direction.
fn overlap_along(a: &[DVec3], b: &[DVec3], direction: DVec3) -> f64 {
    let last = a.iter().map(|point| point.dot(direction)).fold(f64::NEG_INFINITY, f64::max);
    let first = b.iter().map(|point| point.dot(direction)).fold(f64::INFINITY, f64::min);
    last - first
}

/// Whether the normal, from `a` to `b`, separates the bodies around the point. `None` if this cannot be decided:
/// too few points, or no direction separates the bodies.
pub(crate) fn separates(
    a: &BodySnapshot,
    b: &BodySnapshot,
    point: DVec3,
    normal: DVec3,
    radius: f64,
) -> Option<Result<(), String>> {
    let mut random = Random::new(0x5EED);
    let of_a = points(a, point, radius, &mut random);
    let of_b = points(b, point, radius, &mut random);
    if of_a.len() < 4 || of_b.len() < 4 {
        return None;
    }
    let turn = (5.0_f64.sqrt() - 1.0) * std::f64::consts::PI;
    let direction = |index: usize| {
        let height = 1.0 - (2.0 * index as f64 + 1.0) / TRIED_DIRECTIONS as f64;
        let across = (1.0 - height * height).sqrt();
        let angle = turn * index as f64;
        DVec3::new(across * angle.cos(), across * angle.sin(), height)
    };
    let axes = [DVec3::X, DVec3::Y, DVec3::Z].into_iter().flat_map(|axis| [axis, -axis]);
    let valued = |candidate: DVec3| (overlap_along(&of_a, &of_b, candidate), candidate);
    let tried = (0..TRIED_DIRECTIONS).map(direction).chain(axes).chain([normal]).map(valued);
    let (mut best, mut best_direction) = tried.min_by(|one, other| one.0.total_cmp(&other.0))?;
    // The grid of directions is coarse: refine the best one by random perturbations of decreasing size.
    for round in 0..DIRECTION_REFINEMENTS {
        let mut any = || random.between(-1.0, 1.0) * 0.15 * (1.0 - round as f64 / DIRECTION_REFINEMENTS as f64);
        let turned = best_direction + DVec3::new(any(), any(), any());
        let (value, turned) = valued(turned.normalize());
        if value < best {
            (best, best_direction) = (value, turned);
        }
    }
    let given = overlap_along(&of_a, &of_b, normal);
    if best > SEPARABLE * radius {
        return None;
    }
    if given <= best.max(0.0) + NORMAL_SLACK * radius {
        return Some(Ok(()));
    }
    Some(Err(format!(
        "along the normal the bodies reach {:.3} of the radius {radius:.1e} past each other, \
         along {best_direction:.3} only {:.3}",
        given / radius,
        best / radius
    )))
}
