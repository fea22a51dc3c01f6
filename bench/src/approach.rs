//! The `approach` suite: closest approach on the public set of a hundred rigid motions at three sizes, and distances at
//! instants of them.
//!
//! No peer has a closest approach. The distances at single instants are beside parry's. One thread; trees are built
//! before; mean over the motions of the fastest of several runs.

use crate::rigid::set::Set;
use crate::table::Row;
use std::time::Instant;
use tangency::detect::{Query, closest_approach, distance};

/// Runs per motion. The fastest counts.
const RUNS: usize = 3;
/// Metres. The width of the bracket.
const BRACKET: f64 = 1e-9;
/// Sizes of the set, in triangles.
const SIZES: [&str; 3] = ["1k", "10k", "50k"];
/// Seconds. Instants of every motion at which the distance is measured.
const INSTANTS: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// Runs the suite.
pub(crate) fn run() -> Vec<Row> {
    let mut rows = Vec::new();
    for size in SIZES {
        for rotation in [true, false] {
            match Set::read(size, rotation) {
                Ok(set) => rows.extend([approaches(&set), distances(&set)]),
                Err(error) => eprintln!("{size} is left out: {error}"),
            }
        }
    }
    rows
}

fn approaches(set: &Set) -> Row {
    let query = Query { tolerance: BRACKET, ..Query::default() };
    let (mut sum, mut touching, mut worst, mut iterations) = (0.0, 0, (0.0, 0.0), 0);
    let mut slowest: f64 = 0.0;
    for motions in &set.motions {
        let [a, b] = set.moving(motions);
        let mut fastest = f64::INFINITY;
        for _ in 0..RUNS {
            let before = Instant::now();
            let found = closest_approach(&a, &b, &query);
            fastest = fastest.min(before.elapsed().as_nanos() as f64);
            match found {
                Ok(found) => {
                    touching += usize::from(found.distance.upper() == 0.0);
                    worst = (f64::max(worst.0, found.distance.width()), f64::max(worst.1, found.time.width()));
                    iterations += found.effort.iterations;
                }
                Err(error) => eprintln!("{}: {error}", set.name()),
            }
        }
        sum += fastest;
        slowest = slowest.max(fastest);
    }
    let count = set.motions.len();
    eprintln!(
        "{}: {} of {count} touch; the widest brackets are {:.1e} m and {:.1e} s; {} steps a motion; slowest {:.2} ms",
        set.name(),
        touching / RUNS,
        worst.0,
        worst.1,
        iterations / (RUNS * count) as u64,
        slowest * 1e-6
    );
    Row {
        name: format!("closest approach, {}", set.name()),
        ours: sum / count as f64,
        peer_name: "none".into(),
        peer: None,
    }
}

fn distances(set: &Set) -> Row {
    let query = Query::default();
    let mut sum = 0.0;
    for motions in &set.motions {
        let [a, b] = set.moving(motions);
        for at in INSTANTS {
            let mut fastest = f64::INFINITY;
            for _ in 0..RUNS {
                let before = Instant::now();
                let found = distance(&a, &b, at, &query);
                fastest = fastest.min(before.elapsed().as_nanos() as f64);
                if let Err(error) = found {
                    eprintln!("{}: {error}", set.name());
                }
            }
            sum += fastest;
        }
    }
    let count = set.motions.len() * INSTANTS.len();
    Row { name: format!("distance, {}", set.name()), ours: sum / count as f64, peer_name: "none".into(), peer: None }
}
