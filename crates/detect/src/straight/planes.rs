//! Planes of triangles, and the side of them that a point is on.
//!
//! **Question.** Do two triangles of one instant go through one another?
//!
//! **Idea.** If all corners of one are strictly on one side of the other's plane, they do not. The normals are computed once a
//! triangle, so that a side costs two short products.
//!
//! **Guarantee.** A side that is told is right: with u = 2⁻⁵³, the volume (p − a)·n has relative errors of at most 4u in
//! the products of n, and four more roundings, of terms whose sizes are summed alongside; asked for is 10u times that
//! sum, as for the first stage of Shewchuk's `orient3d`, and at least 2⁻¹⁰⁰⁰, far above what underflows. What overflows
//! tells nothing.

use super::cull::LEAST;
use glam::DVec3;
use tangency_geometry::Mesh;

/// The planes of all triangles of a mesh at one instant.
#[derive(Clone, Debug)]
pub(super) struct Planes(Vec<Plane>);

/// The plane of a triangle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plane {
    /// A corner.
    origin: DVec3,
    normal: DVec3,
    /// The sums of the sizes of the products that the normal is the differences of.
    sizes: DVec3,
}

impl Planes {
    pub(super) fn new(mesh: &Mesh, frame: &[DVec3]) -> Self {
        let plane = |corners: &[u32; 3]| Plane::new(corners.map(|corner| frame[corner as usize]));
        Self(mesh.triangles().iter().map(plane).collect())
    }

    /// The plane of one triangle.
    #[inline]
    pub(super) fn of(&self, triangle: u32) -> &Plane {
        &self.0[triangle as usize]
    }
}

impl Plane {
    fn new([a, b, c]: [DVec3; 3]) -> Self {
        let (u, v) = (b - a, c - a);
        let first = DVec3::new(u.y * v.z, u.z * v.x, u.x * v.y);
        let second = DVec3::new(u.z * v.y, u.x * v.z, u.y * v.x);
        Self { origin: a, normal: first - second, sizes: first.abs() + second.abs() }
    }

    /// 1 or -1 for the side that a point is on, 0 if it is not certain.
    #[inline]
    pub(super) fn side(&self, point: DVec3) -> i32 {
        let from = point - self.origin;
        let (volume, unsure) = (from.dot(self.normal), 5.0 * f64::EPSILON * from.abs().dot(self.sizes) + LEAST);
        i32::from(volume > unsure) - i32::from(volume < -unsure)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use robust::{Coord3D, orient3d};
    use tangency_interval::laws::Random;

    #[test]
    fn sides_are_those_of_exact_arithmetic() {
        let mut random = Random::new(63);
        let mut told = 0;
        for _ in 0..20_000 {
            let far = if random.below(2) == 0 { 0.0 } else { 1e7 };
            let points = [0; 4].map(|_| {
                DVec3::from_array(
                    [0; 3].map(|_| far + random.between(-2.0, 2.0).round() + 1e-8 * random.below(3) as f64),
                )
            });
            let side = Plane::new([points[0], points[1], points[2]]).side(points[3]);
            let [a, b, c, p] = points.map(|point| Coord3D { x: point.x, y: point.y, z: point.z });
            // Shewchuk counts the side below as positive.
            let exact = -orient3d(a, b, c, p);
            assert!(side == 0 || f64::from(side) == exact.signum(), "{points:?}");
            told += i32::from(side != 0);
        }
        assert!(told > 10_000, "only {told} sides are told");
    }
}
