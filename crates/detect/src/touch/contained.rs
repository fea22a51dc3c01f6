//! The contact of a solid mesh with a vertex inside it, at the start of the span.

use crate::closest::closest;
use crate::features::{MeshFeature, StraightPath, StraightPaths};
use glam::DVec3;
use tangency_geometry::{Contact, Feature, Mesh};
use tangency_interval::Interval;

/// The contact of a solid with a body inside it. The witness points are one inner vertex and the nearest point of the
/// outer surface. The gap is their negative distance. `swapped`: the outer body is `a`.
pub(crate) fn contained(
    vertex: u32,
    path: &StraightPath,
    outer: (&Mesh, &StraightPaths),
    swapped: bool,
    time: Interval,
) -> Contact {
    let position = |corner: u32| outer.1.of(corner).near(0.0);
    let contact = contained_at(path.near(0.0), vertex, outer.0, &position, time);
    if swapped { contact.swapped() } else { contact }
}

/// The same for a vertex of `a` at `from` inside the mesh `outer` of `b`. `position` gives the point of a vertex of
/// `b`.
pub(crate) fn contained_at(
    from: DVec3,
    vertex: u32,
    outer: &Mesh,
    position: &dyn Fn(u32) -> DVec3,
    time: Interval,
) -> Contact {
    let nearest = (0..outer.triangles().len() as u32)
        .map(|index| {
            let corners = outer.triangles()[index as usize].map(position);
            let witness = closest(&[from], &corners);
            (index, witness, witness.vector_between(&[from], &corners))
        })
        .min_by(|x, y| x.2.length_squared().total_cmp(&y.2.length_squared()));
    let (index, witness, exit) = nearest.expect("a mesh has a triangle");
    Contact {
        time,
        point: from + 0.5 * exit,
        // The exit from the inner vertex through the outer surface is opposite to the contact normal.
        normal: (-exit).try_normalize().unwrap_or(DVec3::Z),
        gap: -exit.length(),
        feature_a: Feature::Vertex(vertex),
        feature_b: MeshFeature::triangle(outer, index).named(outer, witness.weights_b),
        proved: true,
        initial: true,
    }
}
