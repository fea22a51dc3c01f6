//! The closed set of representations.

use crate::surface::Brep;
use crate::{Mesh, Polyhedron, Solid};

/// What a body is made of.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A closed triangle mesh, filled: one inside another is an overlap.
    Polyhedron(Polyhedron),
    /// A triangle mesh as a surface without an inside.
    Mesh(Mesh),
    /// Curved faces by formula, with their edges and vertices; filled if it is a solid ([`Brep::is_solid`]).
    Parametric(Brep),
    /// Where functions of space and time are negative: formulas, volume data, and combinations of them.
    Implicit(Solid),
}

impl Shape {
    /// The triangles, if it is made of triangles: the boundary of a polyhedron, or the surface itself.
    #[must_use]
    pub fn mesh(&self) -> Option<&Mesh> {
        match self {
            Self::Polyhedron(polyhedron) => Some(polyhedron.mesh()),
            Self::Mesh(mesh) => Some(mesh),
            Self::Parametric(_) | Self::Implicit(_) => None,
        }
    }

    /// A polyhedron if the mesh is closed, a surface otherwise.
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
