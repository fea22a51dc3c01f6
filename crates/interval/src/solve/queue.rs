//! The regions that wait, and whose turn it is.
//!
//! **Question.** Which region is looked at next?
//!
//! **Idea.** By the upper end of the objective (the paper's order) a search soon finds some solution, which then keeps others away: the only
//! way with whole manifolds of solutions. By the lower end it looks at no region in vain: best for isolated ones. *Race* is two searches,
//! one in each order, that take turns and share what they find (the best objective, the samples, the boxes that are decided) and what
//! they did: a region that the one has looked at costs the other nothing, which goes on with what is left of it. Each search covers all of the
//! problem by itself, so that the first to have nothing left ends both. The search by lower ends has a head start.
//!
//! **Guarantee.** Let *N* be the number of regions that the better search alone would look at. *Race* looks at no more than 2*N* and the head start
//! ([`HEAD_START`](crate::tolerance::HEAD_START)): both are given the same number of iterations, and what is found by the other search only
//! shortens a search (a lower best objective drops more; so does a sample, though another sample than one would have found oneself may drop
//! less). `tests/solve/order.rs` counts.
//!
//! One order alternating with the other on one common set of waiting regions would do with fewer where solutions are isolated, but not with
//! manifolds: the regions that the one refines below the least objective are just those with the smallest upper ends, and draw the
//! other one after it (we measured four times the work of the better order).
//!
//! **Cost.** One heap operation a region and search, on entries of 24 bytes; the regions themselves stay where they are. A race keeps some 50 bytes
//! for each region that only one of the searches has come by.
//!
//! **Source.** Snyder 1993, section 3.2 *Ordering Based on Upper Bounds*, and the proposal to race both orders in section 10.

use super::newton::Sides;
use super::{MOST_VARIABLES, Order};
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

/// The end of the objective by which a search orders regions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Lower,
    Upper,
}

/// A region, and what became of it.
struct Node {
    objective: Interval,
    state: State,
    /// How many searches have yet to come by.
    pending: usize,
}

#[derive(Clone, Copy)]
enum State {
    /// It waits, at this place among the regions.
    Waiting(u32),
    /// It was looked at, and this is left of it: none, one or two.
    LookedAt([Option<u32>; 2]),
}

/// Items at places that are used again when they are free.
struct Slab<T> {
    items: Vec<T>,
    free: Vec<u32>,
}

impl<T> Slab<T> {
    fn new() -> Self {
        Self { items: Vec::new(), free: Vec::new() }
    }

    fn add(&mut self, item: T) -> u32 {
        if let Some(place) = self.free.pop() {
            self.items[place as usize] = item;
            return place;
        }
        self.items.push(item);
        self.items.len() as u32 - 1
    }
}

/// One search: the regions that it has yet to look at, in its order.
struct Search {
    end: End,
    heap: BinaryHeap<Entry>,
    /// Its iterations.
    spent: u64,
}

/// The regions that wait, and the searches that race for them.
pub(super) struct Queue {
    searches: Vec<Search>,
    nodes: Slab<Node>,
    /// Apart from the nodes, which are small and must be kept until both searches have come by.
    regions: Slab<Region>,
    inserted: u64,
    /// The search whose turn it is, and the region that it looks at.
    turn: usize,
    looked_at: u32,
}

impl Queue {
    pub(super) fn new(order: Order) -> Self {
        let ends: &[End] = match order {
            Order::Lower => &[End::Lower],
            Order::Upper => &[End::Upper],
            Order::Race => &[End::Lower, End::Upper],
        };
        let search = |&end: &End| Search { end, heap: BinaryHeap::new(), spent: 0 };
        let searches = ends.iter().map(search).collect();
        Self { searches, nodes: Slab::new(), regions: Slab::new(), inserted: 0, turn: 0, looked_at: 0 }
    }

    /// Adds a region for all searches.
    pub(super) fn insert(&mut self, region: &Region) {
        let place = self.store(region);
        (0..self.searches.len()).for_each(|search| self.push(search, place));
    }

    fn store(&mut self, region: &Region) -> u32 {
        let state = State::Waiting(self.regions.add(*region));
        self.nodes.add(Node { objective: region.objective, state, pending: self.searches.len() })
    }

    fn push(&mut self, search: usize, place: u32) {
        self.inserted += 1;
        let Search { end, heap, .. } = &mut self.searches[search];
        let objective = self.nodes.items[place as usize].objective;
        let key = match end {
            End::Lower => objective.lower(),
            End::Upper => objective.upper(),
        };
        heap.push(Entry { key, number: self.inserted, place });
    }

    /// The next region to look at; none if the search whose turn it is has none left: then all are decided.
    pub(super) fn take(&mut self) -> Option<Region> {
        self.turn = match &self.searches[..] {
            // The one that spent less so far, after a head start of the first.
            [first, second] if second.spent + HEAD_START <= first.spent => 1,
            _ => 0,
        };
        loop {
            let place = self.searches[self.turn].heap.pop()?.place;
            match self.nodes.items[place as usize].state {
                State::Waiting(region) => {
                    self.looked_at = place;
                    self.regions.free.push(region);
                    return Some(self.regions.items[region as usize]);
                }
                State::LookedAt(left) => {
                    left.into_iter().flatten().for_each(|part| self.push(self.turn, part));
                    self.pass(place);
                }
            }
        }
    }

    /// Notes what is left of the region that was taken, and what it cost.
    pub(super) fn looked_at(&mut self, left: [Option<Region>; 2], spent: u64) {
        let parts = left.map(|part| part.map(|region| self.store(&region)));
        parts.into_iter().flatten().for_each(|part| self.push(self.turn, part));
        self.nodes.items[self.looked_at as usize].state = State::LookedAt(parts);
        self.pass(self.looked_at);
        self.searches[self.turn].spent += spent;
    }

    /// A search is done with the node; after the last one its place is free.
    fn pass(&mut self, place: u32) {
        let node = &mut self.nodes.items[place as usize];
        node.pending -= 1;
        if node.pending == 0 {
            self.nodes.free.push(place);
        }
    }

    /// How many regions waited at a time, at most.
    pub(super) fn longest(&self) -> usize {
        self.regions.items.len()
    }

    /// The smallest objective of all regions that wait, as the search knows it that knows most.
    pub(super) fn certain(&self) -> f64 {
        let lower = |entry: &Entry| self.nodes.items[entry.place as usize].objective.lower();
        let least = |search: &Search| search.heap.iter().map(lower).fold(f64::INFINITY, f64::min);
        self.searches.iter().map(least).fold(f64::NEG_INFINITY, f64::max)
    }
}
