//! The clearance of a robot over time.

use super::{ReportError, evidence_name, finite, same_length};
use serde::{Deserialize, Serialize};
use tangency_geometry::Evidence;

/// The smallest distance over time, of all pairs or of those with the world: measured at instants, bounded between them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ClearanceCurve {
    /// Seconds. Increasing instants, up to the first contact.
    pub times: Vec<f64>,
    /// Metres. The smallest distance at each instant: measured, not proved. `far` if it is no less than that.
    pub at_most: Vec<f64>,
    /// Metres. None of these pairs comes closer than this from each instant to the next. One value less than there are instants.
    pub at_least: Vec<f64>,
    /// How certain `at_least` is.
    #[serde(with = "evidence_name")]
    pub evidence: Evidence,
    /// Metres. Distances beyond this one are not resolved.
    pub far: f64,
    /// Whether only pairs with the world are meant, because those of the links hide them.
    pub to_world: bool,
    /// The pairs that are nearest at some instant.
    pub pairs: Vec<[String; 2]>,
    /// The nearest pair at each instant, by its index in `pairs`; `None` if none is nearer than `far`.
    pub nearest: Vec<Option<usize>>,
}

impl ClearanceCurve {
    pub(super) fn check(&self) -> Result<(), ReportError> {
        let Self { times, at_most, at_least, far, pairs, nearest, evidence: _, to_world: _ } = self;
        for (part, numbers) in [("times", times), ("at_most", at_most), ("at_least", at_least)] {
            finite(&format!("clearance_curve.{part}"), numbers)?;
        }
        finite("clearance_curve.far", &[*far])?;
        same_length("clearance_curve.at_most", at_most.len(), times.len())?;
        same_length("clearance_curve.nearest", nearest.len(), times.len())?;
        let contradiction = |message: String| Err(ReportError::Contradiction(message));
        let (found, stretches) = (at_least.len(), times.len().saturating_sub(1));
        if found != stretches {
            let message = format!("`clearance_curve.at_least` has {found} entries for {stretches} stretches");
            return contradiction(message);
        }
        if !times.is_sorted_by(|earlier, later| earlier < later) {
            return contradiction("`clearance_curve.times` does not increase".into());
        }
        for (piece, least) in at_least.iter().enumerate() {
            if let Some(most) = at_most[piece..=piece + 1].iter().find(|most| *most < least) {
                let message = format!("`clearance_curve.at_least` is {least} where `at_most` is {most}");
                return contradiction(message);
            }
        }
        match nearest.iter().flatten().find(|&&index| index >= pairs.len()) {
            Some(index) => contradiction(format!("`clearance_curve.nearest` is {index} for {} pairs", pairs.len())),
            None => Ok(()),
        }
    }
}
