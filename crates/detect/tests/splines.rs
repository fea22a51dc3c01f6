//! Bodies of spline patches: first contact and distance.
//!
//! References: closed forms of spheres; the same torus by formulas; sums of the motion of a flat patch.

#![allow(clippy::unwrap_used)] // A test may stop at the first broken expectation.

mod flights;

use flights::{flying, touch};
use glam::{DQuat, DVec3, dvec3};
use tangency_detect::{Moving, Query, Verdict, distance, first_contact};
use tangency_geometry::spline::{BezierPatch, make};
use tangency_geometry::surface::Brep;
use tangency_geometry::{Convex, Motion, Piecewise, Pose, Rigid, Shape, primitive};

fn body(patches: Vec<BezierPatch>) -> Shape {
    Shape::Parametric(Brep::of_splines(patches).unwrap())
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

/// Bodies that overlap at the start, one inside the other, and a body that jumps into another.
#[test]
fn solids_of_patches_have_an_inside() {
    let ball = |radius: f64| body(make::sphere(radius).unwrap());
    let still = |shape: Shape, place: DVec3| flying(shape, place, DVec3::ZERO);
    for (other, place) in [(ball(0.5), dvec3(0.3, 0.0, 0.1)), (ball(0.1), dvec3(0.05, 0.1, 0.0))] {
        let first = touch(&still(ball(0.5), DVec3::ZERO), &still(other, place));
        assert!(first.time.lower() == 0.0 && first.contacts.iter().all(|contact| contact.initial), "{first:?}");
    }
    // A small exact sphere inside, and a box of triangles.
    let inside: [Shape; 2] =
        [Shape::Convex(Convex::sphere(0.1).unwrap()), primitive::cuboid(DVec3::splat(0.2)).unwrap().into()];
    for shape in inside {
        assert_eq!(touch(&still(ball(0.5), DVec3::ZERO), &still(shape, DVec3::ZERO)).time.lower(), 0.0);
    }
    // At 0.5 s the small ball jumps into the large one, without touching its surface.
    let segment = |place: DVec3| Motion::Still(Pose::new(DQuat::IDENTITY, place).unwrap());
    let places = [dvec3(3.0, 0.0, 0.0), dvec3(0.1, 0.0, 0.0)];
    let jumping = Piecewise::new(vec![0.0, 0.5], places.map(segment).to_vec());
    let jumping = Moving::new(ball(0.1), Motion::Piecewise(jumping.unwrap())).unwrap();
    let first = touch(&still(ball(0.5), DVec3::ZERO), &jumping);
    assert!(first.time.lower() <= 0.5 && first.time.upper() >= 0.5 - 1e-12, "{:?}", first.time);
}

/// A budget of one step leaves the question open, and never says clear.
#[test]
fn a_small_budget_leaves_the_question_open() {
    let moving = flying(body(make::torus(1.0, 0.3, 3).unwrap()), dvec3(-3.0, 0.1, 0.2), dvec3(3.0, 0.0, 0.0));
    let still = flying(body(make::cone(0.5, 1.0).unwrap()), DVec3::ZERO, DVec3::ZERO);
    let answer = first_contact(&moving, &still, &Query { budget: Some(1), ..Query::default() }).unwrap();
    assert!(matches!(answer.verdict, Verdict::Open { .. }), "{answer:?}");
    // The tube meets the wall of the cone or its rim before the centres are 1.3 + 0.5 apart.
    let first = touch(&moving, &still);
    assert!(first.time.lower() >= (3.0 - 1.3 - 0.5) / 3.0 - 1e-9 && first.time.upper() < 1.0, "{:?}", first.time);
}

/// Collapsed rows, as at the lid of a teapot, are poles; a patch without area is refused.
#[test]
fn degenerate_patches_are_poles_or_errors() {
    let same = BezierPatch::new([3, 3], vec![DVec3::ONE; 16]).unwrap();
    assert!(Brep::of_splines(vec![same]).is_err());
    let line = BezierPatch::new([1, 1], vec![DVec3::ZERO, DVec3::X, DVec3::ZERO, DVec3::X]).unwrap();
    assert!(Brep::of_splines(vec![line]).is_err());
    // A triangle: one side is a point. It is met there, at z = 1, by a ball from above.
    let points = vec![DVec3::Z, DVec3::Z, dvec3(1.0, -1.0, 0.0), dvec3(1.0, 1.0, 0.0)];
    let tip = Brep::of_splines(vec![BezierPatch::new([1, 1], points).unwrap()]).unwrap().as_surface();
    let ball = flying(body(make::sphere(0.5).unwrap()), dvec3(-0.2, 0.0, 3.0), -2.0 * DVec3::Z);
    let first = touch(&ball, &flying(Shape::Parametric(tip), DVec3::ZERO, DVec3::ZERO));
    let time = (2.0 - (0.25_f64 - 0.04).sqrt()) / 2.0;
    assert!(first.time.lower() <= time && first.time.upper() >= time - 1e-6, "{:?} {time}", first.time);
}
