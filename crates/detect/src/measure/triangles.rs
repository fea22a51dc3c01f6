//! The distance of two triangles, enclosed.
//!
//! **Question.** How far are two placed triangles apart, and which points of them are closest?
//!
//! **Idea.** The closest points lie on a vertex and a face, or on two edges. The closest of these fifteen pairs of
//! features gives two points of the triangles, and the direction between them. The distance of the points bounds the
//! distance from above. The lead of one triangle over the other along any unit direction bounds it from below, and
//! equals it along the direction between the closest points. That direction is mostly rounding if the triangles are
//! nearly in contact. Then the normals of the faces and the cross products of the edges are tried too.
//!
//! **Guarantee.** The distance of the triangles, with corners as given, is within the bounds up to the rounding that
//! the caller adds: at most [`crate::tolerance::PLAIN_ROUNDINGS`] units of the coordinates. The lower bound is zero for
//! triangles that cross.
//!
//! **Cost.** A third of a microsecond; half a microsecond more where triangles nearly touch.
//!
//! **Source.** Ericson, *Real-Time Collision Detection* (2005), 5.1.10; the bound from below is ours.

use crate::closest::{closest, weighted};
use crate::rigid::PlacedTriangles;
use glam::DVec3;

/// The closest points of two triangles, and bounds on their distance in plain floating point.
#[derive(Clone, Copy, Debug)]
pub(super) struct TriangleGap {
    /// Metres. The lead of `b` over `a` along `direction`; zero if no direction separates them.
    pub(super) lower: f64,
    /// Metres. The distance of the closest points.
    pub(super) upper: f64,
    /// The unit direction from `a` to `b` with the widest gap found; zero if there is none.
    pub(super) direction: DVec3,
    /// The barycentric weights of the closest points.
    pub(super) weights: [[f64; 3]; 2],
}

/// The corners of the sides of a triangle.
pub(super) const SIDES: [[usize; 2]; 3] = [[0, 1], [1, 2], [2, 0]];

impl TriangleGap {
    /// The distance of two triangles. `enough`: metres; bounds this close to each other need no better direction.
    pub(super) fn of(a: [DVec3; 3], b: [DVec3; 3], enough: f64) -> Self {
        // Weights that add up to one belong to points of the triangles, however thin the triangles are.
        let weights = closest_weights(&a, &b).map(|weights| weights.map(|weight| weight / weights.iter().sum::<f64>()));
        let between = weighted(&b, weights[1]) - weighted(&a, weights[0]);
        let upper = between.length();
        let triangles = PlacedTriangles { a, b };
        let mut best = between.try_normalize().map_or((DVec3::ZERO, 0.0), |along| (along, triangles.lead(along)));
        if upper - best.1 > enough {
            for (direction, gap) in [triangles.widest_gap(), triangles.last_resort()] {
                if gap > best.1 {
                    best = (direction, gap);
                }
            }
        }
        Self { lower: best.1.max(0.0), upper, direction: best.0, weights }
    }
}

/// The weights of the closest points on the borders of two triangles: a vertex and a face, or two edges.
pub(crate) fn closest_weights(a: &[DVec3; 3], b: &[DVec3; 3]) -> [[f64; 3]; 2] {
    let mut best = ([[1.0, 0.0, 0.0]; 2], f64::INFINITY);
    let mut take = |weights: [[f64; 3]; 2]| {
        let distance_sq = weighted(a, weights[0]).distance_squared(weighted(b, weights[1]));
        if distance_sq < best.1 {
            best = (weights, distance_sq);
        }
    };
    for corner in 0..3 {
        let mut alone = [0.0; 3];
        alone[corner] = 1.0;
        take([alone, closest(&[a[corner]], b).weights_b]);
        take([closest(a, &[b[corner]]).weights_a, alone]);
    }
    for [from_a, to_a] in SIDES {
        for [from_b, to_b] in SIDES {
            let witness = closest(&[a[from_a], a[to_a]], &[b[from_b], b[to_b]]);
            let mut weights = [[0.0; 3]; 2];
            (weights[0][from_a], weights[0][to_a]) = (witness.weights_a[0], witness.weights_a[1]);
            (weights[1][from_b], weights[1][to_b]) = (witness.weights_b[0], witness.weights_b[1]);
            take(weights);
        }
    }
    best.0
}
