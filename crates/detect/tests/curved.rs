//! First contact of curved bodies.
//!
//! References: closed forms, and contacts that are planted by construction: two convex bodies on either side of a plane through the planted
//! point, moving towards it, touch there and nowhere before.

use glam::{DQuat, DVec3, dvec3};
use std::f64::consts::{FRAC_PI_2, PI};
use tangency_detect::{
    Among, Answer, FirstContact, Moving, Query, Tracked, Verdict, first_contact, first_contact_among,
};
use tangency_geometry::surface::{Brep, Patch};
use tangency_geometry::{Ballistic, Feature, Linear, Motion, Piecewise, Pose, Rigid, Shape, Solid, primitive};
use tangency_interval::Interval;
use tangency_interval::expr::Expr;
use tangency_interval::laws::Random;

fn still(shape: impl Into<Shape>) -> Moving {
    moving(shape, DVec3::ZERO, DVec3::ZERO)
}

fn moving(shape: impl Into<Shape>, place: DVec3, velocity: DVec3) -> Moving {
    placed(shape, DQuat::IDENTITY, place, velocity)
}

fn placed(shape: impl Into<Shape>, turn: DQuat, place: DVec3, velocity: DVec3) -> Moving {
    let start = Pose::new(turn, place).expect("a pose");
    Moving::new(shape.into(), Motion::Linear(Linear::new(start, velocity).expect("finite"))).expect("a body")
}

fn ask(a: &Moving, b: &Moving, query: &Query) -> Answer {
    let answer = first_contact(a, b, query).expect("a method");
    println!("{:?} {:?}", answer.effort, answer.verdict.clear_until());
    answer
}

fn touch(answer: Answer) -> FirstContact {
    match answer.verdict {
        Verdict::Touch(first) => first,
        other @ (Verdict::Clear { .. } | Verdict::Open { .. }) => panic!("no touch: {other:?}"),
    }
}

/// The bracket holds the time, and is no longer than 1e-10 of it.
fn assert_time(first: &FirstContact, time: f64) {
    assert!(
        first.time.lower() <= time && time <= first.time.upper() * (1.0 + 1e-15),
        "{time} is not in {:?}",
        first.time
    );
    assert!(first.time.width() <= 1e-10 * time, "{:?} is wide, {}", first.time, first.time.width());
}

#[test]
fn spheres_meet_head_on_and_askew() {
    for (place, velocity, radii) in [
        (dvec3(3.0, 0.0, 0.0), dvec3(-2.0, 0.0, 0.0), [1.0, 0.5]),
        (dvec3(3.0, 0.7, -0.4), dvec3(-2.0, -0.1, 0.3), [1.0, 0.5]),
        (dvec3(0.3, 4.0, 2.0), dvec3(0.2, -3.0, -2.0), [0.3, 1.1]),
    ] {
        let a = still(Brep::sphere(radii[0]).expect("a sphere"));
        let b = moving(Brep::sphere(radii[1]).expect("a sphere"), place, velocity);
        // |place + velocity·t| = r₀ + r₁
        let (p, q) =
            (place.dot(velocity) / velocity.length_squared(), place.length_squared() - (radii[0] + radii[1]).powi(2));
        let time = -p - (p * p - q / velocity.length_squared()).sqrt();
        let first = touch(ask(&a, &b, &Query { span: Interval::between(0.0, 3.0), ..Query::default() }));
        assert_time(&first, time);
        assert_eq!(first.contacts.len(), 1, "{:?}", first.contacts);
        let contact = first.contacts[0];
        let normal = (place + velocity * time).normalize();
        assert!(contact.proved && !contact.initial, "{contact:?}");
        assert!(contact.normal.distance(normal) < 1e-10, "{contact:?} {normal}");
        assert!(contact.point.distance(normal * radii[0]) < 1e-10, "{contact:?}");
    }
}

fn floor(size: f64) -> Brep {
    Brep::rectangle(glam::DVec2::splat(size)).expect("a rectangle")
}

