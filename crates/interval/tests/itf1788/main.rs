//! The public test vectors of IEEE 1788 (ITF1788, files `*.itl`), run on every operation that we provide.
//!
//! *Reference:* the expected results of the suites: the tightest interval with 64-bit ends; no error of their own.
//! *Required:* our result holds the expected one; it is wider by at most 1 ulp at an end for the basic operations, 4 ulp for
//! the elementary ones, not at all for exact ones. Truth values and numbers (`inf`, `mig`, …) must be equal.
//!
//! *Excess* is counted in steps from one 64-bit number to the next. Where the expected interval is empty, ours must be; where
//! an end is expected infinite, ours must be, and the excess is 0; where ours is infinite and the expected end is finite, the
//! excess is the number of steps from the largest number.
//!
//! *Decorated cases* run with the decoration stripped, since the interval part of a decorated operation is the bare operation;
//! those with not-an-interval (`[nai]`) are skipped, as are the operations that are about decorations.
//!
//! The folder is named by `ITF1788_DIR`, by default `../shared/data/itf1788` beside the workspace.

// A test stops at the first broken expectation.
#![allow(clippy::unwrap_used)]

mod language;
mod operations;

use language::{Case, Value};
use std::collections::BTreeMap;
use std::path::PathBuf;
use tangency_interval::Interval;

#[derive(Default)]
struct Tally {
    cases: usize,
    failures: usize,
    skipped: usize,
    worst: u64,
    allowed: Option<u64>,
}

fn folder() -> PathBuf {
    std::env::var_os("ITF1788_DIR").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/itf1788")),
        PathBuf::from,
    )
}

fn read_cases(folder: &PathBuf) -> Vec<Case> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "itl"))
        .collect();
    files.sort();
    let parse = |path: &PathBuf| match language::parse(&std::fs::read_to_string(path).unwrap()) {
        Ok(cases) => cases,
        Err(error) => panic!("{}: {error}", path.display()),
    };
    files.iter().flat_map(parse).collect()
}

/// Steps from `inner` outward to `outer`, both seen as upper ends; `None` if `outer` does not reach `inner`.
fn steps(inner: f64, outer: f64) -> Option<u64> {
    // Ordered like the numbers: the bit patterns of negative ones run backward.
    let rank = |value: f64| {
        let bits = (value + 0.0).to_bits() as i64;
        if bits < 0 { i64::MIN - bits } else { bits }
    };
    (outer >= inner).then(|| rank(outer).abs_diff(rank(inner)))
}

/// How much wider `ours` is than `expected`, at the worse end; `None` if it does not hold it.
fn excess(ours: Interval, expected: Interval) -> Option<u64> {
    if expected.is_empty() || ours.is_empty() {
        return (expected.is_empty() && ours.is_empty()).then_some(0);
    }
    let upper = steps(expected.upper(), ours.upper())?;
    Some(upper.max(steps(-expected.lower(), -ours.lower())?))
}

/// The excess of a result, `None` if it is wrong.
fn judge(ours: &[Value], expected: &[Value]) -> Option<u64> {
    if ours.len() != expected.len() {
        return None;
    }
    ours.iter().zip(expected).try_fold(0, |worst, pair| {
        let excess = match pair {
            (Value::Interval(ours), Value::Interval(expected)) => excess(*ours, *expected)?,
            (Value::Number(a), Value::Number(b)) if a == b || (a.is_nan() && b.is_nan()) => 0,
            (Value::Truth(a), Value::Truth(b)) if a == b => 0,
            _ => return None,
        };
        Some(worst.max(excess))
    })
}

#[test]
fn itf1788() {
    let folder = folder();
    if !folder.is_dir() {
        println!("skipped: there is no folder {} (set ITF1788_DIR)", folder.display());
        return;
    }
    let mut tallies: BTreeMap<String, Tally> = BTreeMap::new();
    let mut wrong = Vec::new();
    for case in read_cases(&folder) {
        let tally = tallies.entry(case.operation.clone()).or_default();
        let Some(operation) = operations::find(&case.operation) else {
            tally.skipped += 1;
            continue;
        };
        tally.allowed = Some(operation.allowed);
        if case.operands.iter().chain(&case.results).any(|value| matches!(value, Value::Other(_))) {
            tally.skipped += 1;
            continue;
        }
        tally.cases += 1;
        let ours = (operation.run)(&case.operands);
        let excess = ours.as_ref().and_then(|ours| judge(ours, &case.results));
        tally.worst = tally.worst.max(excess.unwrap_or(0));
        if excess.is_none_or(|excess| excess > operation.allowed) {
            tally.failures += 1;
            wrong.push(format!("{}; ours: {ours:?}, excess {excess:?}", case.text));
        }
    }
    print_table(&tallies);
    let cases: usize = tallies.values().map(|tally| tally.cases).sum();
    assert!(cases > 0, "no case was run, though the folder {} exists", folder.display());
    for operation in operations::ALL {
        let ran = tallies.get(operation.name).is_some_and(|tally| tally.cases > 0);
        assert!(ran, "no case of {} was run", operation.name);
    }
    assert!(wrong.is_empty(), "{} cases are wrong:\n{}", wrong.len(), wrong.join("\n"));
}

fn print_table(tallies: &BTreeMap<String, Tally>) {
    println!(
        "{:20} {:>6} {:>8} {:>8} {:>12} {:>8}",
        "operation", "cases", "skipped", "failures", "excess (ulp)", "allowed"
    );
    for (name, tally) in tallies {
        if let Some(allowed) = tally.allowed {
            let Tally { cases, skipped, failures, worst, .. } = tally;
            println!("{name:20} {cases:>6} {skipped:>8} {failures:>8} {worst:>12} {allowed:>8}");
        }
    }
    let missing: Vec<&str> =
        tallies.iter().filter(|(_, t)| t.allowed.is_none()).map(|(name, _)| name.as_str()).collect();
    println!("not provided: {}", missing.join(", "));
}
