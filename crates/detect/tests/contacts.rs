//! The contacts of an answer and their normals.
//!
//! References: closed forms of the contact regions of flat bodies, up to rounding; for convex bodies the
//! separating plane theorem, which holds for the correct normals only; for the list of all contacts, each pair of
//! features asked alone.

#![allow(clippy::unwrap_used, reason = "a broken expectation stops the test")]

#[allow(dead_code, reason = "the oracle of these cases is asked elsewhere")]
mod rigid_oracle;

use glam::{DQuat, DVec3, dvec2, dvec3};
use rigid_oracle::generate::RigidCase;
use std::collections::BTreeMap;
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, TAU};
use tangency_detect::{Element, FirstContact, Moving, Query, Verdict, every_contact, first_contact, screw};
use tangency_geometry::{Linear, Mesh, Motion, Placement, Polyhedron, Pose, Rigid, Screw, ScrewAxis, Shape, primitive};
use tangency_interval::laws::Random;

/// The most contacts that an answer lists for one plane.
const MOST_PER_PLANE: usize = 32;

fn touch(a: &Moving, b: &Moving) -> FirstContact {
    match first_contact(a, b, &Query::default()).unwrap().verdict {
        Verdict::Touch(first) => first,
        other @ (Verdict::Clear { .. } | Verdict::Open { .. }) => panic!("{other:?}"),
    }
}

fn linear(turn: DQuat, place: DVec3, velocity: DVec3) -> Motion {
    Motion::Linear(Linear::new(Pose::new(turn.normalize(), place).unwrap(), velocity).unwrap())
}

fn still(place: DVec3) -> Motion {
    Motion::Still(Pose::translated(place).unwrap())
}

/// The same solid with an inner cavity that nothing reaches, so that the method for convex bodies does not apply.
fn hollow(body: &Polyhedron) -> Shape {
    let (mesh, centre) = (body.mesh(), body.mass().centre);
    let inner = mesh.mapped(|vertex| centre + 0.25 * (vertex - centre)).unwrap().flipped();
    let shift = mesh.vertices().len() as u32;
    let vertices = mesh.vertices().iter().chain(inner.vertices()).copied().collect();
    let inner = inner.triangles().iter().map(|triangle| triangle.map(|corner| corner + shift));
    let triangles = mesh.triangles().iter().copied().chain(inner).collect();
    Shape::Polyhedron(Polyhedron::new(Mesh::new(vertices, triangles).unwrap()).unwrap())
}

fn surface(body: &Polyhedron) -> Shape {
    Shape::Mesh(body.mesh().clone())
}

fn solid(body: &Polyhedron) -> Shape {
    Shape::Polyhedron(body.clone())
}

fn convex(body: &Polyhedron) -> bool {
    let mesh = body.mesh();
    (0..mesh.triangles().len()).all(|triangle| {
        let [a, b, c] = mesh.corners(triangle);
        let normal = (b - a).cross(c - a).normalize();
        mesh.vertices().iter().all(|&vertex| normal.dot(vertex - a) < 1e-12)
    })
}

/// At the contact all of `a` is behind the plane across each normal and all of `b` in front, up to the tolerance.
fn separated(drawn: &RigidCase, first: &FirstContact, what: &str) {
    let places = |body: &Polyhedron, motion: &Motion| -> Vec<DVec3> {
        let placed = motion.at(first.time.lower());
        body.mesh().vertices().iter().enumerate().map(|(index, &vertex)| placed.point(index, vertex)).collect()
    };
    let (of_a, of_b) = (places(&drawn.a, &drawn.motions[0]), places(&drawn.b, &drawn.motions[1]));
    for contact in &first.contacts {
        assert!((contact.normal.length() - 1.0).abs() < 1e-12, "{what}: {contact:?}");
        let ahead = |&place: &DVec3| contact.normal.dot(place - contact.point);
        let most = of_a.iter().map(ahead).fold(f64::NEG_INFINITY, f64::max);
        let least = of_b.iter().map(ahead).fold(f64::INFINITY, f64::min);
        assert!(most < 2e-6 && least > -2e-6, "{what}: a by {most:e}, b by {least:e}: {contact:?} of {first:?}");
    }
}

