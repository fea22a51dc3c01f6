//! The region in which two convex bodies touch.
//!
//! **Idea.** Along a direction, the extreme part of a convex body is a point, a segment, or a flat polygon or disc. Two
//! bodies that touch along it share the intersection of their extreme parts, projected onto the plane across it.
//!
//! **Guarantee.** The corners of the region are in both parts, up to rounding and to `margin`. A disc is represented by
//! [`DISC_CORNERS`] of its points.

use super::closest::SupportFunction;
use crate::tolerance::DISC_CORNERS;
use glam::{DVec2, DVec3, dvec2, dvec3};
use std::f64::consts::TAU;
use tangency_geometry::ConvexCore;

/// A plane through the origin.
pub(super) struct ContactPlane {
    axes: [DVec3; 2],
}

impl ContactPlane {
    /// The plane across a unit direction.
    pub(super) fn across(direction: DVec3) -> Self {
        let (one, two) = direction.any_orthonormal_pair();
        Self { axes: [one, two] }
    }

    fn flat(&self, point: DVec3) -> DVec2 {
        dvec2(self.axes[0].dot(point), self.axes[1].dot(point))
    }

    fn lifted(&self, point: DVec2) -> DVec3 {
        self.axes[0] * point.x + self.axes[1] * point.y
    }
}

/// The points of a body that are as far along a unit direction as the farthest, up to `margin`: all of them are
/// convex combinations of the returned ones. In the frame of the support function.
pub(super) fn extreme_part(function: SupportFunction<'_>, direction: DVec3, margin: f64) -> Vec<DVec3> {
    let core = match function {
        SupportFunction::Vertices(support) => {
            return support.all_farthest(direction).into_iter().map(|index| support.vertex(index)).collect();
        }
        SupportFunction::Triangle(corners) => {
            let most = corners.iter().map(|corner| direction.dot(*corner)).fold(f64::NEG_INFINITY, f64::max);
            return corners.iter().copied().filter(|corner| direction.dot(*corner) >= most - margin).collect();
        }
        SupportFunction::Box(_) | SupportFunction::Level(_) => return vec![function.farthest(direction)],
        SupportFunction::Core(core) => core,
    };
    let ends = |half: f64, along: f64| {
        if 2.0 * half * along.abs() <= margin { vec![-half, half] } else { vec![half.copysign(along)] }
    };
    let across = direction.truncate();
    let (tilt, outward) = (across.length(), across.normalize_or(DVec2::X));
    match *core {
        ConvexCore::Point | ConvexCore::Ellipsoid { .. } | ConvexCore::Hull { .. } => vec![core.farthest(direction)],
        ConvexCore::Segment { half } => ends(half, direction.z).into_iter().map(|z| dvec3(0.0, 0.0, z)).collect(),
        ConvexCore::Cuboid { half } => {
            let [x, y, z] = [0, 1, 2].map(|i| ends(half[i], direction[i]));
            let planar = |z: f64| {
                x.iter()
                    .flat_map(|&x| y.iter().map(move |&y| (x, y)))
                    .map(move |(x, y)| dvec3(x, y, z))
                    .collect::<Vec<_>>()
            };
            z.into_iter().flat_map(planar).collect()
        }
        ConvexCore::Cylinder { radius, half } if 2.0 * radius * tilt <= margin => {
            disc(radius, half.copysign(direction.z))
        }
        ConvexCore::Cylinder { radius, half } => {
            ends(half, direction.z).into_iter().map(|z| (radius * outward).extend(z)).collect()
        }
        ConvexCore::Cone { radius, height } => {
            let (tip, rim) = (dvec3(0.0, 0.0, height), (radius * outward).extend(0.0));
            let lead = direction.dot(tip - rim);
            if direction.z < 0.0 && 2.0 * radius * tilt <= margin {
                disc(radius, 0.0)
            } else if lead.abs() <= margin {
                vec![tip, rim]
            } else {
                vec![if lead > 0.0 { tip } else { rim }]
            }
        }
    }
}

/// Points of a circle about the z axis.
fn disc(radius: f64, z: f64) -> Vec<DVec3> {
    let corner = |index: usize| DVec2::from_angle(TAU * index as f64 / DISC_CORNERS as f64) * radius;
    (0..DISC_CORNERS).map(|index| corner(index).extend(z)).collect()
}

