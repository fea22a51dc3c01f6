//! Distance, overlap and depth of convex bodies through the questions for all pairs.

use glam::{DQuat, DVec3, dvec3};
use tangency_detect::{ConvexPair, Moving, OverlapVerdict, PreparedConvex, Query, depth, distance, overlap};
use tangency_geometry::{Convex, Motion, Pose, Shape, primitive};
use tangency_interval::laws::Random;

/// Why constructors cannot fail here.
const SOUND: &str = "the numbers of the test are sound";

fn body(shape: impl Into<Shape>, pose: Pose) -> Moving {
    Moving::new(shape.into(), Motion::Still(pose)).expect(SOUND)
}

fn vector(random: &mut Random) -> DVec3 {
    dvec3(random.between(-1.0, 1.0), random.between(-1.0, 1.0), random.between(-1.0, 1.0))
}

fn pose(random: &mut Random) -> Pose {
    let turn = DQuat::from_scaled_axis(3.0 * vector(random));
    Pose::new(turn, 0.8 * vector(random)).expect(SOUND)
}

fn convex(random: &mut Random) -> Convex {
    let size = dvec3(random.between(0.1, 1.0), random.between(0.1, 1.0), random.between(0.1, 1.0));
    let convex = match random.below(7) {
        0 => Convex::sphere(size.x),
        1 => Convex::capsule(size.x, size.y),
        2 => Convex::cuboid(size),
        3 => Convex::cylinder(size.x, size.y),
        4 => Convex::cone(size.x, size.y),
        5 => Convex::ellipsoid(size),
        _ => Convex::hull((0..9).map(|_| size * vector(random)).collect()),
    };
    let convex = convex.expect(SOUND);
    if random.below(3) == 0 { convex.rounded(0.2).expect(SOUND) } else { convex }
}

/// Whether a point is within a distance of a convex body.
fn near(convex: &Convex, pose: &Pose, point: DVec3, distance: f64) -> bool {
    let dot = Convex::sphere(1e-12).expect(SOUND);
    let mut pair = ConvexPair::new(convex.clone().into(), PreparedConvex::new(dot));
    pair.distance([pose, &Pose::translated(point).expect(SOUND)]).gap.lower() <= distance
}

#[test]
fn a_sphere_and_a_box() {
    let ball = body(Convex::sphere(1.0).expect(SOUND), Pose::IDENTITY);
    let brick = |x: f64| {
        body(primitive::cuboid(dvec3(2.0, 2.0, 2.0)).expect(SOUND), Pose::translated(dvec3(x, 0.2, 0.0)).expect(SOUND))
    };
    let far = distance(&ball, &brick(3.5), 0.0, &Query::default()).expect(SOUND);
    assert!(far.distance.contains(1.5) && far.distance.width() < 1e-12, "{far:?}");
    assert!(far.closest.points[0].distance(DVec3::X) < 1e-9 && far.closest.normal.distance(DVec3::X) < 1e-9);
    let deep = depth(&ball, &brick(1.5), 0.0, &Query::default()).expect(SOUND);
    assert!(
        deep.depth.contains(0.5) && deep.depth.width() < 1e-9 && deep.direction.distance(DVec3::X) < 1e-6,
        "{deep:?}"
    );
}

/// The common point of random overlaps is a point of both bodies. Distances agree with the gap of the pair, whichever
/// body comes first.
#[test]
fn overlaps_have_a_common_point() {
    let mut random = Random::new(77);
    let (mut overlapping, mut apart) = (0, 0);
    for round in 0..2_000 {
        let (shapes, poses) = ([convex(&mut random), convex(&mut random)], [pose(&mut random), pose(&mut random)]);
        let bodies = [0, 1].map(|i: usize| body(shapes[i].clone(), poses[i]));
        match overlap(&bodies[0], &bodies[1], 0.0, &Query::default()).expect(SOUND).verdict {
            OverlapVerdict::Overlapping { point } => {
                overlapping += 1;
                for (shape, pose) in shapes.iter().zip(&poses) {
                    assert!(near(shape, pose, point, 1e-9), "round {round}: {point} of {shapes:?} at {poses:?}");
                }
            }
            OverlapVerdict::Apart { distance: measured, closest } => {
                apart += 1;
                let swapped = distance(&bodies[1], &bodies[0], 0.0, &Query::default()).expect(SOUND);
                assert!(!measured.disjoint(swapped.distance), "round {round}: {measured:?} and {swapped:?}");
                let between = closest.points[0].distance(closest.points[1]);
                assert!((between - measured.mid()).abs() < 1e-6, "round {round}: {between} and {measured:?}");
            }
            OverlapVerdict::Open => panic!("round {round}: open: {shapes:?}"),
        }
    }
    assert!(overlapping > 500 && apart > 300, "{overlapping} overlap, {apart} apart");
}
