//! Curves in which bodies of splines meet.
//!
//! References: closed forms (circles of spheres, cylinders and tori; ellipses of two cylinders), which the rational
//! patches describe exactly. Every vertex is checked against both bodies, and the length of every curve against the
//! closed form, so that a missing piece shows. Own error: rounding.

#![allow(clippy::unwrap_used)] // A test may stop at the first broken expectation.

use glam::{DQuat, DVec3, dvec3};
use std::f64::consts::PI;
use tangency_detect::{DetectError, Moving, PairIntersection, Query, intersection_curves};
use tangency_geometry::spline::{BezierPatch, make};
use tangency_geometry::surface::Brep;
use tangency_geometry::{Motion, Pose, Shape, primitive};

fn body(patches: Vec<BezierPatch>, pose: Pose) -> Moving {
    Moving::new(Shape::Parametric(Brep::of_splines(patches).unwrap()), Motion::Still(pose)).unwrap()
}

fn at(translation: DVec3) -> Pose {
    Pose::translated(translation).unwrap()
}

fn turned(axis: DVec3, translation: DVec3) -> Pose {
    Pose::new(DQuat::from_scaled_axis(axis), translation).unwrap()
}

fn curves(a: &Moving, b: &Moving, tolerance: f64) -> PairIntersection {
    let query = Query { tolerance, ..Query::default() };
    let found = intersection_curves(a, b, 0.0, &query).unwrap();
    for curve in &found.curves {
        assert!(curve.points.len() == curve.features.len() && curve.points.len() > 1);
        assert!(!curve.closed || curve.points.first() == curve.points.last());
    }
    found
}

fn length(points: &[DVec3]) -> f64 {
    points.windows(2).map(|ends| ends[0].distance(ends[1])).sum()
}

/// Checks closed curves against their lengths, which polylines within `tolerance` of a circle miss by little.
fn assert_lengths(found: &PairIntersection, expected: &[f64], tolerance: f64) {
    assert!(found.open.is_empty() && found.complete, "{:?}", found.open);
    let mut lengths: Vec<f64> = found.curves.iter().map(|curve| length(&curve.points)).collect();
    lengths.sort_by(f64::total_cmp);
    assert_eq!(lengths.len(), expected.len(), "{lengths:?}");
    for (curve, (length, expected)) in found.curves.iter().zip(lengths.iter().zip(expected)) {
        assert!(curve.closed && curve.error <= 1.01 * tolerance, "{} {}", curve.closed, curve.error);
        assert!(*length < expected + 1e-9 && *length > expected * (1.0 - 1e-2), "{length} {expected}");
    }
}

#[test]
fn two_spheres_meet_in_a_circle() {
    for (offset, turn) in [
        (dvec3(1.2, 0.0, 0.0), DVec3::ZERO),
        (dvec3(0.0, 0.0, 1.2), DVec3::ZERO),
        (dvec3(0.3, 0.7, 0.9), dvec3(0.4, -0.8, 0.2)),
    ] {
        let a = body(make::sphere(1.0).unwrap(), Pose::IDENTITY);
        let b = body(make::sphere(1.0).unwrap(), turned(turn, offset));
        let found = curves(&a, &b, 1e-3);
        let radius = (1.0 - offset.length_squared() / 4.0).sqrt();
        assert_lengths(&found, &[2.0 * PI * radius], 1e-3);
        for point in &found.curves[0].points {
            assert!((point.length() - 1.0).abs() < 1e-9 && (point.distance(offset) - 1.0).abs() < 1e-9);
        }
    }
}

/// A cylinder of radius 0.5 about the z axis through a sphere of radius 1: two circles at heights ±√0.75.
#[test]
fn a_cylinder_through_a_sphere_meets_it_in_two_circles() {
    let a = body(make::sphere(1.0).unwrap(), turned(dvec3(0.2, 0.1, 0.3), DVec3::ZERO));
    let b = body(make::cylinder(0.5, 3.0).unwrap(), at(dvec3(0.0, 0.0, -1.5)));
    let found = curves(&a, &b, 1e-3);
    assert_lengths(&found, &[PI, PI], 1e-3);
    for curve in &found.curves {
        for point in &curve.points {
            assert!((point.z.abs() - 0.75_f64.sqrt()).abs() < 1e-9 && (point.x.hypot(point.y) - 0.5).abs() < 1e-9);
        }
    }
}

/// The plane through the equator of a torus and planes across its axis.
#[test]
fn a_plane_cuts_a_torus_in_two_circles() {
    let torus = body(make::torus(1.0, 0.25, 3).unwrap(), Pose::IDENTITY);
    for height in [0.0, 0.1, -0.2] {
        let half = 2.0;
        let corners = [[-half, -half], [-half, half], [half, -half], [half, half]];
        let plane = BezierPatch::new([1, 1], corners.map(|[x, y]| dvec3(x, y, height)).to_vec()).unwrap();
        let found = curves(&torus, &body(vec![plane], Pose::IDENTITY), 1e-3);
        let aside = (0.25_f64.powi(2) - f64::powi(height, 2)).sqrt();
        assert_lengths(&found, &[2.0 * PI * (1.0 - aside), 2.0 * PI * (1.0 + aside)], 1e-3);
    }
}

