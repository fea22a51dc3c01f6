//! A point of each of two bodies.
//!
//! **Question.** Where are points of two bodies that are near each other, if no method measured them?
//!
//! **Idea.** Some points of each body are known: vertices of a mesh, points in all directions of a convex body, points of
//! curved faces within their trims, samples of an implicit solid. The closest two of them are taken.
//!
//! **Guarantee.** The points belong to the bodies, up to rounding. Their distance is not less than that of the bodies.
//!
//! **Cost.** Some hundred points of each body, and all of their distances.

use super::answer::ClosestPair;
use crate::tolerance::WITNESS_POINTS;
use crate::{Moving, Prepared};
use glam::{DVec3, dvec3};
use tangency_geometry::Feature;
use tangency_geometry::solid::SolidWork;
use tangency_geometry::surface::PatchWork;

/// The closest of some points of both bodies at an instant. `None` if no point of one is known.
pub(super) fn points(bodies: [&Moving; 2], at: f64) -> Option<ClosestPair> {
    let [of_a, of_b] = bodies.map(|body| some_points(body, at));
    let mut best: Option<(f64, [(Feature, DVec3); 2])> = None;
    for a in &of_a {
        for b in &of_b {
            let apart = a.1.distance(b.1);
            if best.is_none_or(|(least, _)| apart < least) {
                best = Some((apart, [*a, *b]));
            }
        }
    }
    let (_, [(feature_a, on_a), (feature_b, on_b)]) = best?;
    let normal = (on_b - on_a).try_normalize().unwrap_or(DVec3::Z);
    Some(ClosestPair { points: [on_a, on_b], normal, features: [feature_a, feature_b] })
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
                let place = |share: f64, side: tangency_interval::Interval| side.lower() + share * side.width();
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
