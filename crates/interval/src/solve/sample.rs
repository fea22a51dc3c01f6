//! An even sample of solutions that are not isolated.
//!
//! **Question.** Which regions need no further look, because a singular solution near them stands for them?
//!
//! **Idea.** Each singular solution stands for the ball of radius δ around its place. A region that lies wholly within one such ball is
//! dropped; a small one whose middle does is not accepted.
//!
//! **Guarantee.** The places of any two samples of a group are at least δ apart, and what was dropped is within δ, and the width of an
//! accepted region, of a sample: along a curve neighbouring samples are at most twice that apart.
//!
//! **Cost.** One distance a sample.
//!
//! **Source.** Snyder 1993, section 3.2, *Selecting Finite Sets of Points from Contact Manifolds*; |□*d(Y)* − □*d(Sᵢ)*| < δ read as above, so that
//! both spacing and gaps are bounded. Plain numbers: a sample chooses, it proves nothing.

use crate::Vector3;

/// The singular solutions so far.
#[derive(Default)]
pub(super) struct Samples {
    samples: Vec<Sample>,
}

struct Sample {
    group: usize,
    place: [f64; 3],
    /// The smallest objective that it may have.
    lower: f64,
}

impl Samples {
    pub(super) fn is_empty(&self) -> bool {
        self.samples.is_empty()
    }

    pub(super) fn add(&mut self, group: usize, place: Vector3, lower: f64) {
        self.samples.push(Sample { group, place: place.mid(), lower });
    }

    /// Forgets those that may only be later than this.
    pub(super) fn forget_above(&mut self, limit: f64) {
        self.samples.retain(|sample| sample.lower <= limit);
    }

    /// Whether one sample of the group stands for every point of the box.
    pub(super) fn cover(&self, group: usize, place: Vector3, radius: f64) -> bool {
        let farthest = |i: usize, from: f64| (place[i].lower() - from).abs().max((place[i].upper() - from).abs());
        let within = |sample: &Sample| {
            let distance_sq: f64 = (0..3).map(|i| farthest(i, sample.place[i]).powi(2)).sum();
            sample.group == group && distance_sq < radius * radius
        };
        self.samples.iter().any(within)
    }
}
