//! Distances of bodies that consist of others.
//!
//! **Question.** How far is a compound, a half-space, a height map or a rounded mesh from another body at an instant?
//!
//! **Idea.** The distance of a compound is the least one of its parts. A half-space is as far as the convex hull of the
//! other body is from a prism that stands for it. A height map is measured by its cells within a margin about the
//! other body, which grows until the nearest cell is within it. A rounded mesh, or a sphere beside a mesh, is nearer
//! than its core by its radius.
//!
//! **Guarantee.** That of the distances of the pieces. No piece is left out that may be nearer.
//!
//! **Cost.** That of the pieces near the other body.

use super::answer::{ClosestPair, PairDepth, PairDistance};
use super::convex::hull_gap;
use super::frozen::FrozenBody;
use super::instant::{PairMemory, continuous};
use super::questions::box_distances;
use crate::moving::MovingCore;
use crate::pieces::{Divided, TwoPlanes, chunks, part_pairs, planes_alone, prism_for, seen_from_map, with_side};
use crate::tolerance::HEIGHT_MARGIN_GROWTH;
use crate::{DetectError, Effort, Evidence, Faceted, Moving, Prepared, Query};
use glam::DVec3;
use tangency_geometry::{Contact, Feature, HalfSpace, HeightMap, Shape};
use tangency_interval::Interval;

/// The distance of a pair of which one body consists of others. `None` for other pairs.
pub(super) fn distance(
    bodies: [&Moving; 2],
    at: f64,
    query: &Query,
    memory: &mut PairMemory,
) -> Result<Option<PairDistance>, DetectError> {
    match Divided::of(bodies) {
        Divided::Compound => of_parts(bodies, at, query).map(Some),
        Divided::TwoPlanes => of_planes(bodies, at, query).map(Some),
        Divided::Plane(side) => of_plane(bodies, side, at, query, memory).map(Some),
        Divided::Terrain(side, map) => of_terrain(bodies, (side, map.map()), at, query).map(Some),
        Divided::Whole => of_cores(bodies, at, query, memory),
    }
}

/// The least distance of two parts.
fn of_parts(bodies: [&Moving; 2], at: f64, query: &Query) -> Result<PairDistance, DetectError> {
    let mut pairs: Vec<_> =
        part_pairs(bodies, query).into_iter().map(|pair| (box_distances(&pair.boxes)[0], pair)).collect();
    pairs.sort_by(|x, y| x.0.total_cmp(&y.0));
    let mut best: Option<PairDistance> = None;
    for (gap, pair) in pairs {
        if best.is_some_and(|best| gap > best.distance.upper()) {
            break;
        }
        let found = continuous(pair.bodies, at, query, &mut PairMemory::default())?;
        let [a, b] = found.closest.features;
        let features = [pair.feature(0, a), pair.feature(1, b)];
        let found = PairDistance { closest: ClosestPair { features, ..found.closest }, ..found };
        best = Some(best.map_or(found, |best| nearer(best, found)));
    }
    best.ok_or(DetectError::Unbounded)
}

/// The least of two distances.
fn nearer(x: PairDistance, y: PairDistance) -> PairDistance {
    let lower = x.distance.lower().min(y.distance.lower());
    let upper = x.distance.upper().min(y.distance.upper());
    let nearest = if x.distance.upper() <= y.distance.upper() { x } else { y };
    PairDistance {
        distance: Interval::between(lower, upper),
        closest: nearest.closest,
        evidence: x.evidence.min(y.evidence),
        effort: x.effort.plus(y.effort),
    }
}

fn of_planes(bodies: [&Moving; 2], at: f64, query: &Query) -> Result<PairDistance, DetectError> {
    let effort = Effort { pairs: 1, iterations: 1 };
    match planes_alone(bodies, query)? {
        TwoPlanes::Facing(prisms) => continuous(prisms.each_ref(), at, query, &mut PairMemory::default()),
        TwoPlanes::Meet(contact) => {
            let closest = ClosestPair::of(&contact);
            Ok(PairDistance { distance: Interval::ZERO, closest, evidence: Evidence::Proved, effort })
        }
        TwoPlanes::Open => {
            // A point of each plane.
            let points = bodies.map(|body| body.motion().at(at).point(0, DVec3::ZERO));
            let between = points[1] - points[0];
            let normal = between.try_normalize().unwrap_or(DVec3::Z);
            let closest = ClosestPair { points, normal, features: [Feature::Part(0); 2] };
            let distance = Interval::between(0.0, f64::INFINITY);
            Ok(PairDistance { distance, closest, evidence: Evidence::Proved, effort })
        }
    }
}

