//! `tangency check`: how clear, every pair, contacts at the start, where results go, limits.

#![allow(clippy::unwrap_used, reason = "a broken expectation stops the test")]

mod program;

use program::{folder, tangency, text};
use serde_json::Value;
use std::fs;

/// A cube rests in the floor by 0.1 m and rises. Another hangs 1 m above it and rises as well.
const LIFT: &str = r#"
    span = { start = 0, end = 1 }
    [[body]]
    name = "floor"
    shape = { box = [4, 4, 1] }
    motion = { still = { position = [0, 0, -0.5] } }
    [[body]]
    name = "cube"
    shape = { box = [1, 1, 1] }
    motion = { linear = { position = [0, 0, 0.4], velocity = [0, 0, 1] } }
    [[body]]
    name = "lamp"
    shape = { box = [1, 1, 1] }
    motion = { linear = { position = [0, 0, 2.4], velocity = [0, 0, 1] } }
"#;

/// The result that a command writes to the standard output, with its exit code.
fn piped(arguments: &[&str]) -> (Value, Option<i32>) {
    let output = tangency(&[arguments, &["--json", "-"]].concat());
    let result = serde_json::from_slice(&output.stdout).unwrap();
    assert!(text(&output.stderr).contains("verdict"), "people read it on the standard error");
    (result, output.status.code())
}

#[test]
fn a_clear_scene_says_how_clear() {
    let printed = text(&tangency(&["check", "rail"]).stdout);
    let line = |name: &str| printed.lines().find(|line| line.trim_start().starts_with(name)).unwrap().to_owned();
    assert!(line("clearance").contains("at least 1.8") && line("clearance").contains("proved"), "{printed}");
    assert!(line("nearest").contains("slider and rail, within 2.0"), "{printed}");
    let (result, code) = piped(&["check", "rail"]);
    assert_eq!(code, Some(0));
    let [at_least, within] = [&result["clearance"]["at_least"], &result["clearance"]["nearest"]["within"]];
    let (at_least, within) = (at_least.as_f64().unwrap(), within.as_f64().unwrap());
    assert!(1.8e-5 < at_least && at_least <= 2e-5 && (2e-5 - 1e-12..2.1e-5).contains(&within), "{at_least} {within}");
    assert_eq!(result["clearance"]["nearest"]["points"].as_array().unwrap().len(), 2);
    let (result, _) = piped(&["check", "rail", "--verdict-only"]);
    assert!(result["clearance"].is_null());
    assert!(!text(&tangency(&["check", "rail", "--verdict-only"]).stdout).contains("clearance"));
}

#[test]
fn every_pair_is_listed_on_request() {
    let output = tangency(&["check", "arm-too-low", "--pairs"]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    let printed = text(&output.stdout);
    assert!(printed.contains("first contact or clearance"), "{printed}");
    let (result, _) = piped(&["check", "arm-too-low", "--pairs"]);
    let pairs = result["pairs"].as_array().unwrap();
    assert!(pairs.len() > 20 && pairs[0]["verdict"] == "touch" && pairs.last().unwrap()["verdict"] == "clear");
    // Both brackets contain the first contact.
    let [of_pair, of_all] =
        [&pairs[0]["time"], &result["time"]].map(|time| [0, 1].map(|end| time[end].as_f64().unwrap()));
    assert!(of_pair[0] <= of_all[1] && of_all[0] <= of_pair[1], "{of_pair:?} {of_all:?}");
    let touching = pairs.iter().filter(|pair| pair["verdict"] == "touch").count();
    assert_eq!(
        printed.lines().filter(|line| line.contains("touch, proved") && !line.contains("verdict")).count(),
        touching
    );
}

#[test]
fn contacts_at_the_start_can_be_set_aside() {
    let file = folder("lift").join("lift.toml");
    fs::write(&file, LIFT).unwrap();
    let scene = file.to_str().unwrap();
    let plain = tangency(&["check", scene]);
    assert_eq!(plain.status.code(), Some(1));
    assert!(text(&plain.stdout).contains("from the start") && text(&plain.stdout).contains("depth (m)"));
    let output = tangency(&["check", scene, "--ignore-initial"]);
    let printed = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{printed}");
    assert!(
        printed.contains("set aside") && printed.contains("floor and cube") && printed.contains("counts again from")
    );
    let (result, _) = piped(&["check", scene, "--ignore-initial"]);
    let from = result["set_aside"][0]["counts_from"].as_f64().unwrap();
    assert!(0.1 < from && from < 0.2, "{from}");
}

#[test]
fn destinations_are_tried_before_the_work() {
    let folder = folder("tried");
    let missing = folder.join("no/such/result.json");
    let output = tangency(&["check", "gears", "--json", missing.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty() && text(&output.stderr).contains("cannot be written"), "nothing was computed");
    // A destination that was tried keeps its content until there is a result.
    let kept = folder.join("kept.json");
    fs::write(&kept, "old").unwrap();
    let output = tangency(&["check", "no-such-scene", "--json", kept.to_str().unwrap()]);
    assert_eq!((output.status.code(), fs::read_to_string(&kept).unwrap().as_str()), (Some(2), "old"));
    let both = tangency(&["check", "needle", "--json", "-", "--html", "-"]);
    assert_eq!(both.status.code(), Some(2));
    assert!(text(&both.stderr).contains("cannot both go to the standard output"), "{}", text(&both.stderr));
}

/// A full device: the destination can be opened, but not written. The verdict is told nevertheless.
#[test]
#[cfg(target_os = "linux")]
fn an_output_that_fails_does_not_hide_the_verdict() {
    let json = folder("full").join("needle.json");
    let output = tangency(&["check", "needle", "--html", "/dev/full", "--json", json.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stdout).contains("touch, proved") && json.is_file());
    assert!(text(&output.stderr).contains("The answer above holds"), "{}", text(&output.stderr));
}

#[test]
fn time_that_is_up_leaves_the_verdict_open() {
    let output = tangency(&["check", "gears", "--timeout", "0"]);
    assert_eq!(output.status.code(), Some(3), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("open") && text(&output.stderr).contains("the verdict is not known"));
    let output = tangency(&["check", "needle", "--timeout", "600"]);
    assert_eq!(output.status.code(), Some(1));
    for wrong in ["-1", "nan", "1e300"] {
        assert_eq!(tangency(&["check", "needle", "--timeout", wrong]).status.code(), Some(2), "{wrong}");
    }
}

#[test]
fn the_number_of_threads_changes_no_answer() {
    let results = ["1", "3"].map(|threads| {
        let (mut result, _) = piped(&["check", "peg", "-j", threads]);
        result["stats"]["seconds"] = 0.into();
        result["stats"]["preparation_seconds"] = 0.into();
        result
    });
    assert_eq!(results[0], results[1]);
    assert_eq!(tangency(&["check", "peg", "-j", "0"]).status.code(), Some(2));
}

#[test]
fn a_mistyped_scene_is_guessed() {
    let message = text(&tangency(&["check", "nedle"]).stderr);
    assert!(message.contains("did you mean \"needle\"?"), "{message}");
    assert!(!text(&tangency(&["check", "elephant"]).stderr).contains("did you mean"));
}
