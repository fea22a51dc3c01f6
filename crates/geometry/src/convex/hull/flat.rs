//! The convex hull of coplanar points.
//!
//! *Question.* Which polygon bounds coplanar points?
//! *Idea.* A projection along an axis that is not parallel to the plane loses nothing. In the projection the points
//! are sorted, and two monotone chains keep the left turns.
//! *Guarantee.* Exact: the vertices are the extreme points.
//! *Cost.* `O(n log n)`.
//! *Source.* A. M. Andrew, *Another efficient algorithm for convex hulls in two dimensions*, Information Processing
//! Letters 9 (1979).

use super::super::orientation::{projected, turn};
use glam::DVec3;

/// A fan of the polygon, counter-clockwise seen from the positive side of the axis.
pub(super) fn triangles(points: &[DVec3], axis: usize) -> Vec<[u32; 3]> {
    let place = |index: u32| projected(points[index as usize], axis);
    let mut order: Vec<u32> = (0..points.len() as u32).collect();
    // Adding zero makes the two zeros equal for the order.
    let key = |index: u32| place(index).to_array().map(|coordinate| coordinate + 0.0);
    order.sort_unstable_by(|&a, &b| {
        let ([ax, ay], [bx, by]) = (key(a), key(b));
        ax.total_cmp(&bx).then(ay.total_cmp(&by)).then(a.cmp(&b))
    });
    order.dedup_by(|a, b| place(*a) == place(*b));
    let mut polygon = chain(order.iter().copied(), place);
    polygon.extend(chain(order.iter().rev().copied(), place));
    fan(&polygon)
}

/// The chain of left turns from the first to the last point. Its last point starts the next chain and is left out.
fn chain(order: impl Iterator<Item = u32>, place: impl Fn(u32) -> glam::DVec2) -> Vec<u32> {
    let mut kept: Vec<u32> = Vec::new();
    for point in order {
        while let [.., before, last] = kept[..] {
            if turn(place(before), place(last), place(point)) > 0.0 {
                break;
            }
            kept.pop();
        }
        kept.push(point);
    }
    kept.pop();
    kept
}

/// The triangles between the first corner of a convex polygon and its sides.
pub(super) fn fan(polygon: &[u32]) -> Vec<[u32; 3]> {
    let sides = polygon.windows(2).skip(1);
    sides.map(|side| [polygon[0], side[0], side[1]]).collect()
}
