//! Whether two implicit solids have a place in common at an instant.
//!
//! **Question.** Is there a place at which neither function is positive?
//!
//! **Idea.** The box in which both are is halved, the half with the smaller values first. A part on which one of the functions is positive
//! is free of one of them; a part on which neither is positive is common.
//!
//! **Guarantee.** [`OverlapOutcome::Apart`] is a proof, and so is a place that is marked proved.
//!
//! **Cost.** Few parts if they overlap; about one over the gap if they do not, in units of their size.

use crate::curved::equations::RelativePose;
use tangency_geometry::Solid;
use tangency_geometry::solid::Workspace;
use tangency_interval::{Interval, Vector3};

/// How the comparison ended.
pub(in crate::curved) enum OverlapOutcome {
    /// They have no place in common.
    Apart,
    /// They have this place in common, in the frame of the second, or a place that close to it.
    Common { place: Vector3, proved: bool },
    /// After so many steps it was not known.
    Unfinished,
}

/// Two implicit solids at an instant.
pub(in crate::curved) struct SolidOverlap<'question> {
    a: &'question Solid,
    b: &'question Solid,
    /// How `b` sees `a`.
    relative: RelativePose,
    time: Interval,
}

impl<'question> SolidOverlap<'question> {
    pub(super) fn new([a, b]: [&'question Solid; 2], relative: RelativePose, time: Interval) -> Self {
        Self { a, b, relative, time }
    }

    /// Looks for a common place, parts down to the size `smallest`; counts the steps.
    pub(in crate::curved) fn overlap(&self, smallest: f64, budget: u64, steps: &mut u64) -> OverlapOutcome {
        let mut work = Workspace::default();
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
            // The last is the next.
            pending.extend(if of_low < of_high { [high, low] } else { [low, high] });
        }
        OverlapOutcome::Apart
    }

    /// The larger of both functions.
    fn value(&self, place: Vector3, work: &mut Workspace) -> Interval {
        let seen = self.relative.rotation.transpose() * (place - self.relative.translation);
        self.b.value(place, self.time, work).max(self.a.value(seen, self.time, work))
    }
}
