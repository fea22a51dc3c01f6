//! The built-in scenes of the experiments of Krishnan et al. 1998, and the curves of spline bodies in measurements.
//!
//! References: the closed form of the chain; for the goblets, which have none, shell trees at instants before and after
//! the contact, another method with proofs of its own; circles of spheres; tangent planes of the teapot's side at
//! samples.

#![allow(clippy::unwrap_used, reason = "a broken expectation stops the test")]

use std::f64::consts::PI;
use std::sync::Arc;
use tangency::detect::{Evidence, Prepared, SplineBodies, SplineBodiesOptions, SurfaceVerdict};
use tangency::formats::measurement::OverlapName;
use tangency::geometry::surface::Brep;
use tangency::geometry::{Placement, Pose, Shape};
use tangency::glam::{DVec3, dvec3};
use tangency::scenes::{self, goblets, teapot_sides, tori_chain};
use tangency::{CheckOptions, MeasureOptions, Scene, check, measure};

/// Neighbours that drift apart touch where the chain is tight: their centres are `2·RADIUS − 2·TUBE` apart. In a chain
/// of five these are links 2 and 3, and links 4 and 5, at the same time.
#[test]
fn the_chain_gets_tight_at_two_places() {
    use tori_chain::{RADIUS, SPACING, SPEED, TUBE};
    let report = check(&scenes::find("tori-chain").unwrap().make(), &CheckOptions::default()).unwrap();
    assert_eq!((report.verdict.name(), report.evidence), ("touch", Evidence::Proved));
    let time = (2.0 * RADIUS - 2.0 * TUBE - SPACING) / (2.0 * SPEED);
    let [from, to] = report.time().unwrap();
    assert!(from <= time + 1e-14 && time <= to + 1e-14 && to - from < 1e-6, "{time} in [{from}, {to}]");
    let mut pairs: Vec<[&str; 2]> = report.contacts().iter().map(|contact| [&contact.a[..], &contact.b[..]]).collect();
    pairs.sort_unstable();
    pairs.dedup();
    assert_eq!(pairs, [["link 2", "link 3"], ["link 4", "link 5"]]);
    for contact in report.contacts() {
        let first = if contact.a == "link 2" { 1 } else { 3 };
        let place = tori_chain::place(first) + time * tori_chain::velocity(first) + (RADIUS - TUBE) * DVec3::X;
        assert!(DVec3::from(contact.point).distance(place) < 1e-6 && contact.proved, "{contact:?}");
    }
}

/// The surfaces of the goblets, watched by shell trees.
fn watched() -> SplineBodies {
    let brep = Brep::of_splines(goblets::patches()).unwrap();
    assert!(brep.faces().len() == 72 && brep.is_solid());
    let goblet = Arc::new(Prepared::new(Shape::Parametric(brep)));
    SplineBodies::new(vec![goblet; goblets::COUNT], SplineBodiesOptions::default()).unwrap()
}

fn poses(scene: &Scene, time: f64) -> Vec<Pose> {
    let pose = |placement| match placement {
        Placement::Pose(pose) => pose,
        Placement::Points(_) | Placement::Expression(_) => panic!("goblets are rigid"),
    };
    scene.bodies.iter().map(|body| pose(body.motion.at(time))).collect()
}

/// Before the bracket shell trees prove all goblets apart, and soon after it they prove that the two of the contact
/// meet.
#[test]
fn the_goblets_meet_when_shell_trees_say_so() {
    let scene = scenes::find("goblets").unwrap().make();
    let report = check(&scene, &CheckOptions::default()).unwrap();
    assert_eq!((report.verdict.name(), report.evidence), ("touch", Evidence::Proved));
    let [from, to] = report.time().unwrap();
    assert!(from > 0.05 && to - from < 1e-6, "[{from}, {to}]");
    let mut bodies = watched();
    for share in [0.0, 0.2, 0.4, 0.6, 0.8, 0.95, 0.999] {
        let met = bodies.meetings(&poses(&scene, share * from)).unwrap();
        assert!(met.is_empty(), "{met:?} at {share} of {from}");
    }
    let met = bodies.meetings(&poses(&scene, to + 1e-3)).unwrap();
    let [met] = &met[..] else { panic!("{met:?}") };
    let SurfaceVerdict::Meeting(common) = met.verdict else { panic!("{met:?}") };
    let contact = &report.contacts()[0];
    assert_eq!(met.bodies.map(|body| scene.bodies[body].name.clone()), [contact.a.clone(), contact.b.clone()]);
    assert!(common.point.distance(DVec3::from(contact.point)) < 0.03);
}

