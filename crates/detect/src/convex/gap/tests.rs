//! Gaps of convex bodies against closed forms, and against directions and points drawn at random: every direction
//! bounds the gap from below, every pair of points of bodies that are apart from above.

use super::{ConvexPair, PairGap, PreparedConvex};
use glam::{DQuat, DVec3, dvec3};
use tangency_geometry::{Convex, Pose};
use tangency_interval::laws::Random;

fn unit(random: &mut Random) -> DVec3 {
    loop {
        let vector = DVec3::from_array([0; 3].map(|_| random.between(-1.0, 1.0)));
        if (0.1..1.0).contains(&vector.length()) {
            return vector.normalize();
        }
    }
}

fn pose(random: &mut Random, distance: f64) -> Pose {
    let rotation = DQuat::from_axis_angle(unit(random), random.between(0.0, 6.0));
    Pose::new(rotation, distance * unit(random)).expect("a pose")
}

/// One body of every kind, plain and rounded, about one metre large.
fn kinds(random: &mut Random) -> Vec<Convex> {
    let cloud = |random: &mut Random, count: usize| (0..count).map(|_| unit(random)).collect::<Vec<_>>();
    let plain = [
        Convex::sphere(0.8),
        Convex::capsule(0.4, 1.2),
        Convex::cuboid(dvec3(1.0, 1.2, 1.4)),
        Convex::cylinder(0.5, 1.2),
        Convex::cone(0.6, 1.2),
        Convex::ellipsoid(dvec3(0.5, 0.7, 0.9)),
        Convex::hull(cloud(random, 8)),
        Convex::hull(cloud(random, 100)),
    ]
    .map(|body| body.expect("a body"));
    let rounded = plain.clone().map(|body| body.rounded(0.1).expect("a radius"));
    plain.into_iter().chain(rounded).collect()
}

/// The lead of `b` over `a` along a direction, by support points that no table chose.
fn lead([a, b]: [&Convex; 2], [pose_a, pose_b]: [&Pose; 2], direction: DVec3) -> f64 {
    let farthest = |body: &Convex, pose: &Pose, direction: DVec3| {
        let point = body.core().farthest(pose.rotation().inverse() * direction);
        direction.dot(pose.apply(point)) + body.radius()
    };
    -farthest(b, pose_b, -direction) - farthest(a, pose_a, direction)
}

fn ask(bodies: [&Convex; 2], poses: [&Pose; 2]) -> PairGap {
    let [a, b] = bodies.map(|body| PreparedConvex::new(body.clone()));
    ConvexPair::new(a, b).gap(poses)
}

/// Bodies of all kinds, apart and overlapping. No direction contradicts the enclosure, which is narrow, and the points
/// and the normal explain it.
#[test]
fn no_direction_contradicts_a_gap() {
    let mut random = Random::new(1);
    let kinds = kinds(&mut random);
    let (mut apart, mut overlapping) = (0, 0);
    for a in &kinds {
        for b in &kinds {
            for distance in [0.0, 0.3, 0.9, 1.4, 2.5, 1e5] {
                let poses = [Pose::IDENTITY, pose(&mut random, distance)];
                let poses = [&poses[0], &poses[1]];
                let found = ask([a, b], poses);
                let context = || format!("{a:?} {b:?} {:?}: {found:?}", poses[1]);
                for _ in 0..40 {
                    let direction = unit(&mut random);
                    assert!(lead([a, b], poses, direction) <= found.gap.upper(), "{}", context());
                }
                // Bodies of revolution about one point have circles of equally short exits.
                let width = if distance == 0.0 { 1e-2 } else { 1e-6 * (4.0 + distance) };
                assert!(found.gap.width() <= width, "{}", context());
                assert!((lead([a, b], poses, found.normal) - found.gap.lower()).abs() <= width, "{}", context());
                let along = (found.points[1] - found.points[0]).dot(found.normal);
                assert!((along - found.gap.mid()).abs() <= width, "{}", context());
                match found.overlap() {
                    Some(false) => apart += 1,
                    Some(true) => overlapping += 1,
                    None => panic!("open: {}", context()),
                }
            }
        }
    }
    assert!(apart > 500 && overlapping > 500, "{apart} apart, {overlapping} overlapping");
}

