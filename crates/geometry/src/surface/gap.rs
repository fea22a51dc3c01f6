//! Upper bound on the distance between two sides.
//!
//! *Question.* The samples of two sides agree. Do the sides separate between the samples?
//! *Idea.* Let σ be the share of the sides, from 0 to 1. Their difference `D` is enclosed at some points. Between two
//! neighbours at the distance `h` it deviates from the chord by at most `|D″|h²/8`, with `|D″|` from the jets of the
//! two sides.
//! *Guarantee.* The bound holds along the whole side, at the given instant.
//! *Cost.* Two jets and four points a piece. The whole side is the first piece; it is cut into some, which are halved
//! until the bound is small enough.

use super::curve::chained;
use super::edge::FaceBorder;
use super::{Patch, PatchWork};
use crate::tolerance::GAP_PIECES;
use tangency_interval::{Interval, Vector, Vector3};

/// A side of a face with a direction.
pub(super) struct DirectedSide<'a> {
    pub(super) patch: &'a Patch,
    pub(super) border: FaceBorder,
    pub(super) reversed: bool,
}

/// `true` proves that the distance between the sides is at most `most` metres everywhere at this instant.
/// Without a second side: that the first side stays within `most` of its start.
pub(super) fn within(first: &DirectedSide<'_>, second: Option<&DirectedSide<'_>>, time: f64, most: f64) -> bool {
    let (mut work, time) = ([PatchWork::default(), PatchWork::default()], Interval::from(time));
    let start = first.point(0.0, time, &mut work[0]);
    let mut pending = vec![[0.0, 1.0]];
    for _ in 0..GAP_PIECES[1] {
        let Some([from, to]) = pending.pop() else { return true };
        let ends = [from, to].map(|share| {
            let there = second.map_or(start, |run| run.point(share, time, &mut work[1]));
            (first.point(share, time, &mut work[0]) - there).length().upper()
        });
        let share = Interval::between(from, to);
        let bend = first.bend(share, time, &mut work[0]);
        let bends = second.map_or(bend, |run| bend - run.bend(share, time, &mut work[1])).length();
        let chord = ends[0].max(ends[1]);
        let bound = (bends * 0.125 * (Interval::from(to) - from).sqr() + chord).upper();
        // A NaN bound proves nothing.
        if bound <= most {
            continue;
        }
        let middle = 0.5 * (from + to);
        if !(chord <= most) || middle <= from || middle >= to {
            return false;
        }
        let pieces = if to - from == 1.0 { GAP_PIECES[0] } else { 2 };
        let cut = |i: usize| from + (to - from) * (i as f64 / pieces as f64);
        pending.extend((0..pieces).map(|i| [cut(i), cut(i + 1)]));
    }
    false
}

impl DirectedSide<'_> {
    /// The running parameter at a share of the side.
    fn parameter(&self, share: Interval) -> Interval {
        let range = self.border.range(self.patch);
        let share = if self.reversed { Interval::ONE - share } else { share };
        let length = Interval::from(range.upper()) - range.lower();
        (share * length + range.lower()).intersection(range)
    }

    fn point(&self, share: f64, time: Interval, work: &mut PatchWork) -> Vector3 {
        let [u, v] = self.border.region(self.patch, self.parameter(Interval::from(share)));
        self.patch.point([u, v, time], work)
    }

    /// Encloses the second derivative by the share; all of space where it is undefined.
    fn bend(&self, share: Interval, time: Interval, work: &mut PatchWork) -> Vector3 {
        let range = self.border.range(self.patch);
        let parameter = self.parameter(share);
        let [u, v] = self.border.region(self.patch, parameter);
        let Some(jet) = self.patch.jet([u, v, time], work) else { return Vector([Interval::ENTIRE; 3]) };
        let second = match &self.border {
            FaceBorder::Side(side) => {
                if side.fixed_parameter() == 0 {
                    jet.dvv
                } else {
                    jet.duu
                }
            }
            FaceBorder::Trim(curve) => chained(&jet, &curve.jet(parameter)).dss,
        };
        let length = Interval::from(range.upper()) - range.lower();
        second * length.sqr()
    }
}

/// Metres. The largest distance of some points at equal shares of two sides.
pub(super) fn sampled(first: &DirectedSide<'_>, second: &DirectedSide<'_>, time: f64) -> f64 {
    let (mut work, time) = ([PatchWork::default(), PatchWork::default()], Interval::from(time));
    let distance = |i: usize| {
        let share = i as f64 / GAP_PIECES[0] as f64;
        (first.point(share, time, &mut work[0]) - second.point(share, time, &mut work[1])).length().upper()
    };
    (0..=GAP_PIECES[0]).map(distance).fold(0.0, f64::max)
}
