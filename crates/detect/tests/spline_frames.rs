//! Contacts of many bodies of splines, frame after frame, and of the faces of two bodies.
//!
//! References: closed forms of spheres and tori; the curves of `intersection_curves` for poses without a closed form.
//! Invariants without a reference: static heights, kept levels and coherence change no verdict.

#![allow(clippy::unwrap_used)] // A test may stop at the first broken expectation.

use glam::{DQuat, DVec3, dvec3};
use std::sync::Arc;
use tangency_detect::{
    DetectError, Moving, Prepared, Query, SplineBodies, SplineBodiesOptions, SurfaceVerdict, face_contacts,
    intersection_curves,
};
use tangency_geometry::spline::{BezierPatch, make};
use tangency_geometry::surface::Brep;
use tangency_geometry::{Feature, Motion, Pose, Shape, primitive};
use tangency_interval::laws::Random;

fn prepared(patches: Vec<BezierPatch>) -> Arc<Prepared> {
    Arc::new(Prepared::new(Shape::Parametric(Brep::of_splines(patches).unwrap())))
}

fn random_pose(random: &mut Random, spread: f64) -> Pose {
    let mut vector =
        |size: f64| dvec3(random.between(-size, size), random.between(-size, size), random.between(-size, size));
    Pose::new(DQuat::from_scaled_axis(vector(3.0)), vector(spread)).unwrap()
}

/// Spheres of random places: whether their surfaces meet follows from the distance of the centres.
#[test]
fn spheres_meet_as_their_centres_say() {
    let radii = [1.0, 0.6, 0.6, 0.35, 0.35, 0.35];
    let shapes: Vec<Arc<Prepared>> = [1.0, 0.6, 0.35].map(|radius| prepared(make::sphere(radius).unwrap())).to_vec();
    let bodies = [0, 1, 1, 2, 2, 2].map(|shape: usize| Arc::clone(&shapes[shape])).to_vec();
    let mut watched = SplineBodies::new(bodies, SplineBodiesOptions::default()).unwrap();
    let mut random = Random::new(3);
    let (mut meeting, mut apart) = (0, 0);
    for _ in 0..60 {
        let poses: Vec<Pose> = radii.iter().map(|_| random_pose(&mut random, 1.2)).collect();
        let met = watched.meetings(&poses).unwrap();
        for i in 0..6 {
            for j in i + 1..6 {
                let between = poses[i].translation().distance(poses[j].translation());
                let surfaces = between < radii[i] + radii[j] && between > f64::abs(radii[i] - radii[j]);
                let found = met.iter().find(|met| met.bodies == [i, j]);
                assert_eq!(found.is_some(), surfaces, "{between} of {} and {}", radii[i], radii[j]);
                meeting += u32::from(surfaces);
                apart += u32::from(!surfaces);
                let Some(found) = found else { continue };
                let SurfaceVerdict::Meeting(common) = found.verdict else { panic!("open: {found:?}") };
                assert!(common.error < 1e-9, "{common:?}");
                for (body, radius) in [(i, radii[i]), (j, radii[j])] {
                    let off = (common.point.distance(poses[body].translation()) - radius).abs();
                    assert!(off <= common.error, "{off} {}", common.error);
                }
            }
        }
    }
    assert!(meeting > 200 && apart > 200, "{meeting} {apart}");
}

/// Heights, memory and coherence change the cost and no verdict. Tori drift slowly, so that known points are used.
#[test]
fn options_change_no_verdict() {
    let ring = prepared(make::torus(1.0, 0.3, 3).unwrap());
    let frames: Vec<[Pose; 3]> = {
        let mut random = Random::new(8);
        let starts = [0, 1, 2].map(|_| random_pose(&mut random, 1.4));
        let drifts = [0, 1, 2].map(|_| random_pose(&mut random, 0.02).translation());
        let place = |step: usize, k: usize| {
            Pose::new(starts[k].rotation(), starts[k].translation() + step as f64 * drifts[k]).unwrap()
        };
        (0..40).map(|step| [0, 1, 2].map(|k| place(step, k))).collect()
    };
    let verdicts = |options: SplineBodiesOptions| -> (Vec<Vec<[usize; 2]>>, [usize; 2], u64) {
        let mut watched = SplineBodies::new(vec![Arc::clone(&ring); 3], options).unwrap();
        let met = frames.iter().map(|poses| {
            let met = watched.meetings(poses).unwrap();
            assert!(met.iter().all(|met| matches!(met.verdict, SurfaceVerdict::Meeting(_))));
            met.iter().map(|met| met.bodies).collect()
        });
        let met = met.collect();
        (met, watched.tree_bytes(), watched.effort().built)
    };
    let standard = SplineBodiesOptions::default();
    let (expected, ..) = verdicts(standard);
    let count: usize = expected.iter().map(Vec::len).sum();
    assert!((20..110).contains(&count), "{count}");
    let mut last = u64::MAX;
    for static_height in [0, 2, 7] {
        let (found, [fixed, grown], built) =
            verdicts(SplineBodiesOptions { static_height, keep_grown: false, ..standard });
        assert_eq!(found, expected);
        assert!(fixed == 9 * 120 * ((2 << static_height) - 1) && grown == 0, "{fixed} {grown}");
        assert!(built < last, "more static levels leave less to build");
        last = built;
    }
    let (found, [_, grown], _) = verdicts(SplineBodiesOptions { grown_bytes: 0, ..standard });
    assert!(found == expected && grown == 0);
    // Each pair of bodies agrees with the curves.
    let bodies = frames[0].map(|pose| Moving::of(Arc::clone(&ring), Motion::Still(pose)).unwrap());
    let query = Query { tolerance: 1e-3, ..Query::default() };
    for [i, j] in [[0, 1], [0, 2], [1, 2]] {
        let curves = intersection_curves(&bodies[i], &bodies[j], 0.0, &query).unwrap();
        assert_eq!(curves.apart(), !expected[0].contains(&[i, j]));
    }
}

