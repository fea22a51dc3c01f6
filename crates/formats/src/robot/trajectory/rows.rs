//! What tables and messages have in common: names of joints, standing joints, and rows that become a trajectory.

use super::{TrajectoryEntry, TrajectoryOptions, units};
use crate::csv::not_later;
use crate::fault::{RawFault, RawFaults, quoted, shown};
use crate::suggest::suggest;
use crate::tolerance::{MIMIC_DISAGREEMENT, MOST_FAULTS};
use std::ops::Range;
use tangency_geometry::{Interpolation, JointKind, Mechanism, Mimic, Trajectory, TrajectoryError};

/// Reads rows of joint values.
#[derive(Clone, Copy)]
pub(super) struct RowReader<'a> {
    pub(super) mechanism: &'a Mechanism,
    pub(super) options: &'a TrajectoryOptions,
}

/// The meaning of a name.
pub(super) enum JointColumn {
    Coordinate(usize),
    /// A mimic joint: its values must agree with its rule.
    Follower {
        name: String,
        coordinate: usize,
        rule: Mimic,
    },
    /// A joint that does not move.
    Fixed,
}

/// The values of an instant.
pub(super) struct TrajectoryRow {
    pub(super) time: f64,
    /// A value for every coordinate.
    pub(super) values: Vec<f64>,
    /// A velocity for every coordinate, where the file gives one.
    pub(super) velocities: Vec<Option<f64>>,
    /// An effort for every joint, where the file gives one.
    pub(super) efforts: Vec<Option<f64>>,
    /// The bytes of the row.
    pub(super) place: Range<usize>,
    /// The bytes of its time.
    pub(super) time_place: Range<usize>,
}

