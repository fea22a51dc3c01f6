//! Rational Bézier patches.
//!
//! *Question.* Where is the patch over a box of (u, v, t), and what are its derivatives?
//! *Idea.* The patch is `S = P/w` with polynomials P and w. Their nets and the nets of their derivatives are computed
//! once and restricted to the box ([`super::region`]). A point of the patch is a convex combination of the projected
//! coefficients `P_ij/w_ij`, because the weights are positive. The derivatives follow from the quotient rule:
//! `S_u = (P_u − S·w_u)/w`, `S_uv = (P_uv − S_u·w_v − S_v·w_u − S·w_uv)/w`. All nets are relative to a local origin, so
//! that a patch far away from the world's origin loses no digits.
//! *Guarantee.* Encloses the exact points and derivatives of the given control points and weights.
//! *Cost.* A restriction of one net to the box, and differences of its coefficients.
//! *Source.* Krishnan et al. 1998, eq. 2; G. Farin, *Curves and Surfaces for CAGD*, for the derivatives.

use super::SplineError;
use super::net::{Coefficient, Net, basis};
use super::region::Region;
use crate::surface::SurfaceJet;
use crate::tolerance::{HIGHEST_SHEET_DEGREE, HIGHEST_SPLINE_DEGREE, SPLINE_WEIGHT_RATIO};
use glam::{DVec3, dvec3};
use tangency_interval::{Interval, Vector, Vector3};

/// A rational tensor-product Bézier patch over the unit square of (u, v). Its control points may move along straight
/// lines.
///
/// ```
/// use glam::dvec3;
/// use tangency_geometry::spline::BezierPatch;
///
/// // A saddle: the four corners of a square, lifted in turn.
/// let corners = [dvec3(0., 0., 0.), dvec3(0., 1., 1.), dvec3(1., 0., 1.), dvec3(1., 1., 0.)];
/// let saddle = BezierPatch::new([1, 1], corners.to_vec())?;
/// assert_eq!(saddle.at(0.5, 0.5, 0.0), dvec3(0.5, 0.5, 0.5));
/// # Ok::<(), tangency_geometry::spline::SplineError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct BezierPatch {
    degree: [usize; 2],
    points: Vec<DVec3>,
    /// Empty if all weights are 1.
    weights: Vec<f64>,
    origin: DVec3,
    pub(super) start: Nets,
    pub(super) moving: Option<Box<MovingNets>>,
}

/// The nets of the polynomials and of their derivatives.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Nets {
    pub(super) point: Net,
    u: Net,
    v: Net,
    uu: Net,
    uv: Net,
    vv: Net,
}

/// The other end of a moving patch, and the derivatives by time.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct MovingNets {
    points: Vec<DVec3>,
    pub(super) end: Nets,
    pub(super) rate: [Net; 3],
    pub(super) span: [f64; 2],
}

/// Scratch memory for evaluations of patches.
#[derive(Clone, Debug, Default)]
pub struct SplineWork {
    pub(super) one: Vec<Coefficient>,
    pub(super) other: Vec<Coefficient>,
}

/// Homogeneous coordinates of a control point, enclosed: x, y and z times the weight, and the weight.
pub(super) type EnclosedPole = [Interval; 4];

impl Nets {
    fn new(point: Net) -> Self {
        let (u, v) = (point.derivative(0), point.derivative(1));
        let (uu, uv, vv) = (u.derivative(0), u.derivative(1), v.derivative(1));
        Self { point, u, v, uu, uv, vv }
    }

    pub(super) fn all(&self) -> [&Net; 6] {
        [&self.point, &self.u, &self.v, &self.uu, &self.uv, &self.vv]
    }
}

impl BezierPatch {
    /// The polynomial patch of these control points, row by row: v advances within a row, u from row to row.
    pub fn new(degree: [usize; 2], points: Vec<DVec3>) -> Result<Self, SplineError> {
        Self::rational(degree, points, Vec::new())
    }

    /// The rational patch of these control points and weights. No weights mean 1 for all.
    pub fn rational(degree: [usize; 2], points: Vec<DVec3>, weights: Vec<f64>) -> Result<Self, SplineError> {
        check(degree, HIGHEST_SPLINE_DEGREE, &points, &weights)?;
        let weights = if weights.iter().all(|&weight| weight == 1.0) { Vec::new() } else { weights };
        let poles: Vec<EnclosedPole> = points.iter().enumerate().map(|(i, &point)| pole(point, &weights, i)).collect();
        let origin = centre(&points);
        let start = Nets::new(net(degree, &poles, origin));
        Ok(Self { degree, points, weights, origin, start, moving: None })
    }