/// The same by the screw method, for convex bodies that turn by up to a quarter turn about the axes of a grid.
#[test]
fn planes_across_the_normals_separate_bodies_on_screws() {
    let mut random = Random::new(405);
    let mut touches = 0;
    for case in 0..1_500 {
        let mut drawn = rigid_oracle::generate::case(&mut random);
        let Placement::Pose(start) = drawn.motions[1].at(0.0) else { unreachable!("the motion is rigid") };
        let direction = [DVec3::X, DVec3::Y, DVec3::Z, dvec3(1.0, 1.0, 0.0)][random.below(4)];
        let axis = ScrewAxis { point: DVec3::ZERO, direction };
        let angle = [0.0, FRAC_PI_4, FRAC_PI_2, random.between(-2.0, 2.0)][random.below(4)];
        let slide = -start.translation().dot(direction.normalize());
        drawn.motions = [still(DVec3::ZERO), Motion::Screw(Screw::about(axis, start, angle, slide, 1.0).unwrap())];
        if !convex(&drawn.a) || !convex(&drawn.b) {
            continue;
        }
        let a = Moving::new(solid(&drawn.a), drawn.motions[0].clone()).unwrap();
        let b = Moving::new(solid(&drawn.b), drawn.motions[1].clone()).unwrap();
        let Verdict::Touch(first) = screw::first_contact(&a, &b, &Query::default()).unwrap().verdict else { continue };
        if !first.contacts[0].initial {
            touches += 1;
            separated(&drawn, &first, &format!("case {case}"));
        }
    }
    assert!(touches > 100, "{touches} touch");
}

/// Random convex bodies by every method: as convex solids, as hollow solids, as surfaces, and on straight paths. A
/// third of the bodies and motions are on a coarse grid.
#[test]
fn planes_across_the_normals_separate_convex_bodies() {
    let mut random = Random::new(404);
    let (mut touches, mut several) = (0, 0);
    for case in 0..2_400 {
        let mut drawn = rigid_oracle::generate::case(&mut random);
        if !convex(&drawn.a) || !convex(&drawn.b) {
            continue;
        }
        if case % 4 == 3 {
            for motion in &mut drawn.motions {
                let ends = [0.0, 1.0].map(|time| {
                    let Placement::Pose(pose) = motion.at(time) else { unreachable!("the motion is rigid") };
                    pose.translation()
                });
                *motion = linear(DQuat::IDENTITY, ends[0], ends[1] - ends[0]);
            }
        }
        let shape = |body| match case % 4 {
            0 => solid(body),
            1 => surface(body),
            _ => hollow(body),
        };
        let a = Moving::new(shape(&drawn.a), drawn.motions[0].clone()).unwrap();
        let b = Moving::new(shape(&drawn.b), drawn.motions[1].clone()).unwrap();
        let Verdict::Touch(first) = first_contact(&a, &b, &Query::default()).unwrap().verdict else { continue };
        if first.contacts[0].initial {
            continue;
        }
        touches += 1;
        several += usize::from(first.contacts.len() > 1);
        separated(&drawn, &first, &format!("case {case}"));
    }
    assert!(touches > 500 && several > 50, "{touches} touch, {several} of them at several points");
}

/// The corners of a convex polygon clipped to the square `|x|, |y| ≤ half`.
fn clipped(mut polygon: Vec<DVec3>, half: f64) -> Vec<DVec3> {
    for outward in [DVec3::X, DVec3::NEG_X, DVec3::Y, DVec3::NEG_Y] {
        let mut kept = Vec::new();
        for (index, &from) in polygon.iter().enumerate() {
            let to = polygon[(index + 1) % polygon.len()];
            let [out_from, out_to] = [from, to].map(|corner| outward.dot(corner) - half);
            if out_from <= 0.0 {
                kept.push(from);
            }
            if out_from * out_to < 0.0 {
                kept.push(from.lerp(to, out_from / (out_from - out_to)));
            }
        }
        polygon = kept;
    }
    polygon
}

