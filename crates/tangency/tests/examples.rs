//! The examples for the commonest jobs run, and print what the comment at their top says.
//!
//! `cargo test` builds the examples before the tests. With `--test examples` alone, build them first.

use std::path::{Path, PathBuf};
use std::process::Command;

const EXAMPLES: [&str; 11] = [
    "two_primitives",
    "moving_meshes",
    "overlap_depth",
    "closest_approach",
    "ray_cast",
    "self_contact",
    "robot_trajectory",
    "scene_report",
    "bodies_by_formula",
    "many_bodies",
    "stop_early",
];

/// The program of an example, beside that of this test.
fn program(name: &str) -> PathBuf {
    let test = std::env::current_exe().expect("the path of this test");
    let folder = test.parent().and_then(Path::parent).expect("target/PROFILE/deps");
    folder.join("examples").join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}

#[test]
fn examples_print_what_they_say() {
    for name in EXAMPLES {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples").join(format!("{name}.rs"));
        let text = std::fs::read_to_string(source).unwrap_or_else(|error| panic!("{name}: {error}"));
        let promised = text.lines().find_map(|line| line.strip_prefix("//! Prints: ")).expect("it says what it prints");
        let run = Command::new(program(name)).output();
        let run = run.unwrap_or_else(|error| panic!("{name}: {error}: first `cargo build -p tangency --examples`"));
        assert!(run.status.success(), "{name}: {}", String::from_utf8_lossy(&run.stderr));
        assert_eq!(String::from_utf8_lossy(&run.stdout).trim(), promised, "{name}");
    }
}
