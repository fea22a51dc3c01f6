//! Contact at a distance: a clearance that counts as touching.
//!
//! **Question.** When do the features first come within `separation` of one another?
//!
//! **Idea.** The distance of two features is no polynomial, and its exact decision is not worth its price: the search of the mesh
//! method, which proves spans of time clear by one fixed direction each (`straight::search`).
//!
//! **Guarantee.** Never a miss: before the lower end of the bracket they are proved farther apart than `separation`. Never
//! early by more than `tolerance`: within the bracket they come within `separation + tolerance`, unless that is less than
//! doubles can tell of these coordinates.
//!
//! **Cost.** A microsecond or two a halving of time, about forty halvings for a contact.

use super::{EdgeEdge, VertexFace};
use crate::straight::{Budget, Corners, Pair, Path, Search, Terms, first_meeting};
use glam::DVec3;
use tangency_interval::{Interval, Vector3};

/// How close counts as contact, in the unit of the coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clearance {
    /// The distance that counts as contact; not negative.
    pub separation: f64,
    /// How much farther apart they may be when contact is reported.
    pub tolerance: f64,
}

impl VertexFace {
    /// A bracket of the first time at which the vertex comes within the separation; none is a proof that it stays farther.
    #[must_use]
    pub fn first_within(&self, clearance: Clearance) -> Option<Interval> {
        search(&self.start, &self.end, 1, clearance)
    }
}

impl EdgeEdge {
    /// A bracket of the first time at which the edges come within the separation; none is a proof that they stay farther.
    #[must_use]
    pub fn first_within(&self, clearance: Clearance) -> Option<Interval> {
        search(&self.start, &self.end, 2, clearance)
    }
}

fn search(start: &[DVec3; 4], end: &[DVec3; 4], split: usize, clearance: Clearance) -> Option<Interval> {
    let place = |point: DVec3| Vector3::point(point.to_array());
    let paths: [Path; 4] = std::array::from_fn(|i| Path::new(place(start[i]), place(end[i])));
    let (paths_a, paths_b) = paths.split_at(split);
    let features = [split, 4 - split].map(Corners::first);
    let pair = Pair::new(features, |corner| paths_a[corner as usize], |corner| paths_b[corner as usize]);
    let terms = Terms { separation: clearance.separation.max(0.0), tolerance: clearance.tolerance };
    match first_meeting(&pair, [0.0, 1.0], terms, &mut Budget { spent: 0, limit: None }) {
        Search::Apart => None,
        Search::Meet(meeting) => Some(Interval::between(meeting.s[0], meeting.s[1])),
        // Without a limit it does not end so; if it did, that much would be certain.
        Search::Unfinished { from } => Some(Interval::between(from, 1.0)),
    }
}
