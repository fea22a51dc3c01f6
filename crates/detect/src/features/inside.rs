//! Whether a solid contains a point.
//!
//! **Question.** Is one solid inside another at the start, although their surfaces do not meet?
//!
//! **Idea.** Cast a ray from the point. Add one for every triangle that it leaves the solid through, subtract one
//! for every triangle that it enters through. The sum is the winding number of the surface around the point, zero
//! outside. Unlike parity, it is correct for solids that overlap themselves. Signs of volumes decide whether the
//! ray crosses a triangle. If a sign is not certain, another ray is cast. A triangle without area does not
//! contribute to the winding number: if a ray meets one and is certain about all other triangles, a small rotation
//! of the ray avoids it without changing the sum. If no ray is certain and all positions are exact, exact
//! predicates decide.
//!
//! **Guarantee.** `Some` is a proof for all positions of the vertices within their enclosures. If the positions are
//! exact and of ordinary magnitude, the answer is `None` only for a point on the surface.
//!
//! **Cost.** One pass over vertices and triangles, rarely two. The signs of volumes are computed only for triangles
//! that are not on one side of a plane through the ray.

use super::pair::safe_for_predicates;
use super::{StraightPath, StraightPaths};
use crate::tolerance::RAYS;
use glam::DVec3;
use robust::{Coord, Coord3D, orient2d, orient3d};
use tangency_geometry::Mesh;
use tangency_interval::{Interval, Vector3};

/// Whether the closed mesh `solid`, whose vertices take these paths, contains a point at the start of the step.
/// `None` if this cannot be decided. `coincidence_persists`: vertices that coincide in the mesh coincide at all
/// times.
pub(crate) fn inside(
    point: &StraightPath,
    solid: &Mesh,
    paths: &StraightPaths,
    coincidence_persists: bool,
) -> Option<bool> {
    let seen: Vec<Vector3> = paths.iter().map(|path| point.to(&path, Interval::ZERO)).collect();
    let triangles: Vec<&[u32; 3]> = solid
        .triangles()
        .iter()
        .filter(|triangle| contributes_to_boundary(solid, triangle, coincidence_persists))
        .collect();
    let by_enclosures = (0..RAYS).find_map(|attempt| {
        let along = Vector3::point(ray(attempt).to_array());
        let sides: Vec<u8> = seen.iter().map(|&corner| sides_of_ray(along, corner)).collect();
        let mut winding = 0;
        for triangle in &triangles {
            let [a, b, c] = triangle.map(|corner| sides[corner as usize]);
            if a & b & c != 0 {
                continue;
            }
            winding += crossing(along, triangle.map(|corner| seen[corner as usize]))?;
        }
        Some(winding != 0)
    });
    by_enclosures.or_else(|| {
        let ([from, _], [positions, _]) = (point.exact()?, paths.exact()?);
        exactly_inside(from, &triangles, positions)
    })
}

/// Whether a triangle of a closed mesh contributes to its boundary. It does not if it lists a vertex twice, because
/// the remaining triangles are closed without it, nor if it is a single point. `coincidence_persists`: vertices
/// that coincide in the mesh coincide at all times.
pub(crate) fn contributes_to_boundary(mesh: &Mesh, &[a, b, c]: &[u32; 3], coincidence_persists: bool) -> bool {
    let alike = |x: u32, y: u32| coincidence_persists && mesh.vertices()[x as usize] == mesh.vertices()[y as usize];
    !(a == b || b == c || c == a || (alike(a, b) && alike(b, c)))
}

/// The same by exact predicates, along segments that end outside. `None` if the point is on the surface, or if a
/// coordinate is so small or large that the arithmetic might underflow or overflow.
fn exactly_inside(point: DVec3, triangles: &[&[u32; 3]], positions: &[DVec3]) -> Option<bool> {
    if !positions.iter().chain([&point]).all(|&position| safe_for_predicates(position)) {
        return None;
    }
    let reach = positions.iter().fold(point.abs(), |reach, position| reach.max(position.abs())).max_element();
    (0..RAYS).find_map(|attempt| {
        let to = Some(point + 8.0 * reach * ray(attempt)).filter(|&to| safe_for_predicates(to))?;
        let mut winding = 0;
        for triangle in triangles {
            winding += exact_crossing([point, to], triangle.map(|corner| positions[corner as usize]))?;
        }
        Some(winding != 0)
    })
}

/// How a segment crosses a triangle: 1 from behind, -1 from the front, 0 not at all. `None` if it meets the
/// boundary of the triangle or starts on the triangle.
fn exact_crossing([from, to]: [DVec3; 2], [a, b, c]: [DVec3; 3]) -> Option<i32> {
    let volume = |corners: [DVec3; 4]| {
        let [p, q, r, s] = corners.map(|corner| Coord3D { x: corner.x, y: corner.y, z: corner.z });
        orient3d(p, q, r, s)
    };
    let around = [volume([from, to, a, b]), volume([from, to, b, c]), volume([from, to, c, a])];
    if around.iter().any(|&side| side > 0.0) && around.iter().any(|&side| side < 0.0) {
        return Some(0);
    }
    // Positive behind the triangle.
    let [start, end] = [from, to].map(|end| volume([a, b, c, end]));
    if (start > 0.0 && end > 0.0) || (start < 0.0 && end < 0.0) || collinear([a, b, c]) {
        return Some(0);
    }
    let inside = around.iter().all(|&side| side != 0.0);
    match (inside, start, end) {
        (true, start, end) if start > 0.0 && end < 0.0 => Some(1),
        (true, start, end) if start < 0.0 && end > 0.0 => Some(-1),
        _ => None,
    }
}

