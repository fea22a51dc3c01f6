//! A patch over a box of its parameters: enclosures of its polynomials and of their derivatives.
//!
//! *Idea.* Over a wide box the net of the points is restricted once, and differences of its coefficients are the
//! coefficients of the derivatives. Division by a small width would magnify the rounding of the restriction. Over a
//! narrow box the nets of the derivatives are therefore restricted themselves. A moving patch is linear in time: over an
//! interval of time it lies between its two ends.
//! *Guarantee.* The ranges hold the exact values; errors of coefficients, quotients and widths are bounded.
//! *Source.* G. Farin, *Curves and Surfaces for CAGD*: derivatives as differences of coefficients.

use super::BezierPatch;
use super::bezier::{EnclosedPole, SplineWork};
use super::net::{Coefficient, Net, combined, rounding};
use crate::surface::SurfaceJet;
use crate::tolerance::{SPLINE_CONTINUATION, WIDE_SPLINE_BOX};
use glam::DVec3;
use tangency_interval::{Interval, Vector, Vector3};

/// A box over which the nets of a patch are restricted.
pub(super) struct Region<'a> {
    patch: &'a BezierPatch,
    square: [Interval; 2],
    /// The shares of the motion at both ends of the interval of time.
    shares: [f64; 2],
}

/// Enclosures over a box, relative to the local origin.
pub(super) struct Ranges {
    /// The points.
    pub(super) place: Vector3,
    /// The weight function. It is positive.
    pub(super) weight: Interval,
    /// The homogeneous derivatives by u, v, uu, uv and vv.
    pub(super) by: [EnclosedPole; 5],
    /// The derivatives by time, and by time and u or v, if the patch moves.
    pub(super) rates: Option<[Vector3; 3]>,
}

impl Ranges {
    /// The jet of the patch, by the quotient rule.
    pub(super) fn jet(self, origin: DVec3, is_rational: bool) -> SurfaceJet {
        let Self { place, weight, by, rates } = self;
        let vector = |value: &EnclosedPole| Vector([value[0], value[1], value[2]]);
        let point = place + crate::enclose(origin);
        let [by_u, by_v, by_uu, by_uv, by_vv] = by;
        let [rate, rate_u, rate_v] = rates.unwrap_or([Vector3::ZERO; 3]);
        if !is_rational {
            let [du, dv, duu, duv, dvv] = [by_u, by_v, by_uu, by_uv, by_vv].map(|value| vector(&value));
            return SurfaceJet { point, du, dv, dt: rate, duu, duv, dvv, dut: rate_u, dvt: rate_v };
        }
        let (scale, two) = (weight.recip(), Interval::from(2.0));
        let du = (vector(&by_u) - place * by_u[3]) * scale;
        let dv = (vector(&by_v) - place * by_v[3]) * scale;
        let duu = (vector(&by_uu) - du * (two * by_u[3]) - place * by_uu[3]) * scale;
        let duv = (vector(&by_uv) - du * by_v[3] - dv * by_u[3] - place * by_uv[3]) * scale;
        let dvv = (vector(&by_vv) - dv * (two * by_v[3]) - place * by_vv[3]) * scale;
        // The weights do not change over time.
        let dt = rate * scale;
        let [dut, dvt] = [(rate_u, by_u[3]), (rate_v, by_v[3])].map(|(rate, weight)| (rate - dt * weight) * scale);
        SurfaceJet { point, du, dv, dt, duu, duv, dvv, dut, dvt }
    }
}

impl<'a> Region<'a> {
    /// `None` if the box is unbounded or too far beyond the unit square.
    pub(super) fn new([u, v, t]: [Interval; 3], patch: &'a BezierPatch) -> Option<Self> {
        let reach = SPLINE_CONTINUATION;
        let near = |side: Interval| !side.is_empty() && side.lower() >= -reach && side.upper() <= 1.0 + reach;
        if !(near(u) && near(v)) {
            return None;
        }
        let shares = match &patch.moving {
            None => [0.0; 2],
            Some(moving) => {
                let [from, to] = moving.span.map(Interval::from);
                let share = (t - from) / (to - from);
                if !share.is_bounded() {
                    return None;
                }
                [share.lower(), share.upper()]
            }
        };
        Some(Self { patch, square: [u, v], shares })
    }

