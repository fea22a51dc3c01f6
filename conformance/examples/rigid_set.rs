//! The public set of rigid motions, all of it: no contact missed, none late, and what each size costs. `cargo
//! run --release -p tangency-conformance --example rigid_set -- [SIZE…]`, sizes 1k, 10k, 50k, and the convex
//! c100, c1000.

use std::error::Error;
use std::time::Instant;
use tangency::detect::Verdict;
use tangency_conformance::data;
use tangency_conformance::rigid::{REFERENCE_DISTANCE, RigidSet};

/// Runs of each motion, of which the fastest counts.
const RUNS: usize = 5;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = data("rigid");
    let asked: Vec<String> = std::env::args().skip(1).collect();
    let sizes = if asked.is_empty() { ["1k", "10k", "50k", "c100", "c1000"].map(String::from).to_vec() } else { asked };
    let mut failures = 0;
    for size in sizes {
        for rotation in [true, false] {
            let set = RigidSet::read(&folder, &size, rotation)?;
            set.ask(0, 0.0)?; // Prepares the models.
            let (mut times, mut touches, mut proved, mut iterations, mut pairs) = (Vec::new(), 0, 0, 0, 0);
            for index in 0..set.count() {
                let mut least = f64::INFINITY;
                let mut answer = set.ask(index, 0.0)?;
                for _ in 0..RUNS {
                    let clock = Instant::now();
                    answer = set.ask(index, 0.0)?;
                    least = least.min(1e6 * clock.elapsed().as_secs_f64());
                }
                times.push(least);
                (iterations, pairs) = (iterations + answer.effort.iterations, pairs + answer.effort.pairs);
                if let Verdict::Touch(first) = &answer.verdict {
                    touches += 1;
                    proved += usize::from(first.contacts.iter().any(|contact| contact.proved));
                }
                if let Err(fault) = set.judge(index, &set.ask(index, REFERENCE_DISTANCE)?) {
                    println!("  {fault}");
                    failures += 1;
                }
            }
            let count = times.len();
            let mean = times.iter().sum::<f64>() / count as f64;
            times.sort_by(f64::total_cmp);
            println!(
                "{size:>4} {}: {touches} touch ({proved} proved) of {count}; mean {mean:.1} µs, \
                 median {:.1}, worst {:.1}; \
                 {} iterations, {} pairs of triangles",
                if rotation { "turning " } else { "straight" },
                times[count / 2],
                times[count - 1],
                iterations / count as u64,
                pairs / count as u64,
            );
        }
    }
    if failures > 0 { Err(format!("{failures} answers disagree with the reference").into()) } else { Ok(()) }
}
