//! First contact of convex primitives, against closed forms and against dense sampling of the gap.

use glam::{DQuat, DVec3, dvec3};
use std::sync::Arc;
use tangency_detect::{Answer, ConvexPair, Moving, PreparedConvex, Query, Verdict, first_contact};
use tangency_geometry::surface::Brep;
use tangency_geometry::{Ballistic, Convex, Linear, Motion, Placement, Pose, Rigid, Shape, Solid, primitive};
use tangency_interval::Interval;
use tangency_interval::laws::Random;

/// Why constructors cannot fail here.
const SOUND: &str = "the numbers of the test are sound";

fn pose(position: DVec3) -> Pose {
    Pose::translated(position).expect(SOUND)
}

fn flying(from: DVec3, velocity: DVec3) -> Motion {
    Motion::Linear(Linear::new(pose(from), velocity).expect(SOUND))
}

fn still(at: DVec3) -> Motion {
    Motion::Still(pose(at))
}

fn body(shape: impl Into<Shape>, motion: Motion) -> Moving {
    Moving::new(shape.into(), motion).expect(SOUND)
}

fn ask(a: &Moving, b: &Moving) -> Answer {
    first_contact(a, b, &Query::default()).expect(SOUND)
}

/// The bracket of a first contact at a known time, point and normal.
fn expect_touch(a: &Moving, b: &Moving, time: f64, point: DVec3, normal: DVec3) {
    let answer = ask(a, b);
    let Verdict::Touch(first) = answer.verdict else { panic!("{answer:?}") };
    assert!(first.time.lower() <= time && time <= first.time.upper() + 1e-12, "{:?} and {time}", first.time);
    assert!(first.time.lower() > time - 1e-9, "{:?} and {time}", first.time);
    let contact = first.contacts[0];
    assert!(contact.point.distance(point) < 1e-6, "{contact:?}");
    assert!(contact.normal.distance(normal) < 1e-6, "{contact:?}");
    assert!(contact.proved && contact.gap.abs() < 2e-6, "{contact:?}");
}

#[test]
fn two_spheres() {
    let ball = |radius| Convex::sphere(radius).expect(SOUND);
    // Distance 3, radii 1 and 0.5: 1.5 m at 2 m/s.
    let a = body(ball(1.0), still(DVec3::ZERO));
    let b = body(ball(0.5), flying(dvec3(3.0, 0.0, 0.0), dvec3(-2.0, 0.0, 0.0)));
    expect_touch(&a, &b, 0.75, DVec3::X, DVec3::X);
    expect_touch(&b, &a, 0.75, DVec3::X, -DVec3::X);
    // A near miss by a micrometre and a half, which exceeds the tolerance.
    let past = body(ball(0.5), flying(dvec3(3.0, 1.5 + 1.5e-6, 0.0), dvec3(-6.0, 0.0, 0.0)));
    assert!(matches!(ask(&a, &past).verdict, Verdict::Clear { .. }));
    let hit = body(ball(0.5), flying(dvec3(3.0, 1.5 - 1e-9, 0.0), dvec3(-6.0, 0.0, 0.0)));
    assert!(matches!(ask(&a, &hit).verdict, Verdict::Touch(_)));
}

/// A sphere meets each kind of body at a time that follows from the geometry.
#[test]
fn a_sphere_meets_every_kind_of_body() {
    let falling = body(Convex::sphere(0.5).expect(SOUND), flying(dvec3(0.0, 0.0, 4.0), dvec3(0.0, 0.0, -4.0)));
    let flat: [Shape; 8] = [
        Convex::cuboid(dvec3(2.0, 2.0, 2.0)).expect(SOUND).into(),
        Convex::cylinder(1.0, 2.0).expect(SOUND).into(),
        Convex::capsule(0.5, 1.0).expect(SOUND).into(),
        Convex::ellipsoid(dvec3(2.0, 3.0, 1.0)).expect(SOUND).into(),
        Convex::cone(1.0, 1.0).expect(SOUND).into(),
        primitive::cuboid(dvec3(2.0, 2.0, 2.0)).expect(SOUND).into(),
        Brep::cylinder(1.0, 2.0).expect(SOUND).into(),
        Solid::sphere(1.0).expect(SOUND).into(),
    ];
    for shape in flat {
        let ground = body(shape.clone(), still(DVec3::ZERO));
        let answer = ask(&ground, &falling);
        let Verdict::Touch(first) = &answer.verdict else { panic!("{shape:?}: {answer:?}") };
        // The top of each is at z = 1: the centre is there at 1.5 m, after 2.5 m.
        assert!((first.time.lower() - 0.625).abs() < 1e-6 && first.time.lower() <= 0.625, "{shape:?}: {answer:?}");
        let contact = first.contacts[0];
        assert!(contact.point.distance(DVec3::Z) < 1e-5, "{shape:?}: {contact:?}");
        assert!(contact.normal.distance(DVec3::Z) < 1e-5, "{shape:?}: {contact:?}");
    }
}

