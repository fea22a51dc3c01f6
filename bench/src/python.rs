//! Peers in a Python environment of their own, made on first use under the folder that cargo builds in.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The interpreter of the environment, with the module of that name; installs the packages if it is not there.
pub(crate) fn with(module: &str, packages: &[&str]) -> Result<PathBuf, String> {
    let environment = target().join("peers/python");
    let program = environment.join("bin/python");
    if output(Command::new(&program).args(["-c", &format!("import {module}")])).is_err() {
        eprintln!("installing {module} ...");
        output(Command::new("python3").args(["-m", "venv"]).arg(&environment))?;
        output(Command::new(&program).args(["-m", "pip", "install", "--quiet"]).args(packages))?;
    }
    Ok(program)
}

/// What the program prints, or what it complains about.
pub(crate) fn output(command: &mut Command) -> Result<String, String> {
    let output = command.output().map_err(|error| format!("cannot run {command:?}: {error}"))?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        Err(String::from_utf8_lossy(&output.stderr).into_owned())
    }
}

/// Where cargo puts what it builds.
pub(crate) fn target() -> PathBuf {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../target");
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(beside, PathBuf::from)
}
