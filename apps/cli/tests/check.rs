//! `tangency check`: output, files, exit codes, refusals.

#![allow(clippy::unwrap_used, reason = "a broken expectation stops the test")]

mod program;

use program::{folder, tangency, text};
use std::fs;
use std::path::Path;

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
fn bodies_are_listed_with_their_sizes() {
    let printed = text(&tangency(&["check", "needle"]).stdout);
    assert!(printed.contains("body         plate: solid of 12 triangles, 0.6 × 0.6 × 0.002 m"), "{printed}");
    let folder = folder("many-bodies");
    let printed = |count: u32| {
        let mut scene = String::from("span = { end = 1 }\n");
        for body in 0..count {
            let (radius, place) = (1.0 + f64::from(body) / 1000.0, 10 * body);
            scene += &format!("[[body]]\nname = \"ball {body}\"\nshape = {{ sphere = {{ radius = {radius} }} }}\n");
            scene += &format!("motion = {{ still = {{ position = [{place}, 0, 0] }} }}\n");
        }
        let file = folder.join("many.toml");
        fs::write(&file, scene).unwrap();
        text(&tangency(&["check", file.to_str().unwrap(), "--verdict-only"]).stdout)
    };
    // All of thirty are listed. Of more, the first three.
    for (count, listed) in [(30, 30), (31, 3), (400, 3)] {
        let printed = printed(count);
        assert_eq!(printed.lines().filter(|line| line.starts_with("  body ")).count(), listed, "{printed}");
        assert_eq!(printed.contains("more, the longest side"), listed == 3, "{printed}");
    }
    let (thirty, many) = (printed(30), printed(400));
    assert!(thirty.contains("ball 29: sphere, 2.058 × 2.058 × 2.058 m"), "{thirty}");
    let rest = "397 more, the longest side from 2.006 m (ball 3) to 2.798 m (ball 399)";
    assert!(many.contains(rest), "{many}");
}

#[test]
fn hulls_without_volume_are_warned_of() {
    let folder = folder("flat-hulls");
    for (points, form) in [
        ("[[0, 0, 0]]", "a single point"),
        ("[[0, 0, 0], [1, 1, 1], [2, 2, 2]]", "a segment"),
        ("[[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]]", "flat"),
    ] {
        let body = |rest: &str| {
            format!(
                "span = {{ end = 1 }}\n[[body]]\nname = \"a\"\nshape = {{ hull = {{ points = {points} }}{rest} }}\n"
            )
        };
        let file = folder.join("hull.toml");
        fs::write(&file, body("")).unwrap();
        let said = text(&tangency(&["check", file.to_str().unwrap()]).stderr);
        assert!(said.contains(&format!("body \"a\": the hull of its points is {form} and has no volume")), "{said}");
        fs::write(&file, body(", rounding = 0.1")).unwrap();
        let said = text(&tangency(&["check", file.to_str().unwrap()]).stderr);
        assert!(!said.contains("no volume"), "{said}");
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
    // The tip starts at a height of 0.4 m, the top of the plate is at 1 mm, the speed is 1.25 m/s.
    assert!(from <= 0.3192 && 0.3192 <= to && to - from <= 1e-9);
    assert_eq!(result["clear_until"].as_f64(), Some(from));
    let contact = &result["contacts"][0];
    for key in ["a", "b", "point", "normal", "gap", "time", "feature_a", "feature_b", "proved", "initial"] {
        assert!(!contact[key].is_null(), "{key}");
    }
    for key in ["seconds", "preparation_seconds", "pairs", "iterations"] {
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
    // 0.5 m at 0.5 m/s, from the start at 2 s.
    assert!(
        text(&output.stdout).contains("2.99999999") || text(&output.stdout).contains("3 .."),
        "{}",
        text(&output.stdout)
    );
}

/// Runs `check` on a file with this content, and expects exit code 2. Returns the message.
fn refused(name: &str, content: &[u8]) -> String {
    let file = folder(&format!("refused-{name}")).join(name);
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

/// A body that bends, and a post above it.
fn swaying(shape: &str) -> String {
    format!(
        r#"
        span = {{ start = 0, end = 1 }}
        [[body]]
        name = "wing"
        shape = {shape}
        motion = {{ expression = ["x", "y + x * x * sin(t)", "z"] }}
        [[body]]
        name = "post"
        shape = {{ box = [3, 0.1, 0.1] }}
        motion = {{ still = {{ position = [0, 0.8, 0] }} }}
    "#
    )
}

#[test]
fn what_no_method_answers_is_an_error_and_not_clear() {
    let wing = r#"{ implicit = "x^2 + (10*y)^2 + (10*z)^2 - 1", box = [[-1.1, -0.2, -0.2], [1.1, 0.2, 0.2]] }"#;
    let message = refused("wing.toml", swaying(wing).as_bytes());
    assert!(message.contains("wing") && message.contains("post") && message.contains("no method"), "{message}");
}

#[test]
fn a_mesh_that_formulas_bend_is_answered() {
    let file = folder("bent").join("wing.toml");
    fs::write(&file, swaying("{ box = [2, 0.1, 0.1] }")).unwrap();
    let result = file.with_extension("json");
    let output = tangency(&["check", file.to_str().unwrap(), "--json", result.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    // The corners at x = 1 and y = 0.05 rise by sin(t). The lower side of the post is at 0.75.
    let result: serde_json::Value = serde_json::from_str(&fs::read_to_string(result).unwrap()).unwrap();
    let [lower, upper] = [0, 1].map(|end| result["time"][end].as_f64().unwrap());
    let time = 0.7_f64.asin();
    assert!(lower <= time && time - lower < 1e-5 && (upper - time).abs() < 1e-5, "{lower} {upper} {time}");
}
