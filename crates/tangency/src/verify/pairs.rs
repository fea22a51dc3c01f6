//! The pairs of parts and obstacles to check.

use std::collections::BTreeSet;
use std::sync::Arc;
use tangency_detect::{LinkObstacle, LinkPair, LinkPart, Prepared};
use tangency_formats::robot::{Obstacle, Robot, RobotPart, RobotWorld};
use tangency_formats::{AskedPairs, SkippedPairs};

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

/// The names of a pair: of two links, or of a link and an obstacle.
pub(super) fn names<'world>(robot: &'world Robot, world: &'world RobotWorld, pair: LinkPair) -> [&'world str; 2] {
    let link = |part: usize| robot.mechanism.links()[robot.parts[part].link].as_str();
    match pair {
        LinkPair::Parts([a, b]) => [link(a), link(b)],
        LinkPair::Obstacle { part, obstacle } => [link(part), world.obstacles[obstacle].name.as_str()],
    }
}

/// How many pairs of links, and of links and obstacles, are checked, and why others are not.
pub(super) fn counted(robot: &Robot, world: &RobotWorld) -> AskedPairs {
    let links: BTreeSet<usize> = robot.parts.iter().map(|part| part.link).collect();
    let (moving, checked) = (robot.moving_links(), robot.link_pairs().len());
    let may_touch = robot.disabled.iter().filter(|pair| pair.iter().all(|link| links.contains(link))).count();
    let all = links.len() * links.len().saturating_sub(1) / 2;
    let rigid = all.saturating_sub(checked + may_touch);
    let with_world = moving.len() * world.obstacles.len();
    let name = |link: usize| robot.mechanism.links()[link].as_str();
    let met = moving.iter().flat_map(|&link| world.obstacles.iter().map(move |obstacle| (link, obstacle)));
    let allowed = met.filter(|&(link, obstacle)| allowed(world, name(link), obstacle)).count();
    let fixed = (links.len() - moving.len()) * world.obstacles.len();
    let reasons = [
        (may_touch, "links that may touch: joined by a joint, or named in the SRDF file or the world"),
        (rigid, "links that no joint moves against each other"),
        (fixed, "links that no joint moves, with obstacles"),
        (allowed, "links and obstacles that the world lets touch"),
    ];
    let skipped = reasons.into_iter().filter(|(count, _)| *count > 0);
    AskedPairs {
        checked: checked + with_world - allowed,
        skipped: skipped.map(|(count, reason)| SkippedPairs { count, reason: reason.to_owned() }).collect(),
    }
}

/// Whether a link may touch an obstacle.
fn allowed(world: &RobotWorld, link: &str, obstacle: &Obstacle) -> bool {
    let object = obstacle.name.rsplit_once('#').map_or(obstacle.name.as_str(), |(object, _)| object);
    world.allowed.iter().any(|[a, b]| (a == link && b == object) || (b == link && a == object))
}
