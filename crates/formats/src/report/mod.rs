//! The result of a check, as the result file and the viewer page show it.
//!
//! `docs/result-file.md` explains every field and its guarantee.

#[cfg(test)]
mod answer_tests;
mod clearance;
mod contact;
mod envelope;
pub(crate) mod evidence_name;
pub(crate) mod feature;
mod file;
pub(crate) mod layout;
mod limits;
mod over_time;
mod pair;
mod region;
mod set_aside;
#[cfg(test)]
mod tests;

pub use clearance::{ClearanceReport, NearestReport};
pub use contact::ContactReport;
pub(crate) use envelope::{read, write};
pub(crate) use feature::FeatureFile;
pub use limits::{CheckedLimit, ExceededLimit, LimitsReport};
pub use over_time::ClearanceCurve;
pub use pair::{AskedPairs, PairReport, PairVerdict, SkippedPairs};
pub use region::ContactRegion;
pub use set_aside::SetAsideReport;

use serde::{Deserialize, Serialize};
use tangency_geometry::{Evidence, Verdict};

/// Version of the result file formats. It changes when a field changes its meaning or is removed.
pub(crate) const VERSION: u32 = 2;

/// When and where bodies first touch, and how certain that is. All times are on the scene's clock.
///
/// ```
/// use tangency_formats::Report;
/// use tangency_geometry::{Evidence, Verdict};
///
/// let report = Report::new("two sheets", Verdict::Clear { until: 1.0 }, Evidence::Proved);
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
    /// The contacts grouped by the regions in which they are.
    pub regions: Vec<ContactRegion>,
    /// The smallest distance during the span. `None` unless it was requested and the verdict is clear.
    pub clearance: Option<ClearanceReport>,
    /// Of a robot: the smallest distance of its links among themselves. `None` if there is no world beside them.
    pub self_clearance: Option<ClearanceReport>,
    /// Of a robot: the smallest distance of its links from the obstacles. `None` if only one kind of pairs was checked.
    pub world_clearance: Option<ClearanceReport>,
    /// Of a robot: how many pairs were checked, and why others were not.
    pub asked: Option<AskedPairs>,
    /// Of a robot: the smallest distance over time, up to the first contact. `None` unless it was requested.
    pub clearance_curve: Option<ClearanceCurve>,
    /// Of a robot: its joints and their limits.
    pub limits: Option<LimitsReport>,
    /// The answer about every pair of bodies. `None` unless it was requested.
    pub pairs: Option<Vec<PairReport>>,
    /// The pairs that touch at the start and were set aside on request. The verdict does not cover them.
    pub set_aside: Vec<SetAsideReport>,
    /// The cost of the answer.
    pub stats: Stats,
    /// Warnings for the author of the scene.
    pub warnings: Vec<String>,
}

/// The cost of an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Stats {
    /// Wall-clock seconds.
    pub seconds: f64,
    /// The part of these seconds in which bodies were prepared: trees, hulls and adjacency, once for each body. `None`
    /// if it was not measured.
    #[serde(default)]
    pub preparation_seconds: Option<f64>,
    /// Pairs of features that were examined.
    pub pairs: u64,
    /// Steps of the method over all pairs.
    pub iterations: u64,
}

/// The text is not a result file, or the report cannot be written as one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
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
    /// A report of this verdict. All other fields are empty, but for the regions of its contacts.
    #[must_use]
    pub fn new(scene: &str, verdict: Verdict<ContactReport>, evidence: Evidence) -> Self {
        Self {
            scene: scene.to_owned(),
            regions: ContactRegion::of(verdict.contacts()),
            verdict,
            evidence,
            clearance: None,
            self_clearance: None,
            world_clearance: None,
            asked: None,
            clearance_curve: None,
            limits: None,
            pairs: None,
            set_aside: Vec::new(),
            stats: Stats::default(),
            warnings: Vec::new(),
        }
    }

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
        finite("stats.preparation_seconds", self.stats.preparation_seconds.as_slice())?;
        if let Some(time) = self.time() {
            bracket("time", time)?;
        }
        for (index, contact) in self.contacts().iter().enumerate() {
            contact.check(&format!("contacts[{index}]"))?;
        }
        for (index, region) in self.regions.iter().enumerate() {
            region.check(&format!("regions[{index}]"), self.contacts().len())?;
        }
        let clearances = [
            ("clearance", &self.clearance),
            ("self_clearance", &self.self_clearance),
            ("world_clearance", &self.world_clearance),
        ];
        for (name, clearance) in clearances {
            let Some(clearance) = clearance else { continue };
            if !self.verdict.is_clear() {
                let message = format!("the verdict is {} but there is a `{name}`", self.verdict);
                return Err(ReportError::Contradiction(message));
            }
            clearance.check(name)?;
        }
        for (index, pair) in self.pairs.iter().flatten().enumerate() {
            pair.check(&format!("pairs[{index}]"))?;
        }
        if let Some(curve) = &self.clearance_curve {
            curve.check()?;
        }
        if let Some(limits) = &self.limits {
            limits.check()?;
        }
        let mut set_aside = self.set_aside.iter().enumerate();
        set_aside.try_for_each(|(index, pair)| pair.check(&format!("set_aside[{index}]")))
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
