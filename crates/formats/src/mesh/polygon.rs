//! Triangulates polygons.
//!
//! *Question.* A file gives a face as a ring of corners. Which triangles cover it?
//!
//! *Idea.* Project the polygon along an axis: drop the coordinate in which its normal is largest. The remaining
//! coordinates are exact. A convex ring becomes a fan around its first corner. Any other ring is cut by ear clipping:
//! an ear is a left turn with a triangle that contains no other corner. A remainder without ears becomes a fan.
//!
//! *Guarantee.* In the projection, the triangles cover every point with a non-zero winding number: for any
//! triangulation, the winding numbers of the triangles add up to that of the ring. If no triangle is flipped, no terms
//! of the sum cancel, and every point is covered as often as the ring winds around it (a simple polygon exactly once).
//! The signs of turns are exact, so flipped triangles are detected. They occur if the ring crosses itself. Then the
//! triangles may cover more than the polygon, never less, and a warning counts the ring.
//!
//! *Cost.* Linear for convex rings; quadratic in the corners, at most [`MAXIMUM_EAR_CORNERS`], for other rings.
//!
//! *Source.* G. Meisters, "Polygons have ears", Amer. Math. Monthly 82 (1975); J. O'Rourke, *Computational Geometry in
//! C*, section 1.4 (clipping an ear changes the ear status of its two neighbours only); J. Shewchuk's exact orientation
//! predicate through the crate `robust`.

use crate::tolerance::{FLATNESS, MAXIMUM_EAR_CORNERS};
use glam::DVec3;
use robust::{Coord, orient2d};

/// The quality of a triangulation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct PolygonCut {
    /// The triangles may cover more than the polygon, which crosses itself or has too many corners.
    pub(super) excess: bool,
    /// Greatest distance of a corner from the plane of the polygon, relative to its size; `None` within [`FLATNESS`].
    pub(super) uneven: Option<f64>,
}

/// Appends the triangles of a ring of at least three corners, which are indices into `vertices`.
pub(super) fn cut(vertices: &[DVec3], ring: &[u32], triangles: &mut Vec<[u32; 3]>) -> PolygonCut {
    if let [a, b, c] = *ring {
        triangles.push([a, b, c]);
        return PolygonCut { excess: false, uneven: None };
    }
    let points: Vec<DVec3> = ring.iter().map(|&corner| vertices[corner as usize]).collect();
    let normal: DVec3 = fan_areas(&points).sum();
    let sizes: DVec3 = fan_areas(&points).map(DVec3::abs).sum();
    let flat = project(&points, normal, sizes);
    // The ring has no area, hence the fan has none.
    if sizes == DVec3::ZERO || is_convex(&flat) {
        fan(ring, triangles);
        return PolygonCut { excess: false, uneven: unevenness(&points, normal) };
    }
    if ring.len() > MAXIMUM_EAR_CORNERS {
        fan(ring, triangles);
        return PolygonCut { excess: true, uneven: unevenness(&points, normal) };
    }
    let leftover = cut_ears(&flat, ring, triangles);
    fan(&leftover.iter().map(|&corner| ring[corner]).collect::<Vec<_>>(), triangles);
    // Ears are never flipped. The last triangle may be, and a ring without ears crosses itself.
    let excess = match leftover[..] {
        [a, b, c] => !(orient2d(flat[a], flat[b], flat[c]) >= 0.0),
        _ => true,
    };
    PolygonCut { excess, uneven: unevenness(&points, normal) }
}

/// The triangles around the first corner.
fn fan(ring: &[u32], triangles: &mut Vec<[u32; 3]>) {
    triangles.extend(ring.windows(2).skip(1).map(|pair| [ring[0], pair[0], pair[1]]));
}

/// Twice the area vectors of the triangles of the fan. They add up to twice the area vector of the ring.
fn fan_areas(points: &[DVec3]) -> impl Iterator<Item = DVec3> {
    let origin = points[0];
    points.windows(2).map(move |pair| (pair[0] - origin).cross(pair[1] - origin))
}

/// Projects the ring along an axis so that it turns left. Drops the coordinate in which the sum of the absolute areas
/// of its triangles (`sizes`) is largest. The area vector `normal` alone would not do: it vanishes for a figure of
/// eight, and the projection could be edge-on.
fn project(points: &[DVec3], normal: DVec3, sizes: DVec3) -> Vec<Coord<f64>> {
    let axis = sizes.max_position();
    let (first, second) = ((axis + 1) % 3, (axis + 2) % 3);
    let (first, second) = if normal[axis] < 0.0 { (second, first) } else { (first, second) };
    points.iter().map(|point| Coord { x: point[first], y: point[second] }).collect()
}

