//! Normals of contacts with creases and corners of combined solids.
//!
//! References: closed forms. The normal of two crossing edges is perpendicular to both. A body that lies flat has
//! vertical normals on its border as well.

use crate::{ask, placed, still, touch};
use glam::{DQuat, DVec3, dvec3};
use std::f64::consts::PI;
use tangency_detect::Query;
use tangency_geometry::surface::Brep;
use tangency_geometry::{Contact, Shape, Solid, primitive};
use tangency_interval::Interval;
use tangency_interval::laws::Random;

/// A box of this size as triangles, as curved faces, and as an intersection of half spaces.
fn boxes(size: DVec3) -> [Shape; 3] {
    [
        primitive::cuboid(size).expect("a box").into(),
        Brep::cuboid(size).expect("a box").into(),
        Solid::cuboid(size).expect("a box").into(),
    ]
}

fn normals(contacts: &[Contact], normal: DVec3, error: f64) {
    assert!(!contacts.is_empty());
    for contact in contacts {
        assert!(contact.normal.distance(normal) < error, "{normal}: {contact:?}");
    }
}

/// A box stands on an edge along x. Another comes down with an edge along a horizontal direction. Each is also
/// turned about its edge. The edges cross in one point, and the normal is vertical for all angles.
#[test]
fn crossing_edges_touch_along_what_is_across_both() {
    let mut random = Random::new(15);
    for _ in 0..12 {
        let (lean_below, lean_above) = (random.between(0.5, 1.1), random.between(0.5, 1.1));
        let heading = random.between(0.4, PI - 0.4);
        // The edge at y = z = 1/2 is turned up, and the same edge of the other box down.
        let up = |lean: f64| DQuat::from_rotation_x(lean);
        let highest = |lean: f64| (up(lean) * dvec3(0.0, 0.5, 0.5)).z;
        let down = DQuat::from_rotation_z(heading) * DQuat::from_rotation_x(PI);
        let height = 1.0 + highest(lean_below) + highest(lean_above);
        let aside = |lean: f64| (up(lean) * dvec3(0.0, 0.5, 0.5)).y;
        for below in boxes(DVec3::ONE) {
            let above = Solid::cuboid(DVec3::ONE).expect("a box");
            let turn = down * up(lean_above);
            // Above the midpoint of the lower edge.
            let middle = dvec3(0.0, aside(lean_below), 0.0) - turn * dvec3(0.0, 0.5, 0.5);
            let place = dvec3(middle.x, middle.y, height);
            let a = placed(above, turn, place, -DVec3::Z);
            let b = placed(below, up(lean_below), DVec3::ZERO, DVec3::ZERO);
            let first = touch(ask(&a, &b, &Query { span: Interval::between(0.0, 2.0), ..Query::default() }));
            assert!((first.time.mid() - 1.0).abs() < 1e-6, "{:?}", first.time);
            normals(&first.contacts, -DVec3::Z, 1e-6);
        }
    }
}

/// A box lands flat on a larger and on a smaller one: faces, edges, creases and corners in the plane of contact.
#[test]
fn flat_contacts_have_vertical_normals_on_their_borders() {
    for (lower, upper) in [(1.0, 0.6), (0.6, 1.0), (1.0, 0.95)] {
        for below in boxes(dvec3(lower, lower, 0.4)) {
            let above = Solid::cuboid(dvec3(upper, upper, 0.4)).expect("a box");
            let a = placed(above, DQuat::IDENTITY, dvec3(0.0, 0.0, 0.9), -DVec3::Z);
            let query = Query { tolerance: 1e-4, spacing: Some(0.2), ..Query::default() };
            let first = touch(ask(&a, &still(below), &query));
            assert!(first.time.lower() <= 0.5 && first.time.lower() > 0.5 - 1e-3, "{:?}", first.time);
            normals(&first.contacts, -DVec3::Z, 1e-6);
        }
    }
}
