//! Trajectories as CSV: a time column, and a column for every joint value, named in the header.

use crate::csv::{CsvCell, TIME, cells, check_width, lines, not_later, number, separator};
use crate::fault::{RawFault, RawFaults, TextFileError, quoted, shown};
use crate::suggest::suggest;
use crate::text::{self, TextFileKind};
use crate::tolerance::{MIMIC_DISAGREEMENT, MOST_FAULTS};
use std::ops::Range;
use std::path::Path;
use tangency_geometry::{Interpolation, Mechanism, Mimic, Trajectory, TrajectoryError};

/// Options for reading a trajectory file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TrajectoryOptions {
    /// Interpolation between the rows.
    pub interpolation: Interpolation,
    /// Joints with a constant value. They need no column.
    pub standing: Vec<(String, f64)>,
}

/// The meaning of a column.
enum Column {
    Time,
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

/// Reads a trajectory file of the mechanism.
pub fn read(
    path: impl AsRef<Path>,
    mechanism: &Mechanism,
    options: &TrajectoryOptions,
) -> Result<Trajectory, TextFileError> {
    let path = path.as_ref();
    parse(&text::read(path, TextFileKind::Trajectory)?, &path.display().to_string(), mechanism, options)
}

/// Reads the text of a trajectory file of the mechanism; `file` is its name in messages.
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
    TrajectoryReader { mechanism, options }.trajectory(text).map_err(|faults| TextFileError::new(file, text, faults))
}

struct TrajectoryReader<'a> {
    mechanism: &'a Mechanism,
    options: &'a TrajectoryOptions,
}

