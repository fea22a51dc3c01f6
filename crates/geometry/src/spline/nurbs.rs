//! NURBS surfaces, cut into Bézier patches.
//!
//! *Question.* Which rational Bézier patches make up a NURBS surface?
//! *Idea.* Over each span of knots the surface is one patch. Its control points are values of the polar form (blossom)
//! with the arguments at the ends of the span, computed by de Boor's recursion. This equals repeated insertion of
//! knots, and needs no special case for periodic or unclamped knots.
//! *Guarantee.* The recursion runs on intervals, so the patches enclose the exact surface.
//! *Cost.* A few microseconds a patch.
//! *Source.* Krishnan et al. 1998, section 5.1 (decomposition into Bézier patches); L. Ramshaw, *Blossoming: a
//! connect-the-dots approach to splines*, 1987.

use super::bezier::{self, EnclosedPole};
use super::{BezierPatch, SplineError};
use crate::tolerance::{HIGHEST_SHEET_DEGREE, HIGHEST_SPLINE_DEGREE};
use glam::DVec3;
use tangency_interval::Interval;

/// Names of the parameters, for messages.
const PARAMETERS: [&str; 2] = ["u", "v"];

/// A surface of non-uniform rational B-splines. Knots may be clamped or not; repeated control points close it.
///
/// ```
/// use glam::dvec3;
/// use tangency_geometry::spline::NurbsSurface;
///
/// // A biquadratic strip of two spans along u.
/// let points = (0..12).map(|i| dvec3((i / 3) as f64, (i % 3) as f64, ((i / 3) % 2) as f64)).collect();
/// let knots = [vec![0., 0., 0., 1., 2., 2., 2.], vec![0., 0., 0., 1., 1., 1.]];
/// let strip = NurbsSurface::new([2, 2], knots, points, vec![])?;
/// assert_eq!(strip.pieces()?.len(), 2);
/// # Ok::<(), tangency_geometry::spline::SplineError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct NurbsSurface {
    degree: [usize; 2],
    knots: [Vec<f64>; 2],
    points: Vec<DVec3>,
    weights: Vec<f64>,
}

/// One span of knots of a surface as a patch.
#[derive(Clone, Debug, PartialEq)]
pub struct SplinePiece {
    /// The patch over the unit square.
    pub patch: BezierPatch,
    /// The ranges of the surface's parameters that the unit square stands for.
    pub domain: [[f64; 2]; 2],
}

impl NurbsSurface {
    /// The surface of these control points, row by row: v advances within a row, u from row to row. No weights mean 1
    /// for all. The number of knots is that of the control points along the parameter, plus the degree, plus one.
    pub fn new(
        degree: [usize; 2],
        knots: [Vec<f64>; 2],
        points: Vec<DVec3>,
        weights: Vec<f64>,
    ) -> Result<Self, SplineError> {
        for ((parameter, &degree), knots) in PARAMETERS.into_iter().zip(&degree).zip(&knots) {
            check_knots(parameter, degree, knots)?;
        }
        let counts = [0, 1].map(|side| knots[side].len() - degree[side] - 1);
        let expected = counts[0] * counts[1];
        if points.len() != expected {
            return Err(SplineError::Count { what: "control points", given: points.len(), expected });
        }
        bezier::check_values(&points, &weights)?;
        Ok(Self { degree, knots, points, weights })
    }

    /// The degrees along u and v.
    #[must_use]
    pub fn degree(&self) -> [usize; 2] {
        self.degree
    }

    /// The knots along u and v.
    #[must_use]
    pub fn knots(&self) -> &[Vec<f64>; 2] {
        &self.knots
    }

    /// The control points, row by row.
    #[must_use]
    pub fn control_points(&self) -> &[DVec3] {
        &self.points
    }

    /// The weights; empty if none were given.
    #[must_use]
    pub fn weights(&self) -> &[f64] {
        &self.weights
    }

    /// The ranges of the parameters on which the surface is defined.
    #[must_use]
    pub fn domain(&self) -> [[f64; 2]; 2] {
        [0, 1].map(|side| {
            let (knots, degree) = (&self.knots[side], self.degree[side]);
            [knots[degree], knots[knots.len() - degree - 1]]
        })
    }

    /// The Bézier patches of all spans of knots, row by row.
    ///
    /// # Errors
    /// If the weights of a patch differ too much, or a degree is beyond that of a single patch.
    pub fn pieces(&self) -> Result<Vec<SplinePiece>, SplineError> {
        bezier::check_degree(self.degree, HIGHEST_SPLINE_DEGREE)?;
        self.all_pieces()
    }

