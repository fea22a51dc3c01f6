//! Intersection curves and contacts of trimmed faces: a disc and a sheet of splines.
//!
//! References: closed forms. A sphere meets a disc in an arc of a circle, a plane a paraboloid in a curve that is a
//! circle from above. `tangency/tests/step_curves.rs` has solids of STEP files.

#![allow(clippy::unwrap_used)] // A test may stop at the first broken expectation.

use glam::{DQuat, DVec2, DVec3, EulerRot, dvec2, dvec3};
use std::f64::consts::TAU;
use std::sync::Arc;
use tangency_detect::{
    IntersectionCurve, Moving, PairIntersection, Prepared, Query, SplineBodies, SplineBodiesOptions, SurfaceVerdict,
    face_contacts, intersection_curves,
};
use tangency_geometry::spline::{BezierPatch, NurbsSurface, make};
use tangency_geometry::surface::{Brep, Patch, TrimCurve, TrimmedEdge, TrimmedFace, TrimmedSide};
use tangency_geometry::{Motion, Pose, Shape};

fn still(brep: Brep, pose: Pose) -> Moving {
    Moving::new(Shape::Parametric(brep), Motion::Still(pose)).unwrap()
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

/// Four quarters of a circle.
fn round(centre: DVec2, radius: f64) -> Vec<TrimmedSide> {
    let half = std::f64::consts::FRAC_1_SQRT_2;
    let corners = [DVec2::X, DVec2::Y, -DVec2::X, -DVec2::Y];
    let quarter = |edge: usize| {
        let (from, to) = (corners[edge], corners[(edge + 1) % 4]);
        let points = [from, from + to, to].map(|place| centre + radius * place);
        let curve = TrimCurve::rational(points.to_vec(), vec![1.0, half, 1.0]).unwrap();
        TrimmedSide { curve, along: TrimmedEdge::Shared { edge, reversed: false } }
    };
    (0..4).map(quarter).collect()
}

/// A disc of radius 1 in the plane z = 0.
fn disc() -> Brep {
    let patch = Patch::parse(["u", "v", "0"], [-2.0, 2.0], [-2.0, 2.0]).unwrap();
    Brep::of_trimmed(vec![TrimmedFace { patch, loops: vec![round(DVec2::ZERO, 1.0)] }], 1e-9).unwrap()
}

fn sphere() -> Brep {
    Brep::of_splines(make::sphere(0.5).unwrap()).unwrap()
}

/// Where the sphere is at (x, 0, 0.3), it cuts the plane in a circle of radius 0.4 about (x, 0).
#[test]
fn a_disc_meets_a_sphere_only_within_its_trim() {
    let disc = still(disc(), Pose::IDENTITY);
    // Turned, so that no pole and no side of a patch of the sphere is on the plane.
    let turn = DQuat::from_euler(EulerRot::XYZ, 0.3, 0.5, 0.2);
    let ball = |x: f64| still(sphere(), Pose::new(turn, dvec3(x, 0.0, 0.3)).unwrap());
    let meets = |x: f64| {
        let met = face_contacts(&disc, &ball(x), 0.0, &Query { tolerance: 1e-4, ..Query::default() }).unwrap();
        (met.iter().any(|contact| matches!(contact.verdict, SurfaceVerdict::Meeting(_))), met.len())
    };
    let inside = curves(&disc, &ball(0.2), 1e-5);
    assert!(inside.open.is_empty() && inside.curves.len() == 1, "{inside:?}");
    assert_circle(&inside.curves[0], dvec3(0.2, 0.0, 0.0), 0.4, 2e-5);
    assert!(meets(0.2).0);
    let outside = curves(&disc, &ball(1.45), 1e-5);
    assert!(outside.apart(), "{outside:?}");
    assert_eq!(meets(1.45), (false, 0));
    let straddling = curves(&disc, &ball(1.0), 1e-5);
    assert!(straddling.open.is_empty(), "{:?}", straddling.open);
    let [arc] = &straddling.curves[..] else { panic!("one arc, not {}", straddling.curves.len()) };
    let half = 0.2_f64.acos();
    assert!(!arc.closed && (length(&arc.points) - 0.8 * half).abs() < 1e-4, "{}", length(&arc.points));
    let [first, last] = [arc.points[0], arc.points[arc.points.len() - 1]];
    let y = (1.0_f64 - 0.92 * 0.92).sqrt();
    let ends = [dvec3(0.92, first.y.signum() * y, 0.0), dvec3(0.92, last.y.signum() * y, 0.0)];
    assert!(
        first.y * last.y < 0.0 && first.distance(ends[0]) < 1e-8 && last.distance(ends[1]) < 1e-8,
        "{first} {last}"
    );
    assert!(arc.points.iter().all(|point| point.length() < 1.0 + 1e-9));
    assert!(meets(1.0).0);
}

/// The same frame after frame.
#[test]
fn trimmed_bodies_meet_frame_after_frame() {
    let bodies = [disc(), sphere()].map(|brep| Arc::new(Prepared::new(Shape::Parametric(brep))));
    let mut watched = SplineBodies::new(bodies.to_vec(), SplineBodiesOptions::default()).unwrap();
    let turn = DQuat::from_euler(EulerRot::XYZ, 0.3, 0.5, 0.2);
    let (mut met, mut apart) = (0, 0);
    for frame in 0..80 {
        let x = 0.025 * f64::from(frame);
        let found = watched.meetings(&[Pose::IDENTITY, Pose::new(turn, dvec3(x, 0.0, 0.3)).unwrap()]).unwrap();
        // The nearest point of the circle of radius 0.4 about x is at x − 0.4.
        match (found.first().map(|pair| pair.verdict), x < 1.4) {
            (Some(SurfaceVerdict::Meeting(point)), true) => {
                assert!(point.point.length() <= 1.0 + 1e-9, "{point:?}");
                met += 1;
            }
            (None, false) => apart += 1,
            (Some(SurfaceVerdict::Open { .. }), _) if (x - 1.4).abs() < 1e-9 => {}
            other => panic!("{x}: {other:?}"),
        }
    }
    assert!(met == 56 && apart >= 22, "{met} {apart}");
}

/// z = x² + y² over four cells of splines, within a radius of 0.8, cut by planes.
#[test]
fn a_trimmed_sheet_of_splines_is_cut_by_planes() {
    let (place, square) = ([-1.0, -0.5, 0.5, 1.0], [1.0, 0.0, 0.0, 1.0]);
    let points = (0..16).map(|i| dvec3(place[i / 4], place[i % 4], square[i / 4] + square[i % 4])).collect();
    let knots = vec![0.0, 0.0, 0.0, 1.0, 2.0, 2.0, 2.0];
    let sheet = NurbsSurface::new([2, 2], [knots.clone(), knots], points, vec![]).unwrap().sheet().unwrap();
    assert!(sheet.count() == 4 && (sheet.at(1.3, 0.4) - dvec3(0.3, -0.6, 0.45)).length() < 1e-15);
    let face = TrimmedFace { patch: Patch::of_sheet(sheet).unwrap(), loops: vec![round(DVec2::ONE, 0.8)] };
    let bowl = still(Brep::of_trimmed(vec![face], 1e-9).unwrap(), Pose::IDENTITY);
    // The plane z = slope·x + height.
    let plane = |slope: f64, height: f64| {
        let corner = |x: f64, y: f64| dvec3(x, y, slope * x + height);
        let corners = vec![corner(-1.1, -1.2), corner(-1.1, 1.3), corner(1.2, -1.2), corner(1.2, 1.3)];
        still(Brep::of_splines(vec![BezierPatch::new([1, 1], corners).unwrap()]).unwrap(), Pose::IDENTITY)
    };
    let level = curves(&bowl, &plane(0.0, 0.25), 1e-5);
    assert!(level.open.is_empty() && level.curves.len() == 1, "{level:?}");
    assert_circle(&level.curves[0], dvec3(0.0, 0.0, 0.25), 0.5, 2e-5);
    assert!(curves(&bowl, &plane(0.0, 0.81), 1e-5).apart(), "a circle of radius 0.9 is beyond the trim");
    // From above: a circle of radius 0.6 about (0.25, 0), of which the part with x > 0.685 is beyond the trim.
    let tilted = curves(&bowl, &plane(0.5, 0.2975), 1e-5);
    assert!(tilted.open.is_empty(), "{:?}", tilted.open);
    let [arc] = &tilted.curves[..] else { panic!("one arc, not {}", tilted.curves.len()) };
    for point in &arc.points {
        assert!((point.truncate().distance(dvec2(0.25, 0.0)) - 0.6).abs() < 1e-9 && point.x < 0.685 + 1e-9, "{point}");
    }
    let y = (0.64_f64 - 0.685 * 0.685).sqrt();
    for end in [arc.points[0], arc.points[arc.points.len() - 1]] {
        assert!((end.truncate() - dvec2(0.685, end.y.signum() * y)).length() < 1e-8, "{end}");
    }
    assert!(!arc.closed && arc.points[0].y * arc.points[arc.points.len() - 1].y < 0.0);
}
