//! The meeting of two spheres with different accelerations.
//!
//! **Question.** One sphere has a thrust of its own, or one is at rest while the other falls. When do they first meet?
//!
//! **Idea.** The squared distance less the squared reach is a quartic in time (thesis, F.3). Over a window of time its
//! Bernstein coefficients bound it from below: no coefficient below zero, no meeting. Otherwise it lies above the
//! line from its first coefficient with the steepest descent to another one, and that line reaches zero no later than
//! the quartic. The window starts again from there, with fresh coefficients, until the quartic is zero up to rounding.
//!
//! **Guarantee.** A returned time is a lower bound of the first meeting, `None` is a proof that there is none before
//! the given instant. The error of the coefficients is bounded by a multiple of the sum of the magnitudes of their
//! terms. If the work is not done after [`MOST_WINDOWS`] windows, the start of the last one is returned: early, not
//! late.
//!
//! **Cost.** About ten windows for a meeting; one or two for most pairs that miss each other.
//!
//! **Source.** Dworkin 1994, F.3. The thesis iterates towards a root (Laguerre), which may be the wrong one.

use crate::tolerance::{MOST_WINDOWS, QUARTIC_ROUNDING, SLIDING_PAST};
use glam::DVec3;

/// One sphere as seen from another with a different acceleration.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AcceleratedApproach {
    pub(crate) apart: DVec3,
    pub(crate) velocity: DVec3,
    pub(crate) acceleration: DVec3,
    /// Distance of the centres at the meeting, m.
    pub(crate) reach: f64,
}

