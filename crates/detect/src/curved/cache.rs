//! A cache of enclosures.
//!
//! **Question.** Searches evaluate the same boxes over and over. Which results are still stored?
//!
//! **Idea.** A hash table without chains: each slot holds the index of one result, and a new result replaces the
//! old one in its slot. Table and list start small, because many queries end after a few steps. They grow as they
//! fill, up to a limit ([`CACHE_SLOTS`]).
//!
//! **Guarantee.** A lookup returns only a result for exactly the same box.

use crate::tolerance::CACHE_SLOTS;
use tangency_interval::Interval;

/// Results by the boxes that they belong to.
pub(super) struct EnclosureCache<const N: usize, Enclosed> {
    /// One more than the index of a result; zero for an empty slot.
    slots: Vec<u32>,
    /// Boxed one by one, so that growing the list moves no result.
    results: Vec<Box<([Interval; N], Enclosed)>>,
}

impl<const N: usize, Enclosed> Default for EnclosureCache<N, Enclosed> {
    fn default() -> Self {
        Self { slots: vec![0; CACHE_SLOTS[0]], results: Vec::new() }
    }
}

impl<const N: usize, Enclosed> EnclosureCache<N, Enclosed> {
    /// The result for a box, if it is stored.
    pub(super) fn get(&self, region: &[Interval; N]) -> Option<&Enclosed> {
        let slot = self.slots[self.slot(region)] as usize;
        let (known, result) = &**self.results.get(slot.wrapping_sub(1))?;
        (known == region).then_some(result)
    }

    /// Stores a result. It may replace that of another box.
    pub(super) fn store(&mut self, region: [Interval; N], result: Enclosed) {
        if 2 * self.results.len() >= self.slots.len() && self.slots.len() < CACHE_SLOTS[1] {
            self.slots = vec![0; 4 * self.slots.len()];
            for index in 0..self.results.len() {
                let slot = self.slot(&self.results[index].0);
                self.slots[slot] = index as u32 + 1;
            }
        }
        let slot = self.slot(&region);
        match self.slots[slot] as usize {
            0 => {
                self.results.push(Box::new((region, result)));
                self.slots[slot] = self.results.len() as u32;
            }
            known => *self.results[known - 1] = (region, result),
        }
    }

    fn slot(&self, region: &[Interval; N]) -> usize {
        mixed(region) & (self.slots.len() - 1)
    }
}

/// A hash of the box.
fn mixed(region: &[Interval]) -> usize {
    let mut mixed = 0_u64;
    for side in region {
        mixed = (mixed ^ side.lower().to_bits()).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(23);
        mixed = (mixed ^ side.upper().to_bits()).wrapping_mul(0xC2B2_AE3D_27D4_EB4F).rotate_left(29);
    }
    (mixed >> 40) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lookups_return_the_same_box_only() {
        let region = |index: i32| [Interval::from(f64::from(index)), Interval::between(0.0, f64::from(index))];
        let mut cache = EnclosureCache::default();
        assert_eq!(cache.get(&region(1)), None);
        for index in 0..5000 {
            cache.store(region(index), index);
            assert_eq!(cache.get(&region(index)), Some(&index));
        }
        let found: Vec<i32> = (0..5000).filter_map(|index| cache.get(&region(index)).copied()).collect();
        assert!(found.len() > CACHE_SLOTS[1] / 2 && found.len() <= CACHE_SLOTS[1], "{}", found.len());
        assert!((0..5000).all(|index| cache.get(&region(index)).is_none_or(|known| *known == index)));
        assert_eq!(cache.get(&[Interval::from(3.0); 2]), None);
    }
}
