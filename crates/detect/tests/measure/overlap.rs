//! Overlaps and depths at an instant.

use super::{still, turning, vector};
use glam::{DQuat, DVec3, dvec3};
use num_rational::BigRational;
use tangency_detect::{Evidence, Moving, OverlapVerdict, Query, depth, distance, overlap};
use tangency_geometry::surface::Brep;
use tangency_geometry::{Convex, Motion, Pose, Shape, Solid, primitive};
use tangency_interval::laws::Random;

fn cube(side: f64) -> Shape {
    primitive::cuboid(DVec3::splat(side)).expect("a box").into()
}

fn verdict(a: &Moving, b: &Moving) -> (OverlapVerdict, Evidence) {
    let found = overlap(a, b, 0.0, &Query::default()).expect("a verdict");
    (found.verdict, found.evidence)
}

/// Boxes at exact coordinates that touch or are apart by the last bit.
#[test]
fn exact_coordinates_are_decided_exactly() {
    let fixed = still(cube(1.0), DQuat::IDENTITY, DVec3::ZERO);
    let at = |place: DVec3| still(cube(1.0), DQuat::IDENTITY, place);
    let bit = f64::EPSILON;
    for (place, overlapping) in [
        (dvec3(1.0, 0.0, 0.0), true),
        (dvec3(1.0 + bit, 0.0, 0.0), false),
        (dvec3(1.0, 1.0, 1.0), true),
        (dvec3(1.0, 1.0 + bit, 1.0), false),
        (dvec3(1.0, 0.25, 1.0), true),
        (dvec3(1.0 - bit, 0.25, 0.0), true),
        (dvec3(0.0, 0.0, -1.0 - 2.0 * bit), false),
    ] {
        let (verdict, evidence) = verdict(&fixed, &at(place));
        let found = match verdict {
            OverlapVerdict::Overlapping { .. } => true,
            OverlapVerdict::Apart { .. } => false,
            OverlapVerdict::Open => panic!("open at {place}"),
        };
        assert!(found == overlapping && evidence == Evidence::Proved, "{place}: {verdict:?} {evidence:?}");
    }
}

/// Whether two convex bodies are apart along one of these directions, decided by rationals.
fn apart_by_rationals(a: &[[BigRational; 3]], b: &[[BigRational; 3]], axes: &[[BigRational; 3]]) -> bool {
    let dot = |p: &[BigRational; 3], q: &[BigRational; 3]| &p[0] * &q[0] + &p[1] * &q[1] + &p[2] * &q[2];
    axes.iter().any(|axis| {
        let range = |points: &[[BigRational; 3]]| {
            let heights: Vec<BigRational> = points.iter().map(|point| dot(axis, point)).collect();
            (heights.iter().min().cloned(), heights.iter().max().cloned())
        };
        let ((low_a, high_a), (low_b, high_b)) = (range(a), range(b));
        low_a > high_b || low_b > high_a
    })
}

/// All products of differences of the points of one or of both bodies: among them are the normals of all faces and the
/// common normals of all edges.
fn separating_axes(a: &[[BigRational; 3]], b: &[[BigRational; 3]]) -> Vec<[BigRational; 3]> {
    let edges = |points: &[[BigRational; 3]]| {
        let mut found = Vec::new();
        for (index, p) in points.iter().enumerate() {
            for q in &points[index + 1..] {
                found.push(std::array::from_fn(|axis| &q[axis] - &p[axis]));
            }
        }
        found
    };
    let all: Vec<[BigRational; 3]> = edges(a).into_iter().chain(edges(b)).collect();
    let mut axes = Vec::new();
    for (index, p) in all.iter().enumerate() {
        for q in &all[index + 1..] {
            axes.push(std::array::from_fn(|axis| {
                let (i, j) = ((axis + 1) % 3, (axis + 2) % 3);
                &p[i] * &q[j] - &p[j] * &q[i]
            }));
        }
    }
    axes
}