/// It spins while it falls: the place on the sphere is any, the time and the place on the floor are known.
#[test]
fn a_spinning_sphere_lands_on_a_floor() {
    let start = Pose::new(DQuat::IDENTITY, dvec3(0.1, -0.2, 3.0)).expect("a pose");
    let fall = Rigid::new(start, dvec3(0.5, 0.25, -2.0), dvec3(3.0, 2.0, 1.0)).expect("finite");
    let ball = Moving::new(Brep::sphere(1.0).expect("a sphere").into(), Motion::Rigid(fall)).expect("a body");
    let answer = ask(&ball, &still(floor(10.0)), &Query { span: Interval::between(0.0, 2.0), ..Query::default() });
    let first = touch(answer);
    assert_time(&first, 1.0);
    assert_eq!(first.contacts.len(), 1, "{:?}", first.contacts);
    assert!(first.contacts[0].proved);
    assert!(first.contacts[0].point.distance(dvec3(0.6, 0.05, 0.0)) < 1e-9, "{:?}", first.contacts[0]);
    assert!(first.contacts[0].normal.distance(-DVec3::Z) < 1e-9, "{:?}", first.contacts[0]);
}

/// A torus whose axis is tilted by θ reaches R·sin θ + r below its centre.
#[test]
fn a_tilted_torus_lands_on_one_point() {
    let (radius, tube, tilt) = (1.5_f64, 0.4, 0.3_f64);
    // The lowest place is inside the face, and then on its seam.
    for (turn, lowest) in [
        (DQuat::from_rotation_z(0.7) * DQuat::from_rotation_x(tilt), -DVec3::Y),
        (DQuat::from_rotation_x(tilt), -DVec3::Y),
        (DQuat::from_rotation_y(tilt), DVec3::X),
    ] {
        let ring = Brep::torus(radius, tube).expect("a torus");
        let ring = placed(ring, turn, dvec3(0.0, 0.0, 2.0), dvec3(0.0, 0.0, -1.0));
        let query = Query { span: Interval::between(0.0, 2.0), ..Query::default() };
        let first = touch(ask(&ring, &still(floor(10.0)), &query));
        assert_time(&first, 2.0 - radius * tilt.sin() - tube);
        assert_eq!(first.contacts.len(), 1, "{:?}", first.contacts);
        assert!(first.contacts[0].proved, "{:?}", first.contacts);
        // Straight below the lowest place of the ring's circle.
        let lowest = turn * (radius * lowest);
        assert!(first.contacts[0].point.distance(dvec3(lowest.x, lowest.y, 0.0)) < 1e-9, "{:?}", first.contacts);
    }
}

/// Flat on the floor: a whole circle, sampled.
#[test]
fn a_level_torus_lands_on_a_circle() {
    let ring = moving(Brep::torus(1.5, 0.4).expect("a torus"), dvec3(0.0, 0.0, 2.0), dvec3(0.0, 0.0, -1.0));
    let query = Query { span: Interval::between(0.0, 2.0), spacing: Some(0.2), ..Query::default() };
    let first = touch(ask(&ring, &still(floor(10.0)), &query));
    assert!(
        first.time.contains(1.6) && first.time.upper() - 1.6 < 1e-10 && first.time.width() < 1e-5,
        "{:?}",
        first.time
    );
    let angles = spread(&first, |point| {
        assert!((point.truncate().length() - 1.5).abs() < 1e-5 && point.z.abs() < 1e-6, "{point}");
        point.y.atan2(point.x)
    });
    assert!(angles.len() >= 20, "{} contacts", angles.len());
    for (index, angle) in angles.iter().enumerate() {
        let next = angles.get(index + 1).copied().unwrap_or(angles[0] + 2.0 * PI);
        let gap = 2.0 * 1.5 * (0.5 * (next - angle)).sin();
        assert!((0.2..=0.4).contains(&gap), "gap {gap}");
    }
}

/// A coordinate of all contacts, in order.
fn spread(first: &FirstContact, coordinate: impl Fn(DVec3) -> f64) -> Vec<f64> {
    let mut all: Vec<f64> = first.contacts.iter().map(|contact| coordinate(contact.point)).collect();
    all.sort_by(f64::total_cmp);
    all
}

fn vector(random: &mut Random, size: f64) -> DVec3 {
    DVec3::from_array([0; 3].map(|_| random.between(-size, size)))
}

