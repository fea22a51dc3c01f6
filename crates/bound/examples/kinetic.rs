//! Measures the experiment of the tutorial: a waving cloth with key frames, updated by events or by a refit at
//! each frame.
//!
//! Run with `cargo run --release -p tangency-bound --example kinetic`.
//!
//! The refit evaluates all points in plain floating point and merges every box. The events leave the evaluation
//! of positions to the queries. The last columns include the search for all pairs of triangles whose boxes
//! meet, which makes both complete. Times include key frames, plans and the first fit, but not the shape of the
//! tree.

use std::hint::black_box;
use std::time::{Duration, Instant};
use tangency_bound::reference::kinetic::KineticError;
use tangency_bound::reference::kinetic::scene::WavingCloth;
use tangency_bound::{Aabb, Tree};

/// Length of the animation in seconds, with a key frame each second.
const SECONDS: u32 = 4;

/// Squares along a side of the cloth, and frames a second.
const RUNS: [(u32, u32); 7] = [(29, 320), (59, 320), (88, 320), (59, 20), (59, 80), (59, 160), (59, 1_280)];

/// Repetitions of the updates alone. The fastest counts.
const REPETITIONS: u32 = 5;

fn main() -> Result<(), KineticError> {
    println!("                       boxes                        update, µs a frame      and pairs, µs a frame");
    println!("triangles frames |   events     refit  ratio |  events   refit  ratio |  events   refit  ratio");
    for (cells, frames) in RUNS {
        let cloth = WavingCloth { cells };
        let triangles = cloth.triangles().len();
        let micros = |time: Duration| time.as_secs_f64() * 1e6 / f64::from(SECONDS * frames);
        let (mut update, mut boxes) = ([Duration::MAX; 2], 0);
        for _ in 0..REPETITIONS {
            let (time, looked_at) = events(cloth, frames, false)?;
            update = [update[0].min(time), update[1].min(refit(cloth, frames, false))];
            boxes = looked_at;
        }
        let update = update.map(micros);
        let whole = [events(cloth, frames, true)?.0, refit(cloth, frames, true)].map(micros);
        let refitted = u64::from(SECONDS * frames) * (triangles as u64 - 1);
        println!(
            "{triangles:9} {frames:6} | {boxes:8} {refitted:9} {:6.1} | {:7.1} {:7.1} {:6.1} | {:7.0} {:7.0} {:6.2}",
            refitted as f64 / boxes as f64,
            update[0],
            update[1],
            update[1] / update[0],
            whole[0],
            whole[1],
            whole[1] / whole[0],
        );
    }
    Ok(())
}

/// Elapsed time, and re-examined boxes.
fn events(cloth: WavingCloth, frames: u32, pairs: bool) -> Result<(Duration, u64), KineticError> {
    let mut tree = cloth.tree()?;
    let start = Instant::now();
    cloth.play(&mut tree, SECONDS, frames, |tree| {
        if pairs {
            tree.pairs_within(&mut |a, b| _ = black_box((a, b)));
        }
    })?;
    Ok((start.elapsed(), tree.updates().boxes))
}

fn refit(cloth: WavingCloth, frames: u32, pairs: bool) -> Duration {
    let triangles = cloth.triangles();
    let first = cloth.key_frame(0);
    let centres: Vec<_> = triangles.iter().map(|corners| corners.map(|point| first[point as usize])).collect();
    let tree = Tree::new(&centres.iter().map(|[a, b, c]| (a + b + c) / 3.0).collect::<Vec<_>>());
    let start = Instant::now();
    let mut points = first;
    for second in 0..SECONDS {
        let [from, to] = [second, second + 1].map(|frame| cloth.key_frame(frame));
        for frame in 1..=frames {
            let part = f64::from(frame) / f64::from(frames);
            points.iter_mut().zip(from.iter().zip(&to)).for_each(|(point, (from, to))| *point = from.lerp(*to, part));
            let fitted = tree.fit(|item| {
                let [a, b, c] = triangles[item].map(|point| points[point as usize]);
                Aabb::around([a, b, c]).expect("three points have a box")
            });
            black_box(fitted.root());
            if pairs {
                fitted.pairs_within(&mut |a, b| _ = black_box((a, b)));
            }
        }
    }
    start.elapsed()
}
