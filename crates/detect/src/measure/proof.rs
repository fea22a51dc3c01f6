//! The proof that two rigid meshes come no closer than a measured distance.
//!
//! **Question.** A distance has been measured at one instant of a motion. Does it become smaller at another instant,
//! and at which instants may it be as small?
//!
//! **Idea.** The time is divided into intervals, and each has a list of pairs of nodes of both trees. A pair is dropped
//! if a direction that turns during the interval proves it farther apart than the measured distance (`bent`). A pair
//! whose boxes are not that far apart at the middle of the interval is replaced by its children. Pairs that are apart
//! at the middle, but not proved for the whole interval, stay in the list. The interval is then divided, and its parts
//! inherit the list. Directions that have separated many pairs are tried first. An interval with many pairs is tested
//! by the convex hulls of both bodies before.
//!
//! An interval that contains the instant of the measured distance is divided into a short one around it and the rest.
//! Other intervals are divided at the geometric mean of the distances of their ends from it: the margin of the proof
//! grows with the square of that distance. The shortest interval around the instant, and others in which the distance
//! hardly differs from the least, are only proved to keep a little less than the measured distance. If two triangles
//! are found to be closer, a local search (`descent`) finds the new least distance, and the proof continues with that.
//! What has been proved stays proved.
//!
//! Bodies that slide past each other at a constant distance would need very many intervals. After some hundred, the
//! rest is recorded without a bound, and followed by first contacts (`approach`).
//!
//! **Guarantee.** Every pair of triangles is below a pair of nodes that is proved farther apart than the distance at
//! the time, or its interval is recorded with the lower bound that is proved there.
//!
//! **Cost.** Some dozens of intervals. Two to eight thousand tests of pairs for meshes of a thousand triangles, ten to
//! fifty thousand for meshes of fifty thousand; half a microsecond each.
//!
//! **Source.** Ours. Front tracking from interval to interval after Ehmann and Lin (2001).

use super::bent::{BentCell, BentFlight, BentPart, TurningDirections};
use super::descent::ApproachMeter;
use super::record::ApproachRecord;
use crate::flight::Placed;
use crate::rigid::{between_boxes, lead};
use crate::tolerance::{
    APPROACH_EDGE, APPROACH_INTERVALS, APPROACH_SHARES, APPROACH_WINDOW, BOX_OPENING, CENTRE_SHARE, KEPT_DIRECTIONS,
    PAIRS_BEFORE_HULLS, SPLIT_RATIO, TIME_RESOLUTION,
};
use crate::{DetectError, Facets};
use glam::DVec3;
use tangency_bound::{Obb, ObbNode, ObbTree};
use tangency_interval::Interval;

