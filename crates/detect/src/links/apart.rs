//! Bodies that stay far apart, told from balls and boxes that hold them.
//!
//! **Question.** Is a body on a moving link certainly apart from one on another link, or from something that
//! stands, during a stretch of time, without looking at their shapes?
//!
//! **Idea.** The body is inside a ball, the other inside a ball or a box. Their distance at the middle of the
//! stretch is known, and the centre of a ball cannot go farther than its speed allows. Where that does not suffice,
//! the stretch is halved.
//!
//! **Guarantee.** `true` proves that they are apart by more than the separation during all of the stretch, for the
//! exact motion.
//!
//! **Cost.** A pose and its bounds a stretch, kept for all pairs of the link; then some twenty operations a pair.

use crate::Prepared;
use crate::tolerance::{LINK_LEVELS, LINK_ROUNDINGS};
use glam::DVec3;
use tangency_bound::{Aabb, BoundingBall};
use tangency_geometry::{LinkMotion, LinkPose, LinkTree, Pose, Rates, Trajectory};
use tangency_interval::{Interval, Vector};

/// A ball in the frame of a link.
#[derive(Clone, Copy, Debug)]
pub(super) struct LinkBall {
    ball: BoundingBall,
    /// How far the centre is from the link's origin.
    arm: f64,
}

/// A box that stands, in a frame of its own.
#[derive(Clone, Copy, Debug)]
pub(super) struct StandingBox {
    /// From the world, or from the frame of a link, to the frame of the box.
    back: Pose,
    around: Aabb,
    size: f64,
}

fn length(vector: DVec3) -> f64 {
    Vector::point(vector.to_array()).length().upper()
}

impl LinkBall {
    /// The ball of a shape in the frame of its link; `None` if the shape has none that holds at all times.
    pub(super) fn around(prepared: &Prepared) -> Option<Self> {
        let bounds = prepared.lasting_bounds()?;
        let ball = BoundingBall::new(bounds.middle(), bounds.radius());
        let arm = length(ball.centre());
        (arm + ball.radius()).is_finite().then_some(Self { ball, arm })
    }
}

impl StandingBox {
    /// The box of a shape that stands in this pose; `None` if the shape has none that holds at all times.
    pub(super) fn around(prepared: &Prepared, pose: &Pose) -> Option<Self> {
        Self::new(Aabb::of(prepared.lasting_bounds()?.region()), pose)
    }

    /// A box in this pose, if it is bounded.
    pub(super) fn new(around: Aabb, pose: &Pose) -> Option<Self> {
        let size = length(around.lower()) + length(around.upper()) + length(pose.translation());
        size.is_finite().then_some(Self { back: pose.inverse(), around, size })
    }
}

/// Part `index` of the `2^level` parts of the time between a row and the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stretch {
    row: u32,
    level: u32,
    index: u32,
}

impl Stretch {
    /// The time from a row to the next.
    pub(super) fn of_row(row: u32) -> Self {
        Self { row, level: 0, index: 0 }
    }

    /// Its first half, unless it is too short to be halved.
    pub(super) fn first_half(self) -> Option<Self> {
        (self.level < LINK_LEVELS).then(|| Self { level: self.level + 1, index: 2 * self.index, ..self })
    }

    /// The longest stretch that begins where this one ends.
    pub(super) fn next(self) -> Self {
        let Self { row, level, index } = self;
        let up = (index + 1).trailing_zeros().min(level);
        let (level, index) = (level - up, (index + 1) >> up);
        if index >> level == 1 { Self::of_row(row + 1) } else { Self { row, level, index } }
    }

    /// From when to when it lasts; `None` if it is after the last row.
    pub(super) fn span(self, times: &[f64]) -> Option<Interval> {
        let [start, end] = *times.get(self.row as usize..self.row as usize + 2)? else { return None };
        let at = |index: u32| {
            let share = f64::from(index) / f64::from(1_u32 << self.level);
            if share < 1.0 { (start + share * (end - start)).min(end) } else { end }
        };
        Some(Interval::between(at(self.index), at(self.index + 1)))
    }
}

/// Where a link is at the middle of a stretch, and how fast it moves during it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    placed: LinkPose,
    rates: Rates,
    /// Seconds from the middle to the ends.
    half: f64,
}

/// What was found of the stretches of a row, which is the row that was asked about last.
struct Kept<Found> {
    row: u32,
    found: Vec<Found>,
    /// Where in `found` a stretch is, by level and index, counted from 1; 0 if it is not.
    index: [u8; 2 << LINK_LEVELS],
}

impl<Found> Kept<Found> {
    fn new() -> Self {
        Self { row: 0, found: Vec::new(), index: [0; 2 << LINK_LEVELS] }
    }

