//! A deforming body and a turning body.
//!
//! References: closed forms, up to a few roundings; the method for rigid bodies, if the deforming body moves like
//! a rigid body; the distance at sampled instants, in floating point, which must not contradict a verdict.

#![allow(clippy::unwrap_used, reason = "a broken expectation stops the test")]

use glam::{DQuat, DVec3, dvec2, dvec3};
use std::f64::consts::TAU;
use tangency_detect::{FirstContact, Moving, Query, Verdict, first_contact, proximities};
use tangency_geometry::{
    Expression, Feature, Linear, Mesh, Motion, Piecewise, Placement, Pose, Rigid, Screw, ScrewAxis, Shape, Vertexwise,
    primitive,
};
use tangency_interval::Interval;
use tangency_interval::laws::Random;

fn touch(a: &Moving, b: &Moving, query: &Query) -> FirstContact {
    match first_contact(a, b, query).unwrap().verdict {
        Verdict::Touch(first) => first,
        other @ (Verdict::Clear { .. } | Verdict::Open { .. }) => panic!("{other:?}"),
    }
}

/// A mesh with its vertices mapped by `place` at each of the instants, on straight lines between.
fn deforming(mesh: &Mesh, times: &[f64], place: impl Fn(DVec3, f64) -> DVec3) -> Moving {
    let frames =
        times.iter().map(|&time| mesh.vertices().iter().map(|&vertex| place(vertex, time)).collect()).collect();
    let motion = Vertexwise::new(times.to_vec(), frames).unwrap();
    Moving::new(Shape::Mesh(mesh.clone()), Motion::Vertexwise(motion)).unwrap()
}

fn spinning(shape: Shape, place: DVec3, spin: DVec3) -> Moving {
    let motion = Rigid::new(Pose::translated(place).unwrap(), DVec3::ZERO, spin).unwrap();
    Moving::new(shape, Motion::Rigid(motion)).unwrap()
}

/// A cloth descends, and sags a little more at every step, over a bar of half-length r that rotates about y. The
/// tip of the bar is at the height r·sin(ωt), a flat cloth at 1 − t. They meet where these are equal: the middle
/// of the cloth is wide enough.
#[test]
fn a_turning_bar_meets_a_falling_cloth() {
    let cloth = primitive::grid(dvec2(6.0, 6.0), [9, 9]).unwrap();
    let times = [0.0, 0.25, 0.5, 0.75, 1.0];
    let (rate, half) = (1.5, 0.8);
    // A bar without thickness, as two triangles. Its tips are edges.
    let corners = vec![dvec3(-half, -0.1, 0.0), dvec3(half, -0.1, 0.0), dvec3(half, 0.1, 0.0), dvec3(-half, 0.1, 0.0)];
    let bar = Shape::Mesh(Mesh::new(corners, vec![[0, 1, 2], [0, 2, 3]]).unwrap());
    let bar = spinning(bar, DVec3::ZERO, dvec3(0.0, -rate, 0.0));
    let falling = deforming(&cloth, &times, |vertex, time| vertex + dvec3(0.0, 0.0, 1.0 - time));
    // r·sin(ωt) = 1 − t, by Newton's method.
    let expected =
        (0..50).fold(0.5, |t: f64, _| t - (half * (rate * t).sin() + t - 1.0) / (half * rate * (rate * t).cos() + 1.0));
    for swapped in [false, true] {
        let (a, b) = if swapped { (&falling, &bar) } else { (&bar, &falling) };
        let first = touch(a, b, &Query::default());
        assert!(first.time.lower() <= expected && first.time.upper() > expected - 1e-6, "{:?}, {expected}", first.time);
        assert!(
            (first.time.mid() - expected).abs() < 1e-9 && first.time.width() < 1e-9,
            "{:?}, {expected}",
            first.time
        );
        assert!(first.contacts.iter().any(|contact| contact.proved), "{first:?}");
        for contact in &first.contacts {
            let up = if swapped { -contact.normal.z } else { contact.normal.z };
            assert!(up > 1.0 - 1e-6 && !contact.initial, "from the bar to the cloth: {contact:?}");
            assert!((contact.point.z - (1.0 - expected)).abs() < 1e-8, "{contact:?}");
        }
        // With a separation of a centimetre the contact is earlier, by the speeds of the tip and the cloth
        // together.
        let wide = touch(a, b, &Query { separation: 0.01, ..Query::default() });
        let speed = half * rate * (rate * expected).cos() + 1.0;
        assert!((expected - wide.time.mid() - 0.01 / speed).abs() < 1e-4, "{:?}", wide.time);
        assert!(wide.contacts.iter().all(|contact| (contact.gap - 0.01).abs() < 2e-6), "{wide:?}");
    }
}

