//! All links of a mechanism in one pass.
//!
//! *Question.* What are the pose and the velocities of every link during a time interval?
//! *Idea.* The frame of a link is the frame of its parent followed by the joint between them. Each joint is
//! processed once for all its descendants. The cost grows with the number of links, not with the lengths of
//! their chains.
//! *Guarantee.* The same numbers as [`LinkMotion::pose_and_rates`](super::LinkMotion::pose_and_rates) for each
//! link in the world.
//! *Cost.* One joint per link (`frame`).

use super::Mechanism;
use super::chain::{ChainStep, from_parent};
use super::frame::LinkFrame;
use super::link::LinkPose;
use super::trajectory::{Trajectory, TrajectoryPhase};
use crate::Rates;
use tangency_interval::Interval;

/// The joints of a mechanism, sorted so that parents come before their children. Built once for any number of
/// trajectories.
#[derive(Clone, Debug, PartialEq)]
pub struct LinkTree {
    branches: Vec<Branch>,
}

/// A link, its parent, and the chain between them.
#[derive(Clone, Debug, PartialEq)]
struct Branch {
    link: usize,
    parent: usize,
    steps: Vec<ChainStep>,
}

impl LinkTree {
    /// The joints of a mechanism.
    #[must_use]
    pub fn new(mechanism: &Mechanism) -> Self {
        let mut waiting = vec![mechanism.root()];
        let mut branches = Vec::new();
        while let Some(parent) = waiting.pop() {
            for joint in mechanism.joints().iter().filter(|joint| joint.parent == parent) {
                branches.push(Branch { link: joint.child, parent, steps: from_parent(mechanism, joint.child) });
                waiting.push(joint.child);
            }
        }
        Self { branches }
    }

    /// Pose and velocity of every link in the world at the middle of the interval ([`Interval::mid`]), and
    /// bounds over the whole interval. `None` if the interval does not lie between two neighbouring rows.
    #[must_use]
    pub fn poses_and_rates(&self, trajectory: &Trajectory, span: Interval) -> Option<Vec<(LinkPose, Rates)>> {
        let phase = trajectory.phase(span.mid());
        let TrajectoryPhase::Segment { index } = phase else { return None };
        if !span.subset(trajectory.segment(index)) {
            return None;
        }
        let mut frames = vec![LinkFrame::start(span); self.branches.len() + 1];
        for Branch { link, parent, steps } in &self.branches {
            let mut frame = frames[*parent];
            frame.pass(steps, trajectory, phase, span);
            frames[*link] = frame;
        }
        Some(frames.iter().map(|frame| (LinkPose::of(frame), frame.rates)).collect())
    }
}