/// The corners of the common region of two parts, projected onto the plane. Never empty: parts that miss each other by
/// rounding give the point between them.
pub(super) fn common_region(plane: &ContactPlane, a: &[DVec3], b: &[DVec3], margin: f64) -> Vec<DVec3> {
    let [flat_a, flat_b] = [a, b].map(|part| hull(part.iter().map(|&point| plane.flat(point)).collect(), margin));
    let common = match (flat_a.as_slice(), flat_b.as_slice()) {
        ([point], _) | (_, [point]) => vec![*point],
        ([from, to], [other_from, other_to]) => segments([*from, *to], [*other_from, *other_to], margin),
        (segment @ [_, _], polygon) | (polygon, segment @ [_, _]) => clipped(segment.to_vec(), polygon, margin),
        (one, two) => clipped(one.to_vec(), two, margin),
    };
    let common = hull(common, margin);
    let middle = |part: &[DVec2]| part.iter().sum::<DVec2>() / part.len() as f64;
    let corners = if common.is_empty() { vec![0.5 * (middle(&flat_a) + middle(&flat_b))] } else { common };
    corners.into_iter().map(|corner| plane.lifted(corner)).collect()
}

/// The common points of two segments.
fn segments(one: [DVec2; 2], two: [DVec2; 2], margin: f64) -> Vec<DVec2> {
    let (along, other) = (one[1] - one[0], two[1] - two[0]);
    let cross = along.perp_dot(other);
    let length = along.length();
    if cross.abs() > margin * other.length() {
        let share = (two[0] - one[0]).perp_dot(other) / cross;
        return vec![one[0] + share.clamp(0.0, 1.0) * along];
    }
    // Parallel: the overlap of their ranges.
    let unit = along / length;
    let range = two.map(|end| unit.dot(end - one[0]));
    let from = range[0].min(range[1]).max(0.0);
    let to = range[0].max(range[1]).min(length);
    if from > to { Vec::new() } else { vec![one[0] + from * unit, one[0] + to * unit] }
}

/// The part of a polygon or segment within a convex polygon whose corners are in counterclockwise order.
fn clipped(mut part: Vec<DVec2>, polygon: &[DVec2], margin: f64) -> Vec<DVec2> {
    for (index, &from) in polygon.iter().enumerate() {
        let side = polygon[(index + 1) % polygon.len()] - from;
        let inside = |point: DVec2| side.perp_dot(point - from) / side.length();
        let mut kept = Vec::with_capacity(part.len() + 1);
        for (place, &corner) in part.iter().enumerate() {
            let next = part[(place + 1) % part.len()];
            let (here, there) = (inside(corner), inside(next));
            if here >= -margin {
                kept.push(corner);
            }
            if (here > margin && there < -margin) || (here < -margin && there > margin) {
                kept.push(corner + (next - corner) * (here / (here - there)));
            }
        }
        part = kept;
        if part.is_empty() {
            break;
        }
    }
    part
}

/// The corners of the convex hull of points, counterclockwise. Points within `margin` of each other are one.
fn hull(mut points: Vec<DVec2>, margin: f64) -> Vec<DVec2> {
    points.sort_by(|p, q| p.x.total_cmp(&q.x).then(p.y.total_cmp(&q.y)));
    let mut distinct: Vec<DVec2> = Vec::with_capacity(points.len());
    for point in points {
        if distinct.iter().all(|known| known.distance(point) > margin) {
            distinct.push(point);
        }
    }
    if distinct.len() < 3 {
        return distinct;
    }
    let mut corners: Vec<DVec2> = Vec::with_capacity(distinct.len() + 1);
    for pass in 0..2 {
        let first = corners.len();
        let mut extend = |point: DVec2| {
            while corners.len() >= first + 2 {
                let (p, q) = (corners[corners.len() - 2], corners[corners.len() - 1]);
                if (q - p).perp_dot(point - p) > margin * p.distance(point) {
                    break;
                }
                corners.pop();
            }
            corners.push(point);
        };
        if pass == 0 {
            distinct.iter().copied().for_each(&mut extend);
        } else {
            distinct.iter().rev().copied().for_each(&mut extend);
        }
        corners.pop();
    }
    corners
}

#[cfg(test)]
mod tests {
    use super::*;

    const MARGIN: f64 = 1e-9;

    fn region(a: &[DVec3], b: &[DVec3]) -> Vec<DVec3> {
        let mut corners = common_region(&ContactPlane::across(DVec3::Z), a, b, MARGIN);
        corners.sort_by(|p, q| p.x.total_cmp(&q.x).then(p.y.total_cmp(&q.y)));
        corners
    }