/// A ball spins under a cloth that sags onto its top. If the cloth comes to rest slightly above the top, it is
/// clear. Slightly lower, it touches. The speed of the ball does not matter.
#[test]
fn a_cloth_sags_onto_a_spinning_ball() {
    let cloth = primitive::grid(dvec2(2.0, 2.0), [12, 12]).unwrap();
    // The top vertex of this ball is at the radius exactly, and does not move.
    let ball = primitive::icosphere(0.5, 2).unwrap();
    let turn = DQuat::from_rotation_arc(ball.mesh().vertices()[0].normalize(), DVec3::Z);
    let times: Vec<f64> = (0..=4).map(|step| f64::from(step) / 4.0).collect();
    let sagging = |depth: f64| {
        deforming(&cloth, &times, move |vertex, time| {
            let sag = (1.0 - vertex.truncate().length_squared()).max(0.0);
            vertex + dvec3(0.0, 0.0, 0.6 - (0.1 + depth) * time * sag)
        })
    };
    for rate in [0.3, 30.0] {
        let start = Pose::new(turn, DVec3::ZERO).unwrap();
        let motion = Motion::Rigid(Rigid::new(start, DVec3::ZERO, rate * DVec3::Z).unwrap());
        let ball = Moving::new(Shape::Polyhedron(ball.clone()), motion).unwrap();
        let verdict = first_contact(&sagging(-1e-4), &ball, &Query::default()).unwrap().verdict;
        assert_eq!(verdict, Verdict::Clear { until: 1.0 }, "rate {rate}");
        let first = touch(&sagging(1e-2), &ball, &Query::default());
        assert!((first.time.mid() - 0.1 / 0.11).abs() < 1e-7, "rate {rate}: {:?}", first.time);
        let contact = &first.contacts[0];
        assert!(contact.point.distance(0.5 * DVec3::Z) < 1e-6 && contact.normal.z < -0.99, "{contact:?}");
        assert!(matches!(contact.feature_b, Feature::Vertex(_)), "{contact:?}");
    }
}

/// A box rotated by a formula, along curves, gives the same verdicts as the box that rotates rigidly, at the same
/// times up to the tolerance: against a resting box, a rotating box, a deforming sheet, and a body moved by a
/// formula.
#[test]
fn formulas_along_curves_agree_with_rigid_motions() {
    let mut random = Random::new(67);
    let (mut touches, cases) = (0, 40);
    for case in 0..cases {
        let mut vector = |size: f64| DVec3::from_array([0; 3].map(|_| random.between(-size, size)));
        let (from, aim, rate) = (1.7 * vector(1.0).normalize(), vector(0.4), vector(4.0).x);
        let way = aim - from;
        let shape = Shape::Polyhedron(primitive::cuboid(dvec3(0.8, 0.5, 0.3)).unwrap());
        let texts = [
            format!("x*cos({rate}*t) - y*sin({rate}*t) + {} + t*({})", from.x, way.x),
            format!("x*sin({rate}*t) + y*cos({rate}*t) + {} + t*({})", from.y, way.y),
            format!("z + {} + t*({})", from.z, way.z),
        ];
        let formula = Motion::Expression(Expression::parse(texts.each_ref().map(String::as_str)).unwrap());
        let rigid = Rigid::new(Pose::translated(from).unwrap(), way, dvec3(0.0, 0.0, rate)).unwrap();
        let [by_formula, by_pose] =
            [formula, Motion::Rigid(rigid)].map(|motion| Moving::new(shape.clone(), motion).unwrap());
        let still = Motion::Still(Pose::new(DQuat::from_scaled_axis(vector(2.0)), DVec3::ZERO).unwrap());
        let other = match case % 4 {
            0 => Moving::new(shape.clone(), still).unwrap(),
            1 => spinning(shape.clone(), DVec3::ZERO, vector(3.0)),
            2 => deforming(&primitive::grid(dvec2(1.0, 1.0), [3, 3]).unwrap(), &[0.0, 0.5, 1.0], |vertex, time| {
                vertex * (1.0 + 0.5 * time)
            }),
            _ => {
                let texts = ["x*cos(t) - z*sin(t)", "y*(1 + 0.3*t^2)", "x*sin(t) + z*cos(t)"];
                Moving::new(shape.clone(), Motion::Expression(Expression::parse(texts).unwrap())).unwrap()
            }
        };
        let [one, two] =
            [&by_formula, &by_pose].map(|body| first_contact(body, &other, &Query::default()).unwrap().verdict);
        match (one, two) {
            (Verdict::Touch(one), Verdict::Touch(two)) => {
                touches += 1;
                let apart = (one.time.mid() - two.time.mid()).abs();
                assert!(apart < 1e-5 && one.time.width() < 1e-5, "case {case}: {:?} {:?}", one.time, two.time);
            }
            (Verdict::Clear { .. }, Verdict::Clear { .. }) => {}
            (one, two) => panic!("case {case}: {one:?} {two:?}"),
        }
    }
    println!("{touches} of {cases} touch");
    assert!((10..cases).contains(&touches), "{touches}");
}

