//! The distance of bodies of spline faces.
//!
//! References: closed forms (spheres and tori of rational patches), and dense samples of both surfaces in floating
//! point, which are never closer than the true distance and exceed it by little. Invariants without a reference: the
//! answer does not depend on the order of the bodies.

#![allow(clippy::unwrap_used)] // A test may stop at the first broken expectation.

use glam::{DQuat, DVec3, dvec3};
use tangency_detect::{Evidence, Moving, PairDistance, Query, distance};
use tangency_geometry::spline::{BezierPatch, make};
use tangency_geometry::surface::Brep;
use tangency_geometry::{Feature, Motion, Pose, Rigid, Shape};
use tangency_interval::laws::Random;

fn at(brep: &Brep, pose: Pose) -> Moving {
    Moving::new(Shape::Parametric(brep.clone()), Motion::Still(pose)).expect("a body")
}

fn found(a: &Moving, b: &Moving) -> PairDistance {
    let found = distance(a, b, 0.0, &Query::default()).expect("an answer");
    assert_eq!(found.evidence, Evidence::Proved);
    assert!(found.distance.width() <= 1e-6, "{:?}", found.distance);
    let [on_a, on_b] = found.closest.points;
    assert!(on_a.distance(on_b) <= found.distance.upper() * (1.0 + 1e-12));
    found
}

fn turn(random: &mut Random) -> DQuat {
    let mut number = || random.between(-2.0, 2.0);
    DQuat::from_scaled_axis(dvec3(number(), number(), number()))
}

#[test]
fn spheres_and_tori_have_their_closed_forms() {
    let sphere = Brep::of_splines(make::sphere(0.75).unwrap()).unwrap();
    let torus = Brep::of_splines(make::torus(2.0, 0.5, 3).unwrap()).unwrap();
    let mut random = Random::new(41);
    for gap in [1e-4, 1e-2, 0.3, 4.0] {
        let frame = Pose::new(turn(&mut random), dvec3(0.3, -1.0, 2.0)).unwrap();
        let place = |x: f64, turn: DQuat| frame.compose(&Pose::new(turn, dvec3(x, 0.0, 0.0)).unwrap());
        let (here, there) = (turn(&mut random), turn(&mut random));
        // Two tori side by side in one plane, turned about their axes.
        let spun = |angle: f64| DQuat::from_rotation_z(angle);
        let cases = [
            (&sphere, place(0.0, here), &sphere, place(1.5 + gap, there)),
            (&torus, place(0.0, spun(0.3)), &torus, place(5.0 + gap, spun(0.8))),
            (&sphere, place(0.0, here), &torus, place(3.25 + gap, spun(0.1))),
        ];
        for (a, pose_a, b, pose_b) in cases {
            let answer = found(&at(a, pose_a), &at(b, pose_b));
            let slack = 1e-13;
            assert!(answer.distance.lower() - slack <= gap && gap <= answer.distance.upper() + slack, "{answer:?}");
            let reversed = found(&at(b, pose_b), &at(a, pose_a));
            assert!(!reversed.distance.disjoint(answer.distance));
        }
    }
}

/// A small sphere within a large one: the surfaces are apart, and the solids overlap. As surfaces they have a distance.
#[test]
fn a_body_inside_another_one_is_not_apart() {
    let [inner, outer] = [0.5, 2.0].map(|radius| Brep::of_splines(make::sphere(radius).unwrap()).unwrap());
    let pose = Pose::translated(dvec3(0.4, 0.0, 0.0)).unwrap();
    let solid = distance(&at(&inner, pose), &at(&outer, Pose::IDENTITY), 0.0, &Query::default()).unwrap();
    assert_eq!(solid.distance.lower(), 0.0);
    let answer = found(&at(&inner.as_surface(), pose), &at(&outer.as_surface(), Pose::IDENTITY));
    assert!((answer.distance.mid() - 1.1).abs() < 1e-6, "{answer:?}");
}

