//! The descent: down the regions, as far as they are not proved flat.

use super::CullingCounts;
use super::facing::FacingSet;
use super::outline::Outline;
use super::plain::PlanarContour;
use super::regions::{RegionContent, Regions};
use super::small::SweptBox;
use glam::DVec3;
use rayon::prelude::*;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};

/// How many pairs of regions are spread over the threads.
const PARTS: usize = 64;

/// How much work a part does before it says so.
const SHARE: u64 = 256;

/// Two regions, or a region with itself.
#[derive(Clone, Copy, Debug)]
struct RegionPair {
    pair: [u32; 2],
    /// Both together are known not to be proved flat.
    tried: bool,
}

#[derive(Debug, Default)]
struct DescentPart {
    /// Pairs of triangles.
    faces: Vec<[u32; 2]>,
    counts: CullingCounts,
    /// How much of the work is known to all.
    told: u64,
    outline: Outline,
    plain: PlanarContour,
}

/// What is not proved apart.
pub(crate) struct Culled {
    pub(crate) faces: Vec<[u32; 2]>,
    pub(crate) counts: CullingCounts,
}

/// What all parts of a search share.
pub(crate) struct RegionDescent<'step> {
    regions: &'step Regions,
    frames: [&'step [DVec3]; 2],
    boxes: &'step [SweptBox],
    facing: &'step [FacingSet],
    /// The work of all parts.
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

    /// All pairs of triangles that are not proved apart; `None` if that takes more work than the limit. Whether it does is the
    /// same for any number of threads: work is never taken back, so it passes the limit at some time if and only if all of
    /// it does.
    pub(crate) fn within(&self, limit: u64) -> Option<Culled> {
        let mut waiting = VecDeque::from([RegionPair { pair: [0, 0], tried: false }]);
        let mut total = DescentPart::default();
        while waiting.len() < PARTS
            && let Some(task) = waiting.pop_front()
        {
            self.visit(task, &mut total, &mut |next| waiting.push_back(next));
            self.tell(&mut total);
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

    /// Everything below a task, unless the limit is passed.
    fn descend(&self, task: RegionPair, limit: u64) -> DescentPart {
        let mut found = DescentPart::default();
        let mut stack = vec![task];
        while let Some(task) = stack.pop() {
            self.visit(task, &mut found, &mut |next| stack.push(next));
            if found.counts.work() > found.told + SHARE && self.tell(&mut found) > limit {
                break;
            }
        }
        self.tell(&mut found);
        found
    }

    /// Adds what a part has done to the work of all, which it returns.
    fn tell(&self, found: &mut DescentPart) -> u64 {
        let work = found.counts.work();
        let new = work - std::mem::replace(&mut found.told, work);
        self.work.fetch_add(new, Ordering::Relaxed) + new
    }

    /// Leaves a task, or lists its triangles, or hands on what is below it.
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
                // Both together are the region itself.
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

    /// What is below a region, or the region itself if it is a triangle or less than half as large as the other.
    fn parts(&self, region: usize, other: u32) -> [Option<u32>; 2] {
        match self.regions.regions[region].below {
            RegionContent::Right(right) if self.regions.regions[region].count >= other / 2 => {
                [Some(region as u32 + 1), Some(right)]
            }
            RegionContent::Right(_) | RegionContent::Triangle(_) => [Some(region as u32), None],
        }
    }

    /// Proves that nothing in a region, or in two together, touches anything else there during the step.
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
