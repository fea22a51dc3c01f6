//! SARIF 2.1.0: a finding for every check that is not clear.

use super::{CheckedFile, FindingKind};
use serde_json::{Value, json};

/// The findings of the checks as SARIF 2.1.0.
#[must_use]
pub fn sarif(checks: &[CheckedFile<'_>]) -> String {
    let rules =
        FindingKind::ALL.map(|kind| json!({ "id": kind.name(), "shortDescription": { "text": kind.description() } }));
    let results: Vec<Value> = checks
        .iter()
        .filter_map(|check| {
            let finding = check.finding()?;
            let level = if finding.kind == FindingKind::Open { "warning" } else { "error" };
            Some(json!({
                "ruleId": finding.kind.name(),
                "level": level,
                "message": { "text": finding.message },
                "locations": [{ "physicalLocation": { "artifactLocation": { "uri": uri(check.file) } } }],
            }))
        })
        .collect();
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": { "name": "tangency", "version": env!("CARGO_PKG_VERSION"), "rules": rules } },
            "results": results,
        }],
    });
    format!("{log:#}\n")
}

/// The path as a relative URI: letters outside of the unreserved set of RFC 3986 and `/` are percent-encoded.
fn uri(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for byte in path.replace('\\', "/").bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}
