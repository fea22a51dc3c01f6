//! Oriented boxes.
//!
//! **Question.** Which small box of any orientation contains some points?
//!
//! **Idea.** The axes are the eigenvectors of the covariance of the points. The box of a surface patch is then
//! flat: its thickness shrinks with the square of its size, where that of an axis-aligned box shrinks linearly.
//! Numbers are stored in single precision, so that a tree node fits one cache line. The axes need not be
//! exactly orthogonal: a box is the set `centre + Σ uᵢ·axisᵢ` with `|uᵢ| ≤ halfᵢ`, whatever the axes are.
//!
//! **Guarantee.** The box contains its points: the coordinates `uᵢ` are computed with a known error bound,
//! which is added and rounded up. `disjoint` is a proof: the gap along a direction must exceed a bound on the
//! rounding error.
//!
//! **Cost.** 60 bytes. At most fifteen directions for `disjoint`.
//!
//! **Source.** Gottschalk, Lin, Manocha, *OBBTree* (1996); Teschner et al. 2006, Redon's chapter, section 5.3,
//! equations 24 and 25.

use super::BoundingVolume;
use crate::tolerance::{
    BOX_ERROR, JACOBI_CONVERGED, JACOBI_ROTATIONS, LARGEST_INVERSE_DETERMINANT, PROJECTION_ERROR, SEPARATION_TERMS,
};
use glam::{DMat3, DVec3};

/// A box of any orientation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Obb {
    centre: [f32; 3],
    half: [f32; 3],
    axes: [[f32; 3]; 3],
}

fn widened(vector: [f32; 3]) -> DVec3 {
    DVec3::from_array(vector.map(f64::from))
}

fn narrowed(vector: DVec3) -> [f32; 3] {
    vector.to_array().map(|coordinate| coordinate as f32)
}

/// A single-precision number that is not below the value.
fn rounded_up(value: f64) -> f32 {
    let nearest = value as f32;
    if f64::from(nearest) >= value { nearest } else { nearest.next_up() }
}

impl Obb {
    /// The box around the points with axes along their principal directions; `None` if there are no points.
    #[must_use]
    pub fn around(points: &[DVec3]) -> Option<Self> {
        Self::along(points, spread(points)?)
    }

    /// The box around the points with these axes. The axes should be orthonormal. They serve only as
    /// directions, and the coordinate axes replace them if they are nearly dependent. `None` if there are no
    /// points.
    #[must_use]
    pub fn along(points: &[DVec3], axes: DMat3) -> Option<Self> {
        let (&first, others) = points.split_first()?;
        Some(PointRange::of(first, others.iter().copied(), axes).volume())
    }

    /// The whole space.
    pub(crate) const UNBOUNDED: Self =
        Self { centre: [0.0; 3], half: [f32::INFINITY; 3], axes: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]] };

    /// The centre.
    #[must_use]
    #[inline]
    pub fn centre(&self) -> DVec3 {
        widened(self.centre)
    }

    /// Half lengths along the axes.
    #[must_use]
    #[inline]
    pub fn half(&self) -> DVec3 {
        widened(self.half)
    }

    /// The axes as columns: orthonormal up to single precision.
    #[must_use]
    #[inline]
    pub fn axes(&self) -> DMat3 {
        DMat3::from_cols(widened(self.axes[0]), widened(self.axes[1]), widened(self.axes[2]))
    }

    /// Half the extent of the box along `direction`, in units of its length, up to rounding.
    #[must_use]
    #[inline]
    pub fn radius_along(&self, direction: DVec3) -> f64 {
        let [x, y, z] = self.axes.map(|axis| direction.dot(widened(axis)).abs());
        self.half().dot(DVec3::new(x, y, z))
    }

    /// Distance of the corners from the centre, up to single precision.
    #[must_use]
    pub fn radius(&self) -> f64 {
        self.half().length()
    }

    /// The eight corners, up to rounding.
    #[must_use]
    pub fn corners(&self) -> [DVec3; 8] {
        let (centre, axes, half) = (self.centre(), self.axes(), self.half());
        std::array::from_fn(|corner| {
            let sign = |bit: usize| if corner >> bit & 1 == 1 { 1.0 } else { -1.0 };
            centre + axes * (half * DVec3::new(sign(0), sign(1), sign(2)))
        })
    }

    /// `true` proves that a plane perpendicular to `direction` separates the boxes.
    fn separated_along(&self, other: &Self, direction: DVec3) -> bool {
        let offset = other.centre() - self.centre();
        let reach = self.radius_along(direction) + other.radius_along(direction);
        // Each sum has at most a dozen terms, none larger than these.
        let sizes = self.centre().length() + other.centre().length() + self.radius() + other.radius();
        let rounding = SEPARATION_TERMS * PROJECTION_ERROR * direction.length() * sizes;
        direction.dot(offset).abs() > reach + rounding
    }

    /// An eighth of the surface area.
    pub(crate) fn area(&self) -> f64 {
        let DVec3 { x, y, z } = self.half();
        x * y + y * z + z * x
    }

    /// The box with everything within a distance of it. The axes are within 10⁻⁶ of orthonormal.
    pub(crate) fn grown(mut self, distance: f64) -> Self {
        self.half = self.half.map(|half| rounded_up(f64::from(half) + 1.001 * distance));
        self
    }

    /// The box with the smaller surface area, of two boxes with the same contents.
    #[must_use]
    pub fn smaller(self, other: Self) -> Self {
        if other.area() < self.area() { other } else { self }
    }
}

