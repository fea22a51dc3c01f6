//! Convex hulls against brute force.
//!
//! References: determinants of big integers, which are exact for every double; and, for small sets of integer points,
//! all planes through three points that have every point on one side. Invariants without a reference: the surface is
//! closed, has Euler's number of faces, is strictly convex at every vertex, and does not depend on the order of points.

#![allow(clippy::unwrap_used)] // A test may stop at the first broken expectation.

use glam::{DQuat, DVec3, dvec3};
use num_bigint::{BigInt, Sign};
use std::collections::BTreeSet;
use tangency_geometry::{Convex, ConvexError, ConvexHull, ConvexShapeError, Mesh, Polyhedron, Shape};
use tangency_interval::Dyadic;
use tangency_interval::laws::Random;

/// The coordinates as integers, in units of the smallest double.
fn integers(point: DVec3) -> [BigInt; 3] {
    point.to_array().map(|coordinate| {
        let Dyadic { mantissa, exponent } = Dyadic::new(coordinate);
        BigInt::from(mantissa) << (exponent + 1074)
    })
}

/// The sign of the volume of four points, exactly.
fn sign([a, b, c]: [&[BigInt; 3]; 3], d: &[BigInt; 3]) -> Sign {
    let from_d = |p: &[BigInt; 3]| std::array::from_fn::<BigInt, 3, _>(|axis| &p[axis] - &d[axis]);
    let [a, b, c] = [from_d(a), from_d(b), from_d(c)];
    let determinant = &a[0] * (&b[1] * &c[2] - &b[2] * &c[1])
        + &a[1] * (&b[2] * &c[0] - &b[0] * &c[2])
        + &a[2] * (&b[0] * &c[1] - &b[1] * &c[0]);
    (-determinant).sign()
}

fn cloud(count: usize, mut point: impl FnMut() -> DVec3) -> Vec<DVec3> {
    (0..count).map(|_| point()).collect()
}

fn in_cube(random: &mut Random) -> DVec3 {
    DVec3::from_array([(); 3].map(|()| random.between(-1.0, 1.0)))
}

fn small_integers(random: &mut Random, most: usize) -> DVec3 {
    DVec3::from_array([(); 3].map(|()| random.below(most + 1) as f64))
}

/// Closed, with Euler's number of triangles, vertices that are the named points, no triangle without area.
fn check_surface(points: &[DVec3], hull: &ConvexHull) {
    let mesh = hull.mesh();
    assert_eq!(hull.dimension(), 3);
    mesh.check_closed().unwrap();
    let [vertices, edges, faces] = [mesh.vertices().len(), mesh.edges().len(), mesh.triangles().len()];
    assert_eq!(vertices + faces, edges + 2, "Euler");
    assert_eq!(mesh.degenerate_triangles(), []);
    let named: Vec<DVec3> = hull.indices().iter().map(|&index| points[index as usize]).collect();
    assert_eq!(mesh.vertices(), named);
}

/// No point is outside of any triangle, exactly.
fn check_brute_force(points: &[DVec3], hull: &ConvexHull) {
    let exact: Vec<[BigInt; 3]> = points.iter().map(|&point| integers(point)).collect();
    for triangle in hull.mesh().triangles() {
        let corners = triangle.map(|corner| &exact[hull.indices()[corner as usize] as usize]);
        let outside = exact.iter().position(|point| sign(corners, point) == Sign::Plus);
        assert_eq!(outside, None, "a point is outside of {triangle:?}");
    }
}

