//! Whether a contour, seen along a direction, is free of crossings throughout a step.
//!
//! **Question.** Edges in the plane whose ends move on straight paths: do any two of them meet at any instant, other
//! than in a vertex that both have?
//!
//! **Idea.** If all differences between points of one edge and points of another have a positive component along one
//! fixed direction at the start and at the end of the step, they have it throughout, because components of straight
//! paths are linear in time. For edges with a common vertex, the same of the differences to that vertex. So that few
//! pairs are asked, the edges are followed along the cycles, two by two to a tree: a run of edges that all go forward
//! along one direction throughout cannot meet itself, and runs whose swept boxes are apart cannot meet.
//!
//! **Guarantee.** `true` is a proof. Points are taken relative to the first one, which takes away what all do together,
//! in double precision, and then rounded: with u = 2⁻²⁴ and s the largest magnitude of their coordinates, a place in
//! the plane is at most 2s and off by at most 2us(1 + 2⁻²⁷). [`PLACE_ERROR`] is 4u; comparisons leave room for a
//! multiple of the error e = 4us that is worked out beside them.
//!
//! **Cost.** Linear in the edges, by construction: a search that takes more than [`PATIENCE`] visits an edge gives up.
//!
//! **Source.** Teschner et al. 2006, deformable surfaces, section 3.2, wants this condition for one instant, and
//! remarks that it could be tested with the curvature of the contour, which is what the runs do. There it is skipped as
//! rarely significant; here it never is.

use super::facing::ProjectionPlane;
use super::outline::Outline;
use crate::tolerance::{PATIENCE, PLACE_ERROR};
use glam::{DVec2, DVec3};
use wide::f32x4;

/// Directions along which runs may go forward: four and their opposites.
const WAYS: [DVec2; 4] = [DVec2::X, DVec2::Y, DVec2::new(1.0, 1.0), DVec2::new(1.0, -1.0)];

/// Places at the start and at the end: u, v, u, v.
type StartEndPoints = f32x4;

/// A run of edges that follow one another.
#[derive(Clone, Copy, Debug)]
struct EdgeRun {
    lower: StartEndPoints,
    upper: StartEndPoints,
    /// Bits of the [`WAYS`], then of their opposites, along which it goes forward throughout.
    ways: u32,
}

/// A contour in the plane, with memory that is used again.
#[derive(Clone, Debug, Default)]
pub(super) struct PlanarContour {
    /// Of every vertex.
    points: Vec<StartEndPoints>,
    /// How far a place may be off.
    error: f32,
    /// Runs of one edge, of two, of four, and so on.
    runs: Vec<EdgeRun>,
    /// Where each size begins.
    levels: Vec<usize>,
    stack: Vec<[u32; 3]>,
}

impl PlanarContour {
    /// Proves that the cycles of the outline are disjoint simple curves that wind at most once around any point, at every
    /// instant, apart from vertices where they touch.
    pub(super) fn winds_once(
        &mut self,
        outline: &Outline,
        plane: &ProjectionPlane,
        frames: [&[DVec3]; 2],
        scale: f64,
    ) -> bool {
        self.project(outline, plane, frames, scale) && self.apart(outline) && self.side_by_side(outline)
    }

    /// Places all vertices, scaled by a power of two; `false` if they are too far apart or too close for the error bounds.
    fn project(&mut self, outline: &Outline, plane: &ProjectionPlane, frames: [&[DVec3]; 2], scale: f64) -> bool {
        let mut origin = None;
        let mut size = DVec3::ZERO;
        self.points.clear();
        self.points.extend(outline.vertices().map(|vertex| {
            let both = frames.map(|frame| frame[vertex as usize]);
            let from = *origin.get_or_insert(both);
            let [start, end] = [0, 1].map(|end: usize| {
                let offset = scale * (both[end] - from[end]);
                size = most_of(size, offset.abs());
                plane.place(offset).as_vec2()
            });
            f32x4::from([start.x, start.y, end.x, end.y])
        }));
        let size = size.max_element();
        self.error = PLACE_ERROR * size as f32;
        // Neither do places overflow nor does underflow count beside the error.
        (1e-15..1e15).contains(&size)
    }

