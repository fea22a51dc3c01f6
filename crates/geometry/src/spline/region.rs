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
use super::net::{Coefficient, combined, rounding};
use crate::tolerance::{SPLINE_CONTINUATION, WIDE_SPLINE_BOX};
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
        // The rates first: the restriction of the points overwrites both buffers.
        let rates = self.patch.moving.as_ref().map(|moving| {
            moving.rate.each_ref().map(|net| {
                let error = net.restrict(self.square, &mut work.one);
                let [x, y, z, _] = hull(&work.one, error);
                Vector([x, y, z])
            })
        });
        let error = self.restrict(0, work);
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
        let net = self.patch.start.all()[index];
        let error = net.restrict(self.square, &mut work.one);
        let Some(moving) = &self.patch.moving else { return error };
        let end = moving.end.all()[index];
        let known = end.restrict(self.square, &mut work.other);
        let [from, to] = self.shares;
        for (start, end) in work.one.iter_mut().zip(&mut work.other) {
            let (first, last) = (combined(start, end, from), combined(start, end, to));
            (*start, *end) = (first, last);
        }
        let stretch = 1.0 + 2.0 * from.abs().max(to.abs());
        let (one, other) = (net.magnitude(), end.magnitude());
        std::array::from_fn(|k| stretch * (error[k].max(known[k]) + rounding(1, 2.0 * one[k].max(other[k]))))
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
        let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
        let (mut least, mut most) = (f64::INFINITY, 0.0_f64);
        let moved: &[Coefficient] = if self.patch.moving.is_some() { &work.other } else { &[] };
        for value in work.one.iter().chain(moved) {
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

    /// Encloses the derivatives by differences of the coefficients in the buffers.
    fn differences(&self, work: &SplineWork, error: Coefficient) -> [EnclosedPole; 5] {
        let degree = self.patch.start.point.degree();
        let columns = degree[1] + 1;
        // The cuts move the ends of the box by their rounding.
        let widths = self.square.map(|side| {
            let width = Interval::from(side.upper()) - side.lower();
            width + Interval::between(-4.0 * f64::EPSILON, 4.0 * f64::EPSILON)
        });
        let [m, n] = degree.map(|degree| degree as f64);
        let [by_u, by_v] = [Interval::from(m) / widths[0], Interval::from(n) / widths[1]];
        let twice = |first: Interval, degree: f64, width: Interval| first * Interval::from(degree - 1.0) / width;
        // Offsets and factors of the coefficients in each difference.
        let kinds: [(&[(usize, f64)], [usize; 2], Interval); 5] = [
            (&[(columns, 1.0), (0, -1.0)], [1, 0], by_u),
            (&[(1, 1.0), (0, -1.0)], [0, 1], by_v),
            (&[(2 * columns, 1.0), (columns, -2.0), (0, 1.0)], [2, 0], twice(by_u, m, widths[0])),
            (&[(columns + 1, 1.0), (columns, -1.0), (1, -1.0), (0, 1.0)], [1, 1], by_u * by_v),
            (&[(2, 1.0), (1, -2.0), (0, 1.0)], [0, 2], twice(by_v, n, widths[1])),
        ];
        let magnitude = self.magnitude();
        kinds.map(|(terms, [rows, places], factor)| {
            if rows > degree[0] || places > degree[1] {
                return [Interval::ZERO; 4];
            }
            let (mut low, mut high) = ([f64::INFINITY; 4], [f64::NEG_INFINITY; 4]);
            let moved: &[Coefficient] = if self.patch.moving.is_some() { &work.other } else { &[] };
            for values in [&work.one[..], moved].into_iter().filter(|values| !values.is_empty()) {
                for at in (0..=degree[0] - rows).flat_map(|i| (0..=degree[1] - places).map(move |j| i * columns + j)) {
                    for k in 0..4 {
                        let sum = terms.iter().fold(0.0, |sum, &(offset, by)| sum + by * values[at + offset][k]);
                        (low[k], high[k]) = (low[k].min(sum), high[k].max(sum));
                    }
                }
            }
            // At most four terms: four errors, and three roundings of sums of at most four magnitudes.
            std::array::from_fn(|k| {
                let bound = 4.0 * error[k] + 8.0 * f64::EPSILON * magnitude[k];
                Interval::between((low[k] - bound).next_down(), (high[k] + bound).next_up()) * factor
            })
        })
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

/// The smallest box of the coefficients, widened by the errors.
fn hull(values: &[Coefficient], error: Coefficient) -> EnclosedPole {
    let (mut low, mut high) = ([f64::INFINITY; 4], [f64::NEG_INFINITY; 4]);
    for value in values {
        for k in 0..4 {
            (low[k], high[k]) = (low[k].min(value[k]), high[k].max(value[k]));
        }
    }
    std::array::from_fn(|k| Interval::between((low[k] - error[k]).next_down(), (high[k] + error[k]).next_up()))
}
