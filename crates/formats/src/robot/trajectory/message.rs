//! Trajectories as messages in YAML or JSON: `trajectory_msgs/JointTrajectory`, `moveit_msgs/RobotTrajectory`, and the
//! list of a `moveit_msgs/DisplayTrajectory`. A file may hold several documents, as `ros2 topic echo` writes them.

use super::TrajectoryEntry;
use super::rows::{JointColumn, RowReader, TrajectoryRow};
use crate::fault::{RawFault, RawFaults, TextFileError, quoted, shown};
use crate::robot::planning::read_pose;
use crate::robot::yaml::{self, YamlValue};
use crate::tolerance::MOST_FAULTS;
use std::f64::consts::TAU;
use tangency_geometry::{Interpolation, JointKind, Pose};

/// All trajectories of the text.
pub(super) fn entries(reader: &RowReader<'_>, text: &str, file: &str) -> Result<Vec<TrajectoryEntry>, TextFileError> {
    let documents = yaml::documents(text, file)?;
    let fail = |faults: RawFaults| TextFileError::new(file, text, faults);
    let mut entries = Vec::new();
    for document in documents.iter().filter(|document| !document.is_nothing()) {
        entries.extend(of_document(reader, document).map_err(fail)?);
    }
    if entries.is_empty() {
        let help = "expected joint_names and points, or joint_trajectory";
        return Err(TextFileError::whole_file(file, "the file holds no trajectory".into(), help));
    }
    Ok(entries)
}

/// The trajectories of one document: a message, or a list of messages.
fn of_document(reader: &RowReader<'_>, document: &YamlValue<'_>) -> Result<Vec<TrajectoryEntry>, RawFaults> {
    if document.is_list() {
        let mut entries = Vec::new();
        for message in document.list("the file")? {
            entries.extend(of_message(reader, message)?);
        }
        return Ok(entries);
    }
    of_message(reader, document)
}

fn of_message(reader: &RowReader<'_>, message: &YamlValue<'_>) -> Result<Vec<TrajectoryEntry>, RawFaults> {
    let what = "the message";
    let mut start = reader.standing()?;
    if message.has("joint_names") || message.has("joint_trajectory") || message.has("multi_dof_joint_trajectory") {
        return Ok(vec![of_trajectory(reader, message, &mut start)?]);
    }
    let Some(inner) = message.get(what, "trajectory")? else {
        let fault =
            message.fault("this is no trajectory".into(), "expected joint_names and points, or joint_trajectory");
        return Err(fault.with_help("a planning scene is given by --world").into());
    };
    if let Some(state) = message.get(what, "trajectory_start")? {
        start_state(reader, state, &mut start)?;
    }
    if !inner.is_list() {
        return Ok(vec![of_trajectory(reader, inner, &mut start)?]);
    }
    inner.list("\"trajectory\"")?.iter().map(|one| of_trajectory(reader, one, &mut start)).collect()
}

/// Joints that the trajectory does not name stand where the state before it has them, unless the options say more.
fn start_state(reader: &RowReader<'_>, state: &YamlValue<'_>, start: &mut [Option<f64>]) -> Result<(), RawFault> {
    let what = "\"trajectory_start\"";
    if let Some(attached) = state.get(what, "attached_collision_objects")? {
        let message = "the robot carries objects at the start, which are not read here".to_owned();
        let help = "attach them by the planning scene (--world) or by --attach, and remove them here";
        return Err(attached.fault(message, "they would be missed").with_help(help));
    }
    let Some(joints) = state.get(what, "joint_state")? else { return Ok(()) };
    let (Some(names), Some(values)) = (joints.get(what, "name")?, joints.get(what, "position")?) else {
        return Ok(());
    };
    let (list, positions) = (names.list("\"name\"")?, values.list("\"position\"")?);
    if list.len() != positions.len() {
        return Err(values.fault(format!("{} positions for {} names", positions.len(), list.len()), "expected as many"));
    }
    for (name, position) in list.iter().zip(positions) {
        let (name, position) = (name.text("a joint name")?, position.number("a joint position")?);
        let coordinate = reader.mechanism.coordinates().iter().position(|known| known == name);
        if let Some(coordinate) = coordinate {
            start[coordinate].get_or_insert(position);
        }
    }
    Ok(())
}

