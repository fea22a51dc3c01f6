//! What a simulation counted, and how well it kept the quantities that physics keeps.

use super::{EventReport, EventReportKind};
use crate::report::{ReportError, finite};
use serde::{Deserialize, Serialize};

/// Events by kind, and the predictions behind them. A count that the engine does not keep is `None`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SimulationCounts {
    /// Impacts.
    pub impacts: Option<u64>,
    /// Contacts that began to slide.
    pub slides: Option<u64>,
    /// Contacts that began to roll.
    pub rolls: Option<u64>,
    /// Lasting contacts that ended.
    pub leaves: Option<u64>,
    /// Bodies that were put to rest.
    pub sleeps: Option<u64>,
    /// Events that were predicted, stale ones included.
    pub predictions: Option<u64>,
    /// Predictions that were void when their time came: the partner had been diverted before.
    pub stale: Option<u64>,
    /// Predictions that were given up before their time came: the body itself was diverted.
    pub diverted: Option<u64>,
    /// Predictions from envelopes that the detection had to refine.
    pub refined: Option<u64>,
}

/// How well the simulation kept what physics keeps. `None` where physics does not keep it, or it was not measured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ConservationReport {
    /// Greatest change of the total energy since the start, as a part of the greatest kinetic energy. `None` if
    /// impacts, friction or the air take energy, or driven bodies or engines may add some.
    pub energy: Option<f64>,
    /// Change of the total momentum that gravity does not explain, as a part of the sum of the magnitudes of all
    /// momenta. `None` if free bodies touched others, or engines or the air act.
    pub momentum: Option<f64>,
}

/// The most crowded state that a simulation has seen, by the cells in which it looks for neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct CrowdingReport {
    /// Whether a region is much denser than the others, or predictions rarely come true: many small steps in time may
    /// then be cheaper than events.
    pub dense: bool,
    /// The instant, in seconds.
    pub time: f64,
    /// The middle of the densest cell, in metres.
    pub place: [f64; 3],
    /// Bodies in the fullest cell.
    pub bodies: u64,
    /// Levels of the deepest cells, and those that evenly spread bodies would have.
    pub levels: [u64; 2],
    /// The part of the entries met in cells that had become stale, from 0 to 1.
    pub stale_share: f64,
}

impl CrowdingReport {
    pub(super) fn check(&self) -> Result<(), ReportError> {
        finite("crowding.time", &[self.time])?;
        finite("crowding.place", &self.place)?;
        finite("crowding.stale_share", &[self.stale_share])
    }
}

impl SimulationCounts {
    /// The counts of the listed events. The other counts are not known.
    #[must_use]
    pub fn of_events(events: &[EventReport]) -> Self {
        let of_kind = |kind| Some(events.iter().filter(|event| event.kind == kind).count() as u64);
        Self {
            impacts: of_kind(EventReportKind::Impact),
            slides: of_kind(EventReportKind::Slides),
            rolls: of_kind(EventReportKind::Rolls),
            leaves: of_kind(EventReportKind::Leaves),
            ..Self::default()
        }
    }

    /// All events of known kinds.
    #[must_use]
    pub fn events(&self) -> u64 {
        [self.impacts, self.slides, self.rolls, self.leaves, self.sleeps].into_iter().flatten().sum()
    }

    /// The part of the predictions whose partner was diverted, from 0 to 1.
    #[must_use]
    pub fn stale_share(&self) -> Option<f64> {
        self.share(self.stale)
    }

    /// The part of the predictions whose body was diverted itself, from 0 to 1.
    #[must_use]
    pub fn diverted_share(&self) -> Option<f64> {
        self.share(self.diverted)
    }

    fn share(&self, part: Option<u64>) -> Option<f64> {
        let (part, predictions) = (part?, self.predictions?);
        (predictions > 0).then(|| part as f64 / predictions as f64)
    }

    pub(super) fn check(&self) -> Result<(), ReportError> {
        for (name, part) in [("stale", self.stale), ("diverted", self.diverted), ("refined", self.refined)] {
            if let (Some(part), Some(predictions)) = (part, self.predictions)
                && part > predictions
            {
                let message = format!("`counts.{name}` is {part}, more than the {predictions} `predictions`");
                return Err(ReportError::Contradiction(message));
            }
        }
        Ok(())
    }
}

impl ConservationReport {
    pub(super) fn check(&self) -> Result<(), ReportError> {
        finite("conservation.energy", self.energy.as_slice())?;
        finite("conservation.momentum", self.momentum.as_slice())
    }
}
