//! The result of a simulation, as its result file and the viewer page show it.
//!
//! `docs/simulate.md` explains every field and what is promised about it.

#[cfg(test)]
mod tests;

use crate::ContactReport;
use crate::report::{ReportError, bracket, finite, read, write};
use serde::{Deserialize, Serialize};
use std::fmt;

/// What the `format` field of every such file says.
const FORMAT: &str = "tangency-simulation";

/// What happened, in the time of the scene.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Simulation {
    /// Name of the scene.
    pub scene: String,
    /// How it ended.
    pub ending: EndingKind,
    /// Why it ended early; empty if it did not.
    pub reason: String,
    /// From the start to how far it came, in seconds.
    pub span: [f64; 2],
    /// Impacts, and contacts that begin, change or end, in the order of time.
    pub events: Vec<EventReport>,
    /// Contacts that lasted, each with its path.
    pub tracks: Vec<TrackReport>,
    /// Energy of all free bodies together, at the ends of steps.
    pub energy: EnergyReport,
    /// Where every free body was; the others move as the scene says.
    pub motions: Vec<MotionReport>,
    /// What it cost.
    pub stats: SimulationStats,
    /// What the author of the scene should know.
    pub warnings: Vec<String>,
}

/// How a simulation ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EndingKind {
    /// It came to the end of the span.
    Finished,
    /// The work allowed was used up: what is there is certain, the rest is not known.
    Open,
    /// It could not go on, as `reason` says.
    Stopped,
}

/// Something that happened between two bodies.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EventReport {
    /// Bracket of its time, in seconds; the lower end is never late.
    pub time: [f64; 2],
    /// What happened.
    pub kind: EventKind,
    /// First body.
    pub a: String,
    /// Second body.
    pub b: String,
    /// All impulses together, in newton seconds; zero unless it is an impact.
    pub impulse: f64,
    /// Where they touch.
    pub contacts: Vec<ContactReport>,
}

/// What may happen between two bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EventKind {
    /// They hit each other, and impulses change their velocities.
    Impact,
    /// From here on one slides on the other.
    Slides,
    /// From here on one rolls on the other without sliding, or rests there.
    Rolls,
    /// They part.
    Leaves,
}

/// A contact that lasted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TrackReport {
    /// First body.
    pub a: String,
    /// Second body.
    pub b: String,
    /// `slides` or `rolls`.
    pub mode: EventKind,
    /// From when to when, in seconds.
    pub span: [f64; 2],
    /// Increasing times, in seconds.
    pub times: Vec<f64>,
    /// Where the bodies touched at each of them.
    pub points: Vec<[f64; 3]>,
}

/// Energy of all free bodies over time.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct EnergyReport {
    /// Increasing times, in seconds.
    pub times: Vec<f64>,
    /// Joules at each of them: of moving and turning.
    pub kinetic: Vec<f64>,
    /// Joules at each of them: against gravity, from the origin of the world.
    pub potential: Vec<f64>,
}

/// Where a body was, as keys: between them it goes on straight lines and turns on shorter arcs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MotionReport {
    /// Its name.
    pub body: String,
    /// Metres: how far any of its points is off between the keys, as far as that was looked at.
    pub error: f64,
    /// Increasing times, in seconds.
    pub times: Vec<f64>,
    /// Where its origin was.
    pub positions: Vec<[f64; 3]>,
    /// How it was turned: unit quaternions x, y, z, w.
    pub orientations: Vec<[f64; 4]>,
}

/// What a simulation cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SimulationStats {
    /// Wall-clock time.
    pub seconds: f64,
    /// Steps of the integration.
    pub steps: u64,
    /// Pairs of features examined.
    pub pairs: u64,
    /// Boxes or intervals examined.
    pub iterations: u64,
}

impl EnergyReport {
    /// Joules at each of the times.
    #[must_use]
    pub fn totals(&self) -> Vec<f64> {
        self.kinetic.iter().zip(&self.potential).map(|(kinetic, potential)| kinetic + potential).collect()
    }

    /// The change from the first instant that is greatest, with its sign, in joules.
    #[must_use]
    pub fn greatest_change(&self) -> f64 {
        let totals = self.totals();
        let changes = totals.iter().map(|total| total - totals[0]);
        changes.max_by(|a, b| a.abs().total_cmp(&b.abs())).unwrap_or(0.0)
    }
}

impl Simulation {
    /// The text of the result file. Every number reads back as the same number.
    ///
    /// Fails if there is a NaN or an infinity in it, or a list is shorter than the one beside it.
    pub fn to_json(&self) -> Result<String, ReportError> {
        self.check()?;
        write(FORMAT, self)
    }

    /// Reads a result file. Fields that this version does not know are passed over.
    pub fn from_json(text: &str) -> Result<Self, ReportError> {
        let simulation: Self = read(FORMAT, text)?;
        simulation.check()?;
        Ok(simulation)
    }

    /// What holds for every such file.
    fn check(&self) -> Result<(), ReportError> {
        bracket("span", self.span)?;
        finite("stats.seconds", &[self.stats.seconds])?;
        for (index, event) in self.events.iter().enumerate() {
            bracket(&format!("events[{index}].time"), event.time)?;
            finite(&format!("events[{index}].impulse"), &[event.impulse])?;
            for contact in &event.contacts {
                contact.check(&format!("events[{index}].contacts"))?;
            }
        }
        for (index, track) in self.tracks.iter().enumerate() {
            let field = |name| format!("tracks[{index}].{name}");
            bracket(&field("span"), track.span)?;
            finite(&field("times"), &track.times)?;
            finite(&field("points"), track.points.as_flattened())?;
            same_length(&field("points"), track.points.len(), track.times.len())?;
        }
        let EnergyReport { times, kinetic, potential } = &self.energy;
        for (name, numbers) in [("times", times), ("kinetic", kinetic), ("potential", potential)] {
            finite(&format!("energy.{name}"), numbers)?;
            same_length(&format!("energy.{name}"), numbers.len(), times.len())?;
        }
        for (index, motion) in self.motions.iter().enumerate() {
            let field = |name| format!("motions[{index}].{name}");
            finite(&field("error"), &[motion.error])?;
            finite(&field("times"), &motion.times)?;
            finite(&field("positions"), motion.positions.as_flattened())?;
            finite(&field("orientations"), motion.orientations.as_flattened())?;
            same_length(&field("positions"), motion.positions.len(), motion.times.len())?;
            same_length(&field("orientations"), motion.orientations.len(), motion.times.len())?;
        }
        Ok(())
    }
}

fn same_length(field: &str, found: usize, times: usize) -> Result<(), ReportError> {
    if found == times {
        return Ok(());
    }
    Err(ReportError::Contradiction(format!("`{field}` has {found} entries for {times} times")))
}

impl fmt::Display for EndingKind {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(match self {
            Self::Finished => "finished",
            Self::Open => "open",
            Self::Stopped => "stopped",
        })
    }
}

impl fmt::Display for EventKind {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(match self {
            Self::Impact => "impact",
            Self::Slides => "slides",
            Self::Rolls => "rolls",
            Self::Leaves => "leaves",
        })
    }
}
