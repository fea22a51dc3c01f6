//! Procedural meshes for scenes, tests and benchmarks.
//!
//! All meshes are centred on the origin unless stated otherwise. All lengths are in metres. A mesh that bounds a
//! solid is returned as a [`Polyhedron`](crate::Polyhedron) with outward-facing triangles.

mod extruded;
mod grid;
mod round;

pub use extruded::{cone, cuboid, cylinder, l_extrusion, needle, plate, prism, tetrahedron, wedge};
pub use grid::grid;
pub use round::{icosphere, torus, torus_knot};

use super::{Mesh, MeshError, NotClosed};
use crate::{LengthError, Polyhedron};
use glam::DVec3;

/// The parameters do not define a primitive.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum PrimitiveError {
    /// A length is not positive and finite, or not less than another length.
    #[error(transparent)]
    Length(#[from] LengthError),
    /// A count is too small or too large.
    #[error("{what} must be between {least} and {most}, not {value}")]
    Count {
        /// Name of the count.
        what: &'static str,
        /// The given value.
        value: usize,
        /// The least allowed value.
        least: usize,
        /// The greatest allowed value.
        most: usize,
    },
    /// The winding numbers of a torus knot are not coprime, so the curve would retrace itself.
    #[error("a torus knot needs windings without a common divisor, not {around_axis} and {around_tube}")]
    Windings {
        /// Turns around the axis.
        around_axis: usize,
        /// Turns around the tube of the torus.
        around_tube: usize,
    },
    /// The coordinates overflow.
    #[error(transparent)]
    Mesh(#[from] MeshError),
    /// The lengths are so large or so small that the volume cannot be proved positive.
    #[error(transparent)]
    NotClosed(#[from] NotClosed),
}

fn count(what: &'static str, value: usize, least: usize, most: usize) -> Result<usize, PrimitiveError> {
    if (least..=most).contains(&value) { Ok(value) } else { Err(PrimitiveError::Count { what, value, least, most }) }
}

fn solid(vertices: Vec<DVec3>, triangles: Vec<[u32; 3]>) -> Result<Polyhedron, PrimitiveError> {
    Ok(Polyhedron::new(Mesh::new(vertices, triangles)?)?)
}

/// The two triangles of a quadrilateral.
fn halves([a, b, c, d]: [u32; 4]) -> [[u32; 3]; 2] {
    [[a, b, c], [a, c, d]]
}
