//! All contacts of a step, and all proximities at an instant.
//!
//! References: brute force over all pairs of features, each asked alone without trees or feature owners; closed
//! forms of parallel sheets.

#![allow(clippy::unwrap_used, reason = "a broken expectation stops the test")]

use glam::{DVec3, dvec2, dvec3};
use std::collections::BTreeSet;
use tangency_detect::{
    DetectError, Moving, Query, Verdict, every_contact, every_self_contact, first_contact, first_self_contact,
    proximities, self_proximities,
};
use tangency_geometry::{Feature, Mesh, Motion, Pose, Rigid, Shape, Vertexwise, primitive};
use tangency_interval::laws::Random;

/// A few triangles with shared vertices, and the start and end positions of the vertices.
struct TriangleSoup {
    start: Vec<DVec3>,
    end: Vec<DVec3>,
    triangles: Vec<[u32; 3]>,
}

impl TriangleSoup {
    /// Near `centre` at the start, moved by about `drift` at the end, on a coarse grid.
    fn random(random: &mut Random, centre: DVec3, drift: DVec3) -> Self {
        let mut place = || DVec3::from_array([0; 3].map(|_| (random.between(-3.0, 3.0) * 2.0).round() / 2.0));
        let start: Vec<DVec3> = (0..7).map(|_| centre + place()).collect();
        let end = start.iter().map(|&from| from + drift + 0.5 * place()).collect();
        let triangles = vec![[0, 1, 2], [1, 2, 3], [2, 3, 4], [4, 5, 6]];
        Self { start, end, triangles }
    }

    fn moving(&self) -> Moving {
        part(&self.start, &self.end, &self.triangles)
    }

    /// The feature with these corners alone. A missing corner is a repeated one.
    fn feature(&self, corners: &[u32]) -> Moving {
        let pick = |places: &[DVec3]| corners.iter().map(|&corner| places[corner as usize]).collect::<Vec<_>>();
        let corner = |index: usize| index.min(corners.len() - 1) as u32;
        part(&pick(&self.start), &pick(&self.end), &[[corner(0), corner(1), corner(2)]])
    }
}

fn part(start: &[DVec3], end: &[DVec3], triangles: &[[u32; 3]]) -> Moving {
    let mesh = Mesh::new(start.to_vec(), triangles.to_vec()).unwrap();
    let motion = Vertexwise::new(vec![0.0, 1.0], vec![start.to_vec(), end.to_vec()]).unwrap();
    Moving::new(Shape::Mesh(mesh), Motion::Vertexwise(motion)).unwrap()
}

fn touch(a: &Moving, b: &Moving) -> bool {
    matches!(first_contact(a, b, &Query::default()).unwrap().verdict, Verdict::Touch(_))
}

/// The number of touching pairs of a vertex and a triangle, and of two edges, each asked alone.
fn brute_force(a: &TriangleSoup, b: &TriangleSoup, same: bool) -> usize {
    let (mesh_a, mesh_b) = (a.moving(), b.moving());
    let (mesh_a, mesh_b) = (mesh_a.prepared().shape().mesh().unwrap(), mesh_b.prepared().shape().mesh().unwrap());
    let mut pairs: Vec<(Vec<u32>, Vec<u32>)> = Vec::new();
    for vertex in 0..mesh_a.vertices().len() as u32 {
        pairs.extend(mesh_b.triangles().iter().map(|face| (vec![vertex], face.to_vec())));
    }
    if !same {
        for vertex in 0..mesh_b.vertices().len() as u32 {
            pairs.extend(mesh_a.triangles().iter().map(|face| (face.to_vec(), vec![vertex])));
        }
    }
    for (i, edge_a) in mesh_a.edges().iter().enumerate() {
        let from = if same { i + 1 } else { 0 };
        pairs.extend(mesh_b.edges()[from..].iter().map(|edge_b| (edge_a.to_vec(), edge_b.to_vec())));
    }
    pairs.retain(|(x, y)| !same || !x.iter().any(|corner| y.contains(corner)));
    pairs.iter().filter(|(x, y)| touch(&a.feature(x), &b.feature(y))).count()
}

#[test]
fn every_pair_that_touches_is_listed() {
    let mut random = Random::new(21);
    let (mut listed, mut clear) = (0, 0);
    for case in 0..60 {
        let a = TriangleSoup::random(&mut random, DVec3::ZERO, DVec3::ZERO);
        let b = TriangleSoup::random(&mut random, dvec3(7.0, 0.0, 0.0), dvec3(-5.0, 0.0, 0.0));
        let contacts = every_contact(&a.moving(), &b.moving(), &Query::default()).unwrap();
        let first = first_contact(&a.moving(), &b.moving(), &Query::default()).unwrap().verdict;
        if let Verdict::Touch(first) = &first {
            assert!(
                contacts[0].contact.time.lower() <= first.time.upper(),
                "case {case}: the list begins with the first contact"
            );
            if first.contacts[0].initial {
                continue;
            }
        }
        assert_eq!(contacts.len(), brute_force(&a, &b, false), "case {case}");
        listed += contacts.len();
        clear += usize::from(contacts.is_empty());
    }
    assert!(listed > 300 && clear > 0, "{listed} contacts and {clear} clear cases test too little");
}

