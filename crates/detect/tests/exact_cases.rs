//! The exact primitive on closed forms: boundaries, corners, coplanar and degenerate features, ends of the step,
//! separations.
//!
//! Reference: each case can be solved by hand.

#![allow(clippy::unwrap_used, reason = "a broken expectation stops the test")]

use glam::DVec3;
use tangency_detect::ContactThreshold;
use tangency_detect::DetectError;
use tangency_detect::exact::{EdgeEdge, On, VertexFace};

fn v(x: f64, y: f64, z: f64) -> DVec3 {
    DVec3::new(x, y, z)
}

/// A vertex that falls from 1 to −1 over a unit right triangle.
fn falling(x: f64, y: f64) -> VertexFace {
    let [a, b, c] = [DVec3::ZERO, DVec3::X, DVec3::Y];
    VertexFace::new([v(x, y, 1.0), a, b, c], [v(x, y, -1.0), a, b, c]).unwrap()
}

#[test]
fn boundary_and_corners_belong_to_the_triangle() {
    for (x, y, on) in [
        (0.25, 0.25, On::Face),
        (0.5, 0.0, On::Edge(0)),
        (0.5, 0.5, On::Edge(1)),
        (0.0, 0.5, On::Edge(2)),
        (0.0, 0.0, On::Corner(0)),
        (1.0, 0.0, On::Corner(1)),
        (0.0, 1.0, On::Corner(2)),
    ] {
        let touch = falling(x, y).first_touch().unwrap();
        assert_eq!((touch.on_a, touch.on_b), (On::Corner(0), on), "{x} {y}");
        assert!(touch.time.contains(0.5) && touch.time.width() <= 1e-12);
        assert_eq!(touch.normal, DVec3::NEG_Z);
        assert!((touch.point - v(x, y, 0.0)).length() < 1e-11);
        assert!((touch.weights_b[1] - x).abs() < 1e-11 && (touch.weights_b[2] - y).abs() < 1e-11);
    }
    let tiny = f64::from_bits(1);
    for (x, y) in [(0.5, -tiny), (-tiny, 0.5), (0.5, 0.5_f64.next_up()), (1.0_f64.next_up(), 0.0)] {
        assert!(!falling(x, y).touches(), "{x} {y}");
    }
}

#[test]
fn edges_meet_inside_and_at_their_ends() {
    let other = [v(0.0, -1.0, 0.0), v(0.0, 1.0, 0.0)];
    for (x, on) in [(-1.0, On::Edge(0)), (0.0, On::Corner(0)), (-2.0, On::Corner(1))] {
        let edge = |z: f64| [v(x, 0.0, z), v(x + 2.0, 0.0, z), other[0], other[1]];
        let touch = EdgeEdge::new(edge(3.0), edge(-1.0)).unwrap().first_touch().unwrap();
        assert!(touch.time.contains(0.75) && touch.time.width() <= 1e-12);
        assert_eq!((touch.on_a, touch.on_b, touch.normal), (on, On::Edge(0), DVec3::NEG_Z), "{x}");
    }
    let past = |z: f64| [v(f64::from_bits(1), 0.0, z), v(2.0, 0.0, z), other[0], other[1]];
    assert!(!EdgeEdge::new(past(3.0), past(-1.0)).unwrap().touches());
}

#[test]
fn edges_on_one_line_meet_end_to_end() {
    let at = |x: f64| [v(0.0, 0.0, 0.0), v(1.0, 1.0, 1.0), v(x, x, x), v(x + 1.0, x + 1.0, x + 1.0)];
    let touch = EdgeEdge::new(at(2.0), at(0.0)).unwrap().first_touch().unwrap();
    assert!(touch.time.contains(0.5) && touch.time.width() <= 1e-12);
    assert!(!EdgeEdge::new(at(2.0), at(1.0_f64.next_up())).unwrap().touches());
    assert_eq!(EdgeEdge::new(at(2.0), at(1.0)).unwrap().first_touch().unwrap().time.lower(), 1.0);
}

#[test]
fn coordinates_of_any_size_are_decided() {
    for scale in [1e-300, 1e-160, 1.0, 1e150, 1e300] {
        let [a, b, c] = [DVec3::ZERO, scale * DVec3::X, scale * DVec3::Y];
        let at = |z: f64| [scale * v(0.25, 0.25, z), a, b, c];
        let touch = VertexFace::new(at(1.0), at(-1.0)).unwrap().first_touch().unwrap();
        assert!(touch.time.contains(0.5), "{scale}");
        assert!(!VertexFace::new(at(1.0), at(1e-9)).unwrap().touches(), "{scale}");
    }
    assert!(VertexFace::new([DVec3::NAN; 4], [DVec3::ZERO; 4]).is_err());
}

#[test]
fn a_bracket_is_as_narrow_as_requested() {
    let [a, b, c] = [DVec3::ZERO, DVec3::X, DVec3::Y];
    let pair = VertexFace::new([v(0.25, 0.25, 1.0), a, b, c], [v(0.25, 0.25, -2.0), a, b, c]).unwrap();
    for width in [0.1, 1e-6, 1e-12, 1e-16, 0.0] {
        let time = pair.first_touch_within(width).unwrap().time;
        // One third lies between two doubles.
        assert!(time.lower() <= 1.0 / 3.0 && 1.0 / 3.0 <= time.upper());
        assert!(time.width() <= width.max(1e-16), "{width}: {time:?}");
    }
}

/// The vertex falls from 1 to −1 over the interior. It is within d of the triangle from (1 − d)/2 on.
#[test]
fn a_clearance_is_kept() {
    for separation in [0.5, 0.1, 1e-3] {
        let clearance = ContactThreshold::new(separation, 1e-6).unwrap();
        let time = falling(0.25, 0.25).first_within(clearance).unwrap();
        let exact = 0.5 * (1.0 - separation);
        assert!(time.lower() <= exact && exact - time.lower() <= 1e-6, "{time:?} {exact}");
    }
    let beside = ContactThreshold::new(0.1, 1e-6).unwrap();
    assert!(falling(-0.2, 0.5).first_within(beside).is_none());
    assert!(falling(-0.05, 0.5).first_within(beside).is_some());
}

#[test]
fn a_clearance_is_a_finite_length() {
    for wrong in [f64::NAN, f64::INFINITY, -0.1] {
        let named = |result: Result<ContactThreshold, DetectError>, expected: &str| match result {
            Err(DetectError::Length { name, value, .. }) => name == expected && value.to_bits() == wrong.to_bits(),
            _ => false,
        };
        assert!(named(ContactThreshold::new(wrong, 1e-6), "separation"), "{wrong}");
        assert!(named(ContactThreshold::new(0.1, wrong), "tolerance"), "{wrong}");
    }
    assert!(ContactThreshold::new(0.0, 0.0).is_err(), "no answer can meet a tolerance of zero");
}
