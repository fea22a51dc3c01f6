//! The result of a check, as the result file and the viewer page show it.
//!
//! `docs/result-file.md` explains every field and what is promised about it.

pub(crate) mod layout;
#[cfg(test)]
mod tests;

use crate::Span;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fmt;
use tangency_geometry::Contact;

/// What the `format` field of every result file says.
const FORMAT: &str = "tangency-result";
/// The version of the formats that are written; it changes when a field changes its meaning or goes away.
const VERSION: u32 = 1;

/// The answer to "when do they first touch, where, and how sure are we?", in scene time.
///
/// ```
/// use tangency_formats::{EvidenceKind, Report, Stats, VerdictKind};
///
/// let report = Report {
///     scene: "two sheets".into(),
///     verdict: VerdictKind::Clear,
///     evidence: EvidenceKind::Proved,
///     clear_until: 1.0,
///     time: None,
///     contacts: Vec::new(),
///     complete: true,
///     clearance: None,
///     stats: Stats::default(),
///     warnings: Vec::new(),
/// };
/// assert_eq!(Report::from_json(&report.to_json()?)?, report);
/// # Ok::<(), tangency_formats::ReportError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// Name of the scene.
    pub scene: String,
    /// How the question ended.
    pub verdict: VerdictKind,
    /// How sure the answer is.
    pub evidence: EvidenceKind,
    /// Nothing touches before this instant.
    pub clear_until: f64,
    /// Bracket of the first contact; `None` unless there is one.
    pub time: Option<[f64; 2]>,
    /// All contacts at that instant.
    pub contacts: Vec<ContactReport>,
    /// Whether these are all: not so if the work allowed was used up before all places of contact were known.
    #[serde(default = "yes")]
    pub complete: bool,
    /// How close anything comes; `None` unless that was asked for and nothing touches.
    #[serde(default)]
    pub clearance: Option<Clearance>,
    /// What it cost.
    pub stats: Stats,
    /// What the author of the scene should know.
    pub warnings: Vec<String>,
}

/// Result files that do not say so list all contacts.
fn yes() -> bool {
    true
}

/// How the question ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum VerdictKind {
    /// Nothing touches during the span.
    Clear,
    /// Something touches, within the reported bracket of time.
    Touch,
    /// The work allowed was used up: nothing touches up to `clear_until`, and the rest is not known.
    Open,
}

/// How sure an answer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EvidenceKind {
    /// Rigorous: every number on the way encloses the truth.
    Proved,
    /// Floating point, with an estimate of its error.
    Computed,
    /// Stochastic: right with some confidence.
    Sampled,
}

/// One contact, with the names of the bodies.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ContactReport {
    /// First body.
    pub a: String,
    /// Second body (the same as `a` for self-contact).
    pub b: String,
    /// Point in the world.
    pub point: [f64; 3],
    /// Unit normal from `a` to `b`.
    pub normal: [f64; 3],
    /// Distance of the witnesses, metres.
    pub gap: f64,
    /// Bracket of this contact's time.
    pub time: [f64; 2],
    /// What touches on `a`, for example `vertex 12`.
    pub feature_a: String,
    /// What touches on `b`.
    pub feature_b: String,
    /// Whether its existence is proved, or it is within tolerance.
    pub proved: bool,
    /// Whether it was there at the start of the span.
    pub initial: bool,
}

/// How close anything comes to contact during the whole span.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Clearance {
    /// Metres: nothing comes closer than this, with the strength of the report's evidence.
    pub at_least: f64,
    /// Who comes nearest; `None` if nothing comes near enough to be looked at, or if `note` says that it is not known.
    pub nearest: Option<Nearest>,
    /// Why `at_least` is smaller than it could be, in words; `None` if it is as large as the method makes it.
    #[serde(default)]
    pub note: Option<String>,
}

/// Two bodies that come nearest.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Nearest {
    /// First body.
    pub a: String,
    /// Second body.
    pub b: String,
    /// Metres: how near they come, up to the tolerance; no other pair comes nearer than [`Clearance::at_least`].
    pub within: f64,
    /// When they first come that near, as far as distances at some instants before tell.
    pub time: f64,
    /// Point in the world, half way between them.
    pub point: [f64; 3],
}

/// What the answer cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Stats {
    /// Wall-clock seconds.
    pub seconds: f64,
    /// Pairs of features that were examined.
    pub pairs: u64,
    /// Steps of the method over all pairs.
    pub iterations: u64,
}

impl ContactReport {
    /// The contact of the two bodies with these names, told in the time of the scene.
    #[must_use]
    pub fn new([a, b]: [&str; 2], contact: &Contact, span: Span) -> Self {
        Self {
            a: a.to_owned(),
            b: b.to_owned(),
            point: contact.point.to_array(),
            normal: contact.normal.to_array(),
            gap: contact.gap,
            time: span.clock(contact.time),
            feature_a: contact.feature_a.to_string(),
            feature_b: contact.feature_b.to_string(),
            proved: contact.proved,
            initial: contact.initial,
        }
    }

    /// Refuses numbers that are none; `name` is where the contact stands.
    pub(crate) fn check(&self, name: &str) -> Result<(), ReportError> {
        let field = |part| format!("{name}.{part}");
        finite(&field("point"), &self.point)?;
        finite(&field("normal"), &self.normal)?;
        finite(&field("gap"), &[self.gap])?;
        bracket(&field("time"), self.time)
    }
}