/// Two tori linked as a chain do not meet; pushed together along their common axis they do.
#[test]
fn linked_tori_are_proved_apart() {
    let torus = || make::torus(1.0, 0.2, 3).unwrap();
    let a = body(torus(), Pose::IDENTITY);
    let quarter = dvec3(PI / 2.0, 0.0, 0.0);
    let found = curves(&a, &body(torus(), turned(quarter, dvec3(1.0, 0.0, 0.0))), 1e-3);
    assert!(found.apart() && found.complete, "{found:?}");
    let found = curves(&a, &body(torus(), turned(quarter, dvec3(0.33, 0.03, 0.02))), 1e-3);
    assert!(!found.curves.is_empty() && found.curves.iter().all(|curve| curve.closed) && found.open.is_empty());
    let off = |point: &DVec3| ((point.x.hypot(point.y) - 1.0).hypot(point.z) - 0.2).abs();
    assert!(found.curves.iter().all(|curve| curve.points.iter().all(|point| off(point) < 1e-9)));
}

/// Dense samples of a curve with a closed form are within the stated error of the polyline, and the error is honest: a
/// tolerance of 1e-2 leaves vertices far apart.
#[test]
fn every_point_of_a_circle_is_within_the_error() {
    let offset = dvec3(0.3, 0.7, 0.9);
    let [a, b] = [DVec3::ZERO, offset].map(|place| body(make::sphere(1.0).unwrap(), at(place)));
    for tolerance in [1e-2, 1e-4, 1e-6] {
        let found = curves(&a, &b, tolerance);
        let [circle] = &found.curves[..] else { panic!("one circle") };
        let normal = offset.normalize();
        let (x, radius) = (normal.any_orthonormal_vector(), (1.0 - offset.length_squared() / 4.0).sqrt());
        let y = normal.cross(x);
        let mut worst = 0.0_f64;
        for step in 0..997 {
            let (sine, cosine) = (2.0 * PI * f64::from(step) / 997.0).sin_cos();
            let point = 0.5 * offset + radius * (cosine * x + sine * y);
            let off = |ends: &[DVec3]| {
                let along = ends[1] - ends[0];
                let share = ((point - ends[0]).dot(along) / along.length_squared()).clamp(0.0, 1.0);
                point.distance(ends[0] + share * along)
            };
            worst = circle.points.windows(2).map(off).fold(f64::INFINITY, f64::min).max(worst);
        }
        assert!(worst <= circle.error && circle.error <= 1.01 * tolerance, "{worst} {} {tolerance}", circle.error);
        assert!(worst > 1e-3 * tolerance, "{worst}");
    }
}

/// Spheres that touch in one point are not decided there, and nowhere else; a gap or an overlap is.
#[test]
fn a_point_of_tangency_stays_open() {
    let a = body(make::sphere(1.0).unwrap(), turned(dvec3(0.3, 0.5, 0.1), DVec3::ZERO));
    let direction = dvec3(0.48, 0.64, 0.6);
    let touching = curves(&a, &body(make::sphere(1.0).unwrap(), at(2.0 * direction)), 1e-3);
    assert!(touching.curves.is_empty() && !touching.open.is_empty() && !touching.apart());
    assert!(touching.open.iter().all(|place| place.point.distance(direction) < 0.05), "{:?}", touching.open);
    let apart = curves(&a, &body(make::sphere(1.0).unwrap(), at(2.0001 * direction)), 1e-3);
    assert!(apart.apart());
}

/// An open surface ends at its border, and so does the curve.
#[test]
fn curves_end_at_borders() {
    let square = |z: f64| [[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]].map(|[x, y]| dvec3(x, y, z)).to_vec();
    let flat = body(vec![BezierPatch::new([1, 1], square(0.0)).unwrap()], Pose::IDENTITY);
    let pose = turned(dvec3(0.0, 1.0, 0.0), dvec3(0.5, 0.3, 0.1));
    let tilted = body(vec![BezierPatch::new([1, 1], square(0.0)).unwrap()], pose);
    let found = curves(&flat, &tilted, 1e-6);
    let [line] = &found.curves[..] else { panic!("one line: {found:?}") };
    // z = 0.1 − x·sin 1 on the tilted square: x = 0.1/sin 1, which is 0.5 + 0.1/tan 1 in the world; y from 0.3 to 1.
    let x = 0.5 + 0.1 / 1.0_f64.tan();
    assert!(!line.closed && (length(&line.points) - 0.7).abs() < 1e-9);
    assert!(line.points.iter().all(|point| point.distance(dvec3(x, point.y, 0.0)) < 1e-12));
}

#[test]
fn other_bodies_are_refused() {
    let cube = Shape::Polyhedron(primitive::cuboid(DVec3::ONE).unwrap());
    let cube = Moving::new(cube, Motion::Still(Pose::IDENTITY)).unwrap();
    let sphere = body(make::sphere(1.0).unwrap(), Pose::IDENTITY);
    let refused = intersection_curves(&sphere, &cube, 0.0, &Query::default());
    assert!(matches!(refused, Err(DetectError::NotSplines { .. })), "{refused:?}");
}