impl AcceleratedApproach {
    /// Seconds from now until the spheres meet; `None` if they do not before `until`.
    pub(crate) fn after(&self, until: f64) -> Option<f64> {
        let until = until.min(self.last_root());
        let (mut time, mut length) = (0.0, until.min(self.time_scale()));
        for _ in 0..MOST_WINDOWS {
            let length_left = length.min(until - time);
            let (coefficients, rounding) = self.bernstein(time, length_left);
            let least = coefficients.iter().copied().fold(f64::INFINITY, f64::min);
            if least > rounding {
                time += length_left;
                if time >= until {
                    return None;
                }
                length *= 2.0;
                continue;
            }
            let height = coefficients[0] - rounding;
            if height <= 0.0 {
                if time > 0.0 || self.closes() {
                    return Some(time);
                }
                // They touch and separate. They may come back, but not before they have gone.
                let gone = self.parted();
                return self.later(gone).after(until - gone).map(|after| gone + after);
            }
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

    /// Whether the distance falls now, or will at once.
    fn closes(&self) -> bool {
        let rate = self.apart.dot(self.velocity);
        rate < 0.0 || rate == 0.0 && self.velocity.length_squared() + self.apart.dot(self.acceleration) < 0.0
    }

    /// A time during which spheres that touch and separate go on separating. Where they only slide past each other, a
    /// time in which rounding hides what they do.
    fn parted(&self) -> f64 {
        // The rate of half the squared distance is bounded from below by a parabola that opens downwards.
        let rate = self.apart.dot(self.velocity);
        let bend = self.velocity.length_squared() + self.apart.dot(self.acceleration);
        let speed = self.velocity.length() * self.acceleration.length();
        let (mut gone, least) = (0.5 * self.time_scale(), SLIDING_PAST * self.time_scale());
        while gone > least && rate + (bend - 1.5 * speed * gone) * gone <= 0.0 {
            gone *= 0.5;
        }
        gone
    }

    /// The same spheres some seconds later.
    fn later(&self, time: f64) -> Self {
        let apart = self.apart + (self.velocity + self.acceleration * (0.5 * time)) * time;
        Self { apart, velocity: self.velocity + self.acceleration * time, ..*self }
    }

    /// A time in which the spheres move noticeably.
    fn time_scale(&self) -> f64 {
        let distance = self.apart.length() + self.reach;
        let slow = (distance / self.acceleration.length()).sqrt();
        slow.min(distance / self.velocity.length())
    }

    /// After this time the acceleration has taken them apart for good, s.
    fn last_root(&self) -> f64 {
        // |a| t²/2 exceeds |v| t and |p| + reach, each by half.
        let acceleration = self.acceleration.length();
        let distance = self.apart.length() + self.reach;
        (4.0 * self.velocity.length() / acceleration).max((4.0 * distance / acceleration).sqrt()) * (1.0 + 1e-9)
    }

    /// Bernstein coefficients of the quartic over a window, and a bound on the errors of all of them.
    fn bernstein(&self, start: f64, length: f64) -> ([f64; 5], f64) {
        let Self { apart, velocity, acceleration, reach } = self.later(start);
        let (v, a) = (velocity * length, acceleration * (length * length));
        let power = [
            apart.length_squared() - reach * reach,
            2.0 * apart.dot(v),
            v.length_squared() + apart.dot(a),
            v.dot(a),
            0.25 * a.length_squared(),
        ];
        let shift = (self.velocity.length() + self.acceleration.length() * start) * start;
        let size = self.apart.length() + shift + v.length() + a.length() + reach;
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

#[cfg(test)]
mod tests {
    use super::*;
    use glam::dvec3;

    /// One sphere falls on one that stays, from 5 m between their surfaces, at 10 m/s²: 1 s.
    #[test]
    fn a_sphere_falls_on_one_at_rest() {
        let acceleration = dvec3(0.0, 0.0, -10.0);
        let falls =
            AcceleratedApproach { apart: dvec3(0.0, 0.0, 7.0), velocity: DVec3::ZERO, acceleration, reach: 2.0 };
        let after = falls.after(f64::INFINITY).unwrap();
        assert!(after <= 1.0 && after > 1.0 - 1e-9, "{after}");
        assert_eq!(falls.after(0.9), None);
        let aside = AcceleratedApproach { apart: dvec3(2.1, 0.0, 7.0), ..falls };
        assert_eq!(aside.after(f64::INFINITY), None);
        let grazes = AcceleratedApproach { apart: dvec3(2.0, 0.0, 5.0), ..falls };
        let after = grazes.after(f64::INFINITY).expect("it grazes");
        assert!(after <= 1.0 && after > 0.99, "{after}");
    }

    /// A sphere thrown up from another one comes back: 2 v / g later.
    #[test]
    fn a_sphere_that_leaves_comes_back() {
        let acceleration = dvec3(0.0, 0.0, -10.0);
        let thrown = AcceleratedApproach {
            apart: dvec3(0.0, 0.0, 2.0),
            velocity: dvec3(0.0, 0.0, 5.0),
            acceleration,
            reach: 2.0,
        };
        let after = thrown.after(f64::INFINITY).unwrap();
        assert!(after <= 1.0 && after > 1.0 - 1e-9, "{after}");
    }

    /// Dense samples of the distance are the oracle: never later than the first sample inside, never none.
    #[test]
    fn random_meetings_are_never_late() {
        let mut state = 3u64;
        let mut number = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            2.0 * (state >> 11) as f64 / (1u64 << 53) as f64 - 1.0
        };
        let mut vector = |size: f64| dvec3(number(), number(), number()) * size;
        let (mut meetings, mut misses) = (0, 0);
        for _ in 0..2_000 {
            let apart = vector(4.0);
            let (velocity, acceleration) = (vector(0.5) - 0.5 * apart, vector(0.3));
            let spheres = AcceleratedApproach { apart, velocity, acceleration, reach: 1.0 };
            if apart.length() < 1.0 {
                continue;
            }
            let inside = |time: f64| spheres.later(time).apart.length() < 1.0 - 1e-9;
            let sampled = (0..20_000).map(|step| f64::from(step) * 1e-3).find(|time| inside(*time));
            match (spheres.after(20.0), sampled) {
                (None, Some(time)) => panic!("{spheres:?}: missed at {time} s"),
                (Some(after), Some(time)) => {
                    assert!(after <= time, "{spheres:?}: {after} s, but inside at {time} s");
                    assert!(
                        time - after < 0.2 && spheres.later(after).apart.length() < 1.0 + 1e-6,
                        "{spheres:?}: {after}"
                    );
                    meetings += 1;
                }
                (Some(after), None) => {
                    assert!(spheres.later(after).apart.length() < 1.0 + 1e-6, "{spheres:?}: {after}")
                }
                (None, None) => misses += 1,
            }
        }
        assert!(meetings > 200 && misses > 200, "{meetings} meetings, {misses} misses");
    }
}
