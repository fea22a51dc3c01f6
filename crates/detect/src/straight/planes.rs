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
pub(super) struct Planes<'mesh> {
    triangles: &'mesh [[u32; 3]],
    frame: &'mesh [DVec3],
    /// Normals, and the sums of the sizes of the products that they are differences of.
    normals: Vec<[DVec3; 2]>,
}

impl<'mesh> Planes<'mesh> {
    pub(super) fn new(mesh: &'mesh Mesh, frame: &'mesh [DVec3]) -> Self {
        let normal = |corners: &[u32; 3]| {
            let [a, b, c] = corners.map(|corner| frame[corner as usize]);
            let (u, v) = (b - a, c - a);
            let (first, second) =
                (DVec3::new(u.y * v.z, u.z * v.x, u.x * v.y), DVec3::new(u.z * v.y, u.x * v.z, u.y * v.x));
            [first - second, first.abs() + second.abs()]
        };
        Self { triangles: mesh.triangles(), frame, normals: mesh.triangles().iter().map(normal).collect() }
    }

    /// 1 or -1 for the side of the triangle's plane that a point is on, 0 if it is not certain.
    #[inline]
    pub(super) fn side(&self, triangle: u32, point: DVec3) -> i32 {
        let [normal, sizes] = self.normals[triangle as usize];
        let from = point - self.frame[self.triangles[triangle as usize][0] as usize];
        let (volume, unsure) = (from.dot(normal), 5.0 * f64::EPSILON * from.abs().dot(sizes) + LEAST);
        i32::from(volume > unsure) - i32::from(volume < -unsure)
    }

    /// `true` proves that the corners of a triangle, except those whose numbers are in `except`, are all on one side.
    #[inline]
    pub(super) fn apart(&self, triangle: u32, [corners, except]: [&[u32; 3]; 2], frame: &[DVec3]) -> bool {
        let others = corners.iter().filter(|corner| !except.contains(corner));
        let sides = others.map(|&corner| self.side(triangle, frame[corner as usize]));
        let (mut low, mut high) = (1, -1);
        for side in sides {
            (low, high) = (low.min(side), high.max(side));
        }
        low == high && low != 0
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
            let mesh = Mesh::new(points[..3].to_vec(), vec![[0, 1, 2]]).unwrap();
            let side = Planes::new(&mesh, &points[..3]).side(0, points[3]);
            let [a, b, c, p] = points.map(|point| Coord3D { x: point.x, y: point.y, z: point.z });
            // Shewchuk counts the side below as positive.
            let exact = -orient3d(a, b, c, p);
            assert!(side == 0 || f64::from(side) == exact.signum(), "{points:?}");
            told += i32::from(side != 0);
        }
        assert!(told > 10_000, "only {told} sides are told");
    }
}
