//! The public set of moving bicubic patches, all of it: verdicts, times and what each case costs. `cargo run --release
//! -p tangency-conformance --example bezier_set -- [FIRST] [COUNT]`.

use std::error::Error;
use std::time::Instant;
use tangency::detect::Verdict;
use tangency_conformance::{bezier, data};

fn main() -> Result<(), Box<dyn Error>> {
    let cases = bezier::read(&std::fs::read_to_string(data("bezier-ccd/cases.json"))?)?;
    let asked: Vec<usize> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let (first, count) = (asked.first().copied().unwrap_or(0), asked.get(1).copied().unwrap_or(cases.len()));
    let mut times = Vec::new();
    for case in cases.iter().skip(first).take(count) {
        let clock = Instant::now();
        let answer = case.ask(1e-6)?;
        let took = 1e3 * clock.elapsed().as_secs_f64();
        times.push(took);
        let said = match &answer.verdict {
            Verdict::Touch(first) => {
                let proved = first.contacts.iter().filter(|contact| contact.proved).count();
                format!("touch {:?}, {} contacts, {proved} proved", first.time, first.contacts.len())
            }
            other @ (Verdict::Clear { .. } | Verdict::Open { .. }) => format!("{other:?}"),
        };
        println!(
            "{:3}: {took:8.2} ms, {} steps; {said}; reference {:?}",
            case.index, answer.effort.iterations, case.time
        );
    }
    let Some(last) = times.len().checked_sub(1) else {
        return Err(format!(
            "no case from {first} on: the set has the cases 0 to {}, and COUNT is {count}",
            cases.len().saturating_sub(1)
        )
        .into());
    };
    times.sort_by(f64::total_cmp);
    let mean = times.iter().sum::<f64>() / times.len() as f64;
    println!("mean {mean:.2} ms, median {:.2}, worst {:.2}", times[times.len() / 2], times[last]);
    Ok(())
}