/// Whether the ring is convex: it turns left or goes straight at every corner, and winds once.
fn is_convex(ring: &[Coord<f64>]) -> bool {
    // Repeated corners would hide a turn.
    let mut ring = ring.to_vec();
    ring.dedup_by_key(|corner| (corner.x, corner.y));
    let count = ring.len();
    let corner = |index: usize| ring[index % count];
    let forward = |index: usize| (corner(index).x, corner(index).y) < (corner(index + 1).x, corner(index + 1).y);
    let turns_left = |index: usize| orient2d(corner(index), corner(index + 1), corner(index + 2)) >= 0.0;
    // A ring that winds k times changes direction along an axis 2k times.
    let reversals = (0..count).filter(|&index| forward(index) != forward(index + 1)).count();
    let closed_twice = count > 1 && (ring[0].x, ring[0].y) == (ring[count - 1].x, ring[count - 1].y);
    !closed_twice && reversals <= 2 && (0..count).all(turns_left)
}

/// Clips ears until a triangle is left or no ear is found. Returns the remaining corners, as positions in the ring.
fn cut_ears(points: &[Coord<f64>], ring: &[u32], triangles: &mut Vec<[u32; 3]>) -> Vec<usize> {
    let mut chain = Chain::new(points);
    // Search everywhere first, then only beside each clipped ear. Rings that touch themselves can hide an ear from the
    // neighbour rule; a few full searches find it without cubic cost.
    let mut full_searches = 3;
    let mut candidates: Vec<usize> = (0..points.len()).rev().collect();
    while chain.length > 3 {
        let Some(tip) = candidates.pop() else {
            if full_searches == 0 {
                break;
            }
            full_searches -= 1;
            candidates.extend(chain.corners());
            continue;
        };
        if chain.removed[tip] || !chain.is_ear(tip, full_searches < 3) {
            continue;
        }
        let (before, after) = (chain.before[tip], chain.after[tip]);
        triangles.push([ring[before], ring[tip], ring[after]]);
        chain.remove(tip);
        candidates.extend([before, after]);
    }
    chain.corners()
}

/// The remaining corners, as a doubly linked ring.
struct Chain<'a> {
    points: &'a [Coord<f64>],
    before: Vec<usize>,
    after: Vec<usize>,
    removed: Vec<bool>,
    length: usize,
    some_corner: usize,
}

impl<'a> Chain<'a> {
    fn new(points: &'a [Coord<f64>]) -> Self {
        let count = points.len();
        let before = (0..count).map(|index| (index + count - 1) % count).collect();
        let after = (0..count).map(|index| (index + 1) % count).collect();
        Self { points, before, after, removed: vec![false; count], length: count, some_corner: 0 }
    }

    fn remove(&mut self, corner: usize) {
        let (before, after) = (self.before[corner], self.after[corner]);
        self.after[before] = after;
        self.before[after] = before;
        self.removed[corner] = true;
        self.length -= 1;
        self.some_corner = after;
    }

    fn corners(&self) -> Vec<usize> {
        let ring = std::iter::successors(Some(self.some_corner), |&corner| Some(self.after[corner]));
        ring.take(self.length).collect()
    }

    /// Whether the corner turns left and no other corner lies in its triangle. A straight corner is an (empty) ear only
    /// if `straight` is set: clipping it with the ear of its neighbour gives better triangles.
    fn is_ear(&self, tip: usize, straight: bool) -> bool {
        let (before, after) = (self.before[tip], self.after[tip]);
        let [a, b, c] = [before, tip, after].map(|corner| self.points[corner]);
        let turn = orient2d(a, b, c);
        if !(turn > 0.0) {
            return straight && turn == 0.0;
        }
        let mut corner = self.after[after];
        while corner != before {
            let point = self.points[corner];
            let is_tip = [a, b, c].iter().any(|other| (other.x, other.y) == (point.x, point.y));
            let inside =
                || orient2d(a, b, point) >= 0.0 && orient2d(b, c, point) >= 0.0 && orient2d(c, a, point) >= 0.0;
            if !is_tip && inside() {
                return false;
            }
            corner = self.after[corner];
        }
        true
    }
}

/// Largest distance of a corner from the plane through the centroid, divided by the largest distance from the centroid.
/// `None` up to [`FLATNESS`].
fn unevenness(points: &[DVec3], normal: DVec3) -> Option<f64> {
    let direction = normal.try_normalize()?;
    let centre = points.iter().sum::<DVec3>() / points.len() as f64;
    let size = points.iter().map(|&point| (point - centre).length()).fold(0.0, f64::max);
    let height = points.iter().map(|&point| (point - centre).dot(direction).abs()).fold(0.0, f64::max);
    (height > FLATNESS * size).then(|| height / size)
}

#[cfg(test)]
#[path = "polygon_tests.rs"]
mod tests;
