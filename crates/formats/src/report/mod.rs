//! The result of a check, as the result file and the viewer page show it.
//!
//! `docs/result-file.md` explains every field and its guarantee.

mod contact;
mod envelope;
pub(crate) mod evidence_name;
pub(crate) mod feature;
mod file;
pub(crate) mod layout;
#[cfg(test)]
mod tests;

pub use contact::ContactReport;
pub(crate) use envelope::{read, write};
pub(crate) use feature::FeatureFile;

use serde::{Deserialize, Serialize};
use tangency_geometry::{Evidence, Verdict};

/// Version of the result file formats. It changes when a field changes its meaning or is removed.
const VERSION: u32 = 2;

/// When and where bodies first touch, and how certain that is. All times are on the scene's clock.
///
/// ```
/// use tangency_formats::{Report, Stats};
/// use tangency_geometry::{Evidence, Verdict};
///
/// let report = Report {
///     scene: "two sheets".into(),
///     verdict: Verdict::Clear { until: 1.0 },
///     evidence: Evidence::Proved,
///     clearance: None,
///     stats: Stats::default(),
///     warnings: Vec::new(),
/// };
/// assert_eq!(Report::from_json(&report.to_json()?)?, report);
/// # Ok::<(), tangency_formats::ReportError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Name of the scene.
    pub scene: String,
    /// The outcome of the check: clear, touch or open.
    pub verdict: Verdict<ContactReport>,
    /// How certain the answer is.
    pub evidence: Evidence,
    /// The smallest distance during the span. `None` unless it was requested and the verdict is clear.
    pub clearance: Option<ClearanceReport>,
    /// The cost of the answer.
    pub stats: Stats,
    /// Warnings for the author of the scene.
    pub warnings: Vec<String>,
}

/// The smallest distance between bodies during the whole span.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ClearanceReport {
    /// Lower bound of all distances, in metres, as certain as the report's evidence.
    pub at_least: f64,
    /// The pair that comes nearest. `None` if no pair came near enough to be examined, or if the search is incomplete
    /// (see `note`) and no near pair is known.
    pub nearest: Option<NearestReport>,
    /// Explains in words why `at_least` is not the best bound of the method. `None` if it is.
    #[serde(default)]
    pub note: Option<String>,
}

/// The two bodies that come nearest.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NearestReport {
    /// First body.
    pub a: String,
    /// Second body.
    pub b: String,
    /// Their smallest distance in metres, up to the tolerance. No other pair comes nearer than
    /// [`ClearanceReport::at_least`].
    pub within: f64,
    /// The time at which they first come that near, in seconds. Earlier distances were sampled, not bounded.
    pub time: f64,
    /// The midpoint between them, in world coordinates.
    pub point: [f64; 3],
}

/// The cost of an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Stats {
    /// Wall-clock seconds.
    pub seconds: f64,
    /// Pairs of features that were examined.
    pub pairs: u64,
    /// Steps of the method over all pairs.
    pub iterations: u64,
}

/// The text is not a result file, or the report cannot be written as one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReportError {
    /// The text is not JSON, or a field is missing or has another type.
    #[error("not a result file: {0}")]
    Json(String),
    /// The text is JSON, but not a result file.
    #[error("not a result file: `format` is {found:?}, expected {expected:?}")]
    Format {
        /// The `format` field of the text.
        found: String,
        /// The `format` field that was expected.
        expected: &'static str,
    },
    /// The file has another version of the format.
    #[error("the result file has version {0}, this program reads version {VERSION}")]
    Version(u32),
    /// A number is NaN or infinite. JSON can represent neither.
    #[error("`{field}` is {value}, which is not a finite number")]
    NotFinite {
        /// Name of the field.
        field: String,
        /// Its value.
        value: String,
    },
    /// Fields contradict one another.
    #[error("{0}")]
    Contradiction(String),
}

