//! Verifies a robot's trajectory: proves it free of contact, or finds the first contact.
//!
//! `detect` ([`Links`]) does the search, in terms of bodies and joints. This module translates robots and worlds into
//! its query, and its answer into a report with names.

mod many;
mod pairs;
mod picture;
mod report;

use pairs::pairs;
use std::sync::Arc;
use std::time::Instant;
use tangency_detect::{DetectError, Links, Progress, Query, Verdict};
use tangency_formats::Report;
use tangency_formats::robot::{Robot, RobotWorld};
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
    robot: Robot,
    world: RobotWorld,
    /// The parts of the robot, the obstacles, and the pairs to check.
    links: Links,
}

/// Options of a verification.
#[derive(Clone, Debug)]
pub struct VerifyOptions {
    /// Distances up to this one count as contact, in metres.
    pub clearance: f64,
    /// How early, in metres of distance, a touch may be reported.
    pub tolerance: f64,
    /// Limit on the steps of work. When it is reached, the verdict is open.
    pub budget: Option<u64>,
    /// Receives the progress.
    pub progress: Option<Arc<Progress>>,
}

impl Default for VerifyOptions {
    fn default() -> Self {
        Self { clearance: 0.0, tolerance: Query::default().tolerance, budget: None, progress: None }
    }
}

/// The result for a trajectory.
#[derive(Clone, Debug)]
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
    /// Prepares the robot and the obstacles.
    #[must_use]
    pub fn new(mut robot: Robot, world: RobotWorld) -> Self {
        robot.allow(&world.allowed);
        let parts = robot.parts.iter().map(pairs::part).collect();
        let obstacles = world.obstacles.iter().map(pairs::obstacle).collect();
        let links = Links::new(&robot.mechanism, parts, obstacles, pairs(&robot, &world));
        Self { robot, world, links }
    }

    /// The same robot among other obstacles. Shares the prepared shapes of the robot.
    #[must_use]
    pub fn among(&self, world: RobotWorld) -> Self {
        let mut robot = self.robot.clone();
        robot.allow(&world.allowed);
        let obstacles = world.obstacles.iter().map(pairs::obstacle).collect();
        let links = self.links.among(obstacles, pairs(&robot, &world));
        Self { robot, world, links }
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

    /// [`Verifier::verify`], and for a clear trajectory also the smallest distance, [`Report::clearance`]. That
    /// search has the budget of the options once more. If it runs out, the clearance is the bound proved so far, and
    /// its `note` says so.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use tangency::formats::robot::{RobotWorld, trajectory};
    /// use tangency::{Verifier, VerifyOptions, robots};
    ///
    /// let arm = robots::six_axis_arm();
    /// let bend = "time, waist, shoulder, elbow, forearm, wrist, hand\n0, 0, 0, 0, 0, 0, 0\n1, 0, 0, 0.5, 0, 0, 0\n";
    /// let bend = trajectory::parse(bend, "bend.csv", &arm.mechanism, &Default::default())?;
    /// let verifier = Verifier::new(arm, RobotWorld::default());
    /// let verified = verifier.verify_with_clearance(&Arc::new(bend), &VerifyOptions::default())?;
    /// let clearance = verified.report.clearance.expect("it is clear");
    /// let (at_least, nearest) = clearance.at_least.zip(clearance.nearest).expect("something is near");
    /// assert!(at_least <= nearest.within && nearest.within <= 1.02 * at_least);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn verify_with_clearance(
        &self,
        trajectory: &Arc<Trajectory>,
        options: &VerifyOptions,
    ) -> Result<Verified, VerifyError> {
        let clock = Instant::now();
        let query = options.query();
        let answer = self.links.first_contact(trajectory, &query).map_err(|error| self.error(error))?;
        let clearance = match answer.verdict {
            Verdict::Clear { .. } => {
                let query = Query { progress: None, ..query };
                Some(self.links.clearance(trajectory, &query).map_err(|error| self.error(error))?)
            }
            Verdict::Touch(_) | Verdict::Open { .. } => None,
        };
        let mut report = self.report(&answer, clock.elapsed().as_secs_f64());
        report.clearance = clearance.map(|found| self.clearance_report(&found, options.clearance, answer.evidence));
        Ok(self.verified(trajectory, report))
    }

    fn verified(&self, trajectory: &Trajectory, report: Report) -> Verified {
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
