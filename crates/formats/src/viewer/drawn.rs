//! The drawn triangles of a body, with their corners at every instant.

use super::PageError;
use crate::{SceneBody, tolerance};
use glam::DVec3;
use std::borrow::Cow;
use tangency_geometry::surface::Tessellation;
use tangency_geometry::{Mesh, Placement, Shape};
use tangency_interval::Interval;

/// A body as triangles.
pub(super) struct Drawn<'body> {
    pub(super) body: &'body SceneBody,
    triangles: Cow<'body, [[u32; 3]]>,
    /// In the body's frame, at the start of the span if the surface deforms.
    corners: Cow<'body, [DVec3]>,
    /// A surface that deforms by its own formulas.
    deforming: Option<Tessellation>,
    /// A note about geometry that the picture omits, if any.
    pub(super) note: Option<String>,
}

impl<'body> Drawn<'body> {
    /// The triangles of a body. `many` is the number of bodies of the scene: with many bodies each is small in the
    /// picture, and has fewer triangles.
    pub(super) fn new(body: &'body SceneBody, many: usize) -> Result<Self, PageError> {
        let coarser = (many as f64 / tolerance::FEW_BODIES as f64).max(1.0);
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
                let picture = brep.tessellation(tolerance::PICTURE_OF_CURVED * coarser * size);
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
            Shape::Convex(convex) => {
                let mesh =
                    convex.mesh(tolerance::PICTURE_OF_CURVED * coarser).map_err(|error| nothing(error.to_string()))?;
                Self {
                    body,
                    triangles: mesh.triangles().to_vec().into(),
                    corners: mesh.vertices().to_vec().into(),
                    deforming: None,
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

    /// The corners in the body's frame, at the start of the span if the surface deforms.
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

    /// Whether the corners move independently.
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

    /// Whether two triangles share every edge. Then there is no boundary, and the inside is never visible.
    pub(super) fn is_closed(&self) -> bool {
        let mut sides: Vec<[u32; 2]> = Vec::with_capacity(3 * self.triangles.len());
        for &[a, b, c] in self.triangles.iter() {
            sides.extend([[a, b], [b, c], [c, a]].map(|[from, to]| [from.min(to), from.max(to)]));
        }
        sides.sort_unstable();
        sides.dedup();
        2 * sides.len() == 3 * self.triangles.len()
    }

    /// The instants, from the start of the span, between which the motion is linear; empty if it is curved.
    pub(super) fn corners_of_motion(&self, duration: f64) -> Vec<f64> {
        let span = Interval::new(0.0, duration).ok();
        let knots = span.and_then(|span| self.body.motion.straight_between(span)).unwrap_or_default();
        if self.shape_deforms() { Vec::new() } else { knots }
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample::{self, SampleBudget, TrackKeys};
    use super::*;
    use crate::SceneSpan;
    use std::f64::consts::{FRAC_PI_2, TAU};
    use tangency_geometry::surface::{Brep, Patch};
    use tangency_geometry::{Linear, Motion, Pose, Rigid};

    const SPAN: SceneSpan = SceneSpan { start: 5.0, end: 6.0 };

    fn body(brep: Brep, motion: Motion) -> SceneBody {
        SceneBody { name: "curved".into(), shape: Shape::Parametric(brep), motion, self_contact: false }
    }

    #[test]
    fn a_smooth_body_is_drawn_on_its_surface_and_moves_as_a_whole() {
        let turning = Rigid::new(Pose::IDENTITY, DVec3::X, DVec3::Z).unwrap();
        let body = body(Brep::torus(2.0, 0.5).unwrap(), Motion::Rigid(turning));
        let drawn = Drawn::new(&body, 1).unwrap();
        assert!(drawn.is_closed() && !drawn.deforms());
        assert!((1_000..40_000).contains(&drawn.triangles().len()), "{} triangles", drawn.triangles().len());
        let distance = |corner: &DVec3| (corner.truncate().length() - 2.0).hypot(corner.z);
        assert!(drawn.corners().iter().all(|corner| (distance(corner) - 0.5).abs() < 1e-12));
        // The centres of triangles are within the drawing tolerance of the surface.
        let off = |&[a, b, c]: &[u32; 3]| {
            let middle = [a, b, c].into_iter().map(|i| drawn.corners()[i as usize] / 3.0).sum::<DVec3>();
            (distance(&middle) - 0.5).abs()
        };
        let worst = drawn.triangles().iter().map(off).fold(0.0, f64::max);
        assert!(worst < tolerance::PICTURE_OF_CURVED * 5.0, "{worst}");
        let track = sample::track(&drawn, SPAN, &[], SampleBudget { size: 5.0, frames: 100 }).unwrap();
        assert!(matches!(track.keys, TrackKeys::Poses(_)));
    }

    /// A surface that deforms while it moves: frames of corners, each on the surface of that instant.
    #[test]
    fn a_deforming_surface_is_drawn_frame_by_frame() {
        let texts = ["(1 + t)*cos(u)*cos(v)", "(1 + t)*sin(u)*cos(v)", "(1 + t)*sin(v)"];
        let ball = Patch::parse(texts, [0.0, TAU], [-FRAC_PI_2, FRAC_PI_2]).unwrap();
        let ball = Brep::during(vec![ball], Interval::between(0.0, 1.0)).unwrap();
        let motion = Motion::Linear(Linear::new(Pose::IDENTITY, DVec3::new(0.0, 0.0, 3.0)).unwrap());
        let body = body(ball, motion);
        let drawn = Drawn::new(&body, 1).unwrap();
        assert!(drawn.is_closed() && drawn.deforms());
        let track = sample::track(&drawn, SPAN, &[5.25], SampleBudget { size: 5.0, frames: 100 }).unwrap();
        let TrackKeys::Frames(frames) = &track.keys else { panic!("frames") };
        assert!(track.times.contains(&5.25));
        for (time, frame) in track.times.iter().zip(frames) {
            let now = time - 5.0;
            let radius = |corner: &DVec3| corner.distance(DVec3::Z * 3.0 * now);
            assert!(frame.iter().all(|corner| (radius(corner) - (1.0 + now)).abs() < 1e-12), "at {time}");
        }
    }

    #[test]
    fn an_implicit_solid_is_drawn() {
        let solid = tangency_geometry::Solid::sphere(1.0).unwrap();
        let motion = Motion::Still(Pose::IDENTITY);
        let body = SceneBody { name: "ball".into(), shape: Shape::Implicit(solid), motion, self_contact: false };
        let drawn = Drawn::new(&body, 1).unwrap();
        assert!(drawn.is_closed() && drawn.note.is_none() && (drawn.reach() - 1.0).abs() < 0.05);
    }
}
