//! All points at which two convex polyhedra are about to touch.
//!
//! **Question.** Two convex polyhedra are closer than a skin. Closest features give one pair of points. If a face lies
//! on a face, or an edge on a face, which points carry the contact?
//!
//! **Idea.** The vertices of each body that are extreme along the normal, up to a small depth, span a point, a segment
//! or a polygon. Both are projected along the normal. The corners of their intersection are the contacts: corners of
//! one inside the other, and crossings of their sides. The gap at a corner is the difference of the two heights there.
//!
//! **Guarantee.** None is needed: these are the points at which the response acts, computed in floating point. Whether
//! the bodies are apart is decided elsewhere ([`crate::hulls`]).
//!
//! **Cost.** Linear in the vertices of both bodies, and quadratic in the corners of the two faces.
//!
//! **Source.** The temporary joints of up to three points in Dworkin 1994, section 6, with all corners in place of
//! three.

use glam::{DVec2, DVec3};

/// A corner of a flat side: its place across the normal, and its height along it.
#[derive(Clone, Copy, Debug)]
struct Corner {
    place: DVec2,
    height: f64,
    /// The number of the vertex.
    vertex: usize,
}

/// Where a contact of two flat sides is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FacingPlace {
    /// At a vertex of one of the bodies.
    Corner { side: usize, vertex: usize },
    /// Where a side of the first one, between two vertices, crosses a side of the second one.
    Crossing([[usize; 2]; 2]),
}

/// A contact of two flat sides: a point halfway between the bodies, with its gap.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FacingPoint {
    pub(crate) point: DVec3,
    pub(crate) gap: f64,
    pub(crate) place: FacingPlace,
}

/// A point, a segment or a convex polygon, counter-clockwise.
struct FlatSide {
    corners: Vec<Corner>,
}

/// Relative to the size of the two sides. Places that are closer are one place.
const SAME_PLACE: f64 = 1e-9;

impl FlatSide {
    /// The convex hull of corners across the normal (Andrew's monotone chain).
    fn new(mut all: Vec<Corner>, near: f64) -> Self {
        let before = |a: &Corner, b: &Corner| a.place.x.total_cmp(&b.place.x).then(a.place.y.total_cmp(&b.place.y));
        all.sort_by(before);
        all.dedup_by(|a, b| a.place.distance(b.place) <= near);
        if all.len() < 3 {
            return Self { corners: all };
        }
        let half = |corners: &mut dyn Iterator<Item = Corner>| {
            let mut chain: Vec<Corner> = Vec::new();
            for corner in corners {
                while let [.., first, second] = chain[..] {
                    let (side, next) = (second.place - first.place, corner.place - second.place);
                    if side.perp_dot(next) > near * side.length() {
                        break;
                    }
                    chain.pop();
                }
                chain.push(corner);
            }
            chain
        };
        let (mut lower, mut upper) = (half(&mut all.iter().copied()), half(&mut all.iter().rev().copied()));
        lower.pop();
        upper.pop();
        lower.extend(upper);
        Self { corners: lower }
    }

    /// The sides, each with its two ends. A point has none.
    fn sides(&self) -> impl Iterator<Item = [Corner; 2]> + '_ {
        let count = match self.corners.len() {
            0 | 1 => 0,
            2 => 1,
            more => more,
        };
        (0..count).map(move |index| [self.corners[index], self.corners[(index + 1) % self.corners.len()]])
    }

    /// The height at a place, if it belongs to this side.
    fn height_at(&self, place: DVec2, near: f64) -> Option<f64> {
        match self.corners[..] {
            [] => None,
            [only] => (only.place.distance(place) <= near).then_some(only.height),
            [first, second] => {
                let along = second.place - first.place;
                let share = (place - first.place).dot(along) / along.length_squared();
                let off = (place - first.place).perp_dot(along).abs() / along.length();
                let margin = near / along.length();
                let within = off <= near && share >= -margin && share <= 1.0 + margin;
                within.then(|| first.height + share.clamp(0.0, 1.0) * (second.height - first.height))
            }
            [first, ..] => {
                let outside = |[from, to]: [Corner; 2]| {
                    let side = to.place - from.place;
                    side.perp_dot(place - from.place) < -near * side.length()
                };
                if self.sides().any(outside) {
                    return None;
                }
                // The triangle of the fan about the first corner that holds the place best.
                let fan = self.corners[1..].windows(2).map(|pair| {
                    let (u, v) = (pair[0].place - first.place, pair[1].place - first.place);
                    let (w, area) = (place - first.place, u.perp_dot(v));
                    let (s, t) = (w.perp_dot(v) / area, u.perp_dot(w) / area);
                    let height =
                        first.height + s * (pair[0].height - first.height) + t * (pair[1].height - first.height);
                    (s.min(t).min(1.0 - s - t), height)
                });
                fan.max_by(|left, right| left.0.total_cmp(&right.0)).map(|(_, height)| height)
            }
        }
    }
}

