//! Distances of two bodies of splines at random poses: steps and times.
//!
//! ```sh
//! cargo run --release -p tangency --example spline_distances
//! cargo run --release -p tangency --example spline_distances -- tori 50 1   # one pair, 50 poses, each asked once
//! ```
//!
//! Every enclosure is proved; its width is printed. The time of a pair is the fastest of three questions, unless another number is given.

use std::sync::Arc;
use std::time::Instant;
use tangency::detect::{Moving, Prepared, Query, distance};
use tangency::geometry::spline::make;
use tangency::geometry::surface::Brep;
use tangency::geometry::{Motion, Pose, Shape};
use tangency::glam::{DQuat, DVec3, dvec3};
use tangency::scenes::teapots;

/// Numbers from 0 to 1 that spread evenly.
fn share(index: usize, of: usize) -> f64 {
    let ratio = [0.819_172_513_4, 0.671_043_606_7, 0.549_700_477_9, 0.450_270_2, 0.368_840_3, 0.302_135_1][of];
    (0.5 + ratio * index as f64).fract()
}

/// Asks about a body at rest and a copy in many poses, each several times.
fn ask(name: &str, brep: &Brep, size: f64, [poses, times_each]: [usize; 2]) -> Result<(), Box<dyn std::error::Error>> {
    let prepared = Arc::new(Prepared::new(Shape::Parametric(brep.clone())));
    prepared.prepare();
    let fixed = Moving::of(Arc::clone(&prepared), Motion::Still(Pose::IDENTITY))?;
    let (mut times, mut steps, mut widest, mut wide) = (Vec::new(), Vec::new(), 0.0_f64, 0);
    for index in 0..poses {
        let part = |of: usize| 2.0 * share(index, of) - 1.0;
        let direction = dvec3(part(0), part(1), part(2)).normalize_or(DVec3::X);
        let turn = DQuat::from_scaled_axis(3.0 * dvec3(part(3), part(4), part(5)));
        let pose = Pose::new(turn, size * (1.2 + share(index, 3)) * direction)?;
        let other = Moving::of(Arc::clone(&prepared), Motion::Still(pose))?;
        let mut fastest = f64::INFINITY;
        let mut answer = None;
        for _ in 0..times_each {
            let start = Instant::now();
            answer = Some(distance(&fixed, &other, 0.0, &Query::default())?);
            fastest = fastest.min(start.elapsed().as_secs_f64());
        }
        let Some(answer) = answer else { continue };
        times.push(1e3 * fastest);
        steps.push(answer.effort.iterations as f64);
        let width = answer.distance.width();
        wide += usize::from(width > 1e-6);
        widest = widest.max(width);
    }
    times.sort_by(f64::total_cmp);
    steps.sort_by(f64::total_cmp);
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    println!(
        "{name:<18} {:>7} {:>9.3} {:>9.3} {:>9.3} {:>9.0} {:>9.1e} {wide:>6}",
        brep.faces().len(),
        mean(&times),
        times[times.len() / 2],
        times[times.len() - 1],
        steps[steps.len() / 2],
        widest
    );
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("{:<18} {:>7} {:>9} {:>9} {:>9} {:>9} {:>9} {:>6}", "", "", "mean", "median", "worst", "median", "", "");
    println!(
        "{:<18} {:>7} {:>9} {:>9} {:>9} {:>9} {:>9} {:>6}",
        "pair", "faces", "ms", "ms", "ms", "steps", "widest", "wide"
    );
    let mut arguments = std::env::args().skip(1);
    let only = arguments.next();
    let mut number = |otherwise: usize| arguments.next().map_or(Ok(otherwise), |text| text.parse());
    let counts = [number(200)?, number(3)?];
    let bodies = [
        ("teapots", Brep::of_splines(teapots::patches())?.as_surface(), 0.5),
        ("tori", Brep::of_splines(make::torus(0.2, 0.07, 3)?)?, 0.4),
        ("spheres", Brep::of_splines(make::sphere(0.2)?)?, 0.4),
        ("cylinders", Brep::of_splines(make::cylinder(0.1, 0.3)?)?, 0.35),
    ];
    for (name, brep, size) in &bodies {
        if only.as_deref().is_none_or(|only| only == *name) {
            ask(name, brep, *size, counts)?;
        }
    }
    Ok(())
}
