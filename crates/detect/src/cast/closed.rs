//! The first hit of a ray with a ball, an ellipsoid or a box, by formula.
//!
//! **Question.** Where does a line enter and leave an ellipsoid or a box?
//!
//! **Idea.** The roots of a quadratic, or the crossings with six planes, in intervals.
//!
//! **Guarantee.** Entry and exit are enclosed. A miss is a proof. If the enclosures do not tell whether the line meets
//! the body, or on which side of the surface the ray starts, the evidence is `Computed`.
//!
//! **Cost.** About 100 ns.
//!
//! **Source.** The usual formulas. The distance of the line from the centre is computed before its square, which keeps
//! it accurate far from the ball.

use super::convex::hit;
use super::ray::{Interior, Ray, RayHit};
use glam::DVec3;
use tangency_geometry::Evidence;
use tangency_interval::{Interval, Vector3};

/// How the whole line of a ray meets a convex body.
pub(super) enum LineThrough {
    Misses,
    /// It enters and leaves at these distances, if it meets the body; `certain` proves that it does.
    Meets {
        enters: Interval,
        leaves: Interval,
        certain: bool,
    },
    /// The formula does not apply.
    Open,
}

/// The line and the ellipsoid with these half axes about the origin.
pub(super) fn through_ellipsoid(ray: &Ray, radii: [Interval; 3]) -> LineThrough {
    // In units of the half axes the ellipsoid is a ball.
    let unit = ray.enclosed_unit();
    let origin = Vector3::from_fn(|axis| Interval::from(ray.origin[axis]) / radii[axis]);
    let along = Vector3::from_fn(|axis| unit[axis] / radii[axis]);
    let speed_sq = along.length_sq();
    let middle = -origin.dot(along) / speed_sq;
    let nearest = origin + along * middle;
    let square = (Interval::ONE - nearest.length_sq()) / speed_sq;
    if square.upper() < 0.0 {
        return LineThrough::Misses;
    }
    // Numbers of unusual size.
    if !square.is_bounded() {
        return LineThrough::Open;
    }
    let half = square.max(Interval::ZERO).sqrt();
    LineThrough::Meets { enters: middle - half, leaves: middle + half, certain: square.lower() >= 0.0 }
}

/// The line and the box with these half extents about the origin.
pub(super) fn through_box(ray: &Ray, half: DVec3) -> LineThrough {
    let unit = ray.enclosed_unit();
    let (mut enters, mut leaves) = (Interval::from(f64::MIN), Interval::from(f64::MAX));
    for axis in 0..3 {
        let (origin, half) = (ray.origin[axis], half[axis]);
        if ray.direction[axis] == 0.0 {
            if origin.abs() > half {
                return LineThrough::Misses;
            }
            continue;
        }
        if unit[axis].contains(0.0) {
            return LineThrough::Open;
        }
        let planes = [-half, half].map(|plane| (Interval::from(plane) - origin) / unit[axis]);
        enters = enters.max(planes[0].min(planes[1]));
        leaves = leaves.min(planes[0].max(planes[1]));
    }
    if enters.lower() > leaves.upper() {
        return LineThrough::Misses;
    }
    LineThrough::Meets { enters, leaves, certain: enters.upper() <= leaves.lower() }
}

/// The hit of a ray whose line meets a body. `normal` is that of the surface at a point.
pub(super) fn described(
    [enters, leaves]: [Interval; 2],
    certain: bool,
    ray: &Ray,
    interior: Interior,
    normal: impl Fn(DVec3) -> DVec3,
) -> Option<RayHit> {
    let made = |distance: Interval, proved: bool| {
        let distance = Interval::between(distance.lower().max(0.0), distance.upper().max(0.0));
        (distance.lower() <= ray.length).then(|| hit(ray, distance, normal(ray.at(distance.mid())), proved))
    };
    if leaves.upper() < 0.0 {
        None
    } else if enters.lower() > 0.0 {
        made(enters, certain)
    } else if certain && enters.upper() <= 0.0 && leaves.lower() >= 0.0 {
        match interior {
            Interior::Filled => Some(ray.starts_inside(Evidence::Proved)),
            Interior::Hollow => made(leaves, true),
        }
    } else {
        // The start is on the surface up to rounding.
        let proved = certain && leaves.lower() >= 0.0 && interior == Interior::Filled;
        made(enters, proved)
    }
}
