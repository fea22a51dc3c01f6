//! Closest features of random convex polyhedra against the search by support functions, for as long as one likes:
//! `cargo run --release -p tangency-detect --example soak_features -- 10000000 [SEED]`.

#[path = "../tests/feature_oracle/mod.rs"]
mod feature_oracle;
mod soaking;

use feature_oracle::{Pair, Walker, body, fault};
use std::convert::Infallible;
use std::process::ExitCode;
use tangency_interval::laws::Random;

fn main() -> ExitCode {
    soaking::run("soak_features", |count, seed| Ok::<u64, Infallible>(soak(count, seed)))
}

/// The number of wrong answers.
fn soak(count: u64, seed: u64) -> u64 {
    let mut random = Random::new(seed);
    let (mut done, mut faults, mut verdicts) = (0, 0_u64, [0_u64; 3]);
    let (mut steps, mut searches) = (0_u64, 0_u64);
    let mut told = 0;
    while done < count {
        let bodies = [body(&mut random, 1_000), body(&mut random, 1_000)];
        for degrees in [1.0, 5.0, 25.0] {
            let mut pair = Pair::of([&bodies[0], &bodies[1]]);
            let mut walker = Walker::new(&mut random, degrees);
            for _ in 0..1_000 {
                let poses = walker.poses;
                let found = pair.tracked.track(poses.each_ref());
                let known = pair.oracle.distance(poses.each_ref());
                if let Some(fault) = fault(&found, &known, pair.size) {
                    println!("{degrees}°: {fault}");
                    faults += 1;
                }
                verdicts[match found.overlap() {
                    Some(false) => 0,
                    Some(true) => 1,
                    None => 2,
                }] += 1;
                done += 1;
                if random.below(30) == 0 && known.overlap() == Some(false) {
                    walker.approach(&mut random, &known);
                } else {
                    walker.step(&mut random);
                }
            }
            steps += pair.tracked.effort().steps;
            searches += pair.tracked.effort().searches;
        }
        if done >= told + 300_000 || done >= count {
            told = done;
            let [apart, overlapping, open] = verdicts;
            println!(
                "{done} questions: {apart} apart, {overlapping} overlapping, {open} open, {:.2} steps each, \
                 {searches} searches, {faults} wrong",
                steps as f64 / done as f64
            );
        }
    }
    faults
}
