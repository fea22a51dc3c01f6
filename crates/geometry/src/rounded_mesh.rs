//! Meshes grown by a radius.

use crate::length::positive;
use crate::tolerance::CONVEX_LENGTHS;
use crate::{ConvexError, Mesh, MeshError, Polyhedron, Pose, Shape};

/// All points within a radius of a mesh, or of the solid that a mesh bounds: the exact Minkowski sum with a ball. A
/// sheet of cloth with its thickness, a part with its safety distance.
///
/// ```
/// use glam::DVec3;
/// use tangency_geometry::{RoundedMesh, primitive};
///
/// let block = RoundedMesh::of_solid(primitive::cuboid(DVec3::ONE)?, 0.1)?;
/// assert_eq!((block.radius(), block.mesh().triangles().len()), (0.1, 12));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct RoundedMesh {
    /// A polyhedron or a mesh.
    core: Box<Shape>,
    radius: f64,
}

impl RoundedMesh {
    /// All points within the radius of the solid, in metres.
    pub fn of_solid(core: Polyhedron, radius: f64) -> Result<Self, ConvexError> {
        Ok(Self { core: Box::new(Shape::Polyhedron(core)), radius: checked(radius)? })
    }

    /// All points within the radius of the surface, in metres. The space that a closed surface encloses is not part of
    /// the body.
    pub fn of_surface(core: Mesh, radius: f64) -> Result<Self, ConvexError> {
        Ok(Self { core: Box::new(Shape::Mesh(core)), radius: checked(radius)? })
    }

    /// The core: a polyhedron or a mesh.
    #[must_use]
    pub fn core(&self) -> &Shape {
        &self.core
    }

    /// The triangles of the core.
    ///
    /// # Panics
    /// Never: the core consists of triangles.
    #[must_use]
    pub fn mesh(&self) -> &Mesh {
        self.core.mesh().expect("the core is a polyhedron or a mesh")
    }

    /// Metres. The radius about the core.
    #[must_use]
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// The same body at another pose. The vertices of the core are rounded once.
    pub fn placed(&self, pose: &Pose) -> Result<Self, MeshError> {
        let mesh = self.mesh().transformed(pose)?;
        let core = match &*self.core {
            Shape::Polyhedron(_) => Shape::solid_if_closed(mesh),
            Shape::Mesh(_)
            | Shape::Parametric(_)
            | Shape::Implicit(_)
            | Shape::Convex(_)
            | Shape::Rounded(_)
            | Shape::HalfSpace(_)
            | Shape::HeightMap(_)
            | Shape::Compound(_) => Shape::Mesh(mesh),
        };
        Ok(Self { core: Box::new(core), radius: self.radius })
    }
}

fn checked(radius: f64) -> Result<f64, ConvexError> {
    let what = "the rounding radius";
    let value = positive(what, radius)?;
    let [least, most] = CONVEX_LENGTHS;
    if (least..=most).contains(&value) { Ok(value) } else { Err(ConvexError::Range { what, value, least, most }) }
}
