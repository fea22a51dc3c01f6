//! Coulomb's law at one contact.
//!
//! **Question.** The relative rate at a contact is q without its impulse p and q + W·p with it. Which p obeys Coulomb's
//! law? And which point of the friction cone is nearest to a given one?
//!
//! **Idea.** Three cases. The contact opens: p = 0. It sticks: p = −W⁻¹·q, if that is in the cone. It slides: the
//! normal rate is zero, friction is at its limit and opposite to the slip. With the normal impulse eliminated, sliding
//! means (S + α)·p_t = −r, with the Schur complement S of W and an unknown α > 0, the ratio of slip to friction. |p_t|
//! − μ·p_n is positive at α = 0, where sticking failed, and negative for large α. So a root exists, and a safeguarded
//! secant method encloses it.
//!
//! **Guarantee.** Computed, not proved. A solution exists for every symmetric positive definite W and every μ, and the
//! enclosed root is found to rounding.
//!
//! **Cost.** One 3×3 solution, and about ten evaluations of a rational function if it slides.
//!
//! **Source.** G. Daviet, F. Bertails-Descoubes, L. Boissieux, *A hybrid iterative solver for robustly capturing
//! Coulomb friction in hair dynamics*, 2011, for exact solutions contact by contact; there a polynomial of degree four
//! is solved. G. De Saxcé, Z.-Q. Feng 1998 for the projection.

use crate::tolerance::SLIDING_STEPS;
use glam::{DMat2, DMat3, DVec2, DVec3, Vec3Swizzles};

/// The impulse of one contact. Coordinates are normal, first and second tangent.
pub(crate) fn coulomb(matrix: &DMat3, rate: DVec3, friction: f64) -> DVec3 {
    if rate.x >= 0.0 {
        return DVec3::ZERO;
    }
    let sticking = -(matrix.inverse() * rate);
    if sticking.x >= 0.0 && sticking.yz().length() <= friction * sticking.x {
        return sticking;
    }
    sliding(matrix, rate, friction)
}

/// The impulse of a contact that approaches and does not stick.
fn sliding(matrix: &DMat3, rate: DVec3, friction: f64) -> DVec3 {
    let (stiffness, coupling) = (matrix.x_axis.x, matrix.x_axis.yz());
    let tangents = DMat2::from_cols(matrix.y_axis.yz(), matrix.z_axis.yz());
    let schur = tangents - DMat2::from_cols(coupling * coupling.x, coupling * coupling.y) * (1.0 / stiffness);
    let slip = rate.yz() - coupling * (rate.x / stiffness);
    let across = |ratio: f64| {
        let shifted = schur + DMat2::from_diagonal(DVec2::splat(ratio));
        -(shifted.inverse() * slip)
    };
    let along = |across: DVec2| -(rate.x + coupling.dot(across)) / stiffness;
    let excess = |ratio: f64| {
        let across = across(ratio);
        across.length() - friction * along(across)
    };
    let size = 0.5 * (tangents.x_axis.x + tangents.y_axis.y);
    let (mut lower, mut upper) = (0.0, size);
    let mut at_lower = excess(lower);
    let mut at_upper = excess(upper);
    // The excess tends to −μ·p_n < 0: doubling ends.
    for _ in 0..SLIDING_STEPS {
        if at_upper <= 0.0 {
            break;
        }
        (lower, at_lower) = (upper, at_upper);
        upper *= 8.0;
        at_upper = excess(upper);
    }
    // The Illinois method: a secant that halves the weight of an end that stays.
    let mut side = 0;
    for _ in 0..SLIDING_STEPS {
        let middle = (lower * at_upper - upper * at_lower) / (at_upper - at_lower);
        if !(middle > lower && middle < upper) {
            break;
        }
        let value = excess(middle);
        if value > 0.0 {
            (lower, at_lower) = (middle, value);
            if side == 1 {
                at_upper *= 0.5;
            }
            side = 1;
        } else {
            (upper, at_upper) = (middle, value);
            if side == -1 {
                at_lower *= 0.5;
            }
            side = -1;
        }
        if value == 0.0 {
            break;
        }
    }
    let across = across(upper);
    let normal = along(across).max(0.0);
    // Exactly in the cone.
    let most = friction * normal;
    let across = if across.length() > most { across * (most / across.length()) } else { across };
    DVec3::new(normal, across.x, across.y)
}

