//! The distance of two bodies of trimmed faces at an instant.
//!
//! **Question.** How far are two bodies apart whose faces are bounded by curves (the bodies of STEP files), and where
//! are they closest?
//!
//! **Idea.** Branch and bound, best first, over pairs of elements: faces, the curves that bound them, and the ends of
//! these ([`parts`]). At the closest points, the slopes of the distance by the parameters of both elements vanish:
//! within a face by both, within a curve by one. Pairs of parts on which some slope never vanishes are left out,
//! because the least distance is then on a border, which is an element of its own. So it does not matter where exactly
//! a face ends. Other pairs wait in order of a lower bound on their distance, and the first is halved. Newton steps
//! from its middle give upper bounds. Parts are settled at once where the squared distance is convex ([`local`]).
//! Where two elements come as close as rounding, a common point is proved ([`meeting`]), and the distance is zero.
//! The partner of a curved body may be a mesh, a box or a hull, whose triangles are flat faces, a ball or a capsule,
//! which is a point or a segment with a radius, or a cylinder, cone or ellipsoid by its formulas.
//!
//! **Guarantee.** The enclosure holds for the exact faces and motions, rounding included. It is wider than the tolerance
//! where the search exceeds its steps. Bodies that touch without crossing, or one inside the other, are left to other
//! methods.
//!
//! **Cost.** Some microseconds a step, some thousand steps. [BENCHMARKS.md](../../../../../BENCHMARKS.md) has
//! figures.
//!
//! **Source.** R. B. Kearfott, *Rigorous Global Search*, 1996, for the tests of slope and convexity.

mod flat;
mod local;
mod meeting;
mod parts;

use super::answer::{ClosestPair, PairDistance};
use super::frozen::FrozenBody;
use super::questions::box_distances;
use crate::limits::StepBudget;
use crate::tolerance::{
    FACE_DISTANCE_STEPS, FACE_MEETING_NEAR, FACE_NEWTON_STEPS, FACE_POINT_ROUNDING, FACE_RAY_PARTS,
};
use crate::{DetectError, Effort, Evidence, Moving, Prepared, Query, Verdict, first_contact};
use glam::DVec3;
use local::{DistanceForm, PlainForm, along_direction};
use parts::{FaceParts, Part};
use std::collections::BinaryHeap;
use tangency_bound::{Aabb, BoundingVolume};
use tangency_geometry::Feature;
use tangency_interval::{Earliest, Interval, Vector3};

/// The closest points found: elements of both bodies, and the parameters there.
#[derive(Clone, Copy)]
struct ClosestElements {
    elements: [usize; 2],
    at: [[f64; 2]; 2],
}

/// What waits in the queue.
#[derive(Clone, Copy)]
enum Pending {
    /// Two faces with their curves.
    Faces([usize; 2]),
    /// Two parts of elements.
    Parts([usize; 2]),
}

struct FaceSearch<'pair> {
    models: [FaceParts<'pair>; 2],
    queue: BinaryHeap<Earliest<u64, Pending>>,
    queued: u64,
    /// Metres. The least lower bound of the pairs that were settled.
    floor: f64,
    /// Metres. The bodies are at most this far apart.
    upper: f64,
    closest: Option<ClosestElements>,
    /// Metres. Points that are so close are tried as a common point.
    near: f64,
    /// Metres. The bodies overlap if their faces are closer than this: the sum of the radii around them.
    grown: f64,
    /// Whether the closest points are proved to be one common point.
    meets: bool,
    /// Whether the search ended before the enclosure was narrow.
    is_wide: bool,
}

