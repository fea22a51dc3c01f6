//! The distances and depths of pairs of bodies, as their result file and the viewer page show them.
//!
//! `docs/measure.md` explains every field and its guarantee.

mod curve;
mod intersection;
#[cfg(test)]
mod tests;

pub use curve::DistanceCurve;
pub use intersection::{IntersectionCurveReport, IntersectionReport};

use crate::Stats;
use crate::report::{FeatureFile, ReportError, bracket, evidence_name, feature, finite, read, write};
use serde::{Deserialize, Serialize};
use std::fmt;
use tangency_geometry::{Evidence, Feature};

/// The `format` field of every such file.
const FORMAT: &str = "tangency-measurement";

/// How far bodies are apart, or how deep they overlap. All times are on the clock of the scene.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Measurement {
    /// Name of the scene.
    pub scene: String,
    /// Whether the pairs are measured at an instant or over a span.
    pub question: MeasureQuestion,
    /// Seconds. The span; both ends are the instant if the question is about one.
    pub span: [f64; 2],
    /// Whether any pair overlaps.
    pub verdict: OverlapName,
    /// How certain the verdict is: the strongest evidence of a pair that overlaps. If none does, the weakest of any
    /// pair.
    #[serde(with = "evidence_name")]
    pub evidence: Evidence,
    /// The listed pairs, nearest first.
    pub pairs: Vec<MeasuredPairReport>,
    /// Number of pairs that were asked about and are not listed, because they are farther apart.
    pub farther: usize,
    /// What was not measured, in words.
    pub not_measured: Vec<String>,
    /// The cost of the answer.
    pub stats: Stats,
    /// Warnings for the author of the scene.
    pub warnings: Vec<String>,
}

/// When pairs are measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MeasureQuestion {
    /// The distance at an instant.
    Instant,
    /// The closest approach during a span.
    Span,
}

/// Whether two bodies have a common point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OverlapName {
    /// They have no common point.
    Apart,
    /// They have one, at the instant or at some instant of the span.
    Overlap,
    /// Not decided.
    Open,
}

/// The distance of two bodies at an instant, or their closest approach during a span.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MeasuredPairReport {
    /// First body.
    pub a: String,
    /// Second body.
    pub b: String,
    /// Whether they have a common point.
    pub verdict: OverlapName,
    /// How certain the enclosures and the verdict are.
    #[serde(with = "evidence_name")]
    pub evidence: Evidence,
    /// Metres. Encloses the least distance: zero if the bodies overlap.
    pub distance: [f64; 2],
    /// Seconds. Contains every instant at which the distance is least; the first contact if the bodies touch.
    pub time: [f64; 2],
    /// Seconds. The instant of `points`.
    pub at: f64,
    /// Metres. The closest points of `a` and `b` at that instant. If the bodies overlap, points of their overlap.
    pub points: [[f64; 3]; 2],
    /// Unit normal from `a` to `b`.
    pub normal: [f64; 3],
    /// The feature of `a` that contains its point.
    #[serde(with = "feature")]
    pub feature_a: Feature,
    /// The feature of `b` that contains its point.
    #[serde(with = "feature")]
    pub feature_b: Feature,
    /// How deep they overlap. `None` if they are apart, and over a span.
    pub penetration: Option<DepthReport>,
    /// `false` if the budget ran out before the enclosure was as narrow as the tolerance.
    pub complete: bool,
    /// The distance over time. `None` unless it was requested.
    pub curve: Option<DistanceCurve>,
    /// Where the surfaces meet. `None` unless it was requested, and for bodies without curved faces.
    #[serde(default)]
    pub intersection: Option<IntersectionReport>,
}

/// How deep two bodies overlap at an instant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DepthReport {
    /// Metres. Encloses the length of the shortest translation that parts the bodies.
    pub depth: [f64; 2],
    /// Unit vector. Moving `b` along it by more than the upper end of the depth parts the bodies.
    pub direction: [f64; 3],
    /// Metres. The deepest points known, of `a` and of `b`.
    pub points: [[f64; 3]; 2],
    /// The connected regions in which meshes that are not convex are inside each other.
    pub regions: Vec<DepthRegionReport>,
}

/// A region in which a part of one body is inside the other.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct DepthRegionReport {
    /// Metres. Encloses the distance of the deepest vertex of the region from the surface of the other body.
    pub depth: [f64; 2],
    /// Unit vector along which `b` leaves `a` there.
    pub normal: [f64; 3],
    /// The point of `a` and the point of `b`: one is the deepest vertex, the other the nearest point of the surface.
    pub points: [[f64; 3]; 2],
    /// The feature of `a` that contains its point.
    #[serde(with = "feature")]
    pub feature_a: Feature,
    /// The feature of `b` that contains its point.
    #[serde(with = "feature")]
    pub feature_b: Feature,
}

