//! One contact of a report.

use super::feature::{self, FeatureFile};
use super::{ReportError, bracket, finite};
use serde::{Deserialize, Serialize};
use tangency_geometry::{Contact, Feature};

/// One contact, with the names of the bodies.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ContactReport {
    /// First body.
    pub a: String,
    /// Second body (the same as `a` for self-contact).
    pub b: String,
    /// Point in world coordinates, metres.
    pub point: [f64; 3],
    /// Unit normal from `a` to `b`.
    pub normal: [f64; 3],
    /// Signed distance between the witness points, metres. Negative: one body is inside the other there.
    pub gap: f64,
    /// Bracket of the contact time, seconds on the scene's clock.
    pub time: [f64; 2],
    /// The vertex, edge or face of `a` that touches.
    #[serde(with = "feature")]
    pub feature_a: Feature,
    /// The vertex, edge or face of `b` that touches.
    #[serde(with = "feature")]
    pub feature_b: Feature,
    /// `true` if the contact is proved to exist. `false` if the bodies are only known to come within the tolerance.
    pub proved: bool,
    /// Whether the bodies already touch at the start of the span.
    pub initial: bool,
}

impl ContactReport {
    /// A contact between the two named bodies. `time` is its bracket on the scene's clock.
    #[must_use]
    pub fn new([a, b]: [&str; 2], contact: &Contact, time: [f64; 2]) -> Self {
        Self {
            a: a.to_owned(),
            b: b.to_owned(),
            point: contact.point.to_array(),
            normal: contact.normal.to_array(),
            gap: contact.gap,
            time,
            feature_a: contact.feature_a,
            feature_b: contact.feature_b,
            proved: contact.proved,
            initial: contact.initial,
        }
    }

    /// Fails if a number is not finite. `name` is the path of the contact in the file.
    pub(crate) fn check(&self, name: &str) -> Result<(), ReportError> {
        let field = |part| format!("{name}.{part}");
        finite(&field("point"), &self.point)?;
        finite(&field("normal"), &self.normal)?;
        finite(&field("gap"), &[self.gap])?;
        bracket(&field("time"), self.time)?;
        finite(&field("feature_a.at"), FeatureFile::from(self.feature_a).at())?;
        finite(&field("feature_b.at"), FeatureFile::from(self.feature_b).at())
    }
}