    /// Proves that no two edges meet other than in a common vertex.
    fn apart(&mut self, outline: &Outline) -> bool {
        let edges = outline.edges();
        self.fit(edges);
        let mut patience = PATIENCE * edges.len();
        let mut stack = std::mem::take(&mut self.stack);
        stack.clear();
        stack.push([self.levels.len() as u32 - 1, 0, 0]);
        let mut proved = true;
        while let Some([level, a, b]) = stack.pop() {
            if patience == 0 || (level == 0 && a != b && !self.pair_apart([edges[a as usize], edges[b as usize]])) {
                proved = false;
                break;
            }
            patience -= 1;
            if level > 0 {
                self.below([level, a, b], edges, &mut stack);
            }
        }
        self.stack = stack;
        proved
    }

    /// Fits runs of one edge, of two, of four, to all.
    fn fit(&mut self, edges: &[[u32; 2]]) {
        self.runs.clear();
        self.levels.clear();
        self.levels.push(0);
        // A coordinate of an edge is off by 2e, and by e for rounding (at most 4us); the sum of two by twice that and
        // 2e for rounding: 8e.
        let least = f32x4::splat(16.0 * self.error);
        for &[from, to] in edges {
            let (a, b) = (self.points[from as usize], self.points[to as usize]);
            let edge = b - a;
            let [u, v, u_end, v_end] = edge.to_array();
            let diagonal = f32x4::from([u + v, u - v, u_end + v_end, u_end - v_end]);
            // Bits of two ways at the start, and then at the end: only both count.
            let both = |bits: u32| bits & bits >> 2 & 0b11;
            let ahead = |along: f32x4| both(along.simd_gt(least).to_bitmask());
            let ways = ahead(edge) | ahead(diagonal) << 2 | ahead(-edge) << 4 | ahead(-diagonal) << 6;
            self.runs.push(EdgeRun { lower: a.fast_min(b), upper: a.fast_max(b), ways });
        }
        let mut from = 0;
        while self.runs.len() - from > 1 {
            let to = self.runs.len();
            let level = self.levels.len();
            self.levels.push(to);
            for first in (from..to).step_by(2) {
                let one = self.runs[first];
                let run = if first + 1 < to {
                    let other = &self.runs[first + 1];
                    let ways = self.common([level as u32 - 1, (first - from) as u32], &one, other, edges);
                    EdgeRun { lower: one.lower.fast_min(other.lower), upper: one.upper.fast_max(other.upper), ways }
                } else {
                    one
                };
                self.runs.push(run);
            }
            from = to;
        }
    }

    /// The ways along which two neighbouring runs of a level, the first of which is given, go forward together.
    fn common(&self, [level, first]: [u32; 2], one: &EdgeRun, other: &EdgeRun, edges: &[[u32; 2]]) -> u32 {
        let seam = (first as usize + 1) << level;
        if edges[seam - 1][1] == edges[seam][0] { one.ways & other.ways } else { 0 }
    }

    /// Pushes what has to be asked about a pair of runs, or a run with itself.
    fn below(&self, [level, a, b]: [u32; 3], edges: &[[u32; 2]], stack: &mut Vec<[u32; 3]>) {
        let begin = |level: u32| self.levels[level as usize];
        let count = begin(level) - begin(level - 1);
        if a == b && self.runs[begin(level) + a as usize].ways != 0 {
            return;
        }
        for first in [2 * a, 2 * a + 1] {
            for second in [2 * b, 2 * b + 1] {
                if first > second || second as usize >= count {
                    continue;
                }
                let [one, other] = [first, second].map(|run| &self.runs[begin(level - 1) + run as usize]);
                let forward = second == first + 1 && self.common([level - 1, first], one, other, edges) != 0;
                if first == second && level == 1 || forward || first != second && self.boxes_apart(one, other) {
                    continue;
                }
                stack.push([level - 1, first, second]);
            }
        }
    }

    /// Proves that along an axis one run is behind the other at the start and at the end, and so throughout.
    fn boxes_apart(&self, one: &EdgeRun, other: &EdgeRun) -> bool {
        // Both are off by the error, and the difference rounds by far less than its size.
        let gap = f32x4::splat(4.0 * self.error);
        let behind = (one.lower - other.upper).simd_gt(gap).to_bitmask();
        let before = (other.lower - one.upper).simd_gt(gap).to_bitmask();
        (behind & behind >> 2 | before & before >> 2) & 0b11 != 0
    }

    /// Where a vertex is at the start or at the end.
    fn place(&self, vertex: u32, end: usize) -> DVec2 {
        let all = self.points[vertex as usize].to_array();
        DVec2::new(f64::from(all[2 * end]), f64::from(all[2 * end + 1]))
    }

