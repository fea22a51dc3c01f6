//! Smooth bodies against each other: closed forms and planted contacts.

use crate::{Ellipsoids, ask, assert_time, floor, moving, placed, spread, still, touch, vector};
use glam::{DQuat, DVec3, dvec3};
use std::f64::consts::{FRAC_PI_2, PI};
use tangency_detect::{Moving, Query};
use tangency_geometry::surface::Brep;
use tangency_geometry::{Motion, Pose, Rigid};
use tangency_interval::Interval;
use tangency_interval::laws::Random;

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

/// It spins while it falls. The time and the point on the floor are known; the point on the sphere is arbitrary.
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
    // The lowest point is inside the face, and then on its seam.
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
        // Straight below the lowest point of the ring's circle.
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

/// Two ellipsoids, each touching a plane through the planted point from its own side.
#[test]
fn ellipsoids_touch_where_planted() {
    let mut random = Random::new(1993);
    for _ in 0..12 {
        let both = Ellipsoids::new(&mut random);
        let (radii, turns, farthest) = (both.radii, both.turns, |which, along| both.farthest(which, along));
        let normal = vector(&mut random, 1.0).normalize();
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
        // On the axis of a, at the point where the axis of b passes over y = 0.
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
