//! Table 1 of Krishnan et al. 1998 on Bézier patches: overlap tests of trees of shells and of boxes for two equal
//! models that are displaced a little, and how fast the volumes of both get thin.
//!
//! ```sh
//! cargo run --release -p tangency --example shell_table
//! ```
//!
//! The model is a patch of the side of the teapot. The displacement is along the normal at its middle, in parts of the
//! diagonal of its box. (The paper has two such patches of 50,176 triangles, and gives neither a direction nor a unit.)
//! A tree has 14 halvings, which is about as fine. A pair of leaves that is not separated is counted as left.
//!
//! The second table is the paper's picture of close parallel surfaces, two concentric spheres. The third one shows that
//! shells of a surface with two different curvatures get thin as boxes do, with the square of their size, by a smaller
//! factor: a sphere has one curvature. Where both curvatures are equal, shells get thin with the cube.

use std::time::Instant;
use tangency::bound::{Aabb, PatchVolume, ShellGrowth, ShellNode, ShellPair, ShellTree, ShellTreeVolumes, WalkLimits};
use tangency::geometry::Pose;
use tangency::geometry::spline::{BezierPatch, make};
use tangency::glam::{DVec3, dvec3};
use tangency::scenes::teapots;

/// Displacements, and the paper's counts for shells and for oriented boxes.
const PUBLISHED: [(f64, [u64; 2]); 11] = [
    (0.01, [24_395, 42_207]),
    (0.008, [30_925, 52_889]),
    (0.006, [41_257, 70_091]),
    (0.004, [60_607, 102_023]),
    (0.002, [107_739, 188_887]),
    (0.001, [174_785, 331_017]),
    (0.0008, [205_027, 395_527]),
    (0.0006, [248_607, 490_057]),
    (0.0004, [297_677, 651_353]),
    (0.0002, [357_333, 982_415]),
    (0.0001, [389_175, 1_256_949]),
];
const KINDS: [ShellTreeVolumes; 2] = [ShellTreeVolumes::Shells, ShellTreeVolumes::Boxes];
const HEIGHT: u32 = 14;

/// Overlap tests and leaves left between two patches.
fn tests(patches: [&BezierPatch; 2], displacement: DVec3, kind: ShellTreeVolumes) -> [u64; 2] {
    let limits = WalkLimits { depth: HEIGHT, size: 0.0, tests: u64::MAX, left: usize::MAX };
    let [one, other] = patches.map(|patch| ShellTree::new(patch, 6, kind).expect("a patch at rest"));
    let [mut of_one, mut of_other] = [ShellGrowth::within(1 << 30), ShellGrowth::within(1 << 30)];
    let poses = [Pose::IDENTITY, Pose::translated(displacement).expect("finite")];
    let found = ShellPair { trees: [&one, &other], poses, growth: [&mut of_one, &mut of_other] }.separation(&limits);
    [found.tests, found.left.len() as u64]
}

/// The share of tests that shells save, in percent.
fn fewer([shells, boxes]: [u64; 2]) -> f64 {
    100.0 * (1.0 - shells as f64 / boxes as f64)
}

fn displaced_patches() {
    let side = &teapots::patches()[4];
    let whole = Aabb::around(side.control_points().iter().copied()).expect("points");
    let size = (whole.upper() - whole.lower()).length();
    let step = |u: f64, v: f64| side.at(0.5 + u, 0.5 + v, 0.0) - side.at(0.5 - u, 0.5 - v, 0.0);
    let normal = step(0.01, 0.0).cross(step(0.0, 0.01)).normalize();
    println!("overlap tests; fewer: tests that shells save; left: pairs of leaves that are not separated\n");
    println!(
        "{:>12} {:>10} {:>10} {:>6} {:>6} {:>6}   {:>10} {:>10} {:>6}",
        "displacement", "shells", "boxes", "fewer", "left", "left", "paper", "paper", "fewer"
    );
    for (share, published) in PUBLISHED {
        let [shells, boxes] = KINDS.map(|kind| tests([side; 2], share * size * normal, kind));
        println!(
            "{share:>12} {:>10} {:>10} {:>4.0} % {:>6} {:>6}   {:>10} {:>10} {:>4.0} %",
            shells[0],
            boxes[0],
            fewer([shells[0], boxes[0]]),
            shells[1],
            boxes[1],
            published[0],
            published[1],
            fewer(published),
        );
    }
    println!("\n{} bytes a node", ShellTree::NODE_BYTES);
}