/// A proof during a stretch of time in which both bodies move smoothly.
pub(super) struct ApproachProof<'proof, 'bodies> {
    pub(super) motion: BentFlight<'bodies>,
    pub(super) models: [&'bodies Facets; 2],
    pub(super) meter: &'proof mut ApproachMeter<'bodies>,
    pub(super) record: &'proof mut ApproachRecord,
    /// Seconds. The length of the span of the question.
    pub(super) span: f64,
}

/// An interval of time, and the pairs of nodes that are not yet proved apart during it.
struct TimedFront {
    ends: [f64; 2],
    placed: [Placed; 2],
    pairs: Vec<[u32; 2]>,
    /// Pairs of nodes whose directions have separated others.
    sources: Vec<[u32; 2]>,
}

/// A pair of nodes, and the directions between them.
struct KnownDirections {
    source: [u32; 2],
    directions: TurningDirections,
}

/// What an interval of time leaves.
struct Remainder {
    pairs: Vec<[u32; 2]>,
    known: Vec<KnownDirections>,
    /// Whether all of these pairs keep a little less than the least distance.
    kept: bool,
    /// Metres. The least distances of measured triangles at the start, the middle and the end.
    measured: [f64; 3],
}

impl ApproachProof<'_, '_> {
    /// Examines the whole stretch.
    pub(super) fn run(&mut self) -> Result<(), DetectError> {
        let ends = self.motion.flight.ends;
        let placed = ends.map(|end| self.motion.flight.placed(end));
        let sources = self.meter.memory().triangles.and_then(|triangles| self.leaves(triangles));
        let whole =
            TimedFront { ends, placed, pairs: vec![[ObbTree::ROOT; 2]], sources: sources.into_iter().collect() };
        let mut waiting = self.parts(whole);
        let mut intervals = 0;
        while let Some(front) = waiting.pop() {
            let span = Interval::between(front.ends[0], front.ends[1]);
            intervals += 1;
            if intervals > APPROACH_INTERVALS {
                // The distance is nearly constant for a while, which is left to another method.
                self.record.prove(span, 0.0);
                continue;
            }
            let cell = self.motion.cell(front.ends, front.placed);
            let all = front.pairs == [[ObbTree::ROOT; 2]];
            if (all || front.pairs.len() > PAIRS_BEFORE_HULLS) && self.hulls_keep(&cell, span) {
                continue;
            }
            let Some(left) = self.examine(&cell, front)? else {
                // The budget is exhausted.
                self.record.prove(span, 0.0);
                for front in waiting {
                    self.record.prove(Interval::between(front.ends[0], front.ends[1]), 0.0);
                }
                return Ok(());
            };
            if left.pairs.is_empty() {
                continue;
            }
            let flat = left.measured.iter().all(|&distance| distance <= self.record.upper + self.record.tolerance);
            if left.kept && (flat || self.is_short(&cell)) {
                self.record.prove(span, self.nearly());
            } else if cell.length() <= TIME_RESOLUTION * self.span {
                self.record.prove(span, 0.0);
            } else {
                let sources = left.known.iter().map(|known| known.source).collect();
                let [start, _, end] = cell.placed;
                let rest = TimedFront { ends: front_ends(&cell), placed: [start, end], pairs: left.pairs, sources };
                waiting.extend(self.parts(rest));
            }
        }
        Ok(())
    }

    /// Whether the convex hulls prove what is needed of an interval.
    fn hulls_keep(&mut self, cell: &BentCell, span: Interval) -> bool {
        self.record.effort.iterations += 1;
        let Some(directions) = cell.turning(cell.between_hulls(self.models)) else { return false };
        let [a, b] = self.models.map(|model| BentPart::Hull(model.support()));
        if directions.margin(&a, &b, self.record.upper) > 0.0 {
            return true;
        }
        let enough = self.is_short(cell) && directions.margin(&a, &b, self.nearly()) > 0.0;
        if enough {
            self.record.prove(span, self.nearly());
        }
        enough
    }

    /// Metres. Less than the least distance by a part of the tolerance.
    fn nearly(&self) -> f64 {
        (self.record.upper - APPROACH_SHARES[0] * self.record.tolerance).max(0.0)
    }

    /// Whether an interval is as short as the bracket of a least distance may be.
    fn is_short(&self, cell: &BentCell) -> bool {
        cell.length() <= 2.5 * APPROACH_WINDOW * self.span
    }

    /// The nodes of two triangles in both trees. `None` for a mesh of one triangle or an unknown index.
    fn leaves(&self, triangles: [u32; 2]) -> Option<[u32; 2]> {
        let leaf = |model: &Facets, wanted: u32| {
            let count = 2 * model.mesh().triangles().len() as u32 - 1;
            (0..count).find(|&node| matches!(model.boxes().below(node), ObbNode::Triangle(found) if found == wanted))
        };
        Some([leaf(self.models[0], triangles[0])?, leaf(self.models[1], triangles[1])?])
    }

