//! Overlaps and depths at an instant.

use super::{still, turning, vector};
use glam::{DQuat, DVec3, dvec3};
use tangency_detect::{Evidence, Moving, OverlapVerdict, Query, depth, distance, overlap};
use tangency_geometry::surface::Brep;
use tangency_geometry::{Motion, Pose, Shape, Solid, primitive};
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
