//! The point of a smooth convex surface that is farthest along a direction.
//!
//! **Question.** At which point of the surface `f = 0` is the gradient of `f` parallel to a direction?
//!
//! **Idea.** Newton's method for both equations at once: `f = 0`, and the gradient has no part across the direction. A
//! step across the normal divides the angle that is left by the curvature. Where that does not bring the normal nearer
//! to the direction, the curvature is increased, which makes the step shorter and turns it towards steepest ascent.
//!
//! **Guarantee.** None: the point is computed in floating point. `level` proves what follows from it.
//!
//! **Cost.** One evaluation of second derivatives a step; five to ten steps from afar, two or three from a point
//! nearby.
//!
//! **Source.** Levenberg 1944 and Marquardt 1963 for the damping.

use crate::tolerance::{EXTREME_DAMPING, EXTREME_FLATNESS, EXTREME_STEPS, EXTREME_STRIDE, LEVEL_ERROR};
use glam::{DMat2, DMat3, DVec2, DVec3};

/// A function and its derivatives at a point, in floating point.
#[derive(Clone, Copy, Debug)]
pub(super) struct PointJet {
    pub(super) value: f64,
    pub(super) gradient: DVec3,
    pub(super) second: DMat3,
}

/// The farthest point along a direction.
#[derive(Clone, Copy, Debug)]
pub(super) struct ExtremePoint {
    /// On the surface, within the rounding of its function.
    pub(super) point: DVec3,
    /// The unit normal of the surface there.
    pub(super) normal: DVec3,
    /// Metres. The radii of curvature as a matrix. `None` where the surface is flat.
    pub(super) curvature: Option<DMat3>,
}

/// A point on the way, with the frame of its tangent plane.
struct SurfaceFrame {
    point: DVec3,
    jet: PointJet,
    steepness: f64,
    normal: DVec3,
    across: [DVec3; 2],
    /// The second derivatives along the tangent plane.
    bend: DMat2,
    /// How far the point is from the one sought: the angle of the normals, and the distance from the surface.
    defect: f64,
}

impl SurfaceFrame {
    /// `None` where the gradient vanishes or is not known.
    fn new(point: DVec3, jet: PointJet, along: DVec3, size: f64) -> Option<Self> {
        let steepness = jet.gradient.length();
        let normal = jet.gradient / steepness;
        if !normal.is_finite() {
            return None;
        }
        let (one, two) = normal.any_orthonormal_pair();
        let [of_one, of_two] = [jet.second * one, jet.second * two];
        let mixed = one.dot(of_two);
        let bend = DMat2::from_cols_array(&[one.dot(of_one), mixed, mixed, two.dot(of_two)]);
        let defect = (along - normal).length() + jet.value.abs() / (steepness * size);
        Some(Self { point, jet, steepness, normal, across: [one, two], bend, defect })
    }

    /// Whether the point is the one sought, within a part of the error that `level` allows.
    fn is_extreme(&self, along: DVec3, size: f64) -> bool {
        (along - self.normal).length() <= 0.25 * LEVEL_ERROR
            && self.jet.value.abs() <= 0.0078125 * LEVEL_ERROR * size * self.steepness
    }

    /// The next point. `damping`: is added to the second derivatives.
    fn step(&self, along: DVec3, size: f64, damping: f64) -> DVec3 {
        let [one, two] = self.across;
        let inward = -self.jet.value / self.steepness;
        let share = along.dot(self.normal).max(0.25) / self.steepness;
        let pull = self.jet.second * self.normal * inward;
        let wanted = DVec2::new(along.dot(one), along.dot(two)) / share - DVec2::new(pull.dot(one), pull.dot(two));
        let damped = self.bend + DMat2::from_diagonal(DVec2::splat(damping));
        let aside = (damped.inverse() * wanted).clamp_length_max(EXTREME_STRIDE * size);
        self.point + one * aside.x + two * aside.y + self.normal * inward
    }

    /// Whether the surface is curved enough for a step.
    fn is_bent(&self, bend: DMat2, size: f64) -> bool {
        let trace = bend.x_axis.x + bend.y_axis.y;
        bend.determinant() > EXTREME_FLATNESS * trace * trace && trace > EXTREME_FLATNESS * self.steepness / size
    }

    fn extreme(&self, size: f64) -> ExtremePoint {
        let curvature = self.is_bent(self.bend, size).then(|| {
            let [one, two] = self.across;
            let radii = self.bend.inverse() * self.steepness;
            let [p, q, r] = [radii.x_axis.x, radii.x_axis.y, radii.y_axis.y];
            let outer = |a: DVec3, b: DVec3| DMat3::from_cols(a * b.x, a * b.y, a * b.z);
            outer(one, one) * p + (outer(one, two) + outer(two, one)) * q + outer(two, two) * r
        });
        ExtremePoint { point: self.point, normal: self.normal, curvature }
    }
}

/// Seeks the point of a surface that is farthest along a unit direction, from a point of the surface. `size`: the
/// diameter of the body, in metres. `jet`: the function, `None` where it has no second derivatives. `None` if the point
/// is not found.
pub(super) fn seek(
    mut jet: impl FnMut(DVec3) -> Option<PointJet>,
    along: DVec3,
    start: DVec3,
    size: f64,
) -> Option<ExtremePoint> {
    let mut best = SurfaceFrame::new(start, jet(start)?, along, size)?;
    let mut damping = 0.0;
    for _ in 0..EXTREME_STEPS {
        if best.is_extreme(along, size) {
            return Some(best.extreme(size));
        }
        let least = EXTREME_DAMPING * best.steepness / size;
        if damping == 0.0 && !best.is_bent(best.bend, size) {
            damping = least;
        }
        let point = best.step(along, size, damping);
        match jet(point).and_then(|jet| SurfaceFrame::new(point, jet, along, size)) {
            Some(next) if next.defect < best.defect => {
                best = next;
                damping = if best.is_bent(best.bend, size) && damping < least { 0.0 } else { 0.1 * damping };
            }
            Some(_) | None => damping = (4.0 * damping).max(1e-6 * least),
        }
    }
    None
}
