//! Interval test vectors: an operation, its operands, and the tightest result with 64-bit ends.
//!
//! *Required:* our result holds the expected one. It may be wider by at most 1 ulp at an end for the basic
//! operations, by 4 ulp for the elementary ones, and not at all for exact ones. Truth values and numbers
//! (`inf`, `mig`, …) must be equal.
//!
//! *Excess* counts steps from one 64-bit number to the next. If the expected interval is empty, ours must be
//! empty. If an end is expected infinite, ours must be infinite, and the excess is 0. If ours is infinite and
//! the expected end is finite, the excess is the number of steps from the largest number.

mod operations;

pub use operations::{ALL, Operation, find};

use std::collections::BTreeMap;
use std::fmt;
use tangency::interval::Interval;

/// An operand or a result.
#[derive(Clone, Debug, PartialEq)]
pub enum VectorValue {
    /// An interval, possibly empty.
    Interval(Interval),
    /// A number, possibly infinite or not a number.
    Number(f64),
    /// The result of a predicate.
    Truth(bool),
    /// Not-an-interval, a decoration, a text or a name: a bare interval has no such thing.
    Other(String),
}

/// One vector.
#[derive(Clone, Debug)]
pub struct Vector {
    /// The name of the operation in IEEE 1788.
    pub operation: String,
    /// Its operands.
    pub operands: Vec<VectorValue>,
    /// The expected results.
    pub results: Vec<VectorValue>,
    /// The line, for messages.
    pub text: String,
}

/// The layout of our slices: a value has no blanks, so that a line splits at them.
impl fmt::Display for VectorValue {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Interval(interval) if interval.is_empty() => write!(formatter, "empty"),
            Self::Interval(interval) => write!(formatter, "{:?}..{:?}", interval.lower(), interval.upper()),
            Self::Number(number) => write!(formatter, "{number:?}"),
            Self::Truth(true) => write!(formatter, "yes"),
            Self::Truth(false) => write!(formatter, "no"),
            Self::Other(text) => write!(formatter, "{text}"),
        }
    }
}

impl VectorValue {
    /// Reads a value in the layout of our slices; `None` if it is none.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Some(match word {
            "empty" => Self::Interval(Interval::EMPTY),
            "yes" => Self::Truth(true),
            "no" => Self::Truth(false),
            _ => match word.split_once("..") {
                Some((lower, upper)) => Self::Interval(Interval::new(lower.parse().ok()?, upper.parse().ok()?).ok()?),
                None => Self::Number(word.parse().ok()?),
            },
        })
    }
}

/// The vectors of a slice: `operation operand … = result …`, one a line; lines that start with `#` are comments.
///
/// # Panics
/// If a line is not in this layout.
#[must_use]
pub fn parse(text: &str) -> Vec<Vector> {
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    let vector = |line: &str| {
        let (left, right) = line.split_once(" = ")?;
        let mut left = left.split_whitespace();
        Some(Vector {
            operation: left.next()?.into(),
            operands: left.map(VectorValue::parse).collect::<Option<_>>()?,
            results: right.split_whitespace().map(VectorValue::parse).collect::<Option<_>>()?,
            text: line.into(),
        })
    };
    lines.map(|line| vector(line).unwrap_or_else(|| panic!("not a vector: {line}"))).collect()
}

/// What the vectors of one operation gave.
#[derive(Default)]
struct VectorTally {
    cases: usize,
    failures: usize,
    left_out: usize,
    worst: u64,
    allowed: Option<u64>,
}

/// Runs all vectors and prints a table. Vectors of operations that we do not provide, and vectors with a value
/// that a bare interval does not have, are counted and left out.
///
/// # Panics
/// If a result is wrong or too wide, or if an operation of ours has no vector.
pub fn check(vectors: &[Vector]) {
    let mut tallies: BTreeMap<&str, VectorTally> = BTreeMap::new();
    let mut wrong = Vec::new();
    for vector in vectors {
        let tally = tallies.entry(&vector.operation).or_default();
        let Some(operation) = find(&vector.operation) else {
            tally.left_out += 1;
            continue;
        };
        tally.allowed = Some(operation.allowed);
        if vector.operands.iter().chain(&vector.results).any(|value| matches!(value, VectorValue::Other(_))) {
            tally.left_out += 1;
            continue;
        }
        tally.cases += 1;
        let ours = (operation.run)(&vector.operands);
        let excess = ours.as_ref().and_then(|ours| judge(ours, &vector.results));
        tally.worst = tally.worst.max(excess.unwrap_or(0));
        if excess.is_none_or(|excess| excess > operation.allowed) {
            tally.failures += 1;
            wrong.push(format!("{}; ours: {ours:?}, excess {excess:?}", vector.text));
        }
    }
    print_table(&tallies);
    for operation in ALL {
        let ran = tallies.get(operation.name).is_some_and(|tally| tally.cases > 0);
        assert!(ran, "no vector of {} was run", operation.name);
    }
    assert!(wrong.is_empty(), "{} vectors are wrong:\n{}", wrong.len(), wrong.join("\n"));
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
fn judge(ours: &[VectorValue], expected: &[VectorValue]) -> Option<u64> {
    if ours.len() != expected.len() {
        return None;
    }
    ours.iter().zip(expected).try_fold(0, |worst, pair| {
        let excess = match pair {
            (VectorValue::Interval(ours), VectorValue::Interval(expected)) => excess(*ours, *expected)?,
            (VectorValue::Number(a), VectorValue::Number(b)) if a == b || (a.is_nan() && b.is_nan()) => 0,
            (VectorValue::Truth(a), VectorValue::Truth(b)) if a == b => 0,
            _ => return None,
        };
        Some(worst.max(excess))
    })
}

fn print_table(tallies: &BTreeMap<&str, VectorTally>) {
    println!(
        "{:20} {:>6} {:>8} {:>8} {:>12} {:>8}",
        "operation", "cases", "left out", "failures", "excess (ulp)", "allowed"
    );
    for (name, tally) in tallies {
        if let Some(allowed) = tally.allowed {
            let VectorTally { cases, left_out, failures, worst, .. } = tally;
            println!("{name:20} {cases:>6} {left_out:>8} {failures:>8} {worst:>12} {allowed:>8}");
        }
    }
    let missing: Vec<&str> =
        tallies.iter().filter(|(_, tally)| tally.allowed.is_none()).map(|(name, _)| *name).collect();
    println!("not provided: {}", missing.join(", "));
}