    /// Divides an interval. The parts inherit its pairs.
    fn parts(&self, front: TimedFront) -> Vec<TimedFront> {
        let [start, end] = front.ends;
        let best = self.record.best.as_ref().map_or(start, |&(time, _)| time);
        let window = APPROACH_WINDOW * self.span;
        let mut cuts = [start; 4];
        cuts[3] = end;
        (cuts[1], cuts[2]) = if start < best && best < end && end - start > 4.0 * window {
            let around = (CENTRE_SHARE * (best - start).max(end - best)).max(window);
            (best - around, best + around)
        } else if start < best && best < end {
            (start + 0.5 * (end - start), end)
        } else {
            let [near, far] = if best <= start { [start - best, end - best] } else { [best - end, best - start] };
            let away = if near <= 0.0 {
                (APPROACH_EDGE * self.span).min(0.5 * far)
            } else if far > SPLIT_RATIO * near {
                (near * far).sqrt()
            } else {
                0.5 * (near + far)
            };
            let cut = if best <= start { best + away } else { best - away };
            (cut, cut)
        };
        let mut parts = Vec::with_capacity(3);
        // The interval around the least distance is examined first: it is the last one.
        let (mut from, mut placed) = (start, front.placed[0]);
        for cut in [cuts[1], cuts[2], end] {
            if !(cut > from && cut <= end) {
                continue;
            }
            let there = if cut == end { front.placed[1] } else { self.motion.flight.placed(cut) };
            let (pairs, sources) = (front.pairs.clone(), front.sources.clone());
            parts.push(TimedFront { ends: [from, cut], placed: [placed, there], pairs, sources });
            (from, placed) = (cut, there);
        }
        if parts.is_empty() {
            parts.push(front);
        }
        if parts.len() == 3 {
            parts.swap(1, 2);
        }
        parts
    }

    /// Drops all pairs that are proved farther apart than the least distance. `None` if the budget is exhausted.
    fn examine(&mut self, cell: &BentCell, front: TimedFront) -> Result<Option<Remainder>, DetectError> {
        let mut known = Vec::with_capacity(front.sources.len() + 1);
        for source in front.sources {
            let directions = cell.turning(self.between(cell, source));
            known.extend(directions.map(|directions| KnownDirections { source, directions }));
        }
        let mut left = Remainder { pairs: Vec::new(), known, kept: true, measured: [f64::INFINITY; 3] };
        let mut waiting = front.pairs;
        while let Some(nodes) = waiting.pop() {
            if self.record.is_spent() {
                return Ok(None);
            }
            self.record.count_step();
            if self.separated(&mut left, nodes) {
                continue;
            }
            match [0, 1].map(|side: usize| self.models[side].boxes().below(nodes[side])) {
                [ObbNode::Triangle(_), ObbNode::Triangle(_)] => self.measure(cell, &mut left, nodes)?,
                below => self.open(cell, &mut left, &mut waiting, (nodes, below)),
            }
        }
        Ok(Some(left))
    }

    /// The triangles of two leaves.
    fn triangles(&self, nodes: [u32; 2]) -> [u32; 2] {
        [0, 1].map(|side: usize| match self.models[side].boxes().below(nodes[side]) {
            ObbNode::Triangle(triangle) => triangle,
            ObbNode::Children(_) => unreachable!("only leaves are measured"),
        })
    }

    fn node_parts(&self, nodes: [u32; 2]) -> [BentPart<'_>; 2] {
        [BentPart::of(self.models[0], nodes[0]), BentPart::of(self.models[1], nodes[1])]
    }

    fn volumes(&self, nodes: [u32; 2]) -> [&Obb; 2] {
        [self.models[0].boxes().volume(nodes[0]), self.models[1].boxes().volume(nodes[1])]
    }

    /// Whether known directions prove a pair farther apart than the least distance.
    fn separated(&self, left: &mut Remainder, nodes: [u32; 2]) -> bool {
        let [a, b] = self.node_parts(nodes);
        let upper = self.record.upper;
        let found = left.known.iter().rposition(|known| known.directions.margin(&a, &b, upper) > 0.0);
        if let Some(index) = found {
            // The last one is tried first.
            let last = left.known.len() - 1;
            if index < last {
                left.known.swap(index, last);
            }
        }
        found.is_some()
    }