    /// Encloses the points.
    pub(super) fn point(&self, work: &mut SplineWork) -> Vector3 {
        let error = self.restrict(0, work);
        self.projected(work, error)
    }

    /// Encloses the points and all derivatives.
    pub(super) fn ranges(&self, work: &mut SplineWork) -> Ranges {
        let wide = self.square.iter().all(|side| side.width() >= WIDE_SPLINE_BOX);
        let known = self.ends(0, work);
        // The rates first: the combination of the ends overwrites both buffers.
        let rates = self.patch.moving.as_ref().map(|moving| {
            if wide {
                self.rate_differences(work, known, moving.span)
            } else {
                self.restricted_rates(&moving.rate, work)
            }
        });
        let error = if wide || rates.is_none() { self.combined(0, work, known) } else { self.restrict(0, work) };
        let place = self.projected(work, error);
        let weight = if self.patch.is_rational() { self.both(work, error)[3] } else { Interval::ONE };
        let by = if wide {
            self.differences(work, error)
        } else {
            [1, 2, 3, 4, 5].map(|index| {
                let error = self.restrict(index, work);
                self.both(work, error)
            })
        };
        Ranges { place, weight, by, rates }
    }

    /// Restricts one of the nets. A moving patch fills both buffers, one for each end of the interval of time. Returns
    /// the bound on the errors.
    fn restrict(&self, index: usize, work: &mut SplineWork) -> Coefficient {
        let known = self.ends(index, work);
        self.combined(index, work, known)
    }

    /// Restricts one of the nets. A moving patch fills both buffers, one for each end of its motion. Returns the bound on
    /// the errors.
    fn ends(&self, index: usize, work: &mut SplineWork) -> Coefficient {
        let error = self.patch.start.all()[index].restrict(self.square, &mut work.one);
        let Some(moving) = &self.patch.moving else { return error };
        let other = moving.end.all()[index].restrict(self.square, &mut work.other);
        std::array::from_fn(|k| error[k].max(other[k]))
    }

    /// Turns the coefficients at the ends of the motion into those at the ends of the interval of time.
    fn combined(&self, index: usize, work: &mut SplineWork, known: Coefficient) -> Coefficient {
        let Some(moving) = &self.patch.moving else { return known };
        let [from, to] = self.shares;
        for (start, end) in work.one.iter_mut().zip(&mut work.other) {
            let (first, last) = (combined(start, end, from), combined(start, end, to));
            (*start, *end) = (first, last);
        }
        let stretch = 1.0 + 2.0 * from.abs().max(to.abs());
        let (one, other) = (self.patch.start.all()[index].magnitude(), moving.end.all()[index].magnitude());
        std::array::from_fn(|k| stretch * (known[k] + rounding(1, 2.0 * one[k].max(other[k]))))
    }

    /// The derivatives by time, and by time and u or v, by their own nets.
    fn restricted_rates(&self, nets: &[Net; 3], work: &mut SplineWork) -> [Vector3; 3] {
        nets.each_ref().map(|net| {
            let error = net.restrict(self.square, &mut work.one);
            let [x, y, z, _] = hull(&work.one, error);
            Vector([x, y, z])
        })
    }

