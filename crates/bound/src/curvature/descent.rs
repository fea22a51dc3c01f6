//! The descent through the regions that are not proved flat.

use super::CullingCounts;
use super::facing::FacingSet;
use super::outline::Outline;
use super::plain::PlanarContour;
use super::regions::{RegionContent, Regions};
use super::small::SweptBox;
use crate::tolerance::{REGION_TASKS, WORK_PER_REPORT};
use glam::DVec3;
use rayon::prelude::*;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};

/// Two different regions, or a region paired with itself.
#[derive(Clone, Copy, Debug)]
struct RegionPair {
    pair: [u32; 2],
    /// The test of both regions together has already failed.
    tried: bool,
}

#[derive(Debug, Default)]
struct DescentPart {
    /// Pairs of triangles.
    faces: Vec<[u32; 2]>,
    counts: CullingCounts,
    /// The part of the work already added to the shared counter.
    reported: u64,
    outline: Outline,
    plain: PlanarContour,
}

/// The pairs of triangles that are not proved apart.
pub(crate) struct Culled {
    pub(crate) faces: Vec<[u32; 2]>,
    pub(crate) counts: CullingCounts,
}

/// The shared state of all parallel tasks of a search.
pub(crate) struct RegionDescent<'step> {
    regions: &'step Regions,
    frames: [&'step [DVec3]; 2],
    boxes: &'step [SweptBox],
    facing: &'step [FacingSet],
    /// Work of all tasks, in box comparisons.
    work: AtomicU64,
}

impl<'step> RegionDescent<'step> {
    pub(crate) fn new(
        regions: &'step Regions,
        frames: [&'step [DVec3]; 2],
        boxes: &'step [SweptBox],
        facing: &'step [FacingSet],
    ) -> Self {
        Self { regions, frames, boxes, facing, work: AtomicU64::new(0) }
    }

    /// All pairs of triangles that are not proved apart; `None` if that takes more work than `limit`. The
    /// decision is the same for any number of threads: the counter only grows, so it exceeds the limit at some
    /// time exactly if the total work does.
    pub(crate) fn within(&self, limit: u64) -> Option<Culled> {
        let mut waiting = VecDeque::from([RegionPair { pair: [0, 0], tried: false }]);
        let mut total = DescentPart::default();
        while waiting.len() < REGION_TASKS
            && let Some(task) = waiting.pop_front()
        {
            self.visit(task, &mut total, &mut |next| waiting.push_back(next));
            self.report(&mut total);
        }
        let below = |task| self.descend(task, limit);
        let parts: Vec<DescentPart> = Vec::from(waiting).into_par_iter().map(below).collect();
        if self.work.load(Ordering::Relaxed) > limit {
            return None;
        }
        for part in parts {
            total.faces.extend(part.faces);
            total.counts += part.counts;
        }
        Some(Culled { faces: total.faces, counts: total.counts })
    }

    /// Everything below a pair, unless the limit is exceeded.
    fn descend(&self, task: RegionPair, limit: u64) -> DescentPart {
        let mut found = DescentPart::default();
        let mut stack = vec![task];
        while let Some(task) = stack.pop() {
            self.visit(task, &mut found, &mut |next| stack.push(next));
            if found.counts.work() > found.reported + WORK_PER_REPORT && self.report(&mut found) > limit {
                break;
            }
        }
        self.report(&mut found);
        found
    }

    /// Adds the new work of a task to the shared counter, and returns the total.
    fn report(&self, found: &mut DescentPart) -> u64 {
        let work = found.counts.work();
        let new = work - std::mem::replace(&mut found.reported, work);
        self.work.fetch_add(new, Ordering::Relaxed) + new
    }

    /// Culls a pair, lists its triangles, or pushes the pairs below it.
    fn visit(&self, task: RegionPair, found: &mut DescentPart, push: &mut dyn FnMut(RegionPair)) {
        let [a, b] = task.pair.map(|region| region as usize);
        if a != b {
            found.counts.boxes += 1;
            if self.boxes[a].disjoint(&self.boxes[b]) {
                return;
            }
        }
        if !task.tried && self.flat([a, b], found) {
            return;
        }
        let [first, second] = [a, b].map(|region| &self.regions.regions[region]);
        match (first.below, second.below) {
            (RegionContent::Triangle(one), RegionContent::Triangle(other)) if a != b => {
                found.counts.pairs += 1;
                found.faces.push([one, other]);
            }
            (RegionContent::Triangle(_), RegionContent::Triangle(_)) => {}
            (RegionContent::Right(right), _) if a == b => {
                let left = a as u32 + 1;
                push(RegionPair { pair: [left; 2], tried: false });
                push(RegionPair { pair: [right; 2], tried: false });
                // Both children together are the region itself, whose test has failed.
                push(RegionPair { pair: [left, right], tried: true });
            }
            _ => {
                for below_a in self.parts(a, second.count).into_iter().flatten() {
                    for below_b in self.parts(b, first.count).into_iter().flatten() {
                        push(RegionPair { pair: [below_a, below_b], tried: false });
                    }
                }
            }
        }
    }

    /// The children of a region, or the region itself if it is a triangle or has less than half as many
    /// triangles as the other.
    fn parts(&self, region: usize, other: u32) -> [Option<u32>; 2] {
        match self.regions.regions[region].below {
            RegionContent::Right(right) if self.regions.regions[region].count >= other / 2 => {
                [Some(region as u32 + 1), Some(right)]
            }
            RegionContent::Right(_) | RegionContent::Triangle(_) => [Some(region as u32), None],
        }
    }

    /// `true` proves that no two features of a region, or of two regions together, touch during the step,
    /// except in common vertices and edges.
    fn flat(&self, [a, b]: [usize; 2], found: &mut DescentPart) -> bool {
        let Some(first) = self.regions.contour(a) else { return false };
        let Some(second) = self.regions.contour(b) else { return false };
        let DescentPart { counts, outline, plain, .. } = found;
        counts.regions += 1;
        let facing = self.facing[a].common(self.facing[b]);
        let Some(direction) = facing.middle() else { return false };
        outline.gather(first, if a == b { &[] } else { second });
        counts.contours += 1;
        counts.contour_edges += outline.edges().len() as u64;
        let flat = plain.winds_once(outline, &direction.plane(), self.frames, self.regions.scale);
        counts.flat += u64::from(flat);
        flat
    }
}
