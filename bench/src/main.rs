//! Benchmarks against the peers, in one run: `cargo run --release -p tangency-bench -- SUITE [--json FILE]`.

mod approach;
mod broad;
mod casts;
mod chain;
mod curvature;
mod curved;
mod expr;
mod figure10;
mod gaps;
mod intervals;
mod python;
mod queries;
mod rigid;
mod screw;
mod step;
mod table;

use std::process::ExitCode;
use table::Row;

/// The name of a suite and its function.
type Suite = (&'static str, fn() -> Vec<Row>);

const SUITES: [Suite; 15] = [
    ("approach", approach::run),
    ("broad", broad::run),
    ("casts", casts::run),
    ("chain", chain::run),
    ("curvature", curvature::run),
    ("curved", curved::run),
    ("figure10", figure10::run),
    ("gaps", gaps::run),
    ("queries", queries::run),
    ("rigid", rigid::run),
    ("convex", rigid::run_convex),
    ("screw", screw::run),
    ("step", step::run),
    ("intervals", intervals::run),
    ("expr", expr::run),
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (suite, json) = match arguments.as_slice() {
        [word, folder, task] if word == step::WORD => return alone(folder, task),
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
    ExitCode::from(2)
}
