//! The time of a query of a box over a volume: the minimum of many short runs, in nanoseconds.
//!
//! `cargo run --release -p tangency-geometry --example volume_speed`

use glam::DVec3;
use std::hint::black_box;
use std::time::Instant;
use tangency_geometry::solid::{SampledVolume, Solid, SolidWork};
use tangency_interval::laws::Random;
use tangency_interval::{Interval, Vector, Vector3};

/// Distances from a ball, sampled as finely as the lobster of the scenes.
fn ball() -> SampledVolume {
    let counts = [96, 64, 48];
    let distance = |point: DVec3| (point - DVec3::new(47.5, 31.5, 23.5)).length() - 20.0;
    SampledVolume::sample(counts, DVec3::ZERO, DVec3::ONE, distance).unwrap_or_else(|error| panic!("{error}"))
}

/// The least time of one call over many boxes of this width.
fn least(width: f64, call: impl Fn(Vector3)) -> f64 {
    let mut random = Random::new(1);
    let boxes: Vec<Vector3> = (0..200)
        .map(|_| {
            let start = [80.0, 50.0, 40.0].map(|size| random.between(5.0, size));
            Vector::from_fn(|axis| Interval::between(start[axis], start[axis] + width))
        })
        .collect();
    let run = |_: u32| {
        let start = Instant::now();
        boxes.iter().for_each(|place| call(black_box(*place)));
        start.elapsed().as_nanos() as f64 / boxes.len() as f64
    };
    (0..200).map(run).fold(f64::INFINITY, f64::min)
}

fn main() {
    let start = Instant::now();
    let volume = ball();
    println!("made of 96 × 64 × 48 samples in {:.1} ms", start.elapsed().as_secs_f64() * 1e3);
    let start = Instant::now();
    let solid = Solid::volume(volume.clone()).unwrap_or_else(|error| panic!("{error}"));
    println!("bounded in {:.1} ms: {:?}", start.elapsed().as_secs_f64() * 1e3, solid.bounding_box());
    println!("width in cells: value, with gradient, with second derivatives, in ns");
    for width in [0.0, 0.01, 0.1, 0.5, 1.0, 2.0, 4.0, 16.0, 40.0] {
        let value = least(width, |place| _ = black_box(volume.value(place)));
        let slope = least(width, |place| _ = black_box(volume.slope(place)));
        let jet = least(width, |place| _ = black_box(volume.jet(place)));
        println!("{width:>5}: {value:>7.0} {slope:>7.0} {jet:>7.0}");
    }
    let torus = Solid::torus(1.0, 0.3).unwrap_or_else(|error| panic!("{error}"));
    let mut work = SolidWork::default();
    let place = Vector([Interval::between(1.2, 1.3), Interval::between(0.1, 0.2), Interval::between(0.0, 0.1)]);
    let mut best = [f64::INFINITY; 3];
    for _ in 0..2000 {
        let start = Instant::now();
        (0..20).for_each(|_| _ = black_box(torus.leaves()[0].slope(black_box(place), Interval::ZERO, &mut work)));
        best[0] = best[0].min(start.elapsed().as_nanos() as f64 / 20.0);
        let start = Instant::now();
        (0..20).for_each(|_| _ = black_box(torus.leaves()[0].jet(black_box(place), Interval::ZERO, &mut work)));
        best[1] = best[1].min(start.elapsed().as_nanos() as f64 / 20.0);
    }
    for _ in 0..2000 {
        let start = Instant::now();
        (0..20).for_each(|_| _ = black_box(torus.leaves()[0].value(black_box(place), Interval::ZERO, &mut work)));
        best[2] = best[2].min(start.elapsed().as_nanos() as f64 / 20.0);
    }
    println!("torus by formula: value {:.0} ns", best[2]);
    println!("torus by formula: with gradient {:.0} ns, with second derivatives {:.0} ns", best[0], best[1]);
}
