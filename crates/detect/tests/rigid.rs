//! First contact under rigid motions.
//!
//! References: closed forms, with an error of a few roundings; the oracle in `rigid_oracle`, which is certain.
//! Invariants that need no reference: another frame, another scale, exchanged bodies, a shortened span.

#![allow(clippy::unwrap_used)] // A test may stop at the first broken expectation.

mod rigid_oracle;

use glam::{DQuat, DVec3, dvec3};
use std::f64::consts::{FRAC_PI_2, FRAC_PI_6, TAU};
use tangency_detect::{DetectError, FirstContact, Moving, Query, Verdict, first_contact};
use tangency_geometry::{
    Ballistic, ChebyshevMotion, Feature, Linear, Motion, Piecewise, Polyhedron, Pose, Rigid, Screw, ScrewAxis, Shape,
    Vertexwise, primitive,
};
use tangency_interval::laws::Random;
use tangency_interval::{Chebyshev, Interval};

fn solid(body: Polyhedron) -> Shape {
    Shape::Polyhedron(body)
}

fn cuboid(x: f64, y: f64, z: f64) -> Shape {
    solid(primitive::cuboid(dvec3(x, y, z)).unwrap())
}

fn still(shape: Shape, place: DVec3) -> Moving {
    Moving::new(shape, Motion::Still(Pose::translated(place).unwrap())).unwrap()
}

/// A body that moves at `velocity` from `place` and turns by `spin` radians per second about its origin.
fn turning(shape: Shape, place: DVec3, velocity: DVec3, spin: DVec3) -> Moving {
    Moving::new(shape, Motion::Rigid(Rigid::new(Pose::translated(place).unwrap(), velocity, spin).unwrap())).unwrap()
}

fn touch(a: &Moving, b: &Moving, query: &Query) -> FirstContact {
    match first_contact(a, b, query).unwrap().verdict {
        Verdict::Touch(first) => first,
        other @ (Verdict::Clear { .. } | Verdict::Open { .. }) => panic!("{other:?}"),
    }
}

fn clear(a: &Moving, b: &Moving, query: &Query) -> bool {
    matches!(first_contact(a, b, query).unwrap().verdict, Verdict::Clear { .. })
}

/// The bracket contains the instant, up to the rounding of the closed form, and is narrow.
fn at(first: &FirstContact, expected: f64) {
    let slack = 1e-12 * (1.0 + expected.abs());
    assert!(
        first.time.lower() <= expected + slack && first.time.upper() >= expected - slack,
        "{first:?}, not {expected}"
    );
    assert!(first.time.width() <= 1e-9, "{:?}", first.time);
}

/// A rod of length 2 and thickness 0.2 rotates about its middle. Its upper leading corner is at the distance r =
/// √(1 + 0.01) and the angle atan 0.1. It meets a ceiling at the height h at the angle asin h/r.
#[test]
fn a_turning_rod_meets_the_ceiling_at_its_angle() {
    let (rate, height) = (1.5, 0.6);
    let rod = turning(cuboid(2.0, 1.0, 0.2), DVec3::ZERO, DVec3::ZERO, dvec3(0.0, -rate, 0.0));
    let ceiling = still(cuboid(8.0, 8.0, 1.0), dvec3(0.0, 0.0, height + 0.5));
    let expected = ((height / 1.01_f64.sqrt()).asin() - 0.1_f64.atan()) / rate;
    let first = touch(&rod, &ceiling, &Query::default());
    at(&first, expected);
    // The whole upper edge lands: both of its ends touch the ceiling.
    let corners: Vec<_> = first.contacts.iter().filter(|c| matches!(c.feature_a, Feature::Vertex(_))).collect();
    assert_eq!(corners.len(), 2, "{:?}", first.contacts);
    for contact in corners {
        assert!(contact.proved && !contact.initial && contact.normal.distance(DVec3::Z) < 1e-9, "{contact:?}");
        assert!((contact.point.z - height).abs() < 1e-9 && (contact.point.y.abs() - 0.5).abs() < 1e-9, "{contact:?}");
    }
    // The ceiling is slightly above the highest point of the rod, which passes below it.
    let high = still(cuboid(8.0, 8.0, 1.0), dvec3(0.0, 0.0, 1.01_f64.sqrt() + 1e-5 + 0.5));
    assert!(clear(&rod, &high, &Query { span: Interval::between(0.0, 4.0), ..Query::default() }));
}

