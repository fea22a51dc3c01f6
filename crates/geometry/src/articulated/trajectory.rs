//! Joint values of a mechanism over time.

use super::orientation::Orientation;
use super::track::{JointTrack, slopes};
use super::{JointKind, Mechanism};
use crate::MotionError;
use crate::tolerance::QUATERNION_LENGTH;
use glam::DQuat;
use tangency_interval::Interval;

/// Joint values at given times, with interpolation between them. The joints rest before the first row and after
/// the last.
#[derive(Clone, Debug, PartialEq)]
pub struct Trajectory {
    pub(super) times: Vec<f64>,
    /// One track for every coordinate of the mechanism.
    pub(super) tracks: Vec<JointTrack>,
    /// The orientation of every floating joint, with the joint's first coordinate.
    orientations: Vec<(usize, Orientation)>,
    interpolation: Interpolation,
}

/// Interpolation of joint values between rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Interpolation {
    /// Straight lines in joint space.
    #[default]
    Linear,
    /// The cubic spline through the rows with continuous velocity and acceleration, at rest in the first and
    /// the last row. Orientations of floating joints still rotate at a constant rate about a fixed axis from
    /// row to row.
    Cubic,
    /// On every segment the cubic with given values and velocities at its two rows, as controllers of robots follow
    /// it: velocity is continuous, acceleration jumps at rows. [`Trajectory::with_velocities`] takes the velocities.
    /// Orientations of floating joints rotate as above.
    Hermite,
}

/// A part of the time during which all joints move smoothly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum TrajectoryPhase {
    /// Before the first row, or after the last.
    Rest { row: usize },
    /// From row `index` to the next.
    Segment { index: usize },
}

/// The numbers do not define a trajectory of the mechanism.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum TrajectoryError {
    /// There is no row.
    #[error("a trajectory needs at least one row")]
    Empty,
    /// The number of rows differs from the number of times.
    #[error("there are {times} times and {rows} rows")]
    RowCount {
        /// Number of times.
        times: usize,
        /// Number of rows.
        rows: usize,
    },
    /// A row has the wrong number of values.
    #[error("row {row} (counted from 0) has {found} values, but the mechanism has {expected}")]
    Width {
        /// Index of the row.
        row: usize,
        /// Number of values in the row.
        found: usize,
        /// Expected number of values.
        expected: usize,
    },
    /// A value is NaN or infinite.
    #[error("{coordinate} is {value} in row {row} (counted from 0), not a finite number")]
    NotFinite {
        /// Name of the coordinate.
        coordinate: String,
        /// Index of the row.
        row: usize,
        /// The given value.
        value: f64,
    },
    /// The orientation of a floating joint is not a unit quaternion.
    #[error("the orientation of joint {joint:?} in row {row} (counted from 0) has length {length}, not 1")]
    Orientation {
        /// Name of the joint.
        joint: String,
        /// Index of the row.
        row: usize,
        /// The length of the quaternion.
        length: f64,
    },
    /// Times do not increase, or are not finite.
    #[error(transparent)]
    Times(#[from] MotionError),
    /// The interpolation needs the velocities at the rows.
    #[error("the interpolation through velocities needs the velocity of every joint at every row")]
    NoVelocities,
    /// The values are so large, or the rows so close, that the slopes of the spline overflow.
    #[error("the spline of {coordinate} overflows: its rows are too close or its values too large")]
    Overflow {
        /// Name of the coordinate.
        coordinate: String,
    },
}

impl Trajectory {
    /// The trajectory with these rows at these times (seconds). Each row has one value for each of
    /// [`Mechanism::coordinates`].
    pub fn new(
        mechanism: &Mechanism,
        times: Vec<f64>,
        rows: Vec<Vec<f64>>,
        interpolation: Interpolation,
    ) -> Result<Self, TrajectoryError> {
        if interpolation == Interpolation::Hermite {
            return Err(TrajectoryError::NoVelocities);
        }
        Self::joined(mechanism, times, rows, interpolation, &[])
    }

    /// The trajectory of [`Interpolation::Hermite`] through these rows with these velocities: one row of velocities
    /// for each row of values, one velocity for each value. Those of orientations are ignored.
    pub fn with_velocities(
        mechanism: &Mechanism,
        times: Vec<f64>,
        rows: Vec<Vec<f64>>,
        velocities: &[Vec<f64>],
    ) -> Result<Self, TrajectoryError> {
        if velocities.len() != rows.len() {
            return Err(TrajectoryError::NoVelocities);
        }
        let names = mechanism.coordinates();
        for (row, values) in velocities.iter().enumerate() {
            if values.len() != names.len() {
                return Err(TrajectoryError::Width { row, found: values.len(), expected: names.len() });
            }
            if let Some(index) = values.iter().position(|value| !value.is_finite()) {
                let coordinate = format!("the velocity of {}", names[index]);
                return Err(TrajectoryError::NotFinite { coordinate, row, value: values[index] });
            }
        }
        Self::joined(mechanism, times, rows, Interpolation::Hermite, velocities)
    }

