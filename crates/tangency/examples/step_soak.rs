//! Random STEP solids, of formulas and of splines, against their closed forms: every answer that is wrong, open or wide.
//!
//! `cargo run --release -p tangency --example step_soak -- [COUNT] [SEED]`

#[path = "../tests/step_oracle/mod.rs"]
mod step_oracle;

use std::time::{Duration, Instant};
use step_oracle::StepCase;

fn main() {
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let (count, first) = (numbers.first().copied().unwrap_or(200), numbers.get(1).copied().unwrap_or(0));
    let (mut wrong, mut touches) = (0, 0);
    let mut slowest = (Duration::ZERO, 0);
    for seed in first..first + count {
        let case = StepCase::new(seed);
        let clock = Instant::now();
        let (contact, touch) = case.complaint_of_contact();
        touches += u64::from(touch);
        let instants = [0.0, 0.35, 0.6, 0.75, 0.9].map(|at| case.complaint_at(at));
        for complaint in instants.into_iter().chain([contact]).flatten() {
            wrong += 1;
            println!("{seed}: {complaint}; {:?}", case.forms);
        }
        slowest = slowest.max((clock.elapsed(), seed));
    }
    println!("{count} pairs: {touches} touch; {wrong} complaints; slowest {:?} (seed {})", slowest.0, slowest.1);
}
