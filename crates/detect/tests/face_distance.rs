//! The distance of curved bodies and meshes, primitives and half-spaces.
//!
//! References: closed forms of the lowest point of a tilted torus and of the distance of a torus and a ball; dense
//! samples of a saddle, which are never closer than the true distance and exceed it by little. Invariants without a
//! reference: the points lie on the bodies, and are as far apart as the enclosure says.

#![allow(clippy::unwrap_used)] // A test may stop at the first broken expectation.

use glam::{DQuat, DVec3, dvec3};
use std::f64::consts::TAU;
use tangency_detect::{Evidence, Moving, PairDistance, Query, distance};
use tangency_geometry::spline::{BezierPatch, make};
use tangency_geometry::surface::Brep;
use tangency_geometry::{Convex, HalfSpace, Mesh, Motion, Pose, Shape, Solid, primitive};
use tangency_interval::laws::Random;

/// Metres. The radii of the torus.
const RADII: [f64; 2] = [0.35, 0.15];

fn body(shape: impl Into<Shape>, turn: DQuat, place: DVec3) -> Moving {
    Moving::new(shape.into(), Motion::Still(Pose::new(turn, place).unwrap())).unwrap()
}

/// The distance, proved, no wider than the tolerance, and with points that are that far apart, in either order.
fn narrow(a: &Moving, b: &Moving, name: &str) -> PairDistance {
    let query = Query::default();
    let found = distance(a, b, 0.0, &query).unwrap();
    let reversed = distance(b, a, 0.0, &query).unwrap();
    for found in [&found, &reversed] {
        assert_eq!(found.evidence, Evidence::Proved, "{name}");
        assert!(found.distance.width() <= query.tolerance, "{name}: {:?}, {:?}", found.distance, found.effort);
        let [on_a, on_b] = found.closest.points;
        assert!((on_a.distance(on_b) - found.distance.upper()).abs() < 1e-9, "{name}: {found:?}");
    }
    assert!(!found.distance.disjoint(reversed.distance), "{name}");
    found
}

/// Whether the distance is the expected one, up to the rounding of the places.
fn holds(found: &PairDistance, expected: f64) -> bool {
    found.distance.lower() - 1e-12 <= expected && expected <= found.distance.upper() + 1e-12
}

