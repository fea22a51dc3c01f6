//! The links of a robot, checked against each other and against obstacles, while its joints follow a trajectory.
//!
//! **Question.** Which of many pairs of links and obstacles touches first, where, and is the contact proved? If
//! none touches, how close does any pair come?
//!
//! **Idea.** Two links are treated in the frame of one of them. Only the joints between the two then move the
//! other ([`LinkChain::seen_from`]). A link and an obstacle are treated in the world frame. A pair is refined step
//! by step (`search`): by bounding balls and boxes (`apart`), by convex hulls
//! ([`apart_until`](crate::apart_until)), and by the method of the table for the two bodies
//! ([`first_contact`](crate::first_contact)), whatever their shapes. For the clearance the same search runs once
//! more, with a separation just below a distance that the robot is known to reach (`clearance`).
//!
//! **Guarantee.** That of the methods, over all listed pairs and for the exact motion between the rows of the
//! trajectory: the lower end of the bracket is never late, and `Clear` is a proof.
//!
//! **Cost.** Pairs that stay far apart cost a few operations each. Shapes are prepared once for any number of
//! trajectories.
//!
//! **Source.** S. Redon's chapter in Teschner et al. 2006, sections 2.2 and 5.4.

mod apart;
mod clearance;
mod distance;
mod measurable;
mod sample;
mod search;
#[cfg(test)]
mod tests;
mod view;

pub use clearance::{Approach, LinksClearance};

use crate::tolerance::OUTLINE_SLACK;
use crate::{DetectError, Moving, Prepared, Query, SceneAnswer, SceneQueryError};
use apart::{LinkBall, StaticBox};
use measurable::Measurable;
use sample::Sample;
use search::LinkSearch;
use std::sync::{Arc, OnceLock};
use tangency_geometry::{LinkChain, LinkTree, Mechanism, Motion, Pose, Trajectory};
use tangency_interval::Interval;
use view::TrajectoryView;

/// A body that is fixed to a link of a mechanism.
#[derive(Clone, Debug)]
pub struct LinkPart {
    /// The index of the link in the mechanism.
    pub link: usize,
    /// The shape in the frame of the link.
    pub prepared: Arc<Prepared>,
    /// Metres. The body is the set of points within this distance of the shape.
    pub radius: f64,
}

/// An obstacle near the mechanism.
#[derive(Clone, Debug)]
pub struct LinkObstacle {
    /// The shape.
    pub prepared: Arc<Prepared>,
    /// Its motion, on the clock of the trajectories.
    pub motion: Motion,
    /// Metres. The body is the set of points within this distance of the shape.
    pub radius: f64,
}

/// A pair of bodies to check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkPair {
    /// Two parts of different links, by their indices in the list of parts.
    Parts([usize; 2]),
    /// A part and an obstacle, by their indices in their lists.
    Obstacle {
        /// The part.
        part: usize,
        /// The obstacle.
        obstacle: usize,
    },
}

/// A mechanism among obstacles, prepared for any number of trajectories. Answers and errors number the bodies
/// consecutively: first the parts, then the obstacles.
#[derive(Debug)]
pub struct Links {
    parts: Vec<PreparedPart>,
    obstacles: Vec<PreparedObstacle>,
    pairs: Vec<PreparedPair>,
    mechanism: Mechanism,
    /// The chain of joints from the world to each link.
    chains: Vec<LinkChain>,
    /// The same chains for all links together.
    tree: LinkTree,
}

/// A part and its bounding volumes.
#[derive(Clone, Debug)]
struct PreparedPart {
    part: LinkPart,
    /// A ball and a box in the frame of the link. `None` if no bound is valid at all times.
    bounds: Option<(LinkBall, StaticBox)>,
    outline: OnceLock<Option<Prepared>>,
}

impl PreparedPart {
    fn new(part: LinkPart) -> Self {
        let bounds = LinkBall::around(&part.prepared)
            .and_then(|ball| Some((ball, StaticBox::around(&part.prepared, &Pose::IDENTITY)?)));
        Self { part, bounds, outline: OnceLock::new() }
    }

    /// The triangles for measuring distances.
    fn measurable(&self) -> Option<Measurable<'_>> {
        Measurable::of(&self.part.prepared, &self.outline)
    }
}

