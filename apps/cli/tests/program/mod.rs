//! Runs the built program.

#![allow(dead_code, reason = "every test program uses some of it")]
#![allow(clippy::unwrap_used, reason = "a broken expectation stops the test")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

pub(crate) fn tangency(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tangency")).args(arguments).output().unwrap()
}

pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// An empty folder for this test. Names must be unique among all tests of the command.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}
