//! Hostile corners: numbers that are none, bodies without thickness, centres that coincide, bodies without end, and
//! bodies that jump or contain each other. Each is a clear error or the right answer.
//!
//! References: closed forms; for depths, the least width of the difference of both bodies over many directions, which
//! bounds the depth from above, and the width along the answer's own direction.

use glam::{DQuat, DVec3, dvec3};
use std::f64::consts::PI;
use tangency_detect::{
    DetectError, Moving, OverlapVerdict, Query, Verdict, closest_approach, depth, distance, first_contact, overlap,
};
use tangency_geometry::{
    Compound, CompoundPart, Convex, HalfSpace, Linear, Motion, Piecewise, Pose, Rigid, Shape, Solid, primitive,
};
use tangency_interval::Interval;

/// Why constructors cannot fail here.
const SOUND: &str = "the numbers of the test make a body";

fn still(shape: impl Into<Shape>, place: DVec3) -> Moving {
    Moving::new(shape.into(), Motion::Still(Pose::translated(place).expect(SOUND))).expect(SOUND)
}

/// A convex body of every kind, with a length of about a metre.
fn kinds() -> Vec<Convex> {
    let corners = [dvec3(0.7, 0.1, 0.0), dvec3(-0.5, 0.6, 0.1), dvec3(-0.3, -0.7, 0.2), dvec3(0.0, 0.1, 0.9)];
    let mut hull: Vec<DVec3> = corners.to_vec();
    hull.extend(corners.map(|corner| -corner));
    vec![
        Convex::sphere(0.5).expect(SOUND),
        Convex::capsule(0.3, 1.0).expect(SOUND),
        Convex::cuboid(dvec3(1.0, 0.6, 0.8)).expect(SOUND),
        Convex::cylinder(0.4, 0.9).expect(SOUND),
        Convex::cone(0.5, 1.1).expect(SOUND),
        Convex::ellipsoid(dvec3(0.3, 0.5, 0.7)).expect(SOUND),
        Convex::hull(hull).expect(SOUND),
    ]
}

#[test]
fn numbers_that_are_none_are_refused() {
    for wrong in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 0.0, -1.0] {
        assert!(Convex::sphere(wrong).is_err(), "{wrong}");
        assert!(Convex::capsule(1.0, wrong).is_err() || wrong == 0.0, "{wrong}");
        assert!(Convex::cylinder(wrong, 1.0).is_err() && Convex::cylinder(1.0, wrong).is_err(), "{wrong}");
        assert!(Convex::cone(wrong, 1.0).is_err() && Convex::cone(1.0, wrong).is_err(), "{wrong}");
        assert!(Convex::cuboid(dvec3(1.0, wrong, 1.0)).is_err(), "{wrong}");
        assert!(Convex::ellipsoid(dvec3(1.0, 1.0, wrong)).is_err(), "{wrong}");
        assert!(Solid::torus(1.0, wrong).is_err() && Solid::sphere(wrong).is_err(), "{wrong}");
        let query = Query { tolerance: wrong, ..Query::default() };
        let [a, b] = [DVec3::ZERO, 3.0 * DVec3::X].map(|place| still(kinds()[0].clone(), place));
        assert!(matches!(first_contact(&a, &b, &query), Err(DetectError::Length { .. })), "{wrong}");
        assert!(matches!(closest_approach(&a, &b, &query), Err(DetectError::Length { .. })), "{wrong}");
    }
    for wrong in [DVec3::NAN, dvec3(0.0, f64::INFINITY, 0.0)] {
        assert!(Pose::translated(wrong).is_err() && Convex::hull(vec![wrong]).is_err());
        assert!(Rigid::new(Pose::IDENTITY, wrong, DVec3::ZERO).is_err());
        assert!(Rigid::new(Pose::IDENTITY, DVec3::ZERO, wrong).is_err());
        assert!(Linear::new(Pose::IDENTITY, wrong).is_err() && HalfSpace::facing(wrong, 0.0).is_err());
    }
    assert!(Convex::hull(Vec::new()).is_err() && HalfSpace::facing(DVec3::ZERO, 0.0).is_err());
    assert!(Compound::new(Vec::new()).is_err(), "an empty compound");
}