#[test]
fn a_dropped_body_lands_at_the_closed_form() {
    let (height, gravity) = (2.0, 9.81);
    let start = Pose::new(DQuat::from_rotation_x(0.3), dvec3(0.1, 0.2, height)).unwrap();
    let thrown = Ballistic::new(start, dvec3(0.5, 0.0, 1.0), dvec3(0.0, 0.0, -gravity)).unwrap();
    let ball = Moving::new(solid(primitive::cuboid(DVec3::splat(0.4)).unwrap()), Motion::Ballistic(thrown)).unwrap();
    let floor = still(cuboid(9.0, 9.0, 1.0), dvec3(0.0, 0.0, -0.5));
    // The lowest corner is 0.2·(cos 0.3 + sin 0.3) below the middle.
    let drop = height - 0.2 * (0.3_f64.cos() + 0.3_f64.sin());
    let expected = (1.0 + (1.0 + 2.0 * gravity * drop).sqrt()) / gravity;
    at(&touch(&ball, &floor, &Query::default()), expected);
    // A separation of a centimetre is reached earlier.
    let sooner = (1.0 + (1.0 + 2.0 * gravity * (drop - 0.01)).sqrt()) / gravity;
    let first = touch(&ball, &floor, &Query { separation: 0.01, ..Query::default() });
    at(&first, sooner);
    assert!(first.contacts.iter().all(|contact| contact.proved && (contact.gap - 0.01).abs() < 1e-9));
}

#[test]
fn a_screw_meets_the_plane_it_is_driven_into() {
    // A nail of 0.3 m. Its tip descends by 0.5 m per second while it makes five turns.
    let nail = primitive::needle(0.1, 0.3, 7).unwrap();
    let lowest = nail.mesh().vertices().iter().map(|vertex| vertex.z).fold(f64::INFINITY, f64::min);
    let axis = ScrewAxis { point: DVec3::ZERO, direction: DVec3::NEG_Z };
    let start = Pose::translated(dvec3(0.0, 0.0, 0.4 - lowest)).unwrap();
    let screw = Screw::about(axis, start, 5.0 * TAU, 0.5, 1.0).unwrap();
    let nail = Moving::new(solid(nail), Motion::Screw(screw)).unwrap();
    at(&touch(&nail, &still(cuboid(3.0, 3.0, 1.0), dvec3(0.2, 0.1, -0.5)), &Query::default()), 0.8);
}

/// A quaternion (0, 0, T₁, 1)/√… rotates by 2·atan of its series: the arm reaches the angle π/6 at tan π/12.
#[test]
fn series_and_pieces_are_followed_to_their_angle() {
    let series = |coefficients: &[f64]| Chebyshev::new(-1.0, 1.0, coefficients).unwrap();
    let zero = || series(&[0.0]);
    let rotation = [zero(), zero(), series(&[0.0, 1.0]), series(&[1.0])];
    let arm = || solid(primitive::cuboid(dvec3(2.0, 1e-3, 0.1)).unwrap());
    let motion = Motion::Chebyshev(ChebyshevMotion::new(rotation, [zero(), zero(), zero()]).unwrap());
    let angle = FRAC_PI_6;
    // A pin with its corner edge on the future side of the arm: at the distance 0.8 along the arm, 0.5 mm off its
    // middle.
    let corner = 0.8 * dvec3(angle.cos(), angle.sin(), 0.0) + 0.5e-3 * dvec3(-angle.sin(), angle.cos(), 0.0);
    let pin = still(cuboid(0.1, 0.1, 1.0), corner + dvec3(-0.05, 0.05, 0.0));
    let query = Query { span: Interval::between(0.0, 1.0), ..Query::default() };
    at(&touch(&Moving::new(arm(), motion).unwrap(), &pin, &query), (0.5 * angle).tan());
    // The same arm rests for a second and then turns at 1 rad/s.
    let rest = Motion::Still(Pose::IDENTITY);
    let turn = Motion::Rigid(Rigid::new(Pose::IDENTITY, DVec3::ZERO, DVec3::Z).unwrap());
    let pieces = Motion::Piecewise(Piecewise::new(vec![0.0, 1.0], vec![rest, turn]).unwrap());
    let query = Query { span: Interval::between(0.0, 2.0), ..Query::default() };
    at(&touch(&Moving::new(arm(), pieces).unwrap(), &pin, &query), 1.0 + angle);
}

