//! First contact of meshes on straight paths.
//!
//! References: closed forms, exact for the numbers used; planted contacts, with coordinates that are small
//! multiples of powers of two, so that positions at every time used are exact; dense sampling for `tolerance`.
//! Invariants without a reference: symmetric in a and b, independent of the frame, independent of the scale.

#![allow(clippy::unwrap_used, reason = "a broken expectation stops the test")]

use glam::{DQuat, DVec3, dvec3};
use tangency_detect::{
    DetectError, FirstContact, Moving, Query, SceneMember, Verdict, first_contact, first_contact_among,
    first_self_contact,
};
use tangency_geometry::{Feature, Linear, Mesh, Motion, Polyhedron, Pose, Shape, Vertexwise, primitive};
use tangency_interval::{Interval, laws::Random};

fn still(shape: Shape) -> Moving {
    Moving::new(shape, Motion::Still(Pose::IDENTITY)).unwrap()
}

fn linear(shape: Shape, from: DVec3, velocity: DVec3) -> Moving {
    let start = Pose::new(DQuat::IDENTITY, from).unwrap();
    Moving::new(shape, Motion::Linear(Linear::new(start, velocity).unwrap())).unwrap()
}

fn cube(side: f64) -> Shape {
    Shape::Polyhedron(primitive::cuboid(DVec3::splat(side)).unwrap())
}

/// A triangle mesh with vertices that move from one set of positions to another during the span from 0 to 1.
fn between(triangles: &[[u32; 3]], start: Vec<DVec3>, end: Vec<DVec3>) -> Moving {
    let mesh = Mesh::new(start.clone(), triangles.to_vec()).unwrap();
    let motion = Vertexwise::new(vec![0.0, 1.0], vec![start, end]).unwrap();
    Moving::new(Shape::Mesh(mesh), Motion::Vertexwise(motion)).unwrap()
}

fn touch(a: &Moving, b: &Moving, query: &Query) -> FirstContact {
    match first_contact(a, b, query).unwrap().verdict {
        Verdict::Touch(first) => first,
        other @ (Verdict::Clear { .. } | Verdict::Open { .. }) => panic!("expected a touch, got {other:?}"),
    }
}

fn clear(a: &Moving, b: &Moving, query: &Query) -> bool {
    matches!(first_contact(a, b, query).unwrap().verdict, Verdict::Clear { .. })
}

#[test]
fn a_cube_falls_flat_onto_another_at_every_scale() {
    // The scales are powers of two near 1e-6, 1 and 1e4, so that the closed form is exact.
    for scale in [1.0 / f64::from(1 << 20), 1.0, f64::from(1 << 13)] {
        let query = Query { tolerance: 1e-6 * scale, ..Query::default() };
        let (a, b) =
            (linear(cube(scale), dvec3(0.25, 0.125, 3.0) * scale, dvec3(0.0, 0.0, -4.0) * scale), still(cube(scale)));
        let first = touch(&a, &b, &query);
        // Two metres apart at four metres per second.
        assert!(first.time.contains(0.5) && first.time.width() < 1e-9, "scale {scale}: {:?}", first.time);
        // The overlap of two unit squares, shifted by a quarter and an eighth, has four corners.
        let corners = [[-0.25, -0.375], [-0.25, 0.5], [0.5, -0.375], [0.5, 0.5]];
        for [x, y] in corners {
            let corner = dvec3(x, y, 0.5) * scale;
            assert!(
                first.contacts.iter().any(|contact| contact.point.distance(corner) < 1e-8 * scale),
                "scale {scale}: no contact at {corner}: {:?}",
                first.contacts
            );
        }
        for contact in &first.contacts {
            assert!((contact.normal - DVec3::NEG_Z).length() < 1e-9, "normal from a to b is down: {contact:?}");
            assert!(!contact.initial && contact.gap < 1e-8 * scale);
        }
        assert!(first.contacts.iter().any(|contact| contact.proved));
    }
}

