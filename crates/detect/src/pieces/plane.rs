//! Prisms that stand for half-spaces.

use super::{AskPair, renamed, with_side};
use crate::among::swept_box;
use crate::convex::{ConvexFlight, KeptDistance, KnownClosest};
use crate::flight::stretches;
use crate::limits::StepBudget;
use crate::parts::not_initial;
use crate::tolerance::PARALLEL_PLANES;
use crate::{Answer, DetectError, Effort, Evidence, FirstContact, HalfSpaceShape, Moving, Prepared, Query, Verdict};
use dashu_int::IBig;
use glam::{DQuat, DVec3};
use std::collections::HashSet;
use tangency_geometry::{Contact, Feature, HalfSpace};
use tangency_interval::{Dyadic, Interval, Matrix, Vector3};

/// The whole boundary of a half-space.
const PLANE: Feature = Feature::Part(0);

fn prepared(body: &Moving) -> Option<&HalfSpaceShape> {
    match body.prepared() {
        Prepared::HalfSpace(half_space) => Some(half_space),
        Prepared::Facets(_)
        | Prepared::Faces(_)
        | Prepared::Implicit(_)
        | Prepared::Convex(_)
        | Prepared::Rounded(_)
        | Prepared::HeightMap(_)
        | Prepared::Compound(_) => None,
    }
}

/// The prism that stands for a half-space as far as the other body comes during the span.
pub(crate) fn prism_for(plane: &Moving, other: &Moving, query: &Query) -> Result<Moving, DetectError> {
    prism_within(plane, swept_box(other, query).intervals(), query)
}

/// The prism that stands for a half-space within a region of the world.
fn prism_within(plane: &Moving, region: Vector3, query: &Query) -> Result<Moving, DetectError> {
    let half_space = prepared(plane).ok_or(DetectError::Unbounded)?;
    let origin = plane.motion().during(query.span).point(0, half_space.half_space().frame().translation());
    let reach = (region - origin).length().upper() + query.separation;
    let prism = half_space.prism(reach).ok_or(DetectError::Unbounded)?;
    Moving::of(prism, plane.motion().clone())
}

/// The first contact of a half-space with a bounded body.
pub(super) fn first_contact(
    bodies: [&Moving; 2],
    side: usize,
    query: &Query,
    ask: &AskPair<'_>,
) -> Result<Answer, DetectError> {
    let prism = prism_for(bodies[side], bodies[1 - side], query)?;
    let [a, b] = with_side(bodies, side, &prism);
    let (plane, same) = (|_: Feature| PLANE, |feature: Feature| feature);
    let mut effort = Effort { pairs: 1, iterations: 0 };
    let answer = match hull_apart_until([a, b], query, &mut effort) {
        Some(until) if until >= query.span.upper() => {
            let verdict = Verdict::Clear { until: query.span.upper() };
            return Ok(Answer { verdict, evidence: Evidence::Proved, effort });
        }
        Some(until) => {
            let budget = query.budget.map(|budget| budget.saturating_sub(effort.iterations));
            let rest =
                Query { span: Interval::between(until, query.span.upper()), outside: true, budget, ..query.clone() };
            let answer = not_initial(ask(a, b, &rest)?);
            Answer { effort: answer.effort.plus(effort), ..answer }
        }
        None => ask(a, b, query)?,
    };
    let answer = if side == 0 { renamed(answer, [&plane, &same]) } else { renamed(answer, [&same, &plane]) };
    Ok(vertices_once(answer, bodies, side))
}

