//! The dependencies between crates are those of the picture in ARCHITECTURE.md: they only point left.
//!
//! Reference: the picture, repeated here as a table. To change the house, change the picture and this table together,
//! in a separate commit that gives the reason.

use std::collections::BTreeSet;
use std::process::Command;

/// The crates of the workspace, each with those that it may depend on.
const HOUSE: [(&str, &[&str]); 12] = [
    ("tangency-interval", &[]),
    ("tangency-geometry", &["tangency-interval"]),
    ("tangency-bound", &["tangency-geometry", "tangency-interval"]),
    ("tangency-detect", &["tangency-bound", "tangency-geometry", "tangency-interval"]),
    ("tangency-formats", &["tangency-geometry", "tangency-interval"]),
    ("tangency-respond", &["tangency-geometry", "tangency-interval"]),
    ("tangency-world", &["tangency-detect", "tangency-geometry", "tangency-interval", "tangency-respond"]),
    (
        "tangency",
        &[
            "tangency-bound",
            "tangency-detect",
            "tangency-formats",
            "tangency-geometry",
            "tangency-interval",
            "tangency-respond",
            "tangency-world",
        ],
    ),
    ("tangency-cli", &["tangency"]),
    ("tangency-bench", &["tangency", "tangency-detect", "tangency-geometry", "tangency-interval"]),
    ("tangency-conformance", &["tangency"]),
    ("tangency-library-example", &["tangency"]),
];

#[test]
fn dependencies_only_point_left() {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--format-version", "1", "--offline"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).expect("cargo writes JSON");
    let packages = metadata["packages"].as_array().expect("a list of packages");
    let text = |value: &serde_json::Value| value.as_str().expect("a string").to_string();
    let members: BTreeSet<String> = packages.iter().map(|package| text(&package["name"])).collect();
    let drawn: BTreeSet<String> = HOUSE.iter().map(|(name, _)| (*name).to_string()).collect();
    assert_eq!(members, drawn, "the crates of the workspace and of the picture");
    for package in packages {
        let name = text(&package["name"]);
        let (_, allowed) = HOUSE.iter().find(|(drawn, _)| *drawn == name).expect("drawn");
        for dependency in package["dependencies"].as_array().expect("a list of dependencies") {
            let dependency = text(&dependency["name"]);
            // A crate may depend on itself to enable its laws in its tests.
            let inside = members.contains(&dependency) && dependency != name;
            assert!(!inside || allowed.contains(&&*dependency), "{name} must not depend on {dependency}");
        }
    }
}
