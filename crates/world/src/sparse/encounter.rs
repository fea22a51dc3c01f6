//! The encounter of two balls on parabolas, with radii that grow.
//!
//! **Question.** One ball is seen from another: it moves on a parabola, and the distance at which they touch grows
//! with time. When can they first touch?
//!
//! **Idea.** The squared distance less the squared reach is a quartic in time (thesis, F.3). Without acceleration and
//! with a reach that grows linearly it is a quadratic (F.1), solved at once from lower bounds of its coefficients.
//! Otherwise its Bernstein coefficients over a window of time bound it from below: no coefficient below zero, no
//! meeting. If one is, the quartic lies above the line from its first coefficient with the steepest descent to another
//! one, and that line reaches zero no later than the quartic. The next window starts there, with fresh coefficients,
//! until the quartic is zero up to rounding.
//!
//! **Guarantee.** A returned time is a lower bound of the first meeting, `None` is a proof that there is none before
//! the given instant. The errors of all coefficients are bounded by multiples of the magnitudes of their terms. If the
//! work is not done after [`MOST_WINDOWS`] windows, the start of the last one is returned: early, not late. Balls that
//! are within reach but do not overlap meet only if their gap closes: the sign of one product decides.
//!
//! **Cost.** About forty multiplications for the quadratic. About ten windows for a meeting of the quartic; one or two
//! for most pairs that miss each other.
//!
//! **Source.** Dworkin 1994, F.1 to F.3 with the error term of E.2. The thesis iterates towards a root (Laguerre),
//! which may be the wrong one.

use crate::tolerance::{
    COMFORTABLE_SIZE, COMFORTABLE_SPEED_SQ, DISCRIMINANT_ROUNDING, EARLIER, ENCOUNTER_ROUNDING,
    MOST_SAMPLES_OF_PARTING, MOST_WINDOWS, PARTING_GROWTH, PARTING_STEP, QUARTIC_ROUNDING, SLIDING_PAST,
};
use glam::DVec3;

/// One ball as seen from another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Encounter {
    pub(crate) apart: DVec3,
    pub(crate) velocity: DVec3,
    pub(crate) acceleration: DVec3,
    /// Distance of the centres at a meeting: coefficients of 1, t and t², none negative; m, m/s, m/s².
    pub(crate) reach: [f64; 3],
    /// Balls whose centres are nearer than this overlap, and have met whatever their velocities, m.
    pub(crate) overlap: f64,
}

impl Encounter {
    /// Seconds from now until the balls meet; `None` if they do not before `until`.
    pub(crate) fn after(&self, until: f64) -> Option<f64> {
        let size = self.apart.abs().element_sum() + self.reach[0];
        if !COMFORTABLE_SIZE.contains(&size) {
            // Points at the same place touch. Of what is not a number nothing is known.
            return if size > 0.0 && size.is_finite() { self.rescaled(size).after(until) } else { Some(0.0) };
        }
        if self.apart.length_squared() < self.overlap * self.overlap {
            return Some(0.0);
        }
        if self.acceleration == DVec3::ZERO && self.reach[2] == 0.0 { self.quadratic() } else { self.quartic(until) }
    }

    /// The same in a unit of length in which no square overflows.
    fn rescaled(&self, size: f64) -> Self {
        // A power of two changes no digits. Two factors, because one alone may overflow.
        let exponent = size.log2().round() as i32;
        let [half, rest] = [exponent / 2, exponent - exponent / 2].map(|power| 2f64.powi(-power));
        Self {
            apart: self.apart * half * rest,
            velocity: self.velocity * half * rest,
            acceleration: self.acceleration * half * rest,
            reach: self.reach.map(|one| one * half * rest),
            overlap: self.overlap * half * rest,
        }
    }

