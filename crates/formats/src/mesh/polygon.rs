//! Cutting polygons into triangles.
//!
//! *Question.* A file gives a face as a ring of corners. Which triangles cover it?
//!
//! *Idea.* Look along the polygon's normal (Newell's sum), by leaving out the coordinate in which the normal is
//! longest: what is left of the coordinates is exact. A convex ring becomes a fan around its first corner. Any other
//! ring loses one ear after the other: a corner that turns left and whose triangle holds no other corner. A ring
//! without ears (it crosses itself) becomes a fan.
//!
//! *Guarantee.* Seen along that direction, every point around which the ring winds is covered by a triangle, always:
//! however the ring is cut, the winding numbers of the triangles add up to that of the ring. Signs of turns are exact,
//! so a simple flat polygon is covered exactly once, without excess, as far as its corners are flat. Fans of rings that cross themselves
//! may cover more, never less, and are counted for a warning.
//!
//! *Cost.* Linear for convex rings; the square of the corners, at most [`MAXIMUM_EAR_CORNERS`], for the others.
//!
//! *Source.* G. Meisters, "Polygons have ears", Amer. Math. Monthly 82 (1975); J. O'Rourke, *Computational Geometry in
//! C*, section 1.4, whose observation that only the neighbours of a cut ear change their state is used; J. Shewchuk's
//! exact orientation predicate through the crate `robust`.

use crate::tolerance::{FLATNESS, MAXIMUM_EAR_CORNERS};
use glam::DVec3;
use robust::{Coord, orient2d};

/// How a ring of corners was cut.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Cut {
    /// The triangles may cover more than the polygon, which crosses itself or has too many corners.
    pub(super) excess: bool,
    /// The farthest corner from the polygon's plane, relative to the polygon's size, where that is remarkable.
    pub(super) uneven: Option<f64>,
}

/// Appends the triangles of a ring of at least three corners, which are indices into `vertices`.
pub(super) fn cut(vertices: &[DVec3], ring: &[u32], triangles: &mut Vec<[u32; 3]>) -> Cut {
    if let [a, b, c] = *ring {
        triangles.push([a, b, c]);
        return Cut { excess: false, uneven: None };
    }
    let points: Vec<DVec3> = ring.iter().map(|&corner| vertices[corner as usize]).collect();
    let normal = newell_normal(&points);
    let flat = project(&points, normal);
    if is_convex(&flat) {
        fan(ring, triangles);
        return Cut { excess: false, uneven: unevenness(&points, normal) };
    }
    if ring.len() > MAXIMUM_EAR_CORNERS {
        fan(ring, triangles);
        return Cut { excess: true, uneven: unevenness(&points, normal) };
    }
    let leftover = cut_ears(&flat, ring, triangles);
    fan(&leftover, triangles);
    // What has no ears crosses itself, unless it has no area at all.
    Cut { excess: leftover.len() > 3, uneven: unevenness(&points, normal) }
}

/// The triangles around the first corner.
fn fan(ring: &[u32], triangles: &mut Vec<[u32; 3]>) {
    triangles.extend(ring.windows(2).skip(1).map(|pair| [ring[0], pair[0], pair[1]]));
}

/// Twice the area vector of the ring.
fn newell_normal(points: &[DVec3]) -> DVec3 {
    let origin = points[0];
    points.windows(2).map(|pair| (pair[0] - origin).cross(pair[1] - origin)).sum()
}

/// The ring seen against its normal: the longest coordinate of the normal is left out, and the other two are taken in
/// the order that makes the ring turn left.
fn project(points: &[DVec3], normal: DVec3) -> Vec<Coord<f64>> {
    let size = normal.abs();
    let (axis, along) = if size.x >= size.y && size.x >= size.z {
        (0, normal.x)
    } else if size.y >= size.z {
        (1, normal.y)
    } else {
        (2, normal.z)
    };
    let (first, second) = ((axis + 1) % 3, (axis + 2) % 3);
    let (first, second) = if along < 0.0 { (second, first) } else { (first, second) };
    points.iter().map(|point| Coord { x: point[first], y: point[second] }).collect()
}

/// Whether the ring turns left at every corner (or goes straight on) and goes round once.
fn is_convex(ring: &[Coord<f64>]) -> bool {
    let count = ring.len();
    let mut direction = None;
    let mut reversals = 0;
    let mut first_direction = None;
    for index in 0..count {
        let (here, next, after) = (ring[index], ring[(index + 1) % count], ring[(index + 2) % count]);
        if !(orient2d(here, next, after) >= 0.0) {
            return false;
        }
        if (here.x, here.y) != (next.x, next.y) {
            let forward = (here.x, here.y) < (next.x, next.y);
            reversals += usize::from(direction.is_some_and(|before| before != forward));
            direction = Some(forward);
            first_direction = first_direction.or(direction);
        }
    }
    reversals += usize::from(direction != first_direction);
    // A ring that goes round k times reverses its direction 2k times.
    reversals <= 2
}

/// Cuts ears until a triangle or less is left, or no ear is found; returns the rest of the ring.
fn cut_ears(points: &[Coord<f64>], ring: &[u32], triangles: &mut Vec<[u32; 3]>) -> Vec<u32> {
    let mut chain = Chain::new(points);
    // Ears are looked for everywhere at first, then beside each cut. Rings that touch themselves can hide an ear from
    // the neighbour rule; a few full searches find those without making the cost cubic.
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
    chain.corners().into_iter().map(|corner| ring[corner]).collect()
}

/// The corners that are still there, as a doubly linked ring.
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

    /// Whether the corner turns left and no other corner lies in its triangle. A corner that goes straight on counts
    /// as an (empty) ear only where `straight` allows it: it is better cut off with its neighbour's ear.
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

/// The largest distance of a corner from the plane through the centre, relative to that from the centre, if remarkable.
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
