//! The soak test: random scenes of every pair of body kinds, checked by static overlap tests at many instants.
//!
//! ```sh
//! cargo run --release -p tangency-detect --features laws --example soak_pairs -- --scenes 100000
//! cargo run --release -p tangency-detect --features laws --example soak_pairs -- --kinds Convex/Jumping+Timed/Still \
//!     --seed 17
//! ```
//!
//! | option | meaning |
//! |---|---|
//! | `--scenes N` | how many scenes, spread evenly over the cells (default 10,000) |
//! | `--seed S` | the seed of the first scene (default 1); with `--scenes 1` that scene alone |
//! | `--kinds TEXT` | only cells whose name contains the text (may be repeated: all must occur) |
//! | `--instants N` | number of instants to examine in each scene (default 1,000) |
//! | `--laws` | check all laws on each scene, not only the static overlap |
//! | `--law NAME` | check this law, for example `Symmetric` (may be repeated) |
//!
//! It prints progress, a table of the cells, and every contradiction with the options that reproduce it. Exit
//! code: 0 if nothing was contradicted, 1 if something was, 2 if the command line is wrong.

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::time::Instant;
use tangency_detect::laws::Law;
use tangency_detect::laws::soak::{OutcomeCounts, SoakEvent, SoakOptions, soak};

fn main() -> ExitCode {
    let options = match options(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(message) => {
            eprintln!("{message}");
            return ExitCode::from(2);
        }
    };
    let begin = Instant::now();
    let observe = |event: SoakEvent<'_>| match event {
        SoakEvent::Progress([done, all, contradicted]) => {
            eprintln!("{done} of {all} scenes, {contradicted} contradicted, {:.0} s", begin.elapsed().as_secs_f64());
        }
        SoakEvent::Contradicted(fault) => println!("CONTRADICTED {fault}\n"),
        SoakEvent::Slow(cell, seed, seconds) => {
            eprintln!("slow, {seconds:.0} s: --kinds {cell} --seed {seed} --scenes 1")
        }
    };
    let outcome = soak(&options, &observe);
    let mut shapes: BTreeMap<String, OutcomeCounts> = BTreeMap::new();
    let mut all = OutcomeCounts::default();
    for (cell, counts) in &outcome.counts {
        println!("{cell}: {counts}");
        let pair = format!("{:?} with {:?}", cell.a.shape, cell.b.shape);
        shapes.entry(pair).or_default().add(counts);
        all.add(counts);
    }
    println!("\nby shapes:");
    shapes.iter().for_each(|(pair, counts)| println!("{pair}: {counts}"));
    println!("\nall: {all}, {:.0} s", begin.elapsed().as_secs_f64());
    if outcome.faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(1) }
}

fn options(mut words: impl Iterator<Item = String>) -> Result<SoakOptions, String> {
    let mut options = SoakOptions::default();
    let mut named: Vec<Law> = Vec::new();
    while let Some(word) = words.next() {
        let mut value = |what: &str| words.next().ok_or(format!("{word} needs {what}"));
        let number = |text: String| text.parse::<u64>().map_err(|_| format!("{text} is no whole number"));
        match word.as_str() {
            "--scenes" => options.scenes = number(value("a number")?)? as usize,
            "--instants" => options.instants = number(value("a number")?)? as usize,
            "--seed" => options.seed = number(value("a number")?)?,
            "--kinds" => options.kinds.push(value("a part of a cell's name")?),
            "--laws" => named = Law::all().collect(),
            "--law" => {
                let name = value("the name of a law")?;
                let law = Law::all().find(|law| format!("{law:?}") == name);
                named.push(law.ok_or_else(|| format!("there is no law {name}"))?);
            }
            "--help" => return Err("see the first lines of crates/detect/examples/soak_pairs.rs".into()),
            other => {
                return Err(format!(
                    "unknown option {other}; there are --scenes, --seed, --kinds, --instants, --laws, --law"
                ));
            }
        }
    }
    if !named.is_empty() {
        options.laws = named;
    }
    Ok(options)
}
