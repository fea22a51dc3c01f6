//! Open patches.

use super::{PrimitiveError, count, halves};
use crate::Mesh;
use crate::length::positive;
use crate::tolerance::MOST_PRIMITIVE_TRIANGLES;
use glam::{DVec2, dvec3};

/// A flat rectangular patch in the plane z = 0, centred on the origin, of `cells[0]` × `cells[1]` squares of
/// two triangles each, facing up. Used as cloth.
pub fn grid(size: DVec2, cells: [usize; 2]) -> Result<Mesh, PrimitiveError> {
    positive("the grid's size in x", size.x)?;
    positive("the grid's size in y", size.y)?;
    let columns = count("the grid's number of cells in x", cells[0], 1, MOST_PRIMITIVE_TRIANGLES / 2)?;
    let rows = count("the grid's number of cells in y", cells[1], 1, MOST_PRIMITIVE_TRIANGLES / 2 / columns)?;
    let place = |step: usize, steps: usize, size: f64| (step as f64 / steps as f64 - 0.5) * size;
    let vertices = (0..=rows)
        .flat_map(|row| (0..=columns).map(move |column| (row, column)))
        .map(|(row, column)| dvec3(place(column, columns, size.x), place(row, rows, size.y), 0.0))
        .collect();
    let at = |row: usize, column: usize| (row * (columns + 1) + column) as u32;
    let square =
        |(row, column)| halves([at(row, column), at(row, column + 1), at(row + 1, column + 1), at(row + 1, column)]);
    let triangles = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))).flat_map(square).collect();
    Ok(Mesh::new(vertices, triangles)?)
}
