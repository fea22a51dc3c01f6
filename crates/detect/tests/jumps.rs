//! Motions that jump.
//!
//! Reference: the positions before and after each jump are known. A jump is not a path: the positions before and
//! after it count, the positions between them do not.

#![allow(clippy::unwrap_used)] // A test may stop at the first broken expectation.

use glam::{DQuat, DVec3, dvec3};
use tangency_detect::{FirstContact, Moving, Query, Verdict, every_contact, first_contact, first_self_contact};
use tangency_geometry::surface::Brep;
use tangency_geometry::{
    Ballistic, Expression, Linear, Motion, Piecewise, Pose, Rigid, Shape, Solid, Vertexwise, primitive,
};
use tangency_interval::Interval;

fn at(place: DVec3) -> Pose {
    Pose::translated(place).unwrap()
}

/// Every kind of motion piece that leaves a body at rest, or nearly so.
fn resting(place: DVec3, shape: &Shape) -> Vec<Motion> {
    let slow = dvec3(0.0, 1e-3, 0.0);
    let mut motions = vec![
        Motion::Still(at(place)),
        Motion::Still(Pose::new(DQuat::from_rotation_z(0.3), place).unwrap()),
        Motion::Linear(Linear::new(at(place), slow).unwrap()),
        Motion::Ballistic(Ballistic::new(at(place), slow, slow).unwrap()),
        Motion::Rigid(Rigid::new(at(place), slow, DVec3::Z).unwrap()),
    ];
    let formulas = ["x", "y", "z"].into_iter().zip(place.to_array());
    let formulas: Vec<String> = formulas.map(|(name, shift)| format!("{name} + ({shift:?}) + 0.001*t")).collect();
    motions.push(Motion::Expression(Expression::parse([&formulas[0], &formulas[1], &formulas[2]]).unwrap()));
    if let Some(mesh) = shape.mesh() {
        let frame: Vec<DVec3> = mesh.vertices().iter().map(|vertex| *vertex + place).collect();
        motions.push(Motion::Vertexwise(Vertexwise::new(vec![0.0], vec![frame]).unwrap()));
    }
    motions
}

fn pieces(starts: &[f64], motions: Vec<Motion>) -> Motion {
    Motion::Piecewise(Piecewise::new(starts.to_vec(), motions).unwrap())
}

fn small_shapes() -> Vec<Shape> {
    vec![
        primitive::cuboid(DVec3::splat(0.2)).unwrap().into(),
        primitive::cuboid(DVec3::splat(0.2)).unwrap().into_mesh().into(),
        Brep::sphere(0.1).unwrap().into(),
        Solid::sphere(0.1).unwrap().into(),
    ]
}

fn large_shapes() -> Vec<Shape> {
    vec![
        primitive::cuboid(DVec3::splat(2.0)).unwrap().into(),
        Brep::sphere(1.2).unwrap().into(),
        Solid::cuboid(DVec3::splat(2.0)).unwrap().into(),
    ]
}

fn touch(a: &Moving, b: &Moving, query: &Query) -> FirstContact {
    match first_contact(a, b, query).unwrap().verdict {
        Verdict::Touch(first) => first,
        verdict @ (Verdict::Clear { .. } | Verdict::Open { .. }) => panic!("{verdict:?}\n{a:?}\n{b:?}"),
    }
}

/// A body that jumps into a solid is inside from then on, whatever its pieces are, also if the jump is at the
/// first instant.
#[test]
fn a_jump_into_a_solid_is_found() {
    let mut asked = 0;
    for small in small_shapes() {
        let (before, after) = (resting(dvec3(5.0, 0.0, 0.0), &small), resting(DVec3::ZERO, &small));
        for large in large_shapes() {
            let still = Moving::new(large, Motion::Still(Pose::IDENTITY)).unwrap();
            for (index, first) in before.iter().enumerate() {
                let then = after[(index * 3 + 1) % after.len()].clone();
                let jumping = Moving::new(small.clone(), pieces(&[0.0, 0.5], vec![first.clone(), then])).unwrap();
                let found = touch(&jumping, &still, &Query::default());
                assert!(found.time.contains(0.5) && found.time.width() < 1e-6, "{:?}", found.time);
                assert!(found.contacts.iter().all(|contact| !contact.initial && contact.gap <= 1e-9));
                let from_jump = Query { span: Interval::between(0.5, 1.0), ..Query::default() };
                let found = touch(&still, &jumping, &from_jump);
                assert_eq!(found.time.lower(), 0.5);
                assert!(found.contacts.iter().all(|contact| contact.initial), "the span starts there");
                asked += 2;
            }
        }
    }
    assert!(asked > 120, "{asked}");
}

