//! Motions against closed forms: tightness of enclosures and travel bounds, and detection of straight motions.

#![allow(clippy::unwrap_used)] // A test may stop at the first broken expectation.

use glam::{DQuat, DVec3, dvec3};
use std::f64::consts::{FRAC_PI_2, PI, TAU};
use tangency_geometry::laws::Random;
use tangency_geometry::{
    Ballistic, ChebyshevMotion, Expression, Linear, Motion, Piecewise, Pose, Rigid, Screw, ScrewAxis, Vertexwise,
};
use tangency_interval::{Chebyshev, Interval};

fn close(found: f64, expected: f64, relative: f64, what: &str) {
    assert!((found - expected).abs() <= relative * expected.abs(), "{what}: found {found}, expected {expected}");
}

fn span(start: f64, end: f64) -> Interval {
    Interval::new(start, end).unwrap()
}

fn spinning(velocity: DVec3, angular_velocity: DVec3) -> Motion {
    Motion::Rigid(Rigid::new(Pose::IDENTITY, velocity, angular_velocity).unwrap())
}

/// The range of `cos` on an arc is known. The enclosure equals it, to the last digits, on every arc without an
/// extremum, and is exact for full turns.
#[test]
fn a_turning_point_is_enclosed_tightly() {
    let motion = spinning(DVec3::ZERO, dvec3(0.0, 0.0, 1.0));
    for (start, end) in [(0.1, 1.4), (1e-9, 2e-9), (1.0, 1.0 + 1e-6), (100.6, 101.2), (-1.2, -0.3)] {
        let place = motion.during(span(start, end)).point(0, DVec3::X);
        let (a, b) = (f64::cos(start), f64::cos(end));
        let rounding = motion.rounding(end, 0, DVec3::X);
        assert!((place[0].lower() - a.min(b)).abs() < rounding && (place[0].upper() - a.max(b)).abs() < rounding);
    }
    // A point on the axis does not move at all, whatever the matrix entries do.
    let tilted = spinning(DVec3::ZERO, dvec3(1.0, 2.0, 3.0));
    let on_axis = tilted.during(span(0.0, 1.0)).point(0, dvec3(2.0, 4.0, 6.0));
    assert!(on_axis.0.iter().all(|coordinate| coordinate.width() < 1e-13), "{on_axis:?}");
    // Full turns: the bounding box of the circle, for any axis.
    let whole = tilted.during(span(0.0, 10.0)).point(0, DVec3::X);
    let axis = dvec3(1.0, 2.0, 3.0).normalize();
    let (centre, radius) = (axis * axis.x, DVec3::X.cross(axis).length());
    for i in 0..3 {
        let half = radius * (1.0 - axis[i] * axis[i]).sqrt();
        close(whole[i].upper(), centre[i] + half, 1e-14, "highest");
        close(whole[i].lower(), centre[i] - half, 1e-14, "lowest");
    }
}

/// On short intervals the excess over the true range is of second order: a tenth of the length gives a
/// hundredth of the excess.
#[test]
fn excess_is_of_second_order() {
    let motion = spinning(dvec3(0.3, -0.4, 0.5), dvec3(0.7, -0.2, 0.9));
    let local = dvec3(1.0, 2.0, -1.5);
    let excess = |length: f64| {
        let mut worst: f64 = 0.0;
        for step in 0..200 {
            let start = f64::from(step) * 0.05;
            let place = motion.during(span(start, start + length)).point(0, local);
            for axis in 0..3 {
                let sample = |i: i32| motion.at(start + length * f64::from(i) / 64.0).point(0, local)[axis];
                let values: Vec<f64> = (0..=64).map(sample).collect();
                let range = values.iter().copied().fold(f64::NEG_INFINITY, f64::max)
                    - values.iter().copied().fold(f64::INFINITY, f64::min);
                worst = worst.max(place[axis].width() - range);
            }
        }
        worst
    };
    let [long, short] = [excess(0.1), excess(0.01)];
    assert!(short < 0.02 * long && long < 0.02, "excess {long} and {short}");
}

