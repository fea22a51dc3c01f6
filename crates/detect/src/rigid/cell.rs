//! Time cells: short intervals of time during which both bodies move almost on straight lines.
//!
//! **Question.** By how much does one body lead the other along a fixed direction, at every instant of a cell?
//!
//! **Idea.** Between its positions at the two ends of the cell a point moves almost along the chord. The deviation
//! is at most `A·h²/8`, with `A` its acceleration and `h` the length of the cell. On the chords, the lead of one
//! point over another is linear in time. A lead that exceeds the deviation at both ends therefore persists in
//! between. The smallest of such leads is concave in time, so it is at least the linear interpolation between its
//! values at two instants. A lead `g₀` at the start and `g₁` at the end thus yield a lower bound on the time for
//! which the lead lasts.
//!
//! **Guarantee.** [`MotionCell::slack`] bounds all errors of the computation in plain floating point: the bulge of
//! both motions, the rounding of their poses, and the rounding of the projections.
//!
//! **Cost.** Four poses a cell. Cells that many pairs use are cached.
//!
//! **Source.** Ours. Redon (Teschner et al. 2006, 3 and 5) encloses the entries of the pose matrices over the
//! interval instead: their excess is of first order in `h`, that of the chord is of second order.

use crate::flight::{Flight, Placed};
use crate::tolerance::{CELL_LEVELS, RATE_LEVELS, ROUND_DOWN, ROUND_UP, TIME_RESOLUTION};
use tangency_geometry::RigidPiece;
use tangency_interval::Interval;

/// An interval of time, with both bodies placed at its ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct MotionCell {
    pub(super) start: f64,
    pub(super) end: f64,
    pub(super) ends: [Placed; 2],
    /// Metres. The true lead of one point over another is at most this much less than the lead on the chords,
    /// rounding included.
    pub(super) slack: f64,
}

impl MotionCell {
    /// The fraction of the cell that has passed at `time`.
    #[inline]
    pub(super) fn share(&self, time: f64) -> f64 {
        if self.end > self.start { ((time - self.start) / (self.end - self.start)).clamp(0.0, 1.0) } else { 0.0 }
    }

    /// The time until which a lead certainly exceeds `needed`. The lead is `now` at the fraction `share` of the
    /// cell and `last` at its end. Returns the end of the cell only if the lead exceeds `needed` there too.
    #[inline]
    pub(super) fn separated_until(&self, share: f64, [now, last]: [f64; 2], needed: f64) -> f64 {
        if last > needed {
            return self.end;
        }
        // Slightly less than the linear interpolation, to cover its own rounding.
        let part = ROUND_DOWN * ((now - needed) / (now - last)).clamp(0.0, 1.0);
        let time = self.start + (share + (1.0 - share) * part) * (self.end - self.start);
        time.min(self.end.next_down())
    }
}

/// Two bodies during an interval of time in which both move smoothly, and the cache of their cells.
pub(super) struct MotionCells<'motion> {
    pub(super) a: RigidPiece<'motion>,
    pub(super) b: RigidPiece<'motion>,
    reach: [f64; 2],
    pub(super) start: f64,
    pub(super) end: f64,
    /// Metres. Bounds the rounding error of every lead that is computed in plain floating point.
    pub(super) rounding: f64,
    /// Bounds on the sum of both accelerations, by level and index of the part; NaN until computed.
    bends: Vec<f64>,
    /// Bound on the sum of both accelerations over the whole interval.
    pub(super) bend: f64,
    kept: Vec<MotionCell>,
    /// The position of a cell in `kept` plus one, by level and index; 0 if the cell is not cached.
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

    /// Seconds. The length of the whole interval.
    pub(super) fn length(&self) -> f64 {
        self.end - self.start
    }

    /// Whether separation until `until` is progress: it reaches the end, or advances by more than the time
    /// resolution.
    pub(super) fn progress(&self, time: f64, until: f64) -> bool {
        until >= self.end || until > time + TIME_RESOLUTION * self.length()
    }

    /// The positions of both bodies at an instant, in plain floating point.
    pub(super) fn placed(&self, time: f64) -> Placed {
        Placed::at([&self.a, &self.b], time)
    }

    fn instant(&self, level: u32, index: u32) -> f64 {
        if index >> level == 1 {
            return self.end;
        }
        self.start + f64::from(index) / f64::from(1_u32 << level) * (self.end - self.start)
    }

    /// Bound on the accelerations during a part of the interval.
    fn bend_of(&mut self, level: u32, index: u32) -> f64 {
        let slot = ((1_u32 << level) + index) as usize;
        if self.bends[slot].is_nan() {
            let span = Interval::between(self.instant(level, index), self.instant(level, index + 1));
            let [a, b] = self.reach;
            self.bends[slot] = self.a.rates(span).acceleration_within(a) + self.b.rates(span).acceleration_within(b);
        }
        self.bends[slot]
    }

    /// The largest bound of all parts that overlap the interval from `start` to `end`.
    fn bend_between(&mut self, start: f64, end: f64) -> f64 {
        let (first, last) = (self.part(RATE_LEVELS, start), self.part(RATE_LEVELS, end));
        // Include the neighbouring parts, because the ends of parts are rounded.
        let parts = first.saturating_sub(1)..=(last + 1).min((1 << RATE_LEVELS) - 1);
        if parts.end() - parts.start() > 4 {
            return self.bend;
        }
        parts.map(|part| self.bend_of(RATE_LEVELS, part)).fold(0.0, f64::max)
    }

    /// The index of the part, of `2^level`, that contains the instant, up to rounding.
    fn part(&self, level: u32, time: f64) -> u32 {
        let count = 1_u32 << level;
        (((time - self.start) / (self.end - self.start) * f64::from(count)) as u32).min(count - 1)
    }

    fn slack_of(&self, bend: f64, length: f64) -> f64 {
        // Rounded up by more than the rounding of these few operations.
        (0.125 * bend * length * length + self.rounding) * ROUND_UP
    }

    /// The cell from `start`, at which the bodies are `placed`, to `end`. It is not cached.
    pub(super) fn from(&mut self, placed: Placed, start: f64, end: f64) -> MotionCell {
        let bend = self.bend_between(start, end);
        MotionCell { start, end, ends: [placed, self.placed(end)], slack: self.slack_of(bend, end - start) }
    }

    /// A level at which cells bulge by at most `bulge`, limited to the deepest cached level.
    pub(super) fn level(&self, bulge: f64) -> u32 {
        let ratio = 0.125 * self.bend * self.length() * self.length() / bulge;
        if !(ratio > 1.0) {
            return 0;
        }
        // Each level divides the bulge by four: half the binary logarithm, rounded up.
        let exponent = (ratio.to_bits() >> 52) as u32 - 1023;
        (exponent / 2 + 1).min(CELL_LEVELS)
    }

    /// The cell of this level that contains `time`: it begins at or before `time` and ends after it.
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
        let slot = (count + part) as usize;
        if self.index[slot] == 0 {
            let (start, end) = (self.instant(level, part), self.instant(level, part + 1));
            let bend = if level <= RATE_LEVELS { self.bend_of(level, part) } else { self.bend_between(start, end) };
            let ends = [self.placed(start), self.placed(end)];
            self.kept.push(MotionCell { start, end, ends, slack: self.slack_of(bend, end - start) });
            self.index[slot] = self.kept.len() as u32;
        }
        &self.kept[self.index[slot] as usize - 1]
    }
}
