//! Edges that pierce faces at the start.

use crate::oracle::{MESH_METHODS, MeshMethod, PlacedShape, crossings, distance_to_mesh, each_once, place, sound};
use glam::{DQuat, DVec3, dvec3};
use tangency_detect::{Element, every_contact};
use tangency_geometry::{Contact, Feature, Mesh, Polyhedron, Shape, primitive};
use tangency_interval::laws::Random;

/// A few triangles with shared vertices.
fn soup(random: &mut Random) -> Shape {
    let vertices = (0..7).map(|_| DVec3::from_array([0; 3].map(|_| random.between(-1.0, 1.0)))).collect();
    Shape::Mesh(Mesh::new(vertices, vec![[0, 1, 2], [1, 2, 3], [2, 3, 4], [4, 5, 6]]).unwrap())
}

fn tetrahedron(random: &mut Random) -> Shape {
    loop {
        let vertices = (0..4).map(|_| DVec3::from_array([0; 3].map(|_| random.between(-1.0, 1.0)))).collect();
        let mesh = Mesh::new(vertices, vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]]).unwrap();
        if let Ok(solid) = Polyhedron::new(mesh) {
            return Shape::Polyhedron(solid);
        }
    }
}

fn turn(random: &mut Random) -> DQuat {
    DQuat::from_xyzw(random.between(-1.0, 1.0), random.between(-1.0, 1.0), random.between(-1.0, 1.0), 1.0).normalize()
}

/// The contact is at a crossing: an edge of one mesh and a face of the other, at a point on both.
fn at_crossing(contact: &Contact, meshes: [&Mesh; 2], what: &str) {
    let face = match (contact.feature_a, contact.feature_b) {
        (Feature::Edge { .. }, Feature::Face { index, .. }) => meshes[1].corners(index as usize),
        (Feature::Face { index, .. }, Feature::Edge { .. }) => meshes[0].corners(index as usize),
        other => panic!("{what}: {other:?}"),
    };
    assert!(contact.gap == 0.0 && contact.initial && contact.proved, "{what}: {contact:?}");
    for mesh in meshes {
        let off = distance_to_mesh(contact.point, mesh);
        assert!(off < 1e-9, "{what}: {off} m off: {contact:?}");
    }
    for (feature, mesh) in [(contact.feature_a, meshes[0]), (contact.feature_b, meshes[1])] {
        assert!(place(mesh, feature).distance(contact.point) < 1e-9, "{what}: {contact:?}");
    }
    let across = (face[1] - face[0]).cross(face[2] - face[0]).normalize();
    assert!(contact.normal.dot(across).abs() > 1.0 - 1e-9, "{what}: {contact:?}");
}

/// Random overlapping triangles and tetrahedra: the contacts are exactly the crossings of an exact count, each at
/// its point.
#[test]
fn every_crossing_is_listed_at_its_point() {
    let mut random = Random::new(1_601);
    let mut listed = 0;
    for case in 0..60 {
        let solid = case % 2 == 0;
        let shape = |random: &mut Random| if solid { tetrahedron(random) } else { soup(random) };
        let a = PlacedShape::new(shape(&mut random), DQuat::IDENTITY, DVec3::ZERO);
        let (turn, place) = (turn(&mut random), dvec3(0.3, 0.2, 0.1));
        let b = PlacedShape::new(shape(&mut random), turn, place);
        let (mesh_a, mesh_b) = (a.mesh(), b.mesh());
        let mut expected: Vec<DVec3> = crossings(&mesh_a, &mesh_b).iter().map(|&(_, _, place)| place).collect();
        expected.extend(crossings(&mesh_b, &mesh_a).iter().map(|&(_, _, place)| place));
        if expected.is_empty() {
            continue;
        }
        for method in MESH_METHODS {
            let what = format!("case {case}, {method:?}");
            let first = method.touch(&a, &b, 0.0);
            each_once(&first, &what);
            assert_eq!(first.contacts.len(), expected.len(), "{what}: {first:?}");
            for contact in &first.contacts {
                sound(contact, [&mesh_a, &mesh_b], &what);
                at_crossing(contact, [&mesh_a, &mesh_b], &what);
                listed += 1;
            }
            for &place in &expected {
                let near = first.contacts.iter().any(|contact| contact.point.distance(place) < 1e-9);
                assert!(near, "{what}: nothing at {place}");
            }
        }
    }
    assert!(listed > 500, "{listed} crossings test too little");
}

/// A reported case: one edge pierces the middle of one large triangle.
#[test]
fn a_rod_through_a_triangle() {
    let large = Mesh::new(vec![dvec3(-2.0, -1.0, 0.0), dvec3(2.0, -1.0, 0.0), dvec3(0.0, 2.0, 0.0)], vec![[0, 1, 2]]);
    let thin = vec![dvec3(0.1, 0.0, -0.75), dvec3(0.2, 0.1, 0.5), dvec3(0.1, 0.0, -0.8)];
    let thin = Mesh::new(thin, vec![[0, 1, 2]]);
    let a = PlacedShape::new(Shape::Mesh(thin.unwrap()), DQuat::IDENTITY, DVec3::ZERO);
    let b = PlacedShape::new(Shape::Mesh(large.unwrap()), DQuat::IDENTITY, DVec3::ZERO);
    for method in MESH_METHODS {
        let first = method.touch(&a, &b, 0.0);
        // z = 0 at 0.75 of 1.25, and at 0.8 of 1.3.
        let expected = [0.75 / 1.25, 0.8 / 1.3].map(|share| dvec3(0.1 + 0.1 * share, 0.1 * share, 0.0));
        assert_eq!(first.contacts.len(), 2, "{method:?}: {first:?}");
        for place in expected {
            let contact = first.contacts.iter().find(|contact| contact.point.distance(place) < 1e-12);
            let contact = contact.unwrap_or_else(|| panic!("{method:?}: nothing at {place} in {first:?}"));
            assert!(matches!(contact.feature_a, Feature::Edge { .. }) && contact.gap == 0.0, "{contact:?}");
            assert!(matches!(contact.feature_b, Feature::Face { index: 0, .. }), "{contact:?}");
            // The larger part of the rod is below the triangle, so the triangle is above the rod.
            assert!(contact.normal.distance(DVec3::Z) < 1e-9, "{method:?}: {contact:?}");
        }
    }
}

