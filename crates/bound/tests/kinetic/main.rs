//! Kinetic trees.
//!
//! References: exact rational positions (no error), brute force over all pairs, closed forms. Invariants that
//! need no reference: one jump leads to the same bits as many steps; the point of a side changes at most as
//! often as the envelope of its plans has corners.

#![allow(clippy::unwrap_used, reason = "a broken expectation stops the test")]

mod degenerate;
mod experiment;
mod oracle;

use glam::DVec3;
use oracle::{Known, check, exact};
use tangency_bound::Aabb;
use tangency_bound::reference::kinetic::KineticError;
use tangency_bound::reference::{FlightPlan, KineticTree};
use tangency_interval::laws::Random;

/// Half of the plans have multiples of a quarter, so that events coincide. Some plans are copies.
fn plans(random: &mut Random, count: usize, ballistic: bool) -> Vec<Known> {
    let mut points: Vec<Known> = Vec::new();
    for _ in 0..count {
        let point = plan(random, ballistic);
        let copied = !points.is_empty() && random.below(8) == 0;
        points.push(if copied { points[random.below(points.len())] } else { point });
    }
    points
}

fn plan(random: &mut Random, ballistic: bool) -> Known {
    let coarse = random.below(2) == 0;
    let mut vector = |size: f64| {
        DVec3::from_array([0; 3].map(|_| {
            let value = random.between(-size, size);
            if coarse { (4.0 * value).round() / 4.0 } else { value }
        }))
    };
    let (position, velocity, acceleration) = (vector(4.0), vector(4.0), vector(2.0));
    let acceleration = if ballistic && random.below(3) > 0 { acceleration } else { DVec3::ZERO };
    Known { since: [0.0, -1.0, 0.75][random.below(3)], position, velocity, acceleration }
}

fn tree(points: &[Known]) -> KineticTree {
    KineticTree::of_points(points.iter().map(Known::plan).collect(), 0.0).expect("plans are finite")
}

fn volumes(tree: &KineticTree) -> Vec<Aabb> {
    (0..tree.nodes()).map(|node| tree.volume(node)).collect()
}

#[test]
fn boxes_hold_their_points_tightly_at_every_instant() {
    let mut random = Random::new(61);
    let (mut events, mut sides) = (0, 0);
    for round in 0..24 {
        let count = 1 + random.below(32);
        let points = plans(&mut random, count, round % 2 == 0);
        let mut tree = tree(&points);
        let made = tree.updates();
        check(&tree, &points);
        for step in 1..=16 {
            let jitter = if step % 3 == 0 { random.between(0.0, 0.125) } else { 0.0 };
            tree.advance(f64::from(step) / 8.0 + jitter).unwrap();
            check(&tree, &points);
        }
        events += tree.updates().events - made.events;
        sides += tree.updates().sides - made.sides;
    }
    assert!(events > 500 && sides > 500, "only {events} events and {sides} changes test anything");
}

/// Checks the boxes before, at and after every event.
#[test]
fn boxes_hold_their_points_around_every_event() {
    let mut random = Random::new(62);
    let mut events = 0;
    for round in 0..6 {
        let points = plans(&mut random, 12, round % 2 == 0);
        let mut tree = tree(&points);
        while let Some(time) = tree.next_event().filter(|&time| time < 3.0) {
            let before = time.next_down();
            if before > tree.now() {
                tree.advance(before).unwrap();
                check(&tree, &points);
            }
            tree.advance(time).unwrap();
            check(&tree, &points);
            events += 1;
        }
    }
    assert!(events > 200, "only {events} events test anything");
}

#[test]
fn one_jump_leads_where_many_steps_lead() {
    let mut random = Random::new(63);
    let mut changes = 0;
    for round in 0..20 {
        let points = plans(&mut random, 200, round % 2 == 0);
        let mut jump = tree(&points);
        let [mut steps, mut events] = [jump.clone(), jump.clone()];
        let end = random.between(0.5, 6.0);
        jump.advance(end).unwrap();
        (1..=40).for_each(|step| steps.advance(end.min(end * f64::from(step) / 40.0)).unwrap());
        steps.advance(end).unwrap();
        while let Some(time) = events.next_event().filter(|&time| time <= end) {
            events.advance(time).unwrap();
        }
        events.advance(end).unwrap();
        assert_eq!(volumes(&jump), volumes(&steps));
        assert_eq!(volumes(&jump), volumes(&events));
        assert!(jump.updates().sides <= steps.updates().sides && steps.updates().sides <= events.updates().sides);
        changes += events.updates().sides - steps.updates().sides;
    }
    assert!(changes > 0, "no step skipped a change");
}

