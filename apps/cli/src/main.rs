//! The command line: parse, call, print. It contains no algorithm.
//!
//! Exit codes: 0 clear, 1 touch, 2 error, 3 open; of `simulate`: 0 finished, 2 error, 3 ended early; of `queries`: 0
//! correct, 1 a false answer, 2 error; of `measure`: 0 apart, 1 a pair overlaps, 2 error, 3 open.

mod arguments;
mod bar;
mod check;
mod files;
mod inspect;
mod manual;
mod measure;
mod output;
mod print;
mod queries;
mod simulate;
mod timed;
mod verify;

use arguments::{Arguments, Command};
use clap::Parser;
use std::process::ExitCode;

/// The error message of a failed command.
type Failure = String;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    if let Some(threads) = arguments.threads
        && let Err(failure) = tangency::use_threads(threads)
    {
        eprintln!("error: {failure}");
        return ExitCode::from(2);
    }
    let outcome = match arguments.command {
        Command::Scenes => print::write_out(&print::scenes()).map(|()| ExitCode::SUCCESS),
        Command::Check(options) => check::run(&options),
        Command::Completions(options) => manual::completions(&options),
        Command::Inspect(options) => inspect::run(&options),
        Command::Man => manual::man(),
        Command::Measure(options) => measure::run(&options),
        Command::Queries(options) => queries::run(&options),
        Command::Simulate(options) => simulate::run(&options),
        Command::Verify(options) => verify::run(&options),
    };
    outcome.unwrap_or_else(|failure| {
        eprintln!("error: {failure}");
        ExitCode::from(2)
    })
}
