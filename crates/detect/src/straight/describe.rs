//! From a meeting of two features to the contact that is reported.

use super::closest::{closest, weighted};
use super::pair::{Corners, Pair};
use super::path::{Path, Paths};
use super::search::Meeting;
use crate::Model;
use crate::tolerance::{ON_BORDER, SAME_NORMAL, SAME_POINT};
use glam::DVec3;
use std::collections::HashMap;
use tangency_geometry::{Contact, Feature, Mesh, Shape};
use tangency_interval::Interval;

/// Describes a meeting: where, along which normal, of which features.
pub(crate) fn describe([a, b]: [&Model; 2], pair: &Pair, meeting: &Meeting, time: Interval) -> Contact {
    // The end of the bracket at which they are closer; on equal terms the earlier.
    let [early, late] = meeting.s.map(|s| (s, pair.closest(s)));
    let (s, (witness, way)) = if late.1.1.length() < early.1.1.length() { late } else { early };
    let (corners_a, corners_b) = pair.near(s);
    let point = 0.5 * (weighted(&corners_a, witness.weights_a) + weighted(&corners_b, witness.weights_b));
    Contact {
        time,
        point,
        // Adding zero turns -0 into 0.
        normal: normal(solid(a) || solid(b), (&corners_a, &corners_b), meeting.direction, way) + DVec3::ZERO,
        gap: way.length(),
        feature_a: feature(a.mesh(), &pair.a, witness.weights_a),
        feature_b: feature(b.mesh(), &pair.b, witness.weights_b),
        proved: meeting.proved,
        initial: meeting.direction.is_none() && meeting.s == [0.0, 0.0],
    }
}

fn solid(model: &Model) -> bool {
    matches!(model.shape(), Shape::Polyhedron(_))
}

/// The unit normal from `a` to `b`: that of the triangle, or of both edges, turned the way that led from `a` to `b` just
/// before the contact. `solid`: one of them is.
pub(crate) fn normal(solid: bool, corners: (&[DVec3], &[DVec3]), direction: Option<DVec3>, way: DVec3) -> DVec3 {
    let across = |face: &[DVec3]| (face[1] - face[0]).cross(face[2] - face[0]).try_normalize();
    let outward_a = |face: &[DVec3]| across(face);
    let outward_b = |face: &[DVec3]| across(face).map(|normal| -normal);
    let plain = match corners {
        (face, [_] | [_, _]) if face.len() == 3 => outward_a(face),
        ([_] | [_, _], face) if face.len() == 3 => outward_b(face),
        (&[a0, a1], &[b0, b1]) => {
            let across = (a1 - a0).normalize_or_zero().cross((b1 - b0).normalize_or_zero());
            // Nearly parallel edges have no normal of their own.
            if across.length() > 1e-6 { across.try_normalize() } else { None }
        }
        _ => None,
    };
    let before = direction.or(Some(way)).and_then(DVec3::try_normalize);
    match (plain, before) {
        // At the start there is no "before"; but the normals of solids point outward.
        (Some(plain), _) if direction.is_none() && solid => plain,
        (Some(plain), Some(before)) if plain.dot(before).abs() > 1e-3 => plain * plain.dot(before).signum(),
        (_, Some(before)) => before,
        (Some(plain), None) => plain,
        (None, None) => DVec3::Z,
    }
}

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

/// Keeps one of the contacts that are the same place found through several features, proved ones first.
pub(crate) fn distinct(mut contacts: Vec<Contact>, reach: f64) -> Vec<Contact> {
    let cell = (SAME_POINT * reach).max(f64::MIN_POSITIVE);
    contacts.sort_by_key(|contact| !contact.proved);
    let mut kept: Vec<Contact> = Vec::new();
    let mut grid: HashMap<[i64; 3], Vec<usize>> = HashMap::new();
    for contact in contacts {
        // Points without size have tiny cells: what lies beyond all of them shares the outermost.
        let inside = |coordinate: f64| (coordinate as i64).clamp(i64::MIN / 2, i64::MAX / 2);
        let home = (contact.point / cell).floor().to_array().map(inside);
        let around = (0..27_i64).map(|k| [home[0] + k % 3 - 1, home[1] + k / 3 % 3 - 1, home[2] + k / 9 - 1]);
        let known = around.filter_map(|place| grid.get(&place)).flatten().any(|&other: &usize| {
            let other = &kept[other];
            other.point.distance(contact.point) <= cell && other.normal.dot(contact.normal) >= SAME_NORMAL
        });
        if !known {
            grid.entry(home).or_default().push(kept.len());
            kept.push(contact);
        }
    }
    kept
}
