//! One joint value over time: its value and rate at an instant, and bounds on its derivatives.
//!
//! *Question.* A joint's values are known at the rows. What are the values between them, and the extreme first
//! and second derivatives?
//! *Idea.* Linear interpolation, or on every segment the Hermite cubic with the values and slopes of its two
//! rows. The slopes are those of the spline with continuous second derivative that is at rest at both ends
//! ([`slopes`]).
//! *Guarantee.* The path is *defined* as the piecewise cubic through the stored values and slopes. Rounding in
//! the spline's equations only makes the second derivative jump by a rounding error; values and slopes match
//! exactly. The evaluation states its rounding error. The extremes of the first and second derivative are those
//! of a parabola and a line.
//! *Cost.* About twenty operations.
//! *Source.* C. de Boor, *A Practical Guide to Splines*, 1978, chapter IV (complete spline).

use super::trajectory::TrajectoryPhase;
use crate::tolerance::JOINT_ROUNDING_UNITS;

/// Values at the rows and, for smooth tracks, slopes at the rows.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct JointTrack {
    pub(super) values: Vec<f64>,
    /// `None`: linear interpolation.
    pub(super) slopes: Option<Vec<f64>>,
}

/// A value and its rate of change at an instant, each with a bound on its rounding error.
#[derive(Clone, Copy, Debug)]
pub(super) struct JointReading {
    pub(super) value: f64,
    pub(super) value_error: f64,
    pub(super) rate: f64,
    pub(super) rate_error: f64,
}

/// Upper bounds on the first and the second derivative during a time interval.
#[derive(Clone, Copy, Debug)]
pub(super) struct DerivativeBounds {
    pub(super) rate: f64,
    pub(super) second: f64,
}

/// The bound, or infinity if its computation overflowed.
pub(super) fn bounded(bound: f64) -> f64 {
    if bound.is_nan() { f64::INFINITY } else { bound }
}

/// `value(s) = first + s·(k₀ + s·(k₁ + s·k₂))`, where `s` is the share of the duration that has passed.
struct CubicPiece {
    first: f64,
    coefficients: [f64; 3],
    start: f64,
    duration: f64,
    /// Sum of the magnitudes of the terms of the coefficients.
    size: f64,
}

impl JointTrack {
    fn piece(&self, times: &[f64], segment: usize) -> CubicPiece {
        let (first, last) = (self.values[segment], self.values[segment + 1]);
        let (start, duration) = (times[segment], times[segment + 1] - times[segment]);
        let change = last - first;
        let Some(slopes) = &self.slopes else {
            return CubicPiece {
                first,
                coefficients: [change, 0.0, 0.0],
                start,
                duration,
                size: first.abs() + last.abs(),
            };
        };
        let [leaving, arriving] = [slopes[segment], slopes[segment + 1]].map(|slope| slope * duration);
        let coefficients = [leaving, 3.0 * change - 2.0 * leaving - arriving, leaving + arriving - 2.0 * change];
        let size = first.abs() + last.abs() + leaving.abs() + arriving.abs();
        CubicPiece { first, coefficients, start, duration, size }
    }

    /// Value and rate at a time within this phase.
    pub(super) fn at(&self, times: &[f64], phase: TrajectoryPhase, time: f64) -> JointReading {
        match phase {
            TrajectoryPhase::Rest { row } => {
                JointReading { value: self.values[row], value_error: 0.0, rate: 0.0, rate_error: 0.0 }
            }
            TrajectoryPhase::Segment { index } => self.piece(times, index).at(time),
        }
    }

    /// Bounds on the derivatives between two times within this phase.
    pub(super) fn slopes(&self, times: &[f64], phase: TrajectoryPhase, from: f64, to: f64) -> DerivativeBounds {
        match phase {
            TrajectoryPhase::Rest { .. } => DerivativeBounds { rate: 0.0, second: 0.0 },
            TrajectoryPhase::Segment { index } => self.piece(times, index).slopes(from, to),
        }
    }

