//! Intersection curves and overlaps of STEP solids, whose faces are trimmed.
//!
//! References: closed forms. A pin through a plate meets it in circles, two pins in curves of degree four.

#![allow(clippy::unwrap_used, reason = "a broken expectation stops the test")]

use std::f64::consts::{FRAC_PI_2, PI, TAU};
use tangency::detect::{
    Evidence, IntersectionCurve, Moving, OverlapVerdict, PairIntersection, Query, intersection_curves, overlap,
};
use tangency::formats::step::{self, StepBody, StepProfileSegment};
use tangency::geometry::surface::Brep;
use tangency::geometry::{Motion, Pose, Shape};
use tangency::glam::{DQuat, DVec2, DVec3, dvec2, dvec3};

fn still(brep: Brep, pose: Pose) -> Moving {
    Moving::new(Shape::Parametric(brep), Motion::Still(pose)).unwrap()
}

fn at(place: DVec3) -> Pose {
    Pose::translated(place).unwrap()
}

/// A pin along z from −1 to 1.
fn pin(radius: f64) -> Brep {
    let to = |r: f64, z: f64| StepProfileSegment { end: dvec2(r, z), center: None };
    read(step::revolved("pin", -1.0, &[to(radius, -1.0), to(radius, 1.0), to(0.0, 1.0)]).unwrap())
}

fn read(body: StepBody) -> Brep {
    let brep = body.brep().unwrap();
    assert!(brep.is_solid() && brep.faces().iter().all(|face| face.trim().is_some()));
    brep
}

/// A plate of 2 × 1.5 × 0.4 from the origin.
fn plate() -> Brep {
    read(step::plate("plate", dvec3(2.0, 1.5, 0.4), &[]).unwrap())
}

fn curves(a: &Moving, b: &Moving, tolerance: f64) -> PairIntersection {
    intersection_curves(a, b, 0.0, &Query { tolerance, ..Query::default() }).unwrap()
}

fn length(points: &[DVec3]) -> f64 {
    points.windows(2).map(|ends| ends[0].distance(ends[1])).sum()
}

/// How far a point is from a polyline.
fn off(point: DVec3, points: &[DVec3]) -> f64 {
    let segment = |ends: &[DVec3]| {
        let along = ends[1] - ends[0];
        let share = ((point - ends[0]).dot(along) / along.length_squared()).clamp(0.0, 1.0);
        point.distance(ends[0] + if share.is_finite() { share } else { 0.0 } * along)
    };
    points.windows(2).map(segment).fold(f64::INFINITY, f64::min)
}

/// Vertices are on the circle, and every point of the circle is within the error of the polyline.
fn assert_circle(curve: &IntersectionCurve, centre: DVec3, radius: f64, tolerance: f64) {
    assert!(curve.closed && curve.error <= tolerance, "{} {}", curve.closed, curve.error);
    for point in &curve.points {
        assert!((point.distance(centre) - radius).abs() < 1e-9 && (point.z - centre.z).abs() < 1e-9, "{point}");
    }
    for index in 0..200 {
        let point = centre + radius * DVec2::from_angle(TAU * f64::from(index) / 200.0).extend(0.0);
        assert!(off(point, &curve.points) <= curve.error, "{point} {}", curve.error);
    }
}

#[test]
fn a_pin_through_a_plate_meets_it_in_two_circles() {
    let (centre, radius) = (dvec2(0.9, 0.7), 0.3);
    let found = curves(&still(plate(), Pose::IDENTITY), &still(pin(radius), at(centre.extend(0.1))), 1e-4);
    assert!(found.complete && found.open.is_empty(), "{:?}", found.open);
    let mut curves = found.curves;
    curves.sort_by(|one, other| one.points[0].z.total_cmp(&other.points[0].z));
    let [low, high] = &curves[..] else { panic!("two circles, not {}", curves.len()) };
    assert_circle(low, centre.extend(0.0), radius, 2e-4);
    assert_circle(high, centre.extend(0.4), radius, 2e-4);
}