/// The same with the bodies swapped, and with the memory of other questions.
#[test]
fn swapped_bodies_and_warm_starts_agree() {
    let mut random = Random::new(2);
    let kinds = kinds(&mut random);
    for a in &kinds {
        for b in &kinds {
            let mut pair = ConvexPair::new(a.clone().into(), b.clone().into());
            for distance in [2.2, 2.1, 1.0, 0.5, 1.9] {
                let poses = [pose(&mut random, 0.1), pose(&mut random, distance)];
                let warm = pair.gap([&poses[0], &poses[1]]);
                let quick = pair.distance([&poses[0], &poses[1]]);
                for other in [ask([a, b], [&poses[0], &poses[1]]), ask([b, a], [&poses[1], &poses[0]])] {
                    assert!(!warm.gap.intersection(other.gap).is_empty(), "{warm:?} {other:?}");
                    assert_eq!(warm.overlap(), other.overlap());
                }
                assert_eq!(quick.overlap(), warm.overlap());
                assert!(!quick.distance().intersection(warm.distance()).is_empty(), "{quick:?} {warm:?}");
            }
        }
    }
}

fn at(translation: DVec3) -> Pose {
    Pose::translated(translation).expect("a pose")
}

/// Gaps in closed form, among them those of bodies that only just touch or are degenerate.
#[test]
fn closed_forms() {
    let ball = |radius: f64| Convex::sphere(radius).expect("a ball");
    let cuboid = |size: DVec3| Convex::cuboid(size).expect("a box");
    let capsule = |radius: f64, length: f64| Convex::capsule(radius, length).expect("a capsule");
    let hull = |points: &[DVec3]| Convex::hull(points.to_vec()).expect("a hull");
    let flat = hull(&[dvec3(-1.0, -1.0, 0.0), dvec3(1.0, -1.0, 0.0), dvec3(0.0, 1.0, 0.0)]);
    let turned = Pose::new(DQuat::from_rotation_x(std::f64::consts::FRAC_PI_2), dvec3(0.0, 0.0, 0.3)).expect("a pose");
    let cases = [
        (ball(1.0), ball(0.5), at(dvec3(0.0, 3.0, 4.0)), 3.5),
        (ball(1.0), ball(0.5), Pose::IDENTITY, -1.5),
        (ball(1.0), ball(0.5), at(dvec3(0.0, 0.0, 1.4)), -0.1),
        (capsule(0.5, 2.0), ball(0.5), at(dvec3(2.0, 0.0, 0.7)), 1.0),
        (capsule(0.5, 2.0), ball(0.5), at(dvec3(0.0, 0.0, 0.7)), -1.0),
        (capsule(0.5, 2.0), capsule(0.5, 2.0), turned, -1.0),
        (capsule(0.5, 2.0), capsule(0.5, 4.0), at(dvec3(2.0, 0.0, 0.0)), 1.0),
        (cuboid(dvec3(2.0, 2.0, 2.0)), ball(0.25), at(dvec3(0.2, 0.3, 0.5)), -0.75),
        (cuboid(dvec3(2.0, 2.0, 2.0)), ball(1.0), at(dvec3(0.2, 0.3, 3.0)), 1.0),
        (cuboid(dvec3(2.0, 2.0, 2.0)), cuboid(dvec3(2.0, 2.0, 2.0)), at(dvec3(0.2, 0.3, 1.5)), -0.5),
        (cuboid(dvec3(2.0, 2.0, 2.0)), cuboid(dvec3(2.0, 2.0, 2.0)), at(dvec3(3.0, 3.0, 0.5)), 2.0_f64.sqrt()),
        (cuboid(dvec3(1e-3, 1e-3, 1e-3)), cuboid(dvec3(1e3, 1e3, 1e3)), at(dvec3(0.0, 0.0, 501.0)), 1.0 - 5e-4),
        (flat.clone(), ball(0.5), at(dvec3(0.0, 0.0, 0.2)), -0.3),
        (flat.clone(), flat.clone(), at(dvec3(0.1, 0.0, 0.25)), 0.25),
        (hull(&[dvec3(0.0, 0.0, 0.5)]), ball(0.5), at(dvec3(0.0, 0.0, 2.0)), 1.0),
        (
            Convex::cylinder(0.5, 1.0).expect("a body"),
            Convex::cylinder(0.5, 1.0).expect("a body"),
            at(dvec3(1.5, 0.0, 0.3)),
            0.5,
        ),
        (Convex::cylinder(0.5, 1.0).expect("a body"), ball(0.1), at(dvec3(0.0, 0.1, 0.05)), -0.5),
        (Convex::cylinder(0.5, 1.0).expect("a body"), ball(0.1), at(dvec3(0.0, 0.1, 0.3)), -0.3),
        (Convex::cone(0.5, 1.0).expect("a body"), ball(0.5), at(dvec3(0.0, 0.0, 2.0)), 0.5),
        (Convex::cone(3.0, 4.0).expect("a body"), ball(0.5), at(dvec3(0.0, 0.0, 2.0)), -1.7),
        (Convex::cone(3.0, 4.0).expect("a body"), ball(0.5), at(dvec3(0.0, 0.0, 0.5)), -1.0),
        (Convex::ellipsoid(dvec3(1.0, 2.0, 3.0)).expect("a body"), ball(1.0), at(dvec3(0.0, 0.0, 5.0)), 1.0),
        (Convex::ellipsoid(dvec3(1.0, 2.0, 3.0)).expect("a body"), ball(0.5), Pose::IDENTITY, -1.5),
    ];
    for (a, b, pose, expected) in cases {
        let found = ask([&a, &b], [&Pose::IDENTITY, &pose]);
        let narrow = found.gap.width() < 1e-8 * (1.0 + pose.translation().length());
        let holds = found.gap.lower() <= expected + 1e-15 && found.gap.upper() >= expected - 1e-15;
        assert!(holds && narrow, "{a:?} {b:?}: {expected}, but {found:?}");
    }
}

