//! Mass properties of convex bodies.
//!
//! References: textbook integrals in floating point, with an error of some units in the last place; Steiner's formula
//! of the volume; inscribed polyhedra of two finenesses, whose errors are of second order in the step, so that their
//! extrapolation is right to about 2e-5; slices of rounded bodies of revolution by a midpoint rule, right to 1e-6.

#![allow(clippy::unwrap_used)] // A test may stop at the first broken expectation.

use glam::{DMat3, DQuat, DVec3, dvec3};
use std::f64::consts::PI;
use tangency_geometry::{Convex, ConvexHull, ConvexShapeError, Mass, MassEnclosure, Polyhedron, primitive};
use tangency_interval::laws::Random;

/// Compares with an expected mass, relative to the size. The enclosure must be as thin as stated.
fn check(name: &str, found: &MassEnclosure, expected: &Mass, relative: f64, thin: f64) {
    let (volume, trace) = (expected.volume, expected.inertia.x_axis.x + expected.inertia.y_axis.y);
    let size = (trace / volume).sqrt();
    assert!(found.volume.width() <= thin * volume, "{name}: volume {:?}", found.volume);
    assert!((found.volume.mid() - volume).abs() <= relative * volume, "{name}: {:?} for {volume}", found.volume);
    for axis in 0..3 {
        let centre = found.centre[axis];
        assert!(centre.width() <= thin * (size + expected.centre.length()), "{name}: centre {centre:?}");
        assert!((centre.mid() - expected.centre[axis]).abs() <= relative * size, "{name}: {centre:?}");
        for column in 0..3 {
            let entry = found.inertia[axis][column];
            let wanted = expected.inertia.col(column)[axis];
            assert!(entry.width() <= 100.0 * thin * trace, "{name}: inertia {entry:?}");
            assert!((entry.mid() - wanted).abs() <= relative * trace, "{name}: {entry:?} for {wanted}");
        }
    }
}

fn diagonal(volume: f64, centre: DVec3, inertia: DVec3) -> Mass {
    Mass { volume, centre, inertia: DMat3::from_diagonal(inertia) }
}

#[test]
fn textbook_bodies() {
    for scale in [1e-12_f64, 1e-3, 1.0, 1e12] {
        let (r, h) = (0.3 * scale, 1.4 * scale);
        let ball = 4.0 / 3.0 * PI * r.powi(3);
        let rod = PI * r * r * h;
        let cone = rod / 3.0;
        let side = 0.4 * ball * r * r + ball * (0.25 * h * h + 0.375 * r * h) + rod * (h * h + 3.0 * r * r) / 12.0;
        let [a, b, c] = [0.2 * scale, 0.5 * scale, 0.9 * scale];
        let egg = 4.0 / 3.0 * PI * a * b * c;
        let axes = |x: f64, y: f64, z: f64| dvec3(y * y + z * z, z * z + x * x, x * x + y * y);
        let of_cone = dvec3(0.15 * r * r + 0.0375 * h * h, 0.15 * r * r + 0.0375 * h * h, 0.3 * r * r);
        let cases = [
            (Convex::sphere(r), diagonal(ball, DVec3::ZERO, DVec3::splat(0.4 * ball * r * r))),
            (
                Convex::capsule(r, h),
                diagonal(ball + rod, DVec3::ZERO, dvec3(side, side, (0.4 * ball + 0.5 * rod) * r * r)),
            ),
            (Convex::cuboid(dvec3(a, b, c)), diagonal(a * b * c, DVec3::ZERO, axes(a, b, c) * a * b * c / 12.0)),
            (
                Convex::cylinder(r, h),
                diagonal(rod, DVec3::ZERO, dvec3(h * h + 3.0 * r * r, h * h + 3.0 * r * r, 6.0 * r * r) * rod / 12.0),
            ),
            (Convex::cone(r, h), diagonal(cone, dvec3(0.0, 0.0, 0.25 * h), of_cone * cone)),
            (Convex::ellipsoid(dvec3(a, b, c)), diagonal(egg, DVec3::ZERO, axes(a, b, c) * egg / 5.0)),
        ];
        for (body, expected) in cases {
            let body = body.unwrap();
            check(&format!("{body:?}"), &body.mass_enclosure().unwrap(), &expected, 1e-14, 1e-14);
            assert_eq!(body.mass().unwrap(), body.mass_enclosure().unwrap().mid());
        }
    }
}

