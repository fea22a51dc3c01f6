//! The bodies of a robot and its obstacles on one trajectory: what balls and boxes tell, and the bodies as the
//! methods see them.

use super::apart::{Overview, Seen, StandingBox, Stretch, Watch};
use super::{LinkPair, Links, PreparedPart};
use crate::among::swept_box;
use crate::{Moving, Query, SceneQueryError};
use std::sync::Arc;
use tangency_geometry::{Contact, Motion, Pose, Trajectory};
use tangency_interval::Interval;

/// All pairs during one trajectory.
pub(super) struct View<'a> {
    pub(super) links: &'a Links,
    pub(super) trajectory: &'a Arc<Trajectory>,
    /// How every link moves in the world.
    overview: Overview<'a>,
    /// How the second link of a pair of links moves as the first sees it, by the place of the pair.
    between: Vec<Option<Box<Watch>>>,
    /// What holds the obstacles that do not stand during the trajectory, by the place of the obstacle; empty if all
    /// stand.
    swept: Vec<Option<StandingBox>>,
}

/// What holds an obstacle during a span, unless it deforms by itself.
fn swept(moving: &Moving, span: Interval) -> Option<StandingBox> {
    moving.prepared().lasting_bounds()?;
    StandingBox::new(swept_box(moving, &Query { span, ..Query::default() }), &Pose::IDENTITY)
}

/// The box around an obstacle during the trajectory, if one is known.
fn around<'all>(links: &'all Links, swept: &'all [Option<StandingBox>], obstacle: usize) -> Option<&'all StandingBox> {
    let stands = links.obstacles[obstacle].stands.as_ref();
    stands.or_else(|| swept.get(obstacle).and_then(Option::as_ref))
}

impl<'a> View<'a> {
    pub(super) fn new(links: &'a Links, trajectory: &'a Arc<Trajectory>) -> Self {
        let moved = |obstacle: &super::PreparedObstacle| match (&obstacle.stands, &obstacle.moving) {
            (None, Ok(moving)) => swept(moving, trajectory.span()),
            (Some(_), _) | (None, Err(_)) => None,
        };
        let all_stand = links.obstacles.iter().all(|obstacle| obstacle.stands.is_some());
        Self {
            links,
            trajectory,
            overview: Overview::new(&links.tree, trajectory),
            between: links.pairs.iter().map(|_| None).collect(),
            swept: if all_stand { Vec::new() } else { links.obstacles.iter().map(moved).collect() },
        }
    }

    /// Whether balls and boxes tell the pair apart by more than `separation` during a stretch, which lasts for this
    /// span.
    pub(super) fn apart(&mut self, index: usize, (stretch, span): (Stretch, Interval), separation: f64) -> bool {
        let links = self.links;
        match links.pairs[index].pair {
            LinkPair::Obstacle { part, obstacle } => {
                let PreparedPart { part, held } = &links.parts[part];
                let Some((ball, _)) = held else { return false };
                let around = around(links, &self.swept, obstacle);
                let seen = self.overview.during(stretch, span).get(part.link);
                let (Some(seen), Some(around)) = (seen, around) else { return false };
                seen.apart_from(ball, around, separation)
            }
            LinkPair::Parts(parts) => {
                let [of_a, of_b] = parts.map(|part| &links.parts[part]);
                let (Some((ball_a, box_a)), Some((ball_b, _))) = (&of_a.held, &of_b.held) else { return false };
                let all = self.overview.during(stretch, span);
                if let (Some(a), Some(b)) = (all.get(of_a.part.link), all.get(of_b.part.link))
                    && a.apart_from_ball(ball_a, (b, ball_b), separation)
                {
                    return true;
                }
                self.between(index, parts).during(stretch, span).apart_from(ball_b, box_a, separation)
            }
        }
    }

    /// About how far the bodies of a pair are apart at an instant, at least, when the links are seen so; minus
    /// infinity if that is not known.
    pub(super) fn gap(&self, index: usize, seen: &[Seen]) -> f64 {
        let known = match self.links.pairs[index].pair {
            LinkPair::Obstacle { part, obstacle } => {
                let PreparedPart { part, held } = &self.links.parts[part];
                let around = held.as_ref().zip(around(self.links, &self.swept, obstacle)).zip(seen.get(part.link));
                around.map(|(((ball, _), around), seen)| seen.gap(ball, around))
            }
            LinkPair::Parts(parts) => {
                let [a, b] = parts.map(|part| {
                    let PreparedPart { part, held } = &self.links.parts[part];
                    held.as_ref().map(|(ball, _)| ball).zip(seen.get(part.link))
                });
                a.zip(b).map(|((ball_a, a), (ball_b, b))| a.gap_from_ball(ball_a, (b, ball_b)))
            }
        };
        known.map_or(f64::NEG_INFINITY, |gap| gap - self.links.radii(index).upper())
    }

    /// How the second link of a pair moves as the first sees it.
    fn between(&mut self, index: usize, parts: [usize; 2]) -> &mut Watch {
        let (links, trajectory) = (self.links, self.trajectory);
        self.between[index].get_or_insert_with(|| Box::new(Watch::new(links.between(index, parts).on(trajectory))))
    }

    /// Both bodies of a pair as the methods see them.
    pub(super) fn sides(&mut self, index: usize) -> Result<[Moving; 2], SceneQueryError> {
        let links = self.links;
        let pair = Some(links.bodies(index));
        let part = |part: usize, motion: Motion| {
            Moving::of(Arc::clone(&links.parts[part].part.prepared), motion)
                .map_err(|source| SceneQueryError { pair, source })
        };
        match links.pairs[index].pair {
            LinkPair::Parts([a, b]) => {
                let motion = Motion::Articulated(self.between(index, [a, b]).motion().clone());
                Ok([part(a, Motion::Still(Pose::IDENTITY))?, part(b, motion)?])
            }
            LinkPair::Obstacle { part: of, obstacle } => {
                let motion = Motion::Articulated(links.chains[links.parts[of].part.link].on(self.trajectory));
                let moving = links.obstacles[obstacle].moving.clone();
                Ok([part(of, motion)?, moving.map_err(|source| SceneQueryError { pair, source })?])
            }
        }
    }

    /// A contact of a pair as the methods tell it, in the world's frame and between the bodies, which reach beyond
    /// their shapes.
    pub(super) fn in_world(&self, index: usize, contact: &Contact) -> Contact {
        let pose = match self.links.pairs[index].pair {
            LinkPair::Parts([a, _]) => {
                let observer = self.links.chains[self.links.parts[a].part.link].on(self.trajectory);
                observer.locate(contact.time.lower()).pose
            }
            LinkPair::Obstacle { .. } => Pose::IDENTITY,
        };
        Contact {
            point: pose.apply(contact.point),
            normal: pose.apply(contact.normal) - pose.translation(),
            gap: contact.gap - self.links.radii(index).mid(),
            ..*contact
        }
    }
}
