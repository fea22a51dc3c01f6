//! The first point of a ray in a convex set.
//!
//! **Question.** Where does a ray enter a convex set that is known by its gap from points?
//!
//! **Idea.** A plane that separates a point of the ray from the set bounds how far the ray can go before it enters:
//! Newton's method on a convex function. It never passes the entry and converges quadratically unless the ray only
//! grazes. Then a point a little farther on the ray, proved to be in the set, bounds the entry from above.
//!
//! **Guarantee.** The set is not met before the lower end, rounding included. If the entry is proved, the set is met
//! before the upper end. [`Entry::Miss`] is a proof.
//!
//! **Cost.** Five to eight gaps; up to [`CAST_STEPS`] where the ray grazes the set.
//!
//! **Source.** van den Bergen, *Ray Casting against General Convex Objects with Application to Continuous Collision
//! Detection*, 2004. Deviation: each step is proved, and the result is a bracket.

use crate::tolerance::{CAST_DOUBLINGS, CAST_POINT_ROUNDING, CAST_STEPS};
use glam::DVec3;

/// The gap between a convex set and a point.
#[derive(Clone, Copy, Debug)]
pub(super) struct RayPointGap {
    /// Metres. The point is at least this far beyond the plane with this normal that bounds the set.
    pub(super) lower: f64,
    /// Metres. The distance is at most this; not positive: the point is in the set.
    pub(super) upper: f64,
    /// Of length 1 up to rounding, from the set to the point.
    pub(super) normal: DVec3,
}

/// How a ray meets a convex set.
#[derive(Clone, Copy, Debug)]
pub(super) enum Entry {
    /// It does not.
    Miss,
    /// The origin is in the set.
    Inside,
    /// It enters the set between these distances.
    Meets { lower: f64, upper: f64, normal: DVec3, proved: bool },
}

/// A ray for questions about entries.
#[derive(Clone, Copy, Debug)]
pub(super) struct EntryRay {
    pub(super) origin: DVec3,
    /// Of length 1 up to rounding.
    pub(super) unit: DVec3,
    /// Metres. Beyond this distance the ray does not matter.
    pub(super) length: f64,
}

impl EntryRay {
    fn at(&self, distance: f64) -> DVec3 {
        self.origin + self.unit * distance
    }

    /// Metres. Bounds the error of a point at this distance, that of the unit direction included.
    pub(super) fn rounding(&self, distance: f64) -> f64 {
        CAST_POINT_ROUNDING * (self.origin.abs().element_sum() + distance)
    }

    /// The entry into the set with this gap from points.
    pub(super) fn first_entry(&self, mut gap: impl FnMut(DVec3) -> RayPointGap) -> Entry {
        let mut distance = 0.0_f64;
        let mut here = gap(self.origin);
        if here.upper <= 0.0 {
            return Entry::Inside;
        }
        for _ in 0..CAST_STEPS {
            let lower = here.lower - if distance > 0.0 { self.rounding(distance) } else { 0.0 };
            if !(lower > 0.0) {
                break;
            }
            // Metres along the normal toward the set, a metre of the ray. The bound covers the rounding of the product.
            let rate = -here.normal.dot(self.unit) + 8.0 * f64::EPSILON;
            if rate <= 0.0 {
                return Entry::Miss;
            }
            let next = (distance + lower / rate * (1.0 - 8.0 * f64::EPSILON)).next_down();
            if next > self.length {
                return Entry::Miss;
            }
            if !(next > distance) {
                break;
            }
            distance = next;
            here = gap(self.at(distance));
        }
        self.bracketed(distance, here, gap)
    }

    /// Seeks a point of the set soon after a distance up to which there is none.
    fn bracketed(&self, lower: f64, here: RayPointGap, mut gap: impl FnMut(DVec3) -> RayPointGap) -> Entry {
        // Not by `here.upper`: so close to the set it may be much larger than the distance.
        let rate = (-here.normal.dot(self.unit)).clamp(1e-3, 1.0);
        let first = (16.0 * self.rounding(lower) / rate).max(f64::MIN_POSITIVE);
        let mut ahead = first;
        for _ in 0..CAST_DOUBLINGS {
            let upper = lower + ahead;
            if gap(self.at(upper)).upper + self.rounding(upper) <= 0.0 {
                return Entry::Meets { lower, upper, normal: here.normal, proved: true };
            }
            ahead *= 2.0;
        }
        Entry::Meets { lower, upper: lower + first, normal: here.normal, proved: false }
    }
}
