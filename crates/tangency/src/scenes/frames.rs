//! The experiments of Krishnan et al. 1998, section 7.4, frame after frame: what meets changes its velocity.
//!
//! *Question.* Which bodies meet at each of 200 frames, and how do the bodies go on?
//! *Idea.* Bodies fly on straight lines and turn at a constant rate. After each frame [`SplineBodies::meetings`] says
//! which of them meet, and these turn back or bounce.
//! *Guarantee.* Each meeting is a proved common point, or open. Between frames nothing is looked for: that is the
//! experiment. `tangency check` finds first contacts at any instant.

use super::{goblets, tori_chain};
use crate::{Scene, Simulation};
use glam::{DQuat, DVec3};
use std::sync::Arc;
use std::time::Instant;
use tangency_detect::{DetectError, Prepared, SplineBodies, SplineBodiesOptions, SurfaceVerdict};
use tangency_formats::simulation::{
    ConservationReport, EndingKind, EnergyReport, EventReport, EventReportKind, QualityReport, SimulationCounts,
    SimulationStats,
};
use tangency_formats::{ContactReport, SceneBody, SceneSpan};
use tangency_geometry::spline::BezierPatch;
use tangency_geometry::surface::Brep;
use tangency_geometry::{Motion, Piecewise, Pose, Rigid, Shape};

/// Number of frames of an experiment.
pub const FRAMES: usize = 200;

/// A body that flies on a straight line and turns, until something changes its velocity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Flier {
    /// The origin of the body, metres.
    pub place: DVec3,
    /// Its orientation.
    pub turn: DQuat,
    /// Metres per second.
    pub velocity: DVec3,
    /// Radians per second.
    pub spin: DVec3,
}

/// An experiment: equal bodies, and what they do when they meet.
#[derive(Clone, Debug)]
pub struct FrameExperiment {
    /// Its name.
    pub name: &'static str,
    /// A description in one line.
    pub summary: &'static str,
    /// The patches of each body.
    pub patches: Vec<BezierPatch>,
    /// The bodies at the start.
    pub fliers: Vec<Flier>,
    /// Seconds a frame.
    pub step: f64,
    /// Metres. Half the side of the box that the bodies bounce in.
    walls: f64,
    /// What two bodies do that meet.
    response: fn(&mut [Flier], [usize; 2]),
}

/// A meeting of two bodies.
#[derive(Clone, Debug)]
pub struct FrameMeeting {
    /// Seconds since the start.
    pub time: f64,
    /// The numbers of the bodies.
    pub bodies: [usize; 2],
    /// A proved common point, or open.
    pub verdict: SurfaceVerdict,
    /// Metres per second: the change of the velocity of the first body; 0 if the bodies already parted.
    pub change: f64,
}

/// What happened.
#[derive(Debug)]
pub struct FrameRun {
    /// The bodies at the start, and after each frame.
    pub flights: Vec<Vec<Flier>>,
    /// The meetings, ordered by time.
    pub meetings: Vec<FrameMeeting>,
    /// The bodies with their trees and counters.
    pub bodies: SplineBodies,
    /// Seconds: the building of the trees, all frames together, and the slowest frame.
    pub seconds: [f64; 3],
}

impl Flier {
    fn step(&mut self, seconds: f64) {
        self.place += seconds * self.velocity;
        self.turn = (DQuat::from_scaled_axis(seconds * self.spin) * self.turn).normalize();
    }

    fn pose(&self) -> Pose {
        Pose::new(self.turn, self.place).expect("a unit quaternion and a finite place")
    }
}

