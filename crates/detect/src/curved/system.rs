//! What every system of equations can say of its solutions.

use super::advance::MOST;
use glam::DVec3;
use tangency_geometry::Feature;
use tangency_interval::Interval;
use tangency_interval::solve::{Condition, Problem};

/// A contact in the frame of `b`.
pub(super) struct Seen {
    /// Half way between the place on `a` and that on `b`.
    pub(super) place: DVec3,
    /// From `a` to `b`, of unit length.
    pub(super) normal: DVec3,
    /// From the place on `a` to that on `b`.
    pub(super) gap: f64,
    /// Whether the normal is known to separate the bodies around the place. On the border of an element, where others touch as well, it may not.
    pub(super) certain: bool,
}

/// A system of equations whose solutions are contacts; its last unknown is the time.
pub(super) trait System: Problem {
    /// Over a part of the box of all unknowns but the time: how far, in metres, the places move as each of them goes through its range; and
    /// how much the directions of tangents or gradients change over it, as a share of their length.
    fn shape(&mut self, cells: &[Interval], time: Interval) -> ([f64; MOST], f64);

    /// As [`constraint`](Problem::constraint), with equations and side conditions enclosed as they stand: no forms that tighten them, along normals or
    /// else.
    fn constraint_as_it_stands(&mut self, region: &[Interval], values: &mut [Interval]) -> Condition {
        self.constraint(region, values)
    }

    /// For how many seconds from an instant on a part of the box will hold no contact, as plain numbers foretell it from places and
    /// velocities at that instant: an estimate that proves nothing. No closer look is taken once it is known to be `enough`. `None` where there is no
    /// estimate.
    fn foretold(&mut self, cells: &[Interval], instant: f64, enough: f64) -> Option<f64> {
        let _ = (cells, instant, enough);
        None
    }

    /// Whether there is a gap that closes before a solution: not so where something appears.
    fn has_gap(&self) -> bool {
        true
    }

    /// Metres a second: upper bound on how fast places of one body can come closer to the other, over a part of the box and a span; `None` if none is
    /// known.
    fn closing(&mut self, cells: &[Interval], time: Interval) -> Option<f64> {
        let _ = (cells, time);
        None
    }

    /// By which instant a solution that is not proved is a contact all the same; `None` if that is not certain, and the question stays open from there.
    /// Places within the tolerance of one another are a contact at once.
    fn certain_by(&mut self, region: &[Interval]) -> Option<f64> {
        region.last().map(|time| time.upper())
    }

    /// The contact at a point of the region, which is known to so many metres.
    fn seen(&mut self, point: &[Interval], near: f64) -> Seen;

    /// What touches on `a` and on `b` at a point of the region.
    fn features(&self, middle: &[f64]) -> [Feature; 2];
}