impl Measurement {
    /// The verdict about these pairs, and how certain it is. A pair that overlaps decides, then one that is open.
    #[must_use]
    pub fn verdict_of(pairs: &[MeasuredPairReport]) -> (OverlapName, Evidence) {
        let evidence =
            |verdict: OverlapName| pairs.iter().filter(move |pair| pair.verdict == verdict).map(|pair| pair.evidence);
        if let Some(strongest) = evidence(OverlapName::Overlap).max() {
            return (OverlapName::Overlap, strongest);
        }
        let open = evidence(OverlapName::Open).next().is_some();
        let weakest = pairs.iter().map(|pair| pair.evidence).min().unwrap_or(Evidence::Proved);
        (if open { OverlapName::Open } else { OverlapName::Apart }, weakest)
    }

    /// The text of the result file. Every number reads back as the same number.
    ///
    /// Fails if a number is NaN or infinite, or if fields contradict each other.
    pub fn to_json(&self) -> Result<String, ReportError> {
        self.check()?;
        write(FORMAT, self)
    }

    /// Reads a result file. Ignores fields that this version does not know.
    pub fn from_json(text: &str) -> Result<Self, ReportError> {
        let measurement: Self = read(FORMAT, text)?;
        measurement.check()?;
        Ok(measurement)
    }

    /// Checks the invariants of every such file.
    fn check(&self) -> Result<(), ReportError> {
        bracket("span", self.span)?;
        finite("stats.seconds", &[self.stats.seconds])?;
        let (verdict, evidence) = Self::verdict_of(&self.pairs);
        if (verdict, evidence) != (self.verdict, self.evidence) {
            let found = format!("{}, {}", self.verdict, self.evidence);
            let message = format!("the verdict is {found}, but that of the pairs is {verdict}, {evidence}");
            return Err(ReportError::Contradiction(message));
        }
        self.pairs.iter().enumerate().try_for_each(|(index, pair)| pair.check(&format!("pairs[{index}]")))
    }
}

impl MeasuredPairReport {
    fn check(&self, name: &str) -> Result<(), ReportError> {
        let field = |part| format!("{name}.{part}");
        let Self { verdict, distance, .. } = self;
        bracket(&field("distance"), *distance)?;
        bracket(&field("time"), self.time)?;
        finite(&field("at"), &[self.at])?;
        let contradiction = |message: String| Err(ReportError::Contradiction(message));
        if distance[0] < 0.0 {
            return contradiction(format!("`{}` is {}, a negative length", field("distance"), distance[0]));
        }
        let possible = match verdict {
            OverlapName::Apart => distance[1] > 0.0,
            OverlapName::Overlap | OverlapName::Open => distance[0] <= 0.0,
        };
        if !possible {
            return contradiction(format!("`{name}` has the verdict {verdict} at the distance {distance:?}"));
        }
        let [a, b] = [self.feature_a, self.feature_b];
        check_points(name, &self.points, &self.normal, [a, b])?;
        if let Some(found) = &self.penetration {
            let field = |part| format!("{name}.penetration.{part}");
            bracket(&field("depth"), found.depth)?;
            finite(&field("direction"), &found.direction)?;
            finite(&field("points"), found.points.as_flattened())?;
            for (index, region) in found.regions.iter().enumerate() {
                let name = format!("{}[{index}]", field("regions"));
                bracket(&format!("{name}.depth"), region.depth)?;
                check_points(&name, &region.points, &region.normal, [region.feature_a, region.feature_b])?;
            }
        }
        self.curve.as_ref().map_or(Ok(()), |curve| curve.check(&field("curve")))?;
        self.intersection.as_ref().map_or(Ok(()), |found| found.check(&field("intersection")))
    }
}

fn check_points(
    name: &str,
    points: &[[f64; 3]; 2],
    normal: &[f64; 3],
    features: [Feature; 2],
) -> Result<(), ReportError> {
    finite(&format!("{name}.points"), points.as_flattened())?;
    finite(&format!("{name}.normal"), normal)?;
    let [a, b] = features.map(FeatureFile::from);
    finite(&format!("{name}.feature_a.at"), a.at())?;
    finite(&format!("{name}.feature_b.at"), b.at())
}

impl fmt::Display for OverlapName {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(match self {
            Self::Apart => "apart",
            Self::Overlap => "overlap",
            Self::Open => "open",
        })
    }
}

impl fmt::Display for MeasureQuestion {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(match self {
            Self::Instant => "instant",
            Self::Span => "span",
        })
    }
}
