//! Half-spaces in the picture: a square of the plane, as far as the other bodies reach.

use glam::DVec3;
use tangency_geometry::{HalfSpace, Shape};

/// The half-spaces of a shape: itself, or parts of it.
pub(super) fn half_spaces(shape: &Shape) -> Vec<HalfSpace> {
    match shape {
        Shape::HalfSpace(half_space) => vec![*half_space],
        Shape::Compound(compound) => compound.parts().iter().flat_map(|part| half_spaces(part.shape())).collect(),
        Shape::Polyhedron(_)
        | Shape::Mesh(_)
        | Shape::Parametric(_)
        | Shape::Implicit(_)
        | Shape::Convex(_)
        | Shape::Rounded(_)
        | Shape::HeightMap(_) => Vec::new(),
    }
}

/// The point of the plane that is nearest to a point.
pub(super) fn foot(half_space: &HalfSpace, point: DVec3) -> DVec3 {
    point - half_space.height(point) * half_space.outward()
}

/// The corners of a square of the plane, counter-clockwise as seen from outside. Its middle is the foot of `centre`,
/// and its sides are twice `reach` long.
pub(super) fn square(half_space: &HalfSpace, centre: DVec3, reach: f64) -> [DVec3; 4] {
    let middle = foot(half_space, centre);
    let [x, y] = [DVec3::X, DVec3::Y].map(|axis| half_space.frame().rotation().normalize() * (reach * axis));
    [middle - x - y, middle + x - y, middle + x + y, middle - x + y]
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::dvec3;

    #[test]
    fn the_square_lies_on_the_plane_below_the_scene() {
        let wall = HalfSpace::facing(dvec3(0.0, 3.0, 4.0), 2.0).unwrap();
        let centre = dvec3(7.0, 5.0, 5.0);
        let corners = square(&wall, centre, 3.0);
        // The normal is (0, 0.6, 0.8): the centre is at a height of 3 + 4 − 2.
        let middle = corners.iter().sum::<DVec3>() / 4.0;
        assert!(middle.distance(centre - 5.0 * dvec3(0.0, 0.6, 0.8)) < 1e-14);
        assert!(corners.iter().all(|&corner| wall.height(corner).abs() < 1e-14));
        assert!(corners.iter().all(|corner| (corner.distance(middle) - 18.0_f64.sqrt()).abs() < 1e-14));
        let faces = (corners[1] - corners[0]).cross(corners[2] - corners[0]);
        assert!(faces.dot(wall.outward()) > 0.0);
    }
}
