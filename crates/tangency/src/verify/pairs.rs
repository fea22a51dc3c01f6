//! The pairs of parts and obstacles to check.

use std::sync::Arc;
use tangency_detect::{LinkObstacle, LinkPair, LinkPart, Prepared};
use tangency_formats::robot::{Obstacle, Robot, RobotPart, RobotWorld};

/// A part of the robot, prepared.
pub(super) fn part(part: &RobotPart) -> LinkPart {
    let prepared = Arc::new(Prepared::new(part.solid.shape.clone()));
    LinkPart { link: part.link, prepared, radius: part.solid.radius }
}

/// An obstacle, prepared.
pub(super) fn obstacle(obstacle: &Obstacle) -> LinkObstacle {
    let prepared = Arc::new(Prepared::new(obstacle.solid.shape.clone()));
    LinkObstacle { prepared, motion: obstacle.motion.clone(), radius: obstacle.solid.radius }
}

/// Every pair to check.
pub(super) fn pairs(robot: &Robot, world: &RobotWorld) -> Vec<LinkPair> {
    let parts_of = |link: usize| (0..robot.parts.len()).filter(move |&part| robot.parts[part].link == link);
    let mut pairs = Vec::new();
    for [a, b] in robot.link_pairs() {
        for part in parts_of(a) {
            pairs.extend(parts_of(b).map(|other| LinkPair::Parts([part, other])));
        }
    }
    for link in robot.moving_links() {
        for (obstacle, of) in world.obstacles.iter().enumerate() {
            if !allowed(world, &robot.mechanism.links()[link], of) {
                pairs.extend(parts_of(link).map(|part| LinkPair::Obstacle { part, obstacle }));
            }
        }
    }
    pairs
}

/// Whether a link may touch an obstacle.
fn allowed(world: &RobotWorld, link: &str, obstacle: &Obstacle) -> bool {
    let object = obstacle.name.rsplit_once('#').map_or(obstacle.name.as_str(), |(object, _)| object);
    world.allowed.iter().any(|[a, b]| (a == link && b == object) || (b == link && a == object))
}