#[test]
fn travel_equals_known_path_lengths() {
    let linear = Motion::Linear(Linear::new(Pose::IDENTITY, dvec3(3.0, 4.0, 12.0)).unwrap());
    close(linear.travel(span(1.0, 3.0), 7.0), 26.0, 1e-14, "linear");
    // Thrown upwards and back: 5 m up, 5 m down, at g = 10.
    let thrown =
        Motion::Ballistic(Ballistic::new(Pose::IDENTITY, dvec3(0.0, 0.0, 10.0), dvec3(0.0, 0.0, -10.0)).unwrap());
    close(thrown.travel(span(0.0, 1.0), 1.0), 5.0, 1e-14, "path up");
    close(thrown.travel(span(0.0, 2.0), 1.0), 10.0, 1e-14, "path up and down");
    let spin = spinning(DVec3::ZERO, dvec3(0.0, 0.0, 2.0));
    close(spin.travel(span(0.0, 1.0), 3.0), 6.0, 1e-14, "spin");
    // A helix: slides 3 in a quarter turn at distance 2 from the axis.
    let axis = ScrewAxis { point: dvec3(2.0, 0.0, 0.0), direction: dvec3(0.0, 0.0, 9.0) };
    let screw = Motion::Screw(Screw::about(axis, Pose::IDENTITY, FRAC_PI_2, 3.0, 1.0).unwrap());
    close(screw.travel(span(0.0, 1.0), 0.0), (9.0 + PI * PI).sqrt(), 1e-13, "screw");
    // Two unit steps, half of the second.
    let frames = vec![vec![DVec3::ZERO], vec![DVec3::X], vec![DVec3::X + DVec3::Y]];
    let vertexwise = Motion::Vertexwise(Vertexwise::new(vec![0.0, 1.0, 2.0], frames).unwrap());
    close(vertexwise.travel(span(0.0, 1.5), 0.0), 1.5, 1e-14, "vertexwise");
    close(vertexwise.travel(span(-5.0, 5.0), 0.0), 2.0, 1e-14, "vertexwise, beyond its frames");
    assert_eq!(vertexwise.travel(span(2.5, 5.0), 0.0), 0.0);
    let joined = Motion::Piecewise(
        Piecewise::new(vec![0.0, 1.0], vec![linear, Motion::Still(Pose::translated(dvec3(3.0, 4.0, 12.0)).unwrap())])
            .unwrap(),
    );
    close(joined.travel(span(0.0, 9.0), 5.0), 13.0, 1e-13, "piecewise");
    // x = 4·T₂ over [0, 1]: from 4 down to −4 and back.
    let series = |coefficients: &[f64]| Chebyshev::new(0.0, 1.0, coefficients).unwrap();
    let [zero, one] = [series(&[0.0]), series(&[1.0])];
    let rotation = [zero.clone(), zero.clone(), zero.clone(), one];
    let swing =
        Motion::Chebyshev(ChebyshevMotion::new(rotation, [series(&[0.0, 0.0, 4.0]), zero.clone(), zero]).unwrap());
    let length = swing.travel(span(-1.0, 2.0), 3.0);
    // The exact integral of the speed is 16. The upper sum of its 16 pieces is 16·(1 + 1/8).
    assert!((16.0..18.0 * (1.0 + 1e-12)).contains(&length), "swing: {length}");
    let formula = Motion::Expression(Expression::parse(["x", "y", "z - 2 * t"]).unwrap());
    close(formula.travel(span(0.0, 3.0), 1.0), 6.0, 1e-14, "expression");
}

#[test]
fn screws_reach_their_end_and_choose_their_axis() {
    let start = Pose::new(DQuat::from_rotation_y(0.4), dvec3(1.0, 2.0, 3.0)).unwrap();
    let end = Pose::new(DQuat::from_rotation_x(2.5), dvec3(-4.0, 0.0, 1.0)).unwrap();
    let screw = Motion::Screw(Screw::between(start, end, 2.0).unwrap());
    for local in [DVec3::ZERO, DVec3::X, dvec3(3.0, -1.0, 2.0)] {
        assert!(screw.at(2.0).point(0, local).distance(end.apply(local)) < 1e-14);
        assert!(screw.at(0.0).point(0, local).distance(start.apply(local)) < 1e-14);
    }
    // Half-turn: the quaternions (0, -1, 0, 0) and (0, 1, 0, 0) mean the same rotation; the axis is +y for
    // both.
    for sign in [1.0, -1.0] {
        let half = Pose::new(DQuat::from_xyzw(0.0, sign, 0.0, 0.0), dvec3(4.0, 5.0, 0.0)).unwrap();
        let screw = Screw::between(Pose::IDENTITY, half, 1.0).unwrap();
        assert_eq!(screw.direction(), DVec3::Y);
        close(screw.angle(), PI, 1e-15, "angle");
        close(screw.distance(), 5.0, 1e-15, "slide");
        assert!(screw.axis_point().unwrap().distance(dvec3(2.0, 0.0, 0.0)) < 1e-15);
        let exact = screw.enclosure();
        assert!(exact.direction.contains([0.0, 1.0, 0.0]) && exact.axis_point.unwrap().contains([2.0, 0.0, 0.0]));
        assert!(!exact.turn_rate.disjoint(Interval::PI) && exact.turn_rate.width() < 1e-14);
        assert!(exact.slide_rate.contains(5.0) && exact.slide_rate.width() < 1e-13, "{exact:?}");
    }
    // More than half a turn takes the opposite direction.
    let far = Pose::new(DQuat::from_rotation_z(1.5 * PI), DVec3::ZERO).unwrap();
    let screw = Screw::between(Pose::IDENTITY, far, 1.0).unwrap();
    close(screw.angle(), FRAC_PI_2, 1e-15, "angle");
    assert!(screw.direction().distance(-DVec3::Z) < 1e-15);
    // An angle of 1e-12 has all its digits.
    let axis = dvec3(2.0, 3.0, 6.0) / 7.0;
    let tiny = Pose::new(DQuat::from_axis_angle(axis, 1e-12), dvec3(1.0, 0.0, 0.0)).unwrap();
    let screw = Screw::between(Pose::IDENTITY, tiny, 1.0).unwrap();
    close(screw.angle(), 1e-12, 1e-15, "angle");
    assert!(screw.direction().distance(axis) < 1e-15);
    let place = Motion::Screw(screw).during(Interval::from(0.5)).point(0, DVec3::ZERO);
    assert!(place.0.iter().all(|coordinate| coordinate.width() < 1e-14), "{place:?}");
    assert!((place[0].mid() - 0.5).abs() < 1e-12);
    let many =
        Screw::about(ScrewAxis { point: DVec3::ZERO, direction: DVec3::Z }, Pose::IDENTITY, -3.0 * TAU, 0.0, 1.0);
    close(many.unwrap().angle(), 3.0 * TAU, 1e-15, "three turns backwards");
}

