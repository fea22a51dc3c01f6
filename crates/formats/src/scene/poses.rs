//! Motions through given poses: waypoints of a list or of a CSV file.
//!
//! Between two poses the body moves with constant velocity and constant angular velocity, or on a screw. It stands
//! still before the first pose and after the last. The motion is exactly that of the pieces, whose velocities are
//! doubles, so that it passes each pose up to rounding.

use super::SceneReader;
use super::motion::refused;
use super::orientation::{self, pose};
use super::unit::LengthUnit;
use super::value::{Table, TomlValue};
use crate::csv::{CsvCell, TIME, cells, check_width, lines, not_later, number, separator};
use crate::fault::{RawFault, RawFaults, TextFileError, quoted, shown};
use crate::rotation::{HalfAngle, roll_pitch_yaw};
use crate::suggest::suggest;
use crate::text::{self, TextFileKind};
use crate::tolerance::{AMBIGUOUS_TURN, DEGREES_LIKELY, MOST_FAULTS};
use glam::{DQuat, DVec3};
use std::path::Path;
use tangency_geometry::{Linear, Motion, MotionError, Piecewise, Pose, Rigid, Screw};

/// The motion between two poses.
#[derive(Clone, Copy)]
enum BetweenPoses {
    ConstantVelocity,
    Screw,
}

impl BetweenPoses {
    fn read(table: &Table<'_>) -> Result<Self, RawFault> {
        let Some(value) = table.optional("between") else { return Ok(Self::ConstantVelocity) };
        match value.string()? {
            "constant_velocity" => Ok(Self::ConstantVelocity),
            "screw" => Ok(Self::Screw),
            _ => Err(value.mismatch("\"constant_velocity\" or \"screw\"")),
        }
    }

    fn motion(self, from: Pose, to: Pose, duration: f64) -> Result<Motion, MotionError> {
        if from == to {
            return Ok(Motion::Still(from));
        }
        if from.rotation() == to.rotation() {
            let velocity = (to.translation() - from.translation()) / duration;
            return Linear::new(from, velocity).map(Motion::Linear);
        }
        match self {
            Self::ConstantVelocity => Rigid::between(from, to, duration).map(Motion::Rigid),
            Self::Screw => Screw::between(from, to, duration).map(Motion::Screw),
        }
    }
}

/// Poses with their times, which increase.
#[derive(Default)]
struct TimedPoses {
    times: Vec<f64>,
    poses: Vec<Pose>,
    /// Whether angles in radians are so large that they are probably in degrees.
    like_degrees: bool,
}

impl SceneReader<'_> {
    /// `{ list = [{ time = 0, position = [0, 0, 0] }, ...] }` or `{ file = "waypoints.csv" }`, with `between`.
    pub(super) fn poses(&mut self, body: &str, data: &TomlValue<'_>) -> Result<Motion, RawFaults> {
        let table = data.table(&["list", "file", "between"])?;
        let between = BetweenPoses::read(&table)?;
        let TimedPoses { times, poses, like_degrees } = match (table.optional("list"), table.optional("file")) {
            (Some(list), None) => listed_poses(&list)?,
            (None, Some(file)) => {
                let written = file.string()?;
                read_poses(&self.folder.join(written), file.unit()).map_err(|error| {
                    let message = format!("the file of poses {} cannot be used: {error}", quoted(written));
                    file.fault(message, "paths are relative to the folder of the scene file")
                })?
            }
            (Some(_), Some(file)) => {
                return Err(file.fault("both `list` and `file` give the poses".into(), "keep one of them").into());
            }
            (None, None) => {
                let label = "add `list = [{ time = 0, position = [0, 0, 0] }, ...]` or `file = \"waypoints.csv\"`";
                return Err(data.fault("`poses` has no poses".into(), label).into());
            }
        };
        if let [pose] = poses[..] {
            return Ok(Motion::Still(pose));
        }
        if like_degrees {
            self.warn(body, "angles of its poses exceed two turns in radians: columns in degrees end in `_degrees`");
        }
        self.warn_of_half_turns(body, &times, &poses);
        let (mut starts, mut segments) = (Vec::new(), Vec::new());
        if times[0] > 0.0 {
            starts.push(0.0);
            segments.push(Motion::Still(poses[0]));
        }
        for (time, pair) in times.windows(2).zip(poses.windows(2)) {
            starts.push(time[0]);
            let motion = between.motion(pair[0], pair[1], time[1] - time[0]);
            segments.push(motion.map_err(|error| refused(data, &error))?);
        }
        if let (Some(&time), Some(&pose)) = (times.last(), poses.last()) {
            starts.push(time);
            segments.push(Motion::Still(pose));
        }
        Ok(Motion::Piecewise(Piecewise::new(starts, segments).map_err(|error| refused(data, &error))?))
    }

    /// Warns of two poses that are nearly a half-turn apart: the direction of rotation is then not determined.
    fn warn_of_half_turns(&mut self, body: &str, times: &[f64], poses: &[Pose]) {
        let turn = |pair: &[Pose]| 2.0 * pair[0].rotation().dot(pair[1].rotation()).abs().min(1.0).acos();
        if let Some(index) = poses.windows(2).position(|pair| turn(pair) > AMBIGUOUS_TURN) {
            let degrees = turn(&poses[index..index + 2]).to_degrees();
            let (from, to) = (shown(times[index]), shown(times[index + 1]));
            self.warn(
                body,
                &format!(
                    "it turns by {degrees:.1}° from {from} s to {to} s, where the other way is as short: add a pose"
                ),
            );
        }
    }
}

