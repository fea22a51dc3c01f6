//! Whether two implicit solids have a common point at an instant.
//!
//! **Question.** Is there a point at which neither function is positive?
//!
//! **Idea.** Bisect the intersection of both boxes, the half with the smaller values first. A cell on which one of
//! the functions is positive is outside of that solid. A cell on which neither is positive is common to both.
//!
//! **Guarantee.** [`OverlapOutcome::Apart`] is a proof, and so is a point that is marked proved.
//!
//! **Cost.** Few cells if they overlap; otherwise about one over the gap, in units of their size.

use crate::curved::equations::RelativePose;
use crate::tolerance::DESCENT_STEPS;
use glam::DVec3;
use tangency_geometry::Solid;
use tangency_geometry::solid::{SolidLeaf, SolidWork};
use tangency_interval::{Interval, StopSignal, Vector3};

/// The result of the comparison.
pub(super) enum OverlapOutcome {
    /// They have no common point.
    Apart,
    /// They have this point in common, given in the frame of the second solid. If it is not proved, both are within
    /// the tolerance of it.
    Common { place: Vector3, proved: bool },
    /// The budget ended first. The midpoint with the smallest value is a point to start a local search from.
    Unfinished { nearest: DVec3 },
}

/// Two implicit solids at an instant.
pub(super) struct SolidOverlap<'question> {
    a: &'question Solid,
    b: &'question Solid,
    /// The pose of `a` in the frame of `b`.
    relative: RelativePose,
    time: Interval,
}

impl<'question> SolidOverlap<'question> {
    pub(super) fn new([a, b]: [&'question Solid; 2], relative: RelativePose, time: Interval) -> Self {
        Self { a, b, relative, time }
    }

    /// Searches for a common point, in cells down to the size `smallest` in metres. Counts the steps.
    pub(super) fn overlap(&self, smallest: f64, budget: u64, steps: &mut u64, stop: &StopSignal) -> OverlapOutcome {
        let mut work = SolidWork::default();
        let both = self.relative.point(self.a.bounding_box()).intersection(self.b.bounding_box());
        let mut nearest = (f64::INFINITY, both.mid());
        let mut pending = if both.is_empty() { Vec::new() } else { vec![both] };
        while let Some(cell) = pending.pop() {
            *steps += 1;
            if *steps > budget || stop.is_stopped() {
                return OverlapOutcome::Unfinished { nearest: DVec3::from_array(nearest.1) };
            }
            let value = self.value(cell, &mut work);
            if value.lower() > 0.0 {
                continue;
            }
            if value.upper() <= 0.0 || cell.width() <= smallest {
                return OverlapOutcome::Common { place: Vector3::point(cell.mid()), proved: value.upper() <= 0.0 };
            }
            let (low, high) = cell.split(cell.widest());
            let [of_low, of_high] = [low, high].map(|half| {
                let value = self.value(Vector3::point(half.mid()), &mut work).mid();
                if value < nearest.0 {
                    nearest = (value, half.mid());
                }
                value
            });
            // The last cell is next.
            pending.extend(if of_low < of_high { [high, low] } else { [low, high] });
        }
        OverlapOutcome::Apart
    }

    /// Searches for a common point near a point by descent, for solids that only just overlap or almost touch. The
    /// sum of the distances to both surfaces has its minimum where the surfaces are closest; its gradient is the sum
    /// of the unit normals. The step length follows from the last two gradients (Barzilai and Borwein 1988).
    ///
    /// A point is common only if the enclosures of both values say so. A point from which both solids are proved
    /// closer than `within` is common within twice that.
    pub(super) fn descend(&self, from: DVec3, within: f64) -> Option<OverlapOutcome> {
        let mut work = SolidWork::default();
        let (mut place, mut length) = (from, 0.0);
        let mut last: Option<(DVec3, DVec3)> = None;
        for _ in 0..DESCENT_STEPS {
            let here = Vector3::point(place.to_array());
            if self.value(here, &mut work).upper() <= 0.0 {
                return Some(OverlapOutcome::Common { place: here, proved: true });
            }
            let [to_a, to_b] = self.surfaces(place)?;
            let gradient = to_a.normal + to_b.normal;
            length = match last {
                Some((before, slope)) => {
                    let (moved, change) = (place - before, gradient - slope);
                    let along = moved.dot(change);
                    if along > 0.0 { moved.dot(moved) / along } else { length }
                }
                None => (to_a.distance + to_b.distance).abs() / gradient.length_squared().max(f64::MIN_POSITIVE),
            };
            last = Some((place, gradient));
            // Half the difference of the distances moves the point to equal depth in both.
            place += to_a.normal * (0.5 * (to_b.distance - to_a.distance)) - gradient * length;
        }
        let [inner_a, inner_b] = self.surfaces(place)?.map(|surface| place - surface.normal * within);
        let [inner_a, inner_b] = [inner_a, inner_b].map(|inner| Vector3::point(inner.to_array()));
        let near = self.value_a(inner_a, &mut work).upper() <= 0.0
            && self.b.value(inner_b, self.time, &mut work).upper() <= 0.0;
        near.then(|| OverlapOutcome::Common { place: Vector3::point(place.to_array()), proved: false })
    }

    /// The surfaces of `a` and `b` as seen from a point, in the frame of `b`.
    fn surfaces(&self, place: DVec3) -> Option<[NearestSurface; 2]> {
        let seen = self.relative.rotation.transpose() * (Vector3::point(place.to_array()) - self.relative.translation);
        let of_a = nearest_surface(self.a, DVec3::from_array(seen.mid()), self.time)?;
        let normal = self.relative.rotation * Vector3::point(of_a.normal.to_array());
        let of_a = NearestSurface { normal: DVec3::from_array(normal.mid()), ..of_a };
        Some([of_a, nearest_surface(self.b, place, self.time)?])
    }

    /// The larger of both functions: not positive on common points.
    fn value(&self, place: Vector3, work: &mut SolidWork) -> Interval {
        self.b.value(place, self.time, work).max(self.value_a(place, work))
    }

    /// The function of `a` at a point in the frame of `b`.
    fn value_a(&self, place: Vector3, work: &mut SolidWork) -> Interval {
        let seen = self.relative.rotation.transpose() * (place - self.relative.translation);
        self.a.value(seen, self.time, work)
    }
}

/// The surface of a solid as seen from a point: to first order, in floating point.
pub(super) struct NearestSurface {
    /// The outward unit normal.
    pub(super) normal: DVec3,
    /// The signed distance; negative inside.
    distance: f64,
}

/// The surface of the leaf whose value is that of the solid at a point. `None` where it has no gradient.
pub(super) fn nearest_surface(solid: &Solid, place: DVec3, time: Interval) -> Option<NearestSurface> {
    let mut work = SolidWork::default();
    let place = Vector3::point(place.to_array());
    let value = solid.value(place, time, &mut work).mid();
    let mut difference = |leaf: &SolidLeaf| (leaf.value(place, time, &mut work).mid() - value).abs();
    let leaves = solid.leaves().iter().map(|leaf| (difference(leaf), leaf));
    let in_force = leaves.min_by(|one, other| one.0.total_cmp(&other.0))?.1;
    let gradient = DVec3::from_array(in_force.slope(place, time, &mut work)?.gradient.mid());
    let normal = gradient.try_normalize()?;
    Some(NearestSurface { normal, distance: value / gradient.length() })
}
