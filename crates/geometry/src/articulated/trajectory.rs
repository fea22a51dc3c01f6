//! What every joint of a mechanism does over time.

use super::orientation::Orientation;
use super::track::{Track, slopes};
use super::{JointKind, Mechanism};
use crate::MotionError;
use crate::tolerance::QUATERNION_LENGTH;
use glam::DQuat;
use tangency_interval::Interval;

/// Joint values at given times, and what is between them. Before the first row and after the last the joints rest.
#[derive(Clone, Debug, PartialEq)]
pub struct Trajectory {
    pub(super) times: Vec<f64>,
    /// One for every coordinate of the mechanism.
    pub(super) tracks: Vec<Track>,
    /// For every floating joint, by its first coordinate.
    orientations: Vec<(usize, Orientation)>,
    interpolation: Interpolation,
}

/// How joint values go from one row to the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Interpolation {
    /// Straight lines in joint space.
    #[default]
    Linear,
    /// The cubic spline through the rows with continuous velocity and acceleration, at rest in the first and the last row.
    /// (Orientations of floating joints go at a constant rate about a fixed axis from row to row all the same.)
    Cubic,
}

/// A part of the time in which all joints move smoothly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Phase {
    /// Before the first row, or after the last.
    Rest { row: usize },
    /// From row `index` to the next.
    Segment { index: usize },
}

/// The numbers do not make a trajectory of the mechanism.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum TrajectoryError {
    /// There is no row.
    #[error("a trajectory needs at least one row")]
    Empty,
    /// There are not as many rows as times.
    #[error("there are {times} times and {rows} rows")]
    RowCount {
        /// How many times there are.
        times: usize,
        /// How many rows there are.
        rows: usize,
    },
    /// A row is too short or too long.
    #[error("row {row} (counted from 0) has {found} values, but the mechanism has {expected}")]
    Width {
        /// Which row.
        row: usize,
        /// How many values it has.
        found: usize,
        /// How many it should have.
        expected: usize,
    },
    /// A value is NaN or infinite.
    #[error("{coordinate} is {value} in row {row} (counted from 0), not a finite number")]
    NotFinite {
        /// Which value.
        coordinate: String,
        /// Which row.
        row: usize,
        /// The value that was given.
        value: f64,
    },
    /// The orientation of a floating joint is not a unit quaternion.
    #[error("the orientation of joint {joint:?} in row {row} (counted from 0) has length {length}, not 1")]
    Orientation {
        /// Which joint.
        joint: String,
        /// Which row.
        row: usize,
        /// The length of the quaternion.
        length: f64,
    },
    /// Times do not increase, or are not finite.
    #[error(transparent)]
    Times(#[from] MotionError),
    /// The values are so large, or the rows so close, that the slopes of the spline overflow.
    #[error("the spline of {coordinate} overflows: its rows are too close or its values too large")]
    Overflow {
        /// Which value.
        coordinate: String,
    },
}

impl Trajectory {
    /// The trajectory with these rows, each with one value for every one of [`Mechanism::coordinates`], at these times.
    pub fn new(
        mechanism: &Mechanism,
        times: Vec<f64>,
        rows: Vec<Vec<f64>>,
        interpolation: Interpolation,
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
            let slopes = (interpolation == Interpolation::Cubic).then(|| slopes(&times, &values));
            let sound = slopes.iter().flatten().all(|slope| slope.is_finite());
            if sound { Ok(Track { values, slopes }) } else { Err(names[index].clone()) }
        };
        let tracks: Result<Vec<Track>, String> = (0..names.len()).map(track).collect();
        let tracks = tracks.map_err(|coordinate| TrajectoryError::Overflow { coordinate })?;
        Ok(Self { times, tracks, orientations, interpolation })
    }

    /// The times of the rows.
    #[must_use]
    pub fn times(&self) -> &[f64] {
        &self.times
    }

    /// From the first row to the last.
    #[must_use]
    pub fn span(&self) -> Interval {
        Interval::between(self.times[0], self.times[self.times.len() - 1])
    }

    /// What is between the rows.
    #[must_use]
    pub fn interpolation(&self) -> Interpolation {
        self.interpolation
    }

    /// The value of a coordinate at `time`, up to rounding; for the components of orientations, which turn at a constant
    /// rate instead, only in rows.
    ///
    /// # Panics
    /// If there is no such coordinate.
    #[must_use]
    pub fn value(&self, coordinate: usize, time: f64) -> f64 {
        self.tracks[coordinate].at(&self.times, self.phase(time), time).value
    }

    /// The slopes of a coordinate in the rows, if it is a cubic: with the rows' values they define it.
    ///
    /// # Panics
    /// If there is no such coordinate.
    #[must_use]
    pub fn slopes(&self, coordinate: usize) -> Option<&[f64]> {
        self.tracks[coordinate].slopes.as_deref()
    }

    /// The phase that rules at `time`, the later one in a row.
    pub(super) fn phase(&self, time: f64) -> Phase {
        let last = self.times.len() - 1;
        if time < self.times[0] || last == 0 {
            return Phase::Rest { row: 0 };
        }
        if time > self.times[last] {
            return Phase::Rest { row: last };
        }
        Phase::Segment { index: self.times[1..last].partition_point(|&start| start <= time) }
    }

    /// The parts of the span with their phases, in order; a row belongs to the segments on both sides. Of a rest, which may
    /// be without end, one instant stands for all.
    pub(super) fn phases(&self, span: Interval) -> Vec<(Phase, Interval)> {
        let last = self.times.len() - 1;
        let (from, to) = (span.lower(), span.upper());
        let (first_row, last_row) = (self.times[0], self.times[last]);
        let mut phases = Vec::new();
        if from < first_row || (last == 0 && from <= first_row) {
            phases.push((Phase::Rest { row: 0 }, Interval::from(first_row)));
        }
        if last > 0 && from <= last_row && to >= first_row {
            let touched = &self.times[1..last];
            let first = touched.partition_point(|&end| end < from);
            let end = touched.partition_point(|&start| start <= to);
            for index in first..=end {
                let part = Interval::between(self.times[index], self.times[index + 1]).intersection(span);
                phases.push((Phase::Segment { index }, part));
            }
        }
        if to > last_row {
            phases.push((Phase::Rest { row: last }, Interval::from(last_row)));
        }
        phases
    }

    /// From one row to the next.
    pub(super) fn segment(&self, index: usize) -> Interval {
        Interval::between(self.times[index], self.times[index + 1])
    }

    /// The floating joint's orientation, by the joint's first coordinate.
    pub(super) fn orientation(&self, first: usize) -> &Orientation {
        let found = self.orientations.iter().find(|(coordinate, _)| *coordinate == first);
        &found.expect("every floating joint has an orientation").1
    }

    /// The times of rows strictly inside the span: where velocities may jump.
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