impl FrameExperiment {
    /// A chain of five linked tori of nine patches each. Neighbours move in opposite directions; a torus that meets
    /// another one turns back.
    #[must_use]
    pub fn tori() -> Self {
        let flier = |link: usize| Flier {
            place: tori_chain::place(link),
            turn: tori_chain::orientation(link),
            velocity: tori_chain::velocity(link),
            spin: DVec3::ZERO,
        };
        // Each of two tori turns back, if that parts it from the other.
        let response = |fliers: &mut [Flier], [a, b]: [usize; 2]| {
            let approach = (fliers[b].place - fliers[a].place).dot(fliers[b].velocity - fliers[a].velocity);
            // Linked tori that are pulled tight part when they approach.
            let tight = (fliers[b].place - fliers[a].place).length() > tori_chain::RADIUS;
            if (approach > 0.0) == (tight && b == a + 1) {
                fliers[a].velocity = -fliers[a].velocity;
                fliers[b].velocity = -fliers[b].velocity;
            }
        };
        Self {
            name: "tori",
            summary: "a chain of five linked tori of nine rational patches each: what meets turns back, 200 frames",
            patches: tori_chain::patches(),
            fliers: (0..tori_chain::LINKS).map(flier).collect(),
            // With frames of 0.05 s three pairs of tori in one plane are as far apart as they are wide, up to
            // rounding: tangent, which no proof decides.
            step: 0.0497,
            walls: f64::INFINITY,
            response,
        }
    }

    /// Ten goblets of 72 patches each bounce off the walls of a box and off each other.
    #[must_use]
    pub fn goblets() -> Self {
        let flier = |goblet: usize| {
            let (place, turn, velocity, spin) = goblets::start(goblet);
            Flier { place, turn, velocity, spin }
        };
        // Equal masses exchange their velocities along the line of the centres.
        let response = |fliers: &mut [Flier], [a, b]: [usize; 2]| {
            let line = (fliers[b].place - fliers[a].place).normalize_or(DVec3::X);
            let approach = line.dot(fliers[b].velocity - fliers[a].velocity);
            if approach < 0.0 {
                fliers[a].velocity += approach * line;
                fliers[b].velocity -= approach * line;
            }
        };
        Self {
            name: "goblets",
            summary: "ten goblets of 72 rational patches each bounce in a box and off each other, 200 frames",
            patches: goblets::patches(),
            fliers: (0..goblets::COUNT).map(flier).collect(),
            step: 0.02,
            walls: goblets::HALF_BOX,
            response,
        }
    }

    /// Runs all frames.
    ///
    /// # Errors
    /// If the options are not valid.
    ///
    /// # Panics
    /// If the patches make no body.
    pub fn run(&self, options: SplineBodiesOptions) -> Result<FrameRun, DetectError> {
        let prepared = Arc::new(Prepared::new(self.shape()));
        let start = Instant::now();
        let mut bodies = SplineBodies::new(vec![prepared; self.fliers.len()], options)?;
        let building = start.elapsed().as_secs_f64();
        let (mut total, mut slowest) = (0.0, 0.0_f64);
        let mut fliers = self.fliers.clone();
        let (mut flights, mut meetings) = (vec![fliers.clone()], Vec::new());
        for frame in 1..=FRAMES {
            for flier in &mut fliers {
                flier.step(self.step);
                self.bounce(flier);
            }
            let poses: Vec<Pose> = fliers.iter().map(Flier::pose).collect();
            let start = Instant::now();
            let met = bodies.meetings(&poses)?;
            let taken = start.elapsed().as_secs_f64();
            (total, slowest) = (total + taken, slowest.max(taken));
            for pair in met {
                let before = fliers[pair.bodies[0]].velocity;
                (self.response)(&mut fliers, pair.bodies);
                let change = fliers[pair.bodies[0]].velocity.distance(before);
                let time = frame as f64 * self.step;
                meetings.push(FrameMeeting { time, bodies: pair.bodies, verdict: pair.verdict, change });
            }
            flights.push(fliers.clone());
        }
        Ok(FrameRun { flights, meetings, bodies, seconds: [building, total, slowest] })
    }

    /// A flier beyond a wall that it flies towards turns back.
    fn bounce(&self, flier: &mut Flier) {
        for axis in 0..3 {
            let out = flier.place[axis].abs() > self.walls - 0.5 * goblets::HEIGHT;
            if out && flier.place[axis] * flier.velocity[axis] > 0.0 {
                flier.velocity[axis] = -flier.velocity[axis];
            }
        }
    }

    fn shape(&self) -> Shape {
        Shape::Parametric(Brep::of_splines(self.patches.clone()).expect("a closed body"))
    }

