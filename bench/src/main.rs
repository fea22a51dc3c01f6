//! Benchmarks against the peers, in one run: `cargo run --release -p tangency-bench -- SUITE [--json FILE]`. How often
//! the peers are wrong: `cargo run --release -p tangency-bench -- wrong COUNT [SEED]`.

mod approach;
mod broad;
mod build;
mod casts;
mod chain;
mod coal;
#[path = "../../crates/detect/tests/contact_oracle/mod.rs"]
#[allow(dead_code, unused_imports)] // Rays and closest approaches are questions of the soak.
mod contact_oracle;
mod curvature;
mod curved;
mod expr;
mod features;
mod figure10;
#[path = "../../crates/detect/tests/gap_oracle/mod.rs"]
mod gap_oracle;
mod gaps;
mod intervals;
mod planners;
mod python;
mod queries;
mod resting;
mod rigid;
mod screw;
mod step;
mod table;
mod world;
mod wrong;

use std::process::ExitCode;
use table::Row;

/// The name of a suite and its function.
type Suite = (&'static str, fn() -> Vec<Row>);

const SUITES: [Suite; 20] = [
    ("approach", approach::run),
    ("broad", broad::run),
    ("build", build::run),
    ("casts", casts::run),
    ("chain", chain::run),
    ("curvature", curvature::run),
    ("curved", curved::run),
    ("features", features::run),
    ("figure10", figure10::run),
    ("gaps", gaps::run),
    ("planners", planners::run),
    ("queries", queries::run),
    ("resting", resting::run),
    ("rigid", rigid::run),
    ("convex", rigid::run_convex),
    ("screw", screw::run),
    ("step", step::run),
    ("world", world::run),
    ("intervals", intervals::run),
    ("expr", expr::run),
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (suite, json) = match arguments.as_slice() {
        [word, folder, task] if word == step::WORD => return alone(folder, task),
        [word, numbers @ ..] if word == wrong::WORD => return count_wrong(numbers),
        [suite] => (suite, None),
        [suite, flag, file] if flag == "--json" => (suite, Some(file)),
        _ => return usage(),
    };
    let Some((_, run)) = SUITES.iter().find(|(name, _)| name == suite) else { return usage() };
    let rows = run();
    print!("{}", table::aligned(&rows));
    if let Some(file) = json
        && let Err(error) = std::fs::write(file, table::json(&rows))
    {
        eprintln!("cannot write {file}: {error}");
        return ExitCode::from(2);
    }
    ExitCode::SUCCESS
}

/// Counts the wrong answers of the peers: the number of pairs and the seed.
fn count_wrong(numbers: &[String]) -> ExitCode {
    let parsed: Vec<Option<u64>> = numbers.iter().map(|number| number.parse().ok()).collect();
    let (count, seed) = match parsed[..] {
        [Some(count)] => (count, 1),
        [Some(count), Some(seed)] => (count, seed),
        _ => return usage(),
    };
    match wrong::run(count as usize, seed) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

/// Measures our side of a step in this process.
fn alone(folder: &str, task: &str) -> ExitCode {
    match step::run_alone(folder, task) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

fn usage() -> ExitCode {
    let names: Vec<&str> = SUITES.iter().map(|(name, _)| *name).collect();
    eprintln!("usage: tangency-bench SUITE [--json FILE], where SUITE is one of: {}", names.join(", "));
    eprintln!("       tangency-bench wrong COUNT [SEED]");
    ExitCode::from(2)
}