/// The point of the friction cone that is nearest to a point.
pub(crate) fn nearest(point: DVec3, friction: f64) -> DVec3 {
    let across = point.yz().length();
    if across <= friction * point.x {
        return point;
    }
    if friction * across <= -point.x {
        return DVec3::ZERO;
    }
    let normal = (point.x + friction * across) / (1.0 + friction * friction);
    let tangent = point.yz() * (friction * normal / across);
    DVec3::new(normal, tangent.x, tangent.y)
}

/// The derivative of [`nearest`]: symmetric, with eigenvalues from 0 to 1.
pub(crate) fn nearest_slope(point: DVec3, friction: f64) -> DMat3 {
    let across = point.yz().length();
    if across <= friction * point.x {
        return DMat3::IDENTITY;
    }
    if friction * across <= -point.x {
        return DMat3::ZERO;
    }
    let share = 1.0 / (1.0 + friction * friction);
    let normal = (point.x + friction * across) * share;
    let toward = point.yz() / across;
    let along = DVec3::new(1.0, friction * toward.x, friction * toward.y);
    let around = DVec3::new(0.0, -toward.y, toward.x);
    let outer = |v: DVec3, factor: f64| DMat3::from_cols(v * v.x, v * v.y, v * v.z) * factor;
    outer(along, share) + outer(around, friction * normal / across)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tangency_interval::laws::Random;

    /// Reference: Coulomb's law itself, on random contacts, with friction up to 10.
    #[test]
    fn the_impulse_obeys_coulombs_law() {
        let mut random = Random::new(11);
        let mut counts = [0; 3];
        for _ in 0..2_000 {
            let mut vector = |size: f64| DVec3::from_array(std::array::from_fn(|_| random.between(-size, size)));
            let root = DMat3::from_cols(vector(1.0), vector(1.0), vector(1.0));
            let matrix = root * root.transpose() + DMat3::IDENTITY * 0.01;
            let rate = vector(2.0);
            let friction = [0.1, 0.5, 1.0, 10.0][random.below(4)];
            let impulse = coulomb(&matrix, rate, friction);
            let after = rate + matrix * impulse;
            let size = rate.length();
            assert!(impulse.x >= 0.0 && after.x >= -1e-12 * size, "{after}");
            assert!(impulse.yz().length() <= friction * impulse.x * (1.0 + 1e-15), "{impulse}");
            assert!((impulse.x * after.x).abs() <= 1e-11 * size * impulse.x.max(1.0));
            let slip = after.yz().length();
            if impulse.x == 0.0 {
                counts[0] += 1;
            } else if slip <= 1e-11 * size {
                counts[1] += 1;
            } else {
                counts[2] += 1;
                let against = impulse.yz() + friction * impulse.x * after.yz() / slip;
                assert!(against.length() <= 1e-8 * impulse.length(), "{against} of {impulse}");
            }
        }
        assert!(counts.iter().all(|count| *count > 200), "{counts:?}");
    }

    /// References: the nearest point of a fine sample of the cone, and differences.
    #[test]
    fn the_nearest_point_and_its_slope() {
        let mut random = Random::new(5);
        for _ in 0..500 {
            let point = DVec3::from_array(std::array::from_fn(|_| random.between(-1.0, 1.0)));
            let friction = random.between(0.1, 2.0);
            let found = nearest(point, friction);
            assert!(found.yz().length() <= friction * found.x * (1.0 + 1e-14));
            for _ in 0..200 {
                let (normal, share, angle) = (random.between(0.0, 2.0), random.unit(), random.between(0.0, 6.3));
                let across = DVec2::from_angle(angle) * (share * friction * normal);
                let sample = DVec3::new(normal, across.x, across.y);
                assert!(point.distance(found) <= point.distance(sample) + 1e-12);
            }
            let step = 1e-6 * DVec3::from_array(std::array::from_fn(|_| random.between(-1.0, 1.0)));
            let predicted = nearest_slope(point, friction) * step;
            let differed = 0.5 * (nearest(point + step, friction) - nearest(point - step, friction));
            let case = |point: DVec3| (nearest(point, friction) == point, nearest(point, friction) == DVec3::ZERO);
            // Differences of order two; without meaning across the boundary of two cases.
            if case(point - step) == case(point + step) && point.yz().length() > 0.01 {
                assert!(predicted.distance(differed) < 1e-12, "{predicted} {differed}");
            }
        }
    }
}
