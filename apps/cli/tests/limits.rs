//! `--timeout`: what is not known when the time is up is open; nothing is lost that was found before.

#![allow(clippy::unwrap_used, reason = "a broken expectation stops the test")]

mod program;

use program::{folder, tangency, text};

fn json(arguments: &[&str], name: &str) -> (Option<i32>, serde_json::Value, String) {
    let file = folder(name).join("result.json");
    let output = tangency(&[arguments, &["--json", file.to_str().unwrap()]].concat());
    let written = std::fs::read_to_string(file).unwrap_or_default();
    let result = serde_json::from_str(&written).unwrap_or_else(|_| panic!("{}", text(&output.stderr)));
    (output.status.code(), result, text(&output.stderr))
}

#[test]
fn a_check_without_time_is_open_from_the_start() {
    let (code, result, said) = json(&["check", "knot", "--timeout", "0"], "limits-check");
    assert_eq!((code, result["verdict"].as_str(), result["clear_until"].as_f64()), (Some(3), Some("open"), Some(0.0)));
    assert!(said.contains("--timeout"), "{said}");
}

/// The bounds of a first step enclose the distances of the whole measurement.
#[test]
fn a_measurement_without_time_has_wide_bounds_that_hold() {
    let (_, whole, _) = json(&["measure", "arm", "--at", "2.5"], "limits-measure-whole");
    let (code, rough, said) = json(&["measure", "arm", "--at", "2.5", "--timeout", "0"], "limits-measure");
    assert!(matches!(code, Some(0 | 3)), "{said}");
    assert!(said.contains("--timeout") && rough["warnings"].to_string().contains("--timeout"), "{said}");
    let pairs = |result: &serde_json::Value| {
        let mut pairs: Vec<(String, [f64; 2])> = (result["pairs"].as_array().unwrap().iter())
            .map(|pair| {
                (
                    format!("{} {}", pair["a"], pair["b"]),
                    [0, 1].map(|end: usize| pair["distance"][end].as_f64().unwrap()),
                )
            })
            .collect();
        pairs.sort_by(|a, b| a.0.cmp(&b.0));
        pairs
    };
    let (whole, rough) = (pairs(&whole), pairs(&rough));
    assert_eq!(whole.len(), rough.len());
    for ((name, [low, high]), (same, [rough_low, rough_high])) in whole.iter().zip(&rough) {
        assert_eq!(name, same);
        assert!(rough_low <= high && low <= rough_high, "{name}: {low} {high}, {rough_low} {rough_high}");
    }
}

#[test]
fn a_simulation_without_time_keeps_what_it_has() {
    let (code, result, said) = json(&["simulate", "bounce", "--timeout", "0"], "limits-simulate");
    assert_eq!((code, result["ending"].as_str()), (Some(3), Some("stopped")), "{said}");
    assert_eq!(result["reason"].as_str(), Some("the 0 s of --timeout are over"));
    let end = result["span"][1].as_f64().unwrap();
    assert!(end < 1.0, "{end}");
    let (code, result, said) = json(&["simulate", "bounce", "--until", "0.05", "--timeout", "1000"], "limits-long");
    assert_eq!((code, result["ending"].as_str()), (Some(0), Some("finished")), "{said}");
}

#[test]
fn every_number_of_threads_gives_the_same_answer() {
    let answers = ["1", "3"].map(|threads| {
        let (code, mut result, _) =
            json(&["measure", "needle", "--over", "-j", threads], &format!("limits-j{threads}"));
        result["stats"] = serde_json::Value::Null;
        (code, result)
    });
    assert_eq!(answers[0], answers[1]);
}
