//! A separation that counts as contact, for random bodies and a large mesh.
//!
//! References: points planted the separation apart, on supporting planes; distances between fine samples of both
//! surfaces, which are never too small; the distance of a point from a triangle in plain numbers, off by some units
//! of the last digit.

use crate::{Ellipsoids, ask, bumpy, bumpy_ground, moving, placed, still, superquadric, touch, vector};
use glam::{DQuat, DVec3, dvec3};
use tangency_detect::{Moving, Query, Verdict};
use tangency_geometry::solid::SolidWork as Workspace;
use tangency_geometry::surface::Brep;
use tangency_geometry::{Motion, Pose, Rigid, Shape, Solid, primitive};
use tangency_interval::Interval;
use tangency_interval::laws::Random;

/// Two ellipsoids on either side of a slab as thick as the separation, each touching it, in every representation.
/// As the separation shrinks, the time tends to that of contact.
#[test]
fn ellipsoids_planted_on_either_side_of_a_slab() {
    let mut random = Random::new(2026);
    for case in 0..12 {
        let both = Ellipsoids::new(&mut random);
        let (radii, turns, farthest) = (both.radii, both.turns, |which, along| both.farthest(which, along));
        let normal = vector(&mut random, 1.0).normalize();
        let (point, time) = (farthest(0, normal), random.between(0.3, 1.5));
        let velocity = vector(&mut random, 1.0) - normal * random.between(1.5, 2.5);
        let shape = |which: usize| -> Shape {
            if case >> which & 1 == 0 {
                Brep::ellipsoid(radii[which]).expect("an ellipsoid").into()
            } else {
                Solid::ellipsoid(radii[which]).expect("an ellipsoid").into()
            }
        };
        let a = placed(shape(0), turns[0], DVec3::ZERO, DVec3::ZERO);
        for separation in [0.4, 3e-2, 1e-3, 1e-5, 1e-7] {
            let centre = point + separation * normal - farthest(1, -normal);
            let b = placed(shape(1), turns[1], centre - velocity * time, velocity);
            let query = Query { separation, span: Interval::between(0.0, 2.0), ..Query::default() };
            let first = touch(ask(&a, &b, &query));
            assert!((first.time.mid() - time).abs() < 1e-10 * time, "{separation}: {time} {:?}", first.time);
            assert!(first.time.width() < 1e-10, "{separation}: {:?}", first.time);
            let [contact] = first.contacts.as_slice() else { panic!("{:?}", first.contacts) };
            assert!(contact.proved && (contact.gap - separation).abs() < 1e-9, "{contact:?}");
            assert!(contact.point.distance(point + 0.5 * separation * normal) < 1e-7, "{contact:?} {point}");
            // The normal is as precise as the point, in units of the separation.
            assert!(contact.normal.distance(normal) < 1e-8 + 1e-13 / separation, "{separation}: {contact:?} {normal}");
        }
    }
}

/// Sample points of a surface.
fn places(body: &Brep, along: i32) -> Vec<DVec3> {
    let mut places = Vec::new();
    for face in body.faces() {
        let [u, v] = face.patch().domain();
        let within =
            |range: Interval, k: i32| range.lower() + (range.upper() - range.lower()) * f64::from(k) / f64::from(along);
        places.extend(
            (0..=along)
                .flat_map(|i| (0..=along).map(move |j| (i, j)))
                .map(|(i, j)| face.patch().at(within(u, i), within(v, j), 0.0)),
        );
    }
    places
}

/// The first of many instants at which the samples are within the separation.
fn sampled_approach(of_a: &[DVec3], of_b: &[DVec3], motion: &Motion, separation: f64) -> Option<f64> {
    (0..=40).map(|step| f64::from(step) / 40.0).find(|&time| {
        let placed = motion.at(time);
        let moved: Vec<DVec3> = of_b.iter().map(|&place| placed.point(0, place)).collect();
        let limit = separation * separation;
        of_a.iter().any(|a| moved.iter().any(|b| a.distance_squared(*b) <= limit))
    })
}

fn flight(random: &mut Random, place: DVec3, velocity: DVec3) -> Motion {
    let start = Pose::new(DQuat::from_scaled_axis(vector(random, 2.0)), place).expect("a pose");
    Motion::Rigid(Rigid::new(start, velocity, vector(random, 1.0)).expect("finite"))
}