/// `[{ time = 0, position = [0, 0, 0], orientation = [0, 0, 0, 1] }, ...]`.
fn listed_poses(list: &TomlValue<'_>) -> Result<TimedPoses, RawFaults> {
    let mut timed = TimedPoses::default();
    let mut faults = RawFaults::new();
    list.list("a list of poses { time = 0, position = [0, 0, 0] }", |_, value| {
        match listed_pose(&value, timed.times.last().copied()) {
            Ok((time, pose)) => {
                timed.times.push(time);
                timed.poses.push(pose);
            }
            Err(more) => faults.extend(more),
        }
        Ok(())
    })?;
    if faults.is_empty() { Ok(timed) } else { Err(faults) }
}

fn listed_pose(value: &TomlValue<'_>, previous: Option<f64>) -> Result<(f64, Pose), RawFaults> {
    let table = value.table(&["time", "position", "orientation"])?;
    let instant = table.required("time", "0")?;
    let time = instant.number()?;
    if let Some(previous) = previous.filter(|previous| !(*previous < time)) {
        let message = format!("the times must increase, but {} follows {}", shown(time), shown(previous));
        return Err(instant.fault(message, format!("expected a number greater than {}", shown(previous))).into());
    }
    Ok((time, pose(&table)?))
}

/// Columns of a file of poses besides the time, in three groups that are given whole or not at all.
const GROUPS: [&[&str]; 4] = [
    &["x", "y", "z"],
    &["qx", "qy", "qz", "qw"],
    &["roll", "pitch", "yaw"],
    &["roll_degrees", "pitch_degrees", "yaw_degrees"],
];

/// Reads a file of poses with positions in this unit.
fn read_poses(path: &Path, unit: LengthUnit) -> Result<TimedPoses, TextFileError> {
    let text = text::read(path, TextFileKind::Poses)?;
    parse_poses(&text, unit).map_err(|faults| TextFileError::new(&path.display().to_string(), &text, faults))
}

fn parse_poses(text: &str, unit: LengthUnit) -> Result<TimedPoses, RawFaults> {
    let separator = separator(text);
    let mut lines = lines(text);
    let help = "the first line names the columns: time, x, y, z, and qx, qy, qz, qw or roll, pitch, yaw";
    let Some(header) = lines.next() else {
        return Err(RawFault::of_file("the file of poses is empty".into(), help).into());
    };
    let header = cells(text, header, separator);
    let columns = PoseColumns::read(&header, unit)?;
    let mut timed = TimedPoses::default();
    let mut faults = RawFaults::new();
    for line in lines {
        if faults.len() >= MOST_FAULTS {
            break;
        }
        let row = cells(text, line, separator);
        match columns.row(&row, &header, &mut timed) {
            Ok((time, pose)) => {
                if let Some(&last) = timed.times.last()
                    && !(last < time)
                {
                    faults.push(not_later(time, last, &row[columns.time].span));
                }
                timed.times.push(time);
                timed.poses.push(pose);
            }
            Err(more) => faults.extend(more),
        }
    }
    if faults.is_empty() && timed.times.is_empty() {
        faults.push(RawFault::of_file("the file of poses has a header but no row".into(), "add a row for every pose"));
    }
    if faults.is_empty() { Ok(timed) } else { Err(faults) }
}