/// The contacts of two convex bodies along a unit normal from the first to the second: points halfway between the
/// bodies, each with its gap. Only vertices within `depth` of the extreme ones take part. Empty if the two sides do not
/// face each other: the closest features then tell the only contact.
pub(crate) fn facing_points(vertices: [&[DVec3]; 2], normal: DVec3, depth: f64) -> Vec<FacingPoint> {
    let (across, along) = normal.any_orthonormal_pair();
    let extreme = |all: &[DVec3], direction: DVec3| {
        let most = all.iter().map(|vertex| direction.dot(*vertex)).fold(f64::NEG_INFINITY, f64::max);
        let near = all.iter().enumerate().filter(|(_, vertex)| direction.dot(**vertex) > most - depth);
        let corner = |(number, vertex): (usize, &DVec3)| Corner {
            place: DVec2::new(across.dot(*vertex), along.dot(*vertex)),
            height: normal.dot(*vertex),
            vertex: number,
        };
        near.map(corner).collect::<Vec<Corner>>()
    };
    let found = [extreme(vertices[0], normal), extreme(vertices[1], -normal)];
    let Some(first) = found[0].first().map(|corner| corner.place) else { return Vec::new() };
    let size = found.iter().flatten().map(|corner| corner.place.distance(first)).fold(0.0, f64::max);
    let near = SAME_PLACE * size;
    let [a, b] = found.map(|corners| FlatSide::new(corners, near));
    let mut places: Vec<(DVec2, FacingPlace)> = Vec::new();
    let mut add = |at: DVec2, place: FacingPlace| {
        if !places.iter().any(|(known, _)| known.distance(at) <= near) {
            places.push((at, place));
        }
    };
    for (side, own, other) in [(0, &a, &b), (1, &b, &a)] {
        for corner in own.corners.iter().filter(|corner| other.height_at(corner.place, near).is_some()) {
            add(corner.place, FacingPlace::Corner { side, vertex: corner.vertex });
        }
    }
    for side in a.sides() {
        for other in b.sides() {
            if let Some(at) = crossing(side, other) {
                add(at, FacingPlace::Crossing([side, other].map(|one| one.map(|corner| corner.vertex))));
            }
        }
    }
    let contact = |(at, place): (DVec2, FacingPlace)| {
        let [low, high] = [a.height_at(at, 2.0 * near)?, b.height_at(at, 2.0 * near)?];
        let point = across * at.x + along * at.y + normal * (0.5 * (low + high));
        Some(FacingPoint { point, gap: high - low, place })
    };
    places.into_iter().filter_map(contact).collect()
}

