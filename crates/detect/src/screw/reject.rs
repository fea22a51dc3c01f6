//! Rejection of pairs of features that cannot meet during a screw.
//!
//! **Question.** Does a vertex on a screw stay away from a triangle at rest? Does an edge stay away from an edge?
//!
//! **Idea.** A point on a screw keeps its distance from the axis, moves between two heights along it, and turns by
//! less than half a turn. The least and largest height and the least and largest distance from the axis
//! ([`Extent`]) are computed once per feature. A pair then takes a few comparisons.
//!
//! **Guarantee.** Each function is named for what `true` proves. In each case the features stay farther apart than
//! `needed`.
//!
//! **Cost.** One or two nanoseconds each.
//!
//! **Source.** Kim & Rossignac 2003, *Vertex/triangle rejection tests* and *Edge/edge rejection tests*, figures 5
//! and 6. Deviations:
//! - The text confuses lengths along and across the axis: `(v − p)·s` is a height, but a distance from the axis is
//!   meant.
//! - The least distance of an edge from the axis is that of its nearest point, not of its nearer end.
//! - A triangle outside the cylinder of the vertex is rejected too. The paper does not list this test.

use super::turn::{Turn, radius};
use glam::{DVec2, DVec3};

/// The ranges of height along the axis and of distance from the axis over a feature, in metres.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extent {
    pub(super) low: f64,
    pub(super) high: f64,
    pub(super) near: f64,
    pub(super) far: f64,
}

impl Extent {
    /// The extent of a vertex.
    pub(super) fn vertex(position: DVec3) -> Self {
        let radius = radius(position);
        Self { low: position.z, high: position.z, near: radius, far: radius }
    }

    /// The extent of an edge.
    pub(super) fn edge([a, b]: [DVec3; 2]) -> Self {
        Self {
            low: a.z.min(b.z),
            high: a.z.max(b.z),
            near: nearest(a.truncate(), b.truncate()),
            far: radius(a).max(radius(b)),
        }
    }

    /// The extent of a triangle.
    pub(super) fn triangle([a, b, c]: [DVec3; 3]) -> Self {
        let corners = [a, b, c].map(DVec3::truncate);
        let sides = [[0, 1], [1, 2], [2, 0]].map(|[i, j]| [corners[i], corners[j]]);
        let volumes = sides.map(|[p, q]| p.perp_dot(q));
        let around = volumes.iter().all(|&volume| volume >= 0.0) || volumes.iter().all(|&volume| volume <= 0.0);
        let near = sides.map(|[p, q]| nearest(p, q)).into_iter().fold(f64::INFINITY, f64::min);
        Self {
            low: a.z.min(b.z).min(c.z),
            high: a.z.max(b.z).max(c.z),
            near: if around { 0.0 } else { near },
            far: radius(a).max(radius(b)).max(radius(c)),
        }
    }
}

/// The least distance of a segment from the origin.
fn nearest(a: DVec2, b: DVec2) -> f64 {
    let along = b - a;
    let length_sq = along.length_squared();
    if !(length_sq > 0.0) {
        return a.length();
    }
    let share = (-a.dot(along) / length_sq).clamp(0.0, 1.0);
    (a + share * along).length()
}

/// The extents of a moving and a resting feature, and the required distance in metres.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extents<'extents> {
    pub(super) moving: &'extents Extent,
    pub(super) resting: &'extents Extent,
    pub(super) needed: f64,
}

impl Extents<'_> {
    /// The resting feature is above or below the volume swept by the moving feature.
    #[inline]
    pub(super) fn beyond_swept_heights(&self, turn: &Turn) -> bool {
        let low = self.moving.low + turn.slide.min(0.0);
        let high = self.moving.high + turn.slide.max(0.0);
        self.resting.low - high > self.needed || low - self.resting.high > self.needed
    }

    /// The resting feature is inside the cylinder that the moving feature stays outside of.
    #[inline]
    pub(super) fn inside_hollow(&self) -> bool {
        self.resting.far < self.moving.near - self.needed
    }

    /// The resting feature is outside the cylinder that the moving feature stays inside of.
    #[inline]
    pub(super) fn outside_cylinder(&self) -> bool {
        self.resting.near > self.moving.far + self.needed
    }
}

/// The triangle is outside the sector that the vertex sweeps: behind the half plane at its start, or past the half
/// plane at its end. The angle must be at most half a turn, in either direction.
#[inline]
pub(super) fn outside_sector(vertex: DVec3, triangle: &[DVec3; 3], turn: &Turn, needed: f64) -> bool {
    let side = if turn.angle < 0.0 { -1.0 } else { 1.0 };
    let from = side * vertex.truncate();
    let to = side * turn.position(vertex, 1.0).truncate();
    let least = needed * radius(vertex);
    let behind = triangle.iter().all(|corner| from.perp_dot(corner.truncate()) < -least);
    behind || triangle.iter().all(|corner| to.perp_dot(corner.truncate()) > least)
}