/// The extrapolation from inscribed polyhedra: the hull of the vertices, each with a fine sphere about it.
fn extrapolated(vertices: &[DVec3], radius: f64) -> Mass {
    let diameter = vertices.iter().flat_map(|a| vertices.iter().map(|b| a.distance(*b))).fold(0.0, f64::max);
    let core = ConvexHull::of(vertices).unwrap();
    let at = |subdivisions: usize| {
        let ball = primitive::icosphere(1.0, subdivisions).unwrap();
        // Only vertices that are extreme along a direction within a side of the sphere's triangles matter.
        let slack = 1.3 / f64::from(1 << subdivisions) * diameter;
        let mut points = Vec::new();
        for &direction in ball.mesh().vertices() {
            let height = |vertex: &DVec3| vertex.dot(direction);
            let top = vertices.iter().map(height).fold(f64::NEG_INFINITY, f64::max);
            let near = vertices.iter().filter(|vertex| height(vertex) >= top - slack);
            points.extend(near.map(|&vertex| vertex + radius * direction));
        }
        // The faces exactly, on both sides. For a hull with volume, the inner side is inside.
        for corners in (0..core.mesh().triangles().len()).map(|index| core.mesh().corners(index)) {
            let normal = radius * (corners[1] - corners[0]).cross(corners[2] - corners[0]).normalize();
            points.extend(corners.iter().flat_map(|&corner| [corner + normal, corner - normal]));
        }
        Polyhedron::new(ConvexHull::of(&points).unwrap().mesh().clone()).unwrap().mass()
    };
    let (coarse, fine) = (at(4), at(5));
    Mass {
        volume: (4.0 * fine.volume - coarse.volume) / 3.0,
        centre: (4.0 * fine.centre - coarse.centre) / 3.0,
        inertia: (fine.inertia * 4.0 - coarse.inertia) * (1.0 / 3.0),
    }
}

#[test]
fn rounded_boxes() {
    let (size, r) = (dvec3(1.0, 0.4, 0.7), 0.25_f64);
    let body = Convex::cuboid(size).unwrap().rounded(r).unwrap();
    let found = body.mass_enclosure().unwrap();
    let [a, b, c] = size.to_array();
    let steiner = a * b * c + 2.0 * (a * b + b * c + c * a) * r + PI * (a + b + c) * r * r + 4.0 / 3.0 * PI * r.powi(3);
    assert!((found.volume.mid() - steiner).abs() < 1e-14 * steiner);
    let corners: Vec<DVec3> = (0..8)
        .map(|i| 0.5 * size * dvec3((i & 1) as f64, (i >> 1 & 1) as f64, (i >> 2) as f64) * 2.0 - 0.5 * size)
        .collect();
    check("rounded box", &found, &extrapolated(&corners, r), 1e-5, 1e-13);
    // The same corners as a hull, turned and far away.
    let turn = DQuat::from_rotation_x(0.7) * DQuat::from_rotation_z(0.4);
    let shift = dvec3(30.0, -20.0, 10.0);
    let hull = Convex::hull(corners.iter().map(|&corner| turn * corner + shift).collect()).unwrap().rounded(r).unwrap();
    let mut expected = body.mass().unwrap();
    let rotation = DMat3::from_quat(turn);
    (expected.centre, expected.inertia) = (shift, rotation * expected.inertia * rotation.transpose());
    check("the same as a hull", &hull.mass_enclosure().unwrap(), &expected, 1e-12, 1e-11);
}

/// Points on the edges of a turned box are on no line, by rounding: the hull has slivers, which must not spoil the
/// enclosure.
#[test]
fn rounded_hulls_with_slivers() {
    let turn = DQuat::from_rotation_x(0.7) * DQuat::from_rotation_z(0.4);
    let mut random = Random::new(32);
    let points: Vec<DVec3> = (0..300)
        .map(|index| {
            let mut point = DVec3::from_array([(); 3].map(|()| if random.below(2) == 0 { 0.5 } else { -0.5 }));
            if index >= 60 {
                point[index % 3] = random.between(-0.5, 0.5);
            }
            turn * point
        })
        .collect();
    let slivers = ConvexHull::of(&points).unwrap();
    assert!(slivers.mesh().triangles().len() > 100, "{} triangles", slivers.mesh().triangles().len());
    let body = Convex::hull(points).unwrap().rounded(0.25).unwrap();
    let mut expected = Convex::cuboid(DVec3::ONE).unwrap().rounded(0.25).unwrap().mass().unwrap();
    let rotation = DMat3::from_quat(turn);
    expected.inertia = rotation * expected.inertia * rotation.transpose();
    check("slivers", &body.mass_enclosure().unwrap(), &expected, 1e-12, 1e-9);
}

