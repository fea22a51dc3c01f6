//! Trajectories as CSV: a time column, and a column for every joint value, named in the header.

use super::TrajectoryEntry;
use super::rows::{JointColumn, RowReader, TrajectoryRow};
use crate::csv::{CsvCell, TIME, cells, check_width, lines, number, separator};
use crate::fault::{RawFault, RawFaults, quoted};
use crate::tolerance::MOST_FAULTS;
use std::ops::Range;

/// The end of the name of a column of velocities.
const VELOCITY: &str = "/velocity";
/// The end of the name of a column of efforts.
const EFFORT: &str = "/effort";

/// The meaning of a column.
enum Column {
    Time,
    Joint(JointColumn),
    /// The velocity of a coordinate.
    Velocity(usize),
    /// The effort of a joint, by its index in the mechanism.
    Effort(usize),
}

/// The trajectory of a table.
pub(super) fn entry(reader: &RowReader<'_>, text: &str) -> Result<TrajectoryEntry, RawFaults> {
    let separator = separator(text);
    let mut lines = lines(text);
    let Some(header) = lines.next() else {
        let help = "the first line names the columns: time, and every joint";
        return Err(RawFault::of_file("the trajectory is empty".into(), help).into());
    };
    let header = cells(text, header, separator);
    let whole = header[0].span.start..header[header.len() - 1].span.end;
    let columns = columns(reader, &header, whole.clone())?;
    let start = reader.standing()?;
    let given = |column: &Column| match column {
        Column::Joint(JointColumn::Coordinate(coordinate)) => Some(*coordinate),
        Column::Joint(_) | Column::Time | Column::Velocity(_) | Column::Effort(_) => None,
    };
    reader.complete(&columns.iter().filter_map(given).collect::<Vec<_>>(), &start, whole, "column")?;
    let table = TrajectoryTable { reader, header: &header, columns, start };
    let (mut rows, mut faults) = (Vec::new(), RawFaults::new());
    for line in lines {
        if faults.len() >= MOST_FAULTS {
            break;
        }
        match table.row(&cells(text, line.clone(), separator), line) {
            Ok(row) => rows.push(row),
            Err(more) => faults.extend(more),
        }
    }
    if faults.is_empty() { reader.entry(rows) } else { Err(faults) }
}

/// The meaning of every column.
fn columns(reader: &RowReader<'_>, header: &[CsvCell<'_>], whole: Range<usize>) -> Result<Vec<Column>, RawFaults> {
    let mut faults = RawFaults::new();
    let mut columns = Vec::new();
    for (index, cell) in header.iter().enumerate() {
        if header[..index].iter().any(|before| before.text == cell.text) {
            let message = format!("two columns are called {}", quoted(cell.text));
            faults.push(RawFault::new(cell.span.clone(), message, "remove one"));
            continue;
        }
        match column(reader, cell) {
            Ok(column) => columns.push(column),
            Err(fault) => faults.push(fault),
        }
    }
    let times = columns.iter().filter(|column| matches!(column, Column::Time)).count();
    if times != 1 && faults.is_empty() {
        let message = format!("the header names {times} time columns");
        faults.push(RawFault::new(whole, message, "expected one column called \"time\", in seconds"));
    }
    if faults.is_empty() { Ok(columns) } else { Err(faults) }
}

fn column(reader: &RowReader<'_>, cell: &CsvCell<'_>) -> Result<Column, RawFault> {
    let name = cell.text;
    if TIME.contains(&name.to_lowercase().as_str()) {
        return Ok(Column::Time);
    }
    if let Some(joint) = name.strip_suffix(EFFORT).and_then(|joint| reader.mechanism.joint(joint)) {
        return Ok(Column::Effort(joint));
    }
    let coordinates = reader.mechanism.coordinates();
    let moved = name.strip_suffix(VELOCITY);
    if let Some(coordinate) = moved.and_then(|moved| coordinates.iter().position(|known| known == moved)) {
        return Ok(Column::Velocity(coordinate));
    }
    reader.column(name, cell.span.clone()).map(Column::Joint)
}

/// A table with its header read.
struct TrajectoryTable<'a> {
    reader: &'a RowReader<'a>,
    header: &'a [CsvCell<'a>],
    columns: Vec<Column>,
    start: Vec<Option<f64>>,
}

impl TrajectoryTable<'_> {
    fn row(&self, cells: &[CsvCell<'_>], place: Range<usize>) -> Result<TrajectoryRow, RawFaults> {
        check_width(cells, self.header)?;
        let mechanism = self.reader.mechanism;
        let mut row = TrajectoryRow {
            time: 0.0,
            values: self.start.iter().map(|value| value.unwrap_or_default()).collect(),
            velocities: vec![None; mechanism.coordinates().len()],
            efforts: vec![None; mechanism.joints().len()],
            place,
            time_place: cells[0].span.clone(),
        };
        let (mut followers, mut faults) = (Vec::new(), RawFaults::new());
        for ((cell, column), name) in cells.iter().zip(&self.columns).zip(self.header) {
            match number(cell, name.text) {
                Err(fault) => faults.push(fault),
                Ok(value) => match column {
                    Column::Time => (row.time, row.time_place) = (value, cell.span.clone()),
                    Column::Velocity(coordinate) => row.velocities[*coordinate] = Some(value),
                    Column::Effort(joint) => row.efforts[*joint] = Some(value),
                    Column::Joint(JointColumn::Coordinate(index)) => row.values[*index] = value,
                    Column::Joint(JointColumn::Follower { name, coordinate, rule }) => {
                        followers.push(((name.as_str(), *coordinate, rule), value, cell.span.clone()));
                    }
                    Column::Joint(JointColumn::Fixed) => {}
                },
            }
        }
        for (follower, value, span) in followers {
            faults.extend(self.reader.follows(follower, value, &row.values, span).err());
        }
        if faults.is_empty() { Ok(row) } else { Err(faults) }
    }
}