/// Two ellipsoids, each touching a plane through the planted point from its own side.
#[test]
fn ellipsoids_touch_where_planted() {
    let mut random = Random::new(1993);
    for _ in 0..12 {
        let radii = [0; 2].map(|_| DVec3::from_array([0; 3].map(|_| random.between(0.4, 1.5))));
        let turns = [0; 2].map(|_| DQuat::from_scaled_axis(vector(&mut random, 3.0)));
        let normal = vector(&mut random, 1.0).normalize();
        // The farthest point along n of the ellipsoid x = A·y, |y| = 1, is A²n/|A·n|.
        let farthest = |which: usize, along: DVec3| {
            let along = turns[which].inverse() * along;
            turns[which] * (radii[which] * radii[which] * along / (radii[which] * along).length())
        };
        let (point, time) = (farthest(0, normal), random.between(0.3, 1.5));
        let centre = point - farthest(1, -normal);
        let velocity = vector(&mut random, 1.0) - normal * random.between(1.5, 2.5);
        let a = placed(Brep::ellipsoid(radii[0]).expect("an ellipsoid"), turns[0], DVec3::ZERO, DVec3::ZERO);
        let b = placed(Brep::ellipsoid(radii[1]).expect("an ellipsoid"), turns[1], centre - velocity * time, velocity);
        let first = touch(ask(&a, &b, &Query { span: Interval::between(0.0, 2.0), ..Query::default() }));
        assert!(
            (first.time.mid() - time).abs() < 1e-10 * time && first.time.width() < 1e-10,
            "{time} {:?}",
            first.time
        );
        assert_eq!(first.contacts.len(), 1, "{:?}", first.contacts);
        assert!(first.contacts[0].proved);
        assert!(first.contacts[0].point.distance(point) < 1e-8, "{:?} {point}", first.contacts);
        assert!(first.contacts[0].normal.distance(normal) < 1e-8, "{:?} {normal}", first.contacts);
    }
}

/// Their axes cross at a right angle, or nearly.
#[test]
fn crossed_cylinders_touch_in_one_point() {
    for angle in [FRAC_PI_2, 0.4] {
        let (first_radius, second_radius) = (0.5, 0.7);
        let lying = |turn: f64| DQuat::from_rotation_z(turn) * DQuat::from_rotation_y(FRAC_PI_2);
        let a = placed(Brep::cylinder(first_radius, 4.0).expect("a cylinder"), lying(0.0), DVec3::ZERO, DVec3::ZERO);
        let above = dvec3(0.1, 0.05, 3.0);
        let b =
            placed(Brep::cylinder(second_radius, 4.0).expect("a cylinder"), lying(angle), above, dvec3(0.0, 0.0, -1.0));
        let first = touch(ask(&a, &b, &Query { span: Interval::between(0.0, 3.0), ..Query::default() }));
        assert_time(&first, 3.0 - first_radius - second_radius);
        assert_eq!(first.contacts.len(), 1, "{:?}", first.contacts);
        assert!(first.contacts[0].proved);
        // On the axis of a; along it, where the axis of b passes over y = 0.
        let x = above.x - above.y / angle.tan();
        assert!(first.contacts[0].point.distance(dvec3(x, 0.0, first_radius)) < 1e-8, "{:?}", first.contacts);
        assert!(first.contacts[0].normal.distance(DVec3::Z) < 1e-8, "{:?}", first.contacts);
    }
}

#[test]
fn parallel_cylinders_touch_along_a_line() {
    let lying = DQuat::from_rotation_y(FRAC_PI_2);
    let a = placed(Brep::cylinder(0.5, 2.0).expect("a cylinder"), lying, DVec3::ZERO, DVec3::ZERO);
    let b = placed(Brep::cylinder(0.7, 3.0).expect("a cylinder"), lying, dvec3(1.0, 0.0, 3.0), dvec3(0.0, 0.0, -1.0));
    let query = Query { span: Interval::between(0.0, 3.0), spacing: Some(0.1), ..Query::default() };
    let first = touch(ask(&a, &b, &query));
    assert!(
        first.time.contains(1.8) && first.time.upper() - 1.8 < 1e-10 && first.time.width() < 1e-5,
        "{:?}",
        first.time
    );
    // b reaches from -0.5 to 2.5, a from -1 to 1: they touch from -0.5 to 1.
    let places = spread(&first, |point| {
        assert!(point.y.abs() < 1e-4 && (point.z - 0.5).abs() < 1e-6, "{point}");
        point.x
    });
    assert!(places[0] > -0.5 - 1e-6 && places[0] < -0.3 && places[places.len() - 1] > 0.8, "{places:?}");
    assert!(places.windows(2).all(|pair| pair[1] - pair[0] < 0.2 + 1e-9), "{places:?}");
}

