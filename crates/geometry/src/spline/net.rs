//! Coefficients of a tensor-product polynomial in the Bernstein basis.
//!
//! *Question.* Between which bounds do the values of a polynomial lie over a box of (u, v)?
//! *Idea.* Over its own unit square a polynomial lies in the hull of its Bernstein coefficients. De Casteljau's
//! algorithm gives the coefficients over a smaller box: one split at each end of each side. The algorithm forms convex
//! combinations only, so plain floating point serves, with one bound on the rounding of all coefficients.
//! *Guarantee.* Every coefficient of the exact polynomial lies within [`Net::error`] of the stored one, also after a
//! restriction. The hull exceeds the range by an amount of second order in the size of the box.
//! *Cost.* For a bicubic net about 150 combinations of four numbers.
//! *Source.* G. Farin, *Curves and Surfaces for CAGD*; the bound is the usual one for convex combinations.

use crate::tolerance::{
    HIGHEST_SHEET_DEGREE, HIGHEST_SPLINE_DEGREE, SPLINE_COMBINATION_UNITS, SPLINE_CONTINUATION, SPLINE_SHARE_UNITS,
    SPLINE_UNDERFLOW,
};
use tangency_interval::Interval;

/// Components of a coefficient: x, y and z times the weight, and the weight.
pub(super) type Coefficient = [f64; 4];

/// The coefficients, row by row: u advances from row to row, v within a row.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Net {
    degree: [usize; 2],
    values: Vec<Coefficient>,
    /// Bound on the error of every coefficient, by component.
    error: Coefficient,
    /// Largest magnitude of each component.
    magnitude: Coefficient,
}

impl Net {
    /// The net of these coefficients, each within `error` of the exact one.
    pub(super) fn new(degree: [usize; 2], values: Vec<Coefficient>, error: Coefficient) -> Self {
        debug_assert_eq!(values.len(), (degree[0] + 1) * (degree[1] + 1));
        let most = |most: Coefficient, value: &Coefficient| std::array::from_fn(|k| most[k].max(value[k].abs()));
        let magnitude = values.iter().fold([0.0_f64; 4], most);
        Self { degree, values, error, magnitude }
    }

    pub(super) fn degree(&self) -> [usize; 2] {
        self.degree
    }

    /// The coefficients.
    pub(super) fn values(&self) -> &[Coefficient] {
        &self.values
    }

    /// Bound on the error of every coefficient, by component.
    pub(super) fn error(&self) -> Coefficient {
        self.error
    }

    /// Largest magnitude of each component.
    pub(super) fn magnitude(&self) -> Coefficient {
        self.magnitude
    }

    /// The derivative by u (0) or v (1). It is zero, of the same degree, if the polynomial does not depend on it.
    pub(super) fn derivative(&self, parameter: usize) -> Self {
        let columns = self.degree[1] + 1;
        let degree = self.degree[parameter];
        if degree == 0 {
            return Self::new(self.degree, vec![[0.0; 4]; self.values.len()], [0.0; 4]);
        }
        let factor = degree as f64;
        let step = if parameter == 0 { columns } else { 1 };
        let mut reduced = self.degree;
        reduced[parameter] -= 1;
        let mut values = Vec::with_capacity((reduced[0] + 1) * (reduced[1] + 1));
        for row in 0..=reduced[0] {
            for column in 0..=reduced[1] {
                let at = row * columns + column;
                let (low, high) = (self.values[at], self.values[at + step]);
                values.push(std::array::from_fn(|k| factor * (high[k] - low[k])));
            }
        }
        let magnitude = self.magnitude;
        // The difference and the product are each rounded once. The difference is at most twice the magnitude.
        let error = std::array::from_fn(|k| {
            2.0 * factor * (self.error[k] + 2.0 * f64::EPSILON * magnitude[k]) + SPLINE_UNDERFLOW
        });
        Self::new(reduced, values, error)
    }

    /// The difference `other − self`, times a factor that is within `relative` of the exact one.
    pub(super) fn difference(&self, other: &Self, factor: f64, relative: f64) -> Self {
        let values: Vec<Coefficient> = self
            .values
            .iter()
            .zip(&other.values)
            .map(|(from, to)| std::array::from_fn(|k| factor * (to[k] - from[k])))
            .collect();
        let [one, two] = [self.magnitude, other.magnitude];
        let error = std::array::from_fn(|k| {
            let known = self.error[k] + other.error[k];
            let rounded = (2.0 * f64::EPSILON + relative) * (one[k] + two[k]);
            2.0 * factor.abs() * (known + rounded) + SPLINE_UNDERFLOW
        });
        Self::new(self.degree, values, error)
    }

