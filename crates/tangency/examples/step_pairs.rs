//! Volumes, areas and distances of pairs of STEP solids, one line of JSON a pair.
//!
//! ```sh
//! cargo run --release -p tangency --example step_pairs -- a.step b.step [c.step d.step ...]
//! ```
//!
//! `first_ms` is the time of the first answer, which prepares the bodies; `ms` the processor time of the
//! mean of ten more. Files
//! are read before. `crates/formats/tests/step/pairs.py` compares the answers with those of Open CASCADE.

use std::error::Error;
use std::sync::Arc;
use std::time::{Instant, SystemTime, UNIX_EPOCH};
use tangency::detect::{Moving, Prepared, Query, distance};
use tangency::formats::step;
use tangency::geometry::surface::Brep;
use tangency::geometry::{Motion, Pose, Shape};

/// Metres. The width of the enclosures that are asked for.
const TOLERANCE: f64 = 1e-10;

/// The same question is asked so often; the mean counts.
const REPEATS: usize = 10;

/// Seconds that this thread ran, where the system tells; otherwise those on the clock.
fn processor_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let ran = text.split_whitespace().next().and_then(|text| text.parse::<f64>().ok());
    ran.map_or_else(
        || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |past| past.as_secs_f64()),
        |ns| 1e-9 * ns,
    )
}

/// The only body of a file, at its place.
fn body(path: &str) -> Result<(Brep, Pose), Box<dyn Error>> {
    let file = step::read(path)?;
    let [instance] = &file.instances[..] else {
        return Err(format!("{path}: {} bodies, expected one", file.instances.len()).into());
    };
    let brep = file.bodies[instance.body].brep().map_err(|error| format!("{path}: {error}"))?;
    Ok((brep, instance.pose))
}

fn row(paths: &[String]) -> Result<String, Box<dyn Error>> {
    let [a, b] = paths else { return Err("give files in pairs".into()) };
    let start = Instant::now();
    let bodies = [body(a)?, body(b)?];
    let read = start.elapsed();
    let masses =
        bodies.each_ref().map(|(brep, _)| brep.mass().map_or((f64::NAN, 1.0), |(mass, error)| (mass.volume, error)));
    let areas = bodies.each_ref().map(|(brep, _)| brep.area().map_or((f64::NAN, 1.0), |found| found));
    let measured = start.elapsed() - read;
    let still =
        |(brep, pose): (Brep, Pose)| Moving::of(Arc::new(Prepared::new(Shape::Parametric(brep))), Motion::Still(pose));
    let [a, b] = bodies;
    let (a, b) = (still(a)?, still(b)?);
    let query = Query { tolerance: TOLERANCE, ..Query::default() };
    let start = Instant::now();
    let first = distance(&a, &b, 0.0, &query)?;
    let first_ms = 1e3 * start.elapsed().as_secs_f64();
    let (mut found, start) = (first, processor_seconds());
    for _ in 0..REPEATS {
        found = distance(&a, &b, 0.0, &query)?;
    }
    let ms = 1e3 * (processor_seconds() - start) / REPEATS as f64;
    let points = found.closest.points.map(|point| point.to_array());
    Ok(format!(
        "{{\"volume\": [{:e}, {:e}], \"area\": [{:e}, {:e}], \"error\": [{:e}, {:e}], \"distance\": [{:e}, {:e}], \
         \"evidence\": \"{:?}\", \"points\": {points:?}, \"steps\": {}, \"ms\": {ms}, \"first_ms\": {first_ms}, \
         \"read_ms\": {}, \"measure_ms\": {}}}",
        masses[0].0,
        masses[1].0,
        areas[0].0,
        areas[1].0,
        masses[0].1.max(areas[0].1),
        masses[1].1.max(areas[1].1),
        found.distance.lower(),
        found.distance.upper(),
        found.evidence,
        found.effort.iterations,
        1e3 * read.as_secs_f64(),
        1e3 * measured.as_secs_f64(),
    ))
}

fn main() -> Result<(), Box<dyn Error>> {
    let paths: Vec<String> = std::env::args().skip(1).collect();
    for pair in paths.chunks(2) {
        println!("{}", row(pair)?);
    }
    Ok(())
}
