//! Counts of wrong answers.

use crate::contact_oracle::PlantedMeeting;
use std::fmt;
use tangency_interval::Interval;

/// Metres. Bodies that are closer to touching have no wrong verdict: the poses of the peers are rounded.
const MARGIN: f64 = 1e-9;
/// A distance or depth that is farther from our enclosure, relative to the larger of itself and one metre, is wrong.
const RELATIVE: f64 = 1e-6;
/// Metres. A contact that is reported earlier or later than this is wrong. The advancement of coal stops at 10⁻⁶ metres.
const CONTACT_MARGIN: f64 = 2e-6;

/// What a peer says of a pair.
#[derive(Clone, Copy, Debug)]
pub(super) struct Measured {
    pub(super) distance: f64,
    pub(super) overlaps: bool,
    /// Metres. `None`: the peer reports no contact.
    pub(super) depth: Option<f64>,
}

/// Counts for distance, overlap and depth.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct GapTally {
    pub(super) asked: u64,
    /// Overlap reported of bodies that are apart, or the reverse.
    pub(super) verdicts: u64,
    distances: u64,
    overlapping: u64,
    missed: u64,
    depths: u64,
    panics: u64,
}

pub(super) const GAP_HEAD: &str = "| library | pairs | wrong verdict | distance off by more than 1e-6 | overlapping pairs \
                                   | contact missed | depth off by more than 1e-6 | no answer |\n\
                                   |---|---|---|---|---|---|---|---|";

impl GapTally {
    /// Compares an answer with our enclosure of the gap. `None`: the peer panicked.
    pub(super) fn add(&mut self, gap: Interval, measured: Option<Measured>) {
        self.asked += 1;
        let (apart, inside) = (gap.lower() > MARGIN, gap.upper() < -MARGIN);
        self.overlapping += u64::from(inside);
        let Some(Measured { distance, overlaps, depth }) = measured else {
            self.panics += 1;
            return;
        };
        let off = |value: f64, lower: f64, upper: f64| {
            let room = RELATIVE * lower.abs().max(1.0);
            !(lower.max(0.0) - room..=upper.max(0.0) + room).contains(&value)
        };
        self.verdicts += u64::from((apart && overlaps) || (inside && !overlaps));
        self.distances += u64::from(off(distance, gap.lower(), gap.upper()));
        if inside {
            self.missed += u64::from(depth.is_none());
            self.depths += u64::from(depth.is_some_and(|depth| off(depth, -gap.upper(), -gap.lower())));
        }
    }
}

impl fmt::Display for GapTally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { asked, verdicts, distances, overlapping, missed, depths, panics } = self;
        write!(f, "{asked} | {verdicts} | {distances} | {overlapping} | {missed} | {depths} | {panics} |")
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