/// A surface that is enlarged about a point moves along its normals by that share of the distance from the point to its
/// tangent planes: 0.2 mm here. The scene is clear, shell trees agree where it ends, and the clearance is no larger.
#[test]
fn close_parallel_sides_stay_apart() {
    let centre = dvec3(0.0, 0.0, 0.09);
    for patch in teapot_sides::enlarged(0.0) {
        for (u, v) in (1..20).flat_map(|i| (1..20).map(move |j| (0.05 * f64::from(i), 0.05 * f64::from(j)))) {
            let along_u = patch.at(u + 1e-4, v, 0.0) - patch.at(u - 1e-4, v, 0.0);
            let along_v = patch.at(u, v + 1e-4, 0.0) - patch.at(u, v - 1e-4, 0.0);
            let reach = (patch.at(u, v, 0.0) - centre).dot(along_u.cross(along_v).normalize()).abs();
            assert!((0.197..0.202).contains(&reach), "{reach} at {u}, {v}");
        }
    }
    let report = check(&scenes::find("close-parallel").unwrap().make(), &CheckOptions::default()).unwrap();
    assert_eq!((report.verdict.name(), report.evidence), ("clear", Evidence::Proved));
    let [inner, outer] = [0.0, teapot_sides::ENLARGED].map(|share| {
        let sides = Brep::of_splines(teapot_sides::enlarged(share)).unwrap();
        Arc::new(Prepared::new(Shape::Parametric(sides)))
    });
    let mut bodies = SplineBodies::new(vec![inner, outer], SplineBodiesOptions::default()).unwrap();
    assert!(bodies.meetings(&[Pose::IDENTITY; 2]).unwrap().is_empty());
    // A fifth of a millimetre is free, and no more: moved by half of one, the copy crosses the side.
    let across = [Pose::IDENTITY, Pose::translated(dvec3(0.0, 5e-4, 0.0)).unwrap()];
    let met = bodies.meetings(&across).unwrap();
    assert!(matches!(met[..], [ref met] if matches!(met.verdict, SurfaceVerdict::Meeting(_))), "{met:?}");
}

/// Spheres of splines that overlap: the measurement lists their circle if it is asked to.
#[test]
fn a_measurement_lists_the_curves_of_an_overlap() {
    let sphere =
        || Shape::Parametric(Brep::of_splines(tangency::geometry::spline::make::sphere(1.0).unwrap()).unwrap());
    let mut scene = scenes::find("teapots").unwrap().make();
    for (body, x) in scene.bodies.iter_mut().zip([0.0, 1.2]) {
        body.shape = sphere();
        body.motion = tangency::geometry::Motion::Still(Pose::translated(dvec3(x, 0.1, 0.2)).unwrap());
    }
    let options = MeasureOptions { intersections: true, tolerance: Some(1e-4), ..MeasureOptions::default() };
    let found = measure(&scene, &options).unwrap();
    let pair = &found.pairs[0];
    let meeting = pair.intersection.as_ref().unwrap();
    assert!(pair.verdict == OverlapName::Overlap && meeting.complete && meeting.open_count == 0);
    let [circle] = &meeting.curves[..] else { panic!("{} curves", meeting.curves.len()) };
    assert!(circle.closed && circle.error.unwrap() < 1.01e-4);
    let length: f64 = circle.points.windows(2).map(|ends| DVec3::from(ends[0]).distance(ends[1].into())).sum();
    assert!(length < 1.6 * PI && length > 1.599 * PI, "{length}");
    assert!(circle.points.iter().all(|&point| (DVec3::from(point).distance(dvec3(0.6, 0.1, 0.2)) - 0.8).abs() < 1e-9));
    let read = tangency::Measurement::from_json(&found.to_json().unwrap()).unwrap();
    assert_eq!(read, found);
    let without = measure(&scene, &MeasureOptions { intersections: false, ..options }).unwrap();
    assert!(without.pairs[0].intersection.is_none());
}
