//! Random spline bodies against dense samples: what each costs, and every answer that the samples contradict.
//!
//! `cargo run --release -p tangency-detect --example spline_soak -- patches [COUNT] [SEED]`: moving bicubic patches,
//! distributed as those of TDIB-CCD; `-- teapots [COUNT] [SEED]`: two teapots of 32 patches, one of which flies and
//! turns, also against fine triangulations with their chord errors; `-- patches COUNT SEED unchecked` only
//! takes the times.

#[path = "../tests/spline_oracle/mod.rs"]
mod spline_oracle;

use spline_oracle::mesh::PotMesh;
use spline_oracle::{Case, patch_pair, teapot, teapot_body, teapot_pair};
use std::time::Instant;
use tangency_detect::Verdict;

/// Cells along each parameter of a patch of the triangulated teapots.
const GRID: usize = 40;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |index: usize, usual: u64| words.get(index).and_then(|word| word.parse().ok()).unwrap_or(usual);
    let (count, first) = (number(1, 1000), number(2, 0));
    let teapots = words.first().is_some_and(|word| word == "teapots").then(teapot_body);
    let mesh = teapots.as_ref().map(|_| PotMesh::new(&teapot(), GRID));
    let mut shown = 0;
    let (mut times, mut steps, mut touches, mut proved, mut wrong) = (Vec::new(), 0, 0, 0, 0);
    for seed in first..first + count {
        let case: Case = teapots.as_ref().map_or_else(|| patch_pair(seed), |body| teapot_pair(body, seed));
        let clock = Instant::now();
        let answer = case.ask();
        let took = 1e3 * clock.elapsed().as_secs_f64();
        times.push(took);
        steps += answer.effort.iterations;
        if let Verdict::Touch(first) = &answer.verdict {
            touches += 1;
            proved += usize::from(first.contacts.iter().all(|contact| contact.proved));
            let later = first.time.upper() + 0.01;
            shown += usize::from(mesh.as_ref().is_some_and(|mesh| case.crossing(mesh, later).is_some()));
        }
        if took > 50.0 {
            println!("{seed}: {took:.1} ms, {} steps; {:?}", answer.effort.iterations, answer.verdict);
        }
        let checked = words.get(3).is_none_or(|word| word != "unchecked");
        let missed = || mesh.as_ref().and_then(|mesh| case.missed(mesh, &answer));
        if let Some(complaint) = checked.then(|| missed().or_else(|| case.complaint(&answer))).flatten() {
            wrong += 1;
            println!("{seed}: {complaint}");
        }
    }
    times.sort_by(f64::total_cmp);
    let count = times.len().max(1);
    let mean = times.iter().sum::<f64>() / count as f64;
    println!("{count} pairs: {touches} touch, {proved} of them proved; {wrong} contradicted by samples");
    if let Some(mesh) = &mesh {
        let error = mesh.error();
        println!("triangulations with a chord error of {error:.1e} m show {shown} of the contacts 0.01 s later");
    }
    println!(
        "mean {mean:.2} ms, median {:.2}, worst {:.2}; {} steps",
        times[count / 2],
        times[count - 1],
        steps / count as u64
    );
}
