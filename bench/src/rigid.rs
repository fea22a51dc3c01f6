//! The `rigid` suite: first contact of rotating meshes, on the public set of a hundred motions at three sizes, with and
//! without rotation.
//!
//! The peers are coal's distance with a conservative advancement loop (all motions, in Python) and parry's casts:
//! `cast_shapes_nonlinear` with rotation, on a few of the motions because it takes a second or more at the larger
//! sizes, and `cast_shapes` without. The `convex` suite measures the convex bodies of the set, with parry's sweep as a
//! further peer. One thread; trees are built before; mean over the motions of the fastest of several runs, with the
//! same motions on both sides.

mod coal;
mod parry;
pub(crate) mod set;

use crate::table::Row;
use set::Set;
use std::time::Instant;
use tangency::detect::{Query, Verdict, first_contact};

/// Runs per motion. The fastest counts.
const RUNS: usize = 5;
/// Sizes, and n if parry casts every n-th motion with rotation (0: none).
const SIZES: [(&str, usize); 3] = [("1k", 10), ("10k", 50), ("50k", 0)];

/// Time and result of one motion.
#[derive(Clone, Copy, Debug)]
struct Outcome {
    ns: f64,
    time: Option<f64>,
}

/// Runs the suite of meshes.
pub(crate) fn run() -> Vec<Row> {
    of_sizes(&SIZES)
}

/// Runs the suite of convex bodies.
pub(crate) fn run_convex() -> Vec<Row> {
    of_sizes(&[("c100", 1), ("c1000", 1)])
}

fn of_sizes(sizes: &[(&str, usize)]) -> Vec<Row> {
    let mut rows = Vec::new();
    for &(size, every) in sizes {
        for rotation in [true, false] {
            match Set::read(size, rotation) {
                Ok(set) => rows.extend(beside_peers(&set, every)),
                Err(error) => eprintln!("{size} is left out: {error}"),
            }
        }
    }
    rows
}

fn beside_peers(set: &Set, every: usize) -> Vec<Row> {
    let ours: Vec<Outcome> = set.motions.iter().map(|motion| fastest(RUNS, || ask(set, motion))).collect();
    let mut rows = Vec::new();
    let coal = coal::advance(set, RUNS.min(3)).inspect_err(|error| eprintln!("coal is left out: {error}")).ok();
    let name = if set.convex() { "coal, the distances of an advancement" } else { "coal distance + advancement" };
    rows.push(row(set, &ours, name, coal.as_deref(), 1));
    if set.convex() {
        rows.push(row(set, &ours, "parry sweep_time_of_impact", Some(&parry::sweep(set, RUNS)), 1));
    }
    if set.rotation {
        let runs = if set.convex() { RUNS } else { 1 };
        let peer = (every > 0).then(|| parry::nonlinear(set, every, runs));
        rows.push(row(set, &ours, "parry cast_shapes_nonlinear", peer.as_deref(), every.max(1)));
    } else {
        let peer = parry::linear(set, RUNS.min(3));
        rows.push(row(set, &ours, "parry cast_shapes", Some(&peer), 1));
    }
    rows
}

/// The means of both sides over the motions that the peer ran, and the number of its wrong answers.
fn row(set: &Set, ours: &[Outcome], peer_name: &str, peer: Option<&[Outcome]>, every: usize) -> Row {
    let mean = |outcomes: &mut dyn Iterator<Item = &Outcome>| {
        let (sum, count) = outcomes.fold((0.0, 0_usize), |(sum, count), outcome| (sum + outcome.ns, count + 1));
        sum / count as f64
    };
    let asked = || ours.iter().step_by(every);
    if let Some(peer) = peer {
        let differ = asked().zip(peer).filter(|(ours, peer)| ours.time.is_some() != peer.time.is_some()).count();
        let late = asked().zip(peer).filter_map(|(ours, peer)| Some(peer.time? - ours.time?)).fold(0.0, f64::max);
        eprintln!("{}: {peer_name}: {differ} verdicts differ, at most {late:.1e} s later than ours", set.name());
    }
    Row {
        name: format!("{}, {} motions", set.name(), asked().count()),
        ours: mean(&mut asked()),
        peer_name: peer_name.into(),
        peer: peer.map(|peer| mean(&mut peer.iter())),
    }
}

fn fastest(runs: usize, work: impl Fn() -> Option<f64>) -> Outcome {
    let mut outcome = Outcome { ns: f64::INFINITY, time: None };
    for _ in 0..runs {
        let before = Instant::now();
        outcome.time = work();
        outcome.ns = outcome.ns.min(before.elapsed().as_nanos() as f64);
    }
    outcome
}

/// Our first contact.
fn ask(set: &Set, motion: &set::Motions) -> Option<f64> {
    let [a, b] = set.moving(motion);
    match first_contact(&a, &b, &Query::default()) {
        Ok(answer) => match answer.verdict {
            Verdict::Touch(first) => Some(first.time.lower()),
            Verdict::Clear { .. } | Verdict::Open { .. } => None,
        },
        Err(error) => {
            eprintln!("{}: {error}", set.name());
            None
        }
    }
}
