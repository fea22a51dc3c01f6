//! Convex bodies in the representations of other bodies.

use super::{Convex, ConvexCore};
use crate::surface::Brep;
use crate::{Mesh, Shape, primitive};
use glam::{DVec3, dvec3};

impl Convex {
    /// The exact core in its own frame, without the radius, in a representation that every method knows.
    #[must_use]
    pub fn core_shape(&self) -> Option<Shape> {
        let flat = |corners: [DVec3; 3]| Mesh::new(corners.to_vec(), vec![[0, 1, 2]]).ok().map(Shape::Mesh);
        match *self.core() {
            ConvexCore::Point => flat([DVec3::ZERO; 3]),
            ConvexCore::Segment { half } => {
                let end = dvec3(0.0, 0.0, half);
                flat([-end, end, end])
            }
            ConvexCore::Cuboid { half } => primitive::cuboid(2.0 * half).ok().map(Shape::Polyhedron),
            ConvexCore::Cylinder { radius, half } => Brep::cylinder(radius, 2.0 * half).ok().map(Shape::Parametric),
            ConvexCore::Cone { radius, height } => Brep::cone(radius, height).ok().map(Shape::Parametric),
            ConvexCore::Ellipsoid { radii } => Brep::ellipsoid(radii).ok().map(Shape::Parametric),
            ConvexCore::Hull { .. } => None,
        }
    }

    /// The whole body with its radius as curved faces. `None` if there is no such constructor.
    #[must_use]
    pub fn surface(&self) -> Option<Brep> {
        None
    }
}

impl Convex {
    /// Temporary.
    pub fn mesh(&self, _fineness: f64) -> Result<Mesh, crate::MeshError> {
        let ball = primitive::icosphere(1.0, 4).expect("a ball").into_mesh();
        let put = |direction: &DVec3| self.frame().apply(self.core().farthest(*direction) + self.radius() * *direction);
        Mesh::new(ball.vertices().iter().map(put).collect(), ball.triangles().to_vec())
    }
}

impl Convex {
    /// Temporary.
    pub fn mass(&self) -> Result<crate::MassEnclosure, crate::NotClosed> {
        Ok(crate::Polyhedron::new(self.mesh(0.0).expect("temporary"))?.mass_enclosure().clone())
    }
}

impl Convex {
    /// The whole body, in its frame, as curved faces or as a polyhedron. `None` if it has no such representation: a
    /// body grown by a radius, except spheres and capsules, or a body that is placed in its frame.
    #[must_use]
    pub fn equivalent_shape(&self) -> Option<Shape> {
        if *self.frame() != crate::Pose::IDENTITY {
            return None;
        }
        match self.surface() {
            Some(faces) => Some(faces.into()),
            None if self.radius() == 0.0 => self.core_shape().filter(|shape| matches!(shape, Shape::Polyhedron(_))),
            None => None,
        }
    }
}
