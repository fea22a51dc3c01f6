//! The regions that wait, and whose turn it is.
//!
//! **Question.** Which region is looked at next?
//!
//! **Idea.** By the upper end of the objective (the paper's order) a search soon finds some solution, which then keeps others away: the only
//! way with whole manifolds of solutions. By the lower end it looks at no region in vain: best for isolated ones. *Race* is two searches,
//! one in each order, that take turns and share what they find (the best objective, the samples, the boxes that are decided). Each
//! covers all of the problem by itself, so that the first to have nothing left ends both. The search by lower ends has a head start.
//!
//! **Guarantee.** Let *N* be the number of regions that the better search alone would look at. *Race* looks at no more than 2*N* and the head start
//! ([`HEAD_START`](crate::tolerance::HEAD_START)): turns alternate, and what is found by the other search only shortens a search (a lower
//! best objective drops more; so does a sample, though another sample than one would have found oneself may drop less).
//! `tests/solve/order.rs` counts.
//!
//! Two searches on one common set of regions would do with fewer where solutions are isolated, but not with manifolds: the regions that the one
//! refines below the least objective are just those with the smallest upper ends, and draw the other one after it (we measured
//! four times the work of the better order).
//!
//! **Cost.** One heap operation a region on entries of 24 bytes; the regions themselves stay where they are.
//!
//! **Source.** Snyder 1993, section 3.2 *Ordering Based on Upper Bounds*, and the proposal to race both orders in section 10.

use super::MOST_VARIABLES;
use super::newton::Sides;
use crate::Interval;
use crate::tolerance::HEAD_START;
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// A region that waits, or is being looked at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Region {
    pub(super) sides: Sides,
    pub(super) objective: Interval,
    pub(super) problem: u32,
    /// How often it was cut out of a larger one.
    pub(super) depth: u32,
}

impl Region {
    /// The whole box of a problem.
    pub(super) fn whole(sides: &[Interval], problem: u32) -> Self {
        let mut whole = [Interval::ZERO; MOST_VARIABLES];
        whole[..sides.len()].copy_from_slice(sides);
        Self { sides: whole, objective: Interval::ENTIRE, problem, depth: 0 }
    }
}

/// A reference to a region.
#[derive(Clone, Copy)]
struct Entry {
    key: f64,
    /// Counts insertions: among equals the newest comes first.
    number: u64,
    place: u32,
}

impl Ord for Entry {
    /// The heap gives the greatest first: the smallest key.
    fn cmp(&self, other: &Self) -> Ordering {
        other.key.total_cmp(&self.key).then(self.number.cmp(&other.number))
    }
}
impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl PartialEq for Entry {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}
impl Eq for Entry {}

/// The end of the objective by which regions are ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    Lower,
    Upper,
}

/// One search: its waiting regions.
pub(super) struct Queue {
    end: End,
    regions: Vec<Region>,
    free: Vec<u32>,
    heap: BinaryHeap<Entry>,
    inserted: u64,
    /// Its iterations.
    pub(super) spent: u64,
}

impl Queue {
    pub(super) fn new(end: End) -> Self {
        Self { end, regions: Vec::new(), free: Vec::new(), heap: BinaryHeap::new(), inserted: 0, spent: 0 }
    }

    pub(super) fn insert(&mut self, region: &Region) {
        self.inserted += 1;
        let place = if let Some(place) = self.free.pop() {
            self.regions[place as usize] = *region;
            place
        } else {
            self.regions.push(*region);
            self.regions.len() as u32 - 1
        };
        let key = match self.end {
            End::Lower => region.objective.lower(),
            End::Upper => region.objective.upper(),
        };
        self.heap.push(Entry { key, number: self.inserted, place });
    }

    /// The next region.
    pub(super) fn take(&mut self) -> Option<Region> {
        let entry = self.heap.pop()?;
        self.free.push(entry.place);
        Some(self.regions[entry.place as usize])
    }

    /// How many regions waited at most.
    pub(super) fn longest(&self) -> usize {
        self.regions.len()
    }

    /// The smallest objective of all regions that wait.
    pub(super) fn certain(&self) -> f64 {
        let waiting = self.heap.iter().map(|entry| self.regions[entry.place as usize].objective.lower());
        waiting.fold(f64::INFINITY, f64::min)
    }
}

/// Whose turn it is: that of the search that spent less so far, after a head start of the first.
pub(super) fn turn(searches: &[Queue]) -> usize {
    match searches {
        [first, second] if second.spent + HEAD_START <= first.spent => 1,
        _ => 0,
    }
}
