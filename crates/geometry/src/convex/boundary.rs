//! The boundary of a convex body in the representations that all methods know.
//!
//! *Question.* Which shape is the core of a convex body, exactly? Which curved faces bound the whole body?
//! *Idea.* A point or a segment is a triangle without area. Flat faces are triangles. Cylinder, cone and ellipsoid
//! are curved faces by formula. With the radius added to the separation of a query, the core represents the whole
//! body.
//! *Guarantee.* The shape has exactly the lengths of the core, without rounding. A core with interior is a solid,
//! or an error says that this is not proved. Exception: a hull whose volume cannot be told from zero is a closed
//! surface.
//! *Cost.* The construction of the faces and their edges, about a millisecond for curved faces; the hull of the
//! points for a hull.

use super::{Convex, ConvexCore, ConvexHull, ConvexShapeError};
use crate::surface::Brep;
use crate::{Mesh, MeshError, Pose, Shape, primitive};
use glam::{DVec3, dvec3};

impl Convex {
    /// The exact core, without the radius. Points, segments and flat hulls are a [`Shape::Mesh`], boxes and hulls a
    /// [`Shape::Polyhedron`], cylinders, cones and ellipsoids a [`Shape::Parametric`].
    ///
    /// ```
    /// use tangency_geometry::{Convex, Shape};
    ///
    /// // The core of a sphere is its centre. The radius is not part of the shape.
    /// assert!(matches!(Convex::sphere(0.5)?.core_shape()?, Shape::Mesh(_)));
    /// let cone = Convex::cone(0.5, 1.0)?.core_shape()?;
    /// assert!(matches!(cone, Shape::Parametric(faces) if faces.is_solid()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn core_shape(&self) -> Result<Shape, ConvexShapeError> {
        Ok(match &self.core {
            ConvexCore::Point => degenerate([DVec3::ZERO; 3])?.into(),
            ConvexCore::Segment { half } => {
                let end = dvec3(0.0, 0.0, *half);
                degenerate([-end, end, end])?.into()
            }
            ConvexCore::Cuboid { half } => primitive::cuboid(2.0 * *half)?.into(),
            ConvexCore::Cylinder { radius, half } => solid("cylinder", Brep::cylinder(*radius, 2.0 * half)?)?.into(),
            ConvexCore::Cone { radius, height } => solid("cone", Brep::cone(*radius, *height)?)?.into(),
            ConvexCore::Ellipsoid { radii } => solid("ellipsoid", Brep::ellipsoid(*radii)?)?.into(),
            ConvexCore::Hull { points } => ConvexHull::of(points)?.shape(),
        })
    }

    /// The whole body with its radius, in its frame, as exact curved faces: sphere, capsule, and cylinder, cone and
    /// ellipsoid without a radius. `None` for other bodies, and if the faces cannot be proved to bound a solid. Boxes
    /// and hulls have flat faces: see [`Convex::core_shape`].
    #[must_use]
    pub fn surface(&self) -> Option<Brep> {
        let faces = match (&self.core, self.radius > 0.0) {
            (ConvexCore::Point, true) => Brep::sphere(self.radius),
            (ConvexCore::Segment { half }, true) => Brep::capsule(self.radius, 2.0 * half),
            (ConvexCore::Cylinder { radius, half }, false) => Brep::cylinder(*radius, 2.0 * half),
            (ConvexCore::Cone { radius, height }, false) => Brep::cone(*radius, *height),
            (ConvexCore::Ellipsoid { radii }, false) => Brep::ellipsoid(*radii),
            (ConvexCore::Point | ConvexCore::Segment { .. }, false) => return None,
            (ConvexCore::Cylinder { .. } | ConvexCore::Cone { .. } | ConvexCore::Ellipsoid { .. }, true) => {
                return None;
            }
            (ConvexCore::Cuboid { .. } | ConvexCore::Hull { .. }, _) => return None,
        };
        faces.ok()?.placed(&self.frame).ok().filter(Brep::is_solid)
    }
}

/// A triangle without area: a point or a segment.
pub(super) fn degenerate(corners: [DVec3; 3]) -> Result<Mesh, MeshError> {
    Mesh::new(corners.to_vec(), vec![[0, 1, 2]])
}

/// The faces, if they are proved to bound a solid.
fn solid(what: &'static str, faces: Brep) -> Result<Brep, ConvexShapeError> {
    if faces.is_solid() { Ok(faces) } else { Err(ConvexShapeError::NotSolid { what }) }
}

impl Convex {
    /// The whole body, in its frame, as curved faces or as a polyhedron. `None` if it has no such representation: a
    /// body grown by a radius, except spheres and capsules, or a body that is placed in its frame.
    #[must_use]
    pub fn equivalent_shape(&self) -> Option<Shape> {
        if self.frame != Pose::IDENTITY {
            return None;
        }
        match self.surface() {
            Some(faces) => Some(faces.into()),
            None if self.radius == 0.0 => match self.core_shape().ok()? {
                shape @ Shape::Polyhedron(_) => Some(shape),
                Shape::Mesh(_)
                | Shape::Parametric(_)
                | Shape::Implicit(_)
                | Shape::Convex(_)
                | Shape::Rounded(_)
                | Shape::HalfSpace(_)
                | Shape::HeightMap(_)
                | Shape::Compound(_) => None,
            },
            None => None,
        }
    }
}