/// Whether three points are exactly collinear: their projections onto all coordinate planes are.
fn collinear(corners: [DVec3; 3]) -> bool {
    [[0, 1], [1, 2], [2, 0]].iter().all(|&[u, v]: &[usize; 2]| {
        let [a, b, c] = corners.map(|corner| Coord { x: corner[u], y: corner[v] });
        orient2d(a, b, c) == 0.0
    })
}

/// Directions spread evenly over the sphere: a golden-angle spiral.
pub(crate) fn ray(attempt: u32) -> DVec3 {
    let turn = f64::from(attempt) * 2.399_963_229_728_653 + 0.123;
    let height = 1.0 - 2.0 * (f64::from(attempt) + 0.37) / f64::from(RAYS);
    let radius = (1.0 - height * height).sqrt();
    DVec3::new(radius * turn.cos(), radius * turn.sin(), height)
}

/// The sides of the ray from the origin that a point is certainly on, one bit each: on either side of three planes
/// through the ray, and behind its start. A triangle with three corners on the same side is not crossed.
fn sides_of_ray(ray: Vector3, point: Vector3) -> u8 {
    // The planes contain the ray exactly: the vector product of the ray with an axis is perpendicular to it.
    let across = |[u, v]: [usize; 2]| ray[u] * point[v] - ray[v] * point[u];
    let planes = [across([0, 1]), across([1, 2]), across([2, 0])];
    let sides = planes
        .iter()
        .enumerate()
        .map(|(plane, height)| (u8::from(height.lower() > 0.0) | u8::from(height.upper() < 0.0) << 1) << (2 * plane));
    sides.fold(u8::from(ray.dot(point).upper() < 0.0) << 6, |all, side| all | side)
}

/// How the ray from the origin crosses the triangle: 1 from behind, -1 from the front, 0 not at all. `None` if this
/// is not certain.
pub(crate) fn crossing(ray: Vector3, [a, b, c]: [Vector3; 3]) -> Option<i32> {
    let sides = [ray.dot(a.cross(b)), ray.dot(b.cross(c)), ray.dot(c.cross(a))];
    let positive = sides.iter().filter(|side| side.lower() > 0.0).count();
    let negative = sides.iter().filter(|side| side.upper() < 0.0).count();
    if positive > 0 && negative > 0 {
        return Some(0);
    }
    // `sides` are the volumes spanned by the ray and each edge. Their sum is `ray · normal`.
    let normal = (b - a).cross(c - a);
    let (height, slope) = (a.dot(normal), ray.dot(normal));
    let (ahead, sign) = if slope.lower() > 0.0 {
        (height, 1)
    } else if slope.upper() < 0.0 {
        (-height, -1)
    } else {
        return None;
    };
    if ahead.upper() < 0.0 {
        return Some(0);
    }
    (ahead.lower() > 0.0 && (positive == 3 || negative == 3)).then_some(sign)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tangency_interval::laws::Random;

    /// Triangles that are discarded by sides of the ray are not crossed, and most are discarded.
    #[test]
    fn triangles_on_one_side_of_the_ray_are_not_crossed() {
        let mut random = Random::new(12);
        let (mut discarded, mut crossed) = (0, 0);
        for case in 0..4_000 {
            let mut point = || Vector3::from_fn(|_| Interval::from(random.between(-2.0, 2.0)));
            let corners = [point(), point(), point()];
            let along = Vector3::point(ray(case % RAYS).to_array());
            let found = crossing(along, corners);
            if corners.map(|corner| sides_of_ray(along, corner)).iter().fold(u8::MAX, |all, side| all & side) != 0 {
                assert!(found.is_none_or(|found| found == 0), "{along:?} {corners:?}");
                discarded += 1;
            }
            crossed += i32::from(found.is_some_and(|found| found != 0));
        }
        assert!(discarded > 2_000 && crossed > 200, "{discarded} discarded, {crossed} crossed");
    }

    /// Exact and enclosed crossings of random triangles agree wherever the enclosures are certain. Triangles
    /// degenerate to a line or a point are never crossed.
    #[test]
    fn exact_crossings_are_those_of_enclosures() {
        let mut random = Random::new(11);
        let (mut crossed, mut flat) = (0, 0);
        for case in 0..4_000 {
            let mut point = || DVec3::from_array([0; 3].map(|_| random.between(-2.0, 2.0)));
            let (from, mut corners) = (point(), [point(), point(), point()]);
            if case % 4 == 0 {
                corners = corners.map(DVec3::round);
                corners[2] = 2.0 * corners[1] - corners[0];
            }
            let along = ray(case % RAYS);
            let to = from + 16.0 * along;
            let exact = exact_crossing([from, to], corners);
            let seen = corners.map(|corner| Vector3::point(corner.to_array()) - Vector3::point(from.to_array()));
            // The direction of the segment is rounded.
            if let Some(enclosed) = crossing(Vector3::point(to.to_array()) - Vector3::point(from.to_array()), seen) {
                assert_eq!(exact, Some(enclosed), "{from} {to} {corners:?}");
                crossed += enclosed.abs();
            }
            if case % 4 == 0 {
                assert_eq!(exact, Some(0), "{from} {to} {corners:?}");
                flat += 1;
            }
        }
        assert!(crossed > 100 && flat > 900, "{crossed} crossed, {flat} flat");
    }
}