#[test]
fn turning_in_a_tight_hole_is_clear() {
    // A square bar rotates in a square hole that is slightly wider than its diagonal.
    let diagonal = 2.0_f64.sqrt();
    for gap in [1e-3, 1e-7, 1e-9] {
        let bar = || turning(cuboid(1.0, 1.0, 0.2), DVec3::ZERO, DVec3::ZERO, dvec3(0.0, 0.0, FRAC_PI_2));
        let wall = |side: f64| {
            let offset = 0.5 * diagonal + gap + 0.5;
            still(cuboid(1.0, 5.0, 1.0), dvec3(side * offset, 0.0, 0.0))
        };
        for side in [-1.0, 1.0] {
            assert!(clear(&bar(), &wall(side), &Query::default()), "gap {gap}");
            let query = Query { separation: 2.0 * gap, ..Query::default() };
            let first = touch(&bar(), &wall(side), &query);
            // The bar is within twice the gap once cos(angle − π/4)·diagonal/2 is within a gap of its maximum.
            let early = (1.0 - 2.0 * gap / diagonal).acos() / FRAC_PI_2;
            assert!((first.time.mid() - (0.5 - early)).abs() < 1e-6, "gap {gap}: {:?}, {}", first.time, 0.5 - early);
        }
    }
}

#[test]
fn overlap_and_containment_at_the_start_are_initial() {
    let spin = dvec3(0.1, 0.2, 0.3);
    let large = || still(cuboid(2.0, 2.0, 2.0), dvec3(500.0, 0.0, 0.0));
    let at_place = |place: DVec3, size: f64| turning(cuboid(size, size, size), place, DVec3::ZERO, spin);
    for (place, size) in [(dvec3(501.0, 0.0, 0.0), 0.5), (dvec3(500.1, 0.2, 0.3), 0.25), (dvec3(500.0, 0.0, 0.0), 9.0)]
    {
        for swapped in [false, true] {
            let (a, b) = if swapped { (large(), at_place(place, size)) } else { (at_place(place, size), large()) };
            let first = touch(&a, &b, &Query::default());
            assert_eq!(first.time, Interval::ZERO, "{place} {size}");
            assert!(first.contacts.iter().all(|contact| contact.initial) && first.contacts.iter().any(|c| c.proved));
        }
    }
    // A surface has no inside.
    let shell = Shape::Mesh(primitive::cuboid(DVec3::splat(2.0)).unwrap().into_mesh());
    let inner = turning(cuboid(0.25, 0.25, 0.25), dvec3(0.1, 0.2, 0.3), DVec3::ZERO, spin);
    assert!(clear(&inner, &still(shell, DVec3::ZERO), &Query::default()));
}