/// A point, a segment, a triangle and a square as hulls: they have distances and contacts, and overlap nothing that
/// they do not reach.
#[test]
fn hulls_without_thickness() {
    let flat = [
        vec![DVec3::ZERO],
        vec![-0.5 * DVec3::X, 0.5 * DVec3::X],
        vec![-0.5 * DVec3::X, 0.5 * DVec3::X, 0.5 * DVec3::Y],
        vec![dvec3(-0.5, -0.5, 0.0), dvec3(0.5, -0.5, 0.0), dvec3(0.5, 0.5, 0.0), dvec3(-0.5, 0.5, 0.0)],
    ];
    let query = Query { tolerance: 1e-9, ..Query::default() };
    for points in flat {
        let Ok(hull) = Convex::hull(points.clone()) else { continue };
        let plate = still(hull.clone(), DVec3::ZERO);
        let ball = still(Convex::sphere(0.25).expect(SOUND), 2.0 * DVec3::Z);
        let found = distance(&plate, &ball, 0.0, &query).expect(SOUND);
        assert!(found.distance.contains(1.75) && found.distance.width() < 1e-9, "{points:?}: {found:?}");
        let verdict = overlap(&plate, &ball, 0.0, &query).expect(SOUND).verdict;
        assert!(matches!(verdict, OverlapVerdict::Apart { .. }), "{points:?}: {verdict:?}");
        let fall = Linear::new(Pose::translated(2.0 * DVec3::Z).expect(SOUND), -2.0 * DVec3::Z).expect(SOUND);
        let falling = Moving::new(Convex::sphere(0.25).expect(SOUND).into(), Motion::Linear(fall)).expect(SOUND);
        let answer = first_contact(&plate, &falling, &query).expect(SOUND);
        let Verdict::Touch(first) = answer.verdict else { panic!("{points:?}: {answer:?}") };
        assert!(first.time.contains(0.875) && first.time.width() < 1e-6, "{points:?}: {:?}", first.time);
        // Twice the same plate, a little above itself.
        let above = still(hull, 1e-9 * DVec3::Z);
        let found = distance(&plate, &above, 0.0, &query).expect(SOUND);
        assert!(found.distance.contains(1e-9) && found.distance.width() < 1e-12, "{points:?}: {found:?}");
    }
}

/// Directions all over the sphere.
fn directions() -> impl Iterator<Item = DVec3> {
    let count = 4_000;
    (0..count).map(move |index| {
        let z = 1.0 - (2.0 * f64::from(index) + 1.0) / f64::from(count);
        let (radius, angle) = ((1.0 - z * z).sqrt(), PI * (3.0 - 5.0_f64.sqrt()) * f64::from(index));
        dvec3(radius * angle.cos(), radius * angle.sin(), z)
    })
}

/// Bodies at one place and with one orientation, and turned by a right angle: all overlap, and the depth is no more
/// than the way out along any direction.
#[test]
fn coincident_centres() {
    let query = Query { tolerance: 1e-9, ..Query::default() };
    let kinds = kinds();
    for a in &kinds {
        for b in &kinds {
            for turn in [DQuat::IDENTITY, DQuat::from_rotation_y(0.5 * PI), DQuat::from_rotation_x(1.0)] {
                let pose = Pose::new(turn, DVec3::ZERO).expect(SOUND);
                let one = still(a.clone(), DVec3::ZERO);
                let other = Moving::new(b.clone().into(), Motion::Still(pose)).expect(SOUND);
                let way = |along: DVec3| {
                    let back = turn * b.farthest(turn.inverse() * -along);
                    along.dot(a.farthest(along) - back)
                };
                let least = directions().map(way).fold(f64::INFINITY, f64::min);
                let name = format!("{:?} and {:?} turned by {turn}", a.core(), b.core());
                let verdict = overlap(&one, &other, 0.0, &query).expect(SOUND).verdict;
                assert!(matches!(verdict, OverlapVerdict::Overlapping { .. }), "{name}: {verdict:?}");
                let found = depth(&one, &other, 0.0, &query).expect(SOUND);
                assert!(found.depth.lower() > 0.0 && found.depth.lower() <= least, "{name}: {found:?}, not {least}");
                let own = [way(found.direction), way(-found.direction)];
                let own = own.into_iter().fold(f64::INFINITY, f64::min);
                assert!((found.direction.length() - 1.0).abs() < 1e-12, "{name}: {found:?}");
                assert!(own <= found.depth.upper() + 1e-9, "{name}: {own} along the direction of {found:?}");
                let apart = distance(&one, &other, 0.0, &query).expect(SOUND);
                assert!(apart.distance.contains(0.0) && apart.distance.upper() <= 0.0, "{name}: {apart:?}");
                let Verdict::Touch(first) = first_contact(&one, &other, &query).expect(SOUND).verdict else {
                    panic!("{name} touch at the start")
                };
                assert!(first.time.lower() == 0.0 && first.contacts.iter().all(|contact| contact.initial), "{name}");
            }
        }
    }
}

