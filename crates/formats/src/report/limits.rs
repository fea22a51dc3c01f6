//! The limits of a robot's joints: which were compared, which were exceeded, which could not be compared.

use super::{ReportError, finite};
use serde::{Deserialize, Serialize};
use std::fmt;

/// What a trajectory demands of the joints, compared with their limits.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LimitsReport {
    /// Quantities that were compared.
    pub checked: Vec<CheckedLimit>,
    /// Limits that are exceeded.
    pub exceeded: Vec<ExceededLimit>,
    /// What was not compared, and why, in words.
    pub not_checked: Vec<String>,
}

/// A quantity that was compared with its limits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckedLimit {
    /// `position`, `velocity`, `acceleration` or `effort`.
    pub quantity: String,
    /// How many joints have such a limit.
    pub joints: usize,
    /// Whether it was compared at the rows of the trajectory alone, not between them.
    pub at_rows_only: bool,
}

/// A joint that exceeds a limit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExceededLimit {
    /// The joint.
    pub joint: String,
    /// `position`, `velocity`, `acceleration` or `effort`.
    pub quantity: String,
    /// The unit of `limit` and `worst`.
    pub unit: String,
    /// The exceeded limit. Limits of velocity, acceleration and effort hold for both signs.
    pub limit: f64,
    /// Seconds. The first instant beyond the limit; of an effort, that of the first such row.
    pub first: f64,
    /// The value farthest beyond the limit.
    pub worst: f64,
    /// Seconds. The instant of that value.
    pub worst_at: f64,
    /// The row with that value, counted from 1; `None` if it lies between rows.
    pub row: Option<usize>,
    /// The same in words.
    pub words: String,
}

impl fmt::Display for ExceededLimit {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.words)
    }
}

impl LimitsReport {
    pub(super) fn check(&self) -> Result<(), ReportError> {
        for (index, exceeded) in self.exceeded.iter().enumerate() {
            let ExceededLimit { limit, first, worst, worst_at, .. } = *exceeded;
            finite(&format!("limits.exceeded[{index}]"), &[limit, first, worst, worst_at])?;
        }
        Ok(())
    }
}