#[test]
fn separation_counts_as_contact_and_tolerance_is_kept() {
    let (a, b) = (linear(cube(1.0), dvec3(0.25, 0.125, 3.0), dvec3(0.0, 0.0, -4.0)), still(cube(1.0)));
    for separation in [0.0, 0.25, 1.0] {
        let first = touch(&a, &b, &Query { separation, ..Query::default() });
        let expected = (2.0 - separation) / 4.0;
        assert!(first.time.contains(expected) && first.time.width() < 1e-9, "{separation}: {:?}", first.time);
        assert!(first.contacts.iter().any(|contact| contact.proved));
        assert!(first.contacts.iter().all(|contact| (contact.gap - separation).abs() < 1e-8));
    }
}

#[test]
fn passing_at_a_small_distance_is_clear() {
    let b = still(cube(1.0));
    for gap in [1e-3, 1e-9, 1e-12] {
        // A cube slides along the top of another, slightly above it.
        let a = linear(cube(1.0), dvec3(-3.0, 0.0, 1.0 + gap), dvec3(6.0, 0.0, 0.0));
        assert!(clear(&a, &b, &Query::default()), "gap {gap}");
        assert!(!clear(&a, &b, &Query { separation: 2.0 * gap, ..Query::default() }), "gap {gap}");
    }
    // Past its edge, corner to corner, in a general direction.
    let a = linear(cube(1.0), dvec3(3.0, -1.0 - 1e-6, 0.5), dvec3(-6.0, 0.0, 0.25));
    assert!(clear(&a, &b, &Query::default()));
}

#[test]
fn starting_at_a_small_distance_is_clear() {
    // Above each other, overhanging, slightly apart, in many frames: no edge pierces a face, and none may be
    // reported to.
    let mut random = Random::new(15);
    for gap in [1e-6, 1e-9, 1e-12] {
        for case in 0..60 {
            let frame = DQuat::from_euler(glam::EulerRot::XYZ, random.between(-3.0, 3.0), random.unit(), random.unit());
            let pose = |turn: DQuat, place: DVec3| Pose::new((frame * turn).normalize(), frame * place).unwrap();
            // A face down, an edge down, or rotated about the vertical. Every fourth case is exactly above, with
            // all edges aligned.
            let aside = if case % 4 == 0 { 0.0 } else { 0.6 };
            let (turn, reach) = match case % 3 {
                0 => (DQuat::IDENTITY, 0.5),
                1 => (DQuat::from_rotation_x(std::f64::consts::FRAC_PI_4), 0.5_f64.sqrt()),
                _ => (DQuat::from_rotation_z(random.unit()), 0.5),
            };
            let place = dvec3(random.between(-aside, aside), random.between(-aside, aside), 0.5 + reach + gap);
            let motion = Linear::new(pose(turn, place), frame * dvec3(random.unit(), random.unit(), 0.1)).unwrap();
            let a = Moving::new(cube(1.0), Motion::Linear(motion)).unwrap();
            let b = Moving::new(cube(1.0), Motion::Still(pose(DQuat::IDENTITY, DVec3::ZERO))).unwrap();
            assert!(clear(&a, &b, &Query::default()), "gap {gap}, case {case}");
        }
    }
}

#[test]
fn fast_bodies_do_not_tunnel() {
    // A plate a tenth of a millimetre thick, crossed at up to a million metres per second.
    let plate = || still(Shape::Polyhedron(primitive::cuboid(dvec3(1.0, 1.0, 1e-4)).unwrap()));
    for speed in [1.0, 1e3, 1e6] {
        let a = linear(cube(0.125), dvec3(0.1, 0.1, 0.5 * speed), dvec3(0.0, 0.0, -speed));
        let first = touch(&a, &plate(), &Query::default());
        let expected = (0.5 * speed - 0.0625 - 5e-5) / speed;
        assert!((first.time.mid() - expected).abs() < 1e-9, "speed {speed}: {:?} but {expected}", first.time);
    }
}