impl Report {
    /// Writes the result file as text. Every number is read back exactly.
    ///
    /// Fails if the report contains a NaN or an infinity, or contradicts itself. Such a report reveals a fault of the
    /// method that made it, so it is not written.
    pub fn to_json(&self) -> Result<String, ReportError> {
        self.check()?;
        file::write(self)
    }

    /// Reads a result file. Ignores fields that this version does not know.
    pub fn from_json(text: &str) -> Result<Self, ReportError> {
        let report = file::read(text)?;
        report.check()?;
        Ok(report)
    }

    /// The instant before which there is no contact, in seconds.
    #[must_use]
    pub fn clear_until(&self) -> f64 {
        self.verdict.clear_until()
    }

    /// Bracket of the first contact, in seconds; `None` unless the verdict is touch.
    #[must_use]
    pub fn time(&self) -> Option<[f64; 2]> {
        self.verdict.first_contact().map(|first| [first.time.lower(), first.time.upper()])
    }

    /// The contacts within the bracket of the first contact; empty unless the verdict is touch.
    #[must_use]
    pub fn contacts(&self) -> &[ContactReport] {
        self.verdict.contacts()
    }

    /// Whether [`contacts`](Self::contacts) lists every contact. `false` if the budget ran out before all were
    /// found.
    #[must_use]
    pub fn complete(&self) -> bool {
        self.verdict.first_contact().is_none_or(|first| first.complete)
    }

    /// Checks the invariants of every result file.
    fn check(&self) -> Result<(), ReportError> {
        finite("clear_until", &[self.clear_until()])?;
        finite("stats.seconds", &[self.stats.seconds])?;
        if let Some(time) = self.time() {
            bracket("time", time)?;
        }
        for (index, contact) in self.contacts().iter().enumerate() {
            contact.check(&format!("contacts[{index}]"))?;
        }
        match &self.clearance {
            Some(clearance) => clearance.check(&self.verdict),
            None => Ok(()),
        }
    }
}

impl ClearanceReport {
    fn check(&self, verdict: &Verdict<ContactReport>) -> Result<(), ReportError> {
        finite("clearance.at_least", &[self.at_least])?;
        let contradiction = |message: String| Err(ReportError::Contradiction(message));
        if !verdict.is_clear() {
            return contradiction(format!("the verdict is {verdict} but there is a `clearance`"));
        }
        let Some(nearest) = &self.nearest else { return Ok(()) };
        finite("clearance.nearest.within", &[nearest.within])?;
        finite("clearance.nearest.time", &[nearest.time])?;
        finite("clearance.nearest.point", &nearest.point)?;
        if nearest.within < self.at_least {
            let (within, at_least) = (nearest.within, self.at_least);
            return contradiction(format!(
                "`clearance.nearest.within` is {within}, below `clearance.at_least` {at_least}"
            ));
        }
        Ok(())
    }
}

/// Fails if a number is NaN or infinite.
pub(crate) fn finite(field: &str, numbers: &[f64]) -> Result<(), ReportError> {
    match numbers.iter().find(|number| !number.is_finite()) {
        Some(number) => Err(ReportError::NotFinite { field: field.to_owned(), value: number.to_string() }),
        None => Ok(()),
    }
}

/// Fails unless both ends are finite and in order.
pub(crate) fn bracket(field: &str, [lower, upper]: [f64; 2]) -> Result<(), ReportError> {
    finite(field, &[lower, upper])?;
    if lower <= upper {
        Ok(())
    } else {
        Err(ReportError::Contradiction(format!("`{field}` is [{lower}, {upper}], its lower end is the greater one")))
    }
}

/// Fails unless a list has as many entries as the list of times that it belongs to.
pub(crate) fn same_length(field: &str, found: usize, times: usize) -> Result<(), ReportError> {
    if found == times {
        return Ok(());
    }
    Err(ReportError::Contradiction(format!("`{field}` has {found} entries for {times} times")))
}
