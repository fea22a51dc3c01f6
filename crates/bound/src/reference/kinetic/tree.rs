//! The kinetic tree and its updates.

use super::error::{KineticError, finite};
use super::overtaking::{NamedPlan, first_instant, is_ahead, not_before};
use super::plan::FlightPlan;
use super::queue::{EventQueue, SIDES};
use super::shape::{KineticNode, grow};
use crate::Aabb;
use glam::DVec3;
use std::collections::BinaryHeap;
use tangency_interval::{Interval, Vector};

/// The bit mask of all sides.
const ALL_SIDES: u8 = (1 << SIDES) - 1;

/// A tree of boxes over items, each with some moving points. It is valid at one instant, which can be advanced.
///
/// ```
/// use glam::DVec3;
/// use tangency_bound::reference::{FlightPlan, KineticTree};
///
/// // One point rests at 1. A second one passes it at t = 0.5. A third one follows at twice the speed.
/// let plans = [(1.0, 0.0), (0.0, 2.0), (-4.0, 4.0)]
///     .map(|(x, speed)| FlightPlan::new(0.0, DVec3::X * x, DVec3::X * speed, DVec3::ZERO));
/// let plans = plans.into_iter().collect::<Result<Vec<_>, _>>()?;
/// let mut tree = KineticTree::of_points(plans, 0.0)?;
/// assert_eq!(tree.volume(0).upper().x, 1.0);
///
/// tree.advance(0.25)?; // no event is due
/// assert_eq!(tree.updates().events, 0);
/// tree.advance(0.75)?;
/// assert_eq!(tree.volume(0).upper().x, 1.5_f64.next_up());
/// # Ok::<(), tangency_bound::reference::kinetic::KineticError>(())
/// ```
#[derive(Clone, Debug)]
pub struct KineticTree {
    pub(super) plans: Vec<FlightPlan>,
    pub(super) nodes: Vec<KineticNode>,
    /// The point that determines each side of each box.
    realisers: Vec<[u32; SIDES]>,
    /// The corner nodes of point p are `corners[starts[p]..starts[p + 1]]`.
    corners: Vec<u32>,
    starts: Vec<u32>,
    queue: EventQueue,
    agenda: NodeAgenda,
    pub(super) now: f64,
    updates: UpdateCounts,
}

/// Statistics of all updates so far, including construction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UpdateCounts {
    /// Processed events.
    pub events: u64,
    /// Boxes with at least one re-examined side. Comparable with the number of boxes that a refit recomputes.
    pub boxes: u64,
    /// Sides of boxes that were assigned to another point.
    pub sides: u64,
    /// Events whose time was found by exact comparisons.
    pub searches: u64,
}

impl KineticTree {
    /// A tree over items at the instant `now`. Each item is a list of indices in `plans`, such as the corners
    /// of a triangle.
    pub fn new(plans: Vec<FlightPlan>, items: &[impl AsRef<[u32]>], now: f64) -> Result<Self, KineticError> {
        finite("the instant of a kinetic tree", now)?;
        for (index, item) in items.iter().enumerate() {
            let item = item.as_ref();
            if item.is_empty() {
                return Err(KineticError::EmptyItem { item: index });
            }
            if let Some(&point) = item.iter().find(|&&point| point as usize >= plans.len()) {
                return Err(KineticError::NoSuchPoint { point: point as usize, count: plans.len() });
            }
        }
        let nodes = grow(items, |point| DVec3::from_array(plans[point as usize].at(now).mid()))?;
        let (corners, starts) = corners_by_point(&nodes, plans.len());
        let (queue, agenda) = (EventQueue::new(nodes.len()), NodeAgenda::new(nodes.len()));
        let realisers = nodes.iter().map(|node| [node.point().unwrap_or(0); SIDES]).collect();
        let mut tree =
            Self { plans, nodes, realisers, corners, starts, queue, agenda, now, updates: UpdateCounts::default() };
        for node in 0..tree.nodes.len() {
            if tree.nodes[node].right().is_some() {
                tree.agenda.mark(node as u32, ALL_SIDES, UpdateReason::Changed);
            }
        }
        tree.settle();
        Ok(tree)
    }

