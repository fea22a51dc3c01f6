//! The first instant at which two features on a screw cannot be proved apart.
//!
//! **Question.** From which instant on may a moving vertex (or edge) and a resting triangle (or edge) be within a
//! distance?
//!
//! **Idea.** Process spans of time, the earliest first. Discard a span if the wave of the features stays away from
//! zero, or if one fixed direction separates them throughout. Where the wave is monotone, an interval Newton step,
//! with the range of the derivative, shrinks the span to the part that may hold the root. Otherwise bisect. A span
//! that cannot be divided further is the first contact.
//!
//! **Guarantee.** No span is discarded without proof, so no root is missed and none is late. The features in the
//! returned span are within the distance up to rounding, or within `tolerance` if they stay close for so long that
//! resolving the instant would cost too much.
//!
//! **Cost.** Ten nanoseconds per span for the wave, fifty if a separating direction is tried.
//!
//! **Source.** Interval Newton replaces the sampled starting points of Kim & Rossignac's Newton iteration, which
//! may miss roots.

use super::turn::{Turn, radius};
use super::wave::{Wave, WaveValue};
use crate::closest::closest;
use crate::tolerance::{DEGENERATE_SINE_SQ, PAIR_SPANS, TIME_RESOLUTION};
use glam::DVec3;

/// The distances that count as contact on a screw.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach {
    /// Metres. The separation plus the bound on all errors of the computation.
    pub(super) needed: f64,
    /// Metres. A reported contact may exceed `needed` by this much.
    pub(super) tolerance: f64,
}

/// Two features: the corners of the moving feature at the start, and the corners of the resting feature.
pub(super) struct FeatureWalk<'walk> {
    pub(super) turn: &'walk Turn,
    pub(super) moving: &'walk [DVec3],
    pub(super) resting: &'walk [DVec3],
    pub(super) wave: Wave,
    /// Bounds the absolute value of the wave wherever the features are within reach.
    pub(super) limit: f64,
    pub(super) reach: Reach,
}

/// The result of testing a span.
enum SpanResult {
    Apart,
    /// All contacts of the span are in this part.
    Shrunk([f64; 2]),
    Undecided([f64; 2]),
}

