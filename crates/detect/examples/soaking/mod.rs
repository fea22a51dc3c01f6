//! How a soak is asked for and how it ends.

use std::fmt::Display;
use std::process::ExitCode;

/// Runs `soak` on the count and the seed of the command line; it gives the number of wrong answers.
pub(crate) fn run<E: Display>(name: &str, soak: impl Fn(u64, u64) -> Result<u64, E>) -> ExitCode {
    let mut arguments = std::env::args().skip(1).map(|word| word.parse::<u64>());
    let (Some(Ok(count)), Ok(seed)) = (arguments.next(), arguments.next().unwrap_or(Ok(1))) else {
        eprintln!("usage: {name} COUNT [SEED]");
        return ExitCode::from(2);
    };
    match soak(count, seed) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(faults) => {
            eprintln!("{faults} wrong answers");
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}
