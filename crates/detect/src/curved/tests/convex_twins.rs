//! Convex primitives by their support functions and by the equations: the same contacts, named after the same faces.

use super::{motion, vector};
use crate::curved::{ConvexAnswer, CurvedQuestion, convex_answer};
use crate::table::Question;
use crate::{Answer, FirstContact, Moving, Query, Verdict};
use glam::{DQuat, DVec3, dvec3};
use tangency_geometry::surface::Brep;
use tangency_geometry::{Feature, Motion, Pose, Rigid, Shape, Solid};
use tangency_interval::Interval;
use tangency_interval::laws::Random;

fn shapes() -> Vec<Shape> {
    vec![
        Brep::sphere(0.5).expect("a ball").into(),
        Brep::ellipsoid(dvec3(0.4, 0.7, 0.5)).expect("an ellipsoid").into(),
        Brep::cuboid(dvec3(0.8, 0.6, 1.0)).expect("a box").into(),
        Brep::cylinder(0.4, 0.9).expect("a cylinder").into(),
        Brep::cone(0.5, 1.0).expect("a cone").into(),
        Brep::capsule(0.3, 0.8).expect("a capsule").into(),
        Solid::sphere(0.6).expect("a ball").into(),
        Solid::ellipsoid(dvec3(0.6, 0.3, 0.5)).expect("an ellipsoid").into(),
        Solid::cuboid(dvec3(0.9, 0.7, 0.5)).expect("a box").into(),
        Solid::cylinder(0.5, 0.8).expect("a cylinder").into(),
    ]
}

/// The point of a face at its parameters, in the frame of the body. `None` for other features.
fn place(shape: &Shape, feature: Feature) -> Option<DVec3> {
    match (shape, feature) {
        (Shape::Parametric(brep), Feature::Patch { index, parameters: [u, v] }) => {
            Some(brep.faces()[index as usize].patch().at(u, v, 0.0))
        }
        (Shape::Parametric(brep), Feature::Edge { index, parameter }) => {
            Some(brep.edges()[index as usize].at(parameter, 0.0))
        }
        _ => None,
    }
}

fn touch(answer: &Answer) -> Option<&FirstContact> {
    match &answer.verdict {
        Verdict::Touch(first) => Some(first),
        Verdict::Clear { .. } | Verdict::Open { .. } => None,
    }
}

#[test]
fn support_functions_and_equations_agree() {
    let mut random = Random::new(71);
    let shapes = shapes();
    let (mut touching, mut clear, mut begun, mut placed) = (0, 0, 0, 0);
    for case in 0..60 {
        let [of_a, of_b] = [case % shapes.len(), random.below(shapes.len())];
        let far = vector(&mut random, 1.0).normalize() * 2.5;
        let start = Pose::new(DQuat::from_scaled_axis(vector(&mut random, 2.0)), far).expect("a pose");
        // Every fourth passes by.
        let aside = if case % 4 == 3 { 3.0 * far.any_orthonormal_vector() } else { DVec3::ZERO };
        let velocity = vector(&mut random, 0.9) - 1.5 * far + aside;
        let flight = Motion::Rigid(Rigid::new(start, velocity, vector(&mut random, 2.0)).expect("finite"));
        let a = Moving::new(shapes[of_a].clone(), flight).expect("a body");
        let still =
            Motion::Still(Pose::new(DQuat::from_scaled_axis(vector(&mut random, 2.0)), DVec3::ZERO).expect("one"));
        let b = Moving::new(shapes[of_b].clone(), still).expect("a body");
        let query = Query { span: Interval::between(0.0, 1.0), ..Query::default() };
        let question = Question { a: &a, b: Some(&b), query: &query };
        let told = convex_answer(&question).expect("a method");
        let equations = CurvedQuestion::new(&a, &b, &query).expect("equations").search(None).expect("an answer");
        let answer = match told {
            ConvexAnswer::Whole(answer) => answer,
            ConvexAnswer::ApartUntil(from) => {
                let time = touch(&equations).expect("a touch").time;
                assert!(from <= time.upper() && time.lower() - from < 1e-6, "case {case}: {from} {time:?}");
                let later = CurvedQuestion::new(&a, &b, &query).expect("equations").apart_until(from);
                let later = later.search(None).expect("an answer");
                let told = touch(&later).expect("the same touch");
                assert!(!told.time.disjoint(time) && told.contacts[0].proved, "case {case}: {told:?}");
                assert!(told.contacts[0].point.distance(touch(&equations).expect("one").contacts[0].point) < 1e-6);
                begun += 1;
                continue;
            }
            ConvexAnswer::Unknown => continue,
        };
        let (Some(first), Some(other)) = (touch(&answer), touch(&equations)) else {
            assert_eq!(answer.verdict, equations.verdict, "case {case}");
            clear += 1;
            continue;
        };
        touching += 1;
        let ([contact], [like, ..]) = (first.contacts.as_slice(), other.contacts.as_slice()) else {
            panic!("{first:?}")
        };
        assert!(contact.proved && !first.time.disjoint(other.time), "{:?} {:?}", first.time, other.time);
        assert!(contact.point.distance(like.point) < 1e-5, "case {case}: {contact:?}\n{like:?}");
        assert!(contact.normal.distance(like.normal) < 1e-5, "case {case}: {contact:?}\n{like:?}");
        for (body, feature) in [(&a, contact.feature_a), (&b, contact.feature_b)] {
            let pose = body.motion().rigid_pieces(query.span).expect("rigid")[0].pose(first.time.lower());
            if let Some(local) = place(body.prepared().shape(), feature) {
                assert!(pose.apply(local).distance(contact.point) < 1e-6, "case {case}: {feature:?} {contact:?}");
                placed += 1;
            }
        }
        // Implicit solids name the same part, except on a crease.
        if let (Feature::Part(part), Feature::Part(like)) = (contact.feature_b, like.feature_b) {
            let Shape::Implicit(solid) = b.prepared().shape() else { panic!("no parts") };
            let pose = b.motion().rigid_pieces(query.span).expect("rigid")[0].pose(0.0);
            let local = pose.inverse().apply(contact.point);
            let value = solid.leaves()[part as usize].value(
                tangency_interval::Vector::point(local.to_array()),
                Interval::ZERO,
                &mut tangency_geometry::solid::SolidWork::default(),
            );
            assert!(part == like || value.mid().abs() < 1e-5, "case {case}: {part} {like} {value:?}");
        }
    }
    assert!(
        touching > 8 && clear > 3 && begun > 15 && placed > 5,
        "{touching} touch, {clear} do not, {begun} begin later, {placed} places"
    );
}

