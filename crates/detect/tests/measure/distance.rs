//! Distances at an instant.

use super::{SAMPLED, fine, linear, sampled_distance, still, turning, vector};
use glam::{DQuat, DVec3, dvec3};
use tangency_detect::{DetectError, Evidence, Moving, PairDistance, Query, distance};
use tangency_geometry::surface::Brep;
use tangency_geometry::{Mesh, Motion, Piecewise, Pose, Shape, Solid, Vertexwise, primitive};
use tangency_interval::laws::Random;

fn cube(side: f64) -> Shape {
    primitive::cuboid(DVec3::splat(side)).expect("a box").into()
}

fn ask(a: &Moving, b: &Moving, at: f64) -> PairDistance {
    let found = distance(a, b, at, &fine()).expect("a distance");
    let swapped = distance(b, a, at, &fine()).expect("a distance");
    let common = found.distance.intersection(swapped.distance);
    assert!(!common.is_empty(), "{:?} and exchanged {:?}", found.distance, swapped.distance);
    found
}

/// The closest points are as far apart as the enclosure says, and the normal points from `a` to `b`.
fn is_consistent(found: &PairDistance) {
    let [a, b] = found.closest.points;
    let length = a.distance(b);
    assert!((found.distance.lower() - SAMPLED..=found.distance.upper() + SAMPLED).contains(&length), "{found:?}");
    assert!((found.closest.normal.length() - 1.0).abs() < 1e-9, "{found:?}");
    if length > 1e-6 {
        assert!((b - a).normalize().dot(found.closest.normal) > 1.0 - 1e-9, "{found:?}");
    }
    assert_eq!(found.evidence, Evidence::Proved);
}

/// Two boxes along the axes: the gaps along the axes are the sides of a cuboid with the distance as diagonal. Both
/// boxes are then turned together.
#[test]
fn boxes_are_as_far_as_their_closed_form() {
    let mut random = Random::new(31);
    let mut apart = 0;
    for _ in 0..300 {
        let sizes = [0; 2].map(|_| vector(&mut random, 1.0).abs() + 0.05);
        let way = vector(&mut random, 1.3);
        let gaps = (way.abs() - 0.5 * (sizes[0] + sizes[1])).max(DVec3::ZERO);
        let turn = DQuat::from_scaled_axis(vector(&mut random, 2.0));
        let origin = vector(&mut random, 10.0);
        let [a, b] = sizes.map(|size| Shape::from(primitive::cuboid(size).expect("a box")));
        let found = ask(&still(a, turn, origin), &still(b, turn, origin + turn * way), 0.0);
        let exact = gaps.length();
        if exact > 1e-9 {
            apart += 1;
            // The turned positions of the test are rounded.
            let near = (found.distance.lower() - 1e-13..=found.distance.upper() + 1e-13).contains(&exact);
            assert!(near && found.distance.width() < 1e-12, "{exact} {found:?}");
            is_consistent(&found);
        } else {
            assert_eq!(found.distance.upper(), 0.0, "{found:?}");
        }
    }
    assert!((100..280).contains(&apart), "{apart} of 300 are apart");
}

/// Gaps between unturned boxes at exact coordinates: 0 and tiny ones, decided exactly.
#[test]
fn planted_gaps_are_found() {
    for gap in [0.0, f64::EPSILON, 1e-15, 1e-12, 1e-9, 1e-6, 1e-3] {
        let place = 1.0 + gap;
        let exact = place - 1.0;
        let found = ask(
            &still(cube(1.0), DQuat::IDENTITY, DVec3::ZERO),
            &linear(cube(1.0), dvec3(place, 0.25, 0.125), DVec3::X),
            0.0,
        );
        assert!(found.distance.contains(exact) && found.distance.width() < 1e-12, "{exact} {found:?}");
        if gap == 0.0 {
            assert_eq!(found.distance.upper(), 0.0, "they touch: {found:?}");
        }
    }
}

