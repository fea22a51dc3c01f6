//! What is drawn of a body: triangles whose corners are known at every instant.

use super::PageError;
use crate::{Body, tolerance};
use glam::DVec3;
use std::borrow::Cow;
use tangency_geometry::surface::Tessellation;
use tangency_geometry::{Mesh, Placement, Shape};
use tangency_interval::Interval;

/// A body as triangles.
pub(super) struct Drawn<'body> {
    pub(super) body: &'body Body,
    triangles: Cow<'body, [[u32; 3]]>,
    /// In the body's frame; of a surface that deforms, at the start of the span.
    corners: Cow<'body, [DVec3]>,
    /// A surface that deforms, besides what its motion does.
    deforming: Option<Tessellation>,
    /// What the picture leaves out, if anything.
    pub(super) note: Option<String>,
}

impl<'body> Drawn<'body> {
    /// The triangles of the body.
    pub(super) fn new(body: &'body Body) -> Result<Self, PageError> {
        let of_mesh = |mesh: &'body Mesh| Self {
            body,
            triangles: mesh.triangles().into(),
            corners: mesh.vertices().into(),
            deforming: None,
            note: None,
        };
        let nothing = |reason: String| PageError::Nothing { body: body.name.clone(), reason };
        Ok(match &body.shape {
            Shape::Polyhedron(polyhedron) => of_mesh(polyhedron.mesh()),
            Shape::Mesh(mesh) => of_mesh(mesh),
            Shape::Parametric(brep) => {
                let (_, radius) = brep.ball(brep.span());
                let size = if radius.is_finite() { 2.0 * radius } else { 2.0 };
                let picture = brep.tessellation(tolerance::PICTURE_OF_CURVED * size);
                let corners = picture.corners_at(brep.span().lower());
                if picture.triangles().is_empty() {
                    return Err(nothing("its formulas have no value".into()));
                }
                Self {
                    body,
                    triangles: picture.triangles().to_vec().into(),
                    corners: corners.into(),
                    deforming: brep.deforms().then_some(picture),
                    note: None,
                }
            }
            Shape::Implicit(solid) => {
                let mesh =
                    solid.mesh(0.0, tolerance::PICTURE_OF_IMPLICIT).map_err(|error| nothing(error.to_string()))?;
                let note = format!("{} changes its form; it is drawn as it is at the start.", body.name);
                Self {
                    body,
                    triangles: mesh.triangles().to_vec().into(),
                    corners: mesh.vertices().to_vec().into(),
                    deforming: None,
                    note: solid.deforms().then_some(note),
                }
            }
        })
    }

    /// The triangles, as indices of corners.
    pub(super) fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }

    /// The corners in the body's frame; of a surface that deforms, at the start of the span.
    pub(super) fn corners(&self) -> &[DVec3] {
        &self.corners
    }

    /// The corners in the body's frame, `time` after the start of the span.
    pub(super) fn corners_at(&self, time: f64) -> Cow<'_, [DVec3]> {
        match &self.deforming {
            Some(picture) => picture.corners_at(time).into(),
            None => Cow::Borrowed(&self.corners),
        }
    }

    /// Whether the corners move each for itself.
    pub(super) fn deforms(&self) -> bool {
        self.deforming.is_some() || !matches!(self.body.motion.at(0.0), Placement::Pose(_))
    }

    /// Whether the surface deforms by its own formulas.
    pub(super) fn shape_deforms(&self) -> bool {
        self.deforming.is_some()
    }

    /// The largest distance of a corner from the origin of the body's frame.
    pub(super) fn reach(&self) -> f64 {
        self.corners.iter().map(|corner| corner.length()).fold(0.0, f64::max)
    }

    /// Whether every side is shared by two triangles: there is no rim, and the inside is never seen.
    pub(super) fn is_closed(&self) -> bool {
        let mut sides: Vec<[u32; 2]> = Vec::with_capacity(3 * self.triangles.len());
        for &[a, b, c] in self.triangles.iter() {
            sides.extend([[a, b], [b, c], [c, a]].map(|[from, to]| [from.min(to), from.max(to)]));
        }
        sides.sort_unstable();
        sides.dedup();
        2 * sides.len() == 3 * self.triangles.len()
    }

    /// The instants, counted from the start of the span, between which a motion goes along straight lines; none if it curves.
    pub(super) fn corners_of_motion(&self, duration: f64) -> Vec<f64> {
        let span = Interval::new(0.0, duration).ok();
        let knots = span.and_then(|span| self.body.motion.straight_between(span)).unwrap_or_default();
        if self.shape_deforms() { Vec::new() } else { knots }
    }
}