/// Every pair of faces that the curve passes is listed, with a proved point, and no other.
#[test]
fn faces_that_meet_are_listed() {
    let sphere = prepared(make::sphere(1.0).unwrap());
    let mut random = Random::new(12);
    for _ in 0..6 {
        let pose = random_pose(&mut random, 0.9);
        let [a, b] = [Pose::IDENTITY, pose].map(|pose| Moving::of(Arc::clone(&sphere), Motion::Still(pose)).unwrap());
        let query = Query { tolerance: 1e-4, ..Query::default() };
        let listed = face_contacts(&a, &b, 0.0, &query).unwrap();
        let curves = intersection_curves(&a, &b, 0.0, &query).unwrap();
        let index = |feature: &Feature| {
            let Feature::Patch { index, .. } = feature else { panic!("a face") };
            *index
        };
        let mut expected: Vec<[u32; 2]> = curves
            .curves
            .iter()
            .flat_map(|curve| curve.features.iter().map(|f| [index(&f[0]), index(&f[1])]))
            .collect();
        expected.sort_unstable();
        expected.dedup();
        let mut found: Vec<[u32; 2]> = listed.iter().map(|contact| contact.faces).collect();
        found.sort_unstable();
        assert_eq!(found, expected);
        for contact in listed {
            let SurfaceVerdict::Meeting(common) = contact.verdict else { panic!("open: {contact:?}") };
            assert!((common.point.length() - 1.0).abs() <= common.error && common.error < 1e-9);
            assert!((common.point.distance(pose.translation()) - 1.0).abs() <= common.error);
        }
    }
}

/// Spheres that touch in a point stay open, and a gap of a micrometre is proved.
#[test]
fn tangency_is_open_and_a_gap_is_proved() {
    let sphere = prepared(make::sphere(1.0).unwrap());
    let options = SplineBodiesOptions { tolerance: 1e-4, ..SplineBodiesOptions::default() };
    let mut watched = SplineBodies::new(vec![Arc::clone(&sphere), sphere], options).unwrap();
    let direction = dvec3(0.48, 0.64, 0.6);
    let at = |distance: f64| [Pose::IDENTITY, Pose::translated(distance * direction).unwrap()];
    let touching = watched.meetings(&at(2.0)).unwrap();
    let [met] = &touching[..] else { panic!("{touching:?}") };
    let SurfaceVerdict::Open { point, radius } = met.verdict else { panic!("{met:?}") };
    assert!(point.distance(direction) < 0.03 && radius <= 1e-4, "{point} {radius}");
    assert!(watched.meetings(&at(2.0 + 1e-6)).unwrap().is_empty());
    let inside = watched.meetings(&at(2.0 - 1e-4)).unwrap();
    assert!(matches!(inside[..], [met] if matches!(met.verdict, SurfaceVerdict::Meeting(_))), "{inside:?}");
}

#[test]
fn bad_input_is_refused() {
    let cube = Arc::new(Prepared::new(Shape::Polyhedron(primitive::cuboid(DVec3::ONE).unwrap())));
    let refused = SplineBodies::new(vec![cube], SplineBodiesOptions::default());
    assert!(matches!(refused, Err(DetectError::NotSplines { .. })), "{refused:?}");
    let sphere = prepared(make::sphere(1.0).unwrap());
    let options = SplineBodiesOptions { tolerance: 0.0, ..SplineBodiesOptions::default() };
    assert!(matches!(SplineBodies::new(vec![Arc::clone(&sphere)], options), Err(DetectError::Length { .. })));
    let mut one = SplineBodies::new(vec![sphere], SplineBodiesOptions::default()).unwrap();
    assert!(one.meetings(&[]).is_err() && one.meetings(&[Pose::IDENTITY]).unwrap().is_empty());
}
