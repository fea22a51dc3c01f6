//! The closed set of shape representations.

use crate::surface::Brep;
use crate::{Convex, Mesh, Polyhedron, Solid};

/// The geometry of a body.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A solid bounded by a closed triangle mesh. A body inside it overlaps it.
    Polyhedron(Polyhedron),
    /// A triangle mesh as a surface without interior.
    Mesh(Mesh),
    /// Curved faces given by formulas, with their edges and vertices. It is a solid if [`Brep::is_solid`] says
    /// so.
    Parametric(Brep),
    /// The region where functions of space and time are negative: formulas, volume data, and their
    /// combinations.
    Implicit(Solid),
    /// A convex solid given by a few numbers: a sphere, a capsule, a box, a cylinder, a cone, an ellipsoid, a hull of
    /// points, or one of these grown by a radius.
    Convex(Convex),
}

impl Shape {
    /// The triangles, if the shape consists of triangles: the boundary of a polyhedron, or the surface itself.
    #[must_use]
    pub fn mesh(&self) -> Option<&Mesh> {
        match self {
            Self::Polyhedron(polyhedron) => Some(polyhedron.mesh()),
            Self::Mesh(mesh) => Some(mesh),
            Self::Parametric(_) | Self::Implicit(_) | Self::Convex(_) => None,
        }
    }

    /// A polyhedron if the mesh is closed, otherwise a surface.
    #[must_use]
    pub fn solid_if_closed(mesh: Mesh) -> Self {
        match Polyhedron::new(mesh.clone()) {
            Ok(polyhedron) => Self::Polyhedron(polyhedron),
            Err(_) => Self::Mesh(mesh),
        }
    }
}

impl From<Polyhedron> for Shape {
    fn from(polyhedron: Polyhedron) -> Self {
        Self::Polyhedron(polyhedron)
    }
}

impl From<Mesh> for Shape {
    fn from(mesh: Mesh) -> Self {
        Self::Mesh(mesh)
    }
}

impl From<Brep> for Shape {
    fn from(brep: Brep) -> Self {
        Self::Parametric(brep)
    }
}

impl From<Solid> for Shape {
    fn from(solid: Solid) -> Self {
        Self::Implicit(solid)
    }
}

impl From<Convex> for Shape {
    fn from(convex: Convex) -> Self {
        Self::Convex(convex)
    }
}