/// Bodies that touch exactly are open or overlap; a gap far above rounding is seen, however small.
#[test]
fn grazing_bodies_are_decided_down_to_rounding() {
    let bodies = [Convex::cuboid(DVec3::ONE), Convex::cylinder(0.5, 1.0), Convex::ellipsoid(dvec3(0.3, 0.4, 0.5))];
    for a in bodies.iter().map(|body| body.as_ref().expect("a body")) {
        for b in bodies.iter().map(|body| body.as_ref().expect("a body")) {
            for gap in [0.0, 1e-15, 1e-12, 1e-9, 1e-6] {
                for gap in [gap, -gap] {
                    let found = ask([a, b], [&Pose::IDENTITY, &at(dvec3(0.0, 0.0, 1.0 + gap))]);
                    assert!(found.gap.lower() <= gap + 2e-16 && found.gap.upper() >= gap - 2e-16, "{gap}: {found:?}");
                    if gap.abs() >= 1e-12 {
                        assert_eq!(found.overlap(), Some(gap < 0.0), "{gap}: {a:?} {b:?} {found:?}");
                    }
                }
            }
        }
    }
}

/// Sizes whose products leave the range of doubles prove nothing.
#[test]
fn absurd_sizes_prove_nothing() {
    let far = Pose::translated(dvec3(1e200, 0.0, 0.0)).expect("a pose");
    let ball = Convex::sphere(1.0).expect("a ball");
    assert_eq!(ask([&ball, &ball], [&Pose::IDENTITY, &far]).overlap(), None);
}

/// A ball beside a box, a cylinder or a cone, its centre inside and outside of every part of the surface: the lead
/// along the normal is the gap up to rounding, and no other direction leads by more.
#[test]
fn balls_beside_bodies_have_tight_gaps() {
    let mut random = Random::new(4);
    let ball = Convex::sphere(0.2).unwrap();
    let bodies = [Convex::cuboid(dvec3(1.0, 1.2, 1.4)), Convex::cylinder(0.5, 1.2), Convex::cone(0.6, 1.2)];
    let mut inside = 0;
    for body in bodies.map(|body| body.unwrap()) {
        for case in 0..3_000 {
            let places = [pose(&mut random, 3.0), pose(&mut random, 3.0)];
            // Points on the axis and on the planes of faces have coordinates that are exactly zero.
            let local = DVec3::from_array([0; 3].map(|_| {
                let number = random.between(-1.2, 1.2);
                if case % 3 == 0 { (4.0 * number).round() / 4.0 } else { number }
            }));
            let centre = Pose::new(places[1].rotation(), places[0].apply(local)).unwrap();
            for poses in [[&centre, &places[0]], [&places[0], &centre]] {
                let pair = if poses[0] == &centre { [&ball, &body] } else { [&body, &ball] };
                let found = ask(pair, poses);
                let context = || format!("{body:?} {local}: {found:?}");
                // A centre on the surface is left to the search.
                if found.gap.contains(-0.2) {
                    continue;
                }
                assert!(found.gap.width() < 1e-12, "{}", context());
                assert!((lead(pair, poses, found.normal) - found.gap.mid()).abs() < 1e-12, "{}", context());
                for _ in 0..10 {
                    assert!(lead(pair, poses, unit(&mut random)) <= found.gap.upper(), "{}", context());
                }
                let along = (found.points[1] - found.points[0]).dot(found.normal);
                assert!((along - found.gap.mid()).abs() < 1e-12, "{}", context());
                inside += usize::from(found.gap.upper() < -0.2);
            }
        }
    }
    assert!((1_000..9_000).contains(&inside), "{inside} centres inside");
}