#[test]
fn constant_velocity_reaches_its_end() {
    let mut random = Random::new(31);
    for round in 0..200 {
        let mut pose = || {
            let [x, y, z, w] = [0; 4].map(|_| random.between(-1.0, 1.0));
            let place = dvec3(random.between(-5.0, 5.0), random.between(-5.0, 5.0), random.between(-5.0, 5.0));
            Pose::new(DQuat::from_xyzw(x, y, z, w).normalize(), place).unwrap()
        };
        let (start, end) = (pose(), pose());
        let motion = Motion::Rigid(Rigid::between(start, end, 3.0).unwrap());
        for local in [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z] {
            let (first, last) = (motion.at(0.0).point(0, local), motion.at(3.0).point(0, local));
            assert!(first.distance(start.apply(local)) < 1e-14, "round {round}");
            assert!(last.distance(end.apply(local)) < 1e-13, "round {round}: {last} is not {}", end.apply(local));
        }
        let middle = motion.at(1.5).point(0, DVec3::ZERO);
        assert!(middle.distance(0.5 * (start.translation() + end.translation())) < 1e-14, "round {round}");
        let Motion::Rigid(rigid) = motion else { unreachable!() };
        assert!(
            rigid.angular_velocity().length() * 3.0 <= std::f64::consts::PI * (1.0 + 1e-15),
            "the smallest rotation"
        );
    }
}

