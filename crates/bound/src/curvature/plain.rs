//! Proof that a projected contour has no crossings throughout a step.
//!
//! **Question.** The ends of some edges in the plane move on straight lines. Do any two edges meet at any
//! instant, other than in a common vertex?
//!
//! **Idea.** Components of straight paths are linear in time. If all differences between points of one edge and
//! points of another have a positive component along one fixed direction at the start and at the end of the
//! step, they have it throughout. For edges with a common vertex, the same holds for the differences to that
//! vertex. To test few pairs, consecutive edges of the cycles form runs in a binary tree. A run whose edges all
//! advance along one direction throughout cannot meet itself, and runs with disjoint swept boxes cannot meet.
//!
//! **Guarantee.** `true` is a proof. Points are taken relative to the first one, in double precision, which
//! removes the common motion, and then rounded. Let u = 2⁻²⁴ and s the largest magnitude of their coordinates.
//! A projected coordinate is at most 2s, with an error of at most 2us(1 + 2⁻²⁷). [`PROJECTED_POINT_ERROR`] is
//! 4u. Each comparison leaves room for a multiple of the error e = 4us, which is derived beside it.
//!
//! **Cost.** Linear in the edges, by construction: the search gives up after [`VISITS_PER_EDGE`] visits an
//! edge.
//!
//! **Source.** Teschner et al. 2006, deformable surfaces, section 3.2, requires this condition for one instant,
//! and remarks that the curvature of the contour could test it. The runs do that. There the condition is
//! skipped as rarely significant; here it is never skipped.

use super::facing::ProjectionPlane;
use super::outline::Outline;
use crate::tolerance::{PROJECTED_POINT_ERROR, PROJECTED_RANGE, VISITS_PER_EDGE};
use glam::{DVec2, DVec3};
use wide::f32x4;

/// Directions along which runs may advance, together with their opposites.
const ADVANCE_DIRECTIONS: [DVec2; 4] = [DVec2::X, DVec2::Y, DVec2::new(1.0, 1.0), DVec2::new(1.0, -1.0)];

/// Projected points at the start and at the end: u, v, u, v.
type StartEndPoints = f32x4;

/// A run of consecutive edges.
#[derive(Clone, Copy, Debug)]
struct EdgeRun {
    lower: StartEndPoints,
    upper: StartEndPoints,
    /// Bits of the [`ADVANCE_DIRECTIONS`], then of their opposites, along which all edges advance throughout
    /// the step.
    advances: u32,
}

/// A projected contour, with reusable memory.
#[derive(Clone, Debug, Default)]
pub(super) struct PlanarContour {
    /// The projections of all vertices.
    points: Vec<StartEndPoints>,
    /// Error bound of a projected coordinate.
    error: f32,
    /// Runs of one edge, of two edges, of four, and so on.
    runs: Vec<EdgeRun>,
    /// Index of the first run of each size.
    levels: Vec<usize>,
    stack: Vec<[u32; 3]>,
}

impl PlanarContour {
    /// `true` proves that the cycles of the outline are disjoint simple curves that wind at most once around
    /// any point, at every instant, except for vertices where they touch.
    pub(super) fn winds_once(
        &mut self,
        outline: &Outline,
        plane: &ProjectionPlane,
        frames: [&[DVec3]; 2],
        scale: f64,
    ) -> bool {
        self.project(outline, plane, frames, scale) && self.apart(outline) && self.side_by_side(outline)
    }

