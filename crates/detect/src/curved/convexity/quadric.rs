//! Formulas of degree two that are ellipsoids.
//!
//! **Question.** Is the solid of a formula an ellipsoid, and which one?
//!
//! **Idea.** The second derivatives of a polynomial of degree two are constant. Enclose them over the bounding box. If
//! they are constant up to rounding, Taylor's formula about the centre `m` is the whole formula. In coordinates `w`
//! along the eigenvectors of the second derivatives it is
//!
//! ```text
//! f = −ρ + λ₁·w₁² + λ₂·w₂² + λ₃·w₃² + e,   |e| ≤ δ in the box
//! ```
//!
//! Here `δ` bounds everything that rounding leaves: the gradient at the rounded centre, mixed terms, widths. If all `λ`
//! are positive, the solid lies between the ellipsoids `Σ λ·w² = ρ − δ` and `Σ λ·w² = ρ + δ`. No symbols are
//! manipulated, so it does not matter how the formula is written.
//!
//! **Guarantee.** The solid is a subset of the returned body. Every point of the body is within `excess` of the solid.
//! All of this is proved, rounding included. The larger ellipsoid follows from `f ≤ 0` on the solid, which is within
//! its bounding box. The smaller one is within the box, too, and there `f ≤ 0`. A formula that counts only within a
//! region is positive on the border of that region, which the smaller ellipsoid therefore does not cross.
//!
//! **Cost.** Three evaluations of the formula, once; one if it is not of degree two.
//!
//! **Source.** Taylor's formula with the remainder of Lagrange.

use crate::curved::equations::eigenbasis;
use crate::tolerance::{QUADRIC_ERROR, QUADRIC_WIDTH};
use glam::{DMat3, DQuat, DVec3};
use tangency_geometry::solid::{Solid, SolidLeaf, SolidWork};
use tangency_geometry::{Convex, Pose};
use tangency_interval::{Interval, Matrix, Vector, Vector3};

/// The ellipsoid or the ball that contains the solid of one formula, and the distance in metres by which it exceeds the
/// solid. `place`: a box that is wider than the bounding box. `None` if the formula is not known to be of degree two
/// and bounded.
pub(super) fn ellipsoid_around(solid: &Solid, leaf: &SolidLeaf, place: Vector3) -> Option<(Convex, f64)> {
    let mut work = SolidWork::default();
    let bounds = solid.bounding_box();
    let half_second = leaf.jet(place, Interval::ZERO, &mut work)?.second * 0.5;
    let entries = || half_second.0.iter().flat_map(|row| row.0);
    let largest = entries().map(Interval::magnitude).fold(0.0, f64::max);
    if !entries().all(|entry| entry.is_bounded() && entry.width() <= QUADRIC_WIDTH * largest) {
        return None;
    }
    let rotation = principal_axes(half_second)?;
    let centre = centre(leaf, half_second, bounds, &mut work)?;
    let frame = Pose::new(rotation, centre).ok()?;
    let between = Ellipsoids::of(leaf, half_second, &frame, place, &mut work)?;
    between.body(&frame, bounds, place)
}

/// The rotation to the eigenvectors of a symmetric matrix, in floating point.
fn principal_axes(matrix: Matrix<3, 3>) -> Option<DQuat> {
    let (basis, _) = eigenbasis(matrix.mid())?;
    let mut axes = DMat3::from_cols_array_2d(&basis).transpose();
    if axes == DMat3::IDENTITY {
        return Some(DQuat::IDENTITY);
    }
    if axes.determinant() < 0.0 {
        axes.x_axis = -axes.x_axis;
    }
    let rotation = DQuat::from_mat3(&axes).normalize();
    rotation.is_finite().then_some(rotation)
}

/// The point where the gradient vanishes, in floating point.
fn centre(leaf: &SolidLeaf, half_second: Matrix<3, 3>, bounds: Vector3, work: &mut SolidWork) -> Option<DVec3> {
    let middle = bounds.mid();
    let slope = leaf.slope(Vector::point(middle), Interval::ZERO, work)?;
    let matrix = DMat3::from_cols_array_2d(&half_second.mid());
    let centre = DVec3::from_array(middle) - 0.5 * (matrix.inverse() * DVec3::from_array(slope.gradient.mid()));
    bounds.contains(centre.to_array()).then_some(centre)
}

