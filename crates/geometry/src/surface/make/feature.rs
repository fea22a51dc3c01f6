//! The face, edge or vertex at a point of a convex primitive.
//!
//! **Question.** A point lies on the surface of a body that was made as a primitive. Which face, edge or vertex is
//! there, and at which parameters?
//!
//! **Idea.** The constructors fix the order of the faces and the meaning of their parameters, so each is solved for its
//! parameters in closed form. The parameter of an edge is an angle or a coordinate.
//!
//! **Guarantee.** Floating point: the feature contains the point up to rounding, if the point is on the surface. A
//! point within [`PRIMITIVE_EDGE`] of an edge or a vertex belongs to it.

use super::super::Brep;
use super::TURN;
use crate::tolerance::PRIMITIVE_EDGE;
use crate::{Convex, ConvexCore, Feature};
use glam::DVec3;

impl Brep {
    /// The feature at a point of the surface of a primitive, in the frame of the body; `None` if the body was not made
    /// as one ([`Brep::convex`]).
    ///
    /// ```
    /// use glam::DVec3;
    /// use tangency_geometry::{Feature, surface::Brep};
    ///
    /// let ball = Brep::sphere(2.0)?;
    /// let pole = ball.primitive_feature(2.0 * DVec3::Z);
    /// assert_eq!(pole, Some(Feature::Patch { index: 5, parameters: [0.0, 0.0] }));
    /// # Ok::<(), tangency_geometry::surface::SurfaceError>(())
    /// ```
    #[must_use]
    pub fn primitive_feature(&self, point: DVec3) -> Option<Feature> {
        let convex = self.convex()?;
        let near = PRIMITIVE_EDGE * convex.reach();
        let at_vertex = |index: &usize| self.vertices()[*index].at(0.0).distance(point) <= near;
        if let Some(index) = (0..self.vertices().len()).find(at_vertex) {
            return Some(Feature::Vertex(index as u32));
        }
        for (index, edge) in self.edges().iter().enumerate() {
            let parameters = [angle(point), point.x, point.y, point.z];
            if let Some(parameter) = parameters.into_iter().find(|&s| edge.at(s, 0.0).distance(point) <= near) {
                return Some(Feature::Edge { index: index as u32, parameter });
            }
        }
        let (index, parameters) = face_parameters(convex, point);
        Some(Feature::Patch { index, parameters })
    }
}

/// The angle about the z axis, from 0 to a full turn.
fn angle(point: DVec3) -> f64 {
    let angle = point.y.atan2(point.x);
    if angle < 0.0 { (angle + TURN[1]).min(TURN[1]) } else { angle }
}

/// The index of the face at a point of the surface, and its parameters there.
fn face_parameters(convex: &Convex, point: DVec3) -> (u32, [f64; 2]) {
    let across = point.truncate().length();
    let Feature::Part(part) = convex.feature_at(point) else { return (0, [0.0; 2]) };
    match *convex.core() {
        ConvexCore::Cuboid { .. } => {
            let axis = part as usize / 2;
            (part, [point[(axis + 1) % 3], point[(axis + 2) % 3]])
        }
        ConvexCore::Cylinder { .. } => match part {
            0 => (0, [angle(point), point.z]),
            top_or_bottom => (3 - top_or_bottom, [angle(point), across]),
        },
        ConvexCore::Cone { height, .. } => {
            (part, [angle(point), if part == 0 { 1.0 - point.z / height } else { across }])
        }
        ConvexCore::Segment { half } => match part {
            0 => (0, [angle(point), point.z]),
            dome => (dome, [angle(point), (point.z.abs() - half).atan2(across)]),
        },
        ConvexCore::Ellipsoid { radii } => on_cube(point / radii),
        ConvexCore::Point | ConvexCore::Hull { .. } => on_cube(point),
    }
}

/// The face of a cube about the origin in a direction, and the place on it.
fn on_cube(direction: DVec3) -> (u32, [f64; 2]) {
    let axis = direction.abs().max_position();
    let along = direction[axis].abs();
    let place = [direction[(axis + 1) % 3] / along, direction[(axis + 2) % 3] / along];
    (2 * axis as u32 + u32::from(direction[axis] > 0.0), place)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::dvec3;
    use tangency_interval::laws::Random;

    /// The point of the feature is the given point, for random points of all primitives, their edges and vertices.
    #[test]
    fn features_contain_the_point() {
        let bodies = [
            Brep::sphere(0.7),
            Brep::ellipsoid(dvec3(0.5, 1.5, 0.9)),
            Brep::cuboid(dvec3(1.0, 2.0, 0.6)),
            Brep::cylinder(0.4, 1.2),
            Brep::cone(0.8, 1.1),
            Brep::capsule(0.3, 0.9),
        ];
        let mut random = Random::new(31);
        let mut counts = [0; 3];
        for body in bodies {
            let body = body.expect("a body");
            let convex = body.convex().expect("a primitive");
            for case in 0..600 {
                let mut number = || random.between(-1.0, 1.0);
                let mut direction = dvec3(number(), number(), number());
                if case % 3 == 0 {
                    // Towards rims, vertices and tips.
                    direction = direction.signum() * dvec3(1.0, 1.0, if case % 2 == 0 { 1.0 } else { 1e-20 });
                }
                let point = convex.farthest(direction);
                let feature = body.primitive_feature(point).expect("a feature");
                let place = match feature {
                    Feature::Vertex(index) => body.vertices()[index as usize].at(0.0),
                    Feature::Edge { index, parameter } => body.edges()[index as usize].at(parameter, 0.0),
                    Feature::Patch { index, parameters: [u, v] } => {
                        let patch = body.faces()[index as usize].patch();
                        let [of_u, of_v] = patch.domain();
                        assert!(of_u.contains(u) && of_v.contains(v), "({u}, {v}) of {feature:?} on {convex:?}");
                        patch.at(u, v, 0.0)
                    }
                    Feature::Face { .. } | Feature::Part(_) => panic!("{feature:?}"),
                };
                let kind = feature.key().0 as usize;
                counts[kind.min(2)] += 1;
                assert!(place.distance(point) < 1e-12, "{feature:?} is at {place}, not at {point}, on {convex:?}");
            }
        }
        assert!(counts.iter().all(|&count| count > 100), "{counts:?}");
    }
}
