//! The closed set of representations.

use crate::{Mesh, Polyhedron};

/// What a body is made of.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A closed triangle mesh, filled: one inside another is an overlap.
    Polyhedron(Polyhedron),
    /// A triangle mesh as a surface without an inside.
    Mesh(Mesh),
}

impl Shape {
    /// The triangles: the boundary of a polyhedron, or the surface itself.
    #[must_use]
    pub fn mesh(&self) -> &Mesh {
        match self {
            Self::Polyhedron(polyhedron) => polyhedron.mesh(),
            Self::Mesh(mesh) => mesh,
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
