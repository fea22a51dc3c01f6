//! The distance of two bodies of spline faces at an instant.
//!
//! **Question.** How far are two bodies apart whose faces are all Bézier patches, and where are they closest?
//!
//! **Idea.** Branch and bound, best first. Pairs of parts of faces wait in a priority queue in order of a lower bound
//! on their distance: the gap of their shells or boxes. The pair with the least bound is halved. Newton steps from its
//! middle give upper bounds. Small parts are settled at once where the squared distance is proved to be convex, or to
//! fall towards a side ([`local`]): near the closest points the search then ends without a crowd of tiny parts.
//! Where two faces come close, a common point is looked for and proved; the distance is then zero.
//!
//! **Guarantee.** The enclosure holds for the exact faces and motions, rounding included. Bodies that touch without
//! crossing or may contain one another are left to other methods. The enclosure is wider than the tolerance where the
//! search exceeds its steps.
//!
//! **Cost.** About ten microseconds a step, some hundreds of steps. [BENCHMARKS.md](../../../../../BENCHMARKS.md) has
//! figures.
//!
//! **Source.** Volumes: Krishnan et al. 1998, sections 3 and 5; the paper has no distances. Branch and bound with
//! convexity: R. B. Kearfott, *Rigorous Global Search*, 1996.

mod jets;
mod local;
mod placed;

pub(super) use placed::PlacedSplines;

use super::answer::{ClosestPair, PairDistance};
use super::crossing::common_point;
use crate::among::swept_box;
use crate::limits::StepBudget;
use crate::tolerance::{
    CONVEX_SPLINE_PARTS, FACE_MEETING_NEAR, SPLINE_DISTANCE_STEPS, SPLINE_GROWTH_BYTES, SPLINE_POINT_ROUNDING,
};
use crate::{DetectError, Effort, Evidence, Moving, Query, Verdict, first_contact};
use glam::DVec3;
use jets::{FacePart, PartJets};
use local::{FacePair, MinimumGoal, Sides};
use std::collections::BinaryHeap;
use tangency_bound::{GrownNode, PlacedVolume, ShellGrowth, ShellTree};
use tangency_geometry::Feature;
use tangency_geometry::surface::PatchWork;
use tangency_interval::{Earliest, Interval};

/// Parts of two faces.
#[derive(Clone, Copy)]
struct PartPair {
    faces: [usize; 2],
    nodes: [GrownNode; 2],
    volumes: [PlacedVolume; 2],
}

/// The closest points found.
#[derive(Clone, Copy)]
struct ClosestPart {
    faces: [usize; 2],
    at: [f64; 4],
}

struct SplineSearch<'pair> {
    models: [&'pair PlacedSplines<'pair>; 2],
    growth: [Vec<ShellGrowth>; 2],
    jets: [PartJets; 2],
    /// Indices of pairs, in order of the lower bounds on their distances.
    queue: BinaryHeap<Earliest<usize, ()>>,
    pairs: Vec<PartPair>,
    /// Metres. The width of the enclosure that is asked for.
    tolerance: f64,
    /// Metres. The least lower bound of the pairs that were left out.
    floor: f64,
    /// Metres. The bodies are at most this far apart.
    upper: f64,
    closest: Option<ClosestPart>,
    /// Metres. Points that are so close are tried as a common point.
    near: f64,
    /// Whether the closest points are proved to be one common point.
    meets: bool,
    work: PatchWork,
}

/// The distance at an instant. `None` leaves the pair to other methods.
pub(super) fn distance(bodies: [&Moving; 2], at: f64, query: &Query) -> Result<Option<PairDistance>, DetectError> {
    let [Some(a), Some(b)] = bodies.map(|body| PlacedSplines::new(body, at)) else { return Ok(None) };
    let limit = query.budget.unwrap_or(u64::MAX).min(SPLINE_DISTANCE_STEPS);
    let mut budget = StepBudget::left(Some(limit), &query.stop);
    let mut search = SplineSearch::new([&a, &b], query.tolerance);
    let Some(lower) = search.run(&mut budget) else { return Ok(None) };
    let (Some(closest), true) = (search.closest, lower > 0.0 || search.meets) else { return Ok(None) };
    let mut effort = Effort { pairs: 1, iterations: budget.spent };
    if !search.meets && may_contain(bodies, [&a, &b], query) {
        let answer = first_contact(bodies[0], bodies[1], &Query { separation: 0.0, ..query.clone() })?;
        effort = effort.plus(answer.effort);
        if !matches!(answer.verdict, Verdict::Clear { .. }) {
            return Ok(None);
        }
    }
    let ClosestPart { faces, at: [u, v, s, t] } = closest;
    let parameters = [[u, v], [s, t]];
    let points = [0, 1].map(|body| search.models[body].point(faces[body], parameters[body], &mut search.work));
    let features = [0, 1].map(|body| Feature::Patch { index: faces[body] as u32, parameters: parameters[body] });
    let normal = if search.meets { search.normal(&closest) } else { (points[1] - points[0]).try_normalize() };
    let normal = normal.unwrap_or(DVec3::Z);
    Ok(Some(PairDistance {
        distance: Interval::between(lower, search.upper),
        closest: ClosestPair { points, normal, features },
        evidence: Evidence::Proved,
        effort,
    }))
}

