//! The parameters of a point on a sheet.
//!
//! *Question.* At which parameters does a sheet come nearest to a point?
//! *Idea.* Newton's method on the squared distance, within the ranges of the parameters: a parameter at the end of its
//! range stays there while the distance falls outwards. Where the second derivatives do not give a descent, the step of
//! Gauss and Newton is taken, and halved while it does not descend. It starts at a guess, or at the nearest of some
//! sampled points.
//! *Guarantee.* None: floating point. The distance is returned, so that the caller can check it.
//! *Cost.* About ten evaluations from a good guess.
//! *Source.* L. Piegl, W. Tiller, *The NURBS Book*, section 6.1.

use super::{SplineSheet, SplineWork};
use crate::tolerance::{NEAREST_GUESSES, NEAREST_STEP, NEAREST_STEPS};
use glam::{DMat2, DVec2, DVec3};

/// Points of a sheet, from which the parameters of other points are found.
#[derive(Clone, Debug)]
pub struct SheetPoints {
    sheet: SplineSheet,
    samples: Vec<(DVec2, DVec3)>,
}

impl SheetPoints {
    /// Samples the sheet.
    #[must_use]
    pub fn new(sheet: SplineSheet) -> Self {
        // Three steps a cell.
        let places = sheet.breaks().each_ref().map(|breaks| {
            let mut places: Vec<f64> = breaks
                .windows(2)
                .flat_map(|ends| [0.0, 1.0, 2.0].map(|i| ends[0] + (ends[1] - ends[0]) * i / 3.0))
                .collect();
            places.extend(breaks.last());
            places
        });
        let mut work = SplineWork::default();
        let mut samples = Vec::with_capacity(places[0].len() * places[1].len());
        for &u in &places[0] {
            samples.extend(places[1].iter().map(|&v| (DVec2::new(u, v), sheet.plain_jet([u, v], &mut work)[0])));
        }
        Self { sheet, samples }
    }

    /// The sheet.
    #[must_use]
    pub fn sheet(&self) -> &SplineSheet {
        &self.sheet
    }

    /// The parameters of a nearest point, and its distance in metres. A point within `enough` metres is taken from the
    /// guess, if there is one; otherwise the whole sheet is searched.
    #[must_use]
    pub fn nearest(&self, point: DVec3, guess: Option<DVec2>, enough: f64) -> (DVec2, f64) {
        let from_guess = guess.map(|guess| self.descend(point, guess));
        if let Some(found) = from_guess.filter(|&(_, distance)| distance <= enough) {
            return found;
        }
        let mut guesses: Vec<(DVec2, f64)> =
            self.samples.iter().map(|&(place, sample)| (place, sample.distance_squared(point))).collect();
        let count = NEAREST_GUESSES.min(guesses.len());
        guesses.select_nth_unstable_by(count - 1, |a, b| a.1.total_cmp(&b.1));
        guesses.truncate(count);
        guesses.sort_by(|a, b| a.1.total_cmp(&b.1));
        let mut best = from_guess.unwrap_or((guesses[0].0, f64::INFINITY));
        for (place, _) in guesses {
            let found = self.descend(point, place);
            if found.1 < best.1 {
                best = found;
            }
            // Later guesses are farther away, and a point on the sheet needs no better one.
            if best.1 <= enough {
                break;
            }
        }
        best
    }

    fn descend(&self, point: DVec3, guess: DVec2) -> (DVec2, f64) {
        let [u, v] = self.sheet.domain();
        let (low, high) = (DVec2::new(u[0], v[0]), DVec2::new(u[1], v[1]));
        let mut work = SplineWork::default();
        let mut at = guess.clamp(low, high);
        let mut distance = f64::INFINITY;
        for _ in 0..NEAREST_STEPS {
            let [place, du, dv, _, duu, duv, dvv, ..] = self.sheet.plain_jet(at.to_array(), &mut work);
            let off = place - point;
            distance = off.length();
            let slope = DVec2::new(off.dot(du), off.dot(dv));
            let stays = |axis: usize| {
                (at[axis] <= low[axis] && slope[axis] > 0.0) || (at[axis] >= high[axis] && slope[axis] < 0.0)
            };
            let gauss = DMat2::from_cols(DVec2::new(du.dot(du), du.dot(dv)), DVec2::new(du.dot(dv), dv.dot(dv)));
            let bend = DMat2::from_cols(DVec2::new(off.dot(duu), off.dot(duv)), DVec2::new(off.dot(duv), off.dot(dvv)));
            let step = step(gauss + bend, slope, [stays(0), stays(1)])
                .or_else(|| step(gauss, slope, [stays(0), stays(1)]))
                .unwrap_or(DVec2::ZERO);
            // The step is halved until the distance falls.
            let mut share = 1.0;
            let next = loop {
                let next = (at + share * step).clamp(low, high);
                let there = self.sheet.plain_jet(next.to_array(), &mut work)[0].distance(point);
                if there <= distance {
                    break Some((next, there));
                }
                share *= 0.5;
                if share < 1e-6 {
                    break None;
                }
            };
            let Some((next, there)) = next else { break };
            let moved = ((next - at) / (high - low)).abs().max_element();
            (at, distance) = (next, there);
            if moved <= NEAREST_STEP {
                break;
            }
        }
        (at, distance)
    }
}

/// The Newton step with the parameters at the ends of their ranges fixed; `None` if the matrix is not positive
/// definite.
fn step(matrix: DMat2, slope: DVec2, fixed: [bool; 2]) -> Option<DVec2> {
    let only = |axis: usize| {
        let (value, mut step) = (matrix.col(axis)[axis], DVec2::ZERO);
        step[axis] = -slope[axis] / value;
        (value > 0.0).then_some(step)
    };
    match fixed {
        [true, true] => Some(DVec2::ZERO),
        [true, false] => only(1),
        [false, true] => only(0),
        [false, false] => {
            let definite = matrix.determinant() > 1e-14 * matrix.x_axis.x * matrix.y_axis.y && matrix.x_axis.x > 0.0;
            if definite {
                Some(-(matrix.inverse() * slope))
            } else if matrix.x_axis.x >= matrix.y_axis.y {
                only(0)
            } else {
                only(1)
            }
        }
    }
}