#[test]
fn the_point_of_a_cone_lands() {
    let upside_down = DQuat::from_rotation_x(PI - 0.2);
    let cone = placed(Brep::cone(0.5, 1.0).expect("a cone"), upside_down, dvec3(0.2, 0.3, 2.0), dvec3(0.0, 0.0, -1.0));
    let first =
        touch(ask(&cone, &still(floor(10.0)), &Query { span: Interval::between(0.0, 2.0), ..Query::default() }));
    let tip = dvec3(0.2, 0.3, 2.0) + upside_down * DVec3::Z;
    assert!((first.time.mid() - tip.z).abs() < 1e-10 && first.time.width() < 1e-10, "{:?}", first.time);
    assert_eq!(first.contacts.len(), 1, "{:?}", first.contacts);
    assert!(
        first.contacts[0].proved && matches!(first.contacts[0].feature_a, Feature::Vertex(_)),
        "{:?}",
        first.contacts
    );
    assert!(first.contacts[0].point.distance(dvec3(tip.x, tip.y, 0.0)) < 1e-9);
    assert!(first.contacts[0].normal.distance(-DVec3::Z) < 1e-9, "{:?}", first.contacts);
}

/// A corner on a face, an edge across an edge.
#[test]
fn corners_and_edges_of_boxes() {
    let block = || Brep::cuboid(DVec3::ONE).expect("a box");
    // Standing on a corner: the diagonal is upright.
    let on_corner = DQuat::from_rotation_arc(DVec3::ONE.normalize(), DVec3::Z) * DQuat::IDENTITY;
    let a = placed(block(), on_corner, dvec3(0.1, 0.05, 3.0), dvec3(0.0, 0.0, -1.0));
    let first = touch(ask(&a, &still(block()), &Query { span: Interval::between(0.0, 3.0), ..Query::default() }));
    let half_diagonal = 0.75_f64.sqrt();
    assert!((first.time.mid() - (2.5 - half_diagonal)).abs() < 1e-10 && first.time.width() < 1e-10, "{:?}", first.time);
    assert_eq!(first.contacts.len(), 1, "{:?}", first.contacts);
    assert!(
        first.contacts[0].proved && matches!(first.contacts[0].feature_a, Feature::Vertex(_)),
        "{:?}",
        first.contacts
    );
    assert!(first.contacts[0].point.distance(dvec3(0.1, 0.05, 0.5)) < 1e-9, "{:?}", first.contacts);
    // Both stand on an edge, one turned by a quarter: edge across edge.
    let on_edge = DQuat::from_rotation_x(0.25 * PI);
    let lower = placed(block(), on_edge, DVec3::ZERO, DVec3::ZERO);
    let upper =
        placed(block(), DQuat::from_rotation_z(FRAC_PI_2) * on_edge, dvec3(0.1, 0.2, 3.0), dvec3(0.0, 0.0, -1.0));
    let first = touch(ask(&upper, &lower, &Query { span: Interval::between(0.0, 3.0), ..Query::default() }));
    assert!(
        (first.time.mid() - (3.0 - 2.0_f64.sqrt())).abs() < 1e-10 && first.time.width() < 1e-10,
        "{:?}",
        first.time
    );
    assert_eq!(first.contacts.len(), 1, "{:?}", first.contacts);
    let contact = first.contacts[0];
    assert!(
        contact.proved
            && matches!((contact.feature_a, contact.feature_b), (Feature::Edge { .. }, Feature::Edge { .. }))
    );
    assert!(contact.point.distance(dvec3(0.1, 0.0, 0.5_f64.sqrt())) < 1e-9, "{contact:?}");
    assert!(contact.normal.distance(-DVec3::Z) < 1e-9, "{contact:?}");
}