/// One trajectory. `start` has the values of joints that it does not name, and afterwards those of its last row.
fn of_trajectory(
    reader: &RowReader<'_>,
    message: &YamlValue<'_>,
    start: &mut [Option<f64>],
) -> Result<TrajectoryEntry, RawFaults> {
    let what = "the trajectory";
    let own = message.has("joint_names");
    let joints = if own { Some(message) } else { message.get(what, "joint_trajectory")? };
    let several = if own { None } else { message.get(what, "multi_dof_joint_trajectory")? };
    let tables = [joints.map(|message| PointTable::joints(reader, message)), several.map(PointTable::frames)];
    let mut tables = tables.into_iter().flatten().collect::<Result<Vec<_>, _>>()?;
    tables.retain(|table| !table.names.is_empty() || !table.points.is_empty());
    let Some(first) = tables.first().filter(|table| !table.points.is_empty()) else {
        return Err(message.fault("the trajectory has no points".into(), "expected joint_names and points").into());
    };
    let mut given = Vec::new();
    for table in &tables {
        given.extend(table.given(reader)?);
        if table.points.len() != first.points.len() {
            let message = format!("{} points, but {} in the other list", table.points.len(), first.points.len());
            return Err(table.place.fault(message, "expected one for each instant").into());
        }
    }
    reader.complete(&given, start, first.place.span(), "joint name")?;
    let (mut rows, mut faults) = (Vec::new(), RawFaults::new());
    let mut before: Vec<f64> = start.iter().map(|value| value.unwrap_or_default()).collect();
    for index in 0..first.points.len() {
        if faults.len() >= MOST_FAULTS {
            break;
        }
        match row(reader, &tables, index, &before) {
            Ok(row) => {
                before.clone_from(&row.values);
                rows.push(row);
            }
            Err(fault) => faults.push(fault),
        }
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    let accelerates = tables.iter().any(|table| table.accelerates);
    let mut entry = reader.entry(rows)?;
    if accelerates && reader.options.interpolation == Interpolation::Hermite {
        let words = "the file gives accelerations, which are not used: a controller that follows them takes quintic \
            paths between the rows, not the cubic ones that are checked";
        entry.warnings.push(words.to_owned());
    }
    start.iter_mut().zip(before).for_each(|(start, last)| *start = Some(last));
    Ok(entry)
}

/// The row of an instant, from the points of all tables.
fn row(
    reader: &RowReader<'_>,
    tables: &[PointTable<'_, '_>],
    index: usize,
    before: &[f64],
) -> Result<TrajectoryRow, RawFault> {
    let mut row: Option<TrajectoryRow> = None;
    for table in tables {
        let point = &table.points[index];
        let place = point.get("a point", "time_from_start")?.ok_or_else(|| {
            point
                .fault(format!("point {index} has no \"time_from_start\""), "expected {sec: 0, nanosec: 0} or a number")
        })?;
        let time = seconds(place)?;
        let row = row.get_or_insert_with(|| TrajectoryRow {
            time,
            values: before.to_vec(),
            velocities: vec![None; before.len()],
            efforts: vec![None; reader.mechanism.joints().len()],
            place: point.span(),
            time_place: place.span(),
        });
        if row.time != time {
            let message = format!("point {index} is at {} s, but at {} s in the other list", time, row.time);
            return Err(place.fault(message, "expected the same time"));
        }
        match &table.columns {
            Some(columns) => joint_values(reader, (point, index), columns, row)?,
            None => frame_values(reader, (point, index), table.names, row)?,
        }
    }
    row.ok_or_else(|| RawFault::of_file("the trajectory has no points".into(), "add points"))
}

/// Seconds: a number, or `sec` and `nanosec`, or `secs` and `nsecs`.
fn seconds(value: &YamlValue<'_>) -> Result<f64, RawFault> {
    let what = "\"time_from_start\"";
    for [whole, parts] in [["sec", "nanosec"], ["secs", "nsecs"]] {
        if value.has(whole) || value.has(parts) {
            let number = |key: &str| value.get(what, key)?.map_or(Ok(0.0), |value| value.number(key));
            // Both are whole numbers, so that only the division rounds.
            return Ok((number(whole)? * 1e9 + number(parts)?) / 1e9);
        }
    }
    value.number(what).map_err(|fault| fault.with_help("write seconds, or {sec: 1, nanosec: 500000000}"))
}

/// Names, and the points with values for them.
struct PointTable<'v, 't> {
    names: &'v [YamlValue<'t>],
    points: &'v [YamlValue<'t>],
    /// The meaning of each name; `None` if the points have transforms.
    columns: Option<Vec<JointColumn>>,
    /// Where the names are.
    place: &'v YamlValue<'t>,
    accelerates: bool,
}

