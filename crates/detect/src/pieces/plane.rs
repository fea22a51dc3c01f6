//! Prisms that stand for half-spaces.

use super::{AskPair, renamed, with_side};
use crate::among::swept_box;
use crate::{Answer, DetectError, Effort, Evidence, FirstContact, HalfSpaceShape, Moving, Prepared, Query, Verdict};
use glam::DVec3;
use tangency_geometry::{Contact, Feature, HalfSpace};
use tangency_interval::{Interval, Vector3};

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
    let answer = ask(a, b, query)?;
    Ok(if side == 0 { renamed(answer, [&plane, &same]) } else { renamed(answer, [&same, &plane]) })
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
    let always = [0, 1].map(|side| normal(bodies[side], half_spaces[side], query.span));
    let exact = |normal: &Vector3| normal.0.iter().all(|coordinate| coordinate.is_singleton());
    match always {
        [Some(a), Some(b)] if exact(&a) && exact(&b) && a == -b => {
            let region = |side: usize| {
                let place = half_spaces[side].frame().translation();
                bodies[side].motion().during(query.span).point(0, place)
            };
            let prisms = [prism_within(bodies[0], region(1), query)?, prism_within(bodies[1], region(0), query)?];
            Ok(TwoPlanes::Facing(Box::new(prisms)))
        }
        _ => Ok(TwoPlanes::Open),
    }
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
    // The way into both.
    let inward = -(normals[0] + normals[1]);
    let sink = -inward.dot(normals[1]);
    let height = normals[1].dot(origins[0] - origins[1]).max(0.0);
    let point = origins[0] + if sink > 0.0 { inward * (height / sink) } else { DVec3::ZERO };
    Contact {
        time: Interval::from(at),
        point,
        normal: normals[0],
        gap: 0.0,
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
