//! Results for other programs: JUnit XML and SARIF, which continuous integration shows beside other tests and findings.
//!
//! A check is a test: `clear` passes, `touch` fails, `open` is an error, since nothing is known.

mod junit;
mod sarif;

pub use junit::junit;
pub use sarif::sarif;

use crate::{ContactReport, Report};
use tangency_geometry::Verdict;

/// A check and the file that it is about.
#[derive(Clone, Copy, Debug)]
pub struct CheckedFile<'a> {
    /// Path of the scene or the trajectory; the name of a built-in scene.
    pub file: &'a str,
    /// The answer, or why there is none.
    pub outcome: Result<&'a Report, &'a str>,
}

/// What a program for continuous integration wants to know of a check.
struct Finding {
    kind: FindingKind,
    message: String,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum FindingKind {
    Touch,
    Open,
    Failed,
}

impl FindingKind {
    const ALL: [Self; 3] = [Self::Touch, Self::Open, Self::Failed];

    fn name(self) -> &'static str {
        match self {
            Self::Touch => "touch",
            Self::Open => "open",
            Self::Failed => "failed",
        }
    }

    fn description(self) -> &'static str {
        match self {
            Self::Touch => "Bodies touch during the span.",
            Self::Open => "The budget or the time ran out before it was known whether bodies touch.",
            Self::Failed => "The check could not be made.",
        }
    }
}

impl CheckedFile<'_> {
    /// What is wrong; `None` if the verdict is clear.
    fn finding(&self) -> Option<Finding> {
        let report = match self.outcome {
            Ok(report) => report,
            Err(error) => return Some(Finding { kind: FindingKind::Failed, message: error.to_owned() }),
        };
        match &report.verdict {
            Verdict::Clear { .. } => None,
            Verdict::Touch(first) => {
                let [from, to] = [first.time.lower(), first.time.upper()];
                let pair = report.contacts().first().map_or_else(String::new, pair_and_point);
                let others = match report.contacts().len() {
                    0 | 1 => String::new(),
                    count => format!(", first of {count} contacts"),
                };
                let message = format!("touch, {}: {pair} between {from} s and {to} s{others}", report.evidence);
                Some(Finding { kind: FindingKind::Touch, message })
            }
            Verdict::Open { from } => {
                let message = format!("open: clear until {from} s, not known after that");
                Some(Finding { kind: FindingKind::Open, message })
            }
        }
    }

    fn seconds(&self) -> f64 {
        self.outcome.map_or(0.0, |report| report.stats.seconds)
    }
}

/// `wrist and post at (0.1, 0.2, 0.3)`.
fn pair_and_point(contact: &ContactReport) -> String {
    let [x, y, z] = contact.point;
    if contact.a == contact.b {
        format!("{} with itself at ({x}, {y}, {z}) m", contact.a)
    } else {
        format!("{} and {} at ({x}, {y}, {z}) m", contact.a, contact.b)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tangency_geometry::{Evidence, Feature, FirstContact};
    use tangency_interval::Interval;

    fn reports() -> [Report; 3] {
        let contact = ContactReport {
            a: "wrist <1>".into(),
            b: "post & \"pin\"".into(),
            point: [0.5, -1.0, 2.0],
            normal: [0.0, 0.0, 1.0],
            gap: 0.0,
            time: [1.5, 1.75],
            feature_a: Feature::Vertex(0),
            feature_b: Feature::Vertex(1),
            proved: true,
            initial: false,
        };
        let first = FirstContact { time: Interval::between(1.5, 1.75), contacts: vec![contact], complete: true };
        [Verdict::Clear { until: 2.0 }, Verdict::Touch(first), Verdict::Open { from: 0.25 }]
            .map(|verdict| Report::new("scene", verdict, Evidence::Proved))
    }

    fn checks(reports: &[Report; 3]) -> [CheckedFile<'_>; 4] {
        let [clear, touch, open] = reports;
        [
            CheckedFile { file: "clear.toml", outcome: Ok(clear) },
            CheckedFile { file: "a folder/touch.toml", outcome: Ok(touch) },
            CheckedFile { file: "open.toml", outcome: Ok(open) },
            CheckedFile { file: "broken.toml", outcome: Err("no [span]\nadd one") },
        ]
    }

    #[test]
    fn junit_counts_and_escapes() {
        let reports = reports();
        let xml = junit(&checks(&reports));
        let document = roxmltree::Document::parse(&xml).unwrap();
        let suite = document.descendants().find(|node| node.has_tag_name("testsuite")).unwrap();
        let counts = ["tests", "failures", "errors"].map(|name| suite.attribute(name).unwrap());
        assert_eq!(counts, ["4", "1", "2"]);
        let cases: Vec<_> = suite.children().filter(|node| node.has_tag_name("testcase")).collect();
        assert_eq!(cases.len(), 4);
        assert!(!cases[0].has_children());
        let failure = cases[1].children().find(|node| node.has_tag_name("failure")).unwrap();
        let message = failure.attribute("message").unwrap();
        let said = "touch, proved: wrist <1> and post & \"pin\" at (0.5, -1, 2) m between 1.5 s and 1.75 s";
        assert_eq!(message, said);
        let error = cases[3].children().find(|node| node.has_tag_name("error")).unwrap();
        assert_eq!(error.attribute("message"), Some("no [span]\nadd one"));
    }

    #[test]
    fn sarif_lists_what_is_not_clear() {
        let reports = reports();
        let log: serde_json::Value = serde_json::from_str(&sarif(&checks(&reports))).unwrap();
        let results = log["runs"][0]["results"].as_array().unwrap();
        let of =
            |place: usize| [results[place]["ruleId"].as_str(), results[place]["level"].as_str()].map(Option::unwrap);
        assert_eq!(results.len(), 3);
        assert_eq!([of(0), of(1), of(2)], [["touch", "error"], ["open", "warning"], ["failed", "error"]]);
        let uri = &results[0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
        assert_eq!(uri, "a%20folder/touch.toml");
        let rules: Vec<_> = log["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap().iter().collect();
        assert!(results.iter().all(|result| rules.iter().any(|rule| rule["id"] == result["ruleId"])));
    }
}