fn concentric_spheres() {
    println!("\noverlap tests of concentric spheres of radius 1 and 1 + gap, one patch of each\n");
    println!("{:>12} {:>10} {:>10} {:>6}", "gap", "shells", "boxes", "fewer");
    for gap in [1e-2, 1e-3, 1e-4, 1e-5] {
        let [inner, outer] =
            [1.0, 1.0 + gap].map(|radius| make::sphere(radius).expect("constant numbers").swap_remove(0));
        let [shells, boxes] = KINDS.map(|kind| tests([&inner, &outer], DVec3::ZERO, kind));
        println!("{gap:>12} {:>10} {:>10} {:>4.1} %", shells[0], boxes[0], fewer([shells[0], boxes[0]]));
    }
}

/// Mean thickness and size of the volumes at each depth, and the slope of their logarithms.
fn convergence(name: &str, patch: &BezierPatch, chosen: impl Fn(&ShellNode) -> bool) {
    for (kind, label) in KINDS.into_iter().zip(["shells", "boxes"]) {
        let tree = ShellTree::new(patch, 12, kind).expect("a patch at rest");
        let mut points = Vec::new();
        let mut shells = 0;
        for depth in [4, 6, 8, 10, 12] {
            let nodes: Vec<&PatchVolume> = tree
                .nodes()
                .iter()
                .filter(|node| node.square().depth() == depth && chosen(node))
                .map(ShellNode::volume)
                .collect();
            let mean = |value: fn(&PatchVolume) -> f64| {
                nodes.iter().map(|volume| value(volume)).sum::<f64>() / nodes.len() as f64
            };
            shells = 100 * nodes.iter().filter(|volume| volume.is_shell()).count() / nodes.len();
            points.push([mean(PatchVolume::radius), mean(PatchVolume::thickness)]);
        }
        let thickness: Vec<String> = points.iter().map(|[_, thickness]| format!("{thickness:>9.2e}")).collect();
        println!("{name:<24} {label:<7} {} {:>6.2} {shells:>7} %", thickness.join(" "), slope(&points));
    }
}

/// The slope of the line of least squares through the logarithms.
fn slope(points: &[[f64; 2]]) -> f64 {
    let logs: Vec<[f64; 2]> = points.iter().map(|point| point.map(f64::ln)).collect();
    let mean = [0, 1].map(|k| logs.iter().map(|log| log[k]).sum::<f64>() / logs.len() as f64);
    let sum = |k: usize| logs.iter().map(|log| (log[0] - mean[0]) * (log[k] - mean[k])).sum::<f64>();
    sum(1) / sum(0)
}

/// The surface `z = (x² + y²)/2 + (x³ − 3·x·y²)/5` over [-0.4, 0.4]²: its curvatures are equal at the middle.
fn umbilic() -> BezierPatch {
    let half = 0.4_f64;
    // Bernstein coefficients of x, x² and x³ in degree 3 over [-half, half].
    let first = [-1.0, -1.0 / 3.0, 1.0 / 3.0, 1.0].map(|value| half * value);
    let square = [1.0, -1.0 / 3.0, -1.0 / 3.0, 1.0].map(|value| half.powi(2) * value);
    let cube = [-1.0, 1.0, -1.0, 1.0].map(|value| half.powi(3) * value);
    let point = |i: usize, j: usize| {
        let bend = 0.5 * (square[i] + square[j]);
        dvec3(first[i], first[j], bend + (cube[i] - 3.0 * first[i] * square[j]) / 5.0)
    };
    let points = (0..4).flat_map(|i| (0..4).map(move |j| point(i, j))).collect();
    BezierPatch::new([3, 3], points).expect("constant numbers")
}

fn main() {
    let start = Instant::now();
    displaced_patches();
    concentric_spheres();
    println!("\nmean thickness (m) at 4, 6, 8, 10 and 12 halvings, and the slope over the mean radius\n");
    println!("{:<24} {:<7} {:<49} {:>6} {:>9}", "patch", "volumes", "thickness", "slope", "shells");
    convergence("teapot side", &teapots::patches()[4], |_| true);
    convergence("torus", &make::torus(2.0, 0.5, 3).expect("constant numbers")[0], |_| true);
    convergence("near equal curvatures", &umbilic(), |node| {
        node.square().ranges().iter().all(|side| side.contains(0.5))
    });
    convergence("sphere", &make::sphere(1.0).expect("constant numbers")[0], |_| true);
    println!("\n{:.1} s", start.elapsed().as_secs_f64());
}
