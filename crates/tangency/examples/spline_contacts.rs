//! The experiments of Krishnan et al. 1998, sections 6 and 7.4, on splines as they are: contacts of bodies frame after
//! frame, for trees that are static to heights 0 to 7.
//!
//! ```sh
//! cargo run --release -p tangency --example spline_contacts
//! cargo run --release -p tangency --example spline_contacts -- goblets 4   # one row, for a profiler
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
use tangency::geometry::spline::BezierPatch;
use tangency::geometry::surface::Brep;
use tangency::geometry::{Pose, Shape};
use tangency::glam::{DQuat, DVec3};
use tangency::scenes::{goblets, teapot_sides, tori_chain};

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

/// A body that flies on a straight line and turns, until something changes its velocity.
#[derive(Clone, Copy)]
struct Flier {
    place: DVec3,
    turn: DQuat,
    velocity: DVec3,
    spin: DVec3,
}

impl Flier {
    fn step(&mut self, seconds: f64) {
        self.place += seconds * self.velocity;
        self.turn = (DQuat::from_scaled_axis(seconds * self.spin) * self.turn).normalize();
    }
}

/// One run of 200 frames.
struct Experiment {
    name: &'static str,
    patches: Vec<BezierPatch>,
    fliers: Vec<Flier>,
    /// Seconds a frame.
    step: f64,
    /// Metres. Half the side of the box that the bodies bounce in.
    walls: f64,
    /// What two bodies do that meet.
    response: fn(&mut [Flier], [usize; 2]),
}

fn tori() -> Experiment {
    let flier = |link: usize| Flier {
        place: tori_chain::place(link),
        turn: tori_chain::orientation(link),
        velocity: tori_chain::velocity(link),
        spin: DVec3::ZERO,
    };
    // Each of two tori turns back, if that parts it from the other.
    let response = |fliers: &mut [Flier], [a, b]: [usize; 2]| {
        let approach = (fliers[b].place - fliers[a].place).dot(fliers[b].velocity - fliers[a].velocity);
        // Linked tori that are pulled tight part when they approach.
        let tight = (fliers[b].place - fliers[a].place).length() > tori_chain::RADIUS;
        if (approach > 0.0) == (tight && b == a + 1) {
            fliers[a].velocity = -fliers[a].velocity;
            fliers[b].velocity = -fliers[b].velocity;
        }
    };
    let fliers = (0..tori_chain::LINKS).map(flier).collect();
    // With frames of 0.05 s three pairs of tori in one plane are as far apart as they are wide, up to rounding: tangent,
    // which no proof decides.
    Experiment { name: "tori", patches: tori_chain::patches(), fliers, step: 0.0497, walls: f64::INFINITY, response }
}

fn ten_goblets() -> Experiment {
    let flier = |goblet: usize| {
        let (place, turn, velocity, spin) = goblets::start(goblet);
        Flier { place, turn, velocity, spin }
    };
    // Equal masses exchange their velocities along the line of the centres.
    let response = |fliers: &mut [Flier], [a, b]: [usize; 2]| {
        let line = (fliers[b].place - fliers[a].place).normalize_or(DVec3::X);
        let approach = line.dot(fliers[b].velocity - fliers[a].velocity);
        if approach < 0.0 {
            fliers[a].velocity += approach * line;
            fliers[b].velocity -= approach * line;
        }
    };
    let fliers = (0..goblets::COUNT).map(flier).collect();
    Experiment { name: "goblets", patches: goblets::patches(), fliers, step: 0.02, walls: goblets::HALF_BOX, response }
}

impl Experiment {
    fn run(&self, options: SplineBodiesOptions, published: [&str; 2]) -> Result<(), Failure> {
        let shape = Shape::Parametric(Brep::of_splines(self.patches.clone())?);
        let prepared = Arc::new(Prepared::new(shape));
        let start = Instant::now();
        let mut bodies = SplineBodies::new(vec![prepared; self.fliers.len()], options)?;
        let building = start.elapsed().as_secs_f64();
        let mut fliers = self.fliers.clone();
        let (mut collisions, mut open, mut slowest, mut total) = (0, 0, 0.0_f64, 0.0);
        for _ in 0..200 {
            for flier in &mut fliers {
                flier.step(self.step);
                for axis in 0..3 {
                    let out = flier.place[axis].abs() > self.walls - 0.5 * goblets::HEIGHT;
                    if out && flier.place[axis] * flier.velocity[axis] > 0.0 {
                        flier.velocity[axis] = -flier.velocity[axis];
                    }
                }
            }
            let poses: Vec<Pose> =
                fliers.iter().map(|flier| Pose::new(flier.turn, flier.place)).collect::<Result<_, _>>()?;
            let start = Instant::now();
            let met = bodies.meetings(&poses)?;
            let time = start.elapsed().as_secs_f64();
            (total, slowest) = (total + time, slowest.max(time));
            for pair in met {
                collisions += u32::from(matches!(pair.verdict, SurfaceVerdict::Meeting(_)));
                open += u32::from(matches!(pair.verdict, SurfaceVerdict::Open { .. }));
                (self.response)(&mut fliers, pair.bodies);
            }
        }
        let effort = bodies.effort();
        let [fixed, grown] = bodies.tree_bytes();
        println!(
            "{:<8} {:>6} {:>5} {collisions:>10} {open:>5} {:>8} {:>9} {:>8} {:>9} {:>9.3} {:>9.3} {:>9.2} {:>9} {:>9} {:>7} {:>7}",
            self.name,
            options.static_height,
            if options.keep_grown { "kept" } else { "" },
            effort.faces,
            effort.tests,
            effort.searches,
            effort.built,
            1e3 * total / 200.0,
            1e3 * slowest,
            1e3 * building,
            fixed / 1024,
            grown / 1024,
            published[0],
            published[1],
        );
        Ok(())
    }
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
    let kept = SplineBodiesOptions::default();
    if let [name, height] = &arguments[..] {
        let experiment = if name == "tori" { tori() } else { ten_goblets() };
        head();
        return experiment.run(SplineBodiesOptions { static_height: height.parse()?, ..kept }, [""; 2]);
    }
    head();
    for (experiment, column) in [(tori(), 0), (ten_goblets(), 1)] {
        for static_height in 0..=7 {
            let published = PUBLISHED.iter().find(|(height, ..)| *height == static_height);
            let published = published.map_or([""; 2], |(_, of_tori, of_goblets)| [*of_tori, *of_goblets][column]);
            experiment.run(SplineBodiesOptions { static_height, keep_grown: false, ..kept }, published)?;
        }
        for static_height in [0, 4] {
            experiment.run(SplineBodiesOptions { static_height, ..kept }, [""; 2])?;
        }
    }
    println!("\n{} bytes a node", ShellTree::NODE_BYTES);
    parallel()
}
