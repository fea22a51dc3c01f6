//! B-spline curves and surfaces, rational or not.

use glam::{DVec3, DVec4, Vec4Swizzles};

/// A B-spline curve, rational if it has weights.
///
/// The knots are written out: a knot of multiplicity three occurs three times. There are as many as control points,
/// plus the degree, plus one. The curve is defined from knot number `degree` to the one that many before the last,
/// whether the ends are clamped or not.
#[derive(Clone, Debug, PartialEq)]
pub struct StepSplineCurve {
    /// The degree, at least 1.
    pub degree: usize,
    /// The knots, ascending.
    pub knots: Vec<f64>,
    /// The control points.
    pub points: Vec<DVec3>,
    /// A positive weight for each control point; `None` if the curve is not rational.
    pub weights: Option<Vec<f64>>,
    /// Whether the file calls the curve closed; `None` if it does not say.
    pub closed: Option<bool>,
}

/// A B-spline surface, rational if it has weights. Knots as for [`StepSplineCurve`].
#[derive(Clone, Debug, PartialEq)]
pub struct StepSplineSurface {
    /// The degrees along u and v, at least 1.
    pub degree: [usize; 2],
    /// The knots along u and v, ascending.
    pub knots: [Vec<f64>; 2],
    /// How many control points there are along u and v.
    pub counts: [usize; 2],
    /// The control points, row by row: v advances within a row, u from row to row.
    pub points: Vec<DVec3>,
    /// A positive weight for each control point; `None` if the surface is not rational.
    pub weights: Option<Vec<f64>>,
    /// Whether the file calls the surface closed along u and v; `None` if it does not say.
    pub closed: [Option<bool>; 2],
}

impl StepSplineCurve {
    /// The range of parameters; `None` if there are too few knots.
    #[must_use]
    pub fn range(&self) -> Option<[f64; 2]> {
        Some([*self.knots.get(self.degree)?, *self.knots.get(self.points.len())?])
    }

    /// The point at a parameter; `None` outside the range.
    #[must_use]
    pub fn at(&self, t: f64) -> Option<DVec3> {
        let weight = |index: usize| self.weights.as_ref().map_or(Some(1.0), |weights| weights.get(index).copied());
        let lifted = |index: usize| Some(lift(*self.points.get(index)?, weight(index)?));
        project(de_boor(self.degree, &self.knots, self.points.len(), t, lifted)?)
    }
}

impl StepSplineSurface {
    /// The ranges of u and v; `None` if there are too few knots.
    #[must_use]
    pub fn ranges(&self) -> Option<[[f64; 2]; 2]> {
        let range = |axis: usize| {
            let knots = &self.knots[axis];
            Some([*knots.get(self.degree[axis])?, *knots.get(self.counts[axis])?])
        };
        Some([range(0)?, range(1)?])
    }

    /// The point at a pair of parameters; `None` outside the ranges.
    #[must_use]
    pub fn at(&self, u: f64, v: f64) -> Option<DVec3> {
        let [rows, columns] = self.counts;
        let weight = |index: usize| self.weights.as_ref().map_or(Some(1.0), |weights| weights.get(index).copied());
        let lifted = |index: usize| Some(lift(*self.points.get(index)?, weight(index)?));
        let row = |i: usize| de_boor(self.degree[1], &self.knots[1], columns, v, |j| lifted(i * columns + j));
        project(de_boor(self.degree[0], &self.knots[0], rows, u, row)?)
    }
}

fn lift(point: DVec3, weight: f64) -> DVec4 {
    (point * weight).extend(weight)
}

fn project(point: DVec4) -> Option<DVec3> {
    (point.w > 0.0).then(|| point.xyz() / point.w)
}

/// De Boor's algorithm; `None` outside the range of the knots.
fn de_boor(
    degree: usize,
    knots: &[f64],
    count: usize,
    t: f64,
    point: impl Fn(usize) -> Option<DVec4>,
) -> Option<DVec4> {
    let (low, high) = (*knots.get(degree)?, *knots.get(count)?);
    if !(low..=high).contains(&t) || count <= degree {
        return None;
    }
    // The last span that is not empty, for t at the end of the range.
    let span = (degree..count).rev().find(|&span| knots[span] <= t && knots[span] < knots[span + 1])?;
    let mut values = (0..=degree).map(|i| point(span - degree + i)).collect::<Option<Vec<_>>>()?;
    for level in 1..=degree {
        for i in (level..=degree).rev() {
            let (left, right) = (knots[span - degree + i], knots[span + 1 + i - level]);
            let share = (t - left) / (right - left);
            values[i] = values[i - 1].lerp(values[i], share);
        }
    }
    values.pop()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::FRAC_1_SQRT_2;

    #[test]
    fn a_quarter_of_a_circle_has_its_radius() {
        let curve = StepSplineCurve {
            degree: 2,
            knots: vec![0.0, 0.0, 0.0, 1.0, 1.0, 1.0],
            points: vec![DVec3::X, DVec3::X + DVec3::Y, DVec3::Y],
            weights: Some(vec![1.0, FRAC_1_SQRT_2, 1.0]),
            closed: Some(false),
        };
        assert_eq!((curve.range(), curve.at(0.0), curve.at(1.0)), (Some([0.0, 1.0]), Some(DVec3::X), Some(DVec3::Y)));
        for i in 0..=10 {
            assert!((curve.at(f64::from(i) / 10.0).unwrap().length() - 1.0).abs() < 1e-15);
        }
        assert_eq!((curve.at(-0.1), curve.at(1.1), curve.at(f64::NAN)), (None, None, None));
    }

    #[test]
    fn an_unclamped_uniform_cubic_reproduces_lines() {
        // Control points at the Greville abscissae of their knots give x(t) = t.
        let knots: Vec<f64> = (-3..=5).map(f64::from).collect();
        let points = (1..6).map(|i| DVec3::X * (knots[i] + knots[i + 1] + knots[i + 2]) / 3.0).collect();
        let curve = StepSplineCurve { degree: 3, knots, points, weights: None, closed: None };
        assert_eq!(curve.range(), Some([0.0, 2.0]));
        for t in [0.0, 0.3, 1.0, 1.7, 2.0] {
            assert!((curve.at(t).unwrap() - DVec3::X * t).length() < 1e-15);
        }
    }

    #[test]
    fn a_bilinear_surface_interpolates_its_corners() {
        let surface = StepSplineSurface {
            degree: [1, 1],
            knots: [vec![0.0, 0.0, 2.0, 2.0], vec![0.0, 0.0, 1.0, 1.0]],
            counts: [2, 2],
            points: vec![DVec3::ZERO, DVec3::Y, DVec3::X, DVec3::ONE],
            weights: None,
            closed: [Some(false); 2],
        };
        assert_eq!(surface.at(0.0, 1.0), Some(DVec3::Y));
        assert_eq!(surface.at(2.0, 0.0), Some(DVec3::X));
        assert_eq!(surface.at(1.0, 0.5), Some(DVec3::new(0.5, 0.5, 0.25)));
        assert_eq!(surface.at(3.0, 0.5), None);
    }
}