/// Every corner has a contact, every contact is in the region and has the normal, and there are not too many
/// contacts.
fn covers(first: &FirstContact, corners: &[DVec3], normal: DVec3, what: &str) {
    for corner in corners {
        let nearest = first.contacts.iter().map(|c| c.point.distance(*corner)).fold(f64::INFINITY, f64::min);
        assert!(nearest < 1e-6, "{what}: no contact at {corner}: {:?}", first.contacts);
    }
    let (low, high) = corners.iter().fold((corners[0], corners[0]), |(low, high), &c| (low.min(c), high.max(c)));
    for contact in &first.contacts {
        assert!(contact.normal.distance(normal) < 1e-8, "{what}: {contact:?}");
        let inside = contact.point.cmpge(low - 1e-6).all() && contact.point.cmple(high + 1e-6).all();
        assert!(inside && !contact.initial, "{what}: {contact:?}");
    }
    assert!(first.contacts.iter().any(|contact| contact.proved), "{what}: {:?}", first.contacts);
    assert!(first.contacts.len() <= MOST_PER_PLANE, "{what}: {} contacts", first.contacts.len());
}

/// A sheet of squares lands flat on another sheet, rotated by 30 degrees. They meet in an octagon. If the vertices
/// are rotated, the paths are straight. If the pose is rotated, the method for rigid bodies answers.
#[test]
fn sheets_meet_in_an_octagon() {
    let turn = DQuat::from_rotation_z(TAU / 12.0);
    let square = [[1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]];
    let octagon = clipped(square.map(|[x, y]| turn * dvec3(0.5 * x, 0.5 * y, 0.0)).to_vec(), 0.5);
    assert_eq!(octagon.len(), 8);
    for cells in [1, 3, 12] {
        let sheet = || primitive::grid(dvec2(1.0, 1.0), [cells; 2]).unwrap();
        let b = Moving::new(Shape::Mesh(sheet()), still(DVec3::ZERO)).unwrap();
        let turned = Shape::Mesh(sheet().mapped(|vertex| turn * vertex).unwrap());
        for (shape, turn) in [(turned, DQuat::IDENTITY), (Shape::Mesh(sheet()), turn)] {
            let a = Moving::new(shape, linear(turn, 0.5 * DVec3::Z, DVec3::NEG_Z)).unwrap();
            let first = touch(&a, &b);
            let what = format!("{cells} cells, {turn}");
            covers(&first, &octagon, DVec3::NEG_Z, &what);
            assert!(first.time.lower() <= 0.5 && first.time.upper() >= 0.5 - 1e-9, "{what}: {:?}", first.time);
            if cells < 12 {
                continue;
            }
            // Discs with half the largest gap as radius, about the contacts and about a point in the middle of the
            // gap, do not overlap. They lie in a circle of radius 0.55 plus half the gap: 33·g²/4 ≤ (0.55 + g/2)²,
            // so g ≤ 0.24. Candidates are 1/12 apart.
            assert_eq!(first.contacts.len(), MOST_PER_PLANE, "{what}");
            for step in 0..400 {
                let place = dvec3(f64::from(step % 20) / 20.0 - 0.475, f64::from(step / 20) / 20.0 - 0.475, 0.0);
                let local = turn.conjugate() * place;
                if turn != DQuat::IDENTITY && local.abs().max_element() < 0.5 {
                    let nearest = first.contacts.iter().map(|c| c.point.distance(place)).fold(f64::INFINITY, f64::min);
                    assert!(nearest < 0.24 + 0.5 / 12.0, "{what}: {nearest} m from {place}");
                }
            }
        }
    }
}

/// A box lands flat on a table, by every method. Its four lower corners touch.
#[test]
fn a_box_lands_on_its_corners() {
    let (block, table) =
        (primitive::cuboid(dvec3(0.5, 0.75, 0.25)).unwrap(), primitive::cuboid(dvec3(3.0, 3.0, 0.5)).unwrap());
    for turn in [DQuat::IDENTITY, DQuat::from_rotation_z(0.7)] {
        let corners: Vec<DVec3> = [[1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]]
            .map(|[x, y]| turn * dvec3(0.25 * x, 0.375 * y, 0.0) + dvec3(0.1, 0.2, 0.25))
            .to_vec();
        for shape in [solid, hollow, surface] {
            let a = Moving::new(shape(&block), linear(turn, dvec3(0.1, 0.2, 0.875), DVec3::NEG_Z)).unwrap();
            let b = Moving::new(shape(&table), still(DVec3::ZERO)).unwrap();
            covers(&touch(&a, &b), &corners, DVec3::NEG_Z, "down");
            covers(&touch(&b, &a), &corners, DVec3::Z, "up");
        }
    }
}

