//! The result of a simulation, as its result file and the viewer page show it.
//!
//! `docs/simulate.md` explains every field and its guarantee.

mod counts;
mod forces;
mod pieces;
#[cfg(test)]
mod pieces_tests;
#[cfg(test)]
mod tests;

pub use counts::{ConservationReport, CrowdingReport, SimulationCounts};
pub use forces::{ForceReport, QualityReport};
pub use pieces::{FlightPiece, MotionReport, PieceError, PieceReport, SeriesPiece};

use crate::ContactReport;
use crate::report::{ReportError, bracket, finite, read, same_length, write};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The `format` field of every such file.
const FORMAT: &str = "tangency-simulation";

/// The result of a simulation. All times are on the clock of the scene.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Simulation {
    /// Name of the scene.
    pub scene: String,
    /// How the simulation ended.
    pub ending: EndingKind,
    /// The reason of an early end. If it reached the end of the span: empty, or how contacts were looked for if that
    /// was not in continuous time.
    pub reason: String,
    /// The simulated part of the span, in seconds.
    pub span: [f64; 2],
    /// Impacts, and contacts that begin, change or end, ordered by time.
    pub events: Vec<EventReport>,
    /// Lasting contacts, each with its path.
    pub tracks: Vec<TrackReport>,
    /// The forces of lasting contacts, and of those on which bodies rest.
    #[serde(default)]
    pub forces: Vec<ForceReport>,
    /// Total energy of all free bodies at the ends of steps.
    pub energy: EnergyReport,
    /// How well energy and momentum were kept.
    #[serde(default)]
    pub conservation: ConservationReport,
    /// The motion of every free body. The other bodies move as the scene prescribes.
    pub motions: Vec<MotionReport>,
    /// Events by kind, and the predictions behind them.
    #[serde(default)]
    pub counts: SimulationCounts,
    /// The most crowded state; `None` if the bodies are few, or nobody looked.
    #[serde(default)]
    pub crowding: Option<CrowdingReport>,
    /// How well impacts of several contacts were solved.
    #[serde(default)]
    pub quality: QualityReport,
    /// The cost of the simulation.
    pub stats: SimulationStats,
    /// Warnings for the author of the scene.
    pub warnings: Vec<String>,
}

/// How a simulation ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EndingKind {
    /// It reached the end of the span.
    Finished,
    /// The budget ran out. The result is certain up to the end of `span`; nothing is known after it.
    Open,
    /// It could not continue; `reason` says why.
    Stopped,
}

/// An event between two bodies.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EventReport {
    /// Bracket of its time, in seconds; the lower end is never late.
    pub time: [f64; 2],
    /// The kind of event.
    pub kind: EventReportKind,
    /// First body.
    pub a: String,
    /// Second body.
    pub b: String,
    /// The sum of all impulses, in newton seconds; zero unless the event is an impact.
    pub impulse: f64,
    /// The contacts at the event.
    pub contacts: Vec<ContactReport>,
}

/// The kind of an event between two bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EventReportKind {
    /// They collide, and impulses change their velocities.
    Impact,
    /// One starts to slide on the other.
    Slides,
    /// One starts to roll on the other without sliding, or to rest on it.
    Rolls,
    /// They separate.
    Leaves,
    /// Their contacts hold them: they stay where they are until something hits them.
    Rests,
}

/// A lasting contact.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TrackReport {
    /// First body.
    pub a: String,
    /// Second body.
    pub b: String,
    /// `slides` or `rolls`.
    pub mode: EventReportKind,
    /// Start and end, in seconds.
    pub span: [f64; 2],
    /// Increasing times, in seconds.
    pub times: Vec<f64>,
    /// The point of contact at each time, in world coordinates.
    pub points: Vec<[f64; 3]>,
}

/// Energy of all free bodies over time.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct EnergyReport {
    /// Increasing times, in seconds.
    pub times: Vec<f64>,
    /// Kinetic energy at each time, of translation and rotation, in joules.
    pub kinetic: Vec<f64>,
    /// Potential energy of gravity at each time, zero at the world origin, in joules.
    pub potential: Vec<f64>,
}

/// The cost of a simulation.
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
    /// Events for each second of computing.
    #[serde(default)]
    pub events_per_second: f64,
    /// Simulated seconds for each second of computing.
    #[serde(default)]
    pub simulated_per_second: f64,
}

impl SimulationStats {
    /// These stats with the time that the work took, and the rates that follow from it.
    #[must_use]
    pub fn timed(self, seconds: f64, events: u64, simulated: f64) -> Self {
        // A clock that did not tick says nothing about the speed.
        let rate = |amount: f64| if seconds > 0.0 { amount / seconds } else { 0.0 };
        Self { seconds, events_per_second: rate(events as f64), simulated_per_second: rate(simulated), ..self }
    }
}

impl EnergyReport {
    /// Total energy at each time, in joules.
    #[must_use]
    pub fn totals(&self) -> Vec<f64> {
        self.kinetic.iter().zip(&self.potential).map(|(kinetic, potential)| kinetic + potential).collect()
    }

    /// The greatest change of the total energy since the first instant, with its sign, in joules.
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
    /// Fails if a number is NaN or infinite, or if lists that belong together differ in length.
    pub fn to_json(&self) -> Result<String, ReportError> {
        self.check()?;
        write(FORMAT, self)
    }

    /// Reads a result file. Ignores fields that this version does not know.
    pub fn from_json(text: &str) -> Result<Self, ReportError> {
        let simulation: Self = read(FORMAT, text)?;
        simulation.check()?;
        Ok(simulation)
    }

    /// Checks the invariants of every such file.
    fn check(&self) -> Result<(), ReportError> {
        bracket("span", self.span)?;
        let SimulationStats { seconds, events_per_second, simulated_per_second, .. } = self.stats;
        finite("stats.seconds", &[seconds])?;
        finite("stats.events_per_second", &[events_per_second])?;
        finite("stats.simulated_per_second", &[simulated_per_second])?;
        self.counts.check()?;
        self.crowding.iter().try_for_each(CrowdingReport::check)?;
        self.quality.check()?;
        self.conservation.check()?;
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
        for (index, force) in self.forces.iter().enumerate() {
            force.check(&format!("forces[{index}]"))?;
        }
        let EnergyReport { times, kinetic, potential } = &self.energy;
        for (name, numbers) in [("times", times), ("kinetic", kinetic), ("potential", potential)] {
            finite(&format!("energy.{name}"), numbers)?;
            same_length(&format!("energy.{name}"), numbers.len(), times.len())?;
        }
        for (index, motion) in self.motions.iter().enumerate() {
            motion.check(&format!("motions[{index}]"))?;
        }
        Ok(())
    }
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

impl fmt::Display for EventReportKind {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(match self {
            Self::Impact => "impact",
            Self::Slides => "slides",
            Self::Rolls => "rolls",
            Self::Leaves => "leaves",
            Self::Rests => "rests",
        })
    }
}
