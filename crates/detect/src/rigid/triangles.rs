//! Separation of two triangles that move with their bodies.
//!
//! **Question.** From an instant on, until when does some fixed direction keep two triangles apart by
//! `separation`? If no direction does any longer, is that the first contact?
//!
//! **Idea.** Find the direction with the widest gap at the instant, among the normals of the triangles and the
//! cross products of an edge of each. The chords of a cell bound the time for which it separates. Repeat from
//! there. A cell is as long as the gap is expected to last. The bulge then shrinks with the square of the gap, and
//! a contact is reached in a few steps, as with Newton's method. If these directions fail, the direction between
//! the closest points is tested too. It alone is complete for `separation` above zero and for coplanar triangles.
//!
//! **Guarantee.** Everything before the instant is proved apart. The triangles are reported as *met* only if no
//! direction makes measurable progress and they are within `separation + tolerance`, or if the instant cannot be
//! advanced in floating point.
//!
//! **Cost.** Half a microsecond a step; three to five steps for a contact.
//!
//! **Source.** Teschner et al. 2006, Redon's chapter, section 4 finds roots of eqs. 21–22 by interval bisection.
//! Here the same functions, divided by the length of the normal, are the leads along the directions, and their
//! roots are approached from below.

use super::cell::MotionCells;
use crate::closest::closest;
use crate::flight::Placed;
use crate::limits::ContactThreshold;
use crate::tolerance::{GAP_TO_BULGE, ROUND_UP, SEPARATED_BULGES, STEP_BEYOND_GAP, TRIANGLE_GAP_BULGE};
use glam::DVec3;

/// The corners of two triangles in the frames of their bodies.
#[derive(Clone, Copy, Debug)]
pub(super) struct TrianglePair {
    pub(super) a: [DVec3; 3],
    pub(super) b: [DVec3; 3],
}

/// The result of one separation test of a pair of triangles.
#[derive(Clone, Copy, Debug)]
pub(super) enum TriangleTest {
    /// Proved apart until `until`, by `direction`.
    Apart { until: f64, direction: DVec3 },
    /// Not proved apart from this instant on.
    Met,
}

/// The poses at an instant, not interpolated, and the approximate closing speed of the gap, in metres per second.
struct PlacedInstant {
    time: f64,
    placed: Placed,
    pace: f64,
}

/// Two triangles at one instant, relative to the origin of body `a`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlacedTriangles {
    pub(crate) a: [DVec3; 3],
    pub(crate) b: [DVec3; 3],
}

/// No direction: any other has a wider gap.
const NONE: (DVec3, f64) = (DVec3::ZERO, f64::NEG_INFINITY);

/// The vectors along the three sides.
fn sides([p, q, r]: [DVec3; 3]) -> [DVec3; 3] {
    [q - p, r - q, p - r]
}

impl PlacedTriangles {
    #[inline]
    fn towards(&self, other: &Self, share: f64) -> Self {
        let mix = |from: DVec3, to: DVec3| from * (1.0 - share) + to * share;
        Self {
            a: std::array::from_fn(|i| mix(self.a[i], other.a[i])),
            b: std::array::from_fn(|i| mix(self.b[i], other.b[i])),
        }
    }

    /// Metres. The lead of all of `b` over all of `a` along a direction.
    #[inline]
    pub(crate) fn lead(&self, direction: DVec3) -> f64 {
        let [a, b] = [self.a, self.b].map(|corners| corners.map(|corner| direction.dot(corner)));
        b[0].min(b[1]).min(b[2]) - a[0].max(a[1]).max(a[2])
    }

    /// The better of `best` and this direction, with either sign, with its gap.
    #[inline]
    fn better(&self, best: (DVec3, f64), direction: DVec3) -> (DVec3, f64) {
        let [a, b] = [self.a, self.b].map(|corners| corners.map(|corner| direction.dot(corner)));
        let least = |x: [f64; 3]| x[0].min(x[1]).min(x[2]);
        let most = |x: [f64; 3]| x[0].max(x[1]).max(x[2]);
        let (forward, backward) = (least(b) - most(a), least(a) - most(b));
        let (gap, sign) = if forward >= backward { (forward, 1.0) } else { (backward, -1.0) };
        let length_sq = direction.length_squared();
        // Compare signed squares, so that only a better direction costs a square root.
        if length_sq > 0.0 && gap * gap.abs() > best.1 * best.1.abs() * length_sq {
            let length = length_sq.sqrt();
            return (direction * (sign / length), gap / length);
        }
        best
    }

    /// The unit direction from `a` to `b` with the widest gap, among the normals and the cross products of an edge
    /// of each.
    pub(crate) fn widest_gap(&self) -> (DVec3, f64) {
        let (sides_a, sides_b) = (sides(self.a), sides(self.b));
        let mut best = self.better(NONE, sides_a[0].cross(sides_a[1]));
        best = self.better(best, sides_b[0].cross(sides_b[1]));
        for side_a in sides_a {
            for side_b in sides_b {
                best = self.better(best, side_a.cross(side_b));
            }
        }
        best
    }

    /// A direction with a gap wider than the separation. For a separation above zero, that between the closest points
    /// is tried first: only it is complete then. The others are more accurate where triangles nearly touch.
    fn widest_beyond(&self, separation: f64) -> (DVec3, f64) {
        if separation > 0.0 {
            let between = self.better(NONE, self.between_closest());
            if between.1 > separation {
                return between;
            }
        }
        self.widest_gap()
    }

    /// The widest gap among the remaining directions: that between the closest points, and in each plane the
    /// normals of the sides, which separate coplanar triangles and collinear edges.
    pub(crate) fn last_resort(&self) -> (DVec3, f64) {
        let mut best = self.better(NONE, self.between_closest());
        for sides in [sides(self.a), sides(self.b)] {
            let normal = sides[0].cross(sides[1]).normalize_or_zero();
            for side in sides {
                best = self.better(best, normal.cross(side));
            }
        }
        best
    }

