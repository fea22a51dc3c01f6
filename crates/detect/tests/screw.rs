//! The screw method against the general method, closed forms and changes of frame.
//!
//! References: `first_contact` of the pair table, which shares only the poses of the motions and the proof that a
//! contact exists with the screw method, and whose times are early by at most the tolerance; closed forms where a
//! scene has one.

#![allow(clippy::unwrap_used, reason = "a broken expectation stops the test")]

use glam::{DQuat, DVec3, dvec3};
use std::f64::consts::{FRAC_PI_2, PI};
use tangency_detect::{DetectError, Moving, Query, Verdict, first_contact, screw};
use tangency_geometry::{Expression, Linear, Motion, Pose, Rigid, Screw, ScrewAxis, Shape, primitive};
use tangency_interval::laws::Random;

fn vector(random: &mut Random, size: f64) -> DVec3 {
    DVec3::from_array([0; 3].map(|_| random.between(-size, size)))
}

fn pose(random: &mut Random, size: f64) -> Pose {
    let turn = match random.below(4) {
        0 => DQuat::IDENTITY,
        1 => DQuat::from_rotation_z(FRAC_PI_2),
        _ => DQuat::from_axis_angle(vector(random, 1.0).try_normalize().unwrap_or(DVec3::X), random.between(-PI, PI)),
    };
    Pose::new(turn.normalize(), vector(random, size)).unwrap()
}

fn shape(random: &mut Random) -> Shape {
    let solid = match random.below(6) {
        0 => primitive::tetrahedron(1.5),
        1 => primitive::cuboid(dvec3(1.0, 0.6, 1.4)),
        2 => primitive::l_extrusion(1.2, 1.0, 0.3, 0.8),
        3 => primitive::prism(0.7, 1.1, 5),
        4 => primitive::needle(0.1, 1.8, 3),
        _ => primitive::icosphere(0.7, 0),
    };
    Shape::Polyhedron(solid.unwrap())
}

/// A screw that brings a body near the origin, often along a special axis.
fn random_screw(random: &mut Random) -> Motion {
    let start = pose(random, 2.5);
    let screw = match random.below(3) {
        0 => Screw::between(start, pose(random, 1.5), 1.0),
        _ => {
            let direction = match random.below(3) {
                0 => DVec3::Z,
                1 => dvec3(0.0, 1.0, 1e-9),
                _ => vector(random, 1.0) + DVec3::splat(1e-3),
            };
            let away = [0.0, 1.0, 30.0][random.below(3)];
            let axis = ScrewAxis { point: vector(random, away), direction };
            let angle = [0.0, 1e-7, 0.2, PI, -2.5, 9.0][random.below(6)];
            let slide = [0.0, 0.0, -2.0, 3.0][random.below(4)];
            Screw::about(axis, start, angle, slide, 1.0)
        }
    };
    Motion::Screw(screw.unwrap())
}

/// Asserts that both methods give the same verdict, or differ by no more than the tolerance allows. Returns
/// whether the bodies touch after the start.
fn agree(a: &Moving, b: &Moving, query: &Query, what: &str) -> bool {
    let (ours, other) = (screw::first_contact(a, b, query).unwrap(), first_contact(a, b, query).unwrap());
    // If only one method finds a touch, the gap must be within the tolerance: with half a tolerance more
    // separation the other finds it too.
    let wider = |answer: &Verdict| match answer {
        Verdict::Touch(_) => true,
        Verdict::Clear { .. } | Verdict::Open { .. } => {
            let nearer = Query { separation: query.separation + query.tolerance, ..query.clone() };
            matches!(first_contact(a, b, &nearer).unwrap().verdict, Verdict::Touch(_))
        }
    };
    match (&ours.verdict, &other.verdict) {
        (Verdict::Touch(mine), Verdict::Touch(theirs)) => {
            // Early by at most the tolerance: before that the bodies are farther apart.
            let apart = (mine.time.lower() - theirs.time.lower()).abs();
            if apart > 1e-6 {
                let nearer = Query { separation: query.separation + query.tolerance, ..query.clone() };
                let earliest = first_contact(a, b, &nearer).unwrap().verdict.clear_until();
                let [first, last] = [mine, theirs].map(|first| first.time);
                assert!(
                    first.lower() >= earliest - 1e-9 && last.lower() >= earliest - 1e-9,
                    "{what}: {first:?} {last:?}"
                );
            }
            mine.time.lower() > 0.0
        }
        (Verdict::Clear { .. }, Verdict::Clear { .. }) => false,
        (mine, theirs) => {
            assert!(wider(mine) && wider(theirs), "{what}: {mine:?} but {theirs:?}");
            true
        }
    }
}

