//! The first hit of a ray, or of a moving ball, with a convex body.
//!
//! **Question.** Where does a ray enter a convex body, and where does it leave it?
//!
//! **Idea.** The gap of a small ball at a point of the ray from the body (`ConvexPair`) is what the search for the
//! entry needs (`entry`). Balls, ellipsoids and boxes have closed forms (`closed`). Where the ray leaves the body, the
//! opposite ray from beyond the body enters it.
//!
//! **Guarantee.** That of `entry`: the distance is enclosed, a miss is a proof, and a ray that grazes the body within
//! rounding is a hit with evidence `Computed`.
//!
//! **Cost.** 0.1 µs for a ball, an ellipsoid or a box, half to some microseconds for other bodies.
//!
//! **Source.** As `entry`.

use super::closed::{LineThrough, described, through_box, through_ellipsoid};
use super::entry::{Entry, EntryRay, RayPointGap};
use super::ray::{Interior, Ray, RayHit};
use crate::tolerance::CAST_POINT_RADIUS;
use crate::{ConvexPair, PreparedConvex};
use glam::DVec3;
use std::sync::Arc;
use tangency_geometry::{ConvexCore, Evidence, Pose};
use tangency_interval::Interval;

/// The hit of a moving ball with a convex body. A ball with the least radius of a convex body stands for a point.
pub(super) fn cast(
    body: &Arc<PreparedConvex>,
    ball: &Arc<PreparedConvex>,
    ray: &Ray,
    interior: Interior,
) -> Option<RayHit> {
    if let Some(answer) = by_formula(body, ball, ray, interior) {
        return answer;
    }
    let mut pair = ConvexPair::of(Arc::clone(body), Arc::clone(ball));
    let mut gap = |point: DVec3| match Pose::translated(point) {
        Ok(pose) => {
            let found = pair.distance([&Pose::IDENTITY, &pose]);
            RayPointGap { lower: found.gap.lower(), upper: found.gap.upper(), normal: found.normal }
        }
        // A point beyond the range of doubles: nothing is known.
        Err(_) => RayPointGap { lower: f64::NEG_INFINITY, upper: f64::INFINITY, normal: DVec3::Z },
    };
    // No point of the ray farther away is in the body.
    let beyond = 2.0 * (ray.origin.abs().element_sum() + body.shape().reach() + ball.shape().reach());
    let forward = EntryRay { origin: ray.origin, unit: ray.unit(), length: ray.length.min(beyond) };
    match forward.first_entry(&mut gap) {
        Entry::Miss => None,
        Entry::Meets { lower, upper, normal, proved } => {
            Some(hit(ray, Interval::between(lower, upper), normal, proved))
        }
        Entry::Inside => match interior {
            Interior::Filled => Some(ray.starts_inside(Evidence::Proved)),
            Interior::Hollow => {
                let end = ray.at(beyond);
                let rounding = 2.0 * forward.rounding(beyond);
                let backward = EntryRay { origin: end, unit: -forward.unit, length: beyond };
                let (from_end, normal, proved) = match backward.first_entry(&mut gap) {
                    Entry::Meets { lower, upper, normal, proved } => (Interval::between(lower, upper), normal, proved),
                    // Neither is possible up to rounding: the origin is in the body, the end is not.
                    Entry::Miss | Entry::Inside => (Interval::between(0.0, beyond), -forward.unit, false),
                };
                let distance = Interval::from(beyond) - from_end;
                let lower = (distance.lower() - rounding).max(0.0);
                let distance = Interval::between(lower, distance.upper().max(0.0) + rounding);
                (distance.lower() <= ray.length).then(|| hit(ray, distance, normal, proved))
            }
        },
    }
}

/// The answer of a closed form: a ball against a ball, or a point against an ellipsoid or a box. `None` if there is no
/// form.
fn by_formula(body: &PreparedConvex, ball: &PreparedConvex, ray: &Ray, interior: Interior) -> Option<Option<RayHit>> {
    if *body.shape().frame() != Pose::IDENTITY {
        return None;
    }
    let [of_body, of_ball] = [body, ball].map(|body| body.shape().radius());
    // A ball of this radius stands for a point.
    let of_ball = if of_ball <= CAST_POINT_RADIUS { 0.0 } else { of_ball };
    let through = match body.shape().core() {
        ConvexCore::Point => through_ellipsoid(ray, [Interval::from(of_body) + of_ball; 3]),
        ConvexCore::Ellipsoid { radii } if of_body + of_ball == 0.0 => {
            through_ellipsoid(ray, radii.to_array().map(Interval::from))
        }
        ConvexCore::Cuboid { half } if of_body + of_ball == 0.0 => through_box(ray, *half),
        ConvexCore::Cuboid { .. }
        | ConvexCore::Segment { .. }
        | ConvexCore::Cylinder { .. }
        | ConvexCore::Cone { .. }
        | ConvexCore::Ellipsoid { .. }
        | ConvexCore::Hull { .. } => LineThrough::Open,
    };
    let normal = |point: DVec3| match body.shape().core() {
        ConvexCore::Cuboid { half } => {
            let axis = (point / *half).abs().max_position();
            DVec3::AXES[axis] * 1.0_f64.copysign(point[axis])
        }
        ConvexCore::Ellipsoid { radii } => (point / (*radii * *radii)).normalize_or(-ray.unit()),
        ConvexCore::Point
        | ConvexCore::Segment { .. }
        | ConvexCore::Cylinder { .. }
        | ConvexCore::Cone { .. }
        | ConvexCore::Hull { .. } => point.normalize_or(-ray.unit()),
    };
    match through {
        LineThrough::Open => None,
        LineThrough::Misses => Some(None),
        LineThrough::Meets { enters, leaves, certain } => {
            Some(described([enters, leaves], certain, ray, interior, normal))
        }
    }
}

/// The hit at a distance, with its normal turned against the ray.
pub(super) fn hit(ray: &Ray, distance: Interval, normal: DVec3, proved: bool) -> RayHit {
    let against = if normal.dot(ray.unit()) > 0.0 { -normal } else { normal };
    let evidence = if proved { Evidence::Proved } else { Evidence::Computed };
    RayHit { distance, point: ray.at(distance.mid()), normal: against, feature: None, evidence }
}
