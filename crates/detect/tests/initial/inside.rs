//! Solids that contain triangles without area: the inside test needs no budget.

use crate::oracle::{PlacedShape, crossings, distance_to_mesh, edges_touch};
use glam::{DQuat, DVec3, dvec3};
use tangency_detect::{Moving, Query, Verdict, first_contact};
use tangency_geometry::{Mesh, Motion, Polyhedron, Rigid, Shape, Vertexwise, primitive};
use tangency_interval::laws::Random;

/// The winding number of a closed surface around a point: the sum of the solid angles of its triangles (van
/// Oosterom and Strackee 1983).
fn winding(point: DVec3, mesh: &Mesh) -> f64 {
    let angle = |index: usize| {
        let [a, b, c] = mesh.corners(index).map(|corner| corner - point);
        let (la, lb, lc) = (a.length(), b.length(), c.length());
        let below = la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb;
        2.0 * a.dot(b.cross(c)).atan2(below)
    };
    (0..mesh.triangles().len()).map(angle).sum::<f64>() / (4.0 * std::f64::consts::PI)
}

/// Closed solids with triangles that are points or segments: a repeated vertex index, three vertices at one point,
/// or three vertices on one line.
fn flawed(random: &mut Random) -> Polyhedron {
    let body = primitive::cuboid(DVec3::splat(2.0)).unwrap();
    let (mut vertices, mut triangles) = (body.mesh().vertices().to_vec(), body.mesh().triangles().to_vec());
    for _ in 0..1 + random.below(3) {
        let vertex = random.below(vertices.len()) as u32;
        match random.below(4) {
            0 => triangles.push([vertex; 3]),
            1 => triangles.push([vertex, vertex, random.below(vertices.len()) as u32]),
            // Cuts off a corner of a triangle by three vertices at the same point: a triangle that is a point,
            // with neighbours that are segments.
            2 => {
                let index = random.below(12);
                let [a, b, c] = triangles[index];
                let first = vertices.len() as u32;
                let place = vertices[a as usize];
                vertices.extend([place; 3]);
                let [p, q, r] = [first, first + 1, first + 2];
                triangles[index] = [p, q, r];
                triangles.extend([[a, b, q], [a, q, p], [b, c, r], [b, r, q], [c, a, p], [c, p, r]]);
            }
            // Adds a vertex in the middle of a side, for one of the two triangles only. A degenerate triangle on
            // the line closes the gap.
            _ => {
                let index = random.below(12);
                let [a, b, c] = triangles[index];
                let middle = vertices.len() as u32;
                vertices.push(0.5 * (vertices[a as usize] + vertices[b as usize]));
                triangles[index] = [a, middle, c];
                triangles.extend([[middle, b, c], [a, b, middle]]);
            }
        }
    }
    Polyhedron::new(Mesh::new(vertices, triangles).unwrap()).unwrap()
}

/// A deforming triangle and such a solid, 400 times: the answer at the start agrees with crossings and solid
/// angles, and is never open.
#[test]
fn solids_with_degenerate_triangles_are_decided() {
    let mut random = Random::new(707);
    let (mut within, mut without, mut crossed) = (0, 0, 0);
    for case in 0..400 {
        let solid = PlacedShape::new(Shape::Polyhedron(flawed(&mut random)), DQuat::IDENTITY, DVec3::ZERO);
        let coarse = case % 3 == 0;
        let centre = DVec3::from_array([0; 3].map(|_| random.between(-1.3, 1.3)));
        let mut corner = || {
            let corner = centre + DVec3::from_array([0; 3].map(|_| random.between(-0.4, 0.4)));
            if coarse { (4.0 * corner).round() / 4.0 } else { corner }
        };
        let start = vec![corner(), corner(), corner()];
        let end: Vec<DVec3> = start.iter().map(|&from| from + 0.01 * corner()).collect();
        let mesh = Mesh::new(start.clone(), vec![[0, 1, 2]]).unwrap();
        let motion = Vertexwise::new(vec![0.0, 1.0], vec![start.clone(), end]).unwrap();
        let triangle = Moving::new(Shape::Mesh(mesh.clone()), Motion::Vertexwise(motion)).unwrap();
        let outer = solid.mesh();
        let touching = start.iter().any(|&vertex| distance_to_mesh(vertex, &outer) < 1e-9)
            || outer.vertices().iter().any(|&vertex| distance_to_mesh(vertex, &mesh) < 1e-9)
            || edges_touch(&mesh, &outer);
        let crosses = !crossings(&mesh, &outer).is_empty() || !crossings(&outer, &mesh).is_empty();
        let holds = winding(start[0], &outer).round() != 0.0;
        let spinning = Rigid::new(solid.pose, DVec3::ZERO, dvec3(0.0, 0.0, 1e-3)).unwrap();
        let solids = [solid.pose, solid.pose].map(Motion::Still);
        for (index, motion) in solids.into_iter().chain([Motion::Rigid(spinning)]).enumerate() {
            let body = Moving::new(solid.shape.clone(), motion).unwrap();
            // Without a budget between frames, with a budget in the order of time, as for the turning body.
            let query = Query { budget: (index == 1).then_some(1 << 40), ..Query::default() };
            let verdict = first_contact(&triangle, &body, &query).unwrap().verdict;
            assert!(!matches!(verdict, Verdict::Open { .. }), "case {case}, {index}: {verdict:?}");
            if touching {
                continue;
            }
            let initial = matches!(&verdict, Verdict::Touch(first) if first.contacts[0].initial);
            assert_eq!(initial, crosses || holds, "case {case}, {index}: {verdict:?}");
            if let Verdict::Touch(first) = &verdict {
                let contained = holds && !crosses;
                assert!(!contained || first.contacts.iter().all(|contact| contact.gap < 0.0), "case {case}: {first:?}");
            }
        }
        within += usize::from(holds && !crosses && !touching);
        without += usize::from(!holds && !crosses && !touching);
        crossed += usize::from(crosses);
    }
    assert!(within > 60 && without > 60 && crossed > 60, "{within} within, {without} without, {crossed} across");
}

/// The same for two rigid bodies.
#[test]
fn rigid_solids_with_degenerate_triangles_are_decided() {
    let mut random = Random::new(708);
    let (mut within, mut without) = (0, 0);
    for case in 0..120 {
        let outer =
            PlacedShape::new(Shape::Polyhedron(flawed(&mut random)), DQuat::from_rotation_x(0.3), dvec3(0.1, 0.2, 0.3));
        let place = DVec3::from_array([0; 3].map(|_| random.between(-1.6, 1.6)));
        let inner = PlacedShape::new(
            Shape::Polyhedron(primitive::tetrahedron(0.2).unwrap()),
            DQuat::from_rotation_z(0.7),
            place,
        );
        let verdict = crate::oracle::MeshMethod::Rigid.ask(&inner, &outer, 0.0);
        assert!(!matches!(verdict, Verdict::Open { .. }), "case {case}: {verdict:?}");
        let (mesh, around) = (inner.mesh(), outer.mesh());
        if !crossings(&mesh, &around).is_empty() || !crossings(&around, &mesh).is_empty() {
            continue;
        }
        let holds = winding(mesh.vertices()[0], &around).round() != 0.0;
        let initial = matches!(&verdict, Verdict::Touch(first) if first.contacts[0].initial);
        assert_eq!(initial, holds, "case {case}: {verdict:?}");
        within += usize::from(holds);
        without += usize::from(!holds);
    }
    assert!(within > 20 && without > 20, "{within} within and {without} without");
}
