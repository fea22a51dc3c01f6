//! Bodies in flush contact at the start, on inner edges of flat faces. Edges between coplanar faces do not count
//! as edges.

use crate::oracle::{MESH_METHODS, PlacedShape, distance_to_mesh, each_once, sound};
use glam::{DQuat, DVec3, dvec3};
use tangency_detect::FirstContact;
use tangency_geometry::{Polyhedron, Shape, primitive};
use tangency_interval::laws::Random;

fn solid(body: &Polyhedron) -> Shape {
    Shape::Polyhedron(body.clone())
}

fn surface(body: &Polyhedron) -> Shape {
    Shape::Mesh(body.mesh().clone())
}

/// All of `a` is behind the plane across each normal and all of `b` in front, up to `room`.
fn separated(first: &FirstContact, [a, b]: [&PlacedShape; 2], room: f64, what: &str) {
    let (mesh_a, mesh_b) = (a.mesh(), b.mesh());
    for contact in &first.contacts {
        sound(contact, [&mesh_a, &mesh_b], what);
        assert!(contact.initial && contact.gap.abs() <= room, "{what}: {contact:?}");
        let ahead = |&vertex: &DVec3| contact.normal.dot(vertex - contact.point);
        let most = mesh_a.vertices().iter().map(ahead).fold(f64::NEG_INFINITY, f64::max);
        let least = mesh_b.vertices().iter().map(ahead).fold(f64::INFINITY, f64::min);
        assert!(most < room && least > -room, "{what}: a by {most:e}, b by {least:e}: {contact:?}");
        assert!(distance_to_mesh(contact.point, &mesh_a) < room && distance_to_mesh(contact.point, &mesh_b) < room);
    }
}

/// A box stands on the diagonal of a floor face, upright or rotated with it, at positions from the middle to
/// beyond the rim.
#[test]
fn a_box_stands_on_the_diagonal_of_a_face() {
    let block = primitive::cuboid(dvec3(0.5, 0.5, 0.5)).unwrap();
    let floor = primitive::cuboid(dvec3(4.0, 4.0, 1.0)).unwrap();
    let common = DQuat::from_xyzw(0.3, -0.2, 0.5, 0.8).normalize();
    for together in [DQuat::IDENTITY, common] {
        for place in
            [DVec3::ZERO, dvec3(0.25, 0.25, 0.0), dvec3(0.25, -0.25, 0.0), dvec3(2.0, 0.1, 0.0), dvec3(0.125, 0.0, 0.0)]
        {
            for spin in [0.0, 0.4, std::f64::consts::FRAC_PI_4] {
                for shape in [solid, surface] {
                    let upright = DQuat::from_rotation_z(spin);
                    let a = PlacedShape::new(shape(&block), together * upright, together * (place + 0.75 * DVec3::Z));
                    let b = PlacedShape::new(shape(&floor), together, DVec3::ZERO);
                    let down = together * DVec3::NEG_Z;
                    for method in MESH_METHODS {
                        let what = format!("{method:?} at {place}, spun by {spin}, turned by {together}");
                        let first = method.touch(&a, &b, 0.0);
                        each_once(&first, &what);
                        separated(&first, [&a, &b], 1e-9, &what);
                        for contact in &first.contacts {
                            assert!(
                                contact.normal.distance(down) < 1e-6,
                                "{what}: {contact:?} of {}",
                                first.contacts.len()
                            );
                        }
                        // After the rotation the corners of frames are off by rounding: some do not touch.
                        let all = together == DQuat::IDENTITY && place.x < 2.0;
                        assert!(first.contacts.len() >= 4 || !all, "{what}: {first:?}");
                        let back = method.touch(&b, &a, 0.0);
                        assert!(
                            back.contacts.iter().all(|contact| contact.normal.distance(-down) < 1e-6),
                            "{what}: {back:?}"
                        );
                    }
                }
            }
        }
    }
}

/// A box that is too low or too high by a rounding error is treated as one in flush contact.
#[test]
fn rounding_errors_do_not_change_flush_contacts() {
    let block = primitive::cuboid(dvec3(0.5, 0.5, 0.5)).unwrap();
    let floor = primitive::cuboid(dvec3(4.0, 4.0, 1.0)).unwrap();
    let b = PlacedShape::new(solid(&floor), DQuat::IDENTITY, DVec3::ZERO);
    for off in [-1e-9, -1e-12, -2.3e-16, 2.3e-16, 1e-12] {
        for place in [DVec3::ZERO, dvec3(2.0, 0.1, 0.0), dvec3(0.3, -0.2, 0.0)] {
            let a = PlacedShape::new(solid(&block), DQuat::from_rotation_z(0.3), place + (0.75 + off) * DVec3::Z);
            for method in MESH_METHODS {
                let what = format!("{method:?} at {place}, off by {off:e}");
                let verdict = method.ask(&a, &b, 0.0);
                let tangency_detect::Verdict::Touch(first) = verdict else {
                    assert!(off > 0.0, "{what}: {verdict:?}");
                    continue;
                };
                if off > 0.0 && !first.contacts[0].initial {
                    continue;
                }
                each_once(&first, &what);
                separated(&first, [&a, &b], 2e-9, &what);
                for contact in &first.contacts {
                    assert!(contact.normal.distance(DVec3::NEG_Z) < 1e-6, "{what}: {contact:?}");
                }
            }
        }
    }
}

