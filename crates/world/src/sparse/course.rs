//! Where a body can be: a ball on a parabola whose radius grows.
//!
//! **Question.** When can two bodies first touch, seen as balls? When can one touch a wall, or a box?
//!
//! **Idea.** A body lies within its bounding sphere about the centre of mass, whatever its orientation. The centre
//! follows a parabola, up to an error that grows no faster than a parabola: the *envelope*. Two such courses meet
//! where a quartic has its first root (`encounter.rs`). Against a wall the height is a quadratic. A box is replaced by
//! the half-space that supports it where it is nearest to the ball: the ball meets that plane no later than the box.
//!
//! **Guarantee.** A meeting is a lower bound, `None` is a proof, for the exact courses that the numbers describe:
//! rounding of the positions enlarges the balls. Balls that touch within rounding, or within the margin, and whose gap
//! opens, do not meet until they come back. Balls that overlap have met.
//!
//! **Cost.** About a hundred operations for courses with equal accelerations, a few hundred for others.
//!
//! **Source.** Dworkin 1994, sections 3.1 to 3.5, E.2 and F.
//!
//! | thesis | here |
//! |---|---|
//! | P, V, A | `position`, `velocity`, `acceleration` |
//! | R, dR, ½ddR | `radius + envelope[0]`, `envelope[1]`, `envelope[2]` |

use super::encounter::Encounter;
use super::meeting::height_vanishes;
use crate::tolerance::{CENTRE_ROUNDING, ENVELOPE_ROUNDING, MOST_SUPPORTS, PARTED};
use glam::DVec3;

/// Where a body can be: a ball whose centre follows a parabola and whose radius grows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Course {
    /// The instant at which the course begins, s.
    pub since: f64,
    /// The centre at that instant, m.
    pub position: DVec3,
    /// Its velocity then, m/s.
    pub velocity: DVec3,
    /// Its acceleration, m/s².
    pub acceleration: DVec3,
    /// The radius of a ball about the centre of mass that holds the body in any orientation, m.
    pub radius: f64,
    /// How far the true centre may be from the parabola: coefficients of 1, τ and τ², with τ the seconds since the
    /// beginning. None is negative.
    pub envelope: [f64; 3],
    /// The course holds until this instant, which may be infinite, s.
    pub until: f64,
}

/// A half-space `{x : normal · x ≤ offset}`, which may move along its normal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wall {
    /// The unit normal, out of the wall.
    pub normal: DVec3,
    /// The offset: coefficients of 1, τ and τ², with τ the seconds since `since`.
    pub offset: [f64; 3],
    /// The instant at which the offset is the first coefficient, s.
    pub since: f64,
}

impl Wall {
    /// A wall at rest.
    #[must_use]
    pub fn still(normal: DVec3, offset: f64) -> Self {
        Self { normal, offset: [offset, 0.0, 0.0], since: 0.0 }
    }

    /// The offset at an instant, its rate and half of its second derivative, computed.
    pub(crate) fn offset_at(&self, time: f64) -> [f64; 3] {
        let (passed, [offset, rate, bend]) = (time - self.since, self.offset);
        if rate == 0.0 && bend == 0.0 {
            return self.offset;
        }
        [offset + (rate + bend * passed) * passed, rate + 2.0 * bend * passed, bend]
    }

    /// The sum of the magnitudes of the terms of the offset at an instant.
    pub(crate) fn terms_at(&self, time: f64) -> f64 {
        let (passed, [offset, rate, bend]) = ((time - self.since).abs(), self.offset.map(f64::abs));
        if rate == 0.0 && bend == 0.0 { offset } else { offset + (rate + bend * passed) * passed }
    }
}

/// A course as it goes on from an instant, with what rounding may have done to it.
struct Onward {
    position: DVec3,
    velocity: DVec3,
    reach: [f64; 3],
    /// Bounds on the rounding of the position, and on that of a change of velocity since the beginning.
    doubt: [f64; 2],
}

impl Course {
    /// A body that stays where it is.
    #[must_use]
    pub fn still(since: f64, position: DVec3, radius: f64) -> Self {
        Self::flying(since, position, [DVec3::ZERO; 2], radius)
    }

    /// A body that flies freely, with a velocity and an acceleration: its centre is on the parabola exactly, for ever.
    #[must_use]
    pub fn flying(since: f64, position: DVec3, [velocity, acceleration]: [DVec3; 2], radius: f64) -> Self {
        Self { since, position, velocity, acceleration, radius, envelope: [0.0; 3], until: f64::INFINITY }
    }

    /// This course, which holds until an instant.
    #[must_use]
    pub fn ending(self, until: f64) -> Self {
        Self { until, ..self }
    }

    /// This course with an envelope.
    #[must_use]
    pub fn within(self, envelope: [f64; 3]) -> Self {
        Self { envelope, ..self }
    }

    /// This course moved aside: the image of a body in a periodic domain.
    #[must_use]
    pub fn shifted(self, by: DVec3) -> Self {
        Self { position: self.position + by, ..self }
    }

