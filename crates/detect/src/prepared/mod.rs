//! Shapes prepared for their methods.
//!
//! One variant a representation. Each holds what the methods for it need, and makes it when a question first asks. The shape is shared:
//! nothing here copies vertices or formulas. A new representation is a new variant, and the compiler then lists every `match` that must
//! decide about it; the table of methods is one of them.

mod facets;

pub use facets::Facets;

use crate::curved::BodyBounds;
use std::sync::OnceLock;
use tangency_geometry::surface::Brep;
use tangency_geometry::{Shape, Solid};
use tangency_interval::Interval;

/// A shape with what its methods need: prepared once, shared by all bodies that have it.
#[derive(Clone, Debug)]
pub enum Prepared {
    /// Triangles: the boundary of a polyhedron, or a surface.
    Facets(Box<Facets>),
    /// Curved faces with their edges and vertices.
    Faces(Faces),
    /// Where functions are negative.
    Implicit(Implicit),
}

/// Curved faces.
#[derive(Clone, Debug)]
pub struct Faces {
    shape: Shape,
    pub(crate) brep: Brep,
    bounds: OnceLock<BodyBounds>,
}

/// An implicit solid.
#[derive(Clone, Debug)]
pub struct Implicit {
    shape: Shape,
    pub(crate) solid: Solid,
    bounds: OnceLock<BodyBounds>,
}

impl Prepared {
    /// Prepares a shape. What takes time is left until a question asks for it.
    #[must_use]
    pub fn new(shape: Shape) -> Self {
        match &shape {
            Shape::Polyhedron(polyhedron) => {
                let mesh = polyhedron.mesh().clone();
                Self::Facets(Box::new(Facets::new(shape, mesh, true)))
            }
            Shape::Mesh(mesh) => {
                let mesh = mesh.clone();
                Self::Facets(Box::new(Facets::new(shape, mesh, false)))
            }
            Shape::Parametric(brep) => {
                let brep = brep.clone();
                Self::Faces(Faces { shape, brep, bounds: OnceLock::new() })
            }
            Shape::Implicit(solid) => {
                let solid = solid.clone();
                Self::Implicit(Implicit { shape, solid, bounds: OnceLock::new() })
            }
        }
    }

    /// The shape.
    #[must_use]
    pub fn shape(&self) -> &Shape {
        match self {
            Self::Facets(facets) => facets.shape(),
            Self::Faces(faces) => &faces.shape,
            Self::Implicit(implicit) => &implicit.shape,
        }
    }

    /// Makes ready for many steps of contact with itself: smooth parts of the surface are then proved free of it at once. This
    /// takes about as long as one step. Questions of several steps do it by themselves. The answers are the same. Only
    /// triangles can be made ready.
    pub fn prepare_self_contact(&self) {
        match self {
            Self::Facets(facets) => facets.prepare_self_contact(),
            Self::Faces(_) | Self::Implicit(_) => {}
        }
    }

    /// A box and a ball that hold the body, in its own frame, at all times; `None` if it deforms, and so is described for some time only.
    pub(crate) fn lasting_bounds(&self) -> Option<BodyBounds> {
        let deforms = match self {
            Self::Facets(_) => false,
            Self::Faces(faces) => faces.brep.deforms(),
            Self::Implicit(implicit) => implicit.solid.deforms(),
        };
        (!deforms).then(|| self.bounds(Interval::ZERO))
    }

    /// A box and a ball that hold the body, in its own frame, during a span; for all time if it does not deform.
    pub(crate) fn bounds(&self, span: Interval) -> BodyBounds {
        match self {
            Self::Facets(facets) => facets.bounds(),
            Self::Faces(faces) if faces.brep.deforms() => BodyBounds::of_faces(&faces.brep, span),
            Self::Faces(faces) => *faces.bounds.get_or_init(|| BodyBounds::of_faces(&faces.brep, Interval::ZERO)),
            // The box of an implicit solid holds it during all of the solid's own span.
            Self::Implicit(implicit) => {
                *implicit.bounds.get_or_init(|| BodyBounds::of_box(implicit.solid.bounding_box()))
            }
        }
    }
}
