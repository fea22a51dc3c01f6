//! Triangles of a trimmed face in its domain, for display.
//!
//! *Question.* Which triangles cover the part of the domain within the trimming curves, and end at the curves?
//! *Idea.* The curves become polygons, as fine as the curves in space require. Horizontal lines through all corners of
//! the polygons and of the grid cut the face into slabs. Within a slab no side begins or ends, so that neighbouring
//! sides, by the rule of even and odd, bound trapezoids. These are cut at the columns of the grid.
//! *Guarantee.* Floating point. Corners of the polygons are points of the trimming curves.
//! *Cost.* For each slab, the sides that cross it.
//! *Source.* The trapezoidal decomposition of polygons.

use super::{Face, PatchWork, Trim, TrimCurve};
use crate::tolerance::{DRAWN_SIDE_PARTS, THINNEST_SLAB};
use std::collections::HashMap;

/// Corners (u, v) and triangles, counter-clockwise in the domain.
pub(super) struct SlabTriangles {
    pub(super) corners: Vec<[f64; 2]>,
    pub(super) triangles: Vec<[usize; 3]>,
    numbers: HashMap<[u64; 2], usize>,
}

/// A side of a polygon, upwards.
struct UpwardSide {
    low: [f64; 2],
    high: [f64; 2],
}

impl UpwardSide {
    /// u at this v; exact at both ends.
    fn at(&self, v: f64) -> f64 {
        if v <= self.low[1] {
            return self.low[0];
        }
        if v >= self.high[1] {
            return self.high[0];
        }
        self.low[0] + (self.high[0] - self.low[0]) * ((v - self.low[1]) / (self.high[1] - self.low[1]))
    }
}

/// The triangles of a trimmed face over a grid of these lines. Sides deviate from the curves in space by about `error`
/// metres.
pub(super) fn triangles(face: &Face, trim: &Trim, [columns, rows]: [&[f64]; 2], error: f64) -> SlabTriangles {
    let mut found = SlabTriangles { corners: Vec::new(), triangles: Vec::new(), numbers: HashMap::new() };
    let mut sides = Vec::new();
    let mut heights: Vec<f64> = rows.to_vec();
    for curve in trim.loops().iter().flatten() {
        let points = polygon(face, curve, error);
        heights.extend(points.iter().map(|point| point[1]));
        for ends in points.windows(2) {
            let (low, high) = if ends[0][1] <= ends[1][1] { (ends[0], ends[1]) } else { (ends[1], ends[0]) };
            if low[1] < high[1] {
                sides.push(UpwardSide { low, high });
            }
        }
    }
    heights.sort_by(f64::total_cmp);
    heights.dedup();
    let thin = THINNEST_SLAB * (heights[heights.len() - 1] - heights[0]);
    sides.sort_by(|a, b| a.low[1].total_cmp(&b.low[1]));
    for ends in heights.windows(2) {
        let [low, high] = [ends[0], ends[1]];
        let middle = 0.5 * (low + high);
        let begun = sides.partition_point(|side| side.low[1] <= low);
        let mut crossing: Vec<&UpwardSide> = sides[..begun].iter().filter(|side| side.high[1] >= high).collect();
        crossing.sort_by(|a, b| a.at(middle).total_cmp(&b.at(middle)));
        for pair in crossing.chunks_exact(2) {
            let corner = |side: &UpwardSide, v: f64| [side.at(v), v];
            let (left, right) = (pair[0], pair[1]);
            let trapezoid = [corner(left, low), corner(right, low), corner(right, high), corner(left, high)];
            if high - low <= thin && right.at(middle) - left.at(middle) <= thin {
                continue;
            }
            found.cut(&trapezoid, columns);
        }
    }
    found
}

/// Points of a curve, so many that chords in space deviate by at most `error`.
fn polygon(face: &Face, curve: &TrimCurve, error: f64) -> Vec<[f64; 2]> {
    let mut work = PatchWork::default();
    let mut place = |s: f64| {
        let at = curve.at(s);
        face.patch().values(at.x, at.y, 0.0, &mut work)
    };
    let mut parts = 1;
    while parts < DRAWN_SIDE_PARTS {
        let off = (0..parts).map(|i| {
            let [from, middle, to] = [0.0, 0.5, 1.0].map(|share| place((i as f64 + share) / parts as f64));
            middle.distance(0.5 * (from + to))
        });
        if off.fold(0.0, f64::max) <= error {
            break;
        }
        parts *= 2;
    }
    let point = |i: usize| match i {
        0 => curve.start(),
        i if i == parts => curve.end(),
        i => curve.at(i as f64 / parts as f64),
    };
    (0..=parts).map(|i| point(i).to_array()).collect()
}

impl SlabTriangles {
    /// Adds a convex polygon, cut at the columns.
    fn cut(&mut self, polygon: &[[f64; 2]], columns: &[f64]) {
        let low = polygon.iter().map(|corner| corner[0]).fold(f64::INFINITY, f64::min);
        let high = polygon.iter().map(|corner| corner[0]).fold(f64::NEG_INFINITY, f64::max);
        let inner: Vec<f64> = columns.iter().copied().filter(|&column| low < column && column < high).collect();
        let mut rest = polygon.to_vec();
        for column in inner {
            self.fan(&clipped(&rest, column, true));
            rest = clipped(&rest, column, false);
        }
        self.fan(&rest);
    }

    fn fan(&mut self, polygon: &[[f64; 2]]) {
        let numbers: Vec<usize> = polygon.iter().map(|&corner| self.number(corner)).collect();
        for i in 1..numbers.len().saturating_sub(1) {
            let [a, b, c] = [numbers[0], numbers[i], numbers[i + 1]];
            if a != b && b != c && c != a {
                self.triangles.push([a, b, c]);
            }
        }
    }

    fn number(&mut self, corner: [f64; 2]) -> usize {
        *self.numbers.entry(corner.map(f64::to_bits)).or_insert_with(|| {
            self.corners.push(corner);
            self.corners.len() - 1
        })
    }
}

/// The part of a convex polygon on one side of a column.
fn clipped(polygon: &[[f64; 2]], column: f64, below: bool) -> Vec<[f64; 2]> {
    let keeps = |corner: &[f64; 2]| if below { corner[0] <= column } else { corner[0] >= column };
    let mut kept = Vec::with_capacity(polygon.len() + 2);
    for (index, corner) in polygon.iter().enumerate() {
        let next = &polygon[(index + 1) % polygon.len()];
        if keeps(corner) {
            kept.push(*corner);
        }
        if (corner[0] < column && next[0] > column) || (corner[0] > column && next[0] < column) {
            let share = (column - corner[0]) / (next[0] - corner[0]);
            kept.push([
                column,
                if corner[1] == next[1] { corner[1] } else { corner[1] + share * (next[1] - corner[1]) },
            ]);
        }
    }
    kept
}
