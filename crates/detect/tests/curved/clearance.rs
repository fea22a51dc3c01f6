//! A clearance that counts as contact: closed forms, of bodies of faces, implicit solids and meshes.
//!
//! Bodies come within `s` of one another when one of them, grown by `s` on all sides, touches the other: a sphere grown is a larger sphere, and so
//! are cylinders and tori away from their edges; around an edge or a corner the grown body is round.

use crate::{ask, assert_time, floor, moving, placed, still, touch};
use glam::{DQuat, DVec3, dvec3};
use std::f64::consts::{FRAC_PI_2, PI};
use tangency_detect::{Moving, Query, Verdict};
use tangency_geometry::surface::Brep;
use tangency_geometry::{Contact, Motion, Pose, Rigid, Shape, Solid, primitive};
use tangency_interval::Interval;

fn query(separation: f64, end: f64) -> Query {
    Query { separation, span: Interval::between(0.0, end), ..Query::default() }
}

/// When |place + velocity·t| is the distance, for the first time.
fn ball_time(place: DVec3, velocity: DVec3, distance: f64) -> f64 {
    let (p, q) = (place.dot(velocity) / velocity.length_squared(), place.length_squared() - distance * distance);
    -p - (p * p - q / velocity.length_squared()).sqrt()
}

/// The one contact, which is proved, with the gap and the normal.
fn alone(contacts: &[Contact], separation: f64, normal: DVec3) -> Contact {
    let [contact] = contacts else { panic!("{contacts:?}") };
    assert!(contact.proved && !contact.initial, "{contact:?}");
    assert!((contact.gap - separation).abs() < 1e-9, "{contact:?}");
    assert!(contact.normal.distance(normal) < 1e-8, "{contact:?} {normal}");
    *contact
}

const SEPARATIONS: [f64; 5] = [0.5, 0.1, 1e-2, 1e-3, 1e-5];

/// Spheres of faces and implicit ones, in all pairs.
#[test]
fn spheres_are_larger_by_the_clearance() {
    let radii = [1.0, 0.5];
    let (place, velocity) = (dvec3(3.0, 0.7, -0.4), dvec3(-2.0, -0.1, 0.3));
    let of_faces = |radius: f64| -> Shape { Brep::sphere(radius).expect("a sphere").into() };
    let implicit = |radius: f64| -> Shape { Solid::sphere(radius).expect("a ball").into() };
    for separation in SEPARATIONS {
        for kinds in 0..4 {
            let shape = |index: usize| if kinds >> index & 1 == 0 { of_faces(radii[index]) } else { implicit(radii[index]) };
            let (a, b) = (still(shape(0)), moving(shape(1), place, velocity));
            let first = touch(ask(&a, &b, &query(separation, 3.0)));
            let time = ball_time(place, velocity, radii[0] + radii[1] + separation);
            assert_time(&first, time);
            let normal = (place + velocity * time).normalize();
            let contact = alone(&first.contacts, separation, normal);
            assert!(contact.point.distance(normal * (radii[0] + 0.5 * separation)) < 1e-8, "{contact:?}");
        }
    }
}
