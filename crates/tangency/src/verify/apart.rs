//! Pairs that stay far apart, told from a ball and a box.
//!
//! *Question.* Until when is a part of a moving link certainly apart from something that stands, without looking at a
//! triangle?
//! *Idea.* The part is inside a ball, the other inside a box. At the middle of a stretch of time their distance is known; the
//! ball's centre cannot go farther than its speed allows. If that does not suffice, each half is asked.
//! *Guarantee.* Before the instant that is given they are apart by more than the separation, for the exact motion.
//! *Cost.* A pose and its bounds a stretch, kept for all obstacles of the link; then some twenty operations a pair.

use glam::DVec3;
use std::collections::HashMap;
use tangency_geometry::{LinkMotion, LinkPose, Mesh, Pose, Rates};
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

/// A link's motion, seen at the middles of stretches of time.
pub(super) struct Watch {
    motion: LinkMotion,
    seen: HashMap<[u32; 3], (LinkPose, Rates)>,
}

impl Watch {
    pub(super) fn new(motion: LinkMotion) -> Self {
        Self { motion, seen: HashMap::new() }
    }

    pub(super) fn motion(&self) -> &LinkMotion {
        &self.motion
    }

    /// Before this instant ball and box are apart by more than `separation`; the end of the span if they are so until then.
    pub(super) fn apart_until(&mut self, ball: &Ball, other: &Crate, separation: f64, span: Interval) -> f64 {
        let times = self.motion.trajectory().times().len();
        for row in 0..times.saturating_sub(1) {
            let times = self.motion.trajectory().times();
            let part = Interval::between(times[row], times[row + 1]);
            if part.upper() <= span.lower() {
                continue;
            }
            if part.lower() >= span.upper() {
                break;
            }
            let until = self.advance([row as u32, 0, 0], part, &|placed, rates, half| {
                apart(placed, rates, half, (ball, other, separation))
            });
            if until < part.upper() {
                return until.max(span.lower()).min(span.upper());
            }
        }
        if times < 2 { span.lower() } else { span.upper() }
    }

    /// Until when the stretch `key` (row, level, index) is proved apart.
    fn advance(&mut self, key: [u32; 3], part: Interval, apart: &dyn Fn(&LinkPose, &Rates, f64) -> bool) -> f64 {
        let motion = &self.motion;
        let (placed, rates) = self.seen.entry(key).or_insert_with(|| motion.glance(part));
        if apart(placed, rates, part.radius()) {
            return part.upper();
        }
        let [row, level, index] = key;
        if level == LEVELS {
            return part.lower();
        }
        let (first, second) = part.split();
        let until = self.advance([row, level + 1, 2 * index], first, apart);
        if until < first.upper() {
            return until;
        }
        self.advance([row, level + 1, 2 * index + 1], second, apart)
    }
}

/// Whether they are apart during a stretch of half length `half` around the instant at which the link is `placed`.
fn apart(placed: &LinkPose, rates: &Rates, half: f64, (ball, other, separation): (&Ball, &Crate, f64)) -> bool {
    let centre = placed.pose.apply(ball.centre);
    let seen = other.back.apply(centre);
    let gap = (seen - seen.clamp(other.corners[0], other.corners[1])).length();
    let off = ROUNDINGS * f64::EPSILON * (centre.length() + ball.arm + other.size)
        + placed.position_error
        + placed.angle_error * ball.arm;
    let reached = (rates.speed_within(ball.arm) * half + ball.radius + separation + off) * (1.0 + 16.0 * f64::EPSILON);
    gap > reached
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::robots::six_axis_arm;
    use glam::{DQuat, dvec3};
    use std::sync::Arc;
    use tangency_geometry::{Interpolation, Motion, Trajectory, primitive};

    /// Before the instant that is told, no sampled vertex of the part is within the separation of the box; and pairs are
    /// told apart for all of the time, for some of it, and not at all.
    #[test]
    fn nothing_comes_near_before_it_is_told() {
        let arm = six_axis_arm();
        let rows = [[-1.0, 0.3, 0.2, 0.0, 0.4, 0.0], [1.4, -0.5, 0.9, 1.0, -0.6, 2.0], [0.2, 0.6, -0.8, 0.0, 0.0, 0.0]];
        let rows = rows.map(|row| row.to_vec()).to_vec();
        let path = Trajectory::new(&arm.mechanism, vec![0.0, 1.0, 2.5], rows, Interpolation::Cubic);
        let path = Arc::new(path.expect("sound rows"));
        let boxed = primitive::cuboid(dvec3(0.2, 0.1, 0.3)).expect("a box");
        let (separation, mut whole, mut part, mut none) = (0.02, 0, 0, 0);
        for step in 0..40 {
            let turn = DQuat::from_rotation_z(f64::from(step));
            let place = turn * dvec3(0.2 + 0.02 * f64::from(step), 0.1, 0.4 + 0.01 * f64::from(step));
            let pose = Pose::new(turn, place).expect("a pose");
            let other = Crate::around(boxed.mesh(), &pose);
            for of in &arm.parts {
                let mesh = of.solid.mesh();
                let mut watch = Watch::new(LinkMotion::in_world(&arm.mechanism, &path, of.link));
                let until = watch.apart_until(&Ball::around(mesh), &other, separation, path.span());
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
}
