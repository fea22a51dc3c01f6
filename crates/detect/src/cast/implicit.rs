//! The first hit of a ray with an implicit solid.
//!
//! **Question.** Where on a ray is the function of a solid not positive for the first time?
//!
//! **Idea.** Halve the ray. A piece is skipped if the enclosure of the function over it is positive. The first piece
//! that remains at the finest width holds the hit.
//!
//! **Guarantee.** No hit before the lower end. The hit is proved if the function is not positive at a point soon after.
//! A ray that grazes the solid within rounding is a hit with evidence `Computed`. A miss is a proof.
//!
//! **Cost.** Some hundred enclosures of the function.
//!
//! **Source.** Mitchell, *Robust Ray Intersection with Interval Arithmetic*, 1990.

use super::ray::{Interior, Ray, RayHit};
use crate::tolerance::{CAST_BOXES, CAST_DOUBLINGS, CAST_FINEST};
use glam::DVec3;
use tangency_geometry::solid::SolidWork;
use tangency_geometry::{Evidence, Feature, Solid};
use tangency_interval::{Interval, Vector, Vector3};

/// The ray, with its direction enclosed.
struct EnclosedRay {
    origin: Vector3,
    unit: Vector3,
}

impl EnclosedRay {
    fn during(&self, distance: Interval) -> Vector3 {
        self.origin + self.unit * distance
    }

    /// The distances at which the ray may be in a box, from 0 to `length`. Empty if there are none.
    fn within(&self, bounds: Vector3, length: f64) -> Interval {
        (0..3).fold(Interval::between(0.0, length), |within, axis| {
            let along = self.unit[axis];
            if along.contains(0.0) {
                let beside = (self.origin[axis] + along * within).disjoint(bounds[axis]);
                if beside { Interval::EMPTY } else { within }
            } else {
                within.intersection((bounds[axis] - self.origin[axis]) / along)
            }
        })
    }
}

/// A bracket of the first distance with a value that is not positive.
struct FirstCrossing {
    distance: Interval,
    proved: bool,
}

pub(super) fn cast(solid: &Solid, time: f64, ray: &Ray, interior: Interior) -> Option<RayHit> {
    let line = EnclosedRay { origin: Vector::point(ray.origin.to_array()), unit: ray.enclosed_unit() };
    let time = Interval::from(time);
    let mut work = SolidWork::default();
    let start = solid.value(line.origin, time, &mut work);
    let inside = start.upper() <= 0.0;
    if inside && interior == Interior::Filled {
        return Some(ray.starts_inside(Evidence::Proved));
    }
    let range = line.within(solid.bounding_box(), ray.length);
    if range.is_empty() {
        return None;
    }
    let finest = CAST_FINEST * (ray.origin.abs().max_element() + solid.reach()).max(f64::MIN_POSITIVE);
    let value = |distance: Interval| {
        let value = solid.value(line.during(distance), time, &mut work);
        if inside { -value } else { value }
    };
    let crossing = first_not_positive(range, finest, value)?;
    let point = ray.at(crossing.distance.mid());
    let (part, normal) = surface(solid, time, point, &mut work);
    let against = if normal.dot(ray.unit()) > 0.0 { -normal } else { normal };
    Some(RayHit {
        distance: crossing.distance,
        point,
        normal: if against == DVec3::ZERO { -ray.unit() } else { against },
        feature: Some(Feature::Part(part)),
        evidence: if crossing.proved { Evidence::Proved } else { Evidence::Computed },
    })
}

/// The first place in the range where the value, given by its enclosures, is not positive. `None` proves that it is
/// positive everywhere.
fn first_not_positive(
    range: Interval,
    finest: f64,
    mut value: impl FnMut(Interval) -> Interval,
) -> Option<FirstCrossing> {
    let mut waiting = vec![range];
    for _ in 0..CAST_BOXES {
        let piece = waiting.pop()?;
        let over = value(piece);
        if over.lower() > 0.0 {
            continue;
        }
        if over.upper() <= 0.0 {
            // Everything before is positive, so the piece begins with the first crossing.
            return Some(FirstCrossing { distance: Interval::from(piece.lower()), proved: true });
        }
        let middle = piece.mid();
        if piece.width() > finest && piece.lower() < middle && middle < piece.upper() {
            waiting.extend([Interval::between(middle, piece.upper()), Interval::between(piece.lower(), middle)]);
            continue;
        }
        let mut ahead = finest.max(piece.width());
        for _ in 0..CAST_DOUBLINGS {
            let upper = piece.lower() + ahead;
            if value(Interval::from(upper)).upper() <= 0.0 {
                return Some(FirstCrossing { distance: Interval::between(piece.lower(), upper), proved: true });
            }
            ahead *= 2.0;
        }
        return Some(FirstCrossing { distance: piece, proved: false });
    }
    let lower = waiting.last().map_or(range.upper(), |piece| piece.lower());
    Some(FirstCrossing { distance: Interval::between(lower, range.upper()), proved: false })
}

/// The leaf whose surface is nearest to a point, by a first-order estimate, and its unit gradient; zero if unknown.
fn surface(solid: &Solid, time: Interval, point: DVec3, work: &mut SolidWork) -> (u32, DVec3) {
    let place = Vector::point(point.to_array());
    let mut nearest = (f64::INFINITY, 0, DVec3::ZERO);
    for (index, leaf) in solid.leaves().iter().enumerate() {
        let Some(slope) = leaf.slope(place, time, work) else { continue };
        let gradient = DVec3::from_array(slope.gradient.mid());
        let distance = slope.value.mid().abs() / gradient.length().max(f64::MIN_POSITIVE);
        if distance < nearest.0 {
            nearest = (distance, index as u32, gradient.normalize_or_zero());
        }
    }
    (nearest.1, nearest.2)
}
