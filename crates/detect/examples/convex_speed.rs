//! The questions of the benchmark `gaps`, ours alone: for a profiler, and to compare two versions.
//!
//! usage: `cargo run --release -p tangency-detect --example convex_speed [ROUNDS]`
//!
//! Prints nanoseconds a question for each pair of convex kinds: distance, depth, straight and turning first contact,
//! the least of ROUNDS rounds (10) over 64 random poses. The last column counts the steps of the straight contacts,
//! which do not depend on the machine.

use glam::{DQuat, DVec3, dvec3};
use std::error::Error;
use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;
use tangency_detect::{ConvexPair, Moving, Prepared, PreparedConvex, Query, first_contact};
use tangency_geometry::{Convex, Motion, Pose, Rigid, Shape};
use tangency_interval::laws::Random;

/// Poses of each pair of kinds.
const COUNT: usize = 64;

fn main() -> Result<(), Box<dyn Error>> {
    let rounds = std::env::args().nth(1).map_or(Ok(10), |rounds| rounds.parse())?;
    let mut random = Random::new(7);
    let points = (0..100).map(|_| 0.5 * unit(&mut random)).collect();
    let kinds = [
        ("sphere", Convex::sphere(0.5)?),
        ("capsule", Convex::capsule(0.3, 0.8)?),
        ("box", Convex::cuboid(dvec3(0.8, 0.6, 1.0))?),
        ("cylinder", Convex::cylinder(0.4, 0.9)?),
        ("cone", Convex::cone(0.5, 0.9)?),
        ("ellipsoid", Convex::ellipsoid(dvec3(0.5, 0.4, 0.3))?),
        ("hull of 100", Convex::hull(points)?),
    ];
    println!("{:<26} {:>9} {:>9} {:>9} {:>9} {:>6}", "ns", "distance", "depth", "straight", "turning", "steps");
    for (index, (name_a, a)) in kinds.iter().enumerate() {
        for (name_b, b) in &kinds[index..] {
            let bodies = [a, b].map(|body| Arc::new(PreparedConvex::new(body.clone())));
            let mut pair = ConvexPair::of(Arc::clone(&bodies[0]), Arc::clone(&bodies[1]));
            let mut gaps = |within: [f64; 2]| {
                let poses: Vec<[Pose; 2]> = (0..COUNT).map(|_| poses(&mut random, within)).collect();
                least(rounds, |place| {
                    pair.forget();
                    black_box(pair.gap(poses[place].each_ref()));
                })
            };
            let (distance, depth) = (gaps([2.2, 4.0]), gaps([0.05, 0.6]));
            let shapes = [a, b].map(|body| Arc::new(Prepared::new(Shape::Convex(body.clone()))));
            let mut contacts = |turning: f64| {
                let pairs: Vec<[Moving; 2]> = (0..COUNT).map(|_| meeting(&mut random, &shapes, turning)).collect();
                let query = Query::default();
                let ask = |place: usize| first_contact(&pairs[place][0], &pairs[place][1], &query);
                let steps: u64 = (0..COUNT).map(|place| ask(place).map_or(0, |found| found.effort.iterations)).sum();
                (least(rounds, |place| drop(black_box(ask(place)))), steps)
            };
            let ((straight, steps), (turning, _)) = (contacts(0.0), contacts(2.0));
            let name = format!("{name_a}, {name_b}");
            println!("{name:<26} {distance:>9.0} {depth:>9.0} {straight:>9.0} {turning:>9.0} {steps:>6}");
        }
    }
    Ok(())
}

/// Nanoseconds a question, in the fastest round.
fn least(rounds: usize, mut ask: impl FnMut(usize)) -> f64 {
    let round = |_| {
        let start = Instant::now();
        (0..COUNT).for_each(&mut ask);
        start.elapsed().as_nanos() as f64 / COUNT as f64
    };
    (0..rounds).map(round).fold(f64::INFINITY, f64::min)
}

/// Two random poses with this distance.
fn poses(random: &mut Random, [least, most]: [f64; 2]) -> [Pose; 2] {
    let far = random.between(least, most);
    let places = [DVec3::ZERO, far * unit(random)];
    places.map(|place| {
        let turn =
            DQuat::from_xyzw(random.between(-1.0, 1.0), random.between(-1.0, 1.0), random.between(-1.0, 1.0), 0.3);
        Pose::new(turn.normalize(), place).expect("a pose")
    })
}

/// Two bodies that would be at the same place after a second.
fn meeting(random: &mut Random, shapes: &[Arc<Prepared>; 2], turning: f64) -> [Moving; 2] {
    let poses = poses(random, [2.2, 4.0]);
    let way = 0.5 * (poses[1].translation() - poses[0].translation() + 0.3 * unit(random));
    [0, 1].map(|side| {
        let velocity = if side == 0 { way } else { -way };
        let motion = Rigid::new(poses[side], velocity, turning * unit(random)).expect("a motion");
        Moving::of(Arc::clone(&shapes[side]), Motion::Rigid(motion)).expect("a body")
    })
}

fn unit(random: &mut Random) -> DVec3 {
    loop {
        let vector = DVec3::from_array([0; 3].map(|_| random.between(-1.0, 1.0)));
        if (0.1..1.0).contains(&vector.length()) {
            return vector.normalize();
        }
    }
}
