//! Files of spline surfaces: Bézier patch text (`.bpt`) and JSON.
//!
//! ```
//! use tangency_formats::spline;
//!
//! let flat = "1\n1 1\n0 0 0\n0 1 0\n1 0 0\n1 1 0\n";
//! let patches = spline::parse(flat.as_bytes(), "flat.bpt")?;
//! assert_eq!((patches.len(), patches[0].degree()), (1, [1, 1]));
//!
//! let error = spline::parse(flat.replace("1 1 0", "1 1").as_bytes(), "flat.bpt").unwrap_err();
//! assert!(error.to_string().starts_with("flat.bpt: the file ends in control point 3 of patch 0"));
//! # Ok::<(), spline::SplineFileError>(())
//! ```
//!
//! | | Bézier patch text (`.bpt`) | JSON |
//! |---|---|---|
//! | recognised by | a number first | `{` first |
//! | holds | the number of patches; of each patch its degrees along u and v, and its control points | `patches` over `vertices`, `patches` of their own, or `surfaces` (NURBS) |
//! | weights | a fourth number a control point is not allowed | `weights` |
//!
//! The degrees of a `.bpt` file are those along u and v; v advances within a row of control points.

mod bpt;
mod json;

use crate::volume::{load, shown};
use std::path::Path;
use tangency_geometry::spline::BezierPatch;

/// A file of splines that could not be read: one line with the file, what was found and what was expected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}: {fault}")]
pub struct SplineFileError {
    file: String,
    fault: String,
}

/// The message without the name of the file.
type SplineFault = String;

/// Reads patches from memory. Messages use the name.
pub fn parse(bytes: &[u8], name: impl AsRef<Path>) -> Result<Vec<BezierPatch>, SplineFileError> {
    let in_file = |fault| SplineFileError { file: name.as_ref().display().to_string(), fault };
    let text = std::str::from_utf8(bytes)
        .map_err(|error| format!("byte {} is not text: expected patches as text or JSON", error.valid_up_to()))
        .map_err(in_file)?;
    let text = text.trim_start_matches('\u{feff}');
    let patches = match text.trim_start().chars().next() {
        Some('{') => json::parse(text),
        Some('0'..='9') => bpt::parse(text),
        Some(_) | None => {
            let start: String = text.trim_start().chars().take(16).collect();
            Err(format!("the file starts with {}: expected the number of patches, or JSON", shown(&start)))
        }
    };
    let patches = patches.map_err(in_file)?;
    if patches.is_empty() { Err(in_file("the file holds no patches".into())) } else { Ok(patches) }
}

/// Reads a file of patches.
pub fn read(path: impl AsRef<Path>) -> Result<Vec<BezierPatch>, SplineFileError> {
    let path = path.as_ref();
    let bytes = load(path).map_err(|fault| SplineFileError { file: path.display().to_string(), fault })?;
    parse(&bytes, path)
}
