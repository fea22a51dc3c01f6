//! Closest features of convex polyhedra.
//!
//! References: closed forms for boxes and tetrahedra; all pairs of features by brute force, written with plain triangles
//! and segments and accurate to about 1e-15 of the size; planes between bodies by brute force over all axes, for overlaps;
//! the search by support functions (`ConvexPair`), whose gaps are enclosed. Invariants that need none: a lower bound is
//! never above the distance, and the next event is never after one that sampling sees.

mod feature_oracle;

use feature_oracle::{Body, Pair, Walker, body, fault, pose, unit};
use glam::{DQuat, DVec3, dvec3};
use std::sync::Arc;
use tangency_detect::{ClosestFeatures, FeatureEventKind, MotionBounds, ZoneFeature, Zones, ZonesError};
use tangency_geometry::{ConvexHull, Pose, primitive};
use tangency_interval::laws::Random;

fn cube(size: DVec3) -> Arc<Zones> {
    Arc::new(Zones::of_polyhedron(&primitive::cuboid(size).expect("a box")).expect("a convex box"))
}

#[test]
fn boxes_have_the_features_of_their_closed_form() {
    use ZoneFeature::{Edge, Face, Vertex};
    let bodies = [cube(dvec3(2.0, 2.0, 2.0)), cube(dvec3(1.0, 1.0, 1.0))];
    let mut pair = ClosestFeatures::new(Arc::clone(&bodies[0]), Arc::clone(&bodies[1]));
    let mut ask = |turn: DQuat, place: DVec3| pair.track([&Pose::IDENTITY, &Pose::new(turn, place).unwrap()]);
    // Corner to corner: 2 beyond both halves along each axis.
    let found = ask(DQuat::IDENTITY, dvec3(3.5, 3.5, 3.5));
    assert!(matches!(found.features, [Vertex(_), Vertex(_)]), "{found:?}");
    assert!((found.distance - 12.0_f64.sqrt()).abs() < 1e-14 && found.points[0].distance(DVec3::ONE) < 1e-14);
    // A corner above a face: the half diagonal of the small cube points down.
    let corner_down = DQuat::from_rotation_arc(dvec3(-1.0, -1.0, -1.0).normalize(), dvec3(0.0, 0.0, -1.0));
    let found = ask(corner_down, dvec3(0.2, -0.3, 3.0));
    assert!(matches!(found.features, [Face(_), Vertex(_)]), "{found:?}");
    assert!((found.distance - (2.0 - 0.75_f64.sqrt())).abs() < 1e-14);
    // An edge above a face: the small cube is turned by 45° about the edge, so that half a diagonal of a face points down.
    let edge_down = DQuat::from_rotation_z(0.7) * DQuat::from_rotation_y(std::f64::consts::FRAC_PI_4);
    let found = ask(edge_down, dvec3(0.0, 0.0, 3.0));
    assert!((found.distance - (2.0 - 0.5_f64.sqrt())).abs() < 1e-14, "{found:?}");
    // The same edge along x, beyond an edge of the large cube along y: the end of one edge and the other are closest.
    let found = ask(DQuat::from_rotation_x(std::f64::consts::FRAC_PI_4), dvec3(2.0, 0.0, 1.1 + 0.5_f64.sqrt()));
    assert!(matches!(found.features, [Edge(_), Vertex(_)]), "{found:?}");
    assert!((found.distance - 0.26_f64.sqrt()).abs() < 1e-14, "{found:?}");
    // Faces that are parallel: any pair of points above each other.
    let found = ask(DQuat::IDENTITY, dvec3(0.1, 0.2, 1.75));
    assert!((found.distance - 0.25).abs() < 1e-14 && (found.normal - DVec3::Z).length() < 1e-14, "{found:?}");
    assert!(found.lower > 0.25 - 1e-12);
    // Touching is not proved to be apart, and one inside the other overlaps.
    assert_ne!(ask(DQuat::IDENTITY, dvec3(0.1, 0.2, 1.5)).overlap(), Some(false));
    assert_eq!(ask(DQuat::IDENTITY, dvec3(0.1, 0.2, 0.1)).overlap(), Some(true));
    // And the walk finds its way back.
    assert!((ask(DQuat::IDENTITY, dvec3(0.0, 4.5, 0.0)).distance - 3.0).abs() < 1e-14);
}

