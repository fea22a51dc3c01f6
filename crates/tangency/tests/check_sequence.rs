//! Deforming bodies from mesh sequences, from the scene file to the report.
//!
//! Reference: the instants at which the flag's vertices reach the plane of the wall, computed from the lines of the
//! files without the readers of the library.

#![allow(clippy::unwrap_used, reason = "a broken expectation stops the test")]

use std::path::{Path, PathBuf};
use tangency::{CheckOptions, Scene, check};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The y of every vertex of the flag in a frame, from the text of the file.
fn heights(frame: usize) -> Vec<f64> {
    let text = std::fs::read_to_string(root().join(format!("examples/flag/frames/flag_{frame}.obj"))).unwrap();
    let vertices = text.lines().filter_map(|line| line.strip_prefix("v "));
    vertices.map(|line| line.split(' ').nth(1).unwrap().parse().unwrap()).collect()
}

#[test]
fn the_flag_strikes_the_wall_when_its_first_vertex_does() {
    let scene = Scene::read(root().join("examples/flag/flag.toml")).unwrap_or_else(|error| panic!("{error}"));
    assert!(scene.warnings.is_empty(), "{:?}", scene.warnings);
    let report = check(&scene, &CheckOptions::default()).unwrap();
    assert_eq!(report.verdict.name(), "touch");
    // The wall covers the whole reach of the flag. Its face is at y = 0.33 - 0.05. The first contact with a flat face
    // is at a vertex.
    let (wall, pieces) = (0.33 - 0.05, 12);
    let mut first = f64::INFINITY;
    for piece in 0..pieces {
        for (from, to) in heights(piece).into_iter().zip(heights(piece + 1)) {
            if from < wall && to >= wall {
                let time = (piece as f64 + (wall - from) / (to - from)) / pieces as f64;
                first = first.min(time * scene.span.end);
            }
        }
    }
    let [lower, upper] = report.time().unwrap();
    assert!(lower <= first + 1e-12 && upper >= first - 1e-12 && upper - lower < 1e-9, "[{lower}, {upper}], {first}");
    assert!(report.contacts().iter().all(|contact| contact.a == "flag" && contact.b == "wall"));
}
