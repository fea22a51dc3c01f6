//! Names of features, and the contact of a solid with something inside it.

use super::closest::closest;
use super::pair::Corners;
use super::path::{Path, Paths};
use crate::tolerance::ON_BORDER;
use glam::DVec3;
use tangency_geometry::{Contact, Feature, Mesh};
use tangency_interval::Interval;

/// Names the feature that the witness is on: the corner or side of a triangle rather than the triangle itself.
pub(crate) fn feature(mesh: &Mesh, corners: &Corners, weights: [f64; 3]) -> Feature {
    let held: Vec<(u32, f64)> =
        corners.vertices().iter().copied().zip(weights).filter(|&(_, weight)| weight > ON_BORDER).collect();
    match *held {
        [(vertex, _)] => Feature::Vertex(vertex),
        [(from, _), (to, along)] => match mesh.edge_between(from, to) {
            Some(index) => Feature::Edge { index, parameter: if from < to { along } else { 1.0 - along } },
            // Both ends are the same vertex: a triangle that names it twice.
            None => Feature::Vertex(from),
        },
        _ => Feature::Face { index: corners.index, weights },
    }
}

/// The contact of a solid with something inside it: the nearest place of the outer surface to one inner vertex, with the
/// distance to it as a negative gap.
pub(crate) fn contained(vertex: u32, path: &Path, outer: (&Mesh, &Paths), swapped: bool, time: Interval) -> Contact {
    let place = |corner: u32| outer.1.of(corner).near(0.0);
    let contact = contained_at(path.near(0.0), vertex, outer.0, &place, time);
    if swapped { contact.swapped() } else { contact }
}

/// The same for a vertex of `a` at `from` and the outer mesh of `b`, whose vertices are at `place`.
pub(crate) fn contained_at(
    from: DVec3,
    vertex: u32,
    outer: &Mesh,
    place: &dyn Fn(u32) -> DVec3,
    time: Interval,
) -> Contact {
    let nearest = (0..outer.triangles().len() as u32)
        .map(|index| {
            let corners = outer.triangles()[index as usize].map(place);
            let witness = closest(&[from], &corners);
            (index, witness, witness.way(&[from], &corners))
        })
        .min_by(|x, y| x.2.length_squared().total_cmp(&y.2.length_squared()));
    let (index, witness, way) = nearest.expect("a mesh has a triangle");
    Contact {
        time,
        point: from + 0.5 * way,
        // The way out leads from the inner body through the outer one's surface: against the contact normal.
        normal: (-way).try_normalize().unwrap_or(DVec3::Z),
        gap: -way.length(),
        feature_a: Feature::Vertex(vertex),
        feature_b: feature(outer, &Corners::triangle(outer, index), witness.weights_b),
        proved: true,
        initial: true,
    }
}
