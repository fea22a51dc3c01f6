//! The `resting` suite: cubes that rest, slide and fall into a pile, beside MuJoCo, Drake and rapier.
//!
//! Cubes of 0.2 m and 1 kg with a friction of 0.5 and without restitution, nothing asleep in the peers. The stack and the
//! pile step by 1/240 s in the peers, the slopes by 2 ms. All engines start from the same places, on one thread. The rows
//! are processor time for one simulated second, without setting up, Drake's and MuJoCo's that of their own process. All
//! engines give the places of the cubes at 60 instants a second; one test measures them (separating axes): the deepest
//! overlap, how far the highest cube sinks, how far a cube creeps, its acceleration down the slope. These are printed
//! beside the rows.
//!
//! `TANGENCY_RESTING=stack,slope` runs only scenes whose names begin so. `TANGENCY_PILE` names the file of the pile: a row
//! for each cube, the centre and a quaternion w x y z.

mod measures;
mod ours;
mod python;
mod rapier;
mod scene;

use crate::table::Row;
use measures::Measures;
use scene::Resting;

/// What an engine gave.
pub(super) struct Outcome {
    /// Seconds of processor time for a simulated second.
    pub(super) cost: f64,
    /// The places of all cubes at the instants of the scene.
    pub(super) frames: Vec<Vec<scene::Place>>,
}

/// A peer: its name, and how it runs a scene.
type Peer = (&'static str, fn(&Resting) -> Result<Outcome, String>);

const PEERS: [Peer; 3] = [
    ("mujoco 4.0", |scene| python::run("mujoco", &["mujoco==4.0.0", "numpy"], scene)),
    ("drake 1.51", |scene| python::run("pydrake", &["drake==1.51.1", "numpy"], scene)),
    ("rapier3d-f64 0.36", |scene| Ok(rapier::run(scene))),
];

/// Runs the suite.
pub(crate) fn run() -> Vec<Row> {
    let wanted = std::env::var("TANGENCY_RESTING").ok();
    let asked = |scene: &Resting| {
        wanted.as_ref().is_none_or(|wanted| wanted.split(',').any(|start| scene.name.starts_with(start)))
    };
    scene::all().iter().filter(|scene| asked(scene)).flat_map(beside_peers).collect()
}

fn beside_peers(scene: &Resting) -> Vec<Row> {
    let told = |who: &str, outcome: &Outcome| {
        eprintln!(
            "{}: {who}: {:.4} s for a simulated second; {}",
            scene.name,
            outcome.cost,
            Measures::of(scene, outcome)
        );
    };
    let own = match ours::run(scene) {
        Ok(outcome) => outcome,
        Err(error) => {
            eprintln!("{}: {error}", scene.name);
            return Vec::new();
        }
    };
    told("ours", &own);
    let row = |(name, run): &Peer| {
        let peer = match run(scene) {
            Ok(outcome) => {
                told(name, &outcome);
                Some(1e9 * outcome.cost)
            }
            Err(error) => {
                eprintln!("{}: {name}: {error}", scene.name);
                None
            }
        };
        Row { name: scene.name.clone(), ours: 1e9 * own.cost, peer_name: (*name).into(), peer }
    };
    PEERS.iter().map(row).collect()
}