impl<'v, 't> PointTable<'v, 't> {
    fn read(message: &'v YamlValue<'t>) -> Result<Self, RawFault> {
        let what = "the trajectory";
        let (mut names, mut points, mut place): (&[YamlValue<'t>], &[YamlValue<'t>], _) = (&[], &[], message);
        if let Some(list) = message.get(what, "joint_names")? {
            (names, place) = (list.list("\"joint_names\"")?, list);
        }
        if let Some(list) = message.get(what, "points")? {
            points = list.list("\"points\"")?;
        }
        for (index, name) in names.iter().enumerate() {
            let text = name.text("a joint name")?;
            if names[..index].iter().any(|before| before.text("a joint name").is_ok_and(|before| before == text)) {
                return Err(name.fault(format!("two joints are called {}", quoted(text)), "remove one"));
            }
        }
        let accelerates = points.iter().any(|point| matches!(point.get("a point", "accelerations"), Ok(Some(_))));
        Ok(Self { names, points, columns: None, place, accelerates })
    }

    fn joints(reader: &RowReader<'_>, message: &'v YamlValue<'t>) -> Result<Self, RawFault> {
        let mut table = Self::read(message)?;
        let columns = table.names.iter().map(|name| reader.column(name.text("a joint name")?, name.span()));
        table.columns = Some(columns.collect::<Result<_, _>>()?);
        if let (false, true) = (table.names.is_empty(), table.points.is_empty()) {
            return Err(table.place.fault("the trajectory has no points".into(), "expected points for these joints"));
        }
        Ok(table)
    }

    fn frames(message: &'v YamlValue<'t>) -> Result<Self, RawFault> {
        Self::read(message)
    }

    /// The coordinates that the table gives.
    fn given(&self, reader: &RowReader<'_>) -> Result<Vec<usize>, RawFault> {
        if let Some(columns) = &self.columns {
            let coordinate = |column: &JointColumn| match column {
                JointColumn::Coordinate(coordinate) => Some(*coordinate),
                JointColumn::Follower { .. } | JointColumn::Fixed => None,
            };
            return Ok(columns.iter().filter_map(coordinate).collect());
        }
        let mut given = Vec::new();
        for name in self.names {
            let text = name.text("a joint name")?;
            let joint = reader.mechanism.joint(text);
            let kind = joint.map(|joint| reader.mechanism.joints()[joint].kind);
            let count = match kind {
                Some(JointKind::Floating) => 7,
                Some(JointKind::Planar) => 3,
                // A joint of the semantic description that the robot does not have: see `frame_values`.
                None => continue,
                Some(
                    JointKind::Fixed
                    | JointKind::Revolute { .. }
                    | JointKind::Continuous { .. }
                    | JointKind::Prismatic { .. },
                ) => {
                    let message = format!("joint {} is neither floating nor planar", quoted(text));
                    return Err(name.fault(message, "expected it in \"joint_trajectory\""));
                }
            };
            let first = joint.and_then(|joint| reader.mechanism.coordinate(joint));
            given.extend(first.into_iter().flat_map(|first| first..first + count));
        }
        Ok(given)
    }
}

