//! Bodies of many Bézier patches: how long their sides take to be joined.
//!
//! ```sh
//! cargo run --release -p tangency-geometry --example many_patches            # up to 10,000 patches
//! cargo run --release -p tangency-geometry --example many_patches -- 2025    # one body, for a profiler
//! ```
//!
//! A wavy field of n × n bicubic patches whose sides agree, in two variants: smooth across every side, and with a
//! crease along every side, where each side becomes an edge and each corner a vertex.

use glam::{DVec3, dvec3};
use std::time::Instant;
use tangency_geometry::spline::BezierPatch;
use tangency_geometry::surface::Brep;

/// The patches of a field of `side` × `side` cells of one metre.
fn field(side: usize, creased: bool) -> Result<Vec<BezierPatch>, Box<dyn std::error::Error>> {
    // Every patch has the heights of one polynomial wave along u and v. Its slope vanishes at both ends, so that
    // neighbours join smoothly; a roof instead of the wave gives creases.
    let wave = if creased { [0.0, 0.2, 0.2, 0.0] } else { [0.0, 0.0, 0.3, 0.3] };
    let height = |cell: usize, i: usize| wave[if cell.is_multiple_of(2) || creased { i } else { 3 - i }];
    let point = |[row, column]: [usize; 2], [i, j]: [usize; 2]| -> DVec3 {
        let place = |cell: usize, i: usize| (3 * cell + i) as f64 / 3.0;
        dvec3(place(row, i), place(column, j), height(row, i) + height(column, j))
    };
    let cells = (0..side).flat_map(|row| (0..side).map(move |column| [row, column]));
    let patch = |cell: [usize; 2]| {
        let points = (0..16).map(|index| point(cell, [index / 4, index % 4]));
        Ok(BezierPatch::new([3, 3], points.collect())?)
    };
    cells.map(patch).collect()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let sizes = match std::env::args().nth(1) {
        Some(count) => vec![(count.parse::<usize>()? as f64).sqrt().round().max(1.0) as usize],
        None => vec![10, 32, 45, 100],
    };
    println!(
        "{:>8} {:>8} {:>8} {:>9} {:>10} {:>14}",
        "patches", "creased", "edges", "vertices", "seconds", "µs a patch"
    );
    for side in sizes {
        for creased in [false, true] {
            let patches = field(side, creased)?;
            let count = patches.len();
            let start = Instant::now();
            let body = Brep::of_splines(patches)?;
            let seconds = start.elapsed().as_secs_f64();
            println!(
                "{count:>8} {:>8} {:>8} {:>9} {seconds:>10.3} {:>14.1}",
                if creased { "yes" } else { "no" },
                body.edges().len(),
                body.vertices().len(),
                1e6 * seconds / count as f64
            );
        }
    }
    Ok(())
}