/// Hulls of four to six points on a coarse grid, moved until a vertex of one is in a face of the other, and by a bit
/// more or less. All separating axes are tried in rationals.
#[test]
fn convex_polyhedra_within_rounding_of_a_touch_are_decided_exactly() {
    let exact = |point: DVec3| point.to_array().map(|x| BigRational::from_float(x).expect("finite"));
    let mut random = Random::new(16);
    let (mut apart, mut meet) = (0, 0);
    for round in 0..120 {
        let count = 4 + random.below(2);
        let mut grid = || dvec3(0.0, 0.0, 0.0) + DVec3::from_array([0; 3].map(|_| random.below(9) as f64 * 0.125));
        let points: [Vec<DVec3>; 2] = [0; 2].map(|_| (0..count).map(|_| grid()).collect());
        let hulls = points.each_ref().map(|points| Convex::hull(points.clone()));
        let [Ok(hull_a), Ok(hull_b)] = hulls else { continue };
        // A vertex of `b` on a vertex, on an edge or on a triangle of `a`, and beside it by the last bit.
        let on_a = match round % 3 {
            0 => points[0][0],
            1 => 0.5 * (points[0][0] + points[0][1]),
            _ => 0.25 * (2.0 * points[0][0] + points[0][1] + points[0][2]),
        };
        let bit = [DVec3::ZERO, DVec3::X, -DVec3::Y, DVec3::Z][random.below(4)] * 2.0_f64.powi(-50);
        let shift = on_a - points[1][0] + bit;
        let placed: Vec<DVec3> = points[1].iter().map(|&point| point + shift).collect();
        let rational = [&points[0], &placed].map(|points| points.iter().map(|&point| exact(point)).collect::<Vec<_>>());
        if placed.iter().zip(&points[1]).any(|(placed, point)| {
            let sum = exact(*point).into_iter().zip(exact(shift)).map(|(p, s)| p + s);
            sum.zip(exact(*placed)).any(|(sum, placed)| sum != placed)
        }) {
            continue;
        }
        let truth = apart_by_rationals(&rational[0], &rational[1], &separating_axes(&rational[0], &rational[1]));
        let (a, b) = (still(hull_a, DQuat::IDENTITY, DVec3::ZERO), still(hull_b, DQuat::IDENTITY, shift));
        for (one, other) in [(&a, &b), (&b, &a)] {
            let (verdict, evidence) = verdict(one, other);
            let found = match verdict {
                OverlapVerdict::Overlapping { .. } => false,
                OverlapVerdict::Apart { .. } => true,
                OverlapVerdict::Open => panic!("round {round}: open, {points:?} {shift:?}"),
            };
            assert!(found == truth && evidence == Evidence::Proved, "round {round}: {verdict:?}, {points:?} {shift:?}");
        }
        apart += usize::from(truth);
        meet += usize::from(!truth);
    }
    assert!(apart > 10 && meet > 40, "{apart} apart, {meet} meet");
}

/// Boxes that are no meshes: flush, apart by the last bit, and far from the origin, where only their distance is exact.
#[test]
fn boxes_are_decided_exactly() {
    let block = |size: DVec3, place: DVec3| still(Convex::cuboid(size).expect("a box"), DQuat::IDENTITY, place);
    let fixed = block(DVec3::ONE, DVec3::ZERO);
    let bit = f64::EPSILON;
    let far = DVec3::splat(2.0_f64.powi(40));
    let quarter = DQuat::from_rotation_z(std::f64::consts::FRAC_PI_2);
    for (a, b, overlapping) in [
        (fixed.clone(), block(DVec3::ONE, DVec3::X), Some(true)),
        (fixed.clone(), block(DVec3::ONE, dvec3(1.0 + bit, 0.0, 0.0)), Some(false)),
        (fixed.clone(), block(DVec3::ONE, dvec3(1.0, 1.0 + bit, 1.0)), Some(false)),
        (fixed.clone(), block(DVec3::ONE, DVec3::ONE), Some(true)),
        (fixed.clone(), still(cube(1.0), DQuat::IDENTITY, dvec3(-1.0 - bit, 0.0, 0.0)), Some(false)),
        (block(DVec3::splat(1e-6), far), block(DVec3::splat(1e-6), far), Some(true)),
        (block(DVec3::ONE, far), block(DVec3::ONE, far + DVec3::X), Some(true)),
        // A quarter turn rounds: open within rounding.
        (fixed.clone(), still(Convex::cuboid(DVec3::ONE).expect("a box"), quarter, DVec3::X), None),
    ] {
        let (verdict, evidence) = verdict(&a, &b);
        let found = match verdict {
            OverlapVerdict::Overlapping { .. } => Some(true),
            OverlapVerdict::Apart { .. } => Some(false),
            OverlapVerdict::Open => None,
        };
        assert!(found == overlapping && evidence == Evidence::Proved, "{a:?} {b:?}: {verdict:?} {evidence:?}");
    }
}

#[test]
fn containment_is_an_overlap_with_a_common_point() {
    let (outer, inner) =
        (still(cube(3.0), DQuat::IDENTITY, DVec3::ZERO), still(cube(0.5), DQuat::from_rotation_x(0.3), DVec3::X));
    for (a, b) in [(&outer, &inner), (&inner, &outer)] {
        assert!(matches!(verdict(a, b).0, OverlapVerdict::Overlapping { .. }));
    }
    let sphere = still(Solid::sphere(0.25).expect("a sphere"), DQuat::IDENTITY, DVec3::X);
    assert!(matches!(verdict(&outer, &sphere).0, OverlapVerdict::Overlapping { .. }));
    let outside = still(Brep::sphere(0.25).expect("a sphere"), DQuat::IDENTITY, dvec3(2.0, 0.0, 0.0));
    match verdict(&outer, &outside).0 {
        OverlapVerdict::Apart { distance, .. } => assert!(distance.contains(0.25), "{distance:?}"),
        other @ (OverlapVerdict::Overlapping { .. } | OverlapVerdict::Open) => panic!("{other:?}"),
    }
}

