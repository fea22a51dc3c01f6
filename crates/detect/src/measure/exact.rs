//! Whether two triangles have a common point, decided exactly.
//!
//! **Question.** Do two triangles with corners at exact doubles have a common point, boundaries included?
//!
//! **Idea.** Triangles that meet do so at a point of an edge of one of them. An edge meets a triangle if its ends are
//! not strictly on one side of the plane, and the triangle is not strictly on one side of the line of the edge. If the
//! edge lies in the plane, both are projected onto a coordinate plane, and the same is decided there. Signs of volumes
//! and areas decide all of it, by exact arithmetic.
//!
//! **Guarantee.** The answer is exact. `None` if a triangle has no area and its edges do not meet the other, and for
//! coordinates so small or large that the arithmetic might underflow or overflow.
//!
//! **Cost.** A microsecond; the arithmetic adapts its precision.
//!
//! **Source.** Shewchuk, *Adaptive precision floating-point arithmetic* (1997), for the signs.

use super::triangles::SIDES;
use crate::features::safe_for_predicates;
use glam::DVec3;
use robust::{Coord, Coord3D, orient2d, orient3d};

/// Whether two triangles have a common point.
pub(super) fn triangles_meet(a: [DVec3; 3], b: [DVec3; 3]) -> Option<bool> {
    if !a.iter().chain(&b).all(|&corner| safe_for_predicates(corner)) {
        return None;
    }
    let mut decided = true;
    for side in SIDES {
        for found in [edge_meets(side.map(|corner| a[corner]), b), edge_meets(side.map(|corner| b[corner]), a)] {
            match found {
                Some(true) => return Some(true),
                Some(false) => {}
                None => decided = false,
            }
        }
    }
    decided.then_some(false)
}

fn volume(corners: [DVec3; 4]) -> f64 {
    let [p, q, r, s] = corners.map(|corner| Coord3D { x: corner.x, y: corner.y, z: corner.z });
    orient3d(p, q, r, s)
}

/// Whether all signs are at least zero, or all at most zero.
fn on_one_side(signs: &[f64]) -> bool {
    signs.iter().all(|&sign| sign >= 0.0) || signs.iter().all(|&sign| sign <= 0.0)
}

/// Whether an edge has a point in a triangle.
fn edge_meets([p, q]: [DVec3; 2], [a, b, c]: [DVec3; 3]) -> Option<bool> {
    let flat = projection([a, b, c])?;
    let [from, to] = [volume([a, b, c, p]), volume([a, b, c, q])];
    if (from > 0.0 && to > 0.0) || (from < 0.0 && to < 0.0) {
        return Some(false);
    }
    if from != 0.0 || to != 0.0 {
        return Some(on_one_side(&[volume([p, q, a, b]), volume([p, q, b, c]), volume([p, q, c, a])]));
    }
    // The edge lies in the plane of the triangle.
    let ([p, q], corners) = ([p, q].map(flat), [a, b, c].map(flat));
    let area = |p: [f64; 2], q: [f64; 2], r: [f64; 2]| {
        let [p, q, r] = [p, q, r].map(|[x, y]| Coord { x, y });
        orient2d(p, q, r)
    };
    let sides = SIDES.map(|side| side.map(|corner| corners[corner]));
    let inside = |point: [f64; 2]| on_one_side(&sides.map(|[from, to]| area(from, to, point)));
    let crosses = |[from, to]: [[f64; 2]; 2]| {
        let opposite = |one: f64, other: f64| !((one > 0.0 && other > 0.0) || (one < 0.0 && other < 0.0));
        let across = opposite(area(p, q, from), area(p, q, to)) && opposite(area(from, to, p), area(from, to, q));
        // Collinear segments meet if an end of one is within the other; those of the triangle are tested as corners.
        across && !(area(p, q, from) == 0.0 && area(p, q, to) == 0.0)
    };
    Some(inside(p) || inside(q) || sides.into_iter().any(crosses))
}

/// A projection onto a coordinate plane in which the triangle has an area. `None` if it has none.
fn projection([a, b, c]: [DVec3; 3]) -> Option<impl Fn(DVec3) -> [f64; 2] + Copy> {
    [[0, 1], [1, 2], [2, 0]].into_iter().find_map(|[u, v]: [usize; 2]| {
        let flat = move |point: DVec3| [point[u], point[v]];
        let [a, b, c] = [a, b, c].map(|corner| {
            let [x, y] = flat(corner);
            Coord { x, y }
        });
        (orient2d(a, b, c) != 0.0).then_some(flat)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::dvec3;

    const FLOOR: [DVec3; 3] = [DVec3::ZERO, DVec3::new(4.0, 0.0, 0.0), DVec3::new(0.0, 4.0, 0.0)];

    fn meets(other: [DVec3; 3]) -> Option<bool> {
        let found = triangles_meet(FLOOR, other);
        assert_eq!(found, triangles_meet(other, FLOOR));
        found
    }

    #[test]
    fn triangles_that_touch_in_a_point_meet_and_one_bit_apart_do_not() {
        let tip = |height: f64| [dvec3(1.0, 1.0, height), dvec3(1.0, 1.0, 2.0), dvec3(2.0, 1.0, 2.0)];
        assert_eq!(meets(tip(0.0)), Some(true));
        assert_eq!(meets(tip(1e-50)), Some(false));
        assert_eq!(meets(tip(-1e-50)), Some(true));
        let beside = |x: f64| [dvec3(x, 0.0, 0.0), dvec3(x - 1.0, -1.0, 0.0), dvec3(x - 1.0, 1.0, 0.0)];
        assert_eq!(meets(beside(0.0)), Some(true));
        assert_eq!(meets(beside(-1e-50)), Some(false));
    }

    #[test]
    fn coplanar_triangles_meet_if_they_overlap_or_share_a_border() {
        let small = |x: f64, y: f64| [dvec3(x, y, 0.0), dvec3(x + 0.5, y, 0.0), dvec3(x, y + 0.5, 0.0)];
        assert_eq!(meets(small(1.0, 1.0)), Some(true));
        assert_eq!(meets(small(-0.5, 1.0)), Some(true));
        assert_eq!(meets(small(4.0, 4.0)), Some(false));
        assert_eq!(meets(small(4.0, -0.5)), Some(true));
        // A larger triangle around the floor, and one above it.
        let around = |height: f64| [dvec3(-9.0, -9.0, height), dvec3(30.0, -9.0, height), dvec3(-9.0, 30.0, height)];
        assert_eq!(meets(around(0.0)), Some(true));
        assert_eq!(meets(around(1e-50)), Some(false));
    }

    #[test]
    fn a_triangle_without_area_is_decided_only_by_its_edges() {
        assert_eq!(meets([DVec3::ZERO, DVec3::X, 2.0 * DVec3::X]), Some(true));
        assert_eq!(meets([DVec3::Z, DVec3::X + DVec3::Z, 2.0 * DVec3::X + DVec3::Z]), None);
    }
}