    /// The patch of enclosed homogeneous control points, as computations with rounding give them.
    pub(super) fn enclosed(degree: [usize; 2], poles: &[EnclosedPole]) -> Result<Self, SplineError> {
        let plain = |pole: &EnclosedPole| {
            let weight = pole[3].mid();
            dvec3(pole[0].mid() / weight, pole[1].mid() / weight, pole[2].mid() / weight)
        };
        let points: Vec<DVec3> = poles.iter().map(plain).collect();
        let weights: Vec<f64> = poles.iter().map(|pole| pole[3].mid()).collect();
        check(degree, HIGHEST_SHEET_DEGREE, &points, &weights)?;
        let polynomial = poles.iter().all(|pole| pole[3] == Interval::ONE);
        let origin = centre(&points);
        let start = Nets::new(net(degree, poles, origin));
        let weights = if polynomial { Vec::new() } else { weights };
        Ok(Self { degree, points, weights, origin, start, moving: None })
    }

    /// The patch whose control points move from those of `self` to those of `end` at constant velocities.
    ///
    /// # Errors
    /// If degrees or weights differ, or the interval of time is empty.
    pub fn moving_to(&self, end: &Self, from: f64, to: f64) -> Result<Self, SplineError> {
        if !(from < to && from.is_finite() && to.is_finite()) {
            return Err(SplineError::Span { from, to });
        }
        if self.degree != end.degree || self.weights != end.weights || self.deforms() || end.deforms() {
            return Err(SplineError::Ends);
        }
        // Both ends are taken relative to one origin.
        let poles = end.points.iter().enumerate().map(|(i, &point)| pole(point, &end.weights, i));
        let poles: Vec<EnclosedPole> = poles.collect();
        let ends = Nets::new(net(self.degree, &poles, self.origin));
        let rate = self.start.point.difference(&ends.point, 1.0 / (to - from), 4.0 * f64::EPSILON);
        let rate = [rate.clone(), rate.derivative(0), rate.derivative(1)];
        let moving = MovingNets { points: end.points.clone(), end: ends, rate, span: [from, to] };
        Ok(Self { moving: Some(Box::new(moving)), ..self.clone() })
    }

    /// The degrees along u and v.
    #[must_use]
    pub fn degree(&self) -> [usize; 2] {
        self.degree
    }

    /// The point that all nets are relative to.
    pub(super) fn origin(&self) -> DVec3 {
        self.origin
    }

    /// The control points, row by row; at the start, if they move.
    #[must_use]
    pub fn control_points(&self) -> &[DVec3] {
        &self.points
    }

    /// The weights; empty if all are 1.
    #[must_use]
    pub fn weights(&self) -> &[f64] {
        &self.weights
    }

    /// The control points at the end of a motion, and its interval of time.
    #[must_use]
    pub fn end(&self) -> Option<(&[DVec3], [f64; 2])> {
        self.moving.as_ref().map(|moving| (&moving.points[..], moving.span))
    }

    /// Whether the control points move.
    #[must_use]
    pub fn deforms(&self) -> bool {
        self.moving.is_some()
    }

    /// Whether weights other than 1 occur.
    #[must_use]
    pub fn is_rational(&self) -> bool {
        !self.weights.is_empty()
    }

    /// The point in floating point.
    #[must_use]
    pub fn at(&self, u: f64, v: f64, t: f64) -> DVec3 {
        self.plain_point([u, v, t], &mut SplineWork::default())
    }

    /// The point in floating point, with the same bits as that of `plain_jet`.
    pub(crate) fn plain_point(&self, [u, v, t]: [f64; 3], work: &mut SplineWork) -> DVec3 {
        let start = self.start.point.value([u, v], &mut work.one);
        let value = match &self.moving {
            None => start,
            Some(moving) => {
                let share = (t - moving.span[0]) / (moving.span[1] - moving.span[0]);
                let end = moving.end.point.value([u, v], &mut work.other);
                std::array::from_fn(|k| (1.0 - share) * start[k] + share * end[k])
            }
        };
        self.origin + dvec3(value[0], value[1], value[2]) / value[3]
    }