/// A body that jumps out of a solid at the first instant is outside during the whole span. If the jump is later,
/// it is inside before.
#[test]
fn a_jump_out_of_a_solid_at_the_first_instant_is_clear() {
    for small in small_shapes() {
        let (before, after) = (resting(DVec3::ZERO, &small), resting(dvec3(5.0, 0.0, 0.0), &small));
        for large in large_shapes() {
            let still = Moving::new(large, Motion::Still(Pose::IDENTITY)).unwrap();
            for (first, then) in before.iter().zip(after.iter().rev()) {
                let motion = pieces(&[0.0, 0.5], vec![first.clone(), then.clone()]);
                let jumping = Moving::new(small.clone(), motion).unwrap();
                for span in [Interval::between(0.5, 1.0), Interval::from(0.5)] {
                    let query = Query { span, ..Query::default() };
                    for [a, b] in [[&jumping, &still], [&still, &jumping]] {
                        let answer = first_contact(a, b, &query).unwrap();
                        assert_eq!(answer.verdict, Verdict::Clear { until: span.upper() });
                    }
                }
                let earlier = Query { span: Interval::between(0.25, 1.0), ..Query::default() };
                assert_eq!(touch(&jumping, &still, &earlier).time.lower(), 0.25);
            }
        }
    }
}

/// A body that jumps over a solid does not touch it. A body that jumps away before a contact does not touch
/// either.
#[test]
fn a_jump_over_a_solid_is_clear() {
    for small in small_shapes() {
        let (before, after) = (resting(dvec3(5.0, 0.0, 0.0), &small), resting(dvec3(-5.0, 0.0, 0.0), &small));
        for large in large_shapes() {
            let still = Moving::new(large, Motion::Still(Pose::IDENTITY)).unwrap();
            for (first, then) in before.iter().zip(after.iter().rev()) {
                let motion = pieces(&[0.0, 0.5], vec![first.clone(), then.clone()]);
                let jumping = Moving::new(small.clone(), motion).unwrap();
                let answer = first_contact(&jumping, &still, &Query::default()).unwrap();
                assert_eq!(answer.verdict, Verdict::Clear { until: 1.0 });
            }
        }
    }
}

/// Two bodies that exchange positions at the same instant never meet: neither is before its jump while the other
/// is after its jump.
#[test]
fn bodies_that_exchange_positions_do_not_meet() {
    let (left, right) = (dvec3(-1.0, 0.0, 0.0), dvec3(1.0, 0.0, 0.0));
    for shape in small_shapes() {
        let still = |place| Motion::Still(at(place));
        let a = Moving::new(shape.clone(), pieces(&[0.0, 0.5], vec![still(left), still(right)])).unwrap();
        let b = Moving::new(shape, pieces(&[0.0, 0.5], vec![still(right), still(left)])).unwrap();
        for span in [[0.0, 1.0], [0.5, 1.0], [0.0, 0.5], [0.5, 0.5]] {
            let query = Query { span: Interval::between(span[0], span[1]), ..Query::default() };
            assert_eq!(first_contact(&a, &b, &query).unwrap().verdict, Verdict::Clear { until: span[1] });
        }
    }
}

/// A jump is not spread over the piece before it. A body that waits far away and then jumps beside a deforming
/// sheet never touches it. A body that jumps into the path of the sheet touches only when the sheet arrives there.
#[test]
fn a_jump_beside_a_deforming_mesh_takes_no_time() {
    let sheet = primitive::grid(glam::dvec2(2.0, 2.0), [3, 3]).unwrap();
    let frame = |height: f64| -> Vec<DVec3> {
        sheet.vertices().iter().map(|vertex| *vertex + dvec3(0.0, 0.0, height + 0.1 * vertex.x)).collect()
    };
    // It descends by two metres in a second.
    let motion = Motion::Vertexwise(Vertexwise::new(vec![0.0, 1.0], vec![frame(1.6), frame(-0.4)]).unwrap());
    let falling = Moving::new(sheet.clone().into(), motion).unwrap();
    for turn in [0.0, 0.7] {
        let turned = |place| {
            let pose = Pose::new(DQuat::from_rotation_z(turn), place).unwrap();
            Motion::Rigid(Rigid::new(pose, DVec3::ZERO, DVec3::Z * turn).unwrap())
        };
        let cube = |motion| Moving::new(primitive::cuboid(DVec3::splat(0.2)).unwrap().into(), motion).unwrap();
        let aside = cube(pieces(&[0.0, 0.5], vec![turned(dvec3(0.0, 0.0, 9.0)), turned(dvec3(4.0, 0.0, 0.0))]));
        assert_eq!(first_contact(&falling, &aside, &Query::default()).unwrap().verdict, Verdict::Clear { until: 1.0 });
        let into = cube(pieces(&[0.0, 0.5], vec![turned(dvec3(4.0, 0.0, 3.0)), turned(DVec3::ZERO)]));
        let found = touch(&falling, &into, &Query::default());
        // The sheet is at 1.6 − 2t + x/10. The cube reaches up to 0.1 where it is widest along −x.
        let reach = if turn == 0.0 { 0.1 } else { 0.1 * 2f64.sqrt() };
        let latest = (1.6 - 0.1 + 0.1 * reach) / 2.0;
        assert!((0.73..=latest).contains(&found.time.lower()), "{:?}", found.time);
        assert!(found.contacts.iter().all(|contact| contact.gap.abs() < 1e-5), "{found:?}");
    }
}