    /// The same by differences of the coefficients at the ends of the motion, which are in the buffers.
    fn rate_differences(&self, work: &mut SplineWork, known: Coefficient, span: [f64; 2]) -> [Vector3; 3] {
        let degree = self.patch.start.point.degree();
        let columns = degree[1] + 1;
        let [by_u, by_v] = self.slopes();
        let per_second = (Interval::from(span[1]) - span[0]).recip();
        let moved = |at: usize, k: usize| work.other[at][k] - work.one[at][k];
        let magnitude = self.magnitude();
        let kinds = [(0, [0, 0], per_second), (columns, [1, 0], per_second * by_u), (1, [0, 1], per_second * by_v)];
        kinds.map(|(step, [rows, places], factor)| {
            Vector(std::array::from_fn(|k| {
                let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
                for at in (0..=degree[0] - rows).flat_map(|i| (0..=degree[1] - places).map(move |j| i * columns + j)) {
                    let rate = if step == 0 { moved(at, k) } else { moved(at + step, k) - moved(at, k) };
                    (low, high) = (low.min(rate), high.max(rate));
                }
                let bound = 4.0 * known[k] + 8.0 * f64::EPSILON * magnitude[k];
                Interval::between((low - bound).next_down(), (high + bound).next_up()) * factor
            }))
        })
    }

    /// The degrees over the widths of the box: factors of first differences. The cuts move the ends of the box by their
    /// rounding.
    fn slopes(&self) -> [Interval; 2] {
        let degree = self.patch.start.point.degree();
        [0, 1].map(|side| {
            let width = Interval::from(self.square[side].upper()) - self.square[side].lower();
            let rounding = Interval::between(-4.0 * f64::EPSILON, 4.0 * f64::EPSILON);
            Interval::from(degree[side] as f64) / (width + rounding)
        })
    }

    /// The hull of the coefficients in the buffers.
    fn both(&self, work: &SplineWork, error: Coefficient) -> EnclosedPole {
        let one = hull(&work.one, error);
        if self.patch.moving.is_none() {
            return one;
        }
        let other = hull(&work.other, error);
        std::array::from_fn(|k| one[k].hull(other[k]))
    }

    /// Encloses the points by the projected coefficients in the buffers.
    fn projected(&self, work: &SplineWork, error: Coefficient) -> Vector3 {
        if !self.patch.is_rational() {
            let [x, y, z, _] = self.both(work, error);
            return Vector([x, y, z]);
        }
        quotients(self.nets(work), error)
    }

    /// Encloses the derivatives by differences of the coefficients in the buffers.
    fn differences(&self, work: &SplineWork, error: Coefficient) -> [EnclosedPole; 5] {
        differences(self.nets(work), self.patch.start.point.degree(), self.slopes(), [error, self.magnitude()])
    }

    /// The coefficients in the buffers that are in use.
    fn nets<'work>(&self, work: &'work SplineWork) -> impl Iterator<Item = &'work [Coefficient]> + Clone {
        let moved = self.patch.moving.is_some().then_some(&work.other[..]);
        [Some(&work.one[..]), moved].into_iter().flatten()
    }

    /// Bound on the magnitude of the coefficients in the buffers.
    fn magnitude(&self) -> Coefficient {
        let one = self.patch.start.point.magnitude();
        let Some(moving) = &self.patch.moving else { return one };
        let other = moving.end.point.magnitude();
        let stretch = 1.0 + 2.0 * self.shares[0].abs().max(self.shares[1].abs());
        std::array::from_fn(|k| stretch * one[k].max(other[k]))
    }
}

/// Encloses the points by projected coefficients, each of which is known up to the error.
pub(super) fn quotients<'net>(nets: impl Iterator<Item = &'net [Coefficient]>, error: Coefficient) -> Vector3 {
    let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
    let (mut least, mut most) = (f64::INFINITY, 0.0_f64);
    for value in nets.flatten() {
        least = least.min(value[3]);
        for k in 0..3 {
            let place = value[k] / value[3];
            (low[k], high[k]) = (low[k].min(place), high[k].max(place));
            most = most.max(place.abs());
        }
    }
    // (p ± e)/(w ± f) differs from p/w by at most (e + |p/w|·f)/(w − f); the quotient is rounded once.
    let divisor = (least - error[3]).max(f64::MIN_POSITIVE);
    Vector(std::array::from_fn(|k| {
        let bound = ((error[k] + most * error[3]) / divisor + f64::EPSILON * most) * (1.0 + 1e-9);
        Interval::between((low[k] - bound).next_down(), (high[k] + bound).next_up())
    }))
}