#[test]
fn agrees_with_the_general_method_on_screws() {
    let mut random = Random::new(2003);
    let cases = 3_000;
    let mut touches = 0;
    for case in 0..cases {
        let screw = random_screw(&mut random);
        let away = [0.0, 1.0][random.below(2)];
        let still = Motion::Still(pose(&mut random, away));
        let (a, b) = (Moving::new(shape(&mut random), screw).unwrap(), Moving::new(shape(&mut random), still).unwrap());
        let separation = [0.0, 0.0, 0.05][random.below(3)];
        let query = Query { separation, ..Query::default() };
        let (a, b) = if case % 2 == 0 { (&a, &b) } else { (&b, &a) };
        touches += u32::from(agree(a, b, &query, &format!("case {case}")));
    }
    assert!((cases / 6..cases * 3 / 4).contains(&touches), "{touches} of {cases} touch after the start");
}

#[test]
fn agrees_with_the_general_method_on_other_motions() {
    let mut random = Random::new(1994);
    let cases = 100;
    let mut touches = 0;
    for case in 0..cases {
        let motion = |random: &mut Random| {
            let start = pose(random, 2.5);
            let velocity = vector(random, 1.0) - start.translation();
            match random.below(3) {
                0 => Motion::Linear(Linear::new(start, velocity).unwrap()),
                1 => random_screw(random),
                _ => Motion::Rigid(Rigid::new(start, velocity, vector(random, 2.0)).unwrap()),
            }
        };
        let (motion_a, motion_b) = (motion(&mut random), motion(&mut random));
        let (a, b) =
            (Moving::new(shape(&mut random), motion_a).unwrap(), Moving::new(shape(&mut random), motion_b).unwrap());
        let query = Query { tolerance: 1e-4, ..Query::default() };
        touches += u32::from(agree(&a, &b, &query, &format!("case {case}")));
    }
    assert!((cases / 4..cases * 3 / 4).contains(&touches), "{touches} of {cases} touch");
}

/// A cube at distance 2 from the axis rotates into another cube a quarter turn away. Seen from the axis, the
/// leading side of each is widest at its inner edge, at atan(½ / 1½) from the middle. The two inner edges meet
/// when the remaining angle is twice that.
#[test]
fn cubes_meet_at_the_closed_form() {
    let cube = || Shape::Polyhedron(primitive::cuboid(DVec3::ONE).unwrap());
    let axis = ScrewAxis { point: DVec3::ZERO, direction: DVec3::Z };
    let start = Pose::translated(dvec3(2.0, 0.0, 0.0)).unwrap();
    let quarter = Pose::new(DQuat::from_rotation_z(FRAC_PI_2), dvec3(0.0, 2.0, 0.0)).unwrap();
    for slide in [0.0, 0.5] {
        let turning = Motion::Screw(Screw::about(axis, start, FRAC_PI_2, slide, 1.0).unwrap());
        let a = Moving::new(cube(), turning).unwrap();
        let b = Moving::new(cube(), Motion::Still(quarter)).unwrap();
        let Verdict::Touch(first) = screw::first_contact(&a, &b, &Query::default()).unwrap().verdict else {
            panic!("they meet")
        };
        let expected = (FRAC_PI_2 - 2.0 * (0.5_f64 / 1.5).atan()) / FRAC_PI_2;
        assert!(first.time.lower() <= expected + 1e-12 && first.time.upper() >= expected - 1e-12, "{:?}", first.time);
        assert!(first.time.width() < 1e-9 && first.contacts.iter().all(|contact| !contact.initial));
        let contact = first.contacts[0];
        let radius = contact.point.truncate().length();
        assert!((radius - 2.5_f64.sqrt()).abs() < 1e-8, "at the inner edges: {contact:?}");
        assert!(contact.normal.x < 0.0 || contact.normal.y > 0.0, "from the turning cube to the other: {contact:?}");
    }
}

/// Without rejection every pair is searched, and the answer is the same.
#[test]
fn rejection_changes_the_cost_and_not_the_answer() {
    let mut random = Random::new(80_85);
    let mut rejected = [0; 3];
    for _ in 0..60 {
        let screw = random_screw(&mut random);
        let a = Moving::new(shape(&mut random), screw).unwrap();
        let b = Moving::new(shape(&mut random), Motion::Still(Pose::IDENTITY)).unwrap();
        let [(with, tally), (without, _)] =
            [true, false].map(|reject| screw::first_contact_tallied(&a, &b, &Query::default(), reject).unwrap());
        assert_eq!(with.verdict.clear_until(), without.verdict.clear_until());
        let counts = [tally.objects.rejected(), tally.vertex_triangle.rejected(), tally.edge_edge.rejected()];
        (0..3).for_each(|test| rejected[test] += counts[test]);
    }
    assert!(rejected.iter().all(|&count| count > 10), "{rejected:?}");
}