impl FeatureWalk<'_> {
    /// The first part of a window that is not proved apart. There is no contact before it.
    pub(super) fn first(&self, window: [f64; 2]) -> Option<[f64; 2]> {
        let bend = self.wave.second_derivative_bound(self.turn.angle);
        let mut spans = Vec::new();
        let mut count = 0_u32;
        let mut next = Some(window);
        while let Some(span) = next {
            count += 1;
            next = match self.test(span, bend) {
                SpanResult::Apart => spans.pop(),
                SpanResult::Shrunk(part) if part[1] - part[0] < 0.5 * (span[1] - span[0]) => Some(part),
                SpanResult::Shrunk([start, end]) | SpanResult::Undecided([start, end]) => {
                    let middle = 0.5 * (start + end);
                    let fine = end - start <= TIME_RESOLUTION || !(start < middle && middle < end);
                    if fine || (count > PAIR_SPANS && self.within_tolerance([start, end])) {
                        return Some([start, end]);
                    }
                    spans.push([middle, end]);
                    Some([start, middle])
                }
            };
        }
        None
    }

    fn test(&self, [start, end]: [f64; 2], bend: f64) -> SpanResult {
        let (middle, half) = (0.5 * (start + end), 0.5 * (end - start) + f64::EPSILON);
        let WaveValue { value, slope } = self.wave.at(self.turn, middle);
        if value.abs() - slope.abs() * half - 0.5 * bend * half * half > self.limit || self.apart(middle, half) {
            return SpanResult::Apart;
        }
        // Bounds the derivative over the span from below. Its own rounding is small compared with the bend.
        let steep = slope.abs() - bend * half - (1.0 + self.turn.angle.abs()) * self.wave.rounding_bound();
        if !(steep > 0.0) {
            return SpanResult::Undecided([start, end]);
        }
        let gentle = slope.abs() + bend * half;
        let quotients = [-value - self.limit, -value + self.limit].map(|offset| {
            let offset = offset * slope.signum();
            [offset / steep, offset / gentle]
        });
        let [[a, b], [c, d]] = quotients;
        let (least, most) = (a.min(b).min(c).min(d), a.max(b).max(c).max(d));
        // Outward rounding of the quotients and sums.
        let from = middle + least - 1e-12 * least.abs() - f64::EPSILON;
        let to = middle + most + 1e-12 * most.abs() + f64::EPSILON;
        let (from, to) = (from.max(start), to.min(end));
        if from > to { SpanResult::Apart } else { SpanResult::Shrunk([from, to]) }
    }

    /// `true` proves that one direction separates the features during the span.
    fn apart(&self, middle: f64, half: f64) -> bool {
        let (distance, direction, positions) = self.closest_at(middle);
        if !(distance > self.reach.needed) {
            return false;
        }
        let positions = &positions[..self.moving.len()];
        let approach =
            positions.iter().map(|&position| direction.dot(self.turn.velocity(position)).abs()).fold(0.0, f64::max);
        let far = positions.iter().map(|&position| radius(position)).fold(0.0, f64::max);
        let bend = self.turn.angle * self.turn.angle * far;
        self.gap_along(direction, positions) - (approach + 0.5 * bend * half) * half * (1.0 + 1e-12) > self.reach.needed
    }

    /// The gap along a direction between the moving feature, with these corners, and the resting feature. Negative
    /// if they overlap along the direction.
    fn gap_along(&self, direction: DVec3, positions: &[DVec3]) -> f64 {
        let ahead = self.resting.iter().map(|corner| direction.dot(*corner)).fold(f64::INFINITY, f64::min);
        let behind = positions.iter().map(|corner| direction.dot(*corner)).fold(f64::NEG_INFINITY, f64::max);
        ahead - behind
    }

    fn within_tolerance(&self, [start, end]: [f64; 2]) -> bool {
        let (distance, _, positions) = self.closest_at(0.5 * (start + end));
        let speed = positions.iter().map(|&position| self.turn.velocity(position).length()).fold(0.0, f64::max);
        distance + speed * (end - start) <= self.reach.needed + 0.5 * self.reach.tolerance
    }

    /// The distance at an instant, the unit vector from the moving feature to the resting feature, and the corners
    /// of the moving feature.
    fn closest_at(&self, share: f64) -> (f64, DVec3, [DVec3; 2]) {
        let mut positions = [self.moving[0]; 2];
        for (position, &start) in positions.iter_mut().zip(self.moving) {
            *position = self.turn.position(start, share);
        }
        let moving = &positions[..self.moving.len()];
        let mut best = shortest(moving, self.resting);
        if self.degenerate(moving) {
            let ends = |corners: &[DVec3]| -> [[DVec3; 2]; 3] {
                let (first, second, last) = (corners[0], corners[1 % corners.len()], corners[corners.len() - 1]);
                [[first, second], [second, last], [last, first]]
            };
            let of_corners = moving.iter().flat_map(|&p| ends(self.resting).map(|side| [[p, p], side]));
            let on_edge = self.resting.iter().flat_map(|&p| ends(moving).map(|side| [side, [p, p]]));
            // Several connecting vectors may be equally short up to rounding, but only one may separate the whole
            // sliver. Choose the direction with the widest gap.
            for (distance, direction) in of_corners.chain(on_edge).map(|[a, b]| shortest(&a, &b)) {
                let wider = self.gap_along(direction, moving) > self.gap_along(best.1, moving);
                best = (best.0.min(distance), if wider { direction } else { best.1 });
            }
        }
        (best.0, best.1, positions)
    }

    /// Whether the closest points of a sliver or of nearly parallel edges may be wrong by a large part of their
    /// length.
    fn degenerate(&self, moving: &[DVec3]) -> bool {
        let [side, other] = match (moving, self.resting) {
            (&[a, b], &[c, d]) => [b - a, d - c],
            (_, corners) => [corners[1] - corners[0], corners[2] - corners[0]],
        };
        let least = DEGENERATE_SINE_SQ * side.length_squared() * other.length_squared();
        !(side.cross(other).length_squared() > least)
    }
}

/// The distance between the closest points and the unit vector between them. The vector is made perpendicular to
/// an edge if the closest point is inside that edge. It already is perpendicular up to rounding, but if the vector
/// is short, the rounding of the closest points would tilt it.
fn shortest(a: &[DVec3], b: &[DVec3]) -> (f64, DVec3) {
    let witness = closest(a, b);
    let vector = witness.vector_between(a, b);
    let inside = |corners: &[DVec3], weights: [f64; 3]| -> Option<DVec3> {
        let has_weight = |i: &usize| weights[*i] > 0.0;
        let mut corner = (0..corners.len()).filter(has_weight).map(|i| corners[i]);
        match (corner.next(), corner.next(), corner.next()) {
            (Some(from), Some(to), None) => (to - from).try_normalize(),
            _ => None,
        }
    };
    let perpendicular = match (inside(a, witness.weights_a), inside(b, witness.weights_b)) {
        (Some(along), None) | (None, Some(along)) => vector - along * along.dot(vector),
        (Some(along_a), Some(along_b)) => {
            let across = along_a.cross(along_b);
            let parallel = across.length_squared() < DEGENERATE_SINE_SQ;
            if parallel { vector - along_b * along_b.dot(vector) } else { across * across.dot(vector).signum() }
        }
        (None, None) => vector,
    };
    // On a sliver the closest points may be so inaccurate that the vector between them is along the side.
    let perpendicular = perpendicular.normalize_or_zero();
    (
        vector.length(),
        if perpendicular.dot(vector) > 0.5 * vector.length() { perpendicular } else { vector.normalize_or_zero() },
    )
}