/// Encloses the derivatives by u, v, uu, uv and vv by differences of coefficients, each of which is known up to the
/// error and of at most this magnitude. `slopes`: the degrees over the widths of the box.
pub(super) fn differences<'net>(
    nets: impl Iterator<Item = &'net [Coefficient]> + Clone,
    degree: [usize; 2],
    [by_u, by_v]: [Interval; 2],
    [error, magnitude]: [Coefficient; 2],
) -> [EnclosedPole; 5] {
    // The second derivative has the factors m/w and (m − 1)/w.
    let twice = |slope: Interval, degree: usize| slope.sqr() * Interval::from((degree - 1) as f64) / degree as f64;
    let step = degree[1] + 1;
    // At most four terms: four errors, and three roundings of sums of at most four magnitudes.
    let bound: Coefficient = std::array::from_fn(|k| 4.0 * error[k] + 8.0 * f64::EPSILON * magnitude[k]);
    let scaled = |[low, high]: [Coefficient; 2], factor: Interval| -> EnclosedPole {
        std::array::from_fn(|k| {
            Interval::between((low[k] - bound[k]).next_down(), (high[k] + bound[k]).next_up()) * factor
        })
    };
    let along_u = spread(nets.clone(), degree, [1, 0], |net, at, k| net[at + step][k] - net[at][k]);
    let along_v = spread(nets.clone(), degree, [0, 1], |net, at, k| net[at + 1][k] - net[at][k]);
    let second =
        |net: &[Coefficient], [from, amid, to]: [usize; 3], k: usize| net[from][k] - 2.0 * net[amid][k] + net[to][k];
    let along_uu = spread(nets.clone(), degree, [2, 0], |net, at, k| second(net, [at, at + step, at + 2 * step], k));
    let along_uv = spread(nets.clone(), degree, [1, 1], |net, at, k| {
        net[at + step + 1][k] - net[at + step][k] - net[at + 1][k] + net[at][k]
    });
    let along_vv = spread(nets, degree, [0, 2], |net, at, k| second(net, [at, at + 1, at + 2], k));
    let none = [Interval::ZERO; 4];
    [
        along_u.map_or(none, |range| scaled(range, by_u)),
        along_v.map_or(none, |range| scaled(range, by_v)),
        along_uu.map_or(none, |range| scaled(range, twice(by_u, degree[0]))),
        along_uv.map_or(none, |range| scaled(range, by_u * by_v)),
        along_vv.map_or(none, |range| scaled(range, twice(by_v, degree[1]))),
    ]
}

/// The least and the greatest difference, which is of these orders along u and v. `None` if the orders exceed the
/// degree: there is none.
#[inline]
fn spread<'net>(
    nets: impl Iterator<Item = &'net [Coefficient]>,
    degree: [usize; 2],
    [rows, places]: [usize; 2],
    difference: impl Fn(&[Coefficient], usize, usize) -> f64,
) -> Option<[Coefficient; 2]> {
    if rows > degree[0] || places > degree[1] {
        return None;
    }
    let (mut low, mut high) = ([f64::INFINITY; 4], [f64::NEG_INFINITY; 4]);
    for net in nets {
        for row in 0..=degree[0] - rows {
            for at in row * (degree[1] + 1)..=row * (degree[1] + 1) + degree[1] - places {
                for k in 0..4 {
                    let value = difference(net, at, k);
                    low[k] = if value < low[k] { value } else { low[k] };
                    high[k] = if value > high[k] { value } else { high[k] };
                }
            }
        }
    }
    Some([low, high])
}

/// The smallest box of the coefficients, widened by the errors.
pub(super) fn hull(values: &[Coefficient], error: Coefficient) -> EnclosedPole {
    let (mut low, mut high) = ([f64::INFINITY; 4], [f64::NEG_INFINITY; 4]);
    for value in values {
        for k in 0..4 {
            (low[k], high[k]) = (low[k].min(value[k]), high[k].max(value[k]));
        }
    }
    std::array::from_fn(|k| Interval::between((low[k] - error[k]).next_down(), (high[k] + error[k]).next_up()))
}
