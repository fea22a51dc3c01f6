//! The result of a run.

use crate::sparse::Crowding;
use crate::{BodyState, ForceTrack};
use tangency_detect::Effort;
use tangency_geometry::{Contact, Motion};
use tangency_interval::Interval;

/// The result of a run.
#[derive(Clone, Debug)]
pub struct History {
    /// The motions of all bodies over the whole time: piecewise Chebyshev series for free bodies.
    pub motions: Vec<Motion>,
    /// The events in the order of time.
    pub events: Vec<WorldEvent>,
    /// The pairs that touched so slowly that no event tells of it, the smaller number first.
    pub slow_pairs: Vec<[usize; 2]>,
    /// The energy at the ends of the steps.
    pub energy: Vec<Energy>,
    /// The continuing contacts.
    pub tracks: Vec<ContactTrack>,
    /// The forces of continuing contacts, and of those on which bodies rest. Empty without
    /// [`keep_motions`](crate::RunOptions::keep_motions).
    pub forces: Vec<ForceTrack>,
    /// The instant that was reached, s.
    pub until: f64,
    /// The states of all bodies at that instant.
    pub states: Vec<BodyState>,
    /// How the run ended.
    pub ending: RunEnding,
    /// Cost of the detection.
    pub effort: Effort,
    /// Number of steps.
    pub steps: u64,
    /// What the event loop counted.
    pub counts: EventCounts,
    /// How well impacts of several contacts were solved.
    pub quality: ResponseQuality,
    /// The most crowded state that the run has seen; `None` in a world of few bodies, whose neighbours are all.
    pub crowded: Option<CrowdedInstant>,
}

/// How crowded the bodies were at an instant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CrowdedInstant {
    /// The instant, s.
    pub time: f64,
    /// How crowded they were.
    pub crowding: Crowding,
}

impl CrowdedInstant {
    /// Whether this is more crowded than another one: dense, or at least deeper, or fuller.
    pub(crate) fn exceeds(&self, other: &Self) -> bool {
        let rank = |Self { crowding, .. }: &Self| {
            let deeper = crowding.deepest_level.saturating_sub(crowding.expected_levels);
            (crowding.is_dense(), deeper, crowding.fullest_cell)
        };
        rank(self) > rank(other)
    }
}

/// How well the problems of impacts were solved. An impact at one contact without friction, or that does not slip
/// afterwards, has a closed form and is not counted.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ResponseQuality {
    /// Problems of several contacts, or of one that slips.
    pub problems: u64,
    /// Those on which the response did not converge, and its substitute did.
    pub substituted: u64,
    /// Those on which both did not converge: the better of both was used.
    pub unconverged: u64,
    /// The largest residual of all that were used, as a fraction of the largest relative speed at their contacts; `None`
    /// if there was no problem.
    pub worst_residual: Option<f64>,
    /// The largest duality gap of all that were used: the sum of the products of impulses and speeds that must be zero,
    /// J; `None` if there was no problem.
    pub worst_gap: Option<f64>,
}

impl ResponseQuality {
    /// Counts the residual and the gap of a solution.
    pub(crate) fn add(&mut self, residual: f64, gap: f64) {
        self.worst_residual = Some(self.worst_residual.map_or(residual, |worst| worst.max(residual)));
        self.worst_gap = Some(self.worst_gap.map_or(gap, |worst| worst.max(gap)));
    }
}

/// What the event loop counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EventCounts {
    /// Predictions of the next event of a body.
    pub predictions: u64,
    /// Courses of others that the predictions compared, those of planes and of moving driven bodies excepted.
    pub comparisons: u64,
    /// Events that were void when their time came: the partner had got another path in the meantime.
    pub stale: u64,
    /// Events that were given up before their time: the body itself got another path.
    pub diverted: u64,
    /// Detailed questions about pairs whose envelopes had met.
    pub questions: u64,
    /// Bodies that were put to rest.
    pub sleeps: u64,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq)]
pub enum RunEnding {
    /// The run reached its end.
    Finished,
    /// The detection's budget ran out. The result is certain until [`History::until`].
    Open,
    /// The run could not continue, for this reason.
    Stopped(String),
}

/// An event between two bodies.
#[derive(Clone, Debug, PartialEq)]
pub struct WorldEvent {
    /// The time, s. An impact takes place at the lower end, one skin before the bodies would have touched. They
    /// would have touched by the upper end. All other events are instants.
    pub time: Interval,
    /// First body.
    pub a: usize,
    /// Second body.
    pub b: usize,
    /// The kind of event.
    pub kind: WorldEventKind,
    /// The contacts of an impact, or the continuing contact.
    pub contacts: Vec<Contact>,
    /// The sum of the magnitudes of the impulses of an impact, N·s; 0 for other events.
    pub impulse: f64,
}

/// The kind of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorldEventKind {
    /// The bodies collide.
    Impact,
    /// A contact begins to slide.
    Slides,
    /// A contact begins to roll.
    Rolls,
    /// A continuing contact ends.
    Leaves,
    /// Contacts hold the bodies, which stay where they are until something hits them.
    Rests,
}

/// The mode of a continuing contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContactMode {
    /// Without slip.
    Rolls,
    /// With slip.
    Slides,
}

/// The energy at an instant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Energy {
    /// The instant, s.
    pub time: f64,
    /// Kinetic energy of translation and rotation, J.
    pub kinetic: f64,
    /// Potential energy, zero at the world's origin, J.
    pub potential: f64,
}

impl Energy {
    /// Kinetic plus potential energy, J.
    #[must_use]
    pub fn total(&self) -> f64 {
        self.kinetic + self.potential
    }
}

/// A contact that continued in one mode.
#[derive(Clone, Debug)]
pub struct ContactTrack {
    /// First body.
    pub a: usize,
    /// Second body.
    pub b: usize,
    /// Start, s.
    pub from: f64,
    /// End, s.
    pub until: f64,
    /// The path of the contact: the image of the origin under this motion.
    pub path: Motion,
    /// Its mode.
    pub mode: ContactMode,
}