    /// Vectors between two nodes at the three instants of an interval.
    fn between(&self, cell: &BentCell, nodes: [u32; 2]) -> [DVec3; 3] {
        match self.node_parts(nodes) {
            [BentPart::Triangle(a), BentPart::Triangle(b)] => cell.between_triangles(a, b),
            [
                BentPart::Box(_) | BentPart::Triangle(_) | BentPart::Hull(_),
                BentPart::Box(_) | BentPart::Triangle(_) | BentPart::Hull(_),
            ] => {
                let [a, b] = self.volumes(nodes);
                cell.between_volumes(a, b)
            }
        }
    }

    /// Tries directions between the two nodes. `None` if they prove the pair farther apart than the least distance.
    /// Otherwise whether they prove nearly that.
    fn try_own(&self, left: &mut Remainder, nodes: [u32; 2], cell: &BentCell, vectors: [DVec3; 3]) -> Option<bool> {
        let Some(directions) = cell.turning(vectors) else { return Some(false) };
        let [a, b] = self.node_parts(nodes);
        if directions.margin(&a, &b, self.record.upper) > 0.0 {
            if left.known.len() >= KEPT_DIRECTIONS {
                left.known.remove(0);
            }
            left.known.push(KnownDirections { source: nodes, directions });
            return None;
        }
        Some(directions.margin(&a, &b, self.nearly()) > 0.0)
    }

    /// Measures two triangles. If they are closer than the least distance, that becomes smaller.
    fn measure(&mut self, cell: &BentCell, left: &mut Remainder, nodes: [u32; 2]) -> Result<(), DetectError> {
        self.record.effort.pairs += 1;
        let vectors = self.between(cell, nodes);
        let mut nearer: Option<(f64, f64)> = None;
        for (instant, vector) in vectors.iter().enumerate() {
            let distance = vector.length();
            left.measured[instant] = left.measured[instant].min(distance);
            if distance < nearer.map_or(self.record.upper - APPROACH_SHARES[1] * self.record.tolerance, |(_, d)| d) {
                nearer = Some((cell.times[instant], distance));
            }
        }
        if let Some((time, _)) = nearer {
            let triangles = self.triangles(nodes);
            let (time, found) = self.meter.least_of(triangles, time)?;
            self.record.take(time, found);
        }
        if let Some(kept) = self.try_own(left, nodes, cell, vectors) {
            left.kept &= kept;
            left.pairs.push(nodes);
        }
        Ok(())
    }

    /// Opens a pair of nodes that is not apart at the middle of the interval. Keeps it for shorter intervals otherwise.
    fn open(
        &self,
        cell: &BentCell,
        left: &mut Remainder,
        waiting: &mut Vec<[u32; 2]>,
        (nodes, below): ([u32; 2], [ObbNode; 2]),
    ) {
        let [a, b] = self.volumes(nodes);
        let sizes = [a, b].map(|volume| volume.half().max_element());
        let middle = &cell.placed[1];
        let along = between_boxes(a, b, middle);
        let gap = if along == DVec3::ZERO { 0.0 } else { lead(a, b, middle, along) };
        if gap > self.record.upper {
            if self.try_own(left, nodes, cell, cell.between_volumes(a, b)).is_none() {
                return;
            }
            let apart = gap > self.record.upper + BOX_OPENING * sizes[0].min(sizes[1]);
            if apart && !self.is_short(cell) {
                left.kept = false;
                left.pairs.push(nodes);
                return;
            }
        }
        let of_a = |first: u32| [first, first + 1].map(|child| [child, nodes[1]]);
        let of_b = |first: u32| [first, first + 1].map(|child| [nodes[0], child]);
        waiting.extend(match below {
            [ObbNode::Children(first), ObbNode::Triangle(_)] => of_a(first),
            [ObbNode::Triangle(_), ObbNode::Children(first)] => of_b(first),
            [ObbNode::Children(first), ObbNode::Children(_)] if sizes[0] >= sizes[1] => of_a(first),
            [ObbNode::Children(_), ObbNode::Children(first)] => of_b(first),
            [ObbNode::Triangle(_), ObbNode::Triangle(_)] => unreachable!("pairs of triangles are measured"),
        });
    }
}

/// The ends of an interval.
fn front_ends(cell: &BentCell) -> [f64; 2] {
    [cell.times[0], cell.times[2]]
}