/// A deforming body that moves like a rigid body gives the same verdicts as the method for rigid bodies, at the
/// same times up to the tolerance. If the verdict is a time, the bodies are apart before it.
#[test]
fn agrees_with_the_method_of_rigid_bodies() {
    let mut random = Random::new(61);
    let (cases, mut touches) = (150, 0);
    for case in 0..cases {
        let mut vector = |size: f64| DVec3::from_array([0; 3].map(|_| random.between(-size, size)));
        let (place, aim, spin) = (vector(1.0) + 1.6 * vector(1.0).normalize(), vector(0.5), vector(6.0));
        let way = aim - place;
        let flat = primitive::grid(dvec2(1.0, 0.7), [2, 3]).unwrap();
        let tilt = DQuat::from_scaled_axis(vector(3.0));
        let sheet = flat.mapped(|vertex| tilt * vertex).unwrap();
        let body = match random.below(3) {
            0 => primitive::cuboid(dvec3(0.6, 0.4, 0.3)),
            1 => primitive::l_extrusion(0.7, 0.6, 0.2, 0.4),
            _ => primitive::tetrahedron(0.9),
        };
        let turning = match random.below(3) {
            0 => Motion::Rigid(Rigid::new(Pose::IDENTITY, DVec3::ZERO, spin).unwrap()),
            1 => {
                let axis = ScrewAxis { point: dvec3(0.1, 0.0, 0.2), direction: spin };
                Motion::Screw(Screw::about(axis, Pose::IDENTITY, spin.length(), 0.3, 1.0).unwrap())
            }
            _ => {
                let first = Motion::Rigid(Rigid::new(Pose::IDENTITY, 0.2 * DVec3::X, spin).unwrap());
                let Placement::Pose(middle) = first.at(0.5) else { unreachable!("the motion is rigid") };
                let second = Motion::Rigid(Rigid::new(middle, DVec3::ZERO, -spin).unwrap());
                Motion::Piecewise(Piecewise::new(vec![0.0, 0.5], vec![first, second]).unwrap())
            }
        };
        let b = Moving::new(Shape::Polyhedron(body.unwrap()), turning).unwrap();
        let deforms = deforming(&sheet, &[0.0, 0.4, 1.0], |vertex, time| vertex + place + time * way);
        let flies = Motion::Linear(Linear::new(Pose::translated(place).unwrap(), way).unwrap());
        let rigid = Moving::new(Shape::Mesh(sheet.clone()), flies).unwrap();
        let query = Query { separation: [0.0, 0.02][case % 2], ..Query::default() };
        let ours = first_contact(&deforms, &b, &query).unwrap().verdict;
        let other = first_contact(&rigid, &b, &query).unwrap().verdict;
        match (&ours, &other) {
            (Verdict::Clear { .. }, Verdict::Clear { .. }) => {}
            (Verdict::Touch(mine), Verdict::Touch(theirs)) => {
                touches += u32::from(!mine.contacts[0].initial);
                assert!((mine.time.mid() - theirs.time.mid()).abs() < 1e-6, "case {case}: {mine:?} but {theirs:?}");
                assert_eq!(mine.contacts[0].initial, theirs.contacts[0].initial, "case {case}");
                if mine.time.lower() > 0.0 {
                    let before = (mine.time.lower() - 1e-3).max(0.0);
                    let close = proximities(&deforms, &b, before, query.separation).unwrap();
                    assert!(close.is_empty(), "case {case}: within the separation before the touch");
                }
            }
            (ours, other) => panic!("case {case}: {ours:?} but {other:?}"),
        }
    }
    assert!((40..140).contains(&touches), "{touches} of {cases} touch");
}

/// Inside a solid at the start, and a budget that runs out.
#[test]
fn starts_and_budgets() {
    let small = primitive::icosphere(0.1, 1).unwrap();
    let drifting = deforming(small.mesh(), &[0.0, 1.0], |vertex, time| vertex + 3.0 * time * DVec3::X);
    let block = Shape::Polyhedron(primitive::cuboid(DVec3::ONE).unwrap());
    let first = touch(&drifting, &spinning(block.clone(), DVec3::ZERO, DVec3::ONE), &Query::default());
    assert!(first.time == Interval::ZERO && first.contacts[0].initial, "{first:?}");
    // The diagonal of the block sweeps past the sphere of radius √3/2.
    let away = spinning(block, dvec3(2.5, 0.0, 0.0), TAU * DVec3::Z);
    let first = touch(&drifting, &away, &Query::default());
    for budget in [0, 5, 50] {
        let query = Query { budget: Some(budget), ..Query::default() };
        let verdict = first_contact(&drifting, &away, &query).unwrap().verdict;
        assert!(verdict.clear_until() <= first.time.upper(), "{verdict:?}");
        assert!(budget > 0 || matches!(verdict, Verdict::Open { .. }), "{verdict:?}");
    }
}