/// A standing cylinder touches a plate on a disc, a lying one on a segment.
#[test]
fn cylinders_touch_on_discs_and_segments() {
    let plate = body(Convex::cuboid(dvec3(4.0, 4.0, 1.0)).expect(SOUND), still(dvec3(0.0, 0.0, -0.5)));
    let can = Convex::cylinder(0.5, 2.0).expect(SOUND);
    let standing = body(can.clone(), flying(dvec3(0.0, 0.0, 2.0), dvec3(0.0, 0.0, -2.0)));
    let Verdict::Touch(first) = ask(&plate, &standing).verdict else { panic!("it falls onto it") };
    assert!(first.time.contains(0.5));
    assert!(first.contacts.len() >= 4);
    for contact in &first.contacts {
        assert!((contact.point.truncate().length() - 0.5).abs() < 1e-9 && contact.point.z.abs() < 2e-6);
    }
    let lying = Pose::new(DQuat::from_rotation_x(std::f64::consts::FRAC_PI_2), dvec3(0.0, 0.0, 2.0)).expect(SOUND);
    let lying = body(can, Motion::Linear(Linear::new(lying, dvec3(0.0, 0.0, -2.0)).expect(SOUND)));
    let Verdict::Touch(first) = ask(&plate, &lying).verdict else { panic!("it falls onto it") };
    assert!(first.time.contains(0.75));
    let mut along: Vec<f64> = first.contacts.iter().map(|contact| contact.point.y).collect();
    along.sort_by(f64::total_cmp);
    assert!(along.len() == 2 && (along[0] + 1.0).abs() < 1e-9 && (along[1] - 1.0).abs() < 1e-9, "{along:?}");
}

fn random_convex(random: &mut Random) -> Convex {
    let mut length = || 10.0_f64.powf(random.between(-1.5, 0.3));
    let (x, y, z) = (length(), length(), length());
    let convex = match random.below(7) {
        0 => Convex::sphere(x),
        1 => Convex::capsule(x, y),
        2 => Convex::cuboid(dvec3(x, y, z)),
        3 => Convex::cylinder(x, y),
        4 => Convex::cone(x, y),
        5 => Convex::ellipsoid(dvec3(x, y, z)),
        _ => Convex::hull((0..8).map(|_| dvec3(x, y, z) * vector(random)).collect()),
    };
    let convex = convex.expect(SOUND);
    let convex = if random.below(4) == 0 { convex.rounded(0.3 * x).expect(SOUND) } else { convex };
    if random.below(4) == 0 { convex.placed(&Pose::new(turn(random), vector(random)).expect(SOUND)) } else { convex }
}

fn vector(random: &mut Random) -> DVec3 {
    dvec3(random.between(-1.0, 1.0), random.between(-1.0, 1.0), random.between(-1.0, 1.0))
}

fn turn(random: &mut Random) -> DQuat {
    DQuat::from_xyzw(
        random.between(-1.0, 1.0),
        random.between(-1.0, 1.0),
        random.between(-1.0, 1.0),
        random.between(0.1, 1.0),
    )
    .normalize()
}

fn random_motion(random: &mut Random, from: DVec3, to: DVec3) -> Motion {
    let start = Pose::new(turn(random), from).expect(SOUND);
    match random.below(3) {
        0 => Motion::Linear(Linear::new(start, to - from).expect(SOUND)),
        1 => Motion::Ballistic(Ballistic::new(start, to - from, 2.0 * vector(random)).expect(SOUND)),
        _ => Motion::Rigid(Rigid::new(start, to - from, 6.0 * vector(random)).expect(SOUND)),
    }
}