#[test]
fn every_pair_of_a_mesh_with_itself_is_listed() {
    let mut random = Random::new(22);
    let mut listed = 0;
    for case in 0..200 {
        let soup = TriangleSoup::random(&mut random, DVec3::ZERO, DVec3::ZERO);
        let contacts = every_self_contact(&soup.moving(), &Query::default()).unwrap();
        let initial = match first_self_contact(&soup.moving(), &Query::default()).unwrap().verdict {
            Verdict::Touch(first) => first.contacts[0].initial,
            Verdict::Clear { .. } | Verdict::Open { .. } => false,
        };
        if !initial {
            assert_eq!(contacts.len(), brute_force(&soup, &soup, true), "case {case}");
            listed += contacts.len();
        }
    }
    assert!(listed > 50, "{listed} contacts test too little");
}

/// A sheet of eight by eight squares at rest.
fn sheet(place: DVec3) -> Moving {
    let mesh = primitive::grid(dvec2(1.0, 1.0), [8, 8]).unwrap();
    Moving::new(Shape::Mesh(mesh), Motion::Still(Pose::new(Default::default(), place).unwrap())).unwrap()
}

#[test]
fn parallel_sheets_are_close_at_every_vertex() {
    let height = 0.25;
    // Shifted by less than half a square, to a generic position.
    let (above, below) = (sheet(dvec3(0.04, 0.03, height)), sheet(DVec3::ZERO));
    let close = proximities(&above, &below, 0.0, 0.25).unwrap();
    for proximity in &close {
        assert!(proximity.distance.contains(height) && proximity.distance.width() < 1e-12, "{proximity:?}");
        assert!((proximity.point_a - proximity.point_b - dvec3(0.0, 0.0, height)).length() < 1e-12);
    }
    // Every vertex above a square of the other sheet is above a triangle, and vice versa.
    let over = |from: &Moving, feature: fn(&tangency_detect::Proximity) -> Feature, shift: DVec3| {
        let seen: BTreeSet<u32> = close
            .iter()
            .filter_map(|proximity| if let Feature::Vertex(index) = feature(proximity) { Some(index) } else { None })
            .collect();
        let vertices = from.prepared().shape().mesh().unwrap().vertices().iter().enumerate();
        vertices
            .filter(|(_, vertex)| (**vertex + shift).x.abs() < 0.5 && (**vertex + shift).y.abs() < 0.5)
            .for_each(|(index, vertex)| assert!(seen.contains(&(index as u32)), "vertex {index} at {vertex}"));
        seen.len()
    };
    let shift = dvec3(0.04, 0.03, 0.0);
    let above_seen = over(&above, |proximity| proximity.feature_a, shift);
    let below_seen = over(&below, |proximity| proximity.feature_b, -shift);
    assert!(above_seen >= 64 && below_seen >= 64);
    // Just below the distance there is nothing. A sheet is not close to itself within half a square.
    assert!(proximities(&above, &below, 0.0, 0.2499).unwrap().is_empty());
    assert!(self_proximities(&above, 0.0, 0.05).unwrap().is_empty());
    assert!(!self_proximities(&above, 0.0, 0.2).unwrap().is_empty());
}

#[test]
fn proximities_need_no_straight_motion() {
    // A stick rotates about z. After a quarter turn its end is next to a wall.
    let stick = Shape::Polyhedron(primitive::cuboid(dvec3(2.0, 0.1, 0.1)).unwrap());
    let turning = Rigid::new(Pose::IDENTITY, DVec3::ZERO, dvec3(0.0, 0.0, std::f64::consts::FRAC_PI_2)).unwrap();
    let stick = Moving::new(stick, Motion::Rigid(turning)).unwrap();
    let wall = Shape::Polyhedron(primitive::cuboid(dvec3(4.0, 0.1, 4.0)).unwrap());
    let place = Pose::new(Default::default(), dvec3(0.0, 1.1, 0.0)).unwrap();
    let wall = Moving::new(wall, Motion::Still(place)).unwrap();
    assert!(proximities(&stick, &wall, 0.0, 0.06).unwrap().is_empty());
    let close = proximities(&stick, &wall, 1.0, 0.06).unwrap();
    assert!(!close.is_empty());
    assert!(close.iter().any(|proximity| (proximity.distance.mid() - 0.05).abs() < 1e-9));
}

#[test]
fn invalid_thicknesses_are_refused() {
    let (a, b) = (sheet(DVec3::ZERO), sheet(DVec3::Z));
    for thickness in [-1.0, f64::NAN, f64::INFINITY] {
        assert!(matches!(proximities(&a, &b, 0.0, thickness), Err(DetectError::Length { name: "thickness", .. })));
    }
    assert!(matches!(proximities(&a, &b, f64::NAN, 0.1), Err(DetectError::Span { .. })));
}
