//! Table 1 of Krishnan et al. 1998 in short: trees of shells need fewer overlap tests than trees of boxes. The example
//! `shell_table` prints the whole table.
//!
//! References: the same walk with boxes; the geometry of the scenes, which are apart by construction. The paper's share
//! of saved tests grows from 42 % to 69 % as the displacement shrinks. On exact patches with two different curvatures
//! both kinds of volumes get thin with the square of their size, so the share stays; on spheres it grows.

use tangency::bound::{ShellGrowth, ShellNode, ShellPair, ShellTree, ShellTreeVolumes, WalkLimits};
use tangency::geometry::Pose;
use tangency::geometry::spline::{BezierPatch, make};
use tangency::glam::{DVec3, dvec3};
use tangency::scenes::teapots;

/// The tests that prove two patches apart.
fn tests(patches: [&BezierPatch; 2], displacement: DVec3, kind: ShellTreeVolumes) -> u64 {
    let limits = WalkLimits { depth: 14, size: 0.0, tests: 2_000_000, left: 1 };
    let [one, other] = patches.map(|patch| ShellTree::new(patch, 4, kind).expect("a patch at rest"));
    let [mut of_one, mut of_other] = [ShellGrowth::within(1 << 26), ShellGrowth::within(1 << 26)];
    let poses = [Pose::IDENTITY, Pose::translated(displacement).expect("finite")];
    let found = ShellPair { trees: [&one, &other], poses, growth: [&mut of_one, &mut of_other] }.separation(&limits);
    assert!(found.apart(), "{kind:?}: {displacement}");
    found.tests
}

#[test]
fn shells_need_at_most_three_fifths_of_the_tests_of_boxes() {
    let side = &teapots::patches()[4];
    // The normal at the middle of the patch, and the diagonal of the patch's box, up to a few percent.
    let step = |u: f64, v: f64| side.at(0.5 + u, 0.5 + v, 0.0) - side.at(0.5 - u, 0.5 - v, 0.0);
    let normal = step(0.01, 0.0).cross(step(0.0, 0.01)).normalize();
    for share in [0.01, 0.005, 0.001, 0.0005, 0.0001] {
        let count = |kind| tests([side; 2], 0.32 * share * normal, kind);
        let [shells, boxes] = [ShellTreeVolumes::Shells, ShellTreeVolumes::Boxes].map(count);
        assert!(5 * shells < 3 * boxes, "{shells} and {boxes} at {share}");
    }
}

#[test]
fn the_advantage_grows_between_concentric_spheres() {
    let ratios = [1e-2, 1e-3, 1e-4].map(|gap| {
        let sphere = |radius: f64| make::sphere(radius).expect("a radius").swap_remove(0);
        let (inner, outer) = (sphere(1.0), sphere(1.0 + gap));
        let count = |kind| tests([&inner, &outer], DVec3::ZERO, kind) as f64;
        count(ShellTreeVolumes::Boxes) / count(ShellTreeVolumes::Shells)
    });
    assert!(ratios[0] > 100.0 && ratios[1] > 5.0 * ratios[0] && ratios[2] > 5.0 * ratios[1], "{ratios:?}");
}

/// The slope of the logarithm of thickness over the logarithm of size, between 4 and 12 halvings.
fn order(patch: &BezierPatch, kind: ShellTreeVolumes, chosen: impl Fn(&ShellNode) -> bool) -> f64 {
    let tree = ShellTree::new(patch, 12, kind).expect("a patch at rest");
    let [coarse, fine] = [4, 12].map(|depth| {
        let nodes = || tree.nodes().iter().filter(|node| node.square().depth() == depth && chosen(node));
        let count = nodes().count() as f64;
        let sum = |value: &dyn Fn(&ShellNode) -> f64| nodes().map(value).sum::<f64>() / count;
        [sum(&|node| node.volume().radius()), sum(&|node| node.volume().thickness())]
    });
    (coarse[1] / fine[1]).ln() / (coarse[0] / fine[0]).ln()
}

/// Two different curvatures: order two for both. Equal curvatures at the middle: order three for shells there.
#[test]
fn shells_converge_with_the_cube_where_curvatures_are_equal() {
    let side = &teapots::patches()[4];
    let half = 0.4_f64;
    // `z = (x² + y²)/2 + (x³ − 3·x·y²)/5`: Bernstein coefficients of x, x² and x³ in degree 3 over [-half, half].
    let first = [-1.0, -1.0 / 3.0, 1.0 / 3.0, 1.0].map(|value| half * value);
    let square = [1.0, -1.0 / 3.0, -1.0 / 3.0, 1.0].map(|value| half.powi(2) * value);
    let cube = [-1.0, 1.0, -1.0, 1.0].map(|value| half.powi(3) * value);
    let height = |i: usize, j: usize| 0.5 * (square[i] + square[j]) + (cube[i] - 3.0 * first[i] * square[j]) / 5.0;
    let point = |i: usize, j: usize| dvec3(first[i], first[j], height(i, j));
    let points = (0..4).flat_map(|i| (0..4).map(move |j| point(i, j))).collect();
    let umbilic = BezierPatch::new([3, 3], points).expect("constant numbers");
    let middle = |node: &ShellNode| node.square().ranges().iter().all(|side| side.contains(0.5));
    let [shells, boxes] = [ShellTreeVolumes::Shells, ShellTreeVolumes::Boxes].map(|kind| order(side, kind, |_| true));
    assert!((1.9..2.2).contains(&shells) && (1.9..2.1).contains(&boxes), "{shells} {boxes}");
    let [shells, boxes] = [ShellTreeVolumes::Shells, ShellTreeVolumes::Boxes].map(|kind| order(&umbilic, kind, middle));
    assert!((2.8..3.2).contains(&shells) && (1.9..2.1).contains(&boxes), "{shells} {boxes}");
}
