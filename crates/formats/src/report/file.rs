//! The fields of the result file. The file is flat: it spreads the verdict over `verdict`, `clear_until`, `time`,
//! `contacts` and `complete`. Reading checks that these agree.

use super::{
    AskedPairs, ClearanceCurve, ClearanceReport, ContactRegion, ContactReport, LimitsReport, PairReport, Report,
    ReportError, SetAsideReport, Stats, bracket, envelope, evidence_name,
};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use tangency_geometry::{Evidence, FirstContact, Verdict};
use tangency_interval::Interval;

/// The `format` field of every result file.
const FORMAT: &str = "tangency-result";
/// The values of the `verdict` field, as [`Verdict::name`] gives them.
const VERDICTS: &[&str] = &["clear", "touch", "open"];

/// A report in the layout of the file.
#[derive(Serialize, Deserialize)]
struct ReportFile<'a> {
    scene: Cow<'a, str>,
    verdict: VerdictName,
    #[serde(with = "evidence_name")]
    evidence: Evidence,
    clear_until: f64,
    time: Option<[f64; 2]>,
    contacts: Cow<'a, [ContactReport]>,
    #[serde(default = "complete_by_default")]
    complete: bool,
    #[serde(default)]
    regions: Cow<'a, [ContactRegion]>,
    #[serde(default)]
    clearance: Cow<'a, Option<ClearanceReport>>,
    #[serde(default)]
    self_clearance: Cow<'a, Option<ClearanceReport>>,
    #[serde(default)]
    world_clearance: Cow<'a, Option<ClearanceReport>>,
    #[serde(default)]
    asked: Cow<'a, Option<AskedPairs>>,
    #[serde(default)]
    clearance_curve: Cow<'a, Option<ClearanceCurve>>,
    #[serde(default)]
    limits: Cow<'a, Option<LimitsReport>>,
    #[serde(default)]
    pairs: Cow<'a, Option<Vec<PairReport>>>,
    #[serde(default)]
    set_aside: Cow<'a, [SetAsideReport]>,
    stats: Stats,
    warnings: Cow<'a, [String]>,
}

/// One of [`VERDICTS`].
#[derive(Clone, Copy)]
struct VerdictName(&'static str);

impl Serialize for VerdictName {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.serialize_str(self.0)
    }
}

impl<'de> Deserialize<'de> for VerdictName {
    fn deserialize<D: Deserializer<'de>>(text: D) -> Result<Self, D::Error> {
        let name = String::deserialize(text)?;
        let known = VERDICTS.iter().find(|known| **known == name);
        known.map(|known| Self(known)).ok_or_else(|| D::Error::unknown_variant(&name, VERDICTS))
    }
}

/// Files without the field list all contacts.
fn complete_by_default() -> bool {
    true
}

/// The text of the file.
pub(super) fn write(report: &Report) -> Result<String, ReportError> {
    let file = ReportFile {
        scene: Cow::Borrowed(&report.scene),
        verdict: VerdictName(report.verdict.name()),
        evidence: report.evidence,
        clear_until: report.clear_until(),
        time: report.time(),
        contacts: Cow::Borrowed(report.contacts()),
        complete: report.complete(),
        regions: Cow::Borrowed(&report.regions),
        clearance: Cow::Borrowed(&report.clearance),
        self_clearance: Cow::Borrowed(&report.self_clearance),
        world_clearance: Cow::Borrowed(&report.world_clearance),
        asked: Cow::Borrowed(&report.asked),
        clearance_curve: Cow::Borrowed(&report.clearance_curve),
        limits: Cow::Borrowed(&report.limits),
        pairs: Cow::Borrowed(&report.pairs),
        set_aside: Cow::Borrowed(&report.set_aside),
        stats: report.stats,
        warnings: Cow::Borrowed(&report.warnings),
    };
    envelope::write(FORMAT, &file)
}

/// The report in a file whose fields agree.
pub(super) fn read(text: &str) -> Result<Report, ReportError> {
    let file: ReportFile<'static> = envelope::read(FORMAT, text)?;
    Ok(Report {
        verdict: verdict(&file)?,
        scene: file.scene.into_owned(),
        evidence: file.evidence,
        regions: file.regions.into_owned(),
        clearance: file.clearance.into_owned(),
        self_clearance: file.self_clearance.into_owned(),
        world_clearance: file.world_clearance.into_owned(),
        asked: file.asked.into_owned(),
        clearance_curve: file.clearance_curve.into_owned(),
        limits: file.limits.into_owned(),
        pairs: file.pairs.into_owned(),
        set_aside: file.set_aside.into_owned(),
        stats: file.stats,
        warnings: file.warnings.into_owned(),
    })
}

/// The verdict of a file, or the contradiction in it.
fn verdict(file: &ReportFile<'_>) -> Result<Verdict<ContactReport>, ReportError> {
    let ReportFile { verdict: VerdictName(name), clear_until, time, complete, .. } = *file;
    let contradiction = |message: String| Err(ReportError::Contradiction(message));
    if name == "touch" {
        let Some([lower, upper]) = time else {
            return contradiction("the verdict is touch but there is no `time`".into());
        };
        bracket("time", [lower, upper])?;
        if clear_until != lower {
            let order = if lower < clear_until { "after" } else { "before" };
            return contradiction(format!("`clear_until` is {clear_until}, {order} the earliest `time` {lower}"));
        }
        let contacts = file.contacts.to_vec();
        return Ok(Verdict::Touch(FirstContact { time: Interval::between(lower, upper), contacts, complete }));
    }
    if time.is_some() {
        return contradiction(format!("the verdict is {name} but there is a `time`"));
    }
    if !file.contacts.is_empty() {
        return contradiction(format!("the verdict is {name} but there are contacts"));
    }
    if !complete {
        return contradiction(format!("the verdict is {name} but `complete` is false"));
    }
    Ok(if name == "open" { Verdict::Open { from: clear_until } } else { Verdict::Clear { until: clear_until } })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_are_those_of_the_types() {
        let first = FirstContact { time: Interval::from(0.0), contacts: vec![], complete: true };
        let verdicts: [Verdict; 3] =
            [Verdict::Clear { until: 0.0 }, Verdict::Touch(first), Verdict::Open { from: 0.0 }];
        assert_eq!(verdicts.map(|verdict| verdict.name()), VERDICTS);
    }
}
