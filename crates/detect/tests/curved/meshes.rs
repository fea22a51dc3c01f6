//! Curved bodies against triangles.

use crate::{ask, bumpy_ground, moving, placed, still, touch};
use glam::{DQuat, DVec3, dvec3};
use std::f64::consts::PI;
use tangency_detect::Query;
use tangency_geometry::surface::Brep;
use tangency_geometry::{Shape, Solid, primitive};
use tangency_interval::Interval;

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
            // It comes in from the side, and is straight above at the contact.
            let time = 2.5 - height;
            let above = moving(shape.clone(), dvec3(0.03, 0.02, 3.0), dvec3(-0.03 / time, -0.02 / time, -1.0));
            let met = touch(ask(&above, &below, &Query { span: Interval::between(0.0, 3.0), ..Query::default() }));
            assert!((met.time.mid() - time).abs() < 1e-9 && met.time.width() < 1e-9, "{time} {:?}", met.time);
            assert_eq!(met.contacts.len(), 1, "{:?}", met.contacts);
            assert!(met.contacts[0].point.distance(dvec3(0.0, 0.0, height)) < 1e-6, "{:?}", met.contacts);
            assert!(met.contacts[0].proved || height == 0.5, "{:?}", met.contacts);
            // The same with the bodies exchanged.
            let exchanged =
                touch(ask(&below, &above, &Query { span: Interval::between(0.0, 3.0), ..Query::default() }));
            assert_eq!(exchanged.contacts[0], met.contacts[0].swapped());
        }
    }
}

/// Ten thousand triangles: a bumpy ground, and a ball that lands on its highest point.
#[test]
fn a_ball_lands_on_a_large_mesh() {
    let ground = bumpy_ground();
    assert!(ground.triangles().len() > 10_000);
    let below = still(ground.clone());
    let above = moving(Brep::sphere(0.4).expect("a sphere"), dvec3(0.1, 0.2, 1.5), -DVec3::Z);
    let met = touch(ask(&above, &below, &Query { span: Interval::between(0.0, 2.0), ..Query::default() }));
    // Brute force: the ball of radius 0.4 stops where it first reaches a point of a triangle. Vertices and points
    // of a fine grid of each triangle can only be reached later.
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