/// The range of points along three axes: a box before rounding.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PointRange {
    axes: DMat3,
    inverse: DMat3,
    first: DVec3,
    /// Smallest and largest coordinates along the axes, measured from `first`.
    lower: DVec3,
    upper: DVec3,
    /// Whether every coordinate is finite.
    finite: bool,
}

impl PointRange {
    /// The range of a first point and others. The axes are those of [`Obb::along`].
    #[inline]
    pub(crate) fn of(first: DVec3, others: impl Iterator<Item = DVec3>, axes: DMat3) -> Self {
        let axes = DMat3::from_cols_array_2d(&axes.to_cols_array_2d().map(|axis| narrowed(axis.into()).map(f64::from)));
        let inverse = axes.inverse();
        let independent = inverse.is_finite() && inverse.determinant().abs() < LARGEST_INVERSE_DETERMINANT;
        let (axes, inverse) = if independent { (axes, inverse) } else { (DMat3::IDENTITY, DMat3::IDENTITY) };
        // Comparisons drop a NaN. The sum keeps it.
        let (mut lower, mut upper, mut sum) = (DVec3::ZERO, DVec3::ZERO, DVec3::ZERO);
        others.for_each(|point| {
            let place = inverse * (point - first);
            lower = lower.min(place);
            upper = upper.max(place);
            sum += place;
        });
        Self { axes, inverse, first, lower, upper, finite: sum.is_finite() }
    }

    /// The box that contains all points, rounding included: half lengths grow by [`BOX_ERROR`] of a bound on the
    /// distances of the points from the origin and from the centre. The whole space if a coordinate overflows.
    pub(crate) fn volume(&self) -> Obb {
        let Self { axes, inverse, first, lower, upper, finite } = *self;
        let centre = narrowed(first + axes * (0.5 * lower + 0.5 * upper));
        // The place of the rounded centre along the axes.
        let place = inverse * (widened(centre) - first);
        let farthest = lower.abs().max(upper.abs()).max(place.abs());
        // The sum of the coordinates bounds a length from above.
        let length = |vector: DVec3| vector.abs().element_sum();
        let [x, y, z] = columns(axes).map(length);
        let size = length(first) + 2.0 * farthest.dot(DVec3::new(x, y, z));
        let half = (upper - place).max(place - lower) + BOX_ERROR * size;
        if !finite || !half.is_finite() {
            return Obb::UNBOUNDED;
        }
        Obb { centre, half: half.to_array().map(rounded_up), axes: columns(axes).map(narrowed) }
    }
}