/// The distance at an instant. `None` leaves the pair to other methods.
pub(super) fn distance(bodies: [&Moving; 2], at: f64, query: &Query) -> Result<Option<PairDistance>, DetectError> {
    let [Some(a), Some(b)] = bodies.map(|body| FaceParts::new(body, at)) else { return Ok(None) };
    if !(a.is_curved() || b.is_curved()) {
        return Ok(None);
    }
    let radii = Interval::from(a.radius) + b.radius;
    let slack = (Interval::from(a.rounding) + b.rounding).upper();
    let limit = query.budget.unwrap_or(u64::MAX).min(FACE_DISTANCE_STEPS);
    let mut budget = StepBudget::left(Some(limit), &query.stop);
    let mut search = FaceSearch::new([a, b]);
    let Some(lower) = search.run(query.tolerance, &mut budget) else { return Ok(None) };
    let (Some(closest), true) = (search.closest, lower > 0.0 || search.meets) else { return Ok(None) };
    let found = Interval::between(lower.min(search.upper), search.upper) - radii + Interval::between(-slack, slack);
    // A core with a radius, and another body within it.
    let is_grown = radii.upper() > 0.0 || slack > 0.0;
    if is_grown && !(found.lower() > 0.0) {
        return Ok(None);
    }
    let mut effort = Effort { pairs: 1, iterations: budget.spent };
    if !search.meets && search.may_contain(&closest, lower) {
        let answer = first_contact(bodies[0], bodies[1], &Query { separation: 0.0, ..query.clone() })?;
        effort = effort.plus(answer.effort);
        if !matches!(answer.verdict, Verdict::Clear { .. }) {
            return Ok(None);
        }
    }
    let points = search.points(&closest);
    let features = [0, 1].map(|body| search.models[body].feature(closest.elements[body], closest.at[body]));
    let normal = if search.meets { search.normal(&closest) } else { (points[1] - points[0]).try_normalize() };
    let normal = normal.unwrap_or(DVec3::Z);
    let [radius_a, radius_b] = search.models.each_ref().map(|model| model.radius);
    let points = [points[0] + radius_a * normal, points[1] - radius_b * normal];
    let features = [0, 1].map(|body| feature_of(bodies[body], at, points[body]).unwrap_or(features[body]));
    Ok(Some(PairDistance {
        distance: if is_grown { found } else { Interval::between(lower.min(search.upper), search.upper) },
        closest: ClosestPair { points, normal, features },
        evidence: Evidence::Proved,
        effort,
    }))
}

/// The feature of a convex primitive at a point. `None` for other bodies.
fn feature_of(body: &Moving, at: f64, point: DVec3) -> Option<Feature> {
    let Prepared::Convex(convex) = body.prepared() else { return None };
    let local = FrozenBody::pose(body.motion(), at)?.inverse().apply(point);
    Some(convex.prepared().shape().feature_at(local))
}

