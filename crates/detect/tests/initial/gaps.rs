//! The meaning of `gap`: the signed distance of the two witness points at the reported instant.

use crate::oracle::{MESH_METHODS, PlacedShape, distance_to_mesh, place, sound};
use glam::{DQuat, DVec3, dvec3};
use tangency_detect::{Moving, Query, Verdict, first_contact, first_self_contact};
use tangency_geometry::{Linear, Motion, Pose, Rigid, Shape, primitive};

fn cube(side: f64) -> Shape {
    Shape::Polyhedron(primitive::cuboid(DVec3::splat(side)).unwrap())
}

/// Overlapping boxes: the surfaces cross, and a crossing point is on both.
#[test]
fn overlapping_surfaces_have_zero_gap() {
    let a = PlacedShape::new(cube(1.0), DQuat::IDENTITY, DVec3::ZERO);
    for turn in [DQuat::IDENTITY, DQuat::from_rotation_x(0.3)] {
        for depth in [0.3, 0.1, 1e-3] {
            let b = PlacedShape::new(cube(1.0), turn, dvec3(0.1, 0.17, 1.0 - depth));
            for method in MESH_METHODS {
                let what = format!("{method:?}, {depth} m deep");
                let first = method.touch(&a, &b, 0.0);
                for contact in &first.contacts {
                    sound(contact, [&a.mesh(), &b.mesh()], &what);
                    // Where an edge pierces the diagonal of a face, two edges meet, up to rounding.
                    assert!(contact.gap.abs() < 1e-12 && contact.initial, "{what}: {contact:?}");
                    for placed in [&a, &b] {
                        assert!(distance_to_mesh(contact.point, &placed.mesh()) < 1e-9, "{what}: {contact:?}");
                    }
                }
            }
        }
    }
}

/// One body inside the other: `gap` is minus the distance to the outer surface, also with a separation that
/// reaches the wall.
#[test]
fn gap_is_negative_inside() {
    let outer = PlacedShape::new(cube(2.0), DQuat::IDENTITY, DVec3::ZERO);
    // 0.2 m from the wall at x = 1. Everything else is farther away.
    let inner = PlacedShape::new(cube(0.4), DQuat::IDENTITY, dvec3(0.6, 0.0, 0.1));
    for separation in [0.0, 0.05, 0.25] {
        for method in MESH_METHODS {
            for swapped in [false, true] {
                let what = format!("{method:?}, {separation} m, {swapped}");
                let (a, b) = if swapped { (&outer, &inner) } else { (&inner, &outer) };
                let first = method.touch(a, b, separation);
                let (mesh_a, mesh_b) = (a.mesh(), b.mesh());
                for contact in &first.contacts {
                    assert!(contact.initial && contact.gap < 0.0, "{what}: {contact:?}");
                    sound(contact, [&mesh_a, &mesh_b], &what);
                    let (inside, mesh) =
                        if swapped { (contact.feature_b, &mesh_a) } else { (contact.feature_a, &mesh_b) };
                    let from = place(if swapped { &mesh_b } else { &mesh_a }, inside);
                    assert!((contact.gap + distance_to_mesh(from, mesh)).abs() < 1e-9, "{what}: {contact:?}");
                    // The inner body leaves along the normal of the wall.
                    let offset = place(&mesh_b, contact.feature_b) - place(&mesh_a, contact.feature_a);
                    assert!((offset.dot(contact.normal) - contact.gap).abs() < 1e-9, "{what}: {contact:?}");
                }
            }
        }
    }
}

/// Apart by less than the separation at the start: `gap` is the distance, along a separating normal.
#[test]
fn gap_is_positive_apart() {
    let a = PlacedShape::new(cube(1.0), DQuat::IDENTITY, DVec3::ZERO);
    for turn in [DQuat::IDENTITY, DQuat::from_rotation_z(0.3), DQuat::from_rotation_x(0.2)] {
        let low = primitive::cuboid(DVec3::ONE).unwrap();
        let lowest = low.mesh().vertices().iter().map(|&v| (turn * v).z).fold(f64::INFINITY, f64::min);
        let b = PlacedShape::new(cube(1.0), turn, dvec3(0.1, 0.17, 0.5 + 0.03 - lowest));
        for method in MESH_METHODS {
            let first = method.touch(&a, &b, 0.05);
            let least = first.contacts.iter().map(|contact| contact.gap).fold(f64::INFINITY, f64::min);
            assert!((least - 0.03).abs() < 1e-9, "{method:?}: {first:?}");
            for contact in &first.contacts {
                sound(contact, [&a.mesh(), &b.mesh()], &format!("{method:?}"));
                assert!(contact.gap > 0.0 && contact.gap <= 0.05 + 1e-6 && contact.initial, "{method:?}: {contact:?}");
            }
        }
    }
}

