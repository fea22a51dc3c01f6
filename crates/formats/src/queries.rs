//! The public CSV format of vertex-face and edge-edge queries.
//!
//! Each row is a point and eight rows are a query: four points at t = 0, then the same points at t = 1. Columns:
//! numerator and denominator of x, of y, of z, and the true answer (1: contact, 0: no contact). The second public set
//! has no seventh column: there, `mma_bool/NAME_mma_bool.json` lists the true answers of `queries/NAME.csv`. See
//! `docs/queries.md`.
//!
//! Every ratio must be exactly a double. Other ratios are refused, because rounding changes the query.

use crate::tolerance::EXCERPT_LENGTH;
use glam::DVec3;
use std::path::Path;

/// Rows of one query.
const ROWS: usize = 8;

/// The features that the four points of a query form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QueryKind {
    /// A vertex, then the corners of a triangle.
    VertexFace,
    /// The ends of one edge, then of another.
    EdgeEdge,
}

impl QueryKind {
    /// The kind according to the path of a file: a folder `edge-edge` or `vertex-face`, or a name that ends in `ee`
    /// or `vf`.
    #[must_use]
    pub fn of_path(path: &Path) -> Option<Self> {
        let folder = path.parent().and_then(Path::file_name).and_then(|name| name.to_str());
        let stem = path.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
        match folder {
            Some("edge-edge") => Some(Self::EdgeEdge),
            Some("vertex-face") => Some(Self::VertexFace),
            _ if stem.ends_with("ee") => Some(Self::EdgeEdge),
            _ if stem.ends_with("vf") => Some(Self::VertexFace),
            _ => None,
        }
    }
}

/// One query: four points that move on straight lines.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PointQuery {
    /// The points at t = 0.
    pub start: [DVec3; 4],
    /// The points at t = 1.
    pub end: [DVec3; 4],
    /// The true answer: whether the features touch. `None` if the file does not contain it.
    pub touches: Option<bool>,
}

/// A fault of a query file, with its position.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum QueryFileError {
    /// The file cannot be read.
    #[error("{file}: {error}")]
    Unreadable {
        /// The file.
        file: String,
        /// Why.
        error: std::io::Error,
    },
    /// A line has the wrong format.
    #[error("{file}, line {line}: {fault}")]
    Line {
        /// The file.
        file: String,
        /// Line number, counted from 1.
        line: usize,
        /// What is wrong.
        fault: String,
    },
    /// The list of true answers does not fit the queries.
    #[error("{file}: {fault}")]
    Truths {
        /// The file with the list.
        file: String,
        /// What is wrong.
        fault: String,
    },
}

/// Reads a query file. Without a seventh column, reads the list of true answers beside it.
pub fn read(path: &Path) -> Result<Vec<PointQuery>, QueryFileError> {
    let file = path.display().to_string();
    let bytes = std::fs::read(path).map_err(|error| QueryFileError::Unreadable { file: file.clone(), error })?;
    let mut queries = parse(&bytes, &file)?;
    if queries.iter().all(|query| query.touches.is_none())
        && let Some((name, truths)) = truths_beside(path)?
    {
        if truths.len() != queries.len() {
            let fault = format!("{} truths for {} queries", truths.len(), queries.len());
            return Err(QueryFileError::Truths { file: name, fault });
        }
        queries.iter_mut().zip(truths).for_each(|(query, truth)| query.touches = Some(truth));
    }
    Ok(queries)
}

/// Parses the content of a query file; `file` is its name in messages.
pub fn parse(bytes: &[u8], file: &str) -> Result<Vec<PointQuery>, QueryFileError> {
    let fault = |line: usize, fault: String| QueryFileError::Line { file: file.into(), line, fault };
    let mut rows: Vec<(usize, QueryRow)> = Vec::new();
    for (index, line) in bytes.split(|&byte| byte == b'\n').enumerate() {
        let line = line.trim_ascii();
        if !line.is_empty() {
            rows.push((index + 1, row(line).map_err(|problem| fault(index + 1, problem))?));
        }
    }
    let whole = rows.chunks_exact(ROWS);
    if let [.., (last, _)] = whole.remainder() {
        let left = whole.remainder().len();
        return Err(fault(*last, format!("the file ends after {left} of the {ROWS} rows of a query")));
    }
    whole
        .map(|rows| {
            let touches = rows[0].1.touches;
            if let Some((line, _)) = rows.iter().find(|(_, row)| row.touches != touches) {
                return Err(fault(*line, "the truth is not the same in all rows of the query".into()));
            }
            let points = |from: usize| std::array::from_fn(|i| rows[from + i].1.point);
            Ok(PointQuery { start: points(0), end: points(4), touches })
        })
        .collect()
}

struct QueryRow {
    point: DVec3,
    touches: Option<bool>,
}

fn row(line: &[u8]) -> Result<QueryRow, String> {
    let cells: Vec<&[u8]> = line.split(|&byte| byte == b',').map(<[u8]>::trim_ascii).collect();
    let touches = match cells.len() {
        6 => None,
        7 => match cells[6] {
            b"0" => Some(false),
            b"1" => Some(true),
            other => return Err(format!("the truth in column 7 is {}: it must be 0 or 1", shown(other))),
        },
        count => return Err(format!("{count} columns: there must be 7, or 6 without the truth")),
    };
    let mut point = DVec3::ZERO;
    for k in 0..3 {
        let column = 2 * k + 1;
        point[k] = ratio(cells[2 * k], cells[2 * k + 1]).map_err(|problem| format!("column {column}: {problem}"))?;
    }
    Ok(QueryRow { point, touches })
}

