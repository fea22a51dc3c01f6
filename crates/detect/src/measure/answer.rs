//! The answers to questions about the distance of two bodies.

use glam::DVec3;
use tangency_geometry::{Contact, Effort, Evidence, Feature};
use tangency_interval::Interval;

/// The points of two bodies that are closest to one another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClosestPair {
    /// A point of `a` and a point of `b`, in the frame of the world, up to rounding. If the bodies overlap, points of
    /// their overlap.
    pub points: [DVec3; 2],
    /// The unit normal from `a` to `b`. It is the direction between the points, unless the bodies touch.
    pub normal: DVec3,
    /// The feature of `a` and the feature of `b` that contain the points.
    pub features: [Feature; 2],
}

/// How far two bodies are apart at an instant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairDistance {
    /// Metres. Encloses the distance. It is zero if the bodies have a common point; a body inside a solid has all of
    /// its points in common with it.
    pub distance: Interval,
    /// The closest points. Their distance is within the enclosure, up to rounding.
    pub closest: ClosestPair,
    /// How certain the enclosure is.
    pub evidence: Evidence,
    /// The work done.
    pub effort: Effort,
}

/// How close two bodies come during a span of time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClosestApproach {
    /// Metres. Encloses the least distance during the span: zero if the bodies touch.
    pub distance: Interval,
    /// Seconds. Contains every instant at which the distance is least. If the bodies touch, it contains the first
    /// contact.
    pub time: Interval,
    /// Seconds. An instant at which the distance is at most the upper end of the enclosure.
    pub at: f64,
    /// The closest points at that instant.
    pub closest: ClosestPair,
    /// How certain both enclosures are.
    pub evidence: Evidence,
    /// `false` if the budget ran out: the enclosure of the distance is then wider than the tolerance.
    pub complete: bool,
    /// The work done.
    pub effort: Effort,
}

/// How deep two bodies overlap at an instant.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct PairDepth {
    /// Metres. Encloses the length of the shortest translation that parts the bodies: zero if they are apart.
    pub depth: Interval,
    /// A unit vector. Moving `b` along it by more than the upper end of the depth parts the bodies.
    pub direction: DVec3,
    /// The deepest points known, of `a` and of `b`. The closest points if the bodies are apart.
    pub points: [DVec3; 2],
    /// The connected regions in which meshes that are not convex are inside each other. Empty for other bodies.
    pub regions: Vec<LocalDepth>,
    /// How certain the enclosure is.
    pub evidence: Evidence,
    /// The work done.
    pub effort: Effort,
}

/// A region in which a part of one body is inside the other.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct LocalDepth {
    /// Metres. Encloses the distance of the deepest vertex of the region from the surface of the other body. No
    /// translation that is shorter than the lower end parts the bodies.
    pub depth: Interval,
    /// The unit vector along which `b` leaves `a` there.
    pub normal: DVec3,
    /// The point of `a` and the point of `b`: one is the deepest vertex, the other the nearest point of the surface.
    pub points: [DVec3; 2],
    /// The features that contain them.
    pub features: [Feature; 2],
}

impl PairDistance {
    /// This enclosure, which is proved, and another one of the same distance: the closer points, and both bounds if the
    /// other one is proved as well.
    pub(super) fn narrowed(self, other: &Self) -> Self {
        let effort = self.effort.plus(other.effort);
        let both = self.distance.intersection(other.distance);
        if other.evidence != Evidence::Proved || both.is_empty() {
            return Self { effort, ..self };
        }
        let closest = if other.distance.upper() < self.distance.upper() { other.closest } else { self.closest };
        Self { distance: both, closest, effort, ..self }
    }
}

impl ClosestPair {
    /// The closest points that a contact describes.
    pub(super) fn of(contact: &Contact) -> Self {
        let half = 0.5 * contact.gap.max(0.0) * contact.normal;
        Self {
            points: [contact.point - half, contact.point + half],
            normal: contact.normal,
            features: [contact.feature_a, contact.feature_b],
        }
    }
}