/// Two regular tetrahedra, edge above edge and crossing at right angles.
#[test]
fn crossing_edges_of_tetrahedra() {
    let corners = [dvec3(1.0, 1.0, 1.0), dvec3(1.0, -1.0, -1.0), dvec3(-1.0, 1.0, -1.0), dvec3(-1.0, -1.0, 1.0)];
    let hull = Arc::new(Zones::new(&ConvexHull::of(&corners).unwrap()).unwrap());
    assert_eq!((hull.edge_count(), hull.face_count()), (6, 4));
    let mut pair = ClosestFeatures::new(Arc::clone(&hull), hull);
    // The upper edge of `a` runs from (1, 1, 1) to (-1, -1, 1), the lower one of `b` from (1, -1, -1) to (-1, 1, -1).
    let found = pair.track([&Pose::IDENTITY, &Pose::translated(dvec3(0.2, 0.1, 2.5)).unwrap()]);
    assert!(matches!(found.features, [ZoneFeature::Edge(_), ZoneFeature::Edge(_)]), "{found:?}");
    assert!((found.distance - 0.5).abs() < 1e-14 && (found.normal - DVec3::Z).length() < 1e-14);
}

#[test]
fn polygons_are_joined_and_bad_bodies_are_refused() {
    let sides = 100;
    let rim = |z: f64| {
        (0..sides).map(move |index| {
            let (sine, cosine) = (std::f64::consts::TAU * f64::from(index) / f64::from(sides)).sin_cos();
            dvec3(cosine, sine, z)
        })
    };
    let turn = DQuat::from_xyzw(0.1, 0.7, -0.5, 0.5).normalize();
    let prism: Vec<DVec3> = rim(0.0).chain(rim(1.0)).map(|corner| turn * corner).collect();
    let prism = Zones::new(&ConvexHull::of(&prism).unwrap()).unwrap();
    assert_eq!((prism.vertices().len(), prism.edge_count(), prism.face_count()), (200, 300, 102));
    assert_eq!((0..102).map(|face| prism.face_corners(face).unwrap().len()).max(), Some(100));
    assert_eq!((prism.edge_ends(300), prism.face_corners(102)), (None, None));
    let flat = ConvexHull::of(&[DVec3::ZERO, DVec3::X, DVec3::Y]).unwrap();
    assert_eq!(Zones::new(&flat).unwrap_err(), ZonesError::Flat { dimension: 2 });
    let knot = primitive::torus_knot(1.0, [2, 3], 0.2, [20, 8]).unwrap();
    let error = Zones::of_polyhedron(&knot).unwrap_err();
    assert!(matches!(error, ZonesError::Concave { .. }) && error.to_string().contains("convex parts"), "{error}");
}

/// Metres. The distance of a point from a triangle, by its plane and its sides.
fn point_triangle(point: DVec3, [a, b, c]: [DVec3; 3]) -> f64 {
    let normal = (b - a).cross(c - a).normalize();
    let inside = [[a, b], [b, c], [c, a]].iter().all(|[from, to]| normal.cross(*to - *from).dot(point - *from) >= 0.0);
    let sides = [[a, b], [b, c], [c, a]].map(|[from, to]| {
        let along = to - from;
        let share = ((point - from).dot(along) / along.length_squared()).clamp(0.0, 1.0);
        point.distance(from + share * along)
    });
    let least = sides.into_iter().fold(f64::INFINITY, f64::min);
    if inside { least.min(normal.dot(point - a).abs()) } else { least }
}