/// The double that is exactly the ratio of two integers.
fn ratio(numerator: &[u8], denominator: &[u8]) -> Result<f64, String> {
    let ((negative, top), (negative_bottom, bottom)) = (integer(numerator)?, integer(denominator)?);
    let inexact = |why: &str| Err(format!("{}/{} {why}", shown(numerator), shown(denominator)));
    if bottom == 0 {
        return inexact("has the denominator zero");
    }
    if top == 0 {
        return Ok(0.0);
    }
    let common = greatest_common_divisor(top, bottom);
    let (top, bottom) = (top / common, bottom / common);
    if !bottom.is_power_of_two() {
        return inexact("is not a double: in lowest terms its denominator is no power of two");
    }
    if 128 - top.leading_zeros() - top.trailing_zeros() > 53 {
        return inexact("is not a double: its numerator needs more than 53 bits");
    }
    // Both conversions and the division are exact.
    let size = top as f64 / bottom as f64;
    Ok(if negative == negative_bottom { size } else { -size })
}

/// The sign and size of an integer.
fn integer(word: &[u8]) -> Result<(bool, u128), String> {
    let (negative, digits) = match word.split_first() {
        Some((b'-', digits)) => (true, digits),
        _ => (false, word),
    };
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return Err(format!("{} is not an integer", shown(word)));
    }
    let number = digits.iter().try_fold(0_u128, |number, digit| {
        number.checked_mul(10).and_then(|number| number.checked_add(u128::from(digit - b'0')))
    });
    number.map(|size| (negative, size)).ok_or_else(|| format!("{} has more than 128 bits", shown(word)))
}

fn greatest_common_divisor(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

fn shown(word: &[u8]) -> String {
    let text: String = String::from_utf8_lossy(word).chars().take(EXCERPT_LENGTH).collect();
    format!("{text:?}")
}

/// The true answers of `queries/NAME.csv` in `mma_bool/NAME_mma_bool.json`, and the name of that file; `None` if it
/// does not exist.
fn truths_beside(path: &Path) -> Result<Option<(String, Vec<bool>)>, QueryFileError> {
    let (Some(stem), Some(folder)) = (path.file_stem(), path.parent()) else { return Ok(None) };
    let list = folder.join("..").join("mma_bool").join(format!("{}_mma_bool.json", stem.to_string_lossy()));
    let file = list.display().to_string();
    let text = match std::fs::read(&list) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(QueryFileError::Unreadable { file, error }),
    };
    match serde_json::from_slice(&text) {
        Ok(truths) => Ok(Some((file, truths))),
        Err(error) => Err(QueryFileError::Truths { file, fault: error.to_string() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_are_exact_or_refused() {
        for (top, bottom, value) in
            [("1", "2", 0.5), ("-8388609", "8388608", -8_388_609.0 / 8_388_608.0), ("0", "7", 0.0)]
        {
            assert_eq!(ratio(top.as_bytes(), bottom.as_bytes()), Ok(value));
        }
        // In lowest terms these are doubles; as written, neither part is.
        assert_eq!(ratio(b"27021597764222979", b"54043195528445958"), Ok(0.5));
        assert_eq!(ratio(b"6", b"-3"), Ok(-2.0));
        for (top, bottom) in [("1", "3"), ("1", "0"), ("9007199254740993", "1"), ("x", "1"), ("", "1"), ("1.5", "1")] {
            assert!(ratio(top.as_bytes(), bottom.as_bytes()).is_err(), "{top}/{bottom}");
        }
    }

    #[test]
    fn faults_are_told_with_their_line() {
        let good = "1,1,0,1,0,1,1\n".repeat(8);
        assert_eq!(parse(good.as_bytes(), "a.csv").unwrap().len(), 1);
        for (text, line, words) in [
            (good.replacen("1,1,0", "1,3,0", 1), 1, "no power of two"),
            (format!("{good}1,1,0,1\n"), 9, "4 columns"),
            (format!("{good}1,1,0,1,0,1,1\n"), 9, "after 1 of the 8 rows"),
            (good.trim_end().to_string() + "0", 8, "must be 0 or 1"),
        ] {
            let error = parse(text.as_bytes(), "a.csv").unwrap_err().to_string();
            assert!(error.contains(&format!("a.csv, line {line}:")) && error.contains(words), "{error}");
        }
    }

    #[test]
    fn the_path_tells_the_kind() {
        for (path, kind) in [
            ("set/edge-edge/data_0_0.csv", Some(QueryKind::EdgeEdge)),
            ("set/vertex-face/data_0_0.csv", Some(QueryKind::VertexFace)),
            ("queries/227ee.csv", Some(QueryKind::EdgeEdge)),
            ("queries/227vf.csv", Some(QueryKind::VertexFace)),
            ("mine.csv", None),
        ] {
            assert_eq!(QueryKind::of_path(Path::new(path)), kind, "{path}");
        }
    }
}