#[test]
fn bodies_that_overlap_or_rest_at_the_start_touch_initially() {
    let b = still(cube(1.0));
    let cases = [
        ("overlap", cube(1.0), dvec3(0.5, 0.25, 0.25)),
        ("rest", cube(1.0), dvec3(0.25, 0.0, 1.0)),
        ("inside", cube(0.25), DVec3::ZERO),
        ("around", cube(4.0), dvec3(0.1, 0.2, 0.3)),
        ("the same", cube(1.0), DVec3::ZERO),
    ];
    for (name, shape, place) in cases {
        let first = touch(&linear(shape, place, DVec3::X), &b, &Query::default());
        assert_eq!(first.time, Interval::ZERO, "{name}");
        assert!(first.contacts.iter().all(|contact| contact.initial), "{name}");
    }
    // A surface has no inside: a small cube within a hollow cube is free until it meets the wall.
    let hollow = still(Shape::Mesh(primitive::cuboid(DVec3::ONE).unwrap().into_mesh()));
    let first = touch(&linear(cube(0.25), DVec3::ZERO, DVec3::X), &hollow, &Query::default());
    assert!(first.time.contains(0.375) && !first.contacts[0].initial);
}

#[test]
fn a_hole_is_not_inside() {
    // A solid with a cavity: the inner shell faces inwards. A cube within the cavity is outside the solid.
    let (outer, inner) = (primitive::cuboid(DVec3::splat(2.0)).unwrap(), primitive::cuboid(DVec3::splat(1.0)).unwrap());
    let shift = outer.mesh().vertices().len() as u32;
    let vertices = [outer.mesh().vertices(), inner.mesh().vertices()].concat();
    let cavity = inner.mesh().triangles().iter().map(|&[a, b, c]| [a + shift, c + shift, b + shift]);
    let triangles = outer.mesh().triangles().iter().copied().chain(cavity).collect();
    let solid = still(Shape::Polyhedron(Polyhedron::new(Mesh::new(vertices, triangles).unwrap()).unwrap()));
    assert!(clear(&linear(cube(0.25), DVec3::ZERO, dvec3(0.25, 0.0, 0.0)), &solid, &Query::default()));
    let first = touch(&linear(cube(0.25), DVec3::ZERO, DVec3::X), &solid, &Query::default());
    assert!(first.time.contains(0.375));
    // Within the wall it overlaps.
    assert!(touch(&linear(cube(0.25), dvec3(0.75, 0.0, 0.0), DVec3::X), &solid, &Query::default()).contacts[0].initial);
}

/// A multiple of an eighth between -3 and 3.
fn eighths(random: &mut Random) -> f64 {
    (random.below(49) as f64 - 24.0) / 8.0
}

fn place(random: &mut Random) -> DVec3 {
    let flat = random.below(4) == 0;
    DVec3::new(eighths(random), eighths(random), if flat { 0.0 } else { eighths(random) })
}

/// Two features that certainly meet at time `k/8`: the last corner of `b` is chosen so that the selected points
/// coincide.
fn planted(random: &mut Random) -> (Moving, Moving, f64) {
    let (count_a, count_b) = if random.below(2) == 0 { (1, 3) } else { (2, 2) };
    let time = random.below(9) as f64 / 8.0;
    let mut corners: Vec<DVec3> = (0..4).map(|_| place(random)).collect();
    let steps: Vec<DVec3> = (0..4).map(|_| if random.below(5) == 0 { DVec3::ZERO } else { place(random) }).collect();
    // Weights in quarters, sometimes on the boundary. The last weight is a power of two, so that dividing by it is
    // exact.
    let weights = |random: &mut Random, count: usize| -> Vec<f64> {
        match count {
            1 => vec![1.0],
            2 => [[0.0, 1.0], [0.5, 0.5], [0.75, 0.25]][random.below(3)].to_vec(),
            _ => [[0.25, 0.25, 0.5], [0.0, 0.5, 0.5], [0.0, 0.0, 1.0], [0.5, 0.25, 0.25]][random.below(4)].to_vec(),
        }
    };
    let (on_a, on_b) = (weights(random, count_a), weights(random, count_b));
    let at = |corner: usize, corners: &[DVec3]| corners[corner] + time * steps[corner];
    let point: DVec3 = (0..count_a).map(|corner| on_a[corner] * at(corner, &corners)).sum();
    let others: DVec3 = (0..count_b - 1).map(|corner| on_b[corner] * at(count_a + corner, &corners)).sum();
    corners[3] = (point - others) / on_b[count_b - 1] - time * steps[3];
    let ends: Vec<DVec3> = corners.iter().zip(&steps).map(|(&corner, &step)| corner + step).collect();
    let feature = |range: std::ops::Range<usize>| {
        let corner = |index: usize| index.min(range.len() - 1) as u32;
        between(&[[corner(0), corner(1), corner(2)]], corners[range.clone()].to_vec(), ends[range.clone()].to_vec())
    };
    (feature(0..count_a), feature(count_a..4), time)
}

