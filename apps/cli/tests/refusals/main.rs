//! Bad input through the command line: more than two hundred arguments and files, each with the words that the
//! message must contain. None panics, hangs, claims anything on the standard output, or sends control characters to
//! the terminal; all end with exit code 2.
//!
//! The tables are the text files beside this one. A line that begins with
//!
//! - `$` starts a case: the arguments of the program, `\x1b` being a byte;
//! - `file NAME` starts a file of the case: its lines follow, indented by four blanks;
//! - `shape`, `motion` makes `scene.toml` of one body with that shape or motion;
//! - `robot` makes `robot.urdf`, an arm with one joint `a`;
//! - `arguments` adds arguments;
//! - `says` gives the words of the message, separated by ` | `.
//!
//! All messages are written to `target/tmp/refusals.txt`: read them after a change.

#![allow(clippy::unwrap_used, reason = "a broken expectation stops the test")]

#[path = "../program/mod.rs"]
mod program;

use program::{folder, text};
use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

const TABLES: [(&str, &str); 4] = [
    ("options", include_str!("options.txt")),
    ("scenes", include_str!("scenes.txt")),
    ("files", include_str!("files.txt")),
    ("robots", include_str!("robots.txt")),
];

const ROBOT: &str = r#"<robot name="r">
  <link name="base"><collision><geometry><box size="0.1 0.1 0.1"/></geometry></collision></link>
  <link name="arm"><collision><origin xyz="0 0 -0.5"/><geometry><sphere radius="0.1"/></geometry></collision></link>
  <joint name="a" type="revolute"><origin xyz="0 0 1"/><parent link="base"/><child link="arm"/><axis xyz="0 1 0"/>
    <limit lower="-2" upper="2" effort="1" velocity="1"/></joint>
</robot>
"#;

/// A case of a table.
#[derive(Default)]
struct Case {
    line: usize,
    arguments: Vec<OsString>,
    files: Vec<(String, Vec<u8>)>,
    says: Vec<String>,
}

/// The bytes of a text in which `\xNN` is a byte.
fn bytes(written: &str) -> Vec<u8> {
    let mut parts = written.split("\\x");
    let mut found = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        found.push(u8::from_str_radix(&part[..2], 16).unwrap());
        found.extend(&part.as_bytes()[2..]);
    }
    found
}

fn words(written: &str) -> impl Iterator<Item = OsString> {
    written.split_whitespace().map(|word| String::from_utf8(bytes(word)).unwrap().into())
}

fn cases(table: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for (index, line) in table.lines().enumerate().filter(|(_, line)| !line.starts_with('#') && !line.is_empty()) {
        if let Some(arguments) = line.strip_prefix('$') {
            cases.push(Case { line: index + 1, arguments: words(arguments).collect(), ..Case::default() });
            continue;
        }
        let case = cases.last_mut().unwrap();
        if let Some(content) = line.strip_prefix("    ") {
            let file = &mut case.files.last_mut().unwrap().1;
            file.extend(bytes(content));
            file.push(b'\n');
            continue;
        }
        let (key, rest) = line.split_once(' ').unwrap_or((line, ""));
        let scene = |shape: &str, motion: &str| {
            let scene = format!("span = {{ end = 1 }}\n[[body]]\nname = \"a\"\nshape = {shape}\n{motion}");
            ("scene.toml".to_owned(), scene.into_bytes())
        };
        match key {
            "arguments" => case.arguments.extend(words(rest)),
            "file" => case.files.push((rest.to_owned(), Vec::new())),
            "shape" => case.files.push(scene(rest, "")),
            "motion" => case.files.push(scene("{ box = [1, 1, 1] }", &format!("motion = {rest}\n"))),
            "robot" => case.files.push(("robot.urdf".into(), ROBOT.into())),
            "says" => case.says = rest.split(" | ").map(String::from).collect(),
            other => panic!("line {}: {other:?}", index + 1),
        }
    }
    cases
}

/// The message, and what is wrong with it.
fn ask(case: &Case, folder: &Path) -> (String, Vec<String>) {
    for (name, content) in &case.files {
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, content).unwrap();
    }
    let mut command = Command::new(env!("CARGO_BIN_EXE_tangency"));
    let output = command.args(&case.arguments).current_dir(folder).output().unwrap();
    let message = text(&output.stderr);
    let mut faults = Vec::new();
    if output.status.code() != Some(2) {
        faults.push(format!("exit code {:?}", output.status.code()));
    }
    if !output.stdout.is_empty() {
        faults.push(format!("it claims {:?}", text(&output.stdout)));
    }
    if message.contains("panicked") {
        faults.push("it panics".into());
    }
    if message.chars().any(|letter| letter.is_control() && letter != '\n') {
        faults.push("control characters reach the terminal".into());
    }
    if let Some(long) = message.lines().find(|line| line.chars().count() > 1000) {
        faults.push(format!("a line of {} characters", long.chars().count()));
    }
    faults.extend(case.says.iter().filter(|words| !message.contains(*words)).map(|words| format!("no {words:?}")));
    (message, faults)
}

#[test]
fn every_refusal_says_what_is_wrong() {
    let mut all = String::new();
    let mut faults = String::new();
    let mut count = 0;
    for (name, table) in TABLES {
        for case in cases(table) {
            assert!(!case.says.is_empty(), "{name}.txt, line {}: no words", case.line);
            let folder = folder("refusals");
            let (message, wrong) = ask(&case, &folder);
            let arguments: Vec<String> = case.arguments.iter().map(|word| format!("{word:?}")).collect();
            let head = format!("{name}.txt, line {}: {}", case.line, arguments.join(" "));
            let _ = writeln!(all, "{head}\n{message}");
            if !wrong.is_empty() {
                let _ = writeln!(faults, "{head}\n  {}\n{message}", wrong.join("; "));
            }
            count += 1;
        }
    }
    std::fs::write(Path::new(env!("CARGO_TARGET_TMPDIR")).join("refusals.txt"), all).unwrap();
    assert!(faults.is_empty(), "{faults}");
    assert!(count >= 200, "only {count} cases");
}
