//! The pairs of a robot and its world that may not touch, and what is around them: the same for every trajectory.

use super::apart::{Ball, Crate};
use std::sync::{Arc, OnceLock};
use tangency_detect::Prepared;
use tangency_formats::robot::{Obstacle, Robot, World};
use tangency_geometry::{LinkChain, Mesh, Motion, Pose};

/// A part of the robot or an obstacle, prepared.
#[derive(Clone, Debug)]
pub(super) struct Body {
    pub(super) model: Arc<Prepared>,
    pub(super) ball: Ball,
    /// A box around it that stands: in the frame of its link, or in the world. Obstacles that move have none.
    pub(super) stands: Option<Crate>,
}

impl Body {
    /// A part, in the frame of its link.
    pub(super) fn part(mesh: &Mesh, model: Prepared) -> Self {
        Self { model: Arc::new(model), ball: Ball::around(mesh), stands: Some(Crate::around(mesh, &Pose::IDENTITY)) }
    }

    /// Something around the robot.
    pub(super) fn obstacle(obstacle: &Obstacle) -> Self {
        let mesh = obstacle.solid.mesh();
        let stands = if let Motion::Still(pose) = &obstacle.motion { Some(Crate::around(mesh, pose)) } else { None };
        Self { model: Arc::new(Prepared::new(obstacle.solid.shape.clone())), ball: Ball::around(mesh), stands }
    }
}

/// Two that may not touch.
#[derive(Clone, Debug)]
pub(super) enum Pair {
    /// Two parts of different links, asked about in the frame of the first.
    Parts {
        /// The parts by their place in the robot.
        parts: [usize; 2],
        /// From the link of the first to that of the second, made when first asked for.
        between: OnceLock<LinkChain>,
    },
    /// A part and an obstacle, asked about in the world.
    Obstacle {
        /// The part by its place in the robot.
        part: usize,
        /// The obstacle by its place in the world.
        obstacle: usize,
    },
}

/// Every pair that is to be asked about.
pub(super) fn pairs(robot: &Robot, world: &World) -> Vec<Pair> {
    let parts_of = |link: usize| (0..robot.parts.len()).filter(move |&part| robot.parts[part].link == link);
    let mut pairs = Vec::new();
    for [a, b] in robot.link_pairs() {
        for part in parts_of(a) {
            pairs.extend(parts_of(b).map(|other| Pair::Parts { parts: [part, other], between: OnceLock::new() }));
        }
    }
    for link in robot.moving_links() {
        for (obstacle, of) in world.obstacles.iter().enumerate() {
            if !allowed(world, &robot.mechanism.links()[link], of) {
                pairs.extend(parts_of(link).map(|part| Pair::Obstacle { part, obstacle }));
            }
        }
    }
    pairs
}

/// Whether a link may touch an obstacle.
fn allowed(world: &World, link: &str, obstacle: &Obstacle) -> bool {
    let object = obstacle.name.rsplit_once('#').map_or(obstacle.name.as_str(), |(object, _)| object);
    world.allowed.iter().any(|[a, b]| (a == link && b == object) || (b == link && a == object))
}
