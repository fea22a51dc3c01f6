//! Solids bounded by triangles.

use crate::mass::{self, Mass, MassEnclosure};
use crate::{Mesh, NotClosed};
use std::sync::OnceLock;

/// A solid: a closed mesh whose triangles face outwards. Its mass properties are computed on first use.
///
/// ```
/// use glam::dvec3;
/// use tangency_geometry::primitive;
///
/// let brick = primitive::cuboid(dvec3(0.2, 0.1, 0.05))?;
/// assert!(brick.mass_enclosure().volume.contains(0.2 * 0.1 * 0.05));
/// # Ok::<(), tangency_geometry::primitive::PrimitiveError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Polyhedron {
    mesh: Mesh,
    mass: OnceLock<Box<MassEnclosure>>,
}

impl PartialEq for Polyhedron {
    fn eq(&self, other: &Self) -> bool {
        // The mesh determines the mass.
        self.mesh == other.mesh
    }
}

impl Polyhedron {
    /// The solid bounded by the mesh, or the reason why the mesh bounds none.
    ///
    /// If the triangles face inwards (negative volume), all of them are flipped. Triangle indices do not
    /// change. A mesh of several components is taken as a whole: a component that faces inwards is a cavity.
    /// Self-intersecting surfaces are accepted; overlapping regions count with their winding number.
    pub fn new(mesh: Mesh) -> Result<Self, NotClosed> {
        mesh.check_closed()?;
        let volume = mass::volume(&mesh);
        let mesh = if volume.lower() > 0.0 {
            mesh
        } else if volume.upper() < 0.0 {
            mesh.flipped()
        } else {
            return Err(NotClosed::NoVolume { volume: [volume.lower(), volume.upper()] });
        };
        Ok(Self { mesh, mass: OnceLock::new() })
    }

    /// The boundary mesh; its triangles face outwards.
    #[must_use]
    pub fn mesh(&self) -> &Mesh {
        &self.mesh
    }

    /// The boundary mesh; its triangles face outwards.
    #[must_use]
    pub fn into_mesh(self) -> Mesh {
        self.mesh
    }

    /// Encloses volume, centre of mass and inertia.
    #[must_use]
    pub fn mass_enclosure(&self) -> &MassEnclosure {
        self.mass.get_or_init(|| Box::new(mass::enclosure(&self.mesh)))
    }

    /// Volume, centre of mass and inertia at density one, in floating point.
    #[must_use]
    pub fn mass(&self) -> Mass {
        self.mass_enclosure().mid()
    }
}

impl TryFrom<Mesh> for Polyhedron {
    type Error = NotClosed;
    fn try_from(mesh: Mesh) -> Result<Self, NotClosed> {
        Self::new(mesh)
    }
}