    /// Straight paths: the first root of a quadratic that lies below the exact one.
    fn quadratic(&self) -> Option<f64> {
        let Self { apart, velocity, reach: [reach, growth, _], .. } = *self;
        let (distance_sq, speed_sq) = (apart.length_squared(), velocity.length_squared());
        let below = |value: f64, terms: f64| value - ENCOUNTER_ROUNDING * terms;
        let (reach_sq, growth_sq, both) = (reach * reach, growth * growth, reach * growth);
        let excess = below(distance_sq - reach_sq, distance_sq + reach_sq);
        if excess <= 0.0 {
            // The distance on a straight path is convex: a gap that does not close now never does.
            return self.closes().then_some(0.0);
        }
        if !COMFORTABLE_SPEED_SQ.contains(&(speed_sq + growth_sq)) {
            // Squares of such speeds underflow or overflow. At full speed the gap is closed no earlier than this.
            let gap = (distance_sq.sqrt() - reach) - ENCOUNTER_ROUNDING * (distance_sq.sqrt() + reach);
            let speed = velocity.abs().element_sum() + growth;
            return (speed > 0.0).then(|| EARLIER * (gap.max(0.0) / speed));
        }
        let closing = below(apart.dot(velocity) - both, (apart * velocity).abs().element_sum() + both);
        let opening = below(speed_sq - growth_sq, speed_sq + growth_sq);
        let (square, product) = (closing * closing, opening * excess);
        let discriminant = square - product + DISCRIMINANT_ROUNDING * (square + product.abs());
        if opening > 0.0 && !(closing < 0.0 && discriminant >= 0.0) {
            return None;
        }
        Some(EARLIER * (excess / (discriminant.max(0.0).sqrt() - closing))).filter(|after| after.is_finite())
    }

    /// Curved paths: windows of Bernstein coefficients.
    fn quartic(&self, until: f64) -> Option<f64> {
        let until = until.min(self.last_root());
        let (mut time, mut length) = (0.0, until.min(self.time_scale()));
        let mut leaving = true;
        for _ in 0..MOST_WINDOWS {
            let length_left = length.min(until - time);
            let (coefficients, rounding) = self.bernstein(time, length_left);
            let least = coefficients.iter().copied().fold(f64::INFINITY, f64::min);
            if !rounding.is_finite() {
                // Nothing is known beyond the largest numbers.
                return Some(time);
            }
            if least > rounding {
                time += length_left;
                if time >= until {
                    return None;
                }
                (length, leaving) = (2.0 * length, false);
                continue;
            }
            let height = coefficients[0] - rounding;
            if height <= 0.0 {
                let now = self.later(time);
                if !leaving || now.closes() {
                    return Some(time);
                }
                // Within reach, and the gap opens. The balls may come back, but not before they have gone.
                time += now.parted().min(until - time);
                if time >= until {
                    return None;
                }
                continue;
            }
            leaving = false;
            let descents =
                coefficients.iter().zip(0..).skip(1).map(|(one, k)| 4.0 * (coefficients[0] - one) / f64::from(k));
            let share = (height / descents.fold(0.0, f64::max)).min(1.0);
            time += share * length_left;
            // A short step shows that the line is much steeper than the quartic: a shorter window tells more.
            length = if share < 0.25 { 0.5 * length_left } else { length_left };
            if share * length_left <= f64::EPSILON * time {
                return Some(time);
            }
        }
        Some(time)
    }

    /// Whether the gap closes now, or will at once.
    fn closes(&self) -> bool {
        let Self { apart, velocity, acceleration, reach: [_, growth, bend], .. } = *self;
        let distance = apart.length();
        let rate = apart.dot(velocity) - growth * distance;
        let turn = velocity.length_squared() + apart.dot(acceleration) - growth * growth - 2.0 * bend * distance;
        rate < 0.0 || rate == 0.0 && turn < 0.0
    }

    /// A time during which a gap that opens goes on opening. Where balls only slide past each other, a time in which
    /// rounding hides what they do.
    fn parted(&self) -> f64 {
        let Self { apart, velocity, acceleration, reach: [_, growth, bend], .. } = *self;
        // The rate of half the squared distance is bounded from below by a parabola that opens downwards. The rate that
        // the growth of the reach asks for is bounded from above by a curve that opens upwards: both ends suffice.
        let (distance, speed, force) = (apart.length(), velocity.length(), acceleration.length());
        let (rate, turn) = (apart.dot(velocity), velocity.length_squared() + apart.dot(acceleration));
        let opens = |time: f64| {
            let farthest = distance + (speed + 0.5 * force * time) * time;
            rate + (turn - 1.5 * speed * force * time) * time > farthest * (growth + 2.0 * bend * time)
        };
        let (mut gone, least) = (0.5 * self.time_scale(), SLIDING_PAST * self.time_scale());
        while gone > least && !opens(gone) {
            gone *= 0.5;
        }
        gone
    }