    /// Proves that two edges meet in a common vertex, if they have one, and nowhere else.
    fn pair_apart(&self, [[a, b], [c, d]]: [[u32; 2]; 2]) -> bool {
        let of = |vertex: u32, other: u32| -> [DVec2; 2] {
            [0, 1].map(|end| self.place(other, end) - self.place(vertex, end))
        };
        // From the far end of the first to the common vertex, and from there to the far end of the second.
        let through = |far: u32, common: u32, other: u32| {
            let ([first, second], [third, fourth]) = (of(far, common), of(common, other));
            self.half_plane(&[first, second, third, fourth])
        };
        match (a == c, a == d, b == c, b == d) {
            (false, false, false, false) => {
                let [[p, q], [r, s], [t, u], [v, w]] = [of(a, c), of(a, d), of(b, c), of(b, d)];
                self.half_plane(&[p, q, r, s, t, u, v, w])
            }
            (true, false, false, false) => through(b, a, d),
            (false, true, false, false) => through(b, a, c),
            (false, false, true, false) => through(a, b, d),
            (false, false, false, true) => through(a, b, c),
            _ => false,
        }
    }

    /// Proves that one direction has a positive component along all vectors.
    fn half_plane(&self, vectors: &[DVec2]) -> bool {
        let (mut left, mut right) = (vectors[0], vectors[0]);
        for &vector in vectors {
            left = if left.perp_dot(vector) > 0.0 { vector } else { left };
            right = if right.perp_dot(vector) < 0.0 { vector } else { right };
        }
        let middle = (left.normalize_or_zero() + right.normalize_or_zero()).normalize_or_zero();
        // A vector is off by 2e in each coordinate, a component by 2√2·e; rounding is in double precision.
        vectors.iter().all(|&vector| middle.dot(vector) > 4.0 * f64::from(self.error))
    }

    /// Proves, for cycles that are known not to cross, that they wind at most once around any point: all but one go
    /// around clockwise, or none of those that may not lies within another.
    fn side_by_side(&self, outline: &Outline) -> bool {
        if outline.cycles().len() == 1 {
            return true;
        }
        let rims: Vec<&[[u32; 2]]> = outline.cycles().filter(|cycle| !self.clockwise(cycle)).collect();
        // Two simple closed curves that touch in one vertex only do not cross there.
        let touch_once = outline.pinches() <= 1;
        rims.len() == 1
            || touch_once
                && !rims.is_empty()
                && rims.iter().enumerate().all(|(index, one)| {
                    rims[..index].iter().all(|other| self.reaches_beyond(one, other) && self.reaches_beyond(other, one))
                })
    }

    /// Proves that the area within a cycle, at the start, is negative.
    fn clockwise(&self, cycle: &[[u32; 2]]) -> bool {
        let terms = cycle.iter().map(|&[from, to]| self.place(from, 0).perp_dot(self.place(to, 0)));
        // Coordinates are at most 2s, so each of m terms is off by 8se; rounding is in double precision.
        let size = f64::from(self.error) / f64::from(PLACE_ERROR);
        terms.sum::<f64>() < -(16.0 * cycle.len() as f64 * size * f64::from(self.error))
    }

    /// Proves that a cycle has, at the start, a point that is not within the other.
    fn reaches_beyond(&self, one: &[[u32; 2]], other: &[[u32; 2]]) -> bool {
        let most = |cycle: &[[u32; 2]], way: DVec2| {
            cycle.iter().map(|edge| way.dot(self.place(edge[0], 0))).fold(f64::NEG_INFINITY, f64::max)
        };
        // Each component is off by 2e.
        let further = |way: DVec2| most(one, way) - most(other, way) > 8.0 * f64::from(self.error);
        WAYS.iter().any(|&way| further(way) || further(-way))
    }
}

/// The larger coordinates, none of which is NaN.
fn most_of(a: DVec3, b: DVec3) -> DVec3 {
    DVec3::select(a.cmpgt(b), a, b)
}

#[cfg(test)]
mod tests {
    use super::super::facing::FacingDirection;
    use super::*;
    use tangency_interval::laws::Random;

    /// Whether polygons that follow the edges are proved to wind once, seen from above.
    fn proved(edges: &[[u32; 2]], frames: [&[DVec3]; 2]) -> bool {
        let (mut outline, mut plain) = (Outline::default(), PlanarContour::default());
        outline.gather(edges, &[]);
        plain.winds_once(&outline, &FacingDirection::new(2).plane(), frames, 1.0)
    }

    fn around(vertices: std::ops::Range<u32>) -> Vec<[u32; 2]> {
        vertices.clone().map(|i| [i, if i + 1 == vertices.end { vertices.start } else { i + 1 }]).collect()
    }

