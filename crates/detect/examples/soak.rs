//! Random queries against the rational oracle for as long as one likes:
//! `cargo run --release -p tangency-detect --example soak -- 10000000 [SEED]`.

#[path = "../tests/oracle/mod.rs"]
mod oracle;
mod soaking;

use std::process::ExitCode;
use tangency_detect::exact::{EdgeEdge, NotFinite, VertexFace};
use tangency_interval::laws::Random;

fn main() -> ExitCode {
    soaking::run("soak", soak)
}

/// The number of wrong answers.
fn soak(count: u64, seed: u64) -> Result<u64, NotFinite> {
    let mut random = Random::new(seed);
    let (mut hits, mut faults) = (0_u64, 0_u64);
    for done in 1..=count {
        // Now and then one of the kinds that need many digits.
        let pair = match done % 50 {
            0 => oracle::generate::slow(&mut random),
            25 => oracle::generate::nearly_parallel(&mut random),
            _ => oracle::generate::pair(&mut random),
        };
        let (touches, touch) = if pair.edges {
            let edges = EdgeEdge::new(pair.start, pair.end)?;
            (edges.touches(), edges.first_touch())
        } else {
            let face = VertexFace::new(pair.start, pair.end)?;
            (face.touches(), face.first_touch())
        };
        let bracket = touch.map(|touch| [touch.time.lower(), touch.time.upper()]);
        let fault = if touches == touch.is_some() { oracle::fault(&pair, bracket) } else { Some(format!("{pair:?}")) };
        if let Some(fault) = fault {
            println!("{fault}");
            faults += 1;
        }
        hits += u64::from(touches);
        if done % 100_000 == 0 || done == count {
            println!("{done} queries, {hits} touch, {faults} wrong");
        }
    }
    Ok(faults)
}