/// Random tumbling superquadrics, of faces and implicit. The answer is never later than the samples come close, its
/// points are on both bodies and exactly that far apart, and a larger separation is reached sooner.
#[test]
fn random_superquadrics_are_never_late() {
    let mut random = Random::new(17);
    let (mut touched, mut cleared, mut proved) = (0, 0, 0);
    for case in 0..12 {
        let radii = [0; 2].map(|_| DVec3::from_array([0; 3].map(|_| random.between(0.5, 1.0))));
        let exponents = [0; 2].map(|_| [[2, 2], [2, 4], [4, 4]][random.below(3)]);
        let of_faces =
            [0, 1].map(|i| Brep::superquadric(radii[i], exponents[i][0], exponents[i][1]).expect("a superquadric"));
        let shape = |i: usize| -> Shape {
            if case >> i & 1 == 0 {
                of_faces[i].clone().into()
            } else {
                Solid::superquadric(radii[i], exponents[i]).expect("a superquadric").into()
            }
        };
        let place = vector(&mut random, 1.0).normalize() * 2.6;
        let velocity = -place * random.between(0.3, 0.8) + vector(&mut random, 0.6);
        let motion = flight(&mut random, place, velocity);
        let a = still(shape(0));
        let b = Moving::new(shape(1), motion.clone()).expect("a body");
        let samples = of_faces.each_ref().map(|body| places(body, 12));
        let mut before = f64::INFINITY;
        for separation in [1e-3, 0.08, 0.25] {
            let answer = ask(&a, &b, &Query { separation, ..Query::default() });
            let sampled = sampled_approach(&samples[0], &samples[1], &motion, separation);
            assert!(answer.verdict.clear_until() <= before, "case {case}: {:?}", answer.verdict);
            match answer.verdict {
                Verdict::Touch(first) => {
                    touched += 1;
                    assert!(first.time.upper() <= sampled.unwrap_or(1.0), "case {case}: {:?} {sampled:?}", first.time);
                    let contact = first.contacts[0];
                    proved += usize::from(contact.proved);
                    let back = motion.at(contact.time.mid());
                    let half = 0.5 * contact.gap * contact.normal;
                    assert!((contact.gap - separation).abs() < 2e-6, "case {case}: {contact:?}");
                    assert!(
                        superquadric(radii[0], exponents[0], contact.point - half).abs() < 1e-5,
                        "case {case}: {contact:?}"
                    );
                    let [origin, x, y, z] = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z].map(|way| back.point(0, way));
                    let seen = contact.point + half - origin;
                    let seen = dvec3(seen.dot(x - origin), seen.dot(y - origin), seen.dot(z - origin));
                    assert!(superquadric(radii[1], exponents[1], seen).abs() < 1e-5, "case {case}: {contact:?}");
                    before = first.time.upper();
                }
                Verdict::Clear { .. } => {
                    cleared += 1;
                    assert_eq!(sampled, None, "case {case}");
                }
                Verdict::Open { .. } => panic!("case {case}: open"),
            }
        }
    }
    println!("{touched} touch, {proved} of them proved, {cleared} are clear");
    assert!(touched >= 15 && cleared >= 3 && 5 * proved >= 4 * touched, "{touched} {cleared} {proved}");
}

/// Tumbling bumpy spheres with poles.
#[test]
fn bumpy_spheres_are_never_late() {
    let mut random = Random::new(41);
    let mut touched = 0;
    for case in 0..4 {
        let body = bumpy([2 + random.below(4) as u32, 2 + random.below(4) as u32], random.between(0.05, 0.12));
        let velocity = dvec3(-0.9, random.between(-0.7, 0.7), random.between(-0.7, 0.7));
        let motion = flight(&mut random, dvec3(2.6, 0.0, 0.0), velocity);
        let b = Moving::new(body.clone().into(), motion.clone()).expect("a body");
        let separation = [0.2, 0.02][case % 2];
        let answer = ask(&still(body.clone()), &b, &Query { separation, ..Query::default() });
        let samples = places(&body, 30);
        let sampled = sampled_approach(&samples, &samples, &motion, separation);
        match answer.verdict {
            Verdict::Touch(first) => {
                touched += 1;
                assert!(first.time.upper() <= sampled.unwrap_or(1.0), "case {case}: {:?} {sampled:?}", first.time);
            }
            Verdict::Clear { .. } => assert_eq!(sampled, None, "case {case}"),
            Verdict::Open { .. } => panic!("case {case}: open"),
        }
    }
    assert!(touched >= 2, "{touched}");
}

/// Sample points of the boundary of an implicit solid: bisection between a point inside and one outside.
fn boundary(solid: &Solid, random: &mut Random, count: usize) -> Vec<DVec3> {
    let mut work = Workspace::default();
    let mut point = || {
        let sides = solid.bounding_box().0;
        DVec3::from_array(sides.map(|side| random.between(side.lower() - 0.1, side.upper() + 0.1)))
    };
    let mut holds = |point: DVec3| solid.value_at(point, 0.0, &mut work) <= 0.0;
    let (mut inside, mut outside) = (Vec::new(), Vec::new());
    while inside.len() < count || outside.len() < count {
        let point = point();
        if holds(point) { inside.push(point) } else { outside.push(point) }
    }
    let halved = |(mut from, mut to): (DVec3, DVec3)| {
        for _ in 0..50 {
            let middle = 0.5 * (from + to);
            if holds(middle) { from = middle } else { to = middle }
        }
        from
    };
    inside.into_iter().zip(outside).map(halved).take(count).collect()
}

