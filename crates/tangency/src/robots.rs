//! Robots built in code, for tests, benchmarks and scenes.

use glam::{DQuat, DVec3, dvec3};
use std::f64::consts::{FRAC_PI_2, PI, TAU};
use tangency_formats::robot::{CollisionSolid, Robot, RobotPart};
use tangency_geometry::{Joint, JointKind, Limits, Mechanism, Mesh, Polyhedron, Pose, RateLimits, Shape, primitive};

/// A link and its parent joint.
struct Stage {
    name: &'static str,
    /// Position of the joint in the frame of the parent link, metres.
    place: DVec3,
    axis: DVec3,
    /// Joint limit in both directions, radians.
    limit: f64,
}

/// The classic six: waist, shoulder and elbow place the wrist, and three crossing axes turn the hand. About the size
/// of a robot that lifts ten kilograms: 0.45 m to the shoulder, arms of 0.5 and 0.45 m.
const STAGES: [Stage; 6] = [
    Stage { name: "waist", place: dvec3(0.0, 0.0, 0.2), axis: DVec3::Z, limit: 2.9 },
    Stage { name: "shoulder", place: dvec3(0.05, 0.0, 0.25), axis: DVec3::Y, limit: 2.0 },
    Stage { name: "elbow", place: dvec3(0.0, 0.0, 0.5), axis: DVec3::Y, limit: 2.6 },
    Stage { name: "forearm", place: dvec3(0.15, 0.0, 0.05), axis: DVec3::X, limit: 3.1 },
    Stage { name: "wrist", place: dvec3(0.3, 0.0, 0.0), axis: DVec3::Y, limit: 2.1 },
    Stage { name: "hand", place: dvec3(0.1, 0.0, 0.0), axis: DVec3::X, limit: 6.2 },
];

/// A six-axis arm of boxes and cylinders that stands on the origin. At zero the upper arm points up and the forearm
/// along x.
///
/// ```
/// let arm = tangency::robots::six_axis_arm();
/// assert_eq!(arm.mechanism.coordinates(), ["waist", "shoulder", "elbow", "forearm", "wrist", "hand"]);
/// ```
#[must_use]
pub fn six_axis_arm() -> Robot {
    let names: Vec<String> =
        ["base"].into_iter().chain(STAGES.iter().map(|stage| stage.name)).map(String::from).collect();
    let joint = |(index, stage): (usize, &Stage)| Joint {
        name: stage.name.into(),
        kind: JointKind::Revolute { axis: stage.axis },
        parent: index,
        child: index + 1,
        origin: Pose::translated(stage.place).expect("constant places are finite"),
        limits: Some(Limits { lower: -stage.limit, upper: stage.limit }),
        mimic: None,
    };
    let mechanism = Mechanism::new(names.clone(), STAGES.iter().enumerate().map(joint).collect());
    let mechanism = mechanism.expect("a chain of six joints");
    let part = |(link, shape): (usize, Shape)| RobotPart {
        link,
        name: names[link].clone(),
        solid: CollisionSolid { shape, radius: 0.0, excess: 0.0 },
    };
    let parts = shapes().into_iter().enumerate().map(part).collect();
    // Neighbours touch at their joints.
    let disabled = (0..STAGES.len()).map(|link| [link, link + 1]).collect();
    robot("six_axis_arm", mechanism, parts, disabled)
}

/// A chain of bumpy links, each a metre from joint to joint, thick in the middle and dented all over, of `2·rings²`
/// triangles. The first stands; the others turn about x and y in turn, and are straight up at zero. Neighbours do not
/// touch at their joints, and no pair of links may.
///
/// ```
/// let chain = tangency::robots::bumpy_chain(3, 10);
/// assert_eq!(chain.parts[2].solid.shape.mesh().map(|mesh| mesh.triangles().len()), Some(200));
/// assert_eq!(chain.link_pairs(), [[0, 1], [0, 2], [1, 2]]);
/// ```
#[must_use]
pub fn bumpy_chain(links: usize, rings: u32) -> Robot {
    let shape = Shape::from(bumpy(rings.max(3)));
    chain("bumpy_chain", 1.0, vec![shape; links.max(1)])
}

/// A chain of rings that hold one another, each turned by a right angle against the last, of `2·steps²` triangles.
/// The first stands; the others turn about x and y in turn, about a point where two rings pass each other a few
/// centimetres apart. The convex hulls of neighbours therefore always overlap. No pair of links may touch.
///
/// ```
/// let chain = tangency::robots::ring_chain(3, 10);
/// assert_eq!(chain.parts[2].solid.shape.mesh().map(|mesh| mesh.triangles().len()), Some(200));
/// ```
#[must_use]
pub fn ring_chain(links: usize, steps: usize) -> Robot {
    let (radius, tube, apart) = (0.3, 0.05, 0.44);
    let ring = |link: usize| {
        let torus = primitive::torus(radius, tube, steps.max(3), steps.max(3)).expect("constant sizes");
        let turn = DQuat::from_rotation_z(if link % 2 == 1 { FRAC_PI_2 } else { 0.0 });
        placed(torus.into_mesh(), turn * DQuat::from_rotation_x(FRAC_PI_2), dvec3(0.0, 0.0, 0.5 * apart))
    };
    chain("ring_chain", apart, (0..links.max(1)).map(ring).collect())
}

