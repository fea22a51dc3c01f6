//! Shapes for collision geometry that is given by numbers.
//!
//! *Question.* Which shape represents the collision geometry of a robot, at its place in the frame of a link?
//! *Idea.* Spheres, capsules, cylinders and cones are exact convex bodies, which hold their pose. Boxes and meshes are
//! triangles, whose corners are moved. Planes are half-spaces.
//! *Guarantee.* The true body lies within `radius` of the shape, and nothing within `radius` of the shape is farther
//! than `excess` from the true body. Both bound the rounding of corners and composed poses, and are 0 where nothing is
//! rounded. A half-space has no end, and a rotation that is rounded is off by any amount far away. For it the bounds
//! hold within [`HALF_SPACE_REACH`] of the origin of its frame.
//! *Cost.* That of the triangles.

use super::load::MeshFiles;
use crate::tolerance::HALF_SPACE_REACH;
use glam::DVec3;
use tangency_geometry::{Convex, ConvexError, HalfSpace, Mesh, Polyhedron, Pose, Shape, primitive};

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
    /// A plane: the half-space where `a·x + b·y + c·z + d ≤ 0`.
    Plane {
        /// The numbers a, b, c and d.
        coefficients: [f64; 4],
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

/// Metres. No point of a shape that this module made is farther from its origin; for half-spaces the distance within
/// which their bounds hold.
pub(super) fn reach(shape: &Shape) -> f64 {
    match shape {
        Shape::Polyhedron(polyhedron) => polyhedron.mesh().reach(),
        Shape::Mesh(mesh) => mesh.reach(),
        Shape::Convex(convex) => convex.reach(),
        Shape::HalfSpace(half_space) => HALF_SPACE_REACH + half_space.frame().translation().length(),
        Shape::Parametric(_) | Shape::Implicit(_) | Shape::Rounded(_) | Shape::HeightMap(_) | Shape::Compound(_) => {
            unreachable!("the solids of robots are triangles, convex or half-spaces")
        }
    }
}

impl CollisionGeometry {
    /// The shape, placed by `origin`.
    pub(super) fn solid(&self, origin: &Pose, files: &mut MeshFiles<'_>) -> Result<CollisionSolid, String> {
        match self {
            Self::Box { size } => {
                moved(exact(primitive::cuboid(*size).map_err(|error| error.to_string())?.into()), origin)
            }
            Self::Sphere { radius } => convex(Convex::sphere(*radius), origin),
            Self::Capsule { radius, length } => convex(Convex::capsule(*radius, *length), origin),
            Self::Cylinder { radius, length } => convex(Convex::cylinder(*radius, *length), origin),
            Self::Cone { radius, height } => {
                // A `Convex` cone has its origin in its base.
                let base = DVec3::new(0.0, 0.0, -0.5 * height);
                let base = Pose::translated(base).map_err(|error| error.to_string())?;
                if *origin == Pose::IDENTITY {
                    return convex(Convex::cone(*radius, *height), &base);
                }
                let solid = convex(Convex::cone(*radius, *height), &origin.compose(&base))?;
                let rounding = composed_rounding(origin, &base, radius.max(*height));
                Ok(CollisionSolid { radius: rounding, excess: 2.0 * rounding, ..solid })
            }
            Self::Mesh { file, scale } => {
                let shape = files.shape(file, *scale)?;
                let rounding = if *scale == DVec3::ONE { 0.0 } else { f64::EPSILON * reach(&shape) };
                moved(CollisionSolid { shape, radius: rounding, excess: 2.0 * rounding }, origin)
            }
            Self::Triangles { mesh } => moved(exact(Shape::solid_if_closed(mesh.clone())), origin),
            Self::Plane { coefficients } => plane(*coefficients, origin),
        }
    }
}

/// A shape without an error.
fn exact(shape: Shape) -> CollisionSolid {
    CollisionSolid { shape, radius: 0.0, excess: 0.0 }
}

/// An exact convex body at this pose.
fn convex(made: Result<Convex, ConvexError>, origin: &Pose) -> Result<CollisionSolid, String> {
    Ok(exact(made.map_err(|error| error.to_string())?.placed(origin).into()))
}

/// The half-space below a plane, at this pose.
fn plane([a, b, c, d]: [f64; 4], origin: &Pose) -> Result<CollisionSolid, String> {
    let normal = DVec3::new(a, b, c);
    let half_space = HalfSpace::facing(normal, -d / normal.length()).map_err(|error| error.to_string())?;
    let shape = Shape::HalfSpace(half_space.placed(origin));
    // A floor at z = 0, and only that, is not rounded.
    let exact_already = half_space == HalfSpace::BELOW || (normal == DVec3::Z && *origin == Pose::IDENTITY);
    if exact_already {
        return Ok(exact(shape));
    }
    let frame = half_space.frame();
    // The direction and the offset are rounded as a composed pose is, and composed with the origin once more.
    let rounding = 2.0 * composed_rounding(origin, frame, reach(&shape));
    Ok(CollisionSolid { shape, radius: rounding, excess: 2.0 * rounding })
}

/// Metres. How far the composition of two poses may be from the exact one, for points within `reach` of the origin.
pub(super) fn composed_rounding(outer: &Pose, inner: &Pose, reach: f64) -> f64 {
    let reach = reach + inner.translation().length();
    2.0 * (outer.rounding(reach) + inner.rounding(reach))
}

/// Moves the triangles. Adds the rounding error to the radius.
fn moved(solid: CollisionSolid, pose: &Pose) -> Result<CollisionSolid, String> {
    let Some(mesh) = solid.shape.mesh().filter(|_| *pose != Pose::IDENTITY) else { return Ok(solid) };
    let rounding = pose.rounding(mesh.reach());
    let mesh = mesh.transformed(pose).map_err(|error| error.to_string())?;
    let shape = match &solid.shape {
        Shape::Polyhedron(_) => Shape::Polyhedron(Polyhedron::new(mesh).map_err(|error| error.to_string())?),
        Shape::Mesh(_)
        | Shape::Parametric(_)
        | Shape::Implicit(_)
        | Shape::Convex(_)
        | Shape::Rounded(_)
        | Shape::HalfSpace(_)
        | Shape::HeightMap(_)
        | Shape::Compound(_) => Shape::Mesh(mesh),
    };
    Ok(CollisionSolid { shape, radius: solid.radius + rounding, excess: solid.excess + 2.0 * rounding })
}