#[test]
fn a_box_lands_flat_on_a_larger_one() {
    let small = moving(Brep::cuboid(DVec3::ONE).expect("a box"), dvec3(0.1, 0.2, 3.0), dvec3(0.0, 0.0, -1.0));
    let large = still(Brep::cuboid(dvec3(4.0, 4.0, 1.0)).expect("a box"));
    let query = Query { span: Interval::between(0.0, 3.0), spacing: Some(0.25), ..Query::default() };
    let first = touch(ask(&small, &large, &query));
    assert!(
        first.time.contains(2.0) && first.time.upper() - 2.0 < 1e-10 && first.time.width() < 1e-5,
        "{:?}",
        first.time
    );
    println!("{} contacts", first.contacts.len());
    for contact in &first.contacts {
        let inside = (contact.point - dvec3(0.1, 0.2, 0.5)).abs();
        assert!(inside.x <= 0.5 + 1e-6 && inside.y <= 0.5 + 1e-6 && inside.z < 1e-6, "{contact:?}");
        assert!(contact.normal.distance(-DVec3::Z) < 1e-6, "{contact:?}");
    }
    // Every place of the face is near a contact.
    for i in 0..=10 {
        for j in 0..=10 {
            let place = dvec3(0.1 + 0.1 * f64::from(i) - 0.5, 0.2 + 0.1 * f64::from(j) - 0.5, 0.5);
            let near = first.contacts.iter().map(|contact| contact.point.distance(place)).fold(f64::INFINITY, f64::min);
            assert!(near < 0.3, "{place} is {near} from all contacts");
        }
    }
    let corners = first.contacts.iter().filter(|contact| contact.proved).count();
    assert_eq!(corners, 4, "the corners are isolated");
}

/// A sphere with bumps, as one face.
fn bumpy(bumps: [u32; 2], height: f64) -> Brep {
    let radius = format!("(1 + {height}*sin({}*u)*sin({}*v))", bumps[0], bumps[1]);
    let texts = [format!("{radius}*cos(u)*sin(v)"), format!("{radius}*sin(u)*sin(v)"), format!("{radius}*cos(v)")];
    let patch = Patch::parse(texts.each_ref().map(|text| text.as_str()), [0.0, 2.0 * PI], [0.0, PI]);
    Brep::new(vec![patch.expect("a patch")]).expect("a body")
}

/// The same spheres, once of faces and once where a function is negative, in all combinations.
#[test]
fn implicit_spheres_meet_like_parametric_ones() {
    let (place, velocity) = (dvec3(3.0, 0.7, -0.4), dvec3(-2.0, -0.1, 0.3));
    let (p, q) = (place.dot(velocity) / velocity.length_squared(), place.length_squared() - 1.5 * 1.5);
    let time = -p - (p * p - q / velocity.length_squared()).sqrt();
    let normal = (place + velocity * time).normalize();
    let kinds = |radius: f64| -> [Shape; 2] {
        [Brep::sphere(radius).expect("a sphere").into(), Solid::sphere(radius).expect("a sphere").into()]
    };
    for (first, second) in [(0, 1), (1, 0), (1, 1)] {
        let a = still(kinds(1.0)[first].clone());
        let b = moving(kinds(0.5)[second].clone(), place, velocity);
        let met = touch(ask(&a, &b, &Query { span: Interval::between(0.0, 2.0), ..Query::default() }));
        assert_time(&met, time);
        assert_eq!(met.contacts.len(), 1, "{:?}", met.contacts);
        assert!(met.contacts[0].proved, "{:?}", met.contacts);
        assert!(
            met.contacts[0].normal.distance(normal) < 1e-9 && met.contacts[0].point.distance(normal) < 1e-9,
            "{:?}",
            met.contacts
        );
    }
}

/// A corner, an edge and a face of a box that is an intersection of half spaces.
#[test]
fn combined_solids_touch_with_corners_and_creases() {
    let block = || Solid::cuboid(DVec3::ONE).expect("a box");
    let on_corner = DQuat::from_rotation_arc(DVec3::ONE.normalize(), DVec3::Z);
    let on_edge = DQuat::from_rotation_x(0.25 * PI);
    let ball = || Brep::sphere(0.5).expect("a sphere");
    let solid_ball = || Solid::sphere(0.5).expect("a sphere");
    for (turn, height) in [(on_corner, 0.75_f64.sqrt()), (on_edge, 0.5_f64.sqrt()), (DQuat::IDENTITY, 0.5)] {
        for shape in [Shape::from(ball()), Shape::from(solid_ball())] {
            let below = placed(block(), turn, DVec3::ZERO, DVec3::ZERO);
            let above = moving(shape, dvec3(0.0, 0.0, 3.0), dvec3(0.0, 0.0, -1.0));
            let met = touch(ask(&above, &below, &Query { span: Interval::between(0.0, 3.0), ..Query::default() }));
            let time = 2.5 - height;
            assert!((met.time.mid() - time).abs() < 1e-9 && met.time.width() < 1e-9, "{time} {:?}", met.time);
            assert_eq!(met.contacts.len(), 1, "{:?}", met.contacts);
            assert!(met.contacts[0].point.distance(dvec3(0.0, 0.0, height)) < 1e-5, "{:?}", met.contacts);
        }
    }
}