#[test]
fn planted_contacts_are_never_missed() {
    let mut random = Random::new(11);
    let (mut early, mut proved, mut initial) = (0, 0, 0);
    let count = 4_000;
    for case in 0..count {
        let (a, b, time) = planted(&mut random);
        let first = touch(&a, &b, &Query::default());
        assert!(first.time.lower() <= time, "case {case}: {:?} is later than the planted {time}", first.time);
        early += u32::from(first.time.upper() < time);
        proved += u32::from(first.contacts.iter().any(|contact| contact.proved));
        initial += u32::from(first.contacts[0].initial);
        let swapped = touch(&b, &a, &Query::default());
        assert!(swapped.time.lower() <= time, "case {case}: swapped");
        // Where paths only graze, rounding blurs the instant of contact to the square or cube root of its size.
        let blur = if first.contacts.iter().any(|contact| contact.proved) { 1e-9 } else { 1e-4 };
        let between = (swapped.time.mid() - first.time.mid()).abs();
        assert!(between < blur, "case {case}: {:?} but swapped {:?}", first.time, swapped.time);
    }
    // The sample must be representative: contacts before the planted one, proved contacts, and contacts at the
    // start are all frequent.
    println!("{count} planted: {early} touch earlier, {proved} proved, {initial} at the start");
    assert!(early > count / 50 && proved > count / 5 && initial > count / 50);
}

/// Whether the densely sampled distance at `time` of two meshes of one triangle each is within `limit`.
fn sampled_within(a: &Moving, b: &Moving, time: f64, limit: f64) -> bool {
    let points = |moving: &Moving| -> Vec<DVec3> {
        let placed = moving.motion().at(time);
        let mesh = moving.prepared().shape().mesh().unwrap();
        let [p, q, r] =
            mesh.triangles()[0].map(|corner| placed.point(corner as usize, mesh.vertices()[corner as usize]));
        let steps = 30;
        (0..=steps)
            .flat_map(|i| (0..=steps - i).map(move |j| (f64::from(i) / 30.0, f64::from(j) / 30.0)))
            .map(|(i, j)| i * p + j * q + (1.0 - i - j) * r)
            .collect()
    };
    let (on_a, on_b) = (points(a), points(b));
    on_a.iter().any(|&from| on_b.iter().any(|&to| from.distance(to) <= limit))
}

#[test]
fn touches_agree_with_dense_sampling() {
    let mut random = Random::new(12);
    let mut touches = 0;
    for _ in 0..300 {
        let [mut a, mut b] = [0, 1].map(|_| {
            let start: Vec<DVec3> = (0..3).map(|_| place(&mut random)).collect();
            let end = start.iter().map(|&corner| corner + place(&mut random)).collect();
            between(&[[0, 1, 2]], start, end)
        });
        if random.below(2) == 0 {
            std::mem::swap(&mut a, &mut b);
        }
        if let Verdict::Touch(first) = first_contact(&a, &b, &Query::default()).unwrap().verdict {
            touches += 1;
            // Samples of a triangle of at most ten metres lie within a third of a metre of every point of it.
            assert!(sampled_within(&a, &b, first.time.mid(), 0.7), "no touch at {:?}", first.time);
        }
    }
    assert!((60..290).contains(&touches), "{touches} of 300 touch: too few or too many to test anything");
}

