//! An even sample of solutions that are not isolated.
//!
//! **Question.** Which regions need no further look, because a singular solution near them stands for them?
//!
//! **Idea.** Each singular solution stands for the ball of radius δ around its place. A region that lies wholly within one such ball is
//! left to it; a small one whose middle does is not accepted, unless it is earlier: then it takes the place of the sample. When a sample is
//! replaced, or turns out to be later than the least objective by more than ε, what was left to it is looked at again.
//!
//! **Guarantee.** The places of any two samples of a group are at least δ apart, and what was left to samples is within δ, and the width of an
//! accepted region, of a sample: along a curve neighbouring samples are at most twice that apart.
//!
//! **Cost.** One distance a sample.
//!
//! **Source.** Snyder 1993, section 3.2, *Selecting Finite Sets of Points from Contact Manifolds*; |□*d(Y)* − □*d(Sᵢ)*| < δ read as above, so that
//! both spacing and gaps are bounded. The paper does not look again, and may leave holes where early samples were. Plain numbers: a sample chooses, it proves nothing.

use super::Solution;
use super::queue::Region;
use crate::Vector3;

/// The singular solutions so far.
#[derive(Default)]
pub(super) struct Samples {
    samples: Vec<Sample>,
}

struct Sample {
    group: usize,
    place: [f64; 3],
    solution: Solution,
    /// The regions it stands for, its own first.
    held: Vec<Region>,
}

/// A singular solution that was accepted.
pub(super) struct NewSample {
    pub(super) group: usize,
    pub(super) place: Vector3,
    pub(super) solution: Solution,
    pub(super) own: Region,
}

fn distance_sq(a: [f64; 3], b: [f64; 3]) -> f64 {
    (0..3).map(|i| (a[i] - b[i]).powi(2)).sum()
}

impl Samples {
    /// Adds a sample. It replaces those within the radius, which are later; gives back what they stood for.
    pub(super) fn add(&mut self, new: NewSample, radius: f64) -> Vec<Region> {
        let NewSample { group, place, solution, own } = new;
        let place = place.mid();
        let near = |sample: &Sample| sample.group == group && distance_sq(sample.place, place) < radius * radius;
        let held = self.forget(near);
        self.samples.push(Sample { group, place, solution, held: vec![own] });
        held
    }

    /// Forgets those that may only be later than this, and gives back what they stood for.
    pub(super) fn forget_above(&mut self, limit: f64) -> Vec<Region> {
        self.forget(|sample| sample.solution.objective.lower() > limit)
    }

    fn forget(&mut self, which: impl Fn(&Sample) -> bool) -> Vec<Region> {
        self.samples.extract_if(.., |sample| which(sample)).flat_map(|sample| sample.held).collect()
    }

    /// A sample of the group that stands for every point of the box.
    pub(super) fn cover(&self, group: usize, place: Vector3, radius: f64) -> Option<usize> {
        let farthest = |i: usize, from: f64| (place[i].lower() - from).abs().max((place[i].upper() - from).abs());
        let within = |sample: &Sample| {
            let distance_sq: f64 = (0..3).map(|i| farthest(i, sample.place[i]).powi(2)).sum();
            sample.group == group && distance_sq < radius * radius
        };
        self.samples.iter().position(within)
    }

    /// Leaves a region to a sample.
    pub(super) fn hold(&mut self, sample: usize, region: &Region) {
        self.samples[sample].held.push(*region);
    }

    /// The smallest objective of all regions that were left to samples.
    pub(super) fn certain(&self) -> f64 {
        let held = self.samples.iter().flat_map(|sample| &sample.held);
        held.map(|region| region.objective.lower()).fold(f64::INFINITY, f64::min)
    }

    pub(super) fn into_solutions(self) -> impl Iterator<Item = Solution> {
        self.samples.into_iter().map(|sample| sample.solution)
    }
}
