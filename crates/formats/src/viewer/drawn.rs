//! The drawn triangles of a body, with their corners at every instant.

use super::extent::SceneExtent;
use super::picture::Picture;
use super::{PageError, endless};
use crate::{SceneBody, SceneSpan, tolerance};
use glam::DVec3;
use std::borrow::Cow;
use tangency_geometry::surface::Tessellation;
use tangency_geometry::{HalfSpace, Motion, Placement};
use tangency_interval::Interval;

/// A body as triangles.
pub(super) struct Drawn<'body> {
    pub(super) body: &'body SceneBody,
    triangles: Cow<'body, [[u32; 3]]>,
    /// In the body's frame, at the start of the span if the surface deforms. Those of endless parts come last.
    corners: Cow<'body, [DVec3]>,
    /// The number of corners of finite parts.
    finite: usize,
    /// A surface that deforms by its own formulas.
    deforming: Option<Tessellation>,
    /// Whether the surface is curved, so that its normals change from point to point.
    pub(super) curved: bool,
    /// Whether its creases and borders are to be drawn.
    pub(super) creased: bool,
    /// The distance from the middle at which the picture of an endless body ends; `None` for a finite one.
    pub(super) fade: Option<f64>,
    /// Notes about what the picture omits.
    pub(super) notes: Vec<String>,
}

impl<'body> Drawn<'body> {
    /// The triangles of a body without endless parts. `many` is the number of bodies of the scene: with many bodies
    /// each is small in the picture, and has fewer triangles.
    pub(super) fn new(body: &'body SceneBody, many: usize) -> Result<Self, PageError> {
        Self::within(body, many, None)
    }

    /// All bodies of a scene, and the extent of the finite ones. Endless bodies are drawn as far as the others reach.
    pub(super) fn of_scene(
        bodies: &'body [SceneBody],
        span: SceneSpan,
        instants: &[f64],
    ) -> Result<(Vec<Self>, SceneExtent), PageError> {
        let drawn = bodies.iter().map(|body| Self::new(body, bodies.len()));
        let mut drawn = drawn.collect::<Result<Vec<_>, _>>()?;
        let finite = SceneExtent::of(&drawn, span, instants)?;
        let mut extent = finite;
        for (place, body) in drawn.iter_mut().zip(bodies) {
            let planes = endless::half_spaces(&body.shape);
            if planes.is_empty() {
                continue;
            }
            *place = Self::within(body, bodies.len(), Some((finite, &planes)))?;
            let Placement::Pose(pose) = body.motion.at(0.0) else { continue };
            for plane in planes {
                let foot = endless::foot(&plane.placed(&pose), finite.centre());
                // A plane nearby belongs to the picture, so that its grid lies on the floor and not above it.
                if foot.distance(finite.centre()) <= finite.size() {
                    extent.include(foot);
                }
            }
        }
        Ok((drawn, extent))
    }

    /// The triangles of a body, with its endless parts if the extent of the scene is given.
    fn within(
        body: &'body SceneBody,
        many: usize,
        endless: Option<(SceneExtent, &[HalfSpace])>,
    ) -> Result<Self, PageError> {
        let coarser = (many as f64 / tolerance::FEW_BODIES as f64).max(1.0);
        let picture = Picture::of(&body.shape, &body.name, coarser, deforms(&body.motion))
            .map_err(|reason| PageError::Nothing { body: body.name.clone(), reason })?;
        let mut drawn = Self {
            body,
            finite: picture.corners.len(),
            triangles: picture.triangles,
            corners: picture.corners,
            deforming: picture.deforming,
            curved: picture.curved,
            creased: picture.creased,
            fade: None,
            notes: picture.notes,
        };
        if let Some((extent, planes)) = endless {
            drawn.add_planes(extent, planes);
        }
        Ok(drawn)
    }

    /// Adds a square for each plane, centred under the scene.
    fn add_planes(&mut self, extent: SceneExtent, planes: &[HalfSpace]) {
        let reach = tolerance::PICTURE_OF_ENDLESS * extent.size();
        let centre = match self.body.motion.at(0.0) {
            Placement::Pose(pose) => pose.inverse().apply(extent.centre()),
            Placement::Points(_) | Placement::Expression(_) => extent.centre(),
        };
        for plane in planes {
            let before = self.corners.len() as u32;
            self.corners.to_mut().extend(endless::square(plane, centre, reach));
            self.triangles
                .to_mut()
                .extend([[0, 1, 2], [0, 2, 3]].map(|triangle| triangle.map(|corner| before + corner)));
        }
        // A body with finite parts is drawn in full.
        self.fade = (self.finite == 0).then_some(reach);
        self.notes.push(format!("{} has no end; the picture shows the part near the other bodies.", self.body.name));
    }

    /// The triangles, as indices of corners.
    pub(super) fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }

    /// The corners in the body's frame, at the start of the span if the surface deforms.
    pub(super) fn corners(&self) -> &[DVec3] {
        &self.corners
    }

    /// The corners of the finite parts.
    pub(super) fn finite_corners(&self) -> &[DVec3] {
        &self.corners[..self.finite]
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
        self.deforming.is_some() || deforms(&self.body.motion)
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

/// Whether the motion moves the corners independently.
fn deforms(motion: &Motion) -> bool {
    !matches!(motion.at(0.0), Placement::Pose(_))
}

#[cfg(test)]
mod tests {
    use super::super::sample::{self, SampleBudget, TrackKeys};
    use super::*;
    use crate::SceneSpan;
    use std::f64::consts::{FRAC_PI_2, TAU};
    use tangency_geometry::surface::{Brep, Patch};
    use tangency_geometry::{Linear, Pose, Rigid, Shape};

    const SPAN: SceneSpan = SceneSpan { start: 5.0, end: 6.0 };

    fn body(brep: Brep, motion: Motion) -> SceneBody {
        SceneBody::new("curved", Shape::Parametric(brep), motion)
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
        let body = SceneBody::new("ball", Shape::Implicit(solid), motion);
        let drawn = Drawn::new(&body, 1).unwrap();
        assert!(drawn.is_closed() && drawn.notes.is_empty() && (drawn.reach() - 1.0).abs() < 0.05);
    }
}
