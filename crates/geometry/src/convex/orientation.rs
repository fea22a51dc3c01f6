//! Signs of volumes and areas of points.
//!
//! *Question.* On which side of a plane through three points is a fourth? Do three points of a plane turn left?
//! *Idea.* The determinant of the differences in floating point decides if it exceeds its rounding error. Otherwise
//! its terms are added exactly ([`crate::exact`]): six triple products if the differences are exact, else
//! twenty-four of the coordinates themselves.
//! *Guarantee.* The sign is exact for coordinates up to 1e60, underflow included. The magnitude is that of the
//! determinant up to rounding.
//! *Cost.* About 30 operations; half a microsecond if the sign must be computed exactly.
//! *Source.* J. R. Shewchuk, *Adaptive precision floating-point arithmetic and fast robust geometric predicates*,
//! Discrete & Computational Geometry 18 (1997), sections 4.2 and 4.3, for the filter. Deviation: one exact sum in
//! place of the later stages, which also covers underflow.

use crate::exact::{sign_of_triple_products, sum_of_products};
use crate::tolerance::{ORIENTATION_ROUNDING, ORIENTATION_UNDERFLOW, TURN_ROUNDING};
use glam::{DVec2, DVec3};
use std::cmp::Ordering;

/// Six times the volume of the tetrahedron of a triangle and a point, with the exact sign: positive if the point is
/// on the side from which the triangle appears counter-clockwise.
#[inline]
pub(super) fn height(triangle: [DVec3; 3], point: DVec3) -> f64 {
    let [a, b, c] = triangle.map(|corner| corner - point);
    let [minor_x, minor_y, minor_z] = [[b.y * c.z, b.z * c.y], [b.z * c.x, b.x * c.z], [b.x * c.y, b.y * c.x]];
    // Seen from the point, a counter-clockwise triangle has a negative determinant.
    let volume = -(a.x * (minor_x[0] - minor_x[1]) + a.y * (minor_y[0] - minor_y[1]) + a.z * (minor_z[0] - minor_z[1]));
    let size = |factor: f64, minor: [f64; 2]| factor.abs() * (minor[0].abs() + minor[1].abs());
    let terms = size(a.x, minor_x) + size(a.y, minor_y) + size(a.z, minor_z);
    if volume.abs() > ORIENTATION_ROUNDING * terms + ORIENTATION_UNDERFLOW {
        return volume;
    }
    signed(exact_height(triangle, point, [a, b, c]), volume)
}

/// The exact sign of [`height`].
#[cold]
fn exact_height(triangle: [DVec3; 3], point: DVec3, differences: [DVec3; 3]) -> Ordering {
    let exact = (0..3).all(|corner| (0..3).all(|axis| exact_difference(triangle[corner][axis], point[axis])));
    if exact {
        sign_of_triple_products(determinant(differences)).reverse()
    } else {
        // The determinant of the four points with a column of ones, expanded along that column.
        let [a, b, c] = triangle;
        let minors = [determinant([a, b, c]), determinant([-a, b, point]), determinant([a, c, point])];
        sign_of_triple_products(minors.into_iter().flatten().chain(determinant([-b, c, point]))).reverse()
    }
}

/// The terms of the determinant of three vectors.
fn determinant([a, b, c]: [DVec3; 3]) -> [[f64; 3]; 6] {
    [[a.x, b.y, c.z], [a.x, -b.z, c.y], [a.y, b.z, c.x], [a.y, -b.x, c.z], [a.z, b.x, c.y], [a.z, -b.y, c.x]]
}

/// Whether `a − b` is computed without rounding.
fn exact_difference(a: f64, b: f64) -> bool {
    tangency_interval::double_double::two_sum(a, -b).1 == 0.0
}

/// Twice the area of three points of the plane, with the exact sign: positive if they turn left.
pub(super) fn turn(a: DVec2, b: DVec2, c: DVec2) -> f64 {
    let (first, second) = ((a.x - c.x) * (b.y - c.y), (a.y - c.y) * (b.x - c.x));
    let area = first - second;
    if area.abs() > TURN_ROUNDING * (first.abs() + second.abs()) + ORIENTATION_UNDERFLOW {
        return area;
    }
    let exact = sum_of_products(&[(a.x, b.y), (-a.y, b.x), (b.x, c.y), (-b.y, c.x), (c.x, a.y), (-c.y, a.x)]);
    // The enclosure of zero is zero alone, and an enclosure never crosses zero.
    let sign = if exact.upper() > 0.0 {
        Ordering::Greater
    } else if exact.lower() < 0.0 {
        Ordering::Less
    } else {
        Ordering::Equal
    };
    signed(sign, area)
}