impl<'pair> FaceSearch<'pair> {
    fn new(mut models: [FaceParts<'pair>; 2]) -> Self {
        models.iter_mut().for_each(FaceParts::begin);
        let counts = models.each_ref().map(FaceParts::count);
        let radii = models.each_ref().map(|model| model.radius);
        let size = |model: &FaceParts<'_>| model.parts.iter().map(Part::size).fold(0.0, f64::max);
        let near = FACE_MEETING_NEAR * size(&models[0]).min(size(&models[1]));
        let mut search = Self {
            models,
            queue: BinaryHeap::new(),
            queued: 0,
            floor: f64::INFINITY,
            upper: f64::INFINITY,
            closest: None,
            near,
            grown: (Interval::from(radii[0]) + radii[1]).upper(),
            meets: false,
            is_wide: false,
        };
        for a in 0..counts[0] {
            for b in 0..counts[1] {
                search.push(Pending::Faces([a, b]), 0.0);
            }
        }
        search
    }

    /// Queues a pair that is known to be at least this far apart.
    fn push(&mut self, pair: Pending, known: f64) {
        let boxes = match pair {
            Pending::Faces(faces) => {
                [0, 1].map(|body| self.models[body].parts[self.models[body].whole(faces[body])].extent)
            }
            Pending::Parts(parts) => [0, 1].map(|body| self.models[body].parts[parts[body]].extent),
        };
        let lower = box_distances(&boxes)[0].max(known);
        if lower > self.upper {
            return;
        }
        self.queued += 1;
        self.queue.push(Earliest { time: lower, place: self.queued, item: pair });
    }

    /// Searches until the enclosure is as narrow as the tolerance, or the steps are used up. Returns the lower bound.
    /// `None` if the bodies are within the tolerance of a contact.
    fn run(&mut self, tolerance: f64, budget: &mut StepBudget<'_>) -> Option<f64> {
        while let Some(Earliest { time: lower, item: pair, .. }) = self.queue.pop() {
            if lower >= self.upper - tolerance {
                return Some(lower.min(self.floor));
            }
            if !budget.spend() {
                return Some(self.unfinished(lower));
            }
            let pair = match pair {
                Pending::Faces(faces) => {
                    self.open(faces, lower);
                    continue;
                }
                Pending::Parts(parts) => parts,
            };
            let known = self.bound(pair);
            if self.meets {
                return Some(0.0);
            }
            let Some(known) = known else { continue };
            if self.upper <= self.grown + tolerance {
                return None;
            }
            let known = known.max(lower);
            if known >= self.upper - tolerance {
                self.floor = self.floor.min(known);
                continue;
            }
            let sizes = [0, 1].map(|body| {
                let model = &self.models[body];
                model.extent_to_divide(pair[body])
            });
            if sizes[0].max(sizes[1]) < 0.0 {
                return Some(self.unfinished(lower));
            }
            let larger = usize::from(sizes[1] > sizes[0]);
            for half in self.models[larger].children(pair[larger]) {
                let mut next = pair;
                next[larger] = half;
                self.push(Pending::Parts(next), known);
            }
        }
        // The closest points are on some pair, so that nothing settled means nothing known.
        Some(self.floor).filter(|floor| floor.is_finite())
    }

    /// The lower bound of a search that ends early, with a pair that may be this close.
    fn unfinished(&mut self, lower: f64) -> f64 {
        self.is_wide = true;
        lower.min(self.floor)
    }

    /// Queues the elements of two faces.
    fn open(&mut self, faces: [usize; 2], known: f64) {
        let [a, b] = [0, 1].map(|body| self.models[body].parts_of(faces[body]));
        for &part in &a {
            for &other in &b {
                self.push(Pending::Parts([part, other]), known);
            }
        }
    }

    /// A lower bound on the distance of two parts; improves the upper bound on the way. `None` if the bodies are not
    /// closest there, or not only there.
    fn bound(&mut self, pair: [usize; 2]) -> Option<f64> {
        let [a, b] = [0, 1].map(|body| &self.models[body].parts[pair[body]]);
        let elements = [a.element, b.element];
        let (Some(jet_a), Some(jet_b)) = (a.jet, b.jet) else {
            if [0, 1].into_iter().any(|body| self.models[body].is_group(pair[body])) {
                return Some(0.0);
            }
            // A crease: only boxes bound the distance from below.
            let middle = [a.sides, b.sides].map(|sides| sides.map(Interval::mid));
            self.improve(elements, middle);
            return Some(0.0);
        };
        let form = DistanceForm::new(&jet_a, &jet_b);
        if form.is_sloped() {
            return None;
        }
        let known = along_direction([&jet_a, &jet_b], [&a.offsets(), &b.offsets()]);
        let sides = [a.sides, b.sides];
        if known >= self.upper {
            return Some(known);
        }
        let middle = sides.map(|sides| sides.map(Interval::mid));
        if form.is_convex() {
            // The closest points known, if they are on these elements, are probably the least of the box.
            let start = match self.closest {
                Some(closest) if closest.elements == elements => closest.at,
                Some(_) | None => middle,
            };
            let clamped = |body: usize, k: usize| start[body][k].clamp(sides[body][k].lower(), sides[body][k].upper());
            let start = [0, 1].map(|body| [0, 1].map(|k| clamped(body, k)));
            return Some(self.least_of_convex(elements, sides, start).map_or(known, |least| least.max(known)));
        }
        let [from, to] = [jet_a, jet_b].map(|jet| DVec3::from_array(jet.centre.mid()));
        if from.distance(to) < self.upper {
            let whole = [0, 1].map(|body| self.models[body].domain(elements[body]));
            let found = self.descended(elements, whole, middle);
            if !self.improve(elements, found) {
                self.improve(elements, middle);
            }
        }
        Some(known)
    }

    /// A lower bound on the distance over a box on which the squared distance is convex.
    fn least_of_convex(
        &mut self,
        elements: [usize; 2],
        sides: [[Interval; 2]; 2],
        start: [[f64; 2]; 2],
    ) -> Option<f64> {
        let at = self.descended(elements, sides, start);
        self.improve(elements, at);
        let form = self.form(elements, at)?;
        let offsets =
            self.packed(elements, [0, 1].map(|body| [0, 1].map(|k| sides[body][k] - Interval::from(at[body][k]))));
        Some(form.above_tangent(&offsets))
    }

    /// The function at a point.
    fn form(&mut self, elements: [usize; 2], at: [[f64; 2]; 2]) -> Option<DistanceForm> {
        let [a, b] = [0, 1].map(|body| self.models[body].jet(elements[body], at[body].map(Interval::from)));
        Some(DistanceForm::new(&a?, &b?))
    }

    /// The parameters that run, one after the other.
    fn packed<Value: Copy>(&self, elements: [usize; 2], of: [[Value; 2]; 2]) -> [Value; 4] {
        let mut packed = [of[0][0]; 4];
        let mut count = 0;
        for body in 0..2 {
            for value in of[body].into_iter().take(self.models[body].elements[elements[body]].free()) {
                (packed[count], count) = (value, count + 1);
            }
        }
        packed
    }

    /// The function at a point, in floating point.
    fn plain_form(&mut self, elements: [usize; 2], at: [[f64; 2]; 2]) -> PlainForm {
        PlainForm::new([0, 1].map(|body| self.models[body].plain_jet(elements[body], at[body])))
    }

    /// A point of the box where the distance is locally least, by Newton steps from a point of the box.
    fn descended(&mut self, elements: [usize; 2], sides: [[Interval; 2]; 2], start: [[f64; 2]; 2]) -> [[f64; 2]; 2] {
        let packed_sides = self.packed(elements, sides);
        let counts = [0, 1].map(|body| self.models[body].elements[elements[body]].free());
        let mut at = start;
        let mut form = self.plain_form(elements, at);
        for _ in 0..FACE_NEWTON_STEPS {
            let Some(step) = form.newton_step(&self.packed(elements, at), &packed_sides) else { break };
            let mut share = 1.0;
            let mut better = None;
            for _ in 0..4 {
                let mut next = at;
                let mut taken = 0;
                for body in 0..2 {
                    for k in 0..counts[body] {
                        let side = sides[body][k];
                        next[body][k] = (at[body][k] + share * step[taken]).clamp(side.lower(), side.upper());
                        taken += 1;
                    }
                }
                let found = self.plain_form(elements, next);
                if found.distance < form.distance {
                    better = Some((next, found));
                    break;
                }
                share *= 0.25;
            }
            let Some((next, found)) = better else { break };
            (at, form) = (next, found);
        }
        at
    }

    /// Takes points as the closest, if they are proved to be closer and to belong to the bodies.
    fn improve(&mut self, elements: [usize; 2], at: [[f64; 2]; 2]) -> bool {
        if self.plain_form(elements, at).distance >= self.upper {
            return false;
        }
        let belongs = |body: usize| {
            let model = &self.models[body];
            model.elements[elements[body]].inside(at[body].map(Interval::from))
        };
        if !(belongs(0) && belongs(1)) {
            return false;
        }
        let [a, b] = [0, 1].map(|body| self.models[body].place(elements[body], at[body].map(Interval::from)));
        let upper = (a - b).length().upper();
        if upper >= self.upper {
            return false;
        }
        self.upper = upper;
        self.closest = Some(ClosestElements { elements, at });
        if upper <= self.near
            && let Some(at) = meeting::proved(&mut self.models, elements, at)
        {
            (self.upper, self.meets) = (0.0, true);
            self.closest = Some(ClosestElements { elements, at });
        }
        true
    }

    /// The outward normal of the first body at the closest points, in floating point.
    fn normal(&mut self, closest: &ClosestElements) -> Option<DVec3> {
        let normal = self.models[0].outward(closest.elements[0], closest.at[0])?;
        DVec3::from_array(normal.mid()).try_normalize()
    }

    /// The closest points, in the world, in floating point.
    fn points(&mut self, closest: &ClosestElements) -> [DVec3; 2] {
        [0, 1].map(|body| {
            let place = self.models[body].place(closest.elements[body], closest.at[body].map(Interval::from));
            DVec3::from_array(place.mid())
        })
    }

    /// Whether a part of one body may be inside the other. `false` proves that none is, for surfaces that are `lower`
    /// or more apart. A point of one body is outside of the other if the line to it leaves that body and does not
    /// enter it again, or if a ray from it does not meet that body. The rest of what is connected with the point is
    /// then outside too. The line may meet other parts of the body before the closest point that is known: how close
    /// the search has come to the closest one says nothing here.
    fn may_contain(&mut self, closest: &ClosestElements, lower: f64) -> bool {
        [(0, 1), (1, 0)].into_iter().any(|(outer, inner): (usize, usize)| {
            if !self.models[outer].is_solid() {
                return false;
            }
            let shown = self.leaves_outwards(closest, outer, lower) || self.escapes(closest, outer);
            let extents = self.models[outer].parts.iter().map(|part| part.extent);
            let Some(region) = extents.reduce(|a, b| a.merged(&b)) else { return true };
            let groups = self.models[inner].connected();
            let here = groups[self.models[inner].elements[closest.elements[inner]].face()];
            (0..groups.len())
                .any(|face| !(shown && groups[face] == here || self.has_point_outside(inner, face, &region)))
        })
    }

    /// `true` proves that a point of the face is outside of a box.
    fn has_point_outside(&mut self, body: usize, face: usize, region: &Aabb) -> bool {
        self.models[body].corners(face).iter().any(|corner| box_distances(&[*corner, *region])[0] > 0.0)
    }

    /// `true` proves that the ray from the closest point of the other body, away from this one, does not meet this one.
    fn escapes(&mut self, closest: &ClosestElements, body: usize) -> bool {
        let other = 1 - body;
        let [from, to] = self.points(closest);
        let direction = if body == 0 { to - from } else { from - to };
        let at = closest.at[other].map(Interval::from);
        let start = self.models[other].place(closest.elements[other], at);
        let model = &mut self.models[body];
        let mut pending: Vec<usize> = (0..model.count()).map(|face| model.whole(face)).collect();
        for _ in 0..FACE_RAY_PARTS {
            let Some(part) = pending.pop() else { return true };
            if misses(start, direction, f64::MAX, &model.parts[part].extent) {
                continue;
            }
            if !model.is_divisible(part) {
                return false;
            }
            pending.extend(model.children(part));
        }
        false
    }

    /// `true` proves that the other closest point is outside: the line to it meets this body only where it leaves it.
    /// It starts on the surface, so to be inside later it would have to enter first. The points are rounded, by less
    /// than `lower`, a bound on the distance.
    fn leaves_outwards(&mut self, closest: &ClosestElements, body: usize, lower: f64) -> bool {
        let [from, to] = self.points(closest);
        let size = from.abs().max(to.abs()).max_element();
        if !(lower > FACE_POINT_ROUNDING * size) {
            return false;
        }
        let direction = if body == 0 { to - from } else { from - to };
        let along = Vector3::point(direction.to_array());
        let start = self.models[body].place(closest.elements[body], closest.at[body].map(Interval::from));
        let model = &mut self.models[body];
        let mut pending: Vec<usize> = (0..model.count()).map(|face| model.whole(face)).collect();
        for _ in 0..FACE_RAY_PARTS {
            let Some(part) = pending.pop() else { return true };
            if misses(start, direction, 1.0, &model.parts[part].extent)
                || model.outward_over(part).is_some_and(|normal| along.dot(normal).lower() > 0.0)
            {
                continue;
            }
            if !model.is_divisible(part) {
                return false;
            }
            pending.extend(model.children(part));
        }
        false
    }
}

/// `true` proves that the ray from a point, up to a multiple of a direction, does not meet the box.
fn misses(from: Vector3, direction: DVec3, most: f64, region: &Aabb) -> bool {
    let mut times = Interval::between(0.0, most);
    for axis in 0..3 {
        let way = region.intervals()[axis] - from[axis];
        if direction[axis] == 0.0 {
            if !way.contains(0.0) {
                return true;
            }
            continue;
        }
        times = times.intersection(way / Interval::from(direction[axis]));
        if times.is_empty() {
            return true;
        }
    }
    false
}
