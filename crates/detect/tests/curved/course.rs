//! Starts, deforming bodies, piecewise motions, tracked contacts, budgets, irregular surfaces, many bodies.

use crate::{ask, assert_time, bumpy, floor, moving, placed, still, touch};
use glam::{DQuat, DVec3, dvec3};
use std::f64::consts::PI;
use tangency_detect::{Moving, Query, SceneMember, Tracked, Verdict, first_contact, first_contact_among};
use tangency_geometry::surface::{Brep, Patch};
use tangency_geometry::{Ballistic, Linear, Motion, Piecewise, Pose, Rigid, Shape, Solid, primitive};
use tangency_interval::Interval;
use tangency_interval::expr::Expr;

/// Bodies that touch, overlap or contain one another at the start.
#[test]
fn starts() {
    let sphere = |radius: f64| -> [Shape; 2] {
        [Brep::sphere(radius).expect("a sphere").into(), Solid::sphere(radius).expect("a sphere").into()]
    };
    for first in 0..2 {
        for second in 0..2 {
            for (radius, place) in
                [(0.5, dvec3(1.3, 0.1, 0.0)), (0.5, dvec3(0.2, 0.1, 0.0)), (3.0, dvec3(0.2, 0.1, 0.3))]
            {
                let a = still(sphere(1.0)[first].clone());
                let b = moving(sphere(radius)[second].clone(), place, DVec3::X);
                let met = touch(ask(&a, &b, &Query::default()));
                assert!(met.time == Interval::ZERO && met.contacts.iter().all(|contact| contact.initial), "{met:?}");
            }
            let b = moving(sphere(0.5)[second].clone(), dvec3(1.51, 0.0, 0.0), DVec3::X);
            let apart = ask(&still(sphere(1.0)[first].clone()), &b, &Query::default());
            assert_eq!(apart.verdict, Verdict::Clear { until: 1.0 });
        }
    }
}

/// A sail that fills with wind meets a ball above it; a ring that swells meets the floor.
#[test]
fn deforming_bodies() {
    let during = Interval::between(0.0, 2.0);
    let query = || Query { span: during, ..Query::default() };
    let sail = ["u", "v", "0.5*t*(1 - u^2)*(1 - v^2)"];
    let sail = Patch::parse(sail, [-1.0, 1.0], [-1.0, 1.0]).expect("a patch");
    let sail = still(Brep::during(vec![sail], during).expect("a sail"));
    let ball = moving(Brep::sphere(1.0).expect("a sphere"), dvec3(0.01, 0.02, 1.4), dvec3(-0.01, -0.02, 0.0) / 0.8);
    let first = touch(ask(&sail, &ball, &query()));
    assert_time(&first, 0.8);
    assert!(first.contacts.len() == 1 && first.contacts[0].proved, "{:?}", first.contacts);
    assert!(first.contacts[0].point.distance(dvec3(0.0, 0.0, 0.4)) < 1e-8, "{:?}", first.contacts);
    assert!(first.contacts[0].normal.distance(DVec3::Z) < 1e-8, "{:?}", first.contacts);
    let ring = ["(1.5 + (0.2 + 0.3*t)*cos(v))*cos(u)", "(1.5 + (0.2 + 0.3*t)*cos(v))*sin(u)", "(0.2 + 0.3*t)*sin(v)"];
    let ring = Patch::parse(ring, [0.0, 2.0 * PI], [0.0, 2.0 * PI]).expect("a patch");
    let ring = Brep::during(vec![ring], during).expect("a ring");
    assert!(ring.is_solid());
    let tilt = 0.25_f64;
    let above = dvec3(0.0, 0.0, 0.5 + 1.5 * tilt.sin());
    let ring = placed(ring, DQuat::from_rotation_z(0.3) * DQuat::from_rotation_x(tilt), above, DVec3::ZERO);
    let first = touch(ask(&ring, &still(floor(10.0)), &query()));
    assert_time(&first, 1.0);
    assert!(first.contacts.len() == 1 && first.contacts[0].proved, "{:?}", first.contacts);
    // An implicit solid that grows.
    let growing = Expr::parse("x^2 + y^2 + z^2 - (1/2 + t/4)^2").expect("a formula");
    let growing = Solid::formula(&growing, [DVec3::splat(-2.0), DVec3::splat(2.0)], during).expect("a solid");
    let other = moving(Brep::sphere(0.5).expect("a sphere"), dvec3(1.2, 0.3, 0.6), DVec3::ZERO);
    let first = touch(ask(&still(growing), &other, &query()));
    assert_time(&first, 4.0 * (dvec3(1.2, 0.3, 0.6).length() - 1.0));
}

