//! The key `rounding`: bodies grown by a radius.

use super::value::{Table, TomlValue};
use crate::fault::RawFault;
use tangency_geometry::{RoundedMesh, Shape};

/// The radius of the key `rounding`, with its position.
pub(super) fn rounding<'a>(table: &Table<'a>) -> Result<Option<(f64, TomlValue<'a>)>, RawFault> {
    table.optional("rounding").map(|value| Ok((value.positive_length()?, value))).transpose()
}

/// A shape of triangles, grown by the key `rounding` if there is one.
pub(super) fn grown_mesh(shape: Shape, table: &Table<'_>) -> Result<Shape, RawFault> {
    let Some((radius, value)) = rounding(table)? else { return Ok(shape) };
    let grown = match shape {
        Shape::Polyhedron(solid) => RoundedMesh::of_solid(solid, radius),
        Shape::Mesh(mesh) => RoundedMesh::of_surface(mesh, radius),
        Shape::Parametric(_)
        | Shape::Implicit(_)
        | Shape::Convex(_)
        | Shape::Rounded(_)
        | Shape::HalfSpace(_)
        | Shape::HeightMap(_)
        | Shape::Compound(_) => {
            let message = "only shapes of triangles and exact convex bodies can be grown".into();
            return Err(value.fault(message, "leave `rounding` out"));
        }
    };
    grown.map(Shape::Rounded).map_err(|error| value.fault(error.to_string(), ""))
}