/// Where two segments cross, unless they are parallel.
fn crossing([a, b]: [Corner; 2], [c, d]: [Corner; 2]) -> Option<DVec2> {
    let (along, other, between) = (b.place - a.place, d.place - c.place, c.place - a.place);
    let area = along.perp_dot(other);
    if area.abs() <= SAME_PLACE * along.length() * other.length() {
        return None;
    }
    let (share, share_of_other) = (between.perp_dot(other) / area, between.perp_dot(along) / area);
    let within = |share: f64| (0.0..=1.0).contains(&share);
    (within(share) && within(share_of_other)).then(|| a.place + share * along)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DQuat, dvec3};

    fn cuboid(size: DVec3, at: DVec3, turn: DQuat) -> Vec<DVec3> {
        let sign = |bit: usize| if bit == 0 { -0.5 } else { 0.5 };
        let corner = |index: usize| dvec3(sign(index & 1), sign(index & 2), sign(index & 4));
        (0..8).map(|index| at + turn * (size * corner(index))).collect()
    }

    /// A box on a larger one touches with its four corners; turned by 45 degrees on an equal one, with eight crossings.
    #[test]
    fn boxes_touch_with_the_corners_of_their_common_face() {
        let lower = cuboid(dvec3(2.0, 2.0, 1.0), dvec3(0.0, 0.0, -0.5), DQuat::IDENTITY);
        let quarter = DQuat::from_rotation_z(std::f64::consts::FRAC_PI_4);
        for (size, turn, shift, expected) in [
            (1.0, DQuat::IDENTITY, 0.0, 4),
            (2.0, DQuat::IDENTITY, 0.0, 4),
            (2.0, DQuat::IDENTITY, 1.5, 4),
            (2.0, quarter, 0.0, 8),
            (1.0, quarter, 0.0, 4),
        ] {
            let upper = cuboid(dvec3(size, size, 1.0), dvec3(shift, 0.0, 0.501), turn);
            let found = facing_points([&lower, &upper], DVec3::Z, 1e-2);
            assert_eq!(found.len(), expected, "{size} {shift}: {found:?}");
            for FacingPoint { point, gap, .. } in found {
                assert!((gap - 1e-3).abs() < 1e-12 && (point.z - 5e-4).abs() < 1e-12, "{point} {gap}");
                let local = turn.inverse() * (point - dvec3(shift, 0.0, 0.0));
                assert!(local.truncate().abs().max_element() <= 0.5 * size + 1e-9);
                assert!(point.truncate().abs().max_element() <= 1.0 + 1e-9);
            }
        }
    }

    /// Gaps differ where the upper box leans; an edge on a face gives its two ends; a corner, itself.
    #[test]
    fn leaning_boxes_touch_with_edges_and_corners() {
        let lower = cuboid(dvec3(4.0, 4.0, 1.0), dvec3(0.0, 0.0, -0.5), DQuat::IDENTITY);
        let slightly = cuboid(DVec3::ONE, dvec3(0.0, 0.0, 0.501), DQuat::from_rotation_y(1e-4));
        let found = facing_points([&lower, &slightly], DVec3::Z, 1e-2);
        let mut gaps: Vec<f64> = found.iter().map(|one| one.gap).collect();
        gaps.sort_by(f64::total_cmp);
        assert_eq!(found.len(), 4);
        assert!((gaps[3] - gaps[0] - 1e-4).abs() < 1e-8 && (gaps[1] - gaps[0]).abs() < 1e-12, "{gaps:?}");
        let edge = cuboid(DVec3::ONE, dvec3(0.0, 0.0, 0.8), DQuat::from_rotation_y(0.7));
        assert_eq!(facing_points([&lower, &edge], DVec3::Z, 1e-3).len(), 2);
        let corner = cuboid(DVec3::ONE, dvec3(0.0, 0.0, 0.9), DQuat::from_scaled_axis(dvec3(0.7, 0.5, 0.0)));
        assert_eq!(facing_points([&lower, &corner], DVec3::Z, 1e-3).len(), 1);
        // Edge on edge, crossed.
        let turned = DQuat::from_rotation_y(std::f64::consts::FRAC_PI_4);
        let crossed = DQuat::from_rotation_z(1.0) * turned;
        let [low, high] = [cuboid(DVec3::ONE, DVec3::ZERO, turned), cuboid(DVec3::ONE, 1.5 * DVec3::Z, crossed)];
        let found = facing_points([&low, &high], DVec3::Z, 1e-3);
        assert_eq!(found.len(), 1);
        assert!(found[0].point.truncate().length() < 1e-12 && (found[0].gap - (1.5 - 2.0_f64.sqrt())).abs() < 1e-12);
        assert!(matches!(found[0].place, FacingPlace::Crossing(_)), "{found:?}");
    }
}