/// The extreme points of integer points: those at which the facets meet in one point alone.
fn extreme_points(points: &[DVec3]) -> BTreeSet<[i64; 3]> {
    let points: Vec<[i64; 3]> =
        points.iter().map(|point| point.to_array().map(|coordinate| coordinate as i64)).collect();
    let minus = |a: [i64; 3], b: [i64; 3]| [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
    let cross =
        |a: [i64; 3], b: [i64; 3]| [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
    let dot = |a: [i64; 3], b: [i64; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    let mut planes = Vec::new();
    for &a in &points {
        for &b in &points {
            for &c in &points {
                let normal = cross(minus(b, a), minus(c, a));
                if normal != [0; 3] && points.iter().all(|&point| dot(normal, minus(point, a)) <= 0) {
                    planes.push((normal, dot(normal, a)));
                }
            }
        }
    }
    let is_extreme = |&point: &[i64; 3]| {
        let through: Vec<[i64; 3]> =
            planes.iter().filter(|(normal, offset)| dot(*normal, point) == *offset).map(|plane| plane.0).collect();
        through.iter().any(|&a| through.iter().any(|&b| through.iter().any(|&c| dot(a, cross(b, c)) != 0)))
    };
    points.iter().copied().filter(is_extreme).collect()
}

#[test]
fn small_sets_have_exactly_their_extreme_points() {
    let mut random = Random::new(21);
    let mut dimensions = [0_usize; 4];
    for case in 0..600 {
        let count = 1 + random.below(12);
        let most = 1 + case % 4;
        let points = cloud(count, || small_integers(&mut random, most));
        let hull = ConvexHull::of(&points).unwrap();
        dimensions[hull.dimension()] += 1;
        if hull.dimension() == 3 {
            check_surface(&points, &hull);
            check_brute_force(&points, &hull);
            let found: BTreeSet<[i64; 3]> = hull
                .mesh()
                .vertices()
                .iter()
                .map(|vertex| vertex.to_array().map(|coordinate| coordinate as i64))
                .collect();
            assert_eq!(found, extreme_points(&points), "{points:?}");
            assert_eq!(found.len(), hull.mesh().vertices().len(), "every vertex once");
        } else {
            assert!(extreme_points(&points).is_empty(), "{points:?} span space");
        }
    }
    assert!(dimensions[3] > 200 && dimensions.iter().all(|&count| count > 10), "{dimensions:?}");
}

#[test]
fn random_and_degenerate_clouds() {
    let mut random = Random::new(22);
    let turn = DQuat::from_rotation_x(0.3) * DQuat::from_rotation_y(1.1);
    for case in 0..20 {
        let count = 4 + random.below(150);
        let on_box = |random: &mut Random| {
            let mut point = in_cube(random);
            point[random.below(3)] = 1.0;
            point
        };
        let mut points = match case % 5 {
            0 => cloud(count, || in_cube(&mut random)),
            1 => cloud(count, || in_cube(&mut random).normalize()),
            // Coplanar up to rounding: no two of the planes are exactly one.
            2 => cloud(count, || turn * on_box(&mut random)),
            // A needle far away.
            3 => cloud(count, || in_cube(&mut random) * dvec3(1e-6, 1e-6, 1.0) + dvec3(1e5, 2e5, 3e5)),
            // Coordinates whose products underflow.
            _ => cloud(count, || in_cube(&mut random) * dvec3(1e-200, 1e60, 1e-310)),
        };
        let copy = points[0];
        points.push(copy);
        let hull = ConvexHull::of(&points).unwrap();
        check_surface(&points, &hull);
        check_brute_force(&points, &hull);
    }
}

/// A hull that is thinner than rounding is found, with a closed surface. It is a surface, since no volume is proved.
#[test]
fn thinner_than_rounding() {
    let thin = f64::EPSILON;
    let base = [dvec3(0.1, 0.2, 1.0), dvec3(1.0, 0.3, 1.0), dvec3(0.4, 1.0, 1.0), dvec3(0.5, 0.5, 1.0 + thin)];
    let hull = ConvexHull::of(&base).unwrap();
    check_surface(&base, &hull);
    assert!(matches!(hull.shape(), Shape::Polyhedron(_) | Shape::Mesh(_)));
    let mut flat = base;
    flat[3].z = 1.0;
    assert_eq!(ConvexHull::of(&flat).unwrap().dimension(), 2);
}

#[test]
fn hulls_do_not_depend_on_order_or_interior_points() {
    let mut random = Random::new(23);
    let points = cloud(60, || small_integers(&mut random, 5));
    let volume = |hull: &ConvexHull| Polyhedron::new(hull.mesh().clone()).unwrap().mass().volume;
    let corners = |hull: &ConvexHull| {
        let sorted: BTreeSet<[i64; 3]> =
            hull.mesh().vertices().iter().map(|v| v.to_array().map(|coordinate| coordinate as i64)).collect();
        sorted
    };
    let hull = ConvexHull::of(&points).unwrap();
    for _ in 0..20 {
        let mut shuffled = points.clone();
        for index in (1..shuffled.len()).rev() {
            shuffled.swap(index, random.below(index + 1));
        }
        let other = ConvexHull::of(&shuffled).unwrap();
        assert_eq!(corners(&hull), corners(&other));
        assert!((volume(&hull) - volume(&other)).abs() < 1e-10);
    }
    let again = ConvexHull::of(hull.mesh().vertices()).unwrap();
    assert_eq!(again.mesh().vertices(), hull.mesh().vertices());
}

#[test]
fn hulls_without_volume() {
    let of = |points: &[DVec3]| ConvexHull::of(points).unwrap();
    let point = of(&[DVec3::ONE; 5]);
    assert_eq!((point.dimension(), point.mesh().vertices()), (0, &[DVec3::ONE; 3][..]));
    // Both zeros are one number.
    assert_eq!(of(&[dvec3(0.0, 1.0, -0.0), dvec3(-0.0, 1.0, 0.0)]).dimension(), 0);
    let direction = dvec3(1.0, 2.0, -3.0);
    let along: Vec<DVec3> = [3.0, -1.0, 4.0, 1.0, -5.0, 4.0].iter().map(|&t| t * direction).collect();
    let segment = of(&along);
    assert_eq!(segment.dimension(), 1);
    let ends = [-5.0 * direction, 4.0 * direction, 4.0 * direction];
    assert_eq!(segment.mesh().vertices(), ends);
    assert_eq!(along[segment.indices()[0] as usize], ends[0]);
    assert_eq!(along[segment.indices()[1] as usize], ends[1]);
    // A grid in a slanted plane: its corners.
    let (u, v) = (dvec3(1.0, 1.0, 0.0), dvec3(0.0, -2.0, 1.0));
    let grid: Vec<DVec3> = (0..30).map(|i| f64::from(i % 5) * u + f64::from(i / 5) * v).collect();
    let polygon = of(&grid);
    assert_eq!((polygon.dimension(), polygon.mesh().triangles().len()), (2, 2));
    let expected = [DVec3::ZERO, 4.0 * u, 5.0 * v, 4.0 * u + 5.0 * v];
    assert_eq!(polygon.mesh().vertices(), expected);
    assert_eq!(polygon.mesh().degenerate_triangles(), []);
    for plane in [DVec3::X, DVec3::Y, DVec3::Z] {
        let mut random = Random::new(24);
        let points = cloud(100, || in_cube(&mut random) * (DVec3::ONE - plane));
        let polygon = of(&points);
        assert_eq!((polygon.dimension(), polygon.mesh().vertices().len()), (2, polygon.mesh().triangles().len() + 2));
        // All turns are in the same direction: the fan covers the polygon once.
        let area = |[a, b, c]: [DVec3; 3]| (b - a).cross(c - a).dot(plane);
        assert!((0..polygon.mesh().triangles().len()).all(|index| area(polygon.mesh().corners(index)) > 0.0));
    }
    for hull in [point, segment, polygon] {
        assert!(matches!(hull.shape(), Shape::Mesh(_)));
    }
}

#[test]
fn shapes_of_convex_hulls() {
    let cube: Vec<DVec3> = (0..8).map(|i| dvec3((i & 1) as f64, (i >> 1 & 1) as f64, (i >> 2) as f64)).collect();
    let Shape::Polyhedron(solid) = Convex::hull(cube).unwrap().core_shape().unwrap() else { panic!("a solid") };
    assert_eq!(solid.mesh().triangles().len(), 12);
    assert!(solid.mass_enclosure().volume.contains(1.0));
    let flat = Convex::hull(vec![DVec3::X, DVec3::Y, DVec3::Z]).unwrap().rounded(0.1).unwrap();
    assert!(matches!(flat.core_shape().unwrap(), Shape::Mesh(mesh) if mesh.triangles().len() == 1));
    let refused = |points: &[DVec3]| ConvexHull::of(points).unwrap_err();
    assert_eq!(refused(&[]), ConvexShapeError::Hull(ConvexError::Empty));
    assert!(matches!(refused(&[DVec3::NAN]), ConvexShapeError::Hull(ConvexError::Point { index: 0, .. })));
}

/// Every edge is convex or flat by floating point with a margin for rounding, and sampled points are inside.
fn check_large(points: &[DVec3], hull: &ConvexHull) {
    check_surface(points, hull);
    let mesh: &Mesh = hull.mesh();
    let mut random = Random::new(25);
    let sample = cloud(40, || points[random.below(points.len())]);
    for index in 0..mesh.triangles().len() {
        let [a, b, c] = mesh.corners(index);
        let normal = (b - a).cross(c - a);
        assert!(sample.iter().all(|&point| normal.dot(point - a) <= 1e-13 * normal.length()), "{index}");
    }
}

#[test]
fn many_points() {
    let mut random = Random::new(26);
    let sphere = cloud(100_000, || {
        loop {
            let point = in_cube(&mut random);
            if (0.01..1.0).contains(&point.length()) {
                return point.normalize();
            }
        }
    });
    let hull = ConvexHull::of(&sphere).unwrap();
    check_large(&sphere, &hull);
    // Rounding puts a few points of so many behind their neighbours.
    assert!(hull.mesh().vertices().len() > 99_000);
    let side = 46;
    let grid: Vec<DVec3> = (0..side * side * side)
        .map(|i| dvec3((i % side) as f64, (i / side % side) as f64, (i / side / side) as f64))
        .collect();
    let hull = ConvexHull::of(&grid).unwrap();
    check_large(&grid, &hull);
    assert_eq!((hull.mesh().vertices().len(), hull.mesh().triangles().len()), (8, 12));
    // The lattice points of a ball: many coplanar facets of all sizes.
    let ball: Vec<DVec3> = grid.into_iter().filter(|p| p.distance(DVec3::splat(22.5)) < 22.4).collect();
    check_large(&ball, &ConvexHull::of(&ball).unwrap());
}
