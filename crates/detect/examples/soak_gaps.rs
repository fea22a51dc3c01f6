//! Gaps of random convex bodies against planted ones, for as long as one likes:
//! `cargo run --release -p tangency-detect --example soak_gaps -- 10000000 [SEED]`.

#[path = "../tests/gap_oracle/mod.rs"]
mod gap_oracle;
mod soaking;

use gap_oracle::{ask, bodies, fault, planted};
use std::convert::Infallible;
use std::process::ExitCode;
use tangency_interval::laws::Random;

fn main() -> ExitCode {
    soaking::run("soak_gaps", |count, seed| Ok::<u64, Infallible>(soak(count, seed)))
}

/// The number of wrong answers.
fn soak(count: u64, seed: u64) -> u64 {
    let mut random = Random::new(seed);
    let mut set = bodies(&mut random, 400);
    let (mut verdicts, mut faults, mut wide) = ([0_u64; 3], 0_u64, 0_u64);
    for done in 1..=count {
        let pair = planted(&mut random, &set);
        let answers = ask(&pair);
        for found in &answers {
            if let Some(fault) = fault(&pair, found) {
                println!("{fault}");
                faults += 1;
            }
        }
        let [_, full] = answers;
        verdicts[match full.overlap() {
            Some(false) => 0,
            Some(true) => 1,
            None => 2,
        }] += 1;
        wide += u64::from(full.gap.width() > 1e-6 * (1.0 + full.gap.mid().abs()));
        if done % 100_000 == 0 {
            set = bodies(&mut random, 400);
        }
        if done % 1_000_000 == 0 || done == count {
            let [apart, overlapping, open] = verdicts;
            println!(
                "{done} pairs: {apart} apart, {overlapping} overlapping, {open} open, \
                 {wide} wider than 1e-6, {faults} wrong"
            );
        }
    }
    faults
}
