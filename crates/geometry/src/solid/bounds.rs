//! Proofs about a whole region by subdivision.
//!
//! *Question.* Does a box hold the solid? What is a small box that does? Does an element have any point?
//! *Idea.* Bisect boxes along their longest side until the enclosure of the function decides each of them. The
//! sides of the bounding box move inward by slabs that are proved free of the solid; the slabs become thinner
//! and thinner.
//! *Guarantee.* Everything discarded is proved to hold no point. Everything undecided when the budget runs out
//! is kept.
//! *Cost.* At most a few thousand evaluations, once per solid.

use super::{Solid, SolidElement, SolidLeaf, SolidWork};
use crate::tolerance::{
    AROUND_BOXES, ELEMENT_BOXES, ELEMENT_SIZE, ORDINARY_INSTRUCTIONS, REGION_BOXES, REGION_HALVINGS, REGION_ROUNDS,
};
use tangency_interval::{Interval, Vector, Vector3};

/// `true` proves that the function is positive on all sides of the box.
pub(super) fn positive_around(leaf: &SolidLeaf, region: Vector3, span: Interval, work: &mut SolidWork) -> bool {
    sides(region).into_iter().all(|side| {
        let mut stack = vec![SpaceTimeBox { place: side, time: span }];
        for _ in 0..affordable(AROUND_BOXES, leaf.instructions()) {
            let Some(piece) = stack.pop() else { return true };
            if !(tight_value(leaf, piece.place, piece.time, work).lower() > 0.0) {
                stack.extend(piece.halves(leaf.deforms()));
            }
        }
        stack.is_empty()
    })
}

/// `true` proves that the function is positive everywhere outside the box.
pub(super) fn positive_beyond(leaf: &SolidLeaf, region: Vector3, span: Interval, work: &mut SolidWork) -> bool {
    (0..3).all(|axis| {
        let below = Interval::between(f64::NEG_INFINITY, region[axis].lower());
        let above = Interval::between(region[axis].upper(), f64::INFINITY);
        [below, above].into_iter().all(|outside| {
            let mut place = Vector([Interval::ENTIRE; 3]);
            place[axis] = outside;
            leaf.value(place, span, work).lower() > 0.0
        })
    })
}

/// A small box, within the given region, that is proved to hold the solid. Empty if the solid is proved empty.
pub(super) fn tight_box(solid: &Solid, mut region: Vector3, work: &mut SolidWork) -> Vector3 {
    if free(solid, region, work) {
        return Vector([Interval::EMPTY; 3]);
    }
    for _ in 0..REGION_ROUNDS {
        let before = region;
        for side in 0..6 {
            shrink(solid, &mut region, side, work);
        }
        // Once a side has moved, slabs along the other sides are smaller and easier to prove free.
        if region == before {
            break;
        }
    }
    region
}

/// Moves one of the six sides of the region inward by slabs that are free of the solid.
fn shrink(solid: &Solid, region: &mut Vector3, side: usize, work: &mut SolidWork) {
    let (axis, upper) = (side / 2, side % 2 == 1);
    for halving in 1..=REGION_HALVINGS {
        let [lower, end] = [region[axis].lower(), region[axis].upper()];
        let thickness = region[axis].width() * 0.5_f64.powi(halving);
        // The slab that may be removed, and the remainder.
        let cut = if upper { end - thickness } else { lower + thickness };
        let [before, after] = [Interval::between(lower, cut), Interval::between(cut, end)];
        let [slab, rest] = if upper { [after, before] } else { [before, after] };
        if free(solid, replaced(*region, axis, slab), work) {
            region[axis] = rest;
        }
    }
}

fn replaced(mut region: Vector3, axis: usize, side: Interval) -> Vector3 {
    region[axis] = side;
    region
}