/// The upper envelope of n lines has at most n - 1 corners, that of n parabolas 2n - 2 (two of them cross at
/// most twice; Davenport and Schinzel). There are at most 6·Σ(nᵢ - 1) changes over all nodes: O(n log n). Twice
/// as many for parabolas.
#[test]
fn changes_are_bounded_and_end() {
    let mut random = Random::new(64);
    for (ballistic, factor) in [(false, 1), (true, 2)] {
        for count in [64, 512, 2_000] {
            let points = plans(&mut random, count, ballistic);
            let mut tree = tree(&points);
            let mut below = vec![1_u64; tree.nodes()];
            for node in (0..tree.nodes()).rev() {
                below[node] = tree.children(node).map_or(1, |[left, right]| below[left] + below[right]);
            }
            let bound = 6 * factor * below.iter().map(|count| count - 1).sum::<u64>();
            let made = tree.updates();
            while let Some(time) = tree.next_event() {
                tree.advance(time).unwrap();
            }
            let (changes, events) = (tree.updates().sides - made.sides, tree.updates().events - made.events);
            assert!(changes <= bound, "{changes} changes of at most {bound}");
            assert!(changes > count as u64 / 2, "only {changes} changes test anything");
            // Each change has at most two events: one from a bound rounded down, and the exact one. Other
            // changes supersede some events.
            assert!(events <= 4 * bound && events < 8 * changes, "{events} events for {changes} changes");
        }
    }
}

#[test]
fn changed_plans_hold_from_now_on() {
    let mut random = Random::new(65);
    let mut events = 0;
    for round in 0..12 {
        let mut points = plans(&mut random, 20, true);
        let mut tree = tree(&points);
        for step in 1..=12 {
            tree.advance(f64::from(step) / 8.0).unwrap();
            // Change one point, a few, or all. The new positions need not continue the old ones.
            let count = [1, 3, 20][round % 3];
            let changes: Vec<(usize, FlightPlan)> = (0..count)
                .map(|_| {
                    let point = random.below(points.len());
                    points[point] = plan(&mut random, true);
                    (point, points[point].plan())
                })
                .collect();
            tree.replan(&changes).unwrap();
            check(&tree, &points);
        }
        let before = tree.updates().events;
        tree.advance(3.0).unwrap();
        check(&tree, &points);
        events += tree.updates().events - before;
        // A new tree has another shape, but the same root.
        let fresh = KineticTree::of_points(points.iter().map(Known::plan).collect(), 3.0).unwrap();
        assert_eq!(fresh.volume(0), tree.volume(0));
    }
    assert!(events > 100, "only {events} events test anything");
}

/// Compares with the exact boxes of all pairs: no pair that meets is missing, and no listed pair is apart by
/// more than rounding.
#[test]
fn pairs_are_those_of_brute_force() {
    let mut random = Random::new(66);
    let (mut found_count, mut all_count) = (0, 0);
    for _ in 0..4 {
        let mut triangles = |offset: f64| {
            let points: Vec<Known> = plans(&mut random, 60, true)
                .into_iter()
                .map(|point| Known { position: 2.0 * point.position + DVec3::X * offset, ..point })
                .collect();
            let items: Vec<[u32; 3]> = (0..20).map(|item| [3 * item, 3 * item + 1, 3 * item + 2]).collect();
            let tree = KineticTree::new(points.iter().map(Known::plan).collect(), &items, 0.0).unwrap();
            (points, tree)
        };
        let ((points_a, mut a), (points_b, mut b)) = (triangles(0.0), triangles(4.0));
        for step in 0..4 {
            let now = f64::from(step) / 4.0;
            a.advance(now).unwrap();
            b.advance(now).unwrap();
            let (boxes_a, boxes_b) = (items(&a, &points_a), items(&b, &points_b));
            let mut between = Vec::new();
            KineticTree::pairs(&a, &b, &mut |i, j| between.push((i, j))).unwrap();
            agree(between, &boxes_a, &boxes_b, |_, _| true);
            let mut within = Vec::new();
            a.pairs_within(&mut |i, j| within.push((i, j)));
            found_count += within.len();
            all_count += 20 * 19 / 2;
            agree(within, &boxes_a, &boxes_a, |i, j| i < j);
        }
    }
    assert!((all_count / 10..all_count * 9 / 10).contains(&found_count), "{found_count} of {all_count} pairs meet");
}

