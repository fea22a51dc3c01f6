//! The descent of two trees in the order of time.
//!
//! **Question.** Which triangles of two rigid meshes meet first?
//!
//! **Idea.** A pair of nodes waits in a priority queue with the instant until which it is proved apart. The pair
//! with the earliest instant is tested next. If some direction keeps its boxes apart for some time, it returns to
//! the queue with a later instant. Otherwise its children replace it. The search thus tests nothing beyond the
//! first contact, expands no pair that can be postponed, and finds the earliest contact first.
//!
//! **Guarantee.** Every pair of triangles is below some pair of nodes that is proved apart up to its instant. Once
//! the earliest instant in the queue passes the end of the bracket of a contact, no pair in the queue can touch
//! before that contact.
//!
//! **Cost.** Pairs of boxes that come close before the first contact: some hundreds to thousands, each a fraction
//! of a microsecond.
//!
//! **Source.** Teschner et al. 2006, Redon's chapter, section 5 descends depth first over a whole time step. The
//! order of time is that of conservative advancement (Mirtich 1996), with directions and second-order bounds
//! instead of distances and speeds.

use super::boxes::{apart_until, gap_beyond, widest_gap};
use super::cell::MotionCells;
use super::helix::HelixCulling;
use super::triangles::{TrianglePair, TriangleTest};
use crate::Facets;
use crate::limits::{ContactThreshold, StepBudget};
use crate::tolerance::{BOX_BULGE, BOX_GAP_BULGE, BOX_OPENING, FIRST_LOOK};
use glam::DVec3;
use std::collections::BinaryHeap;
use tangency_bound::{Obb, ObbNode, ObbTree};
use tangency_interval::Earliest;

/// A pair of nodes, proved apart before `time`. `item` is a direction that separated them just before, or zero.
type QueuedNodes = Earliest<[u32; 2], DVec3>;

/// Two triangles that are not proved apart from `time` on.
#[derive(Clone, Copy, Debug)]
pub(super) struct MetTriangles {
    pub(super) time: f64,
    pub(super) a: u32,
    pub(super) b: u32,
    pub(super) direction: Option<DVec3>,
}

/// The two meshes, their trees and the contact threshold.
pub(super) struct TreeSearch<'search, 'motion> {
    pub(super) a: &'search Facets,
    pub(super) b: &'search Facets,
    pub(super) cells: &'search mut MotionCells<'motion>,
    pub(super) threshold: ContactThreshold,
    /// Culls nodes that cannot meet at any time.
    pub(super) culling: HelixCulling<'search>,
    /// The number of tests of pairs of triangles.
    pub(super) pairs: u64,
}

impl<'search> TreeSearch<'search, '_> {
    /// Finds the pairs of triangles that meet during a part of the interval, in the order of time. `meet` receives
    /// each pair and returns the instant after which no others are wanted; it may lie after that part. Returns the
    /// instant after which nothing is proved if the budget is exhausted.
    pub(super) fn run(
        &mut self,
        [from, until]: [f64; 2],
        budget: &mut StepBudget<'_>,
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
                // Proved apart to the end of the interval, end included.
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

    /// The same pair with a later instant, if some direction keeps its boxes apart for a measurable time.
    fn postpone(&mut self, pair: &QueuedNodes) -> Option<QueuedNodes> {
        let [a, b] = self.volumes(pair);
        let size = a.half().max_element().min(b.half().max_element());
        let level = self.cells.level(BOX_BULGE * size);
        let cell = self.cells.cell(level, pair.time);
        let placed = cell.ends[0].towards(&cell.ends[1], cell.share(pair.time));
        let separation = self.threshold.separation;
        let opening = separation + BOX_OPENING * size;
        let (mut direction, mut gap) = (DVec3::ZERO, f64::NEG_INFINITY);
        if separation > 0.0 {
            (direction, gap) = gap_beyond(a, b, &placed, pair.item, 2.0 * opening - separation);
        }
        if gap < opening {
            let widest = widest_gap(a, b, &placed);
            if widest.1 > gap {
                (direction, gap) = widest;
            }
        }
        if gap < opening && !(separation > 0.0 && gap > separation) {
            return None;
        }
        // A wider gap allows a longer cell.
        let longer = self.cells.level(BOX_GAP_BULGE * (gap - separation).max(BOX_BULGE * size)).min(level);
        let cell = self.cells.cell(longer, pair.time);
        let time = apart_until([a, b], cell, pair.time, direction, separation)?;
        // Boxes that pass at about the separation are opened, unless they are apart for long.
        let long = time >= self.cells.end || time - pair.time > FIRST_LOOK * self.cells.length();
        let worth = if gap < opening { long } else { self.cells.progress(pair.time, time) };
        worth.then_some(QueuedNodes { time, item: direction, ..*pair })
    }

    /// The child pairs of a pair of nodes, at least one of which has children. Expands the larger box.
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
            (ObbNode::Triangle(_), ObbNode::Triangle(_)) => unreachable!("pairs of triangles are tested, not expanded"),
        }
    }

    fn test_triangles(&mut self, pair: &QueuedNodes, [i, j]: [u32; 2]) -> Option<QueuedNodes> {
        self.pairs += 1;
        let triangles = TrianglePair { a: self.a.mesh().corners(i as usize), b: self.b.mesh().corners(j as usize) };
        let [a, b] = self.volumes(pair).map(|volume| volume.half().max_element());
        // If `a` is tiny, the size of `b` determines the length of the cell.
        let level = self.cells.level(BOX_BULGE * a.max(BOX_BULGE * b));
        match triangles.test(self.cells, level, pair.time, self.threshold) {
            TriangleTest::Apart { until, direction } => Some(QueuedNodes { time: until, item: direction, ..*pair }),
            TriangleTest::Met => None,
        }
    }

    fn met_triangles(&self, pair: &QueuedNodes) -> MetTriangles {
        let triangle = |tree: &ObbTree, node: u32| match tree.below(node) {
            ObbNode::Triangle(triangle) => triangle,
            ObbNode::Children(_) => unreachable!("only pairs of triangles are reported"),
        };
        MetTriangles {
            time: pair.time,
            a: triangle(self.a.boxes(), pair.place[0]),
            b: triangle(self.b.boxes(), pair.place[1]),
            direction: (pair.item != DVec3::ZERO).then_some(pair.item),
        }
    }
}