    /// The centre of the ball at an instant, computed.
    #[must_use]
    pub fn centre_at(&self, time: f64) -> DVec3 {
        let passed = time - self.since;
        self.position + (self.velocity + self.acceleration * (0.5 * passed)) * passed
    }

    /// The velocity of the centre at an instant, computed.
    #[must_use]
    pub fn velocity_at(&self, time: f64) -> DVec3 {
        self.velocity + self.acceleration * (time - self.since)
    }

    /// The radius of the ball at an instant, with its envelope, rounded outward.
    #[must_use]
    pub fn reach_at(&self, time: f64) -> f64 {
        (self.radius + self.strays_at(time)) * ENVELOPE_ROUNDING
    }

    /// How far the body's centre can be from the parabola at an instant, m.
    fn strays_at(&self, time: f64) -> f64 {
        let (passed, [start, rate, bend]) = ((time - self.since).max(0.0), self.envelope);
        if rate == 0.0 && bend == 0.0 { start } else { start + (rate + bend * passed) * passed }
    }

    /// Whether an observed centre is outside of the envelope. The course does not hold then, and what was predicted
    /// from it is void.
    #[must_use]
    pub fn escapes(&self, time: f64, centre: DVec3) -> bool {
        let doubt = self.onward(time).doubt[0];
        !(self.centre_at(time).distance(centre) <= self.strays_at(time) * ENVELOPE_ROUNDING + doubt)
    }

    /// A lower bound of the first instant from `from` until `until` at which the balls, grown by `margin` in sum, can
    /// touch, while both courses hold. `None` is a proof that they do not touch during all of that time.
    ///
    /// Balls that overlap at `from` have met. Balls that only touch then, or are within the margin, and whose gap
    /// opens, do not meet until they come back.
    #[must_use]
    pub fn meeting(&self, other: &Self, from: f64, until: f64, margin: f64) -> Option<f64> {
        let [start, end] = self.common(other, from, until)?;
        earliest(start, end, self.encounter(other, start, margin).after(span(start, end)))
    }

    /// An instant after `from` at which balls that are engaged are apart again by more than the margin, or the end of
    /// the courses. It is computed, not certain: the end of the time for which the detailed question is asked.
    #[must_use]
    pub fn parting(&self, other: &Self, from: f64, until: f64, margin: f64) -> f64 {
        let Some([start, end]) = self.common(other, from, until) else { return from };
        let mut encounter = self.encounter(other, start, margin);
        encounter.reach[0] *= 1.0 + PARTED;
        (start + encounter.parting(span(start, end))).clamp(start.next_up().min(end), end)
    }

    /// A lower bound of the first instant at which the ball, grown by `margin`, can touch a wall, as
    /// [`meeting`](Self::meeting).
    #[must_use]
    pub fn meeting_plane(&self, wall: &Wall, from: f64, until: f64, margin: f64) -> Option<f64> {
        let (start, end) = (from.max(self.since), until.min(self.until));
        if !(start <= end) {
            return None;
        }
        let Onward { position, velocity, reach, doubt } = self.onward(start);
        let (passed, [offset, rate, bend]) = (start - wall.since, wall.offset);
        // A normal that is rounded changes heights by as much as it changes the centre.
        let doubt_of_wall = CENTRE_ROUNDING * (offset.abs() + (rate.abs() + bend.abs() * passed.abs()) * passed.abs());
        let doubt = [doubt[0] + doubt_of_wall, doubt[1]];
        let shift =
            if rate == 0.0 && bend == 0.0 { [0.0; 2] } else { [(rate + bend * passed) * passed, bend * passed] };
        let height = wall.normal.dot(position) - (offset + shift[0]) - reach[0];
        if height < -4.0 * doubt[0] {
            return Some(start);
        }
        let speed = wall.normal.dot(velocity) - (rate + 2.0 * shift[1]) - reach[1];
        let turn = wall.normal.dot(self.acceleration) - 2.0 * (bend + reach[2]);
        let grown = height - doubt[0] - margin;
        let after = if grown <= 0.0 {
            // Within the margin the signs decide.
            height_vanishes(grown, speed, turn)
        } else {
            let terms = velocity.abs().element_sum() + rate.abs() + shift[1].abs() + reach[1];
            let turns = self.acceleration.abs().element_sum() + bend.abs() + reach[2];
            height_vanishes(grown, speed - CENTRE_ROUNDING * terms - doubt[1], turn - CENTRE_ROUNDING * turns)
        };
        earliest(start, end, after)
    }

    /// A lower bound of the first instant at which the ball, grown by `margin`, can touch a box at rest, given by its
    /// corners, as [`meeting`](Self::meeting).
    #[must_use]
    pub fn meeting_box(&self, [lower, upper]: [DVec3; 2], from: f64, until: f64, margin: f64) -> Option<f64> {
        let mut time = from.max(self.since);
        for _ in 0..MOST_SUPPORTS {
            let centre = self.centre_at(time);
            let nearest = centre.clamp(lower, upper);
            let Some(normal) = (centre - nearest).try_normalize() else {
                return (time <= until.min(self.until)).then_some(time);
            };
            // The box lies behind this plane, up to the rounding of the offset, which counts with that of the centre.
            let support = Wall::still(normal, normal.dot(nearest));
            let rounding = CENTRE_ROUNDING * nearest.abs().element_sum();
            let next = self.meeting_plane(&support, time, until, margin + rounding)?;
            if next <= time || self.centre_at(next).distance(centre) <= rounding {
                return Some(next);
            }
            time = next;
        }
        Some(time)
    }

