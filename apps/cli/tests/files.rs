//! `tangency check` and `tangency measure` of mesh files and STEP files, without a scene file.

#![allow(clippy::unwrap_used, reason = "a broken expectation stops the test")]

mod program;

use program::{folder, tangency, text};
use std::fs;
use std::path::Path;
use tangency::formats::step::{self, StepFile, StepInstance, plate};
use tangency::geometry::Pose;
use tangency::glam::DVec3;

/// A cube of side 10 whose centre is at this height.
fn cube(file: &Path, height: f64) {
    let mut obj = String::new();
    for corner in 0..8 {
        let sign = |bit: usize| if corner >> bit & 1 == 1 { 5.0 } else { -5.0 };
        obj += &format!("v {} {} {}\n", sign(0), sign(1), height + sign(2));
    }
    for [a, b, c, d] in [[1, 3, 4, 2], [5, 6, 8, 7], [1, 2, 6, 5], [3, 7, 8, 4], [1, 5, 7, 3], [2, 4, 8, 6]] {
        obj += &format!("f {a} {b} {c}\nf {a} {c} {d}\n");
    }
    fs::write(file, obj).unwrap();
}

#[test]
fn one_file_moves_onto_another() {
    let folder = folder("check-files");
    let (pin, plate) = (folder.join("pin.obj"), folder.join("plate.obj"));
    cube(&pin, 50.0);
    cube(&plate, 0.0);
    let files = [&pin, &plate].map(|file| file.to_str().unwrap());
    // 40 mm apart, and 80 mm of travel in a second: they meet after half of it.
    let json = folder.join("result.json");
    let to = json.to_str().unwrap();
    let moved = ["check", files[0], files[1], "--move", "pin=0,0,-80", "--units", "mm", "--json", to];
    let output = tangency(&moved);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    let result: serde_json::Value = serde_json::from_str(&fs::read_to_string(&json).unwrap()).unwrap();
    let time = &result["time"];
    assert!(time[0].as_f64().unwrap() <= 0.5 && (time[1].as_f64().unwrap() - 0.5).abs() < 1e-6, "{time}");
    let point = result["contacts"][0]["point"][2].as_f64().unwrap();
    assert!((point - 0.005).abs() < 1e-6, "in metres: {point}");
    // Without a motion they stay apart.
    assert_eq!(tangency(&["check", files[0], files[1]]).status.code(), Some(0));
}

#[test]
fn faults_are_named() {
    let folder = folder("check-files-faults");
    let (pin, plate) = (folder.join("pin.obj"), folder.join("plate.obj"));
    cube(&pin, 50.0);
    cube(&plate, 0.0);
    let [pin, plate] = [&pin, &plate].map(|file| file.to_str().unwrap());
    let cases: [(&[&str], &str); 7] = [
        (&["check", pin], "a single mesh file"),
        (&["check", pin, "needle"], "\"needle\" is not a mesh file"),
        (&["check", pin, plate, "--move", "pn=0,0,1"], "did you mean \"pin\"?"),
        (&["check", pin, plate, "--move", "pin=0,0"], "expected NAME=X,Y,Z"),
        (&["check", pin, plate, "--move", "pin=0,0,nan"], "expected NAME=X,Y,Z"),
        (&["check", pin, plate, "--units", "mile"], "--units \"mile\" is none of the units"),
        (&["check", "needle", "--units", "mm"], "are for mesh files"),
    ];
    for (arguments, says) in cases {
        let output = tangency(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(text(&output.stderr).contains(says), "{arguments:?}: {}", text(&output.stderr));
    }
}

/// A plate of 40 × 30 × 10 mm, its lowest corner at this height in metres. It is also moved aside by a part of that, so
/// that no sides of two plates are in one plane.
fn plate_file(file: &Path, height: f64) {
    let body = plate("plate", DVec3::new(0.04, 0.03, 0.01), &[]).unwrap();
    let pose = Pose::translated(height * DVec3::new(0.4, 0.3, 1.0)).unwrap();
    let instances = vec![StepInstance { body: 0, path: vec!["plate".into()], pose }];
    let written = StepFile { schema: String::new(), bodies: vec![body], instances, notes: vec![] };
    fs::write(file, step::write(&written).unwrap()).unwrap();
}

#[test]
fn step_files_are_measured() {
    let folder = folder("measure-step-files");
    let files = ["low", "high", "within"].map(|name| folder.join(name).with_extension("step"));
    plate_file(&files[0], 0.0);
    plate_file(&files[1], 0.025);
    plate_file(&files[2], 0.004);
    let [low, high, within] = files.each_ref().map(|file| file.to_str().unwrap());
    let measured = |other: &str| {
        let json = folder.join("result.json");
        let output = tangency(&["measure", low, other, "--json", json.to_str().unwrap()]);
        let result: serde_json::Value = serde_json::from_str(&fs::read_to_string(&json).unwrap()).unwrap();
        (output.status.code(), result["pairs"][0].clone())
    };
    let (code, apart) = measured(high);
    let [from, to] = [0, 1].map(|end| apart["distance"][end].as_f64().unwrap());
    assert!(code == Some(0) && from <= 0.015 && 0.015 <= to && to - from < 1e-6, "{code:?} {apart}");
    let (code, overlap) = measured(within);
    assert!(code == Some(1) && overlap["distance"][1] == 0.0 && overlap["evidence"] == "proved", "{code:?} {overlap}");
}
