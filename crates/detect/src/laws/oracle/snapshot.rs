//! A body at an instant.

use super::facets::{nearest_on_triangle, winding};
use glam::{DAffine3, DMat3, DVec3};
use std::cell::RefCell;
use tangency_geometry::solid::SolidWork as Workspace;
use tangency_geometry::{Placement, Solid};

thread_local! {
    static WORK: RefCell<Workspace> = RefCell::new(Workspace::default());
}

/// An implicit solid in a pose, or under an affine map.
#[derive(Clone, Debug)]
pub(super) struct Field {
    pub(super) solid: Solid,
    /// Maps the world frame to the solid's frame.
    pub(super) inverse: DAffine3,
    pub(super) time: f64,
}

impl Field {
    fn value(&self, point: DVec3) -> f64 {
        let local = self.inverse.transform_point3(point);
        WORK.with_borrow_mut(|work| self.solid.value_at(local, self.time, work))
    }
}

/// The affine map from the world frame to the body's frame. `None` if the body is bent, or if every vertex has its
/// own position.
pub(super) fn affine(placement: &Placement) -> Option<DAffine3> {
    match placement {
        Placement::Points(_) => None,
        Placement::Pose(_) | Placement::Expression(_) => {
            let origin = placement.point(0, DVec3::ZERO);
            let column = |axis: DVec3| placement.point(0, axis) - origin;
            let map = DAffine3 {
                matrix3: DMat3::from_cols(column(DVec3::X), column(DVec3::Y), column(DVec3::Z)),
                translation: origin,
            };
            let probes = [DVec3::new(0.7, -0.4, 0.3), DVec3::new(-0.2, 0.9, -0.6)];
            let linear = probes.iter().all(|&probe| {
                let size = 1.0 + origin.length();
                map.transform_point3(probe).distance(placement.point(0, probe)) < 1e-9 * size
            });
            (linear && map.matrix3.determinant().abs() > 1e-6).then(|| map.inverse())
        }
    }
}

/// The points, triangles and edges of a body at an instant, and what is inside.
#[derive(Clone, Debug)]
pub(super) struct SnapshotParts {
    /// Corners of the triangles, or points inside an implicit solid.
    pub(super) points: Vec<DVec3>,
    pub(super) corners: Vec<[u32; 3]>,
    pub(super) edges: Vec<[u32; 2]>,
    /// Metres. Bounds the distance of the triangles from the true surface.
    pub(super) error: f64,
    pub(super) field: Option<Field>,
    pub(super) filled: bool,
}

/// A body at an instant, as the overlap test needs it.
#[derive(Clone, Debug)]
pub struct BodySnapshot {
    parts: SnapshotParts,
    lower: DVec3,
    upper: DVec3,
}

impl BodySnapshot {
    pub(super) fn new(parts: SnapshotParts) -> Self {
        let SnapshotParts { points, corners, error, .. } = &parts;
        let lower = points.iter().fold(DVec3::INFINITY, |least, &point| least.min(point));
        let upper = points.iter().fold(DVec3::NEG_INFINITY, |most, &point| most.max(point));
        let inflation = if corners.is_empty() { 0.2 * (upper - lower).max_element().max(0.0) } else { *error };
        let inflation = DVec3::splat(inflation);
        Self { parts, lower: lower - inflation, upper: upper + inflation }
    }

    /// Points of the body: corners of its triangles, or points inside an implicit solid.
    pub(super) fn points(&self) -> &[DVec3] {
        &self.parts.points
    }

    /// The triangles of the body. Empty for an implicit solid.
    pub(super) fn triangles(&self) -> impl Iterator<Item = [DVec3; 3]> + Clone {
        self.parts.corners.iter().map(|corners| corners.map(|corner| self.parts.points[corner as usize]))
    }

    /// Its edges.
    pub(super) fn segments(&self) -> impl Iterator<Item = [DVec3; 2]> + Clone {
        self.parts.edges.iter().map(|ends| ends.map(|end| self.parts.points[end as usize]))
    }

    /// Metres. Bounds the distance of the triangles from the true surface.
    pub(super) fn error(&self) -> f64 {
        self.parts.error
    }

    /// Whether the sign of a function decides what is inside.
    pub(super) fn is_field(&self) -> bool {
        self.parts.field.is_some()
    }

    /// Whether the body has a decidable interior.
    pub(in crate::laws) fn has_inside(&self) -> bool {
        self.parts.field.is_some() || (self.parts.filled && !self.parts.corners.is_empty())
    }

    /// Whether the bounding boxes of the two are apart. The boxes of implicit solids are inflated, because the
    /// solid may extend beyond the sampled points.
    pub(super) fn apart(&self, other: &Self) -> bool {
        !(self.lower.cmple(other.upper).all() && other.lower.cmple(self.upper).all())
    }

    /// The largest extent of the bounding box.
    pub(in crate::laws) fn size(&self) -> f64 {
        (self.upper - self.lower).max_element()
    }

    /// Negative if the point is certainly inside: the value of the solid's function, or the negative distance to
    /// the triangles plus their error. Infinite if nothing is certain.
    pub(in crate::laws) fn value(&self, point: DVec3) -> f64 {
        if let Some(field) = &self.parts.field {
            let value = field.value(point);
            return if value.is_nan() { f64::INFINITY } else { value };
        }
        if !self.parts.filled {
            return f64::INFINITY;
        }
        let off = |triangle: [DVec3; 3]| point.distance(nearest_on_triangle(point, triangle));
        let outside = point.cmplt(self.lower).any() || point.cmpgt(self.upper).any();
        let distance = if outside { 0.0 } else { self.triangles().map(off).fold(f64::INFINITY, f64::min) };
        if outside {
            return (self.lower - point).max(point - self.upper).max(DVec3::ZERO).length();
        }
        match winding(point, self.triangles()) {
            Some(1) => -distance + self.parts.error,
            Some(-1) if self.parts.error > 0.0 => -distance + self.parts.error,
            Some(_) => distance,
            None => f64::INFINITY,
        }
    }
}
