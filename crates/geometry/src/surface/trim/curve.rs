//! Rational Bézier curves in the domain of a face.
//!
//! *Question.* Where in the domain is a part of a trimming curve, and what are its derivatives?
//! *Idea.* The curve is `(x, y)/w` with three polynomials. Their Bernstein coefficients over a part of the curve follow
//! from two splits by de Casteljau's algorithm, in intervals. The derivatives have coefficients of their own.
//! *Guarantee.* Encloses the exact curve of the given control points. Its ends are its first and last control points,
//! without rounding.
//! *Cost.* About a microsecond for a cubic.
//! *Source.* G. Farin, *Curves and Surfaces for CAGD*.

use crate::surface::SurfaceError;
use crate::tolerance::{STRAIGHT_TRIM, TRIM_DEGREE};
use glam::{DVec2, DVec3};
use tangency_interval::Interval;

/// A rational Bézier curve in the domain of a face. Its parameter runs from 0 to 1.
#[derive(Clone, Debug, PartialEq)]
pub struct TrimCurve {
    points: Vec<DVec2>,
    weights: Vec<f64>,
    /// Coefficients of x·w, y·w and w, of their first and of their second derivatives.
    rows: [Vec<Triple>; 3],
}

/// Encloses a trimming curve and its derivatives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrimJet {
    /// The points (u, v).
    pub point: [Interval; 2],
    /// The first derivative.
    pub ds: [Interval; 2],
    /// The second derivative.
    pub dss: [Interval; 2],
}

type Triple = [Interval; 3];

impl TrimCurve {
    /// The curve of these control points.
    ///
    /// # Errors
    /// If there are fewer than two or more than eight points, or one of them is not finite.
    pub fn new(points: Vec<DVec2>) -> Result<Self, SurfaceError> {
        let weights = vec![1.0; points.len()];
        Self::rational(points, weights)
    }

    /// The curve of these control points and positive weights.
    ///
    /// ```
    /// use glam::dvec2;
    /// use tangency_geometry::surface::TrimCurve;
    ///
    /// // A quarter of the unit circle.
    /// let half = std::f64::consts::FRAC_1_SQRT_2;
    /// let arc = TrimCurve::rational(vec![dvec2(1.0, 0.0), dvec2(1.0, 1.0), dvec2(0.0, 1.0)], vec![1.0, half, 1.0])?;
    /// assert!((arc.at(0.3).length() - 1.0).abs() < 1e-15);
    /// # Ok::<(), tangency_geometry::surface::SurfaceError>(())
    /// ```
    ///
    /// # Errors
    /// As [`TrimCurve::new`], and if a weight is not positive and finite, or the numbers of points and weights differ.
    pub fn rational(points: Vec<DVec2>, weights: Vec<f64>) -> Result<Self, SurfaceError> {
        let number = |what, expected, value| Err(SurfaceError::Number { what, expected, value });
        if !(2..=TRIM_DEGREE + 1).contains(&points.len()) {
            return number("the number of control points of a trimming curve", "from 2 to 8", points.len() as f64);
        }
        if weights.len() != points.len() {
            let expected = "that of the control points";
            return number("the number of weights of a trimming curve", expected, weights.len() as f64);
        }
        if let Some(bad) = points.iter().flat_map(DVec2::to_array).find(|value| !value.is_finite()) {
            return number("a coordinate of a control point of a trimming curve", "a finite number", bad);
        }
        if let Some(&bad) = weights.iter().find(|&&weight| !(weight > 0.0 && weight.is_finite())) {
            return number("a weight of a trimming curve", "a positive number", bad);
        }
        let of = |(point, &weight): (&DVec2, &f64)| {
            let weight = Interval::from(weight);
            [weight * point.x, weight * point.y, weight]
        };
        let values: Vec<Triple> = points.iter().zip(&weights).map(of).collect();
        let first = differences(&values);
        let second = differences(&first);
        Ok(Self { points, weights, rows: [values, first, second] })
    }

