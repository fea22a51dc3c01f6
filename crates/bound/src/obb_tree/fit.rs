//! The box of a node of the tree.
//!
//! **Idea.** The covariance of the surface gives three directions: those of its spread. The mean normal and the
//! principal directions across it give three others. The smaller box is taken; of many triangles a sample decides. For
//! a few triangles, which are nearly flat, the mean normal is one axis, and a side of a triangle competes with the
//! principal directions. Covariance and mean normal of many triangles are those of a sample. A single triangle has a
//! box along one of its sides.
//!
//! **Guarantee.** The directions only determine the shape of the box. Its extents are those of all corners, rounded
//! up (`volume/obb.rs`).

use super::build::TreeTriangle;
use crate::Obb;
use crate::tolerance::{FACING_TRIANGLES, MEASURED_TRIANGLES, PLAIN_TRIANGLES, SAMPLED_TRIANGLES};
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
    if triangles.len() <= PLAIN_TRIANGLES
        && let Some(fitted) = of_few(triangles)
    {
        return fitted;
    }
    let moments = TriangleMoments::of(triangles);
    let mean = moments.sums / moments.count;
    let covariance = moments.covariance();
    let Some(normal) = moments.normal.try_normalize() else {
        return Fitted { volume: around(triangles, eigenvectors(covariance)), mean };
    };
    let facing = |first: DVec3| DMat3::from_cols(first, normal.cross(first), normal);
    let by_spread = facing(principal_across(covariance, normal));
    let volume = if triangles.len() <= FACING_TRIANGLES {
        let side = compact_side(&triangles[0]).reject_from_normalized(normal).try_normalize();
        side.map_or_else(|| around(triangles, by_spread), |side| smaller(triangles, [by_spread, facing(side)]))
    } else {
        smaller(triangles, [eigenvectors(covariance), by_spread])
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

/// The box of one triangle: along a side, and along its normal.
fn of_triangle(triangle: &TreeTriangle) -> Obb {
    let axes = compact_side(triangle).try_normalize().map_or(DMat3::IDENTITY, |along| {
        let normal = triangle.normal().try_normalize().unwrap_or_else(|| along.any_orthonormal_vector());
        DMat3::from_cols(along, normal.cross(along), normal)
    });
    let [a, b, c] = triangle.corners;
    PointRange::of(a, [b, c].into_iter(), axes).volume()
}

/// The box of a few triangles: along a side of the largest, and along the mean normal. `None` if there is no such normal.
fn of_few(triangles: &[TreeTriangle]) -> Option<Fitted> {
    let (mut normal, mut sums, mut largest) = (DVec3::ZERO, DVec3::ZERO, &triangles[0]);
    for triangle in triangles {
        normal += triangle.normal();
        sums += triangle.sum();
        if triangle.weight > largest.weight {
            largest = triangle;
        }
    }
    let normal = normal.try_normalize()?;
    let side = compact_side(largest).reject_from_normalized(normal).try_normalize()?;
    let volume = around(triangles, DMat3::from_cols(side, normal.cross(side), normal));
    Some(Fitted { volume, mean: sums / triangles.len() as f64 })
}

/// The side of a triangle along which its rectangle is small and compact. Along each side of an acute triangle the
/// rectangle has twice the area of the triangle. The product of area and circumference then prefers the one nearest to
/// a square.
fn compact_side(triangle: &TreeTriangle) -> DVec3 {
    let [a, b, c] = triangle.corners;
    let area = triangle.normal().length();
    let mut best = (DVec3::ZERO, f64::INFINITY);
    for (side, other) in [(b - a, c - a), (c - b, a - b), (a - c, b - c)] {
        let length = side.length();
        let place = other.dot(side) / length;
        let [width, height] = [place.max(length) - place.min(0.0), area / length];
        // A side of length zero gives NaN, which is not smaller.
        let size = width * height * (width + height);
        if size < best.1 {
            best = (side, size);
        }
    }
    best.0
}

/// The box around all corners with these axes.
fn around(triangles: &[TreeTriangle], axes: DMat3) -> Obb {
    let corners = triangles.iter().flat_map(|triangle| triangle.corners);
    PointRange::of(triangles[0].corners[0], corners, axes).volume()
}

/// Sums over triangles: the integrals of 1, x and x·xᵀ with x measured from a fixed point, the normals, and the sums of
/// the corners.
#[derive(Clone, Copy, Debug, Default)]
struct TriangleMoments {
    /// The number of triangles.
    count: f64,
    weight: f64,
    first: DVec3,
    /// Twelve times the integrals, in the order xx, yy, zz.
    squares: DVec3,
    /// Twelve times the integrals, in the order yz, zx, xy.
    products: DVec3,
    normal: DVec3,
    sums: DVec3,
}

impl TriangleMoments {
    /// Weighted by area. All triangles have equal weight if none has an area. A sample stands for many triangles: the
    /// moments only give directions.
    fn of(triangles: &[TreeTriangle]) -> Self {
        // An odd number does not select the same one of two triangles that alternate.
        let every = (triangles.len() / MEASURED_TRIANGLES) | 1;
        let weighted = Self::weighted(triangles, every, |triangle| triangle.weight);
        if weighted.weight > 0.0 { weighted } else { Self::weighted(triangles, every, |_| 1.0) }
    }

    fn weighted(triangles: &[TreeTriangle], every: usize, weight: impl Fn(&TreeTriangle) -> f64) -> Self {
        let (mut total, from) = (Self::default(), triangles[0].corners[0]);
        for triangle in triangles.iter().step_by(every) {
            let weight = weight(triangle);
            total.count += 1.0;
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