#[test]
fn screws_stay_within_their_discrepancy() {
    let mut random = Random::new(8);
    let mut longest = 0;
    for _ in 0..40 {
        let (start, velocity, spin) = (pose(&mut random, 2.0), vector(&mut random, 2.0), vector(&mut random, 3.0));
        let a = Moving::new(shape(&mut random), Motion::Rigid(Rigid::new(start, velocity, spin).unwrap())).unwrap();
        let b = Moving::new(shape(&mut random), random_screw(&mut random)).unwrap();
        let segments = screw::approximate(&a, &b, Query::default().span, 1e-3).unwrap();
        assert_eq!((segments[0].span.lower(), segments[segments.len() - 1].span.upper()), (0.0, 1.0));
        assert!(segments.windows(2).all(|pair| pair[0].span.upper() == pair[1].span.lower()));
        longest = longest.max(segments.len());
        for segment in &segments {
            let on_screw = Motion::Screw(segment.screw);
            let mut worst = 0.0_f64;
            for step in 0..=37 {
                let share = f64::from(step) / 37.0;
                let time = segment.span.lower() + share * segment.span.width();
                let time = time.min(segment.span.upper());
                let (seen, from) = (a.motion().at(time), b.motion().at(time));
                let tangency_geometry::Placement::Pose(from) = from else { panic!("rigid") };
                for (index, &vertex) in a.prepared().shape().mesh().unwrap().vertices().iter().enumerate() {
                    let place = from.inverse().apply(seen.point(index, vertex));
                    let there = on_screw.at(time - segment.span.lower()).point(index, vertex);
                    worst = worst.max(place.distance(there));
                }
            }
            assert!(segment.discrepancy <= 1e-3 && worst <= segment.discrepancy, "{worst} in {segment:?}");
        }
    }
    assert!((2..400).contains(&longest), "{longest} segments");
}

/// A straight relative motion is one exact screw. A deforming body is refused, not reported as clear.
#[test]
fn straight_motion_is_one_segment_and_deformation_is_refused() {
    let cube = || Shape::Polyhedron(primitive::cuboid(DVec3::ONE).unwrap());
    let flying = |velocity: DVec3| Motion::Linear(Linear::new(Pose::IDENTITY, velocity).unwrap());
    let (a, b) = (Moving::new(cube(), flying(DVec3::X)).unwrap(), Moving::new(cube(), flying(DVec3::Y)).unwrap());
    let segments = screw::approximate(&a, &b, Query::default().span, 1e-9).unwrap();
    assert_eq!(segments.len(), 1);
    assert!((segments[0].screw.distance() - 2.0_f64.sqrt()).abs() < 1e-12 && segments[0].screw.angle() == 0.0);
    let swelling = Expression::parse(["x * (1 + t)", "y", "z"]).unwrap();
    let c = Moving::new(cube(), Motion::Expression(swelling)).unwrap();
    let refused = screw::approximate(&a, &c, Query::default().span, 1e-6);
    assert!(matches!(refused, Err(DetectError::Unsupported { b: "a body that deforms", .. })), "{refused:?}");
    assert!(screw::first_contact(&a, &c, &Query::default()).is_err());
}

/// A budget that runs out gives an open answer, never clear.
#[test]
fn a_spent_budget_is_open() {
    let cube = || Shape::Polyhedron(primitive::cuboid(DVec3::ONE).unwrap());
    let axis = ScrewAxis { point: DVec3::ZERO, direction: DVec3::Z };
    let turning = Screw::about(axis, Pose::translated(dvec3(2.0, 0.0, 0.0)).unwrap(), PI, 0.0, 1.0).unwrap();
    let a = Moving::new(cube(), Motion::Screw(turning)).unwrap();
    let b = Moving::new(cube(), Motion::Still(Pose::translated(dvec3(-2.0, 0.0, 0.0)).unwrap())).unwrap();
    let query = Query { budget: Some(40), ..Query::default() };
    let answer = screw::first_contact(&a, &b, &query).unwrap();
    assert_eq!(answer.verdict, Verdict::Open { from: 0.0 });
}
