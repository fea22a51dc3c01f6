//! Bodies that deform at a speed without a known bound: contacts of one instant, early by no more than the
//! tolerance.
//!
//! References: closed forms of the gap as a function of time.

use crate::{ask, placed, still, touch, vector};
use glam::{DQuat, DVec3, dvec3};
use tangency_detect::{FirstContact, Moving, Query, Verdict, first_contact};
use tangency_geometry::surface::{Brep, Patch};
use tangency_geometry::{Ballistic, Motion, Pose, Shape, Solid, primitive};
use tangency_interval::Interval;
use tangency_interval::expr::Expr;
use tangency_interval::laws::Random;

fn formula(text: &str, corners: [DVec3; 2], span: Interval) -> Solid {
    Solid::formula(&Expr::parse(text).expect("a formula"), corners, span).expect("a solid")
}

/// The bracket begins no later than the time, and no earlier than the tolerance allows at this speed. At its end
/// the bodies are within the tolerance. All contacts are of that instant.
fn assert_early(first: &FirstContact, time: f64, speed: f64, tolerance: f64) {
    let most = tolerance / speed;
    assert!(first.time.lower() <= time && time <= first.time.upper() + most, "{time} {:?}", first.time);
    assert!(time - first.time.lower() <= most, "early by {} s: {:?}", time - first.time.lower(), first.time);
    for contact in &first.contacts {
        assert!((contact.time.upper() - time).abs() <= most + 1e-9, "{contact:?}");
    }
}

/// A lying cylinder by formula comes down on a box: a line of contact at 1.4 s.
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
        let query = Query { tolerance: 1e-3, ..Query::default() };
        let first = touch(ask(&still(cavity.clone()), &still(ball), &query));
        assert_early(&first, 0.4, 0.5, 1e-3);
    }
}

/// Derivatives do not give the speed of a surface with a kink. It counts as unknown, not as zero.
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
    let mut random = Random::new(6);
    let (mut touched, mut proved) = (0, 0);
    for case in 0..150 {
        let depth = 10.0_f64.powf(-random.between(2.0, 14.0));
        // Without a turn the point is on joints of faces, where several charts find it.
        let turned = if case % 2 == 0 { 0.0 } else { 3.0 };
        let [turn, other] = [0; 2].map(|_| DQuat::from_scaled_axis(vector(&mut random, 1.0) * turned));
        // After half a second it flies past, perpendicular to the vector between the centres, which are then 2
        // minus the depth apart. The acceleration does not pull it closer than that.
        let joints = [dvec3(1.0, 1.0, 1.0), dvec3(1.0, -1.0, 0.0), dvec3(0.0, 0.0, 1.0), dvec3(-1.0, 1.0, 0.3)];
        let up = if case % 4 == 0 { joints[case / 4 % 4] } else { vector(&mut random, 1.0) }.normalize();
        let across = up.any_orthonormal_vector() * random.between(1.0, 8.0);
        let acceleration = -up * random.between(0.0, 9.81) + across.normalize() * random.between(-9.81, 9.81);
        let (time, top) = (0.5, -up * (2.0 - depth));
        let velocity = across - acceleration * time;
        let place = top - velocity * time - acceleration * (0.5 * time * time);
        let start = Pose::new(turn, place).expect("a pose");
        let flying = Motion::Ballistic(Ballistic::new(start, velocity, acceleration).expect("finite"));
        let ball = || Brep::sphere(1.0).expect("a ball");
        let a = Moving::new(ball().into(), flying).expect("a body");
        let b = placed(ball(), other, DVec3::ZERO, DVec3::ZERO);
        let answer = first_contact(&a, &b, &Query::default()).expect("a method");
        if let Verdict::Touch(first) = answer.verdict {
            touched += 1;
            proved += usize::from(first.contacts[0].proved);
            assert_eq!(first.contacts.len(), 1, "{case} {depth}: {:?}", first.contacts);
        }
    }
    assert!(touched >= 100 && proved >= 20, "{touched} {proved}");
}
