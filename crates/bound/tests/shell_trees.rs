//! Trees of shells and boxes over Bézier patches.
//!
//! References: points of the patches, evaluated in floating point with an error below 1e-13 of their size; closed forms
//! (a sphere has a shell without thickness, a plane has a box). Invariants without a reference: the boxes of children
//! are the halves of their parent's; the memory for deeper levels changes no result; planted contacts are never missed.

#![allow(clippy::unwrap_used)] // A test may stop at the first broken expectation.

use glam::{DQuat, DVec3, dvec3};
use tangency_bound::{PatchVolume, ShellGrowth, ShellPair, ShellSeparation, ShellTree, ShellTreeVolumes, WalkLimits};
use tangency_geometry::Pose;
use tangency_geometry::spline::{BezierPatch, make};
use tangency_interval::Interval;
use tangency_interval::laws::Random;

/// A wavy patch of any degree, far from the origin in half of the rounds.
fn wavy(random: &mut Random) -> BezierPatch {
    let degree = [1 + random.below(5), 1 + random.below(5)];
    let columns = degree[1] + 1;
    let count = (degree[0] + 1) * columns;
    let away = [DVec3::ZERO, dvec3(300.0, -20.0, 7.0)][random.below(2)];
    let height = [0.0, 0.02, 0.5][random.below(3)];
    let bend = random.between(-0.3, 0.3);
    let points = (0..count).map(|index| {
        let (x, y) = ((index / columns) as f64 / degree[0] as f64, (index % columns) as f64 / degree[1] as f64);
        away + dvec3(x, y, bend * (x * x + y * y) + height * random.between(-1.0, 1.0))
    });
    let points: Vec<DVec3> = points.collect();
    let weights =
        if random.below(2) == 0 { (0..count).map(|_| random.between(0.5, 2.0)).collect() } else { Vec::new() };
    BezierPatch::rational(degree, points, weights).expect("valid numbers")
}

/// How far a point is outside of a volume: zero or negative inside.
fn outside(volume: &PatchVolume, point: DVec3) -> f64 {
    match volume {
        PatchVolume::Shell(shell) => {
            let offset = point - shell.centre();
            let distance = offset.length();
            let [inner, outer] = shell.radii();
            let beyond_cone = shell.cosine() * distance - offset.dot(shell.axis());
            (inner - distance).max(distance - outer).max(beyond_cone)
        }
        PatchVolume::Box(volume) => {
            let place = volume.axes().inverse() * (point - volume.centre());
            (place.abs() - volume.half()).max_element()
        }
    }
}

#[test]
fn volumes_contain_their_parts() {
    let mut random = Random::new(21);
    let (mut shells, mut boxes) = (0, 0);
    for _ in 0..120 {
        let patch = wavy(&mut random);
        for volumes in [ShellTreeVolumes::Shells, ShellTreeVolumes::Boxes] {
            let tree = ShellTree::new(&patch, 5, volumes).unwrap();
            assert_eq!(tree.nodes().len(), 63);
            for node in tree.nodes() {
                if node.volume().is_shell() {
                    shells += 1
                } else {
                    boxes += 1
                }
                for round in 0..14 {
                    // Corners and sides first: they are where a volume is most easily too small.
                    let ends = [[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0], [0.0, 0.5], [0.5, 1.0]];
                    let [u, v] = ends.get(round).copied().unwrap_or_else(|| [random.unit(), random.unit()]);
                    let at = |side: Interval, share: f64| side.lower() + share * side.width();
                    let [along_u, along_v] = node.square().ranges();
                    let point = patch.at(at(along_u, u), at(along_v, v), 0.0);
                    let beyond = outside(node.volume(), point);
                    assert!(beyond < 1e-15 * (10.0 + point.length()), "{beyond} beyond {:?}", node.volume());
                }
            }
        }
    }
    assert!(shells > 1_000 && boxes > 1_000, "{shells} shells and {boxes} boxes");
}

