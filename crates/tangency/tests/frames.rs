//! Deforming bodies from files, through the whole house.
//!
//! References: for the flag, the instants at which its vertices reach the plane of the wall, taken from the lines of the files
//! without any of our readers; for the public pairs of frames, the counts that their headers announce.

#![allow(clippy::unwrap_used, reason = "a broken expectation stops the test")]

use std::path::{Path, PathBuf};
use tangency::geometry::Motion;
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
    // The wall covers all that the flag can reach; its face is at y = 0.33 - 0.05. A flat face is first met by a vertex.
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

/// What the header of a PLY file says.
fn announced(file: &Path) -> [usize; 2] {
    let bytes = std::fs::read(file).unwrap();
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(2000)]).into_owned();
    ["vertex", "face"].map(|element| {
        let line = text.lines().find_map(|line| line.strip_prefix(&format!("element {element} "))).unwrap();
        line.trim().parse().unwrap()
    })
}

/// The public pairs of frames are bodies that touch themselves. They are only read here: the whole step takes too long
/// without optimisation.
#[test]
fn public_pairs_of_frames_are_accepted() {
    let folder = root().join("../shared/data/scalable-ccd");
    for (name, first) in [("cloth-funnel", 227), ("rod-twist", 3036)] {
        let frames = folder.join(name).join("frames");
        if !frames.is_dir() {
            eprintln!("skipped: {} is not there", frames.display());
            continue;
        }
        let text = format!(
            "[span]\nend = 1\n[[body]]\nname = \"{name}\"\nshape = {{ mesh = \"{first}.ply\", surface = true }}\n\
             motion = {{ vertexwise = {{ frames = \"*.ply\" }} }}\nself_contact = true\n"
        );
        let scene = Scene::parse(&text, frames.join("scene.toml")).unwrap_or_else(|error| panic!("{error}"));
        let body = &scene.bodies[0];
        let Motion::Vertexwise(motion) = &body.motion else { panic!("not vertexwise") };
        let [vertices, faces] = announced(&frames.join(format!("{first}.ply")));
        assert_eq!((motion.vertex_count(), body.shape.mesh().unwrap().triangles().len()), (vertices, faces), "{name}");
        assert_eq!((motion.times(), motion.frames().len()), (&[0.0, 1.0][..], 2), "{name}");
        assert_ne!(motion.frames()[0], motion.frames()[1], "{name}");
    }
}