/// A wavy open sheet of bicubic patches.
fn sheet(random: &mut Random) -> Vec<BezierPatch> {
    (0..4)
        .map(|k| {
            let corner = dvec3(f64::from(k % 2), f64::from(k / 2), 0.0);
            let points = (0..16).map(|index| {
                // The inner control points are farther from the plane than the border.
                let inner = [5, 6, 9, 10].contains(&index);
                let height = if inner { random.between(-0.8, 0.8) } else { random.between(-0.1, 0.1) };
                corner + dvec3(f64::from(index / 4) / 3.0, f64::from(index % 4) / 3.0, height)
            });
            BezierPatch::new([3, 3], points.collect()).expect("a patch")
        })
        .collect()
}

fn samples(patches: &[BezierPatch], pose: &Pose, count: usize) -> Vec<DVec3> {
    let share = |index: usize| index as f64 / count as f64;
    let points = patches
        .iter()
        .flat_map(|patch| (0..=count).flat_map(move |i| (0..=count).map(move |j| patch.at(share(i), share(j), 0.0))));
    points.map(|point| pose.apply(point)).collect()
}

#[test]
fn wavy_sheets_agree_with_dense_samples() {
    let mut random = Random::new(42);
    let (mut inside, mut borders, mut total) = (0, 0, 0.0);
    for round in 0..40 {
        let (a, b) = (sheet(&mut random), sheet(&mut random));
        let lift = random.between(1.0, 3.0);
        // Half of the sheets are nearly parallel, so that their insides are closest.
        let turned = if round % 2 == 0 { turn(&mut random) } else { DQuat::from_rotation_x(random.between(-0.1, 0.1)) };
        let pose = Pose::new(turned, dvec3(random.between(-0.3, 0.3), 0.3, lift)).unwrap();
        let [brep_a, brep_b] = [&a, &b].map(|patches| Brep::of_splines(patches.clone()).unwrap().as_surface());
        let few = [samples(&a, &Pose::IDENTITY, 24), samples(&b, &pose, 24)];
        let nearest = |p: &DVec3| few[1].iter().map(|q| p.distance_squared(*q)).fold(f64::INFINITY, f64::min);
        let sampled = few[0].iter().map(nearest).fold(f64::INFINITY, f64::min).sqrt();
        // Sheets that cross are left to another method.
        if sampled < 0.1 {
            continue;
        }
        let answer = found(&at(&brep_a, Pose::IDENTITY), &at(&brep_b, pose));
        assert!(answer.distance.upper() <= sampled + 1e-12, "{answer:?} {sampled}");
        // The samples are 1/24 apart in u and v. Control points are 1/3 apart, with heights that differ by less than
        // 1.6: the slopes are below √(1 + 4.8²), and each surface has a sample within 2·4.91/48 of its closest point.
        assert!(answer.distance.lower() > sampled - 0.41, "{answer:?} {sampled}");
        total += sampled - answer.distance.lower();
        for feature in answer.closest.features {
            let Feature::Patch { parameters, .. } = feature else { panic!("{feature:?}") };
            let border = parameters.iter().any(|&x| x == 0.0 || x == 1.0);
            if border { borders += 1 } else { inside += 1 }
        }
        // The same pair in motion, at the instant at which it is there.
        let moving = Rigid::new(pose, dvec3(0.1, 0.0, 0.4), dvec3(0.3, 0.2, 0.1)).unwrap();
        let moving = Moving::new(Shape::Parametric(brep_b), Motion::Rigid(moving)).unwrap();
        let again = found(&at(&brep_a, Pose::IDENTITY), &moving);
        assert!(!again.distance.disjoint(answer.distance));
    }
    assert!(inside > 10 && borders > 10, "{inside} inside, {borders} on borders");
    // At the insides of faces the distance is flat, so that the samples are much closer than the bound on the average.
    let mean = 2.0 * total / f64::from(inside + borders);
    assert!(mean < 0.02, "{mean}");
}
