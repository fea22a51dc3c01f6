//! Files of heights on a grid: ESRI ASCII grids, grayscale PNG pictures and NumPy arrays.
//!
//! ```
//! use tangency_formats::heights;
//!
//! let grid = "ncols 3\nnrows 2\ncellsize 0.5\nnodata_value -9999\n1 2 3\n4 5 6\n";
//! let file = heights::parse(grid.as_bytes(), "hill.asc")?;
//! assert_eq!((file.columns, file.rows, file.cell), (3, 2, Some([0.5, 0.5])));
//! // The first line of the file is the northern edge, so its heights come last.
//! assert_eq!(file.heights, [4.0, 5.0, 6.0, 1.0, 2.0, 3.0]);
//!
//! let error = heights::parse(grid.replace("5 6", "-9999 6").as_bytes(), "hill.asc").unwrap_err();
//! assert!(error.to_string().starts_with("hill.asc: found no data (-9999) in line 2, column 2 of the heights"));
//! # Ok::<(), heights::HeightFileError>(())
//! ```
//!
//! | | ESRI ASCII grid (`.asc`) | PNG | NumPy (`.npy`) |
//! |---|---|---|---|
//! | recognised by | `ncols` or `nrows` | its first bytes | `\x93NUMPY` |
//! | numbers | metres | shades of grey, 8 or 16 bits | any number type; two dimensions |
//! | first row | at the greatest y, as on a map | at the greatest y, as on a map | at the least y |
//! | size of a cell | `cellsize`, or `dx` and `dy` | none | none |
//! | an error | heights without data | colors, transparency, palettes, interlacing | other dimensions |
//!
//! The position of an ASCII grid (`xllcorner` and so on) is not kept. Time and memory are proportional to the number of
//! heights, which is limited.

mod ascii_grid;
mod png;

use crate::tolerance::MAXIMUM_FILE_HEIGHTS;
use crate::volume::{load, npy, shown};
use std::path::Path;

/// Heights on a grid.
#[derive(Clone, Debug, PartialEq)]
pub struct HeightFile {
    /// Heights along x.
    pub columns: usize,
    /// Heights along y.
    pub rows: usize,
    /// The heights. The row of least y comes first, and each row starts at its least x.
    pub heights: Vec<f64>,
    /// The size of a cell along x and y; `None` if the file does not give it.
    pub cell: Option<[f64; 2]>,
    /// Whether the heights are levels of a picture, from 0 to 255 or 65,535, and not lengths.
    pub levels: bool,
}

/// A file of heights that could not be read: one line with the file, what was found and what was expected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}: {fault}")]
pub struct HeightFileError {
    file: String,
    fault: String,
}

/// The message without the name of the file.
type HeightFault = String;

/// Reads a file of heights from memory. Messages use the name.
pub fn parse(bytes: &[u8], name: impl AsRef<Path>) -> Result<HeightFile, HeightFileError> {
    let file = if bytes.starts_with(png::MAGIC) {
        png::parse(bytes)
    } else if bytes.starts_with(npy::MAGIC) {
        npy::table(bytes).and_then(|([rows, columns], heights)| {
            checked_count(columns, rows)?;
            Ok(HeightFile { columns, rows, heights, cell: None, levels: false })
        })
    } else if ascii_grid::recognised(bytes) {
        ascii_grid::parse(bytes)
    } else {
        let start = String::from_utf8_lossy(&bytes[..bytes.len().min(16)]).into_owned();
        Err(format!("found {}, expected an ESRI ASCII grid (.asc), a PNG picture or a NumPy file", shown(&start)))
    };
    file.map_err(|fault| in_file(name.as_ref(), fault))
}

/// Reads a file of heights.
pub fn read(path: impl AsRef<Path>) -> Result<HeightFile, HeightFileError> {
    let path = path.as_ref();
    parse(&load(path).map_err(|fault| in_file(path, fault))?, path)
}

fn in_file(name: &Path, fault: HeightFault) -> HeightFileError {
    HeightFileError { file: name.display().to_string(), fault }
}

/// The number of heights; an error if it exceeds the limit.
fn checked_count(columns: usize, rows: usize) -> Result<usize, HeightFault> {
    columns.checked_mul(rows).filter(|&count| count <= MAXIMUM_FILE_HEIGHTS).ok_or_else(|| {
        format!(
            "found {columns} × {rows} heights, expected at most {MAXIMUM_FILE_HEIGHTS} in all: take every second one \
             along each side"
        )
    })
}

/// The rows in reverse order: from the order of a map, north first, to the order of increasing y.
fn from_south(columns: usize, heights: &[f64]) -> Vec<f64> {
    heights.chunks(columns.max(1)).rev().flatten().copied().collect()
}