    /// Projects all vertices, scaled by a power of two. `false` if their extent is too large or too small for
    /// the error bounds.
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
        self.error = PROJECTED_POINT_ERROR * size as f32;
        // In this range nothing overflows, and underflow is negligible compared with the error bound.
        PROJECTED_RANGE.contains(&size)
    }

    /// `true` proves that no two edges meet other than in a common vertex.
    fn apart(&mut self, outline: &Outline) -> bool {
        let edges = outline.edges();
        self.fit(edges);
        let mut visits_left = VISITS_PER_EDGE * edges.len();
        let mut stack = std::mem::take(&mut self.stack);
        stack.clear();
        stack.push([self.levels.len() as u32 - 1, 0, 0]);
        let mut proved = true;
        while let Some([level, a, b]) = stack.pop() {
            if visits_left == 0 || (level == 0 && a != b && !self.pair_apart([edges[a as usize], edges[b as usize]])) {
                proved = false;
                break;
            }
            visits_left -= 1;
            if level > 0 {
                self.below([level, a, b], edges, &mut stack);
            }
        }
        self.stack = stack;
        proved
    }

    /// Fits the runs of one edge, of two, of four, up to all edges.
    fn fit(&mut self, edges: &[[u32; 2]]) {
        self.runs.clear();
        self.levels.clear();
        self.levels.push(0);
        // A coordinate of an edge has an error of 2e, plus e for rounding (at most 4us). The sum of two has
        // twice that, plus 2e for rounding: 8e.
        let least = f32x4::splat(16.0 * self.error);
        for &[from, to] in edges {
            let (a, b) = (self.points[from as usize], self.points[to as usize]);
            let edge = b - a;
            let [u, v, u_end, v_end] = edge.to_array();
            let diagonal = f32x4::from([u + v, u - v, u_end + v_end, u_end - v_end]);
            // The mask has two bits for the start, then two for the end. A direction counts only if both are
            // set.
            let both = |bits: u32| bits & bits >> 2 & 0b11;
            let ahead = |along: f32x4| both(along.simd_gt(least).to_bitmask());
            let advances = ahead(edge) | ahead(diagonal) << 2 | ahead(-edge) << 4 | ahead(-diagonal) << 6;
            self.runs.push(EdgeRun { lower: a.fast_min(b), upper: a.fast_max(b), advances });
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
                    let advances = self.common([level as u32 - 1, (first - from) as u32], &one, other, edges);
                    EdgeRun { lower: one.lower.fast_min(other.lower), upper: one.upper.fast_max(other.upper), advances }
                } else {
                    one
                };
                self.runs.push(run);
            }
            from = to;
        }
    }

    /// The directions along which two consecutive runs of a level advance together. `first` is the index of the
    /// first run.
    fn common(&self, [level, first]: [u32; 2], one: &EdgeRun, other: &EdgeRun, edges: &[[u32; 2]]) -> u32 {
        let seam = (first as usize + 1) << level;
        if edges[seam - 1][1] == edges[seam][0] { one.advances & other.advances } else { 0 }
    }

    /// Pushes the pairs below a pair of runs, or below a run paired with itself, that need a test.
    fn below(&self, [level, a, b]: [u32; 3], edges: &[[u32; 2]], stack: &mut Vec<[u32; 3]>) {
        let begin = |level: u32| self.levels[level as usize];
        let count = begin(level) - begin(level - 1);
        if a == b && self.runs[begin(level) + a as usize].advances != 0 {
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

    /// `true` proves that along an axis one run is behind the other at the start and at the end, hence
    /// throughout.
    fn boxes_apart(&self, one: &EdgeRun, other: &EdgeRun) -> bool {
        // Both ends have error e. The difference rounds by far less.
        let gap = f32x4::splat(4.0 * self.error);
        let behind = (one.lower - other.upper).simd_gt(gap).to_bitmask();
        let before = (other.lower - one.upper).simd_gt(gap).to_bitmask();
        (behind & behind >> 2 | before & before >> 2) & 0b11 != 0
    }

    /// The projection of a vertex at the start or at the end.
    fn place(&self, vertex: u32, end: usize) -> DVec2 {
        let all = self.points[vertex as usize].to_array();
        DVec2::new(f64::from(all[2 * end]), f64::from(all[2 * end + 1]))
    }

    /// `true` proves that two edges meet only in their common vertex, if they have one.
    fn pair_apart(&self, [[a, b], [c, d]]: [[u32; 2]; 2]) -> bool {
        let of = |vertex: u32, other: u32| -> [DVec2; 2] {
            [0, 1].map(|end| self.place(other, end) - self.place(vertex, end))
        };
        // Vectors from the far end of the first edge to the common vertex, and from there to the far end of the
        // second.
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

    /// `true` proves that one direction has a positive component along all vectors.
    fn half_plane(&self, vectors: &[DVec2]) -> bool {
        let (mut left, mut right) = (vectors[0], vectors[0]);
        for &vector in vectors {
            left = if left.perp_dot(vector) > 0.0 { vector } else { left };
            right = if right.perp_dot(vector) < 0.0 { vector } else { right };
        }
        let middle = (left.normalize_or_zero() + right.normalize_or_zero()).normalize_or_zero();
        // A vector has an error of 2e in each coordinate, a component 2√2·e. Rounding in double precision is
        // negligible.
        vectors.iter().all(|&vector| middle.dot(vector) > 4.0 * f64::from(self.error))
    }

    /// For cycles that do not cross, `true` proves that they wind at most once around any point. Either all
    /// cycles but one are proved clockwise, or no cycle that is not proved clockwise lies within another such
    /// cycle.
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

    /// `true` proves that the signed area of a cycle at the start is negative.
    fn clockwise(&self, cycle: &[[u32; 2]]) -> bool {
        let terms = cycle.iter().map(|&[from, to]| self.place(from, 0).perp_dot(self.place(to, 0)));
        // Coordinates are at most 2s, so each of m terms has an error of 8se. Rounding in double precision is
        // negligible.
        let size = f64::from(self.error) / f64::from(PROJECTED_POINT_ERROR);
        terms.sum::<f64>() < -(16.0 * cycle.len() as f64 * size * f64::from(self.error))
    }

    /// `true` proves that a cycle has a point outside the other at the start.
    fn reaches_beyond(&self, one: &[[u32; 2]], other: &[[u32; 2]]) -> bool {
        let most = |cycle: &[[u32; 2]], direction: DVec2| {
            cycle.iter().map(|edge| direction.dot(self.place(edge[0], 0))).fold(f64::NEG_INFINITY, f64::max)
        };
        // Each component has an error of at most 2e.
        let further = |direction: DVec2| most(one, direction) - most(other, direction) > 8.0 * f64::from(self.error);
        ADVANCE_DIRECTIONS.iter().any(|&direction| further(direction) || further(-direction))
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

    /// Whether the polygons of these edges, projected from above, are proved to wind once.
    fn proved(edges: &[[u32; 2]], frames: [&[DVec3]; 2]) -> bool {
        let (mut outline, mut plain) = (Outline::default(), PlanarContour::default());
        outline.gather(edges, &[]);
        plain.winds_once(&outline, &FacingDirection::new(2).plane(), frames, 1.0)
    }

    fn around(vertices: std::ops::Range<u32>) -> Vec<[u32; 2]> {
        vertices.clone().map(|i| [i, if i + 1 == vertices.end { vertices.start } else { i + 1 }]).collect()
    }

    /// Whether closed segments have a common point. Exact for small multiples of powers of two.
    fn meet([a, b]: [DVec2; 2], [c, d]: [DVec2; 2]) -> bool {
        let side = |p: DVec2, q: DVec2, r: DVec2| (q - p).perp_dot(r - p).partial_cmp(&0.0);
        let beside = |p: DVec2, q: DVec2, r: DVec2| (r - p).dot(r - q) <= 0.0 && (q - p).perp_dot(r - p) == 0.0;
        side(a, b, c) != side(a, b, d) && side(c, d, a) != side(c, d, b)
            || beside(a, b, c)
            || beside(a, b, d)
            || beside(c, d, a)
            || beside(c, d, b)
    }

    /// Whether edges without a common vertex do not meet, and edges with a common vertex do not fold onto each
    /// other.
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
        // The proof succeeds for more than half of the simple polygons, and enough polygons are not simple.
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
        // The first edges of the second cycle cross the last edges of the first. All of them go down, but no
        // run may span both cycles.
        let places = [[0, -8], [8, 0], [0, 8], [-8, 0], [-8, -2], [-3, -4], [-6, -8], [-12, -8]];
        let crossing = places.map(|[x, y]| DVec3::new(f64::from(x), f64::from(y), 0.0));
        assert!(!proved(&[around(0..4), around(4..8)].concat(), [&crossing, &crossing]));
        // Without a contour nothing is proved.
        assert!(!proved(&[], [&outer, &outer]));
    }
}
