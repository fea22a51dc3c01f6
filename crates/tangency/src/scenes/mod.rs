//! The built-in scenes. Each is defined once and used by the command line, tests, examples and benchmarks.

pub mod arm;
pub mod bolt;
pub mod bore;
pub mod bumpy;
pub mod checkerboard;
pub mod cloth;
pub mod drape;
pub mod edge;
pub mod frames;
pub mod fruit;
pub mod gears;
pub mod goblets;
pub mod hole;
mod knot;
pub mod landing;
pub mod needle;
pub mod peg;
pub mod primitives;
pub mod rail;
pub mod ribbon;
pub mod ring;
pub mod rod;
mod simulated;
mod teapot_data;
pub mod teapot_sides;
pub mod teapots;
pub mod terrain;
pub mod thread;
pub mod tori;
pub mod tori_chain;
pub mod tube;

pub use simulated::{SIMULATED, SimulatedScene};

use glam::{DQuat, DVec3};
use tangency_formats::{QuerySettings, Scene, SceneBody, SceneSpan};
use tangency_geometry::{Linear, Motion, Pose, Rigid, Shape, Trajectory, Vertexwise};

/// A built-in scene.
#[derive(Clone, Copy, Debug)]
pub struct BuiltIn {
    /// Its name on the command line.
    pub name: &'static str,
    /// A description in one line.
    pub summary: &'static str,
    bodies: fn() -> Vec<SceneBody>,
    query: fn() -> QuerySettings,
}

/// The query settings of most scenes.
const USUAL: fn() -> QuerySettings = QuerySettings::default;

/// All built-in scenes, introductory ones first.
pub const ALL: [BuiltIn; 32] = [
    needle::SCENE,
    rail::SCENE,
    landing::SCENE,
    edge::SCENE,
    knot::SCENE,
    primitives::SCENE,
    terrain::SCENE,
    peg::SCENE,
    cloth::SCENE,
    ribbon::SCENE,
    rod::SCENE,
    hole::SCENE,
    thread::DRIVEN,
    thread::SHIFTED,
    gears::MESHING,
    gears::JAMMED,
    arm::AT_WORK,
    arm::TOO_LOW,
    ring::SCENE,
    tori::SCENE,
    bumpy::SCENE,
    tube::SCENE,
    checkerboard::SCENE,
    bore::SCENE,
    drape::SCENE,
    fruit::SCENE,
    teapots::SCENE,
    tori_chain::SCENE,
    goblets::SCENE,
    teapot_sides::SCENE,
    bolt::CLEAR,
    bolt::JAMMED,
];

/// The built-in scene of that name.
#[must_use]
pub fn find(name: &str) -> Option<BuiltIn> {
    ALL.into_iter().find(|scene| scene.name == name)
}

/// The built-in scene of that name, to check or to simulate.
#[must_use]
pub fn make(name: &str) -> Option<Scene> {
    let simulated = || SIMULATED.iter().find(|scene| scene.name == name).map(SimulatedScene::make);
    find(name).map(|scene| scene.make()).or_else(simulated)
}

impl BuiltIn {
    /// Makes the scene.
    #[must_use]
    pub fn make(&self) -> Scene {
        let bodies = (self.bodies)();
        let query = (self.query)();
        let may_touch = [joined(&bodies), query.may_touch.clone()].concat();
        Scene {
            name: self.name.into(),
            description: self.summary.into(),
            span: SceneSpan { start: 0.0, end: duration(&bodies) },
            query: QuerySettings { may_touch, ..query },
            bodies,
            dynamics: None,
            warnings: Vec::new(),
        }
    }
}

/// The duration in seconds: that of the trajectory for a robot, otherwise one second.
fn duration(bodies: &[SceneBody]) -> f64 {
    bodies.iter().find_map(trajectory).map_or(1.0, |trajectory| trajectory.span().upper())
}

/// Links joined by a joint touch there. The links of a robot are consecutive in the list, parents before children.
fn joined(bodies: &[SceneBody]) -> Vec<[String; 2]> {
    let links = |pair: &&[SceneBody]| pair.iter().all(|body| trajectory(body).is_some());
    bodies.windows(2).filter(links).map(|pair| [pair[0].name.clone(), pair[1].name.clone()]).collect()
}

/// The trajectory of the robot that the body is a link of.
fn trajectory(body: &SceneBody) -> Option<&Trajectory> {
    if let Motion::Articulated(link) = &body.motion { Some(link.trajectory()) } else { None }
}

/// A body at rest.
fn still(name: &str, shape: Shape, place: DVec3) -> SceneBody {
    let pose = Pose::new(DQuat::IDENTITY, place).expect("a constant place is finite");
    SceneBody::new(name, shape, Motion::Still(pose))
}

/// A body that moves on a straight line with the constant orientation `turn`.
fn moving(name: &str, shape: Shape, turn: DQuat, from: DVec3, velocity: DVec3) -> SceneBody {
    let start = Pose::new(turn, from).expect("a constant pose is valid");
    let motion = Linear::new(start, velocity).expect("a constant velocity is finite");
    SceneBody::new(name, shape, Motion::Linear(motion))
}

/// A body that flies at constant velocity and turns at constant angular velocity, from this orientation and place.
fn turning(name: &str, shape: Shape, (turn, from): (DQuat, DVec3), velocity: DVec3, spin: DVec3) -> SceneBody {
    let start = Pose::new(turn, from).expect("a constant pose is valid");
    let motion = Rigid::new(start, velocity, spin).expect("constant velocities are finite");
    SceneBody::new(name, shape, Motion::Rigid(motion))
}

/// A deforming body with self-contact. `place` gives the position of a vertex at a time from 0 to 1; between `pieces`
/// equal steps the vertices move on straight lines.
///
/// # Panics
/// If the shape is not made of triangles.
fn deforming(name: &str, shape: Shape, pieces: usize, place: impl Fn(DVec3, f64) -> DVec3) -> SceneBody {
    let vertices = shape.mesh().expect("a shape of triangles").vertices();
    let times: Vec<f64> = (0..=pieces).map(|frame| frame as f64 / pieces as f64).collect();
    let frame = |&time: &f64| vertices.iter().map(|&vertex| place(vertex, time)).collect();
    let frames = times.iter().map(frame).collect();
    let motion = Vertexwise::new(times, frames).expect("formulas of finite places");
    SceneBody::new(name, shape, Motion::Vertexwise(motion)).with_self_contact(true)
}