/// The instant up to which a mesh is proved farther from the prism than the separation and the tolerance, by its convex
/// hull: nothing else of it matters to a half-space. `None` for other bodies, and if they are not proved apart at the start.
fn hull_apart_until(pair: [&Moving; 2], query: &Query, effort: &mut Effort) -> Option<f64> {
    if pair.iter().all(|body| body.faceted().is_none()) {
        return None;
    }
    let [Some(view_a), Some(view_b)] = pair.map(Moving::hull) else { return None };
    let [Some(of_a), Some(of_b)] = pair.map(|body| body.motion().rigid_pieces(query.span)) else { return None };
    // What is left starts apart, so that its contact is met and not found at its start.
    let kept = query.separation + query.tolerance;
    let distance = KeptDistance { separation: kept, upper: kept };
    let (mut closest, mut budget) = (KnownClosest::default(), StepBudget::of(query, 0));
    let mut until = query.span.lower();
    for (pieces, ends) in stretches(&[of_a, of_b]) {
        let flight = ConvexFlight::new(pair, [view_a, view_b], pieces, ends);
        // Nothing is proved about a single instant.
        if ends[0] == ends[1] || !flight.is_fine(query.tolerance) {
            return None;
        }
        until = flight.keep(ends, distance, &mut closest, &mut budget, &mut |_| {});
        if until < ends[1] {
            break;
        }
    }
    effort.iterations += budget.spent;
    (until > query.span.lower()).then_some(until)
}

/// Lists every vertex below the plane once, above its foot. For a mesh that starts below it, several triangles of the
/// mesh report a vertex, each with another point of the prism.
fn vertices_once(answer: Answer, bodies: [&Moving; 2], side: usize) -> Answer {
    let (Verdict::Touch(mut first), Some(mesh)) = (answer.verdict.clone(), bodies[1 - side].faceted()) else {
        return answer;
    };
    let mut seen = HashSet::new();
    first.contacts.retain_mut(|contact| {
        let feature = if side == 0 { contact.feature_b } else { contact.feature_a };
        let Feature::Vertex(index) = feature else { return true };
        if !(contact.initial && contact.gap < 0.0) {
            return true;
        }
        let local = mesh.facets().mesh().vertices()[index as usize];
        let vertex = mesh.motion().at(contact.time.lower()).point(index as usize, local);
        // The middle between the vertex and its foot.
        let outward = if side == 0 { contact.normal } else { -contact.normal };
        contact.point = vertex - 0.5 * contact.gap * outward;
        seen.insert(index)
    });
    Answer { verdict: Verdict::Touch(first), ..answer }
}

/// How two half-spaces lie to each other.
pub(crate) enum TwoPlanes {
    /// Their planes are not parallel, or face the same way: they have a point in common at every instant.
    Meet(Box<Contact>),
    /// They face each other exactly, for the whole span. These prisms stand for them.
    Facing(Box<[Moving; 2]>),
    /// Rounding leaves open whether their planes are parallel.
    Open,
}

/// How two half-spaces lie to each other during the span.
pub(crate) fn planes_alone(bodies: [&Moving; 2], query: &Query) -> Result<TwoPlanes, DetectError> {
    let [Some(a), Some(b)] = bodies.map(prepared) else { return Err(DetectError::Unbounded) };
    let half_spaces = [a.half_space(), b.half_space()];
    let start = Interval::from(query.span.lower());
    let [Some(normal_a), Some(normal_b)] = [0, 1].map(|side| normal(bodies[side], half_spaces[side], start)) else {
        return Err(DetectError::Unbounded);
    };
    if normal_a.dot(normal_b).lower() > -1.0 {
        return Ok(TwoPlanes::Meet(Box::new(common_contact(bodies, half_spaces, query.span.lower()))));
    }
    let unturned = |body: &Moving| {
        let pose = body.motion().during(query.span).moving_pose();
        pose.is_some_and(|pose| pose.rotation == Matrix::identity())
    };
    if !(bodies.into_iter().all(unturned) && face_each_other(half_spaces)) {
        return Ok(TwoPlanes::Open);
    }
    let region = |side: usize| {
        let place = half_spaces[side].frame().translation();
        bodies[side].motion().during(query.span).point(0, place)
    };
    let prisms = [prism_within(bodies[0], region(1), query)?, prism_within(bodies[1], region(0), query)?];
    Ok(TwoPlanes::Facing(Box::new(prisms)))
}