#[test]
fn rounded_hulls_of_every_dimension() {
    let mut random = Random::new(31);
    let mut point = || DVec3::from_array([(); 3].map(|()| random.between(-1.0, 1.0)));
    let cloud: Vec<DVec3> = (0..12).map(|_| point()).collect();
    let triangle = vec![dvec3(0.3, 0.1, 0.2), dvec3(-0.4, 0.6, 0.1), dvec3(0.1, -0.3, 0.8)];
    let square =
        vec![DVec3::ZERO, dvec3(1.0, 0.0, 0.5), dvec3(1.0, 2.0, 0.5), dvec3(0.0, 2.0, 0.0), dvec3(0.5, 1.0, 0.25)];
    for (points, radius) in [(cloud.clone(), 0.1), (cloud, 0.8), (triangle, 0.2), (square, 0.3)] {
        let name = format!("{} points, radius {radius}", points.len());
        let body = Convex::hull(points.clone()).unwrap().rounded(radius).unwrap();
        check(&name, &body.mass_enclosure().unwrap(), &extrapolated(&points, radius), 2e-5, 1e-11);
    }
    // A segment is a capsule, a point a sphere.
    let (a, b) = (dvec3(1.0, 2.0, 2.0), dvec3(1.0, 2.0, -1.0));
    let segment = Convex::hull(vec![a, b, 0.5 * (a + b)]).unwrap().rounded(0.4).unwrap();
    let mut expected = Convex::capsule(0.4, 3.0).unwrap().mass().unwrap();
    expected.centre = 0.5 * (a + b);
    check("segment", &segment.mass_enclosure().unwrap(), &expected, 1e-13, 1e-13);
    let ball = Convex::hull(vec![a, a]).unwrap().rounded(0.4).unwrap();
    let mut expected = Convex::sphere(0.4).unwrap().mass().unwrap();
    expected.centre = a;
    check("point", &ball.mass_enclosure().unwrap(), &expected, 1e-14, 1e-13);
}

/// A body of revolution by slices: `radius(z)` from the distance to the core's outline, which is a convex polygon.
fn by_slices(outline: &[[f64; 2]], grow: f64, [low, high]: [f64; 2]) -> Mass {
    let distance = |rho: f64, z: f64| {
        let (mut best, mut inside) = (f64::INFINITY, true);
        for (index, &[x0, y0]) in outline.iter().enumerate() {
            let [x1, y1] = outline[(index + 1) % outline.len()];
            let (dx, dy) = (x1 - x0, y1 - y0);
            let along = (((rho - x0) * dx + (z - y0) * dy) / (dx * dx + dy * dy)).clamp(0.0, 1.0);
            best = best.min((rho - x0 - along * dx).hypot(z - y0 - along * dy));
            inside &= dx * (z - y0) - dy * (rho - x0) >= 0.0;
        }
        if inside { 0.0 } else { best }
    };
    let steps = 20_000;
    let mut sums = [0.0; 4];
    for step in 0..steps {
        // z = middle − half·cos(angle) removes the singularity of the radius at the ends.
        let angle = PI * (f64::from(step) + 0.5) / f64::from(steps);
        let (middle, half) = (0.5 * (low + high), 0.5 * (high - low));
        let z = middle - half * angle.cos();
        let weight = PI / f64::from(steps) * half * angle.sin();
        let (mut inner, mut outer) = (0.0, 10.0);
        for _ in 0..50 {
            let rho = 0.5 * (inner + outer);
            if distance(rho, z) <= grow { inner = rho } else { outer = rho }
        }
        let square = inner * inner;
        let terms = [square, square * z, square * z * z, square * square];
        sums.iter_mut().zip(terms).for_each(|(sum, term)| *sum += PI * weight * term);
    }
    let [volume, height, squares, fourths] = sums;
    let centre = height / volume;
    let across = 0.25 * fourths + squares - volume * centre * centre;
    diagonal(volume, dvec3(0.0, 0.0, centre), dvec3(across, across, 0.5 * fourths))
}