/// Whether a part of one body may be inside the other. `false` proves that none is, for surfaces that do not meet:
/// every face of either has a point outside of the box around the other.
fn may_contain(bodies: [&Moving; 2], models: [&PlacedSplines<'_>; 2], query: &Query) -> bool {
    [(0, 1), (1, 0)].into_iter().any(|(outer, inner): (usize, usize)| {
        if !models[outer].brep.is_solid() {
            return false;
        }
        let region = swept_box(bodies[outer], query);
        let mut work = PatchWork::default();
        (0..models[inner].brep.faces().len()).any(|face| {
            let point = models[inner].point(face, [0.0, 0.0], &mut work);
            // Twice the error covers the evaluation of the point as well.
            let slack = 2.0 * models[inner].error + SPLINE_POINT_ROUNDING * point.abs().max_element();
            let region = region.inflated(slack);
            point.cmpge(region.lower()).all() && point.cmple(region.upper()).all()
        })
    })
}

impl<'pair> SplineSearch<'pair> {
    fn new(models: [&'pair PlacedSplines<'pair>; 2], tolerance: f64) -> Self {
        let growth = models.map(|model| vec![ShellGrowth::within(SPLINE_GROWTH_BYTES); model.trees.trees().len()]);
        let mut search = Self {
            models,
            growth,
            jets: Default::default(),
            queue: BinaryHeap::new(),
            pairs: Vec::new(),
            tolerance,
            floor: f64::INFINITY,
            upper: f64::INFINITY,
            closest: None,
            near: FACE_MEETING_NEAR * models[0].trees.reach().min(models[1].trees.reach()),
            meets: false,
            work: PatchWork::default(),
        };
        let roots = models.map(|model| {
            let placed = |tree: &ShellTree| (tree.root(), tree.root().node().volume().placed(&model.pose));
            model.trees.trees().iter().map(placed).collect::<Vec<_>>()
        });
        for (i, &(node_a, volume_a)) in roots[0].iter().enumerate() {
            for (j, &(node_b, volume_b)) in roots[1].iter().enumerate() {
                let pair = PartPair { faces: [i, j], nodes: [node_a, node_b], volumes: [volume_a, volume_b] };
                search.push(pair, 0.0);
            }
        }
        search
    }

    /// Queues a pair that is known to be at least this far apart.
    fn push(&mut self, pair: PartPair, known: f64) {
        let error = self.models[0].error + self.models[1].error;
        let time = (pair.volumes[0].gap(&pair.volumes[1]) - error).next_down().max(known);
        if time >= self.upper - self.tolerance {
            self.floor = self.floor.min(time);
            return;
        }
        self.queue.push(Earliest { time, place: self.pairs.len(), item: () });
        self.pairs.push(pair);
    }

    /// Searches until the enclosure is as narrow as the tolerance, or the steps are used up. Returns the lower bound.
    /// `None` if the bodies are within the tolerance of a contact.
    fn run(&mut self, budget: &mut StepBudget<'_>) -> Option<f64> {
        let tolerance = self.tolerance;
        while let Some(Earliest { time: lower, place, .. }) = self.queue.pop() {
            let pair = self.pairs[place];
            if lower >= self.upper - tolerance {
                return Some(lower.min(self.floor));
            }
            if !budget.spend() {
                return Some(lower.min(self.floor));
            }
            self.try_middle(&pair);
            if self.meets {
                return Some(0.0);
            }
            if self.upper <= tolerance {
                return None;
            }
            let known = self.settled(&pair).unwrap_or(0.0).max(lower);
            if known >= self.upper - tolerance {
                self.floor = self.floor.min(known);
                continue;
            }
            let Some(halves) = self.halves(&pair) else { return Some(lower.min(self.floor)) };
            for child in halves {
                self.push(child, known);
            }
        }
        Some(self.floor)
    }

    /// The outward normal of the first body at the closest points, in floating point.
    fn normal(&mut self, closest: &ClosestPart) -> Option<DVec3> {
        let face = &self.models[0].brep.faces()[closest.faces[0]];
        let [u, v] = [0, 1].map(|k: usize| Interval::from(closest.at[k]));
        let jet = face.patch().jet([u, v, Interval::ZERO], &mut self.work)?;
        let normal = self.models[0].exact.rotation * face.facing().outward(jet.normal())?;
        DVec3::from_array(normal.mid()).try_normalize()
    }

    /// The box of parameters of a pair.
    fn sides(pair: &PartPair) -> Sides {
        let [[u, v], [s, t]] = pair.nodes.map(|node| node.node().square().ranges());
        [u, v, s, t]
    }

    /// Newton steps from the middle of a pair that is closer there than what is known.
    fn try_middle(&mut self, pair: &PartPair) {
        let [u, v, s, t] = Self::sides(pair).map(Interval::mid);
        let [a, b] =
            [(0, [u, v]), (1, [s, t])].map(|(body, at)| self.models[body].point(pair.faces[body], at, &mut self.work));
        if a.distance(b) < self.upper {
            let faces = FacePair { models: self.models, faces: pair.faces };
            let whole = [Interval::between(0.0, 1.0); 4];
            if let Some((at, upper)) = faces.descended([u, v, s, t], &whole, &mut self.work) {
                if upper < self.upper && upper <= self.near {
                    self.try_meeting(pair.faces, at);
                }
                self.improve(pair.faces, at, upper);
            }
        }
    }

    /// Looks for a proved common point near parameters of two faces.
    fn try_meeting(&mut self, faces: [usize; 2], start: [f64; 4]) {
        if let Some(at) = common_point(self.models, faces, start, &mut self.work) {
            (self.upper, self.meets) = (0.0, true);
            self.closest = Some(ClosestPart { faces, at });
        }
    }

    fn improve(&mut self, faces: [usize; 2], at: [f64; 4], upper: f64) {
        if upper < self.upper {
            self.upper = upper;
            self.closest = Some(ClosestPart { faces, at });
        }
    }

    /// A lower bound on the distance of small parts, if the squared distance is convex there.
    fn settled(&mut self, pair: &PartPair) -> Option<f64> {
        let radii = pair.nodes.map(|node| node.node().volume().radius());
        if radii[0] + radii[1] > CONVEX_SPLINE_PARTS * self.upper {
            return None;
        }
        let sides = Self::sides(pair);
        // The closest points known, if they are on these faces, are probably the closest of the box, or next to them.
        let start = match self.closest {
            Some(closest) if closest.faces == pair.faces => closest.at,
            Some(_) | None => sides.map(Interval::mid),
        };
        let faces = FacePair { models: self.models, faces: pair.faces };
        let parts = [0, 1].map(|body: usize| FacePart {
            face: pair.faces[body],
            square: pair.nodes[body].node().square(),
            fixed: [None; 2],
        });
        let tolerance = self.tolerance;
        let enough = self.upper - tolerance + self.models[0].error + self.models[1].error;
        let goal = MinimumGoal { start, enough, tolerance };
        let found = faces.convex_minimum(parts, &mut self.jets, &goal, &mut self.work)?;
        self.improve(pair.faces, found.at, found.upper);
        Some(found.lower - self.models[0].error - self.models[1].error)
    }

    /// The halves of the larger part, each with the other part. `None` at the finest level.
    fn halves(&mut self, pair: &PartPair) -> Option<[PartPair; 2]> {
        let radii = pair.nodes.map(|node| node.node().volume().radius());
        let larger = usize::from(radii[1] > radii[0]);
        let face = pair.faces[larger];
        let tree = &self.models[larger].trees.trees()[face];
        let children = self.growth[larger][face].below(tree, &pair.nodes[larger])?;
        Some(children.map(|child| {
            let mut half = *pair;
            half.nodes[larger] = child;
            half.volumes[larger] = child.node().volume().placed(&self.models[larger].pose);
            half
        }))
    }
}
