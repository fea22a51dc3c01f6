//! Verifies a robot's trajectory: proves it free of contact, or finds the first contact.
//!
//! `detect` ([`Links`]) does the search, in terms of bodies and joints. This module translates robots and worlds into
//! its query, and its answer into a report with names.

mod clearance;
mod curve;
mod limits;
mod many;
mod pairs;
mod picture;
mod report;

use clearance::ApartLinks;
use pairs::pairs;
use std::sync::{Arc, OnceLock};
use std::time::Instant;
use tangency_detect::{DetectError, LinkObstacle, LinkPair, Links, Progress, Query, StopSignal};
use tangency_formats::Report;
use tangency_formats::robot::{AttachError, Robot, RobotWorld};
use tangency_geometry::{LimitViolation, Trajectory};

/// A robot among obstacles, prepared for any number of trajectories.
///
/// ```
/// use std::sync::Arc;
/// use tangency::formats::robot::{Robot, RobotOptions, RobotWorld, trajectory};
/// use tangency::{Verifier, VerifyOptions};
///
/// let text = r#"<robot name="lamp">
///   <link name="base"><collision><geometry><box size="0.2 0.2 0.02"/></geometry></collision></link>
///   <link name="arm">
///     <collision><origin xyz="0 0 0.3"/><geometry><box size="0.02 0.02 0.5"/></geometry></collision>
///   </link>
///   <joint name="hinge" type="continuous"><parent link="base"/><child link="arm"/><axis xyz="0 1 0"/></joint>
/// </robot>"#;
/// let mut lamp = Robot::parse(text, "lamp.urdf", &RobotOptions::default())?;
/// // Neighbouring links may touch by default.
/// lamp.disabled.clear();
/// let nod = trajectory::parse("time,hinge\n0,0\n1,1\n2,-1\n", "nod.csv", &lamp.mechanism, &Default::default())?;
/// let verified = Verifier::new(lamp, RobotWorld::default()).verify(&Arc::new(nod), &VerifyOptions::default())?;
/// assert_eq!(verified.report.verdict.to_string(), "clear");
/// assert_eq!(verified.report.evidence.to_string(), "proved");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Verifier {
    /// The robot as it was given: other worlds allow other contacts and attach other objects.
    given: Robot,
    robot: Robot,
    world: RobotWorld,
    /// The parts of the robot, the obstacles, and the pairs to check.
    links: Links,
    pairs: Vec<LinkPair>,
    obstacles: Vec<LinkObstacle>,
    /// The pairs of links and those with the world, prepared when their clearances are first asked for.
    apart: OnceLock<ApartLinks>,
}

/// Options of a verification.
///
/// End the list of fields with `..Default::default()`: a minor version may add some.
#[derive(Clone, Debug)]
pub struct VerifyOptions {
    /// Distances up to this one count as contact, in metres.
    pub clearance: f64,
    /// How early, in metres of distance, a touch may be reported.
    pub tolerance: f64,
    /// Limit on the steps of work. When it is reached, the verdict is open.
    pub budget: Option<u64>,
    /// Ends the work early, on request or when a time is over: see [`StopSignal`]. What is not known then is open.
    pub stop: StopSignal,
    /// Receives the progress.
    pub progress: Option<Arc<Progress>>,
}

impl Default for VerifyOptions {
    fn default() -> Self {
        let Query { tolerance, stop, .. } = Query::default();
        Self { clearance: 0.0, tolerance, budget: None, stop, progress: None }
    }
}

/// The result for a trajectory.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Verified {
    /// The verdict, on the clock of the trajectory.
    pub report: Report,
    /// Violations of joint limits.
    pub excesses: Vec<LimitViolation>,
    /// Number of pairs that were checked.
    pub asked: usize,
}

/// Why a trajectory could not be verified.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct VerifyError {
    /// The names of the pair that failed; `None` if the options are invalid.
    pub pair: Option<[String; 2]>,
    /// What is wrong.
    pub source: DetectError,
}