/// The lists of all contacts and of self-contacts continue after a jump too.
#[test]
fn every_contact_goes_on_after_a_jump() {
    let cube = || -> Shape { primitive::cuboid(DVec3::ONE).unwrap().into() };
    let motion =
        pieces(&[0.0, 0.5], vec![Motion::Still(at(dvec3(5.0, 0.0, 0.0))), Motion::Still(at(dvec3(0.5, 0.5, 0.5)))]);
    let jumping = Moving::new(cube(), motion).unwrap();
    let still = Moving::new(cube(), Motion::Still(Pose::IDENTITY)).unwrap();
    let all = every_contact(&jumping, &still, &Query::default()).unwrap();
    assert!(!all.is_empty() && all.iter().all(|touching| touching.contact.time.lower() == 0.5));
    assert!(all.iter().all(|touching| !touching.contact.initial));

    // Two triangles of one mesh. A jump makes them intersect.
    let corners =
        [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.2, 0.2, 1.0], [0.3, 0.2, 1.0], [0.2, 0.3, 2.0]];
    let frame = |shift: f64| -> Vec<DVec3> {
        let moved = |(index, corner): (usize, [f64; 3])| {
            DVec3::from_array(corner) - if index < 3 { DVec3::ZERO } else { dvec3(0.0, 0.0, shift) }
        };
        corners.into_iter().enumerate().map(moved).collect()
    };
    let mesh = tangency_geometry::Mesh::new(frame(0.0), vec![[0, 1, 2], [3, 4, 5]]).unwrap();
    let fixed = |shift: f64| Motion::Vertexwise(Vertexwise::new(vec![0.0], vec![frame(shift)]).unwrap());
    let folding = Moving::new(mesh.into(), pieces(&[0.0, 0.25], vec![fixed(0.0), fixed(1.5)])).unwrap();
    let Verdict::Touch(first) = first_self_contact(&folding, &Query::default()).unwrap().verdict else {
        panic!("the bodies must touch")
    };
    assert_eq!(first.time.lower(), 0.25);
}

/// Nested pieces: the jump of an inner piece, at an instant that may not be a double on the world clock.
#[test]
fn inner_pieces_jump_too() {
    let still = |place| Motion::Still(at(place));
    let far = dvec3(5.0, 0.0, 0.0);
    for (outer, inner) in [(0.25, 0.25), (0.1, 0.2)] {
        let within = pieces(&[0.0, inner], vec![still(far), still(DVec3::ZERO)]);
        let motion = pieces(&[0.0, outer], vec![still(far), within]);
        for small in small_shapes() {
            let jumping = Moving::new(small, motion.clone()).unwrap();
            for large in large_shapes() {
                let found = touch(&jumping, &Moving::new(large, still(DVec3::ZERO)).unwrap(), &Query::default());
                let instant = outer + inner;
                assert!(found.time.lower() <= instant && found.time.upper() >= instant.next_down(), "{:?}", found.time);
                assert!(found.time.lower() >= instant - 1e-9, "{:?}", found.time);
            }
        }
    }
}

/// A formula may jump too. The answer then is a touch, an open question or an error, but never clear.
#[test]
fn formulas_that_jump_are_never_clear() {
    let formulas = [
        ["x + 2.5*(1 - sign(t - 0.5))", "y", "z"],
        ["x + 5 - 5*max(sign(t - 0.5), 0)", "y", "z"],
        ["x + 10*atan2(-1e-30 , 0.5 - t)/pi + 10", "y", "z"],
        // Jumps in, and out again.
        ["x + 5*sign((t - 0.4)*(t - 0.6)) + 5*abs(sign((t - 0.4)*(t - 0.6)))", "y", "z"],
    ];
    let (mut asked, mut refused) = (0, 0);
    for formulas in formulas {
        let motion = Motion::Expression(Expression::parse(formulas).unwrap());
        let wrapped = pieces(&[0.0], vec![motion.clone()]);
        for small in small_shapes() {
            for large in large_shapes() {
                for motion in [&motion, &wrapped] {
                    let jumping = Moving::new(small.clone(), motion.clone()).unwrap();
                    let still = Moving::new(large.clone(), Motion::Still(Pose::IDENTITY)).unwrap();
                    let query = Query { budget: Some(20_000), ..Query::default() };
                    match first_contact(&jumping, &still, &query).map(|answer| answer.verdict) {
                        Ok(Verdict::Clear { .. }) => panic!("{formulas:?}: {small:?} {large:?}"),
                        Ok(Verdict::Touch(first)) => {
                            assert!(first.time.lower() <= 0.5, "{formulas:?}: {:?}", first.time);
                        }
                        Ok(Verdict::Open { from }) => assert!(from <= 0.5, "{from}"),
                        Err(_) => refused += 1,
                    }
                    asked += 1;
                }
            }
        }
    }
    assert!(asked == 96 && refused < 96, "{asked} asked, {refused} refused");
}