/// A cylinder of 64 sides falls on its side, with an edge or a flat side below. The contact is a line or a strip,
/// given by its ends.
#[test]
fn a_cylinder_lands_on_its_side() {
    let (radius, length) = (0.2, 1.0);
    let body = primitive::cylinder(radius, length, 64).unwrap();
    let table = primitive::cuboid(dvec3(3.0, 3.0, 1.0)).unwrap();
    for (roll, height, half) in
        [(0.0, radius, 0.0), (TAU / 128.0, radius * (TAU / 128.0).cos(), radius * (TAU / 128.0).sin())]
    {
        let turn = DQuat::from_rotation_x(FRAC_PI_2) * DQuat::from_rotation_z(roll);
        let corners = [[-1.0, -1.0], [1.0, -1.0], [-1.0, 1.0], [1.0, 1.0]];
        let corners = corners.map(|[x, y]| dvec3(half * x, 0.5 * length * y, 0.5));
        for shape in [solid, hollow, surface] {
            let a = Moving::new(shape(&body), linear(turn, (height + 0.75) * DVec3::Z, DVec3::NEG_Z)).unwrap();
            let b = Moving::new(shape(&table), still(DVec3::ZERO)).unwrap();
            let first = touch(&a, &b);
            assert!(first.time.lower() <= 0.25 + 1e-9 && first.time.upper() > 0.25 - 1e-9, "{:?}", first.time);
            covers(&first, &corners, DVec3::NEG_Z, "on its side");
        }
    }
}

/// A door with its face in the plane of its hinge closes on a wall: all four corners touch at once. A slanted face
/// slides onto another.
#[test]
fn faces_close_on_faces() {
    let door = primitive::cuboid(dvec3(1.0, 0.1, 2.0)).unwrap();
    // From x = 0.2 to 1.2, above y = 0, opened by 0.5 rad and closing at 1 rad/s.
    let door = Polyhedron::new(door.mesh().mapped(|v| v + dvec3(0.7, 0.05, 0.0)).unwrap()).unwrap();
    let wall = primitive::cuboid(dvec3(4.0, 1.0, 4.0)).unwrap();
    let opened = Pose::new(DQuat::from_rotation_z(0.5), DVec3::ZERO).unwrap();
    let closing = Rigid::new(opened, DVec3::ZERO, -DVec3::Z).unwrap();
    let corners = [[0.2, -1.0], [0.2, 1.0], [1.2, -1.0], [1.2, 1.0]].map(|[x, z]| dvec3(x, 0.0, z));
    for shape in [solid, hollow, surface] {
        let a = Moving::new(shape(&door), Motion::Rigid(closing)).unwrap();
        let b = Moving::new(shape(&wall), still(-0.5 * DVec3::Y)).unwrap();
        let first = touch(&a, &b);
        assert!(first.time.lower() <= 0.5 + 1e-12 && first.time.upper() > 0.5 - 1e-12, "{:?}", first.time);
        covers(&first, &corners, DVec3::NEG_Y, "the door");
    }
    // Two ramps, one upside down. The slanted faces meet, shifted by a quarter of their length.
    let ramp = primitive::wedge(1.0, 1.0, 0.5).unwrap();
    let up = dvec3(1.0, 1.0, 0.0).normalize();
    let shift = 0.25 * dvec3(1.0, -1.0, 0.0);
    let over = dvec3(1.0, 1.0, 0.0) + shift;
    for shape in [solid, hollow, surface] {
        let motion = linear(DQuat::from_rotation_z(TAU / 2.0), over + 0.3 * up + 0.1 * DVec3::Z, -up - 0.2 * DVec3::Z);
        let a = Moving::new(shape(&ramp), motion).unwrap();
        let b = Moving::new(shape(&ramp), still(DVec3::ZERO)).unwrap();
        let first = touch(&a, &b);
        // At 0.3 s the offset in z is 0.04 m. Both slanted faces reach from x = 0.25 to 1.
        let corners = [[0.25, -0.21], [0.25, 0.25], [1.0, -0.21], [1.0, 0.25]].map(|[x, z]| dvec3(x, 1.0 - x, z));
        covers(&first, &corners, -up, "the ramps");
    }
}

