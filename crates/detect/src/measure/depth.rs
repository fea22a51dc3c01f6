//! How deep two bodies overlap at an instant.
//!
//! **Question.** Which is the shortest translation that parts two bodies that overlap?
//!
//! **Idea.** *Convex bodies:* the expansion of [`ConvexPair`], which brackets it. *Others, from above:* a body that
//! comes from far away along a direction and first touches at some offset is apart at every larger offset. The first
//! contact of that straight motion proves it, for bodies of every kind. The directions tried are those of the local
//! depths, of the convex hulls, of the contacts and of the axes. For curved bodies the best direction is turned towards
//! the normal at that first contact, while that helps. *From below:* a point of one body inside the other stays inside
//! under every translation that is shorter than its distance from the surface: a vertex of a mesh (`regions`), or the
//! point of a curved body that leaves the other one last (`inner`).
//!
//! **Guarantee.** The shortest translation is within the enclosure, rounding included. A translation along the
//! direction by more than the upper end parts the bodies. For bodies that are not convex both ends are proved, but the
//! enclosure can be wide: the lower end counts single points, and is zero for sheets.
//!
//! **Cost.** Microseconds for convex bodies. Otherwise about ten first contacts of straight motions, and a ray for
//! each vertex that may be inside the other body.
//!
//! **Source.** The bracket of convex bodies: `convex/gap`. The bounds for others are ours.

use super::answer::{LocalDepth, PairDepth};
use super::convex::convex_gap;
use super::frozen::FrozenBody;
use super::inner::inner_radius;
use super::instant::{PairMemory, at_instant, continuous};
use super::pieces;
use super::regions::regions;
use crate::among::swept_box;
use crate::tolerance::{DEPTH_DIRECTIONS, DEPTH_PROBE, DEPTH_TURNS};
use crate::{
    ConvexPair, DetectError, Effort, Evidence, Moving, PairGap, PreparedConvex, Query, Verdict, first_contact,
};
use glam::DVec3;
use tangency_bound::Aabb;
use tangency_geometry::{Contact, Convex};
use tangency_interval::Interval;

/// How deep `a` and `b` overlap at the instant `at`, in seconds: the shortest translation that parts them. Zero if they
/// are apart. The span and the separation of the query are ignored.
///
/// ```
/// use glam::DVec3;
/// use tangency_detect::{Moving, Query, depth};
/// use tangency_geometry::{Motion, Pose, Shape, primitive};
///
/// let at = |place: DVec3| -> Result<Moving, Box<dyn std::error::Error>> {
///     Ok(Moving::new(Shape::Polyhedron(primitive::cuboid(DVec3::ONE)?), Motion::Still(Pose::translated(place)?))?)
/// };
/// let found = depth(&at(DVec3::ZERO)?, &at(DVec3::new(0.75, 0.1, 0.0))?, 0.0, &Query::default())?;
/// assert!(found.depth.contains(0.25) && found.depth.width() < 1e-9);
/// assert!((found.direction - DVec3::X).length() < 1e-9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn depth(a: &Moving, b: &Moving, at: f64, query: &Query) -> Result<PairDepth, DetectError> {
    depth_with([a, b], at, query, &mut PairMemory::default())
}

/// [`depth`] with the memory of earlier answers.
pub(super) fn depth_with(
    bodies: [&Moving; 2],
    at: f64,
    query: &Query,
    memory: &mut PairMemory,
) -> Result<PairDepth, DetectError> {
    at_instant(bodies, at, query, |a, b, query| continuous_depth([a, b], at, query, memory))
}

/// The depth of bodies that do not jump at the instant.
fn continuous_depth(
    [a, b]: [&Moving; 2],
    at: f64,
    query: &Query,
    memory: &mut PairMemory,
) -> Result<PairDepth, DetectError> {
    let found = continuous([a, b], at, query, memory)?;
    let apart = PairDepth {
        depth: Interval::ZERO,
        direction: found.closest.normal,
        points: found.closest.points,
        regions: Vec::new(),
        evidence: found.evidence,
        effort: found.effort,
    };
    if found.distance.lower() > 0.0 {
        return Ok(apart);
    }
    let ask = |pair: [&Moving; 2]| continuous_depth(pair, at, query, &mut PairMemory::default());
    if let Some(found) = pieces::depth([a, b], at, query, &apart, ask)? {
        return Ok(found);
    }
    if let Some(gap) = convex_gap([a, b], at, true) {
        let PairGap { normal, points, .. } = gap;
        return Ok(PairDepth { depth: gap.depth(), direction: normal, points, evidence: Evidence::Proved, ..apart });
    }
    let least = pieces::depth_of_parts([a, b], query, ask)?;
    if [a, b].iter().any(|body| !body.prepared().bounds(query.span).radius().is_finite()) {
        // A compound with a half-space: no translation is known that parts it from a body inside it.
        return Ok(PairDepth { depth: Interval::between(least, f64::INFINITY), ..apart });
    }
    let found = Separation::new([a, b], at, query)?.depth(apart)?;
    let [lower, upper] = [found.depth.lower().max(least), found.depth.upper()];
    Ok(PairDepth { depth: Interval::between(lower.min(upper), upper), ..found })
}

