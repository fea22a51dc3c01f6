//! How far apart two sides are, at most.
//!
//! *Question.* The samples of two sides agree. Do the sides part between the samples?
//! *Idea.* Along the share σ of the sides, from 0 to 1, their difference `D` is enclosed at N + 1 places; between two neighbours it
//! leaves the chord by at most `|D″|/8N²`, with `|D″|` from the jets of the two sides.
//! *Guarantee.* The bound holds along all of the side, at the instant asked about.
//! *Cost.* Two jets and two points a place; twice as many places until the bound is small enough.

use super::{Patch, PatchWork, Side};
use tangency_interval::{Interval, Vector3};

/// A side of a face, run along from one end or from the other.
#[derive(Clone, Copy)]
pub(super) struct Run<'a> {
    pub(super) patch: &'a Patch,
    pub(super) side: Side,
    pub(super) reversed: bool,
}

/// Fewest and most pieces of a side.
const PIECES: [usize; 2] = [32, 1024];

/// Whether the sides are proved to be nowhere farther apart than `most` at this instant; without a second side, whether the first stays
/// within that distance of its start.
pub(super) fn within(first: Run<'_>, second: Option<Run<'_>>, time: f64, most: f64) -> bool {
    let (mut work, time) = ([PatchWork::default(), PatchWork::default()], Interval::from(time));
    let start = first.point(0.0, time, &mut work[0]);
    let mut pieces = PIECES[0];
    while pieces <= PIECES[1] {
        let cut = |i: usize| i as f64 / pieces as f64;
        let all = (0..pieces).map(|i| {
            let share = Interval::between(cut(i), cut(i + 1));
            let ends = [cut(i), cut(i + 1)].map(|share| {
                let there = second.map_or(start, |run| run.point(share, time, &mut work[1]));
                (first.point(share, time, &mut work[0]) - there).length().upper()
            });
            let bends = first.bend(share, time, &mut work[0])
                + second.map_or(Interval::ZERO, |run| run.bend(share, time, &mut work[1]));
            (bends * 0.125 / Interval::from(pieces as f64).sqr() + ends[0].max(ends[1])).upper()
        });
        // A bound that is not a number proves nothing.
        if all.into_iter().all(|bound| bound <= most) {
            return true;
        }
        pieces *= 2;
    }
    false
}

impl Run<'_> {
    /// The running parameter at a share of the side.
    fn parameter(&self, share: Interval) -> Interval {
        let range = self.side.range(self.patch);
        let share = if self.reversed { Interval::ONE - share } else { share };
        let length = Interval::from(range.upper()) - range.lower();
        (share * length + range.lower()).intersection(range)
    }

    fn point(&self, share: f64, time: Interval, work: &mut PatchWork) -> Vector3 {
        let [u, v] = self.side.region(self.patch, self.parameter(Interval::from(share)));
        self.patch.point([u, v, time], work)
    }

    /// Upper bound on the second derivative by the share; all numbers where there is none.
    fn bend(&self, share: Interval, time: Interval, work: &mut PatchWork) -> Interval {
        let range = self.side.range(self.patch);
        let [u, v] = self.side.region(self.patch, self.parameter(share));
        let Some(jet) = self.patch.jet([u, v, time], work) else { return Interval::ENTIRE };
        let second = if self.side.resting() == 0 { jet.dvv } else { jet.duu };
        let length = Interval::from(range.upper()) - range.lower();
        second.length() * length.sqr()
    }
}
