//! The bodies of a robot and its obstacles on one trajectory: tests by bounding volumes, and the inputs of the
//! methods.

use super::apart::{LinkSnapshot, RelativeLink, RowStretch, StaticBox, WorldLinks};
use super::{LinkPair, Links, PreparedPart};
use crate::among::swept_box;
use crate::{Moving, Query, SceneQueryError};
use std::sync::Arc;
use tangency_geometry::{Contact, Motion, Pose, Trajectory};
use tangency_interval::Interval;

/// All pairs during one trajectory.
pub(super) struct TrajectoryView<'a> {
    pub(super) links: &'a Links,
    pub(super) trajectory: &'a Arc<Trajectory>,
    /// The motion of every link in the world.
    world_links: WorldLinks<'a>,
    /// The motion of the second link of a pair relative to the first, by the index of the pair.
    between: Vec<Option<Box<RelativeLink>>>,
    /// Swept boxes of the moving obstacles during the trajectory, by the index of the obstacle. Empty if all are
    /// static.
    swept: Vec<Option<StaticBox>>,
}

/// The swept box of an obstacle during a span. `None` if the obstacle deforms.
fn swept(moving: &Moving, span: Interval) -> Option<StaticBox> {
    moving.prepared().lasting_bounds()?;
    StaticBox::new(swept_box(moving, &Query { span, ..Query::default() }), &Pose::IDENTITY)
}

/// The box around an obstacle during the trajectory. `None` if no bound is known.
fn around<'all>(links: &'all Links, swept: &'all [Option<StaticBox>], obstacle: usize) -> Option<&'all StaticBox> {
    let static_box = links.obstacles[obstacle].static_box.as_ref();
    static_box.or_else(|| swept.get(obstacle).and_then(Option::as_ref))
}

impl<'a> TrajectoryView<'a> {
    pub(super) fn new(links: &'a Links, trajectory: &'a Arc<Trajectory>) -> Self {
        let moved = |obstacle: &super::PreparedObstacle| match (&obstacle.static_box, &obstacle.moving) {
            (None, Ok(moving)) => swept(moving, trajectory.span()),
            (Some(_), _) | (None, Err(_)) => None,
        };
        let all_static = links.obstacles.iter().all(|obstacle| obstacle.static_box.is_some());
        Self {
            links,
            trajectory,
            world_links: WorldLinks::new(&links.tree, trajectory),
            between: links.pairs.iter().map(|_| None).collect(),
            swept: if all_static { Vec::new() } else { links.obstacles.iter().map(moved).collect() },
        }
    }

    /// `true` proves by balls and boxes that a pair is apart by more than `separation` during a stretch with this
    /// span.
    pub(super) fn apart(&mut self, index: usize, (stretch, span): (RowStretch, Interval), separation: f64) -> bool {
        let links = self.links;
        match links.pairs[index].pair {
            LinkPair::Obstacle { part, obstacle } => {
                let PreparedPart { part, bounds, .. } = &links.parts[part];
                let Some((ball, _)) = bounds else { return false };
                let around = around(links, &self.swept, obstacle);
                let snapshot = self.world_links.during(stretch, span).get(part.link);
                let (Some(snapshot), Some(around)) = (snapshot, around) else { return false };
                snapshot.apart_from(ball, around, separation)
            }
            LinkPair::Parts(parts) => {
                let [of_a, of_b] = parts.map(|part| &links.parts[part]);
                let (Some((ball_a, box_a)), Some((ball_b, _))) = (&of_a.bounds, &of_b.bounds) else { return false };
                let all = self.world_links.during(stretch, span);
                if let (Some(a), Some(b)) = (all.get(of_a.part.link), all.get(of_b.part.link))
                    && a.apart_from_ball(ball_a, (b, ball_b), separation)
                {
                    return true;
                }
                self.between(index, parts).during(stretch, span).apart_from(ball_b, box_a, separation)
            }
        }
    }

    /// Lower bound, up to rounding, on the distance of the bodies of a pair at an instant, given the links at that
    /// instant. Minus infinity if no bound is known.
    pub(super) fn gap(&self, index: usize, snapshots: &[LinkSnapshot]) -> f64 {
        let known = match self.links.pairs[index].pair {
            LinkPair::Obstacle { part, obstacle } => {
                let PreparedPart { part, bounds, .. } = &self.links.parts[part];
                let around =
                    bounds.as_ref().zip(around(self.links, &self.swept, obstacle)).zip(snapshots.get(part.link));
                around.map(|(((ball, _), around), snapshot)| snapshot.gap(ball, around))
            }
            LinkPair::Parts(parts) => {
                let [a, b] = parts.map(|part| {
                    let PreparedPart { part, bounds, .. } = &self.links.parts[part];
                    bounds.as_ref().map(|(ball, _)| ball).zip(snapshots.get(part.link))
                });
                a.zip(b).map(|((ball_a, a), (ball_b, b))| a.gap_from_ball(ball_a, (b, ball_b)))
            }
        };
        known.map_or(f64::NEG_INFINITY, |gap| gap - self.links.radii(index).upper())
    }

    /// The motion of the second link of a pair relative to the first.
    fn between(&mut self, index: usize, parts: [usize; 2]) -> &mut RelativeLink {
        let (links, trajectory) = (self.links, self.trajectory);
        self.between[index]
            .get_or_insert_with(|| Box::new(RelativeLink::new(links.between(index, parts).on(trajectory))))
    }

    /// Both bodies of a pair as input of the methods.
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

    /// A contact of a pair, converted from the frame of the method to the world frame, and from the shapes to the
    /// bodies with their radii.
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
