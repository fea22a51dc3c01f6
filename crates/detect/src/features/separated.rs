//! Contact at a distance: a clearance that counts as contact.
//!
//! **Question.** When do the features first come within `separation` of one another?
//!
//! **Idea.** The distance of two features is not a polynomial, and deciding it exactly is too expensive. Use the
//! search of the mesh methods, which proves spans of time clear by one fixed direction each ([`first_meeting`]).
//!
//! **Guarantee.** Never a miss: before the lower end of the bracket the features are proved farther apart than
//! `separation`. Never early by more than `tolerance`: within the bracket they come within `separation +
//! tolerance`, unless that is below the resolution of doubles at these coordinates.
//!
//! **Cost.** One or two microseconds per bisection of time, about forty bisections for a contact.

use super::{FeaturePair, FirstMeeting, StraightPath, first_meeting};
use crate::exact::{EdgeEdge, VertexFace};
use crate::limits::{ContactThreshold, StepBudget};
use glam::DVec3;
use tangency_interval::{Interval, Vector3};

impl VertexFace {
    /// A bracket of the first time at which the vertex comes within the separation. `None` proves that it stays
    /// farther.
    #[must_use]
    pub fn first_within(&self, threshold: ContactThreshold) -> Option<Interval> {
        search(&self.start, &self.end, 1, threshold)
    }
}

impl EdgeEdge {
    /// A bracket of the first time at which the edges come within the separation. `None` proves that they stay
    /// farther.
    #[must_use]
    pub fn first_within(&self, threshold: ContactThreshold) -> Option<Interval> {
        search(&self.start, &self.end, 2, threshold)
    }
}

fn search(start: &[DVec3; 4], end: &[DVec3; 4], split: usize, threshold: ContactThreshold) -> Option<Interval> {
    let enclosure = |point: DVec3| Vector3::point(point.to_array());
    let paths: [StraightPath; 4] = std::array::from_fn(|i| StraightPath::new(enclosure(start[i]), enclosure(end[i])));
    let (paths_a, paths_b) = paths.split_at(split);
    let pair = FeaturePair::on_paths(paths_a, paths_b);
    match first_meeting(&pair, [0.0, 1.0], threshold, &mut StepBudget::endless(0)) {
        FirstMeeting::Apart => None,
        FirstMeeting::Meet(meeting) => Some(Interval::between(meeting.s[0], meeting.s[1])),
        // Unreachable without a limit. If it were reached, this bracket would still be valid.
        FirstMeeting::Unfinished { from } => Some(Interval::between(from, 1.0)),
    }
}
