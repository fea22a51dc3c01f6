//! `--watch`: runs again when a file changes, also after an error.

#![allow(clippy::unwrap_used, reason = "a broken expectation stops the test")]

mod program;

use program::folder;
use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Child, ChildStdout, Command, Stdio};

/// A scene with a mesh file.
const SCENE: &str = r#"
span = { end = 1 }
[[body]]
name = "part"
shape = { mesh = "part.obj", surface = true }
motion = { linear = { velocity = [0, 0, -1] } }
[[body]]
name = "floor"
shape = { half_space = {} }
motion = { still = { position = [0, 0, -9] } }
"#;

/// A program that runs until it is dropped.
struct Watching {
    child: Child,
    lines: BufReader<ChildStdout>,
}

impl Watching {
    fn start(arguments: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tangency"));
        let mut child = command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap());
        Self { child, lines }
    }

    /// Reads on to a run with this verdict. A file that is seen half written makes one run more.
    fn until(&mut self, verdict: &str) {
        let seen: Vec<String> = (0..4).map(|_| self.separator()).take_while(|line| !line.contains(verdict)).collect();
        assert!(seen.len() < 4, "no {verdict:?} in {seen:?}");
    }

    /// The next line between two runs.
    fn separator(&mut self) -> String {
        loop {
            let mut line = String::new();
            assert!(self.lines.read_line(&mut line).unwrap() > 0, "the program ended");
            if line.starts_with("--- ") {
                return line;
            }
        }
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn triangle(height: f64) -> String {
    format!("v 0 0 {height}\nv 1 0 {height}\nv 0 1 {height}\nf 1 2 3\n")
}

#[test]
fn changes_of_the_scene_and_of_its_files_are_seen() {
    let folder = folder("watch");
    let (scene, part) = (folder.join("scene.toml"), folder.join("part.obj"));
    fs::write(&scene, SCENE).unwrap();
    fs::write(&part, triangle(1.0)).unwrap();
    let mut watching = Watching::start(&["check", scene.to_str().unwrap(), "--watch", "--verdict-only"]);
    let line = watching.separator();
    assert!(line.contains("UTC: clear, proved; waiting for a change of 2 files"), "{line}");
    // A mesh that starts half a metre above the floor.
    fs::write(&part, triangle(-8.5)).unwrap();
    watching.until("touch, proved");
    fs::write(&scene, SCENE.replace("span", "spam")).unwrap();
    watching.until("UTC: error;");
    fs::write(&scene, SCENE.replace("end = 1", "end = 0.25")).unwrap();
    watching.until("clear, proved");
}

#[test]
fn measurements_are_repeated_too() {
    let folder = folder("watch-measure");
    let (scene, part) = (folder.join("scene.toml"), folder.join("part.obj"));
    fs::write(&scene, SCENE).unwrap();
    fs::write(&part, triangle(1.0)).unwrap();
    let mut watching = Watching::start(&["measure", scene.to_str().unwrap(), "--over", "--watch"]);
    watching.until("apart");
    fs::write(&scene, SCENE.replace("end = 1 }", "end = 20 }")).unwrap();
    watching.until("overlap");
}