/// Metres. The distance of two segments where their closest points are inside of both; other cases are those of ends.
fn crossing_segments([a, b]: [DVec3; 2], [c, d]: [DVec3; 2]) -> f64 {
    let (one, other, from) = (b - a, d - c, a - c);
    let across = one.cross(other);
    let square = across.length_squared();
    if square < 1e-20 {
        return f64::INFINITY;
    }
    let [share, other_share] = [other.cross(from).dot(across) / square, one.cross(from).dot(across) / square];
    let inside = |share: f64| (0.0..=1.0).contains(&share);
    if inside(share) && inside(other_share) {
        (from + share * one - other_share * other).length()
    } else {
        f64::INFINITY
    }
}

struct PlacedHull {
    vertices: Vec<DVec3>,
    triangles: Vec<[DVec3; 3]>,
    edges: Vec<[DVec3; 2]>,
    normals: Vec<DVec3>,
}

fn placed(zones: &Zones, pose: &Pose) -> PlacedHull {
    let hull = ConvexHull::of(zones.vertices()).expect("a hull");
    let vertices: Vec<DVec3> = zones.vertices().iter().map(|&vertex| pose.apply(vertex)).collect();
    let triangles: Vec<[DVec3; 3]> =
        hull.mesh().triangles().iter().map(|triangle| triangle.map(|corner| vertices[corner as usize])).collect();
    let edges = triangles.iter().flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]]).collect();
    let normals = triangles.iter().map(|[a, b, c]| (*b - *a).cross(*c - *a).normalize()).collect();
    PlacedHull { vertices, triangles, edges, normals }
}

/// Metres. The distance of two hulls by all pairs of features; zero if no axis separates them.
fn brute_force([a, b]: [&PlacedHull; 2]) -> f64 {
    let across = a.edges.iter().flat_map(|[p, q]| b.edges.iter().map(move |[r, s]| (*q - *p).cross(*s - *r)));
    let axes = a.normals.iter().chain(&b.normals).copied().chain(across.filter_map(|axis| axis.try_normalize()));
    let separates = |axis: DVec3| {
        let range = |hull: &PlacedHull| {
            hull.vertices
                .iter()
                .map(|vertex| axis.dot(*vertex))
                .fold([f64::INFINITY, f64::NEG_INFINITY], |[l, u], x| [l.min(x), u.max(x)])
        };
        let ([low_a, high_a], [low_b, high_b]) = (range(a), range(b));
        high_a < low_b || high_b < low_a
    };
    if !axes.into_iter().any(separates) {
        return 0.0;
    }
    let mut least = f64::INFINITY;
    for [one, other] in [[a, b], [b, a]] {
        for &vertex in &one.vertices {
            least = other.triangles.iter().map(|&triangle| point_triangle(vertex, triangle)).fold(least, f64::min);
        }
    }
    for &one in &a.edges {
        least = b.edges.iter().map(|&other| crossing_segments(one, other)).fold(least, f64::min);
    }
    least
}

/// Small hulls of all kinds, in poses that overlap, touch, are parallel, close and far.
#[test]
fn distances_are_those_of_all_pairs_of_features() {
    let mut random = Random::new(21);
    let (mut apart, mut overlapping) = (0, 0);
    for _ in 0..60 {
        let bodies = [body(&mut random, 24), body(&mut random, 24)];
        let mut pair = Pair::of([&bodies[0], &bodies[1]]);
        let degrees = [1.0, 5.0, 25.0][random.below(3)];
        let mut walker = Walker::new(&mut random, degrees);
        for _ in 0..6 {
            let poses = walker.poses;
            let found = pair.tracked.track(poses.each_ref());
            let [a, b] = [0, 1].map(|side| placed(&bodies[side].zones, &poses[side]));
            let known = brute_force([&a, &b]);
            assert!((found.distance - known).abs() < 1e-12 * (1.0 + known), "{found:?} instead of {known}");
            assert!(found.lower <= known + 1e-13 * (1.0 + known), "{found:?} above {known}");
            apart += usize::from(found.overlap() == Some(false));
            overlapping += usize::from(found.overlap() == Some(true));
            walker.step(&mut random);
        }
    }
    assert!(apart > 100 && overlapping > 50, "{apart} apart, {overlapping} overlapping");
}

