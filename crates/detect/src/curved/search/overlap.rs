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
use tangency_geometry::Solid;
use tangency_geometry::solid::SolidWork;
use tangency_interval::{Interval, Vector3};

/// The result of the comparison.
pub(super) enum OverlapOutcome {
    /// They have no common point.
    Apart,
    /// They have this point in common, given in the frame of the second solid. If it is not proved, one may be
    /// within the smallest cell size.
    Common { place: Vector3, proved: bool },
    /// The budget ended first.
    Unfinished,
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
    pub(super) fn overlap(&self, smallest: f64, budget: u64, steps: &mut u64) -> OverlapOutcome {
        let mut work = SolidWork::default();
        let both = self.relative.point(self.a.bounding_box()).intersection(self.b.bounding_box());
        let mut pending = if both.is_empty() { Vec::new() } else { vec![both] };
        while let Some(cell) = pending.pop() {
            *steps += 1;
            if *steps > budget {
                return OverlapOutcome::Unfinished;
            }
            let value = self.value(cell, &mut work);
            if value.lower() > 0.0 {
                continue;
            }
            if value.upper() <= 0.0 || cell.width() <= smallest {
                return OverlapOutcome::Common { place: Vector3::point(cell.mid()), proved: value.upper() <= 0.0 };
            }
            let (low, high) = cell.split(cell.widest());
            let [of_low, of_high] = [low, high].map(|half| self.value(Vector3::point(half.mid()), &mut work).mid());
            // The last cell is next.
            pending.extend(if of_low < of_high { [high, low] } else { [low, high] });
        }
        OverlapOutcome::Apart
    }

    /// The larger of both functions: not positive on common points.
    fn value(&self, place: Vector3, work: &mut SolidWork) -> Interval {
        let seen = self.relative.rotation.transpose() * (place - self.relative.translation);
        self.b.value(place, self.time, work).max(self.a.value(seen, self.time, work))
    }
}