/// The search for a short translation that parts two bodies.
struct Separation<'pair> {
    bodies: [&'pair Moving; 2],
    /// Both bodies at rest as they are at the instant. `None` if one cannot be kept at rest.
    frozen: Option<[FrozenBody; 2]>,
    boxes: [Aabb; 2],
    query: &'pair Query,
    effort: Effort,
}

/// A translation of `b` that parts the bodies.
struct Escape {
    /// A unit vector.
    direction: DVec3,
    /// Metres.
    length: f64,
    /// The contact just before the bodies part.
    touching: Option<Touching>,
}

/// A contact, and the length of the translation at which the bodies are there.
struct Touching {
    contact: Contact,
    offset: Interval,
}

impl<'pair> Separation<'pair> {
    fn new(bodies: [&'pair Moving; 2], at: f64, query: &'pair Query) -> Result<Self, DetectError> {
        let [a, b] = bodies.map(|body| FrozenBody::new(body, at));
        let frozen = a.zip(b).map(|(a, b)| [a, b]);
        let boxes = bodies.map(|body| swept_box(body, query));
        if !boxes.iter().all(|aabb| aabb.lower().is_finite() && aabb.upper().is_finite()) {
            return Err(DetectError::Unbounded);
        }
        Ok(Self { bodies, frozen, boxes, query, effort: Effort::default() })
    }

    /// The depth, where `apart` is the answer about bodies without one.
    fn depth(mut self, apart: PairDepth) -> Result<PairDepth, DetectError> {
        let regions = self.frozen.as_ref().map(regions).transpose()?.unwrap_or_default();
        let lower = regions.iter().map(|region| region.depth.lower()).fold(0.0, f64::max);
        let (direction, length) = self.by_boxes();
        let mut best = Escape { direction, length, touching: None };
        for candidate in self.directions(&regions)? {
            if let Some(found) = self.escape(candidate)?
                && found.length < best.length
            {
                best = found;
            }
        }
        let lower = lower.max(if self.is_faceted() { 0.0 } else { self.turn(&mut best)? });
        let deepest = regions.iter().max_by(|x, y| x.depth.upper().total_cmp(&y.depth.upper()));
        let points = deepest.map_or(apart.points, |region| region.points);
        let effort = apart.effort.plus(self.effort);
        let depth = Interval::between(lower.min(best.length), best.length);
        Ok(PairDepth { depth, direction: best.direction, points, regions, effort, ..apart })
    }

    fn is_faceted(&self) -> bool {
        self.bodies.iter().all(|body| body.faceted().is_some())
    }

    /// Turns the direction of an escape towards the normal at the point that is left last, while that makes it shorter.
    /// Returns a lower bound on the depth, in metres: how far that point of one body is inside the other.
    fn turn(&mut self, best: &mut Escape) -> Result<f64, DetectError> {
        for _ in 0..DEPTH_TURNS {
            let Some(touching) = &best.touching else { return Ok(0.0) };
            if !touching.contact.normal.is_normalized() {
                break;
            }
            match self.escape(touching.contact.normal)? {
                Some(found) if found.length < best.length => {
                    let gain = best.length - found.length;
                    *best = found;
                    if gain <= self.query.tolerance {
                        break;
                    }
                }
                Some(_) | None => break,
            }
        }
        let (Some(Touching { contact, offset }), Some([a, b])) = (&best.touching, &self.frozen) else { return Ok(0.0) };
        // Both surfaces pass within the tolerance of the contact, at an offset that is known up to the bracket.
        let known = self.query.tolerance + contact.gap.abs() + offset.width() + a.error() + b.error();
        let back = contact.point - best.direction * offset.mid();
        let mut lower = 0.0_f64;
        for (point, body) in [(contact.point, b), (back, a)] {
            let (radius, effort) = inner_radius(point, DEPTH_PROBE * best.length, body.moving(), self.query)?;
            self.effort = self.effort.plus(effort);
            let rounding = 16.0 * f64::EPSILON * incoming_size(&self.boxes);
            lower = lower.max(radius - known - rounding);
        }
        Ok(lower)
    }

    /// The shortest translation of `b` along an axis that parts the boxes around both bodies.
    fn by_boxes(&self) -> (DVec3, f64) {
        let [a, b] = &self.boxes;
        let along = |axis: DVec3, length: f64| (axis, (length * (1.0 + f64::EPSILON)).max(0.0).next_up());
        let forward = a.upper() - b.lower();
        let backward = b.upper() - a.lower();
        let ways =
            DVec3::AXES.into_iter().flat_map(|axis| [along(axis, axis.dot(forward)), along(-axis, axis.dot(backward))]);
        ways.min_by(|x, y| x.1.total_cmp(&y.1)).unwrap_or((DVec3::X, f64::INFINITY))
    }

    /// Directions along which a short translation of `b` may part the bodies.
    fn directions(&mut self, regions: &[LocalDepth]) -> Result<Vec<DVec3>, DetectError> {
        let mut deepest: Vec<&LocalDepth> = regions.iter().collect();
        deepest.sort_by(|x, y| y.depth.upper().total_cmp(&x.depth.upper()));
        let mut directions: Vec<DVec3> = deepest.iter().map(|region| region.normal).collect();
        let faceted = self.is_faceted();
        if let Some(frozen) = &self.frozen
            && faceted
            && let Some(hulls) = hull_gap(frozen)
        {
            directions.insert(0, hulls.normal);
        }
        if !faceted {
            let answer = first_contact(self.bodies[0], self.bodies[1], self.query)?;
            self.effort = self.effort.plus(answer.effort);
            directions.extend(answer.verdict.contacts().iter().map(|contact| contact.normal));
        }
        directions.retain(|direction| direction.is_normalized());
        directions.truncate(DEPTH_DIRECTIONS);
        if faceted {
            directions.extend(DVec3::AXES.into_iter().flat_map(|axis| [axis, -axis]));
        }
        Ok(directions)
    }

    /// A translation of `b` along a unit direction that is proved to part the bodies.
    fn escape(&mut self, direction: DVec3) -> Result<Option<Escape>, DetectError> {
        let Some([a, b]) = &self.frozen else { return Ok(None) };
        let farthest = |aabb: &Aabb, along: DVec3| {
            let corner = DVec3::select(along.cmpgt(DVec3::ZERO), aabb.upper(), aabb.lower());
            along.dot(corner)
        };
        let reach = farthest(&self.boxes[0], direction) + farthest(&self.boxes[1], -direction);
        let start = reach * 1.01 + self.query.tolerance;
        let Some(incoming) = b.coming_from(direction * start) else { return Ok(None) };
        let query = Query { span: Interval::between(0.0, 1.0), separation: 0.0, ..self.query.clone() };
        let answer = first_contact(a.moving(), &incoming, &query)?;
        self.effort = self.effort.plus(answer.effort);
        let offset = |time: Interval| Interval::from(start) * (Interval::from(1.0) - time);
        let (clear, touching) = match answer.verdict {
            Verdict::Clear { .. } => (1.0, None),
            Verdict::Touch(first) => {
                let contact = first.contacts.first().filter(|contact| !contact.initial);
                let touching = contact.map(|&contact| Touching { contact, offset: offset(contact.time) });
                (first.time.lower(), touching)
            }
            Verdict::Open { from } => (from, None),
        };
        let length = (Interval::from(start) * (Interval::from(1.0) - clear)).upper();
        // The start and the way are rounded, and so are the places of the bodies.
        let rounding = 16.0 * f64::EPSILON * (start + incoming_size(&self.boxes)) + a.error() + b.error();
        Ok(Some(Escape { direction, length: length + rounding, touching }))
    }
}

/// Metres. The largest coordinate of the boxes.
fn incoming_size(boxes: &[Aabb; 2]) -> f64 {
    boxes.iter().map(|aabb| aabb.lower().abs().max(aabb.upper().abs()).max_element()).fold(0.0, f64::max)
}

/// The gap of the convex hulls of two meshes, up to rounding.
fn hull_gap(frozen: &[FrozenBody; 2]) -> Option<PairGap> {
    let [a, b] = frozen.each_ref().map(|body| {
        let vertices = body.moving().shape().mesh()?.vertices().to_vec();
        let pose = FrozenBody::pose(body.moving().motion(), 0.0)?;
        Some((PreparedConvex::new(Convex::hull(vertices).ok()?), pose))
    });
    let ((hull_a, pose_a), (hull_b, pose_b)) = (a?, b?);
    Some(ConvexPair::new(hull_a, hull_b).gap([&pose_a, &pose_b]))
}