    /// The corners of a box that holds the ball from one instant to another, rounded outward. It is infinite where the
    /// time is.
    #[must_use]
    pub fn bounds(&self, from: f64, until: f64) -> [DVec3; 2] {
        let (start, end) = (from.max(self.since), until.min(self.until).max(from.max(self.since)));
        if self.acceleration == DVec3::ZERO && end < f64::INFINITY {
            // Straight paths, which are asked most: the box of both ends.
            let ways = [start, end].map(|time| self.velocity * (time - self.since));
            let way = ways[0].abs().max(ways[1].abs());
            let rounding = CENTRE_ROUNDING * (self.position.abs() + way);
            let margin = rounding + self.reach_at(end) * ENVELOPE_ROUNDING;
            return [self.position + ways[0].min(ways[1]) - margin, self.position + ways[0].max(ways[1]) + margin];
        }
        let length = end - start;
        let Onward { position, velocity, doubt, .. } = self.onward(start);
        let (mut bounds, reach) = ([position; 2], self.reach_at(end) + doubt[0]);
        for axis in 0..3 {
            let (rate, bend) = (velocity[axis], self.acceleration[axis]);
            // A product of zero and infinity would be no number.
            let product = |factor: f64, time: f64| if factor == 0.0 { 0.0 } else { factor * time };
            let at = |time: f64| product(rate + product(0.5 * bend, time), time);
            let turn = -rate / bend;
            let turning = if turn > 0.0 && turn < length { at(turn) } else { 0.0 };
            let moved = product(rate.abs() + product(bend.abs(), length), length);
            let ends = [at(length).min(turning).min(0.0), at(length).max(turning).max(0.0)];
            for ((bound, end_of_way), outward) in bounds.iter_mut().zip(ends).zip([-1.0, 1.0]) {
                let way = if end_of_way == 0.0 { 0.0 } else { moved };
                let margin = reach + CENTRE_ROUNDING * (position[axis].abs() + way);
                bound[axis] += end_of_way + outward * margin * ENVELOPE_ROUNDING;
            }
        }
        bounds
    }

    /// The time from `from` until `until` during which both courses hold.
    fn common(&self, other: &Self, from: f64, until: f64) -> Option<[f64; 2]> {
        let (start, end) = (from.max(self.since).max(other.since), until.min(self.until).min(other.until));
        (start <= end).then_some([start, end])
    }

    /// The other ball as seen from this one.
    fn encounter(&self, other: &Self, start: f64, margin: f64) -> Encounter {
        let (a, b) = (self.onward(start), other.onward(start));
        let doubt = (a.doubt[0] + b.doubt[0]) + CENTRE_ROUNDING * (a.reach[0] + b.reach[0]);
        // Courses that began together under the same acceleration have changed their velocities by the same.
        let together = self.since == other.since && self.acceleration == other.acceleration;
        let velocity = if together { other.velocity - self.velocity } else { b.velocity - a.velocity };
        let drift = if together { 0.0 } else { a.doubt[1] + b.doubt[1] };
        let touch = a.reach[0] + b.reach[0];
        Encounter {
            apart: b.position - a.position,
            velocity,
            acceleration: other.acceleration - self.acceleration,
            reach: [touch + margin + doubt, a.reach[1] + b.reach[1] + drift, a.reach[2] + b.reach[2]],
            overlap: (touch - 4.0 * doubt).max(0.0),
        }
    }

    /// This course as it goes on from an instant.
    #[inline]
    fn onward(&self, start: f64) -> Onward {
        let (passed, [rest, rate, bend]) = (start - self.since, self.envelope);
        let turned = self.acceleration.abs().element_sum() * passed;
        let moved = (self.velocity.abs().element_sum() + turned) * passed;
        let doubt = CENTRE_ROUNDING * (self.position.abs().element_sum() + moved);
        // A velocity that did not change is exact.
        let drift = if turned == 0.0 { 0.0 } else { CENTRE_ROUNDING * (self.velocity.abs().element_sum() + turned) };
        Onward {
            position: self.centre_at(start),
            velocity: self.velocity_at(start),
            reach: [self.radius + rest + (rate + bend * passed) * passed, rate + 2.0 * bend * passed, bend],
            doubt: [doubt, drift],
        }
    }
}

/// A length of time, rounded up.
fn span(start: f64, end: f64) -> f64 {
    (end - start).next_up()
}

/// The instant some seconds after the start, rounded towards the past; `None` beyond the end.
fn earliest(start: f64, end: f64, after: Option<f64>) -> Option<f64> {
    let instant = (start + after?).next_down().max(start);
    (instant <= end).then_some(instant)
}
