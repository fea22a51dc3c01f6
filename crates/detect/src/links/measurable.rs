//! Triangles that stand for a body when distances are measured.

use crate::tolerance::{OUTLINE_CELLS, OUTLINE_ERROR};
use crate::{Facets, Prepared};
use std::sync::OnceLock;
use tangency_geometry::{Mesh, Shape};

/// The triangles of a body, and a radius about them.
#[derive(Clone, Copy)]
pub(super) struct Measurable<'body> {
    pub(super) facets: &'body Facets,
    /// Metres. The body is the set of points within this distance of the triangles.
    pub(super) radius: f64,
}

impl<'body> Measurable<'body> {
    /// The triangles of a body, or an approximation of its curved surface, which proves nothing. `outline` keeps the
    /// approximation. `None` if the body has the time in its formulas.
    pub(super) fn of(prepared: &'body Prepared, outline: &'body OnceLock<Option<Prepared>>) -> Option<Self> {
        let approximation = || outline.get_or_init(|| self::outline(prepared)).as_ref().and_then(exact);
        exact(prepared).or_else(approximation)
    }
}

/// The triangles of a mesh, or of the core of a convex body. `None` for curved bodies.
pub(super) fn exact(prepared: &Prepared) -> Option<Measurable<'_>> {
    match prepared {
        Prepared::Facets(facets) => Some(Measurable { facets, radius: 0.0 }),
        Prepared::Convex(convex) => {
            let core = exact(&convex.core()?.prepared)?;
            Some(Measurable { radius: convex.prepared().shape().radius(), ..core })
        }
        Prepared::Rounded(rounded) => {
            let core = exact(rounded.core())?;
            Some(Measurable { radius: rounded.radius(), ..core })
        }
        Prepared::Faces(_)
        | Prepared::Implicit(_)
        | Prepared::HalfSpace(_)
        | Prepared::HeightMap(_)
        | Prepared::Compound(_) => None,
    }
}

/// Triangles that approximate a curved body. `None` for a triangle mesh, and for a body that has the time in its
/// formulas.
fn outline(prepared: &Prepared) -> Option<Prepared> {
    let bounds = prepared.lasting_bounds()?;
    let mesh = match prepared {
        Prepared::Facets(_)
        | Prepared::Rounded(_)
        | Prepared::HalfSpace(_)
        | Prepared::HeightMap(_)
        | Prepared::Compound(_) => return None,
        Prepared::Faces(faces) => {
            let tessellation = faces.brep.tessellation(OUTLINE_ERROR * bounds.radius());
            Mesh::new(tessellation.corners_at(0.0), tessellation.triangles().to_vec()).ok()?
        }
        Prepared::Implicit(implicit) => implicit.solid.mesh(0.0, OUTLINE_CELLS).ok()?,
        Prepared::Convex(convex) => convex.prepared().shape().mesh(OUTLINE_ERROR).ok()?,
    };
    Some(Prepared::new(Shape::Mesh(mesh)))
}
