//! Parts that stay far apart, told from balls and boxes.
//!
//! *Question.* Is a part of a moving link certainly apart from another, or from something that stands, during a stretch of
//! time, without looking at a triangle?
//! *Idea.* The part is inside a ball, the other inside a ball or a box. At the middle of the stretch their distance is known;
//! the centre of a ball cannot go farther than its speed allows. Whoever is not told apart asks about each half.
//! *Guarantee.* `true` proves that they are apart by more than the separation during all of the stretch, for the exact motion.
//! *Cost.* A pose and its bounds a stretch, kept for all that the link meets; then some twenty operations a pair.

use glam::DVec3;
use tangency_geometry::{LinkMotion, LinkPose, LinkTree, Mesh, Pose, Rates, Trajectory};
use tangency_interval::{Interval, Vector};

/// How often the time between two rows is halved.
const LEVELS: u32 = 5;
/// Roundings of a distance in units of `f64::EPSILON` times what is added up: two poses, a clamp, a root.
const ROUNDINGS: f64 = 128.0;

/// A ball in the frame of a link.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ball {
    centre: DVec3,
    /// How far the centre is from the link's origin.
    arm: f64,
    radius: f64,
}

/// A box that stands, in a frame of its own.
#[derive(Clone, Copy, Debug)]
pub(super) struct Crate {
    back: Pose,
    corners: [DVec3; 2],
    size: f64,
}

fn length(vector: DVec3) -> f64 {
    Vector::point(vector.to_array()).length().upper()
}

impl Ball {
    pub(super) fn around(mesh: &Mesh) -> Self {
        let [lower, upper] = mesh.bounding_box();
        let centre = 0.5 * lower + 0.5 * upper;
        let distance =
            |vertex: &DVec3| (Vector::point(vertex.to_array()) - Vector::point(centre.to_array())).length().upper();
        let radius = mesh.vertices().iter().map(distance).fold(0.0, f64::max);
        Self { centre, arm: length(centre), radius }
    }
}

impl Crate {
    pub(super) fn around(mesh: &Mesh, pose: &Pose) -> Self {
        let corners = mesh.bounding_box();
        let size = length(corners[0]) + length(corners[1]) + length(pose.translation());
        Self { back: pose.inverse(), corners, size }
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
        (self.level < LEVELS).then(|| Self { level: self.level + 1, index: 2 * self.index, ..self })
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
    index: [u8; 2 << LEVELS],
}

impl<Found> Kept<Found> {
    fn new() -> Self {
        Self { row: 0, found: Vec::new(), index: [0; 2 << LEVELS] }
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

/// A link as another sees it.
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
        self.kept.of(stretch, || Seen::new(motion.glance(span), span))
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
            let glances = tree.glance(trajectory, span).unwrap_or_default();
            glances.into_iter().map(|glance| Seen::new(glance, span)).collect()
        })
    }
}

impl Seen {
    fn new((placed, rates): (LinkPose, Rates), span: Interval) -> Self {
        Self { placed, rates, half: span.radius() }
    }

    /// The centre of a ball of the link, how far it may be off, and how far it may go.
    fn centre(&self, ball: &Ball) -> (DVec3, f64, f64) {
        let centre = self.placed.pose.apply(ball.centre);
        let off = ROUNDINGS * f64::EPSILON * (centre.length() + ball.arm)
            + self.placed.position_error
            + self.placed.angle_error * ball.arm;
        (centre, off, self.rates.speed_within(ball.arm) * self.half)
    }

    /// Whether a ball of the link and a box are apart by more than `separation` during the stretch.
    pub(super) fn apart_from(&self, ball: &Ball, other: &Crate, separation: f64) -> bool {
        let (centre, off, way) = self.centre(ball);
        let seen = other.back.apply(centre);
        let gap = (seen - seen.clamp(other.corners[0], other.corners[1])).length();
        let off = off + ROUNDINGS * f64::EPSILON * other.size;
        gap > (way + ball.radius + separation + off) * (1.0 + 16.0 * f64::EPSILON)
    }

