//! The forces of contacts over time, and how well impacts were solved.

use crate::report::{ReportError, bracket, finite, same_length};
use serde::{Deserialize, Serialize};

/// The force of a lasting contact, or of one on which bodies rest.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ForceReport {
    /// First body.
    pub a: String,
    /// Second body.
    pub b: String,
    /// Start and end, in seconds.
    pub span: [f64; 2],
    /// Increasing times, in seconds: at least the start and the end.
    pub times: Vec<f64>,
    /// The point of contact at each time, in world coordinates.
    pub points: Vec<[f64; 3]>,
    /// The force on the first body at each time, in newtons; the second receives the opposite.
    pub forces: Vec<[f64; 3]>,
}

/// How well the impacts of several contacts were solved. What was not counted is `None`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct QualityReport {
    /// Impacts at several contacts, or with several contacts of bodies that lean on each other.
    pub problems: Option<u64>,
    /// Those on which the response did not converge, and its substitute did.
    pub substituted: Option<u64>,
    /// Those on which neither converged: the better of both solutions was used.
    pub unconverged: Option<u64>,
    /// The largest residual, as a part of the largest relative speed at the contacts.
    pub worst_residual: Option<f64>,
    /// The largest duality gap, in joules.
    pub worst_gap: Option<f64>,
}

impl ForceReport {
    pub(super) fn check(&self, field: &str) -> Result<(), ReportError> {
        let of = |name: &str| format!("{field}.{name}");
        bracket(&of("span"), self.span)?;
        finite(&of("times"), &self.times)?;
        finite(&of("points"), self.points.as_flattened())?;
        finite(&of("forces"), self.forces.as_flattened())?;
        same_length(&of("points"), self.points.len(), self.times.len())?;
        same_length(&of("forces"), self.forces.len(), self.times.len())
    }
}

impl QualityReport {
    pub(super) fn check(&self) -> Result<(), ReportError> {
        finite("quality.worst_residual", self.worst_residual.as_slice())?;
        finite("quality.worst_gap", self.worst_gap.as_slice())?;
        for (name, part) in [("substituted", self.substituted), ("unconverged", self.unconverged)] {
            if let (Some(part), Some(problems)) = (part, self.problems)
                && part > problems
            {
                let message = format!("`quality.{name}` is {part}, more than the {problems} `problems`");
                return Err(ReportError::Contradiction(message));
            }
        }
        Ok(())
    }
}
