//! JUnit XML: a test case for every check.

use super::{CheckedFile, FindingKind};
use std::fmt::Write as _;

/// The checks as JUnit XML.
#[must_use]
pub fn junit(checks: &[CheckedFile<'_>]) -> String {
    let findings: Vec<_> = checks.iter().map(CheckedFile::finding).collect();
    let failures = findings.iter().flatten().filter(|finding| finding.kind == FindingKind::Touch).count();
    let errors = findings.iter().flatten().count() - failures;
    let seconds: f64 = checks.iter().map(CheckedFile::seconds).sum();
    let mut xml = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let tests = checks.len();
    let counts = format!("tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\" time=\"{seconds:.6}\"");
    let _ = writeln!(xml, "<testsuites {counts}>\n  <testsuite name=\"tangency\" {counts}>");
    for (check, finding) in checks.iter().zip(&findings) {
        let name = escaped(check.file);
        let _ = write!(xml, "    <testcase classname=\"tangency\" name=\"{name}\" time=\"{:.6}\"", check.seconds());
        match finding {
            None => xml.push_str("/>\n"),
            Some(finding) => {
                let element = if finding.kind == FindingKind::Touch { "failure" } else { "error" };
                let (kind, message) = (finding.kind.name(), escaped(&finding.message));
                let _ = writeln!(xml, ">\n      <{element} type=\"{kind}\" message=\"{message}\"/>\n    </testcase>");
            }
        }
    }
    xml.push_str("  </testsuite>\n</testsuites>\n");
    xml
}

/// The text as the value of an attribute. XML 1.0 cannot represent most control characters: they become spaces.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push_str("&#10;"),
            letter if letter.is_control() || matches!(letter, '\u{fffe}' | '\u{ffff}') => out.push(' '),
            letter => out.push(letter),
        }
    }
    out
}
