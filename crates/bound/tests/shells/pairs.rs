//! Random pairs of shells, and an oracle for their overlap: points of both, drawn densely where they are near.

use glam::{DVec3, dvec3};
use tangency_bound::SphericalShell;
use tangency_interval::laws::Random;

/// How a declaration compares with the samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PairOutcome {
    /// Declared apart, and no sample is common.
    Separated,
    /// Not declared apart, and a sample is common.
    Met,
    /// Not declared apart, and no sample is common.
    Open,
    /// Declared apart, and a sample is common.
    Wrong,
}

fn direction(random: &mut Random) -> DVec3 {
    loop {
        let point = dvec3(random.between(-1.0, 1.0), random.between(-1.0, 1.0), random.between(-1.0, 1.0));
        if (0.01..1.0).contains(&point.length_squared()) {
            return point.normalize();
        }
    }
}

/// A random shell. Half of them are thin and narrow, as the patches of a fine tree have them.
fn shell(random: &mut Random, centre: DVec3) -> SphericalShell {
    let (outer, thickness, angle) = if random.below(2) == 0 {
        (random.between(0.5, 2.0), random.between(0.0, 1.0), random.between(0.0, 3.0))
    } else {
        (10_f64.powf(random.between(-1.0, 2.0)), 10_f64.powf(random.between(-6.0, -1.0)), random.between(0.01, 0.5))
    };
    SphericalShell::new(centre, direction(random), [outer * (1.0 - thickness), outer], angle.cos())
}

/// A point of the shell, often on its rims.
pub(crate) fn member(shell: &SphericalShell, random: &mut Random) -> DVec3 {
    let [inner, outer] = shell.radii();
    let radius = match random.below(4) {
        0 => inner,
        1 => outer,
        _ => random.between(inner, outer),
    };
    // A shell opens its cone a little. Its contents are in the cone as it was given.
    let angle = (shell.cosine() + 16.0 * f64::EPSILON).clamp(-1.0, 1.0).acos();
    let angle = if random.below(3) == 0 { angle } else { angle * random.between(0.0, 1.0).sqrt() };
    let across = shell.axis().any_orthonormal_vector();
    let other = shell.axis().cross(across);
    let (sine, cosine) = random.between(0.0, std::f64::consts::TAU).sin_cos();
    let direction = angle.cos() * shell.axis() + angle.sin() * (cosine * across + sine * other);
    shell.centre() + radius * direction
}

/// Two shells, and their common point if one is planted. A quarter of the pairs have one; a quarter are near contact: a
/// point of one is close to a point of the other, half of them with axes that are parallel, where sines lose digits.
pub(crate) fn random_pair(random: &mut Random) -> ([SphericalShell; 2], Option<DVec3>) {
    let one = shell(random, DVec3::ZERO);
    let other = shell(random, DVec3::ZERO);
    let kind = random.below(4);
    if kind > 1 {
        let centre = dvec3(random.between(-3.0, 3.0), random.between(-3.0, 3.0), 0.0);
        return ([one, shell(random, centre)], None);
    }
    let axis = match random.below(4) {
        0 => one.axis(),
        1 => -one.axis(),
        _ => other.axis(),
    };
    let other = SphericalShell::new(DVec3::ZERO, axis, other.radii(), other.cosine());
    let point = member(&one, random);
    let there = member(&other, random);
    let gap = if kind == 0 { 0.0 } else { 10_f64.powf(random.between(-12.0, 0.0)) };
    let centre = point - there + gap * (point - one.centre()).normalize_or_zero();
    let placed = SphericalShell::new(centre, other.axis(), other.radii(), other.cosine());
    ([one, placed], (kind == 0).then_some(point))
}

/// The point of a shell that is nearest to a point, up to rounding.
fn nearest(shell: &SphericalShell, point: DVec3) -> DVec3 {
    let offset = point - shell.centre();
    let along = offset.dot(shell.axis());
    let across = offset - along * shell.axis();
    let [inner, outer] = shell.radii();
    if along >= shell.cosine() * offset.length() {
        let direction = offset.try_normalize().unwrap_or(shell.axis());
        return shell.centre() + offset.length().clamp(inner, outer) * direction;
    }
    let side = across.try_normalize().unwrap_or_else(|| shell.axis().any_orthonormal_vector());
    let sine = (1.0 - shell.cosine() * shell.cosine()).max(0.0).sqrt();
    let rim = shell.cosine() * shell.axis() + sine * side;
    shell.centre() + offset.dot(rim).clamp(inner, outer) * rim
}

/// Whether a point is common: samples of each shell, each projected to the other one and back a few times, which finds
/// common points of shells that overlap slightly.
fn has_common_sample([a, b]: &[SphericalShell; 2], random: &mut Random) -> bool {
    (0..12).any(|round| {
        let mut point = member(if round % 2 == 0 { a } else { b }, random);
        (0..24).any(|_| {
            let in_a = nearest(a, point);
            point = nearest(b, in_a);
            // Projections end on the boundary. A common point must be inside of both beyond rounding.
            strictly_inside(a, point) && strictly_inside(b, point)
        }) || (strictly_inside(a, point) && strictly_inside(b, point))
    })
}

/// Whether a point is in the shell although every bound is exceeded by a few units of rounding.
fn strictly_inside(shell: &SphericalShell, point: DVec3) -> bool {
    let offset = point - shell.centre();
    let distance = offset.length();
    let [inner, outer] = shell.radii();
    let rounding = 4.0 * f64::EPSILON * (outer + shell.centre().abs().max_element());
    // The cone of a shell is opened on construction; what lies in the opening alone does not count.
    let opening = 40.0 * f64::EPSILON * distance + rounding;
    inner - rounding <= distance
        && distance <= outer + rounding
        && offset.dot(shell.axis()) >= shell.cosine() * distance + opening
}

/// Compares `disjoint` with the samples.
pub(crate) fn judged(shells: &[SphericalShell; 2], planted: Option<DVec3>, random: &mut Random) -> PairOutcome {
    let apart = shells[0].disjoint(&shells[1]);
    let common = planted.is_some() || has_common_sample(shells, random);
    match (apart, common) {
        (true, false) => PairOutcome::Separated,
        (false, true) => PairOutcome::Met,
        (false, false) => PairOutcome::Open,
        (true, true) => PairOutcome::Wrong,
    }
}