#[test]
fn children_halve_their_parents() {
    let tree = ShellTree::new(&wavy(&mut Random::new(4)), 6, ShellTreeVolumes::Shells).unwrap();
    let mut growth = ShellGrowth::within(1 << 20);
    let mut stack = vec![tree.root()];
    let mut seen = 0;
    while let Some(node) = stack.pop() {
        seen += 1;
        if node.node().square().depth() == 9 {
            continue;
        }
        let children = growth.below(&tree, &node).unwrap();
        let area = |square: [Interval; 2]| square[0].width() * square[1].width();
        let parent = node.node().square().ranges();
        let [one, other] = children.map(|child| child.node().square().ranges());
        assert_eq!([one[0].hull(other[0]), one[1].hull(other[1])], parent);
        assert_eq!(area(one) + area(other), area(parent));
        stack.extend(children);
    }
    // Every node to height 9, of which those below height 6 grew.
    assert_eq!((seen, growth.kept()), (1023, 1023 - 127));
}

#[test]
fn a_sphere_has_thin_shells_and_a_plane_has_boxes() {
    for patch in make::sphere(3.0).unwrap() {
        let tree = ShellTree::new(&patch, 4, ShellTreeVolumes::Shells).unwrap();
        // The root spans a quarter of the sphere or more; below it shells fit to rounding.
        for node in &tree.nodes()[3..] {
            assert!(node.volume().is_shell() && node.volume().thickness() < 1e-12, "{:?}", node.volume());
        }
    }
    let plane = [dvec3(0.0, 0.0, 1.0), dvec3(0.0, 2.0, 1.0), dvec3(1.0, 0.0, 1.0), dvec3(1.5, 2.0, 1.0)];
    let plane = BezierPatch::new([1, 1], plane.to_vec()).unwrap();
    let tree = ShellTree::new(&plane, 3, ShellTreeVolumes::Shells).unwrap();
    assert!(tree.nodes().iter().all(|node| !node.volume().is_shell()));
}

#[test]
fn patches_without_area_have_a_tree() {
    for points in [vec![DVec3::ONE; 9], (0..9).map(|i| f64::from(i) * DVec3::X).collect()] {
        let patch = BezierPatch::new([2, 2], points).unwrap();
        let tree = ShellTree::new(&patch, 3, ShellTreeVolumes::Shells).unwrap();
        assert!(tree.nodes().iter().all(|node| node.volume().radius().is_finite()));
    }
}

#[test]
fn a_node_has_at_most_160_bytes() {
    const { assert!(ShellTree::NODE_BYTES <= 160) }
}

fn walk(trees: [&ShellTree; 2], poses: [Pose; 2], limits: &WalkLimits, bytes: usize) -> (ShellSeparation, [usize; 2]) {
    let [mut one, mut other] = [ShellGrowth::within(bytes), ShellGrowth::within(bytes)];
    let found = ShellPair { trees, poses, growth: [&mut one, &mut other] }.separation(limits);
    (found, [one.kept(), other.kept()])
}

/// A turned and displaced wavy patch against another one. Half of the pairs have a planted common point, a tenth of the
/// others are close. The walk with much memory, little and none gives the same list.
#[test]
fn planted_contacts_are_never_missed() {
    let mut random = Random::new(22);
    let (mut apart, mut open) = (0, 0);
    let limits = WalkLimits { depth: 14, size: 0.0, tests: 4_000, left: 4 };
    for round in 0..150 {
        let (a, b) = (wavy(&mut random), wavy(&mut random));
        let trees = [&a, &b].map(|patch| ShellTree::new(patch, 3, ShellTreeVolumes::Shells).unwrap());
        let mut number = || random.between(-1.0, 1.0);
        let turn = DQuat::from_scaled_axis(3.0 * dvec3(number(), number(), number()));
        let gap = if round % 2 == 0 { DVec3::ZERO } else { dvec3(number(), number(), number()) };
        let [u, v, s, t] = [0; 4].map(|_| random.unit());
        let spun = Pose::new(turn, DVec3::ZERO).unwrap();
        let pose = Pose::new(turn, a.at(u, v, 0.0) + gap - spun.apply(b.at(s, t, 0.0))).unwrap();
        let [much, little, none] = [1 << 24, 40 * ShellTree::NODE_BYTES, 0]
            .map(|bytes| walk(trees.each_ref(), [Pose::IDENTITY, pose], &limits, bytes));
        assert!(much.0 == little.0 && much.0 == none.0);
        assert!(little.1.iter().all(|&kept| kept <= 40) && none.1 == [0, 0]);
        if much.0.apart() {
            apart += 1;
            assert_ne!(round % 2, 0, "a planted contact was missed");
        } else {
            open += 1;
        }
    }
    assert!(apart > 40 && open > 70, "{apart} apart, {open} not");
}
