//! The queue of regions and the race of two search orders.
//!
//! **Question.** Which region is processed next?
//!
//! **Idea.** The order by upper bounds of the objective (the paper's order) finds some solution early, which then
//! excludes others. It is the only practical order for manifolds of solutions. The order by lower bounds processes
//! no region unnecessarily and is best for isolated solutions. *Race* runs two searches, one in each order, that
//! take turns. They share their findings (the best objective, the samples, the decided boxes) and their work: a
//! region that one search has processed costs the other nothing; it continues with the remaining parts. Each search
//! covers the whole problem by itself, so the first to run out of regions ends both. The search by lower bounds has
//! a head start.
//!
//! **Guarantee.** Let *N* be the number of regions that the better search alone would process. *Race* processes no
//! more than 2*N* and the head start ([`HEAD_START`](crate::tolerance::HEAD_START)). Both searches get the same
//! number of iterations, and findings of the other search only shorten a search: a lower best objective discards
//! more regions, and so does a sample (although a different sample may discard fewer regions than the search's own
//! sample would). `tests/solve/order.rs` counts.
//!
//! Alternating the two orders on one common queue would need fewer regions for isolated solutions, but not for
//! manifolds. The regions that one order refines below the least objective are exactly those with the smallest
//! upper bounds, so they attract the other order too. We measured four times the work of the better order.
//!
//! **Cost.** One heap operation per region and search, on entries of 24 bytes; the regions themselves are not
//! moved. A race keeps about 50 bytes for each region that only one of the searches has processed.
//!
//! **Source.** Snyder 1993, section 3.2 *Ordering Based on Upper Bounds*, and the proposal to race both orders in
//! section 10.

use super::newton::Sides;
use super::{MOST_VARIABLES, SearchOrder};
use crate::tolerance::HEAD_START;
use crate::{Earliest, Interval};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A region in the queue or being processed.
#[derive(Clone, Copy, Debug)]
pub(super) struct SearchRegion {
    pub(super) sides: Sides,
    pub(super) objective: Interval,
    pub(super) problem: u32,
    /// The number of subdivisions that led to it.
    pub(super) depth: u32,
}

impl SearchRegion {
    /// The whole box of a problem.
    pub(super) fn whole(sides: &[Interval], problem: u32) -> Self {
        let mut whole = [Interval::ZERO; MOST_VARIABLES];
        whole[..sides.len()].copy_from_slice(sides);
        Self { sides: whole, objective: Interval::ENTIRE, problem, depth: 0 }
    }
}

/// A reference to a region by its index. Ordered by a bound of the objective, smallest first; among equals the region
/// inserted last comes first.
type QueueEntry = Earliest<Reverse<u64>, u32>;

/// The bound of the objective by which a search orders regions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ObjectiveBound {
    Lower,
    Upper,
}

/// A region known to the queue, and its state.
struct RegionRecord {
    objective: Interval,
    state: RegionState,
    /// The number of searches that have not reached it yet.
    pending: usize,
}

#[derive(Clone, Copy)]
enum RegionState {
    /// Not processed yet; stored at this index of the regions.
    Waiting(u32),
    /// Processed; these are the remaining parts.
    Processed([Option<u32>; 2]),
}

/// Items with stable indices; free indices are reused.
struct Slab<T> {
    items: Vec<T>,
    free: Vec<u32>,
}

impl<T> Slab<T> {
    fn new() -> Self {
        Self { items: Vec::new(), free: Vec::new() }
    }

    fn add(&mut self, item: T) -> u32 {
        if let Some(index) = self.free.pop() {
            self.items[index as usize] = item;
            return index;
        }
        self.items.push(item);
        self.items.len() as u32 - 1
    }
}

/// One search: its pending regions in its order.
struct OrderedSearch {
    bound: ObjectiveBound,
    heap: BinaryHeap<QueueEntry>,
    /// The number of iterations spent.
    spent: u64,
}