#[test]
fn the_answer_does_not_depend_on_the_frame() {
    let mut random = Random::new(13);
    let mut touches = 0;
    for _ in 0..300 {
        let turn = DQuat::from_euler(glam::EulerRot::XYZ, random.between(-3.0, 3.0), random.unit(), random.unit());
        let shift = DVec3::new(random.between(-50.0, 50.0), 3.0, random.unit());
        let velocity = DVec3::from_array([0; 3].map(|_| random.between(-4.0, 4.0)));
        let from = DVec3::from_array([0; 3].map(|_| random.between(-1.5, 1.5))) - 0.6 * velocity;
        let ask = |turn: DQuat, shift: DVec3| {
            let pose = |place: DVec3| Pose::new(turn, turn * place + shift).unwrap();
            let a = Motion::Linear(Linear::new(pose(from), turn * velocity).unwrap());
            let a = Moving::new(cube(1.0), a).unwrap();
            let b = Moving::new(cube(0.5), Motion::Still(pose(DVec3::ZERO))).unwrap();
            first_contact(&a, &b, &Query::default()).unwrap().verdict
        };
        match (ask(DQuat::IDENTITY, DVec3::ZERO), ask(turn, shift)) {
            (Verdict::Clear { .. }, Verdict::Clear { .. }) => {}
            (Verdict::Touch(here), Verdict::Touch(there)) => {
                touches += 1;
                // Rounding of the rotated coordinates moves the instant by about the rounding divided by the
                // speed.
                assert!((here.time.mid() - there.time.mid()).abs() < 1e-8, "{:?} {:?}", here.time, there.time);
            }
            (here, there) => panic!("{here:?} but in another frame {there:?}"),
        }
    }
    assert!((60..280).contains(&touches), "{touches} of 300 touch");
}

#[test]
fn a_ribbon_that_folds_meets_itself() {
    // A strip of four squares. Its last row is carried over onto the first square, from above.
    let mesh = primitive::grid(glam::dvec2(4.0, 1.0), [4, 1]).unwrap();
    let start = mesh.vertices().to_vec();
    let end: Vec<DVec3> = start
        .iter()
        .map(|&vertex| match vertex.x {
            x if x > 1.5 => dvec3(-1.25, vertex.y * 0.5, -1.0),
            x if x > 0.5 => dvec3(0.0, vertex.y, 2.0),
            _ => vertex,
        })
        .collect();
    let motion = Vertexwise::new(vec![0.0, 1.0], vec![start, end]).unwrap();
    let ribbon = Moving::new(Shape::Mesh(mesh), Motion::Vertexwise(motion)).unwrap();
    let answer = first_self_contact(&ribbon, &Query::default()).unwrap();
    let Verdict::Touch(first) = answer.verdict else { panic!("{answer:?}") };
    assert!(first.time.lower() > 0.0 && first.time.upper() < 1.0);
    let flat = Moving::new(
        Shape::Mesh(primitive::grid(glam::dvec2(4.0, 1.0), [16, 4]).unwrap()),
        Motion::Still(Pose::IDENTITY),
    );
    let answer = first_self_contact(&flat.unwrap(), &Query::default()).unwrap();
    assert!(matches!(answer.verdict, Verdict::Clear { .. }), "a flat sheet does not touch itself");
}

#[test]
fn frames_in_sequence_are_searched_in_order() {
    // Down in the third frame, up before and after, with a contact during the descent.
    let start = vec![dvec3(0.0, 0.0, 1.0), dvec3(0.1, 0.0, 1.0), dvec3(0.0, 0.1, 1.5)];
    let at = |height: f64| start.iter().map(|&vertex| vertex + dvec3(0.0, 0.0, height)).collect::<Vec<_>>();
    let motion = Vertexwise::new(vec![0.0, 1.0, 2.0, 3.0], vec![at(0.0), at(2.0), at(-2.0), at(0.0)]).unwrap();
    let mesh = Mesh::new(start.clone(), vec![[0, 1, 2]]).unwrap();
    let falling = Moving::new(Shape::Mesh(mesh), Motion::Vertexwise(motion)).unwrap();
    let floor = still(Shape::Mesh(primitive::grid(glam::dvec2(3.0, 3.0), [3, 3]).unwrap()));
    let span = Interval::new(0.0, 3.0).unwrap();
    let first = touch(&falling, &floor, &Query { span, ..Query::default() });
    // From height 3 to height -1 within the second from 1 to 2.
    assert!(first.time.contains(1.75) && first.time.width() < 1e-9, "{:?}", first.time);
    assert!(matches!(first.contacts[0].feature_a, Feature::Vertex(0 | 1) | Feature::Edge { .. }));
    let short = Interval::new(0.0, 1.7).unwrap();
    assert!(clear(&falling, &floor, &Query { span: short, ..Query::default() }));
}

