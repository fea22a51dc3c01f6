//! The distance of two bodies over time.

use crate::report::{ReportError, evidence_name, finite, same_length};
use serde::{Deserialize, Serialize};
use tangency_geometry::Evidence;

/// The distance of two bodies over time: measured at instants, bounded between them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DistanceCurve {
    /// Seconds. Increasing instants.
    pub times: Vec<f64>,
    /// Metres. The distance at each instant, at most: the upper end of its enclosure.
    pub at_most: Vec<f64>,
    /// Metres. The distance from each instant to the next is at least this. One value less than there are instants.
    pub at_least: Vec<f64>,
    /// The weakest evidence of these bounds.
    #[serde(with = "evidence_name")]
    pub evidence: Evidence,
    /// Metres. The closest points of both bodies at each instant: six coordinates each.
    pub closest: Vec<[f64; 6]>,
}

impl DistanceCurve {
    pub(super) fn check(&self, name: &str) -> Result<(), ReportError> {
        let Self { times, at_most, at_least, closest, evidence: _ } = self;
        for (part, numbers) in [("times", times), ("at_most", at_most), ("at_least", at_least)] {
            finite(&format!("{name}.{part}"), numbers)?;
        }
        finite(&format!("{name}.closest"), closest.as_flattened())?;
        same_length(&format!("{name}.at_most"), at_most.len(), times.len())?;
        same_length(&format!("{name}.closest"), closest.len(), times.len())?;
        let contradiction = |message: String| Err(ReportError::Contradiction(message));
        let (found, stretches) = (at_least.len(), times.len().saturating_sub(1));
        if found != stretches {
            let message = format!("`{name}.at_least` has {found} entries for {stretches} stretches between its times");
            return contradiction(message);
        }
        if !times.is_sorted_by(|earlier, later| earlier < later) {
            return contradiction(format!("`{name}.times` does not increase"));
        }
        for (piece, least) in at_least.iter().enumerate() {
            if let Some(most) = at_most[piece..=piece + 1].iter().find(|most| *most < least) {
                return contradiction(format!("`{name}.at_least` is {least} where `{name}.at_most` is {most}"));
            }
        }
        Ok(())
    }
}