/// An obstacle and its bounding volume.
#[derive(Debug)]
struct PreparedObstacle {
    /// An error is returned when a pair with the obstacle is first checked.
    moving: Result<Moving, DetectError>,
    radius: f64,
    /// A bounding box. `None` if the obstacle moves, or if no bound is valid at all times.
    static_box: Option<StaticBox>,
    outline: OnceLock<Option<Prepared>>,
}

impl PreparedObstacle {
    fn new(obstacle: LinkObstacle) -> Self {
        let LinkObstacle { prepared, motion, radius } = obstacle;
        let static_box = if let Motion::Still(pose) = &motion { StaticBox::around(&prepared, pose) } else { None };
        Self { moving: Moving::of(prepared, motion), radius, static_box, outline: OnceLock::new() }
    }

    /// The triangles for measuring distances. `None` if the obstacle is not valid.
    fn measurable(&self) -> Option<Measurable<'_>> {
        Measurable::of(self.moving.as_ref().ok()?.prepared(), &self.outline)
    }
}

/// A pair, and the joints between two links, found on first use.
#[derive(Debug)]
struct PreparedPair {
    pair: LinkPair,
    between: OnceLock<LinkChain>,
}

/// Two bodies and their distance at an instant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NearestBodies {
    /// Their indices: parts first, then obstacles.
    pub bodies: [usize; 2],
    /// Metres.
    pub distance: f64,
}

impl Links {
    /// Prepares a mechanism, its parts, the obstacles, and the pairs to check.
    ///
    /// # Panics
    /// If a part is on a link that the mechanism does not have, or a pair names a body that is not in its list.
    #[must_use]
    pub fn new(
        mechanism: &Mechanism,
        parts: Vec<LinkPart>,
        obstacles: Vec<LinkObstacle>,
        pairs: Vec<LinkPair>,
    ) -> Self {
        let links = mechanism.links().len();
        assert!(parts.iter().all(|part| part.link < links), "every part is on a link of the mechanism");
        let chains = (0..links).map(|link| LinkChain::in_world(mechanism, link)).collect();
        let parts = parts.into_iter().map(PreparedPart::new).collect();
        Self::assembled(mechanism.clone(), parts, chains, obstacles, pairs)
    }

    /// The same mechanism and parts, which are shared, with other obstacles.
    ///
    /// # Panics
    /// If a pair names a body that is not in its list.
    #[must_use]
    pub fn among(&self, obstacles: Vec<LinkObstacle>, pairs: Vec<LinkPair>) -> Self {
        Self::assembled(self.mechanism.clone(), self.parts.clone(), self.chains.clone(), obstacles, pairs)
    }

    fn assembled(
        mechanism: Mechanism,
        parts: Vec<PreparedPart>,
        chains: Vec<LinkChain>,
        obstacles: Vec<LinkObstacle>,
        pairs: Vec<LinkPair>,
    ) -> Self {
        let known = |pair: &LinkPair| match *pair {
            LinkPair::Parts([a, b]) => a.max(b) < parts.len(),
            LinkPair::Obstacle { part, obstacle } => part < parts.len() && obstacle < obstacles.len(),
        };
        assert!(pairs.iter().all(known), "pairs name bodies of the lists");
        let obstacles = obstacles.into_iter().map(PreparedObstacle::new).collect();
        let pairs = pairs.into_iter().map(|pair| PreparedPair { pair, between: OnceLock::new() }).collect();
        let tree = LinkTree::new(&mechanism);
        Self { parts, obstacles, pairs, mechanism, chains, tree }
    }

    /// The first contact of any pair while the joints follow the trajectory. The span of the query is that of the
    /// trajectory. Contacts are in the world frame.
    pub fn first_contact(&self, trajectory: &Arc<Trajectory>, query: &Query) -> Result<SceneAnswer, SceneQueryError> {
        let query = self.query(trajectory, query)?;
        LinkSearch::new(self, trajectory, query.clone()).first_contact(&query)
    }

    /// How close any pair comes while the joints follow a trajectory on which [`Links::first_contact`] of the same
    /// query is `Clear`. The budget of the query bounds this search as well. If it runs out, the answer is the
    /// bound proved so far, and is marked as not complete.
    pub fn clearance(&self, trajectory: &Arc<Trajectory>, query: &Query) -> Result<LinksClearance, SceneQueryError> {
        let query = self.query(trajectory, query)?;
        clearance::clearance(LinkSearch::new(self, trajectory, query))
    }