/// The half axes of two ellipsoids with the same axes. The solid is between them.
struct Ellipsoids {
    inner: [f64; 3],
    outer: [f64; 3],
}

impl Ellipsoids {
    /// `None` if the second derivatives are not positive definite, or the two would not be close to each other.
    fn of(
        leaf: &SolidLeaf,
        half_second: Matrix<3, 3>,
        frame: &Pose,
        place: Vector3,
        work: &mut SolidWork,
    ) -> Option<Self> {
        let centre = Vector::point(frame.translation().to_array());
        let slope = leaf.slope(centre, Interval::ZERO, work)?;
        let rotation = frame.enclosure().rotation;
        let offset = place - centre;
        // Without a rotation nothing is rounded, and exact formulas give exact half axes.
        let (turned, along) = if frame.rotation() == DQuat::IDENTITY {
            (half_second, offset)
        } else {
            (rotation.transpose() * half_second * rotation, rotation.transpose() * offset)
        };
        let level = -slope.value.mid();
        let curvatures = [0, 1, 2].map(|axis| turned[axis][axis].mid());
        if !(level > 0.0 && curvatures.iter().all(|&curvature| curvature > 0.0)) {
            return None;
        }
        let mut error = slope.value + Interval::from(level) + slope.gradient.dot(offset);
        for (row, curvature) in curvatures.into_iter().enumerate() {
            for column in 0..3 {
                let ideal = if row == column { curvature } else { 0.0 };
                error += (turned[row][column] - Interval::from(ideal)) * along[row] * along[column];
            }
        }
        let bound = error.magnitude();
        if !(bound <= QUADRIC_ERROR * level) {
            return None;
        }
        let level = Interval::from(level);
        let half_axis =
            |sign: f64, axis: usize| ((level + Interval::from(sign * bound)) / Interval::from(curvatures[axis])).sqrt();
        let inner = [0, 1, 2].map(|axis| half_axis(-1.0, axis).lower());
        let outer = [0, 1, 2].map(|axis| half_axis(1.0, axis).upper());
        Some(Self { inner, outer })
    }

    /// The outer ellipsoid, or the ball around it if its half axes are equal up to rounding. `None` if the inner one is
    /// not within the place where the formula is known.
    fn body(&self, frame: &Pose, bounds: Vector3, place: Vector3) -> Option<(Convex, f64)> {
        let rotation = frame.enclosure().rotation;
        let centre = frame.translation();
        let within = (0..3).all(|axis| {
            let along = Vector3::from_fn(|index| rotation[axis][index] * Interval::from(self.inner[index]));
            let reach = along.length().upper();
            let extent = Interval::from(centre[axis]) + Interval::between(-reach, reach);
            extent.subset(place[axis])
        });
        if !(within && bounds.contains(centre.to_array())) {
            return None;
        }
        let difference = |outer: f64, inner: f64| (Interval::from(outer) - Interval::from(inner)).upper();
        let largest = self.outer.into_iter().fold(0.0, f64::max);
        let smallest = self.inner.into_iter().fold(f64::INFINITY, f64::min);
        if difference(largest, smallest) <= QUADRIC_ERROR * largest {
            let ball = Convex::sphere(largest).ok()?.placed(&Pose::translated(centre).ok()?);
            return Some((ball, difference(largest, smallest)));
        }
        // A point of the outer ellipsoid becomes one of the inner if each coordinate is scaled by the ratio of the half
        // axes. It moves by at most the largest difference of half axes.
        let excess = (0..3).map(|axis| difference(self.outer[axis], self.inner[axis])).fold(0.0, f64::max);
        Some((Convex::ellipsoid(DVec3::from_array(self.outer)).ok()?.placed(frame), excess))
    }
}
