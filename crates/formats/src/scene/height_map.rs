//! Height maps of a scene: rows of heights in the scene file, or a file of heights.

use super::SceneReader;
use super::value::{Table, TomlValue};
use crate::fault::{RawFault, RawFaults, quoted};
use crate::heights::{self, HeightFile};
use glam::DVec2;
use tangency_geometry::{HeightMap, HeightMapError, Shape};

impl SceneReader<'_> {
    /// `{ rows = [[0, 1], [0, 0]], cell = [0.5, 0.5] }`, or `{ file = "terrain.asc" }`. Optional: `height_scale` and
    /// `height_offset`.
    pub(super) fn height_map(
        &mut self,
        data: &TomlValue<'_>,
        surface: Option<(bool, TomlValue<'_>)>,
    ) -> Result<Shape, RawFaults> {
        if let Some((false, value)) = surface {
            let message = "a height map is a surface: nothing below it is solid".into();
            return Err(value.fault(message, "leave `surface` out").into());
        }
        let table = data.table(&["rows", "file", "cell", "height_scale", "height_offset"])?;
        let (file, measured) = match (table.optional("rows"), table.optional("file")) {
            (Some(rows), None) => (read_rows(&rows)?, true),
            (None, Some(path)) => {
                let written = path.string()?;
                let read = heights::read(self.folder.join(written)).map_err(|error| {
                    let message = format!("the file of heights {} cannot be used: {error}", quoted(written));
                    path.fault(message, "paths are relative to the folder of the scene file")
                })?;
                let measured = !read.levels;
                (read, measured)
            }
            (Some(_), Some(file)) => {
                let message = "the height map has both `rows` and a `file`".into();
                return Err(file.fault(message, "keep one of them").into());
            }
            (None, None) => {
                let label = "add `rows = [[0, 0], [0, 1]]`, or `file = \"terrain.asc\"`";
                return Err(data.fault("`height_map` has no heights".into(), label).into());
            }
        };
        self.spend(file.heights.len(), data)?;
        let scale = scale(&table, measured)?;
        let offset = table.optional("height_offset").map_or(Ok(0.0), |value| value.length())?;
        let given = table.optional("cell").map(|value| value.lengths("two sizes [x, y] in metres")).transpose()?;
        let cell = match given.or(file.cell) {
            Some(cell) => DVec2::from_array(cell),
            None => DVec2::from_array(table.required("cell", "[0.5, 0.5]")?.lengths("two sizes [x, y] in metres")?),
        };
        let heights = file.heights.iter().map(|height| (scale * height + offset) as f32).collect();
        let made = HeightMap::new([file.columns, file.rows], cell, heights);
        Ok(Shape::HeightMap(made.map_err(|error| refused(&table, data, &error))?))
    }
}

/// Metres of height for a number of the rows or of the file. `measured`: whether the numbers are lengths.
fn scale(table: &Table<'_>, measured: bool) -> Result<f64, RawFault> {
    match table.optional("height_scale") {
        Some(value) => value.positive_length(),
        None if measured => Ok(1.0),
        None => Err(table.fault(
            "a picture holds shades of grey, not heights".into(),
            "add `height_scale = 0.001`, in metres from one shade to the next",
        )),
    }
}

/// Rows of equal length, the row of least y first.
fn read_rows(value: &TomlValue<'_>) -> Result<HeightFile, RawFault> {
    let mut columns = None;
    let mut heights = Vec::new();
    let rows = value.list("a list of rows of heights [[0, 0], [0, 1]]", |index, row| {
        let before = heights.len();
        row.list("a row of heights [0, 1]", |_, height| {
            heights.push(height.length()?);
            Ok(())
        })?;
        let count = heights.len() - before;
        let expected = *columns.get_or_insert(count);
        if count != expected {
            let message = format!("row {index} has {count} heights, but the rows before it have {expected}");
            return Err(row.fault(message, format!("expected {expected} heights")));
        }
        Ok(())
    })?;
    Ok(HeightFile { columns: columns.unwrap_or(0), rows: rows.len(), heights, cell: None, levels: false })
}

/// A fault found by `geometry`.
fn refused(table: &Table<'_>, data: &TomlValue<'_>, error: &HeightMapError) -> RawFault {
    let message = format!("the height map cannot be made: {error}");
    match error {
        HeightMapError::Length(_) | HeightMapError::Range { .. } => {
            table.optional("cell").unwrap_or(*data).fault(message, "expected two sizes [x, y] greater than zero")
        }
        HeightMapError::NotFinite { .. } => {
            let label = "heights are 32-bit numbers, which end at 3.4e38: choose a smaller `height_scale`";
            data.fault(message, label)
        }
        HeightMapError::TooFew { .. }
        | HeightMapError::TooMany { .. }
        | HeightMapError::Count { .. }
        | HeightMapError::Region { .. }
        | HeightMapError::Mesh(_) => data.fault(message, ""),
    }
}
