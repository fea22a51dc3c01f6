//! Bounding balls and boxes of links: proofs that bodies stay apart.
//!
//! **Question.** Is a body on a moving link certainly apart from a body on another link, or from a static
//! obstacle, during a stretch of time, judged by bounding volumes alone?
//!
//! **Idea.** A ball encloses the body, a ball or box encloses the other. Their distance at the middle of the
//! stretch is known, and the speed bounds how far the centre of a ball can move. If the bound does not suffice,
//! the stretch is bisected.
//!
//! **Guarantee.** `true` proves that the bodies are apart by more than the separation during the whole stretch,
//! for the exact motion.
//!
//! **Cost.** A pose and its bounds per stretch, cached for all pairs of the link, then about twenty operations per
//! pair.

use crate::Prepared;
use crate::tolerance::{LINK_LEVELS, LINK_ROUNDINGS};
use glam::DVec3;
use tangency_bound::{Aabb, BoundingBall};
use tangency_geometry::{LinkMotion, LinkPose, LinkTree, Pose, Rates, Trajectory};
use tangency_interval::{Interval, Vector};

/// A bounding ball in the frame of a link.
#[derive(Clone, Copy, Debug)]
pub(super) struct LinkBall {
    ball: BoundingBall,
    /// Metres. The distance of the centre from the origin of the link.
    arm: f64,
}

/// A static box in a frame of its own.
#[derive(Clone, Copy, Debug)]
pub(super) struct StaticBox {
    /// From the world, or from the frame of a link, to the frame of the box.
    back: Pose,
    around: Aabb,
    size: f64,
}

fn length(vector: DVec3) -> f64 {
    Vector::point(vector.to_array()).length().upper()
}

impl LinkBall {
    /// The bounding ball of a shape in the frame of its link. `None` if no bound is valid at all times.
    pub(super) fn around(prepared: &Prepared) -> Option<Self> {
        let bounds = prepared.lasting_bounds()?;
        let ball = BoundingBall::new(bounds.middle(), bounds.radius());
        let arm = length(ball.centre());
        (arm + ball.radius()).is_finite().then_some(Self { ball, arm })
    }
}

impl StaticBox {
    /// The bounding box of a static shape in this pose. `None` if no bound is valid at all times.
    pub(super) fn around(prepared: &Prepared, pose: &Pose) -> Option<Self> {
        Self::new(Aabb::of(prepared.lasting_bounds()?.region()), pose)
    }

    /// A box in this pose. `None` if it is unbounded.
    pub(super) fn new(around: Aabb, pose: &Pose) -> Option<Self> {
        let size = length(around.lower()) + length(around.upper()) + length(pose.translation());
        size.is_finite().then_some(Self { back: pose.inverse(), around, size })
    }
}

/// Part `index` of the `2^level` equal parts of the time between a row of the trajectory and the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RowStretch {
    row: u32,
    level: u32,
    index: u32,
}

impl RowStretch {
    /// The time from a row to the next.
    pub(super) fn of_row(row: u32) -> Self {
        Self { row, level: 0, index: 0 }
    }

    /// The first half. `None` at the finest level.
    pub(super) fn first_half(self) -> Option<Self> {
        (self.level < LINK_LEVELS).then(|| Self { level: self.level + 1, index: 2 * self.index, ..self })
    }

    /// The longest stretch that begins at the end of this stretch.
    pub(super) fn next(self) -> Self {
        let Self { row, level, index } = self;
        let up = (index + 1).trailing_zeros().min(level);
        let (level, index) = (level - up, (index + 1) >> up);
        if index >> level == 1 { Self::of_row(row + 1) } else { Self { row, level, index } }
    }

    /// The span of time. `None` if the stretch is after the last row.
    pub(super) fn span(self, times: &[f64]) -> Option<Interval> {
        let [start, end] = *times.get(self.row as usize..self.row as usize + 2)? else { return None };
        let at = |index: u32| {
            let share = f64::from(index) / f64::from(1_u32 << self.level);
            if share < 1.0 { (start + share * (end - start)).min(end) } else { end }
        };
        Some(Interval::between(at(self.index), at(self.index + 1)))
    }
}

/// The pose of a link at the middle of a stretch, and bounds on its speed during the stretch.
#[derive(Clone, Copy, Debug)]
pub(super) struct LinkSnapshot {
    placed: LinkPose,
    rates: Rates,
    /// Seconds from the middle to the ends.
    half: f64,
}

/// A cache of one value per stretch, for the row of the last lookup.
struct StretchCache<Value> {
    row: u32,
    values: Vec<Value>,
    /// The position in `values` by level and index of the stretch, counted from 1. 0 if the stretch is not cached.
    index: [u8; 2 << LINK_LEVELS],
}

impl<Value> StretchCache<Value> {
    fn new() -> Self {
        Self { row: 0, values: Vec::new(), index: [0; 2 << LINK_LEVELS] }
    }

