//! The closed set of shape representations.

use crate::surface::{Brep, SurfaceError};
use crate::{Compound, CompoundError, CompoundPart, Convex, HalfSpace, HeightMap};
use crate::{Mesh, MeshError, Polyhedron, Pose, RoundedMesh, Solid};

/// The geometry of a body.
///
/// The set is closed on purpose: a `match` over it lists every shape, so that the compiler names each place that a new
/// one must decide. A new shape is therefore a breaking change, and needs a new major version (before 1.0: minor).
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
    /// All points within a radius of a mesh or of a polyhedron.
    Rounded(RoundedMesh),
    /// All points on one side of a plane.
    HalfSpace(HalfSpace),
    /// A surface over a grid of heights, without inside.
    HeightMap(HeightMap),
    /// Several shapes that move as one.
    Compound(Compound),
}

/// A shape cannot be put at a pose.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum PlacementError {
    /// A vertex is no longer finite.
    #[error(transparent)]
    Mesh(#[from] MeshError),
    /// Curved faces cannot be moved.
    #[error(transparent)]
    Surface(#[from] SurfaceError),
    /// Heights are along the z axis of the map's own frame.
    #[error("a height map stays in its own frame: move the body instead")]
    HeightMap,
    /// The moved parts do not make a compound.
    #[error(transparent)]
    Compound(#[from] CompoundError),
}

impl Shape {
    /// The triangles, if the shape consists of triangles: the boundary of a polyhedron, or the surface itself.
    #[must_use]
    pub fn mesh(&self) -> Option<&Mesh> {
        match self {
            Self::Polyhedron(polyhedron) => Some(polyhedron.mesh()),
            Self::Mesh(mesh) => Some(mesh),
            Self::Parametric(_)
            | Self::Implicit(_)
            | Self::Convex(_)
            | Self::Rounded(_)
            | Self::HalfSpace(_)
            | Self::HeightMap(_)
            | Self::Compound(_) => None,
        }
    }

    /// The triangles whose vertices a motion may move one by one: [`Self::mesh`], or the core of a rounded mesh.
    #[must_use]
    pub fn core_mesh(&self) -> Option<&Mesh> {
        match self {
            Self::Rounded(rounded) => Some(rounded.mesh()),
            Self::Polyhedron(_)
            | Self::Mesh(_)
            | Self::Parametric(_)
            | Self::Implicit(_)
            | Self::Convex(_)
            | Self::HalfSpace(_)
            | Self::HeightMap(_)
            | Self::Compound(_) => self.mesh(),
        }
    }

    /// The same shape at a pose in its frame. Vertices of meshes are rounded once. Formulas are moved exactly, and so
    /// are convex bodies and half-spaces that were not moved before.
    ///
    /// ```
    /// use glam::DVec3;
    /// use tangency_geometry::{Pose, Shape, primitive};
    ///
    /// let cube: Shape = primitive::cuboid(DVec3::ONE)?.into();
    /// let raised = cube.placed(&Pose::translated(DVec3::new(0.0, 0.0, 0.5))?)?;
    /// assert_eq!(raised.mesh().expect("triangles").bounding_box()[0].z, 0.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn placed(&self, pose: &Pose) -> Result<Self, PlacementError> {
        if *pose == Pose::IDENTITY {
            return Ok(self.clone());
        }
        Ok(match self {
            Self::Polyhedron(polyhedron) => Self::solid_if_closed(polyhedron.mesh().transformed(pose)?),
            Self::Mesh(mesh) => Self::Mesh(mesh.transformed(pose)?),
            Self::Parametric(brep) => Self::Parametric(brep.placed(pose)?),
            Self::Implicit(solid) => Self::Implicit(solid.placed(pose)),
            Self::Convex(convex) => Self::Convex(convex.clone().placed(pose)),
            Self::Rounded(rounded) => Self::Rounded(rounded.placed(pose)?),
            Self::HalfSpace(half_space) => Self::HalfSpace(half_space.placed(pose)),
            Self::HeightMap(_) => return Err(PlacementError::HeightMap),
            Self::Compound(compound) => {
                let moved = |part: &CompoundPart| Ok(CompoundPart::new(part.name(), part.shape().placed(pose)?));
                let parts: Result<Vec<CompoundPart>, PlacementError> = compound.parts().iter().map(moved).collect();
                Self::Compound(Compound::new(parts?)?)
            }
        })
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

impl From<RoundedMesh> for Shape {
    fn from(rounded: RoundedMesh) -> Self {
        Self::Rounded(rounded)
    }
}

impl From<HalfSpace> for Shape {
    fn from(half_space: HalfSpace) -> Self {
        Self::HalfSpace(half_space)
    }
}

impl From<HeightMap> for Shape {
    fn from(map: HeightMap) -> Self {
        Self::HeightMap(map)
    }
}

impl From<Compound> for Shape {
    fn from(compound: Compound) -> Self {
        Self::Compound(compound)
    }
}
