//! Planes of triangles, and a certified test for the side of a point.
//!
//! **Question.** Do two triangles intersect at one instant?
//!
//! **Idea.** If all corners of one are strictly on one side of the plane of the other, they do not. The plane is
//! computed once per triangle, so a side costs three products.
//!
//! **Guarantee.** A nonzero side is right. Let u = 2⁻⁵³, R the largest coordinate, and S the sum of the absolute
//! values of the six products in the normal n. The computed normal is off by 4u of those products, which costs
//! 8u·RS in n·(p − a). n·p and n·a round by 3u·RS each, and their difference by 2u·RS. The required margin is
//! 32u·RS, twice the sum, and at least 2⁻¹⁰⁰⁰, far above anything that underflows. Overflow gives no side.

use crate::tolerance::UNDERFLOW_MARGIN;
use glam::DVec3;
use tangency_geometry::Mesh;

/// The planes of all triangles of a mesh at one instant.
#[derive(Clone, Debug)]
pub(super) struct FacePlanes(Vec<FacePlane>);

/// The plane of a triangle.
#[derive(Clone, Copy, Debug)]
pub(super) struct FacePlane {
    normal: DVec3,
    /// The projection of the points of the plane onto the normal, not normalised.
    offset: f64,
    /// A point farther from the plane than this, in units of the normal, is certainly on its side.
    margin: f64,
}

impl FacePlanes {
    /// Planes of all triangles. No absolute coordinate exceeds `reach`.
    pub(super) fn new(mesh: &Mesh, frame: &[DVec3], reach: f64) -> Self {
        let plane = |corners: &[u32; 3]| FacePlane::new(corners.map(|corner| frame[corner as usize]), reach);
        Self(mesh.triangles().iter().map(plane).collect())
    }

    /// The plane of one triangle.
    #[inline]
    pub(super) fn of(&self, triangle: u32) -> &FacePlane {
        &self.0[triangle as usize]
    }
}

impl FacePlane {
    fn new([a, b, c]: [DVec3; 3], reach: f64) -> Self {
        let (u, v) = (b - a, c - a);
        let first = DVec3::new(u.y * v.z, u.z * v.x, u.x * v.y);
        let second = DVec3::new(u.z * v.y, u.x * v.z, u.y * v.x);
        let (normal, sizes) = (first - second, (first.abs() + second.abs()).element_sum());
        Self { normal, offset: normal.dot(a), margin: 16.0 * f64::EPSILON * (reach * sizes) + UNDERFLOW_MARGIN }
    }

    /// 1 or -1 for the side of a point, 0 if it is not certain.
    #[inline]
    pub(super) fn side(&self, point: DVec3) -> i32 {
        let beyond = self.normal.dot(point) - self.offset;
        i32::from(beyond > self.margin) - i32::from(beyond < -self.margin)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use robust::{Coord3D, orient3d};
    use tangency_interval::laws::Random;

    #[test]
    fn sides_agree_with_exact_arithmetic() {
        let mut random = Random::new(63);
        let mut certain = 0;
        for _ in 0..20_000 {
            let far = if random.below(2) == 0 { 0.0 } else { 1e3 };
            let points = [0; 4].map(|_| {
                DVec3::from_array(
                    [0; 3].map(|_| far + random.between(-2.0, 2.0).round() + 1e-8 * random.below(3) as f64),
                )
            });
            let reach = points.iter().fold(0.0_f64, |reach, point| reach.max(point.abs().max_element()));
            let side = FacePlane::new([points[0], points[1], points[2]], reach).side(points[3]);
            let [a, b, c, p] = points.map(|point| Coord3D { x: point.x, y: point.y, z: point.z });
            // `orient3d` (Shewchuk) is positive below the plane.
            let exact = -orient3d(a, b, c, p);
            assert!(side == 0 || f64::from(side) == exact.signum(), "{points:?}");
            certain += i32::from(side != 0);
        }
        assert!(certain > 10_000, "only {certain} sides are certain");
    }
}
