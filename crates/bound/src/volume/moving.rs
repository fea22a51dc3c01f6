//! Linearly moving boxes.
//!
//! **Question.** When, during a step, may two linearly moving objects be close?
//!
//! **Idea.** Interpolate linearly between the box at the start and the box at the end. If every point of the
//! object moves at constant velocity, the interpolated box contains the object at every instant: the minimum of
//! linear functions is concave, so it is never below the chord between its ends, and the maximum is convex, so
//! it is never above. Two such boxes overlap where six linear inequalities in time hold.
//!
//! **Guarantee.** The window contains every instant at which the objects are within `separation`. `None` proves
//! that there is no such instant.
//!
//! **Cost.** Six comparisons at each end; arithmetic only on axes where the answer changes during the step.

use super::{Aabb, BoundingVolume};
use tangency_interval::Interval;

/// A box that moves linearly from `start` to `end`, during a step from time 0 to time 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MovingBox {
    /// The box at the start of the step.
    pub start: Aabb,
    /// The box at the end of the step.
    pub end: Aabb,
}

impl MovingBox {
    /// The window of time in which the contents may be within `separation`, as fractions of the step. `None`
    /// proves that they never are.
    #[must_use]
    pub fn window(&self, other: &Self, separation: f64) -> Option<[f64; 2]> {
        if separation > 0.0 {
            let near = Self { start: self.start.inflated(separation), end: self.end.inflated(separation) };
            return near.window(other, 0.0);
        }
        // On which axes one box begins beyond the end of the other. The comparison is exact and decides most
        // pairs.
        let beyond = |low: &Aabb, high: &Aabb| low.lower().cmpgt(high.upper());
        let first = [beyond(&self.start, &other.start), beyond(&other.start, &self.start)];
        let last = [beyond(&self.end, &other.end), beyond(&other.end, &self.end)];
        if ((first[0] & last[0]) | (first[1] & last[1])).any() {
            return None;
        }
        let changes = [first[0] | last[0], first[1] | last[1]];
        let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
        for (side, (low, high)) in [(self, other), (other, self)].into_iter().enumerate() {
            for axis in (0..3).filter(|&axis| changes[side].test(axis)) {
                let between = |low: &Aabb, high: &Aabb| Interval::from(low.lower()[axis]) - high.upper()[axis];
                let zero = sign_change(between(&low.start, &high.start), between(&low.end, &high.end));
                if first[side].test(axis) {
                    enter = enter.max(zero.lower());
                } else {
                    leave = leave.min(zero.upper());
                }
            }
        }
        (enter <= leave).then_some([enter, leave])
    }
}

/// The zero of the line from `first` at 0 to `last` at 1.
fn sign_change(first: Interval, last: Interval) -> Interval {
    first / (first - last)
}

impl BoundingVolume for MovingBox {
    fn merged(&self, other: &Self) -> Self {
        Self { start: self.start.merged(&other.start), end: self.end.merged(&other.end) }
    }

    fn disjoint(&self, other: &Self) -> bool {
        self.window(other, 0.0).is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec3;
    use tangency_interval::laws::Random;

    fn cube(x: f64) -> Aabb {
        Aabb::around([DVec3::new(x, 0.0, 0.0), DVec3::new(x + 1.0, 1.0, 1.0)]).expect("two points")
    }

    fn moving(from: f64, to: f64) -> MovingBox {
        MovingBox { start: cube(from), end: cube(to) }
    }

    #[test]
    fn a_passing_box_has_its_window() {
        // The box moves from 2 m left of the other to 2 m right of it. It closes the gap of 1 m in a quarter of
        // the step.
        let [enter, leave] = moving(-2.0, 2.0).window(&moving(0.0, 0.0), 0.0).expect("they pass");
        assert!(enter <= 0.25 && 0.25 - enter < 1e-12 && leave >= 0.75 && leave - 0.75 < 1e-12);
    }

    #[test]
    fn a_box_that_stays_away_has_none() {
        assert_eq!(moving(2.0, 9.0).window(&moving(0.0, 0.0), 0.5), None);
        assert!(moving(2.0, 9.0).window(&moving(0.0, 0.0), 1.0).is_some());
    }

    #[test]
    fn points_that_meet_are_in_the_window() {
        let mut random = Random::new(4);
        let mut meetings = 0;
        for _ in 0..2_000 {
            let mut place = || DVec3::from_array([0; 3].map(|_| (random.between(-4.0, 4.0)).round()));
            let clouds: [[(DVec3, DVec3); 3]; 2] = [0; 2].map(|_| [0; 3].map(|_| (place(), place())));
            let volume = |cloud: &[(DVec3, DVec3); 3]| MovingBox {
                start: Aabb::around(cloud.iter().map(|point| point.0)).expect("points"),
                end: Aabb::around(cloud.iter().map(|point| point.1)).expect("points"),
            };
            let window = volume(&clouds[0]).window(&volume(&clouds[1]), 0.0);
            for step in 0..=16 {
                let time = f64::from(step) / 16.0;
                let here = |cloud: &[(DVec3, DVec3); 3]| {
                    Aabb::around(cloud.iter().map(|point| point.0 + time * (point.1 - point.0))).expect("points")
                };
                if !here(&clouds[0]).disjoint(&here(&clouds[1])) {
                    meetings += 1;
                    let [enter, leave] = window.expect("they meet");
                    assert!(enter <= time && time <= leave);
                }
            }
        }
        assert!(meetings > 2_000, "only {meetings} meetings test anything");
    }

    crate::volume_laws!(moving_box, |points: &[DVec3]| {
        let start = Aabb::around(points.iter().copied()).expect("there are points");
        MovingBox { start, end: start }
    });
}