    fn of(&mut self, stretch: Stretch, find: impl FnOnce() -> Found) -> &Found {
        if self.row != stretch.row {
            self.row = stretch.row;
            self.found.clear();
            self.index.fill(0);
        }
        let place = &mut self.index[((1 << stretch.level) + stretch.index) as usize];
        if *place == 0 {
            self.found.push(find());
            *place = self.found.len() as u8;
        }
        &self.found[*place as usize - 1]
    }
}

/// A link as another link sees it.
pub(super) struct Watch {
    motion: LinkMotion,
    kept: Kept<Seen>,
}

impl Watch {
    pub(super) fn new(motion: LinkMotion) -> Self {
        Self { motion, kept: Kept::new() }
    }

    pub(super) fn motion(&self) -> &LinkMotion {
        &self.motion
    }

    /// The link during a stretch, which lasts for this span.
    pub(super) fn during(&mut self, stretch: Stretch, span: Interval) -> &Seen {
        let motion = &self.motion;
        self.kept.of(stretch, || Seen::new(motion.pose_and_rates(span), span))
    }
}

/// All links in the world.
pub(super) struct Overview<'a> {
    tree: &'a LinkTree,
    trajectory: &'a Trajectory,
    kept: Kept<Vec<Seen>>,
}

impl<'a> Overview<'a> {
    pub(super) fn new(tree: &'a LinkTree, trajectory: &'a Trajectory) -> Self {
        Self { tree, trajectory, kept: Kept::new() }
    }

    /// Every link during a stretch, which lasts for this span; none if that is not within a row.
    pub(super) fn during(&mut self, stretch: Stretch, span: Interval) -> &[Seen] {
        let (tree, trajectory) = (self.tree, self.trajectory);
        self.kept.of(stretch, || {
            let glances = tree.poses_and_rates(trajectory, span).unwrap_or_default();
            glances.into_iter().map(|glance| Seen::new(glance, span)).collect()
        })
    }
}

impl Seen {
    pub(super) fn new((placed, rates): (LinkPose, Rates), span: Interval) -> Self {
        Self { placed, rates, half: span.radius() }
    }

    /// Where the link is at the middle of the stretch.
    pub(super) fn pose(&self) -> &Pose {
        &self.placed.pose
    }

    /// The centre of a ball of the link, and how far it may be off or go, the radius included.
    fn reached(&self, &LinkBall { ball, arm }: &LinkBall) -> (DVec3, f64) {
        let centre = self.placed.pose.apply(ball.centre());
        let off = LINK_ROUNDINGS * f64::EPSILON * (centre.length() + arm)
            + self.placed.position_error
            + self.placed.angle_error * arm;
        (centre, self.rates.speed_within(arm) * self.half + ball.radius() + off)
    }

    /// The distance of the centre of a ball of the link from a box, and what must be less for the two to be apart.
    fn beside(&self, ball: &LinkBall, other: &StandingBox) -> (f64, f64) {
        let (centre, reached) = self.reached(ball);
        let seen = other.back.apply(centre);
        let gap = (seen - seen.clamp(other.around.lower(), other.around.upper())).length();
        (gap, reached + LINK_ROUNDINGS * f64::EPSILON * other.size)
    }

    /// The same for the balls of two links during the same stretch.
    fn beside_ball(&self, ball: &LinkBall, (other, of_other): (&Self, &LinkBall)) -> (f64, f64) {
        let [(a, reached_a), (b, reached_b)] = [self.reached(ball), other.reached(of_other)];
        (a.distance(b), reached_a + reached_b)
    }

    /// Whether a ball of the link and a box are apart by more than `separation` during the stretch.
    pub(super) fn apart_from(&self, ball: &LinkBall, other: &StandingBox, separation: f64) -> bool {
        exceeds(self.beside(ball, other), separation)
    }

    /// Whether the balls of two links are apart by more than `separation` during the stretch.
    pub(super) fn apart_from_ball(&self, ball: &LinkBall, other: (&Self, &LinkBall), separation: f64) -> bool {
        exceeds(self.beside_ball(ball, other), separation)
    }

    /// About how far a ball of the link and a box stay apart, at least.
    pub(super) fn gap(&self, ball: &LinkBall, other: &StandingBox) -> f64 {
        let (distance, reached) = self.beside(ball, other);
        distance - reached
    }

    /// About how far the balls of two links stay apart, at least.
    pub(super) fn gap_from_ball(&self, ball: &LinkBall, other: (&Self, &LinkBall)) -> f64 {
        let (distance, reached) = self.beside_ball(ball, other);
        distance - reached
    }
}

/// Whether a distance certainly exceeds what is reached and the separation, in spite of the rounding of these sums.
fn exceeds((distance, reached): (f64, f64), separation: f64) -> bool {
    distance > (reached + separation) * (1.0 + 16.0 * f64::EPSILON)
}