/// The exact boxes of the items.
fn items(tree: &KineticTree, points: &[Known]) -> Vec<oracle::Sides> {
    let boxes = oracle::boxes(tree, points);
    let mut items: Vec<(usize, oracle::Sides)> =
        boxes.into_iter().enumerate().filter_map(|(node, sides)| Some((tree.item(node)?, sides))).collect();
    items.sort_by_key(|&(item, _)| item);
    items.into_iter().map(|(_, sides)| sides).collect()
}

fn agree(
    mut found: Vec<(usize, usize)>,
    a: &[oracle::Sides],
    b: &[oracle::Sides],
    asked: impl Fn(usize, usize) -> bool,
) {
    found.sort_unstable();
    let count = found.len();
    found.dedup();
    assert_eq!(found.len(), count, "a pair was visited twice");
    let zero = exact(0.0);
    for (i, a) in a.iter().enumerate() {
        for (j, b) in b.iter().enumerate().filter(|&(j, _)| asked(i, j)) {
            let apart = |low: &oracle::Sides, high: &oracle::Sides, rounding: bool| {
                (0..3).any(|axis| {
                    let (upper, lower) = (&low[axis + 3], &high[axis]);
                    let slack = if rounding { &upper.slack + &lower.slack } else { zero.clone() };
                    &upper.value + slack < lower.value
                })
            };
            let is_found = found.binary_search(&(i, j)).is_ok();
            let meets = !apart(a, b, false) && !apart(b, a, false);
            let clear = apart(a, b, true) || apart(b, a, true);
            assert!(is_found || !meets, "lost the pair {i}, {j}");
            assert!(!is_found || !clear, "the pair {i}, {j} is apart");
        }
    }
}

#[test]
fn faults_are_named() {
    let still = FlightPlan::new(0.0, DVec3::ZERO, DVec3::ZERO, DVec3::ZERO).unwrap();
    let nan = FlightPlan::new(0.0, DVec3::NAN, DVec3::ZERO, DVec3::ZERO);
    assert!(matches!(nan, Err(KineticError::NotFinite { what: "position", .. })));
    assert!(matches!(
        FlightPlan::between([1.0, 1.0], DVec3::ZERO, DVec3::X),
        Err(KineticError::NoTime { from: 1.0, to: 1.0 })
    ));
    let empty: [u32; 0] = [];
    let refused = |items: &[&[u32]]| KineticTree::new(vec![still], items, 0.0).unwrap_err();
    assert_eq!(refused(&[&[0], &empty]), KineticError::EmptyItem { item: 1 });
    assert_eq!(refused(&[&[0, 1]]), KineticError::NoSuchPoint { point: 1, count: 1 });
    let mut tree = KineticTree::of_points(vec![still], 1.0).unwrap();
    assert_eq!(tree.advance(0.5), Err(KineticError::Backwards { now: 1.0, to: 0.5 }));
    assert!(tree.advance(f64::NAN).is_err() && tree.advance(f64::INFINITY).is_err());
    assert_eq!(tree.replan(&[(1, still)]), Err(KineticError::NoSuchPoint { point: 1, count: 1 }));
    let later = KineticTree::of_points(vec![still], 2.0).unwrap();
    let compared = KineticTree::pairs(&tree, &later, &mut |_, _| {});
    assert_eq!(compared, Err(KineticError::DifferentInstants { a: 1.0, b: 2.0 }));
}