/// A body below the plane of a half-space leaves it upwards. Two half-spaces that overlap are never parted.
#[test]
fn depths_in_half_spaces() {
    let query = Query { tolerance: 1e-9, ..Query::default() };
    let floor = still(HalfSpace::BELOW, DVec3::ZERO);
    for body in kinds() {
        for place in [-1e5, -7.0, 0.0] {
            let below = still(body.clone(), dvec3(3.0, 2.0, place));
            let way = -(place + body.farthest(-DVec3::Z).z);
            for [a, b] in [[&below, &floor], [&floor, &below]] {
                let found = depth(a, b, 0.0, &query).expect(SOUND);
                let slack = Interval::between(-1e-9, 1e-9) * (1.0 + way.abs());
                let near = found.depth + slack;
                assert!(near.contains(way) && found.depth.width() < 1e-6, "{:?} at {place}: {found:?}", body.core());
            }
        }
    }
    let ceiling = still(HalfSpace::facing(-DVec3::Z, 0.0).expect(SOUND), -DVec3::Z);
    let verdict = overlap(&floor, &ceiling, 0.0, &query).expect(SOUND).verdict;
    assert!(matches!(verdict, OverlapVerdict::Overlapping { .. }), "{verdict:?}");
    let slab = depth(&floor, &ceiling, 0.0, &query).expect(SOUND);
    assert!((slab.depth + Interval::between(-1e-9, 1e-9)).contains(1.0), "{slab:?}");
    let wall = still(HalfSpace::facing(DVec3::X, 0.0).expect(SOUND), DVec3::ZERO);
    let endless = depth(&floor, &wall, 0.0, &query).expect(SOUND);
    assert!(endless.depth.upper() == f64::INFINITY && endless.depth.lower() > 1e300, "{endless:?}");
}

/// A ball in a cube of each representation, from the start on and after a jump: an overlap. In a cube without an inside
/// it is none.
#[test]
fn containment_and_jumps() {
    let query = Query::default();
    let jump = |from: DVec3, to: DVec3| {
        let at = |place: DVec3| Motion::Still(Pose::translated(place).expect(SOUND));
        Motion::Piecewise(Piecewise::new(vec![0.0, 0.5], vec![at(from), at(to)]).expect(SOUND))
    };
    let mesh = primitive::cuboid(DVec3::splat(2.0)).expect(SOUND);
    let part = |shape: Shape| Compound::new(vec![CompoundPart::new("only", shape)]).expect(SOUND);
    let hosts: Vec<Shape> = vec![
        mesh.clone().into(),
        Convex::cuboid(DVec3::splat(2.0)).expect(SOUND).into(),
        Solid::cuboid(DVec3::splat(2.0)).expect(SOUND).into(),
        tangency_geometry::surface::Brep::cuboid(DVec3::splat(2.0)).expect(SOUND).into(),
        part(mesh.clone().into()).into(),
    ];
    let balls: [Shape; 3] = [
        Convex::sphere(0.25).expect(SOUND).into(),
        Solid::sphere(0.25).expect(SOUND).into(),
        primitive::icosphere(0.25, 2).expect(SOUND).into(),
    ];
    for host in &hosts {
        let block = still(host.clone(), DVec3::ZERO);
        for ball in &balls {
            let Verdict::Touch(first) =
                first_contact(&block, &still(ball.clone(), DVec3::ZERO), &query).expect(SOUND).verdict
            else {
                panic!("{ball:?} is inside of {host:?}")
            };
            assert!(first.time == Interval::ZERO && first.contacts.iter().all(|contact| contact.initial), "{first:?}");
            for (to, inside) in [(DVec3::ZERO, true), (-3.0 * DVec3::X, false)] {
                let jumping = Moving::new(ball.clone(), jump(3.0 * DVec3::X, to)).expect(SOUND);
                let answer = first_contact(&jumping, &block, &query).expect(SOUND);
                match answer.verdict {
                    Verdict::Touch(first) => {
                        assert!(inside && first.time.contains(0.5) && first.time.width() < 1e-9, "{:?}", first.time);
                        assert!(first.contacts.iter().all(|contact| !contact.initial), "{first:?}");
                    }
                    Verdict::Clear { until } => assert!(!inside && until == 1.0, "{ball:?} jumps into {host:?}"),
                    Verdict::Open { from } => panic!("open from {from}: {ball:?} and {host:?}"),
                }
            }
        }
    }
    // A surface has no inside.
    let hollow = still(Shape::Mesh(mesh.into_mesh()), DVec3::ZERO);
    for ball in &balls {
        let answer = first_contact(&hollow, &still(ball.clone(), DVec3::ZERO), &query).expect(SOUND);
        assert_eq!(answer.verdict, Verdict::Clear { until: 1.0 }, "{ball:?}");
    }
}
