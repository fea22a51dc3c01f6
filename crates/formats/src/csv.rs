//! Tables as text: a header that names the columns, and a row of numbers for every instant.
//!
//! Cells are separated by commas, semicolons or tabs. Lines that are empty or start with `#` are skipped.

use crate::fault::{RawFault, quoted, shown};
use std::ops::Range;

/// Accepted names of the time column.
pub(crate) const TIME: [&str; 4] = ["time", "t", "time_from_start", "timestamp"];

/// A cell and its position.
#[derive(Clone)]
pub(crate) struct CsvCell<'t> {
    pub(crate) text: &'t str,
    pub(crate) span: Range<usize>,
}

/// A fault: the time of a row is not later than the one before.
pub(crate) fn not_later(time: f64, last: f64, place: &Range<usize>) -> RawFault {
    let message = format!("the time {} is not later than that of the row before, {}", shown(time), shown(last));
    RawFault::new(place.clone(), message, "times must increase")
}

/// Fails unless the row has a cell for every column.
pub(crate) fn check_width(row: &[CsvCell<'_>], header: &[CsvCell<'_>]) -> Result<(), RawFault> {
    if row.len() == header.len() {
        return Ok(());
    }
    let whole = row[0].span.start..row[row.len() - 1].span.end;
    let cells = if row.len() == 1 { "cell" } else { "cells" };
    let message = format!("the row has {} {cells}, the header {}", row.len(), header.len());
    let label = match header.get(row.len()) {
        Some(next) => format!("no value for {}", quoted(next.text)),
        None => "too many values".into(),
    };
    let fault = RawFault::new(whole, message, label);
    // A number with a decimal comma is two cells. Whole numbers have none.
    let decimal_commas = row.len() > header.len() && row.len() <= 2 * header.len();
    let help = "if these are decimal commas: write decimal points";
    Err(if decimal_commas { fault.with_help(help) } else { fault })
}

/// The number in a cell of the column.
pub(crate) fn number(cell: &CsvCell<'_>, column: &str) -> Result<f64, RawFault> {
    match cell.text.parse::<f64>() {
        Ok(value) if value.is_finite() => Ok(value),
        Ok(value) => {
            let message = format!("{} is {value}", quoted(column));
            Err(RawFault::new(cell.span.clone(), message, "expected a finite number"))
        }
        Err(_) => {
            let message = format!("{} is {}, which is no number", quoted(column), quoted(cell.text));
            let decimal_comma = cell.text.replacen(',', ".", 1).parse::<f64>().is_ok();
            let label = if decimal_comma { "write a decimal point, not a comma" } else { "expected a number" };
            Err(RawFault::new(cell.span.clone(), message, label))
        }
    }
}

/// A comma, unless the header has none and is separated by something else.
pub(crate) fn separator(text: &str) -> char {
    let header = lines(text).next().map_or("", |line| &text[line]);
    [',', ';', '\t'].into_iter().find(|&separator| header.contains(separator)).unwrap_or(',')
}

/// The byte ranges of the lines that are neither empty nor comments.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    std::iter::from_fn(move || {
        (at < text.len()).then(|| {
            let end = text[at..].find(['\n', '\r']).map_or(text.len(), |length| at + length);
            let line = at..end;
            at = end + 1;
            line
        })
    })
    .filter(move |line| {
        let content = text[line.clone()].trim();
        !content.is_empty() && !content.starts_with('#')
    })
}

/// The cells of a line.
pub(crate) fn cells(text: &str, line: Range<usize>, separator: char) -> Vec<CsvCell<'_>> {
    let mut start = line.start;
    text[line.clone()]
        .split(separator)
        .map(|cell| {
            let lead = cell.len() - cell.trim_start().len();
            let trimmed = cell.trim();
            let from = start + lead;
            start += cell.len() + separator.len_utf8();
            let span = from..from + trimmed.len();
            let inner = trimmed.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
            CsvCell { text: inner.unwrap_or(trimmed), span }
        })
        .collect()
}
