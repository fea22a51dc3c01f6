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

use super::cells::OpenCell;
use super::cut::CutCurve;
use super::equations::{FaceCrossing, ParameterBox, ParameterLine, Parameters};
use super::trace::TracedCurve;
use crate::tolerance::{
    CHORD_LENGTH, CROSSING_BORDER, CURVE_HALVINGS, ROUND_UP, SHORT_CHORD_ROOM, SPLINE_POINT_ROUNDING,
};
use glam::DVec3;
use tangency_geometry::surface::PatchWork;
use tangency_interval::Interval;

/// A polyline on two faces, which are given by the indices of their tiles.
#[derive(Clone, Debug)]
pub(super) struct FacePolyline {
    pub(super) faces: [usize; 2],
    pub(super) parameters: Vec<Parameters>,
    pub(super) points: Vec<DVec3>,
    pub(super) closed: bool,
    /// Whether it ends at the trim of a face.
    pub(super) cut: bool,
    /// Metres. No point of the curve is farther from the polyline; infinite if that is not known.
    pub(super) error: f64,
}

/// A chord of a curve, in parameters.
#[derive(Clone, Copy, Debug)]
pub(super) struct CurveChord {
    pub(super) ends: [Parameters; 2],
    /// The parameter over which the curve is a graph.
    pub(super) along: usize,
    /// The curve is within this of the chord, each parameter by itself; `None` if that is not known.
    pub(super) near: Option<f64>,
    /// Metres. No point of the curve is farther from the chord in space; infinite if that is not known.
    pub(super) error: f64,
}

/// The chords of a curve, short enough for a tolerance.
struct Refined<'faces> {
    faces: &'faces FaceCrossing<'faces>,
    tolerance: f64,
    chords: Vec<CurveChord>,
}

/// The polylines of a traced curve, and the parts of it that are not proved to be within the trims or beyond them.
#[derive(Default)]
pub(super) struct CurvePolylines {
    pub(super) lines: Vec<FacePolyline>,
    pub(super) open: Vec<OpenCell>,
}

impl CurvePolylines {
    /// The polylines of a traced curve, within a tolerance where that can be proved. A curve that leaves the trims of
    /// its faces and returns has several.
    pub(super) fn along(curve: &TracedCurve, faces: &FaceCrossing<'_>, tolerance: f64, work: &mut PatchWork) -> Self {
        let mut refined = Refined { faces, tolerance, chords: Vec::new() };
        for (tube, ends) in curve.tubes.iter().zip(curve.stations.windows(2)) {
            // A curve that leaves its faces at once has tubes without length.
            if ends[0] == ends[1] {
                continue;
            }
            refined.between(tube.line.along, [ends[0], ends[1]], CURVE_HALVINGS, work);
        }
        let closed = curve.ends[0] == super::trace::CurveEnd::Closed;
        if !faces.is_trimmed() {
            let line = FacePolyline::of(&refined.chords, faces, closed, work);
            return Self { lines: line.into_iter().collect(), open: Vec::new() };
        }
        let parts = CutCurve::of(&refined.chords, faces, tolerance, work);
        let whole = parts.is_whole();
        let mut found = Self::default();
        for run in &parts.inside {
            let line = FacePolyline::of(run, faces, closed && whole, work);
            found.lines.extend(line.map(|line| FacePolyline { cut: !whole, ..line }));
        }
        found.open = parts.open;
        found
    }
}

impl FacePolyline {
    /// The polyline of consecutive chords.
    fn of(chords: &[CurveChord], faces: &FaceCrossing<'_>, closed: bool, work: &mut PatchWork) -> Option<Self> {
        let first = chords.first()?.ends[0];
        let vertices: Vec<Parameters> = [first].into_iter().chain(chords.iter().map(|chord| chord.ends[1])).collect();
        let error = chords.iter().map(|chord| chord.error).fold(0.0, f64::max);
        let point = |&[u, v, _, _]: &Parameters| faces.models[0].point(faces.faces[0], [u, v], work);
        let points: Vec<DVec3> = vertices.iter().map(point).collect();
        let size = points.iter().map(|point| point.abs().max_element()).fold(0.0, f64::max);
        // The vertices are points of the first face, computed in floating point.
        let rounding = faces.models[0].error + SPLINE_POINT_ROUNDING * size;
        let error = (error + rounding) * ROUND_UP;
        Some(Self { faces: faces.faces, parameters: vertices, points, closed, cut: false, error })
    }

