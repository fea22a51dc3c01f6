//! Where a trajectory leaves the limits of its joints.

use super::trajectory::{Phase, Trajectory};
use super::{JointKind, Limits, Mechanism};
use std::fmt;

/// A joint beyond one of its limits.
#[derive(Clone, Debug, PartialEq)]
pub struct Excess {
    /// The joint, by its place in the mechanism.
    pub joint: usize,
    /// Its name.
    pub name: String,
    /// The limit that it passes.
    pub limit: f64,
    /// Whether `limit` is the upper one.
    pub upper: bool,
    /// The first time at which it is beyond the limit, up to rounding.
    pub first: f64,
    /// The value farthest beyond the limit.
    pub worst: f64,
    /// When it has that value.
    pub worst_at: f64,
    /// The row that has the worst value, counted from 0; `None` if it lies between rows.
    pub row: Option<usize>,
}

impl fmt::Display for Excess {
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
    /// Every joint that leaves its limits, one entry for each limit that it passes, in the order of the joints.
    ///
    /// Rows are compared as they are; between rows of a cubic path its turning points count too, up to rounding.
    ///
    /// # Panics
    /// If the trajectory belongs to another mechanism.
    #[must_use]
    pub fn excesses(&self, mechanism: &Mechanism) -> Vec<Excess> {
        let mut found = Vec::new();
        for (joint, of) in mechanism.joints().iter().enumerate() {
            let limited = matches!(of.kind, JointKind::Revolute { .. } | JointKind::Prismatic { .. });
            let (true, Some(limits), Some(coordinate)) = (limited, of.limits, mechanism.coordinate(joint)) else {
                continue;
            };
            let (scale, offset) = of.mimic.map_or((1.0, 0.0), |mimic| (mimic.multiplier, mimic.offset));
            let candidates = self.candidates(coordinate, |value| scale * value + offset);
            let Limits { lower, upper } = limits;
            // The lower limit is an upper limit of the opposite.
            for (limit, sign) in [(lower, -1.0), (upper, 1.0)] {
                let beyond = |candidate: &Candidate| sign * (candidate.value - limit);
                let Some(worst) = candidates.iter().max_by(|a, b| beyond(a).total_cmp(&beyond(b))) else { continue };
                if beyond(worst) > 0.0 {
                    found.push(Excess {
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

    /// Where a coordinate may be extreme, in the order of time: between two neighbours it is monotone.
    fn candidates(&self, coordinate: usize, map: impl Fn(f64) -> f64) -> Vec<Candidate> {
        let track = &self.tracks[coordinate];
        let mut candidates = Vec::new();
        for (row, (&time, &value)) in self.times.iter().zip(&track.values).enumerate() {
            candidates.push(Candidate { time, value: map(value), row: Some(row) });
            if row + 1 < self.times.len() {
                for time in track.turning_times(&self.times, row) {
                    let value = track.at(&self.times, Phase::Segment { index: row }, time).value;
                    candidates.push(Candidate { time, value: map(value), row: None });
                }
            }
        }
        candidates
    }

    /// The first time beyond the limit: bisection on the first monotone piece that passes it.
    fn first_beyond(&self, candidates: &[Candidate], limit: f64, sign: f64, value: impl Fn(f64) -> f64) -> f64 {
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

/// A value that may be extreme.
struct Candidate {
    time: f64,
    value: f64,
    row: Option<usize>,
}
