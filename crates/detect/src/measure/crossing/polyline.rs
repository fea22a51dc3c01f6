//! Polylines along curves in which two faces meet, with a bound on their error.
//!
//! **Question.** Which polyline is within a tolerance of a traced curve, and how far is the curve from it?
//!
//! **Idea.** The curve is proved to be within `near` of the chord between two vertices, in parameters. On the first
//! surface that is at most `near` times the slopes. The surface over a chord of parameters is within an eighth of its
//! second derivative along the chord of the straight line in space. Chords are halved until the sum is within the
//! tolerance.
//!
//! **Guarantee.** Every point of the curve between two vertices is within the stated error of the segment between them,
//! for the exact faces and placements.
//!
//! **Cost.** One tube and one jet for each segment.

use super::equations::{FaceCrossing, ParameterLine, Parameters};
use super::trace::TracedCurve;
use crate::tolerance::{CHORD_LENGTH, CROSSING_BORDER, CURVE_HALVINGS, ROUND_UP, SPLINE_POINT_ROUNDING};
use glam::DVec3;
use tangency_geometry::surface::PatchWork;
use tangency_interval::Interval;

/// A polyline on two faces.
#[derive(Clone, Debug)]
pub(super) struct FacePolyline {
    pub(super) faces: [usize; 2],
    pub(super) parameters: Vec<Parameters>,
    pub(super) points: Vec<DVec3>,
    pub(super) closed: bool,
    /// Metres. No point of the curve is farther from the polyline; infinite if that is not known.
    pub(super) error: f64,
}

/// The vertices after the first, and the largest error of their segments.
struct Refined<'faces> {
    faces: &'faces FaceCrossing<'faces>,
    tolerance: f64,
    vertices: Vec<Parameters>,
    error: f64,
}

impl FacePolyline {
    /// The polyline of a traced curve, within a tolerance where that can be proved.
    pub(super) fn along(
        curve: &TracedCurve,
        faces: &FaceCrossing<'_>,
        tolerance: f64,
        work: &mut PatchWork,
    ) -> Option<Self> {
        let first = *curve.stations.first()?;
        let mut refined = Refined { faces, tolerance, vertices: vec![first], error: 0.0 };
        for (tube, ends) in curve.tubes.iter().zip(curve.stations.windows(2)) {
            // A curve that leaves its faces at once has tubes without length.
            if ends[0] == ends[1] {
                continue;
            }
            refined.between(tube.line.along, [ends[0], ends[1]], CURVE_HALVINGS, work);
        }
        let closed = curve.ends[0] == super::trace::CurveEnd::Closed;
        let Refined { vertices, error, .. } = refined;
        let point = |&[u, v, _, _]: &Parameters| faces.models[0].point(faces.faces[0], [u, v], work);
        let points: Vec<DVec3> = vertices.iter().map(point).collect();
        let size = points.iter().map(|point| point.abs().max_element()).fold(0.0, f64::max);
        // The vertices are points of the first face, computed in floating point.
        let rounding = faces.models[0].error + SPLINE_POINT_ROUNDING * size;
        let error = (error + rounding) * ROUND_UP;
        (vertices.len() > 1).then_some(Self { faces: faces.faces, parameters: vertices, points, closed, error })
    }

    /// Whether the polyline runs along a border of a face.
    pub(super) fn on_border(&self) -> bool {
        (0..4).any(|k| {
            let at_border = |value: f64| value.abs() <= CROSSING_BORDER || (value - 1.0).abs() <= CROSSING_BORDER;
            self.parameters.iter().all(|at| at_border(at[k]))
        })
    }
}

impl Refined<'_> {
    /// Adds the vertices after `a` up to `b`.
    fn between(&mut self, along: usize, [a, b]: [Parameters; 2], halvings: u32, work: &mut PatchWork) {
        let error = self.chord_error(along, [a, b], work);
        if let Some(error) = error.filter(|&error| error <= self.tolerance) {
            self.error = self.error.max(error);
            self.vertices.push(b);
            return;
        }
        let middle: Parameters = std::array::from_fn(|k| 0.5 * (a[k] + b[k]));
        let middle = self.faces.solved(along, middle, work);
        // Chords as short as rounding are not halved any more.
        let divisible = halvings > 0 && (b[along] - a[along]).abs() > CHORD_LENGTH;
        match middle.filter(|_| divisible) {
            Some(middle) => {
                self.between(along, [a, middle], halvings - 1, work);
                self.between(along, [middle, b], halvings - 1, work);
            }
            None => {
                self.error = error.unwrap_or(f64::INFINITY).max(self.error);
                self.vertices.push(b);
            }
        }
    }

    /// Metres. Bounds how far apart two vertices are whose parameters differ by rounding.
    fn short_chord(&self, a: &Parameters, b: &Parameters, work: &mut PatchWork) -> Option<f64> {
        let around = |k: usize| Interval::between(a[k], b[k]);
        let surface = self.faces.models[0].brep.faces()[self.faces.faces[0]].patch();
        let jet = surface.jet([around(0), around(1), Interval::ZERO], work)?;
        Some((jet.du.length() * around(0).width() + jet.dv.length() * around(1).width()).upper())
    }

    /// Metres. Bounds how far the curve between two vertices is from the segment between them.
    fn chord_error(&self, along: usize, [a, b]: [Parameters; 2], work: &mut PatchWork) -> Option<f64> {
        let length = b[along] - a[along];
        if length.abs() <= CHORD_LENGTH {
            return self.short_chord(&a, &b, work);
        }
        let slope: Parameters = std::array::from_fn(|k| if k == along { 1.0 } else { (b[k] - a[k]) / length });
        // A little longer than the chord, because the slopes are rounded.
        let reach = Interval::between((1.0 + 1e-12) * length, 0.0);
        let line = ParameterLine { along, centre: a, slope, reach };
        let tube = self.faces.tube(&line, length.abs(), work)?;
        let around = |k: usize| {
            let room = if k == along { 0.0 } else { tube.near };
            Interval::between(a[k], b[k]) + Interval::between(-room, room) + Interval::between(-1e-15, 1e-15)
        };
        let surface = self.faces.models[0].brep.faces()[self.faces.faces[0]].patch();
        let jet = surface.jet([around(0), around(1), Interval::ZERO], work)?;
        let aside = (jet.du.length() + jet.dv.length()) * Interval::from(tube.near);
        let [du, dv] = [0, 1].map(|k| Interval::from(b[k]) - Interval::from(a[k]));
        let bend = jet.duu * du.sqr() + jet.duv * (Interval::from(2.0) * du * dv) + jet.dvv * dv.sqr();
        Some((aside + bend.length() * Interval::from(0.125)).upper())
    }
}
