//! First contact among many bodies.
//!
//! **Question.** Which of many moving bodies touch first?
//!
//! **Idea.** A broad phase culls the pairs with disjoint swept boxes. The remaining pairs are queried in order, in
//! rounds. All pairs of a round run in parallel, each up to the earliest contact that earlier rounds found. Rounds
//! grow in size, so that an early contact soon shortens the span of the remaining queries.
//!
//! **Guarantee.** That of the methods: over all pairs, the lower end of the bracket is never late. Verdict,
//! contacts and effort do not depend on the number of threads, because the rounds do not.

use crate::prepared::Facets;
use crate::tolerance::{FEW_VERTICES, FIRST_ROUND, LARGEST_ROUND, TURNED_ROUNDING};
use crate::{Answer, DetectError, Effort, Evidence, Merge, Merged, Moving, Prepared, Query, Tracked, Verdict};
use crate::{first_contact, first_self_contact};
use glam::{DMat3, DVec3};
use rayon::prelude::*;
use tangency_bound::{Aabb, BoundingVolume, Tree};
use tangency_geometry::{Contact, Enclosure, Motion, MovingPose};
use tangency_interval::{Interval, Vector3};

/// A body of a scene, and whether contacts with itself count.
#[derive(Clone, Copy, Debug)]
pub struct SceneMember<'body> {
    /// The body.
    pub moving: &'body Moving,
    /// Whether to look for contacts of the body with itself.
    pub self_contact: bool,
}

/// A contact and the indices of its bodies in the list.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairContact {
    /// Index of the first body.
    pub a: usize,
    /// Index of the second body. Equal to `a` for a contact of a body with itself.
    pub b: usize,
    /// The contact.
    pub contact: Contact,
}

/// The answer about a scene of many bodies.
#[derive(Clone, Debug, PartialEq)]
pub struct SceneAnswer {
    /// The combined verdict, with the contacts of all pairs.
    pub verdict: Verdict,
    /// The weakest evidence of any pair.
    pub evidence: Evidence,
    /// The total effort of all pairs.
    pub effort: Effort,
    /// The contacts with their bodies, in the order of the verdict's contacts.
    pub contacts: Vec<PairContact>,
}

/// The reason why a query about a scene cannot be answered, and the pair at fault.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{source}")]
pub struct SceneQueryError {
    /// Indices of the two bodies in the list. `None` if the query itself is at fault.
    pub pair: Option<[usize; 2]>,
    /// The underlying error.
    pub source: DetectError,
}

/// What to look for between a pair of bodies.
#[derive(Clone, Debug, PartialEq)]
pub enum Asked {
    /// Nothing. The pair may touch.
    Nothing,
    /// The first contact.
    First,
    /// The first contact other than these known ones.
    Besides(Vec<Tracked>),
}