/// A tumbling brick against a wedge: the same instant in another frame, 500 m away, and a thousand times smaller
/// or larger.
#[test]
fn frames_and_scales_do_not_matter() {
    let mut random = Random::new(21);
    let mut touches = 0;
    for _ in 0..120 {
        let mut vector = |size: f64| DVec3::from_array([0; 3].map(|_| random.between(-size, size)));
        let (from, spin) = (vector(1.0) + 1.5 * vector(1.0).normalize(), vector(4.0));
        let velocity = vector(0.4) - from;
        let (frame, shift) = (DQuat::from_scaled_axis(vector(3.0)), vector(1.0).normalize() * 500.0);
        let ask = |scale: f64, frame: DQuat, shift: DVec3| {
            let body = |shape: Polyhedron| solid(Polyhedron::new(shape.mesh().mapped(|v| v * scale).unwrap()).unwrap());
            let pose = |place: DVec3| Pose::new(frame, frame * (scale * place) + shift).unwrap();
            let rigid = Rigid::new(pose(from), frame * velocity * scale, frame * spin).unwrap();
            let a = body(primitive::cuboid(dvec3(0.5, 0.4, 0.2)).unwrap());
            let b = body(primitive::wedge(0.6, 0.8, 0.5).unwrap());
            let (a, b) = (Moving::new(a, Motion::Rigid(rigid)), Moving::new(b, Motion::Still(pose(DVec3::ZERO))));
            let query = Query { tolerance: 1e-6 * scale, ..Query::default() };
            let (a, b) = (a.unwrap(), b.unwrap());
            let there = first_contact(&b, &a, &query).unwrap().verdict;
            (first_contact(&a, &b, &query).unwrap().verdict, there)
        };
        let (here, swapped) = ask(1.0, DQuat::IDENTITY, DVec3::ZERO);
        let others = [ask(1.0, frame, shift), ask(1e-3, frame, DVec3::ZERO), ask(1e3, frame, 1e3 * shift)];
        for other in others.into_iter().flat_map(|(one, two)| [one, two]).chain([swapped]) {
            match (&here, &other) {
                (Verdict::Clear { .. }, Verdict::Clear { .. }) => {}
                (Verdict::Touch(here), Verdict::Touch(there)) => {
                    touches += 1;
                    // Coordinates of 500 m are rounded by 10⁻¹³ m. Grazing contacts amplify that to a longer time.
                    assert!((here.time.mid() - there.time.mid()).abs() < 1e-7, "{:?} {:?}", here.time, there.time);
                    assert!(there.time.width() <= 1e-9);
                }
                (here, there) => panic!("{here:?} but elsewhere {there:?}"),
            }
        }
    }
    assert!((200..800).contains(&touches), "{touches} of 840 touch");
}

#[test]
fn a_spent_budget_is_open_and_keeps_what_is_certain() {
    // As a surface, so that the method for convex bodies, which takes fewer steps, does not apply.
    let rod = Shape::Mesh(cuboid(2.0, 1.0, 0.2).mesh().unwrap().clone());
    let rod = turning(rod, DVec3::ZERO, DVec3::ZERO, dvec3(0.0, -1.0, 0.0));
    let ceiling = still(cuboid(8.0, 8.0, 1.0), dvec3(0.0, 0.0, 1.1));
    let expected = touch(&rod, &ceiling, &Query::default()).time;
    let mut open = 0;
    for budget in 0..60 {
        let query = Query { budget: Some(budget), ..Query::default() };
        let answer = first_contact(&rod, &ceiling, &query).unwrap();
        assert!(answer.effort.iterations <= budget);
        assert!(answer.verdict.clear_until() <= expected.upper(), "{answer:?}");
        open += usize::from(matches!(answer.verdict, Verdict::Open { .. }));
    }
    assert!(open > 10, "{open}");
}

fn shape_of(shape: &Shape) -> Vec<DVec3> {
    shape.mesh().unwrap().vertices().to_vec()
}

#[test]
fn unsupported_queries_are_refused() {
    let turned = turning(cuboid(1.0, 1.0, 1.0), dvec3(5.0, 0.0, 0.0), DVec3::ZERO, DVec3::X);
    // A motion of frames inside another piece. Its start is not a double on the world clock.
    let frames = |size: f64| shape_of(&cuboid(size, size, size));
    let swelling = Motion::Vertexwise(Vertexwise::new(vec![0.0, 0.3], vec![frames(1.0), frames(1.2)]).unwrap());
    let rest = Motion::Vertexwise(Vertexwise::new(vec![0.0], vec![frames(1.0)]).unwrap());
    let inner = Motion::Piecewise(Piecewise::new(vec![0.0, 0.1], vec![rest, swelling]).unwrap());
    let swelling = Motion::Piecewise(Piecewise::new(vec![0.2], vec![inner]).unwrap());
    let swelling = Moving::new(cuboid(1.0, 1.0, 1.0), swelling).unwrap();
    let error = first_contact(&turned, &swelling, &Query::default()).unwrap_err();
    assert!(matches!(error, DetectError::Unsupported { .. }), "{error}");
    let fine = Query { tolerance: 1e-16, ..Query::default() };
    let error = first_contact(&turned, &still(cuboid(1.0, 1.0, 1.0), DVec3::ZERO), &fine).unwrap_err();
    assert!(matches!(error, DetectError::TooFine { .. }), "{error}");
}

