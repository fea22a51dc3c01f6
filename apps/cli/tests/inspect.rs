//! `tangency inspect`: output, the result file, exit codes, refusals.

#![allow(clippy::unwrap_used, reason = "a broken expectation stops the test")]

mod program;

use program::{folder, tangency, text};
use std::fs;
use std::path::Path;

/// The cuboid of `docs/inspect.md` as an OBJ file: 60 × 40 × 0.25.
fn plate() -> String {
    let mut obj = String::new();
    for corner in 0..8 {
        let sign = |bit: usize| if corner >> bit & 1 == 1 { 1.0 } else { -1.0 };
        obj += &format!("v {} {} {}\n", 30.0 * sign(0), 20.0 * sign(1), 0.125 * sign(2));
    }
    for [a, b, c, d] in [[1, 3, 4, 2], [5, 6, 8, 7], [1, 2, 6, 5], [3, 7, 8, 4], [1, 5, 7, 3], [2, 4, 8, 6]] {
        obj += &format!("f {a} {b} {c}\nf {a} {c} {d}\n");
    }
    obj
}

#[test]
fn the_page_shows_what_the_program_prints() {
    let document = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/inspect.md")).unwrap();
    let said = document.split_once("bracket.stl\nbracket.stl\n").unwrap().1.split_once("```").unwrap().0;
    let file = folder("inspect-page").join("bracket.obj");
    fs::write(&file, plate()).unwrap();
    let output = tangency(&["inspect", file.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let printed = text(&output.stdout);
    for line in said.lines().filter(|line| !line.contains("format") && !line.contains("thinnest")) {
        assert!(printed.lines().any(|found| found.trim_end() == line), "no line {line:?} in\n{printed}");
    }
    assert!(printed.contains("thinnest  0.25 at ("), "{printed}");
    assert!(printed.contains("(12 samples, 4 below a hundredth of the size)"), "{printed}");
}

#[test]
fn files_that_can_be_read_are_reported_beside_those_that_cannot() {
    let folder = folder("inspect-some");
    let (good, bad, json) = (folder.join("plate.obj"), folder.join("scene.toml"), folder.join("found.json"));
    fs::write(&good, plate()).unwrap();
    fs::write(&bad, "[span]\nend = 1\n").unwrap();
    let arguments = [&bad, &good].map(|file| file.to_str().unwrap());
    let output = tangency(&["inspect", arguments[0], arguments[1], "--json", json.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("scene.toml"), "{}", text(&output.stderr));
    let found: serde_json::Value = serde_json::from_str(&fs::read_to_string(json).unwrap()).unwrap();
    assert_eq!(found["format"], "tangency-inspection");
    assert_eq!(found["files"].as_array().unwrap().len(), 1);
    assert_eq!(found["files"][0]["closed"], "closed");
    // The page has a row for every field.
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/inspect.md")).unwrap();
    for name in found["files"][0].as_object().unwrap().keys() {
        let row = page.lines().any(|line| line.starts_with('|') && line.contains(&format!("`{name}`")));
        assert!(row, "docs/inspect.md has no row for `{name}`");
    }
}

#[test]
fn an_open_mesh_says_why() {
    let file = folder("inspect-open").join("sheet.obj");
    fs::write(&file, "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n").unwrap();
    let output = tangency(&["inspect", file.to_str().unwrap()]);
    let printed = text(&output.stdout);
    assert!(printed.contains("no, a surface:") && printed.contains("3 edges have one triangle"), "{printed}");
    assert!(!printed.contains("volume"), "{printed}");
}