/// The text is not a result file, or the report cannot be written as one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReportError {
    /// The text is not JSON, or a field is missing or of another type.
    #[error("not a result file: {0}")]
    Json(String),
    /// The text is JSON of another kind.
    #[error("not a result file: `format` is {found:?}, expected {expected:?}")]
    Format {
        /// What it says.
        found: String,
        /// What such files say.
        expected: &'static str,
    },
    /// The file was written by a later program.
    #[error("the result file has version {0}, this program reads version {VERSION}: use a later one")]
    Version(u32),
    /// JSON has no NaN and no infinity, and a result has no use for them.
    #[error("`{field}` is {value}, which is not a finite number")]
    NotFinite {
        /// Which field.
        field: String,
        /// Its value.
        value: String,
    },
    /// Fields contradict one another.
    #[error("{0}")]
    Contradiction(String),
}

/// Says what a file is, before anything else of it is believed.
#[derive(Serialize, Deserialize)]
struct Header {
    format: String,
    version: u32,
}

/// Something as it stands in its file.
#[derive(Serialize)]
struct Envelope<'a, T> {
    #[serde(flatten)]
    header: Header,
    #[serde(flatten)]
    content: &'a T,
}

/// The text of a file of this format with this content.
pub(crate) fn write(format: &str, content: &impl Serialize) -> Result<String, ReportError> {
    let header = Header { format: format.into(), version: VERSION };
    layout::to_string(&Envelope { header, content }).map_err(|error| ReportError::Json(error.to_string()))
}

/// The content of a file of this format.
pub(crate) fn read<T: DeserializeOwned>(format: &'static str, text: &str) -> Result<T, ReportError> {
    let json = |error: serde_json::Error| ReportError::Json(error.to_string());
    let header: Header = serde_json::from_str(text).map_err(json)?;
    if header.format != format {
        return Err(ReportError::Format { found: header.format, expected: format });
    }
    if header.version != VERSION {
        return Err(ReportError::Version(header.version));
    }
    serde_json::from_str(text).map_err(json)
}

impl Report {
    /// The text of the result file. Every number reads back as the same number.
    ///
    /// Fails if the report holds a NaN or an infinity, or contradicts itself: such a report is a fault of the method
    /// that made it, and does not become a file.
    pub fn to_json(&self) -> Result<String, ReportError> {
        self.check()?;
        write(FORMAT, self)
    }

    /// Reads a result file. Fields that this version does not know are passed over.
    pub fn from_json(text: &str) -> Result<Self, ReportError> {
        let report: Self = read(FORMAT, text)?;
        report.check()?;
        Ok(report)
    }

    /// What holds for every result file.
    fn check(&self) -> Result<(), ReportError> {
        finite("clear_until", &[self.clear_until])?;
        finite("stats.seconds", &[self.stats.seconds])?;
        if let Some(time) = self.time {
            bracket("time", time)?;
        }
        for (index, contact) in self.contacts.iter().enumerate() {
            contact.check(&format!("contacts[{index}]"))?;
        }
        if let Some(clearance) = &self.clearance {
            clearance.check(self.verdict)?;
        }
        let touches = self.verdict == VerdictKind::Touch;
        if touches != self.time.is_some() {
            let time = if touches { "no `time`" } else { "a `time`" };
            return Err(ReportError::Contradiction(format!("the verdict is {} but there is {time}", self.verdict)));
        }
        if !touches && !self.contacts.is_empty() {
            return Err(ReportError::Contradiction(format!("the verdict is {} but there are contacts", self.verdict)));
        }
        match self.time {
            Some([lower, _]) if lower < self.clear_until => Err(ReportError::Contradiction(format!(
                "`clear_until` is {}, after the earliest `time` {lower}",
                self.clear_until
            ))),
            _ => Ok(()),
        }
    }
}

impl Clearance {
    fn check(&self, verdict: VerdictKind) -> Result<(), ReportError> {
        finite("clearance.at_least", &[self.at_least])?;
        let contradiction = |message: String| Err(ReportError::Contradiction(message));
        if verdict != VerdictKind::Clear {
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

pub(crate) fn finite(field: &str, numbers: &[f64]) -> Result<(), ReportError> {
    match numbers.iter().find(|number| !number.is_finite()) {
        Some(number) => Err(ReportError::NotFinite { field: field.to_owned(), value: number.to_string() }),
        None => Ok(()),
    }
}

pub(crate) fn bracket(field: &str, [lower, upper]: [f64; 2]) -> Result<(), ReportError> {
    finite(field, &[lower, upper])?;
    if lower <= upper {
        Ok(())
    } else {
        Err(ReportError::Contradiction(format!("`{field}` is [{lower}, {upper}], its lower end is the greater one")))
    }
}

impl fmt::Display for VerdictKind {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(match self {
            Self::Clear => "clear",
            Self::Touch => "touch",
            Self::Open => "open",
        })
    }
}

impl fmt::Display for EvidenceKind {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(match self {
            Self::Proved => "proved",
            Self::Computed => "computed",
            Self::Sampled => "sampled",
        })
    }
}