    /// The checked trajectory. `velocities` has a row for each row of values if the interpolation asks for them.
    fn joined(
        mechanism: &Mechanism,
        times: Vec<f64>,
        rows: Vec<Vec<f64>>,
        interpolation: Interpolation,
        velocities: &[Vec<f64>],
    ) -> Result<Self, TrajectoryError> {
        if times.is_empty() {
            return Err(TrajectoryError::Empty);
        }
        if times.len() != rows.len() {
            return Err(TrajectoryError::RowCount { times: times.len(), rows: rows.len() });
        }
        MotionError::increasing("row", &times)?;
        let names = mechanism.coordinates();
        for (row, values) in rows.iter().enumerate() {
            if values.len() != names.len() {
                return Err(TrajectoryError::Width { row, found: values.len(), expected: names.len() });
            }
            if let Some(index) = values.iter().position(|value| !value.is_finite()) {
                let (coordinate, value) = (names[index].clone(), values[index]);
                return Err(TrajectoryError::NotFinite { coordinate, row, value });
            }
        }
        let orientations = orientations(mechanism, &rows)?;
        let track = |index: usize| {
            let values: Vec<f64> = rows.iter().map(|row| row[index]).collect();
            let slopes = match interpolation {
                Interpolation::Linear => None,
                Interpolation::Cubic => Some(slopes(&times, &values)),
                Interpolation::Hermite => Some(velocities.iter().map(|row| row[index]).collect()),
            };
            let sound = slopes.iter().flatten().all(|slope| slope.is_finite());
            if sound { Ok(JointTrack { values, slopes }) } else { Err(names[index].clone()) }
        };
        let tracks: Result<Vec<JointTrack>, String> = (0..names.len()).map(track).collect();
        let tracks = tracks.map_err(|coordinate| TrajectoryError::Overflow { coordinate })?;
        Ok(Self { times, tracks, orientations, interpolation })
    }

    /// The times of the rows, in seconds.
    #[must_use]
    pub fn times(&self) -> &[f64] {
        &self.times
    }

    /// The time interval from the first row to the last.
    #[must_use]
    pub fn span(&self) -> Interval {
        Interval::between(self.times[0], self.times[self.times.len() - 1])
    }

    /// The interpolation between rows.
    #[must_use]
    pub fn interpolation(&self) -> Interpolation {
        self.interpolation
    }

    /// The value of a coordinate at `time`, up to rounding. Components of orientations are valid only at rows,
    /// because orientations rotate at a constant rate in between.
    ///
    /// # Panics
    /// If there is no such coordinate.
    #[must_use]
    pub fn value(&self, coordinate: usize, time: f64) -> f64 {
        self.tracks[coordinate].at(&self.times, self.phase(time), time).value
    }

    /// The slopes of a cubic coordinate at the rows. Together with the values of the rows they define the path.
    ///
    /// # Panics
    /// If there is no such coordinate.
    #[must_use]
    pub fn slopes(&self, coordinate: usize) -> Option<&[f64]> {
        self.tracks[coordinate].slopes.as_deref()
    }

    /// The active phase at `time`. At a row it is the later phase.
    pub(super) fn phase(&self, time: f64) -> TrajectoryPhase {
        let last = self.times.len() - 1;
        if time < self.times[0] || last == 0 {
            return TrajectoryPhase::Rest { row: 0 };
        }
        if time > self.times[last] {
            return TrajectoryPhase::Rest { row: last };
        }
        TrajectoryPhase::Segment { index: self.times[1..last].partition_point(|&start| start <= time) }
    }

    /// The parts of the interval with their phases, in order. A row belongs to the segments on both sides. A
    /// rest may be unbounded; one instant represents it.
    pub(super) fn phases(&self, span: Interval) -> Vec<(TrajectoryPhase, Interval)> {
        let last = self.times.len() - 1;
        let (from, to) = (span.lower(), span.upper());
        let (first_row, last_row) = (self.times[0], self.times[last]);
        let mut phases = Vec::new();
        if from < first_row || (last == 0 && from <= first_row) {
            phases.push((TrajectoryPhase::Rest { row: 0 }, Interval::from(first_row)));
        }
        if last > 0 && from <= last_row && to >= first_row {
            let touched = &self.times[1..last];
            let first = touched.partition_point(|&end| end < from);
            let end = touched.partition_point(|&start| start <= to);
            for index in first..=end {
                let part = Interval::between(self.times[index], self.times[index + 1]).intersection(span);
                phases.push((TrajectoryPhase::Segment { index }, part));
            }
        }
        if to > last_row {
            phases.push((TrajectoryPhase::Rest { row: last }, Interval::from(last_row)));
        }
        phases
    }

    /// The time interval from a row to the next.
    pub(super) fn segment(&self, index: usize) -> Interval {
        Interval::between(self.times[index], self.times[index + 1])
    }

    /// The orientation of the floating joint with this first coordinate.
    pub(super) fn orientation(&self, first: usize) -> &Orientation {
        let found = self.orientations.iter().find(|(coordinate, _)| *coordinate == first);
        &found.expect("every floating joint has an orientation").1
    }

    /// The times of the rows strictly inside the interval, where velocities may jump.
    pub(super) fn rows_inside(&self, span: Interval) -> &[f64] {
        let from = self.times.partition_point(|&time| time <= span.lower());
        let to = self.times.partition_point(|&time| time < span.upper());
        &self.times[from.min(to)..to]
    }
}

fn orientations(mechanism: &Mechanism, rows: &[Vec<f64>]) -> Result<Vec<(usize, Orientation)>, TrajectoryError> {
    let mut all = Vec::new();
    for (index, joint) in mechanism.joints().iter().enumerate() {
        let (JointKind::Floating, Some(first)) = (joint.kind, mechanism.coordinate(index)) else { continue };
        let mut quaternions = Vec::with_capacity(rows.len());
        for (row, values) in rows.iter().enumerate() {
            let quaternion = DQuat::from_slice(&values[first + 3..first + 7]);
            let length = quaternion.length();
            if !((length - 1.0).abs() <= QUATERNION_LENGTH) {
                return Err(TrajectoryError::Orientation { joint: joint.name.clone(), row, length });
            }
            quaternions.push(quaternion);
        }
        all.push((first, Orientation::new(&quaternions)));
    }
    Ok(all)
}
