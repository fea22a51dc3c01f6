//! The contact of a solid mesh with a vertex inside it.

use crate::closest::closest;
use crate::features::{MeshFeature, StraightPath, StraightPaths};
use glam::DVec3;
use tangency_geometry::{Contact, Feature, Mesh};
use tangency_interval::Interval;

/// The contact of a solid with something inside it: the nearest place of the outer surface to one inner vertex, with the
/// distance to it as a negative gap.
pub(crate) fn contained(
    vertex: u32,
    path: &StraightPath,
    outer: (&Mesh, &StraightPaths),
    swapped: bool,
    time: Interval,
) -> Contact {
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
        feature_b: MeshFeature::triangle(outer, index).named(outer, witness.weights_b),
        proved: true,
        initial: true,
    }
}