    /// The straight line between two points.
    ///
    /// # Errors
    /// If a coordinate is not finite.
    pub fn line(from: DVec2, to: DVec2) -> Result<Self, SurfaceError> {
        Self::new(vec![from, to])
    }

    /// The polynomial curve through points of another, which is given from 0 to 1: a straight line if they lie on one
    /// at equal distances, otherwise one of the highest degree. A coordinate that does not change stays as it is, and
    /// the ends are those of the other curve.
    ///
    /// ```
    /// use glam::{DVec2, DVec3};
    /// use tangency_geometry::surface::TrimCurve;
    ///
    /// let arc = TrimCurve::through(|s| DVec2::from_angle(0.5 * s))?;
    /// // The polynomial deviates by at most 2·0.25⁸/(8!·2⁷), six parts in 10¹².
    /// assert!((arc.at(0.3) - DVec2::from_angle(0.15)).length() < 6e-12);
    /// # Ok::<(), tangency_geometry::surface::SurfaceError>(())
    /// ```
    ///
    /// # Errors
    /// If a point is not finite.
    pub fn through(curve: impl Fn(f64) -> DVec2) -> Result<Self, SurfaceError> {
        let count = TRIM_DEGREE + 1;
        let node = |index: usize| 0.5 - 0.5 * (std::f64::consts::PI * index as f64 / TRIM_DEGREE as f64).cos();
        let nodes: Vec<f64> = (0..count).map(|index| if index == TRIM_DEGREE { 1.0 } else { node(index) }).collect();
        let values: Vec<DVec2> = nodes.iter().map(|&s| curve(s)).collect();
        let (from, to) = (values[0], values[TRIM_DEGREE]);
        let size = from.abs().max(to.abs()) + (to - from).abs();
        let straight =
            |(value, s): (&DVec2, &f64)| (*value - from.lerp(to, *s)).abs().cmple(STRAIGHT_TRIM * size).all();
        if values.iter().zip(&nodes).all(straight) {
            return Self::line(from, to);
        }
        let [xs, ys] =
            [0, 1].map(|axis| bernstein(&nodes, &values.iter().map(|value| value[axis]).collect::<Vec<_>>()));
        Self::new(xs.into_iter().zip(ys).map(|(x, y)| DVec2::new(x, y)).collect())
    }

    /// The control points.
    #[must_use]
    pub fn points(&self) -> &[DVec2] {
        &self.points
    }

    /// The weights.
    #[must_use]
    pub fn weights(&self) -> &[f64] {
        &self.weights
    }

    /// The point at the start.
    #[must_use]
    pub fn start(&self) -> DVec2 {
        self.points[0]
    }

    /// The point at the end.
    #[must_use]
    pub fn end(&self) -> DVec2 {
        self.points[self.points.len() - 1]
    }

    /// The same curve from its end to its start.
    #[must_use]
    pub fn reversed(&self) -> Self {
        let rows = self.rows.each_ref().map(|row| row.iter().rev().copied().collect::<Vec<Triple>>());
        let [values, first, second] = rows;
        let negative = |row: Vec<Triple>| row.into_iter().map(|triple| triple.map(|value| -value)).collect();
        Self {
            points: self.points.iter().rev().copied().collect(),
            weights: self.weights.iter().rev().copied().collect(),
            rows: [values, negative(first), second],
        }
    }

    /// A point in floating point.
    #[must_use]
    pub fn at(&self, s: f64) -> DVec2 {
        self.derivatives_at(s)[0]
    }