    /// The vector between the closest points of their vertices, edges and faces.
    fn between_closest(&self) -> DVec3 {
        let edges = [[0, 1], [1, 2], [2, 0]];
        let corner = |corners: &[DVec3; 3], i: usize| [corners[i]];
        let edge = |corners: &[DVec3; 3], [i, j]: [usize; 2]| [corners[i], corners[j]];
        let mut best = DVec3::INFINITY;
        let mut take = |vector: DVec3| {
            if vector.length_squared() < best.length_squared() {
                best = vector;
            }
        };
        for i in 0..3 {
            take(closest(&corner(&self.a, i), &self.b).vector_between(&corner(&self.a, i), &self.b));
            take(closest(&self.a, &corner(&self.b, i)).vector_between(&self.a, &corner(&self.b, i)));
            for side in edges {
                let (a, b) = (edge(&self.a, edges[i]), edge(&self.b, side));
                take(closest(&a, &b).vector_between(&a, &b));
            }
        }
        best
    }
}

impl TrianglePair {
    /// The corners at the given poses of both bodies.
    pub(super) fn placed(&self, placed: &Placed) -> PlacedTriangles {
        PlacedTriangles {
            a: self.a.map(|corner| placed.a * corner),
            b: self.b.map(|corner| placed.b * corner + placed.between),
        }
    }

    /// Tests from `time` on, in a cell of this level, or in a longer cell if the gap is wide.
    pub(super) fn test(
        &self,
        cells: &mut MotionCells<'_>,
        level: u32,
        time: f64,
        threshold: ContactThreshold,
    ) -> TriangleTest {
        let cell = cells.cell(level, time);
        let placed = cell.ends[0].towards(&cell.ends[1], cell.share(time));
        let (direction, gap) = self.placed(&placed).widest_beyond(threshold.separation);
        // A wider gap allows a longer cell.
        let [bulge, least] =
            if threshold.separation > 0.0 { SEPARATED_BULGES } else { [TRIANGLE_GAP_BULGE, GAP_TO_BULGE] };
        let longer = cells.level(bulge * (gap - threshold.separation)).min(level);
        let cell = *cells.cell(longer, time);
        let ends = cell.ends.map(|placed| self.placed(&placed));
        let share = cell.share(time);
        let gap = if longer == level { gap } else { ends[0].towards(&ends[1], share).lead(direction) };
        let last = ends[1].lead(direction);
        // If the bulge is not small relative to the gap, a shorter cell advances farther.
        if gap - threshold.separation > least * (cell.slack - cells.rounding) {
            let needed = (threshold.separation + cell.slack) * ROUND_UP;
            let until = if gap > needed { cell.separated_until(share, [gap, last], needed) } else { time };
            if cells.progress(time, until) {
                return TriangleTest::Apart { until, direction };
            }
        }
        let pace = (gap - last) / (cell.end - time);
        self.test_without_interpolation(cells, time, pace, threshold)
    }

    /// Tests from the poses at `time` on, in a cell as long as the gap lasts at the closing speed `pace`.
    fn test_without_interpolation(
        &self,
        cells: &mut MotionCells<'_>,
        time: f64,
        pace: f64,
        threshold: ContactThreshold,
    ) -> TriangleTest {
        let instant = PlacedInstant { time, placed: cells.placed(time), pace };
        let now = self.placed(&instant.placed);
        let floor = threshold.separation + 2.0 * cells.rounding;
        let (direction, gap) = now.widest_beyond(threshold.separation);
        if gap > floor {
            let until = self.separated_until(cells, &instant, (direction, gap), threshold);
            if cells.progress(time, until) {
                return TriangleTest::Apart { until, direction };
            }
        }
        let (direction, gap) = now.last_resort();
        if gap <= floor {
            return TriangleTest::Met;
        }
        let until = self.separated_until(cells, &instant, (direction, gap), threshold);
        let within = gap <= threshold.separation + threshold.tolerance;
        let worth = cells.progress(time, until) || (!within && until > time);
        if worth { TriangleTest::Apart { until, direction } } else { TriangleTest::Met }
    }

    /// The time until which a direction with this gap separates. The cell is as long as the gap lasts at the
    /// closing speed, but no longer than the gap outweighs the bulge.
    fn separated_until(
        &self,
        cells: &mut MotionCells<'_>,
        &PlacedInstant { time, placed, pace }: &PlacedInstant,
        (direction, gap): (DVec3, f64),
        threshold: ContactThreshold,
    ) -> f64 {
        let spare = gap - threshold.separation;
        let bulging = (spare / cells.bend).sqrt();
        let mut pace = pace;
        if threshold.separation > 0.0 && STEP_BEYOND_GAP * spare < pace * bulging {
            // Bodies that pass by close ever more slowly: the speed over a long cell would be too large.
            let end = (time + bulging).min(cells.end);
            let last = self.placed(&cells.placed(end)).lead(direction);
            pace = if end > time { (gap - last) / (end - time) } else { pace };
        }
        let length = if pace > 0.0 { (STEP_BEYOND_GAP * spare / pace).min(bulging) } else { bulging };
        let end = (time + length).min(cells.end);
        if !(end > time) {
            // At the end of the interval no time is left. The gap is above the floor, which is above the rounding.
            return time;
        }
        let cell = cells.from(placed, time, end);
        let needed = (threshold.separation + cell.slack) * ROUND_UP;
        let last = self.placed(&cell.ends[1]).lead(direction);
        if gap > needed { cell.separated_until(0.0, [gap, last], needed) } else { time }
    }
}