impl RowReader<'_> {
    /// The meaning of the name of a joint, or of one of its values.
    pub(super) fn column(&self, name: &str, span: Range<usize>) -> Result<JointColumn, RawFault> {
        if let Some(coordinate) = self.mechanism.coordinates().iter().position(|known| known == name) {
            return Ok(JointColumn::Coordinate(coordinate));
        }
        if let Some(joint) = self.mechanism.joint(name) {
            let data = &self.mechanism.joints()[joint];
            return match (data.mimic, self.mechanism.coordinate(joint)) {
                (Some(rule), Some(coordinate)) => Ok(JointColumn::Follower { name: name.into(), coordinate, rule }),
                (_, None) => Ok(JointColumn::Fixed),
                (None, Some(first)) => {
                    let own = format!("{name}/");
                    let all = self.mechanism.coordinates()[first..].iter();
                    let names: Vec<&str> =
                        all.take_while(|known| known.starts_with(&own)).map(String::as_str).collect();
                    let message = format!("joint {} has {} values, not one", quoted(name), names.len());
                    let names = names.join(", ");
                    Err(RawFault::new(span, message, format!("expected columns {names}")))
                }
            };
        }
        let message = format!("the robot has no joint {}", quoted(name));
        let known: Vec<&str> =
            self.mechanism.coordinates().iter().map(String::as_str).chain(std::iter::once("time")).collect();
        let label = match suggest(name, &known) {
            Some(near) => format!("did you mean {}?", quoted(near)),
            None if name.parse::<f64>().is_ok() => "expected names: the first line must be a header".into(),
            None => format!("its joints: {}", self.mechanism.coordinates().join(", ")),
        };
        Err(RawFault::new(span, message, label))
    }

    /// The values of joints that the file does not move.
    pub(super) fn standing(&self) -> Result<Vec<Option<f64>>, RawFault> {
        let mut start = vec![None; self.mechanism.coordinates().len()];
        for (name, value) in &self.options.standing {
            let coordinate = self.mechanism.coordinates().iter().position(|known| known == name);
            let Some(coordinate) = coordinate else {
                let message = format!("joint {} is said to stand at {value}, but the robot has none", quoted(name));
                let help = format!("its joints: {}", self.mechanism.coordinates().join(", "));
                return Err(RawFault::of_file(message, help));
            };
            if !value.is_finite() {
                let message = format!("joint {} is said to stand at {value}", quoted(name));
                return Err(RawFault::of_file(message, "give a finite number"));
            }
            start[coordinate] = Some(*value);
        }
        Ok(start)
    }

    /// Fails unless every moving joint has a value. `what` is what the file would have for it.
    pub(super) fn complete(
        &self,
        given: &[usize],
        start: &[Option<f64>],
        span: Range<usize>,
        what: &str,
    ) -> Result<(), RawFault> {
        let names = self.mechanism.coordinates();
        let missing: Vec<&str> = (0..names.len())
            .filter(|index| start[*index].is_none() && !given.contains(index))
            .map(|index| names[index].as_str())
            .collect();
        if missing.is_empty() {
            return Ok(());
        }
        let message = format!("no {what} for {}", missing.join(", "));
        let help = format!("add a {what}, or say where the joint stands (--joint {}=0)", missing[0]);
        Err(RawFault::new(span, message, "every joint that moves must be named here").with_help(help))
    }

    /// Fails unless the value of a mimic joint agrees with its rule. `values` has those of all coordinates.
    pub(super) fn follows(
        &self,
        (name, coordinate, rule): (&str, usize, &Mimic),
        value: f64,
        values: &[f64],
        span: Range<usize>,
    ) -> Result<(), RawFault> {
        let expected = rule.multiplier * values[coordinate] + rule.offset;
        if (value - expected).abs() <= MIMIC_DISAGREEMENT {
            return Ok(());
        }
        let leader = &self.mechanism.coordinates()[coordinate];
        let message = format!("joint {} is {}, but it follows {}", quoted(name), shown(value), quoted(leader));
        Err(RawFault::new(span, message, format!("expected {}", shown(expected))))
    }

    /// Whether a coordinate is part of the orientation of a floating joint, which rotates by rules of its own.
    fn is_orientation(&self, coordinate: usize) -> bool {
        let joints = self.mechanism.joints().iter().enumerate();
        let mut floating = joints.filter(|(_, joint)| joint.kind == JointKind::Floating);
        floating.any(|(joint, _)| {
            self.mechanism.coordinate(joint).is_some_and(|first| (first + 3..first + 7).contains(&coordinate))
        })
    }

    /// The trajectory of the rows.
    pub(super) fn entry(&self, rows: Vec<TrajectoryRow>) -> Result<TrajectoryEntry, RawFaults> {
        let mut faults = RawFaults::new();
        for pair in rows.windows(2) {
            if !(pair[0].time < pair[1].time) && faults.len() < MOST_FAULTS {
                faults.push(not_later(pair[1].time, pair[0].time, &pair[1].time_place));
            }
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        let mut warnings = Vec::new();
        warnings.extend(units::degrees(self.mechanism, rows.iter().map(|row| row.values.as_slice())));
        let gives_velocities = rows.iter().any(|row| row.velocities.iter().any(Option::is_some));
        if gives_velocities && self.options.interpolation != Interpolation::Hermite {
            let words = "the file gives velocities, which are not used: a controller that follows them takes another \
                path between the rows (--interpolation hermite checks it)";
            warnings.push(words.to_owned());
        }
        let efforts = rows.iter().any(|row| row.efforts.iter().any(Option::is_some));
        let efforts = efforts.then(|| rows.iter().map(|row| row.efforts.clone()).collect());
        let velocities = match self.options.interpolation {
            Interpolation::Hermite => Some(self.velocities(&rows)?),
            Interpolation::Linear | Interpolation::Cubic => None,
        };
        let (mut times, mut values, mut places) = (Vec::new(), Vec::new(), Vec::new());
        for row in rows {
            times.push(row.time);
            values.push(row.values);
            places.push(row.place);
        }
        let made = match velocities {
            Some(velocities) => Trajectory::with_velocities(self.mechanism, times, values, &velocities),
            None => Trajectory::new(self.mechanism, times, values, self.options.interpolation),
        };
        let trajectory = made.map_err(|error| located(&error, &places))?;
        Ok(TrajectoryEntry { trajectory, efforts, warnings })
    }

    /// The velocities of all coordinates at all rows. A joint that stands has none.
    fn velocities(&self, rows: &[TrajectoryRow]) -> Result<Vec<Vec<f64>>, RawFault> {
        let stands =
            |coordinate: usize| rows.windows(2).all(|pair| pair[0].values[coordinate] == pair[1].values[coordinate]);
        let needless: Vec<bool> = (0..self.mechanism.coordinates().len())
            .map(|coordinate| self.is_orientation(coordinate) || stands(coordinate))
            .collect();
        let mut all = Vec::with_capacity(rows.len());
        for row in rows {
            let mut known = Vec::with_capacity(row.velocities.len());
            for (coordinate, velocity) in row.velocities.iter().enumerate() {
                let Some(velocity) = velocity.or(needless[coordinate].then_some(0.0)) else {
                    let name = quoted(&self.mechanism.coordinates()[coordinate]);
                    let message = format!("the row gives no velocity of {name}, which the interpolation needs");
                    let fault = RawFault::new(row.place.clone(), message, "expected a velocity for every joint");
                    return Err(fault.with_help("--interpolation linear and cubic need none"));
                };
                known.push(velocity);
            }
            all.push(known);
        }
        Ok(all)
    }
}

/// A fault of the whole trajectory, at its row if it has one.
fn located(error: &TrajectoryError, places: &[Range<usize>]) -> RawFault {
    let row = match error {
        TrajectoryError::Width { row, .. }
        | TrajectoryError::NotFinite { row, .. }
        | TrajectoryError::Orientation { row, .. } => places.get(*row),
        TrajectoryError::Empty
        | TrajectoryError::RowCount { .. }
        | TrajectoryError::Times(_)
        | TrajectoryError::NoVelocities
        | TrajectoryError::Overflow { .. } => None,
    };
    match (row, error) {
        (Some(place), _) => RawFault::new(place.clone(), error.to_string(), ""),
        (None, TrajectoryError::Empty) => {
            RawFault::of_file("the trajectory has a header but no row".into(), "add a row for every instant")
        }
        (None, _) => RawFault::of_file(error.to_string(), "check times and values"),
    }
}
