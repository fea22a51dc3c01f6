//! Counts of wrong answers.

use crate::contact_oracle::PlantedMeeting;
use std::fmt;
use tangency_interval::Interval;

/// Metres. Bodies that are closer to touching have no wrong verdict. The first is that of rounded poses, the second the
/// tolerance of the peers.
const MARGINS: [f64; 2] = [1e-9, 1e-6];
/// A distance or depth that is farther from our enclosure, relative to the larger of itself and one metre, is wrong.
const RELATIVE: [f64; 2] = [1e-6, 1e-3];
/// Metres. A contact that is reported earlier or later than this is wrong. The advancement of coal stops at 10⁻⁶
/// metres.
const CONTACT_MARGIN: f64 = 2e-6;

/// What a peer says of a pair.
#[derive(Clone, Copy, Debug)]
pub(super) struct Measured {
    pub(super) distance: f64,
    pub(super) overlaps: bool,
    /// Metres. `None`: the peer reports no contact.
    pub(super) depth: Option<f64>,
}

/// Counts for distance, overlap and depth, at the smaller and at the larger limit.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct GapTally {
    asked: u64,
    /// Overlap reported of bodies that are apart, or the reverse.
    verdicts: [u64; 2],
    distances: [u64; 2],
    overlapping: u64,
    missed: [u64; 2],
    depths: [u64; 2],
    panics: u64,
}

pub(super) const GAP_HEAD: &str = "| library | pairs | wrong verdict | of these more than 1e-6 from touching | distance off \
                                   by more than 1e-6 | 1e-3 | overlapping pairs | contact missed | of these deeper than \
                                   1e-6 | depth off by more than 1e-6 | 1e-3 | no answer |\n\
                                   |---|---|---|---|---|---|---|---|---|---|---|---|";

impl GapTally {
    /// Compares an answer with our enclosure of the gap. `None`: the peer panicked.
    pub(super) fn add(&mut self, gap: Interval, measured: Option<Measured>) {
        self.asked += 1;
        self.overlapping += u64::from(gap.upper() < -MARGINS[0]);
        let Some(Measured { distance, overlaps, depth }) = measured else {
            self.panics += 1;
            return;
        };
        for limit in 0..2 {
            let (apart, inside) = (gap.lower() > MARGINS[limit], gap.upper() < -MARGINS[limit]);
            let off = |value: f64, lower: f64, upper: f64| {
                let room = RELATIVE[limit] * lower.abs().max(1.0);
                !(lower.max(0.0) - room..=upper.max(0.0) + room).contains(&value)
            };
            self.verdicts[limit] += u64::from((apart && overlaps) || (inside && !overlaps));
            self.distances[limit] += u64::from(off(distance, gap.lower(), gap.upper()));
            self.missed[limit] += u64::from(inside && depth.is_none());
            let wrong = |depth: f64| gap.upper() < -MARGINS[0] && off(depth, -gap.upper(), -gap.lower());
            self.depths[limit] += u64::from(depth.is_some_and(wrong));
        }
    }
}

impl fmt::Display for GapTally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { asked, verdicts: [v, w], distances: [d, e], overlapping, missed: [m, n], depths: [p, q], panics } =
            self;
        write!(f, "{asked} | {v} | {w} | {d} | {e} | {overlapping} | {m} | {n} | {p} | {q} | {panics} |")
    }
}

/// Counts for first contact.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ContactTally {
    asked: u64,
    /// Pairs that are proved to meet.
    meet: u64,
    missed: u64,
    late: u64,
    early: u64,
    panics: u64,
}

pub(super) const CONTACT_HEAD: &str = "| library | pairs | proved to meet | contact missed | late by more than 2 µm | early \
                                       by more than 2 µm | no answer |\n|---|---|---|---|---|---|---|";

impl ContactTally {
    /// Compares the time of a contact with the planted one. An error: the peer panicked.
    pub(super) fn add(&mut self, meeting: &PlantedMeeting, time: Result<Option<f64>, ()>) {
        self.asked += 1;
        let meets = meeting.latest <= 1.0;
        self.meet += u64::from(meets);
        match time {
            Err(()) => self.panics += 1,
            Ok(None) => self.missed += u64::from(meets),
            Ok(Some(time)) => {
                self.late += u64::from(meets && meeting.closed(meeting.latest, time) > CONTACT_MARGIN);
                self.early += u64::from(meeting.least_distance(time) > CONTACT_MARGIN);
            }
        }
    }
}

impl fmt::Display for ContactTally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { asked, meet, missed, late, early, panics } = self;
        write!(f, "{asked} | {meet} | {missed} | {late} | {early} | {panics} |")
    }
}
