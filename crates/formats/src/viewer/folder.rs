//! The page of many trajectories: a table, a plot for each, and a comparison of two.

use super::{STYLE, escape_html, escape_script, fill};
use crate::Report;
use serde_json::{Value, json};
use tangency_geometry::Verdict;

/// A trajectory of a folder and its answer.
#[derive(Clone, Copy, Debug)]
pub struct FolderEntry<'a> {
    /// Its name.
    pub name: &'a str,
    /// Seconds. Its span; `None` if it could not be read.
    pub span: Option<[f64; 2]>,
    /// The answer, or why there is none.
    pub outcome: Result<&'a Report, &'a str>,
}

const PAGE: &str = include_str!("folder/page.html");
const FOLDER_STYLE: &str = include_str!("folder/style.css");
const SCRIPT: &str = concat!(
    "(() => {\n\"use strict\";\n",
    include_str!("words.js"),
    include_str!("folder/plot.js"),
    include_str!("folder/main.js"),
    "})();\n"
);

/// The page that lists these trajectories, the worst first: a complete HTML file.
///
/// ```
/// use tangency_formats::Report;
/// use tangency_formats::viewer::{FolderEntry, folder_page};
/// use tangency_geometry::{Evidence, Verdict};
///
/// let report = Report::new("reach.csv", Verdict::Clear { until: 2.0 }, Evidence::Proved);
/// let reach = FolderEntry { name: "reach.csv", span: Some([0.0, 2.0]), outcome: Ok(&report) };
/// assert!(folder_page("panda in paths/", &[reach]).starts_with("<!doctype html>"));
/// ```
#[must_use]
pub fn folder_page(title: &str, entries: &[FolderEntry<'_>]) -> String {
    let mut order: Vec<&FolderEntry<'_>> = entries.iter().collect();
    order.sort_by(|one, other| {
        let ((kind, key), (other_kind, other_key)) = (badness(one), badness(other));
        kind.cmp(&other_kind).then(key.total_cmp(&other_key))
    });
    let data = json!({ "title": title, "entries": order.into_iter().map(entry_data).collect::<Vec<_>>() });
    // The colors come first in the style of the other page.
    let colors = STYLE.split("\n* {").next().unwrap_or_default();
    fill(PAGE, |part| match part {
        "title" => escape_html(title),
        "style" => format!("{colors}\n{FOLDER_STYLE}"),
        "data" => escape_script(&data.to_string()),
        "script" => SCRIPT.into(),
        other => format!("<!-- {other} -->"),
    })
}

/// The order of the table: errors, then contacts by time, then open ones, then the others by clearance.
fn badness(entry: &FolderEntry<'_>) -> (u8, f64) {
    let Ok(report) = entry.outcome else { return (0, 0.0) };
    match &report.verdict {
        Verdict::Touch(first) => (1, first.time.lower()),
        Verdict::Open { from } => (2, *from),
        Verdict::Clear { .. } => {
            let bound = report.clearance.as_ref().map(|clearance| clearance.at_least.unwrap_or(0.0));
            (3, bound.unwrap_or(f64::INFINITY))
        }
    }
}

fn entry_data(entry: &FolderEntry<'_>) -> Value {
    let report = match entry.outcome {
        Ok(report) => report,
        Err(error) => return json!({ "name": entry.name, "verdict": "error", "error": error, "span": entry.span }),
    };
    let nearest = report.clearance.as_ref().and_then(|clearance| clearance.nearest.as_ref());
    let touching = report.contacts().first().map(|contact| [&contact.a, &contact.b]);
    let pair = touching.or(nearest.map(|nearest| [&nearest.a, &nearest.b]));
    let limits = report.limits.as_ref();
    json!({
        "name": entry.name,
        "span": entry.span,
        "verdict": report.verdict.name(),
        "evidence": report.evidence.name(),
        "clearUntil": report.clear_until(),
        "time": report.time(),
        "initial": report.contacts().iter().any(|contact| contact.initial),
        "measured": report.clearance.is_some(),
        "atLeast": report.clearance.as_ref().and_then(|clearance| clearance.at_least),
        "note": report.clearance.as_ref().and_then(|clearance| clearance.note.as_ref()),
        "pair": pair,
        "at": report.time().map(|[from, _]| from).or(nearest.map(|nearest| nearest.time)),
        "exceeded": limits.map_or_else(Vec::new, |limits| limits.exceeded.iter().map(|one| &one.words).collect()),
        "notChecked": limits.map(|limits| &limits.not_checked),
        "warnings": report.warnings,
        "seconds": report.stats.seconds,
        "curve": report.clearance_curve.as_ref().map(|curve| json!({
            "times": curve.times,
            "atMost": curve.at_most,
            "atLeast": curve.at_least,
            "evidence": curve.evidence.name(),
            "far": curve.far,
            "toWorld": curve.to_world,
            "pairs": curve.pairs,
            "nearest": curve.nearest,
        })),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ClearanceReport;
    use tangency_geometry::Evidence;

    #[test]
    fn parts_are_self_contained() {
        assert!(!SCRIPT.to_lowercase().contains("</script") && !FOLDER_STYLE.to_lowercase().contains("</style"));
        for part in [PAGE, FOLDER_STYLE, SCRIPT] {
            for outside in ["http:", "https:", "//cdn", "@import", "import(", "eval(", "innerHTML"] {
                assert!(!part.contains(outside), "{outside}");
            }
        }
    }

    fn clear(at_least: Option<f64>) -> Report {
        let clearance = ClearanceReport {
            at_least,
            nearest: None,
            evidence: Evidence::Proved,
            note: None,
            not_measured: Vec::new(),
        };
        Report { clearance: Some(clearance), ..Report::new("r", Verdict::Clear { until: 1.0 }, Evidence::Proved) }
    }

    /// A clearance that is not known is worse than any that is, and an error is worst.
    #[test]
    fn the_worst_comes_first() {
        let (far, near, unknown) = (clear(Some(0.4)), clear(Some(0.1)), clear(None));
        let open = Report::new("o", Verdict::Open { from: 0.5 }, Evidence::Proved);
        let entry = |name, outcome| FolderEntry { name, span: Some([0.0, 1.0]), outcome };
        let entries = [
            entry("far", Ok(&far)),
            entry("near", Ok(&near)),
            entry("unknown", Ok(&unknown)),
            entry("open", Ok(&open)),
        ];
        let page = folder_page("t", &[&entries[..], &[entry("</script>", Err("bad"))]].concat());
        let place = |name: &str| page.find(&format!("\"name\":\"{name}\"")).unwrap_or(usize::MAX);
        let order = ["\\u003c/script\\u003e", "open", "unknown", "near", "far"].map(place);
        assert!(order.is_sorted() && order[4] < usize::MAX, "{order:?}");
    }
}