    fn square(half: f64, centre: DVec3) -> Vec<DVec3> {
        [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]].map(|[x, y]| centre + half * dvec3(x, y, 0.0)).to_vec()
    }

    fn assert_corners(found: &[DVec3], expected: &[DVec3]) {
        let near = |point: &DVec3| expected.iter().any(|other| other.distance(*point) < 1e-8);
        assert!(found.len() == expected.len() && found.iter().all(near), "{found:?} is not {expected:?}");
    }

    #[test]
    fn squares_share_a_rectangle() {
        let other = square(1.0, dvec3(1.5, 0.5, 7.0));
        let expected = [dvec3(0.5, -0.5, 0.0), dvec3(1.0, -0.5, 0.0), dvec3(0.5, 1.0, 0.0), dvec3(1.0, 1.0, 0.0)];
        assert_corners(&region(&square(1.0, DVec3::ZERO), &other), &expected);
        assert_corners(&region(&other, &square(1.0, DVec3::ZERO)), &expected);
        // One within the other, and two that share an edge.
        assert_corners(&region(&square(3.0, DVec3::ZERO), &other), &square(1.0, dvec3(1.5, 0.5, 0.0)));
        let beside = square(1.0, dvec3(2.0, 0.0, 0.0));
        assert_corners(&region(&square(1.0, DVec3::ZERO), &beside), &[dvec3(1.0, -1.0, 0.0), dvec3(1.0, 1.0, 0.0)]);
    }

    #[test]
    fn segments_cross_overlap_or_are_clipped() {
        let along = [DVec3::ZERO, dvec3(2.0, 0.0, 0.0)];
        assert_corners(&region(&along, &[dvec3(1.0, -1.0, 0.0), dvec3(1.0, 1.0, 5.0)]), &[DVec3::X]);
        let overlap = region(&along, &[dvec3(1.5, 0.0, 0.0), dvec3(5.0, 0.0, 0.0)]);
        assert_corners(&overlap, &[dvec3(1.5, 0.0, 0.0), dvec3(2.0, 0.0, 0.0)]);
        let clipped = region(&[dvec3(-5.0, 0.5, 0.0), dvec3(5.0, 0.5, 0.0)], &square(1.0, DVec3::ZERO));
        assert_corners(&clipped, &[dvec3(-1.0, 0.5, 0.0), dvec3(1.0, 0.5, 0.0)]);
        assert_corners(&region(&[DVec3::X], &square(2.0, DVec3::ZERO)), &[DVec3::X]);
        // Parts that miss each other by rounding still have a point.
        assert_eq!(region(&along, &[dvec3(3.0, 0.0, 0.0), dvec3(4.0, 0.0, 0.0)]).len(), 1);
    }

    /// The extreme parts of the primitives: points, segments, faces and discs.
    #[test]
    fn extreme_parts_of_primitives() {
        let part = |core: &ConvexCore, direction: DVec3| extreme_part(SupportFunction::Core(core), direction, MARGIN);
        let can = ConvexCore::Cylinder { radius: 0.5, half: 1.0 };
        assert_eq!(part(&can, DVec3::Z).len(), DISC_CORNERS);
        assert!(part(&can, DVec3::Z).iter().all(|p| p.z == 1.0 && (p.truncate().length() - 0.5).abs() < 1e-15));
        assert_corners(&part(&can, DVec3::X), &[dvec3(0.5, 0.0, -1.0), dvec3(0.5, 0.0, 1.0)]);
        assert_corners(&part(&can, dvec3(0.6, 0.0, 0.8)), &[dvec3(0.5, 0.0, 1.0)]);
        let cone = ConvexCore::Cone { radius: 3.0, height: 4.0 };
        assert_eq!(part(&cone, -DVec3::Z).len(), DISC_CORNERS);
        assert_corners(&part(&cone, dvec3(0.8, 0.0, 0.6)), &[dvec3(0.0, 0.0, 4.0), dvec3(3.0, 0.0, 0.0)]);
        assert_corners(&part(&cone, DVec3::Z), &[dvec3(0.0, 0.0, 4.0)]);
        assert_corners(&part(&cone, DVec3::Y), &[dvec3(0.0, 3.0, 0.0)]);
        let brick = ConvexCore::Cuboid { half: dvec3(1.0, 2.0, 3.0) };
        assert_eq!([DVec3::Z, dvec3(0.0, 0.6, 0.8), DVec3::ONE.normalize()].map(|d| part(&brick, d).len()), [4, 2, 1]);
    }
}
