//! Containment of one solid in the other at the start.
//!
//! **Question.** Does a vertex of one body lie inside the other, although their surfaces do not meet?
//!
//! **Idea.** Compute the winding number of the surface around the point from its signed crossings with a ray
//! (`features/inside.rs`). The tree of the solid culls triangles that the ray cannot cross.
//!
//! **Guarantee.** `Some` is a proof: a box is culled only if the ray misses it by more than the rounding error.
//!
//! **Cost.** One ray per connected component, unless a crossing is uncertain; one descent of the tree per ray.

use super::cell::MotionCells;
use crate::Facets;
use crate::features::{contributes_to_boundary, crossing, ray};
use crate::tolerance::RAYS;
use crate::touch::contained_at;
use glam::DVec3;
use tangency_bound::{Obb, ObbNode, ObbTree};
use tangency_geometry::{Contact, Enclosure, Pose, RigidPiece};
use tangency_interval::{Interval, Vector3};

/// A body placed at the start of the span.
struct BodyAtStart<'start> {
    model: &'start Facets,
    enclosed: Enclosure,
    pose: Pose,
}

impl<'start> BodyAtStart<'start> {
    fn new(model: &'start Facets, piece: &RigidPiece<'_>, time: f64) -> Self {
        Self { model, enclosed: piece.during(Interval::from(time)), pose: piece.pose(time) }
    }

    fn vertex(&self, index: u32) -> Vector3 {
        self.enclosed.point(index as usize, self.model.mesh().vertices()[index as usize])
    }

    fn position(&self, index: u32) -> DVec3 {
        self.pose.apply(self.model.mesh().vertices()[index as usize])
    }

    /// Whether the exact position of a vertex of another body is inside this solid. `None` if undecided.
    fn holds(&self, point: Vector3, rounding: f64) -> Option<bool> {
        (0..RAYS).find_map(|attempt| self.winding(point, ray(attempt), rounding)).map(|winding| winding != 0)
    }

    /// The winding number of the surface around the point: the sum of the signed crossings along a ray. `None` if a
    /// crossing is uncertain.
    fn winding(&self, point: Vector3, ray: DVec3, rounding: f64) -> Option<i32> {
        let back = self.pose.inverse();
        let from = back.apply(DVec3::from_array(point.mid()));
        let along = back.rotation().normalize() * ray;
        let tree = self.model.boxes();
        let mut winding = 0;
        let mut waiting = vec![ObbTree::ROOT];
        while let Some(node) = waiting.pop() {
            if misses(tree.volume(node), from, along, rounding) {
                continue;
            }
            match tree.below(node) {
                ObbNode::Children(first) => waiting.extend([first, first + 1]),
                ObbNode::Triangle(triangle) => {
                    let corners = self.model.mesh().triangles()[triangle as usize];
                    if !contributes_to_boundary(self.model.mesh(), &corners, true) {
                        continue;
                    }
                    let seen = corners.map(|corner| self.vertex(corner) - point);
                    winding += crossing(Vector3::point(ray.to_array()), seen)?;
                }
            }
        }
        Some(winding)
    }
}

/// `true` proves that no point of the box is within `rounding` of the ray.
fn misses(volume: &Obb, from: DVec3, along: DVec3, rounding: f64) -> bool {
    let offset = volume.centre() - from;
    if along.dot(offset) + volume.radius_along(along) < -rounding {
        return true;
    }
    let axes = volume.axes();
    [axes.x_axis, axes.y_axis, axes.z_axis].into_iter().any(|axis| {
        let across = along.cross(axis);
        across.dot(offset).abs() > volume.radius_along(across) + rounding
    })
}

/// Whether a point of the world is inside a solid at an instant. `rounding` bounds the rounding error of positions, in
/// metres. `None` if undecided.
pub(crate) fn holds(solid: &Facets, piece: &RigidPiece<'_>, time: f64, point: Vector3, rounding: f64) -> Option<bool> {
    BodyAtStart::new(solid, piece, time).holds(point, 4.0 * rounding)
}

/// The contact of a solid with a body inside it at the start. `None` if undecided, `Some(None)` if neither contains
/// the other.
pub(super) fn containment(a: &Facets, b: &Facets, cells: &MotionCells<'_>) -> Option<Option<Contact>> {
    let (body_a, body_b) = (BodyAtStart::new(a, &cells.a, cells.start), BodyAtStart::new(b, &cells.b, cells.start));
    // The ray is rounded as well, by a few units in the last place of the distance that it spans.
    let rounding = 4.0 * cells.rounding;
    for (inner, outer, swapped) in [(&body_a, &body_b, false), (&body_b, &body_a, true)] {
        if !outer.model.is_solid() {
            continue;
        }
        for &vertex in inner.model.representatives() {
            if outer.holds(inner.vertex(vertex), rounding)? {
                let from = inner.position(vertex);
                let mesh = outer.model.mesh();
                let contact = contained_at(from, vertex, mesh, &|corner| outer.position(corner), cells.start.into());
                return Some(Some(if swapped { contact.swapped() } else { contact }));
            }
        }
    }
    Some(None)
}
