//! Following a curve in which two faces meet.
//!
//! **Question.** Where does the curve through a common point run, until it closes or leaves one of the faces?
//!
//! **Idea.** From station to station: a straight line of parameters along the tangent, as long as the tube around it
//! is proved. The parameter that changes most along the tangent is the one the curve is a graph over. The end of a tube
//! is the next station. A curve closes when a tube reaches the first station again. At a border of a face the last
//! station is put on the border.
//!
//! **Guarantee.** Between two stations the curve exists and is the only one in its tube. Consecutive tubes share a
//! station, in whose place each has one solution only, so that they hold pieces of one curve.
//!
//! **Cost.** About ten tubes a curve and patch.

use super::equations::{CurveTube, FaceCrossing, ParameterLine, Parameters, largest};
use crate::tolerance::{CROSSING_BORDER, CROSSING_OVERHANG, CURVE_REACH, CURVE_TUBES};
use tangency_geometry::surface::PatchWork;
use tangency_interval::Interval;

/// How a curve ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CurveEnd {
    /// It returns to its start.
    Closed,
    /// At a border of a face.
    Border,
    /// Nothing is proved beyond: the faces are tangent there, or a face has no tangent plane.
    Lost,
}

/// A curve on two faces: tubes, and the stations between them. There is one station more than tubes.
#[derive(Clone, Debug)]
pub(super) struct TracedCurve {
    pub(super) tubes: Vec<CurveTube>,
    pub(super) stations: Vec<Parameters>,
    pub(super) ends: [CurveEnd; 2],
}

impl TracedCurve {
    /// Follows the curve through a common point both ways.
    pub(super) fn through(faces: &FaceCrossing<'_>, start: Parameters, work: &mut PatchWork) -> Self {
        let forward = Self::followed(faces, start, 1.0, work);
        if forward.ends[1] == CurveEnd::Closed {
            return forward;
        }
        let mut whole = Self::followed(faces, start, -1.0, work);
        whole.tubes.reverse();
        whole.stations.reverse();
        whole.tubes.extend(forward.tubes);
        whole.stations.extend(&forward.stations[1..]);
        whole.ends = [whole.ends[1], forward.ends[1]];
        whole
    }

    /// Follows the curve from a point in one sense.
    fn followed(faces: &FaceCrossing<'_>, start: Parameters, sense: f64, work: &mut PatchWork) -> Self {
        let mut curve = Self { tubes: Vec::new(), stations: vec![start], ends: [CurveEnd::Border, CurveEnd::Lost] };
        let mut at = start;
        let mut length = CURVE_REACH[1];
        for _ in 0..CURVE_TUBES {
            let Some(step) = CurveStep::from(faces, at, sense, &mut length, work) else { return curve };
            let (tube, forward) = (step.tube, step.forward);
            let ahead = forward * (start[tube.line.along] - at[tube.line.along]);
            if !curve.tubes.is_empty() && ahead > 0.0 && tube.explains(&start.map(Interval::from)) {
                curve.tubes.push(tube);
                curve.stations.push(start);
                curve.ends = [CurveEnd::Closed; 2];
                return curve;
            }
            let left = step.next.iter().any(|&value| beyond(value) > CROSSING_BORDER);
            // A step that leaves the faces at once has no length. Its tube explains the place all the same.
            at = if left { step.border(faces, work).unwrap_or(at) } else { step.next };
            curve.tubes.push(tube);
            curve.stations.push(at);
            if left {
                curve.ends[1] = CurveEnd::Border;
                return curve;
            }
        }
        curve
    }
}

