//! A crowd of flying bodies with a made-up history: as many bodies, pieces and events as wanted, without computing a
//! simulation. Pages and files of large simulations are tested on it.
//!
//! Nothing here is physics. At each event two bodies get other velocities; between events they fly freely.

use glam::{DQuat, DVec3, dvec3};
use tangency::formats::simulation::{
    ConservationReport, EndingKind, EnergyReport, EventReport, EventReportKind, MotionReport, QualityReport,
    Simulation, SimulationCounts, SimulationStats,
};
use tangency::formats::{ContactReport, QuerySettings, Scene, SceneBody, SceneSpan};
use tangency::geometry::{Convex, Feature, Mesh, Motion, Piecewise, Placement, Polyhedron, Pose, Rigid, Shape};

/// The shape of all bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CrowdShape {
    /// Spheres.
    Balls,
    /// Polyhedra of 14 vertices and 24 faces.
    Hulls,
}

/// The radius of the bodies, metres.
pub const RADIUS: f64 = 0.1;
/// The duration, seconds.
pub const DURATION: f64 = 4.0;

/// Numbers from 0 to 1 that are the same in every run (splitmix64).
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((bits ^ (bits >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn vector(&mut self, size: f64) -> DVec3 {
        let mut number = || size * (2.0 * self.next() - 1.0);
        dvec3(number(), number(), number())
    }
}

/// A body while its history is made.
struct Flyer {
    starts: Vec<f64>,
    segments: Vec<Motion>,
}

impl Flyer {
    fn pose(&self, time: f64) -> Pose {
        let last = self.segments.len() - 1;
        match self.segments[last].at(time - self.starts[last]) {
            Placement::Pose(pose) => Pose::new(pose.rotation().normalize(), pose.translation()).unwrap_or(pose),
            Placement::Points(_) | Placement::Expression(_) => Pose::IDENTITY,
        }
    }

    fn fly(&mut self, time: f64, pose: Pose, numbers: &mut Numbers, side: f64) {
        // Towards the middle, so that the crowd stays together.
        let velocity = numbers.vector(1.0) - pose.translation() * (1.2 / side);
        if let Ok(motion) = Rigid::new(pose, velocity, numbers.vector(4.0)) {
            self.starts.push(time);
            self.segments.push(Motion::Rigid(motion));
        }
    }
}

/// Bodies with this many events each, and the history of all of them.
#[must_use]
pub fn crowd(shape: CrowdShape, count: usize, events_each: usize) -> (Scene, Simulation) {
    let mut numbers = Numbers(count as u64);
    // About five percent of the box.
    let side = RADIUS * (4.19 * count as f64 / 0.05).cbrt();
    let mut flyers: Vec<Flyer> = (0..count)
        .map(|_| {
            let place = numbers.vector(side / 2.0);
            let turn = DQuat::from_scaled_axis(numbers.vector(3.0));
            let mut flyer = Flyer { starts: vec![], segments: vec![] };
            flyer.fly(0.0, Pose::new(turn, place).unwrap_or(Pose::IDENTITY), &mut numbers, side);
            flyer
        })
        .collect();
    let total = count * events_each;
    let name = |index: usize| format!("b{index}");
    let mut events = Vec::with_capacity(total);
    for index in 0..total {
        let time = DURATION * (index as f64 + 0.5) / total as f64;
        let a = ((numbers.next() * count as f64) as usize).min(count - 1);
        let b = (a + 1 + (numbers.next() * (count - 1) as f64) as usize) % count;
        let poses = [a, b].map(|body| flyers[body].pose(time));
        for (body, pose) in [a, b].into_iter().zip(poses) {
            flyers[body].fly(time, pose, &mut numbers, side);
        }
        let pair = [name(a), name(b)];
        events.push(event(pair, time, poses[0].translation(), 0.01 + numbers.next()));
    }
    let body = |(index, flyer): (usize, Flyer)| {
        let motion =
            Piecewise::new(flyer.starts, flyer.segments).map_or(Motion::Still(Pose::IDENTITY), Motion::Piecewise);
        SceneBody::new(name(index), solid(shape), motion)
    };
    let bodies: Vec<SceneBody> = flyers.into_iter().enumerate().map(body).collect();
    let motions = bodies.iter().filter_map(|body| MotionReport::new(&body.name, &body.motion).ok()).collect();
    let scene = Scene {
        name: format!("{count} {}", if shape == CrowdShape::Balls { "balls" } else { "hulls" }),
        description: "A crowd with a made-up history.".into(),
        span: SceneSpan { start: 0.0, end: DURATION },
        query: QuerySettings::default(),
        bodies,
        dynamics: None,
        warnings: vec![],
    };
    let simulation = simulation(&scene.name, events, motions, count);
    (scene, simulation)
}

fn solid(shape: CrowdShape) -> Shape {
    let exact = match shape {
        CrowdShape::Balls => Convex::sphere(RADIUS).ok().map(Shape::Convex),
        CrowdShape::Hulls => hull(),
    };
    exact.unwrap_or_else(|| unreachable!("the shape is valid"))
}

/// The corners of a cube, and a point above the middle of each face: 24 triangles.
fn hull() -> Option<Shape> {
    let corner = |index: usize| [0, 1, 2].map(|axis| if index >> axis & 1 == 1 { 1.0 } else { -1.0 });
    let mut vertices: Vec<DVec3> = (0..8).map(|index| DVec3::from(corner(index)) * (RADIUS * 0.577)).collect();
    let mut triangles = Vec::new();
    for axis in 0..3 {
        for side in 0..2 {
            let top = vertices.len() as u32;
            let mut apex = [0.0; 3];
            apex[axis] = RADIUS * 0.86 * if side == 1 { 1.0 } else { -1.0 };
            vertices.push(DVec3::from(apex));
            let at = |u: usize, v: usize| (side << axis | u << ((axis + 1) % 3) | v << ((axis + 2) % 3)) as u32;
            let ring = [at(0, 0), at(1, 0), at(1, 1), at(0, 1)];
            for edge in 0..4 {
                let (one, next) = (ring[edge], ring[(edge + 1) % 4]);
                triangles.push(if side == 1 { [one, next, top] } else { [next, one, top] });
            }
        }
    }
    let mesh = Mesh::new(vertices, triangles).ok()?;
    Polyhedron::new(mesh).ok().map(Shape::Polyhedron)
}

fn event([a, b]: [String; 2], time: f64, place: DVec3, impulse: f64) -> EventReport {
    let contact = ContactReport {
        a: a.clone(),
        b: b.clone(),
        point: place.to_array(),
        normal: [0.0, 0.0, 1.0],
        gap: 0.0,
        time: [time, time],
        feature_a: Feature::Vertex(0),
        feature_b: Feature::Vertex(0),
        proved: true,
        initial: false,
    };
    EventReport { time: [time, time], kind: EventReportKind::Impact, a, b, impulse, contacts: vec![contact] }
}

fn simulation(name: &str, events: Vec<EventReport>, motions: Vec<MotionReport>, count: usize) -> Simulation {
    let times: Vec<f64> = events.iter().map(|event| event.time[0]).collect();
    let kinetic = times.iter().map(|time| count as f64 * (1.0 + 0.01 * (9.0 * time).sin())).collect();
    let predictions = 3 * events.len() as u64;
    let counts = SimulationCounts {
        sleeps: Some(0),
        predictions: Some(predictions),
        stale: Some(predictions / 4),
        diverted: Some(predictions / 3),
        ..SimulationCounts::of_events(&events)
    };
    let stats = SimulationStats { steps: 0, pairs: predictions, iterations: 0, ..SimulationStats::default() };
    Simulation {
        scene: name.into(),
        ending: EndingKind::Finished,
        reason: String::new(),
        span: [0.0, DURATION],
        crowding: None,
        stats: stats.timed(1.5, events.len() as u64, DURATION),
        energy: EnergyReport { potential: vec![0.0; times.len()], kinetic, times },
        conservation: ConservationReport { energy: Some(3.2e-13), momentum: Some(1.4e-15) },
        events,
        tracks: vec![],
        forces: vec![],
        motions,
        counts,
        quality: QualityReport::default(),
        warnings: vec![],
    }
}