/// A box above a thin plate, closer than the separation, has positive gaps, and only to the upper face of the
/// plate.
#[test]
fn the_far_side_of_a_plate_is_no_contact() {
    let plate = PlacedShape::new(Shape::Polyhedron(primitive::plate(4.0, 0.01).unwrap()), DQuat::IDENTITY, DVec3::ZERO);
    let top = plate.mesh().vertices().iter().map(|vertex| vertex.z).fold(f64::NEG_INFINITY, f64::max);
    let extent = plate.mesh().bounding_box();
    let thin = (extent[1] - extent[0]).min_element();
    assert!((thin - 0.01).abs() < 1e-12 && (extent[1] - extent[0]).z == thin, "the plate lies flat");
    let b = PlacedShape::new(cube(0.5), DQuat::from_rotation_z(0.2), dvec3(0.3, 0.1, top + 0.02 + 0.25));
    for method in MESH_METHODS {
        let first = method.touch(&plate, &b, 0.05);
        for contact in &first.contacts {
            assert!((contact.gap - 0.02).abs() < 1e-9, "{method:?}: {contact:?}");
            assert!(contact.normal.distance(DVec3::Z) < 1e-6, "{method:?}: {contact:?}");
        }
    }
}

/// Later contacts of convex and other bodies: `gap` is between zero and the tolerance beyond the separation.
#[test]
fn later_touches_have_the_separation_as_their_gap() {
    let falls = |turn: DQuat, spin: DVec3| {
        let start = Pose::new(turn.normalize(), dvec3(0.1, 0.2, 2.0)).unwrap();
        Motion::Rigid(Rigid::new(start, dvec3(0.0, 0.0, -2.0), spin).unwrap())
    };
    for separation in [0.0, 0.01] {
        for (motion, hollow) in [
            (falls(DQuat::from_rotation_x(0.3), DVec3::ZERO), false),
            (falls(DQuat::from_rotation_x(0.3), dvec3(0.1, 0.2, 0.3)), false),
            (falls(DQuat::from_rotation_x(0.3), dvec3(0.1, 0.2, 0.3)), true),
            (Motion::Linear(Linear::new(Pose::translated(2.0 * DVec3::Z).unwrap(), -2.0 * DVec3::Z).unwrap()), false),
        ] {
            let shape =
                if hollow { Shape::Mesh(primitive::cuboid(DVec3::ONE).unwrap().into_mesh()) } else { cube(1.0) };
            let (a, b) =
                (Moving::new(shape, motion).unwrap(), Moving::new(cube(1.0), Motion::Still(Pose::IDENTITY)).unwrap());
            let query = Query { separation, ..Query::default() };
            let Verdict::Touch(first) = first_contact(&a, &b, &query).unwrap().verdict else {
                panic!("the body must land")
            };
            for contact in &first.contacts {
                assert!(!contact.initial && (contact.gap - separation).abs() <= 1e-6, "{contact:?}");
            }
        }
    }
}

/// Both faces of a thin plate are within the separation of each other. A body is not inside itself.
#[test]
fn a_body_is_not_inside_itself() {
    let plate = Shape::Polyhedron(primitive::plate(1.0, 0.01).unwrap());
    let plate = Moving::new(plate, Motion::Still(Pose::IDENTITY)).unwrap();
    let query = Query { separation: 0.05, ..Query::default() };
    let Verdict::Touch(first) = first_self_contact(&plate, &query).unwrap().verdict else {
        panic!("the plate is thinner than the separation")
    };
    for contact in &first.contacts {
        assert!(contact.gap > 0.0 && contact.gap < 0.05 + 1e-6 && contact.initial, "{contact:?}");
    }
    assert!(first.contacts.iter().any(|contact| (contact.gap - 0.01).abs() < 1e-9), "{first:?}");
}
