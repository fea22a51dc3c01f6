//! The command line: parse, call, print. It contains no algorithm.
//!
//! Exit codes: 0 clear, 1 touch, 2 error, 3 open; of `simulate`: 0 finished, 2 error, 3 ended early; of `queries`: 0
//! correct, 1 a false answer, 2 error; of `measure`: 0 apart, 1 a pair overlaps, 2 error, 3 open. After Ctrl-C the code
//! is that of what is known by then; a second Ctrl-C ends the program with 130.

mod arguments;
mod bar;
mod browser;
mod check;
mod checkpoint;
mod expected;
mod files;
mod inspect;
mod interrupt;
mod manual;
mod measure;
mod output;
mod print;
mod queries;
mod schema;
mod simulate;
mod timed;
mod verify;
mod watch;

use arguments::{Arguments, Command};
use clap::Parser;
use std::num::NonZeroUsize;
use std::process::ExitCode;
use tangency::formats::short_numbers;

/// The error message of a failed command.
type Failure = String;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let outcome = ready(&arguments).and_then(|()| run(arguments.command));
    outcome.unwrap_or_else(|failure| {
        eprintln!("error: {}", short_numbers(&failure));
        ExitCode::from(2)
    })
}

/// Sets the number of threads, and refuses files that belong to another command.
fn ready(arguments: &Arguments) -> Result<(), Failure> {
    if let Some(threads) = arguments.threads.and_then(|threads| NonZeroUsize::new(usize::from(threads))) {
        tangency::use_threads(threads).map_err(|failure| failure.to_string())?;
    }
    expected::refuse_others(&arguments.command)
}

fn run(command: Command) -> Result<ExitCode, Failure> {
    match command {
        Command::Scenes => print::write_out(&print::scenes()).map(|()| ExitCode::SUCCESS),
        Command::Check(options) => interruptible(|| check::run(&options)),
        Command::Completions(options) => manual::completions(&options),
        Command::Inspect(options) => inspect::run(&options),
        Command::Man => manual::man(),
        Command::Measure(options) => interruptible(|| measure::run(&options)),
        Command::Queries(options) => queries::run(&options),
        Command::Schema(options) => schema::run(&options),
        Command::Simulate(options) => interruptible(|| simulate::run(&options)),
        Command::Verify(options) => interruptible(|| verify::run(&options)),
    }
}

/// Runs a command that Ctrl-C ends early. The others end at once.
fn interruptible(command: impl FnOnce() -> Result<ExitCode, Failure>) -> Result<ExitCode, Failure> {
    interrupt::listen();
    command()
}
