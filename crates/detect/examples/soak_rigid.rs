//! Random small polyhedra under random rigid motions against the slow certain oracle, for as long as one likes:
//! `cargo run --release -p tangency-detect --example soak_rigid -- 100000 [SEED]`.

#![allow(clippy::unwrap_used)] // The generator of the tests is shared.

#[path = "../tests/rigid_oracle/mod.rs"]
mod rigid_oracle;
mod soaking;

use std::process::ExitCode;
use tangency_detect::{DetectError, Moving, Query, Verdict, first_contact};
use tangency_geometry::Shape;
use tangency_interval::laws::Random;

fn main() -> ExitCode {
    soaking::run("soak_rigid", soak)
}

/// The number of wrong answers.
fn soak(count: u64, seed: u64) -> Result<u64, DetectError> {
    let mut random = Random::new(seed);
    let (mut touches, mut proved, mut undecided, mut faults) = (0_u64, 0_u64, 0_u64, 0_u64);
    let query = Query::default();
    for done in 1..=count {
        let case = rigid_oracle::generate::case(&mut random);
        let a = Moving::new(Shape::Polyhedron(case.a.clone()), case.motions[0].clone())?;
        let b = Moving::new(Shape::Polyhedron(case.b.clone()), case.motions[1].clone())?;
        let verdict = first_contact(&a, &b, &query)?.verdict;
        let truth = rigid_oracle::truth(&case);
        if let Some(fault) = rigid_oracle::fault(&case, truth, &verdict, query.tolerance) {
            println!("{fault}");
            faults += 1;
        }
        undecided += u64::from(truth.touched_by.is_none() && truth.clear_until < 1.0);
        if let Verdict::Touch(first) = &verdict {
            touches += 1;
            proved += u64::from(first.contacts.iter().any(|contact| contact.proved));
        }
        if done % 1_000 == 0 || done == count {
            println!(
                "{done} cases, {touches} touch ({proved} proved), {undecided} left open by the oracle, {faults} wrong"
            );
        }
    }
    Ok(faults)
}