/// Whether the normals of two half-spaces are opposite, decided exactly.
fn face_each_other(half_spaces: [&HalfSpace; 2]) -> bool {
    let [a, b] = half_spaces.map(|half_space| whole_normal(half_space.frame().rotation()));
    let minor = |i: usize, j: usize| &a[i] * &b[j] - &a[j] * &b[i];
    let parallel = [minor(0, 1), minor(1, 2), minor(2, 0)].iter().all(|minor| *minor == IBig::ZERO);
    let along: IBig = a.iter().zip(&b).map(|(a, b)| a * b).sum();
    parallel && along < IBig::ZERO
}

/// The z axis turned by a quaternion of any length, as a vector of integers of some length.
fn whole_normal(rotation: DQuat) -> [IBig; 3] {
    let numbers = rotation.to_array().map(|number| Dyadic::new(number).reduced());
    let lowest = numbers.iter().map(|number| number.exponent).min().unwrap_or(0);
    let [x, y, z, w] = numbers.map(|number| IBig::from(number.mantissa) << (number.exponent - lowest) as usize);
    let two = IBig::from(2);
    [&two * (&x * &z + &w * &y), &two * (&y * &z - &w * &x), &w * &w + &z * &z - &x * &x - &y * &y]
}

/// Encloses the outward normal during a span.
fn normal(body: &Moving, half_space: &HalfSpace, span: Interval) -> Option<Vector3> {
    let pose = body.motion().during(span).moving_pose()?;
    Some((pose.rotation * half_space.frame().enclosure().rotation).column(2))
}

/// A common point of two half-spaces whose planes are not parallel, or face the same way.
fn common_contact(bodies: [&Moving; 2], half_spaces: [&HalfSpace; 2], at: f64) -> Contact {
    let normal = |side: usize| {
        let enclosed = normal(bodies[side], half_spaces[side], Interval::from(at)).unwrap_or(Vector3::ZERO);
        DVec3::from_array(enclosed.mid()).normalize_or(DVec3::Z)
    };
    let origin = |side: usize| bodies[side].motion().at(at).point(0, half_spaces[side].frame().translation());
    let (normals, origins) = ([normal(0), normal(1)], [origin(0), origin(1)]);
    // The point of both planes that is nearest to the middle of their origins, up to rounding.
    let middle = 0.5 * (origins[0] + origins[1]);
    let heights = [0, 1].map(|side: usize| normals[side].dot(middle - origins[side]));
    let cosine = normals[0].dot(normals[1]);
    let spread = 1.0 - cosine * cosine;
    let (point, gap) = if spread > PARALLEL_PLANES {
        let along = |side: usize| (heights[side] - cosine * heights[1 - side]) / spread;
        (middle - along(0) * normals[0] - along(1) * normals[1], 0.0)
    } else {
        // They face the same way, and one contains the other: a point of the inner plane.
        let inner = if heights[0] > heights[1] { 0 } else { 1 };
        (origins[inner], -(heights[0] - heights[1]).abs())
    };
    Contact {
        time: Interval::from(at),
        point,
        normal: normals[0],
        gap,
        feature_a: PLANE,
        feature_b: PLANE,
        proved: true,
        initial: true,
    }
}

/// The first contact of two half-spaces.
pub(super) fn first_contact_of_planes(
    bodies: [&Moving; 2],
    query: &Query,
    ask: &AskPair<'_>,
) -> Result<Answer, DetectError> {
    let effort = Effort { pairs: 1, iterations: 1 };
    let verdict = match planes_alone(bodies, query)? {
        TwoPlanes::Facing(prisms) => {
            let plane = |_: Feature| PLANE;
            let answer = ask(&prisms[0], &prisms[1], query)?;
            return Ok(renamed(answer, [&plane, &plane]));
        }
        TwoPlanes::Meet(contact) => {
            Verdict::Touch(FirstContact { time: contact.time, contacts: vec![*contact], complete: true })
        }
        TwoPlanes::Open => Verdict::Open { from: query.span.lower() },
    };
    Ok(Answer { verdict, evidence: Evidence::Proved, effort })
}