    /// A point, the first and the second derivative, in floating point.
    ///
    /// ```
    /// use glam::dvec2;
    /// use tangency_geometry::surface::TrimCurve;
    ///
    /// let parabola = TrimCurve::new(vec![dvec2(0.0, 0.0), dvec2(0.5, 0.0), dvec2(1.0, 1.0)])?;
    /// assert_eq!(parabola.derivatives_at(0.5), [dvec2(0.5, 0.25), dvec2(1.0, 1.0), dvec2(0.0, 2.0)]);
    /// # Ok::<(), tangency_geometry::surface::SurfaceError>(())
    /// ```
    #[must_use]
    pub fn derivatives_at(&self, s: f64) -> [DVec2; 3] {
        let count = self.points.len();
        let degree = (count - 1) as f64;
        let mut values = [DVec3::ZERO; TRIM_DEGREE + 1];
        for (value, (point, &weight)) in values.iter_mut().zip(self.points.iter().zip(&self.weights)) {
            *value = (*point * weight).extend(weight);
        }
        // The derivatives are differences of the last levels of de Casteljau's algorithm.
        let [mut first, mut second] = [DVec3::ZERO; 2];
        for last in (1..count).rev() {
            if last == 2 {
                second = degree * (degree - 1.0) * (values[2] - 2.0 * values[1] + values[0]);
            }
            if last == 1 {
                first = degree * (values[1] - values[0]);
            }
            for index in 0..last {
                values[index] = values[index] * (1.0 - s) + values[index + 1] * s;
            }
        }
        let weight = values[0].z;
        let point = values[0].truncate() / weight;
        let slope = (first.truncate() - point * first.z) / weight;
        let bend = (second.truncate() - 2.0 * slope * first.z - point * second.z) / weight;
        [point, slope, bend]
    }

    /// The ends of a straight line that runs at a constant speed. Most trims are such lines.
    fn line_ends(&self) -> Option<[DVec2; 2]> {
        match (&self.points[..], &self.weights[..]) {
            ([from, to], [1.0, 1.0]) => Some([*from, *to]),
            _ => None,
        }
    }

    /// Whether it is a straight line along u or along v, which fills its box.
    pub(super) fn is_along_an_axis(&self) -> bool {
        self.line_ends().is_some_and(|[from, to]| from.x == to.x || from.y == to.y)
    }

    /// Holds all points over a range of the parameter within [0, 1].
    #[must_use]
    pub fn region(&self, s: Interval) -> [Interval; 2] {
        if s.is_singleton() && (s.lower() == 0.0 || s.lower() == 1.0) {
            let end = if s.lower() == 0.0 { self.start() } else { self.end() };
            return end.to_array().map(Interval::from);
        }
        if let Some(ends) = self.line_ends() {
            return on_line(ends, s);
        }
        let mut row = [[Interval::ZERO; 3]; TRIM_DEGREE + 1];
        let row = restricted(&self.rows[0], s, &mut row);
        // A point is a convex combination of the projected coefficients.
        let projected = row.iter().map(|[x, y, w]| [*x / *w, *y / *w]);
        projected.reduce(|[x, y], [next_x, next_y]| [x.hull(next_x), y.hull(next_y)]).unwrap_or([Interval::ENTIRE; 2])
    }

    /// Encloses points and derivatives over a range of the parameter within [0, 1].
    #[must_use]
    pub fn jet(&self, s: Interval) -> TrimJet {
        let point = self.region(s);
        if self.line_ends().is_some() {
            let [x, y, _] = self.rows[1][0];
            return TrimJet { point, ds: [x, y], dss: [Interval::ZERO; 2] };
        }
        let mut row = [[Interval::ZERO; 3]; TRIM_DEGREE + 1];
        let mut hull = |index: usize| {
            let row = restricted(&self.rows[index], s, &mut row);
            let both = |a: Triple, b: Triple| -> Triple { std::array::from_fn(|axis| a[axis].hull(b[axis])) };
            row.iter().copied().reduce(both).unwrap_or([Interval::ZERO; 3])
        };
        let (value, first, second) = (hull(0), hull(1), hull(2));
        let [weight, slope, bend] = [value[2], first[2], second[2]];
        let ds: [Interval; 2] = std::array::from_fn(|axis| (first[axis] - point[axis] * slope) / weight);
        let dss = std::array::from_fn(|axis| (second[axis] - ds[axis] * slope * 2.0 - point[axis] * bend) / weight);
        TrimJet { point, ds, dss }
    }
}