/// Links of these shapes on top of each other, at this distance.
fn chain(name: &str, distance: f64, shapes: Vec<Shape>) -> Robot {
    let names: Vec<String> = (0..shapes.len()).map(|link| format!("link{link}")).collect();
    let joint = |link: usize| Joint {
        name: format!("joint{link}"),
        kind: JointKind::Continuous { axis: if link % 2 == 1 { DVec3::X } else { DVec3::Y } },
        parent: link - 1,
        child: link,
        origin: Pose::translated(distance * DVec3::Z).expect("a constant place is finite"),
        limits: None,
        mimic: None,
    };
    let mechanism = Mechanism::new(names.clone(), (1..names.len()).map(joint).collect()).expect("a chain of joints");
    let part = |(link, shape): (usize, Shape)| RobotPart {
        link,
        name: names[link].clone(),
        solid: CollisionSolid { shape, radius: 0.0, excess: 0.0 },
    };
    let parts = shapes.into_iter().enumerate().map(part).collect();
    robot(name, mechanism, parts, Vec::new())
}

/// A robot without limits of velocity, acceleration and effort.
fn robot(name: &str, mechanism: Mechanism, parts: Vec<RobotPart>, disabled: Vec<[usize; 2]>) -> Robot {
    let rate_limits = vec![RateLimits::default(); mechanism.joints().len()];
    let (name, states, warnings) = (name.to_owned(), Vec::new(), Vec::new());
    Robot { name, mechanism, rate_limits, parts, disabled, states, warnings }
}

/// A solid between two points on the axis, of as many rings as each has corners.
fn bumpy(rings: u32) -> Polyhedron {
    let corner = |ring: u32, step: u32| {
        let (down, around) =
            (PI * f64::from(ring + 1) / f64::from(rings + 1), TAU * f64::from(step) / f64::from(rings));
        let radius = 0.12 * down.sin().sqrt() * (1.0 + 0.2 * (5.0 * around).sin() * (12.0 * down).sin());
        dvec3(radius * around.cos(), radius * around.sin(), 0.5 - 0.4 * down.cos())
    };
    let mut vertices = vec![dvec3(0.0, 0.0, 0.1), dvec3(0.0, 0.0, 0.9)];
    vertices.extend((0..rings).flat_map(|ring| (0..rings).map(move |step| corner(ring, step))));
    let at = |ring: u32, step: u32| 2 + ring * rings + step % rings;
    let mut triangles = Vec::new();
    for step in 0..rings {
        triangles.push([0, at(0, step + 1), at(0, step)]);
        triangles.push([1, at(rings - 1, step), at(rings - 1, step + 1)]);
        for ring in 0..rings - 1 {
            let [a, b] = [at(ring, step), at(ring, step + 1)];
            let [c, d] = [at(ring + 1, step), at(ring + 1, step + 1)];
            triangles.extend([[a, b, d], [a, d, c]]);
        }
    }
    let mesh = Mesh::new(vertices, triangles).expect("corners are finite");
    Polyhedron::new(mesh).expect("rings between two points are closed")
}

/// The shape of every link, in its own frame.
fn shapes() -> [Shape; 7] {
    let upright = DQuat::IDENTITY;
    let along_y = DQuat::from_rotation_x(FRAC_PI_2);
    let along_x = DQuat::from_rotation_y(FRAC_PI_2);
    [
        cylinder(0.14, 0.18, upright, dvec3(0.0, 0.0, 0.09)),
        cuboid(dvec3(0.2, 0.16, 0.22), dvec3(0.0, 0.0, 0.13)),
        cuboid(dvec3(0.12, 0.1, 0.56), dvec3(0.0, 0.0, 0.25)),
        cylinder(0.07, 0.14, along_y, dvec3(0.0, 0.0, 0.02)),
        cuboid(dvec3(0.3, 0.08, 0.08), dvec3(0.13, 0.0, 0.0)),
        cylinder(0.045, 0.09, along_y, DVec3::ZERO),
        cylinder(0.04, 0.1, along_x, dvec3(0.03, 0.0, 0.0)),
    ]
}

fn cuboid(size: DVec3, middle: DVec3) -> Shape {
    placed(primitive::cuboid(size).expect("constant sizes").into_mesh(), DQuat::IDENTITY, middle)
}

/// A prism with 32 sides and corners on the circle. The arm consists of such prisms; they do not approximate cylinders.
fn cylinder(radius: f64, length: f64, turn: DQuat, middle: DVec3) -> Shape {
    placed(primitive::cylinder(radius, length, 32).expect("constant sizes").into_mesh(), turn, middle)
}

fn placed(mesh: Mesh, turn: DQuat, middle: DVec3) -> Shape {
    let pose = Pose::new(turn, middle).expect("a constant pose is valid");
    let mesh = mesh.transformed(&pose).expect("a small mesh stays finite");
    Polyhedron::new(mesh).expect("a moved solid is a solid").into()
}
