//! The hit of a ray, or of a moving ball, with a half-space.
//!
//! **Question.** Where does a ray cross a plane?
//!
//! **Idea.** The height above the plane is linear along the ray. It is that of the start plus the slope times the
//! distance.
//!
//! **Guarantee.** Height and slope are enclosed, so the distance is. A ray that may be parallel to the plane is a hit
//! with evidence `Computed`.
//!
//! **Cost.** Some tens of nanoseconds.

use super::ray::{Interior, Ray, RayHit};
use tangency_geometry::{Evidence, Feature, HalfSpace};
use tangency_interval::{Interval, Vector};

/// The first hit of a ball of this radius, in metres, or of a point.
pub(super) fn cast(half_space: &HalfSpace, ray: &Ray, radius: f64, interior: Interior) -> Option<RayHit> {
    let frame = half_space.frame().enclosure();
    let normal = frame.rotation.column(2);
    let height = normal.dot(Vector::point(ray.origin.to_array()) - frame.translation) - radius;
    let slope = normal.dot(ray.enclosed_unit());
    let outward = half_space.outward();
    if height.upper() <= 0.0 {
        return match interior {
            Interior::Filled => Some(ray.starts_inside(Evidence::Proved)),
            // Up to the plane from below.
            Interior::Hollow => crossing(ray, -height, slope).map(|(distance, evidence)| RayHit {
                distance,
                point: ray.at(distance.mid()),
                normal: -outward,
                feature: Some(Feature::Part(0)),
                evidence,
            }),
        };
    }
    let (distance, evidence) =
        if height.lower() > 0.0 { crossing(ray, height, -slope)? } else { (Interval::ZERO, Evidence::Computed) };
    let point = ray.at(distance.mid());
    Some(RayHit { distance, point, normal: outward, feature: Some(Feature::Part(0)), evidence })
}

/// The distance at which the ray has covered a positive height, at this rate. `None` if it does not.
fn crossing(ray: &Ray, height: Interval, rate: Interval) -> Option<(Interval, Evidence)> {
    if rate.upper() <= 0.0 {
        return None;
    }
    let first = (Interval::from(height.lower()) / rate.upper()).lower().max(0.0);
    if first > ray.length {
        return None;
    }
    if rate.lower() <= 0.0 {
        return Some((Interval::between(first, ray.length.min(f64::MAX)), Evidence::Computed));
    }
    let last = (Interval::from(height.upper()) / rate.lower()).upper();
    let evidence = if last <= ray.length { Evidence::Proved } else { Evidence::Computed };
    Some((Interval::between(first, last), evidence))
}
