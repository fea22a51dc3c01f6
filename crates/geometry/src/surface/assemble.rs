//! From faces to a body.

use super::brep::Parts;
use super::{Face, Facing, Patch, SurfaceError};
use tangency_interval::Interval;

/// The parts of the body of these faces during the span.
pub(super) fn parts(patches: Vec<Patch>, span: Interval) -> Result<Parts, SurfaceError> {
    if patches.is_empty() {
        return Err(SurfaceError::NoFaces);
    }
    let faces = patches.into_iter().map(|patch| Face { patch, facing: Facing::Unknown }).collect();
    Ok(Parts { faces, edges: Vec::new(), vertices: Vec::new(), closed: false, span })
}