/// The soak in short: `soak_features` asks millions.
#[test]
fn walks_agree_with_support_functions() {
    let mut random = Random::new(22);
    let (mut asked, mut apart, mut close, mut searches) = (0, 0, 0, 0);
    for _ in 0..12 {
        let bodies = [body(&mut random, 400), body(&mut random, 400)];
        for degrees in [1.0, 5.0, 25.0] {
            let mut pair = Pair::of([&bodies[0], &bodies[1]]);
            let mut walker = Walker::new(&mut random, degrees);
            for _ in 0..300 {
                let poses = walker.poses;
                let found = pair.tracked.track(poses.each_ref());
                let known = pair.oracle.distance(poses.each_ref());
                let fault = fault(&found, &known, pair.size);
                assert!(fault.is_none(), "{degrees}°: {}", fault.unwrap_or_default());
                asked += 1;
                apart += u32::from(found.overlap() == Some(false));
                close += u32::from(found.distance > 0.0 && found.distance < 1e-5);
                if random.below(20) == 0 && known.overlap() == Some(false) {
                    walker.approach(&mut random, &known);
                } else {
                    walker.step(&mut random);
                }
            }
            searches += pair.tracked.effort().searches;
        }
    }
    assert!(apart > asked / 4 && close > 50, "{apart} of {asked} apart, {close} close, {searches} searches");
}

/// A motion with closed form: velocity, acceleration and angular velocities.
struct Flight {
    poses: [Pose; 2],
    velocity: DVec3,
    acceleration: DVec3,
    spins: [DVec3; 2],
}

impl Flight {
    fn poses(&self, time: f64) -> [Pose; 2] {
        let turned =
            |side: usize| (DQuat::from_scaled_axis(time * self.spins[side]) * self.poses[side].rotation()).normalize();
        let place = self.poses[1].translation() + time * self.velocity + 0.5 * time * time * self.acceleration;
        [(turned(0), self.poses[0].translation()), (turned(1), place)]
            .map(|(turn, at)| Pose::new(turn, at).expect("a pose"))
    }

    fn bounds(&self, time: f64) -> MotionBounds {
        let velocity = self.velocity + time * self.acceleration;
        MotionBounds {
            velocity,
            acceleration: self.acceleration,
            spins: self.spins,
            extra_speed: 0.0,
            uncertainty: 1e-13,
        }
    }
}

fn flight(random: &mut Random) -> Flight {
    let place = random.between(2.2, 4.0) * unit(random);
    let velocity = random.between(0.0, 2.0) * (unit(random) - 0.5 * place);
    let spins = [random.between(0.0, 3.0) * unit(random), random.between(0.0, 3.0) * unit(random)];
    let acceleration = random.between(0.0, 1.0) * unit(random);
    Flight { poses: [pose(random, DVec3::ZERO), pose(random, place)], velocity, acceleration, spins }
}

