//! `tangency queries`: counts, times, files, exit codes, refusals.

#![allow(clippy::unwrap_used, reason = "a broken expectation stops the test")]

mod program;

use program::{folder, tangency, text};
use std::fs;

/// A vertex falls through a triangle. The truth in the file is right, wrong, or unreadable.
#[test]
fn queries_are_answered_and_judged() {
    let folder = folder("queries");
    let rows = |height: i32, truth: u8| {
        format!("1,4,1,4,{height},1,{truth}\n0,1,0,1,0,1,{truth}\n1,1,0,1,0,1,{truth}\n0,1,1,1,0,1,{truth}\n")
    };
    let write = |name: &str, content: String| {
        let file = folder.join(name);
        fs::write(&file, content).unwrap();
        file.to_str().unwrap().to_string()
    };
    let right = write("a-vf.csv", rows(1, 1) + &rows(-1, 1));
    let json = folder.join("result.json");
    let output = tangency(&["queries", &right, "--json", json.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let result: serde_json::Value = serde_json::from_str(&fs::read_to_string(json).unwrap()).unwrap();
    for (key, value) in [("queries", 1), ("positives", 1), ("false_negatives", 0), ("false_positives", 0)] {
        assert_eq!(result[key].as_u64(), Some(value), "{key}");
    }
    for key in ["ns_mean", "ns_median", "ns_p99", "ns_max"] {
        assert!(result[key].as_f64().is_some_and(|time| time > 0.0), "{key}");
    }
    let wrong = write("b-vf.csv", rows(1, 0) + &rows(-1, 0));
    assert_eq!(tangency(&["queries", &wrong]).status.code(), Some(1));
    let whole = tangency(&["queries", folder.to_str().unwrap()]);
    assert!(whole.status.code() == Some(1) && text(&whole.stdout).contains("false positives  1"));
    let unnamed = write("c.csv", rows(1, 1) + &rows(-1, 1));
    assert_eq!(tangency(&["queries", &unnamed, "--kind", "vertex-face"]).status.code(), Some(0));
    for (arguments, words) in [
        (vec!["queries", &unnamed], "give --kind"),
        (vec!["queries", "nowhere-vf.csv"], "nowhere-vf.csv"),
        (vec!["queries", &write("d-vf.csv", rows(1, 1).replace("1,4,", "1,3,"))], "line 1: column 1"),
    ] {
        let output = tangency(&arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(text(&output.stderr).contains(words), "{}", text(&output.stderr));
    }
}