/// A cube moves into the inner corner of an L. It meets both arms at once, and nothing else. Upright it is on
/// straight paths. Rotated by a quarter turn it is answered by the method for rigid bodies.
#[test]
fn a_cube_in_a_corner_touches_two_faces() {
    let (el, cube) =
        (primitive::l_extrusion(1.0, 1.0, 0.25, 0.75).unwrap(), primitive::cuboid(DVec3::splat(0.25)).unwrap());
    for turn in [DQuat::IDENTITY, DQuat::from_rotation_z(FRAC_PI_2)] {
        for shape in [solid, surface] {
            let motion = linear(turn, dvec3(0.625, 0.625, 0.0), dvec3(-1.0, -1.0, 0.0));
            let a = Moving::new(shape(&cube), motion).unwrap();
            let b = Moving::new(shape(&el), still(DVec3::ZERO)).unwrap();
            let first = touch(&a, &b);
            let mut corners = [0; 2];
            for contact in &first.contacts {
                let along = [DVec3::NEG_X, DVec3::NEG_Y].into_iter().position(|n| contact.normal.distance(n) < 1e-6);
                let along = along.unwrap_or_else(|| panic!("{contact:?}"));
                corners[along] += 1;
                assert!((contact.point[along] - 0.25).abs() < 1e-9, "{contact:?}");
            }
            assert!(corners.iter().all(|&count| count >= 4), "{first:?}");
        }
    }
}

/// A few triangles with shared vertices, on a coarse grid.
fn soup(random: &mut Random) -> Mesh {
    let mut place = || DVec3::from_array([0; 3].map(|_| (random.between(-1.5, 1.5) * 2.0).round() / 2.0));
    let vertices = (0..7).map(|_| place()).collect();
    Mesh::new(vertices, vec![[0, 1, 2], [1, 2, 3], [2, 3, 4], [4, 5, 6]]).unwrap()
}

/// A mesh of a single feature. A missing corner is a repeated one.
fn alone(mesh: &Mesh, element: Element) -> Shape {
    let corners = match element {
        Element::Vertex(index) => vec![index],
        Element::Edge(index) => mesh.edges()[index as usize].to_vec(),
        Element::Face(index) => mesh.triangles()[index as usize].to_vec(),
    };
    let places = corners.iter().map(|&corner| mesh.vertices()[corner as usize]).collect();
    let last = corners.len() as u32 - 1;
    Shape::Mesh(Mesh::new(places, vec![[0, 1.min(last), 2.min(last)]]).unwrap())
}

/// All pairs of a vertex and a face, and of two edges.
fn all_pairs(a: &Mesh, b: &Mesh) -> Vec<(Element, Element)> {
    let count = |length: usize| 0..length as u32;
    let of_vertices = |mesh: &Mesh| count(mesh.vertices().len()).map(Element::Vertex).collect::<Vec<_>>();
    let of_faces = |mesh: &Mesh| count(mesh.triangles().len()).map(Element::Face).collect::<Vec<_>>();
    let of_edges = |mesh: &Mesh| count(mesh.edges().len()).map(Element::Edge).collect::<Vec<_>>();
    let mut pairs = Vec::new();
    for (first, second) in [(of_vertices(a), of_faces(b)), (of_faces(a), of_vertices(b)), (of_edges(a), of_edges(b))] {
        pairs.extend(first.iter().flat_map(|&x| second.iter().map(move |&y| (x, y))));
    }
    pairs
}

