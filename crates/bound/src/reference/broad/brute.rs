//! Brute force: compares every box with every other. All other broad phases are tested against it.

use super::{BroadPhase, PairFilter};
use crate::{Aabb, BoundingVolume};

/// Compares every pair of boxes.
#[derive(Clone, Copy, Debug, Default)]
pub struct BruteForce;

impl BroadPhase for BruteForce {
    fn pairs_within(&mut self, boxes: &[Aabb], keep: impl PairFilter) -> Vec<[u32; 2]> {
        let mut found = Vec::new();
        for (i, a) in boxes.iter().enumerate() {
            for (j, b) in boxes.iter().enumerate().skip(i + 1) {
                if !a.disjoint(b) && keep(i as u32, j as u32) {
                    found.push([i as u32, j as u32]);
                }
            }
        }
        found
    }

    fn pairs_between(&mut self, a: &[Aabb], b: &[Aabb], keep: impl PairFilter) -> Vec<[u32; 2]> {
        let mut found = Vec::new();
        for (i, box_a) in a.iter().enumerate() {
            for (j, box_b) in b.iter().enumerate() {
                if !box_a.disjoint(box_b) && keep(i as u32, j as u32) {
                    found.push([i as u32, j as u32]);
                }
            }
        }
        found
    }
}
