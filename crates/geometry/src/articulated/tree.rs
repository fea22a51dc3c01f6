//! All links of a mechanism in one pass.
//!
//! *Question.* Where is every link, and how fast does it move, during a span?
//! *Idea.* A link is where its parent is, and then the joint between. So each joint is passed once for all that hangs on it,
//! and the price grows with the number of links, not with the length of the ways to them.
//! *Guarantee.* The same numbers as by [`LinkMotion::glance`](super::LinkMotion::glance) of each link in the world.
//! *Cost.* That of one link more for each link (`frame`).

use super::Mechanism;
use super::chain::{Step, from_parent};
use super::frame::Frame;
use super::link::LinkPose;
use super::trajectory::{Phase, Trajectory};
use crate::Rates;
use tangency_interval::Interval;

/// The joints of a mechanism in an order in which parents come before what hangs on them: made once, for any number of
/// trajectories.
#[derive(Clone, Debug, PartialEq)]
pub struct LinkTree {
    branches: Vec<Branch>,
}

/// A link, what it hangs on, and the way between.
#[derive(Clone, Debug, PartialEq)]
struct Branch {
    link: usize,
    parent: usize,
    steps: Vec<Step>,
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

    /// Pose and velocity of every link in the world at the middle of the span ([`Interval::mid`]), and bounds over all of it;
    /// `None` if the span is not within the time between two neighbouring rows.
    #[must_use]
    pub fn glance(&self, trajectory: &Trajectory, span: Interval) -> Option<Vec<(LinkPose, Rates)>> {
        let phase = trajectory.phase(span.mid());
        let Phase::Segment { index } = phase else { return None };
        if !span.subset(trajectory.segment(index)) {
            return None;
        }
        let mut frames = vec![Frame::start(span); self.branches.len() + 1];
        for Branch { link, parent, steps } in &self.branches {
            let mut frame = frames[*parent];
            frame.pass(steps, trajectory, phase, span);
            frames[*link] = frame;
        }
        Some(frames.iter().map(|frame| (LinkPose::of(frame), frame.rates)).collect())
    }
}
