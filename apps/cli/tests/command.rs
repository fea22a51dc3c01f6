//! The command line as a person or a script meets it: output, files, exit codes, refusals.

#![allow(clippy::unwrap_used, reason = "a broken expectation stops the test")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn tangency(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tangency")).args(arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// A folder of this test's own, empty.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn scenes_are_listed_one_a_line() {
    let output = tangency(&["scenes"]);
    assert!(output.status.success());
    let listed = text(&output.stdout);
    assert_eq!(listed.lines().count(), tangency::scenes::ALL.len());
    for scene in tangency::scenes::ALL {
        assert!(listed.lines().any(|line| line.starts_with(scene.name) && line.ends_with(scene.summary)));
    }
}

#[test]
fn exit_codes_tell_the_verdict() {
    for (arguments, code, words) in [
        (&["check", "rail"][..], 0, "clear, proved"),
        (&["check", "needle"], 1, "touch, proved"),
        (&["check", "knot", "--budget", "1"], 3, "open, proved"),
    ] {
        let output = tangency(arguments);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {}", text(&output.stderr));
        assert!(text(&output.stdout).contains(words), "{arguments:?}: {}", text(&output.stdout));
    }
}

#[test]
fn a_body_that_touches_itself_is_named_twice() {
    let output = tangency(&["check", "ribbon"]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    let printed = text(&output.stdout);
    assert!(printed.lines().any(|line| line.starts_with("  ribbon  ribbon  (")), "{printed}");
}

#[test]
fn the_example_of_a_deforming_mesh_runs() {
    let scene = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/flag/flag.toml");
    let output = tangency(&["check", scene.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("touch, proved") && output.stderr.is_empty());
}

#[test]
fn the_result_file_holds_what_the_design_promises() {
    let folder = folder("result");
    let (json, html) = (folder.join("needle.json"), folder.join("needle.html"));
    let output = tangency(&["check", "needle", "--json", json.to_str().unwrap(), "--html", html.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    let result: serde_json::Value = serde_json::from_str(&fs::read_to_string(json).unwrap()).unwrap();
    assert_eq!((result["verdict"].as_str(), result["evidence"].as_str()), (Some("touch"), Some("proved")));
    let time = result["time"].as_array().unwrap();
    let [from, to] = [0, 1].map(|end: usize| time[end].as_f64().unwrap());
    // The tip starts 0.4 m up, the plate's top is 1 mm up, the speed is 1.25 m/s.
    assert!(from <= 0.3192 && 0.3192 <= to && to - from <= 1e-9);
    assert_eq!(result["clear_until"].as_f64(), Some(from));
    let contact = &result["contacts"][0];
    for key in ["a", "b", "point", "normal", "gap", "time", "feature_a", "feature_b", "proved", "initial"] {
        assert!(!contact[key].is_null(), "{key}");
    }
    for key in ["seconds", "pairs", "iterations"] {
        assert!(result["stats"][key].is_number(), "{key}");
    }
    assert!(fs::read_to_string(html).unwrap().starts_with("<!doctype html>"));
}

#[test]
fn a_scene_of_ones_own() {
    let folder = folder("own");
    fs::write(folder.join("triangle.obj"), "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n").unwrap();
    let scene = r#"
        [span]
        start = 2.0
        end = 4.0

        [[body]]
        name = "falling"
        shape = { mesh = "triangle.obj" }
        motion = { linear = { position = [0, 0, 1], velocity = [0, 0, -0.5] } }

        [[body]]
        name = "floor"
        shape = { box = [8, 8, 1] }
    "#;
    let file = folder.join("own.toml");
    fs::write(&file, scene).unwrap();
    let output = tangency(&["check", file.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    // Half a metre to fall at half a metre a second, from the start at 2 s.
    assert!(
        text(&output.stdout).contains("2.99999999") || text(&output.stdout).contains("3 .."),
        "{}",
        text(&output.stdout)
    );
}

/// Runs `check` on a file with this content; the message and exit code 2 are expected.
fn refused(name: &str, content: &[u8]) -> String {
    let file = folder("refused").join(name);
    fs::write(&file, content).unwrap();
    let output = tangency(&["check", file.to_str().unwrap()]);
    let message = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{name}: {message}");
    assert!(message.starts_with("error: ") && !message.contains("panicked"), "{name}: {message}");
    assert!(output.stdout.is_empty(), "{name}: nothing is claimed");
    message
}

#[test]
fn bad_input_gets_a_clear_error_and_exit_code_2() {
    assert!(refused("empty.toml", b"").contains("empty"));
    assert!(refused("binary.toml", &[0xff, 0xfe, 0x00]).contains("UTF-8"));
    let wrong = refused(
        "wrong.toml",
        b"[span]\nstart = 0\nend = \"one\"\n\n[[body]]\nname = \"a\"\nshape = { box = [1, 1, 1] }\n",
    );
    assert!(wrong.contains("wrong.toml:3"), "the line: {wrong}");
    let missing = refused(
        "missing.toml",
        b"[span]\nstart = 0\nend = 1\n[[body]]\nname = \"a\"\nshape = { mesh = \"nowhere.obj\" }\n",
    );
    assert!(missing.contains("nowhere.obj"), "{missing}");
    let not_a_number =
        refused("nan.toml", b"[span]\nstart = 0\nend = nan\n[[body]]\nname = \"a\"\nshape = { box = [1, 1, 1] }\n");
    assert!(not_a_number.contains("nan.toml:3"), "{not_a_number}");
    for arguments in [
        &["check"][..],
        &["check", "no-such-scene"],
        &["check", "."],
        &["check", "needle", "--tolerance", "-1"],
        &["check", "needle", "--tolerance", "nan"],
        &["check", "needle", "--separation", "inf"],
        &["check", "needle", "--tolerance", "1e-30"],
        &["check", "needle", "--json", "/no/such/folder/result.json"],
        &["check", "needle", "--html", "."],
        &["frobnicate"],
    ] {
        let output = tangency(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(!output.stderr.is_empty() && !text(&output.stderr).contains("panicked"), "{arguments:?}");
    }
}

#[test]
fn what_no_method_answers_is_an_error_and_not_clear() {
    // The wing bends as it sways: it is neither rigid nor on straight paths.
    let scene = br#"
        span = { start = 0, end = 1 }
        [[body]]
        name = "wing"
        shape = { box = [2, 0.1, 0.1] }
        motion = { expression = ["x", "y + x * x * sin(t)", "z"] }
        [[body]]
        name = "post"
        shape = { box = [0.1, 0.1, 0.1] }
        motion = { still = { position = [0, 0.8, 0] } }
    "#;
    let message = refused("wing.toml", scene);
    assert!(message.contains("wing") && message.contains("post") && message.contains("no method"), "{message}");
}

#[test]
fn help_teaches() {
    let help = text(&tangency(&["--help"]).stdout);
    assert!(help.contains("tangency check needle") && help.contains("scenes"));
    let help = text(&tangency(&["check", "--help"]).stdout);
    assert!(help.contains("Exit codes: 0 clear, 1 touch, 2 error, 3 open"));
}

/// A vertex falls through a triangle; the file says so, or says the opposite, or is broken.
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
