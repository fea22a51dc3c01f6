//! First contact of curved bodies.
//!
//! References: closed forms, and contacts that are planted by construction: two convex bodies on either side of a plane through the planted
//! point, moving towards it, touch there and nowhere before.

use glam::{DQuat, DVec3, dvec3};
use tangency_detect::{Answer, FirstContact, Moving, Query, Verdict, first_contact};
use tangency_geometry::surface::Brep;
use tangency_geometry::{Linear, Motion, Pose, Shape};

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
        other => panic!("no touch: {other:?}"),
    }
}

/// The bracket holds the time, and is no longer than 1e-10 of it.
fn assert_time(first: &FirstContact, time: f64) {
    assert!(first.time.lower() <= time && time <= first.time.upper() * (1.0 + 1e-15), "{time} is not in {:?}", first.time);
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
        let (p, q) = (place.dot(velocity) / velocity.length_squared(), place.length_squared() - (radii[0] + radii[1]).powi(2));
        let time = -p - (p * p - q / velocity.length_squared()).sqrt();
        let first = touch(ask(&a, &b, &Query { span: tangency_interval::Interval::between(0.0, 3.0), ..Query::default() }));
        assert_time(&first, time);
        assert_eq!(first.contacts.len(), 1, "{:?}", first.contacts);
        let contact = first.contacts[0];
        let normal = (place + velocity * time).normalize();
        assert!(contact.proved && !contact.initial, "{contact:?}");
        assert!(contact.normal.distance(normal) < 1e-10, "{contact:?} {normal}");
        assert!(contact.point.distance(normal * radii[0]) < 1e-10, "{contact:?}");
    }
}