    /// Whether the value never changes.
    pub(super) fn is_constant(&self) -> bool {
        let same = self.values.iter().all(|&value| value == self.values[0]);
        same && self.slopes.as_ref().is_none_or(|slopes| slopes.iter().all(|&slope| slope == 0.0))
    }

    /// Whether the value is linear between rows.
    pub(super) fn is_straight(&self) -> bool {
        self.slopes.is_none() || self.is_constant()
    }

    /// The possible extremes inside the segment: the instants at which the slope vanishes.
    pub(super) fn turning_times(&self, times: &[f64], segment: usize) -> Vec<f64> {
        let CubicPiece { coefficients: [a, b, c], start, duration, .. } = self.piece(times, segment);
        // a + 2b·s + 3c·s² = 0. The root of larger magnitude comes first to avoid cancellation.
        let discriminant = b * b - 3.0 * a * c;
        if !(discriminant >= 0.0) {
            return Vec::new();
        }
        let larger = -(b + discriminant.sqrt().copysign(b));
        let mut shares = [larger / (3.0 * c), a / larger];
        shares.sort_by(f64::total_cmp);
        shares.into_iter().filter(|share| (0.0..=1.0).contains(share)).map(|share| start + share * duration).collect()
    }
}

impl CubicPiece {
    fn share(&self, time: f64) -> f64 {
        ((time - self.start) / self.duration).clamp(0.0, 1.0)
    }

    /// The rounding bound of the value (`power` 0), the slope (1) or the curvature (2).
    fn rounding(&self, power: i32) -> f64 {
        JOINT_ROUNDING_UNITS * f64::EPSILON * self.size / self.duration.powi(power)
    }

    fn rate(&self, share: f64) -> f64 {
        let [a, b, c] = self.coefficients;
        (a + share * (2.0 * b + share * 3.0 * c)) / self.duration
    }

    /// The share is off by 2 units of rounding, each coefficient by at most 12 times the size of the piece, and
    /// no coefficient is larger than 6 times the size.
    fn at(&self, time: f64) -> JointReading {
        let [a, b, c] = self.coefficients;
        let share = self.share(time);
        JointReading {
            value: self.first + share * (a + share * (b + share * c)),
            value_error: self.rounding(0),
            rate: self.rate(share),
            rate_error: self.rounding(1),
        }
    }

    /// The slope is a parabola with extremes at the ends or at its vertex. The curvature is linear with
    /// extremes at the ends.
    fn slopes(&self, from: f64, to: f64) -> DerivativeBounds {
        let [_, b, c] = self.coefficients;
        let ends = [self.share(from), self.share(to)];
        let larger = |[a, b]: [f64; 2]| bounded(a.abs()).max(bounded(b.abs()));
        let mut rate = larger(ends.map(|share| self.rate(share)));
        let vertex = -b / (3.0 * c);
        if ends[0] < vertex && vertex < ends[1] {
            rate = rate.max(bounded(self.rate(vertex).abs()));
        }
        let rate = bounded(rate + self.rounding(1));
        if b == 0.0 && c == 0.0 {
            return DerivativeBounds { rate, second: 0.0 };
        }
        let second = larger(ends.map(|share| 2.0 * b + 6.0 * c * share));
        DerivativeBounds { rate, second: bounded(second / (self.duration * self.duration) + self.rounding(2)) }
    }
}

