//! Bodies that change their form at a speed that no bound tells beforehand: contacts of one instant, early by no more than the tolerance.
//!
//! References: closed forms of the gap as a function of time.

use crate::{ask, placed, still, touch};
use glam::{DQuat, DVec3, dvec3};
use tangency_detect::{FirstContact, Moving, Query, first_contact};
use tangency_geometry::surface::{Brep, Patch};
use tangency_geometry::{Ballistic, Motion, Pose, Shape, Solid, primitive};
use tangency_interval::Interval;
use tangency_interval::expr::Expr;

fn formula(text: &str, corners: [DVec3; 2], span: Interval) -> Solid {
    Solid::formula(&Expr::parse(text).expect("a formula"), corners, span).expect("a solid")
}

/// The bracket begins no later than the time and no earlier than the tolerance at this speed, and at its end the bodies are within the tolerance; all
/// contacts are of that instant.
fn assert_early(first: &FirstContact, time: f64, speed: f64, tolerance: f64) {
    let most = tolerance / speed;
    assert!(first.time.lower() <= time && time <= first.time.upper() + most, "{time} {:?}", first.time);
    assert!(time - first.time.lower() <= most, "early by {} s: {:?}", time - first.time.lower(), first.time);
    for contact in &first.contacts {
        assert!((contact.time.upper() - time).abs() <= most + 1e-9, "{contact:?}");
    }
}

/// A lying cylinder by formula comes down on a box: a line of contact, at 1.4 s, all along it.
#[test]
fn a_cylinder_by_formula_comes_down_on_a_box() {
    let span = Interval::between(0.0, 2.0);
    let tube = formula("x^2 + (z - 2 + t)^2 - 0.25", [dvec3(-1.0, -1.0, -1.0), dvec3(1.0, 1.0, 3.0)], span);
    let floors: [Shape; 3] = [
        primitive::cuboid(dvec3(2.0, 2.0, 0.2)).expect("a box").into(),
        Solid::cuboid(dvec3(2.0, 2.0, 0.2)).expect("a box").into(),
        Brep::cuboid(dvec3(2.0, 2.0, 0.2)).expect("a box").into(),
    ];
    for floor in floors {
        let query = Query { span, tolerance: 1e-6, ..Query::default() };
        let first = touch(ask(&still(tube.clone()), &still(floor), &query));
        assert_early(&first, 1.4, 1.0, 1e-6);
        for contact in &first.contacts {
            assert!(contact.point.x.abs() < 2e-3 && (contact.point.z - 0.1).abs() < 2e-6, "{contact:?}");
            assert!(contact.normal.distance(-DVec3::Z) < 2e-3, "{contact:?}");
        }
        assert!(first.contacts.len() >= 3);
    }
}

/// A cavity that shrinks around a ball: everything touches at once.
#[test]
fn a_cavity_closes_around_a_ball() {
    let corners = [DVec3::splat(-1.0), DVec3::ONE];
    let cavity = formula("(0.5 - 0.5*t)^2 - x^2 - y^2 - z^2", corners, Interval::between(0.0, 1.0));
    let balls: [Shape; 2] = [Brep::sphere(0.3).expect("a ball").into(), Solid::sphere(0.3).expect("a ball").into()];
    for ball in balls {
        let query = Query { tolerance: 1e-4, ..Query::default() };
        let first = touch(ask(&still(cavity.clone()), &still(ball), &query));
        assert_early(&first, 0.4, 0.5, 1e-4);
    }
}

/// The speed of a surface with a kink is not known by derivatives: it counts as unknown, not as none.
#[test]
fn a_surface_with_kinks_moves() {
    let texts = ["u", "v", "1 - t + 0.2*abs(u + v)"];
    let span = Interval::between(0.0, 2.0);
    let patch = Patch::parse(texts, [-1.0, 1.0], [-1.0, 1.0]).expect("a patch");
    let roof = Brep::during(vec![patch], span).expect("a surface");
    let floor = Brep::rectangle(glam::dvec2(4.0, 4.0)).expect("a floor");
    let first = touch(ask(&still(roof), &still(floor), &Query { span, tolerance: 1e-4, ..Query::default() }));
    assert_early(&first, 1.0, 1.0, 1e-4);
}

/// Two spheres on ballistic paths graze one another: one contact, once.
#[test]
fn a_grazing_contact_is_told_once() {
    let gravity = dvec3(0.0, 0.0, -9.81);
    for depth in [1e-4, 1e-6, 1e-8, 1e-10, 1e-12] {
        // The path of the second is highest, and slowest, above the first: at the top the distance of the centres is 2 less the depth.
        let flying = |place: DVec3, velocity: DVec3, acceleration: DVec3| {
            let start = Pose::translated(place).expect("a pose");
            Motion::Ballistic(Ballistic::new(start, velocity, acceleration).expect("finite"))
        };
        let rise = 9.81 * 0.5;
        let top = -(2.0 - depth);
        let below = flying(dvec3(-0.4, 0.0, top - 0.5 * 9.81 * 0.25), dvec3(0.8, 0.0, rise), gravity);
        let ball = || Brep::sphere(1.0).expect("a ball");
        let a = Moving::new(ball().into(), below).expect("a body");
        let b = placed(ball(), DQuat::IDENTITY, DVec3::ZERO, DVec3::ZERO);
        let answer = first_contact(&a, &b, &Query::default()).expect("a method");
        let first = touch(answer);
        assert_eq!(first.contacts.len(), 1, "{depth}: {:?}", first.contacts);
    }
}
