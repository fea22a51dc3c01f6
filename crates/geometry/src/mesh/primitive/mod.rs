//! Meshes made by code: what scenes, tests and benchmarks are built of.
//!
//! All are centred on the origin or say where they stand, all lengths are metres, and those that bound a solid come as a
//! [`Polyhedron`](crate::Polyhedron), facing outwards.

mod extruded;
mod grid;
mod round;

pub use extruded::{cone, cuboid, cylinder, l_extrusion, needle, plate, prism, tetrahedron, wedge};
pub use grid::grid;
pub use round::{icosphere, torus, torus_knot};

use super::{Mesh, MeshError, NotClosed};
use crate::Polyhedron;
use glam::DVec3;

/// The most triangles a primitive is made of: a typing error in a count should not fill the memory.
pub const MOST_TRIANGLES: usize = 20_000_000;

/// The numbers do not make the primitive.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum PrimitiveError {
    /// A length is zero, negative, NaN or infinite.
    #[error("{what} must be a positive length, not {value}")]
    Length {
        /// Which length.
        what: &'static str,
        /// The value that was given.
        value: f64,
    },
    /// A count is too small or too large.
    #[error("{what} must be between {least} and {most}, not {value}")]
    Count {
        /// Which count.
        what: &'static str,
        /// The value that was given.
        value: usize,
        /// The smallest that makes a solid.
        least: usize,
        /// The largest that [`MOST_TRIANGLES`] allows.
        most: usize,
    },
    /// One length must stay below another.
    #[error("{what} {value} must be less than {limit_name} {limit}")]
    Proportion {
        /// The length that is too large.
        what: &'static str,
        /// Its value.
        value: f64,
        /// What limits it.
        limit_name: &'static str,
        /// The limit.
        limit: f64,
    },
    /// A knot winds round and round without common divisor, or it would run over itself.
    #[error("a torus knot needs windings without a common divisor, not {around_axis} and {around_tube}")]
    Windings {
        /// Turns around the axis.
        around_axis: usize,
        /// Turns around the tube of the torus.
        around_tube: usize,
    },
    /// The numbers are so large or so small that the coordinates overflow.
    #[error(transparent)]
    Mesh(#[from] MeshError),
    /// The numbers are so large or so small that no volume is left.
    #[error(transparent)]
    NotClosed(#[from] NotClosed),
}

fn positive(what: &'static str, value: f64) -> Result<f64, PrimitiveError> {
    if value > 0.0 && value.is_finite() { Ok(value) } else { Err(PrimitiveError::Length { what, value }) }
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
