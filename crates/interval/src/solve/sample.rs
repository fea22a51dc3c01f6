//! An even sample of solutions that are not isolated.
//!
//! **Question.** Which regions can be skipped because a singular solution near them represents them?
//!
//! **Idea.** Each singular solution represents the ball of radius δ around its place. A region whose place lies
//! entirely within such a ball is left to it. A small region with its centre in such a ball is not accepted, unless
//! it is earlier; then it replaces the sample. If a sample is replaced, or turns out to be later than the least
//! objective by more than ε, the regions left to it return to the queue.
//!
//! **Guarantee.** The places of any two samples of a group are at least δ apart. The regions left to samples are
//! within δ plus the width of an accepted region of a sample. Along a curve, neighbouring samples are at most twice
//! that apart.
//!
//! **Cost.** One distance per sample.
//!
//! **Source.** Snyder 1993, section 3.2, *Selecting Finite Sets of Points from Contact Manifolds*. The condition
//! |□*d(Y)* − □*d(Sᵢ)*| < δ is read as above, so that both spacing and gaps are bounded. The paper does not return
//! regions to the queue and may leave holes where early samples were. Computed in floating point: a sample selects
//! solutions and proves nothing.

use super::Solution;
use super::queue::SearchRegion;
use crate::Vector3;

/// The singular solutions found so far.
#[derive(Default)]
pub(super) struct Samples {
    samples: Vec<ManifoldSample>,
}

struct ManifoldSample {
    group: usize,
    place: [f64; 3],
    solution: Solution,
    /// The regions it represents, its own first.
    held: Vec<SearchRegion>,
}

/// A newly accepted singular solution.
pub(super) struct NewSample {
    pub(super) group: usize,
    pub(super) place: Vector3,
    pub(super) solution: Solution,
    pub(super) own: SearchRegion,
}

fn distance_sq(a: [f64; 3], b: [f64; 3]) -> f64 {
    (0..3).map(|i| (a[i] - b[i]).powi(2)).sum()
}

impl Samples {
    /// Adds a sample, which replaces later samples within the radius. Returns the regions that they represented.
    pub(super) fn add(&mut self, new: NewSample, radius: f64) -> Vec<SearchRegion> {
        let NewSample { group, place, solution, own } = new;
        let place = place.mid();
        let near =
            |sample: &ManifoldSample| sample.group == group && distance_sq(sample.place, place) < radius * radius;
        let held = self.forget(near);
        self.samples.push(ManifoldSample { group, place, solution, held: vec![own] });
        held
    }

    /// Removes samples that are certainly later than `limit`. Returns the regions that they represented.
    pub(super) fn forget_above(&mut self, limit: f64) -> Vec<SearchRegion> {
        self.forget(|sample| sample.solution.objective.lower() > limit)
    }

    fn forget(&mut self, which: impl Fn(&ManifoldSample) -> bool) -> Vec<SearchRegion> {
        self.samples.extract_if(.., |sample| which(sample)).flat_map(|sample| sample.held).collect()
    }

    /// A sample of the group that represents every point of the box.
    pub(super) fn cover(&self, group: usize, place: Vector3, radius: f64) -> Option<usize> {
        let farthest = |i: usize, from: f64| (place[i].lower() - from).abs().max((place[i].upper() - from).abs());
        let within = |sample: &ManifoldSample| {
            let distance_sq: f64 = (0..3).map(|i| farthest(i, sample.place[i]).powi(2)).sum();
            sample.group == group && distance_sq < radius * radius
        };
        self.samples.iter().position(within)
    }

    /// Leaves a region to a sample.
    pub(super) fn hold(&mut self, sample: usize, region: &SearchRegion) {
        self.samples[sample].held.push(*region);
    }

    /// A proved lower bound of the objective over all regions that were left to samples.
    pub(super) fn lower_bound(&self) -> f64 {
        let held = self.samples.iter().flat_map(|sample| &sample.held);
        held.map(|region| region.objective.lower()).fold(f64::INFINITY, f64::min)
    }

    pub(super) fn into_solutions(self) -> impl Iterator<Item = Solution> {
        self.samples.into_iter().map(|sample| sample.solution)
    }
}
