//! The descent of two trees in the order of time.
//!
//! **Question.** Which triangles of two rigid meshes meet first?
//!
//! **Idea.** A pair of nodes waits in a queue with the instant until which it is proved apart. The pair with the earliest is
//! looked at: if some direction keeps its boxes apart for a while, it goes back with a later instant; if not, its children
//! take its place. So nothing is looked at beyond the first contact, nothing is opened that can be put off, and the earliest
//! contact is the first to be found.
//!
//! **Guarantee.** Every pair of triangles is below some pair of nodes that is proved apart up to its instant. What is in the
//! queue when the first instant passes the end of a contact's bracket cannot come before it.
//!
//! **Cost.** Pairs of boxes that come close before the first contact: some hundreds to thousands, each a fraction of a
//! microsecond.
//!
//! **Source.** Teschner et al. 2006, Redon's chapter, section 5 descends in depth over a whole time step; the order of time is
//! that of conservative advancement (Mirtich 1996), with directions and second-order bounds instead of distances and speeds.

use super::boxes::{apart_until, widest_gap};
use super::cell::Cells;
use super::triangles::{Look, Triangles};
use crate::Model;
use crate::straight::{Budget, Terms};
use crate::tolerance::{BOX_BULGE, BOX_OPENING};
use glam::DVec3;
use std::collections::BinaryHeap;
use tangency_bound::{ObbNode, ObbTree};

/// A pair of nodes, proved apart before `time`.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    time: f64,
    a: u32,
    b: u32,
    /// A direction that kept them apart just before; zero if none did.
    direction: DVec3,
}

impl Ord for Waiting {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        other.time.total_cmp(&self.time).then_with(|| (other.a, other.b).cmp(&(self.a, self.b)))
    }
}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Waiting {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Waiting {}

/// Two triangles that are not known to be apart from `time` on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Met {
    pub(super) time: f64,
    pub(super) a: u32,
    pub(super) b: u32,
    pub(super) direction: Option<DVec3>,
}

/// The two meshes, their trees and what counts as contact.
pub(super) struct Search<'search, 'motion> {
    pub(super) a: &'search Model,
    pub(super) b: &'search Model,
    pub(super) cells: &'search mut Cells<'motion>,
    pub(super) terms: Terms,
    /// Pairs of triangles that were looked at.
    pub(super) pairs: u64,
}

impl Search<'_, '_> {
    /// Finds the pairs of triangles that meet, in the order of time. `meet` takes one and says from when on no other is
    /// wanted. Gives the instant after which nothing is known, if the budget ran out.
    pub(super) fn run(
        &mut self,
        budget: &mut Budget,
        reached: &mut dyn FnMut(f64),
        meet: &mut dyn FnMut(&Cells<'_>, Met) -> f64,
    ) -> Option<f64> {
        let (start, end) = (self.cells.start, self.cells.end);
        let mut horizon = end;
        let mut queue = BinaryHeap::new();
        let whole = Waiting { time: start, a: ObbTree::ROOT, b: ObbTree::ROOT, direction: DVec3::ZERO };
        let mut ready = vec![whole];
        while let Some(pair) = ready.pop().or_else(|| queue.pop()) {
            if pair.time > horizon {
                continue;
            }
            if !budget.spend() {
                return Some(pair.time);
            }
            reached(pair.time);
            let later = match (self.a.boxes().below(pair.a), self.b.boxes().below(pair.b)) {
                (ObbNode::Triangle(a), ObbNode::Triangle(b)) => self.look(&pair, [a, b]),
                below => match self.put_off(&pair) {
                    Some(later) => Some(later),
                    None => {
                        ready.extend(self.opened(&pair, below));
                        continue;
                    }
                },
            };
            match later {
                // Proved apart at the end too.
                Some(later) if later.time >= end => {}
                Some(later) => queue.push(later),
                None => horizon = horizon.min(meet(self.cells, self.met(&pair))),
            }
        }
        None
    }

    /// The same pair later, if some direction keeps its boxes apart for a while.
    fn put_off(&mut self, pair: &Waiting) -> Option<Waiting> {
        let (a, b) = (self.a.boxes().volume(pair.a), self.b.boxes().volume(pair.b));
        let size = a.half().max_element().min(b.half().max_element());
        let level = self.cells.level(BOX_BULGE * size);
        let cell = self.cells.cell(level, pair.time);
        let placed = cell.ends[0].towards(&cell.ends[1], cell.share(pair.time));
        let (direction, gap) = widest_gap(a, b, &placed);
        if gap < BOX_OPENING * size {
            return None;
        }
        // The wider the gap, the longer the cell.
        let longer = self.cells.level(0.25 * (gap - self.terms.separation).max(BOX_BULGE * size)).min(level);
        let cell = self.cells.cell(longer, pair.time);
        let time = apart_until([a, b], cell, pair.time, direction, self.terms.separation)?;
        self.cells.progress(pair.time, time).then_some(Waiting { time, direction, ..*pair })
    }

    /// The pairs below a pair of nodes of which one has children: the larger is opened.
    fn opened(&self, pair: &Waiting, below: (ObbNode, ObbNode)) -> [Waiting; 2] {
        let (a, b) = (self.a.boxes().volume(pair.a), self.b.boxes().volume(pair.b));
        let open_a = |first: u32| [first, first + 1].map(|a| Waiting { a, ..*pair });
        let open_b = |first: u32| [first, first + 1].map(|b| Waiting { b, ..*pair });
        match below {
            (ObbNode::Children(first), ObbNode::Triangle(_)) => open_a(first),
            (ObbNode::Triangle(_), ObbNode::Children(first)) => open_b(first),
            (ObbNode::Children(first_a), ObbNode::Children(first_b)) => {
                if a.half().max_element() >= b.half().max_element() { open_a(first_a) } else { open_b(first_b) }
            }
            (ObbNode::Triangle(_), ObbNode::Triangle(_)) => unreachable!("triangles are looked at"),
        }
    }

    fn look(&mut self, pair: &Waiting, [i, j]: [u32; 2]) -> Option<Waiting> {
        self.pairs += 1;
        let triangles = Triangles { a: self.a.mesh().corners(i as usize), b: self.b.mesh().corners(j as usize) };
        let size = self.a.boxes().volume(pair.a).half().max_element();
        let level = self.cells.level(BOX_BULGE * size);
        let cell = *self.cells.cell(level, pair.time);
        match triangles.look(self.cells, &cell, pair.time, self.terms) {
            Look::Apart { until, direction } => Some(Waiting { time: until, direction, ..*pair }),
            Look::Met => None,
        }
    }

    fn met(&self, pair: &Waiting) -> Met {
        let triangle = |tree: &ObbTree, node: u32| match tree.below(node) {
            ObbNode::Triangle(triangle) => triangle,
            ObbNode::Children(_) => unreachable!("only triangles meet"),
        };
        Met {
            time: pair.time,
            a: triangle(self.a.boxes(), pair.a),
            b: triangle(self.b.boxes(), pair.b),
            direction: (pair.direction != DVec3::ZERO).then_some(pair.direction),
        }
    }
}