    /// Writes the coefficients over a box into `into`, and returns the bound on their errors. The box is within the
    /// unit square or exceeds it by at most [`SPLINE_CONTINUATION`]. A side that is a point leaves one row or one
    /// column.
    pub(super) fn restrict(&self, region: [Interval; 2], into: &mut Vec<Coefficient>) -> Coefficient {
        into.clear();
        into.extend_from_slice(&self.values);
        let columns = self.degree[1] + 1;
        let mut levels = 0;
        let [u, v] = region;
        if u.is_singleton() {
            // One row is left.
            levels += self.degree[0];
            split_rows(into, columns, u.lower(), false);
            into.truncate(columns);
        } else {
            for (cut, keep_lower) in cuts(u) {
                levels += self.degree[0];
                split_rows(into, columns, cut, keep_lower);
            }
        }
        if v.is_singleton() {
            // One column is left.
            levels += self.degree[1];
            into.chunks_exact_mut(columns).for_each(|row| split_row(row, v.lower(), false));
            (0..into.len() / columns).for_each(|row| into[row] = into[row * columns]);
            into.truncate(into.len() / columns);
        } else {
            for (cut, keep_lower) in cuts(v) {
                levels += self.degree[1];
                into.chunks_exact_mut(columns).for_each(|row| split_row(row, cut, keep_lower));
            }
        }
        let magnitude = self.magnitude;
        // Beyond the unit square a combination is not convex: it stretches errors by up to 1 + 2·SPLINE_CONTINUATION.
        let outside = [u, v].iter().any(|side| side.lower() < 0.0 || side.upper() > 1.0);
        let stretch = if outside { (1.0 + 4.0 * SPLINE_CONTINUATION).powi(levels as i32) } else { 1.0 + 1e-9 };
        std::array::from_fn(|k| stretch * (self.error[k] + rounding(levels, stretch * magnitude[k])))
    }

    /// The nets of both parts of the unit square along u (0) or v (1), below and above a share between 0 and 1 that is
    /// within [`SPLINE_SHARE_UNITS`] of the exact one.
    pub(super) fn halves(&self, parameter: usize, share: f64) -> [Self; 2] {
        let degree = self.degree[parameter];
        let columns = self.degree[1] + 1;
        // Neighbours along the parameter, and the starts of the lines along it.
        let (step, lines) = if parameter == 0 { (columns, columns) } else { (1, self.degree[0] + 1) };
        let line = if parameter == 0 { 1 } else { columns };
        let (mut below, mut above) = (self.values.clone(), self.values.clone());
        for level in 1..=degree {
            for index in 0..=degree - level {
                for start in (0..lines).map(|other| other * line + index * step) {
                    above[start] = combined(&above[start], &above[start + step], share);
                }
            }
            for start in (0..lines).map(|other| other * line) {
                below[start + level * step] = above[start];
            }
        }
        let magnitude = self.magnitude;
        // Another share moves each of the degree's many arguments of a coefficient, which is linear in each.
        let shifted = 2.0 * SPLINE_SHARE_UNITS * degree as f64 * f64::EPSILON;
        let error = std::array::from_fn(|k| {
            (1.0 + 1e-9) * (self.error[k] + rounding(degree, magnitude[k]) + shifted * magnitude[k])
        });
        [below, above].map(|values| Self::new(self.degree, values, error))
    }

    /// The value at a point of the plane, in floating point.
    pub(super) fn value(&self, [u, v]: [f64; 2], buffer: &mut Vec<Coefficient>) -> Coefficient {
        buffer.clear();
        buffer.extend_from_slice(&self.values);
        value_in(buffer, self.degree[1] + 1, [u, v])
    }

    /// The sum of the coefficients times the given values of the basis along u and v, in floating point.
    pub(super) fn weighted(&self, along_u: &[f64], along_v: &[f64]) -> Coefficient {
        let mut sum = [0.0; 4];
        for (row, factor) in self.values.chunks_exact(self.degree[1] + 1).zip(along_u) {
            let mut of_row = [0.0; 4];
            for (value, share) in row.iter().zip(along_v) {
                of_row = std::array::from_fn(|k| of_row[k] + share * value[k]);
            }
            sum = std::array::from_fn(|k| sum[k] + factor * of_row[k]);
        }
        sum
    }

