//! Time of a question about closest features, for growing polyhedra and growing turns from question to question:
//! `cargo run --release -p tangency-detect --example feature_speed -- [VERTICES] [DEGREES]`.

use glam::{DQuat, DVec3};
use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;
use tangency_detect::{ClosestFeatures, Zones};
use tangency_geometry::{ConvexHull, Pose};
use tangency_interval::laws::Random;

/// Questions of a round: few enough for the cache.
const COUNT: usize = 2_000;

/// Rounds, of which the fastest counts.
const ROUNDS: usize = 20;

fn main() {
    let mut arguments = std::env::args().skip(1).filter_map(|word| word.parse::<f64>().ok());
    let (vertices, degrees) = (arguments.next(), arguments.next());
    println!("vertices  faces  degrees  ns a question  steps a question  searches");
    for count in [14, 26, 52, 100, 300, 1_000, 2_500, 5_000] {
        for angle in [1.0, 5.0, 25.0] {
            if vertices.is_none_or(|asked| asked == count as f64) && degrees.is_none_or(|asked| asked == angle) {
                row(count, angle);
            }
        }
    }
}

fn unit(random: &mut Random) -> DVec3 {
    loop {
        let vector = DVec3::from_array([0; 3].map(|_| random.between(-1.0, 1.0)));
        if (0.1..1.0).contains(&vector.length()) {
            return vector.normalize();
        }
    }
}

/// Two round hulls whose origins are 2.2 radii apart; both turn by the angle from question to question.
fn row(vertices: usize, degrees: f64) {
    let mut random = Random::new(9);
    let mut hull = || {
        let points: Vec<DVec3> = (0..vertices).map(|_| unit(&mut random)).collect();
        Arc::new(Zones::new(&ConvexHull::of(&points).expect("a hull")).expect("a hull with volume"))
    };
    let bodies = [hull(), hull()];
    let faces = bodies[0].face_count();
    let [mut a, mut b] = [DQuat::IDENTITY; 2];
    let poses: Vec<[Pose; 2]> = (0..COUNT)
        .map(|index| {
            if index % 100 == 0 {
                [a, b] = [0; 2].map(|_| DQuat::from_axis_angle(unit(&mut random), random.between(0.0, 6.0)));
            }
            let axis = unit(&mut random);
            a = (DQuat::from_axis_angle(axis, degrees.to_radians()) * a).normalize();
            b = (DQuat::from_axis_angle(unit(&mut random), degrees.to_radians()) * b).normalize();
            [Pose::new(a, DVec3::ZERO).expect("a pose"), Pose::new(b, DVec3::X * 2.2).expect("a pose")]
        })
        .collect();
    let mut pair = ClosestFeatures::new(Arc::clone(&bodies[0]), Arc::clone(&bodies[1]));
    let mut time = f64::INFINITY;
    for _ in 0..ROUNDS {
        let start = Instant::now();
        for [a, b] in &poses {
            black_box(pair.track([a, b]));
        }
        time = time.min(start.elapsed().as_nanos() as f64 / COUNT as f64);
    }
    let effort = pair.effort();
    println!(
        "{vertices:8} {faces:6} {degrees:8} {time:14.1} {:17.2} {:9}",
        effort.steps as f64 / effort.questions as f64,
        effort.searches
    );
}
