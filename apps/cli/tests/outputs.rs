//! Where results go: tried before the work, `-` for the standard output, and a failure at the end that hides no
//! verdict.

#![allow(clippy::unwrap_used, reason = "a broken expectation stops the test")]

mod program;

use program::{folder, tangency, text};
use std::fs;

/// Every output of every command, with the beginning of what it writes.
const OUTPUTS: [(&[&str], &str, &str); 11] = [
    (&["check", "needle"], "--json", "{\n  \"format\": \"tangency-result\""),
    (&["check", "needle"], "--html", "<!doctype html>"),
    (&["check", "needle"], "--junit", "<?xml"),
    (&["check", "needle"], "--sarif", "{"),
    (&["measure", "needle"], "--json", "{\n  \"format\": \"tangency-measurement\""),
    (&["measure", "needle"], "--html", "<!doctype html>"),
    (&["simulate", "bounce", "--until", "0.1"], "--json", "{\n  \"format\": \"tangency-simulation\""),
    (&["simulate", "bounce", "--until", "0.1"], "--html", "<!doctype html>"),
    (&["simulate", "bounce", "--until", "0.1"], "--gltf", "{"),
    (&["inspect", "PART"], "--json", "{\n  \"format\": \"tangency-inspection\""),
    (&["queries", "QUERIES", "--kind", "vertex-face"], "--json", "{\n  \"queries\": 1"),
];

/// The arguments, with paths in place of the words for files.
fn arguments(given: &[&str], name: &str) -> Vec<String> {
    let folder = folder(name);
    let (part, queries) = (folder.join("part.obj"), folder.join("queries.csv"));
    fs::write(&part, "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n").unwrap();
    let point = |x: i32, y: i32, z: i32| format!("{x},1,{y},1,{z},1,1\n");
    let corners = [point(0, 0, 0), point(3, 0, 0), point(0, 3, 0)].concat();
    fs::write(&queries, [point(1, 1, 1), corners.clone(), point(1, 1, -1), corners].concat()).unwrap();
    let path = |word: &&str| match *word {
        "PART" => part.display().to_string(),
        "QUERIES" => queries.display().to_string(),
        other => other.to_owned(),
    };
    given.iter().map(path).collect()
}

fn run(mut given: Vec<String>, option: &str, path: &str) -> std::process::Output {
    given.extend([option.to_owned(), path.to_owned()]);
    tangency(&given.iter().map(String::as_str).collect::<Vec<_>>())
}

#[test]
fn a_dash_is_the_standard_output_of_every_command() {
    for (given, option, start) in OUTPUTS {
        let output = run(arguments(given, "outputs-dash"), option, "-");
        let (result, said) = (text(&output.stdout), text(&output.stderr));
        assert!(matches!(output.status.code(), Some(0 | 1)), "{given:?} {option}: {said}");
        assert!(result.starts_with(start), "{given:?} {option}: {}", result.chars().take(60).collect::<String>());
        // Text for people goes elsewhere, so that the result is whole.
        assert!(!said.is_empty(), "{given:?} {option}");
        if start.starts_with('{') {
            assert!(serde_json::from_str::<serde_json::Value>(&result).is_ok(), "{given:?} {option}");
        }
    }
}

#[test]
fn a_path_is_tried_before_the_work() {
    for (given, option, _) in OUTPUTS {
        let output = run(arguments(given, "outputs-tried"), option, "/no/such/folder/output");
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{given:?} {option}: {said}");
        assert!(output.stdout.is_empty(), "{given:?} {option}: nothing is computed");
        assert!(said.starts_with("error: ") && said.contains("/no/such/folder/output"), "{given:?} {option}: {said}");
        assert_eq!(said.lines().count(), 1, "{given:?} {option}: {said}");
    }
}

/// A device that is always full can be opened, and fails when it is written.
#[cfg(target_os = "linux")]
#[test]
fn a_failure_at_the_end_hides_no_answer() {
    for (given, option, _) in OUTPUTS {
        let output = run(arguments(given, "outputs-full"), option, "/dev/full");
        let (answer, said) = (text(&output.stdout), text(&output.stderr));
        assert_eq!(output.status.code(), Some(2), "{given:?} {option}: {said}");
        let row = match given[0] {
            "check" | "measure" => "verdict",
            "simulate" => "ending",
            "inspect" => "format",
            _ => "false negatives",
        };
        assert!(answer.contains(row), "{given:?} {option}: {answer}");
        assert!(said.contains("error: ") && said.contains("/dev/full"), "{given:?} {option}: {said}");
        assert!(said.contains("The answer above holds"), "{given:?} {option}: {said}");
    }
}