/// A ball falls through the hole of a plate that is a difference, and one that is too large does not.
#[test]
fn a_ball_falls_through_a_hole() {
    let plate = Solid::cuboid(dvec3(4.0, 4.0, 0.4)).expect("a plate");
    let plate = Solid::difference(&plate, &[Solid::cylinder(1.0, 2.0).expect("a hole")]).expect("a plate with a hole");
    let span = Interval::between(0.0, 4.0);
    let falling =
        |radius: f64| moving(Brep::sphere(radius).expect("a sphere"), dvec3(0.05, 0.0, 2.0), dvec3(0.0, 0.0, -1.0));
    let clear = ask(&falling(0.9), &still(plate.clone()), &Query { span, ..Query::default() });
    assert_eq!(clear.verdict, Verdict::Clear { until: 4.0 });
    // Radius 1.2: its surface meets the rim, one metre from the axis at z = 0.2, nearest to where the ball is off centre.
    let met = touch(ask(&falling(1.2), &still(plate), &Query { span, ..Query::default() }));
    let time = 1.8 - (1.2_f64.powi(2) - 0.95_f64.powi(2)).sqrt();
    assert!((met.time.mid() - time).abs() < 1e-9 && met.time.width() < 1e-9, "{time} {:?}", met.time);
    assert!(
        met.contacts.len() == 1 && met.contacts[0].point.distance(dvec3(1.0, 0.0, 0.2)) < 1e-6,
        "{:?}",
        met.contacts
    );
}

/// Bodies that touch, overlap or hold one another at the start.
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

/// A ball on boxes, floors and fine spheres of triangles: corner, edge and face.
#[test]
fn curved_bodies_land_on_meshes() {
    let block = || primitive::cuboid(DVec3::ONE).expect("a box");
    let on_corner = DQuat::from_rotation_arc(DVec3::ONE.normalize(), DVec3::Z);
    let on_edge = DQuat::from_rotation_x(0.25 * PI);
    let shapes: [Shape; 2] =
        [Brep::sphere(0.5).expect("a sphere").into(), Solid::sphere(0.5).expect("a sphere").into()];
    for (turn, height) in [(on_corner, 0.75_f64.sqrt()), (on_edge, 0.5_f64.sqrt()), (DQuat::IDENTITY, 0.5)] {
        for shape in &shapes {
            let below = placed(block(), turn, DVec3::ZERO, DVec3::ZERO);
            // It comes from aside, and is straight above at the contact.
            let time = 2.5 - height;
            let above = moving(shape.clone(), dvec3(0.03, 0.02, 3.0), dvec3(-0.03 / time, -0.02 / time, -1.0));
            let met = touch(ask(&above, &below, &Query { span: Interval::between(0.0, 3.0), ..Query::default() }));
            assert!((met.time.mid() - time).abs() < 1e-9 && met.time.width() < 1e-9, "{time} {:?}", met.time);
            assert_eq!(met.contacts.len(), 1, "{:?}", met.contacts);
            assert!(met.contacts[0].point.distance(dvec3(0.0, 0.0, height)) < 1e-6, "{:?}", met.contacts);
            assert!(met.contacts[0].proved || height == 0.5, "{:?}", met.contacts);
            // The same the other way round.
            let exchanged =
                touch(ask(&below, &above, &Query { span: Interval::between(0.0, 3.0), ..Query::default() }));
            assert_eq!(exchanged.contacts[0], met.contacts[0].swapped());
        }
    }
}