/// Random pairs in random motion: the gap at dense instants never contradicts the verdict.
#[test]
fn sampled_gaps_agree_with_the_first_contact() {
    let mut random = Random::new(20_261);
    let query = Query::default();
    let (mut touch, mut clear) = (0, 0);
    for round in 0..1_500 {
        let shapes = [random_convex(&mut random), random_convex(&mut random)];
        let ends: [DVec3; 4] = std::array::from_fn(|_| 1.7 * vector(&mut random));
        let motions = [random_motion(&mut random, ends[0], ends[1]), random_motion(&mut random, ends[2], ends[3])];
        let bodies = [0, 1].map(|i: usize| body(shapes[i].clone(), motions[i].clone()));
        let mut pair = ConvexPair::of(
            Arc::new(PreparedConvex::new(shapes[0].clone())),
            Arc::new(PreparedConvex::new(shapes[1].clone())),
        );
        let mut gap = |time: f64| {
            let poses = motions.each_ref().map(|motion| match motion.at(time) {
                Placement::Pose(pose) => pose,
                other @ (Placement::Points(_) | Placement::Expression(_)) => panic!("not a pose: {other:?}"),
            });
            pair.gap(poses.each_ref()).gap
        };
        let answer = first_contact(&bodies[0], &bodies[1], &query).expect(SOUND);
        let (until, touches) = match &answer.verdict {
            Verdict::Clear { until } => (*until, None),
            Verdict::Touch(first) => (first.time.lower(), Some(first)),
            Verdict::Open { from } => panic!("round {round}: open from {from}: {shapes:?}"),
        };
        for step in 0..400 {
            let time = until * f64::from(step) / 400.0;
            if time >= until {
                break;
            }
            let measured = gap(time);
            assert!(measured.upper() > -1e-9, "round {round} at {time}: {measured:?} in {shapes:?} {answer:?}");
        }
        match touches {
            Some(first) => {
                touch += 1;
                let measured = gap(first.time.lower());
                assert!(measured.lower() <= query.tolerance, "round {round}: {measured:?} {shapes:?} {answer:?}");
                for contact in &first.contacts {
                    // The contact is proved within its bracket, unless the bodies graze.
                    let late = gap(contact.time.upper());
                    assert!(!contact.proved || late.lower() <= 1e-12, "round {round}: {late:?} {contact:?}");
                    assert!((contact.normal.length() - 1.0).abs() < 1e-9);
                }
            }
            None => clear += 1,
        }
    }
    assert!(touch > 300 && clear > 300, "{touch} touch, {clear} clear");
}

/// A query at one instant, about bodies that overlap: the contact says how deep.
#[test]
fn overlap_at_the_start_has_a_depth() {
    let a = body(Convex::sphere(1.0).expect(SOUND), still(DVec3::ZERO));
    let b = body(Convex::cuboid(dvec3(2.0, 2.0, 2.0)).expect(SOUND), still(dvec3(1.75, 0.0, 0.0)));
    let query = Query { span: Interval::from(0.0), ..Query::default() };
    let Verdict::Touch(first) = first_contact(&a, &b, &query).expect(SOUND).verdict else { panic!("they overlap") };
    let contact = first.contacts[0];
    assert!(contact.initial && contact.proved && (contact.gap + 0.25).abs() < 1e-9, "{contact:?}");
    assert!(contact.normal.distance(DVec3::X) < 1e-9, "{contact:?}");
}

/// Random convex bodies and a mesh with a hole in random motion: the gaps of all triangles at many instants never
/// contradict the verdict.
#[test]
fn sampled_gaps_of_triangles_agree_with_the_first_contact() {
    let mut random = Random::new(4_711);
    let query = Query::default();
    let ring = primitive::torus(1.0, 0.3, 10, 6).expect(SOUND);
    let triangles: Vec<Arc<PreparedConvex>> = (0..ring.mesh().triangles().len())
        .map(|index| Arc::new(Convex::hull(ring.mesh().corners(index).to_vec()).expect(SOUND).into()))
        .collect();
    let (mut touch, mut clear) = (0, 0);
    for round in 0..300 {
        let shape = random_convex(&mut random);
        let ends: [DVec3; 4] = std::array::from_fn(|_| 2.5 * vector(&mut random));
        let motions = [random_motion(&mut random, ends[0], ends[1]), random_motion(&mut random, ends[2], ends[3])];
        let ring_body = body(ring.clone(), motions[0].clone());
        let other = body(shape.clone(), motions[1].clone());
        let prepared = Arc::new(PreparedConvex::new(shape.clone()));
        let gap = |time: f64| {
            let poses = motions.each_ref().map(|motion| match motion.at(time) {
                Placement::Pose(pose) => pose,
                other @ (Placement::Points(_) | Placement::Expression(_)) => panic!("not a pose: {other:?}"),
            });
            let of = |triangle: &Arc<PreparedConvex>| {
                ConvexPair::of(Arc::clone(triangle), Arc::clone(&prepared)).distance(poses.each_ref()).gap
            };
            let least = |least: [f64; 2], gap: Interval| [least[0].min(gap.lower()), least[1].min(gap.upper())];
            triangles.iter().map(of).fold([f64::INFINITY; 2], least)
        };
        let swapped = random.below(2) == 0;
        let answer = if swapped { ask(&other, &ring_body) } else { ask(&ring_body, &other) };
        let (until, touches) = match &answer.verdict {
            Verdict::Clear { until } => (*until, None),
            Verdict::Touch(first) => (first.time.lower(), Some(first)),
            Verdict::Open { from } => panic!("round {round}: open from {from}: {shape:?}"),
        };
        for step in 0..40 {
            let time = until * f64::from(step) / 40.0;
            if time < until {
                let [_, upper] = gap(time);
                assert!(upper > -1e-9, "round {round} at {time}: {upper} in {shape:?} {answer:?}");
            }
        }
        match touches {
            Some(first) => {
                touch += 1;
                let inside = first.contacts.iter().any(|contact| contact.initial && contact.gap < 0.0);
                let [lower, _] = gap(first.time.lower());
                assert!(inside || lower <= query.tolerance, "round {round}: {lower} {shape:?} {answer:?}");
            }
            None => clear += 1,
        }
    }
    assert!(touch > 60 && clear > 60, "{touch} touch, {clear} clear");
}