    /// Whether the polyline runs along a border of a face.
    pub(super) fn on_border(&self) -> bool {
        (0..4).any(|k| {
            let at_border = |value: f64| value.abs() <= CROSSING_BORDER || (value - 1.0).abs() <= CROSSING_BORDER;
            self.parameters.iter().all(|at| at_border(at[k]))
        })
    }
}

impl CurveChord {
    /// The chord between two points of a curve, with a bound on its error if there is one.
    pub(super) fn between(faces: &FaceCrossing<'_>, along: usize, ends: [Parameters; 2], work: &mut PatchWork) -> Self {
        let unknown = Self { ends, along, near: None, error: f64::INFINITY };
        unknown.bounded(faces, work).unwrap_or(unknown)
    }

    /// The parameters of the curve along the chord; `None` if they are not known.
    pub(super) fn region(&self) -> Option<ParameterBox> {
        let [a, b] = self.ends;
        let near = self.near?;
        Some(std::array::from_fn(|k| {
            let room = if k == self.along { 0.0 } else { near };
            Interval::between(a[k], b[k]) + Interval::between(-room, room) + Interval::between(-1e-15, 1e-15)
        }))
    }

    /// The length of the chord along its parameter.
    pub(super) fn length(&self) -> f64 {
        (self.ends[1][self.along] - self.ends[0][self.along]).abs()
    }

    /// The chord of a part whose ends are closer than rounding.
    fn short(self, faces: &FaceCrossing<'_>, work: &mut PatchWork) -> Option<Self> {
        let Self { ends: [a, b], along, .. } = self;
        let slope: Parameters = std::array::from_fn(|k| if k == along { 1.0 } else { 0.0 });
        let line = ParameterLine { along, centre: a, slope, reach: Interval::between(0.0, b[along] - a[along]) };
        let near = faces.tube(&line, SHORT_CHORD_ROOM, work).map(|tube| tube.near);
        let jet = faces.models[0].trees.tiles()[faces.faces[0]]
            .jet([Interval::between(a[0], b[0]), Interval::between(a[1], b[1])], work)?;
        let error = jet.du.length() * (b[0] - a[0]).abs() + jet.dv.length() * (b[1] - a[1]).abs();
        Some(Self { near, error: error.upper(), ..self })
    }

    /// The same with its bounds. `None` if there are none.
    fn bounded(self, faces: &FaceCrossing<'_>, work: &mut PatchWork) -> Option<Self> {
        let Self { ends: [a, b], along, .. } = self;
        let length = b[along] - a[along];
        if length.abs() <= CHORD_LENGTH {
            return self.short(faces, work);
        }
        let slope: Parameters = std::array::from_fn(|k| if k == along { 1.0 } else { (b[k] - a[k]) / length });
        // A little longer than the chord, because the slopes are rounded.
        let reach = Interval::between((1.0 + 1e-12) * length, 0.0);
        let line = ParameterLine { along, centre: a, slope, reach };
        let tube = faces.tube(&line, length.abs(), work)?;
        let known = Self { near: Some(tube.near), ..self };
        let [around_u, around_v, ..] = known.region()?;
        let jet = faces.models[0].trees.tiles()[faces.faces[0]].jet([around_u, around_v], work)?;
        let aside = (jet.du.length() + jet.dv.length()) * Interval::from(tube.near);
        let [du, dv] = [0, 1].map(|k| Interval::from(b[k]) - Interval::from(a[k]));
        let bend = jet.duu * du.sqr() + jet.duv * (Interval::from(2.0) * du * dv) + jet.dvv * dv.sqr();
        Some(Self { error: (aside + bend.length() * Interval::from(0.125)).upper(), ..known })
    }
}

impl Refined<'_> {
    /// Adds the chords from `a` to `b`.
    fn between(&mut self, along: usize, [a, b]: [Parameters; 2], halvings: u32, work: &mut PatchWork) {
        let chord = CurveChord::between(self.faces, along, [a, b], work);
        // Chords as short as rounding are not halved any more.
        let divisible = halvings > 0 && chord.length() > CHORD_LENGTH;
        if chord.error <= self.tolerance || !divisible {
            self.chords.push(chord);
            return;
        }
        let middle: Parameters = std::array::from_fn(|k| 0.5 * (a[k] + b[k]));
        match self.faces.solved(along, middle, work) {
            Some(middle) => {
                self.between(along, [a, middle], halvings - 1, work);
                self.between(along, [middle, b], halvings - 1, work);
            }
            None => self.chords.push(chord),
        }
    }
}