/// The places of the columns.
struct PoseColumns {
    time: usize,
    unit: LengthUnit,
    /// Columns of each group, in its order; `None` if the file does not have it.
    groups: [Option<Vec<usize>>; 4],
}

impl PoseColumns {
    fn read(header: &[CsvCell<'_>], unit: LengthUnit) -> Result<Self, RawFaults> {
        let names: Vec<String> = header.iter().map(|cell| cell.text.to_lowercase()).collect();
        let known: Vec<&str> = GROUPS.concat().into_iter().chain(["time"]).collect();
        let whole = header[0].span.start..header[header.len() - 1].span.end;
        if names.iter().all(|name| name.parse::<f64>().is_ok()) {
            let message = "the file of poses has no header".into();
            return Err(RawFault::new(whole, message, "the first line must be a header: time, x, y, z").into());
        }
        let mut faults = RawFaults::new();
        for (index, (cell, name)) in header.iter().zip(&names).enumerate() {
            let fault = |message: String, label: String| RawFault::new(cell.span.clone(), message, label);
            if names[..index].contains(name) {
                faults.push(fault(format!("two columns are called {}", quoted(cell.text)), "remove one".into()));
            } else if !known.contains(&&**name) && !TIME.contains(&&**name) {
                let label = match suggest(name, &known) {
                    Some(near) => format!("did you mean {}?", quoted(near)),
                    None => format!("expected {}", known.join(", ")),
                };
                faults.push(fault(format!("no column of poses is called {}", quoted(cell.text)), label));
            }
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        let times: Vec<usize> = (0..names.len()).filter(|&index| TIME.contains(&&*names[index])).collect();
        let [time] = times[..] else {
            let message = format!("the header names {} time columns", times.len());
            return Err(RawFault::new(whole, message, "expected one column called \"time\", in seconds").into());
        };
        let mut groups = GROUPS.map(|_| None);
        for (group, columns) in groups.iter_mut().zip(GROUPS) {
            let found: Vec<Option<usize>> =
                columns.iter().map(|column| names.iter().position(|name| name == column)).collect();
            if let Some(whole_group) = found.iter().copied().collect::<Option<Vec<usize>>>() {
                *group = Some(whole_group);
            } else if found.iter().any(Option::is_some) || columns == GROUPS[0] {
                let missing: Vec<&str> =
                    columns.iter().zip(&found).filter(|(_, place)| place.is_none()).map(|(name, _)| *name).collect();
                let message = format!("no column for {}", missing.join(", "));
                return Err(RawFault::new(whole, message, format!("expected all of {}", columns.join(", "))).into());
            }
        }
        if groups[1..].iter().flatten().count() > 1 {
            let message = "the header gives the orientation more than once".into();
            return Err(RawFault::new(whole, message, "keep a quaternion, or roll, pitch and yaw").into());
        }
        Ok(Self { time, unit, groups })
    }

    /// The time and the pose of a row.
    fn row(
        &self,
        row: &[CsvCell<'_>],
        header: &[CsvCell<'_>],
        timed: &mut TimedPoses,
    ) -> Result<(f64, Pose), RawFaults> {
        check_width(row, header)?;
        let values = row.iter().zip(header).map(|(cell, name)| number(cell, name.text));
        let values = values.collect::<Result<Vec<f64>, RawFault>>()?;
        let group = |index: usize| -> Option<Vec<f64>> {
            Some(self.groups[index].as_ref()?.iter().map(|&column| values[column]).collect())
        };
        let vector = |index| group(index).map(|values| DVec3::from_slice(&values));
        let whole = row[0].span.start..row[row.len() - 1].span.end;
        let rotation = if let Some(components) = group(1) {
            let quaternion = DQuat::from_slice(&components);
            orientation::normalised(quaternion)
                .map_err(|message| RawFault::new(whole.clone(), message, "expected a quaternion of length 1"))?
        } else if let Some(angles) = vector(2) {
            timed.like_degrees |= angles.abs().max_element() > DEGREES_LIKELY;
            roll_pitch_yaw(angles.to_array().map(HalfAngle::of_radians))
        } else if let Some(angles) = vector(3) {
            roll_pitch_yaw(angles.to_array().map(HalfAngle::of_degrees))
        } else {
            DQuat::IDENTITY
        };
        let position = self.unit.vector(vector(0).unwrap_or_default());
        let pose = Pose::new(rotation, position).map_err(|error| RawFault::new(whole, error.to_string(), ""))?;
        Ok((values[self.time], pose))
    }
}