    fn body_name(&self, body: usize) -> String {
        let kind = if self.name == "tori" { "link" } else { "goblet" };
        format!("{kind} {}", body + 1)
    }

    /// The run as a scene: each body moves from the pose of a frame to that of the next one.
    ///
    /// # Panics
    /// If the run is of another experiment.
    #[must_use]
    pub fn scene(&self, run: &FrameRun) -> Scene {
        let shape = self.shape();
        let segment = |flier: &Flier| {
            let motion = Rigid::new(flier.pose(), flier.velocity, flier.spin).expect("finite velocities");
            Motion::Rigid(motion)
        };
        let body = |body: usize| {
            // The last frame ends the last motion.
            let (starts, segments) = run.flights[..FRAMES]
                .iter()
                .enumerate()
                .map(|(frame, fliers)| (frame as f64 * self.step, segment(&fliers[body])))
                .unzip();
            let motion = Piecewise::new(starts, segments).expect("as many starts as segments, increasing");
            SceneBody::new(self.body_name(body), shape.clone(), Motion::Piecewise(motion))
        };
        let bodies = (0..self.fliers.len()).map(body).collect();
        let span = SceneSpan { start: 0.0, end: FRAMES as f64 * self.step };
        Scene { description: self.summary.into(), ..Scene::new(format!("{}, frame by frame", self.name), span, bodies) }
    }

    /// The run as the result of a simulation, for the page (`viewer::simulation_page`): each meeting that changes
    /// velocities is an impact.
    #[must_use]
    pub fn simulation(&self, run: &FrameRun) -> Simulation {
        let met = run.meetings.iter().filter(|meeting| meeting.change > 0.0);
        let events: Vec<EventReport> = met.map(|meeting| self.event(run, meeting)).collect();
        let end = FRAMES as f64 * self.step;
        let all = run.meetings.len();
        let open = run.meetings.iter().filter(|met| matches!(met.verdict, SurfaceVerdict::Open { .. })).count();
        let warning = format!(
            "{all} meetings, {} with a proved common point; {} of them change velocities and are listed as impacts. \
             Impulses are those of bodies of 1 kg.",
            all - open,
            events.len()
        );
        let counts = SimulationCounts { impacts: Some(events.len() as u64), ..SimulationCounts::default() };
        let effort = run.bodies.effort();
        let stats = SimulationStats {
            steps: FRAMES as u64,
            pairs: effort.faces,
            iterations: effort.tests,
            ..SimulationStats::default()
        };
        Simulation {
            scene: format!("{}, frame by frame", self.name),
            ending: EndingKind::Finished,
            reason: format!("Contacts are looked for at {FRAMES} frames and not between them."),
            span: [0.0, end],
            stats: stats.timed(run.seconds[1], events.len() as u64, end),
            events,
            tracks: Vec::new(),
            forces: Vec::new(),
            energy: EnergyReport::default(),
            conservation: ConservationReport::default(),
            motions: Vec::new(),
            counts,
            crowding: None,
            quality: QualityReport::default(),
            warnings: vec![warning],
        }
    }

    fn event(&self, run: &FrameRun, meeting: &FrameMeeting) -> EventReport {
        let [a, b] = meeting.bodies.map(|body| self.body_name(body));
        let time = [meeting.time; 2];
        let contacts = match meeting.verdict {
            SurfaceVerdict::Meeting(common) => {
                let frame = ((meeting.time / self.step).round() as usize).min(FRAMES);
                let [from, to] = meeting.bodies.map(|body| run.flights[frame][body].place);
                let [feature_a, feature_b] = common.features;
                vec![ContactReport {
                    a: a.clone(),
                    b: b.clone(),
                    point: common.point.to_array(),
                    // Surfaces that cross have no common normal.
                    normal: (to - from).normalize_or(DVec3::X).to_array(),
                    gap: 0.0,
                    time,
                    feature_a,
                    feature_b,
                    proved: true,
                    initial: false,
                }]
            }
            SurfaceVerdict::Open { .. } => Vec::new(),
        };
        EventReport { time, kind: EventReportKind::Impact, a, b, impulse: meeting.change, contacts }
    }
}
