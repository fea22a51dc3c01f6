//! Triangles in plain floating point: intersection, distance, winding number.

use glam::DVec3;

/// The point of a triangle nearest to a point (Ericson, *Real-Time Collision Detection*, section 5.1.5).
pub(super) fn nearest_on_triangle(point: DVec3, [a, b, c]: [DVec3; 3]) -> DVec3 {
    let (ab, ac, ap) = (b - a, c - a, point - a);
    let (d1, d2) = (ab.dot(ap), ac.dot(ap));
    if d1 <= 0.0 && d2 <= 0.0 {
        return a;
    }
    let bp = point - b;
    let (d3, d4) = (ab.dot(bp), ac.dot(bp));
    if d3 >= 0.0 && d4 <= d3 {
        return b;
    }
    let cp = point - c;
    let (d5, d6) = (ab.dot(cp), ac.dot(cp));
    if d6 >= 0.0 && d5 <= d6 {
        return c;
    }
    let of_c = d1 * d4 - d3 * d2;
    if of_c <= 0.0 && d1 >= 0.0 && d3 <= 0.0 {
        return a + ab * (d1 / (d1 - d3));
    }
    let of_b = d5 * d2 - d1 * d6;
    if of_b <= 0.0 && d2 >= 0.0 && d6 <= 0.0 {
        return a + ac * (d2 / (d2 - d6));
    }
    let of_a = d3 * d6 - d5 * d4;
    if of_a <= 0.0 && d4 >= d3 && d5 >= d6 {
        return b + (c - b) * ((d4 - d3) / ((d4 - d3) + (d5 - d6)));
    }
    let sum = of_a + of_b + of_c;
    if sum == 0.0 { a } else { a + ab * (of_b / sum) + ac * (of_c / sum) }
}

/// The distance of two segments.
pub(super) fn segment_distance([p, q]: [DVec3; 2], [r, s]: [DVec3; 2]) -> f64 {
    let (along, across, between) = (q - p, s - r, p - r);
    let (a, e, f) = (along.length_squared(), across.length_squared(), across.dot(between));
    let clamp = |value: f64| value.clamp(0.0, 1.0);
    let (mut first, mut second) = (0.0, 0.0);
    if a == 0.0 && e == 0.0 {
        return between.length();
    }
    if a == 0.0 {
        second = clamp(f / e);
    } else {
        let c = along.dot(between);
        if e == 0.0 {
            first = clamp(-c / a);
        } else {
            let b = along.dot(across);
            let determinant = a * e - b * b;
            first = if determinant > 0.0 { clamp((b * f - c * e) / determinant) } else { 0.0 };
            second = (b * first + f) / e;
            if !(0.0..=1.0).contains(&second) {
                second = clamp(second);
                first = clamp((b * second - c) / a);
            }
        }
    }
    (p + first * along).distance(r + second * across)
}

fn sides([a, b, c]: [DVec3; 3]) -> [[DVec3; 2]; 3] {
    [[a, b], [b, c], [c, a]]
}

/// The distance of two triangles that do not intersect.
pub(super) fn triangle_distance(a: [DVec3; 3], b: [DVec3; 3]) -> f64 {
    let from_corner = |point: DVec3, triangle| point.distance(nearest_on_triangle(point, triangle));
    let corners = a.iter().map(|&point| from_corner(point, b)).chain(b.iter().map(|&point| from_corner(point, a)));
    let edges = sides(a).into_iter().flat_map(|one| sides(b).map(|other| segment_distance(one, other)));
    corners.chain(edges).fold(f64::INFINITY, f64::min)
}

/// `true` is certain: the segment crosses the triangle, and would still do so after a displacement of either by
/// less than the margin.
pub(super) fn pierces(segment: [DVec3; 2], triangle: [DVec3; 3], margin: f64) -> bool {
    let [a, b, c] = triangle;
    let normal = (b - a).cross(c - a);
    let length = normal.length();
    if length == 0.0 {
        return false;
    }
    let height = |point: DVec3| (point - a).dot(normal) / length;
    let [before, after] = segment.map(height);
    if !(before * after < 0.0 && before.abs() > margin && after.abs() > margin) {
        return false;
    }
    let crossing = segment[0] + (segment[1] - segment[0]) * (before / (before - after));
    let unit = normal / length;
    let inner = |[from, to]: [DVec3; 2]| {
        let inward = unit.cross(to - from);
        inward.dot(crossing - from) > 0.0
    };
    sides(triangle).into_iter().all(inner)
        && sides(triangle).into_iter().all(|side| segment_distance(segment, side) > margin)
}

/// How the ray from the point crosses the triangle: 1 from behind, −1 from the front, 0 not at all. `None` if it is
/// too close to call.
fn crossing(point: DVec3, ray: DVec3, [a, b, c]: [DVec3; 3]) -> Option<i32> {
    let normal = (b - a).cross(c - a);
    let facing = ray.dot(normal);
    let size = normal.length() * ray.length();
    if size == 0.0 {
        return Some(0);
    }
    let along = (a - point).dot(normal) / facing;
    if facing.abs() < 1e-9 * size {
        // The ray is parallel to the plane. It misses if the point is off the plane.
        return ((a - point).dot(normal).abs() > 1e-9 * normal.length()).then_some(0);
    }
    let offset = point + along * ray - a;
    let weight = |from: DVec3, to: DVec3| from.cross(to).dot(normal) / normal.length_squared();
    let (v, w) = (weight(offset, c - a), weight(b - a, offset));
    let least = v.min(w).min(1.0 - v - w);
    if least.abs() < 1e-7 || along.abs() < 1e-12 {
        return None;
    }
    Some(if least > 0.0 && along > 0.0 { facing.signum() as i32 } else { 0 })
}

/// Directions that are in no plane of the shapes of the generator.
const RAYS: [DVec3; 4] = [
    DVec3::new(0.5743, 0.3191, 0.7538),
    DVec3::new(-0.2718, 0.8313, -0.4849),
    DVec3::new(0.1414, -0.7320, 0.6665),
    DVec3::new(-0.8090, -0.1387, -0.5713),
];

/// The winding number of a closed surface around a point. `None` if rays disagree or pass too close to edges.
pub(super) fn winding(point: DVec3, triangles: impl Iterator<Item = [DVec3; 3]> + Clone) -> Option<i32> {
    let mut counts = RAYS
        .iter()
        .filter_map(|&ray| triangles.clone().map(|triangle| crossing(point, ray, triangle)).sum::<Option<i32>>());
    let first = counts.next()?;
    let mut agreeing = 1;
    for count in counts {
        if count != first {
            return None;
        }
        agreeing += 1;
    }
    (agreeing >= 2).then_some(first)
}