/// Ten thousand triangles: a bumpy ground, and a ball that lands on its highest place.
#[test]
fn a_ball_lands_on_a_large_mesh() {
    let count = 71_u32;
    let height = |x: f64, y: f64| {
        0.3 * (1.0 - 0.5 * (x - 0.31).powi(2) - 0.4 * (y + 0.17).powi(2)) + 0.01 * (9.0 * x).sin() * (8.0 * y).cos()
    };
    let place = |index: u32| 2.0 * f64::from(index) / f64::from(count) - 1.0;
    let vertices: Vec<DVec3> = (0..(count + 1) * (count + 1))
        .map(|index| (place(index % (count + 1)), place(index / (count + 1))))
        .map(|(x, y)| dvec3(x, y, height(x, y)))
        .collect();
    let mut triangles = Vec::new();
    for row in 0..count {
        for column in 0..count {
            let corner = row * (count + 1) + column;
            triangles.push([corner, corner + 1, corner + count + 2]);
            triangles.push([corner, corner + count + 2, corner + count + 1]);
        }
    }
    let ground = tangency_geometry::Mesh::new(vertices, triangles).expect("a mesh");
    assert!(ground.triangles().len() > 10_000);
    let below = still(ground.clone());
    let above = moving(Brep::sphere(0.4).expect("a sphere"), dvec3(0.1, 0.2, 1.5), -DVec3::Z);
    let met = touch(ask(&above, &below, &Query { span: Interval::between(0.0, 2.0), ..Query::default() }));
    // By brute force: the ball of radius 0.4 stops where the first point of a triangle is reached; vertices and points of a fine grid of
    // each triangle can only be reached later.
    let reached = |point: DVec3| {
        let aside = dvec3(point.x - 0.1, point.y - 0.2, 0.0).length_squared();
        if aside > 0.16 { f64::INFINITY } else { 1.5 - (0.16 - aside).sqrt() - point.z }
    };
    let mut sampled = f64::INFINITY;
    for corners in ground.triangles() {
        let [a, b, c] = corners.map(|corner| ground.vertices()[corner as usize]);
        for i in 0..=8 {
            for j in 0..=8 - i {
                let (u, v) = (f64::from(i) / 8.0, f64::from(j) / 8.0);
                sampled = sampled.min(reached(a + u * (b - a) + v * (c - a)));
            }
        }
    }
    assert!(met.time.upper() <= sampled + 1e-12, "{:?} is later than {sampled}", met.time);
    assert!(met.time.lower() > sampled - 1e-3 && met.time.width() < 1e-9, "{:?} {sampled}", met.time);
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

/// Thrown up, and then, in another piece of its motion, down.
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

/// A ball rolls along the floor: its contact is known, and nothing else happens until it meets a step.
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

/// With little work allowed, what is certain is said.
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

/// Surfaces without a normal, without a value, without a bound: an error or an open question, never a clear one.
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
    // A kink inside a face: contact alone decides there.
    let roof = Patch::parse(["u", "v", "-abs(u)"], square[0], square[1]).expect("a patch");
    let roof = still(Brep::new(vec![roof]).expect("a roof"));
    let falling = moving(Brep::sphere(0.3).expect("a sphere"), dvec3(0.0, 0.1, 2.0), -2.0 * DVec3::Z);
    let answer = ask(&falling, &roof, &Query { budget: Some(20_000), ..Query::default() });
    assert!(!matches!(answer.verdict, Verdict::Clear { .. }), "{:?}", answer.verdict);
    assert!((0.8..=0.85).contains(&answer.verdict.clear_until()), "{:?}", answer.verdict);
}

/// The inside of a superquadric, as the closed form has it; negative inside.
fn outside(radii: DVec3, [across, along]: [u32; 2], point: DVec3) -> f64 {
    let [x, y, z] = (point / radii).abs().to_array();
    let (p, q) = (f64::from(across), f64::from(along));
    (x.powf(p) + y.powf(p)).powf(q / p) + z.powf(q) - 1.0
}

