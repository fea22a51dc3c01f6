//! Table 1 of Krishnan et al. 1998 on Bézier patches: overlap tests of trees of shells and of boxes for two equal
//! models that are displaced a little, and how fast the volumes of both get thin.
//!
//! ```sh
//! cargo run --release -p tangency --example shell_table
//! ```
//!
//! The model has two neighbouring patches of the side of the teapot, as in the paper, which gives neither the direction
//! of the displacement nor its unit. Here the direction is the normal in the middle of their common side, and the unit
//! that of the teapot's original numbers, in which the pot is four units wide; then the counts are of the paper's size.
//! Three trees are compared: shells (and boxes where they are thinner), boxes of the same parts, and the tree of
//! oriented boxes of a mesh of 50,176 triangles, as many as in the paper. The first two end after 14 halvings, which is
//! about as fine as the triangles. A pair of leaves that is not separated is counted as left.
//!
//! The second table is the paper's picture of close parallel surfaces, two concentric spheres. The third one shows that
//! shells of a surface with two different curvatures get thin as boxes do, with the square of their size, by a smaller
//! factor: a sphere has one curvature. Where both curvatures are equal, shells get thin with the cube.

use std::time::Instant;
use tangency::bound::{
    BoundingVolume, ObbNode, ObbTree, PatchVolume, ShellGrowth, ShellNode, ShellPair, ShellTree, ShellTreeVolumes,
    WalkLimits,
};
use tangency::geometry::spline::{BezierPatch, make};
use tangency::geometry::{Mesh, Pose};
use tangency::glam::{DVec3, dvec3};
use tangency::scenes::teapots;

/// Displacements, and the paper's counts for shells, oriented boxes and convex hulls.
const PUBLISHED: [(f64, [u64; 3]); 11] = [
    (0.01, [24_395, 42_207, 54_903]),
    (0.008, [30_925, 52_889, 69_085]),
    (0.006, [41_257, 70_091, 95_823]),
    (0.004, [60_607, 102_023, 141_383]),
    (0.002, [107_739, 188_887, 202_891]),
    (0.001, [174_785, 331_017, 301_103]),
    (0.0008, [205_027, 395_527, 371_547]),
    (0.0006, [248_607, 490_057, 429_149]),
    (0.0004, [297_677, 651_353, 498_625]),
    (0.0002, [357_333, 982_415, 755_973]),
    (0.0001, [389_175, 1_256_949, 896_581]),
];
const KINDS: [ShellTreeVolumes; 2] = [ShellTreeVolumes::Shells, ShellTreeVolumes::Boxes];
const HEIGHT: u32 = 14;
/// Squares of two triangles along each side of a patch: 50,176 triangles for two patches.
const SQUARES: u32 = 112;

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

/// The triangles of some patches, displaced.
fn triangles(patches: &[BezierPatch], displacement: DVec3) -> Mesh {
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    let at = |index: u32| f64::from(index) / f64::from(SQUARES);
    for patch in patches {
        let first = vertices.len() as u32;
        for i in 0..=SQUARES {
            vertices.extend((0..=SQUARES).map(|j| patch.at(at(i), at(j), 0.0) + displacement));
        }
        for (i, j) in (0..SQUARES).flat_map(|i| (0..SQUARES).map(move |j| (i, j))) {
            let corner = first + i * (SQUARES + 1) + j;
            let below = corner + SQUARES + 1;
            triangles.extend([[corner, corner + 1, below], [corner + 1, below + 1, below]]);
        }
    }
    Mesh::new(vertices, triangles).expect("finite points")
}

/// Overlap tests and leaves left between two trees of boxes. Of a pair the larger node is replaced by its children.
fn box_tests([one, other]: [&ObbTree; 2]) -> [u64; 2] {
    let (mut tests, mut left) = (0, 0);
    let mut stack = vec![[ObbTree::ROOT; 2]];
    while let Some([a, b]) = stack.pop() {
        tests += 1;
        let volumes = [one.volume(a), other.volume(b)];
        if volumes[0].disjoint(volumes[1]) {
            continue;
        }
        let larger = volumes[0].radius() >= volumes[1].radius();
        match (one.below(a), other.below(b)) {
            (ObbNode::Triangle(_), ObbNode::Triangle(_)) => left += 1,
            (ObbNode::Children(_), ObbNode::Children(next)) if !larger => stack.extend([[a, next], [a, next + 1]]),
            (ObbNode::Children(next), _) => stack.extend([[next, b], [next + 1, b]]),
            (ObbNode::Triangle(_), ObbNode::Children(next)) => stack.extend([[a, next], [a, next + 1]]),
        }
    }
    [tests, left]
}

fn displaced_patches() {
    let sides = &teapots::patches()[4..6];
    // Both patches run in the same direction; they join where v is 1 on the first one.
    let step = |u: f64, v: f64| sides[0].at(0.5 + u, 1.0, 0.0) - sides[0].at(0.5 - u, 1.0 - v, 0.0);
    let normal = step(0.01, 0.0).cross(step(0.0, 0.01)).normalize();
    println!("overlap tests; fewer: tests that shells save; left: pairs of leaves that are not separated\n");
    println!(
        "{:>12} {:>8} {:>8} {:>9} {:>6} {:>9} {:>6} {:>6} {:>9}   {:>8} {:>9} {:>8} {:>6}",
        "displacement",
        "shells",
        "boxes",
        "triangles",
        "fewer",
        "fewer",
        "left",
        "left",
        "left",
        "paper",
        "boxes",
        "hulls",
        "fewer"
    );
    let still = ObbTree::new(&triangles(sides, DVec3::ZERO));
    let mut counts = [Vec::new(), Vec::new(), Vec::new()];
    for (displacement, published) in PUBLISHED {
        let moved = displacement * teapots::SCALE * normal;
        let [shells, boxes] = KINDS.map(|kind| {
            let pairs = sides.iter().flat_map(|one| sides.iter().map(move |other| [one, other]));
            pairs.map(|pair| tests(pair, moved, kind)).fold([0; 2], |sum, found| [sum[0] + found[0], sum[1] + found[1]])
        });
        let of_triangles = box_tests([&still, &ObbTree::new(&triangles(sides, moved))]);
        println!(
            "{displacement:>12} {:>8} {:>8} {:>9} {:>4.0} % {:>7.0} % {:>6} {:>6} {:>9}   {:>8} {:>9} {:>8} {:>4.0} %",
            shells[0],
            boxes[0],
            of_triangles[0],
            fewer([shells[0], boxes[0]]),
            fewer([shells[0], of_triangles[0]]),
            shells[1],
            boxes[1],
            of_triangles[1],
            published[0],
            published[1],
            published[2],
            fewer([published[0], published[1]]),
        );
        for (list, count) in counts.iter_mut().zip([shells[0], boxes[0], of_triangles[0]]) {
            list.push([displacement, count as f64]);
        }
    }
    // Down to 0.001 few pairs are left at the leaves.
    let [shells, boxes, of_triangles] = counts.map(|list| -slope(&list[..6]));
    let [paper_shells, paper_boxes] =
        [0, 1].map(|k| -slope(&PUBLISHED.map(|(displacement, counts)| [displacement, counts[k] as f64])[..6]));
    println!("\nfrom 0.01 to 0.001 tests grow with this power of the inverse displacement:");
    println!(
        "shells {shells:.2}, boxes {boxes:.2}, triangles {of_triangles:.2}; paper: {paper_shells:.2}, {paper_boxes:.2}"
    );
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
