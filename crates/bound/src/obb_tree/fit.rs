//! The box of a node of the tree.
//!
//! **Idea.** The covariance of the surface gives three directions: those of its spread. The mean normal with the
//! principal directions across it gives three others. Of many triangles a sample decides which of the two boxes is smaller. A single
//! triangle has a box along its longest side and its normal.
//!
//! **Guarantee.** The directions only determine the shape of the box. Its extents are those of all corners, rounded
//! up (`volume/obb.rs`).

use super::build::TreeTriangle;
use crate::Obb;
use crate::tolerance::{FACING_TRIANGLES, SAMPLED_TRIANGLES};
use crate::volume::{PointRange, eigenvectors, principal_across};
use glam::{DMat3, DVec3};

/// The box of some triangles, and the mean of the sums of their corners.
pub(super) struct Fitted {
    pub(super) volume: Obb,
    pub(super) mean: DVec3,
}

/// The box around all corners of at least one triangle.
pub(super) fn fitted(triangles: &[TreeTriangle]) -> Fitted {
    if let [triangle] = triangles {
        return Fitted { volume: of_triangle(triangle), mean: triangle.sum() };
    }
    let moments = Moments::of(triangles);
    let mean = moments.sums / triangles.len() as f64;
    let covariance = moments.covariance();
    let facing = moments.normal.try_normalize().map(|normal| {
        let first = principal_across(covariance, normal);
        DMat3::from_cols(first, normal.cross(first), normal)
    });
    let volume = match facing {
        Some(facing) if triangles.len() <= FACING_TRIANGLES => around(triangles, facing),
        Some(facing) => smaller(triangles, [eigenvectors(covariance), facing]),
        None => around(triangles, eigenvectors(covariance)),
    };
    Fitted { volume, mean }
}

/// The smaller of the boxes with these axes. Of many triangles a sample decides.
fn smaller(triangles: &[TreeTriangle], axes: [DMat3; 2]) -> Obb {
    if triangles.len() <= 2 * SAMPLED_TRIANGLES {
        let [one, other] = axes.map(|axes| around(triangles, axes));
        return one.smaller(other);
    }
    let every = triangles.len().div_ceil(SAMPLED_TRIANGLES);
    let [one, other] = axes.map(|axes| {
        let sample = triangles.iter().step_by(every).flat_map(|triangle| triangle.corners);
        PointRange::of(triangles[0].corners[0], sample, axes).volume().area()
    });
    around(triangles, axes[usize::from(other < one)])
}

/// The box of one triangle: along its longest side, and along its normal.
fn of_triangle(triangle: &TreeTriangle) -> Obb {
    let [a, b, c] = triangle.corners;
    let longer = |x: DVec3, y: DVec3| if y.length_squared() > x.length_squared() { y } else { x };
    let side = longer(longer(b - a, c - b), a - c);
    let axes = side.try_normalize().map_or(DMat3::IDENTITY, |along| {
        let normal = triangle.normal().try_normalize().unwrap_or_else(|| along.any_orthonormal_vector());
        DMat3::from_cols(along, normal.cross(along), normal)
    });
    PointRange::of(a, [b, c].into_iter(), axes).volume()
}

/// The box around all corners with these axes.
fn around(triangles: &[TreeTriangle], axes: DMat3) -> Obb {
    let corners = triangles.iter().flat_map(|triangle| triangle.corners);
    PointRange::of(triangles[0].corners[0], corners, axes).volume()
}

/// Sums over triangles: the integrals of 1, x and x·xᵀ with x measured from a fixed point, the normals, and the sums of
/// the corners.
#[derive(Clone, Copy, Debug, Default)]
struct Moments {
    weight: f64,
    first: DVec3,
    /// Twelve times the integrals, in the order xx, yy, zz.
    squares: DVec3,
    /// Twelve times the integrals, in the order yz, zx, xy.
    products: DVec3,
    normal: DVec3,
    sums: DVec3,
}

impl Moments {
    /// Weighted by area. All triangles have equal weight if none has an area.
    fn of(triangles: &[TreeTriangle]) -> Self {
        let from = triangles[0].corners[0];
        let weighted = Self::weighted(triangles, from, |triangle| triangle.weight);
        if weighted.weight > 0.0 { weighted } else { Self::weighted(triangles, from, |_| 1.0) }
    }

    fn weighted(triangles: &[TreeTriangle], from: DVec3, weight: impl Fn(&TreeTriangle) -> f64) -> Self {
        let mut total = Self::default();
        for triangle in triangles {
            let weight = weight(triangle);
            let [a, b, c] = triangle.corners.map(|corner| corner - from);
            let sum = a + b + c;
            total.weight += weight;
            total.first += sum * weight;
            // The integral of x·xᵀ over a triangle of area 1 is (a·aᵀ + b·bᵀ + c·cᵀ + s·sᵀ)/12.
            total.squares += (a * a + b * b + c * c + sum * sum) * weight;
            total.products += (products(a) + products(b) + products(c) + products(sum)) * weight;
            total.normal += triangle.normal();
            total.sums += triangle.sum();
        }
        total
    }

    /// The covariance of the surface.
    fn covariance(&self) -> DMat3 {
        let mean = self.first / (3.0 * self.weight);
        let share = 1.0 / (12.0 * self.weight);
        let squares = self.squares * share - mean * mean;
        let products = self.products * share - products(mean);
        DMat3::from_cols(
            DVec3::new(squares.x, products.z, products.y),
            DVec3::new(products.z, squares.y, products.x),
            DVec3::new(products.y, products.x, squares.z),
        )
    }
}

/// The products of two different coordinates, in the order yz, zx, xy.
#[inline]
fn products(v: DVec3) -> DVec3 {
    DVec3::new(v.y * v.z, v.z * v.x, v.x * v.y)
}