    /// The same balls some seconds later.
    pub(crate) fn later(&self, time: f64) -> Self {
        let Self { apart, velocity, acceleration, reach: [reach, growth, bend], .. } = *self;
        Self {
            apart: apart + (velocity + acceleration * (0.5 * time)) * time,
            velocity: velocity + acceleration * time,
            reach: [reach + (growth + bend * time) * time, growth + 2.0 * bend * time, bend],
            ..*self
        }
    }

    /// The distance of the centres less the reach, computed, m.
    pub(crate) fn gap(&self) -> f64 {
        self.apart.length() - self.reach[0]
    }

    /// A time after now at which balls that are engaged now, or are about to be, are apart again, s; computed.
    pub(crate) fn parting(&self, until: f64) -> f64 {
        let Self { apart, velocity, reach: [reach, growth, bend], .. } = *self;
        if self.acceleration == DVec3::ZERO && bend == 0.0 {
            let opening = velocity.length_squared() - growth * growth;
            let closing = apart.dot(velocity) - reach * growth;
            let discriminant = closing * closing - opening * (apart.length_squared() - reach * reach);
            let after = (discriminant.max(0.0).sqrt() - closing) / opening;
            return if opening > 0.0 { after.max(PARTING_STEP * self.time_scale()).min(until) } else { until };
        }
        let mut after = PARTING_STEP * self.time_scale();
        for _ in 0..MOST_SAMPLES_OF_PARTING {
            let then = self.later(after);
            if after >= until || then.gap() > 0.0 && !then.closes() {
                return after.min(until);
            }
            after *= PARTING_GROWTH;
        }
        until
    }

    /// A time in which the balls move noticeably.
    fn time_scale(&self) -> f64 {
        let distance = self.apart.length() + self.reach[0];
        let slow = (distance / (self.acceleration.length() + 2.0 * self.reach[2])).sqrt();
        slow.min(distance / (self.velocity.length() + self.reach[1]))
    }

    /// After this time the acceleration has taken them apart for good, s.
    fn last_root(&self) -> f64 {
        // (|a|/2 − bend) t² exceeds (|v| + growth) t and |p| + reach, each by half.
        let [reach, growth, bend] = self.reach;
        let half = 0.5 * self.acceleration.length();
        let excess = half - bend;
        if excess <= 1e-9 * half {
            return f64::INFINITY;
        }
        let (speed, distance) = (self.velocity.length() + growth, self.apart.length() + reach);
        (2.0 * speed / excess).max((2.0 * distance / excess).sqrt()) * (1.0 + 1e-6)
    }

    /// Bernstein coefficients of the quartic over a window, and a bound on the errors of all of them.
    fn bernstein(&self, start: f64, length: f64) -> ([f64; 5], f64) {
        let Self { apart, velocity, acceleration, reach, .. } = self.later(start);
        let (v, a) = (velocity * length, acceleration * (length * length));
        let [reach, growth, bend] = [reach[0], reach[1] * length, reach[2] * length * length];
        let power = [
            apart.length_squared() - reach * reach,
            2.0 * (apart.dot(v) - reach * growth),
            v.length_squared() + apart.dot(a) - growth * growth - 2.0 * reach * bend,
            v.dot(a) - 2.0 * growth * bend,
            0.25 * a.length_squared() - bend * bend,
        ];
        let shift = (self.velocity.length() + self.acceleration.length() * start) * start;
        let size = self.apart.length() + shift + v.length() + a.length() + reach + growth + bend;
        let coefficient = |k: usize| {
            let share = [
                [1.0, 0.0, 0.0, 0.0, 0.0],
                [1.0, 0.25, 0.0, 0.0, 0.0],
                [1.0, 0.5, 1.0 / 6.0, 0.0, 0.0],
                [1.0, 0.75, 0.5, 0.25, 0.0],
                [1.0; 5],
            ];
            power.iter().zip(share[k]).map(|(one, share)| one * share).sum()
        };
        (std::array::from_fn(coefficient), QUARTIC_ROUNDING * size * size)
    }
}