impl BoundingVolume for Obb {
    /// The smaller of two boxes: along the axes of `self`, and along those of `other`.
    fn merged(&self, other: &Self) -> Self {
        let corners: Vec<DVec3> = [self, other].into_iter().flat_map(Obb::corners).collect();
        // The corners are rounded, so the box around them grows by the rounding error.
        let rounding = BOX_ERROR * corners.iter().map(|corner| corner.length()).fold(0.0, f64::max);
        let along = |axes: DMat3| Self::along(&corners, axes).expect("boxes have corners");
        let mut merged = along(self.axes()).smaller(along(other.axes()));
        merged.half = merged.half.map(|half| rounded_up(f64::from(half) + rounding));
        merged
    }

    fn disjoint(&self, other: &Self) -> bool {
        let (of_self, of_other) = (columns(self.axes()), columns(other.axes()));
        let mut across = of_self.into_iter().flat_map(|e| of_other.into_iter().map(move |f| e.cross(f)));
        of_self.into_iter().chain(of_other).any(|direction| self.separated_along(other, direction))
            || across.any(|direction| self.separated_along(other, direction))
    }
}

pub(crate) fn columns(matrix: DMat3) -> [DVec3; 3] {
    [matrix.x_axis, matrix.y_axis, matrix.z_axis]
}

/// The principal directions of the points: eigenvectors of their covariance. `None` if there are no points.
fn spread(points: &[DVec3]) -> Option<DMat3> {
    let mean = points.iter().copied().reduce(|a, b| a + b)? / points.len() as f64;
    let size = points.iter().map(|&point| (point - mean).abs().max_element()).fold(0.0, f64::max);
    let mut covariance = DMat3::ZERO;
    for &point in points {
        let offset = (point - mean) / if size > 0.0 { size } else { 1.0 };
        covariance += DMat3::from_cols(offset * offset.x, offset * offset.y, offset * offset.z);
    }
    Some(eigenvectors(covariance))
}

/// The eigenvectors of a symmetric matrix, by Jacobi rotations. Each rotation makes one off-diagonal entry
/// zero.
pub(crate) fn eigenvectors(matrix: DMat3) -> DMat3 {
    let mut rest = matrix.to_cols_array_2d();
    let mut vectors = columns(DMat3::IDENTITY);
    let negligible = JACOBI_CONVERGED * (rest[0][0] + rest[1][1] + rest[2][2]);
    for rotation in 0..JACOBI_ROTATIONS {
        let (row, column, other) = [(0, 1, 2), (0, 2, 1), (1, 2, 0)][rotation % 3];
        let off = rest[row][column];
        if off.abs() <= negligible {
            let largest = rest[0][1].abs().max(rest[0][2].abs()).max(rest[1][2].abs());
            if largest <= negligible {
                break;
            }
            continue;
        }
        let turn = JacobiRotation::of(rest[row][row], off, rest[column][column]);
        rest[row][row] -= turn.tangent * off;
        rest[column][column] += turn.tangent * off;
        (rest[row][column], rest[column][row]) = (0.0, 0.0);
        let (to_row, to_column) = (rest[row][other], rest[column][other]);
        let [turned_row, turned_column] = [turn.first(to_row, to_column), turn.second(to_row, to_column)];
        (rest[row][other], rest[other][row]) = (turned_row, turned_row);
        (rest[column][other], rest[other][column]) = (turned_column, turned_column);
        let (one, two) = (vectors[row], vectors[column]);
        vectors[row] = one * turn.cosine - two * turn.sine;
        vectors[column] = one * turn.sine + two * turn.cosine;
    }
    let [x, y, z] = vectors;
    let vectors = DMat3::from_cols(x, y, z);
    if vectors.is_finite() { vectors } else { DMat3::IDENTITY }
}

/// A unit vector perpendicular to the unit vector `normal`: the direction of widest or least spread across it.
pub(crate) fn principal_across(covariance: DMat3, normal: DVec3) -> DVec3 {
    let (one, two) = normal.any_orthonormal_pair();
    let (of_one, of_two) = (covariance * one, covariance * two);
    let turn = JacobiRotation::of(one.dot(of_one), one.dot(of_two), two.dot(of_two));
    one * turn.cosine - two * turn.sine
}

/// The rotation that makes a symmetric 2×2 matrix diagonal.
struct JacobiRotation {
    tangent: f64,
    cosine: f64,
    sine: f64,
}