#[test]
fn a_spent_budget_is_open_and_keeps_what_is_certain() {
    let ball = Shape::Polyhedron(primitive::icosphere(0.5, 2).unwrap());
    let (a, b) = (linear(ball, dvec3(0.3, 0.2, 3.0), dvec3(0.5, 0.25, -4.0)), still(cube(1.0)));
    let Verdict::Touch(first) = first_contact(&a, &b, &Query::default()).unwrap().verdict else { panic!("it falls") };
    let (mut opens, mut last) = (0, 0.0);
    for budget in 0..400 {
        let answer = first_contact(&a, &b, &Query { budget: Some(budget), ..Query::default() }).unwrap();
        assert!(answer.effort.iterations <= budget.max(1), "{budget}");
        let until = answer.verdict.clear_until();
        assert!(
            until <= first.time.upper() && until >= last,
            "a larger budget proves no less, and never past the contact"
        );
        last = until;
        opens += u32::from(matches!(answer.verdict, Verdict::Open { .. }));
    }
    assert!(opens > 10, "{opens}");
}

#[test]
fn among_many_the_earliest_pair_wins() {
    let bodies: Vec<Moving> = (0..6)
        .map(|index| {
            // Columns of cubes that fall from different heights, all at one metre per second. The third lands
            // first.
            let height = [2.0, 1.75, 1.25, 1.5, 1.25, 9.0][index];
            linear(cube(0.5), dvec3(index as f64, 0.0, height), DVec3::NEG_Z)
        })
        .chain([still(Shape::Polyhedron(primitive::cuboid(dvec3(20.0, 20.0, 0.5)).unwrap()))])
        .collect();
    let among: Vec<SceneMember<'_>> = bodies.iter().map(|moving| SceneMember { moving, self_contact: false }).collect();
    let answer = first_contact_among(&among, &Query::default()).unwrap();
    let Verdict::Touch(first) = &answer.verdict else { panic!("{answer:?}") };
    assert!(first.time.contains(0.75) && first.time.width() < 1e-9);
    let mut who: Vec<(usize, usize)> = answer.contacts.iter().map(|pair| (pair.a, pair.b)).collect();
    who.dedup();
    assert_eq!(who, [(2, 6), (4, 6)]);
}

#[test]
fn invalid_queries_are_refused() {
    let (a, b) = (linear(cube(1.0), dvec3(0.0, 0.0, 3.0), DVec3::NEG_Z), still(cube(1.0)));
    let ask = |query: Query| first_contact(&a, &b, &query).unwrap_err();
    assert!(matches!(ask(Query { tolerance: 0.0, ..Query::default() }), DetectError::Length { name: "tolerance", .. }));
    assert!(matches!(ask(Query { tolerance: f64::NAN, ..Query::default() }), DetectError::Length { .. }));
    assert!(matches!(ask(Query { separation: -1.0, ..Query::default() }), DetectError::Length { .. }));
    assert!(matches!(ask(Query { span: Interval::ENTIRE, ..Query::default() }), DetectError::Span { .. }));
    assert!(matches!(ask(Query { span: Interval::EMPTY, ..Query::default() }), DetectError::Span { .. }));
    assert!(matches!(ask(Query { tolerance: 1e-18, ..Query::default() }), DetectError::TooFine { .. }));
    let far = linear(cube(1.0), dvec3(0.0, 0.0, 1e308), dvec3(0.0, 0.0, 1e308));
    assert_eq!(first_contact(&far, &b, &Query::default()).unwrap_err(), DetectError::Unbounded);
}

#[test]
fn answers_are_reproducible_bit_for_bit() {
    let mut random = Random::new(14);
    for _ in 0..200 {
        let (a, b, _) = planted(&mut random);
        assert_eq!(first_contact(&a, &b, &Query::default()), first_contact(&a, &b, &Query::default()));
    }
}
