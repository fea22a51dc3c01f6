//! The examples print what their `expected.txt` promises. The one of the library is a program of its own: `.ci/run`
//! runs it with the others.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a broken expectation stops the test")]

use std::path::Path;
use std::process::Command;

#[test]
fn examples_print_what_they_promise() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/run-all");
    let mut command = Command::new("bash");
    command.arg(script).args(["arm", "robot", "parts", "flag"]).env("TANGENCY", env!("CARGO_BIN_EXE_tangency"));
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
}
