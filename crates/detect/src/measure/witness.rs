//! A point of each of two bodies.
//!
//! **Question.** Where are points of two bodies that are near each other, if no method measured them?
//!
//! **Idea.** Some points of each body are known: vertices of a mesh, points in all directions of a convex body, points
//! of curved faces within their trims, samples of an implicit solid. The closest of them are moved to the surface of an
//! implicit solid next to the other point, in turn, and the closest two are taken.
//!
//! **Guarantee.** The points belong to the bodies, up to rounding. Their distance is not less than that of the bodies.
//!
//! **Cost.** Some hundred points of each body, and all of their distances.

use super::answer::ClosestPair;
use super::frozen::FrozenBody;
use crate::tolerance::{WITNESS_PAIRS, WITNESS_POINTS, WITNESS_ROUNDING, WITNESS_ROUNDS, WITNESS_SLOPE};
use crate::{Moving, Prepared};
use glam::{DVec3, dvec3};
use tangency_geometry::Feature;
use tangency_geometry::solid::SolidWork;
use tangency_geometry::surface::PatchWork;
use tangency_interval::Interval;

/// The closest of some points of both bodies at an instant. `None` if no point of one is known.
pub(super) fn points(bodies: [&Moving; 2], at: f64) -> Option<ClosestPair> {
    let [of_a, of_b] = bodies.map(|body| some_points(body, at));
    let mut pairs: Vec<(f64, [&(Feature, DVec3); 2])> =
        of_a.iter().flat_map(|a| of_b.iter().map(move |b| (a.1.distance(b.1), [a, b]))).collect();
    let few = WITNESS_PAIRS.min(pairs.len());
    if few < pairs.len() {
        pairs.select_nth_unstable_by(few, |one, other| one.0.total_cmp(&other.0));
    }
    let found = pairs[..few].iter().map(|(_, [a, b])| (refined(bodies, at, [a.1, b.1]), [a.0, b.0]));
    let apart = |points: &[DVec3; 2]| points[0].distance(points[1]);
    let (points, features) = found.min_by(|one, other| apart(&one.0).total_cmp(&apart(&other.0)))?;
    let normal = (points[1] - points[0]).try_normalize().unwrap_or(DVec3::Z);
    Some(ClosestPair { points, normal, features })
}

/// Points that are moved in turn to the implicit surface next to the other one.
fn refined(bodies: [&Moving; 2], at: f64, mut points: [DVec3; 2]) -> [DVec3; 2] {
    let mut best = points;
    for _ in 0..WITNESS_ROUNDS {
        for side in [1, 0] {
            match foot(bodies[side], at, points[1 - side]) {
                Some(found) => points[side] = found,
                None if matches!(bodies[side].prepared(), Prepared::Implicit(_)) => return best,
                None => {}
            }
        }
        if points[0].distance(points[1]) >= best[0].distance(best[1]) {
            break;
        }
        best = points;
    }
    best
}

/// A point of the surface of an implicit solid next to a point outside of it, by Newton steps along the slope. `None`
/// if there is none, the point is inside, or the body is of another kind.
fn foot(body: &Moving, at: f64, point: DVec3) -> Option<DVec3> {
    let Prepared::Implicit(implicit) = body.prepared() else { return None };
    let pose = FrozenBody::pose(body.motion(), at)?;
    let mut work = SolidWork::default();
    let size = body.prepared().bounds(Interval::from(at)).radius();
    let step = WITNESS_SLOPE * size;
    let mut local = pose.inverse().apply(point);
    let mut value = |place: DVec3| implicit.solid.value_at(place, at, &mut work);
    if value(local) <= 0.0 {
        return None;
    }
    for _ in 0..WITNESS_ROUNDS {
        let here = value(local);
        let slope = DVec3::AXES.map(|axis| (value(local + step * axis) - value(local - step * axis)) / (2.0 * step));
        let slope = DVec3::from_array(slope);
        let way = -here / slope.length_squared() * slope;
        if !way.is_finite() {
            return None;
        }
        local += way;
        if way.length() <= WITNESS_ROUNDING * size {
            return Some(pose.apply(local));
        }
    }
    None
}

/// Some points of a body in the world.
fn some_points(body: &Moving, at: f64) -> Vec<(Feature, DVec3)> {
    let placement = body.motion().at(at);
    let placed = |(feature, local): (Feature, DVec3)| (feature, placement.point(0, local));
    match body.prepared() {
        Prepared::Facets(facets) => {
            let vertices = facets.mesh().vertices();
            let step = vertices.len().div_ceil(WITNESS_POINTS).max(1);
            let vertices = vertices.iter().enumerate().step_by(step);
            vertices.map(|(index, &vertex)| (Feature::Vertex(index as u32), placement.point(index, vertex))).collect()
        }
        Prepared::Convex(convex) => {
            let shape = convex.prepared().shape();
            directions()
                .map(|along| shape.farthest(along))
                .map(|point| (shape.feature_at(point), point))
                .map(placed)
                .collect()
        }
        Prepared::Faces(faces) => {
            let mut work = PatchWork::default();
            let each = faces.brep.faces().iter().enumerate();
            let inside = each.flat_map(|(index, face)| {
                let [u, v] = face.patch().domain();
                let place = |share: f64, side: Interval| side.lower() + share * side.width();
                let shares = [0.125, 0.375, 0.625, 0.875];
                let grid = shares.into_iter().flat_map(move |x| shares.map(|y| [place(x, u), place(y, v)]));
                grid.filter(|at| face.inside(at.map(Into::into))).map(move |at| (index, at)).collect::<Vec<_>>()
            });
            let step = inside.clone().count().div_ceil(WITNESS_POINTS).max(1);
            let point = |(index, parameters): (usize, [f64; 2])| {
                let [u, v] = parameters;
                let [point, ..] = faces.brep.faces()[index].patch().derivatives_at(u, v, at, &mut work);
                (Feature::Patch { index: index as u32, parameters }, point)
            };
            inside.step_by(step).map(point).map(placed).collect()
        }
        Prepared::Implicit(implicit) => {
            let mut work = SolidWork::default();
            let bounds = implicit.solid.bounding_box();
            let place = |share: [f64; 3]| {
                let [x, y, z] = [0, 1, 2].map(|axis| bounds[axis].lower() + share[axis] * bounds[axis].width());
                dvec3(x, y, z)
            };
            let steps = || (0..=16).map(|step| f64::from(step) / 16.0);
            let grid = steps().flat_map(|x| steps().flat_map(move |y| steps().map(move |z| [x, y, z])));
            let inside: Vec<DVec3> =
                grid.map(place).filter(|point| implicit.solid.value_at(*point, at, &mut work) <= 0.0).collect();
            let step = inside.len().div_ceil(WITNESS_POINTS).max(1);
            inside.into_iter().step_by(step).map(|point| (Feature::Part(0), point)).map(placed).collect()
        }
        Prepared::Rounded(_) | Prepared::HalfSpace(_) | Prepared::HeightMap(_) | Prepared::Compound(_) => Vec::new(),
    }
}

/// Directions all around.
fn directions() -> impl Iterator<Item = DVec3> {
    let steps = || [-1.0, -0.5, 0.0, 0.5, 1.0].into_iter();
    let all = steps().flat_map(move |x| steps().flat_map(move |y| steps().map(move |z| dvec3(x, y, z))));
    all.filter(|along| *along != DVec3::ZERO)
}
