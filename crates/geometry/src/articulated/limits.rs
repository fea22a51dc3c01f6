//! Violations of joint limits by a trajectory.

use super::trajectory::{Trajectory, TrajectoryPhase};
use super::{JointKind, Limits, Mechanism};
use std::fmt;

/// A joint that exceeds one of its limits.
#[derive(Clone, Debug, PartialEq)]
pub struct LimitViolation {
    /// Index of the joint in the mechanism.
    pub joint: usize,
    /// Name of the joint.
    pub name: String,
    /// The exceeded limit, in radians or metres.
    pub limit: f64,
    /// Whether `limit` is the upper limit.
    pub upper: bool,
    /// The first time beyond the limit, in seconds, up to rounding.
    pub first: f64,
    /// The value farthest beyond the limit.
    pub worst: f64,
    /// The time of the worst value, in seconds.
    pub worst_at: f64,
    /// The row with the worst value, counted from 0; `None` if it lies between rows.
    pub row: Option<usize>,
}

impl fmt::Display for LimitViolation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (side, which) = if self.upper { ("above", "upper") } else { ("below", "lower") };
        let Self { name, limit, first, worst, worst_at, .. } = self;
        write!(f, "joint {name:?} is {side} its {which} limit {limit} from {first} s on; farthest at {worst_at} s")?;
        match self.row {
            Some(row) => write!(f, " (row {}): {worst}", row + 1),
            None => write!(f, " (between rows): {worst}"),
        }
    }
}

impl Trajectory {
    /// All limit violations, one entry for each exceeded limit, in the order of the joints.
    ///
    /// Row values are compared exactly. Between the rows of a cubic path the local extremes are also checked,
    /// up to rounding.
    ///
    /// # Panics
    /// If the trajectory belongs to another mechanism.
    #[must_use]
    pub fn limit_violations(&self, mechanism: &Mechanism) -> Vec<LimitViolation> {
        let mut found = Vec::new();
        for (joint, of) in mechanism.joints().iter().enumerate() {
            let limited = matches!(of.kind, JointKind::Revolute { .. } | JointKind::Prismatic { .. });
            let (true, Some(limits), Some(coordinate)) = (limited, of.limits, mechanism.coordinate(joint)) else {
                continue;
            };
            let (scale, offset) = of.mimic.map_or((1.0, 0.0), |mimic| (mimic.multiplier, mimic.offset));
            let candidates = self.candidates(coordinate, |value| scale * value + offset);
            let Limits { lower, upper } = limits;
            // The lower limit is treated as an upper limit of the negated value.
            for (limit, sign) in [(lower, -1.0), (upper, 1.0)] {
                let beyond = |candidate: &ExtremeCandidate| sign * (candidate.value - limit);
                let Some(worst) = candidates.iter().max_by(|a, b| beyond(a).total_cmp(&beyond(b))) else { continue };
                if beyond(worst) > 0.0 {
                    found.push(LimitViolation {
                        joint,
                        name: of.name.clone(),
                        limit,
                        upper: sign > 0.0,
                        first: self.first_beyond(&candidates, limit, sign, |time| {
                            scale * self.value(coordinate, time) + offset
                        }),
                        worst: worst.value,
                        worst_at: worst.time,
                        row: worst.row,
                    });
                }
            }
        }
        found
    }

    /// The possible extremes of a coordinate, in order of time. The coordinate is monotone between two
    /// neighbours.
    fn candidates(&self, coordinate: usize, map: impl Fn(f64) -> f64) -> Vec<ExtremeCandidate> {
        let track = &self.tracks[coordinate];
        let mut candidates = Vec::new();
        for (row, (&time, &value)) in self.times.iter().zip(&track.values).enumerate() {
            candidates.push(ExtremeCandidate { time, value: map(value), row: Some(row) });
            if row + 1 < self.times.len() {
                for time in track.turning_times(&self.times, row) {
                    let value = track.at(&self.times, TrajectoryPhase::Segment { index: row }, time).value;
                    candidates.push(ExtremeCandidate { time, value: map(value), row: None });
                }
            }
        }
        candidates
    }

    /// The first time beyond the limit, by bisection on the first monotone piece that crosses it.
    fn first_beyond(&self, candidates: &[ExtremeCandidate], limit: f64, sign: f64, value: impl Fn(f64) -> f64) -> f64 {
        let beyond = |value: f64| sign * (value - limit) > 0.0;
        let first = candidates.iter().position(|candidate| beyond(candidate.value)).unwrap_or(0);
        if first == 0 {
            return candidates[0].time;
        }
        let (mut inside, mut outside) = (candidates[first - 1].time, candidates[first].time);
        loop {
            let middle = inside + 0.5 * (outside - inside);
            if !(inside < middle && middle < outside) {
                return outside;
            }
            if beyond(value(middle)) { outside = middle } else { inside = middle }
        }
    }
}

/// A possible extreme value.
struct ExtremeCandidate {
    time: f64,
    value: f64,
    row: Option<usize>,
}
