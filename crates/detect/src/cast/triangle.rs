//! A ray and a triangle.
//!
//! **Question.** Does a ray meet a closed triangle, and where first?
//!
//! **Idea.** The signs of three volumes tell on which side of each side of the triangle the ray passes. Floating point
//! with a proved error bound decides nearly always. Otherwise integers decide (`exact`).
//!
//! **Guarantee.** The answer is that of exact arithmetic on the given doubles. A ray through a common side or corner
//! of triangles meets all of them, so none slips through. The parameter of the hit is enclosed.
//!
//! **Cost.** Some 10 ns for a miss, 20 for a hit.
//!
//! **Source.** Woop, Benthin, Wald, *Watertight Ray/Triangle Intersection*, 2013, are watertight by a consistent
//! rounding. Here signs are exact instead, so that the answer does not depend on the edge's neighbours.

use super::exact::{self, TrianglePlace};
use super::ray::{Ray, scaled_to_one};
use crate::tolerance::{RAY_SAFE_PRODUCT, RAY_SIDE_ROUNDING, RAY_WIDEST};
use glam::DVec3;
use tangency_interval::{Interval, Vector};

/// Where a ray meets a triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct TriangleHit {
    /// Encloses the parameter of the ray, in units of its direction. Not negative.
    pub(super) lower: f64,
    pub(super) upper: f64,
    pub(super) place: TrianglePlace,
    /// 1 if the ray passes along the normal of the triangle, -1 if against it, 0 if in its plane.
    pub(super) side: i8,
}

/// A ray for tests against triangles. The largest coordinate of `direction` is in [1, 2).
#[derive(Clone, Copy, Debug)]
pub(super) struct LineRay {
    pub(super) origin: DVec3,
    pub(super) direction: DVec3,
    /// The same ray, exact: the direction as given, and 2^`exponent` times it is `direction`.
    pub(super) exact_direction: DVec3,
    pub(super) exponent: i32,
}

impl LineRay {
    pub(super) fn new(ray: &Ray) -> Self {
        let (direction, exponent) = scaled_to_one(ray.direction);
        Self { origin: ray.origin, direction, exact_direction: ray.direction, exponent }
    }

    /// The length of the direction, enclosed: metres a unit of the parameter.
    pub(super) fn speed(&self) -> Interval {
        Vector::point(self.direction.to_array()).length()
    }

    /// The first point of the closed triangle on the ray that is not beyond `limit`. A hit beyond it may be returned.
    #[inline(always)]
    pub(super) fn first_hit(&self, triangle: &[DVec3; 3], limit: f64) -> Option<TriangleHit> {
        let [a, b, c] = triangle.map(|corner| corner - self.origin);
        let d = self.direction;
        let sides = [d.dot(b.cross(c)), d.dot(c.cross(a)), d.dot(a.cross(b))];
        let largest = a.abs().max(b.abs()).max(c.abs()).max_element();
        let size = largest * largest;
        let error = RAY_SIDE_ROUNDING * size;
        let [least, greatest] = [sides[0].min(sides[1]).min(sides[2]), sides[0].max(sides[1]).max(sides[2])];
        // Products that underflow are below the error bound only for ordinary sizes.
        let ordinary = size > RAY_SAFE_PRODUCT[0] && size < RAY_SAFE_PRODUCT[1];
        if ordinary && least < -error && greatest > error {
            return None;
        }
        if !(ordinary && (least > error || greatest < -error)) {
            return self.decided_exactly(triangle);
        }
        // Inside for sure. The plane gives the parameter.
        let [edge, other] = [triangle[1] - triangle[0], triangle[2] - triangle[0]];
        let normal = edge.cross(other);
        let (dividend, divisor) = (a.dot(normal), d.dot(normal));
        let extent = edge.abs().max(other.abs()).max_element();
        let area = extent * extent;
        let [dividend_error, divisor_error] = [RAY_SIDE_ROUNDING * largest * area, RAY_SIDE_ROUNDING * area];
        let room = divisor.abs() - divisor_error;
        if !(room > 0.0 && area > RAY_SAFE_PRODUCT[0]) {
            return self.decided_exactly(triangle);
        }
        let parameter = dividend / divisor;
        // Twice the rounding of these operations themselves.
        let radius = ((dividend_error + parameter.abs() * divisor_error) / room + f64::EPSILON * parameter.abs()) * 1.5;
        let (lower, upper) = (parameter - radius, parameter + radius);
        if upper < 0.0 || lower > limit {
            return None;
        }
        if !(lower > 0.0 && radius <= RAY_WIDEST * parameter) {
            return self.decided_exactly(triangle);
        }
        let side = if least > 0.0 { 1 } else { -1 };
        Some(TriangleHit { lower, upper, place: TrianglePlace::Inside, side })
    }

    #[cold]
    #[inline(never)]
    fn decided_exactly(&self, triangle: &[DVec3; 3]) -> Option<TriangleHit> {
        let hit = exact::first_hit(self.origin, self.exact_direction, self.exponent, *triangle)?;
        let (lower, upper) = (hit.parameter.lower().max(0.0), hit.parameter.upper());
        Some(TriangleHit { lower, upper, place: hit.place, side: hit.side })
    }
}