/// A torus of formulas, and one of patches. Their axis is z.
fn tori() -> [(&'static str, Brep); 2] {
    let [ring, tube] = RADII;
    let patches = Brep::of_splines(make::torus(ring, tube, 3).unwrap()).unwrap();
    [("formulas", Brep::torus(ring, tube).unwrap()), ("patches", patches)]
}

/// How far a point is from the surface of a torus in its frame.
fn off_torus(point: DVec3) -> f64 {
    (dvec3((point.x.hypot(point.y) - RADII[0]).abs(), 0.0, point.z).length() - RADII[1]).abs()
}

#[test]
fn a_tilted_torus_above_flat_bodies_has_its_closed_form() {
    let tilt = DQuat::from_rotation_x(0.5) * DQuat::from_rotation_z(0.3);
    let top = dvec3(0.1, 0.2, 0.3 + RADII[0] * 0.5_f64.sin() + RADII[1]);
    let slab = primitive::cuboid(dvec3(3.0, 3.0, 0.5)).unwrap();
    let below = dvec3(0.0, 0.0, -0.25);
    let flat: [(&str, Shape, DVec3); 4] = [
        ("half-space", HalfSpace::BELOW.into(), DVec3::ZERO),
        ("mesh", slab.clone().into(), below),
        ("surface", Shape::Mesh(slab.mesh().clone()), below),
        ("box", Convex::cuboid(dvec3(3.0, 3.0, 0.5)).unwrap().into(), below),
    ];
    for (torus, brep) in tori() {
        let upper = body(brep, tilt, top);
        for (name, shape, place) in &flat {
            let name = format!("{torus}, {name}");
            let found = narrow(&upper, &body(shape.clone(), DQuat::IDENTITY, *place), &name);
            assert!(holds(&found, 0.3), "{name}: {:?}", found.distance);
            let [on_torus, on_plane] = found.closest.points;
            assert!(off_torus(tilt.inverse() * (on_torus - top)) < 1e-9 && on_plane.z.abs() < 1e-9, "{name}");
        }
    }
}

#[test]
fn a_torus_beside_round_primitives_has_its_closed_form() {
    let [ring, tube] = RADII;
    let centre = dvec3(0.9, -0.4, 0.7);
    let to_circle = (centre.x.hypot(centre.y) - ring).hypot(centre.z) - tube;
    let ball = Convex::sphere(0.2).unwrap();
    // The nearest point of the capsule is its lower end.
    let capsule = Convex::capsule(0.2, 1.0).unwrap();
    let away = dvec3(centre.x, centre.y, 0.0).normalize();
    let lean =
        DQuat::from_rotation_arc(DVec3::Z, (away * (centre.x.hypot(centre.y) - ring) + 0.7 * DVec3::Z).normalize());
    for (torus, brep) in tori() {
        let still = body(brep, DQuat::IDENTITY, DVec3::ZERO);
        let cases = [
            ("ball", body(ball.clone(), DQuat::IDENTITY, centre)),
            ("capsule", body(capsule.clone(), lean, centre + 0.5 * (lean * DVec3::Z))),
        ];
        for (name, other) in cases {
            let name = format!("{torus}, {name}");
            let found = narrow(&still, &other, &name);
            assert!(holds(&found, to_circle - 0.2), "{name}: {:?}", found.distance);
            let [on_torus, on_ball] = found.closest.points;
            assert!(off_torus(on_torus) < 1e-9 && (on_ball.distance(centre) - 0.2).abs() < 1e-9, "{name}");
        }
        // A standing cylinder beside the torus: the lower rim is nearest in the plane through both axes.
        let cylinder = body(Convex::cylinder(0.2, 1.0).unwrap(), DQuat::IDENTITY, dvec3(1.0, 0.0, 0.8));
        let rim = (0.8 - ring).hypot(0.3) - tube;
        let found = narrow(&still, &cylinder, &format!("{torus}, cylinder"));
        assert!(holds(&found, rim), "{torus}, cylinder: {:?} {rim}", found.distance);
    }
}

/// A bilinear patch that is no plane.
fn saddle(random: &mut Random) -> BezierPatch {
    let corners = [[-1.0, -1.0], [-1.0, 1.0], [1.0, -1.0], [1.0, 1.0]];
    let points = corners.map(|[x, y]| dvec3(x, y, random.between(-0.4, 0.4)));
    BezierPatch::new([1, 1], points.to_vec()).unwrap()
}

/// A torus of 24 × 12 quadrilaterals.
fn torus_mesh() -> Mesh {
    let corner = |i: u32, j: u32| {
        let [u, v] = [f64::from(i) / 24.0, f64::from(j) / 12.0].map(|share| share * TAU);
        let across = RADII[0] + RADII[1] * v.cos();
        dvec3(across * u.cos(), across * u.sin(), RADII[1] * v.sin())
    };
    let index = |i: u32, j: u32| (i % 24) * 12 + j % 12;
    let vertices = (0..24).flat_map(|i| (0..12).map(move |j| corner(i, j))).collect();
    let quads = (0..24)
        .flat_map(|i| (0..12).map(move |j| [index(i, j), index(i + 1, j), index(i + 1, j + 1), index(i, j + 1)]));
    Mesh::new(vertices, quads.flat_map(|[p, q, r, s]| [[p, q, r], [p, r, s]]).collect()).unwrap()
}

/// Samples of the bilinear patch are never closer to the other body than it is, and one is nearly as close.
#[test]
fn a_saddle_above_a_ball_and_a_mesh_is_as_far_as_its_samples() {
    let mut random = Random::new(7);
    let mesh = torus_mesh();
    let (ball, solid) = (Convex::sphere(0.5).unwrap(), Shape::solid_if_closed(mesh.clone()));
    for round in 0..6 {
        let patch = saddle(&mut random);
        let height = dvec3(random.between(-0.3, 0.3), random.between(-0.3, 0.3), random.between(-1.2, -1.0));
        let sheet = body(Brep::of_splines(vec![patch.clone()]).unwrap(), DQuat::IDENTITY, DVec3::ZERO);
        let points = patch.control_points();
        let samples = (0..=200).flat_map(|i| (0..=200).map(move |j| [f64::from(i) / 200.0, f64::from(j) / 200.0]));
        let samples: Vec<DVec3> =
            samples.map(|[u, v]| points[0].lerp(points[2], u).lerp(points[1].lerp(points[3], u), v)).collect();
        let to_ball = samples.iter().map(|sample| sample.distance(height) - 0.5).fold(f64::INFINITY, f64::min);
        let found = narrow(&sheet, &body(ball.clone(), DQuat::IDENTITY, height), &format!("ball {round}"));
        assert!(found.distance.lower() <= to_ball + 1e-12, "round {round}: {:?} {to_ball}", found.distance);
        assert!(to_ball < found.distance.upper() + 1e-3, "round {round}: {:?} {to_ball}", found.distance);
        // A vertex of the mesh and a sample.
        let turn = DQuat::from_scaled_axis(dvec3(random.between(-1.0, 1.0), random.between(-1.0, 1.0), 0.0));
        let placed: Vec<DVec3> = mesh.vertices().iter().map(|vertex| turn * *vertex + height).collect();
        let coarse = samples.iter().step_by(7);
        let to_mesh = coarse.flat_map(|sample| placed.iter().map(|vertex| vertex.distance(*sample)));
        let to_mesh = to_mesh.fold(f64::INFINITY, f64::min);
        let found = narrow(&sheet, &body(solid.clone(), turn, height), &format!("mesh {round}"));
        assert!(found.distance.lower() <= to_mesh + 1e-12, "round {round}: {:?} {to_mesh}", found.distance);
        assert!(to_mesh < found.distance.upper() + 0.03, "round {round}: {:?} {to_mesh}", found.distance);
    }
}

/// A ball in the hole of a torus of patches is apart from it; one within its tube is not.
#[test]
fn what_is_inside_a_curved_solid_is_not_apart() {
    for (name, brep) in tori() {
        let torus = body(brep, DQuat::IDENTITY, DVec3::ZERO);
        for shape in [Shape::from(Convex::sphere(0.05).unwrap()), primitive::icosphere(0.05, 1).unwrap().into()] {
            let inside =
                distance(&torus, &body(shape.clone(), DQuat::IDENTITY, RADII[0] * DVec3::X), 0.0, &Query::default());
            assert_eq!(inside.unwrap().distance.lower(), 0.0, "{name}");
            let hole = distance(&torus, &body(shape, DQuat::IDENTITY, dvec3(0.05, 0.0, 0.0)), 0.0, &Query::default());
            let hole = hole.unwrap().distance;
            assert!(0.0999 < hole.lower() && hole.upper() < 0.105 && hole.width() < 1e-6, "{name}: {hole:?}");
        }
    }
}

/// A pin in the bore of an implicit solid, with 50 µm to spare all around: a region of equal distances. The upper end
/// is
/// that of points in the gap, and is computed.
#[test]
fn a_pin_in_a_bore_has_its_closest_points_in_the_gap() {
    let block = Solid::cuboid(dvec3(0.03, 0.03, 0.02)).unwrap();
    let bore = Solid::difference(&block, &[Solid::cylinder(5e-3, 0.04).unwrap()]).unwrap();
    let bore = body(bore, DQuat::IDENTITY, DVec3::ZERO);
    for height in [0.0, 0.011] {
        let pin = body(Solid::cylinder(4.95e-3, 0.03).unwrap(), DQuat::IDENTITY, dvec3(0.0, 0.0, height));
        let found = distance(&bore, &pin, 0.0, &Query::default()).unwrap();
        assert!(found.distance.lower() <= 5e-5 && 5e-5 <= found.distance.upper() + 1e-9, "{found:?}");
        assert!(found.distance.upper() < 5.2e-5, "{found:?}");
        let radii = found.closest.points.map(|point| point.x.hypot(point.y));
        assert!((radii[0] - 5e-3).abs() < 1e-6 && (radii[1] - 4.95e-3).abs() < 1e-6, "{found:?}");
    }
}