/// Bodies do not overlap, and the features do not change, at samples before the times that are given.
#[test]
fn events_are_never_late() {
    let mut random = Random::new(23);
    let (mut steps, mut changes, mut contacts) = (0, 0, 0);
    for _ in 0..60 {
        let bodies = [body(&mut random, 60), body(&mut random, 60)];
        let flight = flight(&mut random);
        let mut pair = Pair::of([&bodies[0], &bodies[1]]);
        let reaches = [bodies[0].size, bodies[1].size];
        let start = flight.poses(0.0);
        let found = pair.tracked.track(start.each_ref());
        let bounds = flight.bounds(0.0);
        let apart = bounds.apart_for(&found, reaches).min(1.0);
        let same = pair.tracked.features_for(start.each_ref(), &bounds, 1.0);
        for sample in 1..40 {
            let share = f64::from(sample) / 40.0;
            let at = |time: f64| flight.poses(time);
            assert_ne!(pair.oracle.distance(at(share * apart).each_ref()).overlap(), Some(true), "before {apart}");
            let mut fresh = pair.tracked.clone();
            let then = fresh.track(at(share * same.min(apart)).each_ref());
            assert_eq!(then.features, found.features, "at {share} of {same}");
            steps += 1;
        }
        let event = pair.tracked.next_event(|time| flight.poses(time), |time| flight.bounds(time), [0.0, 1.0], 1e-6);
        match event.kind {
            FeatureEventKind::Quiet => {}
            FeatureEventKind::NewFeatures => {
                changes += 1;
                assert!(event.bracket[1] - event.bracket[0] <= 1.1e-6, "{:?}", event.bracket);
            }
            FeatureEventKind::Contact => contacts += 1,
            FeatureEventKind::Unfinished => panic!("{event:?}"),
        }
        let until = event.bracket[0];
        for sample in 0..40 {
            let poses = flight.poses(until * f64::from(sample) / 40.0);
            assert_ne!(pair.oracle.distance(poses.each_ref()).overlap(), Some(true), "before {until}");
        }
    }
    assert!(steps > 2_000 && changes > 20, "{steps} samples, {changes} changes, {contacts} contacts");
}

/// Two cubes that approach face to face at one metre a second from two metres: one event, just before two seconds.
#[test]
fn an_approach_ends_at_its_contact() {
    let mut pair = ClosestFeatures::new(cube(DVec3::ONE), cube(DVec3::ONE));
    let poses = |time: f64| [Pose::IDENTITY, Pose::translated(dvec3(0.1, 0.2, 3.0 - time)).unwrap()];
    let bounds = |_: f64| MotionBounds { velocity: -DVec3::Z, ..MotionBounds::default() };
    let event = pair.next_event(poses, bounds, [0.0, 5.0], 1e-9);
    assert_eq!(event.kind, FeatureEventKind::Contact);
    assert!((2.0 - 2e-9..=2.0).contains(&event.bracket[0]), "{:?}", event.bracket);
    // A spin about the normal does not shorten the time.
    let spinning = MotionBounds { spins: [DVec3::ZERO, 100.0 * DVec3::Z], ..bounds(0.0) };
    let found = pair.track(poses(0.0).each_ref());
    assert!((spinning.apart_for(&found, [0.9, 0.9]) - 2.0).abs() < 1e-9);
    // Thrown up at 1 m/s² from a distance of 2 m and falling back at 0.1 m/s²: 2 + t²/2·(-0.1) + t = 0.
    let thrown = MotionBounds { velocity: DVec3::Z, acceleration: -0.1 * DVec3::Z, ..MotionBounds::default() };
    let root = 10.0 + (100.0_f64 + 40.0).sqrt();
    assert!((thrown.apart_for(&found, [0.9, 0.9]) - root).abs() < 1e-9 * root);
    let leaving = MotionBounds { velocity: DVec3::Z, ..MotionBounds::default() };
    assert_eq!(leaving.apart_for(&found, [0.9, 0.9]), f64::INFINITY);
    let unknown = MotionBounds { velocity: DVec3::NAN, ..MotionBounds::default() };
    assert_eq!(unknown.apart_for(&found, [0.9, 0.9]), 0.0);
}

/// Bodies that are alike are the same whichever is first.
#[test]
fn the_order_does_not_matter() {
    let mut random = Random::new(24);
    for _ in 0..40 {
        let bodies = [body(&mut random, 100), body(&mut random, 100)];
        let walker = Walker::new(&mut random, 1.0);
        let [a, b] = walker.poses;
        let ask = |[one, other]: [&Body; 2], poses: [&Pose; 2]| Pair::of([one, other]).tracked.track(poses);
        let (forth, back) = (ask([&bodies[0], &bodies[1]], [&a, &b]), ask([&bodies[1], &bodies[0]], [&b, &a]));
        assert!((forth.distance - back.distance).abs() < 1e-12, "{forth:?} {back:?}");
        assert_eq!(forth.overlap(), back.overlap());
    }
}