/// Unions, intersections and differences, with one another, with faces and with a mesh. While the answer is clear,
/// no two samples are as close.
#[test]
fn combined_solids_are_never_late() {
    let mut random = Random::new(3);
    let aside = Pose::new(DQuat::IDENTITY, dvec3(0.9, 0.3, 0.0)).expect("a pose");
    let ball = |radius: f64| Solid::sphere(radius).expect("a ball");
    let block = |x: f64, y: f64, z: f64| Solid::cuboid(dvec3(x, y, z)).expect("a box");
    let drilled = Solid::difference(&ball(1.0), &[Solid::cylinder(0.4, 3.0).expect("a drill")]);
    let solids = [
        drilled,
        Solid::intersection(&[ball(1.0), ball(1.0).placed(&aside)]),
        Solid::union(&[ball(0.7), block(0.9, 0.8, 1.0).placed(&aside)]),
        Solid::difference(&block(1.5, 1.2, 1.0), &[ball(0.7).placed(&aside)]),
    ];
    let solids = solids.map(|solid| solid.expect("a combination"));
    let torus = Brep::torus(0.8, 0.3).expect("a torus");
    let cone = Brep::cone(0.7, 1.3).expect("a cone");
    let mesh = primitive::icosphere(0.9, 1).expect("a mesh");
    let mut others: Vec<(Shape, Vec<DVec3>)> = vec![
        (torus.clone().into(), places(&torus, 28)),
        (cone.clone().into(), places(&cone, 20)),
        (mesh.clone().into(), mesh.mesh().vertices().to_vec()),
    ];
    others.extend(solids.iter().map(|solid| (solid.clone().into(), boundary(solid, &mut random, 800))));
    let (mut touched, mut cleared) = (0, 0);
    for case in 0..28 {
        let solid = &others[3 + case % 4];
        let other = &others[case % others.len()];
        let place = vector(&mut random, 1.0).normalize() * 2.9;
        let velocity = -place * random.between(0.3, 0.7) + vector(&mut random, 0.7);
        let motion = flight(&mut random, place, velocity);
        let separation = [0.3, 0.1, 1e-2, 1e-4][random.below(4)];
        let moving = Moving::new(other.0.clone(), motion.clone()).expect("a body");
        let answer = ask(&still(solid.0.clone()), &moving, &Query { separation, ..Query::default() });
        let sampled = sampled_approach(&solid.1, &other.1, &motion, separation);
        match answer.verdict {
            Verdict::Touch(first) => {
                touched += 1;
                assert!(first.time.upper() <= sampled.unwrap_or(1.0), "case {case}: {:?} {sampled:?}", first.time);
                let contact = first.contacts[0];
                let apart = contact.gap - separation;
                assert!(apart.abs() < 1e-6 || contact.initial && apart < 0.0, "case {case}: {contact:?}");
            }
            Verdict::Clear { .. } => {
                cleared += 1;
                assert_eq!(sampled, None, "case {case}");
            }
            Verdict::Open { .. } => panic!("case {case}: open"),
        }
    }
    assert!(touched >= 8 && cleared >= 8, "{touched} {cleared}");
}

/// The distance of a point from a triangle.
fn distance(point: DVec3, [a, b, c]: [DVec3; 3]) -> f64 {
    let along = |from: DVec3, to: DVec3| {
        let share = ((point - from).dot(to - from) / (to - from).length_squared()).clamp(0.0, 1.0);
        point.distance(from + share * (to - from))
    };
    let sides = along(a, b).min(along(b, c)).min(along(c, a));
    let normal = (b - a).cross(c - a);
    let within =
        [(a, b), (b, c), (c, a)].iter().all(|(from, to)| (*to - *from).cross(point - *from).dot(normal) >= 0.0);
    if within { ((point - a).dot(normal) / normal.length()).abs().min(sides) } else { sides }
}

/// Ten thousand triangles and a ball, of faces and implicit. No triangle is closer than the separation before the
/// reported time.
#[test]
fn a_ball_above_a_large_mesh() {
    let ground = bumpy_ground();
    let (start, velocity, radius, separation) = (dvec3(0.1, 0.2, 1.5), dvec3(0.1, -0.2, -1.0), 0.3, 0.1);
    let apart = |time: f64| {
        let corner = |index: u32| ground.vertices()[index as usize];
        let centre = start + velocity * time;
        let all = ground.triangles().iter().map(|corners| distance(centre, corners.map(corner)));
        all.fold(f64::INFINITY, f64::min) - radius - separation
    };
    let shapes: [Shape; 2] =
        [Brep::sphere(radius).expect("a sphere").into(), Solid::sphere(radius).expect("a ball").into()];
    for shape in shapes {
        let query = Query { separation, span: Interval::between(0.0, 2.0), ..Query::default() };
        let first = touch(ask(&moving(shape, start, velocity), &still(ground.clone()), &query));
        assert!(first.time.width() < 1e-9 && apart(first.time.mid()).abs() < 1e-9, "{:?}", first.time);
        let earlier = (1..64).map(|step| first.time.lower() * (1.0 - f64::from(step) / 64.0));
        assert!(earlier.map(apart).all(|apart| apart > 0.0));
    }
}