    /// The point and its derivatives in floating point, in the order of the fields of [`SurfaceJet`].
    pub(crate) fn plain_jet(&self, [u, v, t]: [f64; 3], work: &mut SplineWork) -> [DVec3; 9] {
        let at = [u, v];
        let share = self.moving.as_ref().map(|moving| (t - moving.span[0]) / (moving.span[1] - moving.span[0]));
        // The derivatives share the values of the basis; the point has the bits of `plain_point`.
        let along_u = basis(self.degree[0], u);
        let along_v = basis(self.degree[1], v);
        let orders = [[0, 0], [1, 0], [0, 1], [2, 0], [1, 1], [0, 2]];
        let of_net = |net: &Net, index: usize, buffer: &mut Vec<Coefficient>| {
            let [by_u, by_v] = orders[index];
            if index == 0 { net.value(at, buffer) } else { net.weighted(&along_u[by_u], &along_v[by_v]) }
        };
        let mut value = |index: usize| -> Coefficient {
            let start = of_net(self.start.all()[index], index, &mut work.one);
            let (Some(moving), Some(share)) = (&self.moving, share) else { return start };
            let end = of_net(moving.end.all()[index], index, &mut work.other);
            std::array::from_fn(|k| (1.0 - share) * start[k] + share * end[k])
        };
        let [point, by_u, by_v, by_uu, by_uv, by_vv] = std::array::from_fn(&mut value);
        let vector = |value: &Coefficient| dvec3(value[0], value[1], value[2]);
        let weight = point[3];
        let place = vector(&point) / weight;
        let du = (vector(&by_u) - by_u[3] * place) / weight;
        let dv = (vector(&by_v) - by_v[3] * place) / weight;
        let duu = (vector(&by_uu) - 2.0 * by_u[3] * du - by_uu[3] * place) / weight;
        let duv = (vector(&by_uv) - by_v[3] * du - by_u[3] * dv - by_uv[3] * place) / weight;
        let dvv = (vector(&by_vv) - 2.0 * by_v[3] * dv - by_vv[3] * place) / weight;
        let [dt, dut, dvt] = match &self.moving {
            None => [DVec3::ZERO; 3],
            Some(moving) => {
                let rates = moving.rate.each_ref().map(|net| vector(&net.value(at, &mut work.one)));
                let dt = rates[0] / weight;
                [dt, (rates[1] - by_u[3] * dt) / weight, (rates[2] - by_v[3] * dt) / weight]
            }
        };
        [self.origin + place, du, dv, dt, duu, duv, dvv, dut, dvt]
    }

    /// The point and its derivatives by u and v in floating point, cheaper than all derivatives.
    pub(crate) fn plain_frame(&self, [u, v, t]: [f64; 3]) -> [DVec3; 3] {
        let [of_u, below_u, _] = basis(self.degree[0], u);
        let [of_v, below_v, _] = basis(self.degree[1], v);
        let values = |nets: &Nets| {
            [nets.point.weighted(&of_u, &of_v), nets.u.weighted(&below_u, &of_v), nets.v.weighted(&of_u, &below_v)]
        };
        let mut found = values(&self.start);
        if let Some(moving) = &self.moving {
            let (share, end) = ((t - moving.span[0]) / (moving.span[1] - moving.span[0]), values(&moving.end));
            let between = |i: usize, k: usize| (1.0 - share) * found[i][k] + share * end[i][k];
            found = std::array::from_fn(|i| std::array::from_fn(|k| between(i, k)));
        }
        let [point, by_u, by_v] = found;
        let vector = |value: Coefficient| dvec3(value[0], value[1], value[2]);
        let place = vector(point) / point[3];
        let slope = |by: Coefficient| (vector(by) - by[3] * place) / point[3];
        [self.origin + place, slope(by_u), slope(by_v)]
    }

    /// Holds every point over the box of (u, v, t).
    pub(crate) fn point(&self, region: [Interval; 3], work: &mut SplineWork) -> Vector3 {
        match Region::new(region, self) {
            Some(region) => region.point(work) + crate::enclose(self.origin),
            None => Vector([Interval::ENTIRE; 3]),
        }
    }

    /// Encloses points and derivatives over the box of (u, v, t). `None` if the box is too far beyond the unit square.
    pub(crate) fn jet(&self, region: [Interval; 3], work: &mut SplineWork) -> Option<SurfaceJet> {
        let ranges = Region::new(region, self)?.ranges(work);
        Some(ranges.jet(self.origin, self.is_rational()))
    }
}

/// The homogeneous coordinates of a control point.
pub(super) fn pole(point: DVec3, weights: &[f64], index: usize) -> EnclosedPole {
    let [x, y, z] = point.to_array().map(Interval::from);
    match weights.get(index) {
        Some(&weight) => [x * weight, y * weight, z * weight, Interval::from(weight)],
        None => [x, y, z, Interval::ONE],
    }
}

/// The net of the control points relative to `origin`.
fn net(degree: [usize; 2], poles: &[EnclosedPole], origin: DVec3) -> Net {
    let origin = origin.to_array();
    let mut error = [0.0_f64; 4];
    let mut values = Vec::with_capacity(poles.len());
    for pole in poles {
        let local: EnclosedPole = std::array::from_fn(|k| match origin.get(k) {
            Some(&place) if pole[3] == Interval::ONE => pole[k] - Interval::from(place),
            Some(&place) => pole[k] - pole[3] * Interval::from(place),
            None => pole[k],
        });
        values.push(local.map(Interval::mid));
        error = std::array::from_fn(|k| error[k].max(local[k].radius()));
    }
    Net::new(degree, values, error)
}