fn of_plane(
    bodies: [&Moving; 2],
    side: usize,
    at: f64,
    query: &Query,
    memory: &mut PairMemory,
) -> Result<PairDistance, DetectError> {
    let prism = prism_for(bodies[side], bodies[1 - side], query)?;
    let pair = with_side(bodies, side, &prism);
    // A mesh that is not convex: only its hull matters.
    let found = match (bodies[1 - side].faceted(), hull_gap(pair, at, false)) {
        (Some(faceted), Some(gap)) if gap.gap.lower() > 0.0 || gap.gap.upper() <= 0.0 => {
            let (feature, points) = lowest_vertex(bodies, side, faceted, at);
            let features = if side == 0 { [Feature::Part(0), feature] } else { [feature, Feature::Part(0)] };
            // The lowest vertex of a mesh that overlaps the half-space is a point of both.
            let points = if gap.gap.upper() <= 0.0 { [points[1 - side]; 2] } else { points };
            let closest = ClosestPair { points, normal: gap.normal, features };
            let effort = Effort { pairs: 1, iterations: 1 };
            PairDistance { distance: gap.distance(), closest, evidence: Evidence::Proved, effort }
        }
        (Some(_) | None, _) => continuous(pair, at, query, memory)?,
    };
    let mut features = found.closest.features;
    features[side] = Feature::Part(0);
    Ok(PairDistance { closest: ClosestPair { features, ..found.closest }, ..found })
}

/// The lowest vertex of a mesh above a half-space, with its point of the plane: in the order of the bodies.
fn lowest_vertex(bodies: [&Moving; 2], side: usize, faceted: Faceted<'_>, at: f64) -> (Feature, [DVec3; 2]) {
    let [plane, other] = [bodies[side], bodies[1 - side]].map(|body| body.motion().at(at));
    let half_space = match bodies[side].shape() {
        Shape::HalfSpace(half_space) => *half_space,
        Shape::Polyhedron(_)
        | Shape::Mesh(_)
        | Shape::Parametric(_)
        | Shape::Implicit(_)
        | Shape::Convex(_)
        | Shape::Rounded(_)
        | Shape::HeightMap(_)
        | Shape::Compound(_) => HalfSpace::BELOW,
    };
    let origin = plane.point(0, half_space.frame().translation());
    let normal = plane.point(0, half_space.frame().translation() + half_space.outward()) - origin;
    let place = |(index, &local): (usize, &DVec3)| (index, other.point(index, local));
    let height = |point: DVec3| normal.dot(point - origin);
    let lower = |x: &(usize, DVec3), y: &(usize, DVec3)| height(x.1).total_cmp(&height(y.1));
    let placed = faceted.facets().mesh().vertices().iter().enumerate().map(place);
    let (index, vertex) = placed.min_by(lower).unwrap_or((0, origin));
    let foot = vertex - height(vertex) * normal;
    (Feature::Vertex(index as u32), if side == 0 { [foot, vertex] } else { [vertex, foot] })
}

/// A point in the frame of a body, which is the world for a body that deforms.
fn in_frame(body: &Moving, at: f64, point: DVec3) -> DVec3 {
    FrozenBody::pose(body.motion(), at).map_or(point, |pose| pose.inverse().apply(point))
}

fn of_terrain(
    bodies: [&Moving; 2],
    (side, map): (usize, &HeightMap),
    at: f64,
    query: &Query,
) -> Result<PairDistance, DetectError> {
    let place = bodies[side];
    let [lower, upper] = seen_from_map(place, bodies[1 - side], query)?;
    let whole = map.bounding_box();
    let most = (upper.max(whole[1]) - lower.min(whole[0])).length();
    let mut margin = map.cell_size().max_element();
    loop {
        let mut best: Option<PairDistance> = None;
        // Rounded outward: a cell beyond the margin is farther away than it.
        let region = [(lower - margin).map(f64::next_down), (upper + margin).map(f64::next_up)];
        chunks((map, place), region, |patch| {
            let found = continuous(with_side(bodies, side, &patch.moving), at, query, &mut PairMemory::default())?;
            let mut features = found.closest.features;
            features[side] = patch.feature(map, features[side]);
            let found = PairDistance { closest: ClosestPair { features, ..found.closest }, ..found };
            best = Some(best.map_or(found, |best| nearer(best, found)));
            Ok(())
        })?;
        match best {
            Some(found) if found.distance.upper() <= margin => return Ok(found),
            Some(found) if margin > most => return Ok(found),
            Some(_) | None if margin > most => return Err(DetectError::Unbounded),
            Some(found) => margin = (HEIGHT_MARGIN_GROWTH * margin).min(found.distance.upper() * (1.0 + 1e-6)),
            None => margin *= HEIGHT_MARGIN_GROWTH,
        }
    }
}