/// The normal of a face of a solid points outwards.
#[test]
fn normals_of_crossings_point_from_a_to_b() {
    let cube = || Shape::Polyhedron(primitive::cuboid(DVec3::ONE).unwrap());
    let spike = || Shape::Polyhedron(primitive::tetrahedron(0.5).unwrap());
    let a = PlacedShape::new(cube(), DQuat::IDENTITY, DVec3::ZERO);
    // One corner of the tetrahedron is inside the upper face of the cube.
    let mesh = spike().mesh().unwrap().clone();
    let lowest = mesh.vertices().iter().copied().min_by(|p, q| p.z.total_cmp(&q.z)).unwrap();
    let b = PlacedShape::new(spike(), DQuat::IDENTITY, dvec3(0.1, 0.2, 0.5 - 0.05 - lowest.z));
    for method in MESH_METHODS {
        for (x, y, normal) in [(&a, &b, DVec3::Z), (&b, &a, DVec3::NEG_Z)] {
            let first = method.touch(x, y, 0.0);
            let top = |contact: &&Contact| (contact.point.z - 0.5).abs() < 1e-9;
            assert!(first.contacts.iter().any(|contact| top(&contact)), "{method:?}: {first:?}");
            for contact in first.contacts.iter().filter(top) {
                assert!(contact.normal.distance(normal) < 1e-9, "{method:?}: {contact:?}");
            }
        }
    }
}

/// An edge that pierces the diagonal of a flat face has the normal of that face, as anywhere inside it.
#[test]
fn a_rod_through_the_diagonal_of_a_face() {
    let rod =
        Mesh::new(vec![2.0 * DVec3::Z, dvec3(0.0, 0.0, -0.125), dvec3(0.25, 0.125, 2.0)], vec![[0, 1, 2]]).unwrap();
    let a = PlacedShape::new(Shape::Mesh(rod), DQuat::IDENTITY, DVec3::ZERO);
    // The middle of a square is on its diagonal, for either diagonal.
    let b = PlacedShape::new(Shape::Polyhedron(primitive::cuboid(DVec3::ONE).unwrap()), DQuat::IDENTITY, DVec3::ZERO);
    for method in MESH_METHODS {
        let first = method.touch(&a, &b, 0.0);
        for contact in &first.contacts {
            sound(contact, [&a.mesh(), &b.mesh()], &format!("{method:?}"));
            assert!((contact.point.z - 0.5).abs() < 1e-9 && contact.gap.abs() < 1e-12, "{method:?}: {contact:?}");
            assert!(contact.normal.distance(DVec3::NEG_Z) < 1e-9, "{method:?}: {contact:?}");
        }
        let middle = first.contacts.iter().filter(|contact| contact.point.distance(0.5 * DVec3::Z) < 1e-9).count();
        assert_eq!((middle, first.contacts.len()), (1, 2), "{method:?}: {first:?}");
    }
}

/// The list of all contacts contains each edge and face that cross at the start, at their crossing point.
#[test]
fn every_contact_lists_crossings_too() {
    let mut random = Random::new(1_602);
    let mut listed = 0;
    for case in 0..30 {
        let a = PlacedShape::new(soup(&mut random), DQuat::IDENTITY, DVec3::ZERO);
        let b = PlacedShape::new(soup(&mut random), turn(&mut random), dvec3(0.2, 0.1, 0.3));
        let (mesh_a, mesh_b) = (a.mesh(), b.mesh());
        let through_b = crossings(&mesh_a, &mesh_b)
            .into_iter()
            .map(|(edge, face, place)| (Element::Edge(edge), Element::Face(face), place));
        let through_a = crossings(&mesh_b, &mesh_a)
            .into_iter()
            .map(|(edge, face, place)| (Element::Face(face), Element::Edge(edge), place));
        let expected: Vec<_> = through_b.chain(through_a).collect();
        for method in [MeshMethod::Frames, MeshMethod::Enclosed, MeshMethod::Rigid] {
            let [a, b] = method.bodies(&a, &b);
            let found = every_contact(&a, &b, &method.query(0.0)).unwrap();
            for &(x, y, place) in &expected {
                let touching = found.iter().find(|touching| (touching.a, touching.b) == (x, y));
                let touching =
                    touching.unwrap_or_else(|| panic!("case {case}, {method:?}: {x:?} and {y:?} of {found:?}"));
                assert!(touching.contact.point.distance(place) < 1e-9 && touching.contact.gap == 0.0, "{touching:?}");
                listed += 1;
            }
        }
    }
    assert!(listed > 150, "{listed} crossings test too little");
}
