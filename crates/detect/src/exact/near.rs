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
use crate::DetectError;
use crate::straight::{Budget, Corners, Pair, Path, Search, Terms, first_meeting};
use glam::DVec3;
use tangency_interval::{Interval, Vector3};

/// How close counts as contact, in the unit of the coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clearance {
    separation: f64,
    tolerance: f64,
}

impl Clearance {
    /// `separation`: the distance that counts as contact, finite and not negative. `tolerance`: how much farther apart they may
    /// be when contact is reported, finite and above zero.
    ///
    /// ```
    /// use tangency_detect::exact::Clearance;
    /// assert!(Clearance::new(0.0, 1e-6).is_ok());
    /// assert!(Clearance::new(-0.1, 1e-6).is_err() && Clearance::new(f64::NAN, 1e-6).is_err());
    /// assert!(Clearance::new(0.1, 0.0).is_err() && Clearance::new(0.1, f64::INFINITY).is_err());
    /// ```
    pub fn new(separation: f64, tolerance: f64) -> Result<Self, DetectError> {
        if !(tolerance > 0.0 && tolerance.is_finite()) {
            return Err(DetectError::Length { name: "tolerance", value: tolerance, least: "above 0" });
        }
        if !(separation >= 0.0 && separation.is_finite()) {
            return Err(DetectError::Length { name: "separation", value: separation, least: "not below 0" });
        }
        Ok(Self { separation, tolerance })
    }

    /// The distance that counts as contact.
    #[must_use]
    pub fn separation(&self) -> f64 {
        self.separation
    }

    /// How much farther apart they may be when contact is reported.
    #[must_use]
    pub fn tolerance(&self) -> f64 {
        self.tolerance
    }
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
    let terms = Terms { separation: clearance.separation, tolerance: clearance.tolerance };
    match first_meeting(&pair, [0.0, 1.0], terms, &mut Budget { spent: 0, limit: None }) {
        Search::Apart => None,
        Search::Meet(meeting) => Some(Interval::between(meeting.s[0], meeting.s[1])),
        // Without a limit it does not end so; if it did, that much would be certain.
        Search::Unfinished { from } => Some(Interval::between(from, 1.0)),
    }
}
