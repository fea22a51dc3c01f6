//! Implicit solids and their combinations.

use crate::{ask, assert_time, moving, placed, still, touch};
use glam::{DQuat, DVec3, dvec3};
use std::f64::consts::PI;
use tangency_detect::{Query, Verdict};
use tangency_geometry::surface::Brep;
use tangency_geometry::{Shape, Solid};
use tangency_interval::Interval;

/// The same spheres, of faces and implicit, in all combinations.
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

/// A ball falls through the hole of a plate that is a difference. A larger ball does not.
#[test]
fn a_ball_falls_through_a_hole() {
    let plate = Solid::cuboid(dvec3(4.0, 4.0, 0.4)).expect("a plate");
    let plate = Solid::difference(&plate, &[Solid::cylinder(1.0, 2.0).expect("a hole")]).expect("a plate with a hole");
    let span = Interval::between(0.0, 4.0);
    let falling =
        |radius: f64| moving(Brep::sphere(radius).expect("a sphere"), dvec3(0.05, 0.0, 2.0), dvec3(0.0, 0.0, -1.0));
    let clear = ask(&falling(0.9), &still(plate.clone()), &Query { span, ..Query::default() });
    assert_eq!(clear.verdict, Verdict::Clear { until: 4.0 });
    // Radius 1.2: its surface meets the rim, one metre from the axis at z = 0.2, on the side to which the ball is
    // off centre.
    let met = touch(ask(&falling(1.2), &still(plate), &Query { span, ..Query::default() }));
    let time = 1.8 - (1.2_f64.powi(2) - 0.95_f64.powi(2)).sqrt();
    assert!((met.time.mid() - time).abs() < 1e-9 && met.time.width() < 1e-9, "{time} {:?}", met.time);
    assert!(
        met.contacts.len() == 1 && met.contacts[0].point.distance(dvec3(1.0, 0.0, 0.2)) < 1e-6,
        "{:?}",
        met.contacts
    );
}