/// Random poses of meshes with holes and folds, against points sampled on both.
#[test]
fn no_sampled_points_are_closer() {
    let mut random = Random::new(7);
    let shapes: [Shape; 4] = [
        primitive::torus(1.0, 0.3, 12, 8).expect("a torus").into(),
        primitive::torus_knot(0.7, [2, 3], 0.12, [30, 5]).expect("a knot").into(),
        primitive::cuboid(dvec3(0.5, 0.2, 1.0)).expect("a box").into(),
        primitive::needle(0.01, 2.0, 5).expect("a needle").into(),
    ];
    let mut apart = 0;
    for round in 0..60 {
        let body = |shape: &Shape, random: &mut Random| {
            still(shape.clone(), DQuat::from_scaled_axis(vector(random, 3.0)), vector(random, 1.6))
        };
        let (a, b) = (body(&shapes[round % 4], &mut random), body(&shapes[round / 4 % 4], &mut random));
        let found = ask(&a, &b, 0.3);
        let sampled = sampled_distance(&a, &b, 0.3, 3);
        assert!(found.distance.lower() <= sampled + SAMPLED, "{sampled} {found:?}");
        assert!(found.distance.width() < 1e-12, "{found:?}");
        if found.distance.lower() > 0.0 {
            apart += 1;
            is_consistent(&found);
            // Samples are dense to within the spacing of the grid.
            assert!(sampled <= found.distance.upper() + 0.5, "{sampled} {found:?}");
        }
    }
    assert!((15..58).contains(&apart), "{apart} of 60 are apart");
}

#[test]
fn a_body_inside_a_solid_is_not_apart() {
    let inner = still(cube(0.5), DQuat::from_rotation_z(0.3), dvec3(0.1, 0.2, 0.0));
    let solid = still(cube(3.0), DQuat::IDENTITY, DVec3::ZERO);
    assert_eq!(ask(&inner, &solid, 0.0).distance.upper(), 0.0);
    // A surface has no inside.
    let surface = primitive::cuboid(DVec3::splat(3.0)).expect("a box").into_mesh();
    let found = ask(&inner, &still(surface, DQuat::IDENTITY, DVec3::ZERO), 0.0);
    assert!(found.distance.lower() > 0.9, "{found:?}");
    // One of two parts of a body is inside.
    let two =
        [primitive::cuboid(DVec3::splat(0.5)), primitive::cuboid(DVec3::splat(0.5))].map(|part| part.expect("a box"));
    let offset = two[0].mesh().vertices().len() as u32;
    let vertices = two[0].mesh().vertices().iter().copied();
    let far = two[1].mesh().vertices().iter().map(|&vertex| vertex + dvec3(9.0, 0.0, 0.0));
    let triangles = two[0].mesh().triangles().iter().copied();
    let others = two[1].mesh().triangles().iter().map(|corners| corners.map(|corner| corner + offset));
    let both = Mesh::new(far.chain(vertices).collect(), triangles.chain(others).collect()).expect("a mesh");
    let found = ask(&still(both, DQuat::IDENTITY, DVec3::ZERO), &solid, 0.0);
    assert_eq!(found.distance.upper(), 0.0, "{found:?}");
}

/// A square sheet is stretched upwards: its top edge rises at one metre a second towards a cube.
#[test]
fn a_deforming_mesh_is_measured_where_it_is() {
    let sheet =
        Mesh::new(vec![DVec3::ZERO, DVec3::X, dvec3(0.0, 0.0, 1.0), dvec3(1.0, 0.0, 1.0)], vec![[0, 1, 2], [1, 3, 2]]);
    let sheet = sheet.expect("a mesh");
    let frame = |rise: f64| sheet.vertices().iter().map(|v| *v + dvec3(0.0, 0.0, rise * v.z)).collect::<Vec<_>>();
    let motion = Vertexwise::new(vec![0.0, 1.0], vec![frame(0.0), frame(1.0)]).expect("frames");
    let sheet = Moving::new(sheet.into(), Motion::Vertexwise(motion)).expect("a body");
    let above = still(cube(1.0), DQuat::IDENTITY, dvec3(0.5, 0.0, 3.5));
    for (at, exact) in [(0.0, 2.0), (0.25, 1.75), (1.0, 1.0)] {
        let found = ask(&sheet, &above, at);
        assert!(found.distance.contains(exact) && found.distance.width() < 1e-12, "{exact} {found:?}");
        is_consistent(&found);
    }
}

