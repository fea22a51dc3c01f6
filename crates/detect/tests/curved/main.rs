//! First contact of curved bodies.
//!
//! References: closed forms, and planted contacts: two convex bodies on either side of a plane through the planted
//! point, moving towards it, touch there and nowhere before.

mod beside;
mod births;
mod clearance;
mod conforming;
mod course;
mod creases;
mod deforming;
mod held;
mod implicit;
mod joints;
mod meshes;
mod plain;
mod random;
mod resting;
mod round;
mod sharp;
mod speed;

use glam::{DQuat, DVec3, dvec3};
use std::f64::consts::PI;
use tangency_detect::{Answer, FirstContact, Moving, Query, Verdict, first_contact};
use tangency_geometry::surface::{Brep, Patch};
use tangency_geometry::{Linear, Mesh, Motion, Pose, Shape, Solid, primitive};
use tangency_interval::laws::Random;

pub(crate) fn still(shape: impl Into<Shape>) -> Moving {
    moving(shape, DVec3::ZERO, DVec3::ZERO)
}

pub(crate) fn moving(shape: impl Into<Shape>, place: DVec3, velocity: DVec3) -> Moving {
    placed(shape, DQuat::IDENTITY, place, velocity)
}

pub(crate) fn placed(shape: impl Into<Shape>, turn: DQuat, place: DVec3, velocity: DVec3) -> Moving {
    let start = Pose::new(turn, place).expect("a pose");
    Moving::new(shape.into(), Motion::Linear(Linear::new(start, velocity).expect("finite"))).expect("a body")
}

pub(crate) fn ask(a: &Moving, b: &Moving, query: &Query) -> Answer {
    let answer = first_contact(a, b, query).expect("a method");
    println!("{:?} {:?}", answer.effort, answer.verdict.clear_until());
    answer
}

pub(crate) fn touch(answer: Answer) -> FirstContact {
    match answer.verdict {
        Verdict::Touch(first) => first,
        other @ (Verdict::Clear { .. } | Verdict::Open { .. }) => panic!("no touch: {other:?}"),
    }
}

/// The bracket contains the time, and is no longer than 1e-10 of it.
pub(crate) fn assert_time(first: &FirstContact, time: f64) {
    assert!(
        first.time.lower() <= time && time <= first.time.upper() * (1.0 + 1e-15),
        "{time} is not in {:?}",
        first.time
    );
    assert!(first.time.width() <= 1e-10 * time, "{:?} is wide, {}", first.time, first.time.width());
}

pub(crate) fn floor(size: f64) -> Brep {
    Brep::rectangle(glam::DVec2::splat(size)).expect("a rectangle")
}

/// A coordinate of all contacts, in order.
pub(crate) fn spread(first: &FirstContact, coordinate: impl Fn(DVec3) -> f64) -> Vec<f64> {
    let mut all: Vec<f64> = first.contacts.iter().map(|contact| coordinate(contact.point)).collect();
    all.sort_by(f64::total_cmp);
    all
}

pub(crate) fn vector(random: &mut Random, size: f64) -> DVec3 {
    DVec3::from_array([0; 3].map(|_| random.between(-size, size)))
}

/// Two ellipsoids, by their half axes and rotations.
pub(crate) struct Ellipsoids {
    pub(crate) radii: [DVec3; 2],
    pub(crate) turns: [DQuat; 2],
}

impl Ellipsoids {
    pub(crate) fn new(random: &mut Random) -> Self {
        let radii = [0; 2].map(|_| DVec3::from_array([0; 3].map(|_| random.between(0.4, 1.5))));
        Self { radii, turns: [0; 2].map(|_| DQuat::from_scaled_axis(vector(random, 3.0))) }
    }

    /// The farthest point of one of them along n: for the ellipsoid x = A·y, |y| = 1, it is A²n/|A·n|.
    pub(crate) fn farthest(&self, which: usize, along: DVec3) -> DVec3 {
        let (radii, turn) = (self.radii[which], self.turns[which]);
        let along = turn.inverse() * along;
        turn * (radii * radii * along / (radii * along).length())
    }
}

/// A sphere with bumps, as one face.
pub(crate) fn bumpy(bumps: [u32; 2], height: f64) -> Brep {
    let radius = format!("(1 + {height}*sin({}*u)*sin({}*v))", bumps[0], bumps[1]);
    let texts = [format!("{radius}*cos(u)*sin(v)"), format!("{radius}*sin(u)*sin(v)"), format!("{radius}*cos(v)")];
    let patch = Patch::parse(texts.each_ref().map(|text| text.as_str()), [0.0, 2.0 * PI], [0.0, PI]);
    Brep::new(vec![patch.expect("a patch")]).expect("a body")
}

/// Ten thousand triangles: a hill with bumps.
pub(crate) fn bumpy_ground() -> Mesh {
    let count = 71_u32;
    let height = |x: f64, y: f64| {
        0.3 * (1.0 - 0.5 * (x - 0.31).powi(2) - 0.4 * (y + 0.17).powi(2)) + 0.01 * (9.0 * x).sin() * (8.0 * y).cos()
    };
    let place = |index: u32| 2.0 * f64::from(index) / f64::from(count) - 1.0;
    let grid = (0..(count + 1) * (count + 1)).map(|index| (place(index % (count + 1)), place(index / (count + 1))));
    let vertices: Vec<DVec3> = grid.map(|(x, y)| dvec3(x, y, height(x, y))).collect();
    let corners = (0..count * count).map(|cell| cell / count * (count + 1) + cell % count);
    let triangles = corners.flat_map(|corner| {
        [[corner, corner + 1, corner + count + 2], [corner, corner + count + 2, corner + count + 1]]
    });
    Mesh::new(vertices, triangles.collect()).expect("a mesh")
}

/// The closed form of a superquadric, negative inside.
pub(crate) fn superquadric(radii: DVec3, [across, along]: [u32; 2], point: DVec3) -> f64 {
    let [x, y, z] = (point / radii).abs().to_array();
    let (p, q) = (f64::from(across), f64::from(along));
    (x.powf(p) + y.powf(p)).powf(q / p) + z.powf(q) - 1.0
}

/// Bodies of every kind with an inside, around the origin: one metre along the axes.
pub(crate) fn hosts() -> [Shape; 3] {
    [
        Brep::sphere(1.0).expect("a sphere").into(),
        Solid::sphere(1.0).expect("a sphere").into(),
        primitive::cuboid(DVec3::splat(2.0)).expect("a box").into(),
    ]
}
