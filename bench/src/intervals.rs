//! The `intervals` suite: our intervals compared with inari, in one run.
//!
//! The first rows compare our default build (generic x86-64) with inari's build for Haswell, the oldest processor it
//! supports. The `native` rows compare both with every feature of this machine. inari and our native build are small
//! programs under `bench/peers`, built with their own flags into `target/peers`. Figures are nanoseconds per operation
//! over arrays of independent arguments, the least of many repetitions.

#[path = "../peers/ours/src/measurements.rs"]
mod measurements;

use crate::table::Row;
use std::collections::HashMap;
use std::path::Path;
use std::process::Command;

/// Runs the suite.
pub(crate) fn run() -> Vec<Row> {
    let generic: Vec<(String, f64)> = measurements::all().into_iter().map(|(name, ns)| (name.into(), ns)).collect();
    let mut rows = beside(&generic, "inari (haswell)", &inari("haswell"), "");
    match peer("ours", "native", &[]) {
        Ok(ours) => rows.extend(beside(&ours, "inari (native)", &inari("native"), ", native")),
        Err(problem) => eprintln!("no native rows: {problem}"),
    }
    rows
}

fn beside(ours: &[(String, f64)], peer_name: &str, peer: &[(String, f64)], suffix: &str) -> Vec<Row> {
    let peer: HashMap<&str, f64> = peer.iter().map(|(name, ns)| (name.as_str(), *ns)).collect();
    let row = |(name, ns): &(String, f64)| Row {
        name: format!("{name}{suffix}"),
        ours: *ns,
        peer_name: peer_name.into(),
        peer: peer.get(name.as_str()).copied(),
    };
    ours.iter().map(row).collect()
}

/// inari's figures: with sine and cosine if MPFR can be built, otherwise without; empty if inari cannot be built.
fn inari(processor: &str) -> Vec<(String, f64)> {
    peer("inari", processor, &["--features", "gmp"])
        .or_else(|problem| {
            eprintln!(
                "inari ({processor}) without sine and cosine, since MPFR was not built (is m4 installed?): {problem}"
            );
            peer("inari", processor, &[])
        })
        .unwrap_or_else(|problem| {
            eprintln!("no figures of inari ({processor}): {problem}");
            Vec::new()
        })
}

/// Builds the program `bench/peers/NAME` for a processor, runs it, and parses the printed figures.
fn peer(name: &str, processor: &str, features: &[&str]) -> Result<Vec<(String, f64)>, String> {
    let bench = Path::new(env!("CARGO_MANIFEST_DIR"));
    let manifest = bench.join("peers").join(name).join("Cargo.toml");
    let target = crate::python::target().join("peers").join(format!("{name}-{processor}"));
    eprintln!("building {name} for {processor} ...");
    let build = Command::new(env!("CARGO"))
        .args(["build", "--release", "--quiet", "--manifest-path"])
        .arg(&manifest)
        .arg("--target-dir")
        .arg(&target)
        .args(features)
        .env("RUSTFLAGS", format!("-C target-cpu={processor}"))
        .output()
        .map_err(|error| format!("cannot run cargo: {error}"))?;
    if !build.status.success() {
        let errors = String::from_utf8_lossy(&build.stderr);
        let last: Vec<&str> = errors.lines().rev().take(5).collect();
        return Err(last.into_iter().rev().collect::<Vec<_>>().join("\n"));
    }
    let program = target.join("release").join(format!("peer-{name}"));
    let output =
        Command::new(&program).output().map_err(|error| format!("cannot run {}: {error}", program.display()))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let figure = |line: &str| line.split_once(' ').and_then(|(name, ns)| Some((name.into(), ns.parse().ok()?)));
    text.lines().map(|line| figure(line).ok_or_else(|| format!("{name} printed: {line}"))).collect()
}
