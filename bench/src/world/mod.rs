//! The `world` suite: elastic bodies at 5 % of the volume between walls, without gravity, for some simulated seconds,
//! beside rapier's steps of 1/60 s.
//!
//! Both engines get the same bodies in the same places with the same velocities and inertia, on one thread. Balls and
//! hulls have a radius of half a metre. Every component of the velocity is between minus and plus the speed, in m/s, and
//! of the angular velocity likewise, in rad/s. The rows are processor time for one simulated second, the least of some
//! runs, without setting up. The errors are printed beside the rows: that of the energy at the end, relative; and the
//! deepest overlap at the ends of rapier's steps, in radii, of both, by the same test (separating axes).

mod overlap;
mod peer;
mod scene;

use crate::table::Row;
pub(crate) use overlap::overlap_oracle;
use overlap::{Deepest, deepest};
use scene::{Gas, Kind};
use tangency::detect::Query;
use tangency::world::{History, RunEnding, RunOptions, WorldEventKind};

/// Seconds of processor time of this process.
pub(crate) fn seconds() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    time.tv_sec as f64 + 1e-9 * time.tv_nsec as f64
}

/// What a run of one engine gave.
struct Outcome {
    /// Seconds of processor time for a simulated second.
    cost: f64,
    /// The relative error of the energy.
    energy: f64,
    deepest: Deepest,
}

/// Runs the suite.
pub(crate) fn run() -> Vec<Row> {
    let gases = [
        (Kind::Hulls { faces: [24, 24] }, 1_000, 1.0, 10.0),
        (Kind::Hulls { faces: [24, 24] }, 1_000, 3.0, 5.0),
        (Kind::Hulls { faces: [24, 24] }, 1_000, 10.0, 2.0),
        (Kind::Hulls { faces: [24, 24] }, 10_000, 1.0, 2.0),
        (Kind::Hulls { faces: [24, 24] }, 10_000, 3.0, 1.0),
        (Kind::Balls, 1_000, 1.0, 10.0),
        (Kind::Balls, 1_000, 10.0, 2.0),
        (Kind::Balls, 10_000, 1.0, 2.0),
        (Kind::Hulls { faces: [24, 600] }, 500, 1.0, 10.0),
        (Kind::Hulls { faces: [24, 600] }, 500, 3.0, 5.0),
    ];
    gases.into_iter().filter_map(|(kind, count, speed, until)| beside_rapier(kind, count, speed, until)).collect()
}

fn beside_rapier(kind: Kind, count: usize, speed: f64, until: f64) -> Option<Row> {
    let gas = Gas::new(kind, count, speed);
    let name = format!("{count} {kind}, {speed} m/s, for {until} s");
    let ours = match ours(&gas, until) {
        Ok(outcome) => outcome,
        Err(error) => {
            eprintln!("{name}: {error}");
            return None;
        }
    };
    let peer = peer::run(&gas, until);
    for (who, outcome) in [("ours", &ours), ("rapier", &peer)] {
        let Deepest { overlap, pairs } = outcome.deepest;
        eprintln!(
            "{name}: {who}: {:.4} s for a simulated second, energy {:+.1e}, overlap {overlap:.1e} of a radius in {pairs} pairs",
            outcome.cost, outcome.energy
        );
    }
    let [ours, peer_time] = [ours.cost, peer.cost].map(|seconds| 1e9 * seconds);
    Some(Row { name, ours, peer_name: "rapier3d-f64, 1/60 s".into(), peer: Some(peer_time) })
}

/// Runs of which the fastest counts: more of short ones.
pub(crate) fn repeats(first: f64) -> usize {
    (2.0 / first.max(1e-3)).clamp(1.0, 9.0) as usize
}

fn ours(gas: &Gas, until: f64) -> Result<Outcome, String> {
    let world = gas.ours();
    let run = |keep_motions: bool| -> Result<History, String> {
        let query = Query { tolerance: 1e-9, ..Query::default() };
        let options = RunOptions { until, query, keep_motions, ..RunOptions::default() };
        let history = world.run(&options).map_err(|error| error.to_string())?;
        match history.ending {
            RunEnding::Finished => Ok(history),
            RunEnding::Open | RunEnding::Stopped(_) => Err(format!("ended with {:?}", history.ending)),
        }
    };
    let timed = || -> Result<f64, String> {
        let start = seconds();
        run(false)?;
        Ok(seconds() - start)
    };
    let mut cost = timed()?;
    for _ in 1..repeats(cost) {
        cost = cost.min(timed()?);
    }
    let history = run(true)?;
    let impacts = history.events.iter().filter(|event| event.kind == WorldEventKind::Impact).count();
    eprintln!("{impacts} impacts; {:?}", history.counts);
    let [first, last] = [history.energy[0], history.energy[history.energy.len() - 1]];
    let mut worst = Deepest::default();
    let steps = (60.0 * until).round() as usize;
    for step in 0..=steps {
        let time = (step as f64 / 60.0).min(until);
        let places: Vec<_> = history.motions.iter().filter_map(|motion| overlap_oracle::place(motion, time)).collect();
        worst = worst.and(deepest(gas, &places));
    }
    Ok(Outcome { cost: cost / until, energy: last.total() / first.total() - 1.0, deepest: worst })
}