/// The first contact among all pairs of bodies: time, points and evidence.
pub fn first_contact_among(bodies: &[SceneMember<'_>], query: &Query) -> Result<SceneAnswer, SceneQueryError> {
    first_contact_among_pairs(bodies, &|_, _| Asked::First, query)
}

/// [`first_contact_among`] with a choice for each pair of bodies. `asked(a, b)` is called with the lower index
/// first.
pub fn first_contact_among_pairs(
    bodies: &[SceneMember<'_>],
    asked: &dyn Fn(usize, usize) -> Asked,
    query: &Query,
) -> Result<SceneAnswer, SceneQueryError> {
    query.validate().map_err(|source| SceneQueryError { pair: None, source })?;
    let mut merge = Merge::new(query);
    let pairs = pairs(bodies, asked, query);
    let alone = || bodies.iter().enumerate().filter(|(_, body)| body.self_contact);
    if let Some(progress) = &query.progress {
        progress.expect(pairs.len() + alone().count());
    }
    let mut waiting = pairs.as_slice();
    let mut size = FIRST_ROUND;
    while !waiting.is_empty() {
        if query.stop.is_stopped() {
            // Nothing is known about the pairs that are left.
            take(&mut merge, [waiting[0].a, waiting[0].b], Ok(Answer::unknown(query)))?;
            break;
        }
        // All pairs share the budget, so each pair must know what the earlier ones left of it. Hence one pair per
        // round.
        let count = if query.budget.is_some() { 1 } else { size.min(waiting.len()) };
        let (round, later) = waiting.split_at(count);
        let ask = |pair: &QueriedPair| {
            let ask = |query: &Query| first_contact(bodies[pair.a].moving, bodies[pair.b].moving, query);
            match &pair.besides {
                Some(tracked) => ask(&Query { tracked: tracked.clone(), ..merge.query().clone() }),
                None => ask(merge.query()),
            }
        };
        // A single pair does not wait for the threads to start.
        let answers: Vec<_> = match round {
            [pair] => vec![ask(pair)],
            round => round.par_iter().map(ask).collect(),
        };
        for (pair, answer) in round.iter().zip(answers) {
            take(&mut merge, [pair.a, pair.b], answer)?;
        }
        (waiting, size) = (later, (2 * size).min(LARGEST_ROUND));
    }
    // Contact of a mesh with itself costs most, so it comes last, when an earlier contact may have shortened the
    // span.
    for (index, body) in alone() {
        let answer = first_self_contact(body.moving, merge.query());
        take(&mut merge, [index, index], answer)?;
    }
    Ok(finish(merge))
}

fn take(
    merge: &mut Merge<[usize; 2]>,
    pair: [usize; 2],
    answer: Result<Answer, DetectError>,
) -> Result<(), SceneQueryError> {
    merge.take(pair, answer.map_err(|source| SceneQueryError { pair: Some(pair), source })?);
    Ok(())
}

fn finish(merge: Merge<[usize; 2]>) -> SceneAnswer {
    let Merged { verdict, evidence, effort, tags } = merge.finish();
    let listed = match &verdict {
        Verdict::Touch(first) => first.contacts.as_slice(),
        Verdict::Clear { .. } | Verdict::Open { .. } => &[],
    };
    let contacts = tags.iter().zip(listed).map(|(&[a, b], &contact)| PairContact { a, b, contact }).collect();
    SceneAnswer { verdict, evidence, effort, contacts }
}

/// A pair of bodies to query.
struct QueriedPair {
    a: usize,
    b: usize,
    besides: Option<Vec<Tracked>>,
}

/// The pairs of bodies to query: wanted by `asked`, with swept boxes that are not apart. In order of their indices.
fn pairs(bodies: &[SceneMember<'_>], asked: &dyn Fn(usize, usize) -> Asked, query: &Query) -> Vec<QueriedPair> {
    let boxes: Vec<Aabb> = bodies.iter().map(|body| swept_box(body.moving, query)).collect();
    // A body without bounds has no place in a tree: it is paired with all others.
    let is_bounded = |body: &usize| boxes[*body].lower().is_finite() && boxes[*body].upper().is_finite();
    let (bounded, unbounded): (Vec<usize>, Vec<usize>) = (0..boxes.len()).partition(is_bounded);
    let mut pairs = Vec::new();
    if !bounded.is_empty() {
        let tree = Tree::new(&bounded.iter().map(|&body| boxes[body].centre()).collect::<Vec<_>>());
        let mut found = |a: usize, b: usize| pairs.push([bounded[a], bounded[b]]);
        tree.fit(|place| boxes[bounded[place]]).pairs_within(&mut found);
    }
    for (place, &body) in unbounded.iter().enumerate() {
        pairs.extend(bounded.iter().chain(&unbounded[place + 1..]).map(|&other| [body.min(other), body.max(other)]));
    }
    pairs.sort_unstable();
    let wanted = |[a, b]: [usize; 2]| match asked(a.min(b), a.max(b)) {
        Asked::Nothing => None,
        Asked::First => Some(QueriedPair { a, b, besides: None }),
        Asked::Besides(tracked) => Some(QueriedPair { a, b, besides: Some(tracked) }),
    };
    pairs.into_iter().filter_map(wanted).collect()
}

/// A box that contains the body during the span, inflated by the separation.
pub(crate) fn swept_box(moving: &Moving, query: &Query) -> Aabb {
    swept(moving.prepared(), &Motion::during(moving.motion(), query.span), query.span).inflated(query.separation)
}

/// A box that contains a shape during the span of its placement.
fn swept(prepared: &Prepared, placed: &Enclosure, span: Interval) -> Aabb {
    match prepared {
        Prepared::Facets(facets) if facets.mesh().vertices().len() > FEW_VERTICES && placed.moving_pose().is_some() => {
            swept_rigidly(facets, placed)
        }
        Prepared::Facets(facets) => {
            let vertices = facets.mesh().vertices().iter().enumerate();
            let boxes = vertices.map(|(index, &local)| Aabb::of(placed.point(index, local)));
            boxes.reduce(|a, b| a.merged(&b)).expect("a mesh has vertices")
        }
        Prepared::Rounded(rounded) => swept(rounded.core(), placed, span).inflated(rounded.radius()),
        Prepared::Compound(compound) => {
            let boxes = compound.parts().iter().map(|part| swept(part, placed, span));
            boxes.reduce(|a, b| a.merged(&b)).expect("a compound has parts")
        }
        Prepared::HalfSpace(_) => Aabb::of(Vector3::from_fn(|_| Interval::ENTIRE)),
        Prepared::Faces(_) | Prepared::Implicit(_) | Prepared::Convex(_) | Prepared::HeightMap(_) => {
            let bounds = prepared.bounds(span);
            match placed.moving_pose() {
                // The swept volume of its bounding ball.
                Some(_) => Aabb::of(bounds.ball(placed.point(0, bounds.middle()))),
                None => Aabb::of(placed.region(bounds.reach())),
            }
        }
    }
}

/// A box that contains a rigidly moving mesh of many vertices: the intersection of the swept box of its bounding box,
/// that of its bounding ball, and the box of all vertices at the middle orientation, widened by the deviation from it.
fn swept_rigidly(facets: &Facets, placed: &Enclosure) -> Aabb {
    let bounds = facets.bounds();
    let ball = bounds.ball(placed.point(0, bounds.middle()));
    let region = bounds.region();
    let end = |axis: usize, upper: bool| if upper { region[axis].upper() } else { region[axis].lower() };
    let corner = |bits: usize| DVec3::from_array([0, 1, 2].map(|axis| end(axis, bits >> axis & 1 == 1)));
    // A rigid body stays within its bounding box, which moves with it.
    let corners = (0..8).map(|bits| placed.point(0, corner(bits))).reduce(Vector3::hull).unwrap_or(ball);
    let around = corners.intersection(ball);
    Aabb::of(match placed.moving_pose() {
        Some(pose) => around.intersection(turned_vertices(facets, &pose)),
        None => around,
    })
}

/// A box that contains all vertices in all orientations and positions of the pose.
fn turned_vertices(facets: &Facets, pose: &MovingPose) -> Vector3 {
    let (rotation, region) = (pose.rotation, facets.bounds().region());
    let middle = DMat3::from_cols_array_2d(&rotation.mid()).transpose();
    let start = [DVec3::INFINITY, DVec3::NEG_INFINITY];
    let [lower, upper] = facets.mesh().vertices().iter().fold(start, |[lower, upper], &vertex| {
        let turned = middle * vertex;
        [lower.min(turned), upper.max(turned)]
    });
    if !(lower.is_finite() && upper.is_finite()) {
        return Vector3::from_fn(|_| Interval::ENTIRE);
    }
    // The largest coordinates, without signs.
    let sizes = Vector3::from_fn(|axis| Interval::from(region[axis].magnitude()));
    let both = Interval::between(-1.0, 1.0);
    Vector3::from_fn(|axis| {
        let centre = Vector3::point(rotation.mid()[axis]);
        let size = |row: Vector3| Vector3::from_fn(|column| Interval::from(row[column].magnitude())).dot(sizes);
        // Products that underflow lose less than the smallest normal number.
        let rounding = Interval::from(TURNED_ROUNDING) * size(centre) + Interval::from(f64::MIN_POSITIVE);
        let off = (size(rotation[axis] - centre) + rounding).upper();
        Interval::between(lower[axis], upper[axis]) + both * Interval::from(off) + pose.translation[axis]
    })
}
