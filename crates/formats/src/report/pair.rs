//! The answer about one pair of bodies, a row of the table of pairs.

use super::{ClearanceReport, ContactReport, ReportError, bracket, evidence_name, finite};
use serde::{Deserialize, Serialize};
use std::fmt;
use tangency_geometry::{Evidence, Verdict};

/// When two bodies first touch, or how close they come.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PairReport {
    /// First body.
    pub a: String,
    /// Second body (the same as `a` for self-contact).
    pub b: String,
    /// How the question about this pair ended.
    pub verdict: PairVerdict,
    /// How certain that is.
    #[serde(with = "evidence_name")]
    pub evidence: Evidence,
    /// Seconds. The bodies do not touch before this instant.
    pub clear_until: f64,
    /// Bracket of the first contact, in seconds. `None` unless the verdict is touch.
    pub time: Option<[f64; 2]>,
    /// Number of contacts at that instant.
    pub contact_count: usize,
    /// One of these contacts: the earliest. `None` unless the verdict is touch.
    pub contact: Option<ContactReport>,
    /// How close they come. `None` unless the verdict is clear.
    pub clearance: Option<ClearanceReport>,
}

/// How many pairs were asked about, and why others were not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AskedPairs {
    /// Pairs that were checked.
    pub checked: usize,
    /// Pairs that were not, by reason.
    pub skipped: Vec<SkippedPairs>,
}

/// Pairs that were not checked for one reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SkippedPairs {
    /// How many.
    pub count: usize,
    /// Why, in words.
    pub reason: String,
}

/// How the question about a pair ended: the name of a [`Verdict`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PairVerdict {
    /// The bodies do not touch during the span.
    Clear,
    /// The bodies touch.
    Touch,
    /// Not known.
    Open,
}

impl fmt::Display for PairVerdict {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(match self {
            Self::Clear => "clear",
            Self::Touch => "touch",
            Self::Open => "open",
        })
    }
}

impl PairReport {
    /// The row of a pair, without its clearance.
    #[must_use]
    pub fn new([a, b]: [&str; 2], verdict: &Verdict<ContactReport>, evidence: Evidence) -> Self {
        let contacts = verdict.contacts();
        let earliest = contacts.iter().min_by(|one, other| one.time[0].total_cmp(&other.time[0]));
        Self {
            a: a.to_owned(),
            b: b.to_owned(),
            verdict: match verdict {
                Verdict::Clear { .. } => PairVerdict::Clear,
                Verdict::Touch(_) => PairVerdict::Touch,
                Verdict::Open { .. } => PairVerdict::Open,
            },
            evidence,
            clear_until: verdict.clear_until(),
            time: verdict.first_contact().map(|first| [first.time.lower(), first.time.upper()]),
            contact_count: contacts.len(),
            contact: earliest.cloned(),
            clearance: None,
        }
    }

    /// Sorts the rows of a table: first the pairs that touch, by time, then those that are open, then the others, the
    /// nearest first.
    pub fn sort(rows: &mut [Self]) {
        let order = |row: &Self| match row.verdict {
            PairVerdict::Touch => [0.0, row.clear_until],
            PairVerdict::Open => [1.0, row.clear_until],
            PairVerdict::Clear => [2.0, row.within().unwrap_or(f64::INFINITY)],
        };
        rows.sort_by(|one, other| {
            let ([kind, key], [other_kind, other_key]) = (order(one), order(other));
            kind.total_cmp(&other_kind).then(key.total_cmp(&other_key))
        });
    }

    /// Metres. The upper bound of the least distance, if it is known.
    #[must_use]
    pub fn within(&self) -> Option<f64> {
        self.clearance.as_ref()?.nearest.as_ref().map(|nearest| nearest.within)
    }

    /// Checks the numbers, and that the fields fit the verdict. `name` is the path of the pair in the file.
    pub(super) fn check(&self, name: &str) -> Result<(), ReportError> {
        finite(&format!("{name}.clear_until"), &[self.clear_until])?;
        let contradiction = |message: String| Err(ReportError::Contradiction(message));
        if (self.verdict == PairVerdict::Touch) != self.time.is_some() {
            let time = if self.time.is_some() { "a" } else { "no" };
            return contradiction(format!("`{name}` has the verdict {} and {time} `time`", self.verdict));
        }
        if let Some(time) = self.time {
            bracket(&format!("{name}.time"), time)?;
        }
        if let Some(contact) = &self.contact {
            contact.check(&format!("{name}.contact"))?;
        }
        match &self.clearance {
            Some(_) if self.verdict != PairVerdict::Clear => {
                contradiction(format!("`{name}` has the verdict {} and a `clearance`", self.verdict))
            }
            Some(clearance) => clearance.check(&format!("{name}.clearance")),
            None => Ok(()),
        }
    }
}