/// Half of the pin is beside the plate: its outline crosses two edges above and two below, and closes.
#[test]
fn a_curve_goes_on_across_edges() {
    let (centre, radius) = (dvec2(0.0, 0.7), 0.3);
    let found = curves(&still(plate(), Pose::IDENTITY), &still(pin(radius), at(centre.extend(0.1))), 1e-5);
    assert!(found.open.is_empty(), "{:?}", found.open);
    let [curve] = &found.curves[..] else { panic!("one curve, not {:?}", found.curves.len()) };
    assert!(curve.closed && curve.error <= 2e-5, "{} {}", curve.closed, curve.error);
    let expected = 2.0 * PI * radius + 2.0 * 0.4;
    // A chord within 1e-5 of an arc of radius 0.3 is shorter by 3e-5 of its length at most.
    assert!((length(&curve.points) - expected).abs() < 3e-4, "{} {expected}", length(&curve.points));
    for point in &curve.points {
        assert!(((point.truncate() - centre).length() - radius).abs() < 1e-9, "{point}");
        let surface = point.z.abs().min((point.z - 0.4).abs()).min(point.x.abs());
        assert!(surface < 1e-9 && point.x > -1e-9 && point.z > -1e-9 && point.z < 0.4 + 1e-9, "{point}");
    }
}

/// x² + y² = 0.25 and y² + z² = 0.09: two loops.
#[test]
fn two_pins_cross_in_two_loops() {
    // Both are turned about their own axes, so that their seams do not meet in a point of the curve: it would be open.
    let about_z = DQuat::from_rotation_z(0.4);
    let about_x = DQuat::from_rotation_y(FRAC_PI_2) * DQuat::from_rotation_z(0.7);
    let [upright, lying] = [about_z, about_x].map(|turn| Pose::new(turn, DVec3::ZERO).unwrap());
    let found = curves(&still(pin(0.5), upright), &still(pin(0.3), lying), 1e-5);
    assert!(found.open.is_empty(), "{:?}", found.open);
    assert_eq!(found.curves.len(), 2);
    let place = |t: f64| {
        let (y, z) = (0.3 * t.cos(), 0.3 * t.sin());
        dvec3((0.25 - y * y).sqrt(), y, z)
    };
    let samples: Vec<DVec3> = (0..=100_000).map(|index| place(TAU * f64::from(index) / 1e5)).collect();
    for curve in &found.curves {
        assert!(curve.closed && curve.error <= 2e-5);
        assert!((length(&curve.points) - length(&samples)).abs() < 3e-4);
        let mirror = dvec3(curve.points[0].x.signum(), 1.0, 1.0);
        for point in &curve.points {
            assert!((dvec2(point.x, point.y).length() - 0.5).abs() < 1e-9);
            assert!((dvec2(point.y, point.z).length() - 0.3).abs() < 1e-9);
        }
        for sample in samples.iter().step_by(500) {
            assert!(off(mirror * *sample, &curve.points) <= curve.error);
        }
    }
}

/// Two plates of one height, shifted along each other: their upper faces are in one plane, their walls cross.
#[test]
fn plates_in_one_plane_overlap() {
    let overlap_at = |place: DVec3| {
        overlap(&still(plate(), Pose::IDENTITY), &still(plate(), at(place)), 0.0, &Query::default()).unwrap()
    };
    let found = overlap_at(dvec3(0.5, 0.3, 0.0));
    assert_eq!(found.evidence, Evidence::Proved);
    let OverlapVerdict::Overlapping { point } = found.verdict else { panic!("{found:?}") };
    assert!(
        point.cmpge(dvec3(0.5, 0.3, 0.0) - 1e-9).all() && point.cmple(dvec3(2.0, 1.5, 0.4) + 1e-9).all(),
        "{point}"
    );
    let apart = overlap_at(dvec3(2.1, 0.3, 0.0));
    assert!(matches!(apart.verdict, OverlapVerdict::Apart { .. }), "{apart:?}");
}
