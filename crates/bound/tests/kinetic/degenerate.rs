//! Degenerate events: thousands at one instant, at the start, at the end of the range of time, and apparent
//! events that are none.

use crate::oracle::{Known, check};
use crate::tree;
use glam::DVec3;

/// A point on the x axis.
fn on_axis(position: f64, velocity: f64, acceleration: f64) -> Known {
    let [position, velocity, acceleration] = [position, velocity, acceleration].map(|value| DVec3::X * value);
    Known { since: 0.0, position, velocity, acceleration }
}

fn no_more_events(points: &[Known]) {
    let mut tree = tree(points);
    let made = tree.updates();
    while let Some(time) = tree.next_event() {
        tree.advance(time).unwrap();
    }
    assert_eq!(tree.updates().sides, made.sides, "a side changed hands");
    check(&tree, points);
}

/// x = i(1 - t): all points meet at zero at t = 1 and leave in the opposite order. Both sides of every node
/// change once, all at that instant.
#[test]
fn thousands_of_events_at_one_instant() {
    let points: Vec<Known> = (0..4096).map(|i| on_axis(f64::from(i), -f64::from(i), 0.0)).collect();
    let mut tree = tree(&points);
    let made = tree.updates();
    tree.advance(1.0 - f64::EPSILON).unwrap();
    assert_eq!(tree.updates().sides, made.sides);
    tree.advance(1.0).unwrap();
    assert_eq!(tree.updates().sides - made.sides, 2 * 4095);
    let after = tree.updates();
    tree.advance(1.5).unwrap();
    assert_eq!(tree.updates().sides, after.sides);
    assert_eq!(tree.next_event(), None);
    check(&tree, &points[..]);
    // A side has at most a few events: one from a bound rounded down, one exact, and one more.
    assert!(tree.updates().events <= 3 * 2 * 4095, "{} events", tree.updates().events);
}

/// The same with an event time that is not a floating-point number: x = i - 3it meets at 1/3.
#[test]
fn thousands_of_events_between_two_numbers() {
    let points: Vec<Known> = (0..1024).map(|i| on_axis(f64::from(i), -3.0 * f64::from(i), 0.0)).collect();
    let mut tree = tree(&points);
    let made = tree.updates();
    let third = 1.0 / 3.0_f64; // rounded down
    tree.advance(third).unwrap();
    assert_eq!(tree.updates().sides, made.sides);
    check(&tree, &points);
    tree.advance(third.next_up()).unwrap();
    assert_eq!(tree.updates().sides - made.sides, 2 * 1023);
    check(&tree, &points);
    assert_eq!(tree.next_event(), None);
}

#[test]
fn coincident_and_parallel_plans_have_no_events() {
    let together = on_axis(0.1, 0.3, 0.7);
    no_more_events(&vec![together; 500]);
    no_more_events(&(0..100).map(|i| on_axis(f64::from(i) / 8.0, 0.3, 0.7)).collect::<Vec<_>>());
    // The same parabola with other reference instants: at s it is at s²/2 with speed s.
    let told = (0..100).map(f64::from).map(|s| Known { since: s, ..on_axis(0.5 * s * s, s, 1.0) });
    no_more_events(&told.collect::<Vec<_>>());
}

/// The parabola (t - c)², with c² exact, touches a point at rest and does not fall below it.
#[test]
fn touching_without_crossing_is_no_event() {
    let touching = |c: f64| on_axis(c * c, -2.0 * c, 2.0);
    for c in [0.5, 1.0, 3.0, 1.0e3, 1.0 + f64::EPSILON.sqrt()] {
        let points = [on_axis(0.0, 0.0, 0.0), touching(c)];
        let mut tree = tree(&points);
        let made = tree.updates().sides;
        for instant in [c.next_down(), c, c.next_up(), 2.0 * c] {
            tree.advance(instant).unwrap();
            check(&tree, &points);
        }
        assert_eq!(tree.updates().sides, made, "a side changed hands at {c}");
        assert_eq!(tree.next_event(), None);
    }
}

/// All points coincide at t = 0 and have different velocities. The order just after t = 0 never changes.
#[test]
fn events_at_the_start_are_settled_in_the_making() {
    let points: Vec<Known> = (0..200).map(|i| on_axis(1.0, f64::from(i * 37 % 200), 0.0)).collect();
    no_more_events(&points);
    // The same with different accelerations.
    no_more_events(&(0..200).map(|i| on_axis(1.0, 2.0, f64::from(i * 37 % 200))).collect::<Vec<_>>());
}

#[test]
fn times_and_numbers_at_the_ends_of_the_range() {
    let points = [
        on_axis(1.0e300, -1.0e-5, 0.0),
        on_axis(-1.0e300, 1.0e-5, 0.0),
        on_axis(1.0, 1.0e-300, 0.0),
        on_axis(0.0, f64::MIN_POSITIVE, 0.0),
        on_axis(f64::from_bits(1), 0.0, f64::from_bits(3)),
    ];
    let mut tree = tree(&points);
    for instant in [1.0e-300, 1.0, 1.0e100, 1.0e300, 9.0e304, 1.2e305, 1.0e307] {
        tree.advance(instant).unwrap();
        check(&tree, &points);
    }
    // The first two points met at 1e305 s and are far apart again: 1e300 - 1e-5·1e307 = -9.9e301.
    assert!(tree.volume(0).upper().x > 9.0e301 && tree.volume(0).lower().x < -9.0e301);
}

#[test]
fn nothing_and_one_point() {
    let mut empty = tree(&[]);
    assert_eq!((empty.nodes(), empty.next_event()), (0, None));
    empty.advance(1.0).unwrap();
    empty.pairs_within(&mut |_, _| panic!("no pair in an empty tree"));
    let points = [on_axis(1.0, 2.0, 3.0)];
    let mut single = tree(&points);
    single.advance(2.0).unwrap();
    check(&single, &points);
    single.pairs_within(&mut |_, _| panic!("no pair of one item"));
}