/// A tube around a common point beyond the border of a face, of which no part is on both faces. `None` if there is
/// none.
pub(super) fn tube_outside(faces: &FaceCrossing<'_>, at: Parameters, work: &mut PatchWork) -> Option<CurveTube> {
    let tangent = faces.tangent(&at, work)?;
    let along = largest(&tangent);
    let slope = tangent.map(|part| part / tangent[along]);
    if !slope.iter().all(|part| part.is_finite()) {
        return None;
    }
    let most = [-1.0, 1.0].map(|sign| longest(&at, &slope, sign));
    let mut length = CURVE_REACH[1];
    while length >= CURVE_REACH[0] {
        let reach = Interval::between(-length.min(most[0]), length.min(most[1]));
        let line = ParameterLine { along, centre: at, slope, reach };
        let tube = faces.tube(&line, length, work);
        if let Some(tube) = tube.filter(CurveTube::is_outside) {
            return Some(tube);
        }
        length *= 0.5;
    }
    None
}

/// A proved tube from a station, and the station at its end.
struct CurveStep {
    tube: CurveTube,
    next: Parameters,
    /// The sign of the step along the parameter of the tube.
    forward: f64,
}

impl CurveStep {
    /// The longest tube that is proved, starting with the given length. `None` if even a short one is not.
    fn from(
        faces: &FaceCrossing<'_>,
        at: Parameters,
        sense: f64,
        length: &mut f64,
        work: &mut PatchWork,
    ) -> Option<Self> {
        let tangent = faces.tangent(&at, work)?;
        let along = largest(&tangent);
        let slope = tangent.map(|part| part / tangent[along]);
        if !slope.iter().all(|part| part.is_finite()) {
            return None;
        }
        let forward = sense * tangent[along].signum();
        let most = [-1.0, 1.0].map(|sign| longest(&at, &slope, sign));
        while *length >= CURVE_REACH[0] {
            let reach = Interval::between(-length.min(most[0]), length.min(most[1]));
            let line = ParameterLine { along, centre: at, slope, reach };
            // A little before the end of the tube, which then holds the station despite rounding.
            let end = 0.999 * if forward > 0.0 { reach.upper() } else { reach.lower() };
            let found = faces.tube(&line, *length, work).and_then(|tube| {
                let next = faces.solved(along, line.at(end), work)?;
                tube.explains(&next.map(Interval::from)).then_some(Self { tube, next, forward })
            });
            if let Some(step) = found {
                *length = (2.0 * *length).min(CURVE_REACH[1]);
                return Some(step);
            }
            *length *= 0.5;
        }
        *length = CURVE_REACH[1];
        None
    }

    /// Where the curve leaves the unit squares within the tube.
    fn border(&self, faces: &FaceCrossing<'_>, work: &mut PatchWork) -> Option<Parameters> {
        let ParameterLine { along, centre, .. } = self.tube.line;
        let mut first: Option<Parameters> = None;
        for k in (0..4).filter(|&k| beyond(self.next[k]) > 0.0) {
            let border = self.next[k].clamp(0.0, 1.0);
            let share = ((border - centre[k]) / (self.next[k] - centre[k])).clamp(0.0, 1.0);
            let mut start: Parameters = std::array::from_fn(|k| centre[k] + share * (self.next[k] - centre[k]));
            start[k] = border;
            let Some(at) = faces.solved(k, start, work) else { continue };
            let ahead = |at: &Parameters| self.forward * (at[along] - centre[along]);
            let nearer = first.is_none_or(|known| ahead(&at) < ahead(&known));
            if nearer && ahead(&at) >= 0.0 && self.tube.explains(&at.map(Interval::from)) {
                first = Some(at);
            }
        }
        first
    }
}

/// How far a parameter is beyond the unit range.
pub(super) fn beyond(value: f64) -> f64 {
    (-value).max(value - 1.0).max(0.0)
}

/// How far a line may be followed in one sense until a parameter is half of the overhang beyond its range.
fn longest(at: &Parameters, slope: &Parameters, sign: f64) -> f64 {
    let overhang = 0.5 * CROSSING_OVERHANG;
    (0..4)
        .map(|k| {
            let rate = sign * slope[k];
            if rate > 0.0 {
                (1.0 + overhang - at[k]) / rate
            } else if rate < 0.0 {
                (at[k] + overhang) / -rate
            } else {
                f64::INFINITY
            }
        })
        .fold(f64::INFINITY, f64::min)
        .max(0.0)
}
