//! The deepest overlap of all bodies of a gas at an instant, by a test that no engine uses.

#[path = "../../../crates/world/tests/overlap_oracle/mod.rs"]
pub(crate) mod overlap_oracle;

use super::scene::{Gas, RADIUS};
use overlap_oracle::{Place, near, separation};

/// The deepest overlap.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Deepest {
    /// In radii; 0 if no bodies overlap.
    pub(super) overlap: f64,
    /// Pairs that overlap, summed over the instants.
    pub(super) pairs: usize,
}

impl Deepest {
    pub(super) fn and(self, other: Self) -> Self {
        Self { overlap: self.overlap.max(other.overlap), pairs: self.pairs + other.pairs }
    }
}

/// The deepest overlap of the bodies in these places: first the walls, then the bodies of the gas.
pub(super) fn deepest(gas: &Gas, places: &[Place]) -> Deepest {
    let reaches: Vec<f64> = gas.tested.iter().map(overlap_oracle::Body::reach).collect();
    let mut worst = Deepest::default();
    for [a, b] in near(places, &reaches, 0.0) {
        let apart = separation([&gas.tested[a], &gas.tested[b]], [places[a], places[b]], 0.0);
        if apart < 0.0 {
            worst = worst.and(Deepest { overlap: -apart / RADIUS, pairs: 1 });
        }
    }
    worst
}
