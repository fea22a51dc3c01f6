//! Random moving bicubic patches against dense samples.
//!
//! `cargo run --release -p tangency-detect --example bezier_soak -- [COUNT] [SEED]`

#[path = "../tests/spline_oracle/mod.rs"]
mod spline_oracle;

use spline_oracle::PatchPair;
use std::error::Error;
use std::time::Instant;
use tangency_detect::{Query, Verdict, first_contact};

fn main() -> Result<(), Box<dyn Error>> {
    let asked: Vec<u64> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let (count, first) = (asked.first().copied().unwrap_or(1000), asked.get(1).copied().unwrap_or(0));
    let mut times = Vec::new();
    for seed in first..first + count {
        let pair = PatchPair::random(seed)?;
        let [a, b] = pair.bodies();
        let clock = Instant::now();
        let answer = first_contact(&a, &b, &Query { tolerance: 1e-6, ..Query::default() })?;
        let took = 1e3 * clock.elapsed().as_secs_f64();
        times.push(took);
        let said = match &answer.verdict {
            Verdict::Touch(first) => {
                let proved = first.contacts.iter().filter(|contact| contact.proved).count();
                format!("touch {:?}, {} contacts, {proved} proved", first.time, first.contacts.len())
            }
            other @ (Verdict::Clear { .. } | Verdict::Open { .. }) => format!("{other:?}"),
        };
        println!("{seed:3}: {took:8.2} ms, {} steps; {said}", answer.effort.iterations);
    }
    times.sort_by(f64::total_cmp);
    let mean = times.iter().sum::<f64>() / times.len().max(1) as f64;
    println!("mean {mean:.2} ms, median {:.2}, worst {:.2}", times[times.len() / 2], times[times.len() - 1]);
    Ok(())
}