/// Holds a part of a line: its coordinates are between those of the ends of the part.
fn on_line([from, to]: [DVec2; 2], s: Interval) -> [Interval; 2] {
    std::array::from_fn(|axis| {
        let (from, to) = (from[axis], to[axis]);
        if from == to {
            return Interval::from(from);
        }
        let at = |share: f64| {
            if share == 0.0 {
                Interval::from(from)
            } else if share == 1.0 {
                Interval::from(to)
            } else {
                Interval::from(from) + (Interval::from(to) - from) * share
            }
        };
        at(s.lower()).hull(at(s.upper()))
    })
}

/// The Bernstein coefficients of the polynomial with these values at these nodes, by elimination.
fn bernstein(nodes: &[f64], values: &[f64]) -> Vec<f64> {
    let count = nodes.len();
    if values.iter().all(|&value| value == values[0]) {
        return values.to_vec();
    }
    let basis = |s: f64| {
        let mut row = vec![0.0; count];
        row[0] = 1.0;
        for degree in 1..count {
            for index in (0..=degree).rev() {
                let before = if index > 0 { row[index - 1] } else { 0.0 };
                row[index] = (1.0 - s) * row[index] + s * before;
            }
        }
        row
    };
    let mut rows: Vec<(Vec<f64>, f64)> = nodes.iter().zip(values).map(|(&s, &value)| (basis(s), value)).collect();
    for column in 0..count {
        let best = (column..count).max_by(|&a, &b| rows[a].0[column].abs().total_cmp(&rows[b].0[column].abs()));
        rows.swap(column, best.unwrap_or(column));
        let (pivot, pivot_value) = rows[column].clone();
        for (row, value) in rows.iter_mut().skip(column + 1) {
            let factor = row[column] / pivot[column];
            row.iter_mut().zip(&pivot).for_each(|(entry, of_pivot)| *entry -= factor * of_pivot);
            *value -= factor * pivot_value;
        }
    }
    let mut found = vec![0.0; count];
    for index in (0..count).rev() {
        let (row, value) = &rows[index];
        let known: f64 = (index + 1..count).map(|other| row[other] * found[other]).sum();
        found[index] = (value - known) / row[index];
    }
    // The ends are given, not computed.
    (found[0], found[count - 1]) = (values[0], values[count - 1]);
    found
}

/// The coefficients of the derivative. That of a constant is zero.
fn differences(row: &[Triple]) -> Vec<Triple> {
    let degree = row.len().saturating_sub(1) as f64;
    if row.len() < 2 {
        return vec![[Interval::ZERO; 3]];
    }
    let step = |ends: &[Triple]| std::array::from_fn(|axis| (ends[1][axis] - ends[0][axis]) * degree);
    row.windows(2).map(step).collect()
}

/// The coefficients over a part of the curve.
fn restricted<'work>(row: &[Triple], s: Interval, into: &'work mut [Triple; TRIM_DEGREE + 1]) -> &'work [Triple] {
    let count = row.len();
    into[..count].copy_from_slice(row);
    let mix = |from: Triple, to: Triple, cut: Interval| -> Triple {
        std::array::from_fn(|axis| from[axis] + (to[axis] - from[axis]) * cut)
    };
    if s.upper() < 1.0 {
        // The part before the cut: the first of each level.
        let cut = Interval::from(s.upper());
        for level in 1..count {
            for index in (level..count).rev() {
                into[index] = mix(into[index - 1], into[index], cut);
            }
        }
    }
    if s.lower() > 0.0 && s.upper() > 0.0 {
        // The part after the cut: the last of each level.
        let cut = Interval::from(s.lower()) / Interval::from(s.upper());
        for level in 1..count {
            for index in 0..count - level {
                into[index] = mix(into[index], into[index + 1], cut);
            }
        }
    }
    &into[..count]
}
