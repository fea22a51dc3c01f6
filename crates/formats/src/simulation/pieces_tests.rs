//! Motions in the result file are exact: an evaluator that knows the document alone finds the same places.
//!
//! Reference: `Motion::at`. The evaluator here shares no code with the product: it reads JSON, turns points by
//! Rodrigues' formula, and sums series by cosines.

use super::*;
use glam::{DQuat, DVec3, dvec3};
use serde_json::Value;
use tangency_geometry::{Ballistic, ChebyshevMotion, Linear, Motion, Piecewise, Placement, Pose, Rigid, Screw};
use tangency_interval::Chebyshev;
use tangency_interval::laws::Random;

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|number| number.as_f64().unwrap()).collect()
}

fn vector(value: &Value) -> DVec3 {
    DVec3::from_slice(&numbers(value))
}

/// `exp(turn)·point`, by Rodrigues' formula.
fn turned(turn: DVec3, point: DVec3) -> DVec3 {
    let angle = turn.length();
    if angle == 0.0 {
        return point;
    }
    let axis = turn / angle;
    point + angle.sin() * axis.cross(point) + (1.0 - angle.cos()) * axis.cross(axis.cross(point))
}

/// The matrix of a quaternion of any length times the point.
fn rotated([x, y, z, w]: [f64; 4], point: DVec3) -> DVec3 {
    let n = x * x + y * y + z * z + w * w;
    let row = |a: f64, b: f64, c: f64| (a * point.x + b * point.y + c * point.z) / n;
    dvec3(
        row(w * w + x * x - y * y - z * z, 2.0 * (x * y - z * w), 2.0 * (x * z + y * w)),
        row(2.0 * (x * y + z * w), w * w - x * x + y * y - z * z, 2.0 * (y * z - x * w)),
        row(2.0 * (x * z - y * w), 2.0 * (y * z + x * w), w * w - x * x - y * y + z * z),
    )
}

/// The series at x: Σ cₖ·cos(k·arccos x).
fn series(coefficients: &Value, x: f64) -> f64 {
    let angle = x.clamp(-1.0, 1.0).acos();
    numbers(coefficients).iter().enumerate().map(|(k, c)| c * (k as f64 * angle).cos()).sum()
}

/// Where a point of the body is at an instant of the scene's clock, by the tables of `docs/simulate.md`.
fn evaluated(file: &Value, motion: usize, time: f64, local: DVec3) -> DVec3 {
    let since_start = time - file["span"][0].as_f64().unwrap();
    let pieces = file["motions"][motion]["pieces"].as_array().unwrap();
    let begun = pieces.iter().rev().find(|piece| piece["start"].as_f64().unwrap() <= since_start);
    let piece = begun.unwrap_or(&pieces[0]);
    let t = since_start - piece["start"].as_f64().unwrap();
    if piece["kind"] == "flight" {
        let of = |key: &str| vector(&piece[key]);
        let place = of("position") + of("velocity") * t + of("acceleration") * (t * t / 2.0);
        let orientation = <[f64; 4]>::try_from(numbers(&piece["orientation"])).unwrap();
        return place + turned(of("angular_velocity") * t, rotated(orientation, local - of("centre")));
    }
    assert_eq!(piece["kind"], "chebyshev");
    let [from, to] = <[f64; 2]>::try_from(numbers(&piece["domain"])).unwrap();
    let x = ((t - from) - (to - t)) / (to - from);
    let at = |key: &str, axis: usize| series(&piece[key][axis], x);
    let place = dvec3(at("position", 0), at("position", 1), at("position", 2));
    place + rotated([0, 1, 2, 3].map(|axis| at("orientation", axis)), local)
}

fn pose(random: &mut Random) -> Pose {
    let mut number = |size: f64| random.between(-size, size);
    let turn = DQuat::from_xyzw(number(1.0), number(1.0), number(1.0), number(1.0)).normalize();
    Pose::new(turn, dvec3(number(10.0), number(10.0), number(10.0))).unwrap()
}

/// A piece of each kind in turn.
fn piece(index: usize, length: f64, random: &mut Random) -> Motion {
    let vector = |size: f64, random: &mut Random| {
        dvec3(random.between(-size, size), random.between(-size, size), random.between(-size, size))
    };
    let start = pose(random);
    let velocity = vector(5.0, random);
    match index % 5 {
        0 => Motion::Rigid(Rigid::new(start, velocity, vector(20.0, random)).unwrap()),
        1 => Motion::Ballistic(Ballistic::new(start, velocity, vector(10.0, random)).unwrap()),
        2 => Motion::Linear(Linear::new(start, velocity).unwrap()),
        3 => Motion::Still(start),
        _ => {
            let mut one = |size: f64| {
                let coefficients: Vec<f64> = (0..9).map(|k| size * random.between(-1.0, 1.0) / 3_f64.powi(k)).collect();
                coefficients
            };
            let translation = [one(4.0), one(4.0), one(4.0)].map(|c| Chebyshev::new(0.0, length, &c).unwrap());
            // The scalar part keeps the quaternion away from zero.
            let mut rotation = [one(0.5), one(0.5), one(0.5), one(0.5)];
            rotation[3][0] = 3.0;
            let rotation = rotation.map(|c| Chebyshev::new(0.0, length, &c).unwrap());
            Motion::Chebyshev(ChebyshevMotion::new(rotation, translation).unwrap())
        }
    }
}