/// `true` proves that the region holds no point of the solid.
fn free(solid: &Solid, region: Vector3, work: &mut SolidWork) -> bool {
    let mut stack = vec![SpaceTimeBox { place: region, time: solid.span }];
    for _ in 0..affordable(REGION_BOXES, solid.instructions()) {
        let Some(piece) = stack.pop() else { return true };
        let mut value = |leaf: usize| {
            let leaf = &solid.leaves[leaf];
            let value = tight_value(leaf, piece.place, piece.time, work);
            leaf.limited(value, piece.place, piece.time, work)
        };
        if solid.tree.value_by(&mut value).lower() > 0.0 {
            continue;
        }
        let middle = Vector::point(piece.place.mid());
        if solid.value(middle, piece.time, work).upper() <= 0.0 {
            return false;
        }
        stack.extend(piece.halves(solid.deforms()));
    }
    stack.is_empty()
}

/// Removes the elements that are proved to have no point within the bounding box of the solid.
pub(super) fn with_points(elements: Vec<SolidElement>, solid: &Solid, work: &mut SolidWork) -> Vec<SolidElement> {
    let smallest = ELEMENT_SIZE * solid.region.width();
    let whole = SpaceTimeBox { place: solid.region, time: solid.span };
    let mut present = vec![false; elements.len()];
    let mut stack = vec![(whole, (0..elements.len()).collect::<Vec<usize>>())];
    for _ in 0..affordable(ELEMENT_BOXES, solid.instructions()) {
        let Some((piece, mut candidates)) = stack.pop() else { break };
        candidates.retain(|&candidate| !present[candidate]);
        if candidates.is_empty() {
            continue;
        }
        let SpaceTimeBox { place, time, .. } = piece;
        // The leaves are enclosed once for all elements.
        let values: Vec<Interval> = solid.leaves.iter().map(|leaf| tight_value(leaf, place, time, work)).collect();
        let members: Vec<Interval> =
            solid.leaves.iter().zip(&values).map(|(leaf, &value)| leaf.limited(value, place, time, work)).collect();
        candidates.retain(|&candidate| {
            let element = &elements[candidate];
            let zero = element.leaves().iter().all(|&leaf| values[leaf].contains(0.0) && members[leaf].contains(0.0));
            zero && !element.condition_by(&mut |leaf| members[leaf]).is_some_and(|excess| excess.lower() > 0.0)
        });
        if place.width() <= smallest {
            candidates.into_iter().for_each(|candidate| present[candidate] = true);
        } else if !candidates.is_empty() {
            stack.extend(piece.halves(solid.deforms()).map(|half| (half, candidates.clone())));
        }
    }
    stack.into_iter().flat_map(|(_, candidates)| candidates).for_each(|candidate| present[candidate] = true);
    elements.into_iter().zip(present).filter_map(|(element, present)| present.then_some(element)).collect()
}

/// The number of boxes that fit the budget, if each costs this many instructions.
fn affordable(boxes: usize, instructions: usize) -> usize {
    boxes.min(boxes * ORDINARY_INSTRUCTIONS / instructions.max(1)).max(1)
}

/// The natural enclosure; if its sign is undecided, tightened by the mean value form.
fn tight_value(leaf: &SolidLeaf, place: Vector3, time: Interval, work: &mut SolidWork) -> Interval {
    let value = leaf.value(place, time, work);
    if !value.contains(0.0) {
        return value;
    }
    leaf.slope(place, time, work).map_or(value, |slope| slope.value.intersection(value))
}

/// A box of space during a time interval.
#[derive(Clone, Copy)]
struct SpaceTimeBox {
    place: Vector3,
    time: Interval,
}

impl SpaceTimeBox {
    /// Bisects the box in space, or in time if the solid deforms and the time interval in seconds exceeds the
    /// width in metres.
    fn halves(self, deforms: bool) -> [Self; 2] {
        if deforms && self.time.width() > self.place.width() {
            let (early, late) = self.time.split();
            return [early, late].map(|time| Self { time, ..self });
        }
        let (left, right) = self.place.split(self.place.widest());
        [left, right].map(|place| Self { place, ..self })
    }
}

/// The six sides of a box.
fn sides(region: Vector3) -> [Vector3; 6] {
    std::array::from_fn(|side| {
        let (axis, end) = (side / 2, [Interval::lower, Interval::upper][side % 2]);
        let mut place = region;
        place[axis] = Interval::from(end(region[axis]));
        place
    })
}