#[test]
fn rounded_bodies_of_revolution() {
    for grow in [0.05, 0.6] {
        let body = Convex::cylinder(0.7, 1.2).unwrap().rounded(grow).unwrap();
        let outline = [[-0.7, -0.6], [0.7, -0.6], [0.7, 0.6], [-0.7, 0.6]];
        let expected = by_slices(&outline, grow, [-0.6 - grow, 0.6 + grow]);
        check("rounded cylinder", &body.mass_enclosure().unwrap(), &expected, 1e-6, 1e-13);
        for (radius, height) in [(0.7, 1.2), (1.5, 0.2)] {
            let body = Convex::cone(radius, height).unwrap().rounded(grow).unwrap();
            let expected = by_slices(&[[-radius, 0.0], [radius, 0.0], [0.0, height]], grow, [-grow, height + grow]);
            check("rounded cone", &body.mass_enclosure().unwrap(), &expected, 1e-6, 1e-13);
        }
    }
}

#[test]
fn bodies_without_volume_are_refused() {
    let of = |points: Vec<DVec3>| Convex::hull(points).unwrap().mass_enclosure().unwrap_err();
    assert_eq!(of(vec![DVec3::ONE]), ConvexShapeError::NoVolume { dimension: 0 });
    assert_eq!(of(vec![DVec3::X, DVec3::Y]), ConvexShapeError::NoVolume { dimension: 1 });
    let flat = of(vec![DVec3::X, DVec3::Y, DVec3::Z]);
    assert_eq!(flat, ConvexShapeError::NoVolume { dimension: 2 });
    assert!(flat.to_string().contains("a flat polygon and has no volume"), "{flat}");
    // Thinner than rounding: refused, or enclosed with a positive volume.
    let thin = Convex::hull(vec![DVec3::ZERO, DVec3::X, DVec3::Y, dvec3(0.3, 0.3, 1e-300)]).unwrap();
    match thin.mass_enclosure() {
        Ok(mass) => assert!(mass.volume.lower() > 0.0 && mass.volume.upper() < 1e-299, "{:?}", mass.volume),
        Err(error) => assert!(matches!(error, ConvexShapeError::NotClosed(_)), "{error}"),
    }
    let rounded = thin.rounded(0.1).unwrap().mass_enclosure().unwrap();
    assert!(rounded.volume.lower() > 0.1 && rounded.volume.width() < 1e-12, "{:?}", rounded.volume);
}

/// Enclosed between polyhedra: a sphere has a closed form, an ellipsoid of revolution slices of its parallel curve.
#[test]
fn rounded_ellipsoids() {
    let ball = Convex::ellipsoid(DVec3::splat(0.5)).unwrap().rounded(0.25).unwrap().mass_enclosure().unwrap();
    let exact = Convex::sphere(0.75).unwrap().mass().unwrap();
    assert!(ball.volume.contains(exact.volume) && ball.inertia[1][1].contains(exact.inertia.y_axis.y), "{ball:?}");
    assert!(ball.volume.width() < 2e-3 * exact.volume && ball.centre.width() == 0.0);
    // The outline x = a·cos t + r·nx, z = c·sin t + r·nz, integrated with dz.
    for [a, c, r] in [[0.4, 1.0, 0.3], [1.0, 0.2, 0.1]] {
        let steps = 200_000;
        let at = |step: i32| {
            let (sine, cosine) = (PI * (f64::from(step) / f64::from(steps) - 0.5)).sin_cos();
            let length = (c * cosine).hypot(a * sine);
            [a * cosine + r * c * cosine / length, c * sine + r * a * sine / length]
        };
        let mut sums = [0.0; 3];
        for step in 0..steps {
            let ([x, z], [next_x, next_z]) = (at(step), at(step + 1));
            let (mean, height) = (0.5 * (x + next_x), 0.5 * (z + next_z));
            let terms = [mean.powi(2), mean.powi(2) * height * height, 0.25 * mean.powi(4)];
            sums.iter_mut().zip(terms).for_each(|(sum, term)| *sum += PI * (next_z - z) * term);
        }
        let [volume, along, across] = sums;
        let body = Convex::ellipsoid(dvec3(a, a, c)).unwrap().rounded(r).unwrap().mass_enclosure().unwrap();
        assert!(body.volume.contains(volume) && body.volume.width() < 5e-3 * volume, "{:?} {volume}", body.volume);
        let inertia = [body.inertia[0][0], body.inertia[2][2]];
        for (found, exact) in inertia.into_iter().zip([along + across, 2.0 * across]) {
            assert!(found.contains(exact) && found.width() < 1e-2 * exact, "{found:?} {exact}");
        }
    }
}