/// Questions that only the equations answer: bodies that overlap at the start, flat contacts, several contacts.
#[test]
fn the_equations_answer_the_rest() {
    let box_ = || Shape::from(Brep::cuboid(dvec3(1.0, 1.0, 1.0)).expect("a box"));
    let still = || Motion::Still(Pose::IDENTITY);
    let down = |from: f64| {
        let start = Pose::translated(dvec3(0.1, 0.2, from)).expect("a pose");
        Motion::Rigid(Rigid::new(start, -DVec3::Z, DVec3::ZERO).expect("finite"))
    };
    let answered = |a: Shape, from: f64, query: &Query| {
        let (a, b) = (Moving::new(a, down(from)).expect("a body"), Moving::new(box_(), still()).expect("a body"));
        let told = convex_answer(&Question { a: &a, b: Some(&b), query }).expect("a method");
        matches!(told, ConvexAnswer::Whole(_))
    };
    let query = Query { span: Interval::between(0.0, 2.0), ..Query::default() };
    let ball = || Shape::from(Brep::sphere(0.5).expect("a ball"));
    assert!(answered(ball(), 2.0, &query));
    assert!(!answered(ball(), 0.5, &query), "an overlap at the start");
    assert!(!answered(box_(), 2.0, &query), "a flat contact");
    assert!(!answered(Brep::torus(1.0, 0.3).expect("a torus").into(), 2.0, &query), "not convex");
    assert!(!answered(Brep::sphere(0.5).expect("a ball").as_surface().into(), 2.0, &query), "a surface");
    assert!(!answered(ball(), 2.0, &Query { simultaneity: Some(0.1), ..query.clone() }));
    assert!(!answered(ball(), 2.0, &Query { spacing: Some(0.1), ..query.clone() }));
}

/// Primitives in any pose are those of the placed solid.
#[test]
fn placed_solids_are_placed_primitives() {
    let mut random = Random::new(72);
    for _ in 0..200 {
        let Motion::Rigid(pose) = motion(&mut random) else { panic!("rigid") };
        let pose = pose.start();
        let solid = Solid::cylinder(0.5, 0.8).expect("a cylinder").placed(&pose);
        let convex = solid.convex().expect("a primitive");
        let direction = vector(&mut random, 1.0);
        let (extreme, mut work) = (convex.farthest(direction), tangency_geometry::solid::SolidWork::default());
        let inner = pose.apply(DVec3::ZERO).lerp(extreme, 1.0 - 1e-9);
        let outer = pose.apply(DVec3::ZERO).lerp(extreme, 1.0 + 1e-9);
        assert!(solid.value_at(inner, 0.0, &mut work) < 0.0 && solid.value_at(outer, 0.0, &mut work) > 0.0);
        assert_eq!(solid.placed(&pose).convex(), None, "a second pose would be rounded");
    }
}