/// A point amid the control points.
fn centre(points: &[DVec3]) -> DVec3 {
    let (low, high) = points.iter().fold((points[0], points[0]), |(low, high), &p| (low.min(p), high.max(p)));
    0.5 * low + 0.5 * high
}

/// Checks that the degrees are at most `highest`.
pub(super) fn check_degree(degree: [usize; 2], highest: usize) -> Result<(), SplineError> {
    match ["u", "v"].into_iter().zip(degree).find(|(_, degree)| !(1..=highest).contains(degree)) {
        Some((parameter, degree)) => Err(SplineError::Degree { parameter, degree, highest }),
        None => Ok(()),
    }
}

/// Checks degrees, counts, coordinates and weights.
fn check(degree: [usize; 2], highest: usize, points: &[DVec3], weights: &[f64]) -> Result<(), SplineError> {
    check_degree(degree, highest)?;
    let expected = (degree[0] + 1) * (degree[1] + 1);
    if points.len() != expected {
        return Err(SplineError::Count { what: "control points", given: points.len(), expected });
    }
    check_values(points, weights)
}

/// Checks the number of weights, the coordinates and the weights.
pub(super) fn check_values(points: &[DVec3], weights: &[f64]) -> Result<(), SplineError> {
    if !weights.is_empty() && weights.len() != points.len() {
        return Err(SplineError::Count { what: "weights", given: weights.len(), expected: points.len() });
    }
    if let Some((index, point)) =
        points.iter().enumerate().find(|(_, point)| !(point.is_finite() && point.abs().max_element() < 1e100))
    {
        return Err(SplineError::ControlPoint { index, x: point.x, y: point.y, z: point.z });
    }
    let bad = |&(_, &weight): &(usize, &f64)| !(weight > 0.0 && weight.is_finite());
    if let Some((index, &weight)) = weights.iter().enumerate().find(bad) {
        return Err(SplineError::Weight { index, weight });
    }
    let ranked = || weights.iter().copied().enumerate();
    let least = ranked().min_by(|a, b| a.1.total_cmp(&b.1));
    // Of equal weights the first one.
    let most = ranked().rev().max_by(|a, b| a.1.total_cmp(&b.1));
    match least.zip(most) {
        Some(((small, least), (large, most))) if least * SPLINE_WEIGHT_RATIO < most => {
            Err(SplineError::Weights { small, least, large, most })
        }
        Some(_) | None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spline::make;

    /// Two ways to the same numbers: the sum over the basis, and de Casteljau's algorithm.
    #[test]
    fn frames_agree_with_all_derivatives() {
        let mut patches = make::sphere(0.75).expect("a sphere");
        patches.extend(make::torus(2.0, 0.5, 3).expect("a torus"));
        for degree in [[1, 1], [1, 7], [3, 2], [7, 4]] {
            let count = (degree[0] + 1) * (degree[1] + 1);
            let points =
                |scale: f64| (0..count).map(move |i| scale * dvec3(i as f64, (i * i % 7) as f64, (i % 5) as f64));
            let weights = (0..count).map(|i| 1.0 + 0.25 * (i % 3) as f64).collect();
            let still = BezierPatch::rational(degree, points(1.0).collect(), weights).expect("a patch");
            let end = BezierPatch::rational(degree, points(-0.5).collect(), still.weights().to_vec()).expect("a patch");
            patches.push(still.moving_to(&end, 0.0, 2.0).expect("a motion"));
            patches.push(still);
        }
        for patch in patches {
            for at in [[0.0, 0.0, 0.0], [1.0, 0.3, 1.5], [0.2, 1.0, 0.4], [0.37, 0.81, 1.0], [1.0001, 0.5, 2.0]] {
                let all = patch.plain_jet(at, &mut SplineWork::default());
                let scale = all.iter().map(|vector| vector.length()).fold(1.0, f64::max);
                for (frame, jet) in patch.plain_frame(at).iter().zip(&all) {
                    assert!(frame.distance(*jet) <= 1e-13 * scale, "{frame} and {jet} at {at:?}");
                }
                let along = [0, 1].map(|axis| basis(patch.degree[axis], at[axis]));
                let orders = [[0, 0], [1, 0], [0, 1], [2, 0], [1, 1], [0, 2]];
                for (net, [u, v]) in patch.start.all().into_iter().zip(orders) {
                    let (sum, cut) = (net.weighted(&along[0][u], &along[1][v]), net.value([at[0], at[1]], &mut vec![]));
                    let size = net.magnitude().iter().copied().fold(1.0, f64::max);
                    assert!((0..4).all(|k| (sum[k] - cut[k]).abs() <= 1e-13 * size), "{sum:?} and {cut:?} at {at:?}");
                }
            }
        }
    }
}