/// A body inside a solid mesh overlaps it, one in a cavity or in the hole of a ring does not.
#[test]
fn bodies_inside_of_meshes() {
    let ball = |place: DVec3| body(Convex::cylinder(0.05, 0.1).expect(SOUND), still(place));
    let ring = body(primitive::torus(1.0, 0.3, 24, 12).expect(SOUND), still(DVec3::ZERO));
    let Verdict::Touch(first) = ask(&ring, &ball(dvec3(1.0, 0.0, 0.0))).verdict else { panic!("inside of the tube") };
    assert!(first.contacts[0].initial && first.contacts[0].gap < -0.1, "{first:?}");
    assert!(matches!(ask(&ball(DVec3::ZERO), &ring).verdict, Verdict::Clear { .. }), "in the hole");
    let surface = body(Shape::Mesh(primitive::torus(1.0, 0.3, 24, 12).expect(SOUND).into_mesh()), still(DVec3::ZERO));
    assert!(matches!(ask(&surface, &ball(dvec3(1.0, 0.0, 0.0))).verdict, Verdict::Clear { .. }), "a surface is hollow");
}

/// A ball at rest meets the outer face of a bracket, and would meet a parallel inner face at the same point later.
#[test]
fn a_later_contact_at_the_same_point_does_not_hide_the_first() {
    let bracket = primitive::l_extrusion(0.5, 0.5, 0.2, 0.6).expect(SOUND);
    let coming = body(bracket, flying(dvec3(1.0, -1.6, -0.6), dvec3(-1.1, 1.4, 0.5)));
    let ball = body(Convex::sphere(0.1).expect(SOUND), still(DVec3::ZERO));
    for end in [0.9, 1.0, 2.0] {
        let query = Query { span: Interval::between(0.0, end), ..Query::default() };
        let answer = first_contact(&ball, &coming, &query).expect(SOUND);
        let Verdict::Touch(first) = answer.verdict else { panic!("{answer:?}") };
        let expected = 0.9 / 1.1;
        assert!(first.time.lower() <= expected && first.time.lower() > expected - 1e-5, "{end}: {:?}", first.time);
    }
}

/// Crossed cylinders touch at the crossing of two lines on their sides, also at a coarse tolerance.
#[test]
fn crossed_cylinders_touch_at_one_point() {
    let can = Convex::cylinder(0.1, 2.0).expect(SOUND);
    let a = body(can.clone(), still(DVec3::ZERO));
    let across = Pose::new(DQuat::from_rotation_x(std::f64::consts::FRAC_PI_2), dvec3(1.0, 0.2, 0.3)).expect(SOUND);
    let b = body(can, Motion::Linear(Linear::new(across, dvec3(-1.0, 0.0, 0.0)).expect(SOUND)));
    for tolerance in [1e-3, 1e-6] {
        let query = Query { tolerance, ..Query::default() };
        let Verdict::Touch(first) = first_contact(&a, &b, &query).expect(SOUND).verdict else { panic!("they touch") };
        assert!((first.time.lower() - 0.8).abs() <= tolerance, "{:?}", first.time);
        assert!(first.contacts[0].point.distance(dvec3(0.1, 0.0, 0.3)) < 1e-5 + tolerance, "{:?}", first.contacts);
    }
}