impl std::fmt::Display for VerifyError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.pair {
            Some([a, b]) => write!(formatter, "{a:?} and {b:?}: {}", self.source),
            None => write!(formatter, "{}", self.source),
        }
    }
}

impl std::error::Error for VerifyError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.source)
    }
}

impl Verifier {
    /// Prepares the robot, the objects that it carries, and the obstacles.
    ///
    /// # Panics
    /// If an object that the world attaches does not fit the robot. [`Verifier::try_new`] returns the reason.
    #[must_use]
    pub fn new(robot: Robot, world: RobotWorld) -> Self {
        Self::try_new(robot, world).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Prepares the robot, the objects that it carries, and the obstacles. Fails if an object that the world attaches
    /// does not fit the robot.
    pub fn try_new(given: Robot, world: RobotWorld) -> Result<Self, AttachError> {
        let mut robot = given.clone();
        world.attached.iter().try_for_each(|object| robot.attach(object))?;
        robot.allow(&world.allowed);
        let parts = robot.parts.iter().map(pairs::part).collect();
        let obstacles: Vec<LinkObstacle> = world.obstacles.iter().map(pairs::obstacle).collect();
        let pairs = pairs(&robot, &world);
        let links = Links::new(&robot.mechanism, parts, obstacles.clone(), pairs.clone());
        Ok(Self { given, robot, world, links, pairs, obstacles, apart: OnceLock::new() })
    }

    /// The same robot among other obstacles. Shares the prepared shapes of the robot, unless one of the worlds attaches
    /// objects to it.
    ///
    /// # Panics
    /// As [`Verifier::new`] does.
    #[must_use]
    pub fn among(&self, world: RobotWorld) -> Self {
        if !world.attached.is_empty() || !self.world.attached.is_empty() {
            return Self::new(self.given.clone(), world);
        }
        let mut robot = self.given.clone();
        robot.allow(&world.allowed);
        let obstacles: Vec<LinkObstacle> = world.obstacles.iter().map(pairs::obstacle).collect();
        let pairs = pairs(&robot, &world);
        let links = self.links.among(obstacles.clone(), pairs.clone());
        Self { given: self.given.clone(), robot, world, links, pairs, obstacles, apart: OnceLock::new() }
    }

    /// The robot.
    #[must_use]
    pub fn robot(&self) -> &Robot {
        &self.robot
    }

    /// The obstacles.
    #[must_use]
    pub fn world(&self) -> &RobotWorld {
        &self.world
    }

    /// Finds the first contact while the joints follow the trajectory.
    pub fn verify(&self, trajectory: &Arc<Trajectory>, options: &VerifyOptions) -> Result<Verified, VerifyError> {
        let clock = Instant::now();
        let answer = self.links.first_contact(trajectory, &options.query()).map_err(|error| self.error(error))?;
        let report = self.report(&answer, clock.elapsed().as_secs_f64());
        Ok(self.verified(trajectory, report))
    }

    fn verified(&self, trajectory: &Trajectory, mut report: Report) -> Verified {
        report.asked = Some(pairs::counted(&self.robot, &self.world));
        report.limits = Some(self.limits(trajectory, None));
        let excesses = trajectory.limit_violations(&self.robot.mechanism);
        Verified { report, excesses, asked: self.links.pair_count() }
    }
}

impl VerifyOptions {
    fn query(&self) -> Query {
        Query {
            separation: self.clearance,
            tolerance: self.tolerance,
            budget: self.budget,
            stop: self.stop.clone(),
            progress: self.progress.clone(),
            ..Query::default()
        }
    }
}

/// Verifies one trajectory of one robot in one world. For more than one, prepare a [`Verifier`].
pub fn verify(
    robot: Robot,
    world: RobotWorld,
    trajectory: Trajectory,
    options: &VerifyOptions,
) -> Result<Verified, VerifyError> {
    Verifier::new(robot, world).verify(&Arc::new(trajectory), options)
}