/// The tip of a needle on the diagonal of a floor face gives one contact, along the normal of the floor.
#[test]
fn a_needle_stands_on_its_tip() {
    let needle = primitive::needle(0.1, 1.0, 12).unwrap();
    let floor = primitive::cuboid(dvec3(4.0, 4.0, 1.0)).unwrap();
    let tip = needle.mesh().vertices().iter().copied().min_by(|p, q| p.z.total_cmp(&q.z)).unwrap();
    let (upright, tip) = if tip.x == 0.0 && tip.y == 0.0 {
        (DQuat::IDENTITY, tip)
    } else {
        let top = needle.mesh().vertices().iter().copied().max_by(|p, q| p.z.total_cmp(&q.z)).unwrap();
        (DQuat::from_rotation_x(std::f64::consts::PI), DQuat::from_rotation_x(std::f64::consts::PI) * top)
    };
    for place in [DVec3::ZERO, dvec3(0.5, 0.5, 0.0), dvec3(0.5, -0.5, 0.0), dvec3(0.3, 0.1, 0.0)] {
        let a = PlacedShape::new(solid(&needle), upright, place + dvec3(0.0, 0.0, 0.5 - tip.z));
        let b = PlacedShape::new(solid(&floor), DQuat::IDENTITY, DVec3::ZERO);
        for method in MESH_METHODS {
            let what = format!("{method:?} at {place}");
            let first = method.touch(&a, &b, 0.0);
            separated(&first, [&a, &b], 1e-9, &what);
            assert_eq!(first.contacts.len(), 1, "{what}: {first:?}");
            assert!(first.contacts[0].normal.distance(DVec3::NEG_Z) < 1e-6, "{what}: {first:?}");
            assert!(first.contacts[0].point.distance(place + 0.5 * DVec3::Z) < 1e-9, "{what}: {first:?}");
        }
    }
}

/// The sizes of two boxes and the centre of the second, on a coarse grid. The first is at the origin.
fn boxes_on_grid(random: &mut Random) -> [DVec3; 3] {
    let mut whole = |lowest: i32, count: usize| f64::from(lowest + random.below(count) as i32);
    let sizes = [0; 2].map(|_| dvec3(whole(1, 3), whole(1, 3), whole(1, 3)));
    [sizes[0], sizes[1], 0.5 * dvec3(whole(-4, 9), whole(-4, 9), whole(-4, 9))]
}

/// Boxes beside and on each other on a coarse grid, so that corners, edges and diagonals coincide. For all
/// features, planes across the normals separate boxes that only touch.
#[test]
fn planes_across_the_normals_separate_boxes_that_touch() {
    let mut random = Random::new(41);
    let (mut cases, mut contacts) = (0, 0);
    while cases < 60 {
        let [size_a, size_b, middle] = boxes_on_grid(&mut random);
        // The distance and the overlap of axis-aligned boxes follow from their coordinates.
        let apart = middle.abs() - 0.5 * (size_a + size_b);
        if apart.max_element() != 0.0 {
            continue;
        }
        cases += 1;
        let a = PlacedShape::new(solid(&primitive::cuboid(size_a).unwrap()), DQuat::IDENTITY, DVec3::ZERO);
        let b = PlacedShape::new(solid(&primitive::cuboid(size_b).unwrap()), DQuat::IDENTITY, middle);
        for method in MESH_METHODS {
            let what = format!("{method:?}: {size_a} and {size_b} at {middle}");
            let first = method.touch(&a, &b, 0.0);
            each_once(&first, &what);
            separated(&first, [&a, &b], 1e-9, &what);
            contacts += first.contacts.len();
        }
    }
    assert!(contacts > 1_000, "{contacts} contacts test too little");
}

/// Boxes on a coarse grid that touch or overlap, with and without a separation: the contacts of `b` with `a` are
/// those of `a` with `b`, with opposite normals.
#[test]
fn contacts_are_symmetric() {
    let mut random = Random::new(42);
    let (mut overlaps, mut touches) = (0, 0);
    for case in 0..80 {
        let [size_a, size_b, middle] = boxes_on_grid(&mut random);
        let beside = middle.abs() - 0.5 * (size_a + size_b);
        let apart = beside.max_element();
        let separation = if case % 2 == 0 { 0.0 } else { 0.6 };
        if beside.max(DVec3::ZERO).length() > separation {
            continue;
        }
        overlaps += usize::from(apart < 0.0);
        touches += usize::from(apart >= 0.0);
        let a = PlacedShape::new(solid(&primitive::cuboid(size_a).unwrap()), DQuat::IDENTITY, DVec3::ZERO);
        let b = PlacedShape::new(solid(&primitive::cuboid(size_b).unwrap()), DQuat::IDENTITY, middle);
        for method in MESH_METHODS {
            let what = format!("case {case}, {method:?}: {size_a} and {size_b} at {middle}, {separation} m");
            let (there, back) = (method.touch(&a, &b, separation), method.touch(&b, &a, separation));
            if there.contacts.len() > 30 || back.contacts.len() > 30 {
                // An even sample of the contacts, possibly a different one.
                continue;
            }
            for (one, others) in there
                .contacts
                .iter()
                .map(|one| (one, &back.contacts))
                .chain(back.contacts.iter().map(|one| (one, &there.contacts)))
            {
                let same = others.iter().any(|other| {
                    other.point.distance(one.point) < 1e-9
                        && other.normal.distance(-one.normal) < 1e-6
                        && (other.gap - one.gap).abs() < 1e-9
                });
                assert!(same, "{what}: {one:?} is not in {others:?}");
            }
        }
    }
    assert!(overlaps > 15 && touches > 15, "{overlaps} overlap and {touches} touch");
}
