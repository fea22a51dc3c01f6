//! Convex bodies as boundary: the shapes against the support function of the core.
//!
//! Reference: [`ConvexCore::farthest`], which is tested against closed forms in `convex.rs`. Every point of a shape
//! is at most as far along a direction as the support point, and some vertex or sample is as far.

#![allow(clippy::unwrap_used)] // A test may stop at the first broken expectation.

use glam::{DVec3, dvec3};
use tangency_geometry::surface::Brep;
use tangency_geometry::{Convex, ConvexCore, ConvexShapeError, Shape};
use tangency_interval::laws::Random;

/// A direction of random length, uniform in a cube; often along an axis.
fn direction(random: &mut Random) -> DVec3 {
    match random.below(4) {
        0 => DVec3::AXES[random.below(3)] * if random.below(2) == 0 { 1.0 } else { -1.0 },
        _ => DVec3::from_array([(); 3].map(|()| random.between(-1.0, 1.0))),
    }
}

/// Points on the faces, finely spread.
fn samples(faces: &Brep, size: f64) -> Vec<DVec3> {
    faces.tessellation(1e-4 * size).corners_at(0.0)
}

/// Compares the largest extent of points along random directions with that of the body.
fn agree(name: &str, points: &[DVec3], height: impl Fn(DVec3) -> f64, size: f64, fineness: f64) {
    let mut random = Random::new(71);
    for _ in 0..200 {
        let direction = direction(&mut random).normalize_or(DVec3::X);
        let found = points.iter().map(|point| point.dot(direction)).fold(f64::NEG_INFINITY, f64::max);
        let gap = height(direction) - found;
        assert!(gap <= fineness * size && gap >= -1e-14 * size, "{name} along {direction}: {gap:e}");
    }
}

#[test]
fn cores_are_exact_shapes() {
    for scale in [1e-9, 1.0, 1e9] {
        let bodies = [
            Convex::sphere(0.3 * scale).unwrap(),
            Convex::capsule(0.3 * scale, 2.0 * scale).unwrap(),
            Convex::cuboid(dvec3(0.3, 0.7, 1.9) * scale).unwrap(),
            Convex::cylinder(0.3 * scale, 1.7 * scale).unwrap(),
            Convex::cone(0.9 * scale, 0.4 * scale).unwrap(),
            Convex::ellipsoid(dvec3(0.3, 0.5, 1.1) * scale).unwrap(),
        ];
        for body in bodies {
            let name = format!("{body:?}");
            let height = |direction: DVec3| body.core().farthest(direction).dot(direction);
            // The radius does not matter.
            let shape = body.clone().rounded(0.1 * scale).unwrap().core_shape().unwrap();
            assert_eq!(shape, body.core_shape().unwrap(), "{name}");
            match (&shape, body.core()) {
                (Shape::Mesh(mesh), ConvexCore::Point | ConvexCore::Segment { .. }) => {
                    assert_eq!((mesh.triangles().len(), mesh.degenerate_triangles().len()), (1, 1), "{name}");
                    agree(&name, mesh.vertices(), height, scale, 0.0);
                }
                (Shape::Polyhedron(solid), ConvexCore::Cuboid { half }) => {
                    // Exactly the corners, each once.
                    assert_eq!(solid.mesh().vertices().len(), 8);
                    assert!(solid.mesh().vertices().iter().all(|corner| corner.abs() == *half), "{name}");
                    agree(&name, solid.mesh().vertices(), height, scale, 1e-14);
                }
                (
                    Shape::Parametric(faces),
                    ConvexCore::Cylinder { .. } | ConvexCore::Cone { .. } | ConvexCore::Ellipsoid { .. },
                ) => {
                    assert!(faces.is_solid(), "{name}");
                    agree(&name, &samples(faces, scale), height, scale, 5e-4);
                    assert_eq!(body.surface().as_ref(), Some(faces), "{name}");
                }
                (shape, _) => panic!("{name} is {shape:?}"),
            }
        }
    }
}

#[test]
fn whole_bodies_as_curved_faces() {
    let whole = [
        Convex::sphere(0.7).unwrap(),
        Convex::sphere(0.5).unwrap().rounded(0.2).unwrap(),
        Convex::capsule(0.2, 3.0).unwrap(),
        Convex::cylinder(0.4, 0.6).unwrap(),
        Convex::cone(0.3, 2.0).unwrap(),
        Convex::ellipsoid(dvec3(0.4, 2.0, 1.0)).unwrap(),
    ];
    for body in whole {
        let faces = body.surface().unwrap();
        let height = |direction: DVec3| body.core().farthest(direction).dot(direction) + body.radius();
        agree(&format!("{body:?}"), &samples(&faces, 1.0), height, 1.0, 5e-4);
    }
    let rounded = [
        Convex::cylinder(0.4, 0.6).unwrap().rounded(0.1).unwrap(),
        Convex::cone(0.4, 0.6).unwrap().rounded(0.1).unwrap(),
        Convex::ellipsoid(DVec3::ONE).unwrap().rounded(0.1).unwrap(),
        Convex::cuboid(DVec3::ONE).unwrap(),
        Convex::hull(vec![DVec3::ZERO]).unwrap().rounded(1.0).unwrap(),
    ];
    for body in rounded {
        assert_eq!(body.surface(), None, "{body:?}");
    }
}

/// Bodies at the limits of the allowed lengths have a shape or a clear error, and never a surface in place of a solid.
#[test]
fn extreme_lengths() {
    let mut solids = 0;
    for [long, short] in [[1e60, 1e60], [1e-60, 1e-60], [1e60, 1.0], [1.0, 1e-60], [1e60, 1e-60], [1.0, 1e-6]] {
        let bodies = [
            Convex::cuboid(dvec3(long, short, 1.0)).unwrap(),
            Convex::cylinder(long, short).unwrap(),
            Convex::cylinder(short, long).unwrap(),
            Convex::cone(long, short).unwrap(),
            Convex::cone(short, long).unwrap(),
            Convex::ellipsoid(dvec3(long, short, short)).unwrap(),
        ];
        for body in bodies {
            match body.core_shape() {
                Ok(Shape::Parametric(faces)) => {
                    assert!(faces.is_solid(), "{body:?}");
                    solids += 1;
                }
                Ok(Shape::Polyhedron(_)) => solids += 1,
                Ok(other) => panic!("{body:?} is {other:?}"),
                Err(ConvexShapeError::NotSolid { .. }) => assert_eq!(body.surface(), None, "{body:?}"),
                Err(error) => panic!("{body:?}: {error}"),
            }
        }
    }
    println!("{solids} of 36 bodies are solids");
    assert!(solids >= 18, "only {solids} of 36 bodies are solids");
}