    /// A tree with one item for each point.
    pub fn of_points(plans: Vec<FlightPlan>, now: f64) -> Result<Self, KineticError> {
        let items: Vec<[u32; 1]> = (0..plans.len() as u32).map(|point| [point]).collect();
        Self::new(plans, &items, now)
    }

    /// The instant of the tree.
    #[must_use]
    pub fn now(&self) -> f64 {
        self.now
    }

    /// Statistics of all updates so far.
    #[must_use]
    pub fn updates(&self) -> UpdateCounts {
        self.updates
    }

    /// The plan of a point.
    #[must_use]
    pub fn plan(&self, point: usize) -> Option<&FlightPlan> {
        self.plans.get(point)
    }

    /// Number of nodes. Node 0 is the root.
    #[must_use]
    pub fn nodes(&self) -> usize {
        self.nodes.len()
    }

    /// The children of a node; `None` for a corner of an item, which has [a point](Self::corner) instead.
    #[must_use]
    pub fn children(&self, node: usize) -> Option<[usize; 2]> {
        self.nodes[node].right().map(|right| [node + 1, right as usize])
    }

    /// The point of a corner node.
    #[must_use]
    pub fn corner(&self, node: usize) -> Option<usize> {
        self.nodes[node].point().map(|point| point as usize)
    }

    /// The item, if the node contains exactly one whole item.
    #[must_use]
    pub fn item(&self, node: usize) -> Option<usize> {
        self.nodes[node].item().map(|item| item as usize)
    }

    /// The box of a node at the instant of the tree.
    #[must_use]
    pub fn volume(&self, node: usize) -> Aabb {
        self.volume_by(node, |point, axis| self.plans[point].along(axis).position(self.now))
    }

    /// The box of a node. `place` returns the coordinate of a point along an axis.
    pub(super) fn volume_by(&self, node: usize, mut place: impl FnMut(usize, usize) -> Interval) -> Aabb {
        let mut position = |side: usize| place(self.realisers[node][side] as usize, side % 3);
        Aabb::of(Vector(std::array::from_fn(|axis| {
            Interval::between(position(axis).lower(), position(axis + 3).upper())
        })))
    }

    /// The earliest instant at which a side of a box may change its point. Until then
    /// [`advance`](Self::advance) does nothing. Advancing from event to event passes through every change of
    /// the tree.
    #[must_use]
    pub fn next_event(&mut self) -> Option<f64> {
        self.queue.first()
    }

    /// Advances the tree to an instant.
    pub fn advance(&mut self, to: f64) -> Result<(), KineticError> {
        finite("the instant of a kinetic tree", to)?;
        if to < self.now {
            return Err(KineticError::Backwards { now: self.now, to });
        }
        self.now = to;
        while let Some((node, side)) = self.queue.due(to) {
            self.updates.events += 1;
            self.agenda.mark(node, 1 << side, UpdateReason::Due);
        }
        self.settle();
        Ok(())
    }

    /// Gives points new plans from now on. The new positions need not continue the old ones.
    pub fn replan(&mut self, changes: &[(usize, FlightPlan)]) -> Result<(), KineticError> {
        if let Some(&(point, _)) = changes.iter().find(|&&(point, _)| point >= self.plans.len()) {
            return Err(KineticError::NoSuchPoint { point, count: self.plans.len() });
        }
        for &(point, plan) in changes {
            self.plans[point] = plan;
            for index in self.starts[point]..self.starts[point + 1] {
                self.mark_above(self.corners[index as usize]);
            }
        }
        self.settle();
        Ok(())
    }

    /// Marks every side above a corner that its point determines or competes for.
    fn mark_above(&mut self, corner: u32) {
        let point = self.realisers[corner as usize][0];
        let (mut node, mut sides) = (corner, ALL_SIDES);
        while let (Some(parent), 1..) = (self.nodes[node as usize].parent(), sides) {
            self.agenda.mark(parent, sides, UpdateReason::Changed);
            let realisers = &self.realisers[parent as usize];
            sides &= (0..SIDES).fold(0, |bits, side| bits | u8::from(realisers[side] == point) << side);
            node = parent;
        }
    }

