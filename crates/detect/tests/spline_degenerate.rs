//! Degenerate patches: a collapsed edge as at the lid of a teapot, rows without length, coincident control points.
//!
//! References: closed forms. All patches here are flat or cones as sets of points, whatever their control points are,
//! so distances and times are those of squares, discs and cones.

#![allow(clippy::unwrap_used, reason = "a broken expectation stops the test")]

use glam::{DQuat, DVec3, dvec3};
use tangency_detect::{
    Evidence, Moving, Query, SurfaceVerdict, Verdict, distance, face_contacts, first_contact, intersection_curves,
};
use tangency_geometry::spline::{BezierPatch, make};
use tangency_geometry::surface::Brep;
use tangency_geometry::{Linear, Motion, Pose, Shape};

/// The square 0 ≤ x, y ≤ 1 at z = 0, as a bicubic patch. `x_of`: the control points along u.
fn square(x_of: [f64; 4]) -> Vec<BezierPatch> {
    let points = x_of.into_iter().flat_map(|x| (0..4).map(move |row| dvec3(x, f64::from(row) / 3.0, 0.0)));
    vec![BezierPatch::new([3, 3], points.collect()).unwrap()]
}

/// Squares whose parametrisation stops somewhere, with the name of the fault.
fn squares() -> [(&'static str, Vec<BezierPatch>); 4] {
    [
        ("regular", square([0.0, 1.0 / 3.0, 2.0 / 3.0, 1.0])),
        // The derivative along u is zero at both ends.
        ("coincident control points at the ends", square([0.0, 0.0, 1.0, 1.0])),
        ("coincident control points in the middle", square([0.0, 0.5, 0.5, 1.0])),
        // x = 4u³ − 6u² + 3u has the derivative 3(1 − 2u)²: a row without length at u = 1/2.
        ("a row without length", square([0.0, 1.0, 0.0, 1.0])),
    ]
}

/// The triangle (0, 0), (1, −1), (1, 1) at z = 0. The edge at u = 0 is a point, and so is the row beside it.
fn collapsed() -> Vec<BezierPatch> {
    let points = [0.0, 0.0, 0.5, 1.0]
        .into_iter()
        .flat_map(|x| (0..4).map(move |j| dvec3(x, x * (f64::from(j) / 1.5 - 1.0), 0.0)));
    vec![BezierPatch::new([3, 3], points.collect()).unwrap()]
}

fn surface(patches: Vec<BezierPatch>) -> Shape {
    Shape::Parametric(Brep::of_splines(patches).unwrap().as_surface())
}

fn ball(radius: f64) -> Shape {
    Shape::Parametric(Brep::of_splines(make::sphere(radius).unwrap()).unwrap())
}

fn placed(shape: Shape, place: DVec3) -> Moving {
    // A turn keeps the poles of the sphere away from the closest points.
    let pose = Pose::new(DQuat::from_rotation_x(0.4) * DQuat::from_rotation_y(0.3), place).unwrap();
    Moving::new(shape, Motion::Still(pose)).unwrap()
}

fn resting(shape: Shape) -> Moving {
    Moving::new(shape, Motion::Still(Pose::IDENTITY)).unwrap()
}

/// The closest point of the square.
fn clamped(place: DVec3) -> DVec3 {
    place.clamp(DVec3::ZERO, dvec3(1.0, 1.0, 0.0))
}

const PLACES: [DVec3; 6] = [
    dvec3(0.5, 0.4, 0.7),
    dvec3(0.48, 0.5, 0.4),
    dvec3(0.0, 0.5, 0.6),
    dvec3(-0.3, 0.3, 0.4),
    dvec3(1.2, 1.3, 0.3),
    dvec3(0.99, 0.02, 0.5),
];

#[test]
fn distances_do_not_depend_on_the_parametrisation() {
    let radius = 0.25;
    for (name, patches) in squares() {
        let square = resting(surface(patches));
        for place in PLACES {
            let exact = place.distance(clamped(place)) - radius;
            let found = distance(&square, &placed(ball(radius), place), 0.0, &Query::default()).unwrap();
            let [lower, upper] = [found.distance.lower(), found.distance.upper()];
            assert!(lower <= exact + 1e-12 && exact - 1e-12 <= upper, "{name}, {place}: {lower} {upper} {exact}");
            assert!(upper - lower <= 1e-6 && found.evidence == Evidence::Proved, "{name}, {place}: {found:?}");
        }
    }
}

#[test]
fn first_contacts_do_not_depend_on_the_parametrisation() {
    let radius = 0.25;
    for (name, patches) in squares() {
        let square = resting(surface(patches));
        for [x, y] in [[0.5, 0.4], [0.47, 0.6], [0.0, 0.5], [-0.1, 0.3], [1.05, 1.1]] {
            let flat = dvec3(x, y, 0.0);
            let beside = flat.distance(clamped(flat));
            let start = Pose::new(DQuat::from_rotation_x(0.4), flat + DVec3::Z).unwrap();
            let fall = Motion::Linear(Linear::new(start, dvec3(0.0, 0.0, -1.0)).unwrap());
            let answer = first_contact(&square, &Moving::new(ball(radius), fall).unwrap(), &Query::default()).unwrap();
            let Verdict::Touch(first) = answer.verdict else { panic!("{name}, {x} {y}: {answer:?}") };
            let exact = 1.0 - (radius * radius - beside * beside).sqrt();
            let [lower, upper] = [first.time.lower(), first.time.upper()];
            assert!(lower <= exact + 1e-12 && exact <= upper + 1e-9, "{name}, {x} {y}: {lower} {upper} {exact}");
            assert!(exact - lower < 1e-5, "{name}, {x} {y}: early, {lower} {exact}");
        }
    }
}

/// A ball that is above the square at a proved distance meets it nowhere; one that is cut by it does.
#[test]
fn contacts_do_not_depend_on_the_parametrisation() {
    let radius = 0.25;
    for (name, patches) in squares() {
        let square = resting(surface(patches));
        let apart = face_contacts(&square, &placed(ball(radius), dvec3(0.5, 0.5, 0.26)), 0.0, &Query::default());
        assert_eq!(apart.unwrap(), [], "{name}");
        for place in [dvec3(0.55, 0.4, 0.1), dvec3(0.05, 0.4, -0.1), dvec3(1.1, 0.5, 0.05)] {
            let met = face_contacts(&square, &placed(ball(radius), place), 0.0, &Query::default()).unwrap();
            let points = met.iter().filter_map(|contact| match contact.verdict {
                SurfaceVerdict::Meeting(common) => Some(common),
                SurfaceVerdict::Open { .. } => None,
            });
            let points: Vec<_> = points.collect();
            assert!(!points.is_empty(), "{name}, {place}: {met:?}");
            for common in points {
                assert!(common.point.z.abs() <= common.error, "{name}: {common:?}");
                let off = (common.point.distance(place) - radius).abs();
                assert!(off <= common.error + 1e-12 && common.error < 1e-9, "{name}: {common:?} {off}");
            }
        }
    }
}

/// The ball is cut in a circle. The curves that are found are on it; what is missing is reported as open.
#[test]
fn intersection_curves_are_on_the_circle_or_open() {
    let (radius, place) = (0.25, dvec3(0.5, 0.5, 0.1));
    let cut = (radius * radius - place.z * place.z).sqrt();
    let off_circle = |point: DVec3| dvec3((point - place).truncate().length() - cut, point.z, 0.0).length();
    for (name, patches) in squares() {
        let query = Query { tolerance: 1e-4, ..Query::default() };
        let found = intersection_curves(&resting(surface(patches)), &placed(ball(radius), place), 0.0, &query).unwrap();
        for curve in &found.curves {
            for point in &curve.points {
                assert!(off_circle(*point) <= curve.error + 1e-12, "{name}: {point} {}", curve.error);
            }
        }
        // Every point of the circle is near a curve, or near an open place.
        for step in 0..360 {
            let angle = f64::from(step).to_radians();
            let on = place.with_z(0.0) + cut * dvec3(angle.cos(), angle.sin(), 0.0);
            let near_curve = found.curves.iter().any(|curve| {
                curve.points.windows(2).any(|ends| {
                    let along = ends[1] - ends[0];
                    let share = ((on - ends[0]).dot(along) / along.length_squared()).clamp(0.0, 1.0);
                    on.distance(ends[0] + share * along) <= curve.error + 1e-9
                })
            });
            let near_open = found.open.iter().any(|open| on.distance(open.point) <= 2.0 * open.radius);
            assert!(near_curve || near_open, "{name}: {on} is missing");
        }
        assert_eq!(found.open.is_empty(), name != "a row without length", "{name}: {:?}", found.open.first());
    }
}

/// Above the collapsed edge, beside it, and above the inside.
#[test]
fn a_collapsed_edge_is_a_point() {
    let radius = 0.25;
    let triangle = resting(surface(collapsed()));
    let side = dvec3(1.0, 1.0, 0.0).normalize();
    let cases = [
        (dvec3(0.0, 0.0, 0.6), 0.6),
        (dvec3(-0.3, 0.0, 0.4), 0.5),
        (dvec3(0.5, 0.1, 0.5), 0.5),
        // Beside a side: the closest point is on the line x = y.
        (0.6 * side + 0.3 * dvec3(-1.0, 1.0, 0.0).normalize() + 0.4 * DVec3::Z, 0.5),
    ];
    for (place, gap) in cases {
        let found = distance(&triangle, &placed(ball(radius), place), 0.0, &Query::default()).unwrap();
        let exact = gap - radius;
        let [lower, upper] = [found.distance.lower(), found.distance.upper()];
        assert!(
            lower <= exact + 1e-12 && exact - 1e-12 <= upper && upper - lower <= 1e-6,
            "{place}: {found:?} {exact}"
        );
        let above = Linear::new(Pose::translated(place).unwrap(), DVec3::NEG_Z).unwrap();
        let falling = Moving::new(ball(radius), Motion::Linear(above)).unwrap();
        let answer = first_contact(&triangle, &falling, &Query::default()).unwrap();
        let beside = (gap * gap - place.z * place.z).max(0.0);
        match answer.verdict {
            Verdict::Touch(first) => {
                let exact = place.z - (radius * radius - beside).sqrt();
                assert!(
                    first.time.lower() <= exact + 1e-12 && first.time.upper() >= exact - 1e-9,
                    "{place}: {first:?}"
                );
                assert!(exact - first.time.lower() < 1e-5, "{place}: {first:?} {exact}");
            }
            Verdict::Clear { .. } => assert!(beside > radius * radius, "{place} is above the triangle"),
            Verdict::Open { .. } => panic!("{place} is open"),
        }
    }
}