#[test]
fn at_a_jump_the_position_after_it_counts() {
    let at = |x: f64| Motion::Still(Pose::translated(dvec3(x, 0.0, 0.0)).expect("a pose"));
    let jump = Piecewise::new(vec![0.0, 0.5], vec![at(3.0), at(5.0)]).expect("pieces");
    let a = Moving::new(cube(1.0), Motion::Piecewise(jump)).expect("a body");
    let b = still(cube(1.0), DQuat::IDENTITY, DVec3::ZERO);
    assert!(ask(&a, &b, 0.25).distance.contains(2.0));
    assert!(ask(&a, &b, 0.5).distance.contains(4.0));
}

/// Spheres and tori by formulas, in every combination of representations.
#[test]
fn curved_bodies_are_as_far_as_their_closed_forms() {
    let brep = Brep::sphere(1.0).expect("a sphere");
    let solid = Solid::sphere(0.5).expect("a sphere");
    let origin = |shape: Shape| still(shape, DQuat::IDENTITY, DVec3::ZERO);
    let away = |shape: Shape, way: DVec3| still(shape, DQuat::from_rotation_x(0.4), way);
    let way = dvec3(1.5, -1.0, 2.0);
    let pairs: [(Moving, Moving, f64); 4] = [
        (origin(brep.clone().into()), away(brep.clone().into(), way), way.length() - 2.0),
        (origin(brep.clone().into()), away(solid.clone().into(), way), way.length() - 1.5),
        (origin(solid.clone().into()), away(solid.into(), way), way.length() - 1.0),
        // A torus beside a sphere in its plane.
        (
            origin(Brep::torus(2.0, 0.5).expect("a torus").into()),
            away(Brep::sphere(0.25).expect("a sphere").into(), dvec3(4.0, 0.0, 0.0)),
            1.25,
        ),
    ];
    for (a, b, exact) in &pairs {
        let found = distance(a, b, 0.0, &Query::default()).expect("a distance");
        assert!(found.distance.contains(*exact) && found.distance.width() <= 1e-6, "{exact} {found:?}");
        let [on_a, on_b] = found.closest.points;
        assert!((on_a.distance(on_b) - exact).abs() < 1e-5, "{exact} {found:?}");
    }
    let crossing = away(Solid::sphere(0.5).expect("a sphere").into(), dvec3(1.25, 0.0, 0.0));
    let overlapping = distance(&pairs[0].0, &crossing, 0.0, &Query::default()).expect("a distance");
    assert!(overlapping.distance.lower() == 0.0 && overlapping.distance.upper() <= 1e-6, "{overlapping:?}");
}

#[test]
fn a_sphere_beside_a_mesh_is_as_far_as_its_closed_form() {
    let sphere = linear(Brep::sphere(1.0).expect("a sphere"), dvec3(0.2, 0.1, 3.0), dvec3(0.0, 0.0, -1.0));
    let table = still(cube(2.0), DQuat::IDENTITY, DVec3::ZERO);
    let found = distance(&sphere, &table, 0.5, &Query::default()).expect("a distance");
    assert!(found.distance.contains(0.5) && found.distance.width() <= 1e-6, "{found:?}");
    assert!((found.closest.normal - dvec3(0.0, 0.0, -1.0)).length() < 1e-4, "{found:?}");
}

#[test]
fn instants_that_are_not_numbers_are_refused() {
    let a = turning(cube(1.0), DVec3::ZERO, DVec3::ZERO, DVec3::Z);
    let b = still(cube(1.0), DQuat::IDENTITY, dvec3(3.0, 0.0, 0.0));
    for at in [f64::NAN, f64::INFINITY] {
        let refused = distance(&a, &b, at, &Query::default());
        assert!(matches!(refused, Err(DetectError::Span { .. })), "{refused:?}");
    }
    let refused = distance(&a, &b, 0.0, &Query { tolerance: -1.0, ..Query::default() });
    assert!(matches!(refused, Err(DetectError::Length { .. })), "{refused:?}");
}