impl TrajectoryReader<'_> {
    fn trajectory(&self, text: &str) -> Result<Trajectory, RawFaults> {
        let separator = separator(text);
        let mut lines = lines(text);
        let Some(header) = lines.next() else {
            let help = "the first line names the columns: time, and every joint";
            return Err(RawFault::of_file("the trajectory is empty".into(), help).into());
        };
        let header = cells(text, header, separator);
        let columns = self.columns(&header)?;
        let start = self.standing()?;
        self.complete(&header, &columns, &start)?;
        let (mut times, mut rows, mut places) = (Vec::new(), Vec::new(), Vec::new());
        let mut faults = RawFaults::new();
        for line in lines {
            if faults.len() >= MOST_FAULTS {
                break;
            }
            match self.row(&cells(text, line.clone(), separator), &header, &columns, &start) {
                Ok((time, row, place)) => {
                    if let Some(&last) = times.last()
                        && !(last < time)
                    {
                        faults.push(not_later(time, last, &place));
                    }
                    times.push(time);
                    rows.push(row);
                    places.push(line);
                }
                Err(more) => faults.extend(more),
            }
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        Trajectory::new(self.mechanism, times, rows, self.options.interpolation)
            .map_err(|error| located(&error, &places).into())
    }

    /// The meaning of every column.
    fn columns(&self, header: &[CsvCell<'_>]) -> Result<Vec<Column>, RawFaults> {
        let mut faults = RawFaults::new();
        let mut columns = Vec::new();
        for (index, cell) in header.iter().enumerate() {
            if header[..index].iter().any(|before| before.text == cell.text) {
                let message = format!("two columns are called {}", quoted(cell.text));
                faults.push(RawFault::new(cell.span.clone(), message, "remove one"));
                continue;
            }
            match self.column(cell) {
                Ok(column) => columns.push(column),
                Err(fault) => faults.push(fault),
            }
        }
        let times = columns.iter().filter(|column| matches!(column, Column::Time)).count();
        if times != 1 && faults.is_empty() {
            let whole = header[0].span.start..header[header.len() - 1].span.end;
            let message = format!("the header names {times} time columns");
            faults.push(RawFault::new(whole, message, "expected one column called \"time\", in seconds"));
        }
        if faults.is_empty() { Ok(columns) } else { Err(faults) }
    }

    fn column(&self, cell: &CsvCell<'_>) -> Result<Column, RawFault> {
        let name = cell.text;
        if TIME.contains(&name.to_lowercase().as_str()) {
            return Ok(Column::Time);
        }
        if let Some(coordinate) = self.mechanism.coordinates().iter().position(|known| known == name) {
            return Ok(Column::Coordinate(coordinate));
        }
        if let Some(joint) = self.mechanism.joint(name) {
            let data = &self.mechanism.joints()[joint];
            return match (data.mimic, self.mechanism.coordinate(joint)) {
                (Some(rule), Some(coordinate)) => Ok(Column::Follower { name: name.into(), coordinate, rule }),
                (_, None) => Ok(Column::Fixed),
                (None, Some(first)) => {
                    let own = format!("{name}/");
                    let all = self.mechanism.coordinates()[first..].iter();
                    let names: Vec<&str> =
                        all.take_while(|known| known.starts_with(&own)).map(String::as_str).collect();
                    let message = format!("joint {} has {} values, not one", quoted(name), names.len());
                    let names = names.join(", ");
                    Err(RawFault::new(cell.span.clone(), message, format!("expected columns {names}")))
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
        Err(RawFault::new(cell.span.clone(), message, label))
    }

    /// The values of joints without a column.
    fn standing(&self) -> Result<Vec<Option<f64>>, RawFault> {
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

    /// Fails unless every moving joint has a column.
    fn complete(&self, header: &[CsvCell<'_>], columns: &[Column], start: &[Option<f64>]) -> Result<(), RawFault> {
        let given = |index: usize| columns.iter().any(|column| matches!(column, Column::Coordinate(c) if *c == index));
        let names = self.mechanism.coordinates();
        let missing: Vec<&str> = (0..names.len())
            .filter(|&index| start[index].is_none() && !given(index))
            .map(|index| names[index].as_str())
            .collect();
        if missing.is_empty() {
            return Ok(());
        }
        let whole = header[0].span.start..header[header.len() - 1].span.end;
        let message = format!("no column for {}", missing.join(", "));
        let help = format!("add a column, or say where the joint stands (--joint {}=0)", missing[0]);
        Err(RawFault::new(whole, message, "the header names every joint that moves").with_help(help))
    }

    /// Time, values, and the position of the time in the file.
    fn row(
        &self,
        cells: &[CsvCell<'_>],
        header: &[CsvCell<'_>],
        columns: &[Column],
        start: &[Option<f64>],
    ) -> Result<(f64, Vec<f64>, Range<usize>), RawFaults> {
        check_width(cells, header)?;
        let mut row: Vec<f64> = start.iter().map(|value| value.unwrap_or_default()).collect();
        let (mut time, mut place, mut followers) = (0.0, cells[0].span.clone(), Vec::new());
        let mut faults = RawFaults::new();
        for ((cell, column), name) in cells.iter().zip(columns).zip(header) {
            match number(cell, name.text) {
                Err(fault) => faults.push(fault),
                Ok(value) => match column {
                    Column::Time => (time, place) = (value, cell.span.clone()),
                    Column::Coordinate(index) => row[*index] = value,
                    Column::Follower { name, coordinate, rule } => {
                        followers.push((cell, name, *coordinate, rule, value))
                    }
                    Column::Fixed => {}
                },
            }
        }
        for (cell, name, coordinate, rule, value) in followers {
            let expected = rule.multiplier * row[coordinate] + rule.offset;
            if !((value - expected).abs() <= MIMIC_DISAGREEMENT) {
                let leader = &self.mechanism.coordinates()[coordinate];
                let message = format!("joint {} is {}, but it follows {}", quoted(name), shown(value), quoted(leader));
                let label = format!("expected {}", shown(expected));
                faults.push(RawFault::new(cell.span.clone(), message, label));
            }
        }
        if faults.is_empty() { Ok((time, row, place)) } else { Err(faults) }
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
