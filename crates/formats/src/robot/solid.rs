//! Shapes for collision geometry that is given by numbers.
//!
//! *Question.* The methods take triangles. Which triangles represent a sphere or a cylinder so that no contact is
//! missed?
//! *Idea.* A sphere is the set of points within its radius of a point, a capsule within its radius of a segment. The
//! shape is that point or segment (a triangle without area), and `radius` is added to the separation of the query,
//! exactly. A cylinder or cone becomes a circumscribed prism or pyramid, with enough sides to keep the excess within
//! a given length.
//! *Guarantee.* The true body lies within `radius` of the shape, and nothing within `radius` of the shape is farther
//! than `excess` from the true body: a `clear` is a proof, a `touch` may be early by the sum of both excesses.
//! `radius` and `excess` include the rounding of meshes that are scaled or placed by an origin.
//! *Cost.* A cylinder of radius `r` has about `π·√(r / 2·excess)` sides: 39 for 3 cm and a tenth of a millimetre.

use super::load::MeshFiles;
use crate::tolerance::{FEWEST_PRISM_SIDES, MOST_PRISM_SIDES, PRISM_WIDENING};
use glam::DVec3;
use tangency_geometry::{Mesh, MeshError, Polyhedron, Pose, Shape, primitive};

/// Collision geometry, centred on its own origin. Lengths are in metres.
#[derive(Clone, Debug, PartialEq)]
pub enum CollisionGeometry {
    /// A box.
    Box {
        /// Its sides.
        size: DVec3,
    },
    /// A cylinder along z.
    Cylinder {
        /// Its radius.
        radius: f64,
        /// From end to end.
        length: f64,
    },
    /// A cone along z, its tip up, its origin halfway.
    Cone {
        /// The radius of its base.
        radius: f64,
        /// From base to tip.
        height: f64,
    },
    /// A ball.
    Sphere {
        /// Its radius.
        radius: f64,
    },
    /// Everything within a radius of a segment along z.
    Capsule {
        /// Its radius.
        radius: f64,
        /// The length of the segment: the capsule is longer by two radii.
        length: f64,
    },
    /// A mesh file.
    Mesh {
        /// The path as written in the file.
        file: String,
        /// Scale factors of its coordinates.
        scale: DVec3,
    },
    /// An inline mesh.
    Triangles {
        /// The mesh.
        mesh: Mesh,
    },
}

/// A shape that represents a body, with its error bounds.
#[derive(Clone, Debug, PartialEq)]
pub struct CollisionSolid {
    /// The shape.
    pub shape: Shape,
    /// The true body lies within this distance of the shape, in metres. Add it to the separation of the query.
    pub radius: f64,
    /// No point within `radius` of the shape is farther than this from the true body, in metres. Contacts may be this
    /// early.
    pub excess: f64,
}

/// The triangles of a shape that this module made. It makes only shapes of triangles.
pub(super) fn faceted(shape: &Shape) -> &Mesh {
    shape.mesh().expect("the solids of robots are made of triangles")
}

impl CollisionGeometry {
    /// The shape, placed by `origin`. Prisms around cylinders and cones reach at most `excess` metres beyond them.
    pub(super) fn solid(
        &self,
        origin: &Pose,
        excess: f64,
        files: &mut MeshFiles<'_>,
    ) -> Result<CollisionSolid, String> {
        let refused = |error: &dyn std::fmt::Display| error.to_string();
        let exact = |shape: Shape| CollisionSolid { shape, radius: 0.0, excess: 0.0 };
        let solid = match self {
            Self::Box { size } => exact(primitive::cuboid(*size).map_err(|error| refused(&error))?.into()),
            Self::Sphere { radius } => {
                let shape = degenerate([DVec3::ZERO; 3]).map_err(|error| refused(&error))?;
                CollisionSolid { shape, radius: *radius, excess: 0.0 }
            }
            Self::Capsule { radius, length } => {
                let end = DVec3::new(0.0, 0.0, 0.5 * length);
                let shape = degenerate([-end, end, end]).map_err(|error| refused(&error))?;
                CollisionSolid { shape, radius: *radius, excess: 0.0 }
            }
            Self::Cylinder { radius, length } => {
                let (sides, around, excess) = around(*radius, excess);
                let prism = primitive::prism(around, *length, sides).map_err(|error| refused(&error))?;
                CollisionSolid { shape: prism.into(), radius: 0.0, excess }
            }
            Self::Cone { radius, height } => {
                let (sides, around, excess) = around(*radius, excess);
                let cone = primitive::cone(around, *height, sides).map_err(|error| refused(&error))?;
                let middle = Pose::translated(DVec3::new(0.0, 0.0, -0.5 * height)).map_err(|error| refused(&error))?;
                placed(CollisionSolid { shape: cone.into(), radius: 0.0, excess }, &middle)?
            }
            Self::Mesh { file, scale } => {
                let shape = files.shape(file, *scale)?;
                let rounding = if *scale == DVec3::ONE { 0.0 } else { f64::EPSILON * faceted(&shape).reach() };
                CollisionSolid { shape, radius: rounding, excess: 2.0 * rounding }
            }
            Self::Triangles { mesh } => exact(Shape::solid_if_closed(mesh.clone())),
        };
        placed(solid, origin)
    }
}

/// The number of sides, the radius of the corners, and how far those are from the circle.
fn around(radius: f64, excess: f64) -> (usize, f64, f64) {
    // Corners at r/cos(π/n) leave r·(1/cos(π/n) − 1) ≈ r·(π/n)²/2.
    let sides = (std::f64::consts::PI * (0.5 * radius / excess).sqrt()).ceil() + 1.0;
    let sides = sides.clamp(FEWEST_PRISM_SIDES, MOST_PRISM_SIDES);
    let corner = radius / (std::f64::consts::PI / sides).cos() * (1.0 + PRISM_WIDENING);
    (sides as usize, corner, (corner - radius) * (1.0 + PRISM_WIDENING) + PRISM_WIDENING * radius)
}

/// A triangle without area: a point or a segment.
fn degenerate(corners: [DVec3; 3]) -> Result<Shape, MeshError> {
    Ok(Shape::Mesh(Mesh::new(corners.to_vec(), vec![[0, 1, 2]])?))
}

/// Moves the solid. Adds the rounding error to the radius.
fn placed(solid: CollisionSolid, pose: &Pose) -> Result<CollisionSolid, String> {
    if *pose == Pose::IDENTITY {
        return Ok(solid);
    }
    let rounding = pose.rounding(faceted(&solid.shape).reach());
    let moved = |mesh: &Mesh| mesh.transformed(pose).map_err(|error| error.to_string());
    let mesh = moved(faceted(&solid.shape))?;
    let shape = match &solid.shape {
        Shape::Polyhedron(_) => Shape::Polyhedron(Polyhedron::new(mesh).map_err(|error| error.to_string())?),
        Shape::Mesh(_) | Shape::Parametric(_) | Shape::Implicit(_) | Shape::Convex(_) => Shape::Mesh(mesh),
    };
    Ok(CollisionSolid { shape, radius: solid.radius + rounding, excess: solid.excess + 2.0 * rounding })
}
