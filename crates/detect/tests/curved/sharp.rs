//! Corners and edges of bodies of faces.

use crate::{ask, assert_time, floor, moving, placed, still, touch, vector};
use glam::{DQuat, DVec3, dvec3};
use std::f64::consts::{FRAC_PI_2, PI};
use tangency_detect::Query;
use tangency_geometry::Feature;
use tangency_geometry::surface::Brep;
use tangency_interval::Interval;
use tangency_interval::laws::Random;

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
    // Both stand on an edge, one turned by a quarter turn: edge across edge.
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

/// Two boxes like roofs, one upside down on the other. Their ridges cross in the plane between them, for all turns
/// about the ridges, even if they pass much faster than they sink.
#[test]
fn edges_cross_where_planted() {
    let mut random = Random::new(12);
    let block = || Brep::cuboid(DVec3::ONE).expect("a box");
    for _ in 0..40 {
        let heading = random.between(0.0, PI);
        let across = heading + random.between(0.3, PI - 0.3);
        let turn = |heading: f64, over: f64, tilt: f64| {
            DQuat::from_rotation_z(heading) * DQuat::from_rotation_x(over + 0.25 * PI + tilt)
        };
        let lower = turn(heading, 0.0, random.between(-0.6, 0.6));
        let upper = turn(across, PI, random.between(-0.6, 0.6));
        let [below, above] = [lower, upper].map(|turn| -(turn * dvec3(random.between(-0.3, 0.3), 0.5, 0.5)));
        let velocity = dvec3(random.between(-3.0, 3.0), random.between(-3.0, 3.0), -1.0);
        let time = random.between(0.2, 0.8);
        let drift = vector(&mut random, 1.0);
        let a = placed(block(), lower, below, drift);
        let b = placed(block(), upper, above - velocity * time, velocity + drift);
        let first = touch(ask(&a, &b, &Query::default()));
        assert_time(&first, time);
        assert_eq!(first.contacts.len(), 1, "{:?}", first.contacts);
        let contact = first.contacts[0];
        assert!(contact.proved && contact.point.distance(drift * time) < 1e-9, "{contact:?}");
        assert!(contact.normal.distance(DVec3::Z) < 1e-9, "{contact:?}");
        assert!(matches!((contact.feature_a, contact.feature_b), (Feature::Edge { .. }, Feature::Edge { .. })));
    }
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
    // Every point of the face is near a contact.
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
