//! Errors of height maps.

use crate::{LengthError, MeshError};

/// The numbers do not define a height map, or not the part of it that was asked for.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum HeightMapError {
    /// There are too few columns or rows of samples to make a cell.
    #[error("a height map needs at least 2 columns and 2 rows of heights, not {columns} by {rows}")]
    TooFew {
        /// Heights along x.
        columns: usize,
        /// Heights along y.
        rows: usize,
    },
    /// There are more cells than 32-bit indices of triangles allow.
    #[error("{columns} by {rows} heights are too many for one map, which has at most 2^31 - 1 cells: split it")]
    TooMany {
        /// Heights along x.
        columns: usize,
        /// Heights along y.
        rows: usize,
    },
    /// The number of heights is not that of the grid.
    #[error("{columns} columns and {rows} rows need {} heights, not {given}", columns * rows)]
    Count {
        /// Heights along x.
        columns: usize,
        /// Heights along y.
        rows: usize,
        /// The number of heights given.
        given: usize,
    },
    /// A height is NaN or infinite.
    #[error("the height at column {column}, row {row} is {height}: it must be finite")]
    NotFinite {
        /// Index along x.
        column: usize,
        /// Index along y.
        row: usize,
        /// The height.
        height: f32,
    },
    /// The size of a cell is zero, negative, NaN or infinite.
    #[error(transparent)]
    Length(#[from] LengthError),
    /// The size of a cell is so small or so large that powers of coordinates leave the range of doubles.
    #[error("the cell size {value} must be between {least} and {most} metres; choose another unit of length")]
    Range {
        /// The size.
        value: f64,
        /// The least allowed size.
        least: f64,
        /// The greatest allowed size.
        most: f64,
    },
    /// A region of cells is empty or reaches beyond the map.
    #[error(
        "the cells from {from:?} up to {to:?} are not a part of a map of {cells:?} cells: choose a smaller, \
         nonempty range"
    )]
    Region {
        /// First column and row of cells.
        from: [usize; 2],
        /// The column and the row after the last.
        to: [usize; 2],
        /// The cells of the map.
        cells: [usize; 2],
    },
    /// The region has too many triangles for a mesh.
    #[error(transparent)]
    Mesh(#[from] MeshError),
}
