//! Meshes of convex bodies.
//!
//! References: the support function of the body, which bounds the distance between the body and its mesh (both are
//! convex, so it is the largest difference of their support functions); closed forms of the distance from the core;
//! and the volume of the body.

#![allow(clippy::unwrap_used)] // A test may stop at the first broken expectation.

use glam::{DQuat, DVec3, dvec3};
use tangency_geometry::{Convex, ConvexShapeError, Mesh, Polyhedron};
use tangency_interval::laws::Random;

fn cloud(count: usize, seed: u64) -> Vec<DVec3> {
    let mut random = Random::new(seed);
    (0..count).map(|_| DVec3::from_array([(); 3].map(|()| random.between(-1.0, 1.0)))).collect()
}

/// Directions everywhere, many of them near the axes, where flat faces end.
fn directions() -> Vec<DVec3> {
    let mut random = Random::new(41);
    let mut all: Vec<DVec3> = cloud(150, 42);
    for step in 0..120 {
        let axis = DVec3::AXES[step % 3] * if step % 2 == 0 { 1.0 } else { -1.0 };
        let off = DVec3::from_array([(); 3].map(|()| random.between(-1.0, 1.0)));
        all.push(axis + off * 10.0_f64.powi(-(step as i32 % 8)));
    }
    all.extend(DVec3::AXES);
    all.iter().map(|direction| direction.normalize()).collect()
}

/// Metres. The diagonal of the bounding box.
fn size(height: &impl Fn(DVec3) -> f64) -> f64 {
    let extent = |axis: DVec3| height(axis) + height(-axis);
    dvec3(extent(DVec3::X), extent(DVec3::Y), extent(DVec3::Z)).length()
}

/// Closed, facing outwards, within the body, and as near to it as stated. Returns the number of triangles.
fn check(name: &str, body: &Convex, fineness: f64) -> Mesh {
    let mesh = body.mesh(fineness).unwrap();
    let solid = Polyhedron::new(mesh.clone()).unwrap();
    assert_eq!(solid.mesh(), &mesh, "{name} faces inwards");
    let [vertices, edges, faces] = [mesh.vertices().len(), mesh.edges().len(), mesh.triangles().len()];
    assert_eq!(vertices + faces, edges + 2, "{name}: Euler");
    let height = |direction: DVec3| body.core().farthest(direction).dot(direction) + body.radius();
    let size = size(&height);
    for direction in directions() {
        let found = mesh.vertices().iter().map(|vertex| vertex.dot(direction)).fold(f64::NEG_INFINITY, f64::max);
        let gap = height(direction) - found;
        let rounding = 1e-14 * (size + body.reach());
        assert!(gap >= -rounding, "{name} along {direction}: {:e} outside", -gap);
        assert!(gap <= fineness * size + rounding, "{name} along {direction}: {:e} of {fineness:e}", gap / size);
    }
    let volume = body.mass().unwrap().volume;
    let missing = 1.0 - solid.mass().volume / volume;
    println!("{name} at {fineness:e}: {faces} triangles, {missing:.2e} of the volume missing");
    mesh
}

fn bodies() -> Vec<(&'static str, Convex)> {
    let plane: Vec<DVec3> = cloud(9, 44).iter().map(|point| point.with_z(point.x + 0.5 * point.y)).collect();
    let turn = DQuat::from_rotation_x(0.7) * DQuat::from_rotation_z(0.4);
    let turned: Vec<DVec3> = (0..8)
        .map(|i| turn * dvec3((i & 1) as f64, (i >> 1 & 1) as f64, 0.1 * (i >> 2) as f64) + dvec3(9.0, 0.0, 0.0))
        .collect();
    // Points on the edges, which rounding takes off their lines.
    let edges: Vec<DVec3> = cloud(100, 45)
        .iter()
        .enumerate()
        .map(|(index, point)| {
            let mut corner = DVec3::ONE.copysign(*point);
            corner[index % 3] = if index < 40 { corner[index % 3] } else { point[index % 3] };
            turn * corner
        })
        .collect();
    let body = |body: Result<Convex, _>| -> Convex { body.unwrap() };
    let round = |body: Result<Convex, _>, radius: f64| -> Convex { body.unwrap().rounded(radius).unwrap() };
    vec![
        ("sphere", body(Convex::sphere(0.7))),
        ("capsule", body(Convex::capsule(0.2, 1.3))),
        ("box", body(Convex::cuboid(dvec3(1.0, 2.0, 3.0)))),
        ("cylinder", body(Convex::cylinder(0.5, 0.3))),
        ("cone", body(Convex::cone(0.5, 1.3))),
        ("ellipsoid", body(Convex::ellipsoid(dvec3(0.3, 0.7, 1.9)))),
        ("flat ellipsoid", body(Convex::ellipsoid(dvec3(1.0, 1.0, 1e-3)))),
        ("needle", body(Convex::ellipsoid(dvec3(1e-3, 1e-3, 1.0)))),
        ("hull", body(Convex::hull(cloud(50, 43)))),
        ("rounded box", round(Convex::cuboid(dvec3(1.0, 2.0, 3.0)), 0.4)),
        ("barely rounded box", round(Convex::cuboid(dvec3(1.0, 2.0, 3.0)), 0.001)),
        ("a rounded crumb", round(Convex::cuboid(dvec3(1e-3, 2e-3, 1e-3)), 1.0)),
        ("rounded cylinder", round(Convex::cylinder(0.5, 0.3), 0.1)),
        ("rounded cone", round(Convex::cone(0.5, 1.3), 0.2)),
        ("rounded ellipsoid", round(Convex::ellipsoid(dvec3(0.3, 0.7, 1.9)), 0.2)),
        ("rounded needle", round(Convex::ellipsoid(dvec3(1e-3, 1e-3, 1.0)), 0.01)),
        ("rounded hull", round(Convex::hull(cloud(50, 43)), 0.3)),
        ("rounded turned plate", round(Convex::hull(turned), 0.05)),
        ("rounded slivers", round(Convex::hull(edges), 0.3)),
        ("rounded polygon", round(Convex::hull(plane), 0.2)),
        ("rounded segment", round(Convex::hull(vec![DVec3::ZERO, DVec3::ONE, 0.2 * DVec3::ONE]), 0.3)),
        ("rounded point", round(Convex::hull(vec![DVec3::ONE]), 0.3)),
    ]
}