/// Takes the positions, velocities and efforts of a point.
fn joint_values(
    reader: &RowReader<'_>,
    (point, index): (&YamlValue<'_>, usize),
    columns: &[JointColumn],
    row: &mut TrajectoryRow,
) -> Result<(), RawFault> {
    let numbers = |key: &str| -> Result<Option<Vec<f64>>, RawFault> {
        let Some(list) = point.get("a point", key)? else { return Ok(None) };
        let items = list.list(&format!("{key:?}"))?;
        if items.len() != columns.len() {
            let message = format!("point {index} has {} {key} for {} joints", items.len(), columns.len());
            return Err(list.fault(message, "expected as many as joint_names"));
        }
        let what = format!("points[{index}].{key}");
        let number = |(entry, item): (usize, &YamlValue<'_>)| {
            let cut = item.text(&what).is_ok_and(|text| text == "...");
            let read = item.number(&format!("{what}[{entry}]"));
            if cut {
                read.map_err(|fault| fault.with_help("the list was cut off: ros2 topic echo --full-length"))
            } else {
                read
            }
        };
        items.iter().enumerate().map(number).collect::<Result<Vec<_>, _>>().map(Some)
    };
    let Some(positions) = numbers("positions")? else {
        return Err(point.fault(format!("point {index} has no \"positions\""), "expected one for every joint"));
    };
    let velocities = numbers("velocities")?;
    numbers("accelerations")?;
    let efforts = numbers("effort")?;
    for (entry, column) in columns.iter().enumerate() {
        if let JointColumn::Coordinate(coordinate) = column {
            row.values[*coordinate] = positions[entry];
            row.velocities[*coordinate] = velocities.as_ref().map(|velocities| velocities[entry]);
        }
    }
    let place = point.required("a point", "positions")?;
    for (entry, column) in columns.iter().enumerate() {
        let joint = match column {
            JointColumn::Coordinate(coordinate) => {
                let name = &reader.mechanism.coordinates()[*coordinate];
                reader.mechanism.joint(name)
            }
            JointColumn::Follower { name, coordinate, rule } => {
                reader.follows((name, *coordinate, rule), positions[entry], &row.values, place.span())?;
                reader.mechanism.joint(name)
            }
            JointColumn::Fixed => None,
        };
        if let (Some(joint), Some(efforts)) = (joint, &efforts) {
            row.efforts[joint] = Some(efforts[entry]);
        }
    }
    Ok(())
}

/// Takes the transforms of a point, for floating and planar joints.
fn frame_values(
    reader: &RowReader<'_>,
    (point, index): (&YamlValue<'_>, usize),
    names: &[YamlValue<'_>],
    row: &mut TrajectoryRow,
) -> Result<(), RawFault> {
    let transforms = point.required("a point", "transforms")?;
    let list = transforms.list("\"transforms\"")?;
    if list.len() != names.len() {
        let message = format!("point {index} has {} transforms for {} joints", list.len(), names.len());
        return Err(transforms.fault(message, "expected as many as joint_names"));
    }
    if let (Some(velocities), Interpolation::Hermite) =
        (point.get("a point", "velocities")?, reader.options.interpolation)
    {
        let message = "velocities of floating and planar joints are not understood".to_owned();
        return Err(velocities.fault(message, "use --interpolation linear or cubic"));
    }
    for (name, transform) in names.iter().zip(list) {
        let text = name.text("a joint name")?;
        let pose = read_pose(transform, ["translation", "rotation"])?;
        let Some(joint) = reader.mechanism.joint(text) else {
            if pose == Pose::IDENTITY {
                continue;
            }
            let message = format!("the robot has no joint {}, and its root would have to move", quoted(text));
            let fault = transform.fault(message, "expected the identity: the root stands in the world's origin");
            return Err(fault.with_help("add a floating joint of this name to the robot description"));
        };
        let Some(first) = reader.mechanism.coordinate(joint) else { continue };
        let (place, turn) = (pose.translation(), pose.rotation());
        if reader.mechanism.joints()[joint].kind == JointKind::Floating {
            row.values[first..first + 3].copy_from_slice(&place.to_array());
            row.values[first + 3..first + 7].copy_from_slice(&turn.to_array());
            continue;
        }
        if turn.x != 0.0 || turn.y != 0.0 || place.z != 0.0 {
            let message = format!("planar joint {} leaves its plane: z is {}", quoted(text), shown(place.z));
            return Err(transform.fault(message, "expected z = 0 and a rotation about z alone"));
        }
        // The angle is that next to the one before: a quaternion does not count full turns.
        let angle = 2.0 * turn.z.atan2(turn.w);
        let before = row.values[first + 2];
        let angle = angle + TAU * ((before - angle) / TAU).round();
        row.values[first..first + 3].copy_from_slice(&[place.x, place.y, angle]);
    }
    Ok(())
}