/// The projection of a point along an axis. It keeps the orientation seen from the positive side of the axis.
pub(super) fn projected(point: DVec3, axis: usize) -> DVec2 {
    DVec2::new(point[(axis + 1) % 3], point[(axis + 2) % 3])
}

/// The magnitude with the sign; the smallest positive magnitude for a sign that floating point lost.
fn signed(sign: Ordering, value: f64) -> f64 {
    match sign {
        Ordering::Equal => 0.0,
        Ordering::Greater => value.abs().max(f64::MIN_POSITIVE),
        Ordering::Less => -value.abs().max(f64::MIN_POSITIVE),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{dvec2, dvec3};
    use tangency_interval::laws::Random;

    /// Coordinates are integers times a power of two, so that 128-bit integers decide. Half of the points are nearly
    /// coplanar, with coordinates too long for the filter.
    #[test]
    fn signs_are_those_of_integers() {
        let mut random = Random::new(5);
        let mut counts = [0_usize; 3];
        for case in 0..20_000 {
            let bits = [20, 38, 6][case % 3];
            let mut integer = || (random.bits() as i64) >> (64 - bits);
            let mut point = || [integer(), integer(), integer()];
            let [a, b, c, mut d] = [point(), point(), point(), point()];
            if case % 2 == 0 {
                // In the plane of the others, then often one step off it.
                d = std::array::from_fn(|axis| a[axis] + b[axis] - c[axis]);
                d[0] += [0, 0, 1, -1][random.below(4)];
            }
            let from_a = |v: [i64; 3]| std::array::from_fn::<i128, 3, _>(|axis| i128::from(v[axis] - a[axis]));
            let [p, q, r] = [from_a(b), from_a(c), from_a(d)];
            let exact = r[0] * (p[1] * q[2] - p[2] * q[1])
                + r[1] * (p[2] * q[0] - p[0] * q[2])
                + r[2] * (p[0] * q[1] - p[1] * q[0]);
            // Tiny, ordinary and large units. At 2^-1074 nearly all products underflow.
            for exponent in [-1074, -500, 0, 150] {
                let scale = 2.0_f64.powi(exponent / 2) * 2.0_f64.powi(exponent - exponent / 2);
                let place = |v: [i64; 3]| DVec3::from_array(v.map(|coordinate| coordinate as f64 * scale));
                let found = height([place(a), place(b), place(c)], place(d));
                assert_eq!(found.partial_cmp(&0.0), Some(exact.cmp(&0)), "{a:?} {b:?} {c:?} {d:?} at 2^{exponent}");
            }
            counts[(exact.signum() + 1) as usize] += 1;
        }
        assert!(counts.iter().all(|&count| count > 2_000), "{counts:?}");
    }

    /// Coordinates of very different sizes, so that the differences round.
    #[test]
    fn rounded_differences_do_not_matter() {
        let far = 2.0_f64.powi(60);
        let triangle = [dvec3(far, 0.0, 0.0), dvec3(0.0, far, 0.0), dvec3(-far, -far, 0.0)];
        for step in [1e-300, f64::from_bits(1), 1e-30] {
            assert!(height(triangle, dvec3(0.25, 0.125, step)) > 0.0);
            assert!(height(triangle, dvec3(0.25, 0.125, -step)) < 0.0);
        }
        assert_eq!(height(triangle, dvec3(0.25, 0.125, 0.0)), 0.0);
        // On the plane x + y + z = far, then one unit in the last place of a small coordinate off it.
        let triangle = [DVec3::X * far, DVec3::Y * far, DVec3::Z * far];
        let point = dvec3(0.5, 0.75, far - 2048.0);
        assert!(height(triangle, point + DVec3::X * 2_046.75) == 0.0);
        assert!(height(triangle, point + DVec3::X * 2_046.750_000_000_000_5) > 0.0);
        assert!(height(triangle, point + DVec3::X * 2_046.749_999_999_999_5) < 0.0);
    }

    #[test]
    fn turns_are_exact() {
        let a = dvec2(0.5, 0.5);
        for step in -3..=3 {
            let unit = f64::EPSILON * f64::from(step);
            let found = turn(a, dvec2(12.0, 12.0), dvec2(24.0, 24.0 + 16.0 * unit));
            assert_eq!(found.partial_cmp(&0.0), step.partial_cmp(&0));
        }
        let tiny = f64::from_bits(1);
        assert!(turn(DVec2::ZERO, dvec2(tiny, 0.0), dvec2(0.0, tiny)) > 0.0);
        assert!(turn(DVec2::ZERO, dvec2(0.0, tiny), dvec2(tiny, 0.0)) < 0.0);
    }
}