#[test]
fn meshes_are_within_their_error() {
    for (name, body) in bodies() {
        for fineness in [0.3, 1e-2, 6e-4] {
            let mesh = check(name, &body, fineness);
            let most = 400.0 + 60.0 / fineness;
            assert!((mesh.triangles().len() as f64) < most, "{name} at {fineness}: {}", mesh.triangles().len());
        }
    }
}

/// Vertices lie on the boundary, by closed forms of the distance from the core.
#[test]
fn vertices_are_on_the_body() {
    let all = bodies();
    let of = |name: &str| &all.iter().find(|body| body.0 == name).unwrap().1;
    let on = |name: &str, distance: &dyn Fn(DVec3) -> f64| {
        for vertex in of(name).mesh(1e-3).unwrap().vertices() {
            assert!(distance(*vertex).abs() < 1e-14, "{name}: {vertex} is {:e} off", distance(*vertex));
        }
    };
    on("sphere", &|point| point.length() - 0.7);
    on("capsule", &|point| (point - DVec3::Z * point.z.clamp(-0.65, 0.65)).length() - 0.2);
    on("rounded box", &|point| {
        let half = dvec3(0.5, 1.0, 1.5);
        (point - point.clamp(-half, half)).length() - 0.4
    });
    on("ellipsoid", &|point| (point / dvec3(0.3, 0.7, 1.9)).length() - 1.0);
    on("rounded cylinder", &|point| {
        let across = (point.truncate().length() - 0.5).max(0.0);
        across.hypot(point.z.abs().max(0.15) - 0.15) - 0.1
    });
    on("rounded segment", &|point| {
        let along = (point.dot(DVec3::ONE) / 3.0).clamp(0.0, 1.0);
        point.distance(DVec3::splat(along)) - 0.3
    });
    // Cylinder and cone include the middle of their flat faces.
    let disc = |point: DVec3| point.truncate().length() - 0.5;
    let end = |point: DVec3| point.z.abs() - 0.15;
    on("cylinder", &|point| disc(point).max(end(point)));
    on("cone", &|point| if point.z == 0.0 { 0.0 } else { point.truncate().length() / 0.5 + point.z / 1.3 - 1.0 });
}

#[test]
fn flat_hulls_without_a_radius_are_surfaces() {
    let flat = Convex::hull(vec![DVec3::X, DVec3::Y, DVec3::Z]).unwrap().mesh(0.1).unwrap();
    assert_eq!(flat.triangles().len(), 1);
    let box_ = Convex::cuboid(DVec3::ONE).unwrap().mesh(0.1).unwrap();
    assert_eq!((box_.vertices().len(), box_.triangles().len()), (8, 12));
}

#[test]
fn absurd_finenesses_are_refused() {
    let ball = Convex::sphere(1.0).unwrap();
    for fineness in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e-9, 0.7] {
        let refused = ball.mesh(fineness).unwrap_err();
        assert!(matches!(refused, ConvexShapeError::Fineness { .. }), "{refused}");
    }
    let message = ball.mesh(0.0).unwrap_err().to_string();
    assert_eq!(message, "the fineness 0 of a mesh must be between 0.000001 and 0.5 of the size of the body");
}