    /// The same as [`Self::value`], without a buffer.
    pub(super) fn value_on_stack(&self, at: [f64; 2]) -> Coefficient {
        const MOST: usize = (HIGHEST_SPLINE_DEGREE + 1) * (HIGHEST_SPLINE_DEGREE + 1);
        let mut buffer = [[0.0; 4]; MOST];
        let buffer = &mut buffer[..self.values.len()];
        buffer.copy_from_slice(&self.values);
        value_in(buffer, self.degree[1] + 1, at)
    }
}

/// The value at a point by de Casteljau's algorithm, which overwrites the coefficients.
fn value_in(values: &mut [Coefficient], columns: usize, [u, v]: [f64; 2]) -> Coefficient {
    split_rows(values, columns, u, false);
    let row = &mut values[..columns];
    split_row(row, v, false);
    row[0]
}

/// The values of the Bernstein polynomials of a degree, and of the two degrees below it, at a place, in floating point.
/// They are zero for degrees below zero, for which derivatives vanish.
pub(super) fn basis(degree: usize, place: f64) -> [[f64; HIGHEST_SHEET_DEGREE + 1]; 3] {
    let none = [0.0; HIGHEST_SHEET_DEGREE + 1];
    let (mut values, mut below, mut far_below) = (none, none, none);
    values[0] = 1.0;
    for raised in 1..=degree {
        (far_below, below) = (below, values);
        for i in (1..=raised).rev() {
            values[i] = (1.0 - place) * values[i] + place * values[i - 1];
        }
        values[0] *= 1.0 - place;
    }
    [values, below, far_below]
}

/// The splits that restrict the unit range to `range`: the place of the cut, and whether the part below is kept. The
/// second cut is relative to the part that the first leaves. It is moved outward by its rounding, so that nothing of
/// the range is lost. The order of the cuts keeps the divisor away from zero.
fn cuts(range: Interval) -> impl Iterator<Item = (f64, bool)> {
    let (from, to) = (range.lower(), range.upper());
    let (below, above) = (from != 0.0, to != 1.0);
    let cuts = if from < 0.5 {
        let share = if below { ((to - from).next_up() / (1.0 - from).next_down()).next_up() } else { to };
        [below.then_some((from, false)), above.then_some((if to == from { 0.0 } else { share }, true))]
    } else {
        let share = if above { (from / to).next_down() } else { from };
        [above.then_some((to, true)), below.then_some((if to == from { 1.0 } else { share }, false))]
    };
    cuts.into_iter().flatten()
}

/// The combination `(1 − share)·from + share·to`.
pub(super) fn combined(from: &Coefficient, to: &Coefficient, share: f64) -> Coefficient {
    let rest = 1.0 - share;
    std::array::from_fn(|k| rest * from[k] + share * to[k])
}

/// Bound on the rounding of that many levels of convex combinations of numbers of this magnitude.
pub(super) fn rounding(levels: usize, magnitude: f64) -> f64 {
    SPLINE_COMBINATION_UNITS * levels as f64 * f64::EPSILON * magnitude + SPLINE_UNDERFLOW
}

/// De Casteljau's algorithm along a row of coefficients.
fn split_row(row: &mut [Coefficient], cut: f64, keep_lower: bool) {
    let degree = row.len() - 1;
    for level in 1..=degree {
        if keep_lower {
            for i in (level..=degree).rev() {
                row[i] = combined(&row[i - 1], &row[i], cut);
            }
        } else {
            for i in 0..=degree - level {
                row[i] = combined(&row[i], &row[i + 1], cut);
            }
        }
    }
}

/// De Casteljau's algorithm from row to row.
fn split_rows(values: &mut [Coefficient], columns: usize, cut: f64, keep_lower: bool) {
    let degree = values.len() / columns - 1;
    for level in 1..=degree {
        if keep_lower {
            for row in (level..=degree).rev() {
                let (before, after) = values.split_at_mut(row * columns);
                for (low, high) in before[(row - 1) * columns..].iter().zip(after) {
                    *high = combined(low, high, cut);
                }
            }
        } else {
            for row in 0..=degree - level {
                let (before, after) = values.split_at_mut((row + 1) * columns);
                for (low, high) in before[row * columns..].iter_mut().zip(&after[..columns]) {
                    *low = combined(low, high, cut);
                }
            }
        }
    }
}
