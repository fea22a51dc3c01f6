//! Bodies of spline patches: first contact and distance.
//!
//! References: closed forms of spheres; the same torus by formulas; sums of the motion of a flat patch.

#![allow(clippy::unwrap_used)] // A test may stop at the first broken expectation.

use glam::{DQuat, DVec3, dvec3};
use tangency_detect::{Evidence, Moving, Query, Verdict, distance, first_contact};
use tangency_geometry::spline::{BezierPatch, make};
use tangency_geometry::surface::Brep;
use tangency_geometry::{Convex, FirstContact, Linear, Motion, Pose, Rigid, Shape, primitive};

fn body(patches: Vec<BezierPatch>) -> Shape {
    Shape::Parametric(Brep::of_splines(patches).unwrap())
}

fn flying(shape: Shape, from: DVec3, velocity: DVec3) -> Moving {
    let start = Pose::new(DQuat::IDENTITY, from).unwrap();
    Moving::new(shape, Motion::Linear(Linear::new(start, velocity).unwrap())).unwrap()
}

#[track_caller]
fn touch(a: &Moving, b: &Moving) -> FirstContact {
    let answer = first_contact(a, b, &Query::default()).unwrap();
    assert_eq!(answer.evidence, Evidence::Proved);
    match answer.verdict {
        Verdict::Touch(first) => first,
        other @ (Verdict::Clear { .. } | Verdict::Open { .. }) => panic!("{other:?}"),
    }
}

/// A sphere of patches meets other bodies off centre, at the time of the closed form.
#[test]
fn a_sphere_of_patches_meets_its_partners() {
    let (radius, offset, start) = (0.5, 0.3, 2.0);
    let ball = || body(make::sphere(radius).unwrap());
    let partners: [Shape; 3] =
        [ball(), Shape::Convex(Convex::sphere(radius).unwrap()), Shape::Parametric(Brep::sphere(radius).unwrap())];
    for partner in partners {
        let moving = flying(ball(), dvec3(-start, offset, 0.0), dvec3(2.0, 0.0, 0.0));
        let still = flying(partner, DVec3::ZERO, DVec3::ZERO);
        let first = touch(&moving, &still);
        let reach = (4.0 * radius * radius - offset * offset).sqrt();
        let time = (start - reach) / 2.0;
        assert!(first.time.lower() <= time && first.time.upper() >= time - 1e-9, "{:?} {time}", first.time);
        let normal = dvec3(reach, -offset, 0.0).normalize();
        assert!(first.contacts.iter().all(|contact| contact.normal.distance(normal) < 1e-4), "{:?}", first.contacts);
    }
    // A box: the face at x = -0.5 is met by the front of the ball.
    let wall = flying(primitive::cuboid(DVec3::ONE).unwrap().into(), DVec3::ZERO, DVec3::ZERO);
    let first = touch(&flying(ball(), dvec3(-start, 0.1, 0.2), dvec3(2.0, 0.0, 0.0)), &wall);
    assert!((first.time.lower() - 0.5).abs() < 1e-6, "{:?}", first.time);
}

/// A torus of nine patches and one by formulas give the same first contact with a turning ball.
#[test]
fn a_torus_of_patches_is_the_torus_by_formulas() {
    let spin = Rigid::new(
        Pose::new(DQuat::from_rotation_x(0.3), dvec3(0.2, -2.5, 0.4)).unwrap(),
        dvec3(0.1, 1.5, 0.0),
        dvec3(0.5, 0.2, 1.0),
    );
    let spin = Motion::Rigid(spin.unwrap());
    let standing = |shape: Shape| flying(shape, DVec3::ZERO, DVec3::ZERO);
    let patches = body(make::torus(1.0, 0.3, 3).unwrap());
    let formulas = Shape::Parametric(Brep::torus(1.0, 0.3).unwrap());
    let partner = Moving::new(Shape::Convex(Convex::cuboid(dvec3(0.4, 0.5, 0.6)).unwrap()), spin).unwrap();
    let [one, other] = [patches, formulas].map(|shape| touch(&partner, &standing(shape)));
    assert!(
        one.time.lower() <= other.time.upper() && other.time.lower() <= one.time.upper() + 1e-9,
        "{one:?} {other:?}"
    );
    assert!(one.contacts[0].point.distance(other.contacts[0].point) < 1e-5);
}

/// A patch whose control points rise meets a flat one exactly when the sums of its motion say so.
#[test]
fn a_rising_patch_meets_a_ceiling() {
    let grid = |z: [f64; 4]| {
        let points = (0..16).map(|i| dvec3((i / 4) as f64, (i % 4) as f64, z[i / 4])).collect();
        BezierPatch::new([3, 3], points).unwrap()
    };
    // The middle of the cubic with heights (0, h, h, 0) is 3h/4: it reaches 1.5 when h = 2.
    let rising = grid([0.0; 4]).moving_to(&grid([0.0, 4.0, 4.0, 0.0]), 0.0, 1.0).unwrap();
    let surface = |patch: BezierPatch| Shape::Parametric(Brep::of_splines(vec![patch]).unwrap().as_surface());
    let still = |shape: Shape| Moving::new(shape, Motion::Still(Pose::IDENTITY)).unwrap();
    let ceiling = grid([1.5; 4]);
    let first = touch(&still(surface(rising)), &still(surface(ceiling)));
    assert!(first.time.lower() <= 0.5 && first.time.upper() > 0.5 - 1e-5, "{:?}", first.time);
}

#[test]
fn distances_of_spheres_of_patches() {
    let ball = |place: DVec3| flying(body(make::sphere(0.5).unwrap()), place, DVec3::ZERO);
    let (a, b) = (ball(DVec3::ZERO), ball(dvec3(1.0, 2.0, 2.0)));
    let gap = distance(&a, &b, 0.0, &Query::default()).unwrap();
    assert!(gap.distance.lower() <= 2.0 && gap.distance.upper() >= 2.0 && gap.distance.width() < 1e-6, "{gap:?}");
}