/// Random pieces of all kinds, from a clock that does not start at zero.
#[test]
fn a_reader_of_the_file_finds_every_instant() {
    let mut random = Random::new(4);
    let (mut flights, mut series) = (0, 0);
    for round in 0..20 {
        let starts: Vec<f64> = (0..11).map(|index| f64::from(index) * 0.37).collect();
        let segments = (0..11).map(|index| piece(round + index, 0.37, &mut random)).collect();
        let motion = Motion::Piecewise(Piecewise::new(starts, segments).unwrap());
        let span = [7.25, 7.25 + 11.0 * 0.37];
        let file = Simulation { span, motions: vec![MotionReport::new("b", &motion).unwrap()], ..tests::drop() };
        let text = file.to_json().unwrap();
        let json: Value = serde_json::from_str(&text).unwrap();
        let read = Simulation::from_json(&text).unwrap();
        assert_eq!(read, file, "the file reads back to the same numbers");
        for _ in 0..200 {
            let (since, local) = (random.between(0.0, 11.0 * 0.37), dvec3(0.3, -0.7, 0.2));
            let Placement::Pose(truth) = motion.at((span[0] + since) - span[0]) else { unreachable!() };
            let found = evaluated(&json, 0, span[0] + since, local);
            assert!(found.distance(truth.apply(local)) < 1e-12, "{found} {}", truth.apply(local));
            let (turn, place) = read.motions[0].at((span[0] + since) - span[0]);
            assert!((turn * local + place).distance(truth.apply(local)) < 1e-12);
        }
        let kinds = json["motions"][0]["pieces"].as_array().unwrap();
        flights += kinds.iter().filter(|piece| piece["kind"] == "flight").count();
        series += kinds.iter().filter(|piece| piece["kind"] == "chebyshev").count();
    }
    assert!(flights > 100 && series > 40, "{flights} flights, {series} series");
}

/// A body whose centre of mass is not its origin: the centre flies on the parabola, and the origin circles about it.
#[test]
fn a_flight_turns_about_its_centre() {
    let flight = FlightPiece {
        start: 0.5,
        centre: [1.0, 0.0, 0.0],
        position: [0.0, 0.0, 3.0],
        velocity: [2.0, 0.0, 0.0],
        acceleration: [0.0, 0.0, -10.0],
        orientation: [0.0, 0.0, 0.0, 1.0],
        angular_velocity: [0.0, 0.0, std::f64::consts::PI],
    };
    let motion = MotionReport { body: "b".into(), pieces: vec![PieceReport::Flight(flight)] };
    // After one second, half a turn: the origin, 1 m behind the centre at first, is 1 m ahead of it.
    let (turn, place) = motion.at(1.5);
    assert!(place.distance(dvec3(3.0, 0.0, -2.0)) < 1e-12, "{place}");
    assert!((turn * DVec3::X + place).distance(dvec3(2.0, 0.0, -2.0)) < 1e-12);
    let file = Simulation { span: [0.0, 2.0], motions: vec![motion], ..tests::drop() };
    let json: Value = serde_json::from_str(&file.to_json().unwrap()).unwrap();
    assert!(evaluated(&json, 0, 1.5, DVec3::ZERO).distance(place) < 1e-12);
}

#[test]
fn motions_without_a_closed_form_are_refused_by_name() {
    let still = Motion::Still(Pose::IDENTITY);
    let end = Pose::translated(DVec3::X).unwrap();
    let screw = Motion::Screw(Screw::between(Pose::IDENTITY, end, 1.0).unwrap());
    let nested = Motion::Piecewise(Piecewise::new(vec![0.0], vec![still]).unwrap());
    for (motion, found) in [(screw, "a screw motion"), (nested, "pieces within pieces")] {
        let within = Motion::Piecewise(Piecewise::new(vec![0.0], vec![motion]).unwrap());
        let error = MotionReport::new("top", &within).unwrap_err();
        assert_eq!(error.found, found);
        assert!(error.to_string().contains("body \"top\""), "{error}");
    }
}
