//! Triangles that follow the boundary of a solid, for the eye.

use super::{Solid, SolidError};
use crate::Mesh;

/// See [`Solid::mesh`].
pub(super) fn mesh(solid: &Solid, time: f64, cells: usize) -> Result<Mesh, SolidError> {
    let _ = (solid, time);
    Err(SolidError::NotFound { cells })
}