/// Thrown up in one piece of its motion, then down in another.
#[test]
fn a_ball_comes_back() {
    let up =
        Motion::Linear(Linear::new(Pose::translated(dvec3(0.0, 0.0, 1.5)).expect("finite"), DVec3::Z).expect("finite"));
    let down = Motion::Linear(
        Linear::new(Pose::translated(dvec3(0.0, 0.0, 2.5)).expect("finite"), -2.0 * DVec3::Z).expect("finite"),
    );
    let motion = Motion::Piecewise(Piecewise::new(vec![0.0, 1.0], vec![up, down]).expect("pieces"));
    let ball = Moving::new(Brep::sphere(1.0).expect("a sphere").into(), motion).expect("a body");
    let first = touch(ask(&ball, &still(floor(4.0)), &Query { span: Interval::between(0.0, 3.0), ..Query::default() }));
    assert_time(&first, 1.75);
    let thrown = Ballistic::new(
        Pose::translated(dvec3(0.0, 0.0, 1.5)).expect("finite"),
        dvec3(0.3, 0.0, 4.0),
        dvec3(0.0, 0.0, -10.0),
    );
    let thrown = Moving::new(Brep::sphere(1.0).expect("a sphere").into(), Motion::Ballistic(thrown.expect("finite")))
        .expect("a body");
    let first = touch(ask(&thrown, &still(floor(4.0)), &Query::default()));
    // 1.5 + 4t − 5t² = 1
    assert_time(&first, (4.0 + 26.0_f64.sqrt()) / 10.0);
}

/// A ball rolls along the floor. Its contact is tracked, and nothing else happens until it meets a step.
#[test]
fn tracked_contacts_are_not_found_again() {
    let start = Pose::translated(dvec3(0.0, 0.0, 0.5)).expect("finite");
    let roll = Rigid::new(start, DVec3::X, dvec3(0.0, 2.0, 0.0)).expect("finite");
    let ball = Moving::new(Brep::sphere(0.5).expect("a sphere").into(), Motion::Rigid(roll)).expect("a body");
    let ground = still(floor(8.0));
    let first = touch(ask(&ball, &ground, &Query::default()));
    assert!(first.time == Interval::ZERO && first.contacts.iter().all(|contact| contact.initial), "{first:?}");
    let path = Motion::Linear(Linear::new(Pose::IDENTITY, DVec3::X).expect("finite"));
    let query = Query { tracked: vec![Tracked { path, radius: 0.1 }], ..Query::default() };
    let rolling = ask(&ball, &ground, &query);
    assert_eq!(rolling.verdict, Verdict::Clear { until: 1.0 }, "{:?}", rolling.verdict);
    // A step, a tenth high, one metre ahead: the ball meets its edge.
    let step = moving(Brep::cuboid(dvec3(1.0, 2.0, 1.1)).expect("a step"), dvec3(1.5, 0.0, -0.45), DVec3::ZERO);
    let first = touch(ask(&ball, &step, &query));
    assert_time(&first, 1.0 - (0.25_f64 - 0.16).sqrt());
}

/// A small budget returns the bound proved so far.
#[test]
fn a_small_budget_leaves_the_question_open() {
    let a = still(bumpy([3, 4], 0.1));
    let b = moving(bumpy([3, 4], 0.1), dvec3(3.0, 0.4, 0.3), dvec3(-1.5, 0.0, 0.1));
    let whole = touch(ask(&a, &b, &Query::default()));
    for budget in [0, 10, 100, 1000] {
        let answer = ask(&a, &b, &Query { budget: Some(budget), ..Query::default() });
        assert!(answer.verdict.clear_until() <= whole.time.upper(), "{:?}", answer.verdict);
        assert!(!matches!(answer.verdict, Verdict::Clear { .. }), "{:?}", answer.verdict);
    }
    let open = ask(&a, &b, &Query { budget: Some(300), ..Query::default() });
    assert!(matches!(open.verdict, Verdict::Open { from } if from > 0.1), "{:?}", open.verdict);
}

