//! What a run leaves behind.

use crate::State;
use tangency_detect::Effort;
use tangency_geometry::{Contact, Motion};
use tangency_interval::Interval;

/// Everything that happened.
#[derive(Clone, Debug)]
pub struct History {
    /// How every body moved, over the whole time: pieces of Chebyshev series for free ones.
    pub motions: Vec<Motion>,
    /// What happened, in the order of time.
    pub events: Vec<Event>,
    /// The energy at the ends of the steps.
    pub energy: Vec<Energy>,
    /// The contacts that continued.
    pub tracks: Vec<Track>,
    /// How far it came, s.
    pub until: f64,
    /// Where every body was then, and how it moved.
    pub states: Vec<State>,
    /// How it ended.
    pub ending: Ending,
    /// What the detection cost.
    pub effort: Effort,
    /// How many steps were taken.
    pub steps: u64,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Ending {
    /// At its end.
    Finished,
    /// The detection's budget ran out: what is known is certain until [`History::until`].
    Open,
    /// It could not go on, for this reason.
    Stopped(String),
}

/// Something that happened between two bodies.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// When. An impact takes place at the lower end, one skin before the motion would have touched, which it would have by the upper end;
    /// the others are instants.
    pub time: Interval,
    /// First body.
    pub a: usize,
    /// Second body.
    pub b: usize,
    /// What.
    pub kind: EventKind,
    /// Where: the contacts of an impact, or the one that continues.
    pub contacts: Vec<Contact>,
    /// The sum of the sizes of the impulses of an impact, N·s; 0 otherwise.
    pub impulse: f64,
}

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// They hit each other.
    Impact,
    /// A contact begins to slide.
    Slides,
    /// A contact begins to roll.
    Rolls,
    /// A contact that continued ends.
    Leaves,
}

/// How a contact continues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Without slip.
    Rolls,
    /// With slip.
    Slides,
}

/// The energy at an instant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Energy {
    /// When, s.
    pub time: f64,
    /// Of moving and turning, J.
    pub kinetic: f64,
    /// Of height, measured from the world's origin, J.
    pub potential: f64,
}

impl Energy {
    /// Both together.
    #[must_use]
    pub fn total(&self) -> f64 {
        self.kinetic + self.potential
    }
}

/// A contact that continued in one mode.
#[derive(Clone, Debug)]
pub struct Track {
    /// First body.
    pub a: usize,
    /// Second body.
    pub b: usize,
    /// Since when, s.
    pub from: f64,
    /// Until when, s.
    pub until: f64,
    /// Where the contact was: where this motion takes the origin.
    pub path: Motion,
    /// How.
    pub mode: Mode,
}