    /// Decides every marked side again, children before parents, and schedules its next event.
    fn settle(&mut self) {
        while let Some((node, marked)) = self.agenda.next() {
            self.updates.boxes += 1;
            for side in 0..SIDES {
                if let Some(reason) = marked.reason(side) {
                    self.decide(node, side, reason);
                }
            }
        }
    }

    fn decide(&mut self, node: u32, side: usize, reason: UpdateReason) {
        let Some(right) = self.nodes[node as usize].right() else { return };
        let [left, right] = [node + 1, right].map(|child| self.named_plan(self.realisers[child as usize][side], side));
        let (ahead, behind) = if is_ahead(&left, &right, self.now) { (left, right) } else { (right, left) };
        let changed = std::mem::replace(&mut self.realisers[node as usize][side], ahead.1) != ahead.1;
        if changed {
            self.updates.sides += 1;
            if let Some(parent) = self.nodes[node as usize].parent() {
                self.agenda.mark(parent, 1 << side, UpdateReason::Changed);
            }
        }
        // An event that changed nothing came too early because of rounding. The next bound would be as early,
        // so the exact search follows.
        let early = reason == UpdateReason::Due && !changed;
        let bound = if early { None } else { not_before(&ahead.0, &behind.0, self.now) };
        let next = bound.unwrap_or_else(|| {
            self.updates.searches += 1;
            first_instant(&ahead, &behind, self.now)
        });
        self.queue.schedule(node, side, next);
    }

    /// A point's plan towards a side. Lower sides become upper sides by reversing the axis.
    fn named_plan(&self, point: u32, side: usize) -> NamedPlan {
        let plan = self.plans[point as usize].along(side % 3);
        (if side < 3 { plan.mirrored() } else { plan }, point)
    }
}

/// The corner nodes of each point: a list, and the start of each point's part.
fn corners_by_point(nodes: &[KineticNode], points: usize) -> (Vec<u32>, Vec<u32>) {
    let mut starts = vec![0_u32; points + 1];
    nodes.iter().filter_map(KineticNode::point).for_each(|point| starts[point as usize + 1] += 1);
    for point in 0..points {
        starts[point + 1] += starts[point];
    }
    let mut places = starts.clone();
    let mut corners = vec![0; starts[points] as usize];
    for (node, point) in nodes.iter().enumerate().filter_map(|(node, found)| Some((node, found.point()?))) {
        corners[places[point as usize] as usize] = node as u32;
        places[point as usize] += 1;
    }
    (corners, starts)
}

/// Why a side is re-examined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum UpdateReason {
    /// Its event is due.
    Due,
    /// One of the two competing points, or its plan, has changed.
    Changed,
}

/// The sides of a box to re-examine, as bit masks.
#[derive(Clone, Copy, Debug, Default)]
struct MarkedSides {
    due: u8,
    changed: u8,
}

impl MarkedSides {
    fn none(self) -> bool {
        self.due | self.changed == 0
    }

    fn reason(self, side: usize) -> Option<UpdateReason> {
        let bit = 1 << side;
        if self.changed & bit != 0 {
            Some(UpdateReason::Changed)
        } else {
            (self.due & bit != 0).then_some(UpdateReason::Due)
        }
    }
}

/// The boxes to re-examine, children before parents.
#[derive(Clone, Debug)]
struct NodeAgenda {
    nodes: BinaryHeap<u32>,
    marked: Vec<MarkedSides>,
}

impl NodeAgenda {
    fn new(nodes: usize) -> Self {
        Self { nodes: BinaryHeap::new(), marked: vec![MarkedSides::default(); nodes] }
    }

    /// Marks the sides of a box whose bits are set.
    fn mark(&mut self, node: u32, sides: u8, reason: UpdateReason) {
        let marked = &mut self.marked[node as usize];
        if marked.none() {
            self.nodes.push(node);
        }
        match reason {
            UpdateReason::Due => marked.due |= sides,
            UpdateReason::Changed => marked.changed |= sides,
        }
    }

    /// Children have larger indices than their parents, so the largest index comes first.
    fn next(&mut self) -> Option<(u32, MarkedSides)> {
        let node = self.nodes.pop()?;
        Some((node, std::mem::take(&mut self.marked[node as usize])))
    }
}
