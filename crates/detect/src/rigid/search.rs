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
use super::cell::MotionCells;
use super::helix::HelixCulling;
use super::triangles::{TrianglePair, TriangleTest};
use crate::Facets;
use crate::limits::{ContactThreshold, StepBudget};
use crate::tolerance::{BOX_BULGE, BOX_OPENING};
use glam::DVec3;
use std::collections::BinaryHeap;
use tangency_bound::{Obb, ObbNode, ObbTree};
use tangency_interval::Earliest;

/// A pair of nodes, proved apart before a time; with a direction that kept them apart just before, or zero if none did.
type QueuedNodes = Earliest<[u32; 2], DVec3>;

/// Two triangles that are not known to be apart from `time` on.
#[derive(Clone, Copy, Debug)]
pub(super) struct MetTriangles {
    pub(super) time: f64,
    pub(super) a: u32,
    pub(super) b: u32,
    pub(super) direction: Option<DVec3>,
}

/// The two meshes, their trees and what counts as contact.
pub(super) struct TreeSearch<'search, 'motion> {
    pub(super) a: &'search Facets,
    pub(super) b: &'search Facets,
    pub(super) cells: &'search mut MotionCells<'motion>,
    pub(super) threshold: ContactThreshold,
    /// What cannot meet at any time.
    pub(super) culling: HelixCulling<'search>,
    /// Pairs of triangles that were looked at.
    pub(super) pairs: u64,
}

impl<'search> TreeSearch<'search, '_> {
    /// Finds the pairs of triangles that meet during a part of the stretch, in the order of time. `meet` takes one and says from
    /// when on no other is wanted, which may be after that part. Gives the instant after which nothing is known, if the
    /// budget ran out.
    pub(super) fn run(
        &mut self,
        [from, until]: [f64; 2],
        budget: &mut StepBudget,
        reached: &mut dyn FnMut(f64),
        meet: &mut dyn FnMut(&MotionCells<'_>, MetTriangles) -> f64,
    ) -> Option<f64> {
        let end = self.cells.end;
        let mut horizon = until;
        let mut met = false;
        let mut queue = BinaryHeap::new();
        let whole = QueuedNodes { time: from, place: [ObbTree::ROOT; 2], item: DVec3::ZERO };
        let mut ready = vec![whole];
        while let Some(pair) = ready.pop().or_else(|| queue.pop()) {
            if pair.time > horizon {
                continue;
            }
            if !budget.spend() {
                return Some(pair.time);
            }
            reached(pair.time);
            if self.culling.proves_apart(budget.spent, pair.place) {
                continue;
            }
            let later = match (self.a.boxes().below(pair.place[0]), self.b.boxes().below(pair.place[1])) {
                (ObbNode::Triangle(a), ObbNode::Triangle(b)) => self.test_triangles(&pair, [a, b]),
                below => match self.postpone(&pair) {
                    Some(later) => Some(later),
                    None => {
                        ready.extend(self.child_pairs(&pair, below));
                        continue;
                    }
                },
            };
            match later {
                // Proved apart at the end too.
                Some(later) if later.time >= end => {}
                Some(later) => queue.push(later),
                None => {
                    let enough = meet(self.cells, self.met_triangles(&pair));
                    horizon = if met { horizon.min(enough) } else { enough };
                    met = true;
                }
            }
        }
        None
    }

    /// The boxes of a pair of nodes.
    fn volumes(&self, pair: &QueuedNodes) -> [&'search Obb; 2] {
        [self.a.boxes().volume(pair.place[0]), self.b.boxes().volume(pair.place[1])]
    }

    /// The same pair later, if some direction keeps its boxes apart for a while.
    fn postpone(&mut self, pair: &QueuedNodes) -> Option<QueuedNodes> {
        let [a, b] = self.volumes(pair);
        let size = a.half().max_element().min(b.half().max_element());
        let level = self.cells.level(BOX_BULGE * size);
        let cell = self.cells.cell(level, pair.time);
        let placed = cell.ends[0].towards(&cell.ends[1], cell.share(pair.time));
        let (direction, gap) = widest_gap(a, b, &placed);
        if gap < BOX_OPENING * size {
            return None;
        }
        // The wider the gap, the longer the cell.
        let longer = self.cells.level(0.25 * (gap - self.threshold.separation).max(BOX_BULGE * size)).min(level);
        let cell = self.cells.cell(longer, pair.time);
        let time = apart_until([a, b], cell, pair.time, direction, self.threshold.separation)?;
        self.cells.progress(pair.time, time).then_some(QueuedNodes { time, item: direction, ..*pair })
    }

    /// The pairs below a pair of nodes of which one has children: the larger is opened.
    fn child_pairs(&self, pair: &QueuedNodes, below: (ObbNode, ObbNode)) -> [QueuedNodes; 2] {
        let [a, b] = self.volumes(pair);
        let open_a = |first: u32| [first, first + 1].map(|a| QueuedNodes { place: [a, pair.place[1]], ..*pair });
        let open_b = |first: u32| [first, first + 1].map(|b| QueuedNodes { place: [pair.place[0], b], ..*pair });
        match below {
            (ObbNode::Children(first), ObbNode::Triangle(_)) => open_a(first),
            (ObbNode::Triangle(_), ObbNode::Children(first)) => open_b(first),
            (ObbNode::Children(first_a), ObbNode::Children(first_b)) => {
                if a.half().max_element() >= b.half().max_element() { open_a(first_a) } else { open_b(first_b) }
            }
            (ObbNode::Triangle(_), ObbNode::Triangle(_)) => unreachable!("triangles are looked at"),
        }
    }

    fn test_triangles(&mut self, pair: &QueuedNodes, [i, j]: [u32; 2]) -> Option<QueuedNodes> {
        self.pairs += 1;
        let triangles = TrianglePair { a: self.a.mesh().corners(i as usize), b: self.b.mesh().corners(j as usize) };
        let [a, b] = self.volumes(pair).map(|volume| volume.half().max_element());
        // Beside a triangle that is a point the other tells how long a cell is worth its while.
        let level = self.cells.level(BOX_BULGE * a.max(BOX_BULGE * b));
        match triangles.test(self.cells, level, pair.time, self.threshold) {
            TriangleTest::Apart { until, direction } => Some(QueuedNodes { time: until, item: direction, ..*pair }),
            TriangleTest::Met => None,
        }
    }

    fn met_triangles(&self, pair: &QueuedNodes) -> MetTriangles {
        let triangle = |tree: &ObbTree, node: u32| match tree.below(node) {
            ObbNode::Triangle(triangle) => triangle,
            ObbNode::Children(_) => unreachable!("only triangles meet"),
        };
        MetTriangles {
            time: pair.time,
            a: triangle(self.a.boxes(), pair.place[0]),
            b: triangle(self.b.boxes(), pair.place[1]),
            direction: (pair.item != DVec3::ZERO).then_some(pair.item),
        }
    }
}