    /// [`Links::first_contact`] during the span of the query alone.
    pub fn first_contact_during(
        &self,
        trajectory: &Arc<Trajectory>,
        query: &Query,
    ) -> Result<SceneAnswer, SceneQueryError> {
        let span = query.span.intersection(trajectory.span());
        let query = Query { span, ..query.clone() };
        query.validate().map_err(|source| SceneQueryError { pair: None, source })?;
        let mut search = LinkSearch::new(self, trajectory, query.clone());
        search.curved_steps = query.budget;
        search.first_contact(&query)
    }

    /// The nearest two bodies at each instant, if nearer than `within`: measured, as in [`Links::clearance`], and not
    /// proved. Distances of curved obstacles are those of meshes that approximate them.
    #[must_use]
    pub fn nearest_at(&self, trajectory: &Arc<Trajectory>, times: &[f64], within: f64) -> Vec<Option<NearestBodies>> {
        let view = TrajectoryView::new(self, trajectory);
        let found = times.iter().map(|&time| view.nearest_at(time, within, None));
        let bodies = |sample: Sample| NearestBodies { bodies: self.bodies(sample.index), distance: sample.distance };
        found.map(|sample| sample.map(bodies)).collect()
    }

    fn query(&self, trajectory: &Trajectory, query: &Query) -> Result<Query, SceneQueryError> {
        let query = Query { span: trajectory.span(), ..query.clone() };
        query.validate().map_err(|source| SceneQueryError { pair: None, source })?;
        Ok(query)
    }

    /// The number of pairs to check.
    #[must_use]
    pub fn pair_count(&self) -> usize {
        self.pairs.len()
    }

    /// The two bodies of a pair, numbered consecutively.
    fn bodies(&self, index: usize) -> [usize; 2] {
        match self.pairs[index].pair {
            LinkPair::Parts(parts) => parts,
            LinkPair::Obstacle { part, obstacle } => [part, self.parts.len() + obstacle],
        }
    }

    /// The shapes of a pair. `None` for an obstacle that is not valid.
    fn shapes(&self, index: usize) -> [Option<&Prepared>; 2] {
        let part = |part: usize| Some(&*self.parts[part].part.prepared);
        match self.pairs[index].pair {
            LinkPair::Parts(parts) => parts.map(part),
            LinkPair::Obstacle { part: of, obstacle } => {
                [part(of), self.obstacles[obstacle].moving.as_ref().ok().map(Moving::prepared)]
            }
        }
    }

    /// Whether a body of a pair is neither a triangle mesh nor all points within a radius of one.
    fn is_curved(&self, index: usize) -> bool {
        let flat = |shape: Option<&Prepared>| shape.is_some_and(|shape| measurable::exact(shape).is_some());
        !self.shapes(index).into_iter().all(flat)
    }

    /// Metres. The true distance of a pair with a curved body may exceed the measured distance by this much.
    fn outline_slack(&self, index: usize) -> f64 {
        let slack = |shape: &Prepared| match measurable::exact(shape) {
            Some(_) => 0.0,
            None => shape.lasting_bounds().map_or(0.0, |bounds| OUTLINE_SLACK * bounds.radius()),
        };
        self.shapes(index).into_iter().flatten().map(slack).sum()
    }

    /// Metres. The radius of each body of a pair around its shape.
    fn radius_of_each(&self, index: usize) -> [f64; 2] {
        match self.pairs[index].pair {
            LinkPair::Parts(parts) => parts.map(|part| self.parts[part].part.radius),
            LinkPair::Obstacle { part, obstacle } => [self.parts[part].part.radius, self.obstacles[obstacle].radius],
        }
    }

    /// Metres. The sum of both radii of a pair.
    fn radii(&self, index: usize) -> Interval {
        let [a, b] = self.radius_of_each(index);
        Interval::from(a) + Interval::from(b)
    }

    /// The chain of joints from the first link of a pair of links to the second.
    fn between(&self, index: usize, [a, b]: [usize; 2]) -> &LinkChain {
        let [a, b] = [a, b].map(|part| self.parts[part].part.link);
        self.pairs[index].between.get_or_init(|| LinkChain::seen_from(&self.mechanism, b, a))
    }
}