/// Random superquadrics, tumbling, against fine sampling: never later than the sampled contact.
#[test]
fn random_superquadrics_are_never_late() {
    let mut random = Random::new(7);
    let (mut touched, mut proved) = (0, 0);
    for case in 0..16 {
        let radii = [0; 2].map(|_| DVec3::from_array([0; 3].map(|_| random.between(0.5, 1.0))));
        let exponents = [0; 2].map(|_| [0; 2].map(|_| 2 * random.below(2) as u32 + 2));
        let shapes =
            [0, 1].map(|i| Brep::superquadric(radii[i], exponents[i][0], exponents[i][1]).expect("a superquadric"));
        let turn = DQuat::from_scaled_axis(vector(&mut random, 2.0));
        let place = vector(&mut random, 1.0).normalize() * 2.6;
        let velocity = -place * random.between(0.4, 1.0) + vector(&mut random, 0.5);
        let start = Pose::new(turn, place).expect("a pose");
        let flight = Motion::Rigid(Rigid::new(start, velocity, vector(&mut random, 1.0)).expect("finite"));
        let a = still(shapes[0].clone());
        let b = Moving::new(shapes[1].clone().into(), flight.clone()).expect("a body");
        let answer = ask(&a, &b, &Query::default());
        let sampled = sampled_contact(&shapes[1], &flight, |point| outside(radii[0], exponents[0], point) <= 0.0);
        match answer.verdict {
            Verdict::Touch(first) => {
                touched += 1;
                proved += usize::from(first.contacts.iter().all(|contact| contact.proved));
                assert!(first.time.upper() <= sampled.unwrap_or(1.0), "case {case}: {:?} {sampled:?}", first.time);
                let contact = first.contacts[0];
                assert!(outside(radii[0], exponents[0], contact.point).abs() < 1e-5, "case {case}: {contact:?}");
            }
            Verdict::Clear { .. } => assert_eq!(sampled, None, "case {case}"),
            Verdict::Open { .. } => panic!("case {case}: open"),
        }
    }
    println!("{touched} touch, {proved} of them proved");
    assert!((6..16).contains(&touched) && 5 * proved >= 4 * touched, "{touched} {proved}");
}

/// The first of many instants at which one of many places of the moving body is inside the other.
fn sampled_contact(body: &Brep, motion: &Motion, inside: impl Fn(DVec3) -> bool) -> Option<f64> {
    let mut places = Vec::new();
    for face in body.faces() {
        let [u, v] = face.patch().domain();
        for i in 0..=60 {
            for j in 0..=60 {
                let within =
                    |range: Interval, k: i32| range.lower() + (range.upper() - range.lower()) * f64::from(k) / 60.0;
                places.push(face.patch().at(within(u, i), within(v, j), 0.0));
            }
        }
    }
    (0..=200).map(|step| f64::from(step) / 200.0).find(|&time| {
        let placed = motion.at(time);
        places.iter().any(|&place| inside(placed.point(0, place)))
    })
}

/// Bumpy spheres, tumbling, against fine sampling.
#[test]
fn bumpy_spheres_are_never_late() {
    let mut random = Random::new(31);
    let mut touched = 0;
    for case in 0..4 {
        let (bumps, height) = ([2 + random.below(4) as u32, 2 + random.below(4) as u32], random.between(0.05, 0.12));
        let body = bumpy(bumps, height);
        let start = Pose::new(DQuat::from_scaled_axis(vector(&mut random, 2.0)), dvec3(2.6, 0.0, 0.0)).expect("a pose");
        let velocity = dvec3(-0.9, random.between(-0.7, 0.7), random.between(-0.7, 0.7));
        let flight = Motion::Rigid(Rigid::new(start, velocity, vector(&mut random, 1.5)).expect("finite"));
        let b = Moving::new(body.clone().into(), flight.clone()).expect("a body");
        let answer = ask(&still(body.clone()), &b, &Query::default());
        let inside = |point: DVec3| {
            let (u, v) = (point.y.atan2(point.x), (point.z / point.length()).acos());
            point.length() <= 1.0 + height * (f64::from(bumps[0]) * u).sin() * (f64::from(bumps[1]) * v).sin()
        };
        let sampled = sampled_contact(&body, &flight, inside);
        match answer.verdict {
            Verdict::Touch(first) => {
                touched += 1;
                assert!(first.time.upper() <= sampled.unwrap_or(1.0), "case {case}: {:?} {sampled:?}", first.time);
                assert!(first.contacts[0].proved, "case {case}: {:?}", first.contacts);
            }
            Verdict::Clear { .. } => assert_eq!(sampled, None, "case {case}"),
            Verdict::Open { .. } => panic!("case {case}: open"),
        }
    }
    assert!(touched >= 2, "{touched}");
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
    let among: Vec<Among<'_>> = bodies.iter().map(|moving| Among { moving, self_contact: false }).collect();
    let answer =
        first_contact_among(&among, &Query { span: Interval::between(0.0, 3.0), ..Query::default() }).expect("methods");
    let Verdict::Touch(first) = &answer.verdict else { panic!("{:?}", answer.verdict) };
    assert!(first.time.contains(1.5), "{:?}", first.time);
    assert!(answer.contacts.iter().all(|pair| [pair.a, pair.b] == [0, 3]), "{:?}", answer.contacts);
}