    /// Whether closed segments have a common point, exactly for small multiples of powers of two.
    fn meet([a, b]: [DVec2; 2], [c, d]: [DVec2; 2]) -> bool {
        let side = |p: DVec2, q: DVec2, r: DVec2| (q - p).perp_dot(r - p).partial_cmp(&0.0);
        let beside = |p: DVec2, q: DVec2, r: DVec2| (r - p).dot(r - q) <= 0.0 && (q - p).perp_dot(r - p) == 0.0;
        side(a, b, c) != side(a, b, d) && side(c, d, a) != side(c, d, b)
            || beside(a, b, c)
            || beside(a, b, d)
            || beside(c, d, a)
            || beside(c, d, b)
    }

    /// Edges that have no common vertex do not meet, those that have one do not fold onto one another.
    fn simple(places: &[DVec2]) -> bool {
        let count = places.len();
        let at = |i: usize| places[i % count];
        (0..count).all(|i| {
            let folded = meet([at(i), at(i + 1)], [at(i + 2); 2]) || meet([at(i + 1), at(i + 2)], [at(i); 2]);
            let far = (i + 2..count).filter(|&j| (j + 1) % count != i);
            !folded && far.into_iter().all(|j| !meet([at(i), at(i + 1)], [at(j), at(j + 1)]))
        })
    }

    /// A polygon around the origin on a grid, nearly always simple.
    fn polygon(random: &mut Random, count: usize) -> Vec<DVec3> {
        let corner = |i: usize, radius: f64| {
            let (sine, cosine) = (std::f64::consts::TAU * i as f64 / count as f64).sin_cos();
            DVec3::new((radius * cosine).round(), (radius * sine).round(), 0.0)
        };
        (0..count).map(|i| corner(i, random.between(1.0, 40.0))).collect()
    }

    #[test]
    fn proved_polygons_are_simple_at_every_instant() {
        let mut random = Random::new(81);
        let mut tally = [[0_u32; 2]; 2];
        for _ in 0..6_000 {
            let count = 3 + random.below(14);
            let start = polygon(&mut random, count);
            let mut end = start.clone();
            let reach = random.between(0.0, 40.0) * random.unit();
            for place in &mut end {
                let mut step = || (reach * random.between(-1.0, 1.0)).round();
                *place += DVec3::new(step(), step(), step());
            }
            let at = |time: f64| -> Vec<DVec2> {
                start.iter().zip(&end).map(|(start, end)| (*start + time * (*end - *start)).truncate()).collect()
            };
            let truth = (0..=64).all(|step| simple(&at(f64::from(step) / 64.0)));
            let proved = proved(&around(0..count as u32), [&start, &end]);
            assert!(truth || !proved, "{start:?} {end:?}");
            tally[usize::from(truth)][usize::from(proved)] += 1;
        }
        // Half of what could be proved at least, and enough that could not.
        assert!(tally[0][0] > 1_000 && tally[1][1] > 1_000 && tally[1][1] > tally[1][0], "{tally:?}");
    }

    #[test]
    fn cycles_are_side_by_side_or_holes() {
        let square = |x: f64, y: f64, half: f64| {
            [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]]
                .map(|[u, v]| DVec3::new(x + half * u, y + half * v, 7.0))
        };
        let outer = square(0.0, 0.0, 4.0);
        let back = |mut corners: [DVec3; 4]| {
            corners.reverse();
            corners
        };
        let both = |second: [DVec3; 4]| {
            let frame = [outer, second].concat();
            proved(&[around(0..4), around(4..8)].concat(), [&frame, &frame])
        };
        assert!(both(square(9.0, 0.0, 4.0)), "beside");
        assert!(!both(square(0.0, 0.0, 1.0)), "within: covered twice");
        assert!(both(back(square(0.0, 0.0, 1.0))), "a hole");
        assert!(!both(square(5.0, 5.0, 2.0)), "crossing");
        assert!(!both(square(8.0, 0.0, 4.0)), "along a common side");
        // A cycle whose first edges cross the last ones of the cycle before, all going down: no run goes from one to
        // the other.
        let places = [[0, -8], [8, 0], [0, 8], [-8, 0], [-8, -2], [-3, -4], [-6, -8], [-12, -8]];
        let crossing = places.map(|[x, y]| DVec3::new(f64::from(x), f64::from(y), 0.0));
        assert!(!proved(&[around(0..4), around(4..8)].concat(), [&crossing, &crossing]));
        // Without any contour nothing is proved.
        assert!(!proved(&[], [&outer, &outer]));
    }
}