/// The common point of crossing solids is in both: on the surface of each it is within rounding.
#[test]
fn common_points_are_in_both_boxes() {
    let mut random = Random::new(5);
    let mut overlapping = 0;
    for _ in 0..60 {
        let turn = DQuat::from_scaled_axis(vector(&mut random, 2.0));
        let place = vector(&mut random, 1.2);
        let (a, b) = (still(cube(1.0), DQuat::IDENTITY, DVec3::ZERO), still(cube(1.0), turn, place));
        if let (OverlapVerdict::Overlapping { point }, _) = verdict(&a, &b) {
            overlapping += 1;
            let local = turn.inverse() * (point - place);
            assert!(point.abs().max_element() <= 0.5 + 1e-9 && local.abs().max_element() <= 0.5 + 1e-9, "{point}");
        }
    }
    assert!((15..58).contains(&overlapping), "{overlapping} of 60 overlap");
}

/// Moves a body by a translation.
fn moved(body: &Moving, by: DVec3) -> Moving {
    let Motion::Still(pose) = body.motion() else { panic!("at rest") };
    let pose = Pose::new(pose.rotation(), pose.translation() + by).expect("a pose");
    Moving::new(body.shape().clone(), Motion::Still(pose)).expect("a body")
}

/// The translation parts the bodies, and none that is shorter than the lower end does, along any drawn direction.
#[test]
fn depths_part_the_bodies_and_nothing_shorter_does() {
    let mut random = Random::new(77);
    let shapes: [Shape; 4] = [
        cube(1.0),
        primitive::tetrahedron(1.5).expect("a tetrahedron").into(),
        primitive::torus(0.8, 0.3, 12, 8).expect("a torus").into(),
        primitive::l_extrusion(1.0, 0.8, 0.3, 0.5).expect("an angle").into(),
    ];
    let (mut deep, mut wide) = (0, 0);
    for round in 0..40 {
        let mut body = |shape: &Shape, size: f64| {
            still(shape.clone(), DQuat::from_scaled_axis(vector(&mut random, 3.0)), vector(&mut random, size))
        };
        let (a, b) = (body(&shapes[round % 4], 0.0), body(&shapes[round / 4 % 4], 0.9));
        let found = depth(&a, &b, 0.0, &Query::default()).expect("a depth");
        assert_eq!(found.evidence, Evidence::Proved);
        if found.depth.upper() == 0.0 {
            assert!(distance(&a, &b, 0.0, &Query::default()).expect("a distance").distance.lower() > 0.0);
            continue;
        }
        deep += 1;
        wide += usize::from(found.depth.width() > 1e-6);
        let parted = moved(&b, found.direction * (found.depth.upper() + 1e-6));
        let apart = distance(&a, &parted, 0.0, &Query::default()).expect("a distance");
        assert!(apart.distance.lower() > 0.0, "round {round}: {found:?} {apart:?}");
        for _ in 0..20 {
            let shorter = vector(&mut random, 1.0).normalize_or_zero() * (found.depth.lower() - 1e-9).max(0.0);
            let still_in = distance(&a, &moved(&b, shorter), 0.0, &Query::default()).expect("a distance");
            assert!(still_in.distance.lower() == 0.0, "round {round}: {shorter} parts them, {found:?}");
        }
        for region in &found.regions {
            assert!(region.depth.lower() <= found.depth.upper() && region.normal.is_normalized(), "{region:?}");
        }
    }
    assert!(deep >= 15 && wide < deep, "{deep} of 40 overlap, {wide} have wide enclosures");
}

/// Closed forms: boxes, a box in a slot, spheres.
#[test]
fn depths_have_their_closed_forms() {
    let (a, b) =
        (still(cube(2.0), DQuat::IDENTITY, DVec3::ZERO), still(cube(1.0), DQuat::IDENTITY, dvec3(0.1, 1.2, 0.3)));
    let found = depth(&a, &b, 0.0, &Query::default()).expect("a depth");
    assert!(found.depth.contains(0.3) && found.depth.width() < 1e-8, "{found:?}");
    assert!((found.direction - DVec3::Y).length() < 1e-6, "{found:?}");
    let sphere = |place: DVec3| still(Brep::sphere(1.0).expect("a sphere"), DQuat::IDENTITY, place);
    let found = depth(&sphere(DVec3::ZERO), &sphere(dvec3(0.0, 0.0, 1.5)), 0.0, &Query::default()).expect("a depth");
    assert!(found.depth.contains(0.5), "{found:?}");
    // A motion is taken at its instant.
    let turned = turning(cube(1.0), dvec3(5.0, 0.0, 0.0), dvec3(-4.5, 0.0, 0.0), DVec3::ZERO);
    let found = depth(&a, &turned, 0.9, &Query::default()).expect("a depth");
    assert!(found.depth.contains(1.5 - 0.95) && found.depth.width() < 1e-8, "{found:?}");
}