/// Rotating triangle soups: the list equals the result of asking each pair of features alone, at the same times.
#[test]
fn every_contact_of_turning_bodies_is_listed() {
    let mut random = Random::new(77);
    let (mut listed, mut clear) = (0, 0);
    for case in 0..40 {
        let mut vector = |size: f64| DVec3::from_array([0; 3].map(|_| random.between(-size, size)));
        let (spin, drift) = (vector(2.0), vector(1.0));
        let (mesh_a, mesh_b) = (soup(&mut random), soup(&mut random));
        let start = Pose::new(DQuat::from_rotation_x(FRAC_PI_4), dvec3(5.0, 0.0, 0.0)).unwrap();
        let motions = [
            Motion::Rigid(Rigid::new(start, dvec3(-4.0, 0.0, 0.0) + drift, spin).unwrap()),
            Motion::Rigid(Rigid::new(Pose::IDENTITY, DVec3::ZERO, dvec3(spin.y, spin.z, 0.0)).unwrap()),
        ];
        let moving = |shape: Shape, index: usize| Moving::new(shape, motions[index].clone()).unwrap();
        let (a, b) = (moving(Shape::Mesh(mesh_a.clone()), 0), moving(Shape::Mesh(mesh_b.clone()), 1));
        let found = every_contact(&a, &b, &Query::default()).unwrap();
        assert!(found.is_sorted_by(|x, y| x.contact.time.lower() <= y.contact.time.lower()));
        let found: BTreeMap<_, _> = found.into_iter().map(|touching| ((touching.a, touching.b), touching)).collect();
        let first = first_contact(&a, &b, &Query::default()).unwrap().verdict;
        if let Verdict::Touch(first) = &first {
            assert!(!first.contacts[0].initial, "case {case}: they start apart");
            let earliest = found.values().map(|t| t.contact.time.lower()).fold(f64::INFINITY, f64::min);
            assert!((earliest - first.time.lower()).abs() < 1e-9, "case {case}: {earliest}, not {:?}", first.time);
        }
        for (x, y) in all_pairs(&mesh_a, &mesh_b) {
            let (one, other) = (moving(alone(&mesh_a, x), 0), moving(alone(&mesh_b, y), 1));
            let asked = first_contact(&one, &other, &Query::default()).unwrap().verdict;
            match (&asked, found.get(&(x, y))) {
                (Verdict::Clear { .. }, None) => clear += 1,
                (Verdict::Touch(first), Some(touching)) => {
                    listed += 1;
                    let (time, contact) = (first.time, &touching.contact);
                    // The same instant, or two instants within the tolerance.
                    assert!((time.lower() - contact.time.lower()).abs() < 1e-6, "case {case}: {time:?}, {touching:?}");
                    assert!(contact.gap < 1e-6 && !contact.initial, "case {case}: {touching:?}");
                }
                (asked, found) => panic!("case {case}, {x:?} and {y:?}: {asked:?} but {found:?}"),
            }
        }
    }
    assert!(listed > 200 && clear > 3_000, "{listed} touch and {clear} do not");
}

/// Bodies that overlap at the start: the list contains the edges that pierce faces, at the start.
#[test]
fn every_contact_begins_with_overlaps_at_the_start() {
    let cube = primitive::cuboid(DVec3::ONE).unwrap();
    let spin = Rigid::new(Pose::translated(dvec3(0.8, 0.7, 0.6)).unwrap(), DVec3::X, 0.1 * DVec3::ONE).unwrap();
    let a = Moving::new(solid(&cube), Motion::Rigid(spin)).unwrap();
    let b = Moving::new(solid(&cube), still(DVec3::ZERO)).unwrap();
    let found = every_contact(&a, &b, &Query::default()).unwrap();
    // A corner of each body is inside the other: three edges of each pierce three faces.
    let through = |edge: Element, face: Element| match (edge, face) {
        (Element::Edge(edge), Element::Face(_)) => {
            // Leave out the diagonals of the sides, which pierce faces too.
            let [from, to] = cube.mesh().edges()[edge as usize].map(|end| cube.mesh().vertices()[end as usize]);
            from.distance(to) < 1.1
        }
        _ => false,
    };
    let (of_a, of_b) = (
        found.iter().filter(|t| through(t.a, t.b) && t.contact.initial && t.contact.proved).count(),
        found.iter().filter(|t| through(t.b, t.a) && t.contact.initial && t.contact.proved).count(),
    );
    assert!(of_a == 3 && of_b == 3, "{of_a} and {of_b}: {found:?}");
}