/// The pending regions and the searches that race for them.
pub(super) struct RegionQueue {
    searches: Vec<OrderedSearch>,
    records: Slab<RegionRecord>,
    /// Stored separately from the records, which are small and must be kept until both searches have reached them.
    regions: Slab<SearchRegion>,
    inserted: u64,
    /// The search in turn, and the region that it processes.
    turn: usize,
    current: u32,
}

impl RegionQueue {
    pub(super) fn new(order: SearchOrder) -> Self {
        let bounds: &[ObjectiveBound] = match order {
            SearchOrder::Lower => &[ObjectiveBound::Lower],
            SearchOrder::Upper => &[ObjectiveBound::Upper],
            SearchOrder::Race => &[ObjectiveBound::Lower, ObjectiveBound::Upper],
        };
        let search = |&bound: &ObjectiveBound| OrderedSearch { bound, heap: BinaryHeap::new(), spent: 0 };
        let searches = bounds.iter().map(search).collect();
        Self { searches, records: Slab::new(), regions: Slab::new(), inserted: 0, turn: 0, current: 0 }
    }

    /// Adds a region to all searches.
    pub(super) fn insert(&mut self, region: &SearchRegion) {
        let index = self.store(region);
        (0..self.searches.len()).for_each(|search| self.push(search, index));
    }

    fn store(&mut self, region: &SearchRegion) -> u32 {
        let state = RegionState::Waiting(self.regions.add(*region));
        self.records.add(RegionRecord { objective: region.objective, state, pending: self.searches.len() })
    }

    fn push(&mut self, search: usize, index: u32) {
        self.inserted += 1;
        let OrderedSearch { bound, heap, .. } = &mut self.searches[search];
        let objective = self.records.items[index as usize].objective;
        let key = match bound {
            ObjectiveBound::Lower => objective.lower(),
            ObjectiveBound::Upper => objective.upper(),
        };
        heap.push(QueueEntry { time: key, place: Reverse(self.inserted), item: index });
    }

    /// The next region to process. `None` if the search in turn has none left; then all regions are decided.
    pub(super) fn take(&mut self) -> Option<SearchRegion> {
        self.turn = match &self.searches[..] {
            // The search that has spent less so far, after the head start of the first.
            [first, second] if second.spent + HEAD_START <= first.spent => 1,
            _ => 0,
        };
        loop {
            let index = self.searches[self.turn].heap.pop()?.item;
            match self.records.items[index as usize].state {
                RegionState::Waiting(region) => {
                    self.current = index;
                    self.regions.free.push(region);
                    return Some(self.regions.items[region as usize]);
                }
                RegionState::Processed(left) => {
                    left.into_iter().flatten().for_each(|part| self.push(self.turn, part));
                    self.pass(index);
                }
            }
        }
    }

    /// Records the remaining parts of the region that was taken, and its cost.
    pub(super) fn record_parts(&mut self, left: [Option<SearchRegion>; 2], spent: u64) {
        let parts = left.map(|part| part.map(|region| self.store(&region)));
        parts.into_iter().flatten().for_each(|part| self.push(self.turn, part));
        self.records.items[self.current as usize].state = RegionState::Processed(parts);
        self.pass(self.current);
        self.searches[self.turn].spent += spent;
    }

    /// Marks that one search is done with the record. After the last search its index is free.
    fn pass(&mut self, index: u32) {
        let record = &mut self.records.items[index as usize];
        record.pending -= 1;
        if record.pending == 0 {
            self.records.free.push(index);
        }
    }

    /// The largest number of regions that were stored at a time.
    pub(super) fn largest_size(&self) -> usize {
        self.regions.items.len()
    }

    /// A proved lower bound of the objective over all pending regions: the larger of the searches' bounds.
    pub(super) fn lower_bound(&self) -> f64 {
        let lower = |entry: &QueueEntry| self.records.items[entry.item as usize].objective.lower();
        let least = |search: &OrderedSearch| search.heap.iter().map(lower).fold(f64::INFINITY, f64::min);
        self.searches.iter().map(least).fold(f64::NEG_INFINITY, f64::max)
    }
}
