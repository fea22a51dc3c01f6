//! A robot's trajectory: free of contact, proved, or where it first touches.
//!
//! The search is `detect`'s ([`Links`]), in terms of bodies and joints. Here robots and worlds are turned into its
//! question, and its answer into a report with names.

mod many;
mod pairs;
mod picture;
mod report;

use pairs::pairs;
use std::sync::Arc;
use std::time::Instant;
use tangency_detect::{DetectError, Links, Progress, Query, Verdict};
use tangency_formats::Report;
use tangency_formats::robot::{Robot, World};
use tangency_geometry::{Excess, Trajectory};

/// A robot among obstacles, prepared for any number of trajectories.
///
/// ```
/// use std::sync::Arc;
/// use tangency::formats::robot::{Robot, RobotOptions, World, trajectory};
/// use tangency::{Verifier, VerifyOptions};
///
/// let text = r#"<robot name="lamp">
///   <link name="base"><collision><geometry><box size="0.2 0.2 0.02"/></geometry></collision></link>
///   <link name="arm"><collision><origin xyz="0 0 0.3"/><geometry><box size="0.02 0.02 0.5"/></geometry></collision></link>
///   <joint name="hinge" type="continuous"><parent link="base"/><child link="arm"/><axis xyz="0 1 0"/></joint>
/// </robot>"#;
/// let mut lamp = Robot::parse(text, "lamp.urdf", &RobotOptions::default())?;
/// // Neighbours may touch unless one says otherwise.
/// lamp.disabled.clear();
/// let nod = trajectory::parse("time,hinge\n0,0\n1,1\n2,-1\n", "nod.csv", &lamp.mechanism, &Default::default())?;
/// let verified = Verifier::new(lamp, World::default()).verify(&Arc::new(nod), &VerifyOptions::default())?;
/// assert_eq!(verified.report.verdict.to_string(), "clear");
/// assert_eq!(verified.report.evidence.to_string(), "proved");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Verifier {
    robot: Robot,
    world: World,
    /// The parts of the robot, the obstacles and what may not touch.
    links: Links,
}

/// How a trajectory is to be verified.
#[derive(Clone, Debug)]
pub struct VerifyOptions {
    /// Metres: coming this close counts as contact.
    pub clearance: f64,
    /// Metres: how early in distance a touch may be reported.
    pub tolerance: f64,
    /// At most this many steps of work; then the verdict is open.
    pub budget: Option<u64>,
    /// Where to report progress.
    pub progress: Option<Arc<Progress>>,
}

impl Default for VerifyOptions {
    fn default() -> Self {
        Self { clearance: 0.0, tolerance: Query::default().tolerance, budget: None, progress: None }
    }
}

/// What is known of a trajectory.
#[derive(Clone, Debug)]
pub struct Verified {
    /// The verdict, on the clock of the trajectory.
    pub report: Report,
    /// Where joints leave their limits.
    pub excesses: Vec<Excess>,
    /// How many pairs of parts were asked about.
    pub asked: usize,
}

/// Why a trajectory could not be verified.
#[derive(Clone, Debug, PartialEq)]
pub struct VerifyError {
    /// The part, and the other part or the obstacle, which the fault is about; `None` if it is in the options.
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
    /// Prepares the robot and what is around it.
    #[must_use]
    pub fn new(mut robot: Robot, world: World) -> Self {
        robot.allow(&world.allowed);
        let parts = robot.parts.iter().map(pairs::part).collect();
        let obstacles = world.obstacles.iter().map(pairs::obstacle).collect();
        let links = Links::new(&robot.mechanism, parts, obstacles, pairs(&robot, &world));
        Self { robot, world, links }
    }

    /// The same robot among other obstacles; its models are shared.
    #[must_use]
    pub fn among(&self, world: World) -> Self {
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

    /// What is around it.
    #[must_use]
    pub fn world(&self) -> &World {
        &self.world
    }

    /// Whether anything touches while the joints follow the trajectory.
    pub fn verify(&self, trajectory: &Arc<Trajectory>, options: &VerifyOptions) -> Result<Verified, VerifyError> {
        let clock = Instant::now();
        let answer = self.links.first_contact(trajectory, &options.query()).map_err(|error| self.error(error))?;
        let report = self.report(&answer, clock.elapsed().as_secs_f64());
        Ok(self.verified(trajectory, report))
    }

    /// [`Verifier::verify`], and if nothing touches, how close anything comes: [`Report::clearance`]. The search
    /// for it has the budget of the options once more. If that runs out, the clearance is the bound proved so far,
    /// and its `note` says so.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use tangency::formats::robot::{World, trajectory};
    /// use tangency::{Verifier, VerifyOptions, robots};
    ///
    /// let arm = robots::six_axis_arm();
    /// let bend = "time, waist, shoulder, elbow, forearm, wrist, hand\n0, 0, 0, 0, 0, 0, 0\n1, 0, 0, 0.5, 0, 0, 0\n";
    /// let bend = trajectory::parse(bend, "bend.csv", &arm.mechanism, &Default::default())?;
    /// let verifier = Verifier::new(arm, World::default());
    /// let verified = verifier.verify_with_clearance(&Arc::new(bend), &VerifyOptions::default())?;
    /// let clearance = verified.report.clearance.expect("it is clear");
    /// let nearest = clearance.nearest.expect("something is near");
    /// assert!(clearance.at_least <= nearest.within && nearest.within <= 1.02 * clearance.at_least);
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
        report.clearance = clearance.map(|found| self.clearance_report(&found, options.clearance));
        Ok(self.verified(trajectory, report))
    }

    fn verified(&self, trajectory: &Trajectory, report: Report) -> Verified {
        let excesses = trajectory.excesses(&self.robot.mechanism);
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

/// Whether anything touches: one robot, one world, one trajectory. For more of any, prepare a [`Verifier`].
pub fn verify(
    robot: Robot,
    world: World,
    trajectory: Trajectory,
    options: &VerifyOptions,
) -> Result<Verified, VerifyError> {
    Verifier::new(robot, world).verify(&Arc::new(trajectory), options)
}
