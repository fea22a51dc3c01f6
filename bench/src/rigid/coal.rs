//! coal's distance with a conservative advancement loop, in Python.

use super::Outcome;
use super::set::{Set, folder};
use crate::python;
use std::path::Path;
use std::process::Command;

/// Measures every motion of the set.
pub(super) fn advance(set: &Set, runs: usize) -> Result<Vec<Outcome>, String> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("peers/coal/advance.py");
    let mut command = Command::new(python::with("coal", &["coal==3.0.3", "numpy"])?);
    command.arg(script).arg(folder()).arg(&set.size).arg(if set.rotation { "rot" } else { "tr" });
    let printed = python::output(command.arg(runs.to_string()))?;
    printed.lines().map(|line| outcome(line).ok_or_else(|| format!("coal printed: {line}"))).collect()
}

fn outcome(line: &str) -> Option<Outcome> {
    let (ns, time) = line.split_once(' ')?;
    let time = if time == "none" { None } else { Some(time.parse().ok()?) };
    Some(Outcome { ns: ns.parse().ok()?, time })
}