    /// The same for any degree.
    pub(super) fn all_pieces(&self) -> Result<Vec<SplinePiece>, SplineError> {
        let columns = self.knots[1].len() - self.degree[1] - 1;
        let poles = self.points.iter().enumerate().map(|(i, &point)| bezier::pole(point, &self.weights, i));
        let rows: Vec<Vec<EnclosedPole>> = poles.collect::<Vec<_>>().chunks(columns).map(<[_]>::to_vec).collect();
        let mut pieces = Vec::new();
        for span_u in spans(&self.knots[0], self.degree[0]) {
            let strip = extracted(&self.knots[0], self.degree[0], span_u, &rows);
            // Transposed, so that the rows of the strip run along v.
            let turned: Vec<Vec<EnclosedPole>> =
                (0..columns).map(|column| strip.iter().map(|row| row[column]).collect()).collect();
            for span_v in spans(&self.knots[1], self.degree[1]) {
                let net = extracted(&self.knots[1], self.degree[1], span_v, &turned);
                let poles: Vec<EnclosedPole> =
                    (0..=self.degree[0]).flat_map(|row| net.iter().map(move |column| column[row])).collect();
                let patch = BezierPatch::enclosed(self.degree, &poles)?;
                let range = |side: usize, span: usize| [self.knots[side][span], self.knots[side][span + 1]];
                pieces.push(SplinePiece { patch, domain: [range(0, span_u), range(1, span_v)] });
            }
        }
        Ok(pieces)
    }
}

/// The indices of the knots at which a span of positive length begins, within the surface's range.
fn spans(knots: &[f64], degree: usize) -> impl Iterator<Item = usize> {
    (degree..knots.len() - degree - 1).filter(|&i| knots[i] < knots[i + 1])
}

/// The rows of Bézier control points over one span of knots, from rows of B-spline control points.
fn extracted(knots: &[f64], degree: usize, span: usize, rows: &[Vec<EnclosedPole>]) -> Vec<Vec<EnclosedPole>> {
    let ends = [knots[span], knots[span + 1]];
    let row = |upper: usize| {
        let mut work: Vec<Vec<EnclosedPole>> = rows[span - degree..=span].to_vec();
        for level in 1..=degree {
            // The polar form takes the upper end `upper` times and the lower end otherwise, in any order.
            let at = Interval::from(if level <= upper { ends[1] } else { ends[0] });
            for j in (level..=degree).rev() {
                let index = span - degree + j;
                let (low, high) = (Interval::from(knots[index]), Interval::from(knots[index + degree + 1 - level]));
                let length = high - low;
                let [rest, share] = [(high - at) / length, (at - low) / length];
                for column in 0..work[j].len() {
                    let (before, after) = (work[j - 1][column], work[j][column]);
                    work[j][column] = std::array::from_fn(|k| mixed([rest, share], [before[k], after[k]]));
                }
            }
        }
        work.swap_remove(degree)
    };
    (0..=degree).map(row).collect()
}

/// The combination of two values with weights that sum to one. Equal values stay as they are.
fn mixed([rest, share]: [Interval; 2], [before, after]: [Interval; 2]) -> Interval {
    if before == after { before } else { rest * before + share * after }
}

/// Checks the degree and the knots along one parameter.
fn check_knots(parameter: &'static str, degree: usize, knots: &[f64]) -> Result<(), SplineError> {
    if !(1..=HIGHEST_SHEET_DEGREE).contains(&degree) {
        return Err(SplineError::Degree { parameter, degree, highest: HIGHEST_SHEET_DEGREE });
    }
    if knots.len() < 2 * (degree + 1) {
        return Err(SplineError::Count { what: "knots", given: knots.len(), expected: 2 * (degree + 1) });
    }
    let falls = |&index: &usize| !knots[index].is_finite() || (index > 0 && knots[index] < knots[index - 1]);
    if let Some(index) = (0..knots.len()).find(falls) {
        return Err(SplineError::Knot { parameter, index, knot: knots[index] });
    }
    let (first, last) = (knots[degree], knots[knots.len() - degree - 1]);
    if !(first < last) {
        return Err(SplineError::EmptyRange { parameter, from: degree, to: knots.len() - degree - 1, knot: last });
    }
    let mut start = 0;
    for end in 1..=knots.len() {
        if end < knots.len() && knots[end] == knots[start] {
            continue;
        }
        let (knot, times) = (knots[start], end - start);
        let most = if knot <= first || knot >= last { degree + 1 } else { degree };
        if times > most {
            return Err(SplineError::Multiplicity { parameter, knot, times, most });
        }
        start = end;
    }
    Ok(())
}
