//! Angle tables of large faces, and of vertices with many edges.
//!
//! **Question.** Which corner of a convex polygon is extreme along a direction, and through which side does a line leave
//! it?
//!
//! **Idea.** The sides of a convex polygon, in order, have directions of growing angle. The corner that is extreme along
//! a direction is between the two sides whose angles enclose the direction of the tangent there. A line leaves through
//! the side that joins the corners to its right to those to its left: the two extreme corners across the line bound a
//! chain along which the distance from the line grows. The edges of a vertex are the corners of such a polygon: the
//! section of their cone with a plane.
//!
//! **Guarantee.** None: rounding may give a neighbour of the right answer. The walk that asks takes a result only if it
//! is closer.
//!
//! **Cost.** Two binary searches.
//!
//! **Source.** Dworkin 1994, J.1.1, which looks up the angle of the target seen from the centre of the face. This finds
//! the side that is left from the present point instead, so that the distance never grows.

use super::polyhedron::Spoke;
use crate::tolerance::SPOKE_AHEAD;
use glam::{DVec2, DVec3, dvec2};

/// A convex polygon with the angles of its sides.
#[derive(Clone, Debug)]
pub(super) struct Fan {
    axes: [DVec3; 2],
    corners: Vec<DVec2>,
    /// The number of the corner at which the side of the least angle starts.
    first: usize,
    /// The angles of the sides, from that side on, growing.
    angles: Vec<f64>,
}

/// A number that grows with the angle of a vector, from 0 to 4.
fn pseudo_angle(vector: DVec2) -> f64 {
    let size = vector.x.abs() + vector.y.abs();
    if size == 0.0 {
        return 0.0;
    }
    let part = vector.x / size;
    if vector.y >= 0.0 { 1.0 - part } else { 3.0 + part }
}

impl Fan {
    /// A polygon in a plane with this normal; the corners are in order.
    pub(super) fn new(normal: DVec3, places: impl Iterator<Item = DVec3>) -> Self {
        let across = normal.any_orthonormal_vector();
        let axes = [across, normal.cross(across)];
        Self::of(axes, places.map(|place| dvec2(axes[0].dot(place), axes[1].dot(place))).collect())
    }

    fn of(axes: [DVec3; 2], corners: Vec<DVec2>) -> Self {
        let count = corners.len();
        let of: Vec<f64> =
            (0..count).map(|index| pseudo_angle(corners[(index + 1) % count] - corners[index])).collect();
        let first = (0..count).min_by(|&one, &other| of[one].total_cmp(&of[other])).unwrap_or(0);
        // Rounding may disturb the order of almost parallel sides.
        let mut least = f64::NEG_INFINITY;
        let angles = (0..count).map(|index| {
            least = of[(first + index) % count].max(least);
            least
        });
        Self { axes, first, angles: angles.collect(), corners }
    }

    /// The edges of a vertex, which are put in order. `None` if they do not leave it within a half-space.
    pub(super) fn around(spokes: &mut [Spoke]) -> Option<Self> {
        let normal = spokes.iter().map(|spoke| spoke.along).sum::<DVec3>().try_normalize()?;
        let across = normal.any_orthonormal_vector();
        let axes = [across, normal.cross(across)];
        let section = |spoke: &Spoke| {
            let ahead = spoke.along.dot(normal);
            (ahead > SPOKE_AHEAD).then(|| dvec2(axes[0].dot(spoke.along), axes[1].dot(spoke.along)) / ahead)
        };
        if spokes.iter().any(|spoke| section(spoke).is_none()) {
            return None;
        }
        let angle = |spoke: &Spoke| pseudo_angle(section(spoke).unwrap_or(DVec2::ZERO));
        spokes.sort_by(|one, other| angle(one).total_cmp(&angle(other)));
        Some(Self::of(axes, spokes.iter().filter_map(section).collect()))
    }

    #[inline]
    fn flat(&self, vector: DVec3) -> DVec2 {
        dvec2(self.axes[0].dot(vector), self.axes[1].dot(vector))
    }

    /// The corner that is extreme along a vector.
    pub(super) fn extreme(&self, vector: DVec3) -> usize {
        self.extreme_flat(self.flat(vector))
    }

    fn extreme_flat(&self, along: DVec2) -> usize {
        // Counter-clockwise sides before the extreme corner have angles below that of the tangent there.
        let tangent = pseudo_angle(dvec2(-along.y, along.x));
        let before = self.angles.partition_point(|&angle| angle < tangent);
        (self.first + before) % self.corners.len()
    }

    /// The side through which a line from a point of the polygon leaves it, by the number of its first corner.
    pub(super) fn exit(&self, from: DVec3, along: DVec3) -> usize {
        let (from, along) = (self.flat(from), self.flat(along));
        let left = dvec2(-along.y, along.x);
        let count = self.corners.len();
        let (right, ahead) = (self.extreme_flat(-left), self.extreme_flat(left));
        let length = (ahead + count - right) % count;
        // The number of corners after the first that are to the right of the line.
        let (mut low, mut high) = (0, length);
        while low + 1 < high {
            let middle = low + (high - low) / 2;
            if left.dot(self.corners[(right + middle) % count] - from) < 0.0 { low = middle } else { high = middle }
        }
        (right + low) % count
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tangency_interval::laws::Random;

    fn polygon(random: &mut Random, count: usize) -> Vec<DVec3> {
        let mut angles: Vec<f64> = (0..count).map(|_| random.between(0.0, std::f64::consts::TAU)).collect();
        angles.sort_by(f64::total_cmp);
        angles.iter().map(|angle| DVec3::new(3.0 * angle.cos(), angle.sin(), 0.7)).collect()
    }

    #[test]
    fn extremes_and_exits_are_those_of_all_corners_and_sides() {
        let mut random = Random::new(5);
        for count in [3, 4, 17, 200] {
            let corners = polygon(&mut random, count);
            let fan = Fan::new(DVec3::Z, corners.iter().copied());
            for _ in 0..2_000 {
                let along = DVec3::new(random.between(-1.0, 1.0), random.between(-1.0, 1.0), random.between(-1.0, 1.0));
                let flat = DVec3::new(along.x, along.y, 0.0);
                let most = corners.iter().map(|corner| corner.dot(flat)).fold(f64::NEG_INFINITY, f64::max);
                assert!(most - corners[fan.extreme(along)].dot(flat) < 1e-12, "{count} corners along {along}");
                // A point within, as a mean of corners; the line must cross the side that is named.
                let weights: Vec<f64> = (0..count).map(|_| random.unit() + 1e-3).collect();
                let sum: f64 = weights.iter().sum();
                let from: DVec3 = corners.iter().zip(&weights).map(|(corner, weight)| *corner * (weight / sum)).sum();
                let side = fan.exit(from, flat);
                let [start, end] = [corners[side], corners[(side + 1) % count]].map(|corner| corner - from);
                let turn = |vector: DVec3| flat.x * vector.y - flat.y * vector.x;
                assert!(turn(start) <= 1e-12 && turn(end) >= -1e-12, "{count} corners, side {side}");
            }
        }
    }
}
