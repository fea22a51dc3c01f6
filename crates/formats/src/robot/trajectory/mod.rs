//! Trajectories: CSV tables, and the messages `JointTrajectory`, `RobotTrajectory` and `DisplayTrajectory` as YAML or
//! JSON.

mod message;
mod rows;
mod table;
mod units;

use crate::fault::{RawFaults, TextFileError};
use crate::text::{self, TextFileKind};
use rows::RowReader;
use std::path::Path;
use tangency_geometry::{Interpolation, Mechanism, Trajectory};

/// Options for reading a trajectory file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TrajectoryOptions {
    /// Interpolation between the rows.
    pub interpolation: Interpolation,
    /// Joints with a constant value. They need no column.
    pub standing: Vec<(String, f64)>,
}

/// A trajectory of a file, and what the file says beside it.
#[derive(Clone, Debug, PartialEq)]
pub struct TrajectoryEntry {
    /// The joint values over time.
    pub trajectory: Trajectory,
    /// Efforts at the rows: for every row an entry for every joint of the mechanism, `None` where the file gives none.
    /// `None` if the file gives none at all.
    pub efforts: Option<Vec<Vec<Option<f64>>>>,
    /// Warnings for the author of the file.
    pub warnings: Vec<String>,
}

/// The extensions of files that hold trajectories: tables first, then messages.
pub const EXTENSIONS: [&str; 4] = ["csv", "yaml", "yml", "json"];

/// Whether a file of this name holds messages in YAML or JSON, not a table.
fn is_message(file: &str) -> bool {
    let extension = Path::new(file).extension().map(|extension| extension.to_string_lossy().to_lowercase());
    extension.is_some_and(|extension| EXTENSIONS[1..].contains(&extension.as_str()))
}

/// Reads a file with one trajectory of the mechanism.
pub fn read(
    path: impl AsRef<Path>,
    mechanism: &Mechanism,
    options: &TrajectoryOptions,
) -> Result<Trajectory, TextFileError> {
    let path = path.as_ref();
    only(read_all(path, mechanism, options)?, &path.display().to_string())
}

/// Reads all trajectories of a file: one of a table, any number of a file in YAML or JSON.
pub fn read_all(
    path: impl AsRef<Path>,
    mechanism: &Mechanism,
    options: &TrajectoryOptions,
) -> Result<Vec<TrajectoryEntry>, TextFileError> {
    let (path, file) = (path.as_ref(), path.as_ref().display().to_string());
    let kind = if is_message(&file) { TextFileKind::TrajectoryMessage } else { TextFileKind::Trajectory };
    parse_all(&text::read(path, kind)?, &file, mechanism, options)
}

/// Reads the text of a file with one trajectory of the mechanism. `file` is its name in messages. Its extension
/// says what the text is: `yaml`, `yml` and `json` are messages, everything else is a table.
///
/// ```
/// use tangency_formats::robot::{Urdf, trajectory};
///
/// let lamp = Urdf::parse(
///     r#"<robot name="lamp"><link name="base"/><link name="arm"/>
///          <joint name="hinge" type="continuous"><parent link="base"/><child link="arm"/></joint></robot>"#,
///     "lamp.urdf",
/// )?;
/// let swing = trajectory::parse("time, hinge\n0, 0\n1.5, 0.8\n", "swing.csv", &lamp.mechanism, &Default::default())?;
/// assert_eq!(swing.value(0, 0.75), 0.4);
///
/// let error = trajectory::parse("time, hing\n0, 0\n", "swing.csv", &lamp.mechanism, &Default::default()).unwrap_err();
/// assert!(error.to_string().contains("did you mean \"hinge\"?"));
/// # Ok::<(), tangency_formats::TextFileError>(())
/// ```
pub fn parse(
    text: &str,
    file: &str,
    mechanism: &Mechanism,
    options: &TrajectoryOptions,
) -> Result<Trajectory, TextFileError> {
    only(parse_all(text, file, mechanism, options)?, file)
}

/// Reads all trajectories in the text of a file, as [`parse`] does for one.
///
/// ```
/// use tangency_formats::robot::{Urdf, trajectory};
///
/// let lamp = Urdf::parse(
///     r#"<robot name="lamp"><link name="base"/><link name="arm"/>
///          <joint name="hinge" type="continuous"><parent link="base"/><child link="arm"/></joint></robot>"#,
///     "lamp.urdf",
/// )?;
/// let text = "joint_names: [hinge]
/// points:
/// - {positions: [0.0], time_from_start: {sec: 0, nanosec: 0}}
/// - {positions: [0.8], time_from_start: {sec: 1, nanosec: 500000000}}
/// ---
/// ";
/// let swings = trajectory::parse_all(text, "swing.yaml", &lamp.mechanism, &Default::default())?;
/// assert_eq!((swings.len(), swings[0].trajectory.value(0, 0.75)), (1, 0.4));
/// # Ok::<(), tangency_formats::TextFileError>(())
/// ```
pub fn parse_all(
    text: &str,
    file: &str,
    mechanism: &Mechanism,
    options: &TrajectoryOptions,
) -> Result<Vec<TrajectoryEntry>, TextFileError> {
    let reader = RowReader { mechanism, options };
    let fail = |faults: RawFaults| TextFileError::new(file, text, faults);
    if is_message(file) {
        return message::entries(&reader, text, file);
    }
    Ok(vec![table::entry(&reader, text).map_err(fail)?])
}

/// The trajectory of a file that holds one.
fn only(mut entries: Vec<TrajectoryEntry>, file: &str) -> Result<Trajectory, TextFileError> {
    match (entries.pop(), entries.len()) {
        (Some(entry), 0) => Ok(entry.trajectory),
        (_, more) => {
            let message = format!("the file holds {} trajectories, not one", more + 1);
            Err(TextFileError::whole_file(file, message, "write each into a file of its own"))
        }
    }
}