    fn of(&mut self, stretch: RowStretch, find: impl FnOnce() -> Value) -> &Value {
        if self.row != stretch.row {
            self.row = stretch.row;
            self.values.clear();
            self.index.fill(0);
        }
        let place = &mut self.index[((1 << stretch.level) + stretch.index) as usize];
        if *place == 0 {
            self.values.push(find());
            *place = self.values.len() as u8;
        }
        &self.values[*place as usize - 1]
    }
}

/// A link relative to another link.
pub(super) struct RelativeLink {
    motion: LinkMotion,
    kept: StretchCache<LinkSnapshot>,
}

impl RelativeLink {
    pub(super) fn new(motion: LinkMotion) -> Self {
        Self { motion, kept: StretchCache::new() }
    }

    pub(super) fn motion(&self) -> &LinkMotion {
        &self.motion
    }

    /// The link during a stretch with this span.
    pub(super) fn during(&mut self, stretch: RowStretch, span: Interval) -> &LinkSnapshot {
        let motion = &self.motion;
        self.kept.of(stretch, || LinkSnapshot::new(motion.pose_and_rates(span), span))
    }
}

/// All links relative to the world.
pub(super) struct WorldLinks<'a> {
    tree: &'a LinkTree,
    trajectory: &'a Trajectory,
    kept: StretchCache<Vec<LinkSnapshot>>,
}

impl<'a> WorldLinks<'a> {
    pub(super) fn new(tree: &'a LinkTree, trajectory: &'a Trajectory) -> Self {
        Self { tree, trajectory, kept: StretchCache::new() }
    }

    /// Every link during a stretch with this span. Empty if the span is not within a row.
    pub(super) fn during(&mut self, stretch: RowStretch, span: Interval) -> &[LinkSnapshot] {
        let (tree, trajectory) = (self.tree, self.trajectory);
        self.kept.of(stretch, || {
            let links = tree.poses_and_rates(trajectory, span).unwrap_or_default();
            links.into_iter().map(|link| LinkSnapshot::new(link, span)).collect()
        })
    }
}

impl LinkSnapshot {
    pub(super) fn new((placed, rates): (LinkPose, Rates), span: Interval) -> Self {
        Self { placed, rates, half: span.radius() }
    }

    /// The pose of the link at the middle of the stretch.
    pub(super) fn pose(&self) -> &Pose {
        &self.placed.pose
    }

    /// The centre of a ball of the link at the middle of the stretch, and a bound on its radius, motion and error
    /// together.
    fn reached(&self, &LinkBall { ball, arm }: &LinkBall) -> (DVec3, f64) {
        let centre = self.placed.pose.apply(ball.centre());
        let off = LINK_ROUNDINGS * f64::EPSILON * (centre.length() + arm)
            + self.placed.position_error
            + self.placed.angle_error * arm;
        (centre, self.rates.speed_within(arm) * self.half + ball.radius() + off)
    }

    /// The distance from the centre of a ball of the link to a box, and the reach that it must exceed for the two
    /// to be apart.
    fn distance_and_reach(&self, ball: &LinkBall, other: &StaticBox) -> (f64, f64) {
        let (centre, reached) = self.reached(ball);
        let seen = other.back.apply(centre);
        let gap = (seen - seen.clamp(other.around.lower(), other.around.upper())).length();
        (gap, reached + LINK_ROUNDINGS * f64::EPSILON * other.size)
    }

    /// As `distance_and_reach`, for the balls of two links during the same stretch.
    fn distance_and_reach_of_balls(&self, ball: &LinkBall, (other, of_other): (&Self, &LinkBall)) -> (f64, f64) {
        let [(a, reached_a), (b, reached_b)] = [self.reached(ball), other.reached(of_other)];
        (a.distance(b), reached_a + reached_b)
    }

    /// `true` proves that a ball of the link and a box are apart by more than `separation` during the stretch.
    pub(super) fn apart_from(&self, ball: &LinkBall, other: &StaticBox, separation: f64) -> bool {
        exceeds(self.distance_and_reach(ball, other), separation)
    }

    /// `true` proves that the balls of two links are apart by more than `separation` during the stretch.
    pub(super) fn apart_from_ball(&self, ball: &LinkBall, other: (&Self, &LinkBall), separation: f64) -> bool {
        exceeds(self.distance_and_reach_of_balls(ball, other), separation)
    }

    /// Lower bound, up to rounding, on the distance of a ball of the link and a box.
    pub(super) fn gap(&self, ball: &LinkBall, other: &StaticBox) -> f64 {
        let (distance, reached) = self.distance_and_reach(ball, other);
        distance - reached
    }

    /// Lower bound, up to rounding, on the distance of the balls of two links.
    pub(super) fn gap_from_ball(&self, ball: &LinkBall, other: (&Self, &LinkBall)) -> f64 {
        let (distance, reached) = self.distance_and_reach_of_balls(ball, other);
        distance - reached
    }
}

/// Whether a distance exceeds the reach plus the separation, despite the rounding of these sums.
fn exceeds((distance, reached): (f64, f64), separation: f64) -> bool {
    distance > (reached + separation) * (1.0 + 16.0 * f64::EPSILON)
}