/// A single instant is a valid span, and a body at rest may be rotated.
#[test]
fn an_instant_is_answered() {
    let instant = Query { span: Interval::from(0.25), ..Query::default() };
    let a = turning(cuboid(1.0, 1.0, 1.0), DVec3::ZERO, DVec3::X, DVec3::Z);
    assert!(clear(&a, &still(cuboid(1.0, 1.0, 1.0), dvec3(2.0, 0.0, 0.0)), &instant));
    let first = touch(&a, &still(cuboid(1.0, 1.0, 1.0), dvec3(1.2, 0.0, 0.0)), &instant);
    assert!(
        first.time == Interval::from(0.25) && first.contacts.iter().any(|contact| contact.initial && contact.proved)
    );
    let line =
        Motion::Linear(Linear::new(Pose::new(DQuat::from_rotation_z(0.5), DVec3::ZERO).unwrap(), DVec3::X).unwrap());
    let slanted = Moving::new(cuboid(1.0, 1.0, 1.0), line).unwrap();
    let wall = still(cuboid(1.0, 9.0, 9.0), dvec3(1.5, 0.0, 0.0));
    at(&touch(&slanted, &wall, &Query::default()), 1.0 - 0.5 * (0.5_f64.cos() + 0.5_f64.sin()));
}

/// Bodies of any kind that are a metre apart do not touch at any single instant.
#[test]
fn an_instant_of_bodies_apart_is_clear() {
    let mut random = Random::new(84);
    let rod = |closed: bool| {
        let body = primitive::cuboid(dvec3(1.0, 0.3, 0.2)).unwrap();
        if closed { Shape::Polyhedron(body) } else { Shape::Mesh(body.mesh().clone()) }
    };
    for case in 0..200 {
        let mut vector = || DVec3::from_array([0; 3].map(|_| random.between(-1.0, 1.0)));
        let (place, spins) = (vector().normalize() * 2.2, [0; 2].map(|_| 3.0 * vector()));
        let instant = Query { span: Interval::from(random.between(0.0, 1.0)), ..Query::default() };
        let a = turning(rod(case % 2 == 0), DVec3::ZERO, DVec3::ZERO, spins[0]);
        let b = turning(rod(case % 3 == 0), place, DVec3::ZERO, spins[1]);
        assert!(clear(&a, &b, &instant), "case {case}: {spins:?} at {place}, {:?}", instant.span);
    }
}

/// Small polyhedra of all kinds under motions of all kinds, against the oracle. The example `soak_rigid` runs many
/// more.
#[test]
fn random_polyhedra_agree_with_the_oracle() {
    let mut random = Random::new(5);
    let query = Query::default();
    let (mut touches, mut initial, mut proved, mut undecided) = (0, 0, 0, 0);
    for _ in 0..500 {
        let case = rigid_oracle::generate::case(&mut random);
        let a = Moving::new(Shape::Polyhedron(case.a.clone()), case.motions[0].clone()).unwrap();
        let b = Moving::new(Shape::Polyhedron(case.b.clone()), case.motions[1].clone()).unwrap();
        let verdict = first_contact(&a, &b, &query).unwrap().verdict;
        let truth = rigid_oracle::truth(&case);
        if let Some(fault) = rigid_oracle::fault(&case, truth, &verdict, query.tolerance) {
            panic!("{fault}");
        }
        undecided += usize::from(truth.touched_by.is_none() && truth.clear_until < 1.0);
        if let Verdict::Touch(first) = verdict {
            touches += 1;
            initial += usize::from(first.contacts.iter().any(|contact| contact.initial));
            proved += usize::from(first.contacts.iter().any(|contact| contact.proved));
        }
    }
    assert!((150..350).contains(&touches), "{touches} of 500 touch");
    assert!((5..100).contains(&initial), "{initial} of 500 touch at the start");
    assert!(10 * proved >= 9 * touches, "{proved} of {touches} are proved");
    assert!(undecided <= 10, "the oracle leaves {undecided} of 500 open");
}