#[test]
fn straight_motions_are_recognised() {
    let (identity, whole) = (Pose::IDENTITY, span(0.0, 1.0));
    let straight = |motion: Motion| motion.straight_between(whole);
    let ends = Some(vec![0.0, 1.0]);
    assert_eq!(straight(Motion::Still(identity)), ends);
    assert_eq!(straight(Motion::Linear(Linear::new(identity, DVec3::X).unwrap())), ends);
    let ballistic = |a: DVec3| Motion::Ballistic(Ballistic::new(identity, DVec3::X, a).unwrap());
    assert_eq!(straight(ballistic(DVec3::ZERO)), ends);
    assert_eq!(straight(ballistic(DVec3::Z)), None);
    assert_eq!(straight(spinning(DVec3::X, DVec3::ZERO)), ends);
    assert_eq!(straight(spinning(DVec3::X, 1e-12 * DVec3::Z)), None);
    let screw = |angle: f64| {
        let end = Pose::new(DQuat::from_rotation_x(angle), DVec3::Y).unwrap();
        Motion::Screw(Screw::between(identity, end, 1.0).unwrap())
    };
    assert_eq!(straight(screw(0.0)), ends);
    assert_eq!(straight(screw(1e-12)), None);
    let formula = |x: &str| Motion::Expression(Expression::parse([x, "y", "z"]).unwrap());
    assert_eq!(straight(formula("x * (1 + y * t) + 2 * t")), ends);
    assert_eq!(straight(formula("x + t^2")), None);
    let series = |coefficients: &[f64]| Chebyshev::new(0.25, 4.0, coefficients).unwrap();
    let along = |turn: &[f64], translation: &[f64]| {
        let rotation = [series(&[0.0]), series(turn), series(&[0.0]), series(&[1.0])];
        Motion::Chebyshev(
            ChebyshevMotion::new(rotation, [series(translation), series(&[0.0]), series(&[7.0])]).unwrap(),
        )
    };
    assert_eq!(straight(along(&[0.2, 0.0], &[1.0, 2.0, 0.0])), Some(vec![0.0, 0.25, 1.0]));
    assert_eq!(straight(along(&[0.2], &[1.0, 2.0, 1e-9])), None);
    assert_eq!(straight(along(&[0.2, 1e-9], &[1.0])), None);
    let frames = vec![vec![DVec3::X], vec![DVec3::Y], vec![DVec3::Z]];
    let vertexwise = Motion::Vertexwise(Vertexwise::new(vec![0.25, 0.5, 2.0], frames).unwrap());
    assert_eq!(straight(vertexwise.clone()), Some(vec![0.0, 0.25, 0.5, 1.0]));
    assert_eq!(vertexwise.straight_between(span(0.5, 0.5)), Some(vec![0.5, 0.5]));
    let step = |place: DVec3, velocity: DVec3| {
        Motion::Linear(Linear::new(Pose::translated(place).unwrap(), velocity).unwrap())
    };
    let zigzag =
        vec![step(DVec3::ZERO, DVec3::X), step(0.1 * DVec3::X, DVec3::Y), step(dvec3(0.1, 0.2, 0.0), DVec3::X)];
    let piecewise = |segments: Vec<Motion>| Motion::Piecewise(Piecewise::new(vec![0.0, 0.1, 0.3], segments).unwrap());
    assert_eq!(straight(piecewise(zigzag.clone())), Some(vec![0.0, 0.1, 0.3, 1.0]));
    assert_eq!(piecewise(zigzag.clone()).straight_between(span(0.1, 0.3)), Some(vec![0.1, 0.3]));
    assert_eq!(piecewise(zigzag.clone()).straight_between(span(0.1, 0.1)), Some(vec![0.1, 0.1]));
    let mut curved = zigzag;
    curved[2] = spinning(DVec3::X, DVec3::Z);
    assert_eq!(straight(piecewise(curved.clone())), None);
    assert_eq!(piecewise(curved).straight_between(span(0.0, 0.2)), Some(vec![0.0, 0.1, 0.2]));
}

/// Knots of a segment are kept if they are doubles on the world clock, and rejected otherwise.
#[test]
fn knots_within_segments() {
    let nested = |start: f64, knot: f64| {
        let frames = vec![vec![DVec3::X], vec![DVec3::Y], vec![DVec3::X]];
        let moving = Motion::Vertexwise(Vertexwise::new(vec![0.0, knot, 4.0], frames).unwrap());
        let piecewise = Motion::Piecewise(Piecewise::new(vec![start], vec![moving]).unwrap());
        piecewise.straight_between(span(0.0, 2.0))
    };
    assert_eq!(nested(0.5, 0.25), Some(vec![0.0, 0.5, 0.75, 2.0]));
    assert_eq!(nested(0.5, 0.1), None);
    assert_eq!(nested(0.0, 0.1), Some(vec![0.0, 0.1, 2.0]));
}

/// A frame is returned only if it equals the vertex positions to the last bit, never between frames.
#[test]
fn a_frame_is_given_at_its_instant_and_while_the_vertices_rest() {
    let frames = vec![vec![DVec3::X, DVec3::new(0.1, 0.2, 0.3)], vec![DVec3::Y, DVec3::Z]];
    let moving = Motion::Vertexwise(Vertexwise::new(vec![0.5, 2.0], frames.clone()).unwrap());
    let given = |from: f64, to: f64| moving.during(span(from, to)).frame().map(<[DVec3]>::to_vec);
    for (from, to, frame) in [(0.5, 0.5, 0), (2.0, 2.0, 1), (-1.0, 0.5, 0), (2.0, 9.0, 1), (3.0, 3.0, 1)] {
        assert_eq!(given(from, to).as_ref(), Some(&frames[frame]), "from {from} to {to}");
        for (index, &place) in frames[frame].iter().enumerate() {
            let point = moving.during(span(from, to)).point(index, DVec3::ZERO);
            assert_eq!(point, tangency_interval::Vector3::point(place.to_array()));
        }
    }
    for (from, to) in [(1.0, 1.0), (0.5, 2.0), (0.0, 1.0), (0.0, 3.0)] {
        assert_eq!(given(from, to), None, "from {from} to {to}");
    }
    assert_eq!(Motion::Still(Pose::IDENTITY).during(span(0.0, 0.0)).frame(), None);
}
