//! The smallest distance between bodies during a span.

use super::{ReportError, bracket, evidence_name, finite};
use serde::{Deserialize, Serialize};
use tangency_geometry::Evidence;

/// The smallest distance between bodies during the whole span.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ClearanceReport {
    /// Metres. Lower bound of all distances. `None` if no bound above zero is known; `note` then says why.
    pub at_least: Option<f64>,
    /// The pair that comes nearest. `None` if no pair came near enough to be examined, or if the search is incomplete
    /// (see `note`) and no near pair is known.
    pub nearest: Option<NearestReport>,
    /// How certain the bounds are.
    #[serde(with = "evidence_name", default = "weakest_of_a_check")]
    pub evidence: Evidence,
    /// Explains in words why `at_least` is not the best bound of the method. `None` if it is.
    #[serde(default)]
    pub note: Option<String>,
    /// The distances that the bound does not cover, in words.
    #[serde(default)]
    pub not_measured: Vec<String>,
}

/// Files without the evidence of the clearance claim no proof.
fn weakest_of_a_check() -> Evidence {
    Evidence::Computed
}

/// The two bodies that come nearest.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NearestReport {
    /// First body.
    pub a: String,
    /// Second body.
    pub b: String,
    /// They come at least this close, in metres: their smallest distance up to the tolerance, unless a note says that the
    /// bound is coarse. No other pair comes nearer than
    /// [`ClearanceReport::at_least`].
    pub within: f64,
    /// Seconds. An instant at which they are that near, up to the tolerance.
    pub time: f64,
    /// The midpoint between them, in world coordinates.
    pub point: [f64; 3],
    /// Metres. Their closest points at `time`, in world coordinates: of `a`, then of `b`. `None` if they are not known, or
    /// only their midpoint.
    #[serde(default)]
    pub points: Option<[[f64; 3]; 2]>,
    /// Seconds. Contains every instant at which the distance is least. `None` if that is not known.
    #[serde(default)]
    pub during: Option<[f64; 2]>,
}

impl ClearanceReport {
    /// Checks the numbers. `name` is the path of the clearance in the file.
    pub(super) fn check(&self, name: &str) -> Result<(), ReportError> {
        let contradiction = |message: String| Err(ReportError::Contradiction(message));
        match self.at_least {
            Some(bound) => {
                finite(&format!("{name}.at_least"), &[bound])?;
                if !(bound > 0.0) {
                    return contradiction(format!("`{name}.at_least` is {bound}: a bound that is not known is null"));
                }
            }
            None if self.note.is_none() => {
                return contradiction(format!("`{name}` has neither `at_least` nor a `note` that says why"));
            }
            None => {}
        }
        let Some(nearest) = &self.nearest else { return Ok(()) };
        let field = |part| format!("{name}.nearest.{part}");
        finite(&field("within"), &[nearest.within])?;
        finite(&field("time"), &[nearest.time])?;
        finite(&field("point"), &nearest.point)?;
        finite(&field("points"), nearest.points.iter().flatten().flatten().copied().collect::<Vec<_>>().as_slice())?;
        if let Some(during) = nearest.during {
            bracket(&field("during"), during)?;
        }
        match self.at_least {
            Some(at_least) if nearest.within < at_least => {
                let within = nearest.within;
                contradiction(format!("`{name}.nearest.within` is {within}, below `{name}.at_least` {at_least}"))
            }
            Some(_) | None => Ok(()),
        }
    }
}
