//! The experiments of Krishnan et al. 1998, sections 6 and 7.4, on splines as they are: contacts of bodies frame after
//! frame, for trees that are static to heights 0 to 7.
//!
//! ```sh
//! cargo run --release -p tangency --example spline_contacts
//! cargo run --release -p tangency --example spline_contacts -- goblets 4   # one row, for a profiler
//! cargo run --release -p tangency --example spline_contacts -- goblets --html goblets.html   # a page of all frames
//! ```
//!
//! * `tori`: a chain of five linked tori of nine patches each. Neighbours move in opposite directions; a torus that
//!   meets another one turns back. 200 frames.
//! * `goblets`: ten goblets of 72 patches each bounce off the walls of a box and off each other. 200 frames.
//! * `parallel`: two patches of the side of a teapot within a copy that is enlarged by a little, so that both are
//!   parallel and close to each other everywhere. (A copy that is displaced would touch at its ends, where the surface
//!   is parallel to the displacement.)
//!
//! Levels below the static height are dropped after each frame, as in the paper; the rows `kept` keep them. The paper
//! ran on an SGI Onyx (R10000, 194 MHz): 38 and 31 µs an overlap test, 138 µs a node, 116 bytes a node without the
//! control points. Its table 2 has seconds of building for the whole run, which are printed beside ours.

use std::sync::Arc;
use std::time::Instant;
use tangency::bound::ShellTree;
use tangency::detect::{Prepared, SplineBodies, SplineBodiesOptions, SurfaceVerdict};
use tangency::formats::viewer;
use tangency::geometry::surface::Brep;
use tangency::geometry::{Pose, Shape};
use tangency::scenes::frames::{FRAMES, FrameExperiment, FrameRun};
use tangency::scenes::teapot_sides;

type Failure = Box<dyn std::error::Error>;

/// Static and dynamic seconds of building in the paper's table 2, for static heights 0 to 4 and 7. The table as it is
/// handed down has lost the first entries of three rows.
const PUBLISHED: [(u32, [&str; 2], [&str; 2]); 6] = [
    (0, ["", ""], ["17.7", ""]),
    (1, ["1.41", "3.2"], ["17.7", "53"]),
    (2, ["1.29", "1.5"], ["17.9", "26"]),
    (3, ["1.30", "0.72"], ["18.1", "12"]),
    (4, ["1.32", "0.33"], ["18.5", "6"]),
    (7, ["1.66", "0"], ["24.5", "0"]),
];

/// Runs an experiment and prints its row.
fn row(experiment: &FrameExperiment, options: SplineBodiesOptions, published: [&str; 2]) -> Result<FrameRun, Failure> {
    let run = experiment.run(options)?;
    let open = run.meetings.iter().filter(|met| matches!(met.verdict, SurfaceVerdict::Open { .. })).count();
    let collisions = run.meetings.len() - open;
    let [building, total, slowest] = run.seconds;
    let effort = run.bodies.effort();
    let [fixed, grown] = run.bodies.tree_bytes();
    println!(
        "{:<8} {:>6} {:>5} {collisions:>10} {open:>5} {:>8} {:>9} {:>8} {:>9} {:>9.3} {:>9.3} {:>9.2} {:>9} {:>9} {:>7} {:>7}",
        experiment.name,
        options.static_height,
        if options.keep_grown { "kept" } else { "" },
        effort.faces,
        effort.tests,
        effort.searches,
        effort.built,
        1e3 * total / FRAMES as f64,
        1e3 * slowest,
        1e3 * building,
        fixed / 1024,
        grown / 1024,
        published[0],
        published[1],
    );
    Ok(run)
}

fn head() {
    println!(
        "{:<8} {:>6} {:>5} {:>10} {:>5} {:>8} {:>9} {:>8} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9} {:>7} {:>7}",
        "",
        "static",
        "",
        "",
        "",
        "pairs of",
        "overlap",
        "Newton",
        "nodes",
        "mean",
        "slowest",
        "static",
        "static",
        "kept",
        "paper",
        "paper"
    );
    println!(
        "{:<8} {:>6} {:>5} {:>10} {:>5} {:>8} {:>9} {:>8} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9} {:>7} {:>7}",
        "200 frames",
        "height",
        "",
        "collisions",
        "open",
        "faces",
        "tests",
        "searches",
        "built",
        "ms/frame",
        "ms",
        "ms",
        "KiB",
        "KiB",
        "stat. s",
        "dyn. s"
    );
}

/// Two patches of the side of a teapot, and an enlarged copy around them.
fn parallel() -> Result<(), Failure> {
    let model = |share: f64| -> Result<Arc<Prepared>, Failure> {
        Ok(Arc::new(Prepared::new(Shape::Parametric(Brep::of_splines(teapot_sides::enlarged(share))?))))
    };
    let inner = model(0.0)?;
    println!("\n{:>12} {:>9} {:>9} {:>9} {:>12} {:>9}", "enlarged by", "tests", "built", "searches", "verdict", "ms");
    for share in [0.01, 0.005, 0.002, 0.001, 0.0005, 0.0002, 0.0001] {
        let options = SplineBodiesOptions { tolerance: 1e-6, ..SplineBodiesOptions::default() };
        let mut bodies = SplineBodies::new(vec![Arc::clone(&inner), model(share)?], options)?;
        let start = Instant::now();
        let met = bodies.meetings(&[Pose::IDENTITY; 2])?;
        let time = start.elapsed().as_secs_f64();
        let verdict = match met.first().map(|met| met.verdict) {
            None => "apart",
            Some(SurfaceVerdict::Meeting(_)) => "meeting",
            Some(SurfaceVerdict::Open { .. }) => "open",
        };
        let effort = bodies.effort();
        println!(
            "{share:>12} {:>9} {:>9} {:>9} {verdict:>12} {:>9.2}",
            effort.tests,
            effort.built,
            effort.searches,
            1e3 * time
        );
    }
    Ok(())
}

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let kept = SplineBodiesOptions::default();
    let named = |name: &str| match name {
        "tori" => Ok(FrameExperiment::tori()),
        "goblets" => Ok(FrameExperiment::goblets()),
        other => Err(format!("{other:?} is neither tori nor goblets")),
    };
    match arguments[..] {
        [] => {}
        [name, "--html", file] => {
            let experiment = named(name)?;
            head();
            let run = row(&experiment, kept, [""; 2])?;
            let page = viewer::simulation_page(&experiment.scene(&run), &experiment.simulation(&run))?;
            return Ok(std::fs::write(file, page)?);
        }
        [name, height] => {
            head();
            let options = SplineBodiesOptions { static_height: height.parse()?, ..kept };
            return row(&named(name)?, options, [""; 2]).map(drop);
        }
        _ => return Err("expected nothing, NAME HEIGHT or NAME --html FILE".into()),
    }
    head();
    for (experiment, column) in [(FrameExperiment::tori(), 0), (FrameExperiment::goblets(), 1)] {
        for static_height in 0..=7 {
            let published = PUBLISHED.iter().find(|(height, ..)| *height == static_height);
            let published = published.map_or([""; 2], |(_, of_tori, of_goblets)| [*of_tori, *of_goblets][column]);
            row(&experiment, SplineBodiesOptions { static_height, keep_grown: false, ..kept }, published)?;
        }
        for static_height in [0, 4] {
            row(&experiment, SplineBodiesOptions { static_height, ..kept }, [""; 2])?;
        }
    }
    println!("\n{} bytes a node", ShellTree::NODE_BYTES);
    parallel()
}
