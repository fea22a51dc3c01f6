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
    /// Predictions that were void when their time came: a body had been hit before.
    pub stale: Option<u64>,
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

    /// The part of the predictions that were stale, from 0 to 1.
    #[must_use]
    pub fn stale_share(&self) -> Option<f64> {
        let (stale, predictions) = (self.stale?, self.predictions?);
        (predictions > 0).then(|| stale as f64 / predictions as f64)
    }

    pub(super) fn check(&self) -> Result<(), ReportError> {
        for (name, part) in [("stale", self.stale), ("refined", self.refined)] {
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
