//! Proofs about a whole region by cutting it up.
//!
//! *Question.* Is the solid within its box, how small a box holds it, and does an element have any point at all?
//! *Idea.* Boxes are halved along their longest side until the enclosure of the function decides about each of them.
//! *Guarantee.* What is discarded is proved to hold no point; what is left when the budget is spent is kept.
//! *Cost.* At most a few thousand evaluations, once, when a solid is made.

use super::{Element, Leaf, Solid, Workspace};
use crate::tolerance::{ELEMENT_BOXES, ELEMENT_SIZE, REGION_BOXES, REGION_SIZE};
use std::collections::VecDeque;
use tangency_interval::{Interval, Vector, Vector3};

/// Whether the function is proved to be positive on all sides of the box.
pub(super) fn positive_around(leaf: &Leaf, region: Vector3, span: Interval, work: &mut Workspace) -> bool {
    sides(region).into_iter().all(|side| {
        let mut queue = VecDeque::from([side]);
        for _ in 0..REGION_BOXES {
            let Some(place) = queue.pop_front() else { return true };
            if !(best_value(leaf, place, span, work).lower() > 0.0) {
                queue.extend(halves(place));
            }
        }
        queue.is_empty()
    })
}

/// Whether the function is proved to be positive everywhere outside of the box.
pub(super) fn positive_beyond(leaf: &Leaf, region: Vector3, span: Interval, work: &mut Workspace) -> bool {
    (0..3).all(|axis| {
        [
            Interval::between(f64::NEG_INFINITY, region[axis].lower()),
            Interval::between(region[axis].upper(), f64::INFINITY),
        ]
        .into_iter()
        .all(|outside| {
            let mut place = Vector([Interval::ENTIRE; 3]);
            place[axis] = outside;
            leaf.value(place, span, work).lower() > 0.0
        })
    })
}

/// The smallest box that is cheaply proved to hold the solid, within the region that holds it; empty if it is proved to be
/// empty.
pub(super) fn tight_box(solid: &Solid, region: Vector3, work: &mut Workspace) -> Vector3 {
    let span = solid.span;
    let instant = if span.is_bounded() { span.mid() } else { 0.0 };
    // Points of the solid: what is within their box cannot make the answer larger.
    let mut known = Vector([Interval::EMPTY; 3]);
    let smallest = REGION_SIZE * region.width();
    let (mut queue, mut kept) = (VecDeque::from([region]), Vector([Interval::EMPTY; 3]));
    for _ in 0..REGION_BOXES {
        let Some(place) = queue.pop_front() else { break };
        if place.subset(known) || solid.value(place, span, work).lower() > 0.0 {
            continue;
        }
        let middle = Vector::point(place.mid());
        if solid.value(middle, Interval::from(instant), work).upper() <= 0.0 {
            known = known.hull(middle);
        }
        if place.width() <= smallest {
            kept = kept.hull(place);
        } else {
            queue.extend(halves(place));
        }
    }
    queue.into_iter().fold(kept.hull(known), Vector3::hull)
}

/// Whether the element may have a point within the bounding box of the solid.
pub(super) fn may_have_a_point(element: &Element, solid: &Solid, work: &mut Workspace) -> bool {
    let smallest = ELEMENT_SIZE * solid.region.width();
    let mut stack = vec![solid.region];
    for _ in 0..ELEMENT_BOXES {
        let Some(place) = stack.pop() else { return false };
        let none = element
            .leaves()
            .iter()
            .any(|&leaf| !best_value(&solid.leaves[leaf], place, solid.span, work).contains(0.0));
        if none || element.excess(solid, place, solid.span, work).is_some_and(|excess| excess.lower() > 0.0) {
            continue;
        }
        if place.width() <= smallest {
            return true;
        }
        stack.extend(halves(place));
    }
    !stack.is_empty()
}

/// The value by itself or by the mean value theorem, whichever can be had.
fn best_value(leaf: &Leaf, place: Vector3, span: Interval, work: &mut Workspace) -> Interval {
    leaf.slope(place, span, work).map_or_else(|| leaf.value(place, span, work), |slope| slope.value)
}

fn halves(place: Vector3) -> [Vector3; 2] {
    let (left, right) = place.split(place.widest());
    [left, right]
}

/// The six sides of a box.
fn sides(region: Vector3) -> [Vector3; 6] {
    std::array::from_fn(|side| {
        let (axis, number) =
            (side / 2, if side % 2 == 0 { region[side / 2].lower() } else { region[side / 2].upper() });
        let mut place = region;
        place[axis] = Interval::from(number);
        place
    })
}
