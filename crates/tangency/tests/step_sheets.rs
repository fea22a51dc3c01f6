//! Contacts and distances of spline sheets from STEP text: tori as rational surfaces of nine by nine control points.
//!
//! References: closed forms. A ball touches a torus when its centre is as far from the circle in the middle of the tube
//! as both radii together. Tori beside each other are closest on the line of their centres.

#![allow(clippy::unwrap_used, reason = "a broken expectation stops the test")]

use std::f64::consts::{FRAC_1_SQRT_2, FRAC_PI_2};
use std::sync::Arc;
use tangency::detect::{Evidence, Moving, Query, Verdict, distance, first_contact};
use tangency::formats::step::{
    self, StepBody, StepBodyKind, StepBound, StepEntity, StepFace, StepFile, StepInstance, StepLoop, StepShell,
    StepSplineSurface, StepSurface,
};
use tangency::geometry::{Convex, Linear, Motion, Pose, Shape};
use tangency::glam::{DQuat, DVec2, DVec3, dvec2, dvec3};

const RADIUS: f64 = 0.02;
const TUBE: f64 = 0.006;

/// The control points of a circle of radius one, and their weights.
fn circle() -> Vec<(DVec2, f64)> {
    let place = |index: usize| {
        let corner = index % 2 == 1;
        let (length, weight) = if corner { (2.0_f64.sqrt(), FRAC_1_SQRT_2) } else { (1.0, 1.0) };
        // Exact on the axes, so that the ends meet.
        let [x, y] =
            [[1.0, 0.0], [1.0, 1.0], [0.0, 1.0], [-1.0, 1.0], [-1.0, 0.0], [-1.0, -1.0], [0.0, -1.0], [1.0, -1.0]]
                [index % 8];
        (dvec2(x, y) * (length / dvec2(x, y).length()), weight)
    };
    (0..9).map(place).collect()
}

/// A torus around the z axis, written as STEP text and read.
fn torus() -> Shape {
    let knots = vec![0.0, 0.0, 0.0, 0.25, 0.25, 0.5, 0.5, 0.75, 0.75, 1.0, 1.0, 1.0];
    let (mut points, mut weights) = (Vec::new(), Vec::new());
    for (around, weight_around) in circle() {
        for (across, weight_across) in circle() {
            points.push((around * (RADIUS + TUBE * across.x)).extend(TUBE * across.y));
            weights.push(weight_around * weight_across);
        }
    }
    let surface = StepSurface::Spline(StepSplineSurface {
        degree: [2, 2],
        knots: [knots.clone(), knots],
        counts: [9, 9],
        points,
        weights: Some(weights),
        closed: [Some(true), Some(true)],
    });
    let bounds = vec![StepBound { outer: false, path: StepLoop::Vertex(0) }];
    read_again(StepBody {
        name: "ring".into(),
        item_name: String::new(),
        entity: StepEntity::default(),
        kind: StepBodyKind::Solid,
        shells: vec![StepShell { faces: vec![0], closed: true, void: false }],
        faces: vec![StepFace { surface: Arc::new(surface), same_sense: true, bounds, entity: StepEntity::default() }],
        edges: vec![],
        vertices: vec![dvec3(RADIUS + TUBE, 0.0, 0.0)],
        tolerance: None,
    })
}

fn read_again(body: StepBody) -> Shape {
    let instance = StepInstance { body: 0, path: vec![body.name.as_str().into()], pose: Pose::IDENTITY };
    let file = StepFile { schema: String::new(), bodies: vec![body], instances: vec![instance], notes: vec![] };
    let read = step::parse(step::write(&file).unwrap().as_bytes(), "ring.step").unwrap();
    let brep = read.bodies[0].brep().unwrap();
    assert!(brep.is_solid());
    Shape::Parametric(brep)
}

fn still(shape: Shape, turn: DQuat, place: DVec3) -> Moving {
    Moving::new(shape, Motion::Still(Pose::new(turn, place).unwrap())).unwrap()
}

#[test]
fn a_ball_falls_on_a_ring_of_splines() {
    let ball = 0.005;
    let ring = still(torus(), DQuat::IDENTITY, DVec3::ZERO);
    for (beside, turn) in [(0.0, 0.3), (0.004, 1.0), (-0.007, 2.5)] {
        let place = (DVec2::from_angle(turn) * (RADIUS + beside)).extend(0.05);
        let fall = Linear::new(Pose::translated(place).unwrap(), dvec3(0.0, 0.0, -0.1)).unwrap();
        let falling = Moving::new(Shape::Convex(Convex::sphere(ball).unwrap()), Motion::Linear(fall)).unwrap();
        let answer = first_contact(&ring, &falling, &Query { tolerance: 1e-8, ..Query::default() }).unwrap();
        let Verdict::Touch(first) = answer.verdict else { panic!("{answer:?}") };
        let height = ((TUBE + ball).powi(2) - beside * beside).sqrt();
        let time = (0.05 - height) / 0.1;
        assert!(first.time.lower() <= time && time - first.time.lower() < 1e-6, "{:?} {time}", first.time);
        let toward =
            (DVec2::from_angle(turn) * (RADIUS + beside * TUBE / (TUBE + ball))).extend(height * TUBE / (TUBE + ball));
        assert!(first.contacts.iter().any(|contact| contact.point.distance(toward) < 1e-5), "{first:?}");
    }
}

#[test]
fn rings_of_splines_beside_each_other_have_the_distance_of_the_closed_form() {
    let ring = still(torus(), DQuat::IDENTITY, DVec3::ZERO);
    let query = Query { tolerance: 1e-10, ..Query::default() };
    for (apart, turn) in [(0.06, DQuat::from_rotation_z(0.4)), (0.055, DQuat::from_rotation_x(FRAC_PI_2))] {
        let frame = DQuat::from_rotation_z(0.7);
        let other = still(torus(), frame * turn, frame * dvec3(apart, 0.0, 0.0));
        let found = distance(&ring, &other, 0.0, &query).unwrap();
        let expected = apart - 2.0 * (RADIUS + TUBE);
        assert_eq!(found.evidence, Evidence::Proved);
        // The square root of one half is rounded in the file.
        let [low, high] = [found.distance.lower(), found.distance.upper()];
        assert!(low <= expected + 1e-15 && expected - 1e-15 <= high && high - low <= 1e-10, "{found:?} {expected}");
        let on_ring = frame * dvec3(RADIUS + TUBE, 0.0, 0.0);
        assert!(found.closest.points[0].distance(on_ring) < 1e-6, "{found:?}");
    }
}

#[test]
fn a_ring_of_splines_within_a_block_is_not_apart() {
    let block = read_again(step::plate("block", dvec3(0.1, 0.1, 0.1), &[]).unwrap());
    let block = still(block, DQuat::IDENTITY, DVec3::splat(-0.05));
    let query = Query { tolerance: 1e-9, ..Query::default() };
    let inside = still(torus(), DQuat::from_rotation_x(0.3), dvec3(0.001, 0.002, 0.003));
    assert_eq!(distance(&block, &inside, 0.0, &query).unwrap().distance.lower(), 0.0);
    assert_eq!(distance(&inside, &block, 0.0, &query).unwrap().distance.lower(), 0.0);
    // Above the block, the boxes of both are apart; beside a corner they are not.
    let above = still(torus(), DQuat::IDENTITY, dvec3(0.0, 0.0, 0.07));
    let found = distance(&block, &above, 0.0, &query).unwrap().distance;
    assert!((found.lower()..=found.upper()).contains(&(0.07 - 0.05 - TUBE)), "{found:?}");
}