/// The slopes at the rows of the spline with continuous second derivative that is at rest in its first and last
/// row.
///
/// A robot that starts and ends at rest moves this way: its acceleration does not jump in between, and its
/// velocity does not jump at the ends. A natural spline (zero *curvature* at the ends) would have jumps there.
/// The spline may overshoot between rows; [`Trajectory::excesses`](super::Trajectory::excesses) checks this.
///
/// The equations are tridiagonal and diagonally dominant, so elimination without pivoting is stable.
pub(super) fn slopes(times: &[f64], values: &[f64]) -> Vec<f64> {
    let rows = times.len();
    let mut slopes = vec![0.0; rows];
    if rows < 3 {
        return slopes;
    }
    let inverse: Vec<f64> = times.windows(2).map(|pair| 1.0 / (pair[1] - pair[0])).collect();
    let weighted: Vec<f64> =
        inverse.iter().zip(values.windows(2)).map(|(inverse, pair)| inverse * inverse * (pair[1] - pair[0])).collect();
    // Row i: m[i−1]/h[i−1] + 2(1/h[i−1] + 1/h[i])·m[i] + m[i+1]/h[i] = 3(…).
    let mut above = vec![0.0; rows];
    for i in 1..rows - 1 {
        let pivot = 2.0 * (inverse[i - 1] + inverse[i]) - inverse[i - 1] * above[i - 1];
        above[i] = inverse[i] / pivot;
        slopes[i] = (3.0 * (weighted[i - 1] + weighted[i]) - inverse[i - 1] * slopes[i - 1]) / pivot;
    }
    for i in (1..rows - 1).rev() {
        slopes[i] -= above[i] * slopes[i + 1];
    }
    slopes
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Through 0, 1, 0 at 0, 1, 2 the spline at rest at both ends is, by symmetry, `3t² − 2t³` up and the same
    /// down.
    #[test]
    fn the_spline_of_a_bump() {
        let times = [0.0, 1.0, 2.0];
        let values = vec![0.0, 1.0, 0.0];
        let track = JointTrack { slopes: Some(slopes(&times, &values)), values };
        assert_eq!(track.slopes, Some(vec![0.0, 0.0, 0.0]));
        for (time, value) in [(0.25, 0.15625), (0.5, 0.5), (1.5, 0.5)] {
            let segment = TrajectoryPhase::Segment { index: usize::from(time >= 1.0) };
            assert!((track.at(&times, segment, time).value - value).abs() < 1e-15);
        }
        // The speed is greatest halfway, 1.5 per second. The curvature is greatest at the ends, 6.
        let slopes = track.slopes(&times, TrajectoryPhase::Segment { index: 0 }, 0.0, 1.0);
        assert!((slopes.rate - 1.5).abs() < 1e-12 && (slopes.second - 6.0).abs() < 1e-12, "{slopes:?}");
        let later = track.slopes(&times, TrajectoryPhase::Segment { index: 0 }, 0.75, 1.0);
        assert!((later.rate - 1.125).abs() < 1e-12, "{later:?}");
    }

    /// The second derivative does not jump at the rows, and both ends are at rest.
    #[test]
    fn the_curvature_is_continuous() {
        let times = [0.0, 0.3, 1.0, 1.1, 2.5];
        let values = vec![0.2, -1.0, 2.0, 2.1, -0.4];
        let track = JointTrack { slopes: Some(slopes(&times, &values)), values };
        for row in 1..4 {
            let second = |segment: usize| {
                let piece = track.piece(&times, segment);
                let [_, b, c] = piece.coefficients;
                (2.0 * b + 6.0 * c * piece.share(times[row])) / (piece.duration * piece.duration)
            };
            assert!((second(row - 1) - second(row)).abs() < 1e-9 * (1.0 + second(row).abs()), "row {row}");
        }
        let slopes = track.slopes.as_ref().unwrap();
        assert_eq!((slopes[0], slopes[4]), (0.0, 0.0));
        // The spline overshoots between the close rows 2 and 3. The extreme must be found.
        let turns: Vec<f64> = (0..4).flat_map(|segment| track.turning_times(&times, segment)).collect();
        assert!(turns.len() >= 4, "{turns:?}");
        for time in turns {
            let index = times[1..4].partition_point(|&row| row <= time);
            assert!(track.at(&times, TrajectoryPhase::Segment { index }, time).rate.abs() < 1e-9, "at {time}");
        }
    }
}