/// The distance of cores, less their radii: for rounded meshes, and for convex bodies beside meshes that are not
/// convex. `None` for other pairs.
fn of_cores(
    bodies: [&Moving; 2],
    at: f64,
    query: &Query,
    memory: &mut PairMemory,
) -> Result<Option<PairDistance>, DetectError> {
    // Convex pairs have a shorter way, and meshes are their own cores.
    let convex = bodies.iter().all(|body| body.convex().is_some());
    if convex || bodies.iter().all(|body| body.faceted().is_some()) {
        return Ok(None);
    }
    let [Some(a), Some(b)] = MovingCore::of_pair(bodies, false) else { return Ok(None) };
    let rounded = bodies.iter().any(|body| matches!(body.prepared(), Prepared::Rounded(_)));
    if !rounded && [&a.body, &b.body].iter().any(|core| core.faceted().is_none()) {
        return Ok(None);
    }
    let found = continuous([&a.body, &b.body], at, query, memory)?;
    let radii = Interval::from(a.radius) + b.radius;
    let slack = a.rounding + b.rounding;
    let gap = found.distance - radii + Interval::between(-slack, slack);
    let [on_a, on_b] = found.closest.points;
    let normal = found.closest.normal;
    let points = if gap.upper() > 0.0 {
        [on_a + a.radius * normal, on_b - b.radius * normal]
    } else {
        // A point that both bodies contain.
        let share = if a.radius > 0.0 { a.radius / (a.radius + b.radius) } else { 0.0 };
        [on_a + (on_b - on_a) * share; 2]
    };
    let distance = Interval::between(gap.lower().max(0.0), gap.upper().max(0.0));
    let features = [0, 1].map(|side: usize| match bodies[side].prepared() {
        Prepared::Convex(convex) => convex.prepared().shape().feature_at(in_frame(bodies[side], at, points[side])),
        Prepared::Facets(_)
        | Prepared::Faces(_)
        | Prepared::Implicit(_)
        | Prepared::Rounded(_)
        | Prepared::HalfSpace(_)
        | Prepared::HeightMap(_)
        | Prepared::Compound(_) => found.closest.features[side],
    });
    let closest = ClosestPair { points, features, ..found.closest };
    Ok(Some(PairDistance { distance, closest, ..found }))
}

/// The depth of a half-space in another body. `None` for pairs without a half-space. `apart` is the answer about bodies
/// that do not overlap.
pub(super) fn depth(
    bodies: [&Moving; 2],
    at: f64,
    query: &Query,
    apart: &PairDepth,
    ask: impl Fn([&Moving; 2]) -> Result<PairDepth, DetectError>,
) -> Result<Option<PairDepth>, DetectError> {
    match Divided::of(bodies) {
        Divided::Plane(side) => {
            let prism = prism_for(bodies[side], bodies[1 - side], query)?;
            let pair = with_side(bodies, side, &prism);
            let Some(gap) = hull_gap(pair, at, true) else { return ask(pair).map(Some) };
            let depth = gap.depth();
            let points = bodies[1 - side].faceted().map_or(gap.points, |mesh| lowest_vertex(bodies, side, mesh, at).1);
            Ok(Some(PairDepth { depth, direction: gap.normal, points, evidence: Evidence::Proved, ..apart.clone() }))
        }
        Divided::TwoPlanes => match planes_alone(bodies, query)? {
            TwoPlanes::Facing(prisms) => ask(prisms.each_ref()).map(Some),
            // No translation parts them, or rounding leaves that open.
            TwoPlanes::Meet(contact) => Ok(Some(endless(&contact, f64::MAX, apart))),
            TwoPlanes::Open => Ok(Some(PairDepth { depth: Interval::between(0.0, f64::INFINITY), ..apart.clone() })),
        },
        // All parts leave a half-space along its normal.
        Divided::Compound if bodies.iter().any(|body| matches!(body.prepared(), Prepared::HalfSpace(_))) => {
            let mut deepest: Option<PairDepth> = None;
            for pair in part_pairs(bodies, query) {
                let found = ask(pair.bodies)?;
                let known = deepest.as_ref().map_or(Interval::ZERO, |known| known.depth);
                let [lower, upper] = [known.lower().max(found.depth.lower()), known.upper().max(found.depth.upper())];
                let deeper = deepest.as_ref().is_none_or(|known| found.depth.upper() > known.depth.upper());
                let chosen = if deeper { Some(found) } else { deepest };
                deepest = chosen.map(|chosen| PairDepth { depth: Interval::between(lower, upper), ..chosen });
            }
            Ok(deepest)
        }
        Divided::Compound | Divided::Terrain(..) | Divided::Whole => Ok(None),
    }
}

/// The answer about bodies that no translation parts.
fn endless(contact: &Contact, least: f64, apart: &PairDepth) -> PairDepth {
    let depth = Interval::between(least, f64::INFINITY);
    PairDepth { depth, direction: contact.normal, points: [contact.point; 2], ..apart.clone() }
}

/// Metres. A translation that parts two compounds parts each two of their parts: the largest lower bound of their
/// depths.
pub(super) fn depth_of_parts(
    bodies: [&Moving; 2],
    query: &Query,
    ask: impl Fn([&Moving; 2]) -> Result<PairDepth, DetectError>,
) -> Result<f64, DetectError> {
    let mut least = 0.0_f64;
    if !matches!(Divided::of(bodies), Divided::Compound) {
        return Ok(least);
    }
    for pair in part_pairs(bodies, query) {
        if box_distances(&pair.boxes)[0] <= 0.0 {
            least = least.max(ask(pair.bodies)?.depth.lower());
        }
    }
    Ok(least)
}
