//! A soak of the overlap test of spherical shells: random pairs, half of them near contact, against dense sampling.
//!
//! ```sh
//! cargo run --release -p tangency-bound --example soak_shells -- 1000000
//! ```
//!
//! The first number is the number of pairs, the second one the seed. It ends with an error if a pair that is declared
//! apart has a common sample. It prints how often pairs without a common sample are not separated, and the mean time of
//! a test.

#[path = "../tests/shells/pairs.rs"]
mod pairs;

use glam::DVec3;
use pairs::{PairOutcome, judged, random_pair};
use std::process::ExitCode;
use std::time::Instant;
use tangency_bound::SphericalShell;
use tangency_interval::laws::Random;

/// Pairs that are timed together. So many that no branch is learned by heart.
const BLOCK: usize = 20_000;

fn main() -> ExitCode {
    let numbers: Result<Vec<u64>, String> = std::env::args()
        .skip(1)
        .map(|text| {
            text.parse().map_err(|_| format!("\"{text}\" is not a number: give the number of pairs and a seed"))
        })
        .collect();
    let numbers = match numbers {
        Ok(numbers) => numbers,
        Err(message) => {
            eprintln!("error: {message}");
            return ExitCode::from(2);
        }
    };
    let count = numbers.first().copied().unwrap_or(1_000_000);
    let mut random = Random::new(numbers.get(1).copied().unwrap_or(1));
    let mut tally = [0_u64; 4];
    let mut block = Vec::with_capacity(BLOCK);
    let mut nanoseconds = 0;
    let mut done = 0;
    while done < count {
        block.clear();
        block.extend((0..(BLOCK as u64).min(count - done)).map(|_| random_pair(&mut random)));
        done += block.len() as u64;
        nanoseconds += fastest_pass(&block);
        for (shells, planted) in &block {
            let outcome = judged(shells, *planted, &mut random);
            tally[outcome as usize] += 1;
            if outcome == PairOutcome::Wrong {
                println!("declared apart with a common point: {shells:?}");
            }
        }
    }
    let [separated, met, open, wrong] = tally;
    println!("{count} pairs: {separated} separated, {met} with a common sample, {open} neither, {wrong} wrong");
    println!("of the pairs without a common sample {:.2} % are not separated", share(open, open + separated));
    println!("{:.1} ns a test", nanoseconds as f64 / count as f64);
    if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Nanoseconds to test all pairs: the fastest of five passes, because other processes may interrupt one.
fn fastest_pass(block: &[([SphericalShell; 2], Option<DVec3>)]) -> u128 {
    let pass = |_| {
        let start = Instant::now();
        let apart = block.iter().filter(|(shells, _)| shells[0].disjoint(&shells[1])).count();
        std::hint::black_box(apart);
        start.elapsed().as_nanos()
    };
    (0..5).map(pass).min().unwrap_or(0)
}

fn share(part: u64, whole: u64) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}
