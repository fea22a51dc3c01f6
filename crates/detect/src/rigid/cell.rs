//! A short stretch of time during which both bodies move almost along straight lines.
//!
//! **Question.** How far ahead along a fixed direction is one body of the other, at every instant of a stretch of time?
//!
//! **Idea.** Between its places at the two ends of the stretch a point moves almost along the chord: off by at most `A·h²/8`,
//! with `A` its acceleration and `h` the length of the stretch. What is ahead of something else along a direction at both
//! ends, by more than that, is ahead all the time, because on the chords the lead of one point over another is linear in
//! time; and the smallest of such leads is concave, so that it is at least what a straight line between its values at two
//! instants says. From a lead `g₀` at the start and `g₁` at the end follows how long the lead certainly lasts.
//!
//! **Guarantee.** [`MotionCell::slack`] bounds everything that the computation in plain numbers leaves out: the bulge of both
//! motions, the rounding of their poses, and that of the projections.
//!
//! **Cost.** Four poses a stretch; stretches that many pairs ask for are kept.
//!
//! **Source.** Ours. Redon (Teschner et al. 2006, 3 and 5) encloses the entries of the pose matrices over the stretch instead:
//! their excess is of first order in `h`, that of the chord is of second order.

use crate::flight::{Flight, Placed};
use crate::tolerance::{CELL_LEVELS, RATE_LEVELS, TIME_RESOLUTION};
use tangency_geometry::RigidPiece;
use tangency_interval::Interval;

/// A stretch of time, with both bodies at its ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct MotionCell {
    pub(super) start: f64,
    pub(super) end: f64,
    pub(super) ends: [Placed; 2],
    /// Metres that the true lead of a point over another may be less than that on the chords, rounding included.
    pub(super) slack: f64,
}

impl MotionCell {
    /// The share of the cell that is over at `time`.
    #[inline]
    pub(super) fn share(&self, time: f64) -> f64 {
        if self.end > self.start { ((time - self.start) / (self.end - self.start)).clamp(0.0, 1.0) } else { 0.0 }
    }

    /// Until when a lead lasts which is `now` at `share` of the cell and `last` at its end, both at least `needed` where it
    /// holds. The end of the cell is given only if it holds there too.
    #[inline]
    pub(super) fn lasts(&self, share: f64, [now, last]: [f64; 2], needed: f64) -> f64 {
        if last > needed {
            return self.end;
        }
        // A little less than the line says, for the rounding of this very line.
        let part = (1.0 - 1e-12) * ((now - needed) / (now - last)).clamp(0.0, 1.0);
        let time = self.start + (share + (1.0 - share) * part) * (self.end - self.start);
        time.min(self.end.next_down())
    }
}

/// Two bodies during a stretch of time in which both move smoothly, and the cells that were asked for.
pub(super) struct MotionCells<'motion> {
    pub(super) a: RigidPiece<'motion>,
    pub(super) b: RigidPiece<'motion>,
    reach: [f64; 2],
    pub(super) start: f64,
    pub(super) end: f64,
    /// Metres: bounds the rounding of every lead that is computed in plain numbers.
    pub(super) rounding: f64,
    /// Bounds on the sum of both accelerations, by level and index of the stretch; NaN where not yet asked for.
    bends: Vec<f64>,
    /// The acceleration anywhere.
    pub(super) bend: f64,
    kept: Vec<MotionCell>,
    /// Where in `kept` a cell is, by level and index; 0 if it is not.
    index: Vec<u32>,
}

impl<'motion> MotionCells<'motion> {
    /// The cells of a flight.
    pub(super) fn new(flight: &Flight<'motion>) -> Self {
        let (&Flight { pieces: [a, b], reach, ends: [start, end], rounding, .. }, bend) = (flight, flight.bend());
        let mut bends = vec![f64::NAN; 2 << RATE_LEVELS];
        bends[1] = bend;
        Self { a, b, reach, start, end, rounding, bends, bend, kept: Vec::new(), index: Vec::new() }
    }

    /// How long the whole stretch is.
    pub(super) fn length(&self) -> f64 {
        self.end - self.start
    }