    /// The same of balls of two links during the same stretch.
    pub(super) fn apart_from_ball(&self, ball: &Ball, (other, of_other): (&Self, &Ball), separation: f64) -> bool {
        let [(a, off_a, way_a), (b, off_b, way_b)] = [self.centre(ball), other.centre(of_other)];
        let reached = way_a + way_b + ball.radius + of_other.radius + separation + off_a + off_b;
        a.distance(b) > reached * (1.0 + 16.0 * f64::EPSILON)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::robots::six_axis_arm;
    use glam::{DQuat, dvec3};
    use std::sync::Arc;
    use tangency_geometry::{Interpolation, Motion, primitive};

    fn path() -> Arc<Trajectory> {
        let rows = [[-1.0, 0.3, 0.2, 0.0, 0.4, 0.0], [1.4, -0.5, 0.9, 1.0, -0.6, 2.0], [0.2, 0.6, -0.8, 0.0, 0.0, 0.0]];
        let rows = rows.map(|row| row.to_vec()).to_vec();
        let mechanism = six_axis_arm().mechanism;
        Arc::new(Trajectory::new(&mechanism, vec![0.0, 1.0, 2.5], rows, Interpolation::Cubic).expect("sound rows"))
    }

    /// All stretches that are told apart, as far as that goes without a gap: from each the next one, from one that is not the
    /// first half.
    fn told(path: &Trajectory, mut apart: impl FnMut(Stretch, Interval) -> bool) -> f64 {
        let mut stretch = Stretch::of_row(0);
        while let Some(span) = stretch.span(path.times()) {
            if apart(stretch, span) {
                stretch = stretch.next();
            } else if let Some(half) = stretch.first_half() {
                stretch = half;
            } else {
                return span.lower();
            }
        }
        path.span().upper()
    }

    /// Stretches follow each other without gap or overlap, whatever is halved on the way.
    #[test]
    fn stretches_fill_the_time() {
        let times = [0.1, 0.4, 1.7];
        for seed in 0..64_u32 {
            let (mut stretch, mut at, mut steps) = (Stretch::of_row(0), times[0], seed);
            while let Some(span) = stretch.span(&times) {
                assert_eq!(span.lower(), at);
                steps = steps.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                match stretch.first_half() {
                    Some(half) if steps >> 31 == 0 => stretch = half,
                    _ => (stretch, at) = (stretch.next(), span.upper()),
                }
            }
            assert_eq!(at, times[2]);
        }
    }

    /// Before the instant that is told, no sampled vertex of the part is within the separation of the box; and pairs are
    /// told apart for all of the time, for some of it, and not at all.
    #[test]
    fn nothing_comes_near_before_it_is_told() {
        let (arm, path) = (six_axis_arm(), path());
        let boxed = primitive::cuboid(dvec3(0.2, 0.1, 0.3)).expect("a box");
        let (separation, mut whole, mut part, mut none) = (0.02, 0, 0, 0);
        for step in 0..40 {
            let turn = DQuat::from_rotation_z(f64::from(step));
            let place = turn * dvec3(0.2 + 0.02 * f64::from(step), 0.1, 0.4 + 0.01 * f64::from(step));
            let pose = Pose::new(turn, place).expect("a pose");
            let other = Crate::around(boxed.mesh(), &pose);
            for of in &arm.parts {
                let mesh = of.solid.mesh();
                let (mut watch, ball) =
                    (Watch::new(LinkMotion::in_world(&arm.mechanism, &path, of.link)), Ball::around(mesh));
                let until =
                    told(&path, |stretch, span| watch.during(stretch, span).apart_from(&ball, &other, separation));
                let motion = Motion::Articulated(watch.motion().clone());
                for time in (0..250).map(|sample| 0.01 * f64::from(sample)).filter(|&time| time < until) {
                    let placed = motion.at(time);
                    for (index, &vertex) in mesh.vertices().iter().enumerate() {
                        let seen = pose.inverse().apply(placed.point(index, vertex));
                        let gap = seen.distance(seen.clamp(other.corners[0], other.corners[1]));
                        assert!(gap > separation, "{} at {time}, told {until}", of.name);
                    }
                }
                match until {
                    2.5.. => whole += 1,
                    0.0 => none += 1,
                    _ => part += 1,
                }
            }
        }
        assert!(whole > 20 && part > 10 && none > 10, "{whole} whole, {part} part, {none} none");
    }

    /// Balls of two links that both move: before the instant that is told, the sampled centres are farther apart than both
    /// radii and the separation.
    #[test]
    fn balls_of_two_links_do_not_meet_before_it_is_told() {
        let (arm, path) = (six_axis_arm(), path());
        let tree = LinkTree::new(&arm.mechanism);
        let (mut some, mut none) = (0, 0);
        for (separation, a, b) in (0..7).flat_map(|a| (a + 1..7).flat_map(move |b| [0.0, 0.2].map(|s| (s, a, b)))) {
            let balls = [a, b].map(|part: usize| Ball::around(arm.parts[part].solid.mesh()));
            let motions = [a, b].map(|part| LinkMotion::in_world(&arm.mechanism, &path, arm.parts[part].link));
            let mut overview = Overview::new(&tree, &path);
            let until = told(&path, |stretch, span| {
                let seen = overview.during(stretch, span);
                let [of_a, of_b] = [a, b].map(|part| &seen[arm.parts[part].link]);
                of_a.apart_from_ball(&balls[0], (of_b, &balls[1]), separation)
            });
            for time in (0..250).map(|sample| 0.01 * f64::from(sample)).filter(|&time| time < until) {
                let centre = |side: usize| motions[side].locate(time).pose.apply(balls[side].centre);
                let gap = centre(0).distance(centre(1)) - balls[0].radius - balls[1].radius;
                assert!(gap > separation, "parts {a} and {b} at {time}, told {until}");
            }
            some += usize::from(until > 0.0);
            none += usize::from(until == 0.0);
        }
        assert!(some > 5 && none > 5, "{some} some, {none} none");
    }
}
