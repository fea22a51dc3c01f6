//! A robot's trajectory: free of contact, proved, or where it first touches.
//!
//! *Question.* Do the links of a robot touch each other, or anything around, while its joints follow a trajectory?
//! *Idea.* Every pair of links is asked in the frame of one of them, in which only the joints between the two move the
//! other ([`LinkChain::seen_from`]); every link that a joint can move is asked against every obstacle. Pairs are asked in the
//! order of time, each only up to the earliest contact so far, and only from where balls, boxes and convex hulls cannot tell
//! them apart any more (`search`).
//! *Guarantee.* That of the methods, over all pairs that are asked: `clear` is a proof that no two parts come within the
//! clearance, for the exact motion between the rows too. A touch may be early by the tolerance and by the excess of the
//! shapes that stand for round ones. Pairs that may touch, and links fixed to each other, are not asked.
//! *Cost.* That of the pairs; models are prepared once for any number of trajectories.
//! *Source.* S. Redon's chapter in Teschner et al. 2006, 2.2 and 5.4.

mod apart;
mod clearance;
mod pairs;
mod picture;
mod search;

use pairs::{Body, Pair, pairs};
use search::Search;
use std::sync::Arc;
use std::time::Instant;
use tangency_detect::{DetectError, Evidence, Prepared, Progress, Query};
use tangency_formats::robot::{Part, Robot, World};
use tangency_formats::{EvidenceKind, Report, Stats};
use tangency_geometry::{Excess, LinkChain, LinkTree, Trajectory};

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
    /// One for every part of the robot.
    parts: Vec<Body>,
    /// One for every obstacle.
    obstacles: Vec<Body>,
    /// From the world to every link.
    chains: Vec<LinkChain>,
    /// The same for all links together.
    tree: LinkTree,
    /// What may not touch.
    pairs: Vec<Pair>,
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
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{a:?} and {b:?}: {source}")]
pub struct VerifyError {
    /// One part.
    pub a: String,
    /// The other part, or the obstacle.
    pub b: String,
    /// What is wrong.
    pub source: DetectError,
}

impl Verifier {
    /// Prepares the robot and what is around it.
    #[must_use]
    pub fn new(robot: Robot, world: World) -> Self {
        let prepared = |part: &Part| Body::part(part.solid.mesh(), Prepared::new(part.solid.shape.clone()));
        let parts = robot.parts.iter().map(prepared).collect();
        let chain = |link: usize| LinkChain::in_world(&robot.mechanism, link);
        let chains = (0..robot.mechanism.links().len()).map(chain).collect();
        Self::prepared(robot, world, parts, chains)
    }

    /// The same robot among other obstacles; its models are shared.
    #[must_use]
    pub fn among(&self, world: World) -> Self {
        Self::prepared(self.robot.clone(), world, self.parts.clone(), self.chains.clone())
    }

    fn prepared(mut robot: Robot, world: World, parts: Vec<Body>, chains: Vec<LinkChain>) -> Self {
        robot.allow(&world.allowed);
        let obstacles = world.obstacles.iter().map(Body::obstacle).collect();
        let (tree, pairs) = (LinkTree::new(&robot.mechanism), pairs(&robot, &world));
        Self { robot, world, parts, obstacles, chains, tree, pairs }
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
        let answer = Search::new(self, trajectory, options).run()?;
        let report = Report {
            scene: self.robot.name.clone(),
            verdict: answer.verdict,
            evidence: match answer.evidence {
                Evidence::Proved => EvidenceKind::Proved,
                Evidence::Computed => EvidenceKind::Computed,
                Evidence::Sampled => EvidenceKind::Sampled,
            },
            clear_until: answer.clear_until,
            time: answer.time,
            contacts: answer.contacts,
            clearance: None,
            stats: Stats {
                seconds: clock.elapsed().as_secs_f64(),
                pairs: answer.effort.pairs,
                iterations: answer.effort.iterations,
            },
            warnings: self.robot.warnings.iter().chain(&self.world.warnings).cloned().collect(),
        };
        Ok(Verified { report, excesses: trajectory.excesses(&self.robot.mechanism), asked: self.pairs.len() })
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