/// Surfaces without a normal, without a value, without a bound: an error or an open question, never clear.
#[test]
fn odd_surfaces_are_never_clear() {
    let square = [[-1.2, 1.2], [-1.2, 1.2]];
    let line = Patch::parse(["u", "u", "u"], square[0], square[1]).expect("a patch");
    assert!(Brep::new(vec![line]).is_err(), "no normal anywhere");
    let ball = moving(Brep::sphere(0.3).expect("a sphere"), dvec3(0.1, 0.1, 2.0), -2.0 * DVec3::Z);
    for texts in [["u", "v", "0.01/(u - 0.3)"], ["u", "v", "sqrt(1 - u^2)"], ["u", "v", "ln(v)"]] {
        let patch = Patch::parse(texts, square[0], square[1]).expect("a patch");
        let Ok(surface) = Brep::new(vec![patch]) else { continue };
        match first_contact(&ball, &still(surface), &Query { budget: Some(20_000), ..Query::default() }) {
            Err(error) => println!("{error}"),
            Ok(answer) => assert!(!matches!(answer.verdict, Verdict::Clear { .. }), "{texts:?}: {:?}", answer.verdict),
        }
    }
    // A kink inside a face.
    let roof = Patch::parse(["u", "v", "-abs(u)"], square[0], square[1]).expect("a patch");
    let roof = still(Brep::new(vec![roof]).expect("a roof"));
    let falling = moving(Brep::sphere(0.3).expect("a sphere"), dvec3(0.0, 0.1, 2.0), -2.0 * DVec3::Z);
    let answer = ask(&falling, &roof, &Query { budget: Some(20_000), ..Query::default() });
    assert!(!matches!(answer.verdict, Verdict::Clear { .. }), "{:?}", answer.verdict);
    assert!((0.8..=0.85).contains(&answer.verdict.clear_until()), "{:?}", answer.verdict);
}

/// Several bodies at once, of every kind.
#[test]
fn among_many_the_first_two_touch() {
    let bodies = [
        still(floor(20.0)),
        moving(Brep::sphere(0.5).expect("a sphere"), dvec3(0.0, 0.0, 3.0), -DVec3::Z),
        moving(Solid::torus(1.0, 0.3).expect("a torus"), dvec3(5.0, 0.0, 3.0), -DVec3::Z),
        moving(primitive::cuboid(DVec3::ONE).expect("a box"), dvec3(-5.0, 0.0, 2.0), -DVec3::Z),
    ];
    let among: Vec<SceneMember<'_>> = bodies.iter().map(|moving| SceneMember { moving, self_contact: false }).collect();
    let answer =
        first_contact_among(&among, &Query { span: Interval::between(0.0, 3.0), ..Query::default() }).expect("methods");
    let Verdict::Touch(first) = &answer.verdict else { panic!("{:?}", answer.verdict) };
    assert!(first.time.contains(1.5), "{:?}", first.time);
    assert!(answer.contacts.iter().all(|pair| [pair.a, pair.b] == [0, 3]), "{:?}", answer.contacts);
}

/// If the query says that no body is inside another, only surfaces are tested. Touching surfaces are still
/// reported.
#[test]
fn what_is_known_to_be_outside_is_not_asked_again() {
    let outer = still(Brep::sphere(1.0).unwrap());
    let inner = moving(Brep::sphere(0.2).unwrap(), DVec3::ZERO, DVec3::ZERO);
    assert!(touch(ask(&inner, &outer, &Query::default())).contacts[0].initial);
    let known = Query { outside: true, ..Query::default() };
    assert!(matches!(ask(&inner, &outer, &known).verdict, Verdict::Clear { .. }));
    let crossing = moving(Brep::sphere(0.2).unwrap(), dvec3(0.9, 0.0, 0.0), DVec3::ZERO);
    assert!(touch(ask(&crossing, &outer, &known)).contacts[0].initial);
}