    /// Whether to be apart until then is worth the name: to the end, or for a measurable time.
    pub(super) fn progress(&self, time: f64, until: f64) -> bool {
        until >= self.end || until > time + TIME_RESOLUTION * self.length()
    }

    /// Where both bodies are at an instant, in plain numbers.
    pub(super) fn placed(&self, time: f64) -> Placed {
        Placed::at([&self.a, &self.b], time)
    }

    fn instant(&self, level: u32, index: u32) -> f64 {
        if index >> level == 1 {
            return self.end;
        }
        self.start + f64::from(index) / f64::from(1_u32 << level) * (self.end - self.start)
    }

    /// Bound on the accelerations during a part of the stretch.
    fn bend_of(&mut self, level: u32, index: u32) -> f64 {
        let place = ((1_u32 << level) + index) as usize;
        if self.bends[place].is_nan() {
            let span = Interval::between(self.instant(level, index), self.instant(level, index + 1));
            let [a, b] = self.reach;
            self.bends[place] = self.a.rates(span).acceleration_within(a) + self.b.rates(span).acceleration_within(b);
        }
        self.bends[place]
    }

    /// The largest bound of the parts that the stretch from `start` to `end` meets.
    fn bend_between(&mut self, start: f64, end: f64) -> f64 {
        let (first, last) = (self.part(RATE_LEVELS, start), self.part(RATE_LEVELS, end));
        // The parts beside them too: their ends are rounded.
        let parts = first.saturating_sub(1)..=(last + 1).min((1 << RATE_LEVELS) - 1);
        if parts.end() - parts.start() > 4 {
            return self.bend;
        }
        parts.map(|part| self.bend_of(RATE_LEVELS, part)).fold(0.0, f64::max)
    }

    /// Which of the `2^level` parts holds the instant, up to rounding.
    fn part(&self, level: u32, time: f64) -> u32 {
        let count = 1_u32 << level;
        (((time - self.start) / (self.end - self.start) * f64::from(count)) as u32).min(count - 1)
    }

    fn slack_of(&self, bend: f64, length: f64) -> f64 {
        // Rounded up by more than its own few roundings.
        (0.125 * bend * length * length + self.rounding) * (1.0 + 1e-12)
    }

    /// The cell from `start`, where the bodies are `placed`, to `end`.
    pub(super) fn from(&mut self, placed: Placed, start: f64, end: f64) -> MotionCell {
        let bend = self.bend_between(start, end);
        MotionCell { start, end, ends: [placed, self.placed(end)], slack: self.slack_of(bend, end - start) }
    }

    /// The level at which cells bulge by at most `bulge`, as far as cells are kept.
    pub(super) fn level(&self, bulge: f64) -> u32 {
        let ratio = 0.125 * self.bend * self.length() * self.length() / bulge;
        if !(ratio > 1.0) {
            return 0;
        }
        // Each level quarters the bulge: half the binary logarithm, rounded up.
        let exponent = (ratio.to_bits() >> 52) as u32 - 1023;
        (exponent / 2 + 1).min(CELL_LEVELS)
    }

    /// The cell of this level that begins at or before `time` and ends after it.
    pub(super) fn cell(&mut self, level: u32, time: f64) -> &MotionCell {
        let count = 1_u32 << level;
        let mut part = self.part(level, time);
        while part + 1 < count && time >= self.instant(level, part + 1) {
            part += 1;
        }
        while part > 0 && time < self.instant(level, part) {
            part -= 1;
        }
        if self.index.is_empty() {
            self.index = vec![0; 2 << CELL_LEVELS];
        }
        let place = (count + part) as usize;
        if self.index[place] == 0 {
            let (start, end) = (self.instant(level, part), self.instant(level, part + 1));
            let bend = if level <= RATE_LEVELS { self.bend_of(level, part) } else { self.bend_between(start, end) };
            let ends = [self.placed(start), self.placed(end)];
            self.kept.push(MotionCell { start, end, ends, slack: self.slack_of(bend, end - start) });
            self.index[place] = self.kept.len() as u32;
        }
        &self.kept[self.index[place] as usize - 1]
    }
}
