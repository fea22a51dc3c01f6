//! Convex bodies: numbers that define none are refused, and the support function is that of the closed forms.

use glam::{DVec3, dvec3};
use tangency_geometry::{Convex, ConvexError};

/// Zero, negative, NaN, infinite and absurd lengths are refused by every constructor, at every place.
#[test]
fn lengths_that_are_none() {
    type Constructor = fn(f64) -> Result<Convex, ConvexError>;
    let constructors: [Constructor; 13] = [
        Convex::sphere,
        |length| Convex::capsule(length, 1.0),
        |length| Convex::capsule(1.0, length),
        |length| Convex::cuboid(dvec3(length, 1.0, 1.0)),
        |length| Convex::cuboid(dvec3(1.0, length, 1.0)),
        |length| Convex::cuboid(dvec3(1.0, 1.0, length)),
        |length| Convex::cylinder(length, 1.0),
        |length| Convex::cylinder(1.0, length),
        |length| Convex::cone(length, 1.0),
        |length| Convex::cone(1.0, length),
        |length| Convex::ellipsoid(dvec3(1.0, length, 1.0)),
        |length| Convex::ellipsoid(dvec3(1.0, 1.0, length)),
        |length| Convex::sphere(1.0)?.rounded(length),
    ];
    for (index, constructor) in constructors.iter().enumerate() {
        assert!(constructor(0.5).is_ok(), "constructor {index}");
        for length in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert!(matches!(constructor(length), Err(ConvexError::Length(_))), "constructor {index}, {length}");
        }
        for length in [1e-70, 1e70] {
            assert!(matches!(constructor(length), Err(ConvexError::Range { .. })), "constructor {index}, {length}");
        }
    }
    let message = Convex::sphere(-1.0).map_err(|error| error.to_string());
    assert_eq!(message, Err("the sphere's radius must be a positive length, not -1".into()));
}

/// A hull needs points, and all their coordinates finite.
#[test]
fn points_that_are_none() {
    assert_eq!(Convex::hull(Vec::new()), Err(ConvexError::Empty));
    for coordinate in [f64::NAN, f64::INFINITY, -f64::INFINITY, 1e61] {
        for axis in 0..3 {
            let mut point = DVec3::ONE;
            point[axis] = coordinate;
            let refused = Convex::hull(vec![DVec3::ZERO, point]);
            assert!(matches!(refused, Err(ConvexError::Point { index: 1, .. })), "{point}: {refused:?}");
        }
    }
}

/// Heights of support points along directions with closed forms.
#[test]
fn support_points_in_closed_form() {
    let height = |body: Result<Convex, ConvexError>, direction: DVec3| {
        let body = body.expect("a body");
        let point = body.core().farthest(direction);
        assert!(point.length() + body.radius() <= body.reach() * (1.0 + 1e-15), "{body:?}");
        direction.dot(point) + body.radius() * direction.length()
    };
    let slanted = dvec3(3.0, 0.0, 4.0);
    let cases = [
        (Convex::sphere(2.0), slanted, 10.0),
        (Convex::capsule(1.0, 4.0), slanted, 13.0),
        (Convex::cuboid(dvec3(2.0, 4.0, 6.0)), slanted, 15.0),
        (Convex::cylinder(2.0, 6.0), slanted, 18.0),
        (Convex::cylinder(2.0, 6.0), -DVec3::Z, 3.0),
        (Convex::cone(2.0, 3.0), slanted, 12.0),
        (Convex::cone(2.0, 1.0), slanted, 6.0),
        (Convex::cone(2.0, 3.0), -DVec3::Z, 0.0),
        (Convex::ellipsoid(dvec3(4.0, 1.0, 4.0)), slanted, 20.0),
        (Convex::hull(vec![DVec3::X, DVec3::Y, DVec3::Z, DVec3::ZERO]), slanted, 4.0),
        (Convex::cuboid(DVec3::ONE).and_then(|body| body.rounded(1.0)), DVec3::Y, 1.5),
    ];
    for (body, direction, expected) in cases {
        let name = format!("{body:?} along {direction}");
        assert!((height(body, direction) - expected).abs() < 1e-14, "{name}");
    }
}