impl JacobiRotation {
    /// The smaller of the two possible angles, for a matrix with this diagonal and this off-diagonal entry.
    #[inline]
    fn of(first: f64, off: f64, second: f64) -> Self {
        if off == 0.0 {
            return Self { tangent: 0.0, cosine: 1.0, sine: 0.0 };
        }
        let cotangent = (second - first) / (2.0 * off);
        let tangent = (1.0_f64).copysign(cotangent) / (cotangent.abs() + (cotangent * cotangent + 1.0).sqrt());
        let cosine = 1.0 / (tangent * tangent + 1.0).sqrt();
        Self { tangent, cosine, sine: tangent * cosine }
    }

    #[inline]
    fn first(&self, one: f64, two: f64) -> f64 {
        self.cosine * one - self.sine * two
    }

    #[inline]
    fn second(&self, one: f64, two: f64) -> f64 {
        self.sine * one + self.cosine * two
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DQuat, dvec3};
    use tangency_interval::laws::Random;

    crate::volume_laws!(obb, |points: &[DVec3]| Obb::around(points).expect("there are points"));

    #[test]
    fn nothing_has_no_box() {
        assert_eq!(Obb::around(&[]), None);
    }

    /// Checks that points are in the box, with an exact criterion: Cramer's rule in interval arithmetic gives
    /// their coordinates along the axes.
    #[test]
    fn every_point_is_inside() {
        use tangency_interval::{Interval, Matrix, Vector3};
        let mut random = Random::new(8);
        for round in 0..2_000 {
            let scale = [1e-3, 1.0, 1e4][round % 3];
            let flat = if random.below(2) == 0 { 0.0 } else { 1.0 };
            let away = DVec3::splat([0.0, 500.0][random.below(2)]);
            let points: Vec<DVec3> = (0..1 + random.below(9))
                .map(|_| {
                    let mut number = || random.between(-1.0, 1.0);
                    away + scale * dvec3(number(), number(), flat * number())
                })
                .collect();
            let found = Obb::around(&points).expect("there are points");
            let axes = Matrix(columns(found.axes()).map(|axis| Vector3::point(axis.to_array()))).transpose();
            for point in points {
                let offset = Vector3::point(point.to_array()) - Vector3::point(found.centre().to_array());
                for (index, half) in found.half().to_array().into_iter().enumerate() {
                    let mut replaced = axes;
                    (0..3).for_each(|row| replaced.0[row].0[index] = offset[row]);
                    let coordinate: Interval = replaced.determinant() / axes.determinant();
                    assert!(coordinate.magnitude() <= half, "{coordinate:?} beyond {half}");
                }
            }
        }
    }

    #[test]
    fn a_turned_plate_is_thin() {
        let turn = DQuat::from_axis_angle(dvec3(1.0, 2.0, 3.0).normalize(), 0.7);
        let plate: Vec<DVec3> = (0..64).map(|i| turn * dvec3(f64::from(i % 8), 0.5 * f64::from(i / 8), 0.0)).collect();
        let half = Obb::around(&plate).expect("points").half();
        assert!(half.min_element() < 1e-5 && half.max_element() < 3.6, "{half}");
    }

    /// Only an edge-edge axis separates these two crossed rods.
    #[test]
    fn crossed_rods_are_disjoint() {
        let rod = |turn: DQuat, place: DVec3| {
            let ends: Vec<DVec3> = (0..8)
                .map(|i| {
                    place
                        + turn
                            * dvec3(
                                if i & 1 == 0 { 5.0 } else { -5.0 },
                                0.1 * f64::from(i >> 1 & 1),
                                0.1 * f64::from(i >> 2),
                            )
                })
                .collect();
            Obb::along(&ends, DMat3::from_quat(turn)).expect("points")
        };
        let a = rod(DQuat::from_rotation_x(0.785), DVec3::ZERO);
        let b = rod(DQuat::from_rotation_z(1.57) * DQuat::from_rotation_x(0.785), dvec3(0.0, 0.0, 0.3));
        assert!(a.disjoint(&b) && b.disjoint(&a));
    }
}
