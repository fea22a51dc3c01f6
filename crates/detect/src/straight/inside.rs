//! Whether a point is inside a solid.
//!
//! **Question.** Is one solid inside another at the start, although their surfaces do not meet?
//!
//! **Idea.** Along a ray from the point, count one for every triangle that is left and take one away for every triangle
//! that is entered: the number of times that the surface winds around the point, zero outside. Unlike odd and even, it is
//! right for solids that overlap themselves. Whether the ray crosses a triangle is decided by signs of volumes; if a sign is
//! not certain, another ray is cast.
//!
//! **Guarantee.** `Some` is a proof for every position of the vertices within their enclosures.
//!
//! **Cost.** One pass over the triangles, rarely two.

use super::features::Side;
use crate::tolerance::RAYS;
use glam::DVec3;
use tangency_interval::{Interval, Vector3};

/// Whether vertex `vertex` of `of` is inside the closed mesh of `solid` at the start of the step; `None` if it cannot be
/// decided.
pub(crate) fn inside(of: Side<'_>, vertex: usize, solid: Side<'_>) -> Option<bool> {
    let point = of.paths[vertex];
    let seen: Vec<Vector3> = solid.paths.iter().map(|path| point.to(path, Interval::ZERO)).collect();
    (0..RAYS).find_map(|attempt| {
        let along = Vector3::point(ray(attempt).to_array());
        let mut winding = 0;
        for triangle in solid.mesh().triangles() {
            winding += crossing(along, triangle.map(|corner| seen[corner as usize]))?;
        }
        Some(winding != 0)
    })
}

/// Directions that favour none: a spiral over the sphere.
pub(crate) fn ray(attempt: u32) -> DVec3 {
    let turn = f64::from(attempt) * 2.399_963_229_728_653 + 0.123;
    let height = 1.0 - 2.0 * (f64::from(attempt) + 0.37) / f64::from(RAYS);
    let radius = (1.0 - height * height).sqrt();
    DVec3::new(radius * turn.cos(), radius * turn.sin(), height)
}

/// How the ray from the origin crosses the triangle: 1 from behind, -1 from the front, 0 not at all; `None` if that is
/// not certain.
pub(crate) fn crossing(ray: Vector3, [a, b, c]: [Vector3; 3]) -> Option<i32> {
    let sides = [ray.dot(a.cross(b)), ray.dot(b.cross(c)), ray.dot(c.cross(a))];
    let positive = sides.iter().filter(|side| side.lower() > 0.0).count();
    let negative = sides.iter().filter(|side| side.upper() < 0.0).count();
    if positive > 0 && negative > 0 {
        return Some(0);
    }
    // The sides are the volumes of the ray with the three edges; their sum is that with the normal.
    let normal = (b - a).cross(c - a);
    let (height, slope) = (a.dot(normal), ray.dot(normal));
    let (ahead, way) = if slope.lower() > 0.0 {
        (height, 1)
    } else if slope.upper() < 0.0 {
        (-height, -1)
    } else {
        return None;
    };
    if ahead.upper() < 0.0 {
        return Some(0);
    }
    (ahead.lower() > 0.0 && (positive == 3 || negative == 3)).then_some(way)
}
